"""What a thing offers to others: a surface to stand on, a cavity to lie in, free height to stand under.

All three are measured on the thing's mesh, once per variant, from two maps of it: the greatest and the least height of
its matter over each cell of a fine grid on the ground. A chair's surface is then its seat, not the top of its back, and
a basket's rim is where water would run over, whatever handle rises above it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vantage import assets
from vantage.geometry import Array, cosine_sine
from vantage.scene import Thing

CELLS = 96  # along the longer side of a thing's footprint
SAMPLES = 4  # heights are asked at so many points across a cell, so that a thin wire is not missed
BRIDGED = 0.07  # as a share of the longer side: slats and wires are one surface where nothing wider lies between them
LEVEL = 0.012  # the same: heights that differ by less are one surface
SIDES = 32  # most corners of an outline
BOTTOM = 0.1  # share of a cavity's opening that lies at its floor or below

Kind = tuple[str, int]  # an asset and its variant


@dataclass(frozen=True, eq=False)
class Relief:
    """The heights of a thing over cells on the ground, in its own frame."""

    start: Array  # (2,): the outer corner of cell (0, 0)
    cell: float  # the side of a cell, in metres
    top: Array  # (n, m), along x and y: the greatest height of matter; -inf where there is none
    under: Array  # (n, m): the least height; inf where there is none

    def cells(self, points: Array) -> tuple[NDArray[np.int64], ...]:
        """Return the indices of the cells that points (k, 2 or more) lie in; the border is empty, outside is there."""
        at = np.floor((points[:, :2] - self.start) / self.cell).astype(int)
        return tuple(np.clip(at, 0, np.array(self.top.shape) - 1).T)


@dataclass(frozen=True, eq=False)
class Surface:
    """Where things can stand on a thing, in its own frame."""

    outline: Array  # (k, 2): a convex polygon, counter-clockwise
    height: float


@dataclass(frozen=True, eq=False)
class Cavity:
    """Where things can lie in a thing, in its own frame."""

    outline: Array  # (k, 2): a convex polygon at the height of the rim, counter-clockwise
    floor: float
    rim: float  # the height at which water would run over


@lru_cache(maxsize=256)
def relief(asset: str, variant: int) -> Relief:
    """Return the heights of a variant of an asset."""
    mesh = assets.build(asset, variant)
    corners = mesh.points[mesh.faces].astype(float)
    low, high = mesh.bounds[:, :2].astype(float)
    cell = float((high - low).max()) / CELLS
    start = low - cell  # one empty cell all around
    shape = tuple(int(n) for n in np.ceil((high - low) / cell) + 2)
    corners[..., :2] = (corners[..., :2] - start) * SAMPLES / cell
    return Relief(start, cell, _highest(corners, shape), -_highest(corners * (1, 1, -1), shape))


def _highest(corners: Array, shape: tuple[int, ...]) -> Array:
    """Return the greatest height of triangles (n, 3, 3; x and y in samples) in every cell, -inf where there is none."""
    from vantage.render import kernels

    n, m = shape
    found = np.full((m * SAMPLES, n * SAMPLES), -np.inf, np.float32)
    nobody = np.zeros((1, 1), np.int32)
    kernels.fill(np.ascontiguousarray(corners), nobody[0], found, nobody, False)
    return np.asarray(found.reshape(m, SAMPLES, n, SAMPLES).max(axis=(1, 3)).T, dtype=float)


@lru_cache(maxsize=256)
def surface(asset: str, variant: int) -> Surface:
    """Return the widest level part of what is seen of a thing from above."""
    found = relief(asset, variant)
    top, tolerance = _bridged(found), LEVEL * CELLS * found.cell
    heights = np.sort(top[np.isfinite(top)])
    alike = np.searchsorted(heights, heights + tolerance) - np.arange(len(heights))
    low = heights[alike.argmax()]
    part = _largest((top >= low) & (top < low + tolerance))
    return Surface(_around(part, found), round(float(np.median(found.top[part & np.isfinite(found.top)])), 4))


@lru_cache(maxsize=256)
def cavity(asset: str, variant: int) -> Cavity | None:
    """Return the largest basin of a thing; None if it holds no water."""
    found = relief(asset, variant)
    top = np.maximum(_bridged(found), 0.0)
    level = _flooded(np.maximum(found.top, 0.0))
    depth = level - top
    rims = {rim: float(depth[level == rim].sum()) for rim in np.unique(level[depth > LEVEL * CELLS * found.cell])}
    if not rims:
        return None
    rim = max(rims, key=lambda rim: rims[rim])
    part = (level == rim) & (depth > 0)  # in two parts where a handle crosses the opening
    return Cavity(_around(part, found), round(float(np.quantile(top[part], BOTTOM)), 4), round(float(rim), 4))


def _bridged(found: Relief) -> Array:
    """Return the heights of a thing from above with gaps narrower than BRIDGED filled to the height beside them."""
    from scipy import ndimage

    reach = round(BRIDGED * CELLS)
    # With less room around it, what lies between a slanting or round edge and the border of the map would be filled.
    wide = np.pad(found.top, 2 * reach, constant_values=-np.inf)
    closed = ndimage.grey_closing(wide, size=(2 * reach + 1,) * 2)
    return np.asarray(closed[2 * reach : -2 * reach, 2 * reach : -2 * reach])


def _flooded(top: Array) -> Array:
    """Return how high water stands over every cell when it rains: what flows over the edge of the map is gone."""
    level = np.full_like(top, np.inf)
    level[[0, -1]], level[:, [0, -1]] = top[[0, -1]], top[:, [0, -1]]
    while True:
        lowest = level.copy()
        for axis in (0, 1):
            for shift in (1, -1):
                np.minimum(lowest, np.roll(level, shift, axis), out=lowest)
        lowest = np.maximum(lowest, top)
        if (lowest == level).all():
            return level
        level = lowest


def _largest(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the largest connected part of a mask."""
    from scipy import ndimage

    parts, _ = ndimage.label(mask)
    return np.asarray(parts == 1 + np.bincount(parts[mask])[1:].argmax())


def _around(mask: NDArray[np.bool_], found: Relief) -> Array:
    return around(found.start + (np.argwhere(mask) + 0.5) * found.cell)


def around(points: Array) -> Array:
    """Return a convex polygon (k, 2), counter-clockwise, around points (n, 2): the outermost in SIDES directions."""
    angles = np.arange(SIDES) * 2 * np.pi / SIDES
    outermost = (points @ np.stack([np.cos(angles), np.sin(angles)])).argmax(axis=0)
    return np.asarray(points[outermost[outermost != np.roll(outermost, 1)]])


@lru_cache(maxsize=256)
def outline(asset: str, variant: int) -> Array:
    """Return the outline of a thing on the ground, in its own frame, as a convex polygon (k, 2)."""
    return around(assets.build(asset, variant).points[:, :2].astype(float))


def placed(polygon: Array, thing: Thing) -> Array:
    """Return a polygon (k, 2; the thing's own frame) where the thing stands."""
    c, s = cosine_sine(thing.facing)
    return np.asarray(polygon @ np.array([(c, s), (-s, c)]) + thing.place)


def inset(inner: Array, outer: Array) -> float:
    """Return how far a polygon lies within a convex one: the least distance to its sides, negative if it sticks out."""
    sides = np.roll(outer, -1, axis=0) - outer
    inward = np.column_stack([-sides[:, 1], sides[:, 0]]) / np.linalg.norm(sides, axis=1, keepdims=True)
    return float(((inner[:, None] - outer) * inward).sum(axis=2).min())
