"""The benchmarks' own metrics, on answers as they were scored: each gives one number and the parts it is made of.

Failed requests are left out of all of them, as everywhere in Vantage; how many there were is said beside the scores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from vantage.item import Item, Number
from vantage.stats import metrics


@dataclass(frozen=True)
class Answered:
    """One answer to an item, without a failed one: its credit, and what was said."""

    item: Item
    right: bool
    credit: float
    label: str = ""  # of the option chosen, in lower case; empty if none was
    value: float | None = None  # the number given


@dataclass(frozen=True)
class Scores:
    """A benchmark's number, between 0 and 1 (chance-adjusted: below 0 too), and its parts by name."""

    overall: float
    parts: Mapping[str, float] = field(default_factory=dict)


Answers = Sequence[Answered]


@dataclass(frozen=True)
class Metric:
    """A way to score a benchmark: a name, a sentence, and the function."""

    name: str
    about: str
    score: Callable[[Answers], Scores]


def mean(answers: Iterable[Answered]) -> float:
    """Return the mean credit; nan without answers."""
    credits = [one.credit for one in answers]
    return fmean(credits) if credits else math.nan


def caa(answers: Iterable[Answered]) -> float:
    """Return chance-adjusted accuracy; nan without answers, or where chance is 1."""
    held = list(answers)
    return metrics.caa([one.credit for one in held], [one.item.chance for one in held]) if held else math.nan


def by(answers: Answers, key: Callable[[Item], str]) -> dict[str, list[Answered]]:
    """Return the answers by what `key` says of their items; an empty word leaves an item out."""
    found: dict[str, list[Answered]] = {}
    for one in answers:
        if name := key(one.item):
            found.setdefault(name, []).append(one)
    return found


def macro(values: Iterable[float]) -> float:
    """Return the plain mean of the numbers there are; nan if there is none."""
    known = [value for value in values if not math.isnan(value)]
    return fmean(known) if known else math.nan


def category(item: Item) -> str:
    """Return the category of an item."""
    return item.task


def subtype(item: Item) -> str:
    """Return the kind within its category."""
    return item.subtype


def tagged(name: str) -> Callable[[Item], str]:
    """Return a key that reads a tag."""
    return lambda item: str(item.tags.get(name, ""))


def micro(*keys: Callable[[Item], str]) -> Callable[[Answers], Scores]:
    """Return a score that is the mean over all answers, with parts for each value of the keys."""

    def score(answers: Answers) -> Scores:
        parts = {name: mean(part) for key in keys or (category,) for name, part in by(answers, key).items()}
        return Scores(mean(answers), parts)

    return score


def macro_over(key: Callable[[Item], str] = category) -> Callable[[Answers], Scores]:
    """Return a score that is the plain mean of the means of parts."""

    def score(answers: Answers) -> Scores:
        parts = {name: mean(part) for name, part in by(answers, key).items()}
        return Scores(macro(parts.values()), {**parts, "all answers alike": mean(answers)})

    return score


def adjusted(answers: Answers) -> Scores:
    """Return chance-adjusted accuracy over all answers, with parts for the categories."""
    return Scores(caa(answers), {name: caa(part) for name, part in by(answers, category).items()})


def f1(answers: Answers) -> float:
    """Return the F1 of yes; what chose neither yes nor no is left out, as the benchmark has it."""
    clear = [one for one in answers if one.label in ("yes", "no") and _gold(one) in ("yes", "no")]
    return metrics.f1([_gold(one) == "yes" for one in clear], [one.label == "yes" for one in clear])


def macro_f1(answers: Answers) -> float:
    """Return the plain mean of the F1 of each answer that is right somewhere."""
    golds = sorted({_gold(one) for one in answers})
    return macro(metrics.f1([_gold(o) == g for o in answers], [o.label == g for o in answers]) for g in golds)


def all_right(answers: Answers, group: Callable[[Item], str]) -> float:
    """Return the share of groups of questions of which every answer is right."""
    groups = by(answers, group)
    return fmean(all(one.right for one in part) for part in groups.values()) if groups else math.nan


def strict_mra(answers: Answers) -> float:
    """Return the mean credit of numbers if an error equal to a tolerance does not meet it."""
    numbers = [(one.value, one.item.answer.value) for one in answers if isinstance(one.item.answer, Number)]
    return macro(float(metrics.mra(said, due)) if said is not None else 0.0 for said, due in numbers)


def label(text: str) -> str:
    """Return an option's text as labels are compared: lower case, no full stop."""
    return " ".join(text.lower().split()).rstrip(".")


def _gold(one: Answered) -> str:
    return label(one.item.options[one.item.key].text) if one.item.options else ""


ACCURACY = Metric("accuracy", "accuracy over all questions", micro())
CAA = Metric("CAA", "accuracy above chance, all questions pooled", adjusted)
