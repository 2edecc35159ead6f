"""Tied hair: a bun, a knot on top, a tail."""

from __future__ import annotations

import numpy as np

from vantage.assets.meshes import Colour, Material
from vantage.individuals.faces.sampling import curve
from vantage.individuals.faces.strands import strands
from vantage.individuals.faces.styles import Style
from vantage.individuals.faces.surface import Part, grid, placed

BUNS = {"bun": (-10.4, 2.6, 3.1), "topknot": (-4.6, 12.9, 3.0)}  # forward, height, radius
TAIL_AT, TAIL = (0, 0.12, 0.3, 0.6, 1), ((-8.8, 4.2), (-11.4, 4.6), (-12.6, 1.6), (-11.6, -5.5), (-10.2, -14.0))


def knot(style: Style, colour: Colour) -> list[Part]:
    """Return what hair is tied to."""
    tint = Material(colour, strands(), 0.22)
    v, u = np.mgrid[0:1:22j, 0:1:37j]
    uv = np.stack([2 * u, -v], -1)
    turn = 2 * np.pi * u
    if style.knot in BUNS:
        f, z, radius = BUNS[style.knot]
        wound = 1 + 0.06 * np.sin(5 * turn + 9 * v) + 0.03 * np.sin(11 * turn - 5 * v)
        r, up = radius * wound * np.sin(np.pi * v), 0.86 * radius * np.cos(np.pi * v)
        if style.knot == "bun":  # wound about an axis that points back, else about one that points up
            points = placed(r * np.cos(turn), f - up, z + r * np.sin(turn))
        else:
            points = placed(r * np.cos(turn), f + r * np.sin(turn), z + up)
        return [grid(points, tint, uv, ring=True, inside=(0.0, -f, z))]
    if style.knot == "tail":
        path = curve(TAIL_AT, TAIL, v)
        wide = np.interp(v, (0, 0.1, 0.3, 0.7, 1), (1.5, 1.3, 2.3, 2.0, 0.15))
        wide = wide * (1 + 0.06 * np.sin(7 * turn) + 0.04 * np.sin(13 * turn + 6 * v))
        points = placed(
            wide * np.cos(turn), path[..., 0] + 0.8 * wide * np.sin(turn), path[..., 1] + 0.35 * wide * np.sin(turn)
        )
        return [grid(points, tint, uv, ring=True, inside=(0.0, 11.5, -4.0))]
    return []
