"""Charts of cells: a number in each, on a ground that is darker the farther it lies from the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vantage.plots.charts import LABEL, WIDTH
from vantage.plots.figure import (
    FAINT,
    INK,
    SOFT,
    Figure,
    Line,
    Mark,
    Paint,
    Shape,
    Text,
    box,
    folded,
    room,
    shortened,
    type_on,
)

CAPTION = 36.0  # the height of a small grid's two lines
HEAD = 280.0  # the longest name of a column
SLANT = 0.81  # how far a slanted name reaches to the right, relative to its length: the cosine of 36 degrees


@dataclass(frozen=True)
class Cell:
    """A number as text on its ground: `share` from -1 (orange) over 0 (none) to 1 (blue)."""

    text: str
    share: float = 0.0
    title: str = ""
    sure: bool = True  # else the ground stays empty and the number grey
    flag: bool = False  # a mark in the corner
    small: str = ""  # a smaller line below the number

    @property
    def ground(self) -> Paint:
        """The colour of the cell."""
        return Paint("above" if self.share >= 0 else "below", min(1.0, abs(self.share)) if self.sure else 0.0)

    @property
    def ink(self) -> Paint:
        """The colour of the number."""
        return type_on(self.ground) if self.sure else SOFT


@dataclass(frozen=True)
class Grid:
    """Rows x columns of cells; None is an empty place. `groups` are headings over so many columns each."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    groups: tuple[tuple[str, int], ...] = ()
    caption: str = ""
    note: str = ""  # below the caption


def grid(title: str, content: Grid, width: float = WIDTH) -> Figure:
    """Return a grid as a figure; the names of many columns are slanted."""
    label = min(LABEL, max((room(name, 12) for name in content.rows), default=0) + 14)
    count = max(1, len(content.columns))
    gaps = 8.0 * max(0, len(content.groups) - 1)
    cell = min(78.0, max(34.0, (width - label - gaps - 4) / count))
    height = 26.0 if len(content.rows) <= 20 else 20.0
    slanted = any(room(name, 12) > cell - 6 for name in content.columns)
    if slanted:
        cell = min(78.0, max(34.0, (width - label - gaps - _beyond(content, cell)) / count))
    longest = max((min(HEAD, room(name, 12)) for name in content.columns), default=0)
    lefts = list(_lefts(content, label, cell))
    top, marks = _groups(content, lefts, cell)
    head = top + (longest * 0.6 + 16 if slanted else 20.0)
    marks += _heads(content, lefts, cell, head, slanted)
    for place, (name, cells) in enumerate(zip(content.rows, content.cells)):
        y = head + height * place
        marks.append(Text(label - 8, y + height / 2 + 4, shortened(name, label - 10, 12), 12, INK, "end"))
        for left, one in zip(lefts, cells):
            marks += _cell(one, left, y, cell, height)
    wide = (lefts[-1] + cell if lefts else label) + (_beyond(content, cell) if slanted else 4)
    return Figure(title, max(wide, 200.0), head + height * len(content.rows) + 4, tuple(marks), label)


def _beyond(content: Grid, cell: float) -> float:
    """Return how far the slanted names of the last columns reach beyond the columns."""
    names = ((min(HEAD, room(name, 12)), place + 0.5) for place, name in enumerate(reversed(content.columns)))
    return max(4.0, *(SLANT * length - place * cell for length, place in names))


def _lefts(content: Grid, label: float, cell: float) -> Iterator[float]:
    x, sizes = label, [size for _, size in content.groups] or [len(content.columns)]
    for size in sizes:
        for _ in range(size):
            yield x
            x += cell
        x += 8


def _heads(content: Grid, lefts: Sequence[float], cell: float, head: float, slanted: bool) -> Iterator[Mark]:
    for left, name in zip(lefts, content.columns):
        if slanted:
            yield Text(left + cell / 2, head - 7, shortened(name, HEAD, 12), 12, SOFT, turn=-36)
        else:
            yield Text(left + cell / 2, head - 7, name, 12, SOFT, "middle")


def _groups(content: Grid, lefts: Sequence[float], cell: float) -> tuple[float, list[Mark]]:
    """Return the height of the headings over groups of columns, and their marks."""
    first, spans = 0, []
    for name, size in content.groups:
        left, right = lefts[first], lefts[first + size - 1] + cell
        spans.append((left, right, folded(name, right - left + (0 if size == 1 else 10), 12)))
        first += size
    foot = 2 + 14.0 * max((len(words) for _, _, words in spans), default=0)
    marks: list[Mark] = []
    for left, right, words in spans:
        for place, line in enumerate(reversed(words)):
            marks.append(Text((left + right) / 2, foot - 5 - 14 * place, line, 12, INK, "middle", bold=True))
        if any(words):
            marks.append(Line(((left + 3, foot), (right - 3, foot)), FAINT))
    return foot + 4 if spans else 0.0, marks


def _cell(one: Cell | None, left: float, y: float, width: float, height: float) -> Iterator[Mark]:
    if one is None:
        yield Text(left + width / 2, y + height / 2 + 4, "·", 12, FAINT, "middle")
        return
    yield box(left + 1, y + 1, width - 2, height - 2, one.ground, one.title)
    lift = 0.16 * height if one.small else 0.0
    yield Text(left + width / 2, y + height / 2 + 4 - lift, one.text, 11.5 if width > 38 else 10, one.ink, "middle")
    if one.small:
        yield Text(left + width / 2, y + height - 3, one.small, 8, one.ink, "middle")
    if one.flag:
        x = left + width - 2
        yield Shape(((x - 7, y + 2), (x, y + 2), (x, y + 9)), INK)


def small_grids(title: str, grids: Sequence[Grid], width: float = WIDTH) -> Figure:
    """Return many small grids with captions, side by side, in as many lines as it takes."""
    marks: list[Mark] = []
    x = y = tallest = 0.0
    for content in grids:
        one = grid(content.caption, content, 0)
        if x and x + one.width > width:
            x, y, tallest = 0.0, y + tallest + 14, 0.0
        # Bold type is wider, by about a size.
        marks.append(Text(x + 4, y + 14, shortened(content.caption, one.width, 13), 12, INK, bold=True))
        marks.append(Text(x + 4, y + 28, shortened(content.note, one.width, 11.5), 11.5, SOFT))
        marks += [moved(mark, x, y + CAPTION) for mark in one.marks]
        x, tallest = x + one.width + 18, max(tallest, one.height + CAPTION)
    return Figure(title, width, y + tallest, tuple(marks))


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Return a mark at another place."""
    if isinstance(mark, Text):
        return replace(mark, x=mark.x + dx, y=mark.y + dy)
    return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
