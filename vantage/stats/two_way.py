"""Intervals for answers that come in two kinds of clusters at once: several people answer the same items.

A statement about people and items in general must count that both were drawn: the variance of a mean is what people add
and what items add, less what is counted twice (Cameron, Gelbach and Miller 2011). How many independent answers that is
worth goes into Wilson's interval. `benchmarks/psychometrics.py` measures how often it holds the truth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from vantage.stats.inference import Interval, effective_sizes, known_share
from vantage.stats.metrics import LEVEL, Array, Ints, wilson


def two_way_sizes(group: ArrayLike, first: ArrayLike, second: ArrayLike, values: ArrayLike) -> Array:
    """Return for each group of answers how many independent answers they are worth.

    `group`, `first` and `second` number the groups and the two kinds of clusters from 0, such as people and items.
    Where all answers of a group are the same, their spread says nothing: then answers of a cluster count as one.
    """
    group, first, second = (np.asarray(number, dtype=np.int64) for number in (group, first, second))
    values, n = np.asarray(values, dtype=float), np.bincount(group).astype(float)
    mean = np.divide(np.bincount(group, values, len(n)), n, out=np.zeros(len(n)), where=n > 0)
    away = values - mean[group]
    alone = np.bincount(group, away**2, len(n))
    (spread_a, free_a), (spread_b, free_b) = (_spread(group, cluster, away, len(n)) for cluster in (first, second))
    both = np.maximum(spread_a + spread_b - alone, np.maximum(spread_a, spread_b))
    # Satterthwaite's degrees of freedom of a sum of two variances.
    parts = spread_a**2 / np.maximum(free_a, 1) + spread_b**2 / np.maximum(free_b, 1)
    free = np.divide((spread_a + spread_b) ** 2, parts, out=np.ones(len(n)), where=parts > 0)
    worth = np.divide(n * alone, both, out=np.zeros(len(n)), where=both > 0) * known_share(np.maximum(free, 1))
    seen = (alone > 0) & (free_a >= 1) & (free_b >= 1)
    fewest = np.minimum(*(effective_sizes(group, cluster, np.zeros(len(values)), n) for cluster in (first, second)))
    found: Array = np.where(seen, np.minimum(worth, n), np.minimum(fewest, n))
    return found


def _spread(group: Ints, cluster: Ints, away: Array, size: int) -> tuple[Array, Array]:
    """Return the summed squares of the clusters' sums in each group, and one less than how many there are.

    They are widened as the jackknife would be where clusters are few (CR3).
    """
    spans = int(cluster.max(initial=0)) + 1
    pairs, place = np.unique(group * spans + cluster, return_inverse=True)
    owner = pairs // spans
    number = np.bincount(owner, minlength=size).astype(float)
    squares = np.bincount(owner, np.bincount(place, away, len(pairs)) ** 2, size)
    return squares * (number / np.maximum(number - 1, 1)) ** 2, number - 1


def two_way_proportion(right: ArrayLike, first: ArrayLike, second: ArrayLike, level: float = LEVEL) -> Interval:
    """Return the share of right answers with its interval, for clusters of two kinds drawn at random."""
    right = np.asarray(right, dtype=float)
    places = [np.unique(np.asarray(cluster), return_inverse=True)[1].ravel() for cluster in (first, second)]
    if not right.size:
        return Interval(float("nan"), float("nan"), float("nan"), 0, 0, "Wilson, two-way")
    size = float(two_way_sizes(np.zeros(right.size, dtype=np.int64), places[0], places[1], right)[0])
    share = float(right.mean())
    low, high = wilson(share * size, size, level)
    return Interval(share, float(low), float(high), right.size, len(np.unique(places[0])), "Wilson, two-way")


def two_way_mean(values: ArrayLike, first: ArrayLike, second: ArrayLike, level: float = LEVEL) -> Interval:
    """Return the mean of numbers of any kind with Student's interval, for clusters of two kinds drawn at random."""
    from scipy.special import stdtrit

    values = np.asarray(values, dtype=float)
    places = [np.unique(np.asarray(cluster), return_inverse=True)[1].ravel() for cluster in (first, second)]
    if not values.size:
        return Interval(float("nan"), float("nan"), float("nan"), 0, 0, "two-way")
    mean, group = float(values.mean()), np.zeros(values.size, dtype=np.int64)
    away = values - mean
    (one, free_one), (other, free_other) = (
        (float(s[0]), float(f[0])) for s, f in (_spread(group, p, away, 1) for p in places)
    )
    both = max(one + other - float((away**2).sum()), one, other)
    parts = one**2 / max(free_one, 1) + other**2 / max(free_other, 1)
    free = max(1.0, (one + other) ** 2 / parts) if parts else 1.0
    half = float(stdtrit(free, 0.5 + level / 2)) * float(np.sqrt(both)) / values.size
    return Interval(mean, mean - half, mean + half, values.size, len(np.unique(places[0])), "two-way")
