"""How one thing can stand on, under, in or against another: all ways are found once per pair, then one is shown.

Each way is a pair of placed things, the smaller one first, that may be turned and moved together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from vantage.assets import extent
from vantage.geometry import Array
from vantage.scene import Thing
from vantage.scenes import shells

Kind = tuple[str, int]  # an asset and its variant
Rng = np.random.Generator
Pair = tuple[Thing, Thing]

SPOTS = 30  # how many places are tried
INNER = 0.36  # farthest offset of the smaller thing from the larger one's middle, as a share of the larger one's sides
WITHIN = 0.2  # the same for a thing inside another
WHOLE = 1.15  # least distance from the smaller thing's middle to the larger one's border, in half widths of the smaller
FIRM, LOOSE = 0.85, 0.3  # least supported share of a base: for a thing on another, and for a thing in another
COVERED = 0.95  # least share of a thing under another that is covered by it
HEADROOM = 0.04  # free height above a thing under another, as a share of the height there
SUNK = 0.35  # least depth of a contained thing's base below the rim, as a share of the lower of rim and thing
CLOSED = 0.8  # the share of a small remaining gap by which things are moved together
GAPS = {"touching": (0.0, 0.0), "close to": (0.12, 0.5), "far from": (2.2, 2.7)}  # in mean lengths of the two things


@dataclass(frozen=True)
class Fit:
    """The ways in which two things fit together, and the heights of the larger one that tell these ways apart."""

    pairs: Mapping[str, Pair] = field(default_factory=dict)
    heights: Mapping[str, float] = field(default_factory=dict)


def support(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing stands on another and under it; None unless both are possible."""
    on, under = _on(small, large, rng), _under(small, large, rng)
    if on is None or under is None:
        return None
    pair, clearance = under
    return Fit({"on": on, "under": pair}, {"top": on[0].z, "clearance": clearance})


def container(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing lies in another; None if it cannot."""
    rim = extent.size(*large)[2]
    deep = SUNK * min(rim, extent.size(*small)[2])
    for pair in _lowered(small, large, WITHIN, LOOSE, rng):
        if 0 < pair[0].z < rim - deep:
            return Fit({"in": pair}, {"rim": rim})
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
    met -= _rest(replace(beside, x=met), reference)
    unit = sum(max(extent.sides(thing)) for thing in on) / 2
    pairs = {name: (replace(beside, x=met + unit * float(rng.uniform(*gap))), reference) for name, gap in GAPS.items()}
    return Fit({"on": on, **pairs}, {"top": on[0].z})


def _on(small: Kind, large: Kind, rng: Rng) -> Pair | None:
    pair = next(_lowered(small, large, INNER, FIRM, rng), None)
    if pair is None:
        return None
    return replace(pair[0], z=round(pair[0].z - _rest(*pair), 3)), pair[1]


def _rest(one: Thing, other: Thing) -> float:
    """Return how far one thing may still move toward another after their columns have met."""
    # Columns are a few points wide, so a gap smaller than a column may remain between the surfaces.
    return CLOSED * shells.gap(shells.cloud(one), shells.cloud(other))


def _lowered(small: Kind, large: Kind, reach: float, share: float, rng: Rng) -> Iterator[Pair]:
    """Yield places where the smaller thing, lowered from above, rests with at least `share` of its base supported."""
    for thing, below, a, b, width in _spots(small, large, reach, rng):
        fall = shells.apart(a, b, 2, width)
        if np.isfinite(fall) and shells.supported(a - (0, 0, fall), b, width) >= share:
            yield replace(thing, z=round(thing.z - fall, 3)), below


def _under(small: Kind, large: Kind, rng: Rng) -> tuple[Pair, float] | None:
    for thing, above, a, b, width in _spots(small, large, INNER, rng):
        standing = a - (0, 0, thing.z)
        covered, room = shells.sheltered(standing, b, width)
        clearance = extent.sides(thing)[2] + room
        if covered >= COVERED and room > HEADROOM * clearance:
            return (replace(thing, z=0.0), above), round(clearance, 3)
    return None


def _spots(small: Kind, large: Kind, reach: float, rng: Rng) -> Iterator[tuple[Thing, Thing, Array, Array, float]]:
    """Yield the smaller thing above random places of the larger: both things, both clouds, and the column width."""
    across, deep, tall = extent.size(*large)
    lower = Thing(large[0], *large, 0.0, 0.0)
    b = shells.cloud(lower)
    border = WHOLE * min(extent.size(*small)[:2]) / 2
    most = [min(reach * side, side / 2 - border) for side in (across, deep)]
    for _ in range(SPOTS if min(most) > 0 else 0):
        x, y = (rng.uniform(-1, 1, 2) * most).round(3).tolist()
        upper = Thing(small[0], *small, x, y, round(float(rng.uniform(0, 360)), 1), 2 * tall)
        yield upper, lower, shells.cloud(upper), b, shells.column(upper, lower)


FITS: dict[str, Callable[[Kind, Kind, Rng], Fit | None]] = {
    "support": support,
    "container": container,
    "contact": contact,
}
