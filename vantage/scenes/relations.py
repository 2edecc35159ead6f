"""Which relations hold among recorded things. Each is a signed margin: 1 or more is clearly true, -1 or less is clearly
false, and people could disagree about values between.

Things are read from an item's truth: place, height of the base, facing, and sides in metres. The camera stands at -y
and looks to +y. Places on the ground are complex numbers: to the camera's right is 1, away from the camera is i.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import degrees, radians
from typing import Any

from vantage.geometry import wrap
from vantage.item import Json

Things = Sequence[Json]
Facts = Mapping[str, Any]
Outline = Sequence[tuple[float, float]]  # corners on the ground, counter-clockwise
Predicate = Callable[[Things, Facts], float]

# Each border (HALF_CLASS, LINE, TOUCHING, CLOSE) comes with how far from it a case is clear (MARGIN, BEND, …).
HALF_CLASS = 22.5  # degrees: a direction's class reaches this far to either side
MARGIN = 10.0
LINE, BEND = 140.0, 20.0  # degrees: a thing is between two others if it sees them at a larger angle than this
TOUCHING, APART = 0.05, 0.025  # in mean lengths of two things: they touch if their gap is smaller
CLOSE, NEITHER = 1.5, 0.5  # in mean lengths of two things: they are close if their gap is smaller, else far
# The same for things that hold others; shares are of the height of the thing that is held, but for DEPTH and STICKING.
LIFTED, OFF = 0.1, 0.05  # a thing is on a surface if its base is nearer to it; of a lower surface's height, if lower
HEADROOM, LOW = 0.9, 0.1  # a thing is under another if the free height there is more
DEPTH, DEEP = 0.5, 0.25  # a thing is in a cavity if its base is lower, as a share of the way from the rim to the floor
SUNK, MUCH = 0.15, 0.1  # … and if more of it is below the rim
STICKING, FAR = 0.5, 0.5  # an outline is within another if it sticks out by less, in widths of its own
BORDERS = {
    "direction": (HALF_CLASS, MARGIN),
    "between": (LINE, BEND),
    "touching": (TOUCHING, APART),
    "close": (CLOSE, NEITHER),
}  # as the truth records them
ASIDE = {"left of": 180, "right of": 0, "in front of": 270, "behind": 90}
OBLIQUE = {
    "in front and to the left of": 225,
    "in front and to the right of": 315,
    "behind and to the left of": 135,
    "behind and to the right of": 45,
}
AHEAD, ABACK = 0, 180  # degrees from a thing's facing, counter-clockwise seen from above
ON_LEFT, ON_RIGHT = 90, -90
HEADINGS = {"facing": AHEAD, "facing away from": ABACK, "on its left": ON_LEFT, "on its right": ON_RIGHT}
# For each pose, where each of two things sees the other, relative to its own facing.
POSES = {
    "face each other": ((AHEAD, AHEAD),),
    "back to back": ((ABACK, ABACK),),
    "first behind second": ((AHEAD, ABACK),),
    "second behind first": ((ABACK, AHEAD),),
    "side by side, same direction": ((ON_LEFT, ON_RIGHT), (ON_RIGHT, ON_LEFT)),
    "side by side, opposite directions": ((ON_LEFT, ON_LEFT), (ON_RIGHT, ON_RIGHT)),
}
MIDDLES = ("first in the middle", "second in the middle", "third in the middle")
PLACES = ("at the left end", "second from the left", "third from the left", "at the right end")


def margin(relation: str, things: Things, facts: Facts) -> float:
    """Return how clearly a relation holds; the first thing is its subject."""
    return PREDICATES[relation](things, facts)


def sightlines(things: Things, radius: float) -> list[Things]:
    """Return the things as they are placed, and turned so that the camera looks straight at what they are about.

    That is the second thing (or the middle of the ring), and the middle between it and the first. People may take
    their directions from any of these lines. The camera stands `radius` metres in front of the origin.
    """
    eye, about = complex(0, -radius), ring(things)[0] if len(things) > 4 else place(things[1])
    found = [things]
    for point in (about, (about + place(things[0])) / 2):
        turn = abs(point - eye) * 1j / (point - eye)
        seen = [(thing, (place(thing) - eye) * turn + eye) for thing in things]
        facing = degrees(cmath.phase(turn))
        found.append([{**t, "x": at.real, "y": at.imag, "facing": t["facing"] + facing} for t, at in seen])
    return found


def place(thing: Json) -> complex:
    """Return where a thing stands on the ground."""
    return complex(thing["x"], thing["y"])


def angle(way: complex, due: float) -> float:
    """Return how clearly the vector `way` has the direction `due`, in degrees counter-clockwise from the right."""
    return (HALF_CLASS - abs(wrap(degrees(cmath.phase(way)) - due))) / MARGIN


def own_angle(thing: Json, other: Json, due: float) -> float:
    """Return how clearly `other` lies in the direction `due` from the facing of `thing`."""
    return angle(place(other) - place(thing), thing["facing"] - 90 + due)


def over(thing: Json, other: Json) -> float:
    """Return how clearly a thing lies within the footprint of another; the unit is the thing's half width."""
    offset = (place(thing) - place(other)) * cmath.rect(1, -radians(other["facing"]))
    across, deep, _ = other["size"]
    inset = min(across / 2 - abs(offset.real), deep / 2 - abs(offset.imag))
    return float(2 * inset / min(thing["size"][:2]))


def aside(things: Things, facts: Facts, due: float) -> float:
    """Return how clearly the first thing stands to a side of the second, as the camera sees it, and not over it."""
    return min(angle(place(things[0]) - place(things[1]), due), -over(things[0], things[1]))


def within(outline: Outline, other: Outline) -> float:
    """Return how clearly an outline lies within a convex one."""
    inner, corners = ([complex(x, y) for x, y in polygon] for polygon in (outline, other))
    sides = list(zip(corners, [*corners[1:], corners[0]]))
    # Seen along a side of a counter-clockwise polygon, what is inside is on the left.
    inset: float = min(((corner - a) / (b - a)).imag * abs(b - a) for a, b in sides for corner in inner)
    width = min(max(part) - min(part) for part in ([one.real for one in inner], [one.imag for one in inner]))
    return (STICKING + inset / width) / FAR


def on(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing stands on the surface of the second: not beside it, above it or below it."""
    height = float(facts["surface"]["height"])
    gap = abs(float(things[0]["z"]) - height) / min(height, float(things[0]["size"][2]))
    return min((LIFTED - gap) / OFF, within(facts["outline"], facts["surface"]["outline"]))


def under(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing is below the underside of the second, and not beside it."""
    head = float(things[0]["z"] + things[0]["size"][2])
    room = (float(facts["clearance"]) / head - HEADROOM) / LOW
    return min(room, within(facts["outline"], facts["surface"]["outline"]))


def inside(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing is in the cavity of the second: near its floor, a part of it below the rim."""
    cavity = facts["cavity"]
    sunk = float(cavity["rim"] - things[0]["z"])
    deep, share = sunk / float(cavity["rim"] - cavity["floor"]), sunk / float(things[0]["size"][2])
    return min((deep - DEPTH) / DEEP, (share - SUNK) / MUCH, within(facts["outline"], cavity["outline"]))


def touching(things: Things, facts: Facts) -> float:
    """Return how clearly two things touch without the first standing on the second."""
    return min((TOUCHING - _gap(things, facts)) / APART, -on(things, facts))


def close(things: Things, facts: Facts) -> float:
    """Return how clearly two things are near each other without touching or standing on one another."""
    between = _gap(things, facts)
    return min((between - TOUCHING) / APART, (CLOSE - between) / NEITHER, -on(things, facts))


def far(things: Things, facts: Facts) -> float:
    """Return how clearly two things are far from each other."""
    return (_gap(things, facts) - CLOSE) / NEITHER


def _gap(things: Things, facts: Facts) -> float:
    return 2 * float(facts["gap"]) / float(sum(max(thing["size"]) for thing in things[:2]))


def heading(things: Things, facts: Facts, due: float) -> float:
    """Return how clearly the second thing lies in the direction `due` from the first one's facing."""
    return own_angle(things[0], things[1], due)


def posed(things: Things, facts: Facts, pose: str) -> float:
    """Return how clearly two things stand and face as in a pose."""
    one, other = things[:2]
    return max(min(own_angle(one, other, a), own_angle(other, one, b)) for a, b in POSES[pose])


def between(things: Things, facts: Facts, middle: int) -> float:
    """Return how clearly one of three things stands between the others."""
    at = place(things[middle])
    one, other = (place(thing) - at for k, thing in enumerate(things[:3]) if k != middle)
    return (abs(wrap(degrees(cmath.phase(one / other)))) - LINE) / BEND


def triangle(things: Things, facts: Facts) -> float:
    """Return how clearly none of three things stands between the others."""
    return -max(between(things, facts, middle) for middle in range(3))


def ranked(things: Things, facts: Facts, rank: int) -> float:
    """Return how clearly `rank` of the others are left of the first thing, in twelfths of the row's length."""
    x, *others = (thing["x"] for thing in things[:4])
    others.sort()
    unit = (max(x, *others) - min(x, *others)) / 12
    left, right = [float("-inf"), *others][rank], [*others, float("inf")][rank]
    return float(min(x - left, right - x) / unit)


def surrounded(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing is within the ring of the others, in thirds of the ring's radius."""
    centre, radius = ring(things)
    return 3 - 3 * abs(place(things[0]) - centre) / radius


def ring(things: Things) -> tuple[complex, float]:
    """Return centre and radius of the ring formed by all things except the first."""
    spots = [place(thing) for thing in things[1:]]
    centre = sum(spots) / len(spots)
    return centre, sum(abs(spot - centre) for spot in spots) / len(spots)


def beside_ring(things: Things, facts: Facts, due: float) -> float:
    """Return how clearly the first thing stands outside the ring of the others, to a side of its centre."""
    return min(angle(place(things[0]) - ring(things)[0], due), -surrounded(things, facts))


PREDICATES: dict[str, Predicate] = {
    **{name: partial(aside, due=due) for name, due in (ASIDE | OBLIQUE).items()},
    "on": on,
    "under": under,
    "in": inside,
    "touching": touching,
    "close to": close,
    "far from": far,
    **{name: partial(heading, due=due) for name, due in HEADINGS.items()},
    **{name: partial(posed, pose=name) for name in POSES},
    **{name: partial(between, middle=middle) for middle, name in enumerate(MIDDLES)},
    "in a triangle": triangle,
    **{name: partial(ranked, rank=rank) for rank, name in enumerate(PLACES)},
    "surrounded by": surrounded,
    **{f"{name} the ring": partial(beside_ring, due=due) for name, due in ASIDE.items()},
}
