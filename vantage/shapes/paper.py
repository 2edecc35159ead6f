"""Paper folding without rounding: a square sheet, exact half folds, punches, and the holes after unfolding.

Lengths are whole units; the sheet is SIDE units wide, its origin is the top left corner, x grows to the right and y
downward. The main idea: a half fold puts one half of the folded shape exactly on the other, about an axis of the
*current* shape (not of the sheet). So every layer of a folded sheet has the shape's outline, each fold doubles the
layers everywhere, and halving a power of two keeps every corner on whole units.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vantage import seeds

SIDE = 128  # units; a power of two, so that halves of halves are whole
HOLE = 14  # a hole's diameter: 11% of the side
CLEAR = 9  # least distance from a hole's centre to any edge or crease, so holes are at least 2 * CLEAR apart

Point = tuple[int, int]
Polygon = tuple[Point, ...]
IntArray = NDArray[np.int64]

NORMALS = ((1, 0), (0, 1), (1, 1), (1, -1))  # of vertical, horizontal, rising and falling fold lines, as drawn
SQUARE: Polygon = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))


@dataclass(frozen=True)
class Isometry:
    """The map (x, y) -> (xx*x + xy*y + tx, yx*x + yy*y + ty): a turn or a mirroring, and a shift."""

    xx: int
    xy: int
    yx: int
    yy: int
    tx: int
    ty: int

    def __call__(self, point: Point) -> Point:
        """Return where `point` goes."""
        x, y = point
        return self.xx * x + self.xy * y + self.tx, self.yx * x + self.yy * y + self.ty

    def after(self, first: Isometry) -> Isometry:
        """Return the map that does `first`, then this one."""
        tx, ty = self((first.tx, first.ty))
        return Isometry(
            self.xx * first.xx + self.xy * first.yx,
            self.xx * first.xy + self.xy * first.yy,
            self.yx * first.xx + self.yy * first.yx,
            self.yx * first.xy + self.yy * first.yy,
            tx,
            ty,
        )

    @property
    def mirrors(self) -> bool:
        """Whether the map mirrors, that is, turns the paper over."""
        return self.xx * self.yy - self.xy * self.yx < 0


IDENTITY = Isometry(1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Fold:
    """A half fold about the line a*x + b*y = c; `moves` is the sign of a*x + b*y - c on the side that moves."""

    a: int
    b: int
    c: int
    moves: int

    def height(self, point: Point) -> int:
        """Return the distance of `point` from the line, positive on the side that moves, times the length of (a, b)."""
        return self.moves * (self.a * point[0] + self.b * point[1] - self.c)

    @cached_property
    def reflection(self) -> Isometry:
        """The reflection about the fold line."""
        a, b, c = self.a, self.b, self.c
        n = a * a + b * b
        # For the four directions of NORMALS, each quotient is a whole number.
        xx, xy = (b * b - a * a) // n, -2 * a * b // n
        return Isometry(xx, xy, xy, -xx, 2 * a * c // n, 2 * b * c // n)


Folds = tuple[Fold, ...]


@dataclass(frozen=True)
class Folded:
    """A folded sheet: every layer has the shape `outline`; `layers` (bottom to top) map it back to the flat sheet.

    `left` is the place that the last fold moved paper away from, `crease` the two ends of the last fold line.
    """

    outline: Polygon = SQUARE
    layers: tuple[Isometry, ...] = (IDENTITY,)
    left: Polygon = ()
    crease: Polygon = ()


@dataclass(frozen=True)
class SheetDrawing:
    """A sheet as drawn: its outline, its visible face and its holes; and for a fold, its line (`crease`).

    A fold also has the place that the moved part left (`left`), or the part that it will move (`shaded`).
    """

    painter: ClassVar[str] = "vantage.render.sheets:draw_sheet"

    outline: Polygon
    back: bool = False
    holes: Polygon = ()
    left: Polygon = ()
    crease: Polygon = ()
    shaded: Polygon = ()


def stage_drawing(folds: Folds) -> SheetDrawing:
    """Return the drawing of the sheet just after the last of `folds`."""
    state = folded(folds)
    return SheetDrawing(state.outline, state.layers[-1].mirrors, left=state.left, crease=state.crease)


def shaded_drawing(folds: Folds) -> SheetDrawing:
    """Return the drawing of the sheet just before the last of `folds`, with the part that it moves shaded."""
    state = folded(folds)
    return SheetDrawing(folded(folds[:-1]).outline, crease=state.crease, shaded=state.left)


def punched_drawing(folds: Folds, punches: Iterable[Point]) -> SheetDrawing:
    """Return the drawing of the folded sheet with its holes."""
    state = folded(folds)
    return SheetDrawing(state.outline, state.layers[-1].mirrors, holes=tuple(sorted(punches)))


def open_drawing(holes: Iterable[Point]) -> SheetDrawing:
    """Return the drawing of the flat sheet with holes, without creases, which would reveal the folds."""
    return SheetDrawing(SQUARE, holes=tuple(sorted(holes)))


def possible_folds(outline: Polygon) -> Folds:
    """Return every half fold of a shape: for each direction in which it is symmetric, one for either side moving."""
    found = []
    for a, b in NORMALS:
        heights = [a * x + b * y for x, y in outline]
        axis = Fold(a, b, (min(heights) + max(heights)) // 2, 1)
        if {axis.reflection(corner) for corner in outline} == set(outline):
            found += [axis, Fold(a, b, axis.c, -1)]
    return tuple(found)


@lru_cache(maxsize=1024)
def folded(folds: Folds) -> Folded:
    """Return the sheet after `folds`, in order; a ValueError if one is not a half fold of the current shape."""
    if not folds:
        return Folded()
    before, fold = folded(folds[:-1]), folds[-1]
    if fold not in possible_folds(before.outline):
        raise ValueError(f"{fold} does not halve the shape {before.outline}")
    stays = _half(before.outline, fold, -1)
    # The moving half of the layers turns over as a whole, so they end up in reverse order on the others.
    moved = [layer.after(fold.reflection) for layer in reversed(before.layers)]
    crease = tuple(corner for corner in stays if fold.height(corner) == 0)
    return Folded(stays, (*before.layers, *moved), _half(before.outline, fold, 1), crease)


def _half(outline: Polygon, fold: Fold, side: int) -> Polygon:
    """Return the half of a shape on one side of a fold line: the side that moves (1) or the one that stays (-1)."""
    corners: list[Point] = []
    for p, q in zip(outline, outline[1:] + outline[:1]):
        hp, hq = fold.height(p), fold.height(q)
        if hp * side >= 0:
            corners.append(p)
        if hp * hq < 0:
            x = (p[0] * hq - q[0] * hp) // (hq - hp)
            y = (p[1] * hq - q[1] * hp) // (hq - hp)
            corners.append((x, y))
    return tuple(corners)


@lru_cache(maxsize=8)
def sequences(count: int) -> tuple[Folds, ...]:
    """Return every sequence of `count` half folds that leaves room for a hole."""
    if count == 0:
        return ((),)
    longer = [(*folds, fold) for folds in sequences(count - 1) for fold in possible_folds(folded(folds).outline)]
    return tuple(folds for folds in longer if len(places(folded(folds).outline)))


@lru_cache(maxsize=256)
def places(outline: Polygon) -> IntArray:
    """Return where a hole may be punched in a shape: the unit points (n, 2) at least CLEAR away from its edges."""
    corners = np.array(outline)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(left, right + 1), np.arange(top, bottom + 1)))
    free = np.ones(len(x), dtype=bool)
    for (px, py), (qx, qy) in zip(outline, outline[1:] + outline[:1]):
        # Corners run clockwise as drawn, so the inside lies on the right of every edge.
        inside = (qx - px) * (y - py) - (qy - py) * (x - px)
        free &= (inside > 0) & (inside**2 >= CLEAR**2 * ((qx - px) ** 2 + (qy - py) ** 2))
    return np.stack([x, y], axis=1)[free]


def apart(spots: IntArray, punch: Point) -> IntArray:
    """Return the spots (n, 2) that are as far from a punch as two holes on either side of a crease are at least."""
    far: NDArray[np.bool_] = ((spots - punch) ** 2).sum(axis=1) >= 4 * CLEAR**2
    return spots[far]


def unfold(folds: Folds, punches: Iterable[Point]) -> frozenset[Point]:
    """Return the holes in the flat sheet: undoing a fold mirrors every hole about the fold's line."""
    holes = set(punches)
    for fold in reversed(folds):
        mirror = fold.reflection
        holes |= {mirror(hole) for hole in holes}
    return frozenset(holes)


_TURN = Isometry(0, -1, 1, 0, SIDE, 0)
_MIRROR = Isometry(-1, 0, 0, 1, SIDE, 0)
TURNS = (IDENTITY, _TURN, _TURN.after(_TURN), _TURN.after(_TURN).after(_TURN))  # clockwise quarter turns
MIRRORS = tuple(turn.after(_MIRROR) for turn in TURNS)
SYMMETRIES = TURNS + MIRRORS


@lru_cache(maxsize=8192)
def moved_fold(symmetry: Isometry, fold: Fold) -> Fold:
    """Return the fold after a symmetry of the square is applied to the whole sheet."""
    a = symmetry.xx * fold.a + symmetry.xy * fold.b
    b = symmetry.yx * fold.a + symmetry.yy * fold.b
    c = fold.c + a * symmetry.tx + b * symmetry.ty
    sign = 1 if (a, b) in NORMALS else -1
    return Fold(sign * a, sign * b, sign * c, sign * fold.moves)


@lru_cache(maxsize=4096)
def _poses(folds: Folds) -> tuple[str, tuple[Isometry, ...]]:
    """Return the smallest form of `folds` over the square's symmetries, as text, and the symmetries that give it."""
    forms = [
        (tuple((f.a, f.b, f.c, f.moves) for f in (moved_fold(symmetry, fold) for fold in folds)), symmetry)
        for symmetry in SYMMETRIES
    ]
    least = min(form for form, _ in forms)
    return repr(least), tuple(symmetry for form, symmetry in forms if form == least)


def situation(folds: Folds, punches: Sequence[Point]) -> str:
    """Return the digest of folds and punches up to the square's eight symmetries."""
    form, poses = _poses(folds)
    return seeds.digest("paper", form, repr(min(sorted(map(pose, punches)) for pose in poses)))
