"""Arrange parts: move, turn, mirror, repeat, paint and join meshes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vantage.assets.meshes import Material, Mesh

Point = tuple[float, float, float]
Array = NDArray[np.float64]


def joined(*meshes: Mesh) -> Mesh:
    """Return the meshes as one; equal materials become one."""
    materials = tuple(dict.fromkeys(material for mesh in meshes for material in mesh.materials))
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    numbers = [np.array([materials.index(m) for m in mesh.materials], dtype=np.int16)[mesh.material] for mesh in meshes]
    return Mesh(
        np.concatenate([mesh.points for mesh in meshes]),
        np.concatenate([mesh.faces + np.int32(start) for mesh, start in zip(meshes, starts)]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.uv for mesh in meshes]),
        np.concatenate(numbers),
        materials,
        all(mesh.closed for mesh in meshes),
    )


def transformed(mesh: Mesh, matrix: ArrayLike, shift: ArrayLike = (0, 0, 0)) -> Mesh:
    """Return the mesh with its points multiplied by `matrix` (3, 3), then shifted; faces still face outward."""
    from vantage import triangles

    to = np.array(matrix, dtype=float)
    points, normals = triangles.moved(mesh.points, mesh.normals, to, np.linalg.inv(to), np.array(shift, dtype=float))
    order = slice(None) if np.linalg.det(to) > 0 else slice(None, None, -1)
    return Mesh(
        points,
        np.ascontiguousarray(mesh.faces[:, order]),
        np.ascontiguousarray(normals[:, order]),
        np.ascontiguousarray(mesh.uv[:, order]),
        mesh.material,
        mesh.materials,
        mesh.closed,
    )


def moved(mesh: Mesh, x: float = 0, y: float = 0, z: float = 0) -> Mesh:
    """Return the mesh shifted."""
    return transformed(mesh, np.eye(3), (x, y, z))


def turned(mesh: Mesh, axis: str, degrees: float, about: Point = (0, 0, 0)) -> Mesh:
    """Return the mesh turned about an axis through `about`, counter-clockwise when the axis points at the viewer."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    matrix = np.eye(3)
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    return transformed(mesh, matrix, np.asarray(about) - matrix @ np.asarray(about))


def stretched(mesh: Mesh, x: float = 1, y: float = 1, z: float = 1, about: Point = (0, 0, 0)) -> Mesh:
    """Return the mesh stretched along the axes; the point `about` stays in place."""
    return transformed(mesh, np.diag([x, y, z]), np.asarray(about) * (1 - np.array([x, y, z])))


def both(*meshes: Mesh) -> Mesh:
    """Return the meshes and their mirror images on the other side of the plane x = 0."""
    one = joined(*meshes)
    return joined(one, transformed(one, np.diag([-1.0, 1.0, 1.0])))


def around(mesh: Mesh, count: int) -> Mesh:
    """Return `count` copies of the mesh, spread evenly around the z axis."""
    return joined(*(turned(mesh, "z", 360 * i / count) for i in range(count)))


def painted(mesh: Mesh, material: Material, where: Callable[[Array], NDArray[np.bool_]]) -> Mesh:
    """Return the mesh with another material on the faces whose middles (m, 3) `where` selects."""
    middles = mesh.points[mesh.faces].mean(axis=1).astype(float)
    numbers = np.where(where(middles), len(mesh.materials), mesh.material).astype(np.int16)
    materials = (*mesh.materials, material)
    return Mesh(mesh.points, mesh.faces, mesh.normals, mesh.uv, numbers, materials, mesh.closed)


def slices(count: int, start: float = 0.0) -> Callable[[Array], NDArray[np.bool_]]:
    """Return a function that selects every other one of `count` slices around the z axis, from `start` degrees."""

    def picks(middles: Array) -> NDArray[np.bool_]:
        angles = np.degrees(np.arctan2(middles[:, 1], middles[:, 0])) - start
        return np.asarray(np.floor(angles % 360 * count / 360) % 2 == 0)

    return picks
