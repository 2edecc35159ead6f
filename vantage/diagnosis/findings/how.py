"""Rules that say how a model goes wrong: what it takes for the answer, what it never says, what it loses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vantage.diagnosis.findings.candidate import Candidate, Rule, signed
from vantage.diagnosis.findings.gaps import premise_pairs
from vantage.diagnosis.findings.sheet import Case, Evidence
from vantage.plots.tables import percent
from vantage.stats import metrics
from vantage.stats.metrics import caa

TOLERATED = 0.01  # the share of answers that may be cut off, unanswered or failed without a sentence about it
COLLAPSED = 0.2  # a label chosen less than this share of the expected times is as good as never chosen
FEW = 12  # labels: more of them are names of things, not answers that recur
RECURS = 5  # how often a label must be right before it can count as never chosen


def below_chance(case: Case) -> Iterator[Candidate]:
    """Right less often than a guesser, and not for want of answers."""
    s = case.main
    # All answers count, as in a ranking. A guesser never gets a number right, so numbers make this finding rarer.
    found = s.beside(~s.right, 1 - s.chance, np.ones(len(s), dtype=bool))
    spoken = s.beside(~s.right, 1 - s.chance, ~s.equal("outcome", "unanswered"))
    if found.n:
        text = f"answers below chance: {percent(s.right.mean())} right, a guesser {percent(s.chance.mean())}"
        said = text if found.size > 0 and spoken.low > 0 else ""  # who is silent is no worse than a guesser
        yield Candidate("below", said, found, 1.0, ~s.right)


def unheeded(case: Case) -> Iterator[Candidate]:
    """Errs with a premise wherever it errs without: what the question states about the picture changes nothing."""
    s = case.main
    told, untold = premise_pairs(s, "without")
    missed = np.zeros(len(s), dtype=bool)
    missed[told[~s.right[untold]]] = True
    missed &= ~s.explained
    # A premise can only help, and even a guesser who answers anew is right in some of them.
    found = s.beside(~s.right, 1 - s.chance, missed)
    if found.n:
        with_it, without = (signed(caa(s.right[rows], s.chance[rows])) for rows in (told, untold))
        stay = percent((~s.right)[missed].mean())
        text = (
            f"is not helped by a premise: {stay} of its errors without it stay when the question states it "
            f"(κ {with_it} with it, {without} without; {len(told)} pairs)"
        )
        shown_by = {"premise": "with", "outcome": "wrong"}
        shown = missed & ~s.right
        yield Candidate("unheeded", text if found.size > 0 else "", found, len(told) / len(s), shown, shown_by)


def cut_off(case: Case) -> Iterator[Candidate]:
    """Loses answers because they were cut off."""
    s = case.main
    cut = s.equal("truncated", True) & ~s.right
    found = s.beside(cut, TOLERATED, ~s.right)
    if found.n:
        text = f"{percent(cut[~s.right].mean())} of its losses are cut-off answers: it may need more tokens"
        shown_by = {"truncated": "true"}
        yield Candidate("cut", text if found.size > 0 else "", found, found.n / len(s), cut, shown_by)


def silent(case: Case) -> Iterator[Candidate]:
    """Chooses nothing, or does not respond."""
    s = case.main
    nothing = s.equal("outcome", "unanswered")
    found = s.beside(nothing, TOLERATED, np.ones(len(s), dtype=bool))
    text = f"chooses no option in {percent(nothing.mean())} of its responses" if found.size > 0 else ""
    yield Candidate("unanswered", text, found, 1.0, nothing, {"outcome": "unanswered"})
    share, n = s.failed / max(1, s.asked), s.asked
    low, high = (float(end) - TOLERATED for end in metrics.wilson(s.failed, n))
    lost = Evidence(share - TOLERATED, low, high, metrics.binomial_p(s.failed, n, TOLERATED), n)
    text = f"gave no response to {percent(share)} of requests" if lost.size > 0 else ""
    yield Candidate("failed", text, lost, 1.0, np.zeros(len(s), dtype=bool), {"outcome": "failed"})


RULES: tuple[Rule, ...] = (below_chance, unheeded, cut_off, silent)
