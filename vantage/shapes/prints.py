"""Printed sheets, folded along any line of their grid: what is visible, through clear film or on opaque paper.

The sheet has CELLS x CELLS cells, and the diagonals of each cell divide it into four *quarters*, the smallest units of
a print. The main idea: a fold along a grid line, straight or diagonal, maps quarters exactly onto quarters. So one
point within a quarter identifies it, in the units of `paper`; prints and outlines are sets of such points, and a
folded sheet lists for each place the quarters that lie there, bottom to top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from vantage import seeds
from vantage.shapes import paper
from vantage.shapes.paper import Fold, Folds, Point

CELLS = 8
CELL = paper.SIDE // CELLS
LEAST = 0.25  # least share of the shape that either part of a fold has
# From the middle of a cell to the points that identify its top, right, bottom and left quarter.
STEPS = ((0, -CELL // 4), (CELL // 4, 0), (0, CELL // 4), (-CELL // 4, 0))
BITS = {(CELL // 2 + dx, CELL // 2 + dy): 1 << i for i, (dx, dy) in enumerate(STEPS)}

Quarters = frozenset[Point]
Mark = Quarters
Lying = tuple[Point, bool]  # a quarter of the sheet, and whether it lies with its back up
Pile = dict[Point, tuple[Lying, ...]]  # what lies at each place, bottom to top

# Marks as rows of cells, a hexadecimal digit each: 1 the top quarter, 2 the right, 4 the bottom, 8 the left.
SHAPES = (
    ("F0", "FF"),  # an angle
    ("F9", "90"),  # a large triangle
    ("069", "690"),  # a slanted bar
    ("FF9",),  # a bar cut at one end
    ("F9", "F0"),  # a flag
    ("FF", "90"),  # a hook
    ("6C", "F0"),  # a bent bar
)


@dataclass(frozen=True)
class Look:
    """What is visible of a folded sheet: its print, and nested areas of paper (`areas`, the first is all of it).

    For clear film, area k is where k + 1 layers or more lie; for opaque paper, area 1 is where the back is visible.
    """

    areas: tuple[Quarters, ...]
    print: Quarters

    def trimmed(self) -> Look:
        """Return the same look, shifted by whole cells so that it starts at the left and the top."""
        left, top, _, _ = box(self.areas[0])
        areas = tuple(frozenset((x - left, y - top) for x, y in area) for area in self.areas)
        return Look(areas, frozenset((x - left, y - top) for x, y in self.print))

    def unlike(self, other: Look) -> int:
        """Return in how many quarters the two look different when both are trimmed."""
        if self.areas == other.areas:  # the usual case, in which trimming makes no difference
            return len(self.print ^ other.print)
        mine, others = self.trimmed(), other.trimmed()
        return len((mine.print ^ others.print) | (mine.areas[0] ^ others.areas[0]))


@dataclass(frozen=True)
class PrintDrawing:
    """A printed sheet as drawn: what is visible of it; and for the next fold, the part that it moves and its line.

    `centred` puts the folded shape in the middle of the picture; otherwise it stays where it lies on the sheet.
    """

    painter: ClassVar[str] = "vantage.render.films:draw_print"

    look: Look
    opaque: bool
    moving: Quarters = frozenset()
    crease: tuple[Point, ...] = ()
    centred: bool = False


def box(quarters: Iterable[Point]) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of the cells that hold the quarters, in units."""
    xs, ys = zip(*((x // CELL, y // CELL) for x, y in quarters))
    return min(xs) * CELL, min(ys) * CELL, (max(xs) + 1) * CELL, (max(ys) + 1) * CELL


def corners(quarter: Point) -> tuple[Point, Point, Point]:
    """Return the corners of a quarter: the middle of its cell, then the two corners of the cell, clockwise as drawn."""
    x, y = (c // CELL * CELL + CELL // 2 for c in quarter)
    dx, dy = 2 * (quarter[0] - x), 2 * (quarter[1] - y)
    return (x, y), (x + dx + dy, y + dy - dx), (x + dx - dy, y + dy + dx)


def by_cell(quarters: Iterable[Point]) -> dict[Point, int]:
    """Return which quarters each cell (column, row) holds, as the sum of their bits: 15 is all four."""
    cells: dict[Point, int] = {}
    for x, y in quarters:
        cell = (x // CELL, y // CELL)
        cells[cell] = cells.get(cell, 0) | BITS[x % CELL, y % CELL]
    return cells


def rows_of(quarters: Quarters) -> list[str]:
    """Return quarters as rows of cells from the top, in the digits of SHAPES; coordinates must not be negative."""
    cells = by_cell(quarters)
    width, height = (1 + max((cell[axis] for cell in cells), default=-1) for axis in (0, 1))
    return ["".join(f"{cells.get((i, j), 0):X}" for i in range(width)) for j in range(height)]


def _quarters(rows: Iterable[str]) -> Iterator[Point]:
    """Yield the quarters that rows of digits encode, from the corner of the sheet."""
    for j, row in enumerate(rows):
        for i, digit in enumerate(row):
            for bit, (dx, dy) in enumerate(STEPS):
                if int(digit, 16) >> bit & 1:
                    yield i * CELL + CELL // 2 + dx, j * CELL + CELL // 2 + dy


SHEET: Quarters = frozenset(_quarters(["F" * CELLS] * CELLS))


@lru_cache(maxsize=1)
def marks() -> tuple[Mark, ...]:
    """Return all marks: each shape in each of its orientations at each place of the sheet."""
    found: dict[Mark, None] = {}  # a set that keeps its order
    for shape in SHAPES:
        for symmetry in paper.SYMMETRIES:
            for mark in _shifts(frozenset(map(symmetry, _quarters(shape)))):
                found[mark] = None
    return tuple(found)


def _shifts(mark: Mark) -> Iterator[Mark]:
    """Yield a mark at every place of the sheet."""
    left, top, right, bottom = box(mark)
    for dx in range(-left, paper.SIDE - right + 1, CELL):
        for dy in range(-top, paper.SIDE - bottom + 1, CELL):
            yield frozenset((x + dx, y + dy) for x, y in mark)


@lru_cache(maxsize=8192)
def elsewhere(mark: Mark) -> tuple[Mark, ...]:
    """Return the mark at every other place of the sheet that does not touch it."""
    around = halo(mark)
    return tuple(other for other in _shifts(mark) if around.isdisjoint(other))


@lru_cache(maxsize=8192)
def halo(mark: Mark) -> Quarters:
    """Return the mark's quarters and all quarters that touch it, even at a single point."""
    points = {corner for quarter in mark for corner in corners(quarter)}
    near = {(x + dx, y + dy) for x, y in mark for dx in (-CELL, 0, CELL) for dy in (-CELL, 0, CELL)}
    around = {(x + dx, y + dy) for x, y in map(_middle, near) for dx, dy in STEPS}
    return frozenset(quarter for quarter in around if not points.isdisjoint(corners(quarter)))


def _middle(quarter: Point) -> Point:
    return quarter[0] // CELL * CELL + CELL // 2, quarter[1] // CELL * CELL + CELL // 2


def mirrored(mark: Mark, fold: Fold) -> Mark:
    """Return the mark mirrored in its own place, about an axis parallel to the fold line."""
    there = frozenset(map(fold.reflection, mark))
    (left, top, _, _), (left_there, top_there, _, _) = box(mark), box(there)
    return frozenset((x + left - left_there, y + top - top_there) for x, y in there)


@lru_cache(maxsize=256)
def pile(folds: Folds) -> Pile:
    """Return the folded sheet: each fold moves quarters, which then lie on top, turned over."""
    if not folds:
        return {quarter: ((quarter, False),) for quarter in SHEET}
    fold, before = folds[-1], pile(folds[:-1])
    after = {place: stack for place, stack in before.items() if fold.height(place) < 0}
    for place, stack in before.items():
        if fold.height(place) > 0:
            there = fold.reflection(place)
            after[there] = after.get(there, ()) + tuple((quarter, not back) for quarter, back in reversed(stack))
    return after


@lru_cache(maxsize=256)
def possible_folds(folds: Folds) -> Folds:
    """Return the possible next folds: both parts are large enough, and the folded shape fits into the picture."""
    shape = pile(folds)
    found = []
    for a, b in paper.NORMALS:
        for c in range(-paper.SIDE, 2 * paper.SIDE + 1, CELL):
            fold = Fold(a, b, c, 1)
            beyond = [place for place in shape if fold.height(place) > 0]
            if LEAST <= len(beyond) / len(shape) <= 1 - LEAST and _fits(shape.keys() - beyond, fold, beyond):
                found += [fold, Fold(a, b, c, -1)]
    return tuple(found)


def _fits(stays: Iterable[Point], fold: Fold, moves: Iterable[Point]) -> bool:
    left, top, right, bottom = box([*stays, *map(fold.reflection, moves)])
    return max(right - left, bottom - top) <= paper.SIDE


def seen(folds: Folds, printed: Quarters, opaque: bool) -> Look:
    """Return what is visible of a printed sheet when it is folded. The print is on both faces."""
    places = _places(folds, opaque)
    return Look(_areas(folds, opaque), frozenset(places[quarter] for quarter in printed & places.keys()))


@lru_cache(maxsize=512)
def _areas(folds: Folds, opaque: bool) -> tuple[Quarters, ...]:
    """Return the areas of a `Look`."""
    stacks = pile(folds)
    if opaque:
        return frozenset(stacks), frozenset(place for place, stack in stacks.items() if stack[-1][1])
    most = max(map(len, stacks.values()))
    return tuple(frozenset(place for place, stack in stacks.items() if len(stack) > k) for k in range(most))


@lru_cache(maxsize=512)
def _places(folds: Folds, opaque: bool) -> dict[Point, Point]:
    """Return where each visible quarter of the sheet lies; on opaque paper only the top ones are visible."""
    layers = slice(-1, None) if opaque else slice(None)
    return {quarter: place for place, stack in pile(folds).items() for quarter, _ in stack[layers]}


def fold_drawing(folds: Folds, printed: Quarters, opaque: bool) -> PrintDrawing:
    """Return the drawing of the sheet just before the last of `folds`."""
    *before, fold = folds
    look = seen(tuple(before), printed, opaque)
    moving = frozenset(place for place in look.areas[0] if fold.height(place) > 0)
    line = sorted(corner for place in moving for corner in corners(place) if fold.height(corner) == 0)
    return PrintDrawing(look, opaque, moving, (line[0], line[-1]))


def situation(printed: Iterable[Mark]) -> str:
    """Return the digest of marks that do not touch, up to the square's eight symmetries; folds do not matter."""
    return seeds.digest("print", *min(sorted(names) for names in zip(*map(_names, printed))))


@lru_cache(maxsize=8192)
def _names(mark: Mark) -> tuple[str, ...]:
    """Return a digest of the mark for each of the square's symmetries."""
    return tuple(seeds.digest(repr(sorted(map(symmetry, mark)))) for symmetry in paper.SYMMETRIES)
