"""Patterns: functions over a thing's main surface. Where one lies between two levels, the surface has one colour.

A point is given in units in which the thing's bounding box is -1..1. A pattern goes through the whole solid, so that
its sides agree where they meet.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Field = Callable[[Array], Array]


def layers(rng: np.random.Generator) -> Field:
    """Return bands one above another, level or at a slant."""
    tilt = rng.uniform(0.0, 0.9) * rng.integers(2)
    angle = rng.uniform(0, 2 * np.pi)
    return lambda p: p[:, 2] + tilt * (np.cos(angle) * p[:, 0] + np.sin(angle) * p[:, 1])


def waves(rng: np.random.Generator) -> Field:
    """Return bands with wavy or zigzag edges."""
    count, high, shift = rng.integers(2, 6), rng.uniform(0.18, 0.4), rng.uniform(0, 2 * np.pi)
    zigzag = rng.integers(2)

    def field(p: Array) -> Array:
        wave = np.sin(count * np.arctan2(p[:, 0], -p[:, 1]) + shift)
        return np.asarray(p[:, 2] + high * (2 / np.pi * np.arcsin(np.clip(wave, -1, 1)) if zigzag else wave))

    return field


def halves(rng: np.random.Generator) -> Field:
    """Return upright bands from one side to the other."""
    angle = rng.choice((0, 25, 60, 120, 155, 180)) + rng.uniform(-10, 10)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return lambda p: c * p[:, 0] + s * p[:, 1] + 0.15 * p[:, 2]


def sectors(rng: np.random.Generator) -> Field:
    """Return upright stripes all around, straight or twisted."""
    count, shift, twist = rng.integers(2, 5), rng.uniform(0, 2 * np.pi), rng.choice((0.0, -1.2, 1.2))
    return lambda p: np.cos(count * (np.arctan2(p[:, 0], -p[:, 1]) + twist * p[:, 2]) + shift)


def spots(rng: np.random.Generator) -> Field:
    """Return round spots spread over all sides."""
    n = int(rng.integers(8, 17))
    z = (np.arange(n) + 0.5) / n * 1.7 - 0.75
    angle = np.arange(n) * 2.399963 + rng.uniform(0, 2 * np.pi)
    out = rng.uniform(0.75, 1.0)
    middles = np.column_stack([out * np.cos(angle), out * np.sin(angle), z]) + rng.normal(0, 0.06, (n, 3))
    return lambda p: -np.linalg.norm(p[:, None] - middles, axis=2).min(axis=1)


def patches(rng: np.random.Generator) -> Field:
    """Return irregular patches, as of a cow."""
    along = rng.normal(0, 1.0, (7, 3))
    along *= rng.uniform(2.6, 4.6, (7, 1)) / np.linalg.norm(along, axis=1, keepdims=True)
    shift = rng.uniform(0, 2 * np.pi, 7)
    return lambda p: np.sin(p @ along.T + shift).sum(axis=1)


def checks(rng: np.random.Generator) -> Field:
    """Return a rounded chequer of upright and level rows."""
    around, rows = rng.integers(2, 5), rng.uniform(2.2, 5.0)
    a, b = rng.uniform(0, 2 * np.pi, 2)
    return lambda p: np.sin(around * np.arctan2(p[:, 0], -p[:, 1]) + a) * np.sin(rows * p[:, 2] + b)


def rings(rng: np.random.Generator) -> Field:
    """Return rings around two points, on opposite sides."""
    angle, high = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.6)
    one = np.array([np.cos(angle), np.sin(angle), high])
    two = np.array([-np.cos(angle), -np.sin(angle), rng.uniform(-0.4, 0.6)])
    return lambda p: np.minimum(np.linalg.norm(p - one, axis=1), np.linalg.norm(p - two, axis=1))


PATTERNS: tuple[Callable[[np.random.Generator], Field], ...] = (
    layers, waves, halves, sectors, spots, patches, checks, rings,
)  # fmt: skip
ORDERS: tuple[tuple[int, ...], ...] = (
    (0, 1, 2), (1, 0, 2), (0, 2, 1), (0, 1, 0, 2), (1, 0, 2, 0), (1, 2, 0, 2), (0, 1, 2, 1, 0), (2, 0, 1, 0, 2),
)  # fmt: skip  # of colours, from the pattern's lowest values to its highest
