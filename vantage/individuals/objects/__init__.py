"""Objects: household things with a clear front, any number of each kind.

An individual has a builder's parts in its own forms, its own proportions and its own pattern; the three colours of its
palette show in equal amounts. `FRONTS` says in words which side of each kind is its front.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Mesh
from vantage.individuals.individual import Individual
from vantage.individuals.objects import sight
from vantage.individuals.objects.dress import dressed
from vantage.individuals.objects.kinds import MAKES
from vantage.individuals.objects.kit import Draw
from vantage.individuals.objects.proportions import fitted, shaped

__all__ = ["FRONTS", "KINDS", "apart", "mesh"]

KINDS: tuple[str, ...] = tuple(MAKES)
FRONTS: dict[str, str] = {kind: make.front for kind, make in MAKES.items()}
DIFFERS = 0.3  # in sRGB: cells of two coarse pictures differ when their colours are farther apart
ENOUGH = 0.36  # share of the cells that differ, at the side where fewest do


def shape(individual: Individual) -> Mesh:
    """Return the mesh of an individual in its own form and proportions, without its colours."""
    make = MAKES[individual.kind]
    built = make.build(Draw(individual.generator("parts")))
    return fitted(shaped(built, individual.generator("proportions"), make.stretch, make.bend), make.length)


def mesh(individual: Individual, turn: float = 0.0) -> Mesh:
    """Return the mesh of an individual; `turn` does not matter."""
    return dressed(shape(individual), individual.palette, individual.generator("pattern"))


def apart(a: Individual, b: Individual) -> float:
    """Return how clearly two individuals differ at the side where they differ least: 1 is enough."""
    one, other = _pictures(a), _pictures(b)
    either = np.maximum(one[..., 3], other[..., 3]) > 0
    further = np.linalg.norm(one[..., :3] - other[..., :3], axis=2) > DIFFERS
    shares = ((further | (one[..., 3] != other[..., 3])) & either).sum(axis=1) / either.sum(axis=1)
    return float(shares.min() / ENOUGH)


@lru_cache(maxsize=32)  # 0.2 MB each
def _pictures(individual: Individual) -> NDArray[np.float32]:
    return sight.pictures(mesh(individual)).astype(np.float32)
