"""Smooth surfaces in centimetres: grids of points with normals, and small functions that shape and mix.

The frame is a mesh's own (x to the person's left, z up, the face toward -y), but for its origin: between the eyes in
height, and over the ears. What lies forward is called f, which is -y.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vantage.assets.meshes import Colour, Material

Array = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Part:
    """A surface of one material. `twist` is how much of the head's turn its points follow, 0..1."""

    points: Array  # (n, 3)
    faces: Ints  # (m, 3)
    normals: Array  # (n, 3)
    uv: Array  # (n, 2)
    material: Material
    twist: Array | float = 1.0
    about: tuple[float, float, float] | None = None  # a point that turns, about which all others keep their direction

    def only(self, keep: NDArray[np.bool_], material: Material | None = None) -> Part:
        """Return the part with some of its faces, in its own or another material."""
        return replace(self, faces=self.faces[keep], material=material or self.material)


def colour_of(values: ArrayLike) -> Colour:
    """Return red, green and blue (3,) as a colour."""
    red, green, blue = np.clip(values, 0.0, 1.0).tolist()
    return (red, green, blue)


def ramp(start: float | Array, end: float | Array, x: Any) -> Array:
    """Return 0 up to `start` and 1 from `end` on, with a smooth rise between; falls where `end` is the smaller."""
    t = np.clip((x - start) / (np.asarray(end) - start), 0.0, 1.0)
    return np.asarray(t * t * (3 - 2 * t))


def hill(x: Any, z: Any, cx: float, cz: float, sx: float, sz: float, power: float = 1.0) -> Array:
    """Return a smooth hill of height 1 at (cx, cz); a `power` above 1 makes its top flat and its sides steep."""
    q = ((x - cx) / sx) ** 2 + ((z - cz) / sz) ** 2
    return np.asarray(np.exp(-(q if power == 1.0 else q**power)))


def line(x: Any, width: float) -> Array:
    """Return a ridge of height 1 along x = 0."""
    return np.asarray(np.exp(-((x / width) ** 2)))


def mix(a: Any, b: Any, share: Any) -> Array:
    """Return `a` where `share` is 0 and `b` where it is 1."""
    return np.asarray(a + (np.asarray(b) - a) * share)


def smooth_max(a: Array, b: Array, width: float) -> Array:
    """Return the larger, without a kink where they meet."""
    return np.asarray(0.5 * (a + b + np.sqrt((a - b) ** 2 + width * width)))


def placed(x: ArrayLike, f: ArrayLike, z: ArrayLike) -> Array:
    """Return points (..., 3) that lie at x, forward by f, at height z."""
    return np.stack(np.broadcast_arrays(np.asarray(x), -np.asarray(f), np.asarray(z)), axis=-1).astype(float)


def ripples(points: Array, rng: np.random.Generator, size: float, count: int = 9) -> Array:
    """Return smooth noise of about -1..1 at points (..., 3), its features about `size` wide."""
    total: Array = np.zeros(points.shape[:-1])
    for _ in range(count):
        direction = rng.normal(size=3)
        direction *= rng.uniform(0.6, 1.6) * 2 * np.pi / size / np.sqrt(direction @ direction)
        total += np.sin(points @ direction + rng.uniform(0, 7))
    return np.asarray(total / np.sqrt(count / 2) / 1.6)


def grid_faces(rows: int, columns: int) -> Ints:
    """Return the triangles of a grid of points that are counted row by row."""
    a = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    b, c, d = a + 1, a + columns, a + columns + 1
    return np.stack([np.stack([a, c, b], 1), np.stack([b, c, d], 1)], 1).reshape(-1, 3).astype(np.int32)


def unit(vectors: Array) -> Array:
    """Return vectors (..., 3) of length 1; those of no length stay."""
    return np.asarray(vectors / np.maximum(np.sqrt((vectors**2).sum(axis=-1, keepdims=True)), 1e-9))


def grid_normals(points: Array, ring: bool) -> Array:
    """Return the unit normals of a grid (rows, columns, 3); a `ring` ends in the column in which it begins."""
    around, along = np.gradient(points, axis=1), np.gradient(points, axis=0)
    if ring:
        around[:, 0] = around[:, -1] = (points[:, 1] - points[:, -2]) / 2
    return _filled(unit(np.cross(along, around)))


def _filled(normals: Array) -> Array:
    """Return normals (rows, columns, 3) without gaps: where a row is one point, or two rows are one, a neighbour's."""
    if not normals[0].any():
        normals[0] = unit(normals[1].mean(axis=0))
    for above, row in pairwise(normals):
        gaps = (row**2).sum(axis=1) < 0.5
        row[gaps] = above[gaps]
    return normals


def grid(
    points: Array,
    material: Material,
    uv: Array | None = None,
    *,
    ring: bool = False,
    inside: ArrayLike = (0.0, 0.5, 0.0),
    twist: Array | float = 1.0,
) -> Part:
    """Return a part from a grid of points (rows, columns, 3) that looks away from the point `inside`."""
    rows, columns = points.shape[:2]
    normals, faces = grid_normals(points, ring), grid_faces(rows, columns)
    if float((normals * (points - np.asarray(inside))).sum()) < 0:
        normals, faces = -normals, np.ascontiguousarray(faces[:, ::-1])
    if uv is None:
        v, u = np.mgrid[0 : 1 : rows * 1j, 0 : 1 : columns * 1j]
        uv = np.stack([u, -v], -1)
    return Part(points.reshape(-1, 3), faces, normals.reshape(-1, 3), uv.reshape(-1, 2), material, twist)


def tube(path: Array, radius: float, material: Material, closed: bool = False) -> Part:
    """Return a round wire along a path (n, 3)."""
    ahead = np.roll(path, -1, 0) - np.roll(path, 1, 0) if closed else np.gradient(path, axis=0)
    ahead = unit(ahead)
    side = unit(np.cross(ahead, (0.13, 0.97, 0.2)))
    up = np.cross(side, ahead)
    a = np.linspace(0, 2 * np.pi, 8)[None, :, None]
    points = path[:, None] + radius * (np.cos(a) * side[:, None] + np.sin(a) * up[:, None])
    if closed:
        points = np.concatenate([points, points[:1]])
    part = grid(points, material, ring=True)
    outward = points - np.concatenate([path, path[:1]] if closed else [path])[:, None]
    if float((part.normals.reshape(points.shape) * outward).sum()) < 0:
        return replace(part, faces=np.ascontiguousarray(part.faces[:, ::-1]), normals=-part.normals)
    return part
