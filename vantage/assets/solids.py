"""Plain solids that no question names: they stand between the things of a table so that it does not show those alone.

They have a category of their own and are chosen only by who asks for it; see `vantage.scenes.tabletops`.
"""

from __future__ import annotations

import numpy as np

from vantage.assets.asset import SOLID, Asset, Look
from vantage.assets.meshes import Mesh
from vantage.assets.parts import box, ellipsoid, hoop, lathe, prism

TABLE = ("table",)
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "white", "grey")


def cube(look: Look) -> Mesh:
    """Return a cube with bevelled edges."""
    return box((0, 0, 0.5), (1, 1, 1), look.paint(gloss=0.2), 0.03)


def sphere(look: Look) -> Mesh:
    """Return a sphere."""
    return ellipsoid((0, 0, 0.5), (0.5, 0.5, 0.5), look.paint(gloss=0.4), 32)


def cylinder(look: Look) -> Mesh:
    """Return an upright cylinder, taller or flatter."""
    tall = look.between(0.8, 1.5)
    return lathe([(0.48, 0), (0.5, 0.02), (0.5, tall - 0.02), (0.48, tall)], look.paint(gloss=0.2), sides=40)


def cone(look: Look) -> Mesh:
    """Return a cone with a blunt tip."""
    tall = look.between(0.9, 1.4)
    return lathe([(0.5, 0), (0.5, 0.03), (0.02, tall - 0.01), (0.005, tall)], look.paint(gloss=0.2), sides=40)


def pyramid(look: Look) -> Mesh:
    """Return a pyramid on a square."""
    tall = look.between(0.7, 1.1)
    corner = 0.5 * np.sqrt(2)
    return lathe([(corner, 0), (0.01, tall)], look.paint(gloss=0.2), sides=4)


def torus(look: Look) -> Mesh:
    """Return a thick ring that lies flat."""
    thick = look.between(0.12, 0.18)
    return hoop((0, 0, thick), 0.5 - thick, thick, look.paint(gloss=0.4), sides=40, around=16)


def wedge(look: Look) -> Mesh:
    """Return a wedge: a ramp with a bevel."""
    tall = look.between(0.45, 0.7)
    return prism([(-0.5, 0), (0.5, 0), (0.5, tall)], look.between(0.5, 0.8), look.paint(gloss=0.2), 0.02)


def slab(look: Look) -> Mesh:
    """Return a six-sided block."""
    tall = look.between(0.4, 0.9)
    return lathe([(0.5, 0), (0.5, tall)], look.paint(gloss=0.2), sides=6)


ASSETS = (
    Asset("cube", SOLID, TABLE, (0.10, 0.13), cube, colours=COLOURS),
    Asset("sphere", SOLID, TABLE, (0.10, 0.13), sphere, alike=True, colours=COLOURS),
    Asset("cylinder", SOLID, TABLE, (0.14, 0.18), cylinder, alike=True, colours=COLOURS),
    Asset("cone", SOLID, TABLE, (0.18, 0.24), cone, alike=True, colours=COLOURS),
    Asset("pyramid", SOLID, TABLE, (0.16, 0.21), pyramid, colours=COLOURS),
    Asset("torus", SOLID, TABLE, (0.22, 0.28), torus, alike=True, colours=COLOURS),
    Asset("wedge", SOLID, TABLE, (0.20, 0.26), wedge, colours=COLOURS),
    Asset("slab", SOLID, TABLE, (0.26, 0.34), slab, colours=COLOURS),
)
