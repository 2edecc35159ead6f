"""How far a person agrees with the judge.

A person's label belongs to a response, not to a judge, so one round of labels serves to measure any judge.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vantage.judging.judge import Judgement
from vantage.judging.verdict import LABELS, type_of
from vantage.names import nearest
from vantage.stats import metrics

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Review:
    """A person's label for one response; `blind` if it was given without seeing the judge's."""

    case: str
    label: str
    blind: bool = False
    note: str = ""


@dataclass(frozen=True)
class Kappa:
    """Cohen's kappa with its interval: agreement beyond what two raters with these habits would reach by chance."""

    value: float  # nan where both raters only ever gave one and the same label
    low: float
    high: float
    agreed: int
    n: int


@dataclass(frozen=True)
class Category:
    """How judge and person agree on one label."""

    label: str
    judge: int
    person: int
    both: int
    confirmed: float  # share of the judge's that the person gave too; nan without any
    low: float
    high: float


@dataclass(frozen=True)
class Agreement:
    """How far a person agrees with a judge: on all labels, on the types of error alone, and label by label."""

    labels: Kappa
    types: Kappa
    categories: tuple[Category, ...]
    confusion: Mapping[str, Counts]  # the judge's label, then the person's
    blind: int  # labels that were given without seeing the judge's
    unmatched: int  # labels for responses that are not among the judgements


def kappa(first: Sequence[str], second: Sequence[str]) -> Kappa:
    """Return Cohen's kappa of two raters who labelled the same things, with its 95% interval.

    The interval is Wilson's for the share on which they agree, carried over with the chance agreement taken as known.
    Simulated with 20 to 1,000 labels it covers well near perfect agreement, where the usual standard error is 0.
    """
    n = len(first)
    agreed = sum(a == b for a, b in zip(first, second, strict=True))
    if not n:
        return Kappa(np.nan, np.nan, np.nan, 0, 0)
    habits = Counter(first), Counter(second)
    chance = sum(habits[0][label] * habits[1][label] for label in habits[0]) / n**2
    ends = metrics.wilson(agreed, n)
    value, low, high = (float(metrics.above_chance(share, chance)) for share in (agreed / n, *ends))
    return Kappa(value, low, high, agreed, n)


def agreement(judged: Iterable[Judgement], reviews: Mapping[str, Review]) -> Agreement:
    """Return how far a person's labels agree with those of a judge on the responses that both labelled."""
    verdicts = {judgement.case.id: judgement.verdict for judgement in judged}
    both = [(verdict.label, reviews[case].label) for case, verdict in verdicts.items() if verdict and case in reviews]
    if not both:
        raise ValueError("none of the labels is for a response that was judged here; give the runs that were reviewed")
    judge, person = zip(*both)
    pairs = Counter(both)
    return Agreement(
        labels=kappa(judge, person),
        types=kappa([type_of(label) for label in judge], [type_of(label) for label in person]),
        categories=tuple(_category(label, pairs) for label in LABELS),
        confusion={a: {b: pairs[a, b] for b in LABELS} for a in LABELS},
        blind=sum(review.blind for case, review in reviews.items() if verdicts.get(case)),
        unmatched=sum(not verdicts.get(case) for case in reviews),
    )


def read_reviews(path: Path) -> dict[str, Review]:
    """Return the labels that a person gave on the review page, by the response they are for; the latest counts."""
    reviews = {}
    try:
        lines = path.read_text("utf-8").split("\n")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8 text; give the file that the review page saved") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            review = _review(path, number, line)
            reviews[review.case] = review
    if not reviews:
        raise ValueError(f"{path} holds no labels; give the file that the review page saved")
    return reviews


def _review(path: Path, number: int, line: str) -> Review:
    try:
        row = json.loads(line)
        case, label, blind, note = str(row["case"]), str(row["label"]), row.get("blind", False), row.get("note", "")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{path}, line {number}, is not a label that the review page saved; remove it") from None
    try:
        return Review(case, nearest(label, LABELS, "label"), blind is True, str(note))
    except ValueError as error:
        raise ValueError(f"{path}, line {number}: {error}") from None


def _category(label: str, pairs: Mapping[tuple[str, str], int]) -> Category:
    judge, person = (sum(n for pair, n in pairs.items() if pair[side] == label) for side in (0, 1))
    both = pairs[label, label]
    return Category(label, judge, person, both, *_share(both, judge))


def _share(part: int, whole: int) -> tuple[float, float, float]:
    if not whole:
        return np.nan, np.nan, np.nan
    low, high = metrics.wilson(part, whole)
    return part / whole, float(low), float(high)
