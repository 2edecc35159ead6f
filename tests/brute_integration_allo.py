"""Answer an `integration_allo` item on a map around the person, who faces up: shares no code with the package."""

from __future__ import annotations

from math import cos, dist, radians, sin
from typing import Any

AIMS = {"front": (0, 1), "right": (1, 0), "behind": (0, -1), "left": (-1, 0)}


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the choice nearest to the thing in the asked direction."""
    person = truth["person"]
    turn = radians(180 - person["facing"])
    spots = {}
    for thing in truth["things"]:
        x, y = thing["x"] - person["x"], thing["y"] - person["y"]
        spots[thing["name"]] = (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))
    aim = AIMS[truth["direction"]]
    anchor = min(spots, key=lambda name: dist([part / dist((0, 0), spots[name]) for part in spots[name]], aim))
    if anchor in truth["options"]:
        return ""
    ranked = sorted(truth["options"], key=lambda name: dist(spots[name], spots[anchor]))
    return "ABCD"[truth["options"].index(ranked[0])]
