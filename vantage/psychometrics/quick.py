"""A full score from a part of the items: calibrated on runs of other models, chosen at random or one by one.

A model has one ability, and in each category of items a strength of its own that the ability does not tell; how large
these are is measured on the calibration runs. The answers at hand give both, and both predict the answers to the items
that were not asked. How far such predictions miss is not taken from theory: each calibration run is replayed with items
calibrated without it, and the intervals are widened, or narrowed, to what that shows.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

import numpy as np

from vantage import seeds
from vantage.psychometrics.curves import Curves
from vantage.psychometrics.scale import fit_2pl
from vantage.stats.metrics import Array, Ints

ENOUGH = 40  # calibration runs from which on choosing items pays
FEWEST = 5
LARGE = 40  # items of a category from which on it is calibrated by itself
FOLDS = 5
DRAWS = 1000
TAIL = 5  # degrees of freedom of what is drawn: longer tails than those of any posterior here
NEWTON = 12
LEVEL = 0.95


@dataclass(frozen=True)
class Calibration:
    """What runs of other models say of the items; `category` numbers what each item is about."""

    curves: Curves
    category: Ints
    own: float  # spread of a model's strengths in single categories
    models: int
    misses: Array  # of replayed estimates, in units of the spread they claimed
    replayed: float  # root mean square of the replayed estimates' errors; nan before they were replayed


@dataclass(frozen=True)
class Estimate:
    """A full score as far as the answers at hand tell it, with its interval."""

    score: float
    low: float
    high: float
    answered: int
    items: int
    spread: float  # as the model claims it, before it is widened by what replays show


def calibrate(answers: Array, floor: Array, category: Ints) -> Calibration:
    """Return the calibration by answers (models, items) from 0 to 1, nan where there is none."""
    asked = ~np.isnan(answers).all(axis=0)
    scale = fit_2pl(answers[:, asked], floor[asked], errors=False)
    # What nobody was asked is taken for an item like the others.
    log_a, b = np.full(len(floor), scale.prior.log_a), np.full(len(floor), scale.prior.b)
    log_a[asked], b[asked] = np.log(scale.a), scale.b
    curves = Curves(log_a, b, floor)
    own = _strengths(curves, scale.theta, answers, category)
    curves = _by_category(curves, own, answers, category)
    return Calibration(curves, category, own, len(answers), np.ones(1), float("nan"))


def _by_category(curves: Curves, own: float, answers: Array, category: Ints) -> Curves:
    """Return the curves with large categories calibrated by themselves.

    One ability for all places models wrongly within a category, which makes its items look less telling than they are.
    """
    log_a, b = curves.log_a.copy(), curves.b.copy()
    wide = float(np.hypot(1, own))  # the spread of what models can do in one category
    asked = ~np.isnan(answers).all(axis=0)
    for one in np.flatnonzero(np.bincount(category[asked]) >= LARGE):
        inside = np.flatnonzero(asked & (category == one))
        there = ~np.isnan(answers[:, inside]).all(axis=1)
        if there.sum() < FEWEST:
            continue
        scale = fit_2pl(answers[np.ix_(there, inside)], curves.c[inside], errors=False)
        log_a[inside], b[inside] = np.log(scale.a / wide), scale.b * wide
    return Curves(log_a, b, curves.c)


def replayed(calibration: Calibration, answers: Array, number: int, adaptive: bool) -> Calibration:
    """Return the calibration with what is learned from replaying each of its runs on `number` items."""
    fold = seeds.generator("quick", "folds", len(answers)).permutation(len(answers)) % FOLDS
    misses, errors = [], []
    for one in range(FOLDS):
        known = calibrate(answers[fold != one], calibration.curves.c, calibration.category)
        for row in answers[fold == one]:
            found = estimate(known, replay(known, row, number, adaptive))
            errors.append(float(np.nanmean(row)) - found.score)
            misses.append(errors[-1] / max(found.spread, 1e-6))
    return replace(calibration, misses=np.array(misses), replayed=float(np.sqrt(np.mean(np.square(errors)))))


def replay(calibration: Calibration, row: Array, number: int, adaptive: bool) -> Array:
    """Return what a quick run would have seen of a model's answers; nan elsewhere."""
    seen = np.full(len(row), np.nan)
    there = np.flatnonzero(~np.isnan(row))
    if not adaptive:
        rng = seeds.generator("quick", "at random", len(row), int(np.nansum(row) * 1000))
        return _at(row, rng.permutation(there)[:number])
    state = State(calibration, seen, frozenset(np.flatnonzero(np.isnan(row)).tolist()))
    for _ in range(min(number, len(there))):
        state = state.answered(place := state.next_item(), float(row[place]))
    return state.answers


def _at(row: Array, places: Ints) -> Array:
    seen = np.full(len(row), np.nan)
    seen[places] = row[places]
    return seen


@dataclass(frozen=True)
class State:
    """A quick run as it stands: the answers, the items that are not to be asked, and where the model is."""

    calibration: Calibration
    answers: Array
    barred: Set[int] = frozenset()
    where: Array | None = None  # ability, then the strength in each category

    def answered(self, place: int, value: float) -> State:
        """Return the state after an answer."""
        answers = self.answers.copy()
        answers[place] = value
        return replace(self, answers=answers).located()

    def located(self) -> State:
        """Return the state with the model placed where its answers say."""
        return replace(self, where=_posterior(self.calibration, self.answers, self.where)[0])

    def next_item(self, under_way: Set[int] = frozenset()) -> int:
        """Return the item to ask next: of the category that has had least of its share, the one that tells most.

        Without the balance, a few categories with steep items would speak for all. -1 if none is left.
        """
        kept, category = self.calibration, self.calibration.category
        open_to = np.isnan(self.answers)
        open_to[list(self.barred | under_way)] = False
        if not open_to.any():
            return -1
        size = np.bincount(category)
        asked = ~np.isnan(self.answers)
        asked[list(under_way)] = True
        had, left = (np.bincount(category, of, len(size)) for of in (asked, open_to))
        due = np.where(left > 0, size / size.sum() * (had.sum() + 1) - had, -np.inf)
        where = self.where if self.where is not None else np.zeros(len(size) + 1)
        chosen = int(due.argmax())
        inside = np.flatnonzero(open_to & (category == chosen))
        told = _part(kept.curves, inside).information(where[:1] + where[1 + chosen])[0]
        return int(inside[told.argmax()])


def estimate(calibration: Calibration, answers: Array) -> Estimate:
    """Return the full score that some answers (nan where there is none) point to."""
    from scipy.special import stdtrit

    where, weight = _drawn(calibration, answers)
    unseen = np.isnan(answers)
    right = _predicted(calibration, where, unseen)
    n = len(answers)
    totals, chance = right.sum(axis=1), weight @ (right * (1 - right)).sum(axis=1)
    expected = float(weight @ totals)
    score = (float(np.nansum(answers)) + expected) / n
    spread = float(np.sqrt(weight @ (totals - expected) ** 2 + chance) / n)
    usual = float(np.sqrt(np.mean(calibration.misses**2)))
    half = usual * spread * float(stdtrit(len(calibration.misses), 0.5 + LEVEL / 2))
    low, high = max(np.nansum(answers) / n, score - half), min(1 - np.nansum(1 - answers) / n, score + half)
    return Estimate(score, float(low), float(high), int((~unseen).sum()), n, spread)


def _drawn(calibration: Calibration, answers: Array) -> tuple[Array, Array]:
    """Return places where the model may be, and the weight of each.

    The posterior leans toward low abilities, where guesses tell little, so that its mode alone would flatter: draws
    from a wide bell around the mode are weighed by what the posterior is there (importance sampling).
    """
    mode, root = _posterior(calibration, answers, None)
    rng = seeds.generator("quick", "draws")
    steps = rng.normal(size=(DRAWS, len(mode))) / np.sqrt(rng.chisquare(TAIL, (DRAWS, 1)) / TAIL)
    where = mode + steps @ root.T
    seen = ~np.isnan(answers)
    right, given = _predicted(calibration, where, seen), answers[seen]
    told = np.log(right) @ given + np.log1p(-right) @ (1 - given) - 0.5 * where**2 @ _prior(calibration)
    offered = -0.5 * (TAIL + len(mode)) * np.log1p((steps**2).sum(axis=1) / TAIL)
    weight = np.exp(told - offered - (told - offered).max())
    return where, weight / weight.sum()


def _prior(calibration: Calibration) -> Array:
    """Return how precisely ability, then the strength in each category, are known of a model before it answers."""
    categories = int(calibration.category.max()) + 1
    return np.array([1.0] + [max(calibration.own, 1e-3) ** -2] * categories)


def _predicted(calibration: Calibration, draws: Array, which: Array) -> Array:
    """Return how likely each of some items is answered rightly: (draws, items)."""
    curves, category = _part(calibration.curves, np.flatnonzero(which)), calibration.category[which]
    z = curves.a * (draws[:, :1] + draws[:, 1:][:, category] - curves.b)
    right: Array = curves.c + (1 - curves.c) * 0.5 * (1 + np.tanh(z / 2))
    return np.clip(right, 1e-9, 1 - 1e-9)


def _part(curves: Curves, which: Ints) -> Curves:
    return Curves(curves.log_a[which], curves.b[which], curves.c[which])


def _posterior(calibration: Calibration, answers: Array, start: Array | None) -> tuple[Array, Array]:
    """Return the mode of ability and strengths given the answers, and a root of their covariance (Laplace)."""
    seen = np.flatnonzero(~np.isnan(answers))
    curves, category, x = _part(calibration.curves, seen), calibration.category[seen], answers[seen]
    size = int(calibration.category.max()) + 2
    design = np.zeros((len(seen), size))
    design[:, 0] = 1
    design[np.arange(len(seen)), category + 1] = 1
    prior = np.diag(_prior(calibration))
    where = np.zeros(size) if start is None else start
    for _ in range(NEWTON):
        z = curves.a * (design @ where - curves.b)
        s = 0.5 * (1 + np.tanh(z / 2))
        right = np.clip(curves.c + (1 - curves.c) * s, 1e-9, 1 - 1e-9)
        pull = s / right
        gradient = design.T @ (curves.a * (x - right) * pull) - prior @ where
        weight = curves.a**2 * (1 - curves.c) * s * (1 - s) * pull
        precision = (design.T * weight) @ design + prior
        step = np.clip(np.linalg.solve(precision, gradient), -1, 1)
        where = where + step
        if np.abs(step).max() < 1e-6:
            break
    return where, np.linalg.cholesky(np.linalg.inv(precision))


def _strengths(curves: Curves, theta: Array, answers: Array, category: Ints) -> float:
    """Return how widely models' strengths in single categories spread beyond what chance explains."""
    shapes, given = curves.shapes(theta), ~np.isnan(answers)
    pulled = np.where(given, np.nan_to_num(answers) - shapes.right.T, 0.0) * (shapes.pull * curves.a[:, None]).T
    told = np.where(given, (shapes.weight * curves.a[:, None] ** 2).T, 0.0)
    member = np.eye(int(category.max()) + 1)[category]
    if member.shape[1] < 2:
        return 0.0
    sums, weights = pulled @ member, told @ member
    known = weights > 1e-9
    shift, noise = sums[known] / weights[known], 1 / weights[known]
    # Precise ones count more; a shift varies by what is sought and by noise.
    trust = weights[known] ** 2 / (1 + weights[known]) ** 2
    return float(np.sqrt(max(0.0, float((trust * (shift**2 - noise)).sum() / trust.sum()))))
