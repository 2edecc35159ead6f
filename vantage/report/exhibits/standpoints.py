"""Exhibits on standpoints and other things varied on purpose: whose perspective answers take, what premises change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from vantage.analysis.summaries import summarise
from vantage.diagnosis.findings.gaps import Gap, by_task, gaps
from vantage.plots import SERIES, Cell, Dot, Grid, Panel, Point, Row, grid, ranges, scatter
from vantage.plots.tables import Table, percent, signed, taken, words
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL
from vantage.report.exhibits.colouring import ENOUGH, SURE, coloured, small
from vantage.report.exhibits.evidence import Evidence, Exhibit

Kind = tuple[str, str]  # of a gap, and its second variant
STANDPOINTS: dict[Kind, str] = {
    ("frame", "viewer"): "the camera's perspective, where another's is asked for",
    ("faces", "viewer"): "the viewer's left and right, beside a person's own",
    ("premise", "without"): "the question without its premise",
    ("premise", "against"): "a premise that the picture contradicts",
}
VARIATIONS: dict[Kind, str] = {
    ("occlusion", "partial"): "things hide part of one another",
    ("occlusion", "full"): "one thing hides another",
    ("presentation", "interleaved"): "pictures and words interleaved, not pictures first",
    ("presentation", "text first"): "text first, not pictures first",
}
NAMES = "model kind first second first_adjusted second_adjusted"
CHANGED = {"standpoints": "standpoint", "variations": "variant"}
HEADER = "model, gap, first, second, κ first, κ second, answers, difference, low, high"


def standpoints(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield the gaps of frame and premise, and of what else is varied, where the items have any."""
    found = evidence.ranked(gaps(evidence.main))
    note = (
        "How much more often answers fit the standpoint named below than the one that was asked for (of faces and "
        "premises: how much more often they are right in the variant named), in points, on the same items, with paired "
        f"{LEVEL}% intervals: right of 0 a model keeps to its own."
    )
    yield from _gaps("standpoints", "Standpoints", note, STANDPOINTS, found)
    note = (
        "How much more often answers are right in the variant named below, in points, on the same questions, with "
        f"paired {LEVEL}% intervals: left of 0 it costs."
    )
    yield from _gaps("variations", "What is varied on purpose", note, VARIATIONS, found)


def _gaps(name: str, title: str, note: str, said: Mapping[Kind, str], every: list[Gap]) -> Iterator[Exhibit]:
    found = [gap for gap in every if (gap.kind, gap.second) in said]
    if not found:
        return
    kinds = [kind for kind in said if any((gap.kind, gap.second) == kind for gap in found)]
    series = dict(zip(kinds, SERIES))
    rows = [
        Row(model, (tuple(_point(gap, said, *series[gap.kind, gap.second]) for gap in found if gap.model == model),))
        for model in dict.fromkeys(gap.model for gap in found)
    ]
    reach = max(0.1, *(abs(end) for gap in found for end in (gap.difference.low, gap.difference.high)))
    top = ceil(reach * 10) / 10
    scale = Panel(-top, top, (-top, -top / 2, 0, top / 2, top), marked=0.0, words=lambda value: signed(100 * value, 0))
    yield Exhibit(
        name,
        title,
        note,
        (ranges(f"Change by {CHANGED[name]}", rows, [scale], [(*series[kind], said[kind]) for kind in kinds]),),
        Table.of(HEADER, ((*taken(gap, NAMES), *taken(gap.difference, "n value low high")) for gap in found)),
    )


def _point(gap: Gap, said: Mapping[Kind, str], shape: str, tone: str) -> Point:
    one = gap.difference
    words = f"{gap.model}, {said[gap.kind, gap.second]}: {signed(100 * one.value, 1)} points"
    return Point(one.value, one.low, one.high, shape, tone, words)


def premises(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield accuracy with a premise beside accuracy over all, a point for each model."""
    import pyarrow as pa
    import pyarrow.compute as pc

    told = evidence.main.filter(pc.equal(evidence.main["premise"], pa.scalar("with")))
    found = {cell.group["model"]: cell for cell in summarise(told, ["model"]) if cell.n}
    if not found or len(told) == len(evidence.main):
        return
    models = [model for model in evidence.models if model in found]
    overall = evidence.overall
    dots = [
        Dot(found[m].accuracy, overall[m].accuracy, m, "circle", "above", overall[m].low, overall[m].high)
        for m in models
    ]
    titles = ("right where the question states a premise", "right over all")
    across, up = (Panel(0, 1, ACCURACY.ticks, title, words=percent) for title in titles)
    columns = "n accuracy low high"
    yield Exhibit(
        "premises",
        "Accuracy with a premise and over all",
        "Where the question states what the picture shows, only the reasoning is left. Upwards, the share of right "
        f"answers over all, with its {LEVEL}% interval; the table has both intervals.",
        (scatter("Accuracy with a premise and over all, by model", dots, across, up),),
        Table.of(
            "model, with premise n, with premise, low, high, all n, all, all low, all high",
            ((m, *taken(found[m], columns), *taken(overall[m], columns)) for m in models),
        ),
    )


def changes(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield what each other way of asking changes in each task."""
    main = {evidence.called[model]: evidence.manner for model in evidence.models}
    place = {evidence.called[model]: place for place, model in enumerate(evidence.models)}
    found = sorted(by_task(evidence.answers, main), key=lambda gap: place[gap.model])
    tasks = sorted({gap.task for gap in found})
    if len(tasks) < 2:
        return
    rows = dict.fromkeys((gap.model, gap.kind, gap.second) for gap in found)
    by = {(gap.model, gap.kind, gap.second, gap.task): gap for gap in found}
    cells = tuple(_changes([by.get((*row, task)) for task in tasks]) for row in rows)
    labels = tuple(f"{model}: {kind}" + (f" {second}" if second != "True" else "") for model, kind, second in rows)
    names = tuple(map(words, tasks))
    yield Exhibit(
        "changes",
        "Ways of asking, task by task",
        "Change of accuracy in points against the main way of asking, on the same items. Coloured where "
        f"{ENOUGH} or more independent answers differ at p < {SURE}, corrected over the row; the table has paired "
        f"{LEVEL}% intervals.",
        (grid("Change of accuracy by task and way of asking", Grid(labels, names, cells)),),
        Table.of(
            "model, gap, first, second, task, κ first, κ second, answers, difference, low, high",
            (
                (*taken(gap, "model kind first second task first_adjusted second_adjusted"),
                 *taken(gap.difference, "n value low high"))
                for gap in found
            ),
        ),
    )  # fmt: skip


def _changes(row: Sequence[Gap | None]) -> tuple[Cell | None, ...]:
    sure = coloured([None if gap is None else (gap.p, gap.difference.clusters) for gap in row])
    return tuple(None if gap is None else _change(gap, one) for gap, one in zip(row, sure))


def _change(gap: Gap, sure: bool) -> Cell:
    one = gap.difference
    ends = f"{signed(100 * one.low, 0)} to {signed(100 * one.high, 0)}"
    title = f"{gap.model}, {words(gap.task)}: {signed(100 * one.value, 1)} points ({ends}), {one.n} answers"
    return Cell(signed(100 * one.value, 0), one.value, title, sure, small=small(one.n, one.clusters))
