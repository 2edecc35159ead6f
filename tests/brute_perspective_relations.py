"""Walk a viewer to the asked side and measure across and along the line of sight: shares no code with the package."""

from __future__ import annotations

from typing import Any

# Where the viewer stands on a unit circle, who first stands in the south and looks north.
STANDS = {"left": (-1, 0), "right": (1, 0), "back": (0, 1)}


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the thing that is asked for."""
    x, y = STANDS[truth["side"]]
    ahead, right = (-x, -y), (-y, x)
    values = {
        thing["name"]: {
            "left": -(thing["x"] * right[0] + thing["y"] * right[1]),
            "right": thing["x"] * right[0] + thing["y"] * right[1],
            "nearer": -(thing["x"] * ahead[0] + thing["y"] * ahead[1]),
            "farther": thing["x"] * ahead[0] + thing["y"] * ahead[1],
        }[truth["asked"]]
        for thing in truth["things"][:2]
    }
    return "AB"[truth["options"].index(max(values, key=lambda name: values[name]))]
