"""Curves through points, blurred grids and values between grid points. scipy is loaded on the first use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from vantage.individuals.faces.surface import Array


def curve(at: ArrayLike, values: ArrayLike, x: ArrayLike) -> Array:
    """Return at `x` the smooth curve, without overshoot, that has `values` (n, ...) `at` rising places (n,)."""
    from scipy.interpolate import PchipInterpolator

    return np.asarray(PchipInterpolator(np.asarray(at, float), np.asarray(values, float), axis=0)(np.asarray(x, float)))


def blurred(values: Array, sizes: float | Sequence[float], *, wrap: bool) -> Array:
    """Return values smoothed over `sizes` steps along each axis; `wrap` joins each end to the other."""
    from scipy.ndimage import gaussian_filter

    return np.asarray(gaussian_filter(values, sizes, mode="wrap" if wrap else "nearest", truncate=3.0))


def between(grid: Array, rows: Array, columns: Array) -> Array:
    """Return the values (..., k) of a grid (rows, columns, k) at fractions of its rows and columns."""
    from scipy.ndimage import map_coordinates

    each = [map_coordinates(grid[..., k], [rows, columns], order=1, mode="nearest") for k in range(grid.shape[-1])]
    return np.stack(each, axis=-1)
