"""Exhibits on pairs of models: how far the second is from the first, over all items and on each part of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, isfinite

from vantage.analysis.compare import ALPHA, Pair, Part
from vantage.plots import Cell, Figure, Grid, Panel, Point, Row, grid, ranges
from vantage.plots.tables import Table, Value, counted, signed, words
from vantage.report.exhibits.accuracy import LEVEL, SHAPES
from vantage.report.exhibits.colouring import ENOUGH, small
from vantage.report.exhibits.evidence import Exhibit
from vantage.stats.inference import Interval

PANELS = 4  # pairs that fit beside one another, with their intervals; more become a heatmap
FEW = 6  # values of a tag that keep their own order
HEADER = "difference, low, high, only first right, only second right, p"


def side(difference: Interval, p: float) -> str:
    """Return the colour that says whether the second is surely better, surely worse, or neither."""
    return "faint" if not p < ALPHA or difference.n < ENOUGH else "above" if difference.value > 0 else "below"


def named(pair: Pair, pairs: Sequence[Pair]) -> str:
    """Return what a pair is called among others: its second model alone, if all share the first."""
    alone = len({one.first for one in pairs}) == 1
    return pair.second if alone else f"{pair.second} – {pair.first}"


def points(difference: Interval) -> str:
    """Return a difference in points, with its interval."""
    value, low, high = (signed(100 * end, 1) for end in (difference.value, difference.low, difference.high))
    return f"{value} ({low} to {high})"


def scale(intervals: Sequence[Interval], title: str = "") -> Panel:
    """Return a scale of differences that holds the intervals, the same to both sides of 0."""
    reach = max((abs(end) for one in intervals for end in (one.low, one.high) if isfinite(end)), default=0.1)
    top = max(0.1, ceil(10 * reach) / 10)
    return Panel(-top, top, (-top, 0, top), title, 0.0, lambda value: signed(100 * value, 0))


def point(difference: Interval, p: float, about: str) -> tuple[Point, ...]:
    """Return the mark of a difference, none where nothing was compared."""
    tone, n = side(difference, p), difference.n
    title = f"{about}: {points(difference)}, {n} answers"
    mark = Point(*_numbers(difference), SHAPES[tone], tone, title, small(n, n))
    return (mark,) if isfinite(difference.value) else ()


def differences(pairs: Sequence[Pair]) -> Exhibit:
    """Return the pairs over all items."""
    rows = [
        Row(named(one, pairs), (point(one.difference, one.corrected_p, named(one, pairs)),), points(one.difference))
        for one in pairs
    ]
    legend = [("circle", "above", "better"), ("square", "below", "worse"), ("ring", "faint", "not to be told apart")]
    lines: list[tuple[Value, ...]] = [
        (one.first, one.second, one.first_accuracy, one.second_accuracy, *_numbers(one.difference),
         len(one.only_first), len(one.only_second), one.corrected_p, one.smallest, one.left_out)
        for one in pairs
    ]  # fmt: skip
    return Exhibit(
        "differences",
        "Over all items",
        f"Accuracy less that of the first model, on the same items, in points, with paired {LEVEL}% intervals.",
        (ranges("Differences of accuracy", rows, [scale([one.difference for one in pairs])], legend),),
        Table.of(f"first, second, accuracy of first, of second, {HEADER}, visible, left out", lines),
    )


def _numbers(difference: Interval) -> tuple[float, float, float]:
    return difference.value, difference.low, difference.high


def by_tag(pairs: Sequence[Pair]) -> Iterator[Exhibit]:
    """Yield the pairs on the items of each value of each tag, an exhibit for each tag."""
    for tag in dict.fromkeys(part.tag for one in pairs for part in one.parts):
        parts = [{part.value: part for part in one.parts if part.tag == tag} for one in pairs]
        values = _ordered(parts)
        n = counted((part.difference.n for found in parts for part in found.values()), "answers")
        lines = [
            (one.first, one.second, part.value, part.difference.n, *_numbers(part.difference), part.only_first,
             part.only_second, part.p)
            for one, found in zip(pairs, parts)
            for part in found.values()
        ]  # fmt: skip
        yield Exhibit(
            tag,
            f"By {'capability' if tag == 'capabilities' else tag}",
            f"Differences in points on each part of the items, {n} in each; paired {LEVEL}% intervals"
            f"{'' if len(pairs) <= PANELS else ' are in the table'}. Filled: p < {ALPHA} after correction over all "
            f"parts of the pair, and {ENOUGH} answers or more; where they are fewer, n is printed.",
            (_panels(pairs, values, parts) if len(pairs) <= PANELS else _heatmap(pairs, values, parts),),
            Table.of(f"first, second, {tag}, answers, {HEADER}", lines),
        )


def _ordered(parts: Sequence[dict[str, Part]]) -> list[str]:
    """Return the values of a tag in their own order, or, where they are many, those with the largest losses first."""
    values = list(dict.fromkeys(value for found in parts for value in found))
    change = {value: sum(found[value].difference.value for found in parts if value in found) for value in values}
    return sorted(values, key=lambda value: change[value]) if len(values) > FEW else values


def _panels(pairs: Sequence[Pair], values: Sequence[str], parts: Sequence[dict[str, Part]]) -> Figure:
    panels = [
        scale([part.difference for part in found.values()], named(one, pairs) if len(pairs) > 1 else "")
        for one, found in zip(pairs, parts)
    ]
    rows = []
    for value in values:
        known = [found.get(value) for found in parts]
        marks = tuple(point(one.difference, one.p, words(value)) if one else () for one in known)
        note = points(known[0].difference) if len(pairs) == 1 and known[0] else ""
        rows.append(Row(words(value), marks, note))
    return ranges("Differences of accuracy by part", rows, panels)


def _heatmap(pairs: Sequence[Pair], values: Sequence[str], parts: Sequence[dict[str, Part]]) -> Figure:
    rows = tuple(tuple(_cell(found.get(value)) for value in values) for found in parts)
    content = Grid(tuple(named(one, pairs) for one in pairs), tuple(map(words, values)), rows)
    return grid("Differences of accuracy by part, in points", content)


def _cell(part: Part | None) -> Cell | None:
    if part is None or not isfinite(part.difference.value):
        return None
    value, n = part.difference.value, part.difference.n
    title = f"{words(part.value)}: {points(part.difference)}, {n} answers"
    return Cell(signed(100 * value, 0), value, title, side(part.difference, part.p) != "faint", small=small(n, n))
