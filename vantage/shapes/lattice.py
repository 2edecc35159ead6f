"""Sets of cells on a lattice, flat or solid: what hangs together, and how one grows cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import numpy as np

Cell = TypeVar("Cell", bound=Hashable)
Neighbours = Callable[[Cell], Iterable[Cell]]


def connected(cells: Iterable[Cell], neighbours: Neighbours[Cell]) -> bool:
    """Return whether every cell can be reached from every other, from neighbour to neighbour."""
    left = set(cells)
    queue = [left.pop()]
    for cell in queue:  # grows while it is walked
        near = left.intersection(neighbours(cell))
        left -= near
        queue.extend(near)
    return not left


def grow(
    start: Cell, count: int, neighbours: Neighbours[Cell], rng: np.random.Generator, bushiness: float
) -> list[Cell]:
    """Return cells in the order they grew, each a neighbour of an earlier one.

    A place weighs `bushiness` for each cell it touches beyond the first: below 1 arms grow, above 1 lumps.
    """
    grown = [start]
    touching = Counter(neighbours(start))
    while len(grown) < count:
        places = list(touching)
        weights = np.cumsum(bushiness ** (np.array([touching[place] for place in places]) - 1.0))
        place = places[int(np.searchsorted(weights, rng.random() * weights[-1], side="right"))]
        grown.append(place)
        touching.update(near for near in neighbours(place) if near not in grown)
        del touching[place]
    return grown
