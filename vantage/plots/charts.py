"""Charts along a scale: ranges in rows, points in a plane, and stacked shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, log10

from vantage.plots.figure import (
    CARD,
    FAINT,
    INK,
    LINE,
    SOFT,
    Figure,
    Line,
    Mark,
    Paint,
    Shape,
    Text,
    box,
    room,
    shortened,
    type_on,
    wrapped,
)  # fmt: skip

WIDTH = 1080.0  # of a figure that fills the page
ROW = 24.0
LABEL = 210.0  # the widest label of a row
LETTERS = 9.0  # the size of a mark's own label
NAN = float("nan")

Pair = tuple[float, float]
_OUTLINES: dict[str, tuple[Pair, ...]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "diamond": ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
    "triangle": ((0, -1.2), (1.2, 0.9), (-1.2, 0.9)),
    "down": ((0, 1.2), (1.2, -0.9), (-1.2, -0.9)),
}
# Shape and colour of one series after another: either alone tells them apart.
SERIES = (
    ("circle", "above"), ("square", "below"), ("diamond", "third"), ("triangle", "fourth"), ("ring", "ink"),
    ("down", "soft"),
)  # fmt: skip


@dataclass(frozen=True)
class Point:
    """A value on a row's scale, with its interval if it has one; the shape "tick" is a mere stroke."""

    value: float
    low: float = NAN
    high: float = NAN
    shape: str = "circle"
    tone: str = "above"
    title: str = ""
    label: str = ""  # a few letters above the mark


@dataclass(frozen=True)
class Row:
    """A label, its points on each panel's scale, and a note at the end of the row."""

    label: str
    panels: tuple[tuple[Point, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Panel:
    """A scale: its ends, the ticks that are labelled, and a value that a dashed line marks."""

    low: float
    high: float
    ticks: tuple[float, ...]
    title: str = ""
    marked: float = NAN
    words: Callable[[float], str] = lambda value: f"{value:g}"
    log: bool = False

    def place(self, value: float) -> float:
        """Return where a value lies between the ends, limited to 0 to 1."""
        low, high, at = (log10(v) if self.log else v for v in (self.low, self.high, value))
        return min(1.0, max(0.0, (at - low) / (high - low)))


Legend = Sequence[tuple[str, str, str]]  # shape, colour, words


def symbol(x: float, y: float, shape: str, tone: str, size: float = 4.5, title: str = "") -> Mark:
    """Return one point's mark."""
    paint = Paint(tone)
    if shape == "tick":
        return box(x - 0.75, y - 7, 1.5, 14, paint, title)
    if shape in ("circle", "ring"):
        hollow = shape == "ring"
        return Shape(((x, y),), CARD if hollow else paint, paint if hollow else None, size, title)
    return Shape(tuple((x + size * dx, y + size * dy) for dx, dy in _OUTLINES[shape]), paint, title=title)


def ranges(
    title: str, rows: Sequence[Row], panels: Sequence[Panel], legend: Legend = (), *,
    width: float = WIDTH, bare: bool = False, foot: str = "",
) -> Figure:  # fmt: skip
    """Return rows of points with their intervals, on one scale or on several side by side; `bare`: no words at all.

    The text `foot` stands below, in as many lines as it takes.
    """
    label = 0.0 if bare else min(LABEL, max((room(row.label, 12) for row in rows), default=0) + 14)
    note = 0.0 if bare else max((room(row.note, 11.5) for row in rows), default=0) + 12
    top = 0.0 if bare else (22.0 if legend else 0.0) + (20.0 if any(panel.title for panel in panels) else 4.0)
    gap = 26.0 if len(panels) == 1 else 44.0
    each = (width - label - note - gap * len(panels)) / len(panels)
    end = top + ROW * len(rows)
    marks: list[Mark] = [] if bare else list(legend_marks(legend, label, 12))
    for number, panel in enumerate(panels):
        left = label + gap / 2 + number * (each + gap)
        marks += _scale(panel, left, each, top, end, bare)
        for place, row in enumerate(rows):
            y = top + ROW * (place + 0.5)
            marks += _points(row.panels[number], panel, left, each, y)
    for place, row in enumerate(() if bare else rows):
        y = top + ROW * (place + 0.5) + 4
        marks.append(Text(label - 8, y, shortened(row.label, label - 10, 12), 12, INK, "end"))
        marks.append(Text(width - 2, y, row.note, 11.5, SOFT, "end"))
    lines = wrapped(foot, width - 16, 12)
    marks += [Text(8, end + 40 + 16 * place, line, 12, SOFT) for place, line in enumerate(lines)]
    height = end + (0 if bare else 24) + (8 + 16 * len(lines) if lines else 0)
    return Figure(title, width, height, tuple(marks), label)


def _scale(panel: Panel, left: float, width: float, top: float, foot: float, bare: bool) -> Iterator[Mark]:
    for tick in panel.ticks:
        x = left + width * panel.place(tick)
        yield Line(((x, top), (x, foot)), LINE)
        if not bare:
            yield Text(x, foot + 15, panel.words(tick), 11, FAINT, "middle")
    if isfinite(panel.marked):
        x = left + width * panel.place(panel.marked)
        yield Line(((x, top), (x, foot)), FAINT, 1.5, dashed=True)
    if panel.title and not bare:
        yield Text(left + width / 2, top - 8, shortened(panel.title, width + 20, 12), 12, INK, "middle", bold=True)


def _points(points: Iterable[Point], panel: Panel, left: float, width: float, y: float) -> Iterator[Mark]:
    known = [point for point in points if isfinite(point.value)]
    at = [left + width * panel.place(point.value) for point in known]
    barred = [point for point in known if isfinite(point.low) and isfinite(point.high)]
    # Intervals that may lie over one another stand one below another.
    step = min(8.0, (ROW - 8) / len(barred)) if len(barred) > 1 else 0.0
    heights = {id(point): y + step * (place - (len(barred) - 1) / 2) for place, point in enumerate(barred)}
    for point in barred:
        ends = (left + width * panel.place(end) for end in (point.low, point.high))
        yield Line(tuple((x, heights[id(point)]) for x in ends), Paint(point.tone, 0.5), 4 if not step else 3)
    for x, point in zip(at, known):
        size = 4.5 if not step else 3.5
        yield symbol(x, heights.get(id(point), y), point.shape, point.tone, size, point.title)
        if point.label:
            yield Text(x, y - 7, point.label, LETTERS, SOFT, "middle")


def legend_marks(legend: Legend, left: float, y: float) -> Iterator[Mark]:
    """Yield a legend's marks and words in a line."""
    x = left + 14
    for shape, tone, words in legend:
        yield symbol(x, y - 4, shape, tone)
        yield Text(x + 10, y, words, 12, SOFT)
        x += room(words, 12) + 34


@dataclass(frozen=True)
class Dot:
    """A point in a plane, with a name; `low` and `high` are the ends of its interval upwards, if it has one."""

    x: float
    y: float
    label: str
    shape: str = "circle"
    tone: str = "above"
    low: float = NAN
    high: float = NAN


def scatter(
    title: str, dots: Sequence[Dot], x_axis: Panel, y_axis: Panel, legend: Legend = (),
    lines: Sequence[tuple[tuple[Pair, ...], str]] = (), *, width: float = 720.0, height: float = 420.0,
) -> Figure:  # fmt: skip
    """Return named points in a plane, with lines (points, colour) behind; a name without room is left out."""
    left, right, top, foot = 66.0, width - 20, 34.0 if legend else 14.0, height - 44

    def at(x: float, y: float) -> Pair:
        return left + (right - left) * x_axis.place(x), foot - (foot - top) * y_axis.place(y)

    marks: list[Mark] = [*legend_marks(legend, left - 8, 18), *_plane(x_axis, y_axis, left, right, top, foot)]
    marks += [Line(tuple(at(*point) for point in points), Paint(tone), 1.6) for points, tone in lines]
    known = [dot for dot in dots if isfinite(dot.x) and isfinite(dot.y)]
    places = [at(dot.x, dot.y) for dot in known]
    words = [f"{dot.label}: {x_axis.words(dot.x)}, {y_axis.words(dot.y)}" for dot in known]
    barred = [dot for dot in known if isfinite(dot.low) and isfinite(dot.high)]
    marks += [Line((at(d.x, d.low), at(d.x, d.high)), Paint(d.tone, 0.5), 2) for d in barred]
    marks += [symbol(*place, d.shape, d.tone, 5, said) for place, d, said in zip(places, known, words)]
    marks += _names(places, [dot.label for dot in known], (left, top, right, foot))
    return Figure(title, width, height, tuple(marks))


def _plane(x_axis: Panel, y_axis: Panel, left: float, right: float, top: float, foot: float) -> Iterator[Mark]:
    for tick in x_axis.ticks:
        x = left + (right - left) * x_axis.place(tick)
        yield Line(((x, top), (x, foot)), LINE)
        yield Text(x, foot + 16, x_axis.words(tick), 11, FAINT, "middle")
    for tick in y_axis.ticks:
        y = foot - (foot - top) * y_axis.place(tick)
        yield Line(((left, y), (right, y)), LINE)
        yield Text(left - 8, y + 4, y_axis.words(tick), 11, FAINT, "end")
    yield Text((left + right) / 2, foot + 36, x_axis.title, 12, SOFT, "middle")
    yield Text(14, (top + foot) / 2, y_axis.title, 12, SOFT, "middle", turn=-90)


def _names(places: Sequence[Pair], labels: Sequence[str], frame: tuple[float, float, float, float]) -> Iterator[Mark]:
    """Yield each point's name beside it, on the first side where it covers neither a point nor another name."""
    taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in places]
    left, top, right, foot = frame
    for (x, y), label in zip(places, labels):
        name = shortened(label, 170, 11)
        width = room(name, 11)
        for dx, dy in ((9, 4), (-9 - width, 4), (-width / 2, -9), (-width / 2, 17)):
            area = (x + dx, y + dy - 9, x + dx + width, y + dy + 2)
            inside = left <= area[0] and area[2] <= right + 18 and top - 12 <= area[1] and area[3] <= foot
            if inside and not any(_overlap(area, other) for other in taken):
                taken.append(area)
                yield Text(x + dx, y + dy, name, 11, INK)
                break


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@dataclass(frozen=True)
class Part:
    """One part of stacked shares: what it is, its colour, and whether it is hatched."""

    name: str
    paint: Paint
    hatched: bool = False


def shares(
    title: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[Part], *, legend: bool = True,
    width: float = WIDTH,
) -> Figure:  # fmt: skip
    """Return a bar for each row, divided into the shares of its parts; `values` need not sum to 1."""
    label = min(LABEL, max((room(name, 12) for name, _ in rows), default=0) + 14)
    head, keys = _boxes(parts, label, width) if legend else (0.0, [])
    marks: list[Mark] = list(keys)
    for place, (name, values) in enumerate(rows):
        y, whole, x = head + ROW * place + 3, sum(values), label
        marks.append(Text(label - 8, y + 13, shortened(name, label - 10, 12), 12, INK, "end"))
        for part, value in zip(parts, values):
            size = (width - label - 4) * value / whole if whole else 0.0
            if size > 0:
                marks += _slice(part, x, y, size, ROW - 6, value / whole, name)
            x += size
    return Figure(title, width, head + ROW * len(rows) + 4, tuple(marks), label)


def _slice(part: Part, x: float, y: float, width: float, height: float, share: float, row: str) -> Iterator[Mark]:
    yield box(x, y, width, height, part.paint, f"{row}, {part.name}: {100 * share:.1f}%")
    if part.hatched:
        yield from hatching(x, y, width, height)
    yield Line(((x + width, y), (x + width, y + height)), CARD, 1)
    words = f"{100 * share:.0f}"
    if width > room(words, 11) + 6:
        yield Text(x + width / 2, y + height - 5, words, 11, type_on(part.paint), "middle")


def hatching(x: float, y: float, width: float, height: float, step: float = 7.0) -> Iterator[Line]:
    """Yield slanting lines within a rectangle."""
    start = step / 2 - height
    while start < width:
        low, high = max(0.0, start), min(width, start + height)
        if low < high:
            yield Line(((x + low, y + height - (low - start)), (x + high, y + height - (high - start))), FAINT, 0.8)
        start += step


def _boxes(parts: Sequence[Part], left: float, width: float) -> tuple[float, list[Mark]]:
    """Return the height of a legend of boxes, and its marks, in as many lines as it takes."""
    marks: list[Mark] = []
    x, y = left, 4.0
    for part in parts:
        size = room(part.name, 12) + 40
        if x + size > width:
            x, y = left, y + 20
        marks.append(box(x, y, 14, 12, part.paint))
        marks += hatching(x, y, 14, 12, 5) if part.hatched else ()
        marks.append(Text(x + 19, y + 10.5, part.name, 12, SOFT))
        x += size
    return y + 22, marks
