"""Flat figures on a square grid, in exact whole numbers: turn, mirror, edit, cut and pack them, and trace outlines.

x grows to the right and y downward, so a figure's corners run clockwise as drawn. A figure is a set of grid cells; a
cell can be halved along a diagonal, and a whole cell can have a dot. All lengths are whole cells, so figures are
compared exactly; only a drawn figure can stand at any angle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.shapes import lattice

Point = tuple[int, int]
Cells = tuple[Point, ...]
Half = tuple[int, int, int, int]  # a cell x, y and the corner that is cut off: left -1 or right 1, up -1 or down 1
Edge = tuple[Point, Point]
Edit = tuple[str, Any, Any]  # "cell", "half" or "dot", the one that is moved, and where to
Ints = NDArray[np.int64]
Matrix = tuple[int, int, int, int]  # (x, y) goes to (a*x + b*y, c*x + d*y)

TURNS: tuple[Matrix, ...] = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))  # clockwise quarter turns
MIRRORS: tuple[Matrix, ...] = ((-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0))
SYMMETRIES: Ints = np.array(TURNS + MIRRORS).reshape(8, 2, 2)
REACH = 256  # a bound on coordinates on the fine grid of `_codes`
BATCH = 24  # edits checked together
CORNERS: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # of a cell, clockwise from the upper left one


@dataclass(frozen=True, order=True)
class Figure:
    """Cells (sorted, the least coordinate along each axis 0), and which of them are halved or have a dot."""

    cells: Cells
    halves: tuple[Half, ...] = ()
    dots: Cells = ()

    @property
    def size(self) -> Point:
        """The width and height of the figure, in cells."""
        return max(x for x, _ in self.cells) + 1, max(y for _, y in self.cells) + 1


@dataclass(frozen=True)
class Placed:
    """A figure as drawn: turned clockwise by `angle` degrees, with the middle of its box at (x, y) cells."""

    figure: Figure
    angle: int = 0
    x: float = 0.0  # from the middle of the picture to the right
    y: float = 0.0  # from the middle of the picture downward


@dataclass(frozen=True)
class FiguresDrawing:
    """Filled figures side by side; `scale` is the drawn length of a cell's side, as a share of the picture's side."""

    painter: ClassVar[str] = "vantage.render.cards:draw_figures"

    placed: tuple[Placed, ...]
    scale: float
    colour: str = "sky"


def figure(cells: Iterable[Point], halves: Iterable[Half] = (), dots: Iterable[Point] = ()) -> Figure:
    """Return the figure with these parts, which may lie anywhere and come in any order."""
    cells = list(cells)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return Figure(
        tuple(sorted([(x - left, y - top) for x, y in cells])),
        tuple(sorted([(x - left, y - top, dx, dy) for x, y, dx, dy in halves])),
        tuple(sorted([(x - left, y - top) for x, y in dots])),
    )


def image(shape: Figure, matrix: Matrix) -> Figure:
    """Return the figure turned or mirrored by one of the eight symmetries of the grid."""
    a, b, c, d = matrix
    return figure(
        [(a * x + b * y, c * x + d * y) for x, y in shape.cells],
        [(a * x + b * y, c * x + d * y, a * dx + b * dy, c * dx + d * dy) for x, y, dx, dy in shape.halves],
        [(a * x + b * y, c * x + d * y) for x, y in shape.dots],
    )


def mirrored(shape: Figure) -> Figure:
    """Return the figure with left and right swapped."""
    return image(shape, MIRRORS[0])


def _codes(shapes: Sequence[Figure]) -> Ints:
    """Return each figure's eight images as sorted numbers (figures, 8, parts), the four turned ones first.

    All figures must have the same number of parts of each kind. A part is a point on a grid four times as fine: a cell
    or dot is the middle of its cell, and a halved cell is a point next to the middle, towards the cut corner.
    """
    points = np.array(
        [
            [
                *((4 * x, 4 * y) for x, y in (*shape.cells, *shape.dots)),
                *((4 * x + dx, 4 * y + dy) for x, y, dx, dy in shape.halves),
            ]
            for shape in shapes
        ]
    )
    cells, dots = len(shapes[0].cells), len(shapes[0].dots)
    turned = np.einsum("sij,mpj->mspi", SYMMETRIES, points)
    turned -= turned[:, :, :cells].min(axis=2, keepdims=True) - 4
    codes = turned[..., 0] * REACH + turned[..., 1]
    codes[..., cells : cells + dots] += REACH**2
    ordered: Ints = np.sort(codes, axis=2)
    return ordered


def _least(rows: Ints) -> tuple[tuple[int, ...], int]:
    """Return the smallest row and how often it occurs."""
    listed = [tuple(row) for row in rows.tolist()]
    return min(listed), listed.count(min(listed))


def same(a: Figure, b: Figure) -> bool:
    """Return whether one figure is the other, turned and moved but not mirrored."""
    return name(a) == name(b)


def families(shapes: Sequence[Figure]) -> list[tuple[str, bool]]:
    """Return the situation of each figure, and whether it has no symmetry, that is, its eight images differ."""
    least = map(_least, _codes(shapes))
    return [(seeds.digest("figure", len(shapes[0].cells), *row), times == 1) for row, times in least]


def situation(shape: Figure) -> str:
    """Return the digest of the figure up to rotation and reflection."""
    return families([shape])[0][0]


def name(shape: Figure) -> str:
    """Return a name shared by all turned copies of the figure and no other figure."""
    least, _ = _least(_codes([shape])[0, :4])
    return f"f{len(shape.cells)}-{seeds.digest('figure name', len(shape.cells), *least)[:12]}"


def neighbours(cell: Point) -> tuple[Point, ...]:
    """Return the four cells that share a side with `cell`, clockwise from the upper one."""
    x, y = cell
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def connected(cells: Iterable[Point]) -> bool:
    """Return whether the cells hang together side by side."""
    return lattice.connected(cells, neighbours)


def edges(shape: Figure) -> list[Edge]:
    """Return the edges between the figure's inside and outside, each a cell's side or diagonal, directed clockwise."""
    taken = set(shape.cells)
    cut = {(x, y): (dx, dy) for x, y, dx, dy in shape.halves}
    found = []
    for x, y in shape.cells:
        corner = {place: (x + (place[0] + 1) // 2, y + (place[1] + 1) // 2) for place in CORNERS}
        missing = cut.get((x, y))
        for number, near in enumerate(neighbours((x, y))):
            start, stop = CORNERS[number], CORNERS[(number + 1) % 4]
            if near not in taken and missing not in (start, stop):
                found.append((corner[start], corner[stop]))
        if missing:
            place = CORNERS.index(missing)
            found.append((corner[CORNERS[place - 1]], corner[CORNERS[(place + 1) % 4]]))
    return found


def sound(shape: Figure) -> bool:
    """Return whether the outline is one closed line that never touches itself, and all dots are on whole cells."""
    taken = set(shape.cells)
    halved = {(x, y) for x, y, _, _ in shape.halves}
    if len(halved) < len(shape.halves) or not halved <= taken or not taken - halved >= set(shape.dots):
        return False
    if any((x + dx, y) in taken or (x, y + dy) in taken for x, y, dx, dy in shape.halves) or not connected(taken):
        return False
    border = edges(shape)
    after = dict(border)
    if len(after) < len(border):
        return False
    place, steps = after[border[0][0]], 1
    while place != border[0][0]:
        place, steps = after[place], steps + 1
    return steps == len(border)


def outline(shape: Figure) -> tuple[Point, ...]:
    """Return the corners of a sound figure, clockwise as drawn, starting with the smallest."""
    after = dict(edges(shape))
    path = [min(after)]
    while after[path[-1]] != path[0]:
        path.append(after[path[-1]])

    def bends(i: int) -> bool:
        (px, py), (x, y), (qx, qy) = path[i - 1], path[i], path[(i + 1) % len(path)]
        return (x - px) * (qy - y) != (y - py) * (qx - x)

    return tuple(point for i, point in enumerate(path) if bends(i))


def sides(corners: Sequence[Sequence[int]]) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the squared lengths of an outline's sides and how it bends at its corners, each sorted.

    It is what can be counted without following the outline; mirror images have the same.
    """
    places = [complex(x, y) for x, y in corners]
    along = [after - here for here, after in zip(places, places[1:] + places[:1])]
    # All angles are multiples of 45 degrees, so the signs tell them apart.
    bends = [before.conjugate() * after for before, after in zip(along, along[1:] + along[:1])]
    return sorted(round(abs(side) ** 2) for side in along), sorted(
        (int(np.sign(bend.real)), int(np.sign(bend.imag))) for bend in bends
    )


def grow(count: int, rng: np.random.Generator, bushiness: float) -> list[Point]:
    """Return cells in the order they grew, each beside an earlier one; see `lattice.grow`."""
    return lattice.grow((0, 0), count, neighbours, rng, bushiness)


def places_for_halves(cells: Iterable[Point]) -> list[Half]:
    """Return every way to cut a corner off a cell that has no neighbour on the two sides beside it."""
    taken = set(cells)
    return [
        (x, y, dx, dy)
        for x, y in sorted(taken)
        for dx, dy in CORNERS
        if (x + dx, y) not in taken and (x, y + dy) not in taken
    ]


def decorated(cells: Iterable[Point], halves: int, dots: int, rng: np.random.Generator) -> Figure:
    """Return a figure of these cells with up to `halves` of them halved and up to `dots` of them dotted."""
    cells = sorted(cells)
    places = places_for_halves(cells)
    chosen: dict[Point, Half] = {}
    for i in rng.permutation(len(places)):
        if len(chosen) < halves:
            chosen.setdefault(places[i][:2], places[i])
    whole = [cell for cell in cells if cell not in chosen]
    return figure(cells, chosen.values(), [whole[i] for i in rng.permutation(len(whole))[:dots]])


def edits(shape: Figure, kind: str) -> list[Edit]:
    """Return the ways to move one unmarked cell, one cut ("half") or one dot to another place."""
    if kind == "half":
        free: list[Half] = [place for place in places_for_halves(shape.cells) if place not in shape.halves]
        return [(kind, gone, place) for gone in shape.halves for place in free]
    if kind == "dot":
        return [(kind, gone, cell) for gone in shape.dots for cell in shape.cells if cell not in shape.dots]
    marked = {*shape.dots, *((x, y) for x, y, _, _ in shape.halves)}
    found: list[Edit] = []
    for gone in shape.cells:
        rest = [cell for cell in shape.cells if cell != gone]
        if gone not in marked and connected(rest):
            places = {near for cell in rest for near in neighbours(cell)}.difference(shape.cells)
            found += [(kind, gone, place) for place in sorted(places)]
    return found


def edited(shape: Figure, edit: Edit) -> Figure:
    """Return the figure after an edit; it need not be sound."""
    kind, gone, place = edit
    parts: dict[str, list[Any]] = {"cell": [*shape.cells], "half": [*shape.halves], "dot": [*shape.dots]}
    parts[kind] = [part for part in parts[kind] if part != gone] + [place]
    return figure(parts["cell"], parts["half"], parts["dot"])


def pick(
    candidates: Sequence[Figure],
    needed: int,
    fair: Callable[[Figure, str, bool], bool],
    rng: np.random.Generator,
) -> list[Figure]:
    """Return `needed` sound candidates, drawn at random, with different situations; empty if too few.

    `fair` gets each candidate with its situation and whether it has no symmetry, and must accept it.
    """
    found: dict[str, Figure] = {}
    order = rng.permutation(len(candidates))
    for start in range(0, len(candidates), BATCH):
        batch = [candidates[i] for i in order[start : start + BATCH]]
        for shape, (own, lopsided) in zip(batch, families(batch)):
            if fair(shape, own, lopsided) and sound(shape):
                found.setdefault(own, shape)
                if len(found) == needed:
                    return list(found.values())
    return []


def changed(shape: Figure, kinds: Sequence[str]) -> list[Figure]:
    """Return all that an edit of these kinds makes of a figure; not all are sound."""
    return [edited(shape, edit) for kind in kinds for edit in edits(shape, kind)]


def cut(cells: Sequence[Point], sizes: Sequence[int], rng: np.random.Generator, tries: int = 30) -> list[Cells]:
    """Return the cells divided at random into connected pieces of these sizes; empty if no way was found."""
    rest, pieces = sorted(cells), list[Cells]()
    for size in sizes[:-1]:
        for _ in range(tries):
            piece = _part(rest, size, rng)
            left = [cell for cell in rest if cell not in piece]
            if len(piece) == size and connected(left):
                break
        else:
            return []
        pieces.append(tuple(sorted(piece)))
        rest = left
    return [*pieces, tuple(rest)]


def _part(cells: Sequence[Point], size: int, rng: np.random.Generator) -> list[Point]:
    piece = [cells[int(rng.integers(len(cells)))]]
    while len(piece) < size:
        border = sorted({near for cell in piece for near in neighbours(cell) if near in cells and near not in piece})
        if not border:
            break
        piece.append(border[int(rng.integers(len(border)))])
    return piece


def packs(region: Figure, pieces: Sequence[Figure]) -> bool:
    """Return whether plain pieces, turned by quarter turns and not mirrored, cover a plain region exactly.

    Cells are bits of one number, row by row, with empty bits between rows so that a shifted piece never wraps.
    """
    width = region.size[0] + max(max(piece.size) for piece in pieces)

    def bits(shape: Figure) -> int:
        places = [y * width + x for x, y in shape.cells]
        return sum(1 << place - min(places) for place in places)

    def search(free: int, left: list[tuple[int, ...]]) -> bool:
        if not left:
            return free == 0
        lowest = (free & -free).bit_length() - 1
        for i, turned in enumerate(left):
            if turned in left[:i]:
                continue  # an equal piece was already tried here
            for mask in turned:
                if (mask << lowest) & ~free == 0 and search(free & ~(mask << lowest), left[:i] + left[i + 1 :]):
                    return True
        return False

    orientations = [tuple(sorted({bits(image(piece, turn)) for turn in TURNS})) for piece in pieces]
    return search(sum(1 << y * width + x for x, y in region.cells), orientations)
