"""Rings: the triangles of a loft, each of which keeps its place, so that it can be given a look of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vantage.assets.parts import SMALLEST

Array = NDArray[np.float64]
Ints = NDArray[np.int32]


def band(k: int, n: int) -> Ints:
    """Return the triangles between k rings of n points."""
    i, j = (grid.reshape(-1) for grid in np.meshgrid(np.arange(k - 1), np.arange(n), indexing="ij"))
    a, b, c, d = i * n + j, i * n + (j + 1) % n, (i + 1) * n + (j + 1) % n, (i + 1) * n + j
    return np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3).astype(np.int32)


def wide(points: Array, faces: Ints) -> NDArray[np.bool_]:
    """Return which faces have an area; `solid` would leave out the others, and the rest would lose their places."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    return np.asarray(np.linalg.norm(np.cross(b - a, c - a), axis=1) > 2 * SMALLEST)
