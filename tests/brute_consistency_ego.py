"""Answer a `consistency_ego` item from tangents of its coordinates: shares no code with the package."""

from __future__ import annotations

from math import cos, pi, radians, sin, tan
from typing import Any


def word(x: float, y: float) -> str:
    """Return the direction of a point `x` to the right and `y` to the front, each part said if it is large enough."""
    least = tan(pi / 8)
    depth = ("front" if y > 0 else "behind") if abs(y) > least * abs(x) else ""
    side = ("right" if x > 0 else "left") if abs(x) > least * abs(y) else ""
    return "-".join(filter(None, (depth, side)))


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the right option."""
    azimuth = radians(truth["azimuths"][0])
    far = [
        (thing["x"] * cos(azimuth) + thing["y"] * sin(azimuth), -thing["x"] * sin(azimuth) + thing["y"] * cos(azimuth))
        for thing in (truth["target"], truth["reference"])
    ]
    found = word(far[0][0] - far[1][0], far[1][1] - far[0][1])
    return "".join(letter for letter, label in zip("ABCD", truth["options"]) if label == found)
