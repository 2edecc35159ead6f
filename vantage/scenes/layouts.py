"""Where things stand so that a relation holds among them: one layout function for each group of relations.

The subject of the relation comes first. Directions are those of the camera at azimuth 0, unless they are a thing's own.
Visibility and the layout's split are checked elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

import numpy as np

from vantage.assets import extent
from vantage.geometry import DIRECTIONS, STEP, Array, turn
from vantage.scene import Thing
from vantage.scenes.fits import Fit

Kind = tuple[str, int]  # an asset and its variant
Rng = np.random.Generator
Layout = list[Thing]

SPREAD = 9.0  # degrees: a thing's own direction may be off by this much
SEEN = 4.0  # degrees: the same for directions from the camera, which depend on the point that it looks at
STEEP = 89.0  # degrees: an elevation from which no thing hides another
SLANT = 25.0  # degrees: how far the line between two near things may turn, bringing the smaller one nearer
SIDES = {
    "left of": "left",
    "right of": "right",
    "in front of": "front",
    "behind": "behind",
    "in front and to the left of": "front-left",
    "in front and to the right of": "front-right",
    "behind and to the left of": "behind-left",
    "behind and to the right of": "behind-right",
}
HEADINGS = {"facing": "front", "facing away from": "behind", "on its left": "left", "on its right": "right"}
# For each pose, the possible facings of two things, in degrees from the line from the first to the second.
FRONTS = {
    "face each other": ((0, 180),),
    "back to back": ((180, 0),),
    "first behind second": ((0, 0),),
    "second behind first": ((180, 180),),
    "side by side, same direction": ((90, 90), (-90, -90)),
    "side by side, opposite directions": ((90, -90), (-90, 90)),
}
MIDDLES = ("first in the middle", "second in the middle", "third in the middle")
RANKS = ("at the left end", "second from the left", "third from the left", "at the right end")


@dataclass(frozen=True)
class Company:
    """The things of a scene: the named ones in order, and how the first fits the second, for groups about that."""

    setting: str
    kinds: tuple[Kind, ...]
    elevations: tuple[float, float]  # of the camera, in degrees
    fit: Fit = field(default_factory=Fit)


def thing(kind: Kind, place: Array, facing: float, name: str = "") -> Thing:
    """Return a thing on the ground."""
    x, y = place.tolist()
    return Thing(name or kind[0], *kind, round(x, 3), round(y, 3), round(float(facing) % 360, 1))


def apart(kinds: Sequence[Kind], elevation: float, rng: Rng) -> float:
    """Return a distance at which two things do not overlap and, seen from `elevation`, hardly hide each other."""
    sizes = [extent.size(*kind) for kind in kinds]
    touching = sum(math.hypot(across, deep) / 2 for across, deep, _ in sizes)
    hiding = max(tall for _, _, tall in sizes) / math.tan(math.radians(elevation))
    return float(rng.uniform(1.05, 1.35)) * max(1.1 * touching, min(0.9 * hiding, 2.5 * touching))


def _farthest_apart(kinds: Sequence[Kind], elevation: float, rng: Rng) -> float:
    return max(apart(pair, elevation, rng) for pair in combinations(kinds, 2))


def _bearing(direction: str, rng: Rng, spread: float = SEEN) -> float:
    return DIRECTIONS.index(direction) * STEP + float(rng.uniform(-spread, spread))


def _any(rng: Rng) -> float:
    return float(rng.uniform(0, 360))


def aside(company: Company, relation: str, elevation: float, rng: Rng) -> Layout:
    """Lay out two things, the first to a side of the second."""
    first, second = company.kinds
    away = apart(company.kinds, elevation, rng)
    if company.fit.pairs:  # a small thing is visible behind a table, so it may stand near it
        away = apart(company.kinds, STEEP, rng) * float(rng.uniform(1.0, 1.6))
    half = turn((0.0, -away / 2), _bearing(SIDES[relation], rng))
    return [thing(first, half, _any(rng)), thing(second, -half, _any(rng))]


def fitted(company: Company, relation: str, elevation: float, rng: Rng) -> Layout:
    """Lay out two things as they fit together, or side by side."""
    if relation not in company.fit.pairs:
        return aside(company, relation, elevation, rng)
    turn_by = _any(rng)
    if relation in ("touching", "close to", "far from"):
        # Side by side in the picture, the smaller thing slightly nearer, so that a gap between them is visible.
        nearer = float(rng.uniform(0, SLANT))
        turn_by = float(rng.choice((-nearer, 180 + nearer)))
    return [
        replace(thing((t.asset, t.variant), turn(t.place, turn_by), t.facing + turn_by), z=t.z)
        for t in company.fit.pairs[relation]
    ]


def heading(company: Company, relation: str, elevation: float, rng: Rng) -> Layout:
    """Lay out two things so that the second is on one of the first one's own sides."""
    first, second = company.kinds
    facing = _any(rng)
    # Bearings go clockwise from a thing's front.
    half = turn((0.0, -apart(company.kinds, elevation, rng) / 2), facing - _bearing(HEADINGS[relation], rng, SPREAD))
    return [thing(first, -half, facing), thing(second, half, _any(rng))]


def posed(company: Company, relation: str, elevation: float, rng: Rng) -> Layout:
    """Lay out two things that look along the line between them, or across it."""
    line = _any(rng)
    half = turn((0.0, -apart(company.kinds, elevation, rng) / 2), line)
    fronts = FRONTS[relation][rng.integers(len(FRONTS[relation]))]
    return [
        thing(kind, place, line + front + rng.uniform(-SPREAD, SPREAD))
        for kind, place, front in zip(company.kinds, (-half, half), fronts)
    ]


def between(company: Company, relation: str, elevation: float, rng: Rng) -> Layout:
    """Lay out three things in a line, or in a triangle."""
    away = _farthest_apart(company.kinds, elevation, rng)
    order = [int(k) for k in rng.permutation(3)]
    if relation in MIDDLES:
        middle = MIDDLES.index(relation)
        order.remove(middle)
        order.insert(1, middle)
        along = turn((away, 0.0), float(rng.uniform(-40, 40)))
        bend = turn(along, 90) * rng.uniform(-0.06, 0.06)
        places = [-along * rng.uniform(0.85, 1.15), bend, along * rng.uniform(0.85, 1.15)]
    else:
        whole = _any(rng)
        places = [turn((0.0, 0.65 * away), whole + 120 * k + rng.uniform(-9, 9)) for k in range(3)]
    found = {k: thing(company.kinds[k], place, _any(rng)) for k, place in zip(order, places)}
    return [found[k] for k in range(3)]


def row(company: Company, relation: str, elevation: float, rng: Rng) -> Layout:
    """Lay out four things across the picture, the first at one of the four places."""
    order = [int(k) for k in rng.permutation([1, 2, 3])]
    order.insert(RANKS.index(relation), 0)
    kinds = [company.kinds[k] for k in order]
    steps = [apart(pair, STEEP, rng) for pair in pairwise(kinds)]
    across = np.cumsum([0.0, *steps])
    found = {}
    for k, kind, x in zip(order, kinds, across):
        found[k] = thing(kind, np.array([x, rng.uniform(-0.1, 0.1) * min(steps)]), _any(rng))
    return [found[k] for k in range(4)]


def ring(company: Company, relation: str, elevation: float, rng: Rng) -> Layout:
    """Lay out a thing and a ring of others, with the thing inside the ring or to a side of it."""
    first, *beads = company.kinds
    radius = apart((first, beads[0]), elevation, rng)
    start = _any(rng)
    spots = [turn((0.0, radius), start + 360 * k / len(beads) + rng.uniform(-6, 6)) for k in range(len(beads))]
    if relation == "surrounded by":
        place = turn((0.0, float(rng.uniform(0, 0.12)) * radius), _any(rng))
    else:
        away = radius + apart((first, beads[0]), elevation, rng)
        place = turn((0.0, -away), _bearing(SIDES[relation.removesuffix(" the ring")], rng))
    things = [thing(bead, spot, _any(rng), f"{bead[0]} {k}") for k, (bead, spot) in enumerate(zip(beads, spots), 1)]
    return [thing(first, place, _any(rng)), *things]


LAID: dict[str, Callable[[Company, str, float, Rng], Layout]] = {
    "sides": aside,
    "corners": aside,
    "support": fitted,
    "container": fitted,
    "contact": fitted,
    "heading": heading,
    "poses": posed,
    "between": between,
    "row": row,
    "ring": ring,
}
