"""Exhibits that set the models beside people and published models: on tasks of the same recipe, not the same items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil

from vantage import papers
from vantage.analysis.summaries import Summary, summarise
from vantage.papers import Row as Printed
from vantage.plots import Panel, Point, Row, ranges
from vantage.plots.charts import LETTERS
from vantage.plots.figure import room
from vantage.plots.tables import Table, Value, percent, signed, words
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL, SHAPES, said
from vantage.report.exhibits.evidence import Evidence, Exhibit, matrix

SCALE = 500  # points that the scale of accuracy is wide, at least
Placed = tuple[float, int]  # the accuracy of a model, and its place in the ranking


def beside(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield each task that a paper printed results for: people, its models, and the models of this report."""
    tasks = {task: _printed(task) for task in matrix(evidence.main, "task")}
    tasks = {task: rows for task, rows in tasks.items() if rows}
    if not tasks:
        return
    cells = matrix(evidence.main, "task")
    rows = [Row(words(task), (_points(evidence, cells[task], found),), _note(found)) for task, found in tasks.items()]
    legend = [
        ("circle", "above", f"models of this report by their places, the best with its {LEVEL}% interval"),
        ("diamond", "below", "people"),
        ("tick", "faint", "published models"),
    ]
    sources = sorted({row.source for found in tasks.values() for row in found})
    titles = "; ".join(papers.source(name).title for name in sources)
    yield Exhibit(
        "beside",
        "Beside people and published models",
        "The items are not the same ones: ours are made afresh after the papers' recipes, so numbers may be set beside "
        f"one another, not tested against one another. {_remarks(tasks)}Sources: {titles}.",
        (ranges("Models beside people and published models", rows, [ACCURACY], legend, foot=_places(evidence)),),
        Table.of(
            "task, who, kind, source, table, their task, accuracy, low, high, n",
            (line for task, found in tasks.items() for line in _lines(evidence, task, cells[task], found)),
        ),
    )


def people_gap(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how far the best model is from people, in each task and subtype that people were tested in."""
    found: dict[str, list[Summary]] = {}
    for by in (["task", "model"], ["task", "subtype", "model"]):
        for cell in summarise(evidence.main, by):
            if cell.n and cell.group.get("subtype", "all"):
                found.setdefault("/".join(cell.group[name] for name in by[:-1]), []).append(cell)
    rows: list[Row] = []
    lines: list[tuple[Value, ...]] = []
    ends: list[float] = []
    for name, cells in found.items():
        theirs = [row.value for row in papers.people(name) if row.metric == "accuracy"]
        if theirs:
            best, mean = max(cells, key=lambda cell: cell.accuracy), sum(theirs) / len(theirs)
            gap = [value - mean for value in (best.accuracy, best.low, best.high)]
            ends += gap[1:]
            about = f"{best.group['model']} {percent(best.accuracy)}, people {percent(mean)}"
            tone = "above" if gap[1] > 0 else "below" if gap[2] < 0 else "faint"
            rows.append(Row(words(name), ((Point(gap[0], gap[1], gap[2], SHAPES[tone], tone, about),),), about))
            lines.append((name, best.group["model"], best.accuracy, best.low, best.high, best.n, mean, *gap))
    if not rows:
        return
    reach = max(0.1, *map(abs, ends))
    top = ceil(10 * reach) / 10
    scale = Panel(-top, top, (-top, 0.0, top), "points above people", 0.0, lambda value: signed(100 * value, 0))
    yield Exhibit(
        "people_gap",
        "The best model and people",
        "Accuracy of the best model less that of people, in points, in each task and subtype that papers tested people "
        f"in, with the {LEVEL}% interval of the model alone. The best of many models is the best in part by luck, and "
        "the items are not the same ones.",
        (ranges("Best model less people", rows, [scale]),),
        Table.of("task, best model, accuracy, low, high, answers, people, difference, low, high", lines),
    )


def _printed(task: str) -> list[Printed]:
    """Return the printed accuracies of people and of models as they come."""
    return [
        row
        for row in papers.beside(task)
        if row.metric == "accuracy" and row.kind in ("model", "human") and not row.condition
    ]


def _points(evidence: Evidence, cells: dict[str, Summary], found: list[Printed]) -> tuple[Point, ...]:
    theirs = [Point(row.value, shape="tick", tone="faint", title=_title(row)) for row in found if not row.human]
    people = [Point(row.value, shape="diamond", tone="below", title=_title(row)) for row in found if row.human]
    known = {place: cells[model] for place, model in enumerate(evidence.models, 1) if model in cells and cells[model].n}
    labels = labelled([(cell.accuracy, place) for place, cell in known.items()])
    ours = [
        Point(cell.accuracy, title=f"{cell.group['model']}: {said(cell)}", label=labels.get(place, ""))
        for place, cell in known.items()
    ]
    best = max(known.values(), key=lambda cell: cell.accuracy, default=None)
    bar = [Point(best.accuracy, best.low, best.high, title=f"{best.group['model']}: {said(best)}")] if best else []
    return (*theirs, *people, *ours, *bar)


def _title(row: Printed) -> str:
    who = "people" if row.human else row.model
    return f"{who}, {row.source}, table {row.table}: {row.value:.1%}"


def _places(evidence: Evidence) -> str:
    """Return which model each number stands for."""
    return "Places: " + ", ".join(f"{place} {model}" for place, model in enumerate(evidence.models, 1))


def labelled(dots: Sequence[Placed]) -> dict[int, str]:
    """Return labels that do not touch, each under the place of the dot it stands at; dots too close share one."""
    groups: list[list[Placed]] = []
    for dot in sorted(dots):
        groups.append([dot])
        while len(groups) > 1 and _touch(groups[-2], groups[-1]):
            last = groups.pop()
            groups[-1] += last
    return {_middle(group)[1]: _spans(group) for group in groups}


def _middle(group: Sequence[Placed]) -> Placed:
    return group[len(group) // 2]


def _touch(left: Sequence[Placed], right: Sequence[Placed]) -> bool:
    apart = SCALE * (_middle(right)[0] - _middle(left)[0])
    return apart < sum(room(_spans(group), LETTERS) for group in (left, right)) / 2 + 3


def _spans(group: Iterable[Placed]) -> str:
    """Return places in order, neighbours as a span: "1–3, 7"."""
    spans: list[list[int]] = []
    for place in sorted(place for _, place in group):
        if spans and place == spans[-1][-1] + 1:
            spans[-1].append(place)
        else:
            spans.append([place])
    return ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans)


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
