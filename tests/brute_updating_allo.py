"""Answer an `updating_allo` item by carrying the whole scene around: shares no code with the package."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import Any

NAMES = {
    (0, 1): "front",
    (1, 1): "front-right",
    (1, 0): "right",
    (1, -1): "behind-right",
    (0, -1): "behind",
    (-1, -1): "behind-left",
    (-1, 0): "left",
    (-1, 1): "front-left",
}


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the right option."""
    # An observer who goes counter-clockwise sees the scene turn clockwise: place, facing and all.
    turn = radians(-truth["angle"])
    target, reference = (
        (t["x"] * cos(turn) - t["y"] * sin(turn), t["x"] * sin(turn) + t["y"] * cos(turn))
        for t in (truth["target"], truth["reference"])
    )
    facing = radians(truth["reference"]["facing"]) + turn
    front = (sin(facing), -cos(facing))
    right = (front[1], -front[0])
    way = (target[0] - reference[0], target[1] - reference[1])
    x, y = (way[0] * axis[0] + way[1] * axis[1] for axis in (right, front))
    found = max(NAMES, key=lambda p: (x * p[0] + y * p[1]) / sqrt(p[0] ** 2 + p[1] ** 2))
    return "".join(letter for letter, label in zip("ABCD", truth["options"]) if label == NAMES[found])
