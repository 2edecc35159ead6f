"""Embedded figures in pixels: lines are drawn thin on a fine raster, and the figure is laid over it at every pixel.

Places between grid points are tried too; so this also shows that a figure never fits anywhere off the grid.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

FINE = 6  # pixels from one point of the grid to the next


def _pixels(a: tuple[int, int], b: tuple[int, int]) -> NDArray[np.int64]:
    """Return the pixels of a line, straight or at 45 degrees, ends included: (n, 2)."""
    start, stop = np.array(a) * FINE, np.array(b) * FINE
    steps = np.abs(stop - start).max()
    return start + np.outer(np.arange(steps + 1), np.sign(stop - start))


def _places(figure: list[list[int]], lines: list[list[int]], side: int) -> int:
    """Return at how many pixels of the drawing all of the figure's pixels are drawn."""
    raster = np.zeros((2 * side * FINE + 2, 2 * side * FINE + 2), dtype=bool)
    for x, y, u, v in lines:
        column, row = _pixels((x, y), (u, v)).T
        raster[column, row] = True
    corners = [(x, y) for x, y in figure]
    own = np.concatenate([_pixels(a, b) for a, b in zip(corners, corners[1:] + corners[:1])])
    reach = side * FINE + 1
    found = np.ones((reach, reach), dtype=bool)
    for column, row in np.unique(own, axis=0):
        found &= raster[column : column + reach, row : row + reach]
    return int(found.sum())


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option in which the figure is found, if it is found there once; else ""."""
    counts = [_places(truth["figure"], lines, truth["side"]) for lines in truth["options"]]
    return "ABCDEFGH"[counts.index(1)] if sorted(counts) == [0] * (len(counts) - 1) + [1] else ""
