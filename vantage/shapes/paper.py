"""Paper folding without rounding: a square sheet, folds, punches, and the holes after unfolding.

Lengths are whole units; the sheet is SIDE units wide, its origin is the top left corner, x grows to the right and y
downward. A fold line lies at the middle of the folded shape or beside it. The main idea: the part that moves comes to
lie wholly on the rest. So the folded shape only ever shrinks, what stays is all of it, and a fold is undone by
mirroring: a hole has a second one where its mirror image lies within the shape before the fold. Elsewhere the paper is
single, and so is the hole. Slanting fold lines have even c, so all corners are whole units.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from vantage import seeds

SIDE = 128  # units
HOLE = 14  # a hole's diameter: 11% of the side
CLEAR = 9  # least distance from a hole's centre to the edges and creases of all layers; so holes are 2 * CLEAR apart

Point = tuple[int, int]
Polygon = tuple[Point, ...]
IntArray = NDArray[np.int64]
Margins = NDArray[np.float64]

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

    def of(self, spots: IntArray) -> IntArray:
        """Return where spots (…, 2) go."""
        gone: IntArray = spots @ np.array([[self.xx, self.yx], [self.xy, self.yy]]) + (self.tx, self.ty)
        return gone

    @property
    def mirrors(self) -> bool:
        """Whether the map mirrors, that is, turns the paper over."""
        return self.xx * self.yy - self.xy * self.yx < 0


IDENTITY = Isometry(1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Fold:
    """A fold about the line a*x + b*y = c; `moves` is the sign of a*x + b*y - c on the side that moves."""

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
class Piece:
    """A piece of paper between creases, where it lies in the folded sheet, and whether its back is up."""

    outline: Polygon
    back: bool = False


@dataclass(frozen=True)
class Folded:
    """A folded sheet: its shape and its pieces, bottom to top.

    `left` is the place that the last fold moved paper away from, `flap` where that came to lie, `crease` the two ends
    of the last fold line.
    """

    outline: Polygon = SQUARE
    pieces: tuple[Piece, ...] = (Piece(SQUARE),)
    left: Polygon = ()
    flap: Polygon = ()
    crease: Polygon = ()


@dataclass(frozen=True)
class SheetDrawing:
    """A sheet as drawn: its pieces, bottom to top, and its holes; and for a fold, its line (`crease`).

    A fold also has the place that the moved part left (`left`) and where it lies now (`flap`), or of each piece the
    part that it will move (`shaded`).
    """

    painter: ClassVar[str] = "vantage.render.sheets:draw_sheet"

    pieces: tuple[Piece, ...] = (Piece(SQUARE),)
    holes: Polygon = ()
    left: Polygon = ()
    flap: Polygon = ()
    crease: Polygon = ()
    shaded: tuple[Polygon, ...] = ()


def stage_drawing(folds: Folds) -> SheetDrawing:
    """Return the drawing of the sheet just after the last of `folds`."""
    state = folded(folds)
    return SheetDrawing(state.pieces, left=state.left, flap=state.flap, crease=state.crease)


def shaded_drawing(folds: Folds) -> SheetDrawing:
    """Return the drawing of the sheet just before the last of `folds`, with the part that it moves shaded."""
    pieces = folded(folds[:-1]).pieces
    shaded = tuple(_part(piece.outline, folds[-1], 1) for piece in pieces)
    return SheetDrawing(pieces, crease=folded(folds).crease, shaded=shaded)


def punched_drawing(folds: Folds, punches: Iterable[Point]) -> SheetDrawing:
    """Return the drawing of the folded sheet with its holes."""
    return SheetDrawing(folded(folds).pieces, holes=tuple(sorted(punches)))


def open_drawing(holes: Iterable[Point]) -> SheetDrawing:
    """Return the drawing of the flat sheet with holes, without creases, which would reveal the folds."""
    return SheetDrawing(holes=tuple(sorted(holes)))


def foldable(folds: Folds) -> bool:
    """Return whether each fold moves a part of the shape that comes to lie wholly on the rest."""
    for count, fold in enumerate(folds):
        outline = folded(folds[:count]).outline
        stays, moved = _part(outline, fold, -1), _part(outline, fold, 1)
        if not stays or not moved or (margins(stays, np.array([*map(fold.reflection, moved)])) < 0).any():
            return False
    return True


@lru_cache(maxsize=4096)
def folded(folds: Folds) -> Folded:
    """Return the sheet after `folds`, in order, each of which must be possible (`foldable`)."""
    if not folds:
        return Folded()
    before, fold = folded(folds[:-1]), folds[-1]
    outline, left = (_part(before.outline, fold, side) for side in (-1, 1))
    stay, move = (
        [Piece(part, piece.back) for piece in before.pieces if (part := _part(piece.outline, fold, side))]
        for side in (-1, 1)
    )
    # The moving part turns over as a whole, so its pieces end up in reverse order on the others.
    moved = [Piece(_mirrored(fold, piece.outline), not piece.back) for piece in reversed(move)]
    crease = tuple(corner for corner in outline if fold.height(corner) == 0)
    return Folded(outline, (*stay, *moved), left, _mirrored(fold, left), crease)


def _mirrored(fold: Fold, shape: Polygon) -> Polygon:
    return tuple(map(fold.reflection, shape))


def _part(shape: Polygon, fold: Fold, side: int) -> Polygon:
    """Return the part of a shape on the side of a fold line that moves (1) or stays (-1); empty if none is there."""
    corners: list[Point] = []
    for p, q in zip(shape, shape[1:] + shape[:1]):
        hp, hq = fold.height(p), fold.height(q)
        if hp * side >= 0:
            corners.append(p)
        if hp * hq < 0:
            x = (p[0] * hq - q[0] * hp) // (hq - hp)
            y = (p[1] * hq - q[1] * hp) // (hq - hp)
            corners.append((x, y))
    return tuple(corners) if any(fold.height(corner) * side > 0 for corner in corners) else ()


def margins(outline: Polygon, spots: IntArray) -> Margins:
    """Return how far inside a shape spots (…, 2) lie, in units; negative outside, where it is at least so far."""
    found = []
    for (px, py), (qx, qy) in zip(outline, outline[1:] + outline[:1]):
        # Corners run clockwise as drawn, so the inside lies on the right of every edge.
        inside = (qx - px) * (spots[..., 1] - py) - (qy - py) * (spots[..., 0] - px)
        found.append(inside / np.hypot(qx - px, qy - py))
    nearest: Margins = np.minimum.reduce(found)
    return nearest


def layers(folds: Folds, spots: IntArray) -> tuple[IntArray, Margins]:
    """Return where holes punched at spots (n, 2) may lie in the flat sheet, (k, n, 2), and how surely they do (k, n).

    There is a hole where that margin is positive: it is how far the hole lies inside the shape from which its layer was
    folded. The first are the punches themselves.
    """
    holes, sure = spots[None], margins(folded(folds).outline, spots)[None]
    for count in reversed(range(len(folds))):
        images = folds[count].reflection.of(holes)
        there = np.where(sure > 0, margins(folded(folds[:count]).outline, images), -np.inf)
        holes, sure = np.concatenate([holes, images]), np.concatenate([sure, there])
    return holes, sure


def unfold(folds: Folds, punches: Iterable[Point]) -> frozenset[Point]:
    """Return the holes in the flat sheet."""
    holes, sure = layers(folds, np.array([*punches]))
    return frozenset((x, y) for x, y in holes[sure > 0].tolist())


def apart(spots: IntArray, punch: Point) -> IntArray:
    """Return the spots (n, 2) that are as far from a punch as two holes on either side of a crease are at least."""
    far: NDArray[np.bool_] = ((spots - punch) ** 2).sum(axis=1) >= 4 * CLEAR**2
    return spots[far]


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
