"""Proportions: what makes a thing taller, wider or rounder than another of its kind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Mesh

Array = NDArray[np.float64]


def shaped(mesh: Mesh, rng: np.random.Generator, most: float = 0.2, bend: float = 0.16) -> Mesh:
    """Return the mesh in proportions of its own: stretched along the axes, narrower above or below, or bulging."""
    stretch = np.exp(most * rng.choice((-1, -0.3, 0.3, 1), 3) * rng.uniform(0.7, 1.0, 3))
    taper, bulge = bend * rng.choice((-1, 0, 1)) * rng.uniform(0.6, 1), bend * rng.choice((-0.5, 0, 1))
    low, high = mesh.bounds.astype(float)
    tall = high[2] - low[2]
    p, n = mesh.points.astype(float), mesh.normals.astype(float)

    def scale(z: Array) -> tuple[Array, Array]:
        t = (z - low[2]) / tall
        return 1 + taper * (2 * t - 1) + bulge * np.sin(np.pi * t), (
            2 * taper + bulge * np.pi * np.cos(np.pi * t)
        ) / tall

    wide, _ = scale(p[:, 2])
    at = p[mesh.faces]
    s, slope = scale(at[:, :, 2])
    across = n[:, :, 2] - slope * (at[:, :, 0] * n[:, :, 0] + at[:, :, 1] * n[:, :, 1]) / s
    normals = np.stack([n[:, :, 0] / s, n[:, :, 1] / s, across], axis=2) / stretch
    normals /= np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-12)
    points = np.column_stack([p[:, 0] * wide, p[:, 1] * wide, p[:, 2]]) * stretch
    return Mesh(
        points.astype(np.float32),
        mesh.faces,
        normals.astype(np.float32),
        mesh.uv,
        mesh.material,
        mesh.materials,
        mesh.closed,
    )


def fitted(mesh: Mesh, length: float) -> Mesh:
    """Return the mesh on the ground, the middle of its footprint at the origin, its longest side `length` metres."""
    low, high = mesh.bounds.astype(float)
    scale = length / float((high - low).max())
    ground = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    points = ((mesh.points - ground) * scale).astype(np.float32)
    return Mesh(points, mesh.faces, mesh.normals, mesh.uv, mesh.material, mesh.materials, mesh.closed)
