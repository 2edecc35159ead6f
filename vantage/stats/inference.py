"""How certain a number is: intervals and paired comparisons for answers that come in clusters.

Answers to one scene, variant set or situation resemble each other, so clusters are sampled at random, not answers. A
proportion has Wilson's interval for the number of independent answers that its clusters are worth, a paired difference
Bonett and Price's; `benchmarks/intervals.py` measures how often they hold the truth. What is no proportion, such as a
correlation, has a bootstrap over clusters, which needs many of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vantage.stats.metrics import LEVEL, Array, Ints, above_chance, wilson

REPLICATES = 2000
POWER = 0.8
NAN = float("nan")
FEW = 12  # if at most this many clusters differ, all sign flips are tried
ALONE = 1.1  # items that a cluster may hold on average where they pass for independent
PRIOR = 0.25  # of a cluster of each of the extreme values, with which each group is seen

Statistic = Callable[[Array], Array]  # from sums over answers (..., columns) to numbers (...)


@dataclass(frozen=True)
class Interval:
    """An estimate with the ends of its interval, the numbers of answers and clusters behind it, and the method."""

    value: float
    low: float
    high: float
    n: int
    clusters: int
    method: str

    def above_chance(self, chance: float) -> Interval:
        """Return the accuracy as chance-adjusted accuracy; the map is linear, so it applies to the ends too."""
        value, low, high = (float(x) for x in above_chance([self.value, self.low, self.high], chance))
        return Interval(value, low, high, self.n, self.clusters, self.method)


def effective_n(values: ArrayLike, cluster: ArrayLike, item: ArrayLike | None = None) -> float:
    """Return how many independent answers the clustered answers are worth for estimating the mean of `values`.

    If `item` is given, several answers to one item are never worth more than one: with few clusters, the data cannot
    show how much repeated answers agree.
    """
    values = np.asarray(values, dtype=float)
    places = np.unique(np.asarray(cluster), return_inverse=True)[1].ravel()
    items = values.size if item is None else len(np.unique(np.asarray(item)))
    return float(effective_sizes(np.zeros(values.size, dtype=np.int64), places, values, [items])[0])


def effective_sizes(group: ArrayLike, cluster: ArrayLike, values: ArrayLike, items: ArrayLike) -> Array:
    """Return for each group of answers, about so many `items` each, how many independent answers they are worth.

    `group` and `cluster` number the groups and clusters from 0. The number makes intervals for independent answers
    hold for clustered ones: never more than `items`, never fewer than if all answers of a cluster agreed (Kish), which
    is assumed where all answers are the same, because then nothing can be seen. Between these it is what the spread of
    the clusters shows, less what is lost because few or unequal clusters show it only roughly (Korn and Graubard).
    """
    group, cluster = (np.asarray(number, dtype=np.int64) for number in (group, cluster))
    values, items = (np.asarray(number, dtype=float) for number in (values, items))
    spans, size = int(cluster.max(initial=0)) + 1, len(items)
    pairs, place = np.unique(group * spans + cluster, return_inverse=True)
    owner, n = pairs // spans, np.bincount(group, minlength=size).astype(float)
    # Several answers to one item share its weight, so that asking again changes nothing.
    weight = np.divide(items, n, out=np.ones(size), where=n > items)
    n = n * weight
    sizes, sums = (np.bincount(place, of, len(pairs)) * weight[owner] for of in (None, values))
    most = np.maximum(np.bincount(owner, sizes**2, size) / np.maximum(n, 1), 1)
    effect = _design_effects(group, values, weight, (owner, sizes, sums), most)
    alike = np.divide(effect - 1, most - 1, out=np.zeros(size), where=most > 1)
    free = _degrees(owner, sizes * (1 + (sizes - 1) * alike[owner]), effect)
    worth: Array = np.maximum(n / effect * known_share(free), n / most).round(9)
    return worth


def _design_effects(
    group: Ints, values: Array, weight: Array, clusters: tuple[Ints, Array, Array], most: Array
) -> Array:
    """Return for each group the variance of its mean over that of independent answers, from 1 to `most`.

    Where nearly all answers are the same, the few others cannot show how far clusters agree. So each group is seen with
    PRIOR of a cluster of its least value, and as much of its greatest: without these, intervals of accurate models
    cover far too seldom.
    """
    (owner, sizes, sums), size = clusters, len(most)
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(low, group, values)
    np.maximum.at(high, group, values)
    seen = high > low
    low, high, more = np.where(seen, low, 0), np.where(seen, high, 0), PRIOR * most
    n = np.bincount(owner, sizes, size) + 2 * more
    mean = np.divide(np.bincount(owner, sums, size) + more * (low + high), n, out=np.zeros(size), where=n > 0)
    ends = (low - mean) ** 2 + (high - mean) ** 2
    spread = np.bincount(owner, (sums - mean[owner] * sizes) ** 2, size) + more * most * ends
    alone = np.bincount(group, (values - mean[group]) ** 2, size) * weight + more * ends
    effect: Array = np.clip(np.divide(spread, alone, out=most.copy(), where=seen), 1, most)
    return effect


def _degrees(owner: Ints, variances: Array, effect: Array) -> Array:
    """Return for each group the degrees of freedom of its design effect (Satterthwaite's), at least 1.

    `variances` are those of the clusters' sums, whose groups are `owner`. Only what exceeds the variance of
    independent answers is estimated from the clusters, so only that costs degrees of freedom.
    """
    squares = np.maximum(np.bincount(owner, variances**2, len(effect)), 1e-300)
    free = np.bincount(owner, variances, len(effect)) ** 2 / squares - 1
    excess: Array = (1 - 1 / effect).round(9)
    degrees: Array = np.divide(free, excess**2, out=np.full(len(effect), np.inf), where=excess > 0)
    return np.maximum(degrees, 1)


def known_share(free: Array) -> Array:
    """Return what share of the answers remains if a variance is known only with so many degrees of freedom."""
    from scipy.special import stdtrit

    tail = 0.5 + LEVEL / 2
    known, few = stdtrit([np.inf], tail), stdtrit(free, tail)
    share: Array = np.square(known / few)
    return share


def crowding(cluster: ArrayLike, item: ArrayLike) -> float:
    """Return how many items the cluster of an item holds on average: 1 where each is alone, or there are none."""
    pairs = np.unique(np.stack([np.asarray(cluster), np.asarray(item)]).reshape(2, -1), axis=1)
    sizes = np.unique(pairs[0], return_counts=True)[1]
    return float((sizes**2).sum() / sizes.sum()) if sizes.size else 1.0


def proportion(
    right: ArrayLike, cluster: ArrayLike | None = None, item: ArrayLike | None = None, level: float = LEVEL
) -> Interval:
    """Return the share of right answers with Wilson's interval, with the effective number of answers if clustered."""
    right = np.asarray(right, dtype=float)
    n = right.size
    effective = float(n) if cluster is None else effective_n(right, cluster, item)
    share = float(right.mean()) if n else NAN
    low, high = wilson(share * effective if n else 0, effective, level)
    clusters = n if cluster is None else len(np.unique(np.asarray(cluster)))
    return Interval(share, float(low), float(high), n, clusters, "Wilson" if cluster is None else "Wilson, effective n")


def cluster_weights(clusters: int, rng: np.random.Generator, replicates: int = REPLICATES) -> Array:
    """Return how often each replicate draws each cluster, (replicates, clusters), for use with many metrics."""
    return rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=replicates).astype(float)


def mean_of_sums(sums: Array) -> Array:
    """Return the first sum divided by the second: a share, if the columns are a part and its whole."""
    whole = sums[..., 1]
    share: Array = np.divide(sums[..., 0], whole, out=np.full(whole.shape, np.nan), where=whole != 0)
    return share


def cluster_bootstrap(
    values: ArrayLike,
    cluster: ArrayLike,
    rng: np.random.Generator,
    statistic: Statistic = mean_of_sums,
    *,
    replicates: int = REPLICATES,
    level: float = LEVEL,
) -> Interval:
    """Return `statistic` of the summed columns of `values` (answers, columns) with its interval over clusters.

    Whole clusters are drawn with replacement. The percentiles are widened to those of Student's t for the number of
    clusters; without that, coverage is too low even with 50 clusters.
    """
    sums, count = _by_cluster(np.asarray(values, dtype=float), cluster)
    if not count:
        return Interval(NAN, NAN, NAN, 0, 0, "cluster bootstrap")
    value = float(statistic(sums.sum(axis=0)))
    drawn = statistic(cluster_weights(len(sums), rng, replicates) @ sums)
    low, high = percentile_ends(drawn, len(sums), level)
    return Interval(value, float(low), float(high), count, len(sums), "cluster bootstrap")


def percentile_ends(drawn: Array, clusters: int, level: float = LEVEL) -> tuple[Array, Array]:
    """Return the interval ends from bootstrap replicates (replicates, ...); nan for fewer than 2 clusters.

    Replicates that are nan, because they divided by zero, are left out.
    """
    from scipy.special import ndtr, stdtrit

    if clusters < 2:
        return np.full(drawn.shape[1:], NAN), np.full(drawn.shape[1:], NAN)
    tail = float(ndtr(stdtrit(clusters - 1, (1 - level) / 2) * np.sqrt(clusters / (clusters - 1))))
    empty = np.isnan(drawn).all(axis=0)
    quantile = np.nanquantile if np.isnan(drawn).any() else np.quantile
    low, high = np.where(empty, NAN, quantile(np.where(empty, 0.0, drawn), [tail, 1 - tail], axis=0))
    return low, high


def _by_cluster(values: Array, cluster: ArrayLike) -> tuple[Array, int]:
    """Return the sums of each column over each cluster, (clusters, columns), and the number of answers."""
    units, place = np.unique(np.asarray(cluster), return_inverse=True)
    if len(place) != len(values):
        raise ValueError(f"{len(values)} answers need as many clusters, not {len(place)}")
    return np.stack([np.bincount(place, column, len(units)) for column in values.T], axis=1), len(values)


@dataclass(frozen=True)
class Comparison:
    """Two models on the same items: the first's accuracy minus the second's, and how likely that is by chance."""

    difference: Interval
    only_first: int  # items that only the first got right (or more often, if asked several times)
    only_second: int
    exact_p: float  # McNemar's test of independent items; nan where they come in clusters
    mid_p: float
    permutation_p: float  # swaps the models in whole clusters: the one to trust where items come in clusters


def compare(
    first: ArrayLike,
    second: ArrayLike,
    cluster: ArrayLike,
    rng: np.random.Generator,
    level: float = LEVEL,
    item: ArrayLike | None = None,
) -> Comparison:
    """Return how two models' answers to the same items differ; `first` and `second` are 0 or 1 for each answer.

    If items were asked several times, `item` says which item an answer belongs to.
    """
    a, b = (np.asarray(value, dtype=float) for value in (first, second))
    if a.shape != b.shape:
        raise ValueError(f"a paired comparison needs the same items for both models, not {a.size} and {b.size}")
    more = a - b if item is None else np.bincount(np.asarray(item, dtype=np.int64), a - b)
    only_a, only_b = int((more > 0).sum()), int((more < 0).sum())
    # Where answers about a scene go together, McNemar's test finds differences between models that are equally good.
    apart = crowding(cluster, np.arange(a.size) if item is None else item) <= ALONE
    exact, mid = (float(p) for p in mcnemar(only_a, only_b)) if apart else (NAN, NAN)
    difference = paired_difference(a, b, cluster, level)
    return Comparison(difference, only_a, only_b, exact, mid, sign_flip_p(a - b, cluster, rng))


def paired_difference(first: ArrayLike, second: ArrayLike, cluster: ArrayLike, level: float = LEVEL) -> Interval:
    """Return the difference of two accuracies on the same items with Bonett and Price's interval (2012).

    It adds one item to each kind of disagreement, so the interval has a width even if the models never disagree.
    Clusters count as for a proportion: by the number of independent items that they are worth. An item that was
    answered several times counts with its share of right answers.
    """
    from scipy.special import ndtri

    value, centre, spread = _paired(first, second, cluster)
    n, clusters = np.size(first), len(np.unique(np.asarray(cluster)))
    half = float(ndtri(0.5 + level / 2)) * spread
    low, high = max(-1.0, centre - half), min(1.0, centre + half)
    ends = (low, high) if n else (NAN, NAN)
    return Interval(value, *ends, n, clusters, "Bonett-Price, effective n")


def paired_p(first: ArrayLike, second: ArrayLike, cluster: ArrayLike) -> float:
    """Return the two-sided p-value that two accuracies on the same items are equal; agrees with `paired_difference`."""
    from scipy.special import ndtr

    _, centre, spread = _paired(first, second, cluster)
    return float(2 * ndtr(-abs(centre) / spread)) if spread > 0 else 1.0


def _paired(first: ArrayLike, second: ArrayLike, cluster: ArrayLike) -> tuple[float, float, float]:
    """Return the difference, and the middle and the standard error of its interval."""
    d = np.asarray(first, dtype=float) - np.asarray(second, dtype=float)
    if not d.size:
        return NAN, NAN, NAN
    size = effective_n(d, cluster)
    centre = d.mean() * size / (size + 2)
    squares = ((d**2).mean() * size + 2) / (size + 2)
    return float(d.mean()), float(centre), float(np.sqrt((squares - centre**2) / (size + 2)))


def mcnemar(only_first: ArrayLike, only_second: ArrayLike) -> tuple[Array, Array]:
    """Return two-sided p-values that two models are equally good, from the items that only one of them got right.

    The first is exact, so it never rejects too often; the second (mid-p) is less conservative. Both are 1 if there is
    no such item.
    """
    from scipy.special import bdtr, gammaln

    b, c = np.broadcast_arrays(np.asarray(only_first, dtype=float), np.asarray(only_second, dtype=float))
    n, fewer = b + c, np.minimum(b, c)
    exact = np.minimum(1.0, 2 * bdtr(fewer, n.astype(np.int64), 0.5))
    here = np.exp(gammaln(n + 1) - gammaln(fewer + 1) - gammaln(n - fewer + 1) - n * np.log(2))
    return exact, np.where(n == 0, 1.0, np.where(b == c, 1 - here / 2, exact - here))


def sign_flip_p(
    differences: ArrayLike, cluster: ArrayLike, rng: np.random.Generator, replicates: int = 10_000
) -> float:
    """Return the two-sided p-value that two models are exchangeable, by flipping the sign of whole clusters.

    All flips are tried if few clusters differ, otherwise `replicates` random ones.
    """
    sums = _by_cluster(np.asarray(differences, dtype=float)[:, None], cluster)[0][:, 0]
    sums = sums[sums != 0]
    if not sums.size:
        return 1.0
    if sums.size <= FEW:
        signs = 1.0 - 2 * ((np.arange(2**sums.size)[:, None] >> np.arange(sums.size)) & 1)
        return float(np.mean(np.abs(signs @ sums) >= abs(sums.sum()) - 1e-9))
    # Clusters with equal weights are treated together: the number of flipped ones among them is binomial.
    weights, counts = np.unique(np.abs(sums).round(9), return_counts=True)
    flipped = rng.binomial(counts, 0.5, size=(replicates, len(weights)))
    extreme = np.abs((counts - 2 * flipped) @ weights) >= abs(sums.sum()) - 1e-6
    return float((1 + extreme.sum()) / (1 + replicates))


def smallest_difference(n: float, discordant: float, power: float = POWER, level: float = LEVEL) -> float:
    """Return the smallest true difference that a paired test on `n` items finds with probability `power`.

    `discordant` is the share of items on which the two models disagree; n is the effective number if items come in
    clusters. No difference can exceed that share, so nan means that `n` items cannot show any. (Connett's formula.)
    """
    from scipy.special import ndtri

    if n <= 0 or not 0 < discordant <= 1:
        return NAN
    size, strength = float(ndtri(0.5 + level / 2)), float(ndtri(power))
    inner = strength**2 * (n + strength**2 - size**2)
    found = np.sqrt(discordant) * (np.sqrt(n) * size + np.sqrt(max(inner, 0.0))) / (n + strength**2)
    return float(found) if found <= discordant else NAN


def benjamini_hochberg(p: ArrayLike) -> Array:
    """Return p-values, in the given order, adjusted so that of those below 5% about 5% are false discoveries."""
    p = np.asarray(p, dtype=float)
    order = np.argsort(p, kind="stable")[::-1]
    stepped = np.minimum.accumulate(p[order] * p.size / np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
