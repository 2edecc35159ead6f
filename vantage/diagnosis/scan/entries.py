"""What the search looks at in each task: slices, strategies in slices, pairs of slices; and what each look costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from vantage.diagnosis.scan.answers import Taken
from vantage.diagnosis.scan.design import COARSE, Block, Bools, Ints, rank
from vantage.diagnosis.scan.explanation import WORTH, State
from vantage.diagnosis.scan.tails import both, upper
from vantage.stats.metrics import Array

SHORT = 24  # slices of a task that pairs are made with
CURIOUS = 1.3  # standard deviations from which something is looked at more closely
SHARES = {"slice": 0.4, "strategy": 0.3, "strategy in a slice": 0.15, "pair": 0.15}
NAMED = -6.0  # log p that choices must have by themselves to be called a strategy: there are many of them
ODDS = -4.0  # the same where there are two options, and choices are no more than errors


@dataclass
class Entries:
    """What was looked at in one task, as columns: key, task, counts with their means and variances."""

    key: Array
    task: Array
    seen: Array
    mean: Array
    variance: Array
    most: Array  # errors that there could be
    inside: Array  # items
    hits: Array
    due: Array
    spread: Array
    trials: Array
    wronged: Array  # the same where there are two options: there a hit is an error, and no further evidence
    halved: Array
    halves: Array

    @classmethod
    def of(cls, parts: Sequence[Entries]) -> Entries:
        """Return the entries of all tasks."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__))

    def __len__(self) -> int:
        return len(self.key)

    def at(self, which: Ints | Bools | slice) -> Entries:
        """Return some of the entries."""
        return Entries(*(getattr(self, name)[which] for name in self.__annotations__))


def looked(state: State, task: int, number: dict[str, int]) -> Iterator[Entries]:
    """Yield what was looked at in a task: slices, strategies in slices, pairs of slices."""
    block = state.design.blocks[task]
    counts = _Counts.of(state, block)
    if counts.wrong.sum() < WORTH:
        return
    every = tuple(one[0] for one in counts.inside(np.ones((len(counts.asked), 1))))
    yield _kept(block.slices.astype(float), task, every, _none(block.held.shape[1]))
    yield from _strategies(state, task, counts, number)
    seen, mean, variance, *_ = every
    yield from _pairs(state, task, counts, (seen - mean) / np.sqrt(np.maximum(variance, 1e-9)))


@dataclass(frozen=True)
class _Counts:
    """The errors of a task, by what was explained already: the strata within which errors are drawn under the null."""

    held: NDArray[np.float32]
    stratum: Ints
    asked: Array
    wrong: Array

    @classmethod
    def of(cls, state: State, block: Block) -> _Counts:
        """Return the errors of a task."""
        asked = state.answers.asked[block.places].astype(float)
        key = np.stack([state.level[block.places], state.design.options[block.places]])
        stratum = np.unique(key, axis=1, return_inverse=True)[1].ravel()
        return cls(block.held, stratum, asked, state.answers.wrong[block.places] * asked)

    def inside(self, mask: Array) -> tuple[Array, Array, Array, Array, Array]:
        """Return errors seen, their mean, variance and maximum, and items, in slices of masks: (masks, slices).

        Errors that must be inside, because there are more than there are items outside, are left out.
        """
        seen, mean, variance, most, items = (np.zeros((mask.shape[1], self.held.shape[1])) for _ in range(5))
        for value in range(int(self.stratum.max()) + 1):
            here = self.stratum == value
            asked, wrong = self.asked[here], self.wrong[here]
            n, errors = float(asked.sum()), float(wrong.sum())
            if n < 2:
                continue
            part, rate = self.held[here], errors / n
            inside = _sums(mask[here] * asked[:, None], part)
            items += inside
            if rate > 0:
                least = np.maximum(inside + errors - n, 0)
                seen += _sums(mask[here] * wrong[:, None], part) - least
                mean += inside * rate - least
                variance += inside * (n - inside) / (n - 1) * rate * (1 - rate)
                most += np.minimum(inside, errors) - least
        return seen, mean, variance, most, items


def _strategies(state: State, task: int, counts: _Counts, number: dict[str, int]) -> Iterator[Entries]:
    """Yield strategies, in all items and in slices: where it would be wrong, are there more errors, and are they those?

    Who hardly ever did as a strategy says follows it nowhere.
    """
    block, one = state.design.blocks[task], state.followed[task]
    worth = one.hits.sum(axis=0) >= WORTH
    worth |= (one.trials.sum(axis=0) < 1e-6) & (counts.wrong @ one.applies >= WORTH)
    if not worth.any():
        return
    free = state.loose[block.places][:, None]
    several, pairs = free & ~one.pairs[:, None], free & one.pairs[:, None]
    parts = (one.hits, one.due, one.spread, one.trials)
    hits = tuple(_sums(part[:, worth] * several, block.held).ravel() for part in parts)
    hits += tuple(_sums(part[:, worth] * pairs, block.held).ravel() for part in (one.hits, one.due, one.trials))
    which = np.array([number[name] for name, kept in zip(one.names, worth) if kept])
    keys = (1 + which[:, None]) * len(state.design.slices) + block.slices[None, :]
    # How long a question is may make it hard, but does not change what is said instead.
    kept = np.tile(~_formal(state)[block.slices], len(which))
    within = tuple(part.ravel()[kept] for part in counts.inside(one.applies[:, worth]))
    yield _kept(keys.ravel()[kept].astype(float), task, within, tuple(part[kept] for part in hits))


def _pairs(state: State, task: int, counts: _Counts, signal: Array) -> Iterator[Entries]:
    """Yield pairs of slices, of which one stands out by itself."""
    block, slices = state.design.blocks[task], state.design.slices
    short = [k for k in np.argsort(-signal)[:SHORT] if k and signal[k] > CURIOUS]
    if not short:
        return
    first, second = block.slices[short][:, None], block.slices[None, :]
    low, high = np.minimum(first, second), np.maximum(first, second)
    place = np.full(len(slices), SHORT + 1)
    place[block.slices[short]] = np.arange(len(short))
    facts, formal = np.array([one.fact for one in slices]), _formal(state)
    ok = (low > 0) & (low != high) & (place[first] < place[second])  # each pair once
    ok &= (facts[first] != facts[second]) & ~formal[first] & ~formal[second]
    within = tuple(part[ok] for part in counts.inside(block.held[:, short].astype(float)))
    yield _kept(-(low * len(slices) + high).astype(float)[ok], task, within, _none(int(ok.sum())))


def _formal(state: State) -> Bools:
    """Return which slices are about the form of a question."""
    return np.array([one.fact in COARSE for one in state.design.slices])


def _none(size: int) -> tuple[Array, ...]:
    """Return the hits of what is no strategy."""
    return (np.zeros(size),) * 7


def _sums(part: Array, held: NDArray[np.float32]) -> Array:
    """Return the sums of columns in slices: (columns, slices); nothing is added up where there is nothing."""
    if not part.any():
        return np.zeros((part.shape[1], held.shape[1]))
    return (part.T.astype(np.float32) @ held).astype(float)


def _kept(key: Array, task: int, count: tuple[Array, ...], hit: tuple[Array, ...]) -> Entries:
    """Return the entries that stand out in any way."""
    seen, mean, variance, *_ = count
    hits, due, spread = hit[0] + hit[4], hit[1] + hit[5], hit[2] + hit[5] / 2
    away = (seen - mean) / np.sqrt(np.maximum(variance, 1e-9))
    drawn = (hits - due) / np.sqrt(np.maximum(spread, 1e-9))
    ok = ((away > CURIOUS) & (seen - mean > 0.5)) | ((drawn > CURIOUS) & (hits - due > 0.5))
    columns = (key, np.full(len(key), float(task)), *count, *hit)
    return Entries(*(column[ok] for column in columns))


def together(e: Entries, design: float = 1.0) -> Array:
    """Return log p of each entry: of errors beyond the level, and where a strategy is meant also of its hits."""
    missed = upper(e.seen, e.mean, e.variance, e.most, np.full(len(e), design))
    followed = upper(e.hits, e.due, e.spread, e.trials, np.ones(len(e)))
    below = upper(e.wronged, e.halved, e.halved / 2, e.halves, np.full(len(e), design))
    # Evidence of one kind is not diluted where the other can say nothing.
    mute_missed, mute_hit, mute_below = e.variance < 1e-6, e.spread < 1e-6, e.halves < 1e-6
    found = np.where(mute_hit, missed, np.where(mute_missed, followed, both(missed, followed)))
    found = np.where(mute_missed & mute_hit, below, found)
    # A strategy is named if the choices speak for it, not only that there are errors: of two options, if it is followed
    # more often than by a coin.
    spoken = (mute_hit | (followed < NAMED)) & (mute_below | (below < ODDS) | ~mute_hit)
    return np.where(spoken, found, 0.0)


def parts(key: float, size: int, names: list[str]) -> tuple[tuple[int, ...], str]:
    """Return the slices and the strategy that a key stands for."""
    if key < 0:
        low, high = divmod(int(-key), size)
        return (low, high), ""
    which, place = divmod(int(key), size)
    return ((place,) if place else ()), names[which - 1] if which else ""


def costs(state: State, e: Entries, place: Ints, share: Array) -> Array:
    """Return the logarithm of what was looked at in the stead of each entry, by its kind, tasks, and facts."""
    design = state.design
    size, tasks = len(design.slices), len(design.blocks)
    whole, task = e.key.astype(np.int64), e.task.astype(np.int64)
    pair, strategy = whole < 0, whole >= size
    slices = np.where(pair, 0, whole % size)
    named = _named(state.followed)
    # Of one task alone, what was looked at is what it has; of several, what any task has.
    which = np.where(strategy, whole // size, 0)
    within = np.stack([block.cost for block in design.blocks])
    of = [(within, task, named, -np.log(share[task])), (design.cost[None, :], 0 * task, named.max(axis=0)[None], None)]
    found = []
    for usually, row, usual, where in of:
        cost = usually[row, slices] + usual[row, which]
        cost[pair] = usually[row[pair], -whole[pair] // size] + usually[row[pair], -whole[pair] % size] - log(2)
        subsets = np.array([lgamma(tasks + 1) - lgamma(k + 1) - lgamma(tasks - k + 1) for k in range(tasks + 1)])
        several = log(max(2, min(tasks, 8))) + subsets[np.minimum(place, tasks)]
        found.append(cost + (several if where is None else np.where(place == 1, where, np.inf)))
    cost = np.minimum(*found) + log(2)
    bare = strategy & (slices == 0)
    for kind, which in (
        ("slice", ~pair & ~strategy),
        ("pair", pair),
        ("strategy", bare),
        ("strategy in a slice", strategy & ~bare),
    ):
        cost[which] -= log(SHARES[kind])
    return np.asarray(cost, dtype=float)


def _named(followed: list[Taken]) -> Array:
    """Return log(kinds of strategy x strategies of its kind) in each task, by the strategy's number from 1."""
    names = sorted({name for one in followed for name in one.names})
    found = np.zeros((len(followed), len(names) + 1))
    for row, one in enumerate(followed):
        kinds = Counter(rank(name) for name in one.names)
        for name in one.names:
            found[row, names.index(name) + 1] = log(len(kinds) * kinds[rank(name)])
    return found
