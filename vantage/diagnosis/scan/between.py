"""What is the same for all items of a task, as pictures for options: there whole tasks are compared, by their ranks."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import numpy as np

from vantage.diagnosis.scan.answers import Answers
from vantage.diagnosis.scan.design import Bools, Design
from vantage.diagnosis.scan.explanation import Explanation
from vantage.stats.metrics import Array

BETWEEN = 0.005  # for what is compared between tasks
UNITS = 4  # tasks, at least, inside a slice and outside
PART = 4  # items, at least, that make a unit
APART = 0.1  # more errors, at least, inside


def between(design: Design, answers: Answers, found: list[Explanation]) -> Iterator[Explanation]:
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
