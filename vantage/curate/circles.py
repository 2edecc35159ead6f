"""Circles and levels through cameras: least squares, with nothing that knows of captures.

A level camera's right-hand side is horizontal, whichever way it looks and whatever its axes are called. So the
directions of all right-hand sides lie in the ground plane, which is found without a word about up.
"""

from __future__ import annotations

import math

import numpy as np

from vantage.geometry import Array

ROUNDS = 30
SETTLED = 1e-12  # of the radius


def thinnest(vectors: Array) -> tuple[Array, float]:
    """Return the direction in which vectors (n, 3) extend least, (3,), and how flat they are apart from it.

    The second number is the middle extent over the largest: near 0 they lie along a line.
    """
    _, extents, directions = np.linalg.svd(vectors, full_matrices=False)
    return directions[-1], float(extents[1] / extents[0]) if extents[0] else 0.0


def plane(points: Array) -> tuple[Array, float]:
    """Return the direction across the plane nearest to `points` (n, 3), and how flat they are apart from it.

    Absolute distances are made least, not their squares: a few cameras held high must not tilt the plane of all.
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
    """Return two unit vectors (2, 3) at right angles in the plane across `normal`, right-handed with it."""
    helper = np.eye(3)[int(np.argmin(np.abs(normal)))]
    first = np.cross(helper, normal)
    first = first / np.linalg.norm(first)
    return np.array([first, np.cross(normal, first)])


def circle(points: Array) -> tuple[Array, float]:
    """Return centre (2,) and radius of the circle nearest to `points` (n, 2).

    A linear fit comes first; it is biased toward small circles where there is noise, so distances to the circle
    themselves are then made least, step by step.
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
