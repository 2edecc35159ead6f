"""Rules that say where or when a model goes wrong: with which items, and asked in which way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vantage.diagnosis.findings.candidate import HOW, WHERE, Candidate, Rule, signed
from vantage.diagnosis.findings.gaps import asked_twice, kind_of
from vantage.diagnosis.findings.sheet import NOTHING, Bools, Case, Evidence, Ints, Sheet, paired
from vantage.plots.tables import percent
from vantage.stats import inference
from vantage.stats.metrics import caa

SETTINGS = {
    "protocol": "asked by the protocol “{}”",
    "depth": "shown depth maps beside the pictures",
    "max_side": "shown pictures of at most {} pixels",
    "layout": "shown all pictures in one",
    "images": "shown the pictures {}",
    "form": "asked in the form “{}”",
    "renderer": "shown the same scenes {}",
}
RENDERERS = {"cycles": "path-traced", "raster": "rasterised"}
GLOSSES = {"identity": ", where colours do not tell things apart"}  # what a task's items have in common
SETS = {
    "view_set": ("inconsistent over views", "contradicts itself over the views of a scene"),
    "wording_set": ("inconsistent over wordings", "contradicts itself over the wordings of a question"),
    "item": ("circular", "contradicts itself when the options change places"),
}


def blind(case: Case) -> Iterator[Candidate]:
    """Does not need the pictures."""
    for setting, value, other in case.others:
        if (setting, value) != ("images", "none"):
            continue
        # A number can be guessed too, but not how often, so the sentence is about items with options.
        offered, seen = other.chance > 0, case.main.chance > 0
        found = other.beside(other.right, other.chance, offered)
        if found.n and seen.any():
            shares = (other.right[offered], other.chance[offered], case.main.right[seen])
            without, guess, seeing = (percent(share.mean()) for share in shares)
            gap, _ = _gap(case.main, other)
            text = f"is right in {without} without the pictures, a guesser in {guess}; "
            text += f"with them no more often ({seeing})" if gap.n and gap.high >= 0 else f"with them in {seeing}"
            shown = np.isin(case.main["item"].astype(str), other["item"][other.right].astype(str))
            yield Candidate("blind", text if found.size > 0 else "", found, 1.0, shown, {"images": "none"}, HOW)


def gaps(case: Case) -> Iterator[Candidate]:
    """Answers the same items differently when they are put in another way."""
    for setting, value, other in case.others:
        found, changed = _gap(case.main, other)
        if not found.n:
            continue
        verb, evidence = ("gains", found) if found.size > 0 else ("loses", found.turned())
        ends = f"{100 * evidence.low:.0f} to {100 * evidence.high:.0f}"
        how = "shown no pictures" if value == "none" else SETTINGS[setting].format(RENDERERS.get(value, value))
        text = f"{verb} {100 * evidence.size:.0f} points ({ends}) when {how}; {found.n} answers to the same items"
        # That pictures help is expected, so it is not reported.
        said = "" if value == "none" and found.size <= 0 else text
        shown = _at(case.main, changed)
        yield Candidate(kind_of(setting, value), said, evidence, 1.0, shown, {setting: str(value)}, WHERE)


def uneven(case: Case) -> Iterator[Candidate]:
    """Knows less in one task than in the others, beside what the search has explained there.

    What was explained in the others counts: a task of which hard items are left would seem weak beside easy ones.
    """
    s = case.main
    values = sorted(set(s["task"][~s.explained]))
    if len(set(s["task"])) < 2:
        return
    due = s.due(np.ones(len(s), dtype=bool))
    for value in values:
        own = s.equal("task", value)
        here = own & ~s.explained
        found = s.beside(~s.right, 1 - due, here)
        inside, outside = (signed(caa(s.right[rows], s.chance[rows])) for rows in (here, ~own))
        text = f"is weak at {value}{GLOSSES.get(value, '')}: κ {inside}, {outside} in the others"
        said = text if found.size > 0 else ""
        shown_by = {"task": str(value), "outcome": "wrong"}
        yield Candidate("uneven", said, found, found.n / len(s), here & ~s.right, shown_by, WHERE, str(value))


def inconsistent(case: Case) -> Iterator[Candidate]:
    """Is right in one variant and wrong in another more often than independent answers would be."""
    s = case.main
    for column, (kind, words) in SETS.items():
        # An item's variants are its rotations, which make conditions of their own.
        sets = s.joint(column, "repeat", *(() if column == "item" else ("condition",)))
        found, seen, even, mixed = _disagreement(
            s, np.where((s[column] != "") & ~s.explained, sets, -1), s.joint(column)
        )
        if found.n:
            text = (
                f"{words}: {percent(seen)} of pairs come out differently, {percent(even)} if answers were independent"
            )
            yield Candidate(kind, text if found.size > 0 else "", found, found.n / len(s), mixed, level=WHERE)


def _disagreement(s: Sheet, sets: Ints, asked: Ints) -> tuple[Evidence, float, float, Bools]:
    """Return the excess of mixed pairs (one right, one wrong), the shares seen and expected, and answers in mixed sets.

    A set number below 0 means that an answer is in no set. The spread is that of independent answers at the overall
    rate; answers that resemble one another make fewer mixed pairs, never more. Sets that were `asked` again, or are
    about the same scene, count for as many independent sets as they are worth.
    """
    from scipy.special import ndtr, ndtri

    right = s.right
    names, first, place, size = np.unique(sets, return_index=True, return_inverse=True, return_counts=True)
    hits = np.bincount(place, right, len(names))
    whole = (size > 1) & (names >= 0)
    m, k, member = size[whole].astype(float), hits[whole], whole[place]
    n, rate = int(m.sum()), float(right[member].mean()) if whole.any() else 0.0
    if not 0 < rate < 1:
        return NOTHING, 0.0, 0.0, member
    mixed, pairs = rate * (1 - rate), (m * (m - 1) / 2).sum()
    seen, even = float((k * (m - k)).sum() / pairs), 2 * mixed * n / (n - 1)
    alone = m * (m - 1) * mixed * (1 - 2 * mixed)
    shared = m * (m - 1) * (m - 2) * mixed * (1 - 2 * rate) ** 2
    worth = inference.effective_n(k * (m - k), s.cluster[first][whole], asked[first][whole]) / len(m)
    spread = float(np.sqrt((alone + shared).sum() / worth) / pairs)
    half, p = float(ndtri(0.975)) * spread, float(2 * ndtr(-abs(seen - even) / spread))
    evidence = Evidence(seen - even, seen - even - half, seen - even + half, p, n)
    return evidence, seen, even, member & ((hits > 0) & (hits < size))[place]


def _gap(main: Sheet, other: Sheet) -> tuple[Evidence, Ints]:
    """Return how much better a model answers the same items when asked in another way, and which answers changed."""
    a, b = asked_twice(main, other)
    return paired(other.right[b], main.right[a], main.cluster[a]), a[other.right[b] != main.right[a]]


def _at(s: Sheet, places: Ints) -> Bools:
    shown = np.zeros(len(s), dtype=bool)
    shown[places] = True
    return shown


RULES: tuple[Rule, ...] = (blind, gaps, uneven, inconsistent)
