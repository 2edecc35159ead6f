"""Which kinds of error a judge found: of each model, in each category, beside the other models; and what to try.

Shares are taken over the errors whose kind was read. In their intervals, errors about one scene or situation count for
as many independent errors as they are worth, and several errors on one item count as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vantage.analysis.rulesets import excerpt
from vantage.analysis.table import cluster_of
from vantage.item import Item
from vantage.judging.agreement import Review
from vantage.judging.judge import Judgement
from vantage.judging.verdict import LABELS, SEVERITIES, SUBTYPES, TYPES, Verdict, type_of
from vantage.stats import inference, metrics

ALPHA = 0.05  # the level at which models are said to differ, after Holm's correction over all that was tested
KINDS = tuple(dict.fromkeys((*TYPES, *LABELS)))  # labels, and reasoning errors as a whole
MEANINGS = {label: SUBTYPES.get(label) or TYPES[label] for label in LABELS}
ADVICE = {
    "perceptual": "Help it see: larger or cropped pictures, depth maps (--depth), or the facts as text (--form both).",
    "comprehension": "Put the question another way: another --protocol, or say in --system what exactly is asked.",
    "rule application": "State the rule in --system, or fine-tune on answers that spell it out.",
    "mental simulation": "Have the state after each step written (--protocol manual-cot), or show it as a picture.",
    "holistic-local": "Have each option compared with the question part by part before one is chosen.",
    "unclear": "Ask with --protocol cot, so that responses show how they were reached, and judge those.",
}


@dataclass(frozen=True)
class Error:
    """A wrong response to an item, with the kind of error behind it and the judge's sentence on it."""

    item: str
    cluster: str
    task: str
    quadrant: str
    label: str
    summary: str = ""

    @classmethod
    def of(cls, item: Item, label: str, summary: str = "") -> Error:
        """Return an error by the item that it was made on."""
        return cls(item.id, cluster_of(item), item.task, str(item.tags.get("quadrant", "")), label, summary)

    def is_a(self, kind: str) -> bool:
        """Return whether it is of a kind, one of KINDS."""
        return kind in (self.label, type_of(self.label))


@dataclass(frozen=True)
class Share:
    """A count out of a total, as a share with its interval; nan where the total is 0."""

    count: int
    of: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Pattern:
    """The errors of a group by kind; `most` is the most frequent, or several that tie; `cause` says it in words."""

    n: int
    kinds: Mapping[str, Share]
    most: tuple[str, ...]
    clear: bool  # whether the most frequent kind is surely more frequent than the next
    cause: str


@dataclass(frozen=True)
class Summary:
    """What the judged errors of one model are; where a person gave another label, that one counts."""

    model: str
    judge: str
    judged: int
    unreadable: int
    failed: int
    corrected: int
    severities: Mapping[str, int]
    overall: Pattern
    quadrants: Mapping[str, Pattern]
    tasks: Mapping[str, Pattern]


@dataclass(frozen=True)
class Contrast:
    """A kind of error that a model makes more often, or less often, than the others; p is corrected."""

    model: str
    beside: str  # the other model, or "the others"
    kind: str
    share: float
    others: float
    p: float

    @property
    def text(self) -> str:
        """The contrast as a sentence."""
        more = "more" if self.share > self.others else "less"
        return (
            f"{self.kind.capitalize()} errors are {more} frequent in {self.model} than in {self.beside}: "
            f"{100 * self.share:.0f}% against {100 * self.others:.0f}% (p {_p(self.p)})."
        )


@dataclass(frozen=True)
class Comparison:
    """How the errors of several models compare: how often two have the same kind on an item, and what differs."""

    same: Share
    contrasts: tuple[Contrast, ...]


def errors(judged: Iterable[Judgement], reviews: Mapping[str, Review]) -> list[Error]:
    """Return the errors whose kind is known; a person's label, where it differs, replaces the judge's and its words."""
    found = []
    for judgement in judged:
        if judgement.verdict:
            own = judgement.verdict.label
            label = _label(judgement.verdict, reviews.get(judgement.case.id))
            found.append(Error.of(judgement.case.item, label, judgement.verdict.summary if label == own else ""))
    return found


def summarise(model: str, judged: Sequence[Judgement], reviews: Mapping[str, Review] | None = None) -> Summary:
    """Return the errors of one run by kind, severity, quadrant and task, as judged, or as a person corrected them."""
    reviews = reviews or {}
    known = errors(judged, reviews)
    read = [(judgement.verdict, reviews.get(judgement.case.id)) for judgement in judged if judgement.verdict]
    severities = Counter(verdict.severity for verdict, _ in read)
    failed = sum(judgement.failed for judgement in judged)
    return Summary(
        model=model,
        judge=judged[0].judge,
        judged=len(judged),
        unreadable=len(judged) - failed - len(read),
        failed=failed,
        corrected=sum(_label(verdict, review) != verdict.label for verdict, review in read),
        severities={severity: severities[severity] for severity in SEVERITIES},
        overall=pattern(known),
        quadrants=grouped(known, lambda error: error.quadrant),
        tasks=grouped(known, lambda error: error.task),
    )


def grouped(found: Iterable[Error], by: Callable[[Error], str]) -> dict[str, Pattern]:
    """Return the pattern of each group of errors, in order of its name; those without one are left out."""
    groups: dict[str, list[Error]] = {}
    for error in found:
        groups.setdefault(by(error), []).append(error)
    return {name: pattern(groups[name]) for name in sorted(groups) if name}


def pattern(found: Sequence[Error]) -> Pattern:
    """Return what kinds a group of errors are of, and the most frequent one in words."""
    counts = Counter(error.label for error in found)
    most = tuple(label for label in LABELS if counts[label] == max(counts.values(), default=-1))
    return Pattern(
        n=len(found),
        kinds={kind: _share(found, [error.is_a(kind) for error in found]) for kind in KINDS},
        most=most,
        clear=_clear(found, counts),
        cause=_cause(found, most),
    )


def compare(errors_of: Mapping[str, Sequence[Error]]) -> Comparison | None:
    """Return how the errors of models compare, by name, all judged by the same judge; None for a single model."""
    groups = list(errors_of.items())
    if len(groups) < 2:
        return None
    shared: list[tuple[Error, bool]] = []
    for (_, first), (_, second) in combinations(groups, 2):
        theirs = {error.item: error.label for error in second}
        shared += [(error, error.label == theirs[error.item]) for error in first if error.item in theirs]
    same = _share([error for error, _ in shared], [agreed for _, agreed in shared])
    return Comparison(same, _contrasts(groups))


def _contrasts(groups: Sequence[tuple[str, Sequence[Error]]]) -> tuple[Contrast, ...]:
    """Return where one model differs from the others together; of two, the first is compared with the second."""
    beside = groups[1][0] if len(groups) == 2 else "the others"
    found: list[Contrast] = []
    for place, (model, own) in enumerate(groups if len(groups) > 2 else groups[:1]):
        others = [error for other, (_, theirs) in enumerate(groups) if other != place for error in theirs]
        if own and others:
            found += [_contrast(model, beside, kind, own, others) for kind in KINDS]
    adjusted = metrics.holm([one.p for one in found])
    return tuple(replace(one, p=float(p)) for one, p in zip(found, adjusted) if p < ALPHA)


def _contrast(model: str, beside: str, kind: str, own: Sequence[Error], others: Sequence[Error]) -> Contrast:
    """Return how a kind's share differs, by Fisher's exact test on the independent errors that each side is worth."""
    from scipy.stats import fisher_exact

    (own_share, own_counts), (share, counts) = _worth(own, kind), _worth(others, kind)
    p = float(fisher_exact(np.array([own_counts, counts]))[1])
    return Contrast(model, beside, kind, own_share, share, p)


def _worth(found: Sequence[Error], kind: str) -> tuple[float, tuple[int, int]]:
    """Return the share of a kind, and how many independent errors of this kind and of others they are worth."""
    hits = [error.is_a(kind) for error in found]
    share = sum(hits) / len(hits)
    worth = inference.effective_n(hits, [error.cluster for error in found], [error.item for error in found])
    return share, (round(share * worth), round((1 - share) * worth))


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def _label(verdict: Verdict, review: Review | None) -> str:
    return review.label if review else verdict.label


def _clear(found: Sequence[Error], counts: Counter[str]) -> bool:
    """Return whether the first kind leads the second by more than luck would explain if both were equally common."""
    (first, ahead), (_, behind) = [*counts.most_common(2), ("", 0), ("", 0)][:2]
    worth = sum(_worth(found, first)[1]) / len(found) if found else 0.0
    return metrics.binomial_p(ahead * worth, (ahead + behind) * worth, 0.5) < ALPHA


def _cause(found: Sequence[Error], most: Sequence[str]) -> str:
    """Return the most frequent cause as a sentence, with what the judge said of one such error as an example."""
    if len(most) != 1:
        return f"{', '.join(most)}: equally often." if most else ""
    said = next((error.summary for error in found if error.label == most[0] and error.summary.strip()), "")
    example = f" For example: {excerpt(' '.join(said.split()))}" if said else ""
    return f"{MEANINGS[most[0]].capitalize()}{example}"


def _share(found: Sequence[Error], hits: Sequence[bool]) -> Share:
    if not found:
        return Share(0, 0, *[float("nan")] * 3)
    interval = inference.proportion(hits, [error.cluster for error in found], [error.item for error in found])
    return Share(sum(hits), len(found), interval.value, interval.low, interval.high)
