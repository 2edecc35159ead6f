"""Triangles as loose corners, refined and cut along the level lines of a function: patterns with clean edges.

A row of a corner is its point, normal, texture coordinates and the function's value. Along an edge all change linearly,
so a cut triangle looks as before.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Mesh

Array = NDArray[np.float64]
POINT, NORMAL, UV, VALUE = slice(0, 3), slice(3, 6), slice(6, 8), 8
ROUNDS = 14  # of halving the longest edges; each halves all edges about once in three


def corners(mesh: Mesh, kept: NDArray[np.bool_]) -> Array:
    """Return the corners (m, 3, 9) of some faces of a mesh, all values 0."""
    faces = mesh.faces[kept]
    blank = np.zeros((len(faces), 3, 1))
    return np.concatenate([mesh.points[faces], mesh.normals[kept], mesh.uv[kept], blank], axis=2).astype(float)


def refined(loose: Array, longest: float) -> Array:
    """Return the triangles, halved across their longest edges until none is longer than `longest`."""
    done: list[Array] = []
    for _ in range(ROUNDS):
        edge = np.linalg.norm(np.roll(loose[:, :, POINT], -1, axis=1) - loose[:, :, POINT], axis=2)
        at = edge.argmax(axis=1)
        long = edge[np.arange(len(loose)), at] > longest
        done.append(loose[~long])
        if not long.any():
            return np.concatenate(done)
        a, b, c = _rolled(loose[long], at[long])
        middle = (a + b) / 2
        loose = np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
    return np.concatenate([*done, loose])


def valued(loose: Array, field: Callable[[Array], Array]) -> Array:
    """Return the corners with the values of a function of points (n, 3)."""
    out = loose.copy()
    out[:, :, VALUE] = field(loose[:, :, POINT].reshape(-1, 3)).reshape(-1, 3)
    return out


def cut(loose: Array, level: float) -> Array:
    """Return the triangles, those that a level line crosses cut along it."""
    above = loose[:, :, VALUE] > level
    count = above.sum(axis=1)
    crossed = (count == 1) | (count == 2)
    if not crossed.any():
        return loose
    lone = np.where(count == 1, above.argmax(axis=1), (~above).argmax(axis=1))[crossed]
    a, b, c = _rolled(loose[crossed], lone)
    p, q = _crossing(a, b, level), _crossing(a, c, level)
    parts = [np.stack(part, axis=1) for part in ((a, p, q), (p, b, c), (p, c, q))]
    return np.concatenate([loose[~crossed], *parts])


def _rolled(loose: Array, first: NDArray[np.intp]) -> tuple[Array, Array, Array]:
    """Return the three corners of each triangle, beginning with the one numbered `first`."""
    rows = np.arange(len(loose))
    return loose[rows, first], loose[rows, (first + 1) % 3], loose[rows, (first + 2) % 3]


def _crossing(a: Array, b: Array, level: float) -> Array:
    """Return the rows between `a` and `b` whose value is `level`."""
    share = ((level - a[:, VALUE]) / (b[:, VALUE] - a[:, VALUE]))[:, None]
    row = a + share * (b - a)
    row[:, VALUE] = level
    return np.asarray(row)


def normals(loose: Array) -> Array:
    """Return the corners' normals (m, 3, 3), each of length 1."""
    found = loose[:, :, NORMAL]
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=2, keepdims=True), 1e-12))
