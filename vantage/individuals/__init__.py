"""Individuals of many kinds: objects, cars and heads that can be told apart from one another and from behind.

Each domain is a module (or a folder) with the same three names: `KINDS`, the kinds; `mesh(individual, turn)`, in
metres, on the ground, facing -y (`turn` matters to heads alone, whose shoulders stay); `apart(a, b)`, how clearly two
individuals of one kind and palette differ: at 1 a person can tell them apart in any two views that share a side.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from types import ModuleType

from vantage.assets.meshes import Mesh
from vantage.individuals.individual import DOMAINS, Individual, Portrait

__all__ = ["DOMAINS", "Individual", "Portrait", "apart", "build", "kinds"]


def kinds(domain: str) -> tuple[str, ...]:
    """Return the kinds of a domain."""
    return tuple(_module(domain).KINDS)


@lru_cache(maxsize=4)  # a head is some 10 MB
def build(individual: Individual, turn: float = 0.0) -> Mesh:
    """Return the mesh of an individual; `turn` is that of a head on its shoulders, and nothing to others."""
    found: Mesh = _module(individual.domain).mesh(individual, turn)
    return found


def apart(a: Individual, b: Individual) -> float:
    """Return how clearly two individuals of one kind and palette differ: 1 is enough."""
    return float(_module(a.domain).apart(a, b))


def _module(domain: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{domain}s")
