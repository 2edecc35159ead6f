"""What building a mesh of triangles needs: compiled functions. Meshes are many and small, where numpy's calls are dear.

Import this module only inside functions: numba is slow to load.
"""

from __future__ import annotations

import math

import numpy as np

from vantage.compiling import Doubles, Floats, Ints, compiled

MERGED = 1 << 20  # corners are the same place if they round to the same of so many steps along the longest side


@compiled
def outward(points: Doubles, faces: Ints, smallest: float) -> tuple[Ints, Doubles]:
    """Return the faces (m, 3) of a closed solid, wound to look outward, and their normals, as long as twice the area.

    Faces whose normal is no longer than `smallest` are left out.
    """
    kept, across = np.empty_like(faces), np.empty((faces.shape[0], 3))
    n, volume = 0, 0.0
    for f in range(faces.shape[0]):
        a, b, c = points[faces[f, 0]], points[faces[f, 1]], points[faces[f, 2]]
        x = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
        y = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
        z = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        volume += a[0] * x + a[1] * y + a[2] * z
        if math.sqrt(x * x + y * y + z * z) > smallest:
            kept[n, 0], kept[n, 1], kept[n, 2] = faces[f, 0], faces[f, 1], faces[f, 2]
            across[n, 0], across[n, 1], across[n, 2] = x, y, z
            n += 1
    if volume < 0:
        for f in range(n):
            kept[f, 0], kept[f, 2] = kept[f, 2], kept[f, 0]
            across[f, 0], across[f, 1], across[f, 2] = -across[f, 0], -across[f, 1], -across[f, 2]
    return kept[:n], across[:n]


@compiled
def places(points: Doubles) -> Ints:
    """Return a number for each point (n, 3), the same for points that lie at one place."""
    low, longest = np.empty(3), 0.0
    for k in range(3):
        low[k] = points[:, k].min()
        longest = max(longest, points[:, k].max() - low[k])
    grid = np.empty(points.shape[0], np.int64)
    for i in range(points.shape[0]):
        x, y, z = [np.int64(np.rint((points[i, k] - low[k]) / longest * MERGED)) for k in range(3)]
        grid[i] = (x << 42) + (y << 21) + z
    order = np.argsort(grid, kind="mergesort")
    number = np.empty(points.shape[0], np.int32)
    last = 0
    for i in range(order.shape[0]):
        last += i > 0 and grid[order[i]] != grid[order[i - 1]]
        number[order[i]] = last
    return number


@compiled
def smooth(points: Doubles, faces: Ints, across: Doubles, bend: float) -> Floats:
    """Return a normal per corner (m, 3, 3): the mean, weighted by area, of the faces there that bend little.

    `bend` is the least cosine between two faces whose common edge looks smooth; `across` is as `outward` gives it.
    """
    m = faces.shape[0]
    at = places(points)
    first = np.zeros(at.max() + 2, np.int32)
    for f in range(m):
        for k in range(3):
            first[at[faces[f, k]] + 1] += 1
    for p in range(1, first.shape[0]):
        first[p] += first[p - 1]
    here, room = np.empty(3 * m, np.int32), first.copy()
    for f in range(m):
        for k in range(3):
            p = at[faces[f, k]]
            here[room[p]] = f
            room[p] += 1
    unit = np.empty(m)
    for f in range(m):
        unit[f] = 1.0 / math.sqrt(across[f, 0] ** 2 + across[f, 1] ** 2 + across[f, 2] ** 2)
    out = np.empty((m, 3, 3), np.float32)
    for f in range(m):
        for k in range(3):
            x, y, z, p = 0.0, 0.0, 0.0, at[faces[f, k]]
            for i in range(first[p], first[p + 1]):
                g = here[i]
                turn = across[f, 0] * across[g, 0] + across[f, 1] * across[g, 1] + across[f, 2] * across[g, 2]
                if turn * unit[f] * unit[g] > bend:
                    x, y, z = x + across[g, 0], y + across[g, 1], z + across[g, 2]
            length = math.sqrt(x * x + y * y + z * z)
            out[f, k, 0], out[f, k, 1], out[f, k, 2] = x / length, y / length, z / length
    return out


@compiled
def unrolled(points: Doubles, faces: Ints, across: Doubles, repeat: float) -> Floats:
    """Return where each corner lies on a texture, (m, 3, 2), that repeats every `repeat` metres.

    Each face is projected along the axis nearest to its normal. The texture runs along the part, like grain in a plank.
    """
    long = np.empty(3)
    for k in range(3):
        long[k] = points[:, k].min() - points[:, k].max()
    order = np.argsort(long, kind="mergesort")
    out = np.empty((faces.shape[0], 3, 2), np.float32)
    for f in range(faces.shape[0]):
        x, y, z = abs(across[f, 0]), abs(across[f, 1]), abs(across[f, 2])
        seen = 0 if x >= y and x >= z else 1 if y >= z else 2
        i = 0
        for axis in order:
            if axis != seen:
                for k in range(3):
                    out[f, k, i] = points[faces[f, k], axis] / repeat
                i += 1
    return out


@compiled
def along(path: Doubles, forward: Doubles, wide: Doubles, section: Doubles) -> Doubles:
    """Return a ring of points (k, n, 3) around each point of a path: a `section` (n, 2), `wide` times as large.

    The section follows the path and turns only with its bends, so that a tube does not twist.
    """
    out = np.empty((path.shape[0], section.shape[0], 3))
    x, y, z = forward[0]
    # At right angles to the path's start: its product with an axis that is not along it.
    side = np.array([y, -x, 0.0]) if abs(z) < 0.9 else np.array([-z, 0.0, x])
    for i in range(path.shape[0]):
        x, y, z = forward[i]
        side -= (side[0] * x + side[1] * y + side[2] * z) * forward[i]
        side /= math.sqrt(side[0] ** 2 + side[1] ** 2 + side[2] ** 2)
        up = (side[1] * z - side[2] * y, side[2] * x - side[0] * z, side[0] * y - side[1] * x)
        for j in range(section.shape[0]):
            for k in range(3):
                out[i, j, k] = path[i, k] + wide[i] * (section[j, 0] * side[k] + section[j, 1] * up[k])
    return out


@compiled
def turn(flat: Doubles, a: int, b: int, c: int) -> float:
    """Return how far the way from a over b to c turns to the left; negative to the right."""
    return float(
        (flat[b, 0] - flat[a, 0]) * (flat[c, 1] - flat[a, 1]) - (flat[b, 1] - flat[a, 1]) * (flat[c, 0] - flat[a, 0])
    )


@compiled
def is_ear(flat: Doubles, left: Ints, i: int) -> bool:
    """Return whether corner `i` of the outline `left` can be cut off: it points outward, and no other is in it."""
    a, b, c = left[i - 1], left[i], left[(i + 1) % left.shape[0]]
    if turn(flat, a, b, c) <= 1e-12:
        return False
    for p in left:
        least = min(turn(flat, a, b, p), turn(flat, b, c, p), turn(flat, c, a, p))
        if p != a and p != b and p != c and least >= -1e-12:
            return False
    return True


@compiled
def ears(flat: Doubles) -> Ints:
    """Return triangles (n - 2, 3) that fill a counter-clockwise outline (n, 2), cutting off one corner at a time.

    None, (0, 3), for an outline that crosses itself.
    """
    n = flat.shape[0]
    left, faces = np.arange(n).astype(np.int32), np.empty((n - 2, 3), np.int32)
    for f in range(n - 2):
        i = 1 if n == 3 else 0
        while n > 3 and i < n and not is_ear(flat, left[:n], i):
            i += 1
        if i == n:
            return faces[:0]
        faces[f, 0], faces[f, 1], faces[f, 2] = left[i - 1 if i else n - 1], left[i], left[(i + 1) % n]
        left[i : n - 1] = left[i + 1 : n].copy()
        n -= 1
    return faces


@compiled
def moved(points: Floats, normals: Floats, matrix: Doubles, inverse: Doubles, shift: Doubles) -> tuple[Floats, Floats]:
    """Return points (n, 3) times `matrix` plus `shift`, and normals (m, 3, 3) that fit them, of unit length."""
    at, across = np.empty_like(points), np.empty_like(normals)
    for i in range(points.shape[0]):
        x, y, z = np.float64(points[i, 0]), np.float64(points[i, 1]), np.float64(points[i, 2])
        for k in range(3):
            at[i, k] = matrix[k, 0] * x + matrix[k, 1] * y + matrix[k, 2] * z + shift[k]
    out = np.empty(3)
    for f in range(normals.shape[0]):
        for c in range(3):
            x, y, z = np.float64(normals[f, c, 0]), np.float64(normals[f, c, 1]), np.float64(normals[f, c, 2])
            for k in range(3):
                out[k] = inverse[0, k] * x + inverse[1, k] * y + inverse[2, k] * z
            length = math.sqrt(out[0] ** 2 + out[1] ** 2 + out[2] ** 2)
            for k in range(3):
                across[f, c, k] = out[k] / length
    return at, across
