"""Fit circles and ground planes to cameras, independently of captures and their files.

The right-hand direction of a level camera is horizontal, whichever way it looks and whichever axes convention it uses.
So all right-hand directions lie in the ground plane, and the plane is found without knowing which way is up.
"""

from __future__ import annotations

import math

import numpy as np

from vantage.geometry import Array

ROUNDS = 30
SETTLED = 1e-12  # of the radius: the fit ends when its steps are smaller than this


def thinnest(vectors: Array) -> tuple[Array, float]:
    """Return the direction (3,) in which vectors (n, 3) extend least, and a measure of how well it is determined.

    The measure is the middle extent over the largest: near 0, the vectors lie along a line.
    """
    _, extents, directions = np.linalg.svd(vectors, full_matrices=False)
    return directions[-1], float(extents[1] / extents[0]) if extents[0] else 0.0


def plane(points: Array) -> tuple[Array, float]:
    """Return the normal of the plane nearest to `points` (n, 3), and the measure of `thinnest`.

    It minimises absolute distances, not their squares, so that a few cameras held high do not tilt the plane.
    """
    weights = np.ones(len(points))
    for _ in range(ROUNDS):
        local = points - np.average(points, axis=0, weights=weights)
        across, flat = thinnest(local * np.sqrt(weights)[:, None])
        off = np.abs(local @ across)
        weights = 1 / np.maximum(off, 1e-3 * max(float(np.abs(local).max()), 1e-12))
    return across, flat


def angle_between(a: Array, b: Array) -> float:
    """Return the angle between two lines along unit vectors, in degrees from 0 to 90."""
    return math.degrees(math.acos(min(1.0, abs(float(a @ b)))))


def plane_axes(normal: Array) -> Array:
    """Return two perpendicular unit vectors (2, 3) in the plane with this normal, right-handed with it."""
    helper = np.eye(3)[int(np.argmin(np.abs(normal)))]
    first = np.cross(helper, normal)
    first = first / np.linalg.norm(first)
    return np.array([first, np.cross(normal, first)])


def circle(points: Array) -> tuple[Array, float]:
    """Return centre (2,) and radius of the circle nearest to `points` (n, 2).

    A linear fit comes first. With noise it is biased toward small circles, so the distances to the circle are then
    minimised step by step.
    """
    middle = points.mean(axis=0)
    local = points - middle
    linear = np.column_stack([local, np.ones(len(local))])
    a, b, c = np.linalg.lstsq(linear, (local**2).sum(axis=1), rcond=None)[0].tolist()
    centre, radius = np.array([a, b]) / 2, math.sqrt(max(c + (a * a + b * b) / 4, 0.0))
    for _ in range(ROUNDS):
        away = local - centre
        far = np.maximum(np.linalg.norm(away, axis=1), 1e-12)
        slopes = np.column_stack([-away / far[:, None], -np.ones(len(far))])
        step = np.linalg.lstsq(slopes, radius - far, rcond=None)[0]
        centre, radius = centre + step[:2], radius + float(step[2])
        if np.abs(step).max() <= SETTLED * max(radius, 1e-12):
            break
    return centre + middle, radius


def residual(points: Array, centre: Array, radius: float) -> float:
    """Return the mean distance of points (n, 2) from a circle."""
    return float(np.abs(np.linalg.norm(points - centre, axis=1) - radius).mean())
