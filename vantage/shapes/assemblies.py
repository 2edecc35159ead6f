"""Pieces that build a solid when they are put together, and the same pieces laid out separately.

Pieces are moved but never turned. So two pieces are the same only if they have the same orientation, and laid-out
pieces are drawn from the same direction as the solid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from vantage.shapes import solids
from vantage.shapes.solids import Cell, Solid, View

TILE = 0.5  # side of the square in which a piece is laid out, as a share of the picture's side
PLACES = 12  # how many places are tried for a piece
CORNERS = np.indices((2, 2, 2)).reshape(3, -1).T
ROWS = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2)}  # how many pieces lie in each row


@dataclass(frozen=True)
class PiecesDrawing:
    """Pieces laid out in rows from the upper left, each in the middle of its square, all in one view and one scale.

    `scale` is the drawn length of a block's edge, as a share of the picture's side.
    """

    painter: ClassVar[str] = "vantage.render.pieces:draw_pieces"

    pieces: tuple[Solid, ...]
    view: View
    scale: float
    colour: str = "sky"

    def __post_init__(self) -> None:
        if len(self.pieces) not in ROWS:
            raise ValueError(f"1 to {max(ROWS)} pieces can be laid out, not {len(self.pieces)}")


def squares(count: int) -> list[tuple[float, float]]:
    """Return the middles of the squares for `count` pieces, from the top left, as shares of the picture's side."""
    rows = ROWS[count]
    return [
        (0.5 + TILE * (column - (length - 1) / 2), 0.5 + TILE * (row - (len(rows) - 1) / 2))
        for row, length in enumerate(rows)
        for column in range(length)
    ]


def extent(piece: Solid, view: View) -> float:
    """Return the larger of drawn width and height of a piece or solid of unit blocks, at scale 1."""
    axes = solids.camera_axes(view.azimuth, view.elevation)[:2]
    turned = piece.array @ solids.ROTATIONS[view.turn].T
    return float(np.ptp((turned[:, None] + CORNERS).reshape(-1, 3) @ axes.T, axis=0).max())


def joined(pieces: Sequence[Solid], contacts: int, rng: np.random.Generator) -> list[list[Cell]]:
    """Return where the blocks of each piece lie when all are put together at random, without turning any.

    Each piece touches the earlier ones with at least `contacts` faces. Empty if there was no such place for a piece.
    """
    placed: dict[int, list[Cell]] = {}
    taken: set[Cell] = set()
    for number in rng.permutation(len(pieces)).tolist():
        cells = _put(pieces[number], taken, contacts, rng)
        if not cells:
            return []
        placed[number] = cells
        taken.update(cells)
    return [placed[number] for number in range(len(pieces))]


def _put(piece: Solid, taken: set[Cell], contacts: int, rng: np.random.Generator) -> list[Cell]:
    """Return the piece moved to a random place beside the taken cells."""
    if not taken:
        return list(piece.cells)
    beside = solids.free_places(taken)
    for _ in range(PLACES):
        (x, y, z), (a, b, c) = beside[int(rng.integers(len(beside)))], piece.cells[int(rng.integers(len(piece.cells)))]
        cells = [(i - a + x, j - b + y, k - c + z) for i, j, k in piece.cells]
        if not taken.intersection(cells) and touching(cells, taken) >= contacts:
            return cells
    return []


def touching(cells: Sequence[Cell], others: set[Cell]) -> int:
    """Return how many faces the blocks at `cells` share with the `others`."""
    return sum(near in others for cell in cells for near in solids.neighbours(cell))


def fits(piece: Sequence[Cell], solid: Iterable[Cell]) -> list[list[Cell]]:
    """Return all places of a piece, moved but not turned, at which it lies wholly in the solid."""
    room, (a, b, c) = set(solid), piece[0]
    moved = ([(i - a + x, j - b + y, k - c + z) for i, j, k in piece] for x, y, z in room)
    return [cells for cells in moved if room.issuperset(cells)]


def reaches(pieces: Iterable[Sequence[Cell]], solid: Collection[Cell]) -> bool:
    """Return whether each piece fits into the solid by itself, and each block of the solid is in reach of some piece.

    Pieces that build the solid do so; pieces that do so may still get in each other's way.
    """
    places = [fits(piece, solid) for piece in pieces]
    return all(places) and len({cell for some in places for cells in some for cell in cells}) == len(solid)


def kind(a: Solid, b: Solid) -> str:
    """Return how two pieces with the same number of blocks differ, if pieces may be moved but not turned.

    The result is "" if they do not differ, "turned" if one is the other turned, "mirrored" if it is the other's mirror
    image, turned or not, and "altered" if it has another shape.
    """
    if a == b:
        return ""
    if _shape(a) == _shape(b):
        return "turned"
    return "mirrored" if _shape(a) == _shape(solids.mirrored(b)) else "altered"


@lru_cache(maxsize=4096)
def _shape(piece: Solid) -> Solid:
    # Worth caching, because small pieces repeat often: a piece of four blocks has only 86 forms.
    return solids.canonical(piece)
