"""Siblings: solids that differ in one block, in a set that treats them all alike.

They are one-block moves of a hidden solid that is never shown, so none of them is the original of the others. If the
set has mirror images, every solid has one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vantage.shapes import solids
from vantage.shapes.solids import Cell, Size, Solid

BATCH = 32  # one-block moves checked together


def four(
    history: Sequence[Cell], size: Size, mirrors: bool, allows: Callable[[str], bool], rng: np.random.Generator
) -> list[Solid]:
    """Return four solids, or with `mirrors` two and then their mirror images; empty if there are too few.

    `history` is the hidden solid's cells; `allows` must accept the polycubes of all four.
    """
    needed = 2 if mirrors else 4
    edits = rng.permutation(solids.moves(history))
    found: dict[str, Solid] = {}
    hidden = solids.families(np.array([history]))[0][0]
    for start in range(0, len(edits), BATCH):
        batch = edits[start : start + BATCH]
        for edit, family, chiral in zip(batch, *solids.families(batch)):
            if family not in found and family != hidden and (chiral or not mirrors) and allows(family):
                found[family] = solids.solid(edit, size)
            if len(found) == needed:
                shapes = list(found.values())
                return [*shapes, *map(solids.mirrored, shapes)] if mirrors else shapes
    return []


def rule(member: int, key: int, mirrors: bool) -> str:
    """Return how one of four misses the key: it is "moved" (by one block or cell), its "mirror", or "moved_mirror".

    In a set with mirror images the second half mirrors the first.
    """
    if member == key:
        return ""
    if not mirrors or member // 2 == key // 2:
        return "moved"
    return "mirror" if member % 2 == key % 2 else "moved_mirror"
