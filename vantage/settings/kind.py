"""What a kind of piece is, and what its builders share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vantage.assets.arrange import moved
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.assets.parts import box

Rng = np.random.Generator
SEATS = ("chair", "armchair", "office chair", "rocking chair", "sofa", "stool", "bench", "wheelchair")
TREES = ("tree", "palm tree", "pine tree")


@dataclass(frozen=True)
class Kind:
    """A kind of piece: how it is built, which things it resembles, and how high its lower edge hangs, if it does."""

    shape: Callable[[Rng], Mesh]
    likes: tuple[str, ...] = ()
    hangs: float = 0.0
    free: bool = False  # whether it may stand away from walls


def one(choices: tuple[Colour, ...], rng: Rng) -> Colour:
    """Return a random one of these colours."""
    return choices[int(rng.integers(len(choices)))]


def shaded(colour: Colour, light: float) -> Colour:
    """Return a colour, darker for `light` below 1."""
    return (min(1.0, colour[0] * light), min(1.0, colour[1] * light), min(1.0, colour[2] * light))


def upright(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], material: Material) -> Mesh:
    """Return the box between these bounds."""
    centre = ((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (z[0] + z[1]) / 2)
    return box(centre, (x[1] - x[0], y[1] - y[0], z[1] - z[0]), material)


def centred(mesh: Mesh) -> Mesh:
    """Return the mesh with its footprint centred."""
    (x, y, _), (u, v, _) = mesh.bounds.tolist()
    return moved(mesh, -(x + u) / 2, -(y + v) / 2)
