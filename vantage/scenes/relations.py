"""Which relations hold among recorded things, each as a signed margin: 1 or more is clearly true, -1 or less clearly
false, and what lies between would be argued about.

Things are read as truth holds them: place, height of the base, facing and sides in metres. The camera stands at -y and
looks to +y, so on the ground as the complex plane its right is 1 and away from it is i.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import degrees, radians

from vantage.geometry import wrap
from vantage.item import Json

Things = Sequence[Json]
Facts = Mapping[str, float]
Predicate = Callable[[Things, Facts], float]

HALF_CLASS = 22.5  # degrees to either side of a direction that still go by its name …
MARGIN = 10.0  # … and how far from that border a case is clear
LINE, BEND = 140.0, 20.0  # degrees between the ways to two things: above is between them, and how clear that is
TOUCHING, APART = 0.05, 0.025  # of the mean length of two things: the gap at which they part, and its margin
CLOSE, NEITHER = 1.5, 0.5  # likewise for close by and far away
ASIDE = {"left of": 180, "right of": 0, "in front of": 270, "behind": 90}
OBLIQUE = {
    "in front and to the left of": 225,
    "in front and to the right of": 315,
    "behind and to the left of": 135,
    "behind and to the right of": 45,
}
AHEAD, ABACK = 0, 180  # from a thing's facing, counter-clockwise seen from above
ON_LEFT, ON_RIGHT = 90, -90
HEADINGS = {"facing": AHEAD, "facing away from": ABACK, "on its left": ON_LEFT, "on its right": ON_RIGHT}
# Where each of two things has the other, from its own facing.
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
    """Return how clearly a relation holds; the first thing is the one of which it is said."""
    return PREDICATES[relation](things, facts)


def place(thing: Json) -> complex:
    """Return where a thing stands on the ground."""
    return complex(thing["x"], thing["y"])


def angle(way: complex, due: float) -> float:
    """Return how clearly a way on the ground has the direction `due`, in degrees counter-clockwise from the right."""
    return (HALF_CLASS - abs(wrap(degrees(cmath.phase(way)) - due))) / MARGIN


def own_angle(thing: Json, other: Json, due: float) -> float:
    """Return how clearly a thing has another in the direction `due` from its own facing."""
    return angle(place(other) - place(thing), thing["facing"] - 90 + due)


def over(thing: Json, other: Json) -> float:
    """Return how clearly a thing lies within the footprint of another; its own half width is what makes it clear."""
    offset = (place(thing) - place(other)) * cmath.rect(1, -radians(other["facing"]))
    across, deep, _ = other["size"]
    inset = min(across / 2 - abs(offset.real), deep / 2 - abs(offset.imag))
    return float(2 * inset / min(thing["size"][:2]))


def aside(things: Things, facts: Facts, due: float) -> float:
    """Return how clearly the first thing stands to a side of the second, as the camera sees it, outside of it."""
    return min(angle(place(things[0]) - place(things[1]), due), -over(things[0], things[1]))


def on(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing stands on the second: half way up to where it could stand is the border."""
    return min(4 * float(things[0]["z"]) / facts["top"] - 2, over(things[0], things[1]))


def under(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing is below the underside of the second."""
    head = float(things[0]["z"] + things[0]["size"][2])
    return min(10 * (facts["clearance"] / head - 0.9), over(things[0], things[1]))


def inside(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing has its base below the rim of the second, within it."""
    sunk = float((facts["rim"] - things[0]["z"]) / min(things[0]["size"][2], facts["rim"]))
    return min(10 * sunk - 1, over(things[0], things[1]))


def touching(things: Things, facts: Facts) -> float:
    """Return how clearly two things touch, the first not standing on the second."""
    return min((TOUCHING - _gap(things, facts)) / APART, -on(things, facts))


def close(things: Things, facts: Facts) -> float:
    """Return how clearly two things are near each other yet apart, the first not standing on the second."""
    between = _gap(things, facts)
    return min((between - TOUCHING) / APART, (CLOSE - between) / NEITHER, -on(things, facts))


def far(things: Things, facts: Facts) -> float:
    """Return how clearly two things are far from each other."""
    return (_gap(things, facts) - CLOSE) / NEITHER


def _gap(things: Things, facts: Facts) -> float:
    return 2 * facts["gap"] / float(sum(max(thing["size"]) for thing in things[:2]))


def heading(things: Things, facts: Facts, due: float) -> float:
    """Return how clearly the first thing has the second in a direction from its own facing."""
    return own_angle(things[0], things[1], due)


def posed(things: Things, facts: Facts, pose: str) -> float:
    """Return how clearly two things stand and face as a pose has it."""
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
    """Return how clearly the first thing has so many of the others on its left, in twelfths of the row's length."""
    x, *others = (thing["x"] for thing in things[:4])
    others.sort()
    unit = (max(x, *others) - min(x, *others)) / 12
    left, right = [float("-inf"), *others][rank], [*others, float("inf")][rank]
    return float(min(x - left, right - x) / unit)


def surrounded(things: Things, facts: Facts) -> float:
    """Return how clearly the first thing is within the ring of the others, in thirds of its radius."""
    centre, radius = ring(things)
    return 3 - 3 * abs(place(things[0]) - centre) / radius


def ring(things: Things) -> tuple[complex, float]:
    """Return centre and radius of the ring in which all things but the first stand."""
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
