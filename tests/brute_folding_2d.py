"""Answer a `folding_2d` item by folding in space: shares no code with the package, so it can find errors in it.

The sheet is strewn with specks, each inked or not. A fold turns the specks beyond the line by half a turn about an
axis just above the pile, so that every layer keeps its height. The result, seen from above (through all specks at
a place, or only the highest), is compared with the option's picture at that place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SPECKS = 6  # along a cell: on no edge of a quarter, and mirrored onto one another by every grid line


def _strewn(cells: int) -> np.ndarray:
    """Return the specks of the flat sheet (n, 3): x, y in cells and height 0; none lies on a border of quarters."""
    steps = (np.arange(cells * SPECKS) + 0.5) / SPECKS
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    inside = ~np.isclose(x % 1, y % 1) & ~np.isclose(x % 1 + y % 1, 1)
    return np.stack([x, y, np.zeros_like(x)], axis=1)[inside]


def _within(rows: list[str], x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return which points lie in the quarters that the digits stand for."""
    digits = np.zeros((64, 64), dtype=int)
    for j, row in enumerate(rows):
        digits[j, : len(row)] = [int(digit, 16) for digit in row]
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    dx, dy = x - column - 0.5, y - row - 0.5
    bit = np.where(abs(dy) > abs(dx), np.where(dy < 0, 1, 4), np.where(dx > 0, 2, 8))
    return digits[row, column] & bit > 0


def _folded(specks: np.ndarray, folds: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
    """Return where the specks come to lie, and which way their front faces: 1 up, -1 down."""
    specks, facing = specks.copy(), np.ones(len(specks), dtype=int)
    for fold in folds:
        a, b, c = fold["line"]
        beyond = (specks[:, 0] * a + specks[:, 1] * b - c) * fold["moves"] > 0
        assert beyond.any()
        assert not beyond.all()
        axis = np.array([b, -a, 0]) / np.hypot(a, b)
        start = np.array([a, b, 0]) * c / (a * a + b * b) + np.array([0, 0, specks[:, 2].max() + 0.5])
        arm = specks[beyond] - start
        specks[beyond] = start + 2 * (arm @ axis)[:, None] * axis - arm
        facing[beyond] *= -1
    return specks, facing


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option that shows what is seen from above, else ""."""
    flat = _strewn(truth["cells"])
    inked = _within(truth["print"], flat[:, 0], flat[:, 1])
    lying, facing = _folded(flat, truth["folds"])
    lying[:, :2] -= np.floor(lying[:, :2].min(axis=0) + 1e-6)
    spots, which = np.unique(np.round(lying[:, :2], 6), axis=0, return_inverse=True)
    which = which.ravel()
    layers = np.bincount(which)
    if truth["sheet"] == "opaque":
        highest = np.zeros(len(spots), dtype=int)
        highest[which[np.argsort(lying[:, 2])]] = np.argsort(lying[:, 2])
        due = [layers > 0, facing[highest] < 0, inked[highest]]
    else:
        due = [*(layers > k for k in range(layers.max())), np.bincount(which, weights=inked) > 0]
    right = [letter for letter, option in zip("ABCDEFGH", truth["options"]) if _shows(option, spots, due)]
    return right[0] if len(right) == 1 else ""


def _shows(option: dict[str, Any], spots: np.ndarray, due: list[np.ndarray]) -> bool:
    shown = [*option["areas"], option["print"]]
    if len(shown) != len(due):
        return False
    quarters = sum(bin(int(digit, 16)).count("1") for row in option["areas"][0] for digit in row)
    specks = (SPECKS**2 - 2 * SPECKS) // 4  # in a quarter
    return quarters * specks == len(spots) and all(
        np.array_equal(_within(rows, *spots.T), wanted) for rows, wanted in zip(shown, due)
    )
