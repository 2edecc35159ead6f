"""Card rotation by trial: place the card as it is drawn, turn it in steps of five degrees, and compare all points."""

from __future__ import annotations

import cmath
from typing import Any

STEP = 5  # degrees: every angle of the task is a multiple
CLOSE = 1e-6


def _points(seen: dict[str, Any]) -> tuple[list[complex], list[complex]]:
    """Return the corners and the dots as drawn, from the mean of the corners."""
    turn = cmath.rect(1, seen["angle"] * cmath.pi / 180)
    corners = [turn * complex(*point) for point in seen["outline"]]
    middle = sum(corners) / len(corners)
    return [point - middle for point in corners], [turn * complex(*dot) - middle for dot in seen["dots"]]


def _alike(some: list[complex], others: list[complex]) -> bool:
    return len(some) == len(others) and all(min(abs(a - b) for b in others) < CLOSE for a in some)


def _along(some: list[complex], others: list[complex]) -> bool:
    """Return whether two outlines run alike from some start on: other cards may have the same corners."""
    starts = range(len(others)) if len(some) == len(others) else ()
    return any(all(abs(a - b) < CLOSE for a, b in zip(some, others[k:] + others[:k])) for k in starts)


def _same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    (corners, dots), (wanted, marks) = _points(a), _points(b)
    for degrees in range(0, 360, STEP):
        turn = cmath.rect(1, degrees * cmath.pi / 180)
        if _along([turn * p for p in corners], wanted) and _alike([turn * p for p in dots], marks):
            return True
    return False


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option that some turn carries onto the question's card, else ""."""
    right = [letter for letter, option in zip("ABCDEFGH", truth["options"]) if _same(option, truth["question"])]
    return right[0] if len(right) == 1 else ""
