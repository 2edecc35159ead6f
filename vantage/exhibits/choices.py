"""Exhibits on what was chosen instead: near misses, letters, and answers that never came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from vantage import metrics
from vantage.exhibits.evidence import Evidence, Exhibit, column
from vantage.item import LETTERS
from vantage.plots import Cell, Grid, Paint, Part, grid, shares
from vantage.table import RuleUse, rules
from vantage.tables import Table, percent, taken, words

COLUMNS = 16  # near misses in the figure; the table has all of them
RARE = 20  # offers below which a near miss is left to the table

OUTCOME_PARTS = (
    Part("right", Paint("above")),
    Part("wrong", Paint("below", 0.55)),
    Part("wrong, cut off", Paint("below", 0.55), hatched=True),
    Part("unanswered", Paint("neutral", 1)),
    Part("unanswered, cut off", Paint("neutral", 1), hatched=True),
    Part("failed", Paint("ink", 0.75)),
)


def distractors(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how often each kind of near miss is taken for the answer."""
    pooled = [use for use in rules(evidence.main, ("model",)) if use.offered]
    offered: Counter[str] = Counter()
    for use in pooled:
        offered[use.group["rule"]] = max(offered[use.group["rule"]], use.offered)
    common = [rule for rule, n in offered.items() if n >= RARE] or list(offered)
    shown = sorted(common, key=lambda rule: -offered[rule])[:COLUMNS]
    if not shown:
        return
    flagged = {(finding.model, finding.shown_by.get("rule")) for finding in evidence.findings}
    by = {(use.group["model"], use.group["rule"]): use for use in pooled}
    cells = tuple(tuple(_use(by.get(pair), pair in flagged) for pair in product([m], shown)) for m in evidence.models)
    content = Grid(evidence.models, tuple(words(rule) for rule in shown), cells)
    columns = "offered chosen rate low high guess errors error_share even_share"
    lines = [
        (use.group["model"], use.group["task"], use.group["rule"], *taken(use, columns))
        for use in rules(evidence.main, ("model", "task"))
    ]
    header = "model, task, near miss, offers, chosen, rate, low, high, guesser, errors there, share of errors, if even"
    yield Exhibit(
        "distractors",
        "Which near misses draw whom",
        "How often, in percent, each kind of wrong option was taken when it was on offer, over all tasks. Orange: more "
        "often than a guesser would; blue: less often. A corner marks one that a finding speaks of.",
        (grid("Share of offers of each near miss that were taken", content),),
        Table.of(header, lines),
    )


def _use(use: RuleUse | None, flag: bool) -> Cell | None:
    if use is None:
        return None
    over = use.rate - use.guess
    # What is avoided is what should be: it stays pale.
    share = -over / (1 - use.guess) if over > 0 else -0.3 * over / use.guess if use.guess else 0.0
    offers = f"{use.chosen} of {use.offered} offers of {words(use.group['rule'])}"
    title = f"{use.group['model']}: {offers}, guesser {percent(use.guess)}"
    return Cell(f"{100 * use.rate:.0f}", share, title, not use.low <= use.guess <= use.high, flag)


def letters(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how often each letter is chosen, beside how often it is right."""
    chosen: dict[str, Counter[str]] = {model: Counter() for model in evidence.models}
    due: dict[str, Counter[str]] = {model: Counter() for model in evidence.models}
    names = ("model", "key", "answer", "chance", "outcome")
    for model, key, answer, chance, outcome in zip(*(column(evidence.main, name) for name in names)):
        if chance and answer is not None and outcome != "failed":
            chosen[model][answer] += 1
            due[model][key] += 1
    used = [letter for letter in LETTERS if any(letter in counts for counts in (*chosen.values(), *due.values()))]
    if not used:
        return
    cells = tuple(tuple(_letter(m, letter, chosen[m], due[m]) for letter in used) for m in evidence.models)
    lines = [(m, letter, chosen[m][letter], due[m][letter]) for m in evidence.models for letter in used]
    yield Exhibit(
        "letters",
        "Letters",
        "How often, in percent, each letter was chosen. Orange: more often than it is right; blue: less often.",
        (grid("Share of answers by letter", Grid(evidence.models, tuple(used), cells)),),
        Table.of("model, letter, chosen, right", lines),
    )


def _letter(model: str, letter: str, chosen: Counter[str], due: Counter[str]) -> Cell | None:
    n = chosen.total()
    if not n:
        return None
    rate, key = chosen[letter] / n, due[letter] / n
    low, high = metrics.wilson(chosen[letter], n)
    title = f"{model}: {letter} chosen {chosen[letter]} times of {n}, right {due[letter]} times"
    return Cell(f"{100 * rate:.0f}", 2 * (key - rate), title, not low <= key <= high)


def outcomes(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield what became of every request."""
    counts: dict[str, Counter[str]] = {model: Counter() for model in evidence.models}
    for model, outcome, cut in zip(*(column(evidence.main, name) for name in ("model", "outcome", "truncated"))):
        counts[model][f"{outcome}, cut off" if cut and outcome in ("wrong", "unanswered") else outcome] += 1
    parts = [part for part in OUTCOME_PARTS if any(found[part.name] for found in counts.values())]
    rows = [(model, [counts[model][part.name] for part in parts]) for model in evidence.models]
    yield Exhibit(
        "outcomes",
        "What became of every request",
        "In percent of requests. Unanswered: a response that chooses nothing; failed: no response; cut off: ended by a "
        "limit of length.",
        (shares("Outcomes of all requests", rows, parts),),
        Table(("model", *(part.name for part in parts)), tuple((model, *values) for model, values in rows)),
    )
