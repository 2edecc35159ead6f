"""Exhibits on how well: the ranking, and κ with its interval by quadrant, capability and tier."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from vantage.analysis.summaries import OUTCOMES, Summary
from vantage.plots import Panel, Point, Row, ranges
from vantage.plots.tables import Table, Value, counted, percent, signed, taken
from vantage.report.exhibits.colouring import Tested, coloured, rule, small
from vantage.report.exhibits.evidence import Evidence, Exhibit, matrix, on_common_items
from vantage.running.losses import MUCH
from vantage.stats import metrics
from vantage.task import TIERS

LEVEL = round(100 * metrics.LEVEL)
SCORES = "n, accuracy, low, high, chance, kappa, kappa low, kappa high"
COMMON = (
    " Models were asked different items, so two numbers may differ because their items do: “common accuracy” is of the "
    "items that all of them were asked."
)
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
ACCURACY = Panel(0, 1, QUARTERS, words=percent)
KAPPA = Panel(-0.5, 1, (-0.5, 0, 0.5, 1), marked=0.0, words=lambda value: signed(value, 1))
SHAPES = {"above": "circle", "below": "square", "faint": "ring"}
Columns = Mapping[str, Mapping[str, Mapping[str, Summary]]]  # heading -> column -> model
COLOURED = f"{rule()} (intervals are not); where they are fewer, n is printed."
QUADRANTS = "I: the parts of one object, E: relations among several; S: static, D: needing a mental transformation."
CAPABILITIES = {
    "CR": "comprehensive reasoning",
    "DA": "deformation and assembly",
    "MM": "metric measurement",
    "MR": "mental reconstruction",
    "PT": "perspective taking",
    "SR": "spatial relations",
}


def side(cell: Summary) -> str:
    """Return the colour that says whether a model is surely above chance, surely below it, or neither."""
    return sides([cell])[0]


def sides(row: Sequence[Summary | None]) -> list[str]:
    """Return the colours that `side` would give all cells of one model, with p-values corrected over them."""
    sure = coloured([_tested(cell) if cell and cell.n else None for cell in row])
    return [
        "faint" if cell is None or not one else "above" if cell.accuracy > cell.chance else "below"
        for cell, one in zip(row, sure)
    ]


def _tested(cell: Summary) -> Tested:
    if not cell.chance:  # a guesser never hits a number
        return (0.0 if cell.right else 1.0), cell.effective
    return metrics.binomial_p(cell.accuracy * cell.effective, cell.effective, cell.chance), cell.effective


def said(cell: Summary) -> str:
    """Return a summary as a sentence's part."""
    worth = f" (worth {cell.effective:.0f} independent ones)" if round(cell.effective) < cell.n else ""
    return (
        f"{percent(cell.accuracy)} right of {cell.n}{worth}, interval {percent(cell.low)} to {percent(cell.high)}, "
        f"chance {percent(cell.chance)}"
    )


def strip(cell: Summary) -> Row:
    """Return one model's place on the scale of accuracy, with chance as a tick."""
    points = (
        Point(cell.chance, shape="tick", tone="faint"),
        Point(cell.accuracy, cell.low, cell.high, SHAPES[side(cell)], side(cell), said(cell)),
    )
    note = f"{percent(cell.accuracy)}  ({100 * cell.low:.0f}–{100 * cell.high:.0f}) of {cell.n:,}"
    return Row(cell.group["model"], (points,), note)


def _ranked(cell: Summary) -> Row:
    """Return a model's line in the ranking; if it lost too many requests, with why it is not ranked."""
    if not cell.n:
        return Row(cell.group["model"], ((),), "no answer")
    row = strip(cell)
    if cell.lost <= MUCH:
        return row
    ends = f"{percent(cell.worst)} to {percent(cell.best)}"
    return dataclasses.replace(row, note=f"unranked: {percent(cell.lost)} failed; {ends} at the ends")


def ranking(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield the models in order, with intervals."""
    cells = [evidence.overall[model] for model in evidence.models]
    common = on_common_items(evidence)
    rows = [_ranked(cell) for cell in cells]
    legend = [("circle", "above", "above chance"), ("ring", "faint", "not to be told from it"),
              ("square", "below", "below chance"), ("tick", "faint", "guessing")]  # fmt: skip
    header = f"model, {', '.join(OUTCOMES)}, failed as wrong, failed as right, {SCORES}"
    lines = [
        (
            cell.group["model"],
            *taken(cell, " ".join(OUTCOMES)),
            *((cell.worst, cell.best) if cell.failed and cell.n else (None, None)),
            *short(cell),
        )
        for cell in cells
    ]
    if common:
        header += ", common n, common accuracy"
        shared = [common.get(model) for model in evidence.models]
        lines = [(*line, one and one.n, one and one.accuracy) for line, one in zip(lines, shared)]
    yield Exhibit(
        "ranking",
        "Ranking",
        f"Share of right answers, with {LEVEL}% intervals. Failed requests are left out of it; “failed as wrong” and "
        "“failed as right” are what it would be if all of them were so. A model that lost more than "
        f"{100 * MUCH:g}% of its requests stands below the others, unranked." + (COMMON if common else ""),
        (ranges("Share of right answers by model", rows, [ACCURACY], legend, width=760),),
        Table.of(header, lines),
    )


def abbreviated(columns: Columns) -> str:
    """Return what the abbreviations among the columns stand for."""
    known = [name for cells in columns.values() for name in cells if name in CAPABILITIES]
    return f" {', '.join(f'{name}: {CAPABILITIES[name]}' for name in known)}." if known else ""


def short(cell: Summary) -> tuple[Value, ...]:
    """Return the numbers of a summary that `SCORES` names."""
    return taken(cell, "n accuracy low high chance adjusted adjusted_low adjusted_high")


def profiles(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield κ with its interval for each quadrant and each capability."""
    names = {"quadrant": "quadrant", "capabilities": "capability"}
    columns = {name: dict(sorted(matrix(evidence.main, name).items())) for name in names}
    columns = {name: cells for name, cells in columns.items() if len(cells) > 1}
    if not columns:
        return
    titles = (f"Chance-adjusted accuracy by {names[name]}" for name in columns)
    figures = tuple(ranges(title, *_panels(evidence, cells)) for title, cells in zip(titles, columns.values()))
    lines = [
        (m, name, value, *short(c[m]))
        for name, cells in columns.items()
        for value, c in cells.items()
        for m in evidence.models
        if m in c
    ]
    note = f"κ with {LEVEL}% intervals; the dashed line is chance. {COLOURED} {QUADRANTS}{abbreviated(columns)}"
    yield Exhibit("profile", "Profile", note, figures, Table.of(f"model, by, value, {SCORES}", lines))


def difficulty(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how κ goes down the tiers of difficulty."""
    found = matrix(evidence.main, "tier")
    cells = {tier: found[tier] for tier in TIERS if tier in found}
    if len(cells) < 2:
        return
    rows, panels = _panels(evidence, cells)
    first, *_, last = cells.values()
    rows = [dataclasses.replace(row, note=_fall(first.get(row.label), last.get(row.label))) for row in rows]
    lines = [(m, tier, *short(cells[tier][m])) for m in evidence.models for tier in cells if m in cells[tier]]
    change = "the number is the change from the first tier to the last."
    note = f"κ on each tier with {LEVEL}% intervals; {change} {COLOURED}"
    figure = ranges("Chance-adjusted accuracy by tier of difficulty", rows, panels)
    yield Exhibit("difficulty", "Difficulty", note, (figure,), Table.of(f"model, tier, {SCORES}", lines))


def _panels(evidence: Evidence, cells: Mapping[str, Mapping[str, Summary]]) -> tuple[list[Row], list[Panel]]:
    """Return κ of the models in a panel for each value, and how many answers it has."""
    panels = []
    for value, by in cells.items():
        n = counted((cell.n for cell in by.values() if cell.n), "answers")
        panels.append(Panel(KAPPA.low, KAPPA.high, (0, 1), f"{value}: {n}", 0.0, KAPPA.words))
    rows = []
    for model in evidence.models:
        row = [by.get(model) for by in cells.values()]
        rows.append(Row(model, tuple(_kappa(cell, tone) for cell, tone in zip(row, sides(row)))))
    return rows, panels


def _kappa(cell: Summary | None, tone: str) -> tuple[Point, ...]:
    if cell is None or not cell.n:
        return ()
    few = small(cell.n, cell.effective)
    return (Point(cell.adjusted, cell.adjusted_low, cell.adjusted_high, SHAPES[tone], tone, said(cell), few),)


def _fall(first: Summary | None, last: Summary | None) -> str:
    return signed(last.adjusted - first.adjusted) if first and last and first.n and last.n else ""
