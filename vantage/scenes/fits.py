"""How one thing can stand on, under, in or against another: all ways are found once per pair, then one is shown.

Each way is a pair of placed things, the smaller one first, that may be turned and moved together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vantage.assets import extent
from vantage.geometry import Array
from vantage.scene import Thing
from vantage.scenes import holds, shells
from vantage.scenes.holds import Kind

Rng = np.random.Generator
Pair = tuple[Thing, Thing]

SPOTS = 60  # how many places are tried
BORDER = 0.02  # least distance of an outline from the border of what it is on or in, in widths of the thing
COVERED = 0.15  # the same under another, so that it is not taken for in front of it
RESTING = 0.03  # largest gap, as a share of the thing's height, between its base and what it stands on
BASE = 0.05  # of a thing's height: points below this height are its base
LEAN = 0.4  # largest distance of the middle of the points where a thing rests from that of its base, in half widths
HEADROOM = 0.04  # free height above a thing under another, as a share of the height there
SUNK = 0.3  # least share of a contained thing's height that is below the rim
SHALLOW = 0.1  # largest share of the height of a thing on another that a rim around it may hide: else it is in it
DEEP = 0.8  # least depth of a contained thing's base below the rim, as a share of the floor's
CLOSED = 0.8  # the share of a small remaining gap by which things are moved together
GAPS = {"touching": (0.0, 0.0), "close to": (0.12, 0.5), "far from": (2.2, 2.7)}  # in mean lengths of the two things


@dataclass(frozen=True)
class Fit:
    """The ways in which two things fit together, and what was measured on the larger one to find them."""

    pairs: Mapping[str, Pair] = field(default_factory=dict)
    clearance: float | None = None  # the free height where the smaller thing stands under the larger


def support(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing stands on another and under it; None unless both are possible."""
    on, under = _on(small, large, rng), _under(small, large, rng)
    if on is None or under is None:
        return None
    pair, clearance = under
    return Fit({"on": on, "under": pair}, clearance)


def container(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing lies in another; None if it cannot."""
    room = holds.cavity(*large)
    if room is None:
        return None
    tall, deepest = extent.size(*small)[2], room.rim - room.floor
    for one, other in _rested(small, large, room.outline, rng):
        if min((room.rim - one.z) / tall / SUNK, (room.rim - one.z) / deepest / DEEP) >= 1:
            return Fit({"in": (one, other)})
    return None


def contact(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing stands on another, and beside it: touching, close by and far away."""
    on = _on(small, large, rng)
    if on is None:
        return None
    beside = replace(on[0], x=3 * (extent.radius(on[0]) + extent.radius(on[1])), y=0.0, z=0.0)
    reference = replace(on[1], facing=round(float(rng.uniform(0, 360)), 1))
    width = shells.column(beside, reference)
    met = beside.x - shells.apart(shells.cloud(beside), shells.cloud(reference), 0, width)
    if not np.isfinite(met):
        return None
    # Columns are a few points wide, so a gap smaller than a column may remain between the surfaces.
    met -= CLOSED * shells.gap(shells.cloud(replace(beside, x=met)), shells.cloud(reference))
    unit = sum(max(extent.sides(thing)) for thing in on) / 2
    pairs = {name: (replace(beside, x=met + unit * float(rng.uniform(*gap))), reference) for name, gap in GAPS.items()}
    return Fit({"on": on, **pairs})


def _on(small: Kind, large: Kind, rng: Rng) -> Pair | None:
    surface, room, tall = holds.surface(*large), holds.cavity(*large), extent.size(*small)[2]
    if room and room.rim - surface.height > SHALLOW * tall:
        return None
    rested = _rested(small, large, surface.outline, rng)
    return next((pair for pair in rested if abs(pair[0].z - surface.height) <= RESTING * tall), None)


def _rested(small: Kind, large: Kind, outline: Array, rng: Rng) -> Iterator[Pair]:
    """Yield places within an outline of the larger thing where the smaller, lowered from above, rests steadily."""
    below = holds.relief(*large)
    for one, other in _spots(small, large, outline, rng):
        points = shells.cloud(one)
        top = below.top[below.cells(points)]
        z = round(float((top - points[:, 2]).max()), 4)
        if z > 0 and _steady(points, points[:, 2] + z - top < RESTING * extent.sides(one)[2]):
            yield replace(one, z=z), other


def _steady(points: Array, touching: NDArray[np.bool_]) -> bool:
    """Return whether the points of a cloud (n, 3) that touch what is below lie all around the middle of its base."""
    low = points[:, 2] < points[:, 2].min() + BASE * np.ptp(points[:, 2])
    (a, b), (c, d) = ((part.min(axis=0), part.max(axis=0)) for part in (points[touching, :2], points[low, :2]))
    return bool((np.abs(a + b - c - d) <= LEAN * (d - c)).all())


def _under(small: Kind, large: Kind, rng: Rng) -> tuple[Pair, float] | None:
    above = holds.relief(*large)
    for pair in _spots(small, large, holds.surface(*large).outline, rng, COVERED):
        clearance = float(above.under[above.cells(shells.cloud(pair[0]))].min())
        if extent.sides(pair[0])[2] < (1 - HEADROOM) * clearance < np.inf:
            return pair, round(clearance, 4)
    return None


def _spots(small: Kind, large: Kind, outline: Array, rng: Rng, border: float = BORDER) -> Iterator[Pair]:
    """Yield the smaller thing on the ground at random places within an outline of the larger, which is not turned."""
    own, width = holds.outline(*small), min(extent.size(*small)[:2])
    low, high = outline.min(axis=0), outline.max(axis=0)
    play = np.maximum((high - low - width) / 2, 0.0)
    for _ in range(SPOTS):
        x, y = ((low + high) / 2 + play * rng.uniform(-1, 1, 2)).round(3).tolist()
        one = Thing(small[0], *small, x, y, round(float(rng.uniform(0, 360)), 1))
        if holds.inset(holds.placed(own, one), outline) >= border * width:
            yield one, Thing(large[0], *large, 0.0, 0.0)


FITS: dict[str, Callable[[Kind, Kind, Rng], Fit | None]] = {
    "support": support,
    "container": container,
    "contact": contact,
}
