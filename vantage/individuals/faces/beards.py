"""Beards: where they grow, and the surface of those that stand off the skin."""

from __future__ import annotations

import numpy as np

from vantage import seeds
from vantage.assets.meshes import Material
from vantage.individuals.faces.relief import mouth_line
from vantage.individuals.faces.skull import Skull
from vantage.individuals.faces.strands import strands
from vantage.individuals.faces.surface import Array, Part, colour_of, grid, hill, placed, ramp, ripples
from vantage.individuals.faces.traits import Person

LENGTHS = {"full": 0.75, "moustache": 0.32, "goatee": 0.42}


def growth(person: Person, points: Array, kind: str) -> Array:
    """Return how densely a beard of a kind grows at points (..., 3), 0..1."""
    t = person.traits
    x, f, z = points[..., 0], -points[..., 1], points[..., 2]
    ax, y, wide = np.abs(x), z - mouth_line(t, points[..., 0]), t.mouth_wide
    lips = np.hypot(x / (wide + 0.15), np.where(y > 0, y / (1.0 * t.lip_upper), y / (1.25 * t.lip_lower)))
    under = ramp(-1.8, -0.5, z - t.chin_z - 0.6 * np.clip(6 - f, 0, 7))
    below_nose = ramp(0.05, -0.35, z - t.base_z + 0.2 + 0.09 * ax**2)
    lash = ramp(wide + 0.85, wide - 0.1, ax + 0.25 * y) * below_nose * ramp(-0.6, -0.1, y) * ramp(4, 7, f)
    if kind == "moustache":
        grown = lash
    elif kind == "goatee":
        chin = ramp(wide + 0.7, wide - 0.1, ax) * ramp(-0.4, -1.0, y) * ramp(3, 6, f)
        beside = (
            ramp(wide + 0.9, wide + 0.35, ax) * ramp(wide - 0.2, wide + 0.2, ax) * ramp(1.2, 0.2, y) * ramp(4, 7, f)
        )
        grown = np.maximum(np.maximum(chin, lash), beside)
    else:
        border = -4.4 + 0.10 * np.clip(ax - 3, 0, 9) ** 2.2 - 2.2 * hill(ax, 0 * z, 3.9, 0, 1.3, 1)
        cheek = ramp(0.6, -0.7, z - border) * ramp(-0.6, 1.2, f + 0.25 * np.clip(z + 4, -2, 2))
        burns = (not person.looks.style.bald) * ramp(0.2, 1.4, f) * ramp(3.2, 2.2, f) * ramp(0.5, -0.5, z)
        grown = np.maximum(np.maximum(cheek, burns), lash)
    return np.clip(grown * under * ramp(0.95, 1.25, lips), 0, 1)


def beard(skull: Skull) -> list[Part]:
    """Return the surface of a beard."""
    person = skull.person
    kind = person.looks.beard
    if kind not in LENGTHS:
        return []
    rng = seeds.generator("beard", person.looks.number)
    t = person.traits
    angle = np.linspace(-1.55, 1.55, 105)[None, :]
    way = np.linspace(float(skull.way_at(-1.0)), float(skull.way_at(t.chin_z - 0.7)), 72)[:, None]
    points = skull.surface(angle, way)
    flat = grid(points, Material((0, 0, 0)), inside=(0, 0, -4))
    dense = growth(person, points, kind)
    dense = ramp(0.12, 0.9, dense + 0.14 * ripples(points, rng, 0.6) * (dense > 0.02))
    tall = LENGTHS[kind] * (1 + 0.5 * ramp(-6, -10, points[..., 2])) * (0.3 + 0.7 * ramp(-0.5, 5.5, -points[..., 1]))
    locks = 1 + 0.22 * ripples(points * (1, 1, 0.4), rng, 0.8) + 0.12 * ripples(points * (1, 1, 0.5), rng, 0.45)
    off = dense * tall * locks - 0.13
    points = points + flat.normals.reshape(points.shape) * off[..., None] + placed(0, 0, -0.25 * dense * tall)
    uv = np.stack(np.broadcast_arrays(angle * 1.6, -points[..., 2] / 7), -1)
    tint = np.array(person.looks.hair)
    part = grid(points, Material(colour_of(tint), strands(), 0.06), uv, inside=(0, 0, -4))
    return [part.only(dense.ravel()[part.faces].max(axis=1) > 0)]
