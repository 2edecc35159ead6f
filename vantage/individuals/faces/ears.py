"""Ears: shells with a rolled rim, an inner fold, a hollow and a lobe."""

from __future__ import annotations

import numpy as np

from vantage.assets.meshes import Material
from vantage.individuals.faces.surface import Array, Part, colour_of, grid, hill, line, placed, ramp
from vantage.individuals.faces.traits import Person

AROUND, FRONT = 45, 20  # points around, rings on the side that is seen
BEHIND = (1.0, 0.97, 0.8, 0.4)  # rings on the side toward the head


def ears(person: Person) -> list[Part]:
    """Return both ears, unless hair hides them."""
    if person.looks.style.covers:
        return []
    t = person.traits
    u, w, h = _shell(t.ear_lobe)
    out = np.radians(t.ear_out)
    along, off = t.ear_size * (u + 1.6), t.ear_size * (h + 0.16 * np.minimum(w, 0.0))  # the lobe lies closer
    x = 7.2 * t.width + along * np.sin(out) + off * np.cos(out)
    f = -0.1 - along * np.cos(out) + off * np.sin(out) - 0.12 * t.ear_size * w
    z = -1.4 + t.ear_high + t.ear_size * w
    tone = np.array(person.looks.skin) * (0.98, 0.88, 0.84)
    skin = Material(colour_of(tone), gloss=0.12)
    parts = []
    for side in (-1, 1):
        points = placed(side * x, f, z)
        middle = points[-1].mean(axis=0) - (0.5 * side, 0.0, 0.0)
        parts.append(grid(points, skin, ring=True, inside=middle))
        if person.looks.studs:
            at = points[FRONT - 2, int(0.75 * AROUND)]
            parts.append(_stud(at + np.array([0.1 * side, 0.0, 0.15])))
    return parts


def _stud(at: Array) -> Part:
    """Return an ear-ring: a small ball."""
    v, u = np.mgrid[0 : np.pi : 7j, 0 : 2 * np.pi : 9j]
    ball = placed(np.sin(v) * np.cos(u), np.sin(v) * np.sin(u), np.cos(v))
    return grid(0.24 * ball + at, Material((0.86, 0.80, 0.62), gloss=0.9), ring=True, inside=at)


def _shell(lobe: float) -> tuple[Array, Array, Array]:
    """Return an ear's points: backward, upward and outward in its own plane."""
    a, r = np.meshgrid(np.linspace(0, 2 * np.pi, AROUND), np.concatenate([np.linspace(0, 1, FRONT), BEHIND]))
    s, c = np.sin(a), np.cos(a)
    outline = 1 + 0.10 * s + 0.05 * np.cos(2 * a)
    u = 1.75 * r * c * outline * (1 + (0.28 - 0.06 * lobe) * s) + 0.25 * r * s
    w = 2.9 * r * s * outline - (0.10 + 0.25 * lobe) * r * hill(a, 0 * a, 1.5 * np.pi, 0, 0.55, 1)
    # The rim is rolled, but not at the lobe, nor where it joins the head.
    rolled = ramp(-0.75, -0.3, s) * ramp(-0.98, -0.75, c + 0.6 * (s > 0))
    h = 0.5 * rolled * line(r - 0.93, 0.10) - 0.26 * rolled * line(r - 0.77, 0.08)
    fold = np.hypot(u + 0.25, 0.62 * (w - 0.2)) - 1.0
    h = h + 0.45 * line(fold, 0.22) * ramp(-0.6, 0.2, u + 0.3 * w)
    h = h - 0.6 * hill(u, w, -0.35, -0.1, 0.75, 1.0, 1.5) + 0.45 * hill(u, w, -1.25, -0.2, 0.35, 0.5)
    h = h + (0.12 + 0.06 * lobe) * hill(u, w, -0.2, -2.4, 0.8, 0.8)
    behind = np.arange(len(a))[:, None] >= FRONT
    return u, w, np.where(behind, -0.55 * np.sqrt(1 - r) - 0.12, h)
