"""A candidate is one thing that was tested about one model; whether it is reported is decided over all candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vantage.diagnosis.findings.sheet import Bools, Case, Evidence

HOW, WHERE = 0, 1  # findings on how a model goes wrong come before those on where or when


@dataclass(frozen=True)
class Candidate:
    """What a rule tested: `weight` is the share of answers that it is about, `shown` the answers that show it."""

    kind: str
    text: str  # empty where there is nothing to say
    evidence: Evidence
    weight: float
    shown: Bools
    shown_by: Mapping[str, str] = field(default_factory=dict)
    level: int = HOW
    name: str = ""  # candidates of a kind with names become one statement that lists them


Rule = Callable[[Case], Iterator[Candidate]]


def signed(value: float) -> str:
    """Return a chance-adjusted accuracy with two places and a proper minus."""
    return f"{round(value, 2) + 0:.2f}".replace("-", "−")  # + 0: no minus before nothing


def listed(words: Sequence[str]) -> str:
    """Return words as a list: "A", "A and B", "A, B and C"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
