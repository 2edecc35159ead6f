"""The surfaces that share a pixel, their places in the world and their own colours: compiled functions.

A pixel is lit once for each surface in it, not once for each sample: edges come from the samples, textures from
mip-maps. Import this module only inside functions: numba is slow to load.
"""

from __future__ import annotations

import math

import numpy as np

from vantage.compiling import Doubles, Floats, Ints, compiled

TINY = 1e-30  # keeps a triangle without area from dividing by zero


@compiled
def alike(owner: Ints, top: int, left: int, samples: int) -> bool:
    """Return whether all samples of a pixel are of one face."""
    first = owner[top, left]
    for v in range(top, top + samples):
        for u in range(left, left + samples):
            if owner[v, u] != first:
                return False
    return True


@compiled
def joined(a: int, b: int, thing: Ints, material: Ints, facing: Floats) -> bool:
    """Return whether faces `a` and `b` go on smoothly as one surface, if they lie at one depth."""
    if a == b:
        return True
    if thing[a] != thing[b] or material[a] != material[b]:
        return False
    turn: float = facing[a, 0] * facing[b, 0] + facing[a, 1] * facing[b, 1] + facing[a, 2] * facing[b, 2]
    return turn > 0.94


@compiled
def found(
    owner: Ints, nearness: Floats, samples: int, thing: Ints, material: Ints, facing: Floats
) -> tuple[Ints, Ints, Doubles, Floats, int, int]:
    """Return the surfaces in each pixel of a picture whose faces and 1 / depth are given at its samples.

    For each: its pixel (counted row by row), its first face (-1 is the backdrop), where it lies (column, row and
    1 / depth, the means of its samples) and its share of the pixel. The last two are how many surfaces of things and
    ground stand at the start of these arrays, and how many of the backdrop at their end; what is between is empty.
    """
    height, width, whole = owner.shape[0] // samples, owner.shape[1] // samples, samples * samples
    n, bare, room = 0, 0, owner.shape[0] * owner.shape[1]
    pixel, face = np.empty(room, np.int32), np.empty(room, np.int32)
    place, share = np.empty((room, 3)), np.empty(room, np.float32)
    for y in range(height):
        for x in range(width):
            top, left = y * samples, x * samples
            single, taken = alike(owner, top, left, samples), 0
            for i in range(1 if single else whole):
                if taken >> i & 1:
                    continue
                v, u = top + i // samples, left + i % samples
                a, near = owner[v, u], nearness[v, u]
                count, column, row, total = 0, 0, 0, 0.0
                for v in range(samples):
                    for u in range(samples):
                        bit = 1 << (v * samples + u)
                        b, beside = owner[top + v, left + u], nearness[top + v, left + u]
                        if not single:
                            if taken & bit or (b != a and (a < 0 or b < 0)) or abs(beside - near) > 0.02 * near:
                                continue
                            if a >= 0 and not joined(a, b, thing, material, facing):
                                continue
                        taken |= bit
                        count, column, row, total = count + 1, column + u, row + v, total + beside
                n, bare = n + (a >= 0), bare + (a < 0)
                at = n - 1 if a >= 0 else room - bare
                pixel[at], face[at], share[at] = y * width + x, a, count / whole
                place[at, 0] = x + (column / count + 0.5) / samples
                place[at, 1] = y + (row / count + 0.5) / samples
                place[at, 2] = total / count
    return pixel, face, place, share, n, bare


@compiled
def inside(ee: float, ef: float, ff: float, ge: float, gf: float) -> tuple[float, float, float]:
    """Return the barycentric weights of a point, held inside the triangle.

    From products of two edges, e and f, that leave one corner, and of the way g from there to the point.
    """
    whole = max(ee * ff - ef * ef, TINY)
    second, third = (ff * ge - ef * gf) / whole, (ee * gf - ef * ge) / whole
    if second >= 0.0 and third >= 0.0 and second + third <= 1.0:
        return 1.0 - second - third, second, third
    # Outside, the nearest point of the nearest edge: clamped weights would slide far along a thin triangle.
    along = min(1.0, max(0.0, ge / max(ee, TINY)))
    least, second, third = along * along * ee - 2.0 * along * ge, along, 0.0
    along = min(1.0, max(0.0, gf / max(ff, TINY)))
    if along * along * ff - 2.0 * along * gf < least:
        least, second, third = along * along * ff - 2.0 * along * gf, 0.0, along
    along = min(1.0, max(0.0, (ee - ef - ge + gf) / max(ee - 2.0 * ef + ff, TINY)))
    rest = 1.0 - along
    far = rest * rest * ee + 2.0 * rest * along * ef + along * along * ff - 2.0 * (rest * ge + along * gf)
    if far < least:
        second, third = rest, along
    return 1.0 - second - third, second, third


@compiled
def met(
    face: Ints,
    place: Doubles,
    world_from_camera: Doubles,
    lens: tuple[float, float, float],
    points: Doubles,
    faces: Ints,
    normals: Floats,
    facing: Floats,
    uv: Floats,
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Return for each fragment its point, its shading normal, its flat normal, its look and its (u, v, pixel).

    All in the world, (n, 3); both normals on the side that is seen, as of an open surface one may see the inner side.
    Look is the direction of seeing; pixel is what a pixel spans there, in metres. `lens` is focal length and centre.
    """
    n = face.shape[0]
    point, normal, flat = np.empty((n, 3), np.float32), np.empty((n, 3), np.float32), np.empty((n, 3), np.float32)
    look, where = np.empty((n, 3), np.float32), np.empty((n, 3), np.float32)
    m = world_from_camera
    ray, e, f, g = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    for i in range(n):
        t = face[i]
        depth = 1.0 / place[i, 2]
        s, r = (place[i, 0] - lens[1]) / lens[0], (place[i, 1] - lens[2]) / lens[0]
        ee, ef, ff, ge, gf, away, length = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, math.sqrt(1.0 + s * s + r * r)
        for k in range(3):
            ray[k] = (m[k, 0] * s + m[k, 1] * r + m[k, 2]) / length
            look[i, k] = ray[k]
            a = points[faces[t, 0], k]
            e[k], f[k] = points[faces[t, 1], k] - a, points[faces[t, 2], k] - a
            g[k] = m[k, 3] + depth * length * ray[k] - a
            ee, ef, ff = ee + e[k] * e[k], ef + e[k] * f[k], ff + f[k] * f[k]
            ge, gf = ge + g[k] * e[k], gf + g[k] * f[k]
            away += ray[k] * facing[t, k]
        w0, w1, w2 = inside(ee, ef, ff, ge, gf)
        side = -1.0 if away > 0.0 else 1.0
        size = 0.0
        for k in range(3):
            point[i, k] = points[faces[t, 0], k] + w1 * e[k] + w2 * f[k]
            g[k] = side * (w0 * normals[t, 0, k] + w1 * normals[t, 1, k] + w2 * normals[t, 2, k])
            size += g[k] * g[k]
            flat[i, k] = side * facing[t, k]
        size = 1.0 / math.sqrt(max(size, 1e-30))
        for k in range(3):
            normal[i, k] = g[k] * size
        for k in range(2):
            where[i, k] = w0 * uv[t, 0, k] + w1 * uv[t, 1, k] + w2 * uv[t, 2, k]
        # Between the short and the long side of what the pixel covers on a slanted surface.
        where[i, 2] = depth / lens[0] / math.sqrt(max(0.1, abs(away)))
    return point, normal, flat, look, where


@compiled
def add_texel(texels: Floats, at: int, side: int, u: float, v: float, weight: float, out: Doubles) -> None:
    """Add the texture's level at texel `at`, `side` texels wide, at (u, v) in repeats: a blend of four texels."""
    x, y = u * side - 0.5, -v * side - 0.5  # rows go down, v goes up
    column, row = math.floor(x), math.floor(y)
    x, y = x - column, y - row
    for corner in range(4):
        right, low = corner & 1, corner >> 1
        w = weight * (x if right else 1.0 - x) * (y if low else 1.0 - y)
        t = at + ((row + low) & (side - 1)) * side + ((column + right) & (side - 1))
        for k in range(4):
            out[k] += w * texels[t, k]


@compiled
def painted(
    face: Ints,
    where: Floats,
    repeats: Floats,
    material: Ints,
    colour: Floats,
    start: Ints,
    texels: Floats,
    largest: int,
) -> Floats:
    """Return each fragment's own colour, (n, 3), linear.

    `colour` (k, 3) and `start` (k,) belong to materials; a start of -1 is no texture. `texels` holds all levels of all
    textures, the largest level, `largest` texels wide, first. Two levels are blended, four texels of each.
    """
    out = np.empty((face.shape[0], 3), np.float32)
    mixed = np.empty(4)
    for i in range(face.shape[0]):
        m = material[face[i]]
        at, side = start[m], largest
        if at < 0:
            out[i, 0], out[i, 1], out[i, 2] = colour[m, 0], colour[m, 1], colour[m, 2]
            continue
        wide = max(1.0, where[i, 2] * repeats[face[i]] * largest)
        while wide >= 2.0 and side > 1:
            at += side * side
            side //= 2
            wide *= 0.5
        finer = 2.0 - wide if side > 1 else 1.0
        mixed[:] = 0.0
        add_texel(texels, at, side, where[i, 0], where[i, 1], finer, mixed)
        if finer < 1.0:
            add_texel(texels, at + side * side, side // 2, where[i, 0], where[i, 1], 1.0 - finer, mixed)
        for k in range(3):
            out[i, k] = mixed[k] * (1.0 - mixed[3] + mixed[3] * colour[m, k])
    return out
