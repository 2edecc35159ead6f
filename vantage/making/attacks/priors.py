"""Attack tasks that ask for a number scored by nearness: how near comes a guess that sees no picture?

Two guessers learn on other folds of the set: one the best constant of a task's tier, the other what is usual where
certain things are named. What they reach is the prior; skill is how far a model gets from there to a perfect score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import seeds, tasks
from vantage.item import Item, Number
from vantage.making.attacks.shortcuts import LEVEL, Outcome, above, design_effect
from vantage.stats.metrics import best_constant, mra

FOLDS = 5
MORE = 0.05  # so much more than the best constant may be reached by knowing the names, unless the task says otherwise
SHRUNK = 3.0  # a name's own usual value counts as much as that of all items once so many items name it

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Known:
    """What a guesser may know of an item: the question's task and tier, the things it names, and how it came out."""

    situation: str
    named: tuple[str, ...]
    value: float


@dataclass(frozen=True)
class Guessed:
    """How near one guesser came on the items of one tier of a task: its mean relative accuracy."""

    task: str
    tier: str
    guess: str
    n: int
    rate: float
    limit: float
    outcome: Outcome

    def json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return asdict(self)

    def row(self) -> list[str]:
        """Return a table row: task, tier, guess, items, mean relative accuracy, limit, outcome."""
        words = {"pass": "ok", "fail": "FAILED", "too few": "too few items to tell"}
        shares = [f"{self.rate:.3f}", f"{self.limit:.3f}"]
        return [self.task, self.tier, self.guess, f"{self.n:,}", *shares, words[self.outcome]]


def attack(items: Iterable[Item]) -> list[Guessed]:
    """Return how near each guesser comes; tasks without a prior, and items of other versions, are left out."""
    return [one for (task, tier), known in _known(items).items() for one in _guessed(task, tier, known)]


def prior(items: Iterable[Item]) -> dict[str, float]:
    """Return for each task that asks for numbers scored by nearness the best that a guesser reaches on these items."""
    hits: dict[str, list[list[Floats]]] = defaultdict(lambda: [[], []])
    for (task, _), known in _known(items).items():
        for found, guessed in zip(hits[task], (constants(known), names(known))):
            found.append(guessed)
    return {task: max(float(np.concatenate(one).mean()) for one in both) for task, both in hits.items()}


def _known(items: Iterable[Item]) -> dict[tuple[str, str], list[Known]]:
    found: dict[tuple[str, str], list[Known]] = defaultdict(list)
    for item in items:
        if isinstance(item.answer, Number) and item.answer.rule == "mra" and item.answer.value:
            named = tuple(map(str, item.tags.get("named", ())))
            found[item.task, str(item.tags.get("tier", ""))].append(Known(item.situation, named, item.answer.value))
    return found


def _guessed(task: str, tier: str, known: Sequence[Known]) -> Iterator[Guessed]:
    allowed = tasks.get(task).prior if task in tasks.names() else None
    if allowed is None:
        return
    best, named = constants(known), names(known)
    usual = allowed.named if tier in (allowed.tiers or {tier}) else 0.0
    limits = allowed.constant, usual or float(best.mean()) + MORE
    for guess, hits, limit in zip(("the best constant", "what is usual of the name"), (best, named), limits):
        surely = above(hits, limit, design_effect(hits, [one.situation for one in known])) < LEVEL
        outcome: Outcome = "pass" if hits.mean() <= limit else "fail" if surely else "too few"
        yield Guessed(task, tier, guess, len(hits), float(hits.mean()), limit, outcome)


def _folds(known: Sequence[Known]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield which items to learn from and which to guess; those of one situation are in one fold."""
    fold = np.array([int(seeds.digest("fold", one.situation), 16) % FOLDS for one in known])
    for number in range(FOLDS):
        learnt, guessed = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        if len(guessed):
            yield (learnt if len(learnt) else guessed), guessed


def constants(known: Sequence[Known]) -> Floats:
    """Return the mean relative accuracy, for each item, of the constant that is best for the other folds."""
    values, hits = np.array([one.value for one in known]), np.zeros(len(known))
    for learnt, guessed in _folds(known):
        hits[guessed] = mra(best_constant(values[learnt]), values[guessed])
    return hits


def names(known: Sequence[Known]) -> Floats:
    """Return the mean relative accuracy, for each item, of what is usual in other folds where the same is named."""
    values, hits = np.array([one.value for one in known]), np.zeros(len(known))
    for learnt, guessed in _folds(known):
        whole = float(np.log(best_constant(values[learnt])))
        by_name: dict[str, list[float]] = defaultdict(list)
        for i in learnt.tolist():
            for name in known[i].named:
                by_name[name].append(values[i])
        usual = {name: _shrunk(np.array(some), whole) for name, some in by_name.items()}
        told = [np.mean([usual.get(name, whole) for name in known[i].named] or [whole]) for i in guessed.tolist()]
        hits[guessed] = mra(np.exp(told), values[guessed])
    return hits


def _shrunk(values: Floats, whole: float) -> float:
    """Return the logarithm of the best constant for some values, drawn toward that of all where they are few."""
    return (len(values) * float(np.log(best_constant(values))) + SHRUNK * whole) / (len(values) + SHRUNK)
