"""Put a viewer and the four corners of a thing on squared paper and look: shares no code with the package."""

from __future__ import annotations

from typing import Any

# The thing's own sides on squared paper: it faces south (the viewer), so its own right is in the west.
SIDES = {"front": (0, -1), "right": (-1, 0), "back": (0, 1), "left": (1, 0)}
# Where the viewer stands after the walk; the viewer's own left, facing north, is in the west.
STANDS = {"left": (-1, 0), "right": (1, 0), "back": (0, 1)}


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the option that shows the asked side."""
    if truth["frame"] == "walk":
        due = next(side for side, place in SIDES.items() if place == STANDS[truth["asked"]])
        fit = [k for k, turn in enumerate(truth["turns"]) if _shown(turn) == due]
    else:
        # A head that turns to its own left points its nose east, to the viewer's right.
        east = truth["asked"] == ("left" if truth["frame"] == "own" else "right")
        fit = [k for k, turn in enumerate(truth["turns"]) if (0 < turn < 180) == east]
    return "ABC"[fit[0]] if len(fit) == 1 else ""


def _shown(turn: float) -> str:
    """Return which side of a thing the viewer in the south sees after quarter turns counter-clockwise."""
    places = dict(SIDES)
    for _ in range(round(turn / 90) % 4):
        places = {side: (-y, x) for side, (x, y) in places.items()}
    return next(side for side, place in places.items() if place == (0, -1))
