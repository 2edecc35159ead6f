"""How one thing can stand on, under, in or against another: found once for a pair, whatever of it is then shown.

Each way is a pair of things, the smaller one first, that may be turned and moved together.
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

SPOTS = 30  # places tried
INNER = 0.36  # of the larger thing's sides, from its middle: where the smaller is put
WITHIN = 0.2  # likewise, inside it
WHOLE = 1.15  # of the smaller's half width: from its middle to the larger's border, at least
FIRM, LOOSE = 0.85, 0.3  # share of a base that has something below it, on a thing and in one
COVERED = 0.95  # share of a thing under another that has it above
HEADROOM = 0.04  # of the height under a thing: left free over what stands there
SUNK = 0.35  # of a rim's height, or of the thing within where that is lower: how deep its base lies at least
CLOSED = 0.8  # of that rest: by how much things are moved nearer
GAPS = {"touching": (0.0, 0.0), "close to": (0.12, 0.5), "far from": (2.2, 2.7)}  # in mean lengths of the two


@dataclass(frozen=True)
class Fit:
    """Ways in which one thing goes with another, and heights of the larger one that say which way it is."""

    pairs: Mapping[str, Pair] = field(default_factory=dict)
    heights: Mapping[str, float] = field(default_factory=dict)


def support(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing stands on another and under it; nothing where one of these cannot be."""
    on, under = _on(small, large, rng), _under(small, large, rng)
    if on is None or under is None:
        return None
    pair, clearance = under
    return Fit({"on": on, "under": pair}, {"top": on[0].z, "clearance": clearance})


def container(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing lies in another; nothing where it cannot."""
    rim = extent.size(*large)[2]
    deep = SUNK * min(rim, extent.size(*small)[2])
    for pair in _lowered(small, large, WITHIN, LOOSE, rng):
        if 0 < pair[0].z < rim - deep:
            return Fit({"in": pair}, {"rim": rim})
    return None


def contact(small: Kind, large: Kind, rng: Rng) -> Fit | None:
    """Return how a thing stands on another, beside it and touching, close by and far away."""
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
    """Return how far one thing may still be moved toward another that its columns meet already."""
    # Columns meet where points of both are near one line; what is left between the surfaces is less than a column.
    return CLOSED * shells.gap(shells.cloud(one), shells.cloud(other))


def _lowered(small: Kind, large: Kind, reach: float, share: float, rng: Rng) -> Iterator[Pair]:
    """Yield places where the smaller thing, let down from above, comes to rest with so much of its base supported."""
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
    """Yield the smaller thing over places of the larger, both as things and as clouds, with the width of columns."""
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
