"""Turn the table degree by degree until the asked side is in front, and compare places: shares no code with it."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

TURNS = {"right": 90, "back": 180, "left": 270}  # degrees clockwise that bring the side to the front


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the option in which all things stand where the turned table has them."""
    places = [(thing["x"], thing["y"]) for thing in truth["things"]]
    c, s = cos(radians(1)), -sin(radians(1))
    for _ in range(TURNS[truth["asked"]]):
        places = [(c * x - s * y, s * x + c * y) for x, y in places]
    fit = [
        k
        for k, shown in enumerate(truth["shown"])
        if all(hypot(x - u, y - v) < 0.005 for (x, y), (u, v) in zip(places, shown))
    ]
    return "ABC"[fit[0]] if len(fit) == 1 else ""
