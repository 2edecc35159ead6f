"""Parts: the closed solids that things are built from.

Every part is a loft: rings of points, each joined to the next, and a lid at each end. A part is closed, so the sign of
its volume distinguishes inside from outside, and its builder need not care about winding. Corners are smoothed where
faces meet at a blunt angle; weighting by area keeps large flat faces flat beside their bevels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vantage.assets.meshes import Material, Mesh

Array = NDArray[np.float64]
Ints = NDArray[np.int32]
Point = tuple[float, float, float]
Outline = list[tuple[float, float]]
P = TypeVar("P", tuple[float, float], Point, tuple[float, float, float, float])
CREASE = 52.0  # degrees: above this angle between two faces, their common edge looks sharp
REPEAT = {"wood": 0.7, "fabric": 0.5, "stripes": 0.6, "leaves": 1.2, "fur": 0.2}  # metres per repeat; others: 1
BEND = math.cos(math.radians(CREASE))
SMALLEST = 1e-12  # square metres: a triangle counts as a line if twice its area is below this


def solid(points: ArrayLike, faces: Ints, material: Material) -> Mesh:
    """Return the closed solid with these corners (n, 3) and triangles (m, 3), wound so that they face outward."""
    from vantage import triangles

    at = np.ascontiguousarray(points, dtype=float)
    kept, across = triangles.outward(at, faces.astype(np.int32), SMALLEST)
    return Mesh(
        at.astype(np.float32),
        kept,
        triangles.smooth(at, kept, across, BEND),
        triangles.unrolled(at, kept, across, REPEAT.get(str(material.texture), 1.0)),
        np.zeros(len(kept), dtype=np.int16),
        (material,),
        closed=True,
    )


def loft(rings: ArrayLike, material: Material, lid: Ints | None = None) -> Mesh:
    """Return the solid through `rings` (k, n, 3) of n points each; `lid` triangulates a ring that is not convex."""
    at = np.asarray(rings, dtype=float)
    k, n, _ = at.shape
    ends = _fan(n) if lid is None else lid
    faces = np.concatenate([_band(k, n)[: 2 * (k - 1) * n], ends[:, ::-1], ends + np.int32((k - 1) * n)])
    return solid(at.reshape(-1, 3), faces, material)


@cache
def _fan(n: int) -> Ints:
    """Return the triangles that fill a convex ring of n points."""
    return np.array([(0, k, k + 1) for k in range(1, n - 1)], np.int32)


@cache
def _band(k: int, n: int) -> Ints:
    """Return the triangles between k rings of n points; each ring is joined to the next, and the last to the first."""
    i, j = (grid.reshape(-1) for grid in np.meshgrid(np.arange(k), np.arange(n), indexing="ij"))
    here, there = i * n, (i + 1) % k * n
    a, b, c, d = here + j, here + (j + 1) % n, there + (j + 1) % n, there + j
    return np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3).astype(np.int32)


@cache
def circle(n: int) -> Array:
    """Return n points (n, 2) of the unit circle, counter-clockwise; edges, not points, lie on the axes."""
    angles = (np.arange(n) + 0.5) * 2 * np.pi / n
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points.setflags(write=False)
    return points


def box(centre: Point, size: Point, material: Material, bevel: float = 0.0) -> Mesh:
    """Return a box; `bevel` is how much is cut off every edge."""
    x, y, z = (float(side) / 2 for side in size)
    if bevel <= 0:
        return prism([(-x, -y), (x, -y), (x, y), (-x, y)], 2 * z, material, 0, centre, "z")
    cut = 0.6 * bevel
    half = [(x, cut - y), (x, y - cut), (x - cut, y), (cut - x, y)]
    return prism([*half, *((-u, -v) for u, v in half)], 2 * z, material, bevel, centre, "z")


def lathe(profile: Outline, material: Material, centre: Point = (0, 0, 0), sides: int = 24) -> Mesh:
    """Return the solid of revolution of `profile`, pairs of radius and height, about the vertical through `centre`."""
    around = circle(sides)
    rings = [np.column_stack([radius * around, np.full(sides, height)]) for radius, height in profile]
    return loft(np.array(rings) + centre, material)


def tube(
    path: Sequence[Point], radius: float | Sequence[float], material: Material, sides: int = 10, tips: bool = True
) -> Mesh:
    """Return a tube along `path`, with one radius for all points or one per point; `tips` rounds its ends."""
    from vantage import triangles

    at = np.asarray(path, dtype=float)
    wide = np.broadcast_to(np.asarray(radius, dtype=float), len(at)).copy()
    along = np.gradient(at, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    if tips:
        steps = np.array([1.0, 0.92, 0.6])[:, None]
        fall = np.array([0.0, 0.4, 0.8])
        at = np.vstack([at[0] - steps * along[0] * wide[0], at, at[-1] + steps[::-1] * along[-1] * wide[-1]])
        wide = np.concatenate([fall * wide[0], wide, fall[::-1] * wide[-1]])
        along = np.vstack([along[[0, 0, 0]], along, along[[-1, -1, -1]]])
    return loft(triangles.along(at, along, wide, circle(sides)), material)


def limb(
    path: Sequence[tuple[float, float, float, float]], material: Material, sides: int = 10, steps: int = 3
) -> Mesh:
    """Return a smooth tube with rounded ends through points (x, y, z, radius)."""
    line = curve(path, steps)
    return tube([point[:3] for point in line], [point[3] for point in line], material, sides)


def rod(start: Point, end: Point, radius: float, material: Material, tip: float | None = None, sides: int = 16) -> Mesh:
    """Return a cylinder from `start` to `end` with flat ends; `tip` is the radius at its end, 0 for a cone."""
    return tube([start, end], [radius, radius if tip is None else tip], material, sides, tips=False)


def capsule(
    start: Point, end: Point, radius: float, material: Material, tip: float | None = None, sides: int = 12
) -> Mesh:
    """Return a rod with rounded ends."""
    return tube([start, end], [radius, radius if tip is None else tip], material, sides)


def ellipsoid(centre: Point, radii: Point, material: Material, sides: int = 16) -> Mesh:
    """Return an ellipsoid with its poles above and below."""
    angles = np.linspace(-90, 90, sides // 2 + 1)
    profile = [(float(np.cos(np.radians(a))), float(np.sin(np.radians(a)))) for a in angles]
    profile[0], profile[-1] = (0, -1), (0, 1)
    rings = np.array([np.column_stack([r * circle(sides), np.full(sides, z)]) for r, z in profile])
    return loft(rings * np.asarray(radii) + centre, material)


def ball(centre: Point, radius: float, material: Material, sides: int = 12) -> Mesh:
    """Return a sphere."""
    return ellipsoid(centre, (radius, radius, radius), material, sides)


def hoop(
    centre: Point,
    radius: float,
    thickness: float,
    material: Material,
    axis: str = "z",
    sides: int = 24,
    around: int = 8,
) -> Mesh:
    """Return a torus about an axis; `radius` is that of its middle circle, `thickness` that of its tube."""
    section, turns = circle(around), np.linspace(0, 2 * np.pi, sides, endpoint=False)
    out = radius + thickness * section[:, 0]
    rings = [np.column_stack([out * np.cos(a), out * np.sin(a), thickness * section[:, 1]]) for a in turns]
    rolled = np.roll(np.array(rings), {"z": 0, "x": 1, "y": 2}[axis], axis=2) + centre
    return solid(rolled.reshape(-1, 3), _band(sides, around), material)


def prism(
    outline: Outline, width: float, material: Material, bevel: float = 0.0, centre: Point = (0, 0, 0), axis: str = "x"
) -> Mesh:
    """Return an outline extruded along axis x, y or z, about `centre`; its points are (y, z), (x, z) or (x, y)."""
    flat = np.asarray(outline, dtype=float)
    if _area(flat) < 0:
        flat = flat[::-1]
    steps = [(-width / 2, flat), (width / 2, flat)]
    if bevel > 0:
        inner = _inset(flat, bevel)
        steps = [(-width / 2, inner), (bevel - width / 2, flat), (width / 2 - bevel, flat), (width / 2, inner)]
    rings = np.array([np.insert(points, "xyz".index(axis), shift, axis=1) for shift, points in steps])
    return loft(rings + centre, material, _ears(flat))


def _area(flat: Array) -> float:
    ahead = np.roll(flat, -1, axis=0)
    return float((flat[:, 0] * ahead[:, 1] - flat[:, 1] * ahead[:, 0]).sum() / 2)


def _inset(flat: Array, distance: float) -> Array:
    """Return a counter-clockwise outline with every edge moved inward; corners move by at most twice `distance`."""
    edge = np.roll(flat, -1, axis=0) - flat
    after = np.column_stack([-edge[:, 1], edge[:, 0]]) / np.linalg.norm(edge, axis=1, keepdims=True)
    before = np.roll(after, 1, axis=0)
    mitre = np.maximum(1 + (after * before).sum(axis=1, keepdims=True), 0.5)
    return np.asarray(flat + distance * (after + before) / mitre)


def _ears(flat: Array) -> Ints:
    """Return triangles (n - 2, 3) that fill a counter-clockwise outline."""
    from vantage import triangles

    faces = triangles.ears(np.ascontiguousarray(flat))
    if not len(faces):
        raise ValueError("an outline must not cross itself")
    return faces


def curve(points: Sequence[P], steps: int = 4, closed: bool = False) -> list[P]:
    """Return a smooth line through `points`, with `steps` pieces between neighbours (a Catmull-Rom spline)."""
    at = np.asarray(points, dtype=float)
    at = np.vstack([at[-1:], at, at[:2]]) if closed else np.vstack([2 * at[:1] - at[1:2], at, 2 * at[-1:] - at[-2:-1]])
    found: list[Array] = []
    for p, q, r, s in zip(at, at[1:], at[2:], at[3:]):
        for t in np.arange(steps) / steps:
            bend = (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3
            found.append(q + ((r - p) * t + bend) / 2)
    line = np.array(found if closed else [*found, at[-2]])
    return [cast(P, tuple(point)) for point in line.tolist()]


def arc(radius: float, start: float, end: float, step: float, middle: tuple[float, float] = (0, 0)) -> Outline:
    """Return points of a circle from one angle to another, in degrees, counter-clockwise from the first axis."""
    angles = np.radians(np.arange(start, end + step / 2, step))
    line = np.column_stack([np.cos(angles), np.sin(angles)]) * radius + middle
    return [(u, v) for u, v in line.tolist()]
