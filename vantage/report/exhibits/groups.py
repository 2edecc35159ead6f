"""Exhibits on groups of items: what other ways of asking gain, how scores grow with size, static beside dynamic."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

import numpy as np

from vantage.analysis.summaries import Summary
from vantage.item import Item
from vantage.plots import SERIES, Cell, Dot, Grid, Panel, Point, Row, grid, ranges, scatter
from vantage.plots.tables import Table, signed, taken, words
from vantage.report.exhibits.accuracy import LEVEL, QUADRANTS
from vantage.report.exhibits.colouring import ENOUGH, SURE, coloured, small
from vantage.report.exhibits.conditions import asked_twice
from vantage.report.exhibits.effort import FITTED, sizes_known
from vantage.report.exhibits.evidence import Evidence, Exhibit, matrix
from vantage.stats import inference, trends

BY = ("quadrant", "capabilities", "tier", "domain")  # tags whose values are groups of items
TIERS = {"easy": 1, "medium": 2, "hard": 3}
ROWS = 40  # groups in the figure on size; the table has them all
Group = tuple[str, str]  # a tag and its value


def gains(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield what each other way of asking (reasoning aloud, depth, fewer pixels) gains in each group of items."""
    groups = _members(evidence.items)
    place = {evidence.called[model]: place for place, model in enumerate(evidence.models)}
    found: dict[tuple[str, str], dict[Group, tuple[inference.Interval, float]]] = {}
    for model, way, names, there, here, cluster in asked_twice(evidence):
        row = found.setdefault((model, way), {})
        for group, members in groups.items():
            at = np.array([name in members for name in names], dtype=bool)
            if at.any():
                pair = there[at], here[at], cluster[at]
                row[group] = inference.paired_difference(*pair), inference.paired_p(*pair)
    shown = [group for group in groups if any(group in row for row in found.values())]
    if len(shown) < 2:
        return
    pairs = sorted(found, key=lambda pair: place[pair[0]])
    cells = tuple(_gains(pair, [found[pair].get(group) for group in shown], shown) for pair in pairs)
    lines = [
        (*pair, *group, one.n, one.value, one.low, one.high, p)
        for pair in pairs
        for group, (one, p) in found[pair].items()
    ]
    yield Exhibit(
        "gains",
        "What other ways of asking gain, by group",
        f"Change of accuracy in points against “{evidence.manner}”, on the same items of each group. Coloured where "
        f"{ENOUGH} or more independent answers differ at p < {SURE}, corrected over the row; the table has paired "
        f"{LEVEL}% intervals. {QUADRANTS}",
        (grid("Gains by group and way of asking",
              Grid(tuple(": ".join(pair) for pair in pairs), tuple(map(_called, shown)), cells)),),
        Table.of("model, way of asking, by, group, items, difference, low, high, p", lines),
    )  # fmt: skip


def _members(items: Any) -> dict[Group, set[str]]:
    """Return the items of each group; an item that needs two capabilities is in both."""
    found: dict[Group, set[str]] = defaultdict(set)
    for item in items.values():
        for tag in BY:
            for value in _values(item, tag):
                found[tag, value].add(item.id)
    order = {tag: place for place, tag in enumerate(BY)}
    split = {tag for tag in BY if sum(name == tag for name, _ in found) > 1}
    kept = (group for group in found if group[0] in split)
    ranked = sorted(kept, key=lambda group: (order[group[0]], TIERS.get(group[1], 0), group))
    return {group: found[group] for group in ranked}


def _values(item: Item, tag: str) -> Sequence[str]:
    value = item.tags.get(tag)
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)] if value else []


def _called(group: Group) -> str:
    return words(group[1]) if group[0] != "tier" else f"{words(group[1])} items"


def _gains(
    pair: tuple[str, str], row: Sequence[tuple[inference.Interval, float] | None], shown: Sequence[Group]
) -> tuple[Cell | None, ...]:
    sure = coloured([None if one is None else (one[1], one[0].clusters) for one in row])
    return tuple(
        None if one is None else _gain(pair, group, one[0], is_sure) for group, one, is_sure in zip(shown, row, sure)
    )


def _gain(pair: tuple[str, str], group: Group, one: inference.Interval, sure: bool) -> Cell:
    ends = f"{signed(100 * one.low, 0)} to {signed(100 * one.high, 0)}"
    title = f"{', '.join(pair)}, {_called(group)}: {signed(100 * one.value, 1)} points ({ends}), {one.n} items"
    return Cell(signed(100 * one.value, 0), one.value, title, sure, small=small(one.n, one.clusters))


def scaling(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how much each family of models gains from size in each task and group of items."""
    known = sizes_known(evidence)
    families: dict[str, list[str]] = defaultdict(list)
    for model, size in known.items():
        families[size.family].append(model)
    fitted = {
        family: models
        for family, models in families.items()
        if len(models) >= FITTED and len({known[model].billions for model in models}) > 1
    }
    if not fitted:
        return
    found: dict[tuple[str, str], dict[str, trends.Scaling]] = {}
    for tag in ("quadrant", "capabilities", "task", "subtype"):
        for value, cells in matrix(evidence.main, tag).items():
            lines = {family: _line(cells, models, known) for family, models in fitted.items()}
            found[tag, value] = {family: line for family, line in lines.items() if line.slope == line.slope}
    found = {group: lines for group, lines in found.items() if lines}
    if len(found) < 2:
        return
    series = {family: SERIES[place % len(SERIES)] for place, family in enumerate(list(fitted)[: len(SERIES)])}
    rows = [
        Row(_called(group), (tuple(_slope(group, family, lines[family], *mark) for family, mark in series.items()
                                   if family in lines),))
        for group, lines in list(found.items())[:ROWS]
    ]  # fmt: skip
    reach = max([0.1, *(abs(point.value) for row in rows for point in row.panels[0])])
    top = ceil(10 * reach) / 10
    scale = Panel(-top, top, (-top, 0.0, top), "gain of κ for ten times the parameters", 0.0, signed)
    some = "" if len(fitted) <= len(SERIES) else f" Drawn for the first {len(SERIES)} families."
    yield Exhibit(
        "scaling_groups",
        "Size and score, by group",
        f"How much κ gains from ten times the parameters, in each task and group of items, for families of {FITTED} "
        f"models or more. The table has {LEVEL}% intervals, which few models make wide.{some}",
        (ranges("Gain from size by group", rows, [scale], [(*mark, family) for family, mark in series.items()]),),
        Table.of(
            "by, group, family, models, slope, low, high, p",
            ((*group, family, line.n, line.slope, line.low, line.high, line.p)
             for group, lines in found.items() for family, line in lines.items()),
        ),
    )  # fmt: skip


def _line(cells: dict[str, Summary], models: Sequence[str], known: Any) -> trends.Scaling:
    here = [model for model in models if model in cells and cells[model].n]
    return trends.scaling([known[model].billions for model in here], [cells[model].adjusted for model in here])


def _slope(group: Group, family: str, line: trends.Scaling, shape: str, tone: str) -> Point:
    title = f"{family}, {_called(group)}: {signed(line.slope)} ({signed(line.low)} to {signed(line.high)})"
    return Point(line.slope, shape=shape, tone=tone, title=title)


def static(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield κ where things stay as they are beside κ where they must be changed in mind, a point for each model."""
    cells = matrix(_with_motion(evidence.main), "motion")
    still, moving = cells.get("static", {}), cells.get("dynamic", {})
    models = [model for model in evidence.models if model in still and model in moving]
    models = [model for model in models if still[model].n and moving[model].n]
    if not models:
        return
    dots = [
        Dot(
            still[m].adjusted, moving[m].adjusted, m, "circle", "above", moving[m].adjusted_low, moving[m].adjusted_high
        )
        for m in models
    ]
    low = min(0.0, *(min(dot.x, dot.y) for dot in dots))
    bottom = -ceil(-10 * low) / 10
    ticks = tuple(float(tick) for tick in np.linspace(0, 1, 5))
    across, up = (Panel(bottom, 1, ticks, f"κ, {name} items", words=signed) for name in ("static", "dynamic"))
    equal = (((bottom, bottom), (1.0, 1.0)), "faint")
    columns = "n adjusted adjusted_low adjusted_high"
    yield Exhibit(
        "static",
        "Static and dynamic",
        "Chance-adjusted accuracy κ on items about what the picture shows (static), and on items about what comes of "
        f"a turn, a fold or a walk (dynamic), with its {LEVEL}% interval. Below the line, doing it in mind costs. They "
        "are different items of different tasks: the gap also holds what else differs.",
        (scatter("κ on static and dynamic items, by model", dots, across, up, lines=[equal]),),
        Table.of(
            "model, static n, κ static, low, high, dynamic n, κ dynamic, low, high, dynamic less static",
            ((m, *taken(still[m], columns), *taken(moving[m], columns), moving[m].adjusted - still[m].adjusted)
             for m in models),
        ),
    )  # fmt: skip


def _with_motion(rows: Any) -> Any:
    """Return the table with a column that says whether an item's quadrant is static or dynamic."""
    import pyarrow as pa

    ends = {"S": "static", "D": "dynamic"}
    column = rows["quadrant"].combine_chunks().dictionary_encode()
    names = [ends.get(str(name)[-1:], "") for name in column.dictionary.to_pylist()]
    told = pa.array(names, pa.string()).take(column.indices) if names else pa.nulls(len(rows), pa.string())
    return rows.append_column("motion", told)
