"""Turn a pointer degree by degree as stated and compare where it points: shares no code with the package."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the option that points where the stated turn ends."""
    x, y = 0.0, -1.0
    step = 1 if truth["stated"] > 0 else -1
    for _ in range(abs(round(truth["stated"]))):
        c, s = cos(radians(step)), sin(radians(step))
        x, y = c * x - s * y, s * x + c * y
    points = [(sin(radians(turn)), -cos(radians(turn))) for turn in truth["turns"]]
    fit = [k for k, (u, v) in enumerate(points) if abs(u - x) + abs(v - y) < 1e-6]
    return "ABCD"[fit[0]] if len(fit) == 1 else ""
