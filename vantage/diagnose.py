"""Plain statements about models, each made only when the numbers carry it.

Every rule tests one thing for one model and yields a candidate with its p-value. All candidates of a report are
corrected together (Holm), and only those that survive are said: a reader may trust each sentence at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

from vantage import metrics
from vantage.table import RuleUse, Summary, rules, summarise
from vantage.task import TIERS

if TYPE_CHECKING:
    import pyarrow as pa

ALPHA = 0.05
TOLERATED = 0.01  # a share of unanswered or failed requests that is not worth a sentence


@dataclass(frozen=True)
class Finding:
    """One statement about one model. `effect` is its size, a share between 0 and 1, and orders the statements."""

    model: str
    kind: str  # "above", "below", "drawn", "uneven", "tiers", "unanswered", "failed"
    text: str
    effect: float
    p: float
    shown_by: Mapping[str, str] = field(default_factory=dict)  # which items show it: task, tier, rule, outcome


def findings(table: pa.Table, alpha: float = ALPHA) -> list[Finding]:
    """Return what stands out, largest effect first; p-values are corrected over everything that was tested."""
    overall = summarise(table, ["model"])
    candidates = [
        *_against_chance(overall),
        *_drawn(rules(table)),
        *_uneven(summarise(table, ["model", "task"])),
        *_tiers(summarise(table, ["model", "tier"])),
        *_silent(overall),
    ]
    corrected = metrics.holm([candidate.p for candidate in candidates])
    kept = [replace(c, p=float(p)) for c, p in zip(candidates, corrected) if p < alpha and c.text]
    return sorted(kept, key=lambda finding: -finding.effect)


def percent(share: float) -> str:
    """Return a share as whole percent; only all of them is 100%."""
    return f"{min(round(100 * share), 99) if share < 1 else 100}%"


def _against_chance(overall: Iterable[Summary]) -> Iterator[Finding]:
    for cell in overall:
        if not cell.n:
            continue
        p = metrics.binomial_p(cell.accuracy * cell.items, cell.items, cell.chance)
        kind, word = ("above", "above") if cell.accuracy > cell.chance else ("below", "below")
        text = f"answers {word} chance: {percent(cell.accuracy)} right, a guesser {percent(cell.chance)}"
        yield Finding(cell.group["model"], kind, text, abs(cell.accuracy - cell.chance), p)


def _drawn(uses: Iterable[RuleUse]) -> Iterator[Finding]:
    for use in uses:
        if not use.errors or not use.even_share < 1:
            continue
        errors = use.errors * use.items / use.offered
        p = metrics.binomial_p(use.error_share * errors, errors, use.even_share)
        excess = use.error_share - use.even_share
        name = use.group["rule"].replace("_", " ")
        text = (
            f"takes “{name}” for the answer in {use.group['task']}: {percent(use.rate)} of {use.offered} offers, and "
            f"{percent(use.error_share)} of its errors there ({percent(use.even_share)} if errors were even)"
        )
        # What a model avoids was tested too, so it counts in the correction, but it says little by itself.
        yield Finding(use.group["model"], "drawn", text if excess > 0 else "", excess, p, dict(use.group))


def _uneven(cells: Iterable[Summary]) -> Iterator[Finding]:
    for model, tasks in _by_model(cells).items():
        ranked = sorted((cell for cell in tasks if cell.n), key=lambda cell: -cell.adjusted)
        for better, worse in combinations(ranked, 2):
            gap = better.adjusted - worse.adjusted
            extremes = better is ranked[0] and worse is ranked[-1]
            text = (
                f"is best at {better.group['task']} ({percent(better.accuracy)}) "
                f"and worst at {worse.group['task']} ({percent(worse.accuracy)})"
            )
            p = _difference(better, worse)
            yield Finding(model, "uneven", text if extremes else "", gap, p, {**worse.group, "outcome": "wrong"})


def _tiers(cells: Iterable[Summary]) -> Iterator[Finding]:
    for model, tiers in _by_model(cells).items():
        known = [cell for tier in TIERS for cell in tiers if cell.group["tier"] == tier and cell.n]
        if len(known) < 2:
            continue
        first, last = known[0], known[-1]
        verb = "falls" if first.accuracy > last.accuracy else "rises"
        text = (
            f"{verb} from {percent(first.accuracy)} on {first.group['tier']} items "
            f"to {percent(last.accuracy)} on {last.group['tier']} ones"
        )
        gap, p = abs(first.accuracy - last.accuracy), _difference(first, last)
        yield Finding(model, "tiers", text, gap, p, {**last.group, "outcome": "wrong"})


def _silent(overall: Iterable[Summary]) -> Iterator[Finding]:
    for cell in overall:
        total = cell.n + cell.failed
        shares = {"unanswered": (cell.unanswered, cell.n), "failed": (cell.failed, total)}
        words = {
            "unanswered": "chooses no option in {} of its responses",
            "failed": "gave no response to {} of requests",
        }
        for kind, (count, of) in shares.items():
            share = count / of if of else 0.0
            p = metrics.binomial_p(count, of, TOLERATED)
            text = words[kind].format(percent(share)) if share > TOLERATED else ""
            yield Finding(cell.group["model"], kind, text, share, p, {**cell.group, "outcome": kind})


def _difference(a: Summary, b: Summary) -> float:
    return metrics.difference_p((a.accuracy * a.items, a.items), (b.accuracy * b.items, b.items))


def _by_model(cells: Iterable[Summary]) -> dict[str, list[Summary]]:
    grouped: dict[str, list[Summary]] = {}
    for cell in cells:
        grouped.setdefault(cell.group["model"], []).append(cell)
    return grouped
