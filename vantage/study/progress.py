"""How a study goes: who has come how far, who answers too fast or always the same, and which items were flagged."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from vantage.judging import agreement
from vantage.study.database import Database
from vantage.study.folder import Study

FEW = 8  # answers below which nothing is said of a person's pace or habits
FAST = 1 / 3  # of the median person's median time: below it someone is fast
RARE = 1e-3  # probability below which a run of equal letters is no accident
KINDS = {"complete": "complete", "asked": "answering", "answering": "answering", "invited": "invited"}
FILLED = ("complete", "answering", "ended")
VERDICTS = ("bad", "fine")


@dataclass(frozen=True)
class Standing:
    """How one person stands."""

    number: int
    state: str
    booklet: str
    answered: int
    seconds: float  # median time of an answer; nan without any
    away: float  # share of the answering time without focus
    misses: int  # attention checks failed
    remarks: tuple[str, ...]  # "fast", "always the same"


@dataclass(frozen=True)
class Filled:
    """How far one booklet is filled."""

    name: str
    items: int
    wanted: int
    complete: int
    answering: int
    ended: int  # screened out or withdrawn


@dataclass(frozen=True)
class Flagged:
    """An item that people found fault with, and what reviewers say of it."""

    item: str
    reasons: tuple[tuple[int, str, str], ...]  # person, reason, note
    reviews: dict[str, tuple[str, str]]  # reviewer -> verdict, note


def standings(db: Database, study: Study) -> list[Standing]:
    """Return how every person stands who has come."""
    said: defaultdict[int, list[tuple[str, float | None, str]]] = defaultdict(list)
    for person, text, milliseconds, about in db.rows(
        "SELECT person, text, milliseconds, about FROM answers WHERE kind = 'item' ORDER BY person, place"
    ):
        said[person].append((text, milliseconds, about))
    rows = db.rows("SELECT number, state, booklet, answered, misses FROM people ORDER BY number")
    medians = {number: _median(said[number]) for number, *_ in rows}
    known = [value for value in medians.values() if not math.isnan(value)]
    typical = float(np.median(known)) if known else math.nan
    return [
        Standing(
            number,
            state,
            study.frozen.booklets[booklet].name if booklet is not None else "",
            answered,
            medians[number],
            _away(said[number]),
            misses,
            _remarks(said[number], medians[number], typical),
        )
        for number, state, booklet, answered, misses in rows
    ]


def _median(said: Sequence[tuple[str, float | None, str]]) -> float:
    times = [milliseconds / 1000 for _, milliseconds, _ in said if milliseconds is not None]
    return float(np.median(times)) if times else math.nan


def _away(said: Sequence[tuple[str, float | None, str]]) -> float:
    away = sum(float(msgspec.json.decode(about).get("away") or 0) for _, _, about in said)
    whole = sum(milliseconds or 0 for _, milliseconds, _ in said)
    return away / whole if whole else 0.0


def _remarks(said: Sequence[tuple[str, float | None, str]], median: float, typical: float) -> tuple[str, ...]:
    if len(said) < FEW:
        return ()
    found = ["fast"] if median < FAST * typical else []
    letters = [text for text, _, _ in said if len(text) == 1 and text.isalpha()]
    if letters and _run_chance(letters) < RARE:
        found.append("always the same")
    return tuple(found)


def _run_chance(letters: Sequence[str]) -> float:
    """Return a bound on the probability of as long a run of one letter as this, from someone with these habits."""
    longest = run = 1
    for before, now in itertools.pairwise(letters):
        run = run + 1 if now == before else 1
        longest = max(longest, run)
    # At four options and with even habits; who truly prefers a letter is what this is to find.
    return len(letters) * 0.25 ** (longest - 1)


def filled(db: Database, study: Study) -> list[Filled]:
    """Return how far each booklet is filled."""
    rows = db.rows("SELECT booklet, state, COUNT(*) FROM people WHERE booklet IS NOT NULL GROUP BY booklet, state")
    counts: Counter[tuple[int, str]] = Counter()
    for booklet, state, n in rows:
        kind = {"complete": "complete", "asked": "answering", "answering": "answering", "invited": ""}.get(
            state, "ended"
        )
        counts[booklet, kind] += n
    return [
        Filled(
            one.name, len(one.items), one.people, *(counts[place, kind] for kind in ("complete", "answering", "ended"))
        )
        for place, one in enumerate(study.frozen.booklets)
    ]


def flagged(db: Database) -> list[Flagged]:
    """Return the flagged items, the most flagged first."""
    reasons: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for person, item, reason, note in db.rows("SELECT person, item, reason, note FROM flags ORDER BY received"):
        reasons[item].append((person, reason, note))
    reviews: defaultdict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for item, reviewer, verdict, note in db.rows("SELECT item, reviewer, verdict, note FROM reviews ORDER BY reviewer"):
        reviews[item][reviewer] = (verdict, note)
    found = [Flagged(item, tuple(said), reviews[item]) for item, said in reasons.items()]
    return sorted(found, key=lambda one: (-len(one.reasons), one.item))


def agreed(flags: Sequence[Flagged]) -> list[tuple[str, str, agreement.Kappa]]:
    """Return how far each two reviewers agree on the flagged items that both looked at."""
    names = sorted({name for one in flags for name in one.reviews})
    found = []
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            both = [one.reviews for one in flags if {first, second} <= set(one.reviews)]
            if both:
                kappa = agreement.kappa([one[first][0] for one in both], [one[second][0] for one in both])
                found.append((first, second, kappa))
    return found


def excluded(flags: Sequence[Flagged]) -> list[str]:
    """Return the flagged items that reviewers call bad, more of them than call it fine."""
    votes = {one.item: Counter(verdict for verdict, _ in one.reviews.values()) for one in flags}
    return [item for item, count in votes.items() if count["bad"] > count["fine"]]
