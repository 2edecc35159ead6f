"""Who appears in an item: individuals of one kind and palette, all of the item's split, clearly different.

Where a slot names its cast, as for photographs, it is chosen from that; whoever named it has seen to the split.
"""

from __future__ import annotations

import numpy as np

from vantage import individuals
from vantage.individuals.individual import Individual
from vantage.task import Refused, Sitter, Slot

STUDIOS = 1 << 16
TRIES = 400  # how many individuals are tried: nine in ten may belong to another split
SEEDS = 1 << 31


def drawn(domain: str, count: int, slot: Slot, rng: np.random.Generator) -> list[Sitter]:
    """Return `count` individuals of one kind and palette; raise Refused if they cannot be told apart."""
    return chosen(count, slot, rng) if slot.cast else [*built(domain, count, slot, rng)]


def chosen(count: int, slot: Slot, rng: np.random.Generator) -> list[Sitter]:
    """Return `count` of the slot's cast, the first and others of its kind."""
    first, *others = slot.cast
    alike = [one for one in others if one.kind == first.kind and one.situation != first.situation]
    if len(alike) < count - 1:
        raise Refused(f"there is no other {first.kind}")
    return [first, *(alike[int(k)] for k in rng.choice(len(alike), count - 1, replace=False))]


def built(domain: str, count: int, slot: Slot, rng: np.random.Generator) -> list[Individual]:
    """Return `count` individuals of one kind and palette; raise Refused if they cannot be told apart."""
    kinds = individuals.kinds(domain)
    kind, palette = kinds[int(rng.integers(len(kinds)))], int(rng.integers(SEEDS))
    found: list[Individual] = []
    for _ in range(TRIES):
        one = Individual(domain, kind, palette, int(rng.integers(SEEDS)))
        if slot.allows(one.situation) and all(individuals.apart(one, other) >= 1 for other in found):
            found.append(one)
        if len(found) == count:
            return found
    raise Refused(f"no {count} {kind}s of one palette could be told apart")


PALETTE = "The number of its palette; 0 for a photographed one."
INDIVIDUAL = "The number of the individual; the name of a photographed one."
RECORDED = (
    "what kind of thing it is, the numbers of its palette (0 if it was photographed) and of the individual (or the "
    "name of a photographed one), which are equal for the same individual"
)
