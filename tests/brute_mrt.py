"""Answer an `mrt` item by trying all frames that its cubes' edges span: shares no code with the package."""

from __future__ import annotations

from itertools import product
from typing import Any

Vector = tuple[float, float, float]


def _minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _frames(centres: list[Vector]) -> list[tuple[Vector, Vector, Vector]]:
    """Return the right-handed frames along the cubes' edges, from the steps between cubes that touch."""
    steps = [_minus(a, b) for a, b in product(centres, repeat=2)]
    steps = [step for step in steps if abs(_dot(step, step) - 1) < 0.01]
    pairs = [(a, b) for a, b in product(steps, repeat=2) if abs(_dot(a, b)) < 0.01]
    return [(a, b, _cross(a, b)) for a, b in pairs]


def _places(centres: list[Vector], frame: tuple[Vector, Vector, Vector]) -> frozenset[tuple[int, ...]]:
    """Return the cubes in whole steps along the frame's directions, from the least along each."""
    along = [[_dot(centre, direction) for direction in frame] for centre in centres]
    low = [min(row[axis] for row in along) for axis in range(3)]
    return frozenset(tuple(round(value - least) for value, least in zip(row, low)) for row in along)


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option that looks, in some frame, as the question does in one of its own."""
    asked = [tuple(centre) for centre in truth["question"]["centres"]]
    wanted = _places(asked, _frames(asked)[0])
    right = []
    for letter, option in zip("ABCDEFGH", truth["options"]):
        centres = [tuple(centre) for centre in option["centres"]]
        if any(_places(centres, frame) == wanted for frame in _frames(centres)):
            right.append(letter)
    return right[0] if len(right) == 1 else ""
