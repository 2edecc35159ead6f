"""Explanations as findings: those that say the same as one, with the items that show them and how sure they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp
from typing import Any

import numpy as np

from vantage.diagnosis.findings.sheet import Sheet
from vantage.diagnosis.scan import say
from vantage.diagnosis.scan.answers import Answers
from vantage.diagnosis.scan.design import Bools, Design
from vantage.diagnosis.scan.explanation import Explanation
from vantage.stats import inference, metrics

NESTED = 0.9  # of a slice's items: from here it lies within another


def fields(model: str, design: Design, answers: Answers, one: Explanation) -> dict[str, Any]:
    """Return an explanation as the fields of a finding."""
    share, beside = float(answers.wrong[one.held].mean()), _beside(answers, one)
    low, high = _ends(design, answers, one)
    shown = one.hit if one.hit.any() else one.held & (answers.wrong > 0)
    by = {"model": model, **({"task": one.tasks[0]} if len(one.tasks) == 1 else {})}
    if one.strategy.startswith("miss:"):
        by["rule"] = one.strategy.removeprefix("miss:")
    elif one.strategy.startswith("place:"):
        by |= {"answer": one.strategy.removeprefix("place:"), "outcome": "wrong"}
    else:
        by["outcome"] = "wrong"
    letter = one.strategy.startswith("place:")
    return {
        "kind": "letter" if letter else "strategy" if one.strategy else "slice",
        "text": say.sentence(design, answers, one),
        "effect": share - beside,
        "p": min(1.0, exp(-max(0.0, one.evidence))),
        "shown_by": by,
        "low": low - beside,
        "high": high - beside,
        "n": int(one.held.sum()),
        "weight": float(one.held.sum() / max(1, answers.asked.sum())),
        "items": tuple(design.items[k] for k in np.flatnonzero(shown)),
        "gain": say.points(answers, one),
        "about": tuple(design.items[k] for k in np.flatnonzero(one.held)),
        "facts": tuple(design.slices[k].fact for k in one.slices),
        "tasks": one.tasks,
    }


def _beside(answers: Answers, one: Explanation) -> float:
    """Return the error rate that would be the model's own: beside the slice, or by luck where there is no beside."""
    if one.beside.any():
        return min(float(answers.wrong[one.beside].mean()), float(answers.wrong[one.held].mean()))
    return min(1.0, one.due / one.errors) * float(answers.wrong[one.held].mean()) if one.errors else 0.0


def _ends(design: Design, answers: Answers, one: Explanation) -> tuple[float, float]:
    """Return the interval of the share of errors in the slice."""
    values = answers.wrong[one.held]
    size = inference.effective_n(values, design.cluster[one.held])
    low, high = metrics.wilson(float(values.mean()) * size, size)
    return float(low), float(high)


def explained(design: Design, sheet: Sheet, told: Sequence[Explanation]) -> Bools:
    """Return which answers of a sheet are about items that some explanation is about."""
    held = np.zeros(len(design.items), dtype=bool)
    for one in told:
        held |= one.held
    names = {design.items[k] for k in np.flatnonzero(held)}
    coded, places = sheet.coded("item")
    inside = np.zeros(max(1, len(places)), dtype=bool)
    for name, code in places.items():
        inside[code] = str(name) in names
    found: Bools = inside[coded]
    return found


def folded(found: Sequence[Explanation], design: Design, answers: Answers) -> list[Explanation]:
    """Return explanations, those that say the same of several tasks, and nested or neighbouring ones, as one."""
    of: dict[tuple[tuple[int, ...], str], list[Explanation]] = defaultdict(list)
    for one in found:
        of[one.slices, one.strategy].append(one)
    kept: list[Explanation] = []
    for one in (_joined(alike) for alike in of.values()):
        inner = [other for other in kept if _within(other, one) and other.strategy in ("", one.strategy)]
        if inner and not _as_bad(answers, inner[0], one):
            continue  # what is worse is within; the rest is no worse than elsewhere by enough to say so
        if inner:
            # What was found first lies within this: the wider slice says both.
            kept = [one if other is inner[0] else other for other in kept if other not in inner[1:]]
        elif not any(_tells(other, one, design) for other in kept):
            kept.append(one)
    return kept


def _as_bad(answers: Answers, inner: Explanation, outer: Explanation) -> bool:
    """Return whether what a wider slice adds is more like what lies within than like what lies beside."""
    more, beside = outer.held & ~inner.held, outer.beside & ~inner.held
    if not more.any() or not beside.any():
        return True
    rates = [float(answers.wrong[held].mean()) for held in (inner.held, more, beside)]
    return rates[1] > (rates[0] + rates[2]) / 2


def _within(inner: Explanation, outer: Explanation) -> bool:
    held = inner.held.sum()
    return bool(held and (inner.held & outer.held).sum() > NESTED * held)


def _tells(first: Explanation, later: Explanation, design: Design) -> bool:
    """Return whether what was found first tells of a later one too: it lies within, or shifts the same threshold."""
    if later.strategy not in ("", first.strategy):
        return False
    facts = [{design.slices[k].fact for k in one.slices} for one in (first, later)]
    shifted = facts[0] == facts[1] and bool((first.held & later.held).sum() > later.held.sum() / 2)
    return _within(later, first) or shifted


def _joined(alike: list[Explanation]) -> Explanation:
    first, *rest = alike
    if not rest:
        return first
    held = first.held.copy()
    beside, hit = first.beside.copy(), first.hit.copy()
    for one in rest:
        held |= one.held
        beside |= one.beside
        hit |= one.hit
    total = {name: sum(getattr(one, name) for one in alike) for name in ("lost", "hits", "due", "errors")}
    tasks = tuple(sorted({task for one in alike for task in one.tasks}))
    return Explanation(
        tasks, first.slices, first.strategy, first.log_p, first.evidence, held, beside & ~held, hit, **total
    )
