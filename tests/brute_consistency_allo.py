"""Answer a `consistency_allo` item by the angle between facing and target: shares no code with the package."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

CLOCKWISE = ["front", "front-right", "right", "behind-right", "behind", "behind-left", "left", "front-left"]


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the right option."""
    target, reference = truth["target"], truth["reference"]
    way = degrees(atan2(target["y"] - reference["y"], target["x"] - reference["x"]))
    facing = -90 + reference["facing"]
    found = CLOCKWISE[round((facing - way) / 45) % 8]
    return "".join(letter for letter, label in zip("ABCD", truth["options"]) if label == found)
