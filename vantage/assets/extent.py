"""How much room a thing takes up: its bounding box, and the circle around its footprint."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from vantage import assets
from vantage.geometry import Array, cosine_sine
from vantage.scene import Thing

CUBE = np.array([(x, y, z) for z in (0, 1) for y in (-1, 1) for x in (-1, 1)])


@cache
def size(asset: str, variant: int) -> tuple[float, float, float]:
    """Return the sides of an asset's bounding box: across, front to back and up, in metres."""
    low, high = assets.build(asset, variant).bounds.astype(float).tolist()
    return high[0] - low[0], high[1] - low[1], high[2] - low[2]


def sides(thing: Thing) -> tuple[float, float, float]:
    """Return the sides of the bounding box of a thing of a scene."""
    return size(thing.asset, thing.variant)


def radius(thing: Thing) -> float:
    """Return the radius of the circle around a thing's footprint, in metres."""
    across, deep, _ = sides(thing)
    return math.hypot(across, deep) / 2


def corners(thing: Thing) -> Array:
    """Return the corners (8, 3; world) of a thing's bounding box."""
    across, deep, tall = sides(thing)
    c, s = cosine_sine(thing.facing)
    x, y = CUBE[:, 0] * across / 2, CUBE[:, 1] * deep / 2
    return np.column_stack([c * x - s * y + thing.x, s * x + c * y + thing.y, CUBE[:, 2] * tall + thing.z])
