"""Answer a `paper_folding` item with a needle: shares no code with the package, so it can find errors in it.

The folded sheet is a stack of patches, each a map from the place where it lies back to the sheet. A needle goes
through the stack at a punch and pierces every patch that lies there; the holes must be those in the picture.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Point = tuple[Fraction, Fraction]


def _mirror(point: Point, a: Point, b: Point) -> Point:
    """Return a point mirrored about the line through two others: the foot of the perpendicular, twice."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    t = ((point[0] - a[0]) * ux + (point[1] - a[1]) * uy) / (ux * ux + uy * uy)
    foot = (a[0] + t * ux, a[1] + t * uy)
    return 2 * foot[0] - point[0], 2 * foot[1] - point[1]


def _pierced(truth: dict[str, Any], punch: list[int]) -> set[Point]:
    """Return where the needle goes through the sheet, as found on the flat sheet."""
    places = {(Fraction(punch[0]), Fraction(punch[1]))}
    for fold in reversed(truth["folds"]):
        a, b, c = fold["line"]
        ends = [(Fraction(x), Fraction(y)) for x, y in fold["ends"]]
        assert all(a * x + b * y == c for x, y in ends), "the ends of a fold line lie on it"
        # What stays lay where it lies; what moved lay beyond the line. Nothing lies on the side that was moved away.
        places = {(x, y) for x, y in places if (a * x + b * y - c) * fold["moves"] < 0}
        places |= {_mirror(place, *ends) for place in places}
    side = truth["side"]
    return {(x, y) for x, y in places if 0 < x < side and 0 < y < side}


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option with exactly the holes that the needle leaves, else ""."""
    due = set().union(*(_pierced(truth, punch) for punch in truth["punches"]))
    right = [
        letter
        for letter, holes in zip("ABCDEFGH", truth["options"])
        if {(Fraction(x), Fraction(y)) for x, y in holes} == due and len(holes) == len(due)
    ]
    return right[0] if len(right) == 1 else ""
