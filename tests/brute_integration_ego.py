"""Answer an `integration_ego` item by stepping around the scene: shares no code with the package."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

# What one thing is to another as the observer goes on by 45 degrees at a time, counter-clockwise seen from above.
AROUND = ["front", "front-left", "left", "behind-left", "behind", "behind-right", "right", "front-right"]


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the picture in which the statement is true, if there is exactly one."""
    target, reference = truth["target"], truth["reference"]
    # The observer who stands on the target's side of the reference, in line with both, has the target in front.
    before = degrees(atan2(target["x"] - reference["x"], reference["y"] - target["y"]))
    right = [
        letter
        for letter, azimuth in zip("ABCD", truth["azimuths"])
        if AROUND[round((azimuth - before) / 45) % 8] == truth["statement"]
    ]
    return right[0] if len(right) == 1 else ""
