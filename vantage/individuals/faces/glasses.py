"""Glasses: two rims, a bridge and two sides."""

from __future__ import annotations

import numpy as np

from vantage.assets.meshes import Material
from vantage.individuals.faces.skull import Skull
from vantage.individuals.faces.surface import Part, placed, tube

ROUNDNESS = {1: 2.2, 2: 4.0}
WIRE = 0.13


def glasses(skull: Skull) -> list[Part]:
    """Return the glasses of a person who wears any."""
    looks, t = skull.person.looks, skull.person.traits
    if not looks.glasses:
        return []
    frame = Material(looks.frame, gloss=0.5)
    nose = -float(skull.surface(np.array(0.0), skull.way_at(-0.3))[1])
    n, a = ROUNDNESS[looks.glasses], np.linspace(0, 2 * np.pi, 41)[:-1]
    r = (np.abs(np.cos(a)) ** n + np.abs(np.sin(a)) ** n) ** (-1 / n)
    half, high = 0.86 * (t.eye_apart - 0.55), 1.85 if looks.glasses == 1 else 1.65
    x, z = t.eye_apart + 0.08 + half * r * np.cos(a), -0.3 + high * r * np.sin(a)
    parts = []
    for side in (-1, 1):
        parts.append(tube(placed(side * x, nose - 0.1 - 0.035 * x**2, z), WIRE, frame, closed=True))
        hinge = t.eye_apart + 0.08 + half
        ways = [
            (hinge, nose - 1.2, 0.3),
            (6.6 * t.width, nose - 2.4, 0.4),
            (7.55 * t.width, 3.0, 0.3),
            (7.65 * t.width, -0.6, 0.2),
        ]
        parts.append(tube(placed(*np.array([(side * wx, wf, wz) for wx, wf, wz in ways]).T), WIRE, frame))
    s = np.linspace(-1, 1, 9)
    gap = t.eye_apart + 0.08 - half
    parts.append(tube(placed(gap * s, nose + 0.15 - 0.3 * s**2, 0.35 - 0.25 * s**2), WIRE, frame))
    return parts
