"""How unlikely a count is by luck alone: logarithms of one-sided tails, for counts that come in clusters.

A count with a known mean and variance is compared with the binomial distribution that has both: exact for one stratum of
independent answers, close for sums over strata drawn without replacement. A variance that is larger than the binomial's
(answers in clusters agree) makes the count stand for fewer answers.
"""

from __future__ import annotations

import numpy as np

from vantage.stats.metrics import Array

LEAST = -600.0  # logarithms below this are Chernoff's bound, for which floating point has room


def upper(count: Array, mean: Array, variance: Array, design: Array) -> Array:
    """Return log P(at least so many), given the mean and variance of independent answers and the design effect."""
    from scipy.special import betainc

    mean, variance = np.maximum(mean, 1e-9), np.maximum(variance, 1e-12)
    rate = np.clip(1 - variance / mean, 1e-9, 1 - 1e-9)
    # The variance of draws without replacement is below np(1 - p), so n is as small as mean and variance say.
    size = np.maximum(mean / rate, count) / design
    seen = np.minimum(count / design, size)
    with np.errstate(divide="ignore", over="ignore", under="ignore"):
        # Halves of the step between two counts, so that counts which are shares of rows are treated alike.
        exact = np.log(betainc(np.maximum(seen, 1e-9), np.maximum(size - seen + 1, 1e-9), rate))
    bound = -size * divergence(seen / size, rate)
    found = np.where(np.isfinite(exact) & (exact > LEAST), exact, np.minimum(bound, LEAST))
    return np.where(count > mean, np.minimum(found, 0.0), 0.0)


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
