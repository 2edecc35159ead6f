"""Fewer triangles for a mesh that looks the same: edges are collapsed where the surface changes least.

The cost of moving a point to its neighbour is the sum of squared distances from the planes that meet in the two points
(quadric error metrics: Garland and Heckbert, SIGGRAPH 1997). Rims, borders of materials and seams of pictures stay.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Floats, Mesh

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
FINE = 1e-5  # of the longest side: points nearer than this are one
RIM = 3.0  # how much more a rim counts than a surface


def simplified(mesh: Mesh, most: int) -> Mesh:
    """Return the mesh if it has at most `most` triangles, else one of as many; of more where the look would suffer."""
    if len(mesh.faces) <= most:
        return mesh
    points, faces, kept = _welded(mesh)
    normals, uv, material = mesh.normals[kept].copy(), mesh.uv[kept].copy(), mesh.material[kept]
    quadrics = _quadrics(points, faces, material)
    while len(faces) > most:
        before = len(faces)
        order = _order(points, faces, quadrics)
        start, around = _around(faces, len(points))
        alive = np.ones(before, bool)
        _collapse()(points, faces, normals, uv, material, quadrics, order, start, around, alive, before - most)
        faces, normals, uv, material = faces[alive], normals[alive], uv[alive], material[alive]
        if len(faces) > 0.99 * before:
            break
    used, index = np.unique(faces, return_inverse=True)
    ours, corners = points[used].astype(np.float32), index.reshape(-1, 3).astype(np.int32)
    return Mesh(ours, corners, outward(ours, corners, normals), uv, material, mesh.materials)


def outward(points: NDArray[Any], faces: NDArray[Any], normals: NDArray[Any]) -> Floats:
    """Return unit normals (m, 3, 3) of corners; those that do not point out of their face become the face's own."""
    corners = np.asarray(points, float)[faces]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-30)
    found = np.array(normals, float)
    odd = ~(np.einsum("mcx,mx->mc", found, flat) > 0)
    found[odd] = np.repeat(flat[:, None], 3, axis=1)[odd]
    return np.asarray(found / np.linalg.norm(found, axis=2, keepdims=True), np.float32)


def _welded(mesh: Mesh) -> tuple[Array, Indices, Indices]:
    """Return distinct points, faces of them without those drawn twice, and which of the mesh's faces they are."""
    low, high = mesh.bounds.astype(float)
    cells = np.round((mesh.points - low) / (FINE * max((high - low).max(), 1e-30))).astype(np.int64)
    _, first, index = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    faces = index.ravel()[mesh.faces]
    same = np.column_stack([np.sort(faces, axis=1), mesh.material])
    kept = np.sort(np.unique(same, axis=0, return_index=True)[1])
    a, b, c = faces[kept].T
    kept = kept[(a != b) & (b != c) & (c != a)]
    return mesh.points[first].astype(float), faces[kept], kept


def _edges(faces: Indices) -> tuple[Indices, Indices, Indices]:
    """Return the distinct edges (e, 2), the edge of each of the 3 m sides of faces, and how many sides an edge has."""
    sides = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    top = int(faces.max(initial=0)) + 1
    codes, index, counts = np.unique(sides[:, 0] * top + sides[:, 1], return_inverse=True, return_counts=True)
    return np.column_stack([codes // top, codes % top]), index.ravel(), counts


def _quadrics(points: Array, faces: Indices, material: NDArray[np.int16]) -> Array:
    """Return for each point the sum of its faces' quadrics (n, 4, 4), and of walls that stand on rims and borders."""
    corners = points[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1)
    normal = across / np.maximum(area, 1e-30)[:, None]
    total = np.zeros((len(points), 4, 4))
    for k in range(3):
        np.add.at(total, faces[:, k], _planes(normal, corners[:, 0], area / 6))
    edges, index, counts = _edges(faces)
    of_side = np.tile(material.astype(np.int64), 3)
    low, high = np.full(len(edges), 1 << 30), np.full(len(edges), -1)
    np.minimum.at(low, index, of_side)
    np.maximum.at(high, index, of_side)
    rims = ((counts == 1) | (low != high))[index]
    a, b = points[edges[index[rims], 0]], points[edges[index[rims], 1]]
    wall = np.cross(b - a, np.tile(normal, (3, 1))[rims])
    length = np.linalg.norm(wall, axis=1)
    wall /= np.maximum(length, 1e-30)[:, None]
    for k in range(2):
        np.add.at(total, edges[index[rims], k], _planes(wall, a, RIM * length**2))
    return total


def _planes(normal: Array, point: Array, weight: Array) -> Array:
    plane = np.column_stack([normal, -(normal * point).sum(axis=1)])
    return np.asarray(weight[:, None, None] * plane[:, :, None] * plane[:, None, :])


def _order(points: Array, faces: Indices, quadrics: Array) -> Indices:
    """Return the collapses (e, 2), from and to, the cheapest first."""
    edges, _, _ = _edges(faces)
    a, b = edges.T
    both = quadrics[a] + quadrics[b]
    ends = [np.column_stack([points[end], np.ones(len(end))]) for end in (a, b)]
    to_a, to_b = (np.einsum("ei,eij,ej->e", end, both, end) for end in ends)
    length = ((points[a] - points[b]) ** 2).sum(axis=1)
    # Where a surface is flat nothing is lost either way: short edges go first.
    cost = np.minimum(to_a, to_b) + 1e-6 * length**2
    order = np.argsort(cost, kind="stable")[: max(1, len(edges) // 3)]
    flipped = (to_a < to_b)[order]
    return np.where(flipped[:, None], edges[order][:, ::-1], edges[order])


def _around(faces: Indices, n: int) -> tuple[Indices, Indices]:
    """Return the faces around each point: those of point i are `around[start[i] : start[i + 1]]`."""
    flat = faces.ravel()
    start = np.concatenate([[0], np.cumsum(np.bincount(flat, minlength=n))])
    return start, np.argsort(flat, kind="stable") // 3


@cache
def _collapse() -> Any:
    from vantage.compiling import compiled

    return compiled(collapse)


def collapse(
    points: Any, faces: Any, normals: Any, uv: Any, material: Any, quadrics: Any, order: Any, start: Any, around: Any,
    alive: Any, most: int,
) -> None:  # fmt: skip
    """Collapse edges in `order` until `most` faces are gone; each point and its neighbours are touched at most once.

    Written for numba. `faces`, `normals`, `uv`, `quadrics` and `alive` are changed in place. A collapse that would turn
    a face over, or tear a picture, is left out.
    """
    locked = np.zeros(points.shape[0], np.bool_)
    wedge = np.empty((16, 10))  # of a face that goes: normal and uv here, and there
    e, f, across, was = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    gone = 0
    for i in range(order.shape[0]):
        if gone >= most:
            return
        v, u = order[i, 0], order[i, 1]
        if locked[v] or locked[u]:
            continue
        n, fine = 0, True
        for j in range(start[v], start[v + 1]):
            t = around[j]
            if not alive[t]:
                continue
            here, there = -1, -1
            for k in range(3):
                if locked[faces[t, k]]:
                    fine = False
                if faces[t, k] == v:
                    here = k
                if faces[t, k] == u:
                    there = k
            if here >= 0 and there >= 0 and n < 16:
                wedge[n, 0:3], wedge[n, 3:5] = normals[t, here], uv[t, here]
                wedge[n, 5:8], wedge[n, 8:10] = normals[t, there], uv[t, there]
                n += 1
        for j in range(start[v], start[v + 1]):
            t = around[j]
            if not fine or not alive[t]:
                continue
            if faces[t, 0] == u or faces[t, 1] == u or faces[t, 2] == u:
                continue
            here = 0 if faces[t, 0] == v else 1 if faces[t, 1] == v else 2
            a, b = faces[t, (here + 1) % 3], faces[t, (here + 2) % 3]
            for side in range(2):
                p = v if side == 0 else u
                for k in range(3):
                    e[k], f[k] = points[a, k] - points[p, k], points[b, k] - points[p, k]
                across[0] = e[1] * f[2] - e[2] * f[1]
                across[1] = e[2] * f[0] - e[0] * f[2]
                across[2] = e[0] * f[1] - e[1] * f[0]
                if side == 0:
                    was[:] = across
            turn = across[0] * was[0] + across[1] * was[1] + across[2] * was[2]
            sizes = np.sqrt((across * across).sum() * (was * was).sum())
            if turn <= 0.5 * sizes:
                fine = False
            flat = uv[t, 0, 0] == uv[t, 1, 0] == uv[t, 2, 0] and uv[t, 0, 1] == uv[t, 1, 1] == uv[t, 2, 1]
            if not flat:
                known = False
                for w in range(n):
                    if abs(wedge[w, 3] - uv[t, here, 0]) + abs(wedge[w, 4] - uv[t, here, 1]) < 1e-4:
                        known = True
                if not known:
                    fine = False
        if not fine or n == 0:
            continue
        for j in range(start[v], start[v + 1]):
            t = around[j]
            if not alive[t]:
                continue
            for k in range(3):
                locked[faces[t, k]] = True
            if faces[t, 0] == u or faces[t, 1] == u or faces[t, 2] == u:
                alive[t] = False
                gone += 1
                continue
            here = 0 if faces[t, 0] == v else 1 if faces[t, 1] == v else 2
            faces[t, here] = u
            best, which = 0.7, -1
            for w in range(n):
                near = (wedge[w, 0:3] * normals[t, here]).sum()
                if near > best and abs(wedge[w, 3] - uv[t, here, 0]) + abs(wedge[w, 4] - uv[t, here, 1]) < 1e-4:
                    best, which = near, w
            if which >= 0:
                normals[t, here] = wedge[which, 5:8]
                uv[t, here] = wedge[which, 8:10]
        quadrics[u] += quadrics[v]
