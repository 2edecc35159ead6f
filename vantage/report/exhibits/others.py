"""Exhibits that set the models beside people and published models: on tasks of the same recipe, not the same items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vantage import published
from vantage.analysis.summaries import Summary
from vantage.plots import Point, Row, ranges
from vantage.plots.tables import Table, Value, percent, words
from vantage.published import Row as Printed
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL, said
from vantage.report.exhibits.evidence import Evidence, Exhibit, matrix


def beside(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield each task that a paper printed results for: people, its models, and the models of this report."""
    tasks = {task: _printed(task) for task in matrix(evidence.main, "task")}
    tasks = {task: rows for task, rows in tasks.items() if rows}
    if not tasks:
        return
    cells = matrix(evidence.main, "task")
    rows = [Row(words(task), (_points(evidence, cells[task], found),), _note(found)) for task, found in tasks.items()]
    legend = [
        ("circle", "above", f"models of this report, the best with its {LEVEL}% interval"),
        ("diamond", "below", "people"),
        ("tick", "faint", "published models"),
    ]
    sources = sorted({row.source for found in tasks.values() for row in found})
    papers = "; ".join(published.source(name).title for name in sources)
    yield Exhibit(
        "beside",
        "Beside people and published models",
        "The items are not the same ones: ours are made afresh after the papers' recipes, so numbers may be set beside "
        f"one another, not tested against one another. {_remarks(tasks)}Sources: {papers}.",
        (ranges("Models beside people and published models", rows, [ACCURACY], legend),),
        Table.of(
            "task, who, kind, source, table, their task, accuracy, low, high, n",
            (line for task, found in tasks.items() for line in _lines(evidence, task, cells[task], found)),
        ),
    )


def _printed(task: str) -> list[Printed]:
    """Return the printed accuracies of people and of models as they come."""
    return [
        row
        for row in published.beside(task)
        if row.metric == "accuracy" and row.kind in ("model", "human") and not row.condition
    ]


def _points(evidence: Evidence, cells: dict[str, Summary], found: list[Printed]) -> tuple[Point, ...]:
    theirs = [Point(row.value, shape="tick", tone="faint") for row in found if not row.human]
    people = [
        Point(
            row.value,
            shape="diamond",
            tone="below",
            title=f"people, {row.source}, table {row.table}: {row.value:.1%}",
        )
        for row in found
        if row.human
    ]
    known = [cells[model] for model in evidence.models if model in cells and cells[model].n]
    ours = [Point(c.accuracy, shape="circle", tone="above", title=f"{c.group['model']}: {said(c)}") for c in known]
    best = max(known, key=lambda cell: cell.accuracy, default=None)
    bar = [Point(best.accuracy, best.low, best.high, title=f"{best.group['model']}: {said(best)}")] if best else []
    return (*theirs, *people, *ours, *bar)


def _tuned(row: Printed) -> bool:
    """Return whether a paper's authors fine-tuned a model themselves: its name says so in print."""
    return row.model.endswith("-sft")


def _people(found: list[Printed]) -> list[str]:
    """Return what people scored, from low to high: more than one number where a paper's tables differ."""
    return list(dict.fromkeys(percent(value) for value in sorted(row.value for row in found if row.human)))


def _note(found: list[Printed]) -> str:
    people = _people(found)
    plain, tuned = (
        max((row.value for row in found if not row.human and _tuned(row) == wanted), default=0.0)
        for wanted in (False, True)
    )
    parts = [f"people {' or '.join(people)}"] if people else []
    parts += [f"best published {percent(plain)}"] if plain else []
    parts += [f"fine-tuned {percent(tuned)}"] if tuned > plain else []
    return ", ".join(parts)


def _remarks(tasks: Mapping[str, list[Printed]]) -> str:
    """Return what must be known to read the words at the right."""
    twice = "Of people two numbers are given where a paper's tables differ. "
    tuned = "Models that the authors fine-tuned are left out of “best published”, and named where they are better. "
    return (twice if any(len(_people(found)) > 1 for found in tasks.values()) else "") + (
        tuned if any(_tuned(row) for found in tasks.values() for row in found) else ""
    )


def _lines(
    evidence: Evidence, task: str, cells: dict[str, Summary], found: list[Printed]
) -> Iterator[tuple[Value, ...]]:
    for model in evidence.models:
        if model in cells and cells[model].n:
            cell = cells[model]
            yield (task, model, "this report", "", "", task, cell.accuracy, cell.low, cell.high, cell.n)
    for row in found:
        kind = "fine-tuned model" if _tuned(row) else row.kind
        yield (task, row.model, kind, row.source, row.table, row.task, row.value, row.low, row.high, row.n)
