"""The squares of a solid that face one side, as a picture from a corner shows them: what a lazy reader goes by.

Such a reader takes the squares of one shade for the view itself: which of them touch, what flat shapes they form, and
how they lie in the picture. Depth shifts squares in the picture, and blocks in front hide some of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vantage.shapes import solids, views
from vantage.shapes.solids import Floats, Solid

Square = tuple[int, int, int]  # column from the left, row from the bottom, depth
Patch = tuple[tuple[int, int], ...]
Match = tuple[float, ...]  # how well a view fits what shows, what counts most first: 0 at most

PLAIN = 0.1  # least visible share of a square that a reader takes into account


@dataclass(frozen=True)
class Facing:
    """The squares that show, and where they lie in the picture if it is taken for flat, in squares: (n, 2)."""

    squares: tuple[Square, ...]
    flat: Floats


@lru_cache(maxsize=4096)
def facing(shape: Solid, side: str, azimuth: float, elevation: float) -> Facing:
    """Return what the picture of a solid of cubes that shows a side shows of the squares that face it."""
    cells, axes = shape.array, views.axes(side)
    near = side in views.NEAR
    # The opposite camera sees the same faces of a solid as the first camera sees of its point reflection.
    shares = solids.face_shares((cells if near else -cells)[None], solids.UNIT, azimuth, elevation)[0]
    places = cells @ axes.T
    places = (places - places.min(axis=0))[shares[:, np.abs(axes[2]).argmax()] >= PLAIN]
    right, up, look = views.drawn(axes.astype(np.float64), azimuth, elevation, not near)
    shift = np.linalg.solve(np.stack([right, up], axis=1), look)  # by how much a step in depth moves a square
    return Facing(tuple((x, y, z) for x, y, z in places.tolist()), places[:, :2] + places[:, 2:] * shift)


def squares(rows: Sequence[Sequence[int]]) -> tuple[Square, ...]:
    """Return the squares of a view, which is given as depths in rows from the top."""
    return tuple(
        (column, line, depth)
        for line, row in enumerate(reversed(rows))
        for column, depth in enumerate(row)
        if depth != views.EMPTY
    )


def touching(found: tuple[Square, ...]) -> int:
    """Return how many pairs of squares of the same depth touch."""
    taken = set(found)
    return sum(((x + 1, y, z) in taken) + ((x, y + 1, z) in taken) for x, y, z in taken)


@lru_cache(maxsize=4096)
def patches(found: tuple[Square, ...]) -> Counter[Patch]:
    """Return the flat shapes that touching squares of the same depth form, and how often each occurs."""
    left, shapes = set(found), Counter[Patch]()
    while left:
        patch = [left.pop()]
        for x, y, z in patch:  # the list grows during the loop
            near = left & {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)}
            left -= near
            patch.extend(near)
        first, lowest = min(x for x, _, _ in patch), min(y for _, y, _ in patch)
        shapes[tuple(sorted((x - first, y - lowest) for x, y, _ in patch))] += 1
    return shapes


def by_neighbours(shown: Facing, offered: tuple[Square, ...]) -> Match:
    """Return how nearly a view has as many touching squares as show, and then how alike the two look."""
    return -abs(touching(shown.squares) - touching(offered)), _likeness(shown, offered)


def by_patches(shown: Facing, offered: tuple[Square, ...]) -> Match:
    """Return how nearly a view consists of the flat shapes that show."""
    mine, theirs = patches(shown.squares), patches(offered)
    return (-((mine - theirs) + (theirs - mine)).total(),)


def by_patches_and_look(shown: Facing, offered: tuple[Square, ...]) -> Match:
    """Return how nearly a view consists of the flat shapes that show, and then how alike the two look."""
    return *by_patches(shown, offered), _likeness(shown, offered)


def _likeness(shown: Facing, offered: tuple[Square, ...]) -> float:
    """Return how well the squares of a view lie on those of the picture taken for flat: 0 at most."""
    if not len(shown.flat):
        return 0.0
    fits = []
    view = np.array(offered, dtype=np.float64)[:, :2]
    for middle in (_mean, _centre):
        apart = (((shown.flat - middle(shown.flat))[:, None] - (view - middle(view))[None]) ** 2).sum(axis=2)
        fits.append(apart.min(axis=0).mean() + apart.min(axis=1).mean())
    return -round(float(min(fits)), 9)


def _mean(points: Floats) -> Floats:
    return np.asarray(points.mean(axis=0))


def _centre(points: Floats) -> Floats:
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)
