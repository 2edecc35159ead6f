"""How likely an item is answered rightly at each ability, and what an answer says of the item and of the ability.

An item has a difficulty b, a discrimination a, and a floor c, the share that a guesser gets right:
P(θ) = c + (1 − c) / (1 + exp(−a (θ − b))). The floor is fixed by the item's options and never estimated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.stats.metrics import Array

TINY = 1e-12


@dataclass(frozen=True)
class Curves:
    """The items of a test: logarithm of the discrimination, difficulty and floor of each."""

    log_a: Array
    b: Array
    c: Array

    @property
    def a(self) -> Array:
        """The discrimination of each item."""
        return np.exp(self.log_a)

    def shapes(self, theta: Array) -> Shapes:
        """Return what is needed at each ability: (items, abilities)."""
        z = self.a[:, None] * (theta - self.b[:, None])
        c = self.c[:, None]
        s = 0.5 * (1 + np.tanh(z / 2))
        right = np.clip(c + (1 - c) * s, TINY, 1 - TINY)
        slope = (1 - c) * s * (1 - s)
        return Shapes(z, right, slope, s / right, c)

    def right(self, theta: Array) -> Array:
        """Return how likely each is answered rightly: (abilities, items)."""
        return self.shapes(np.asarray(theta, dtype=float)).right.T

    def information(self, theta: Array) -> Array:
        """Return what an answer to each item tells of each ability, as a precision: (abilities, items)."""
        shapes = self.shapes(np.asarray(theta, dtype=float))
        told: Array = (self.a[:, None] ** 2 * shapes.weight).T
        return told

    def moved(self, mean: float, spread: float) -> Curves:
        """Return the same items where abilities are (θ − mean) / spread."""
        return Curves(self.log_a + np.log(spread), (self.b - mean) / spread, self.c)


@dataclass(frozen=True)
class Shapes:
    """The curves at some abilities, (items, abilities) each."""

    z: Array  # a (θ − b)
    right: Array  # P
    slope: Array  # dP / dz
    pull: Array  # slope / (P (1 − P)): by how much a residual counts; 1 where there is no floor
    floor: Array  # c, (items, 1)

    @property
    def weight(self) -> Array:
        """The information on z that an answer holds."""
        return self.slope * self.pull

    @property
    def bend(self) -> Array:
        """By how much the curvature of the likelihood exceeds that information, for each answer short of expected."""
        found: Array = self.slope * self.floor / ((1 - self.floor) * self.right**2)
        return found
