"""Functions as machine code. Import modules that hold such functions only inside functions: numba is slow to load."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function as machine code, kept on disk where there is a place to keep it.

    Exact arithmetic in a single thread: the same bytes in every process.
    """
    from numba import njit

    try:
        return cast(Callable[P, R], njit(cache=True, error_model="numpy")(function))
    except RuntimeError:  # neither the package's folder nor the user's cache can be written to
        return cast(Callable[P, R], njit(error_model="numpy")(function))
