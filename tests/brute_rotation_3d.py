"""Answer a `rotation_3d` item by trying all rotations: shares no code with the package, so it can find errors in it."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

Matrix = tuple[tuple[int, ...], ...]
Box = tuple[tuple[int, ...], tuple[int, ...]]


def _determinant(m: Matrix) -> int:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def _matrices() -> list[Matrix]:
    found = []
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        matrix = tuple(tuple(sign if column == axis else 0 for column in range(3)) for axis, sign in zip(axes, signs))
        if _determinant(matrix) == 1:
            found.append(matrix)
    return found


MATRICES = _matrices()


def _boxes(seen: dict[str, Any]) -> list[Box]:
    """Return two opposite corners of each block, in thousandths."""
    edges = [round(edge * 1000) for edge in seen["block"]]
    return [
        (
            tuple(place * edge for place, edge in zip(cell, edges)),
            tuple((place + 1) * edge for place, edge in zip(cell, edges)),
        )
        for cell in seen["cells"]
    ]


def _moved_home(boxes: list[Box]) -> frozenset[Box]:
    low = [min(corner[axis] for box in boxes for corner in box) for axis in range(3)]
    home = [[tuple(c - least for c, least in zip(corner, low)) for corner in box] for box in boxes]
    return frozenset((tuple(map(min, zip(a, b))), tuple(map(max, zip(a, b)))) for a, b in home)


def _turned(boxes: list[Box], matrix: Matrix) -> list[Box]:
    def turn(corner: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(m * c for m, c in zip(row, corner)) for row in matrix)

    return [(turn(a), turn(b)) for a, b in boxes]


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option that some rotation carries onto the question's solid, else ""."""
    turned = {_moved_home(_turned(_boxes(truth["question"]), matrix)) for matrix in MATRICES}
    right = [letter for letter, option in zip("ABCDEFGH", truth["options"]) if _moved_home(_boxes(option)) in turned]
    return right[0] if len(right) == 1 else ""
