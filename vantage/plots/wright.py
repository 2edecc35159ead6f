"""A Wright map: those who answered above, items below, on one scale of ability and difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vantage.plots.charts import WIDTH, Legend, Panel, legend_marks, symbol
from vantage.plots.figure import FAINT, INK, LINE, SOFT, Figure, Line, Mark, Text, room, shortened

STEP = 9.0  # between marks that are stacked
LABELLED = 30  # marks that are named, at most
MOST = 14  # marks in a stack before they lie closer


@dataclass(frozen=True)
class Placed:
    """Someone, or an item, at a place on the scale."""

    value: float
    name: str
    shape: str = "circle"
    tone: str = "above"
    named: bool = False  # whether the name is written where there is room


def wright(
    title: str, above: Sequence[Placed], below: Sequence[Sequence[Placed]], names: Sequence[str], scale: Panel,
    legend: Legend = (),
) -> Figure:  # fmt: skip
    """Return those above the line stacked where they are, and a row for each kind of item below it, with its name."""
    left = max((room(name, 12) for name in names), default=0.0) + 24
    width = WIDTH - 16
    top = 30.0 if legend else 8.0
    stacked = _stacks(above, scale, left, width)
    named = [one for one in above if one.named][:LABELLED]
    line = top + 14 + STEP * max((row for _, _, row in stacked), default=0) + 17.0 * len(named)
    marks: list[Mark] = list(legend_marks(legend, left - 14, 18))
    foot = line + 20 + 22.0 * len(below)
    for tick in scale.ticks:
        x = left + (width - left) * scale.place(tick)
        marks += [Line(((x, top), (x, foot)), LINE), Text(x, foot + 15, scale.words(tick), 11, FAINT, "middle")]
    marks.append(Line(((left, line + 8), (width, line + 8)), SOFT, 1.2))
    marks.append(Text((left + width) / 2, foot + 34, scale.title, 12, SOFT, "middle"))
    low = line - 17.0 * len(named)
    marks += [symbol(x, low - 2 - STEP * row, one.shape, one.tone, 3.6, _said(one, scale)) for one, x, row in stacked]
    for number, one in enumerate(sorted(named, key=lambda one: one.value)):
        marks += _labelled(one, left + (width - left) * scale.place(one.value), low + 14 + 17.0 * number, width)
    for number, (row, name) in enumerate(zip(below, names)):
        y = line + 24 + 22.0 * number
        marks.append(Text(left - 12, y + 4, shortened(name, left - 16, 12), 12, INK, "end"))
        places = [(one, left + (width - left) * scale.place(one.value)) for one in row]
        marks += [symbol(x, y, one.shape, one.tone, 3, _said(one, scale)) for one, x in places]
    return Figure(title, WIDTH, foot + 44, tuple(marks), left)


def _said(one: Placed, scale: Panel) -> str:
    return f"{one.name}: {scale.words(one.value)}"


def _labelled(one: Placed, x: float, y: float, width: float) -> list[Mark]:
    """Return a mark with its name beside it, on the side where there is room."""
    size = room(one.name, 11)
    fits = x + 9 + size < width
    text = Text(x + 9 if fits else x - 9, y + 4, shortened(one.name, 260, 11), 11, INK, "start" if fits else "end")
    return [symbol(x, y, one.shape, one.tone, 4.2, one.name), text]


def _stacks(above: Sequence[Placed], scale: Panel, left: float, width: float) -> list[tuple[Placed, float, float]]:
    """Return those without a written name with their place and their row: one upon another where they would touch."""
    bins: dict[int, list[tuple[Placed, float]]] = {}
    for one in above:
        if not one.named:
            x = left + (width - left) * scale.place(one.value)
            bins.setdefault(round(x / STEP), []).append((one, x))
    tallest = max(map(len, bins.values()), default=0)
    squeeze = min(1.0, MOST / tallest) if tallest else 1.0
    return [(one, number * STEP, row * squeeze) for number, held in bins.items() for row, (one, _) in enumerate(held)]
