"""Points sorted into columns: a compiled function. Import this module only inside functions: numba is slow to load."""

from __future__ import annotations

import math

from vantage.compiling import Doubles, compiled


@compiled
def filled(points: Doubles, axis: int, low: Doubles, width: float, bottom: Doubles, top: Doubles) -> None:
    """Write the lowest and highest of `points` (n, 3) along an axis in each column to `bottom` and `top` (i, j).

    Columns are `width` wide and begin at `low` (2,), in the order of the other two axes.
    """
    one, other = (1 if axis == 0 else 0), (1 if axis == 2 else 2)
    for p in range(points.shape[0]):
        i = math.floor((points[p, one] - low[0]) / width)
        j = math.floor((points[p, other] - low[1]) / width)
        bottom[i, j] = min(bottom[i, j], points[p, axis])
        top[i, j] = max(top[i, j], points[p, axis])
