"""Does the rasteriser see what is there? Random scenes beside a ray caster that shares no code with it.

    python -m tests.render_truth --n 500

Per scene: the centroid of every fully visible thing against that of the thing drawn alone and that of its rays, the
distance of unprojected depth from the thing's surface, and visible fractions against those of rays.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from vantage import geometry, seeds
from vantage.assets.meshes import Material, Mesh
from vantage.render import raster

PIXELS = 128
CHEAP = raster.Quality(1, 16, 1, 16)  # shadows are no part of this


def mesh(points, faces, colour=(0.8, 0.5, 0.3), texture="", smooth=False):
    """A mesh of triangles, flat, or smooth as if it were a ball."""
    points, faces = np.asarray(points, np.float32), np.asarray(faces, np.int32)
    a, b, c = (points[faces[:, k]] for k in range(3))
    flat = np.cross(b - a, c - a)
    normals = points[faces] - points.mean(axis=0) if smooth else np.repeat(flat[:, None], 3, axis=1)
    normals = normals / np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-12)
    material = np.zeros(len(faces), np.int16)
    uv = points[faces][..., :2].astype(np.float32)
    return Mesh(points, faces, normals.astype(np.float32), uv, material, (Material(colour, texture),))


def box(x=1.0, y=1.0, z=1.0, **looks):
    corners = np.array([[i, j, k] for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)]) * (x, y, z)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return mesh(corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))], **looks)


def rolled(rows, columns, place, closed, **looks):
    """A grid of points `place(row, column)`, columns joined round, rows too if `closed`."""
    points = [place(i, j) for i in range(rows) for j in range(columns)]
    faces = []
    for i in range(rows if closed else rows - 1):
        for j in range(columns):
            a, b = i * columns + j, i * columns + (j + 1) % columns
            c, d = (i + 1) % rows * columns + j, (i + 1) % rows * columns + (j + 1) % columns
            faces += [(a, b, d), (a, d, c)]
    return mesh(points, faces, **looks)


def ball(radius=0.5, rows=9, columns=14, **looks):
    def place(i, j):
        a, b = np.pi * (i / (rows - 1) - 0.5), 2 * np.pi * j / columns
        return radius * np.cos(a) * np.cos(b), radius * np.cos(a) * np.sin(b), radius * np.sin(a)

    return rolled(rows, columns, place, False, **looks)


def torus(radius=0.5, tube=0.2, rows=8, columns=16, **looks):
    def place(i, j):
        a, b = -2 * np.pi * i / rows, 2 * np.pi * j / columns
        r = radius + tube * np.cos(a)
        return r * np.cos(b), r * np.sin(b), -tube * np.sin(a)

    return rolled(rows, columns, place, True, **looks)


def ground(side=20.0, **looks):
    h = side / 2
    return mesh([(-h, -h, 0), (h, -h, 0), (h, h, 0), (-h, h, 0)], [(0, 1, 2), (0, 2, 3)], **looks)


def random_turn(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q * np.sign(np.linalg.det(q))


def random_scene(rng):
    """Three to six things over a ground, turned at will, and a camera that looks at them."""
    placed = [raster.Placed(ground(), np.eye(4), raster.GROUND)]
    for number in range(1, int(rng.integers(4, 8))):
        make = (box, ball, torus)[rng.integers(3)]
        size = rng.uniform(0.4, 1.2)
        where = (*rng.uniform(-1.6, 1.6, 2), rng.uniform(0.5, 1.2))
        placed.append(raster.Placed(make(), geometry.rigid(size * random_turn(rng), where), number))
    angle, height = rng.uniform(0, 2 * np.pi), rng.uniform(1.0, 5.0)
    eye = (5 * np.sin(angle), -5 * np.cos(angle), height)
    return placed, geometry.look_at(eye, (*rng.uniform(-0.3, 0.3, 2), 0.6), PIXELS, PIXELS, rng.uniform(35, 50))


def triangles(placed, camera):
    """The corners of a placed mesh in the camera's frame, (m, 3, 3)."""
    world = geometry.transform(placed.world_from_object, placed.mesh.points)
    return geometry.transform(camera.camera_from_world, world)[placed.mesh.faces]


def cast(corners, camera, size=PIXELS):
    """The depth at which the ray through each pixel's centre first meets triangles (Möller and Trumbore), or inf."""
    y, x = np.mgrid[:size, :size] + 0.5
    rays = np.stack([(x - camera.centre[0]) / camera.focal, (y - camera.centre[1]) / camera.focal, np.ones_like(x)], -1)
    depth = np.full((size, size), np.inf)
    # Only rays in the rectangle around what is in front are asked; all are if something lies behind.
    flat = corners[corners[..., 2].min(axis=1) > camera.near].reshape(-1, 3)
    low, high = np.zeros(2, int), np.full(2, size)
    if len(flat) == 3 * len(corners):
        seen = camera.focal * flat[:, :2] / flat[:, 2:] + camera.centre
        low, high = (
            np.clip(np.floor(seen.min(axis=0)), 0, size).astype(int),
            np.clip(seen.max(axis=0) + 1, 0, size).astype(int),
        )
    rays, nearest = rays[low[1] : high[1], low[0] : high[0]], depth[low[1] : high[1], low[0] : high[0]]
    for a, b, c in corners:
        e, f = b - a, c - a
        p = np.cross(rays, f)
        with np.errstate(divide="ignore", invalid="ignore"):
            k = 1 / (p @ e)
            u = -(p @ a) * k
            q = np.cross(-a, e)
            v = (rays @ q) * k
            t = (q @ f) * k
            hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > camera.near)
        np.minimum(nearest, np.where(hit, t, np.inf), out=nearest)
    return depth


def distance_to_surface(point, corners):
    """The distance (m) of a point from the nearest of triangles (m, 3, 3)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normal = np.cross(b - a, c - a)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    above = ((point - a) * normal).sum(axis=1)
    foot = point - above[:, None] * normal
    inside = np.ones(len(a), bool)
    best = np.inf
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= (np.cross(q - p, foot - p) * normal).sum(axis=1) >= 0
        along = np.clip(((point - p) * (q - p)).sum(axis=1) / np.maximum(((q - p) ** 2).sum(axis=1), 1e-12), 0, 1)
        best = min(best, np.linalg.norm(point - p - along[:, None] * (q - p), axis=1).min())
    return min(best, np.abs(above[inside]).min(initial=np.inf))


def centroid(mask):
    rows, columns = np.nonzero(mask)
    return np.array([columns.mean() + 0.5, rows.mean() + 0.5])


@dataclass
class Gaps:
    """The largest disagreements found."""

    things: int = 0
    full: int = 0
    centroid: float = 0.0  # pixels, from the thing drawn alone
    ray_centroid: float = 0.0  # pixels, from the thing's rays
    surface: float = 0.0  # metres
    fraction: float = 0.0
    ids: float = 0.0  # share of pixels whose ids differ from those of rays


def measure(rng, gaps):
    """Widen `gaps` by one random scene."""
    placed, camera = random_scene(rng)
    stage = raster.Stage(placed, quality=CHEAP)
    frame = stage.view(camera)
    rays = np.stack([cast(triangles(p, camera), camera) for p in placed])
    nearest = np.where(np.isfinite(rays.min(axis=0)), rays.argmin(axis=0), 0)
    gaps.ids = max(gaps.ids, float((nearest != frame.ids).mean()))
    shares = stage.visible(camera)
    for p in placed[1:]:
        seen = frame.ids == p.id
        alone = raster.Stage([p], quality=CHEAP).ids(camera) == p.id
        if alone.sum() < 40:
            continue
        gaps.things += 1
        by_ray = np.isfinite(rays[p.id])
        gaps.fraction = max(gaps.fraction, abs(shares[p.id] - (nearest == p.id).sum() / by_ray.sum()))
        if shares[p.id] == 1.0:
            gaps.full += 1
            gaps.centroid = max(gaps.centroid, float(np.abs(centroid(seen) - centroid(alone)).max()))
            gaps.ray_centroid = max(gaps.ray_centroid, float(np.abs(centroid(seen) - centroid(by_ray)).max()))
        rows, columns = np.nonzero(seen)
        world = geometry.transform(p.world_from_object, p.mesh.points)[p.mesh.faces]
        for k in rng.permutation(len(rows))[:10]:
            pixel = [[columns[k] + 0.5, rows[k] + 0.5]]
            point = geometry.unproject(pixel, [frame.depth[rows[k], columns[k]]], camera)[0]
            gaps.surface = max(gaps.surface, float(distance_to_surface(point, world)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=500)
    options = parser.parse_args()
    raster.warm(print)
    gaps = Gaps()
    for index in range(options.n):
        measure(seeds.generator("render truth", index), gaps)
    print(f"{options.n} scenes, {gaps.things} things, {gaps.full} of them fully visible; the largest gaps:")
    print(f"centroid beside the thing alone {gaps.centroid:.4f} px, beside rays {gaps.ray_centroid:.4f} px (limit 0.5)")
    print(f"unprojected depth to the surface {gaps.surface * 1000:.4f} mm")
    print(f"visible fraction beside rays {gaps.fraction:.4f} (limit 0.02); ids {100 * gaps.ids:.3f}% of pixels")
    if gaps.centroid > 0.5 or gaps.ray_centroid > 0.5 or gaps.surface > 1e-3 or gaps.fraction > 0.02:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
