"""By how much answers about one scene, and about one thing, resemble each other."""

from __future__ import annotations

import numpy as np

from vantage.diagnosis.scan.answers import Answers
from vantage.diagnosis.scan.design import Bools, Design, Ints
from vantage.stats.metrics import Array


def design_effect(design: Design, answers: Answers, level: Ints, held: Bools, facts: set[str]) -> float:
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
