"""The head's surface: rings from the crown to the neck, pushed forward by the relief of the face.

A ring is an ellipse-like curve whose front, sides and back may lie at different heights: at the jaw the front is the
chin, the sides are the jaw's corners and the back is the nape.
"""

from __future__ import annotations

import numpy as np

from vantage.individuals.faces.relief import relief
from vantage.individuals.faces.sampling import blurred, curve
from vantage.individuals.faces.surface import Array, placed, ramp
from vantage.individuals.faces.traits import Person

CENTRE = -0.6  # forward, of all rings
LOWEST = -20.5  # the neck's end, under the shirt
STEPS = 480  # of the table that a curve is read from
BEHIND = 2.15  # how round rings are at the back: 2 is an ellipse, more is fuller


class Skull:
    """The shape of one person's head and neck, without hair."""

    def __init__(self, person: Person) -> None:
        self.person = person
        keys = np.array(_dome(person) + _face(person) + _neck(person))
        moved = np.abs(np.diff(keys, axis=0))
        # How far one ring is from the next: the way along the skin, about the mean of front and side.
        steps = np.sqrt(moved[:, 1] ** 2 + moved[:, 3] ** 2 + (0.6 * moved[:, 4]) ** 2 + (0.5 * moved[:, 0]) ** 2)
        self.length = float(steps.sum())
        self.way = np.linspace(0, self.length, STEPS)  # from the crown, of the table's rows
        table = curve(np.concatenate([[0], np.cumsum(steps)]), keys, self.way)
        soft = blurred(table, (0.7 * STEPS / self.length, 0.0), wrap=False)
        ends = ramp(1.5, 5, self.way) * ramp(self.length, self.length - 2, self.way)
        self.table = table + (soft - table) * ends[:, None]

    def ring(self, way: Array) -> list[Array]:
        """Return heights in front, at the side and behind, half width, front, back and roundness at ways (...)."""
        return [np.interp(way, self.way, column) for column in self.table.T]

    def base(self, angle: Array, way: Array) -> Array:
        """Return points (..., 3) of the head without a face, at angles from the front and ways from the crown."""
        front_z, side_z, back_z, wide, front, back, n = self.ring(way)
        s, c = np.sin(angle), np.cos(angle)
        aside = 1 - c * c
        z = np.where(c > 0, front_z + (side_z - front_z) * aside**0.8, back_z + (side_z - back_z) * aside)
        n = np.where(c > 0, n, BEHIND)
        r = (np.abs(s) ** n + np.abs(c) ** n) ** (-1 / n)
        deep = np.where(c > 0, front - CENTRE, CENTRE - back)
        return placed(wide * s * r, CENTRE + deep * c * r, z)

    def surface(self, angle: Array, way: Array) -> Array:
        """Return points (..., 3) of the head with its face."""
        points = self.base(angle, way)
        weight = ramp(np.radians(90), np.radians(55), np.abs(angle)) * np.ones(points.shape[:-1])
        near = weight > 0
        points[near, 1] -= weight[near] * relief(self.person, points[near, 0], points[near, 2])
        return points

    def way_at(self, z: float | Array) -> Array:
        """Return the way from the crown at which the front has this height."""
        return np.asarray(np.interp(-np.asarray(z), -self.table[:, 0], self.way))

    def facing(self, x: Array, z: Array) -> tuple[Array, Array]:
        """Return angle and way of the points at x and z of the upper face, where rings are level."""
        way = self.way_at(z)
        ring = self.ring(way)
        wide, n = ring[3], ring[6]
        q = np.clip(np.abs(x) / wide, 0, 0.999)
        return np.arctan2(np.sign(x) * q, (1 - q**n) ** (1 / n)), way

    def at(self, x: Array, z: Array) -> Array:
        """Return the points (..., 3) of the upper face at x and z."""
        return self.surface(*self.facing(x, z))


def _dome(person: Person) -> list[tuple[float, ...]]:
    """Return rings from the crown to the forehead."""
    t = person.traits
    front = 9.25 - 0.12 * t.slope
    rings: list[tuple[float, ...]] = []
    for degrees in (0, 12, 25, 38, 52, 66, 79, 90):
        s, c = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
        z = 3 + (t.crown - 3) * c
        forward = CENTRE + (front - CENTRE) * s ** (0.84 + 0.13 * t.slope)
        rings.append((z, z, z, 7.5 * t.width * s**0.92, forward, CENTRE - 9.1 * s**0.93, 2.15))
    return rings


def _face(person: Person) -> list[tuple[float, ...]]:
    """Return rings from the eyes to under the chin."""
    t, w, full = person.traits, person.traits.width, person.traits.fullness
    low, out = t.chin_z, 0.45 * t.chin_out
    mouth = t.mouth_z
    return [
        (0.8, 0.8, 0.8, 7.38 * w, 9.3, -9.5, 2.04),
        (-2.6, -2.5, -2.4, 7.0 * w + 0.08 * full, 9.2, -9.0, 2.08),
        (0.65 * mouth, -4.1, -3.8, 6.7 * w + 0.15 * full, 9.15, -8.3, 2.05),
        (mouth, -5.5, -5.2, 6.3 * w + 0.25 * t.jaw + 0.25 * full, 9.0, -7.6, 2.0 + t.square),
        (0.45 * mouth + 0.55 * low, -6.8, -6.6, 5.95 * w + 0.42 * t.jaw + 0.3 * full, 8.75 + out, -7.1, 1.9 + t.square),
        (low + 0.55, -7.8, -8.0, 5.5 * w + 0.46 * t.jaw + 0.26 * full, 8.3 + out, -6.8, 1.85 + t.square),
        (low - 0.15, -8.9, -9.4, 4.95 * w + 0.26 * t.jaw + 0.16 * full, 6.9 + 0.6 * out, -6.6, 1.9),
        (low - 0.5 - 0.2 * full, -10.5, -10.9, 4.6 + 0.5 * t.neck, 4.6 + 0.35 * full, -6.5, 2.0),
    ]


def _neck(person: Person) -> list[tuple[float, ...]]:
    """Return rings down the neck; they are nearly circles, as they turn by different amounts."""
    n, low = person.traits.neck, min(-13.2, person.traits.chin_z - 1.7)
    return [
        (low, -12.3, -12.0, 4.7 + 0.55 * n, 3.45 + 0.3 * n, -6.7 - 0.25 * n, 2.0),
        (-16.5, -15.0, -14.0, 5.1 + 0.6 * n, 3.6 + 0.3 * n, -7.0 - 0.2 * n, 2.0),
        (LOWEST, -19.0, -17.5, 5.1 + 0.6 * n, 3.5, -7.0, 2.0),
    ]
