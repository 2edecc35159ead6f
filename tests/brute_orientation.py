"""Answer an `orientation` item by the nearest of eight compass points: shares no code with the package."""

from __future__ import annotations

from math import atan2, cos, pi, radians, sin
from typing import Any

# Counter-clockwise seen from above, from the way to the camera.
WAYS = ("front", "front-right", "right", "behind-right", "behind", "behind-left", "left", "front-left")


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the right answer, or nothing where the thing faces no way clearly."""
    thing, azimuth = truth["thing"], radians(truth["azimuths"][0])
    # The front on the ground, then the same in steps to the camera's right and back towards the camera.
    x, y = sin(radians(thing["facing"])), -cos(radians(thing["facing"]))
    right, near = x * cos(azimuth) + y * sin(azimuth), x * sin(azimuth) - y * cos(azimuth)
    eighths = atan2(right, near) / (pi / 4)
    if abs(eighths - round(eighths)) * 45 > 12.5:
        return ""
    answer = "yes" if WAYS[round(eighths) % 8] == truth["asked"] else "no"
    return "AB"[truth["options"].index(answer)]
