"""Exhibits on what was chosen instead: near misses, letters, and answers that never came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from vantage.analysis.summaries import RuleUse, rules
from vantage.item import LETTERS
from vantage.plots import Cell, Grid, Paint, Part, grid, shares
from vantage.plots.tables import Table, counted, percent, taken, words
from vantage.report.exhibits.colouring import Tested, coloured, rule, small
from vantage.report.exhibits.evidence import Evidence, Exhibit, column
from vantage.stats import metrics

COLUMNS = 16  # near misses in the figure; the table has them all
FEW = 6  # near misses shown where no model surely takes any of them more often than a guesser
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
    uses = sorted((use for use in rules(evidence.main, ("model", "task")) if use.offered), key=_drawn)
    shown = _telling(uses)
    if not shown:
        return
    flagged = {(f.model, task, f.shown_by.get("rule")) for f in evidence.findings for task in f.tasks}
    by = {(use.group["model"], use.group["task"], use.group["rule"]): use for use in uses}
    sure = {model: _sure([use for use in uses if use.group["model"] == model]) for model in evidence.models}
    cells = tuple(
        tuple(_use(by.get((m, *pair)), pair in sure[m], (evidence.called[m], *pair) in flagged) for pair in shown)
        for m in evidence.models
    )
    content = Grid(evidence.models, tuple(f"{words(rule)}, {words(task)}" for task, rule in shown), cells)
    names, columns = ("model", "task", "rule"), "offered chosen rate low high guess errors error_share even_share"
    header = "model, task, near miss, offers, chosen, rate, low, high, guesser, errors there, share of errors, if even"
    n = counted((use.offered for use in uses if (use.group["task"], use.group["rule"]) in shown), "offers")
    yield Exhibit(
        "distractors",
        "Which near misses draw whom",
        "How often, in percent, each kind of wrong option was taken when it was on offer. Orange: more often than a "
        f"guesser would; blue: less often. {rule()}, near misses that are not shown among them. {n.capitalize()} in "
        f"each cell. Shown are the {len(shown)} that draw some model most surely; the table begins with the surest, "
        "and `--figures` writes all rows. A corner: a finding speaks of it.",
        (grid("Share of offers of each near miss that were taken", content),),
        Table.of(header, ((*(use.group[name] for name in names), *taken(use, columns)) for use in uses)),
    )


def _drawn(use: RuleUse) -> float:
    """Return a sort key: near misses that are most surely taken more often than by a guesser come first."""
    return use.guess - use.low


def _telling(uses: Sequence[RuleUse]) -> list[tuple[str, str]]:
    """Return the near misses, with their tasks, that some model surely takes more often than a guesser."""
    surest: dict[tuple[str, str], float] = {}
    often = [use for use in uses if use.offered >= RARE] or uses
    for use in often:
        pair = use.group["task"], use.group["rule"]
        surest[pair] = max(surest.get(pair, -1.0), -_drawn(use))
    ranked = sorted(surest, key=lambda pair: -surest[pair])
    chosen = [pair for pair in ranked if surest[pair] > 0][:COLUMNS] or ranked[:FEW]
    tasks = list(dict.fromkeys(task for task, _ in chosen))
    return sorted(chosen, key=lambda pair: tasks.index(pair[0]))


def _sure(uses: Sequence[RuleUse]) -> set[tuple[str, str]]:
    """Return the tasks and near misses that one model surely takes more or less often than a guesser."""
    p = [metrics.binomial_p(use.rate * use.effective, use.effective, use.guess) for use in uses]
    sure = coloured([(one, use.effective) for one, use in zip(p, uses)])
    return {(use.group["task"], use.group["rule"]) for use, one in zip(uses, sure) if one}


def _use(use: RuleUse | None, sure: bool, flag: bool) -> Cell | None:
    if use is None:
        return None
    over = use.rate - use.guess
    # Avoiding a wrong option is as it should be, so its colour stays pale.
    share = -over / (1 - use.guess) if over > 0 else -0.3 * over / use.guess if use.guess else 0.0
    what = f"{words(use.group['rule'])} in {words(use.group['task'])}"
    title = f"{use.group['model']}: {use.chosen} of {use.offered} offers of {what}, guesser {percent(use.guess)}"
    return Cell(f"{100 * use.rate:.0f}", share, title, sure, flag, small(use.offered, use.effective))


def letters(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how often each letter is chosen, beside how often it is right."""
    chosen: dict[str, Counter[str]] = {model: Counter() for model in evidence.models}
    due: dict[str, Counter[str]] = {model: Counter() for model in evidence.models}
    guessed: dict[str, Counter[float]] = {model: Counter() for model in evidence.models}  # chance -> items
    names = ("model", "key", "answer", "chance", "outcome")
    for model, key, answer, chance, outcome in zip(*(column(evidence.main, name) for name in names)):
        if chance and answer is not None and outcome != "failed":
            chosen[model][answer] += 1
            due[model][key] += 1
            guessed[model][chance] += 1
    used = [letter for letter in LETTERS if any(letter in counts for counts in (*chosen.values(), *due.values()))]
    if not used:
        return
    cells = tuple(_letters(m, used, chosen[m], due[m], guessed[m]) for m in evidence.models)
    lines = [(m, letter, chosen[m][letter], due[m][letter]) for m in evidence.models for letter in used]
    yield Exhibit(
        "letters",
        "Letters",
        "How often, in percent, each letter was chosen. Orange: more often than it is right and than a guesser would; "
        f"blue: less often than both. {rule()}.",
        (grid("Share of answers by letter", Grid(evidence.models, tuple(used), cells)),),
        Table.of("model, letter, chosen, right", lines),
    )


def _letters(
    model: str, used: Sequence[str], chosen: Counter[str], due: Counter[str], guessed: Counter[float]
) -> tuple[Cell | None, ...]:
    """Return one model's letters. Any rate between how often a letter is right and how often guessed is expected."""
    n = chosen.total()
    if not n:
        return (None,) * len(used)
    expected = []
    for letter in used:
        guess = sum(chance * m for chance, m in guessed.items() if LETTERS.index(letter) < round(1 / chance))
        low, high = sorted((due[letter], guess))
        expected.append(min(max(chosen[letter], low), high) / n)
    tested: list[Tested] = [(metrics.binomial_p(chosen[one], n, usual), n) for one, usual in zip(used, expected)]
    return tuple(
        Cell(
            f"{100 * chosen[letter] / n:.0f}",
            2 * (usual - chosen[letter] / n),
            f"{model}: {letter} chosen {chosen[letter]} times of {n}, right {due[letter]} times",
            sure,
            small=small(n, n),
        )
        for letter, usual, sure in zip(used, expected, coloured(tested))
    )


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
