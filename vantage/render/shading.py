"""How much light falls on fragments, the surfaces that share a pixel: compiled functions.

The key light and the sky are each a handful of far lamps with a shadow map apiece; how much of them a point sees is the
share of maps in which nothing lies before it. Import this module only inside functions: numba is slow to load.
"""

from __future__ import annotations

import math

import numpy as np

from vantage.compiling import Doubles, Floats, Ints, compiled

BLOCK = 512  # how many fragments are asked about all lamps together: as many as stay at hand in the fastest memory


@compiled
def lifted(point: Floats, flat: Floats, lift: Floats, out: Floats) -> None:
    """Write points (n, 3) moved out along their flat normals to `out` (3, n); else a surface would shade itself."""
    for i in range(point.shape[0]):
        for k in range(3):
            out[k, i] = point[i, k] + lift[i] * flat[i, k]


@compiled
def held(value: np.float32, most: np.float32) -> np.float32:
    """Return a value held between 0 and `most`."""
    value = value if value > np.float32(0.0) else np.float32(0.0)
    return value if value < most else most


@compiled
def add_open(
    points: Floats,
    weight: Floats,
    depth: Floats,
    roof: Floats,
    matrix: Floats,
    cell: Ints,
    height: Floats,
    seen: Floats,
) -> None:
    """Add to `seen` (n,) how much of a lamp reaches `points` (3, n), times their `weight`, where that is positive.

    `depth` (side, side) is the lamp's shadow map and `matrix` (3, 4) leads there from the world. Four texels are asked,
    weighted by nearness; `roof` holds the largest of the four, since most points are above it and done with one look.
    What falls outside the map is taken to its border, which is empty. `cell` and `height` (n,) are overwritten.
    """
    side = np.int32(depth.shape[0])
    texels, roofs, x, y, z = depth.ravel(), roof.ravel(), points[0], points[1], points[2]
    a, b, c, d = matrix[0, 0], matrix[0, 1], matrix[0, 2], matrix[0, 3] - np.float32(0.5)
    e, f, g, h = matrix[1, 0], matrix[1, 1], matrix[1, 2], matrix[1, 3] - np.float32(0.5)
    p, q, r, s = matrix[2, 0], matrix[2, 1], matrix[2, 2], matrix[2, 3]
    one, zero, last = np.float32(1.0), np.float32(0.0), np.float32(depth.shape[0] - 1.5)
    for i in range(seen.shape[0]):  # apart from the rest and without a branch, so that several points are done at once
        u, v = held(a * x[i] + b * y[i] + c * z[i] + d, last), held(e * x[i] + f * y[i] + g * z[i] + h, last)
        cell[i] = np.int32(v) * side + np.int32(u)
        height[i] = p * x[i] + q * y[i] + r * z[i] + s
    for i in range(seen.shape[0]):
        if weight[i] <= zero:
            continue
        t = np.uintp(cell[i])  # unsigned, as a signed index costs a test for counting from the end
        if roofs[t] <= height[i]:
            seen[i] += weight[i]
            continue
        u, v = held(a * x[i] + b * y[i] + c * z[i] + d, last), held(e * x[i] + f * y[i] + g * z[i] + h, last)
        u, v = u - np.float32(np.int32(u)), v - np.float32(np.int32(v))
        upper = (one - u) * np.float32(texels[t] <= height[i]) + u * np.float32(texels[t + np.uintp(1)] <= height[i])
        t += np.uintp(side)
        lower = (one - u) * np.float32(texels[t] <= height[i]) + u * np.float32(texels[t + np.uintp(1)] <= height[i])
        seen[i] += weight[i] * ((one - v) * upper + v * lower)


@compiled
def add_cosines(normals: Floats, toward: Floats, weight: Floats, whole: Floats) -> None:
    """Write the cosines between `normals` (3, n) and a lamp to `weight`, 0 behind it, and add them to `whole` (n,)."""
    for i in range(whole.shape[0]):
        cosine = normals[0, i] * toward[0] + normals[1, i] * toward[1] + normals[2, i] * toward[2]
        weight[i] = cosine if cosine > np.float32(0.0) else np.float32(0.0)
        whole[i] += weight[i]


@compiled
def cosines(normal: Floats, toward: Floats) -> Floats:
    """Return how much of a light falls on surfaces with these normals (n, 3) where nothing lies between: (n,)."""
    out = np.empty(normal.shape[0], np.float32)
    for i in range(normal.shape[0]):
        out[i] = max(0.0, normal[i, 0] * toward[0] + normal[i, 1] * toward[1] + normal[i, 2] * toward[2])
    return out


@compiled
def key_shares(
    point: Floats,
    normal: Floats,
    flat: Floats,
    casts: Floats,
    toward: Floats,
    maps: Floats,
    roofs: Floats,
    map_from_world: Floats,
    texel: float,
) -> Floats:
    """Return how much of the key light each fragment receives: the cosine to it where nothing lies between."""
    n = point.shape[0]
    seen, lift, weight = np.zeros(n, np.float32), np.empty(n, np.float32), np.empty(n, np.float32)
    for i in range(n):
        slant = flat[i, 0] * toward[0] + flat[i, 1] * toward[1] + flat[i, 2] * toward[2]
        # Moved out by this much, a point cannot lie under a neighbouring texel of its own plane, however slanted.
        lift[i] = casts[i] * texel * (0.1 + 2.2 * math.sqrt(max(0.0, 1.0 - slant * slant)))
        cosine = normal[i, 0] * toward[0] + normal[i, 1] * toward[1] + normal[i, 2] * toward[2]
        weight[i] = max(0.0, cosine) / max(1, maps.shape[0])
    if maps.shape[0] == 0:
        return weight
    points, cell, height = np.empty((3, BLOCK), np.float32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.float32)
    for i in range(0, n, BLOCK):
        j = min(n, i + BLOCK)
        lifted(point[i:j], flat[i:j], lift[i:j], points)
        for m in range(maps.shape[0]):
            add_open(points, weight[i:j], maps[m], roofs[m], map_from_world[m], cell, height, seen[i:j])
    return seen


@compiled
def sky_shares(
    point: Floats,
    normal: Floats,
    flat: Floats,
    casts: Floats,
    directions: Floats,
    maps: Floats,
    roofs: Floats,
    map_from_world: Floats,
    texel: float,
) -> Floats:
    """Return how much each fragment sees of the sky that it would see if nothing else were there."""
    n = point.shape[0]
    if maps.shape[0] == 0:
        return np.ones(n, np.float32)
    seen, whole, lift = np.zeros(n, np.float32), np.zeros(n, np.float32), casts * np.float32(2.2 * texel)
    points, across, weight = (
        np.empty((3, BLOCK), np.float32),
        np.empty((3, BLOCK), np.float32),
        np.empty(BLOCK, np.float32),
    )
    cell, height = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.float32)
    for i in range(0, n, BLOCK):
        j = min(n, i + BLOCK)
        lifted(point[i:j], flat[i:j], lift[i:j], points)
        across[:, : j - i] = normal[i:j].T
        for m in range(maps.shape[0]):
            add_cosines(across, directions[m], weight, whole[i:j])
            add_open(points, weight, maps[m], roofs[m], map_from_world[m], cell, height, seen[i:j])
    for i in range(n):
        # What faces the ground sees too few lamps to tell.
        seen[i] = seen[i] / whole[i] if whole[i] > 0.05 else 1.0
    return seen


@compiled
def add_backdrop(
    pixel: Ints,
    place: Doubles,
    share: Floats,
    world_from_camera: Doubles,
    lens: tuple[float, float, float],
    horizon: Floats,
    zenith: Floats,
    out: Floats,
) -> None:
    """Add what lies behind everything to pixels `out` (h * w, 3): it turns from `horizon` to `zenith` with height."""
    m = world_from_camera
    for i in range(pixel.shape[0]):
        s, r = (place[i, 0] - lens[1]) / lens[0], (place[i, 1] - lens[2]) / lens[0]
        upward = (m[2, 0] * s + m[2, 1] * r + m[2, 2]) / math.sqrt(1.0 + s * s + r * r)
        high = min(1.0, max(0.0, 1.4 * upward))
        for k in range(3):
            out[pixel[i], k] += share[i] * (horizon[k] + high * (zenith[k] - horizon[k]))


@compiled
def shines(gloss: Floats, normal: Floats, look: Floats, toward: Floats) -> Floats:
    """Return how much of the key light each fragment throws straight back, (n,): a sheen with a bright middle."""
    out = np.zeros(gloss.shape[0], np.float32)
    for i in range(gloss.shape[0]):
        if gloss[i] > 0.0:
            x, y, z = toward[0] - look[i, 0], toward[1] - look[i, 1], toward[2] - look[i, 2]
            near = max(0.0, x * normal[i, 0] + y * normal[i, 1] + z * normal[i, 2])
            near = (near * near / max(x * x + y * y + z * z, 1e-12)) ** 4
            out[i] = gloss[i] * (0.1 * near + 0.35 * near**6)
    return out


@compiled
def collected(
    pixel: Ints,
    share: Floats,
    own: Floats,
    upward: Floats,
    direct: Floats,
    openness: Floats,
    shine: Floats,
    key: Floats,
    sky: Floats,
    bounce: Floats,
    out: Floats,
) -> None:
    """Add the light of fragments to their pixels `out` (h * w, 3) by their shares.

    A fragment of colour `own` (n, 3) receives `direct` (lights, n) of the lights, whose colours are `key` (lights, 3),
    and shines in the first. It is lit by the sky above and the ground below as far as it is open to them; their colours
    are `sky` and `bounce` (3,).
    """
    for i in range(pixel.shape[0]):
        # Light thrown back and forth reaches where neither sky nor ground is seen.
        ambient = 0.15 + 0.85 * openness[i]
        above, below = ambient * (0.5 + 0.5 * upward[i]), ambient * (0.5 - 0.5 * upward[i])
        for k in range(3):
            light = above * sky[k] + below * bounce[k]
            for lamp in range(key.shape[0]):
                light += direct[lamp, i] * key[lamp, k]
            out[pixel[i], k] += share[i] * (own[i, k] * light + direct[0, i] * shine[i] * key[0, k])
