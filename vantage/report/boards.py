"""Exhibits over several data sets: models by benchmarks, models by capabilities, people, and published results.

A benchmark is scored by its own rule, and by chance-adjusted accuracy beside it. What is not a public benchmark (a
suite of ours, items of one's own) has accuracy in place of an own rule, and counts among the capabilities.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vantage.analysis import benchmarks
from vantage.analysis.benchmarks import CAPABILITIES, Beside, Result
from vantage.analysis.naming import pooled
from vantage.analysis.summaries import Summary, summarise
from vantage.data.dataset import DataSet
from vantage.plots import Cell, Figure, Grid, grid
from vantage.plots.tables import Table, Value
from vantage.report.exhibits import accuracy, colouring, imagined
from vantage.report.exhibits.evidence import Exhibit
from vantage.running.run_folder import Run

if TYPE_CHECKING:
    import pyarrow as pa

MANY = 12  # parts of a benchmark that a figure has room for
NOTE = (
    "Each benchmark by its own rule, and CAA (accuracy above chance) beside it, which is the same for all. Requests "
    "that failed are left out and counted. "
)


@dataclass(frozen=True)
class Boards:
    """What runs on several data sets come to."""

    names: tuple[str, ...]  # of the data sets
    models: tuple[str, ...]  # best mean of chance-adjusted accuracy first
    results: tuple[Result, ...]  # of public benchmarks
    plain: tuple[Summary, ...]  # of other data sets, by data set and model
    rows: tuple[tuple[DataSet, pa.Table], ...]
    cells: Mapping[tuple[str, str, str], Summary]  # by data set, model and task; "" is all tasks


def gather(groups: Sequence[tuple[DataSet, Sequence[Run]]]) -> Boards:
    """Return what runs come to, each group about one data set."""
    results: list[Result] = []
    plain: list[Summary] = []
    rows: list[tuple[DataSet, pa.Table]] = []
    cells: dict[tuple[str, str, str], Summary] = {}
    names = _named([data for data, _ in groups])
    for name, (data, runs) in zip(names, groups):
        merged = pooled(runs)
        asked = [benchmarks.rows(data, run) for run in merged]
        rows += [(data, one) for one in asked]
        found = [replace(one, data=name) for one in benchmarks.results(data, merged)]
        results += found
        for one in asked:
            for cell in [*summarise(one, ["model"]), *summarise(one, ["model", "task"])]:
                cells[name, cell.group["model"], cell.group.get("task", "")] = cell
            if not found:
                plain += [_of(name, cell) for cell in summarise(one, ["model"])]
    adjusted: dict[str, list[float]] = {}
    for result in results:
        adjusted.setdefault(result.model, []).append(result.caa)
    for cell in plain:
        adjusted.setdefault(cell.group["model"], []).append(cell.adjusted)
    order = sorted(adjusted, key=lambda model: -_mean(adjusted[model]))
    return Boards(tuple(names), tuple(order), tuple(results), tuple(plain), tuple(rows), cells)


def _of(name: str, cell: Summary) -> Summary:
    return replace(cell, group={**cell.group, "data": name})


def _named(held: Sequence[DataSet]) -> list[str]:
    """Return what data sets are called: a benchmark's name or a suite's; the folder too where two are of one suite."""
    suites = [str(data.manifest["suite"]) for data in held]
    return [s if suites.count(s) == 1 else f"{s} ({data.folder.name})" for s, data in zip(suites, held)]


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else -math.inf


def exhibits(boards: Boards) -> list[Exhibit]:
    """Return all tables that the runs have data for, in reading order."""
    builders = (scores, capabilities, turns, people, spatial, parts, published)
    return [exhibit for build in builders for exhibit in build(boards)]


def of_one(data: DataSet, runs: Sequence[Run]) -> list[Exhibit]:
    """Return the tables for a report on one public benchmark; none for any other data set."""
    if benchmarks.of(data) is None:
        return []
    boards = gather([(data, runs)])
    return [exhibit for build in (scores, people, spatial, parts, published) for exhibit in build(boards)]


# -- models by benchmarks


def scores(boards: Boards) -> Iterator[Exhibit]:
    """Yield each model's score on each benchmark, by its own rule and above chance."""
    rows: list[tuple[Value, ...]] = [
        (r.data, r.model, r.scores.overall, r.caa, r.chance, r.answers, r.failed, r.manner, r.frames,
         r.benchmark.metric.about)
        for r in boards.results
    ]  # fmt: skip
    rows += [
        (c.group["data"], c.group["model"], c.credit, c.adjusted, c.chance, c.n, c.failed, "", "", "accuracy")
        for c in boards.plain
    ]
    at = {(str(row[0]), str(row[1])): row for row in rows}
    columns = tuple(dict.fromkeys(str(row[0]) for row in rows))
    cells = tuple(
        _sure([_cell(at.get((column, model))) for column in columns],
              [boards.cells.get((column, model, "")) for column in columns])
        for model in boards.models
    )  # fmt: skip
    figure = grid("Models by benchmarks: own score, and CAA below it", Grid(boards.models, columns, cells))
    header = "benchmark, model, own score, CAA, chance, answers, failed, asked, frames, scored by"
    yield Exhibit(
        "benchmarks",
        "Models by benchmarks",
        f"{NOTE}{colouring.rule()}. {_rules(boards)}",
        (figure,),
        Table.of(header, rows),
        _printed(boards.models, columns, at),
    )


def _cell(row: tuple[Value, ...] | None) -> Cell | None:
    if row is None:
        return None
    own, caa = float(row[2] or 0), float(row[3] or 0)
    return Cell(_points(own), 0.0 if math.isnan(caa) else caa, f"{row[0]}, {row[1]}: {row[9]}", small=_points(caa))


def _sure(row: Sequence[Cell | None], tested: Sequence[Summary | None]) -> tuple[Cell | None, ...]:
    """Return a row of cells, coloured where accuracy surely differs from chance."""
    known = accuracy.sides([cell if cell is not None and cell.n else None for cell in tested])
    return tuple(cell and replace(cell, sure=side != "faint") for cell, side in zip(row, known))


def _points(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.1f}".replace("-", "−")


def _printed(models: Sequence[str], columns: Sequence[str], at: dict[tuple[str, str], tuple[Value, ...]]) -> Table:
    """Return the table as papers print it: a row for each model, two columns for each benchmark, in points."""
    header = ("model", *(f"{name}{what}" for name in columns for what in ("", " CAA")))
    lines = []
    for model in models:
        found = [at.get((column, model)) for column in columns]
        values = [_points(float(row[k] or 0)) if row else "–" for row in found for k in (2, 3)]
        lines.append((model, *values))
    return Table(header, tuple(lines))


def _rules(boards: Boards) -> str:
    held = {r.benchmark.title: r.benchmark.metric.about for r in boards.results}
    return " ".join(f"{title}: {about}." for title, about in held.items())


# -- models by capabilities


def capabilities(boards: Boards) -> Iterator[Exhibit]:
    """Yield each model's accuracy on each of the six capabilities, over everything it was asked."""
    found = benchmarks.capabilities([rows for _, rows in boards.rows])
    if not found:
        return
    held = {model: [found.get((model, one)) for one in CAPABILITIES] for model in boards.models}
    cells = tuple(_sure([_capable(one) for one in row], row) for row in held.values())
    shared = {frozenset(_asked(boards, model)) for model in boards.models}
    uneven = (
        "Models were asked different data sets, so their columns are of different items. " if len(shared) > 1 else ""
    )
    ours = sorted({r.benchmark.title for r in boards.results if r.benchmark.ours})
    read = f"EASI's paper does not sort these, so we did: {', '.join(ours)}. " if ours else ""
    rows: list[tuple[Value, ...]] = [
        (model, one, cell.credit, cell.adjusted, cell.low, cell.high, cell.n)
        for model in boards.models
        for one in CAPABILITIES
        if (cell := found.get((model, one)))
    ]
    yield Exhibit(
        "capabilities",
        "Models by capabilities",
        "Over everything that was run: MM metric measurement, MR mental reconstruction, SR spatial relations, PT "
        "perspective taking, DA deformation and assembly, CR comprehensive reasoning. An item that needs two counts "
        f"for both; a number counts by how near it comes. All items weigh alike. {colouring.rule()}. {uneven}{read}",
        (grid("Models by capabilities: accuracy, and CAA below it", Grid(boards.models, CAPABILITIES, cells)),),
        Table.of("model, capability, accuracy, CAA, low, high, answers", rows),
    )


def _asked(boards: Boards, model: str) -> list[str]:
    return [data.digest for data, rows in boards.rows if len(rows) and str(rows["model"][0]) == model]


def _capable(cell: Summary | None) -> Cell | None:
    if cell is None or not cell.n:
        return None
    above = 0.0 if math.isnan(cell.adjusted) else cell.adjusted
    return Cell(_points(cell.credit), above, f"{cell.n:,} answers", small=_points(cell.adjusted))


def turns(boards: Boards) -> Iterator[Exhibit]:
    """Yield imagined turns beside the mental rotation test, by each two data sets that hold them."""
    known = {key: cell for key, cell in boards.cells.items() if cell.n}
    yield from imagined.exhibit(
        [
            imagined.Pair(model, one, other, known[one, model, imagined.IMAGINED], known[other, model, imagined.SOLIDS])
            for model in boards.models
            for one in boards.names
            for other in boards.names
            if (one, model, imagined.IMAGINED) in known and (other, model, imagined.SOLIDS) in known
        ]
    )


# -- people, and what is not about space


def people(boards: Boards) -> Iterator[Exhibit]:
    """Yield how far each model is from people, on each benchmark and part that people were tested on in print."""
    rows: list[tuple[Value, ...]] = []
    for result in boards.results:
        known = benchmarks.people(benchmarks.published(result))
        for part, value in known.items():
            ours = result.scores.overall if part == "overall" else result.scores.parts.get(part, math.nan)
            if not math.isnan(ours):
                rows.append((result.data, part, result.model, ours, value, ours - value))
    if rows:
        yield Exhibit(
            "people",
            "Gap to people",
            "A model's score less that of people in EASI's tables, in the benchmark's own metric: below 0 people are "
            "better. People saw the benchmark as it was published, so a part of a data set is not quite what they saw.",
            (_gaps(boards, rows),),
            Table.of("benchmark, part, model, score, people, gap", sorted(rows, key=_order)),
        )


def _gaps(boards: Boards, rows: Sequence[tuple[Value, ...]]) -> Figure:
    """Return the gaps of the overall scores; nothing is coloured, because they are not tested."""
    gaps = {(str(row[2]), str(row[0])): float(row[5] or 0) for row in rows if row[1] == "overall"}
    columns = tuple(dict.fromkeys(name for _, name in gaps))
    cells = tuple(
        tuple(Cell(_points(gaps[model, one])) if (model, one) in gaps else None for one in columns)
        for model in boards.models
    )  # fmt: skip
    return grid("Gap to people, overall", Grid(boards.models, columns, cells))


def spatial(boards: Boards) -> Iterator[Exhibit]:
    """Yield how each model does on what is about space and on what is not, in the benchmarks that have both."""
    found = benchmarks.spatial(boards.rows)
    rows: list[tuple[Value, ...]] = []
    for model in boards.models:
        about, other = found.get((model, True)), found.get((model, False))
        if about and other:
            gap = about.adjusted - other.adjusted
            rows.append((model, about.credit, about.adjusted, about.n, other.credit, other.adjusted, other.n, gap))
    if rows:
        yield Exhibit(
            "spatial",
            "Spatial against other subtasks",
            "In the benchmarks that have subtasks of both kinds, by EASI's table of what each asks for (counting, "
            "localising and the like are not about space there). The gap is that of CAA.",
            (),
            Table.of("model, spatial, CAA, answers, other, CAA of other, answers to other, gap", rows),
        )


# -- parts, and published numbers


def parts(boards: Boards) -> Iterator[Exhibit]:
    """Yield the parts of each benchmark's score."""
    rows: list[tuple[Value, ...]] = [
        (r.data, part, r.model, value) for r in boards.results for part, value in r.scores.parts.items()
    ]
    if rows:
        yield Exhibit(
            "parts",
            "Parts of the scores",
            "By the benchmarks' own rules; categories, and what the authors print beside their number.",
            _part_figures(boards),
            Table.of("benchmark, part, model, score", sorted(rows, key=_order)),
        )


def _part_figures(boards: Boards) -> tuple[Figure, ...]:
    figures = []
    for name in dict.fromkeys(r.data for r in boards.results):
        held = {r.model: r for r in boards.results if r.data == name}
        kinds = {part for r in held.values() for part in r.scores.parts}
        shown = tuple(part for part in next(iter(held.values())).benchmark.categories if part in kinds)[:MANY]
        models = tuple(model for model in boards.models if model in held)
        cells = tuple(
            _sure([_part(held[model], part) for part in shown],
                  [boards.cells.get((name, model, part)) for part in shown])
            for model in models
        )  # fmt: skip
        if shown:
            figures.append(grid(f"{name}, by category", Grid(models, shown, cells)))
    return tuple(figures)


def _part(result: Result, part: str) -> Cell | None:
    value = result.scores.parts.get(part, math.nan)
    return None if math.isnan(value) else Cell(_points(value), value)


def published(boards: Boards) -> Iterator[Exhibit]:
    """Yield the published rows beside the models of this report, each with what was different about the asking."""
    rows: list[tuple[Value, ...]] = []
    for result in boards.results:
        ours = {"overall": result.scores.overall, **result.scores.parts}
        printed = benchmarks.published(result)
        about = {one.part for one in printed}
        rows += [_own(result, part, ours[part]) for part in ours if part in about]
    seen: dict[tuple[str, Beside], None] = {}
    for result in boards.results:
        for one in benchmarks.published(result):
            seen.setdefault((result.data, _bare(one)))
    rows += [
        (name, one.part, one.model, "people" if one.human else "published", f"{one.source}, table {one.table}",
         one.metric, one.value, "")
        for name, one in seen
    ]  # fmt: skip
    if rows:
        yield Exhibit(
            "published",
            "Beside published results",
            "The printed rows are of the same benchmarks, asked by others: do not test one against the other. The last "
            "column says how our asking differed from theirs, as far as print tells. Of people two numbers stand there "
            "where EASI's tables differ.",
            (),
            Table.of("benchmark, part, who, kind, where, metric, score, what differs", sorted(rows, key=_order)),
        )


def _own(result: Result, part: str, value: float) -> tuple[Value, ...]:
    name, metric, warning = result.data, result.benchmark.metric.name, benchmarks.warned(result)
    return name, part, result.model, "this report", "", metric, value, warning


def _bare(one: Beside) -> Beside:
    """Return a published number by itself: the warning belongs to the run beside it."""
    return replace(one, warning="")


def _order(row: tuple[Value, ...]) -> tuple[str, bool, str]:
    return str(row[0]), row[1] != "overall", str(row[1])
