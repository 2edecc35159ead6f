"""What an explanation is about, exactly: no wider than the loss, and in the words that say most about a model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log

import numpy as np

from vantage.diagnosis.scan.clustering import design_effect
from vantage.diagnosis.scan.design import COARSE, Block, Bools, Design, Ints, rank
from vantage.diagnosis.scan.explanation import MOSTLY, Explanation, State
from vantage.diagnosis.scan.tails import upper
from vantage.stats.metrics import Array

REST = 0.25  # of the excess in a part: more beside it, and the part is not all
OBSCURE = 3  # kinds of strategy from here are said by another if one is followed as often
MATCH = 0.9  # of the hits of a strategy: from here another is followed as often
WIDE = 5  # tasks: what holds in so many holds in others too where most errors fit


def about(state: State, slices: tuple[int, ...], strategy: str, members: Ints) -> Explanation:
    """Return an explanation in some tasks, with the items that it is about and what it costs; its evidence is 0 yet."""
    design, answers, followed = state.design, state.answers, state.followed
    if strategy and len(members) >= WIDE:
        members = np.array([*members, *_others(state, strategy, members)])
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
            free = mask & state.loose[block.places]
            hit[block.places[free & (one.hits[:, column] > 0)]] = True
            free &= ~one.pairs  # of two options, every error is the other one
            hits += float(one.hits[free, column].sum())
            due += float(one.due[free, column].sum())
            errors += float(answers.wrong[block.places][free].sum())
        held[block.places[mask]] = True
        inside[block.places] = True
    if slices and not strategy:
        strategy = _word(state, members, held)
        slices = () if strategy else slices
    held &= answers.asked
    beside = inside & answers.asked & ~held & np.isin(state.level, state.level[held])
    lost = _lost(state, held, beside)
    tasks = tuple(sorted(design.blocks[place].task for place in members))
    return Explanation(tasks, slices, strategy, 0.0, 0.0, held, beside, hit, lost, hits, due, errors)


def _narrowed(state: State, one: Explanation) -> Explanation:
    """Return the explanation of a part of what it is about, if its errors lie in that part and hardly any beside it."""
    if len(one.slices) > 1 or one.across:
        return one
    design, members = state.design, _members(state.design, one)
    blocks = [design.blocks[place] for place in members]
    inside = _Inside.of(state, one, blocks)
    cost = blocks[0].cost if len(blocks) == 1 else design.cost  # 0: has another name
    form = np.array([slice.fact in COARSE for slice in design.slices])
    beside = float(state.answers.wrong[one.beside].mean()) if one.beside.any() else 0.0
    fit = inside.all_of_it(beside) & (cost > 0) & ~form
    for block in blocks:
        fit &= np.isin(np.arange(len(design.slices)), [*block.columns])
    log_p = inside.log_p(1.0)
    for place in np.argsort(np.where(fit, log_p + cost, 0.0), kind="stable"):
        if not fit[place] or log_p[place] + cost[place] > log(state.alpha):
            break
        part = (int(place),)
        simple, narrow = (
            about(state, slices, one.strategy, members) for slices in (part, tuple(sorted((*one.slices, *part))))
        )
        if simple.held.sum() == narrow.held.sum():
            narrow = simple
        facts = {design.slices[k].fact for k in narrow.slices}
        effect = design_effect(design, state.answers, state.level * 2 + one.held, narrow.held, facts)
        if float(inside.log_p(effect)[place]) + cost[place] < log(state.alpha):
            return replace(narrow, log_p=one.log_p, evidence=one.evidence)
    return one


@dataclass(frozen=True)
class _Inside:
    """Of what an explanation is about, the part in each slice: errors with what is due, items."""

    whole: tuple[float, float]  # items and errors in all
    seen: Array
    mean: Array
    variance: Array
    most: Array
    items: Array
    least: Array  # errors that must lie in the part, because there are more than there are items beside it

    @classmethod
    def of(cls, state: State, one: Explanation, blocks: list[Block]) -> _Inside:
        """Return the parts of what an explanation is about, in its tasks."""
        design, level, answers = state.design, state.level, state.answers
        counts, total = np.zeros((6, len(design.slices))), np.zeros(2)
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
        return cls((float(total[0]), float(total[1])), *counts)

    def all_of_it(self, usual: float) -> Bools:
        """Return which parts are less than the whole and leave hardly more errors beside them than are `usual`."""
        n, errors = self.whole
        rest = (errors - self.seen) / np.maximum(n - self.items, 1)
        inner = self.seen / np.maximum(self.items, 1)
        found: Bools = (self.items < n) & (rest - usual < REST * (inner - usual))
        return found

    def log_p(self, effect: float) -> Array:
        """Return log p of the errors in each part, where answers are worth less by a design effect."""
        seen, mean, most = (one - self.least for one in (self.seen, self.mean, self.most))
        return upper(seen, mean, self.variance, most, np.full(len(seen), effect))


def _members(design: Design, one: Explanation) -> Ints:
    return np.array([place for place, block in enumerate(design.blocks) if block.task in one.tasks])


def plainer(state: State, one: Explanation) -> Explanation:
    """Return the narrowest that can be said, by a strategy that says more about a model if one is followed as often."""
    narrow = _narrowed(state, one)
    if rank(one.strategy) < OBSCURE:
        return narrow
    members = _members(state.design, one)
    shared = set.intersection(*({*state.followed[place].names} for place in members))
    plain = [name for name in shared if rank(name) < OBSCURE and not name.startswith(("place:", "word:"))]
    for name in sorted(plain, key=lambda name: (rank(name), name)):
        said = about(state, one.slices, name, members)
        if said.hit.sum() >= one.hit.sum():
            other = _narrowed(state, said)
            if other.hit.sum() >= MATCH * one.hit.sum() and other.held.sum() * MATCH <= narrow.held.sum():
                return replace(other, log_p=one.log_p, evidence=one.evidence)
    return narrow


def followed(state: State, one: Explanation) -> Explanation:
    """Return the explanation with what the model does in its slice, where most errors there are of one kind."""
    if one.strategy:
        return one
    best, found = log(0.01), one
    blocks = [(block, part) for block, part in zip(state.design.blocks, state.followed) if block.task in one.tasks]
    names = sorted(set.intersection(*({*part.names} for _, part in blocks)))  # what all these tasks can show
    for name in names:
        hits = due = spread = trials = every = 0.0
        hit = np.zeros(len(one.held), dtype=bool)
        for block, part in blocks:
            here = one.held[block.places] & state.loose[block.places] & ~part.pairs
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


def _others(state: State, strategy: str, members: Ints) -> Iterator[int]:
    """Yield further tasks, too small by themselves, in which most errors are those of a strategy found in many."""
    for place, (block, one) in enumerate(zip(state.design.blocks, state.followed)):
        if strategy in one.names and place not in members:
            column = one.names.index(strategy)
            errors = (state.answers.wrong[block.places] * (one.applies[:, column] > 0)).sum()
            if one.hits[:, column].sum() > MOSTLY * errors > 0:
                yield place


def _word(state: State, members: Ints, held: Bools) -> str:
    """Return the word that is said too often where a slice of two-option items is all that it is wrong for, or none."""
    for name in state.followed[members[0]].names:
        if name.startswith("word:"):
            for place in members:
                block, one = state.design.blocks[place], state.followed[place]
                column = one.names.index(name) if name in one.names else -1
                if column < 0 or (state.design.options[block.places] != 2).any():
                    break
                if ((one.applies[:, column] > 0) != held[block.places]).any():
                    break
            else:
                return str(name)
    return ""


def _lost(state: State, held: Bools, beside: Bools) -> float:
    """Return how many errors there are beyond those at the model's level beside the slice, task by task."""
    task_of, answers = state.design.task, state.answers
    lost = 0.0
    for task in np.unique(task_of[held]):
        here = held & (task_of == task)
        other = beside & (task_of == task)
        rate = float(answers.wrong[other].mean()) if other.any() else 0.0
        lost += float((answers.wrong[here] - rate).sum())
    return lost
