"""Swap and negate coordinates once for each quarter turn, and name where the front ends up: no code of the package."""

from __future__ import annotations

from typing import Any


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the way that the front points after the turn."""
    right, away = 0, -1  # the front points toward the camera
    for _ in range(int(truth["facing"] + truth["turn"]) // 90 % 4):
        right, away = -away, right
    named = {(0, -1): "front", (0, 1): "back", (1, 0): "right", (-1, 0): "left"}
    return "ABCD"[truth["options"].index(named[right, away])]
