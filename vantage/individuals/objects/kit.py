"""What the builders of objects share: places for colours instead of colours, and draws that differ by individual.

A builder says where a colour goes, not which: `worn(0)` is the thing's main surface, which gets a pattern of all the
palette's colours, `worn(1)` and `worn(2)` are details in one colour each. What is never coloured (rubber, steel, glass)
is the same for all individuals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vantage.assets.arrange import both
from vantage.assets.asset import BLACK, WHITE, Look
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.assets.parts import ball

TAGS: tuple[Colour, ...] = ((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))  # no colours, but places for them
CREAM = Material((0.93, 0.90, 0.82), gloss=0.2)


def worn(place: int, gloss: float = 0.4, texture: str = "") -> Material:
    """Return a material without its colour yet: place 0 is the main surface, 1 and 2 are details."""
    return Material(TAGS[place], texture, gloss)


def place_of(material: Material) -> int:
    """Return the place that a material stands for, -1 for one that has its colour."""
    return int(np.argmin(material.colour)) if min(material.colour) < 0 else -1


def eyes(x: float, y: float, z: float, r: float) -> Mesh:
    """Return two eyes that look to the front."""
    return both(ball((x, y, z), r, WHITE, 10), ball((x, y - 0.6 * r, z), 0.62 * r, BLACK, 8))


@dataclass(frozen=True)
class Draw:
    """The choices of one individual."""

    rng: np.random.Generator

    def between(self, low: float, high: float) -> float:
        """Return a number between `low` and `high`, seldom near their middle, so that individuals differ."""
        share = float(self.rng.uniform(0, 0.4) + 0.6 * self.rng.integers(2))
        return low + (high - low) * share

    def whether(self, chance: float = 0.5) -> bool:
        """Return whether a part is there."""
        return bool(self.rng.random() < chance)

    def one(self, *choices: float) -> float:
        """Return one of several numbers."""
        return choices[int(self.rng.integers(len(choices)))]

    def count(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return int(self.rng.integers(low, high + 1))

    def form(self, *builders: Callable[[], Mesh]) -> Mesh:
        """Return one of several forms of a part."""
        return builders[int(self.rng.integers(len(builders)))]()


class Places(Look):
    """The look of an asset whose paint is a place for a colour: its own paint 0, shades of it 1, picked colours 2."""

    def paint(self, texture: str = "", gloss: float = 0.0, light: float = 1.0) -> Material:
        """Return the main place, or that of details for a darker or lighter shade."""
        return worn(0 if light == 1.0 else 1, gloss, texture)

    def pick(self, *words: str) -> Colour:
        """Return the last place."""
        return TAGS[2]
