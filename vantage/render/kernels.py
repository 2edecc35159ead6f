"""Which triangle each pixel sees: compiled functions from world points to buffers of depth and triangle numbers.

A row of a triangle is the half-open span between its two edges, and the place where an edge meets a row is reckoned
from the edge alone, always from its upper end. Two triangles that share an edge therefore share the number, so that no
pixel between them is missed and none is drawn twice, without any rounding of corners. Of two surfaces at the very same
depth the earlier triangle wins. Import this module only inside functions: numba is slow to load.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vantage.compiling import Doubles, Floats, Ints, compiled


@compiled
def transformed(points: Doubles, matrix: Doubles) -> Doubles:
    """Return `points` (n, 3) taken through the affine `matrix` (3 or 4 rows, 4 columns): (n, 3)."""
    out = np.empty((points.shape[0], 3))
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        for k in range(3):
            out[i, k] = matrix[k, 0] * x + matrix[k, 1] * y + matrix[k, 2] * z + matrix[k, 3]
    return out


@compiled
def flat_normals(points: Doubles, faces: Ints) -> tuple[Floats, Doubles]:
    """Return the unit normal (m, 3) of each face, and twice its area (m,)."""
    facing, area = np.empty((faces.shape[0], 3), np.float32), np.empty(faces.shape[0])
    for f in range(faces.shape[0]):
        a, b, c = points[faces[f, 0]], points[faces[f, 1]], points[faces[f, 2]]
        x = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
        y = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
        z = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        area[f] = math.sqrt(x * x + y * y + z * z)
        size = max(area[f], 1e-30)
        facing[f, 0], facing[f, 1], facing[f, 2] = x / size, y / size, z / size
    return facing, area


@compiled
def turned(normals: Floats, object_from_world: Doubles) -> Floats:
    """Return unit normals (m, 3, 3) of an object in the world."""
    out, turn, row = np.empty_like(normals), object_from_world, np.empty(3)
    for f in range(normals.shape[0]):
        for c in range(3):
            x, y, z = np.float64(normals[f, c, 0]), np.float64(normals[f, c, 1]), np.float64(normals[f, c, 2])
            for k in range(3):
                row[k] = x * turn[0, k] + y * turn[1, k] + z * turn[2, k]
            size = max(math.sqrt(row[0] ** 2 + row[1] ** 2 + row[2] ** 2), 1e-30)
            for k in range(3):
                out[f, c, k] = row[k] / size
    return out


@compiled
def corner(point: Doubles, lens: tuple[float, float, float], out: Doubles) -> None:
    """Write where `point` (3,; camera) falls: x, y in pixels, and 1 / depth, which is linear over the picture."""
    inverse = 1.0 / point[2]
    out[0] = lens[0] * point[0] * inverse + lens[1]
    out[1] = lens[0] * point[1] * inverse + lens[2]
    out[2] = inverse


@compiled
def outside(local: Doubles, faces: Ints, f: int, slopes: tuple[float, float, float, float]) -> bool:
    """Return whether face `f` lies wholly beyond one side of the picture: `slopes` of left, right, top, bottom."""
    left, right, above, below = 0, 0, 0, 0
    for k in range(3):
        x, y, z = local[faces[f, k], 0], local[faces[f, k], 1], local[faces[f, k], 2]
        left, right = left + (x < slopes[0] * z), right + (x > slopes[1] * z)
        above, below = above + (y < slopes[2] * z), below + (y > slopes[3] * z)
    return max(left, right, above, below) == 3


@compiled
def clipped(local: Doubles, faces: Ints, f: int, near: float, out: Doubles) -> int:
    """Write the corners of what is left of face `f` before the near plane, at most 4; return how many there are."""
    n = 0
    for k in range(3):
        a, b = faces[f, k], faces[f, (k + 1) % 3]
        if local[a, 2] > near:
            out[n] = local[a]
            n += 1
        if (local[a, 2] > near) != (local[b, 2] > near):
            # From the end before the plane, whichever face asks, so that neighbours stay joined.
            if local[a, 2] <= near:
                a, b = b, a
            out[n] = local[a] + (near - local[a, 2]) / (local[b, 2] - local[a, 2]) * (local[b] - local[a])
            out[n, 2] = near
            n += 1
    return n


@compiled
def assembled(
    local: Doubles,
    faces: Ints,
    thing: Ints,
    only: int,
    lens: tuple[float, float, float],
    near: float,
    size: tuple[int, int],
) -> tuple[Doubles, Ints]:
    """Return the triangles in the picture, (n, 3, 3) as `corner` writes them, and the face that each comes from, (n,).

    `local` (points; camera) is cut at the near plane, where one face may become two triangles. `only` takes the faces
    of one thing, -1 of all. `lens` is focal length and centre, `size` width and height.
    """
    corners = np.empty((2 * faces.shape[0], 3, 3))
    source = np.empty(2 * faces.shape[0], np.int32)
    polygon = np.empty((4, 3))
    across, down = lens[1] / lens[0], lens[2] / lens[0]
    slopes = (-across, size[0] / lens[0] - across, -down, size[1] / lens[0] - down)
    n = 0
    for f in range(faces.shape[0]):
        if (only >= 0 and thing[f] != only) or outside(local, faces, f, slopes):
            continue
        if min(local[faces[f, 0], 2], local[faces[f, 1], 2], local[faces[f, 2], 2]) > near:
            for k in range(3):
                corner(local[faces[f, k]], lens, corners[n, k])
            source[n] = f
            n += 1
            continue
        for k in range(clipped(local, faces, f, near, polygon) - 2):
            corner(polygon[0], lens, corners[n, 0])
            corner(polygon[k + 1], lens, corners[n, 1])
            corner(polygon[k + 2], lens, corners[n, 2])
            source[n] = f
            n += 1
    return corners[:n], source[:n]


@compiled
def place(
    key: Floats, owner: Ints, left: int, right: int, start: float, along: float, far: float, near: float, source: int
) -> None:
    """Write a row of a triangle where it is nearer than what is there."""
    for column in range(left, right):
        z = np.float32(min(near, max(far, start + column * along)))
        if z > key[column]:
            key[column] = z
            owner[column] = source


@compiled
def deepen(key: Floats, start: float, along: float, far: float, near: float) -> None:
    """Raise a row to a plane, in the arithmetic of single numbers: several texels are done at once."""
    first, step, low, high = np.float32(start), np.float32(along), np.float32(far), np.float32(near)
    for column in range(key.shape[0]):
        z = first + np.float32(column) * step
        z = z if z > low else low
        z = z if z < high else high
        key[column] = z if z > key[column] else key[column]


@compiled
def fill(corners: Doubles, source: Ints, key: Floats, owner: Ints, keep: bool) -> None:
    """Draw triangles (n, 3, 3) into `key` (h, w), where the greater is the nearer; into `owner` their `source`.

    Pixels are asked at their centres. Without `keep` only `key` is written, as a shadow map needs it.
    """
    height, width = key.shape
    for t in range(corners.shape[0]):
        x0, y0, z0 = corners[t, 0, 0], corners[t, 0, 1], corners[t, 0, 2]
        x1, y1, z1 = corners[t, 1, 0], corners[t, 1, 1], corners[t, 1, 2]
        x2, y2, z2 = corners[t, 2, 0], corners[t, 2, 1], corners[t, 2, 2]
        top, bottom = math.ceil(min(y0, y1, y2) - 0.5), math.ceil(max(y0, y1, y2) - 0.5)
        if top == bottom or math.ceil(min(x0, x1, x2) - 0.5) == math.ceil(max(x0, x1, x2) - 0.5):
            continue  # between two rows or columns of pixel centres
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area == 0.0:
            continue
        along = ((y1 - y2) * z0 + (y2 - y0) * z1 + (y0 - y1) * z2) / area
        down = ((x2 - x1) * z0 + (x0 - x2) * z1 + (x1 - x0) * z2) / area
        level, base, back = y0, z0, (0.5 - x0) * along
        far, near = min(z0, z1, z2), max(z0, z1, z2)
        # From here on the corners go downward.
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        if y1 > y2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        # The slope of a level edge is not finite, but such an edge meets no row.
        whole, upper, lower = (x2 - x0) / (y2 - y0), (x1 - x0) / (y1 - y0), (x2 - x1) / (y2 - y1)
        bend = math.ceil(y1 - 0.5)
        for y in range(max(0, top), min(height, bottom)):
            middle = y + 0.5
            one = x0 + (middle - y0) * whole
            other = x0 + (middle - y0) * upper if y < bend else x1 + (middle - y1) * lower
            left = max(0, math.ceil(min(one, other, width) - 0.5))
            right = min(width, math.ceil(max(one, other, 0.0) - 0.5))
            start = base + (middle - level) * down + back
            # The plane of a sliver is not to be trusted beyond its corners, so depth stays between theirs.
            if keep:
                place(key[y], owner[y], left, right, start, along, far, near, source[t])
            elif left < right:
                deepen(key[y, left:right], start + left * along, along, far, near)


@compiled
def toward(points: Doubles, faces: Ints, closed: NDArray[np.bool_]) -> Doubles:
    """Return the corners (m, 3, 3) of the faces that can be nearest to one who looks down from far above.

    Of a closed solid these are the faces that look upward.
    """
    out = np.empty((faces.shape[0], 3, 3))
    n = 0
    for f in range(faces.shape[0]):
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        along = (points[b, 0] - points[a, 0]) * (points[c, 1] - points[a, 1])
        across = (points[c, 0] - points[a, 0]) * (points[b, 1] - points[a, 1])
        if closed[f] and along < across:
            continue
        for k in range(3):
            out[n, 0, k], out[n, 1, k], out[n, 2, k] = points[a, k], points[b, k], points[c, k]
        n += 1
    return out[:n]


@compiled
def shadow(
    points: Doubles, faces: Ints, closed: NDArray[np.bool_], axes: Doubles, depth: Floats, roof: Floats
) -> Doubles:
    """Draw a shadow map (side, side) of faces seen against the last of `axes` (3, 3); return what leads there, (3, 4).

    The map fits the points, but for a border of two texels, which stays empty: larger is nearer the lamp. `roof` gets
    the largest of each texel and its three neighbours to the right and below. `closed` faces belong to closed solids.
    """
    side = depth.shape[0]
    matrix = np.zeros((3, 4))
    matrix[:, :3] = axes
    seen = transformed(points, matrix)
    for k in range(2):
        low = seen[:, k].min()
        scale = (side - 4) / max(seen[:, k].max() - low, 1e-6)
        matrix[k] *= scale
        matrix[k, 3] = 2.0 - low * scale
        for i in range(seen.shape[0]):
            seen[i, k] = seen[i, k] * scale + matrix[k, 3]
    depth[:] = -1e30
    nobody = np.zeros((1, 1), np.int32)
    fill(toward(seen, faces, closed), nobody[0], depth, nobody, False)
    roof[:] = depth
    for y in range(side - 1):
        for x in range(side - 1):
            upper = depth[y, x] if depth[y, x] > depth[y, x + 1] else depth[y, x + 1]
            lower = depth[y + 1, x] if depth[y + 1, x] > depth[y + 1, x + 1] else depth[y + 1, x + 1]
            roof[y, x] = upper if upper > lower else lower
    return matrix


@compiled
def lines(owner: Ints, key: Floats, thing: Ints, facing: Floats) -> NDArray[np.uint8]:
    """Return 1 where a sample and its right or lower neighbour differ: another thing, a step in depth or a crease."""
    height, width = owner.shape
    marked = np.zeros((height, width), np.uint8)
    for y in range(height - 1):
        for x in range(width - 1):
            a = owner[y, x]
            for dy, dx in ((0, 1), (1, 0)):
                b = owner[y + dy, x + dx]
                if a == b:
                    continue
                apart = a < 0 or b < 0 or thing[a] != thing[b]
                if not apart:
                    turn = facing[a, 0] * facing[b, 0] + facing[a, 1] * facing[b, 1] + facing[a, 2] * facing[b, 2]
                    step = abs(key[y, x] - key[y + dy, x + dx]) / max(key[y, x], key[y + dy, x + dx])
                    apart = abs(turn) < 0.6 or step > 0.05
                if apart:
                    marked[y, x] = 1
                    marked[y + dy, x + dx] = 1
    return marked
