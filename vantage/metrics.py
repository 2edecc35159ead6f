"""Numbers from outcomes: proportions with honest intervals, and how they compare with guessing.

Pure functions on arrays. A failed request is no answer, so it enters no accuracy; `with_failures` says how low the
accuracy would be if each of them had been wrong.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
LEVEL = 0.95


def accuracy(right: ArrayLike) -> float:
    """Return the share of right answers, or nan where nothing was answered; `right` is 0 or 1 for each answer."""
    right = np.asarray(right, dtype=float)
    return float(right.mean()) if right.size else float("nan")


def chance_adjusted(right: ArrayLike, chance: ArrayLike) -> float:
    """Return (sum of right - sum of chance) / (N - sum of chance): 0 for a uniform guesser, 1 when all is right.

    `chance` is 1/n for an item with n options. This is Cohen's kappa against a uniform guesser (CAA in EASI).
    """
    right = np.asarray(right, dtype=float)
    if not right.size:
        return float("nan")
    return float(above_chance(right.mean(), np.broadcast_to(np.asarray(chance, dtype=float), right.shape).mean()))


def above_chance(rate: ArrayLike, chance: ArrayLike) -> Array:
    """Return rates rescaled so that `chance` becomes 0 and 1 stays 1; nan where chance leaves no room above it.

    The map is linear, so it takes the ends of an interval for accuracy to those of chance-adjusted accuracy.
    """
    rate, chance = np.broadcast_arrays(np.asarray(rate, dtype=float), np.asarray(chance, dtype=float))
    room = 1 - chance
    scaled: Array = np.divide(rate - chance, room, out=np.full(rate.shape, np.nan), where=room > 0)
    return scaled


def wilson(right: ArrayLike, n: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
    """Return the ends of the Wilson score interval for `right` out of `n`; nan where n is 0.

    `right` need not be whole: a share times an effective number of answers will do.
    """
    from scipy.special import ndtri

    if not 0 < level < 1:
        raise ValueError(f"an interval's level lies between 0 and 1, not at {level}")
    right, n = np.broadcast_arrays(np.asarray(right, dtype=float), np.asarray(n, dtype=float))
    if ((right < 0) | (right > n)).any():
        raise ValueError("a count of right answers must lie between 0 and the number of answers")
    z = float(ndtri(0.5 + level / 2))
    safe = np.where(n > 0, n, np.nan)
    p = right / safe
    middle = (p + z**2 / (2 * safe)) / (1 + z**2 / safe)
    half = z / (1 + z**2 / safe) * np.sqrt(p * (1 - p) / safe + z**2 / (4 * safe**2))
    # Rounding would leave the ends a hair off 0 and 1 where the formula gives them exactly.
    return np.where(right == 0, 0 * safe, middle - half), np.where(right == n, 0 * safe + 1, middle + half)


def with_failures(right: ArrayLike, answered: ArrayLike, failed: ArrayLike) -> tuple[Array, Array]:
    """Return the range of the accuracy: with every failed request counted wrong, and with all of them left out."""
    right, answered, failed = (np.asarray(value, dtype=float) for value in (right, answered, failed))
    return _share(right, answered + failed), _share(right, answered)


def _share(part: Array, whole: Array) -> Array:
    part, whole = np.broadcast_arrays(part, whole)
    share: Array = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return share


def binomial_p(right: float, n: float, chance: float) -> float:
    """Return the two-sided p-value of `right` out of `n` under a success rate of `chance` (twice the smaller tail).

    Items that differ in their chance are judged by the mean: their sum varies less than a binomial of the same mean,
    so the test errs on the side of silence.
    """
    from scipy.special import bdtr, bdtrc

    if n <= 0 or not 0 < chance < 1:
        return 1.0
    # An effective count may be broken; it is rounded toward what chance expects.
    count = int(np.ceil(right)) if right < n * chance else int(np.floor(right))
    below = float(bdtr(count, int(n), chance))
    above = float(bdtrc(count - 1, int(n), chance)) if count > 0 else 1.0
    return min(1.0, 2 * min(below, above))


def difference_p(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the two-sided p-value that two independent proportions, each (right, n), are equal (pooled z-test)."""
    from scipy.special import ndtr

    (right_a, n_a), (right_b, n_b) = a, b
    if not n_a or not n_b:
        return 1.0
    pooled = (right_a + right_b) / (n_a + n_b)
    spread = np.sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    return float(2 * ndtr(-abs(right_a / n_a - right_b / n_b) / spread)) if spread > 0 else 1.0


def holm(p: ArrayLike) -> Array:
    """Return p-values adjusted for their number by Holm's step-down method, in the order given."""
    p = np.asarray(p, dtype=float)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate((p.size - np.arange(p.size)) * p[order])
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
