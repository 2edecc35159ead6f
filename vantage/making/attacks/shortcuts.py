"""Attack a task without its question: an attack that beats chance on the options alone has found a shortcut.

Every attack is cross-fitted: it learns (a letter, a strategy, a classifier) on the other folds, and a situation lies in
one fold only. A task passes when every attack is shown to stay below chance + 3 percentage points.
"""

from __future__ import annotations

import importlib.util
from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import numpy as np

from vantage import parallel
from vantage.data.dataset import DataSet, Part
from vantage.making.attacks import guessing
from vantage.making.attacks.features import Sketch, sketch
from vantage.making.attacks.guessing import Floats, Guess
from vantage.making.make import Progress
from vantage.names import install
from vantage.parallel import Workers
from vantage.stats.inference import effective_n

MARGIN = 0.03  # the most that an attack may gain over chance
LEVEL = 0.05  # of the tests: one-sided, over all attacks of a task
FEW_CLUSTERS = 30  # with fewer situations, the spread between them cannot be estimated

Outcome = Literal["pass", "fail", "too few"]


@dataclass(frozen=True)
class Attack:
    """How well one attack did. `bound` is the upper bound of its rate at the level that Holm's procedure gives it."""

    name: str
    detail: str  # what it learnt, where a word or two can say it
    hits: float
    n: int
    p: float  # probability of this many hits or fewer if the true rate were chance + MARGIN
    bound: float

    @property
    def rate(self) -> float:
        """The share of items it got right; a tie of k options counts as 1/k."""
        return self.hits / self.n


@dataclass(frozen=True)
class Verdict:
    """All attacks on one task, the strongest first, and the overall outcome."""

    task: str
    n: int
    chance: float
    outcome: Outcome
    needed: int  # how many items a task without shortcuts needs to pass 19 times in 20
    attacks: tuple[Attack, ...]
    baseline: Attack | None = None  # sees the question's pictures, which no shortcut may: only reported

    @property
    def limit(self) -> float:
        """The rate below which every attack must stay."""
        return self.chance + MARGIN

    def json(self) -> dict[str, Any]:
        """Return the verdict as plain JSON, with the rate of each attack."""
        attacks = [{**asdict(one), "rate": one.rate} for one in self.attacks]
        baseline = self.baseline and {**asdict(self.baseline), "rate": self.baseline.rate}
        return {**asdict(self), "limit": self.limit, "attacks": attacks, "baseline": baseline}

    def rows(self) -> list[list[str]]:
        """Return a table row per attack: task, attack, items, chance, rate, upper bound, limit, outcome."""
        return [
            [self.task, _full_name(one), f"{one.n:,}", *(f"{share:.1%}" for share in shares), self._word(one)]
            for one in (*self.attacks, *([self.baseline] if self.baseline else []))
            for shares in [(self.chance, one.rate, one.bound, self.limit)]
        ]

    def _word(self, one: Attack) -> str:
        if one is self.baseline:
            return "reported"
        if one.bound < self.limit:
            return "ok"
        return "FAILED" if self.outcome == "fail" else f"too few items (needs about {self.needed:,})"

    def __str__(self) -> str:
        best = self.attacks[0]
        found = f"the best of {len(self.attacks)} attacks ({_full_name(best)}) is right in {best.rate:.1%}"
        against = f"upper bound {best.bound:.1%}, limit {self.limit:.1%}, chance {self.chance:.1%}, {self.n:,} items"
        if self.outcome == "pass":
            return f"{self.task}: no shortcut; {found} ({against})"
        if self.outcome == "fail":
            open_ways = ", ".join(_full_name(a) for a in self.attacks if a.bound >= self.limit)
            return f"{self.task}: shortcut by {open_ways or _full_name(best)}; {found} ({against})"
        return f"{self.task}: too few items to tell (needs about {self.needed:,}); {found} ({against})"


def attack(data: DataSet, workers: Workers = 0, progress: Progress = lambda done, total: None) -> list[Verdict]:
    """Return a verdict on each task, sorted by name; items that ask for a number have no options and are skipped.

    Each item is reduced to a sketch as it is read, so the pictures are never all in memory.
    """
    if importlib.util.find_spec("sklearn") is None:
        raise ValueError(f"the attack by a trained classifier needs scikit-learn: {install('attack')}")
    tasks: defaultdict[str, list[Sketch]] = defaultdict(list)
    done = 0
    for some in parallel.map_ordered(_sketches, data.parts(workers), workers, chunk=1):
        for found in filter(None, some):
            tasks[found.task].append(found)
        done += len(some)
        progress(done, len(data))
    return [judge(task, tasks[task]) for task in sorted(tasks)]


def _sketches(part: Part) -> list[Sketch | None]:
    return [sketch(item) for item in part]


def judge(task: str, sketches: list[Sketch]) -> Verdict:
    """Return the verdict on one task from the sketches of its items."""
    chance = float(np.mean([1 / one.options for one in sketches]))
    sketches = in_clusters(sketches)
    guesses, looked = guessing.guesses(sketches), guessing.looked(sketches)
    situations = [one.situation for one in sketches]
    spread = [design_effect(guess.hits, situations) for guess in guesses]
    attacks = holm(guesses, spread, chance + MARGIN)
    n, needed = len(sketches), round(items_needed(chance, len(guesses)) * max(spread))
    surely_open = len(guesses) * min(above(guess.hits, chance + MARGIN, s) for guess, s in zip(guesses, spread)) < LEVEL
    outcome: Outcome = "too few"
    if all(one.bound < chance + MARGIN for one in attacks):
        outcome = "pass"
    elif n >= needed or surely_open:
        outcome = "fail"
    attacks.sort(key=lambda one: -one.rate)
    baseline = None
    if looked:
        (baseline,) = holm([looked], [design_effect(looked.hits, situations)], chance + MARGIN)
    return Verdict(task, n, chance, outcome, needed, tuple(attacks), baseline)


def in_clusters(sketches: list[Sketch]) -> list[Sketch]:
    """Return the items with one situation for all that share a draw: those of a situation, and those of a set.

    Variants may be of several situations and yet share words and letter: who has learnt one does not guess another.
    """
    names: dict[str, str] = {}

    def shared(name: str) -> str:
        while (other := names.setdefault(name, name)) != name:
            name = other
        return name

    for one in sketches:
        for variants in one.sets:
            names[shared(variants)] = shared(one.situation)
    return [replace(one, situation=shared(one.situation)) for one in sketches]


def holm(guesses: list[Guess], spread: list[float], limit: float) -> list[Attack]:
    """Return the attacks with their bounds by Holm's step-down procedure: the i-th smallest p is tested at 5%/(m - i).

    All bounds lie below the limit if and only if the procedure shows every attack to stay below it.
    """
    tests = sorted((below(guess.hits, limit, s), i) for i, (guess, s) in enumerate(zip(guesses, spread)))
    attacks: list[Attack] = []
    for place, (p, i) in enumerate(tests):
        guess = guesses[i]
        bound = upper(guess.hits, LEVEL / (len(tests) - place), spread[i])
        # Holm's procedure stops at the first attack not shown to be below the limit: those with a larger p fail too.
        if attacks and attacks[-1].bound >= limit:
            bound = max(bound, limit)
        attacks.append(Attack(guess.name, guess.detail, float(guess.hits.sum()), len(guess.hits), p, bound))
    return attacks


def below(hits: Floats, rate: float, spread: float = 1.0) -> float:
    """Return the probability of this many hits or fewer if the true rate were `rate` (binomial, exact)."""
    from scipy.special import betaincc

    right, wrong = _counts(hits, spread)
    return float(betaincc(right + 1, wrong, rate)) if wrong > 0 else 1.0


def above(hits: Floats, rate: float, spread: float = 1.0) -> float:
    """Return the probability of this many hits or more if the true rate were `rate` (binomial, exact)."""
    from scipy.special import betainc

    right, wrong = _counts(hits, spread)
    return float(betainc(right, wrong + 1, rate)) if right > 0 else 1.0


def upper(hits: Floats, level: float, spread: float = 1.0) -> float:
    """Return the one-sided upper bound of the rate: the rate at which `below` is `level` (Clopper and Pearson)."""
    from scipy.special import betainccinv

    right, wrong = _counts(hits, spread)
    return float(betainccinv(right + 1, wrong, level)) if wrong > 0 else 1.0


def _counts(hits: Floats, spread: float) -> tuple[float, float]:
    # Items of one situation are not independent, so counts are divided by the design effect.
    right = float(hits.sum())
    return right / spread, (len(hits) - right) / spread


def design_effect(hits: Floats, situations: list[str]) -> float:
    """Return how many times the variance grows because items share situations: 1 where each has its own."""
    clusters = len(set(situations))
    return len(hits) / (clusters if clusters < FEW_CLUSTERS else effective_n(hits, situations))


def items_needed(chance: float, attacks: int) -> int:
    """Return how many independent items a task without shortcuts needs to pass 19 times in 20."""
    from scipy.special import ndtri

    limit = chance + MARGIN
    z = -float(ndtri(LEVEL / attacks))
    root = z * (np.sqrt(limit * (1 - limit)) + np.sqrt(chance * (1 - chance))) / MARGIN
    return int(np.ceil(root**2))


def _full_name(one: Attack) -> str:
    return f"{one.name}, {one.detail}" if one.detail else one.name
