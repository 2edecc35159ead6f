"""Where a car's surface lies, so that lamps, handles and trim follow it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Outline, loft, prism, solid

Array = NDArray[np.float64]
SIDES = {"left": (0, 1), "right": (0, -1), "front": (1, -1), "rear": (1, 1), "top": (2, 1)}
STEP = 0.07  # metres between the points of a fitted outline


class Surface:
    """The outside of a mesh, asked from one of its sides: a line of sight meets it at the outermost triangle."""

    def __init__(self, mesh: Mesh) -> None:
        self._corners = mesh.points[mesh.faces].astype(float)  # (m, 3, 3)
        self._middle = (self._corners.min(axis=(0, 1)) + self._corners.max(axis=(0, 1))) / 2
        self._seen: dict[int, tuple[Array, ...]] = {}

    def at(self, side: str, across: Array) -> Array:
        """Return the coordinate along the side's axis at points `across` (n, 2), in the other two axes' order.

        A point beside the mesh is drawn toward the middle until it meets it.
        """
        axis, sign = SIDES[side]
        middle = np.delete(self._middle, axis)
        best = self._outermost(axis, sign, across)
        for share in np.arange(0.98, 0.0, -0.02):
            missed = ~np.isfinite(best)
            if not missed.any():
                break
            best[missed] = self._outermost(axis, sign, middle + share * (across[missed] - middle))
        return np.asarray(sign * best)

    def _outermost(self, axis: int, sign: int, across: Array) -> Array:
        """Return how far out the mesh reaches along an axis at points (n, 2), -inf where it is not met."""
        a, e, f, area, depth = self._along(axis)
        d = across[:, None, :] - a
        s = (d[..., 0] * f[:, 1] - d[..., 1] * f[:, 0]) / area
        t = (e[:, 0] * d[..., 1] - e[:, 1] * d[..., 0]) / area
        inside = (s >= -1e-6) & (t >= -1e-6) & (s + t <= 1 + 1e-6)
        height = sign * (depth[:, 0] + s * (depth[:, 1] - depth[:, 0]) + t * (depth[:, 2] - depth[:, 0]))
        return np.asarray(np.where(inside, height, -np.inf).max(axis=1))

    def _along(self, axis: int) -> tuple[Array, ...]:
        """Return the triangles that show along an axis: a corner, two sides and twice the area, all flat, and depth."""
        if axis not in self._seen:
            flat = np.delete(self._corners, axis, axis=2)
            a, e, f = flat[:, 0], flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
            area = e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]
            seen = np.abs(area) > 1e-9
            self._seen[axis] = a[seen], e[seen], f[seen], area[seen], self._corners[seen, :, axis]
        return self._seen[axis]

    def point(self, side: str, u: float, v: float) -> tuple[float, float, float]:
        """Return the point of the surface at (u, v), the coordinates along the two other axes."""
        axis, _ = SIDES[side]
        found = np.insert(np.array([u, v], float), axis, self.at(side, np.array([[u, v]]))[0])
        return float(found[0]), float(found[1]), float(found[2])

    def fitted(self, side: str, outline: Outline, material: Material, out: float = 0.015, deep: float = 0.06) -> Mesh:
        """Return a plate of this outline that stands `out` from the surface and follows it."""
        axis, sign = SIDES[side]
        slab = prism(_dense(outline), deep + out, material, min(out, 0.01) * 0.8, axis="xyz"[axis])
        points = slab.points.astype(float)
        shift = self.at(side, np.delete(points, axis, axis=1))
        points[:, axis] += shift + sign * (out - deep) / 2
        return solid(points, slab.faces, material)

    def strip(
        self, side: str, ends: tuple[float, float], v: float, high: float, material: Material, out: float = 0.015
    ) -> Mesh:
        """Return a bar along the surface at height v, from one end to the other, `high` and standing `out` from it."""
        axis, sign = SIDES[side]
        parts = max(2, round((ends[1] - ends[0]) / STEP))
        u = np.linspace(*ends, parts + 1)
        rows = []
        for z, rise in ((v - high / 2, -1), (v, -1), (v, 1), (v + high / 2, 1)):
            at = self.at(side, np.column_stack([u, np.full(len(u), z)]))
            rows.append((at + sign * out, z if abs(z - v) > 1e-9 else v + rise * high * 0.2))
        inner = rows[1][0] - sign * (out + 0.06)
        around = [*rows, (inner, v + high / 2), (inner, v - high / 2)]
        rings = [np.insert(np.column_stack([u, np.full(len(u), z)]), axis, at, axis=1) for at, z in around]
        return loft(np.array(rings).swapaxes(0, 1), material)


def _dense(outline: Outline) -> Outline:
    """Return the outline with points at most STEP apart."""
    found: Outline = []
    for (u, v), (p, q) in zip(outline, [*outline[1:], outline[0]]):
        parts = max(1, int(np.ceil(np.hypot(p - u, q - v) / STEP)))
        found += [(u + (p - u) * k / parts, v + (q - v) * k / parts) for k in range(parts)]
    return found


def rectangle(u: float, v: float, wide: float, high: float, lean: float = 0.0) -> Outline:
    """Return a rectangle about (u, v), its upper edge shifted by `lean`."""
    a, b, s = wide / 2, high / 2, lean / 2
    return [(u - a - s, v - b), (u + a - s, v - b), (u + a + s, v + b), (u - a + s, v + b)]


def disc(u: float, v: float, radius: float, high: float | None = None, sides: int = 14) -> Outline:
    """Return a circle about (u, v), or an ellipse if its vertical radius `high` is given."""
    angles = np.arange(sides) * 2 * np.pi / sides
    return [
        (u + radius * c, v + (high or radius) * s) for c, s in zip(np.cos(angles).tolist(), np.sin(angles).tolist())
    ]
