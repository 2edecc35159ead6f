"""How alike photographed things look: two sides of one thing, and one thing and another.

Only pixels that change as a thing turns count, so a plain background does not, however large it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vantage.making.make import MARGIN, STEP

SIDES = (0.0, 90.0, 180.0, -90.0)
EIGHT = (*SIDES, 45.0, 135.0, -45.0, -135.0)
ALIKE = 0.1  # share of the changing pixels: two pictures that differ in less look the same
LEVELS = 4  # steps of a colour channel that are told apart
SHORTLIST = 20  # things nearest in colour that are looked at more closely
BESIDE = 5  # how many of them may be shown beside a thing

Glance = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Look:
    """What is kept of a thing's look: small, because there may be thousands of things."""

    sides: NDArray[np.uint8]  # (sides, height, width, 3): from the front and, unless it is a face, from three others
    colours: NDArray[np.float32]  # share of each colour over all its pictures
    changing: float  # share of the picture that changes as it turns

    @cached_property
    def least(self) -> float:
        """The share of a picture in which another must differ."""
        return max(MARGIN, ALIKE * self.changing)


def look(glances: Mapping[float, Glance], domain: str) -> Look:
    """Return the look of a thing, given its pictures by turn."""
    sides = np.stack([glances[turn] for turn in (SIDES[:1] if domain == "face" else SIDES)])
    every = np.stack([*glances.values()])
    changing = float((np.ptp(every, axis=0).max(axis=-1) > STEP).mean())
    return Look(sides[:, ::2, ::2].astype(np.uint8), _colours(every), changing)


def _colours(pictures: Glance) -> NDArray[np.float32]:
    levels = pictures.reshape(-1, 3) * LEVELS // 256
    found = np.bincount(levels @ np.array([LEVELS * LEVELS, LEVELS, 1]), minlength=LEVELS**3)
    return np.asarray(found / found.sum(), dtype=np.float32)


def symmetric(one: Look) -> bool:
    """Return whether two of a thing's four sides look the same."""
    return min(_different(a, b) for a, b in itertools.combinations(one.sides, 2)) < one.least


def apart(one: Look, other: Look) -> bool:
    """Return whether two things look different from each side."""
    least = max(one.least, other.least)
    return min(_different(a, b) for a, b in zip(one.sides, other.sides)) >= least


def _different(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> float:
    return float((np.abs(a.astype(np.int16) - b).max(axis=-1) > STEP).mean())


def nearest(one: Look, others: Sequence[Look]) -> list[int]:
    """Return which of the others may be shown beside a thing: apart from it, and as near in colour as there are."""
    if not others:
        return []
    gaps = np.abs(np.stack([other.colours for other in others]) - one.colours).sum(axis=1)
    short = [int(k) for k in np.argsort(gaps, kind="stable")[:SHORTLIST]]
    return [k for k in short if apart(one, others[k])][:BESIDE]
