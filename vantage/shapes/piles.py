"""Piles of blocks: every block rests on the ground or on another, so a pile is a map of heights.

A pile stands on a floor of squares, seen from above its front right edge. If the top of every column is visible, all
heights are known, and so are the blocks that are completely hidden.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from vantage import seeds
from vantage.shapes import solids
from vantage.shapes.solids import Floats, Ints, Solid

Heights = tuple[tuple[int, ...], ...]  # rows from the front, each from the left: column (x, y) is heights[y][x]

MARGIN = 0.25  # of a block: how far the floor reaches beyond the pile
POINTS = 50  # along each side of a top at which its visibility is tested
FILL = 0.94  # largest extent of floor and pile, as a share of the picture's side


@dataclass(frozen=True)
class PileDrawing:
    """A pile on its floor; `scale` is the drawn length of a block's edge, as a share of the picture's side."""

    painter: ClassVar[str] = "vantage.render.stacks:draw_pile"

    heights: Heights
    azimuth: float
    elevation: float
    scale: float
    colour: str = "sky"

    @property
    def solid(self) -> Solid:
        """The blocks of the pile."""
        return solids.solid(cells(np.array([self.heights]))[0])


def cells(batch: Ints) -> Ints:
    """Return the blocks of piles (m, depth, width) with n blocks each: (m, n, 3)."""
    filled = np.arange(int(batch.max())) < batch[..., None]
    _, y, x, z = np.nonzero(filled)
    return np.stack([x, y, z], axis=1).reshape(len(batch), -1, 3)


def trimmed(heights: Ints) -> Heights:
    """Return a height map (depth, width) without the empty rows and columns around the pile."""
    rows, columns = (np.flatnonzero(heights.any(axis=axis)) for axis in (1, 0))
    kept = heights[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return tuple(tuple(row) for row in kept.tolist())


def situation(heights: Heights) -> str:
    """Return the digest of the pile up to turns about the vertical and reflection."""
    ways = [np.rot90(side, quarter) for side in (np.array(heights), np.array(heights).T) for quarter in range(4)]
    least = min(way.tolist() for way in ways)
    return seeds.digest("pile", repr(least))


def columns(heights: Heights) -> list[tuple[int, int, int]]:
    """Return the columns that hold blocks as (x, y, height), row by row from the front."""
    return [(x, y, high) for y, row in enumerate(heights) for x, high in enumerate(row) if high]


def top_shares(heights: Heights, azimuth: float, elevation: float) -> list[float]:
    """Return how much of the top of each column is visible, in the order of `columns`, to within a fiftieth.

    A top is tested at `POINTS` x `POINTS` points: a column hides a point if the way from there to the camera meets it.
    """
    towards = solids.camera_axes(azimuth, elevation)[2]
    steps = (np.arange(POINTS) + 0.5) / POINTS
    points = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)
    found = []
    for x, y, high in columns(heights):
        hidden = np.zeros(len(points), dtype=bool)
        for u, v, other in columns(heights):
            if other > high and u >= x and v <= y:  # higher, and not farther from the camera
                ends = np.array([(u - x, v - y), (u - x + 1, v - y + 1)])[:, None] - points
                enter, leave = np.sort(ends / towards[:2], axis=0)
                out = np.minimum(leave.min(axis=1), (other - high) / towards[2])
                hidden |= out > np.maximum(enter.max(axis=1), 0.0) + 1e-9
        found.append(1.0 - float(hidden.mean()))
    return found


def shown(batch: Ints, azimuth: float, elevation: float) -> tuple[Floats, Ints]:
    """Return for piles (m, depth, width) the least visible share of a column's top, and how many blocks are hidden.

    The share is quick and rough, from 16 points of each top; `top_shares` is exact.
    """
    blocks = cells(batch)
    shares = solids.face_shares(blocks, solids.UNIT, azimuth, elevation)
    x, y, z = np.moveaxis(blocks, 2, 0)
    is_top = batch[np.arange(len(batch))[:, None], y, x] == z + 1
    tops: Floats = np.where(is_top, shares[..., 2], 1.0).min(axis=1)
    hidden: Ints = (shares.max(axis=2) == 0).sum(axis=1)
    return tops, hidden


def floor(heights: Heights) -> Floats:
    """Return the four corners of the floor (4, 3), in order."""
    low, wide, deep = -MARGIN, len(heights[0]) + MARGIN, len(heights) + MARGIN
    return np.array([(low, low, 0.0), (wide, low, 0.0), (wide, deep, 0.0), (low, deep, 0.0)])


def _frame(heights: Heights, azimuth: float, elevation: float) -> tuple[Floats, Floats]:
    """Return the least and greatest drawn coordinates of floor and pile, rightward and downward, in block edges."""
    corners = [(x + u, y + v, high) for x, y, high in columns(heights) for u, v in itertools.product((0, 1), repeat=2)]
    drawn = _drawn(np.concatenate([floor(heights), np.array(corners, dtype=np.float64)]), azimuth, elevation)
    return drawn.min(axis=0), drawn.max(axis=0)


def _drawn(points: Floats, azimuth: float, elevation: float) -> Floats:
    right, up, _ = solids.camera_axes(azimuth, elevation)
    drawn: Floats = points @ np.stack([right, -up]).T
    return drawn


def fitting_scale(heights: Heights, azimuth: float, elevation: float) -> float:
    """Return the scale at which floor and pile fill their picture."""
    low, high = _frame(heights, azimuth, elevation)
    return FILL / float((high - low).max())


def placed(points: Floats, drawing: PileDrawing) -> Floats:
    """Return where points in space (n, 3) lie in the picture (n, 2): from its top left, as shares of its side."""
    low, high = _frame(drawing.heights, drawing.azimuth, drawing.elevation)
    drawn = _drawn(points, drawing.azimuth, drawing.elevation) - (low + high) / 2
    return drawn * drawing.scale + 0.5
