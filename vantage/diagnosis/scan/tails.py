"""How unlikely a count is by luck alone: logarithms of one-sided tails, for counts that come in clusters.

A count with a known mean, variance and largest value is compared with the binomial distribution that has all three, for
a number of draws that need not be whole: exact for one stratum of independent answers, close for sums over strata from
which answers are drawn without replacement. Answers in clusters agree, so a count stands for fewer of them.
"""

from __future__ import annotations

import numpy as np

from vantage.stats.metrics import Array

LEAST = -600.0  # logarithms below this are Chernoff's bound, for which floating point has no room


def upper(count: Array, mean: Array, variance: Array, most: Array, design: Array) -> Array:
    """Return log P(at least so many), given mean, variance and maximum of independent answers and the design effect."""
    from scipy.special import betainc

    most, mean = np.maximum(most, np.maximum(count, 1e-9)), np.maximum(mean, 1e-9)
    rate = np.clip(mean / most, 1e-9, 1 - 1e-9)
    worth = np.maximum(mean * (1 - rate) / np.maximum(variance, 1e-12), 1.0) / design
    size, seen = most * worth, np.minimum(count, most) * worth
    with np.errstate(divide="ignore", over="ignore", under="ignore"):
        exact = np.log(betainc(np.maximum(seen, 1e-9), np.maximum(size - seen + 1, 1e-9), rate))
    bound = -size * divergence(seen / size, rate)
    found = np.where(np.isfinite(exact) & (exact > LEAST), exact, np.minimum(bound, LEAST))
    return np.where((count > mean) & (variance > 1e-9), np.minimum(found, 0.0), 0.0)


def divergence(seen: Array, rate: Array) -> Array:
    """Return the Kullback-Leibler divergence of two proportions."""
    from scipy.special import xlogy

    with np.errstate(divide="ignore", invalid="ignore"):
        found = xlogy(seen, seen / rate) + xlogy(1 - seen, (1 - seen) / (1 - rate))
    return np.where(np.isfinite(found), found, 0.0)


def both(first: Array, second: Array) -> Array:
    """Return the logarithm of Fisher's combination of two independent tails, given as logarithms."""
    together = first + second
    return np.minimum(together + np.log1p(-together), 0.0)
