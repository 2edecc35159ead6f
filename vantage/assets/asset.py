"""What an asset is, and the colours of things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vantage.assets.meshes import Colour, Material, Mesh

PLACES = ("table", "floor", "outdoors")
PACK = "pack"  # the category of things that are not built in
SOLID = "solids"  # the category of plain solids, which stand about and are never asked about
FACE = "the side with the face"  # the front of people, of animals and of toys like them, which needs no words
UNSAID = "the side that is its front"  # the front of a thing from a pack, which has no words for it

COLOURS: dict[str, Colour] = {
    "red": (0.78, 0.11, 0.11),
    "orange": (0.93, 0.46, 0.08),
    "yellow": (0.97, 0.80, 0.16),
    "green": (0.18, 0.55, 0.24),
    "blue": (0.13, 0.34, 0.74),
    "purple": (0.46, 0.23, 0.62),
    "pink": (0.95, 0.52, 0.68),
    "brown": (0.43, 0.26, 0.14),
    "white": (0.93, 0.93, 0.91),
    "grey": (0.54, 0.55, 0.57),
    "black": (0.11, 0.11, 0.12),
}

RUBBER = Material((0.09, 0.09, 0.10))
STEEL = Material((0.62, 0.64, 0.67), gloss=0.6)
DARK = Material((0.17, 0.17, 0.19), gloss=0.3)
GLASS = Material((0.17, 0.24, 0.31), gloss=0.9)
WHITE = Material((0.94, 0.94, 0.92), gloss=0.2)
BLACK = Material((0.05, 0.05, 0.06), gloss=0.5)
LAMP = Material((1.0, 0.96, 0.74), gloss=0.6)
TAIL = Material((0.80, 0.03, 0.05), gloss=0.5)
AMBER = Material((1.0, 0.58, 0.05), gloss=0.4)
WOOD = Material((0.64, 0.43, 0.25), "wood", 0.1)


@dataclass(frozen=True)
class Look:
    """What distinguishes the variants of a thing: the word for its colour, and a random generator for the rest."""

    colour: str  # a key of COLOURS, or empty when no colour dominates
    rng: np.random.Generator
    variant: int = 0

    def paint(self, texture: str = "", gloss: float = 0.0, light: float = 1.0) -> Material:
        """Return the variant's colour as a material, darker for `light` below 1."""
        return Material(shade(COLOURS[self.colour], light), texture, gloss)

    def pick(self, *words: str) -> Colour:
        """Return a random one of these colours."""
        return COLOURS[words[self.rng.integers(len(words))]]

    def between(self, low: float, high: float) -> float:
        """Return a random number between `low` and `high`."""
        return float(self.rng.uniform(low, high))


@dataclass(frozen=True)
class Asset:
    """A kind of thing. `length` bounds its longest side in metres; its builder sets the proportions."""

    name: str  # what a question calls it
    category: str
    places: tuple[str, ...]  # of PLACES: where it may stand
    length: tuple[float, float]
    shape: Callable[[Look], Mesh]
    front: str = ""  # its front in words: "the side with the screen"; empty when none is recognised at a glance
    alike: bool = False  # whether it looks the same from every side
    colours: tuple[str, ...] = ()  # the possible words for a variant's colour; empty when no colour dominates
    like: tuple[str, ...] = ()  # of a thing from a pack: what it could be mistaken for

    @property
    def oriented(self) -> bool:
        """Whether it has a front."""
        return bool(self.front)


def shade(colour: Colour, light: float) -> Colour:
    """Return a colour, darkened for `light` below 1, and lightened toward white above 1."""
    if light <= 1:
        return (colour[0] * light, colour[1] * light, colour[2] * light)
    mix = min(light - 1, 1.0)
    return (colour[0] + (1 - colour[0]) * mix, colour[1] + (1 - colour[1]) * mix, colour[2] + (1 - colour[2]) * mix)
