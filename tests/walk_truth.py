"""Geometry of recorded walks for brute force, from middle, facing and size alone: shares no code with the package."""

from __future__ import annotations

from cmath import exp, phase
from math import degrees, radians
from typing import Any

Truth = dict[str, Any]


def named(truth: Truth, name: str) -> Truth:
    """Return the only recorded thing of this name."""
    (found,) = (one for one in truth["things"] if one["name"] == name)
    return found


def middle(one: Truth) -> complex:
    return complex(one["x"], one["y"])


def corners(one: Truth) -> list[complex]:
    """Return the corners of a thing's box on the floor, in order."""
    turn = exp(1j * radians(one["facing"]))
    w, d = one["size"][0] / 2, one["size"][1] / 2
    return [middle(one) + turn * complex(u, v) for u, v in ((-w, -d), (w, -d), (w, d), (-w, d))]


def to_side(p: complex, a: complex, b: complex) -> float:
    """Return how far a point is from a segment."""
    along = (p - a) / (b - a)
    if along.real <= 0:
        return abs(p - a)
    return abs(p - b) if along.real >= 1 else abs(along.imag) * abs(b - a)


def to_box(p: complex, one: Truth) -> float:
    """Return how far a point of the floor is from a thing's box; 0 inside."""
    own = (p - middle(one)) * exp(-1j * radians(one["facing"]))
    if abs(own.real) <= one["size"][0] / 2 and abs(own.imag) <= one["size"][1] / 2:
        return 0.0
    at = corners(one)
    return min(to_side(p, at[k - 1], at[k]) for k in range(4))


def apart(a: Truth, b: Truth) -> float:
    """Return the distance between two boxes that do not overlap: some corner is nearest to the other box."""
    return min(*(to_box(p, b) for p in corners(a)), *(to_box(p, a) for p in corners(b)))


def clockwise(before: complex, after: complex) -> float:
    """Return the angle from one direction to another, in degrees clockwise seen from above, from -180 to 180."""
    return -degrees(phase(after / before))


def letter(options: list[Any], right: list[bool]) -> str:
    """Return the letter of the only right option, or that there is none."""
    return "ABCD"[right.index(True)] if right.count(True) == 1 and len(options) == len(right) else "none"
