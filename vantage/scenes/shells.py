"""Where one thing pushed against another meets it: surfaces are clouds of points, compared in columns.

A cloud is so dense that a surface has no holes at the width of a column. The things meet where the first of their
columns do.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vantage import assets
from vantage.geometry import Array, standing, transform
from vantage.scene import Thing

FINENESS = 44  # about how many points lie along a thing's longest side
THINNED = 0.7  # of the distance between points: nearer points are dropped
COLUMN = 1.8  # the width of a column, in distances between points


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
    # Long thin faces have too many points: one in each small cube is enough.
    cubes = np.round((points - points.min(axis=0)) / (spacing(asset, variant) * THINNED)).astype(int)
    _, first = np.unique(cubes @ (1, 1 << 20, 1 << 40), return_index=True)
    return np.asarray(points[first])


def spacing(asset: str, variant: int) -> float:
    """Return the largest distance between neighbouring points of a shell, in metres."""
    return float(np.ptp(assets.build(asset, variant).bounds, axis=0).max()) / FINENESS


def cloud(thing: Thing) -> Array:
    """Return points (n, 3; world) spread over a thing as it stands in its scene."""
    return transform(standing((thing.x, thing.y, thing.z), thing.facing), shell(thing.asset, thing.variant))


def column(*things: Thing) -> float:
    """Return a column width, in metres, at which none of these things has holes."""
    return COLUMN * max(spacing(thing.asset, thing.variant) for thing in things)


def ends(clouds: tuple[Array, ...], axis: int, width: float) -> list[tuple[Array, Array]]:
    """Return, for each cloud, the lowest and the highest point of every column along an axis, on a common grid.

    Where a cloud has no points, the lowest is infinity and the highest is minus infinity.
    """
    from vantage.scenes import columns

    across = [k for k in range(3) if k != axis]
    low = np.min([points.min(axis=0) for points in clouds], axis=0)[across]
    high = np.max([points.max(axis=0) for points in clouds], axis=0)[across]
    shape = tuple(np.floor((high - low) / width).astype(int) + 1)
    found = []
    for points in clouds:
        bottom, top = np.full(shape, np.inf), np.full(shape, -np.inf)
        columns.filled(np.ascontiguousarray(points), axis, low, width, bottom, top)
        found.append((bottom, top))
    return found


def apart(a: Array, b: Array, axis: int, width: float) -> float:
    """Return how far cloud `a` can move backward along an axis until it meets `b`; infinite if it never does."""
    (bottom, _), (_, top) = ends((a, b), axis, width)
    return float((bottom - top).min())


def gap(a: Array, b: Array) -> float:
    """Return the distance between the nearest points of two clouds."""
    from scipy.spatial import cKDTree

    # It is at most the distance between a few points of each, so what lies farther from the other's box is left out.
    few, others = a[:: len(a) // 64 + 1], b[:: len(b) // 64 + 1]
    most = np.sqrt(((few[:, None] - others) ** 2).sum(axis=2).min())
    near, beside = _within(a, b, most), _within(b, a, most)
    return float(np.min(cKDTree(near).query(beside)[0]))


def _within(points: Array, cloud: Array, distance: float) -> Array:
    """Return the points that are at most so far from the bounding box of a cloud."""
    low, high = cloud.min(axis=0), cloud.max(axis=0)
    return np.asarray(points[np.maximum(low - points, points - high).max(axis=1) <= distance * (1 + 1e-9)])
