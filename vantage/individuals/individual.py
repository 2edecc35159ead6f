"""An individual: this mug and not that one. It keeps its look from every side, and there are any number of a kind.

Two individuals of one kind and one palette have the same colours, in about the same amounts; what tells them apart is
drawn from `seed`: proportions, parts and patterns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from vantage import seeds

DOMAINS = ("object", "car", "face")


@dataclass(frozen=True)
class Individual:
    """One thing that exists once."""

    domain: str  # of DOMAINS
    kind: str  # what a question calls it: "mug", "estate car", "woman"
    palette: int  # its colours
    seed: int  # all else

    @property
    def situation(self) -> str:
        """A digest of who it is; it decides the split, so that no individual is in two."""
        return seeds.digest("individual", self.domain, self.kind, self.palette, self.seed)

    def generator(self, *purpose: str) -> np.random.Generator:
        """Return the random generator of all that is not colour."""
        return seeds.generator("individual", self.domain, self.kind, self.seed, *purpose)

    def shows(self, *turns: float) -> bool:
        """Return true: it can be drawn at any turn."""
        return True

    def portrait(self, turn: float, studio: int) -> Portrait:
        """Return its portrait at a turn."""
        return Portrait(self, turn, studio)

    def recorded(self) -> dict[str, str | int]:
        """Return it as the truth records it."""
        return {"kind": self.kind, "palette": self.palette, "individual": self.seed}


@dataclass(frozen=True)
class Portrait:
    """An individual alone before a plain backdrop, turned while camera and light stay.

    `turn` is in degrees, counter-clockwise seen from above; at 0 the individual faces the camera. A head turns on
    shoulders that stay.
    """

    painter: ClassVar[str] = "vantage.render.turntable:frame"

    individual: Individual
    turn: float
    studio: int = 0  # which set-up of backdrop and light
