"""The search itself: which slices, strategies and pairs of them explain a model's losses, the best first.

Everything is tested against the model's own level: within a task (and within what has been explained already), errors
are drawn without replacement under the null, so a task's total says nothing about a slice of it. A strategy has a
second, independent piece of evidence: among the errors, it predicts which wrong option was taken.

What is looked at is weighted before it is tested: tasks by their share of the errors, facts alike, and within a fact
its slices alike. An explanation is believed if its p-value survives its weight (Bonferroni, weighted); the best one is
that with the most evidence left after the weight, which favours simple ones. Then its slice becomes a level of its own,
and the search begins again on what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from vantage.diagnosis.scan.answers import Answers, Taken, taken
from vantage.diagnosis.scan.design import COARSE, Block, Bools, Design, Ints, rank
from vantage.diagnosis.scan.tails import both, upper
from vantage.stats.metrics import Array

ALPHA = 0.025  # for everything that is searched
BETWEEN = 0.005  # for what is compared between tasks
UNITS = 4  # tasks, at least, inside a slice and outside
PART = 4  # items, at least, that make a unit
APART = 0.1  # more errors, at least, inside
NOBODY = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
SILENT = 0.02  # of the answers: from here it is looked for where a model is silent
ROUNDS = 8  # explanations of one model
SHORT = 24  # slices of a task that pairs are made with
CURIOUS = 1.3  # standard deviations from which something is looked at more closely
SHARES = {"slice": 0.4, "strategy": 0.3, "strategy in a slice": 0.15, "pair": 0.15}
PLAIN = -4.6  # log p that a further task must have by itself to be named with the others
ALIKE = 0.35  # of the strength in the task that shows a slice best: less is another thing, or luck
REST = 0.25  # of the excess in a part: more beside it, and the part is not all
OBSCURE = 3  # kinds of strategy from here are said by another if one is followed as often
MATCH = 0.9  # of the hits of a strategy: from here another is followed as often
WIDE = 5  # tasks: what holds in so many holds in others too where most errors fit
MOSTLY = 0.6  # of the errors in a slice: from here they are of one kind
NAMED = -6.0  # log p that choices must have by themselves to be called a strategy: there are many of them
ODDS = -4.0  # the same where there are two options, and choices are no more than errors
WORTH = 3  # excess errors, at least, that make an explanation


@dataclass(frozen=True)
class Explanation:
    """What explains a loss: a slice, or two together, in some tasks; perhaps with what the model does there."""

    tasks: tuple[str, ...]
    slices: tuple[int, ...]  # of the design; none: all items of the tasks
    strategy: str  # empty: it errs, in no one way
    log_p: float
    evidence: float  # minus log p, less what was looked at in its stead
    held: Bools  # the items of the design that it is about
    beside: Bools  # those of the same tasks and levels that it is not about
    hit: Bools  # those that show the strategy
    lost: float  # errors beyond the model's own level
    hits: float = 0.0
    due: float = 0.0
    errors: float = 0.0  # those among which the hits are
    across: bool = False  # whether whole tasks are compared, not the items of each


@dataclass
class _Entries:
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

    def __len__(self) -> int:
        return len(self.key)

    def at(self, which: Ints | Bools | slice) -> _Entries:
        """Return some of the entries."""
        return _Entries(*(getattr(self, name)[which] for name in self.__annotations__))


def explanations(design: Design, answers: Answers) -> list[Explanation]:
    """Return what explains a model's losses, in the order in which it was found; where it is silent comes first."""
    level = np.zeros(len(design.items), dtype=np.int64)  # of what was explained: each has a level of its own
    loose = np.ones(len(design.items), dtype=bool)  # whose choices no strategy explains yet
    found: list[Explanation] = []
    if answers.silent.sum() > SILENT * answers.asked.sum():
        mute = replace(answers, wrong=answers.silent, rows=(*NOBODY, np.zeros(0)), places=NOBODY)
        found = _searched(design, mute, found, level, loose, ALPHA / 2)
        for one in found:
            level = np.unique(level * 2 + one.held, return_inverse=True)[1].ravel()
        return _searched(design, answers, found, level, loose, ALPHA / 2)
    return _searched(design, answers, found, level, loose, ALPHA)


def _searched(
    design: Design, answers: Answers, before: list[Explanation], level: Ints, loose: Bools, alpha: float
) -> list[Explanation]:
    """Return what was found before, and what explains the rest."""
    found = list(before)
    followed = [taken(block, design, answers) for block in design.blocks]
    while len(found) < ROUNDS:
        best = _best(design, answers, followed, level, loose, alpha)
        if best is None:
            break
        best = _plainer(design, answers, best, followed, level, loose, alpha)
        best = _followed(design, best, followed, loose)
        found.append(best)
        level = np.unique(level * 2 + best.held, return_inverse=True)[1].ravel()
        # Of two options, whoever errs takes the other one: there is no more to say about which.
        loose = loose & ~(best.held & ((design.options == 2) | bool(best.strategy)))
    return [*found, *_between(design, answers, found)]


def _between(design: Design, answers: Answers, found: list[Explanation]) -> Iterator[Explanation]:
    """Yield the slice whose tasks are the weakest, where that is more than tasks that differ at random would show.

    What is the same for all items of a task cannot be tested within it. Here tasks are the units, or their parts in and
    out of the slice, and a rank test asks whether those inside are worse.
    """
    left = answers.asked.copy()
    for one in found:
        left &= ~one.held
    rates = _rates(design, answers, left)
    tested: dict[bytes, tuple[float, int]] = {}
    for place in range(1, len(design.slices)):
        inside, outside = (part[~np.isnan(part)] for part in rates[:, :, place])
        if min(len(inside), len(outside)) >= UNITS:
            away = inside.mean() - outside.mean() > APART
            log_p = _ranked(np.concatenate([inside, outside]), len(inside)) if away else 0.0
            tested.setdefault(rates[:, :, place].tobytes(), (log_p, place))
    if not tested:
        return
    log_p, place = min(tested.values(), key=lambda one: one[0])
    evidence = -log_p - log(len(tested))
    if evidence > -log(BETWEEN):
        held = np.zeros(len(left), dtype=bool)
        for block in design.blocks:
            if place in block.columns:
                held[block.places] = block.held[:, block.columns[place]] > 0
        held &= left
        beside = left & ~held
        lost = float((answers.wrong[held] - answers.wrong[beside].mean()).sum())
        tasks = tuple(block.task for block in design.blocks if held[block.places].any())
        yield Explanation(tasks, (place,), "", log_p, evidence, held, beside, np.zeros_like(held), lost, across=True)


def _rates(design: Design, answers: Answers, left: Bools) -> Array:
    """Return each task's rate of errors, beside those of a guesser, in and out of each slice: (2, tasks, slices).

    Parts of few items are nan.
    """
    found = np.full((2, len(design.blocks), len(design.slices)), np.nan)
    chance = np.where(design.options > 0, 1 / np.maximum(design.options, 1), 0.0)
    for number, block in enumerate(design.blocks):
        here = left[block.places].astype(float)
        lost = (answers.wrong / (1 - chance))[block.places] * here
        n, errors = here @ block.held, lost @ block.held
        places, columns = np.array([*block.columns.items()], dtype=np.int64).reshape(-1, 2).T
        # A slice that a task has nothing of leaves all of it outside.
        inside, inner = np.zeros(len(design.slices)), np.zeros(len(design.slices))
        inside[places], inner[places] = n[columns], errors[columns]
        for side, count, sums in ((0, inside, inner), (1, here.sum() - inside, lost.sum() - inner)):
            found[side, number] = np.where(count >= PART, sums / np.maximum(count, 1), np.nan)
    return found


def _ranked(rates: Array, m: int) -> float:
    """Return log p of the rank test that the first `m` rates are no higher than the others."""
    from scipy.special import log_ndtr

    order = np.sort(rates)
    rank = (np.searchsorted(order, rates) + np.searchsorted(order, rates, side="right") + 1) / 2
    n = len(rates)
    variance = m * (n - m) / (n - 1) * float(((rank - rank.mean()) ** 2).mean())
    away = float(rank[:m].sum()) - m * (n + 1) / 2 - 0.5
    return float(log_ndtr(-away / variance**0.5)) if variance > 0 and away > 0 else 0.0


def _followed(design: Design, one: Explanation, followed: list[Taken], loose: Bools) -> Explanation:
    """Return the explanation with what the model does in its slice, where most errors there are of one kind."""
    if one.strategy:
        return one
    best, found = log(0.01), one
    blocks = [(block, part) for block, part in zip(design.blocks, followed) if block.task in one.tasks]
    names = sorted(set.intersection(*({*part.names} for _, part in blocks)))  # what all these tasks can show
    for name in names:
        hits = due = spread = trials = every = 0.0
        hit = np.zeros(len(one.held), dtype=bool)
        for block, part in blocks:
            here = one.held[block.places] & loose[block.places] & ~part.pairs
            column = part.names.index(name)
            every += float(part.trials[here].max(axis=1).sum())
            hits += float(part.hits[here, column].sum())
            due += float(part.due[here, column].sum())
            spread += float(part.spread[here, column].sum())
            trials += float(part.trials[here, column].sum())
            hit[block.places[here & (part.hits[:, column] > 0)]] = True
        if hits > MOSTLY * every and trials:
            log_p = float(upper(*(np.array([x]) for x in (hits, due, spread, trials, 1.0)))[0]) + log(len(names))
            if log_p < best:
                best, found = log_p, replace(one, strategy=name, hits=hits, due=due, errors=trials, hit=hit)
    return found


def _best(
    design: Design, answers: Answers, followed: list[Taken], level: Ints, loose: Bools, alpha: float
) -> Explanation | None:
    names = sorted({name for one in followed for name in one.names})
    number = {name: k for k, name in enumerate(names)}
    share = np.array([answers.wrong[block.places][answers.asked[block.places]].sum() for block in design.blocks])
    if not share.sum():
        return None
    share = 0.3 / len(share) + 0.7 * share / share.sum()
    parts = [
        entries
        for place, (block, one) in enumerate(zip(design.blocks, followed))
        for entries in _looked(design, block, one, answers, (level, loose), (place, number))
    ]
    parts = [part for part in parts if len(part)]
    if not parts:
        return None
    whole = _Entries(*(np.concatenate([getattr(part, name) for part in parts]) for name in _Entries.__annotations__))
    return _chosen(design, answers, whole, share, followed, names, level, loose, alpha)


def _clustering(design: Design, answers: Answers, level: Ints, held: Bools, facts: set[str]) -> float:
    """Return how many times the variance of a slice's errors is that of independent answers (its design effect).

    What answers about a single thing have in common is measured with the slice at a level of its own, so that an effect
    of the slice is not taken for one of the things; what those about a scene have, without, because scenes are few and
    a slice that happens to separate them would hide it. One standard error more is counted. It matters as far as the
    slice has unequal shares of the groups. Groupings that the slice is about (`facts`) are spared: they may differ.
    """
    asked = answers.asked
    stratum = np.unique(np.stack([design.task, design.options, level]), axis=1, return_inverse=True)[1].ravel()
    apart, plain = _residuals(answers, stratum * 2 + held), _residuals(answers, stratum)
    n = np.maximum(np.bincount(stratum, asked), 1)
    weight = (held - (np.bincount(stratum, held & asked) / n)[stratum]) * asked
    weight *= plain[1]
    whole = float((weight**2).sum())
    effect = 1.0
    for fact, code in design.groupings:
        if fact in facts or not whole:
            continue
        here = (code >= 0) & asked
        rest, scale = apart if fact else plain
        group, e, s, w = code[here], rest[here], scale[here], weight[here]
        pairs = float((np.bincount(group, s) ** 2 - np.bincount(group, s**2)).sum())
        alike = float((np.bincount(group, e) ** 2 - np.bincount(group, e**2)).sum())
        noise = 2 * np.maximum(np.bincount(group, s**2) ** 2 - np.bincount(group, s**4), 0).sum()
        if pairs > 0:
            rho = min(1.0, max(0.0, (alike + float(noise) ** 0.5) / pairs))
            effect += rho * max(0.0, float((np.bincount(group, w) ** 2).sum() - (w**2).sum()) / whole)
    return effect


def _residuals(answers: Answers, stratum: Ints) -> tuple[Array, Array]:
    """Return how far each item is from its stratum's rate of errors, and the standard deviation there."""
    n = np.maximum(np.bincount(stratum, answers.asked), 1)
    rate = (np.bincount(stratum, answers.wrong * answers.asked) / n)[stratum]
    return (answers.wrong - rate) * answers.asked, np.sqrt(rate * (1 - rate)) * answers.asked


def _looked(
    design: Design,
    block: Block,
    one: Taken,
    answers: Answers,
    state: tuple[Ints, Bools],
    names: tuple[int, dict[str, int]],
) -> Iterator[_Entries]:
    """Yield what was looked at in a task: slices, strategies in slices, pairs of slices."""
    level, loose = state
    task, number = names
    asked = answers.asked[block.places].astype(float)
    wrong = answers.wrong[block.places] * asked
    if wrong.sum() < WORTH:
        return
    key = np.stack([level[block.places], design.options[block.places]])
    stratum = np.unique(key, axis=1, return_inverse=True)[1].ravel()
    size = len(design.slices)
    held = block.held

    def counted(mask: Array) -> tuple[Array, Array, Array, Array, Array]:
        """Return errors seen, their mean, variance and maximum, and items, in slices of masks: (masks, slices).

        Errors that must be inside, because there are more than there are items outside, are left out.
        """
        seen, mean, variance, most, items = (np.zeros((mask.shape[1], held.shape[1])) for _ in range(5))
        for value in range(int(stratum.max()) + 1):
            here = stratum == value
            n, errors = float(asked[here].sum()), float(wrong[here].sum())
            if n < 2:
                continue
            part, rate = held[here], errors / n
            inside = _sums(mask[here] * asked[here, None], part)
            items += inside
            if rate > 0:
                least = np.maximum(inside + errors - n, 0)
                seen += _sums(mask[here] * wrong[here, None], part) - least
                mean += inside * rate - least
                variance += inside * (n - inside) / (n - 1) * rate * (1 - rate)
                most += np.minimum(inside, errors) - least
        return seen, mean, variance, most, items

    nothing = np.zeros(held.shape[1])
    formal = np.array([one.fact in COARSE for one in design.slices])
    every = tuple(one[0] for one in counted(np.ones((len(asked), 1))))
    yield _entries(block.slices.astype(float), task, every, (nothing,) * 7)
    seen, mean, variance, *_ = every
    # A strategy, in all items and in slices: where it would be wrong, are there more errors, and are they those?
    # Who hardly ever did as a strategy says follows it nowhere.
    worth = one.hits.sum(axis=0) >= WORTH
    worth |= (one.trials.sum(axis=0) < 1e-6) & (wrong @ one.applies >= WORTH)
    if worth.any():
        mask = one.applies[:, worth]
        free = loose[block.places][:, None]
        several, pairs = free & ~one.pairs[:, None], free & one.pairs[:, None]
        parts = (one.hits, one.due, one.spread, one.trials)
        hits = tuple(_sums(part[:, worth] * several, held).ravel() for part in parts)
        hits += tuple(_sums(part[:, worth] * pairs, held).ravel() for part in (one.hits, one.due, one.trials))
        which = np.array([number[name] for name, kept in zip(one.names, worth) if kept])
        keys = (1 + which[:, None]) * size + block.slices[None, :]
        # How long a question is may make it hard, but does not change what is said instead.
        kept = np.tile(~formal[block.slices], len(which))
        counts = (*(part.ravel()[kept] for part in counted(mask)),)
        yield _entries(keys.ravel()[kept].astype(float), task, counts, tuple(part[kept] for part in hits))
    signal = (seen - mean) / np.sqrt(np.maximum(variance, 1e-9))
    short = [k for k in np.argsort(-signal)[:SHORT] if k and signal[k] > CURIOUS]
    if short:
        counts = counted(held[:, short].astype(float))
        first, second = block.slices[short][:, None], block.slices[None, :]
        low, high = np.minimum(first, second), np.maximum(first, second)
        ok = (low > 0) & (low != high)
        place = np.full(len(design.slices), SHORT + 1)
        place[block.slices[short]] = np.arange(len(short))
        ok &= place[first] < place[second]  # each pair once
        facts = np.array([one.fact for one in design.slices])
        ok &= (facts[first] != facts[second]) & ~formal[first] & ~formal[second]
        both_keys = -(low * size + high).astype(float)
        yield _entries(both_keys[ok], task, tuple(part[ok] for part in counts), (np.zeros(int(ok.sum())),) * 7)


def _sums(part: Array, held: NDArray[np.float32]) -> Array:
    """Return the sums of columns in slices: (columns, slices); nothing is added up where there is nothing."""
    if not part.any():
        return np.zeros((part.shape[1], held.shape[1]))
    return (part.T.astype(np.float32) @ held).astype(float)


def _entries(key: Array, task: int, count: tuple[Array, ...], hit: tuple[Array, ...]) -> _Entries:
    """Return the entries that stand out in any way."""
    seen, mean, variance, *_ = count
    hits, due, spread = hit[0] + hit[4], hit[1] + hit[5], hit[2] + hit[5] / 2
    away = (seen - mean) / np.sqrt(np.maximum(variance, 1e-9))
    drawn = (hits - due) / np.sqrt(np.maximum(spread, 1e-9))
    ok = ((away > CURIOUS) & (seen - mean > 0.5)) | ((drawn > CURIOUS) & (hits - due > 0.5))
    columns = (key, np.full(len(key), float(task)), *count, *hit)
    return _Entries(*(column[ok] for column in columns))


def _together(e: _Entries, design: float = 1.0) -> Array:
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


def _chosen(
    design: Design,
    answers: Answers,
    e: _Entries,
    share: Array,
    followed: list[Taken],
    names: list[str],
    level: Ints,
    loose: Bools,
    alpha: float,
) -> Explanation | None:
    size = len(design.slices)
    own = _together(e)
    e = e.at(order := np.lexsort((own, e.key)))
    own = own[order]
    start = np.concatenate([[True], e.key[1:] != e.key[:-1]])
    # A further task must show it by itself and, of errors, in about the same strength as that which shows it best.
    effect = (e.seen - e.mean) / np.maximum(e.inside, 1)
    strongest = effect[np.flatnonzero(start)][np.cumsum(start) - 1]
    joins = start | ((own <= PLAIN) & ((e.key >= size) | (effect > ALIKE * strongest)))
    e, start = e.at(joins), start[joins]
    first = np.flatnonzero(start)
    group = np.cumsum(start) - 1
    nth = np.arange(len(e)) - first[group] + 1

    def running(column: Array) -> Array:
        total: Array = np.cumsum(column)
        return np.asarray(total - (total[first] - column[first])[group], dtype=float)

    joint = _Entries(
        e.key, e.task, *(running(getattr(e, name)) for name in ("seen", "mean", "variance", "most", "inside")),
        *(running(getattr(e, name)) for name in ("hits", "due", "spread", "trials", "wronged", "halved", "halves")),
    )  # fmt: skip
    strategic = e.key >= size
    log_p = _together(joint)
    cost = _costs(design, e, nth, share, followed)
    evidence = -log_p - cost
    gone = joint.seen - joint.mean
    drawn = joint.hits - joint.due + joint.wronged - joint.halved
    evidence[np.maximum(gone, np.where(strategic, drawn, 0)) < WORTH] = -np.inf
    best: Explanation | None = None
    for place in np.argsort(-evidence, kind="stable"):
        # Clusters only take evidence away, so what has less without them need not be looked at.
        if evidence[place] < max(-log(alpha), best.evidence if best else 0.0):
            break
        members = e.task[first[group[place]] : place + 1].astype(int)
        what = (float(e.key[place]), members, names)
        one = _explained(design, answers, what, followed, level, loose)
        facts = {design.slices[k].fact for k in one.slices}
        deff = _clustering(design, answers, level, one.held, facts)
        sure = _together(joint.at(slice(place, place + 1)), deff)
        one = replace(one, log_p=float(sure[0]), evidence=float(-sure[0] - cost[place]))
        if one.evidence > max(-log(alpha), best.evidence if best else 0.0):
            best = one
    return best


def _parts(key: float, size: int, names: list[str]) -> tuple[tuple[int, ...], str]:
    """Return the slices and the strategy that a key stands for."""
    if key < 0:
        low, high = divmod(int(-key), size)
        return (low, high), ""
    which, place = divmod(int(key), size)
    return ((place,) if place else ()), names[which - 1] if which else ""


def _costs(design: Design, e: _Entries, place: Ints, share: Array, followed: list[Taken]) -> Array:
    """Return the logarithm of what was looked at in the stead of each entry, by its kind, tasks, and facts."""
    size, tasks = len(design.slices), len(design.blocks)
    whole, task = e.key.astype(np.int64), e.task.astype(np.int64)
    pair, strategy = whole < 0, whole >= size
    slices = np.where(pair, 0, whole % size)
    named = _named(followed)
    # Of one task alone, what was looked at is what it has; of several, what any task has.
    which = np.where(strategy, whole // size, 0)
    within = np.stack([block.cost for block in design.blocks])
    of = [(within, task, named, -np.log(share[task])), (design.cost[None, :], 0 * task, named.max(axis=0)[None], None)]
    found = []
    for costs, row, usual, where in of:
        cost = costs[row, slices] + usual[row, which]
        cost[pair] = costs[row[pair], -whole[pair] // size] + costs[row[pair], -whole[pair] % size] - log(2)
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


def _explained(
    design: Design,
    answers: Answers,
    what: tuple[float, Ints, list[str]],
    followed: list[Taken],
    level: Ints,
    loose: Bools,
) -> Explanation:
    """Return an explanation with the items that it is about, and what it costs."""
    key, members, names = what
    slices, strategy = _parts(key, len(design.slices), names)
    return _about(design, answers, (slices, strategy, members), followed, level, loose)


def _about(
    design: Design,
    answers: Answers,
    what: tuple[tuple[int, ...], str, Ints],
    followed: list[Taken],
    level: Ints,
    loose: Bools,
) -> Explanation:
    slices, strategy, members = what
    if strategy and len(members) >= WIDE:
        members = np.array([*members, *_others(answers, design, followed, strategy, members)])
    held = np.zeros(len(design.items), dtype=bool)
    inside = np.zeros(len(design.items), dtype=bool)
    hit = np.zeros(len(design.items), dtype=bool)
    hits = due = errors = 0.0
    for place in members:
        block, one = design.blocks[place], followed[place]
        mask = np.ones(len(block.places), dtype=bool)
        for number in slices:
            mask &= block.held[:, block.columns[number]] > 0
        if strategy:
            column = one.names.index(strategy)
            mask &= one.applies[:, column] > 0
            free = mask & loose[block.places]
            hit[block.places[free & (one.hits[:, column] > 0)]] = True
            free &= ~one.pairs  # of two options, every error is the other one
            hits += float(one.hits[free, column].sum())
            due += float(one.due[free, column].sum())
            errors += float(answers.wrong[block.places][free].sum())
        held[block.places[mask]] = True
        inside[block.places] = True
    if slices and not strategy:
        strategy = _word(design, followed, members, held)
        slices = () if strategy else slices
    held &= answers.asked
    beside = inside & answers.asked & ~held & np.isin(level, level[held])
    lost = _lost(design, answers, held, beside, level)
    tasks = tuple(sorted(design.blocks[place].task for place in members))
    return Explanation(tasks, slices, strategy, 0.0, 0.0, held, beside, hit, lost, hits, due, errors)


def _narrowed(
    design: Design,
    answers: Answers,
    one: Explanation,
    followed: list[Taken],
    level: Ints,
    loose: Bools,
    alpha: float,
) -> Explanation:
    """Return the explanation of a part of what it is about, if its errors lie in that part and hardly any beside it."""
    if len(one.slices) > 1 or one.across:
        return one
    blocks = [block for block in design.blocks if block.task in one.tasks]
    members = np.array([place for place, block in enumerate(design.blocks) if block.task in one.tasks])
    size = len(design.slices)
    counts, total = np.zeros((6, size)), np.zeros(2)  # errors, their mean, variance, maximum, items, least errors
    luck = 1 - np.divide(1, design.options, out=np.zeros(len(level)), where=design.options > 0)
    for block in blocks:
        for stratum in np.unique(level[block.places]):
            here = one.held[block.places] & (level[block.places] == stratum)
            n, wrong = float(here.sum()), answers.wrong[block.places][here]
            total += (n, wrong.sum())
            if n < 2 or not wrong.any():
                continue
            places, columns = np.array([*block.columns.items()], dtype=np.int64).reshape(-1, 2).T
            part, share = block.held[here][:, columns], luck[block.places][here]
            rate = np.minimum(wrong.sum() * share / share.sum(), 1)  # guesses are right more often of few options
            inside = part.sum(axis=0)
            least = np.maximum(inside + wrong.sum() - n, 0)
            counts[:, places] += np.stack([
                wrong @ part, rate @ part, (n - inside) / (n - 1) * ((rate * (1 - rate)) @ part),
                np.minimum(inside, wrong.sum()), inside, least,
            ])  # fmt: skip
    seen, mean, variance, most, items, least = counts
    present = np.logical_and.reduce([np.isin(np.arange(size), [*block.columns]) for block in blocks])
    rest = (total[1] - seen) / np.maximum(total[0] - items, 1)
    beside = float(answers.wrong[one.beside].mean()) if one.beside.any() else 0.0
    inner = seen / np.maximum(items, 1)
    cost = blocks[0].cost if len(blocks) == 1 else design.cost  # 0: has another name
    form = np.array([design.slices[place].fact in COARSE for place in range(size)])
    fit = present & (cost > 0) & ~form & (items < total[0]) & (rest - beside < REST * (inner - beside))
    log_p = upper(seen - least, mean - least, variance, most - least, np.ones(size))
    for place in np.argsort(np.where(fit, log_p + cost, 0.0), kind="stable"):
        if not fit[place] or log_p[place] + cost[place] > log(alpha):
            break
        part = (int(place),)
        simple, narrow = (
            _about(design, answers, (slices, one.strategy, members), followed, level, loose)
            for slices in (part, tuple(sorted((*one.slices, *part))))
        )
        if simple.held.sum() == narrow.held.sum():
            narrow = simple
        facts = {design.slices[k].fact for k in narrow.slices}
        deff = _clustering(design, answers, level * 2 + one.held, narrow.held, facts)
        at = slice(place, place + 1)
        sure = upper((seen - least)[at], (mean - least)[at], variance[at], (most - least)[at], np.array([deff]))
        if float(sure[0]) + cost[place] < log(alpha):
            return replace(narrow, log_p=one.log_p, evidence=one.evidence)
    return one


def _plainer(
    design: Design,
    answers: Answers,
    one: Explanation,
    followed: list[Taken],
    level: Ints,
    loose: Bools,
    alpha: float,
) -> Explanation:
    """Return the narrowest that can be said, by a strategy that says more about a model if one is followed as often."""
    narrow = _narrowed(design, answers, one, followed, level, loose, alpha)
    if rank(one.strategy) < OBSCURE:
        return narrow
    members = np.array([place for place, block in enumerate(design.blocks) if block.task in one.tasks])
    shared = set.intersection(*({*followed[place].names} for place in members))
    plain = [name for name in shared if rank(name) < OBSCURE and not name.startswith(("place:", "word:"))]
    for name in sorted(plain, key=lambda name: (rank(name), name)):
        said = _about(design, answers, (one.slices, name, members), followed, level, loose)
        if said.hit.sum() >= one.hit.sum():
            other = _narrowed(design, answers, said, followed, level, loose, alpha)
            if other.hit.sum() >= MATCH * one.hit.sum() and other.held.sum() * MATCH <= narrow.held.sum():
                return replace(other, log_p=one.log_p, evidence=one.evidence)
    return narrow


def _others(answers: Answers, design: Design, followed: list[Taken], strategy: str, members: Ints) -> Iterator[int]:
    """Yield further tasks, too small by themselves, in which most errors are those of a strategy found in many."""
    for place, (block, one) in enumerate(zip(design.blocks, followed)):
        if strategy in one.names and place not in members:
            column = one.names.index(strategy)
            errors = (answers.wrong[block.places] * (one.applies[:, column] > 0)).sum()
            if one.hits[:, column].sum() > MOSTLY * errors > 0:
                yield place


def _word(design: Design, followed: list[Taken], members: Ints, held: Bools) -> str:
    """Return the word that is said too often where a slice of two-option items is all that it is wrong for, or none."""
    for name in followed[members[0]].names:
        if name.startswith("word:"):
            for place in members:
                block, one = design.blocks[place], followed[place]
                column = one.names.index(name) if name in one.names else -1
                if column < 0 or (design.options[block.places] != 2).any():
                    break
                if ((one.applies[:, column] > 0) != held[block.places]).any():
                    break
            else:
                return str(name)
    return ""


def _lost(design: Design, answers: Answers, held: Bools, beside: Bools, level: Ints) -> float:
    """Return how many errors there are beyond those at the model's level beside the slice, task by task."""
    lost = 0.0
    for task in np.unique(design.task[held]):
        here = held & (design.task == task)
        other = beside & (design.task == task)
        rate = float(answers.wrong[other].mean()) if other.any() else 0.0
        lost += float((answers.wrong[here] - rate).sum())
    return lost
