"""Answer a `combination_3d` item by trying every piece in every place: shares no code with the package."""

from __future__ import annotations

from itertools import product
from typing import Any

Cells = frozenset[tuple[int, ...]]


def _placements(piece: list[list[int]], solid: Cells) -> list[Cells]:
    """Return all places of a piece that lie wholly in the solid: its first block lies on one of the solid's."""
    shifts = [[c - first for c, first in zip(cell, piece[0])] for cell in solid]
    moved = (frozenset(tuple(c + s for c, s in zip(cell, shift)) for cell in piece) for shift in shifts)
    return [cells for cells in moved if cells <= solid]


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only set that fills the solid with its blocks in different places, else ""."""
    solid = frozenset(tuple(cell) for cell in truth["solid"])
    right = []
    for letter, pieces in zip("ABCD", truth["options"]):
        ways = product(*(_placements(piece, solid) for piece in pieces))
        if sum(map(len, pieces)) == len(solid) and any(len(frozenset().union(*way)) == len(solid) for way in ways):
            right.append(letter)
    return right[0] if len(right) == 1 else ""
