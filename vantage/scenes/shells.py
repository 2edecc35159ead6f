"""Where one thing can rest on, under, in or against another: surfaces as clouds of points, compared column by column.

A cloud is so dense that columns a few points wide see no holes in a surface. A thing let down on another comes to rest
where the first of its columns meets one below; pushed against another from the side, likewise.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vantage import assets
from vantage.geometry import Array, standing, transform
from vantage.scene import Thing

FINENESS = 44  # points along a thing's longest side, about
THINNED = 0.7  # of that distance: nearer points are dropped
COLUMN = 1.8  # the width of a column, in distances between points
BASE = 0.05  # of a thing's height: what lies lower is what it stands on


@lru_cache(maxsize=128)
def shell(asset: str, variant: int) -> Array:
    """Return points (n, 3; the thing's own frame) spread over an asset's surface."""
    mesh = assets.build(asset, variant)
    corners = mesh.points[mesh.faces].astype(float)
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    parts = np.ceil(edges / spacing(asset, variant)).astype(int)
    found = [mesh.points.astype(float)]
    for n in np.unique(parts[parts > 1]).tolist():
        i, j = np.mgrid[: n + 1, : n + 1].reshape(2, -1)
        shares = np.stack([i, j, n - i - j], axis=1)[i + j <= n] / n
        found.append((shares @ corners[parts == n]).reshape(-1, 3))
    points = np.vstack(found)
    # Long thin faces are crowded with points: one in each small cube is enough.
    cubes = np.round((points - points.min(axis=0)) / (spacing(asset, variant) * THINNED)).astype(int)
    _, first = np.unique(cubes @ (1, 1 << 20, 1 << 40), return_index=True)
    return np.asarray(points[first])


def spacing(asset: str, variant: int) -> float:
    """Return how far apart neighbouring points of a shell are at most, in metres."""
    return float(np.ptp(assets.build(asset, variant).bounds, axis=0).max()) / FINENESS


def cloud(thing: Thing) -> Array:
    """Return points (n, 3; world) spread over a thing as it stands in its scene."""
    return transform(standing((thing.x, thing.y, thing.z), thing.facing), shell(thing.asset, thing.variant))


def column(*things: Thing) -> float:
    """Return a width of columns in which none of these things shows holes, in metres."""
    return COLUMN * max(spacing(thing.asset, thing.variant) for thing in things)


def ends(clouds: tuple[Array, ...], axis: int, width: float) -> list[tuple[Array, Array]]:
    """Return for each cloud the lowest and the highest point of every column along an axis, on one grid of columns.

    Where a cloud has no points the lowest is infinite, the highest minus infinite.
    """
    flat = [np.delete(points, axis, axis=1) for points in clouds]
    low = np.min([one.min(axis=0) for one in flat], axis=0)
    cells = [np.floor((one - low) / width).astype(int) for one in flat]
    shape = tuple(np.max([one.max(axis=0) for one in cells], axis=0) + 1)
    found = []
    for points, (i, j) in zip(clouds, (one.T for one in cells)):
        bottom, top = np.full(shape, np.inf), np.full(shape, -np.inf)
        np.minimum.at(bottom, (i, j), points[:, axis])
        np.maximum.at(top, (i, j), points[:, axis])
        found.append((bottom, top))
    return found


def apart(a: Array, b: Array, axis: int, width: float) -> float:
    """Return how far cloud `a` could move against an axis until it meets `b`; infinite if it passes by."""
    (bottom, _), (_, top) = ends((a, b), axis, width)
    return float((bottom - top).min())


def supported(a: Array, b: Array, width: float) -> float:
    """Return the share of what cloud `a` stands on that has `b` close below it."""
    (bottom, head), (_, top) = ends((a, b), 2, width)
    tall = head.max() - bottom.min()
    base = bottom < bottom.min() + BASE * tall
    return float((bottom - top < 2 * BASE * tall)[base].mean())


def sheltered(a: Array, b: Array, width: float) -> tuple[float, float]:
    """Return the share of cloud `a` that has some of `b` above, and how far that is above the highest of `a`."""
    (bottom, head), (lowest, _) = ends((a, b), 2, width)
    under = np.isfinite(bottom)
    return float(np.isfinite(lowest[under]).mean()), float(lowest[under].min() - head.max())


def gap(a: Array, b: Array) -> float:
    """Return the distance between the nearest points of two clouds."""
    from scipy.spatial import cKDTree

    return float(np.min(cKDTree(a).query(b)[0]))
