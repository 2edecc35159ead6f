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

from dataclasses import replace
from math import log

import numpy as np

from vantage.diagnosis.scan.answers import Answers, taken
from vantage.diagnosis.scan.between import between
from vantage.diagnosis.scan.clustering import design_effect
from vantage.diagnosis.scan.design import Bools, Design, Ints
from vantage.diagnosis.scan.entries import Entries, costs, looked, parts, together
from vantage.diagnosis.scan.explanation import WORTH, Explanation, State
from vantage.diagnosis.scan.narrowing import about, followed, plainer
from vantage.stats.metrics import Array

ALPHA = 0.025  # for everything that is searched
NOBODY = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
SILENT = 0.02  # of the answers: from here it is looked for where a model is silent
ROUNDS = 8  # explanations of one model
PLAIN = -4.6  # log p that a further task must have by itself to be named with the others
ALIKE = 0.35  # of the strength in the task that shows a slice best: less is another thing, or luck


def explanations(design: Design, answers: Answers) -> list[Explanation]:
    """Return what explains a model's losses, in the order in which it was found; where it is silent comes first."""
    level = np.zeros(len(design.items), dtype=np.int64)
    loose = np.ones(len(design.items), dtype=bool)
    if answers.silent.sum() <= SILENT * answers.asked.sum():
        return _searched(_begun(design, answers, level, loose, ALPHA), [])
    mute = replace(answers, wrong=answers.silent, rows=(*NOBODY, np.zeros(0)), places=NOBODY)
    found = _searched(_begun(design, mute, level, loose, ALPHA / 2), [])
    for one in found:
        level = _split(level, one)
    return _searched(_begun(design, answers, level, loose, ALPHA / 2), found)


def _begun(design: Design, answers: Answers, level: Ints, loose: Bools, alpha: float) -> State:
    return State(design, answers, [taken(block, design, answers) for block in design.blocks], level, loose, alpha)


def _split(level: Ints, one: Explanation) -> Ints:
    """Return levels of which what is explained has one of its own."""
    found: Ints = np.unique(level * 2 + one.held, return_inverse=True)[1].ravel()
    return found


def _searched(state: State, before: list[Explanation]) -> list[Explanation]:
    """Return what was found before, and what explains the rest."""
    found = list(before)
    while len(found) < ROUNDS and (best := _best(state)):
        best = followed(state, plainer(state, best))
        found.append(best)
        # Of two options, whoever errs takes the other one: there is no more to say about which.
        loose = state.loose & ~(best.held & ((state.design.options == 2) | bool(best.strategy)))
        state = replace(state, level=_split(state.level, best), loose=loose)
    return [*found, *between(state.design, state.answers, found)]


def _best(state: State) -> Explanation | None:
    answers, blocks = state.answers, state.design.blocks
    names = sorted({name for one in state.followed for name in one.names})
    number = {name: k for k, name in enumerate(names)}
    share = np.array([answers.wrong[block.places][answers.asked[block.places]].sum() for block in blocks])
    if not share.sum():
        return None
    share = 0.3 / len(share) + 0.7 * share / share.sum()
    seen = [entries for task in range(len(blocks)) for entries in looked(state, task, number) if len(entries)]
    return _chosen(state, Entries.of(seen), share, names) if seen else None


def _chosen(state: State, e: Entries, share: Array, names: list[str]) -> Explanation | None:
    """Return the explanation with the most evidence left after what was looked at, if that is enough."""
    design = state.design
    size = len(design.slices)
    own = together(e)
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

    joint = Entries(
        e.key, e.task, *(running(getattr(e, name)) for name in ("seen", "mean", "variance", "most", "inside")),
        *(running(getattr(e, name)) for name in ("hits", "due", "spread", "trials", "wronged", "halved", "halves")),
    )  # fmt: skip
    strategic = e.key >= size
    log_p = together(joint)
    cost = costs(state, e, nth, share)
    evidence = -log_p - cost
    gone = joint.seen - joint.mean
    drawn = joint.hits - joint.due + joint.wronged - joint.halved
    evidence[np.maximum(gone, np.where(strategic, drawn, 0)) < WORTH] = -np.inf
    best: Explanation | None = None
    for place in np.argsort(-evidence, kind="stable"):
        # Clusters only take evidence away, so what has less without them need not be looked at.
        if evidence[place] < max(-log(state.alpha), best.evidence if best else 0.0):
            break
        members = e.task[first[group[place]] : place + 1].astype(int)
        one = about(state, *parts(float(e.key[place]), len(design.slices), names), members)
        facts = {design.slices[k].fact for k in one.slices}
        clustered = design_effect(design, state.answers, state.level, one.held, facts)
        sure = together(joint.at(slice(place, place + 1)), clustered)
        one = replace(one, log_p=float(sure[0]), evidence=float(-sure[0] - cost[place]))
        if one.evidence > max(-log(state.alpha), best.evidence if best else 0.0):
            best = one
    return best
