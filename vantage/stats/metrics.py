"""Numbers from outcomes: proportions with honest intervals, and how they compare with guessing.

Pure functions on arrays. A failed request is not an answer, so accuracies leave it out; `with_failures` says how low
the accuracy would be if every failed request counted as wrong.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
LEVEL = 0.95


def accuracy(right: ArrayLike) -> float:
    """Return the share of right answers, or nan if there are no answers; `right` is 0 or 1 for each answer."""
    right = np.asarray(right, dtype=float)
    return float(right.mean()) if right.size else float("nan")


def caa(right: ArrayLike, chance: ArrayLike) -> float:
    """Return (sum of right - sum of chance) / (N - sum of chance): 0 for a uniform guesser, 1 when all are right.

    `chance` is 1/n for an item with n options. Chance-adjusted accuracy is Cohen's kappa against a uniform guesser.
    """
    right = np.asarray(right, dtype=float)
    if not right.size:
        return float("nan")
    return float(above_chance(right.mean(), np.broadcast_to(np.asarray(chance, dtype=float), right.shape).mean()))


def above_chance(rate: ArrayLike, chance: ArrayLike) -> Array:
    """Return rates rescaled so that `chance` becomes 0 and 1 stays 1; nan where chance is 1.

    The map is linear, so it also turns an interval of accuracy into one of chance-adjusted accuracy.
    """
    rate, chance = np.broadcast_arrays(np.asarray(rate, dtype=float), np.asarray(chance, dtype=float))
    room = 1 - chance
    scaled: Array = np.divide(rate - chance, room, out=np.full(rate.shape, np.nan), where=room > 0)
    return scaled


def wilson(right: ArrayLike, n: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
    """Return the ends of the Wilson score interval for `right` out of `n`; nan where n is 0.

    `right` need not be a whole number: it may be a share times an effective number of answers.
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
    # Rounding errors would leave the ends slightly off 0 and 1 where the formula gives exactly these.
    return np.where(right == 0, 0 * safe, middle - half), np.where(right == n, 0 * safe + 1, middle + half)


def with_failures(right: ArrayLike, answered: ArrayLike, failed: ArrayLike) -> tuple[Array, Array]:
    """Return the accuracy with every failed request counted as wrong, and with all of them left out."""
    right, answered, failed = (np.asarray(value, dtype=float) for value in (right, answered, failed))
    return _share(right, answered + failed), _share(right, answered)


def _share(part: Array, whole: Array) -> Array:
    part, whole = np.broadcast_arrays(part, whole)
    share: Array = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return share


def circular_soft(right: ArrayLike, answered: ArrayLike) -> float:
    """Return the share of right answers over all rotations of all items, pooled; nan if there are no answers.

    Both arrays have an entry for each item and rotation. An item with more options has more rotations, so more weight.
    """
    right, answered = (np.asarray(value, dtype=bool) for value in (right, answered))
    return accuracy(right[answered])


def circular_hard(unit: ArrayLike, options: ArrayLike, right: ArrayLike, answered: ArrayLike) -> tuple[float, int, int]:
    """Return the share of items that are right in every rotation, the number of items, and how many were left out."""
    whole, passed = circles(unit, options, right, answered)
    return accuracy(passed[whole]), int(whole.sum()), int((~whole).sum())


def circles(unit: ArrayLike, options: ArrayLike, right: ArrayLike, answered: ArrayLike) -> tuple[Bools, Bools]:
    """Return, for each item in the order of `unit`, whether all its rotations were answered, and whether all are right.

    All arrays have an entry for each item and rotation: `unit` is the item's number, `options` its number of rotations.
    An item is incomplete if a request failed or was never made.
    """
    _, place = np.unique(np.asarray(unit), return_inverse=True)
    right, answered = (np.asarray(value, dtype=bool) for value in (right, answered))
    needed = np.zeros(int(place.max(initial=-1)) + 1, dtype=np.int64)
    np.maximum.at(needed, place, np.asarray(options, dtype=np.int64))
    whole = np.bincount(place, answered, needed.size) >= needed
    return whole, np.bincount(place, right & answered, needed.size) >= needed


def binomial_p(right: float, n: float, chance: float) -> float:
    """Return the two-sided p-value of `right` out of `n` under a success rate of `chance` (twice the smaller tail).

    For items with different chances, use the mean: their sum varies less than a binomial with the same mean, so the
    test is conservative.
    """
    from scipy.special import bdtr, bdtrc

    if n <= 0 or not 0 < chance < 1:
        return 1.0
    # An effective count need not be whole; it is rounded toward the value expected by chance.
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


def view_consistency(scene: ArrayLike, claim: ArrayLike, right: ArrayLike, views: int) -> tuple[float, float, int, int]:
    """Return the shares of scenes whose views agree, and agree and are right; the number of scenes; and those left out.

    `claim` is a number for what an answer says about its scene, mapped to one frame; below 0 it says nothing and agrees
    with no other. A scene without an answer to each of its `views` views is left out. (SCOPE's consistency score.)
    """
    units, place = np.unique(np.asarray(scene), return_inverse=True)
    claims, rights = np.asarray(claim, dtype=np.int64), np.asarray(right, dtype=bool)
    seen = np.bincount(place, minlength=len(units))
    lowest, highest = np.full(len(units), np.iinfo(np.int64).max), np.full(len(units), -1)
    np.minimum.at(lowest, place, claims)
    np.maximum.at(highest, place, claims)
    whole = seen >= views
    agrees = whole & (lowest == highest) & (lowest >= 0)
    all_right = agrees & (np.bincount(place, weights=rights, minlength=len(units)) == seen)
    n = int(whole.sum())
    share = [float(found.sum()) / n if n else float("nan") for found in (agrees, all_right)]
    return share[0], share[1], n, len(units) - n


def confusion(key: ArrayLike, chosen: ArrayLike, labels: int) -> Array:
    """Return the confusion matrix (labels, labels): how often each label was right (rows) and chosen (columns)."""
    counts = np.zeros((labels, labels))
    np.add.at(counts, (np.asarray(key, dtype=np.int64), np.asarray(chosen, dtype=np.int64)), 1)
    return counts


def row_shares(counts: ArrayLike) -> Array:
    """Return a matrix of counts with each row divided by its sum; nan where a row is empty."""
    counts = np.asarray(counts, dtype=float)
    return _share(counts, np.broadcast_to(counts.sum(axis=1, keepdims=True), counts.shape))


def never_chosen(counts: ArrayLike) -> list[int]:
    """Return the labels of a confusion matrix that are right for some items but chosen for none: a collapse."""
    counts = np.asarray(counts, dtype=float)
    return [int(label) for label in np.flatnonzero((counts.sum(axis=1) > 0) & (counts.sum(axis=0) == 0))]


UPDATING_ERRORS = ("right", "wrong direction", "no rotation", "wrong angle", "other")


def updating_errors(before: ArrayLike, chosen: ArrayLike, steps: ArrayLike) -> NDArray[np.int64]:
    """Return, as indices into UPDATING_ERRORS, what went wrong in answers about an imagined walk around a target.

    Labels are numbered 0 to 7 in the order in which they follow each other on the walk; `steps` is its length in
    eighths of a turn. A walk in the wrong direction ends where a walk by another angle would, so the wrong direction is
    checked first; half a turn has no wrong direction.
    """
    gone = (np.asarray(chosen, dtype=np.int64) - np.asarray(before, dtype=np.int64)) % 8
    steps = np.broadcast_to(np.asarray(steps, dtype=np.int64), gone.shape)
    cases = [gone == steps % 8, gone == -steps % 8, gone == 0, gone % 2 == 0]
    return np.select(cases, range(4), default=4).astype(np.int64)


# Tolerated relative errors: 1 minus VSI-Bench's thresholds 0.50, 0.55, ..., 0.95.
MRA_TOLERANCES = np.arange(50, 0, -5) / 100
MRA_RULES = {"paper": np.less, "code": np.less_equal}  # VSI-Bench's paper excludes the border, its code includes it


def mra(value: ArrayLike, right: ArrayLike, rule: str = "paper") -> Array:
    """Return mean relative accuracy: for each number, the share of ten tolerances within which it is right.

    If the right number is zero, only zero is within any tolerance.
    """
    if rule not in MRA_RULES:
        raise ValueError(f"unknown rule {rule!r} for the border of a tolerance; there are {', '.join(MRA_RULES)}")
    value, right = np.broadcast_arrays(np.asarray(value, dtype=float), np.asarray(right, dtype=float))
    size = np.where(right == 0, 1, np.abs(right))
    # Rounded, so that 10.5 lies exactly on the border of 5% around 10.
    error = np.where((right == 0) & (value != 0), np.inf, np.abs(value - right) / size).round(12)
    met: Array = MRA_RULES[rule](error[..., None], MRA_TOLERANCES).mean(axis=-1)
    return met


def best_constant(right: ArrayLike) -> float:
    """Return the one number that, given for all of these, has the highest mean relative accuracy."""
    right = np.asarray(right, dtype=float)
    tried = np.unique(np.concatenate([right, 0.8 * right, 1.2 * right]))
    return float(tried[mra(tried[:, None], right[None]).mean(axis=1).argmax()])


def skill(reached: float, prior: float) -> float:
    """Return how far a score lies from a prior to perfection: 0 is no better than the prior, 1 is perfect."""
    return (reached - prior) / (1 - prior) if prior < 1 else float("nan")


def f1(due: ArrayLike, said: ArrayLike) -> float:
    """Return the F1 score of yes/no answers (yes is 1): harmonic mean of precision and recall; nan without a yes."""
    due, said = np.asarray(due, dtype=bool), np.asarray(said, dtype=bool)
    wrong, hits = (due != said).sum(), (due & said).sum()
    return float(2 * hits / (2 * hits + wrong)) if hits + wrong else float("nan")


VARIANTS = ("base", "symmetric", "syntactic", "both")  # a question, and how it was varied
PAIRS = {"symmetric": ((0, 1), (2, 3)), "syntactic": ((0, 2), (1, 3)), "cross": ((0, 3), (1, 2))}
PATTERNS = tuple("".join(pattern) for pattern in product("CW", repeat=len(VARIANTS)))  # C is right, W is wrong


def same_outcome(right: ArrayLike) -> dict[str, Bools]:
    """Return for each way in which two questions differ whether each pair (sets, pairs) came out alike.

    `right` is 0 or 1, (sets, 4) in the order of VARIANTS, or (sets, 2) for only base and symmetric.
    """
    right = np.asarray(right, dtype=bool)
    held = {kind: [pair for pair in pairs if max(pair) < right.shape[1]] for kind, pairs in PAIRS.items()}
    return {
        kind: np.stack([right[:, a] == right[:, b] for a, b in pairs], axis=1) for kind, pairs in held.items() if pairs
    }


def pairwise_consistency(*right: ArrayLike) -> dict[str, float]:
    """Return the share of pairs with the same outcome, by how the two questions differ, and their mean as "all".

    Each of `right` is as `same_outcome` has it: sets of four questions and sets of two may be given together.
    (SpinBench.)
    """
    alike = [same_outcome(sets) for sets in right]
    pooled = {kind: [one[kind].ravel() for one in alike if kind in one and one[kind].size] for kind in PAIRS}
    found = {kind: accuracy(np.concatenate(parts)) for kind, parts in pooled.items() if parts}
    return found | {"all": sum(found.values()) / len(found) if found else float("nan")}


def perfect_rate(right: ArrayLike) -> float:
    """Return the share of sets (sets, variants) whose answers are all right or all wrong. (SpinBench.)"""
    right = np.asarray(right, dtype=bool)
    return accuracy(right.all(axis=1) | ~right.any(axis=1))


def patterns(right: ArrayLike) -> dict[str, int]:
    """Return how many sets (sets, 4) have each of the 16 patterns, "CCCC" to "WWWW", in the order of VARIANTS."""
    place = (~np.asarray(right, dtype=bool)) @ (1 << np.arange(len(VARIANTS))[::-1])
    return dict(zip(PATTERNS, np.bincount(place, minlength=len(PATTERNS)).tolist()))
