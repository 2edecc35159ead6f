"""Answer an `updating_ego` item by walking: the eye is carried around the middle in small steps, then looks.

Shares no code with the package.
"""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin
from typing import Any

CLOCKWISE = ["behind", "behind-right", "right", "front-right", "front", "front-left", "left", "behind-left"]


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the right option."""
    a, b = ((thing["x"], thing["y"]) for thing in (truth["target"], truth["reference"]))
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    azimuth = radians(truth["azimuths"][0])
    # From far away all lines of sight are parallel, as the question's directions are meant.
    away = (1e6 * sin(azimuth), -1e6 * cos(azimuth))
    for _ in range(truth["angle"]):
        c, s = cos(radians(1)), sin(radians(1))
        away = (c * away[0] - s * away[1], s * away[0] + c * away[1])
    eye = (middle[0] + away[0], middle[1] + away[1])
    ahead = atan2(b[1] - eye[1], b[0] - eye[0])
    turn = degrees(ahead - atan2(a[1] - b[1], a[0] - b[0]))
    found = CLOCKWISE[round(turn / 45) % 8]
    return "".join(letter for letter, label in zip("ABCD", truth["options"]) if label == found)
