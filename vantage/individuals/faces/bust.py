"""Shoulders in a shirt. They stay when the head turns."""

from __future__ import annotations

import numpy as np

from vantage import seeds
from vantage.assets.meshes import Material
from vantage.individuals.faces.sampling import curve
from vantage.individuals.faces.surface import Array, Part, grid, placed, ramp, ripples
from vantage.individuals.faces.traits import Person

AXIS = -1.5  # how far forward the neck's axis is
BOTTOM = -30.0  # where the bust ends
STRIPES = 11.0  # the height of four pairs of stripes
# From the neck outward over the shoulder and down the arm: how far out, as a share, and how far down.
ALONG = (0.0, 0.1, 0.3, 0.55, 0.72, 0.85, 1.0)
OUT = (0.0, 0.08, 0.38, 0.77, 0.95, 1.0, 1.03)
DOWN = (0.0, 0.7, 2.3, 4.2, 6.6, 10.0, 18.0)
COLLARS = ((0.7, 0.4), (3.0, 0.6), (1.6, 1.3))  # how high a collar stands, how far it goes out


def bust(person: Person) -> list[Part]:
    """Return the shoulders and the collar."""
    rng = seeds.generator("bust", person.looks.number)
    shirt = person.looks.shirt
    neck = 6.0 + 0.6 * person.traits.neck + (0.5 if person.looks.collar == 0 else 0.0)
    angle = np.linspace(-np.pi, np.pi, 65)[None, :]
    body = _body(person, neck, angle)
    folds = 0.16 * ripples(body * (1, 1, 0.5), rng, 7.0) + 0.08 * ripples(body, rng, 3.0)
    body[..., 1] -= folds * ramp(0, 0.3, np.linspace(0, 1, len(body)))[:, None]
    cloth = Material(shirt, "stripes" if person.looks.striped else "", 0.03)
    uv = np.stack(np.broadcast_arrays(body[..., 2] / STRIPES, angle), -1)
    parts = [grid(body, cloth, uv, ring=True, twist=0.0, inside=(0.0, 2.0, -28.0))]
    rise, roll = COLLARS[person.looks.collar]
    band = Material((0.88 * shirt[0], 0.88 * shirt[1], 0.88 * shirt[2]))
    return [*parts, grid(_collar(neck, angle, rise, roll), band, ring=True, twist=0.0, inside=(0.0, -AXIS, -16.0))]


def _rim(angle: Array) -> Array:
    """Return the height of the shirt's opening: lower in front than behind."""
    c = np.cos(angle)
    return np.where(c > 0, -14.2 - 2.6 * c, -14.2 - 1.0 * c)


def _body(person: Person, neck: float, angle: Array) -> Array:
    """Return the points (rows, columns, 3) of the shoulders."""
    s = np.linspace(0, 1, 26)[:, None]
    broad = 19.8 + 2.2 * person.m
    wide = neck + (broad - neck) * curve(ALONG, OUT, s)
    n = 2 + 0.5 * s
    r = (np.abs(np.sin(angle)) ** n + np.abs(np.cos(angle)) ** n) ** (-1 / n)
    deep = neck + 0.2 + (5.2 + 0.3 * person.m) * s**0.8
    z = np.maximum(_rim(angle) - curve(ALONG, DOWN, s) * (1.05 - 0.12 * person.m), BOTTOM)
    return placed(wide * np.sin(angle) * r, AXIS - 0.4 + deep * np.cos(angle) * r, z)


def _collar(neck: float, angle: Array, rise: float, roll: float) -> Array:
    """Return the points of a band that stands up around the neck and turns over."""
    t = np.linspace(0, 1, 12)[:, None]
    high = np.interp(t, (0, 0.45, 0.6, 1), (0, 1, 1, 0.0))
    far = neck - 0.1 + roll * np.interp(t, (0, 0.45, 0.6, 1), (0, 0.1, 0.4, 1.0))
    z = _rim(angle) - 0.1 + rise * high * (1 - 0.35 * np.clip(np.cos(angle), 0, 1))
    return placed(far * np.sin(angle), AXIS - 0.2 + far * np.cos(angle), z)
