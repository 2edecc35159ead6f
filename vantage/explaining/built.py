"""How to follow solids of blocks: by turning them, by looking at them from a side, and by filling them with pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from vantage.item import Json
from vantage.shapes import assemblies
from vantage.shapes.solids import Cell, Ints
from vantage.telling import Teller, listed

# Axes about which solids are turned, by the faces that one looks at; a turn is clockwise as they are seen.
FACES = {2: "as seen from above", 0: "as you look at its right-hand faces", 1: "as you look at its left-hand faces"}
OUTWARD = {2: 1, 0: 1, 1: -1}  # along each axis the sign of the side that is seen
AMOUNTS = {1: "a quarter turn clockwise", 2: "half a turn", 3: "a quarter turn counter-clockwise"}
RUNS = {0: "towards you to the right", 1: "away from you to the right", 2: "upright"}
REACH = 32  # blocks: far beyond how far apart two of a solid can be
Turn = tuple[int, int]  # axis, quarter turns clockwise


def _matrix(turn: Turn) -> Ints:
    """Return the rotation of a turn."""
    axis, quarters = turn
    a, b = (axis + 1) % 3, (axis + 2) % 3
    once = np.zeros((3, 3), dtype=np.int64)
    # Clockwise from outside: against the right-hand rule about the outward axis.
    once[axis, axis], once[a, b], once[b, a] = 1, OUTWARD[axis], -OUTWARD[axis]
    return np.linalg.matrix_power(once, quarters)


def _ways() -> Iterator[tuple[tuple[Turn, ...], Ints]]:
    """Yield each rotation of the grid in at most two turns, the simplest ways first."""
    yield (), np.eye(3, dtype=np.int64)
    single = [(axis, quarters) for axis in FACES for quarters in AMOUNTS]
    for turn in single:
        yield (turn,), _matrix(turn)
    for one, other in product(single, single):
        if one[0] != other[0]:
            yield (one, other), _matrix(other) @ _matrix(one)


WAYS = tuple(_ways())


def turned(truth: Json, tell: Teller) -> list[str]:
    """Tell how the solid is turned to stand as in the right option, and how near it can come to the others."""
    asked, count = truth["question"], truth["blocks"]
    row, axis = _longest(asked["cells"])
    there, way = _longest(truth["options"][tell.key]["cells"])
    steps = [
        tell.say(
            "The solid has {count} blocks. Its longest straight row has {row}, and runs {run} in the question.",
            "Look for a landmark: the longest straight row of the {count} blocks has {row}; in the question it runs "
            "{run}.",
            count=count,
            row=row,
            run=RUNS[axis],
        )
    ]
    turns = next(turns for turns, matrix in WAYS if _overlap(asked, truth["options"][tell.key], matrix) == count)
    steps.append(
        tell.say(
            "Give the solid {turns}: now it stands as in option {letter}, where such a row runs {run}.",
            "After {turns}, it stands block for block as in option {letter}; there such a row runs {run}.",
            turns=listed([f"{AMOUNTS[quarters]} {FACES[about]}" for about, quarters in turns]).replace(
                " and ", ", then "
            ),
            letter=tell.right,
            run=RUNS[way],
        )
    )
    assert there == row
    return [*steps, *(_nearly(number, truth, tell) for number in tell.wrong)]


def _nearly(number: int, truth: Json, tell: Teller) -> str:
    """Return how nearly a wrong option can be laid on the question's solid."""
    option, count, letter = truth["options"][number], truth["blocks"], tell.letters[number]
    mirror = np.diag([-1, 1, 1])
    if any(_overlap(truth["question"], option, matrix @ mirror) == count for _, matrix in WAYS):
        return tell.say(
            "Option {letter} is its mirror image: no turn makes them the same.",
            "To get option {letter} the solid would have to be mirrored, which no turn does.",
            letter=letter,
        )
    best = max(_overlap(truth["question"], option, matrix) for _, matrix in WAYS)
    return tell.say(
        "Of option {letter} at most {best} of the {count} blocks can be brought to where the solid has them.",
        "However the solid is turned, no more than {best} of its {count} blocks fall on blocks of option {letter}.",
        letter=letter,
        best=best,
        count=count,
    )


def _overlap(one: Json, other: Json, matrix: Ints) -> int:
    """Return how many blocks fall on blocks when a solid is turned and shifted; 0 if the blocks are not alike."""
    if not np.allclose(np.abs(matrix) @ np.array(one["block"]), other["block"]):
        return 0
    moved = np.array(one["cells"]) @ matrix.T
    shifts = (np.array(other["cells"])[:, None] - moved[None] + REACH) @ (1, 2 * REACH, 4 * REACH**2)
    return int(np.bincount(shifts.ravel()).max())


def _longest(cells: list[list[int]]) -> tuple[int, int]:
    """Return how long the longest straight row is, and along which axis."""
    taken = {(x, y, z) for x, y, z in cells}
    best = (0, 0)
    for cell, axis in product(sorted(taken), range(3)):
        length, step = 0, list(cell)
        while (step[0], step[1], step[2]) in taken:
            length, step[axis] = length + 1, step[axis] + 1
        best = max(best, (length, -axis))
    return best[0], -best[1]


SIDES = {
    (1, 0, 0): "right",
    (-1, 0, 0): "left",
    (0, -1, 0): "front",
    (0, 1, 0): "back",
    (0, 0, 1): "top",
    (0, 0, -1): "bottom",
}


def projected(truth: Json, tell: Teller) -> list[str]:
    """Tell what is on the right and above from a side, how deep the blocks lie, and where the options differ."""
    (a, b, c), (d, e, f) = truth["look"], truth["up"]
    right = (b * f - c * e, c * d - a * f, a * e - b * d)
    picture = "first" if truth["side"] in ("front", "right", "top") else "second"
    due = truth["options"][tell.key]
    where = tell.say(
        "The large arrow points at the {side} of the solid, which the {picture} picture shows.",
        "You look at the {side} of the solid. It shows in the {picture} picture.",
        side=truth["side"],
        picture=picture,
    )
    held = tell.say(
        "Held that way, the {right} of the solid is on your right and its {up} is above.",
        "Seen so, its {right} is on your right, its {up} above.",
        right=SIDES[right],
        up=SIDES[d, e, f],
    )
    seen = tell.say(
        "Row by row from the top, with 1 for the nearest plane of blocks, 2 for the next and so on, and - for none, "
        "you "
        "see: {rows}.",
        "The squares, in rows from the top, by how deep the block lies there (1 is nearest, - is a gap): {rows}.",
        rows=" / ".join(" ".join(map(_depth, row)) for row in due),
    )
    return [
        f"{where} {held}",
        seen,
        *(_off(truth["options"][number], due, tell.letters[number]) for number in tell.wrong),
    ]


def _depth(value: int) -> str:
    return str(value + 1) if value >= 0 else "-"


def _off(option: list[list[int]], due: list[list[int]], letter: str) -> str:
    """Return where an option differs from what is seen."""
    size, wanted = (len(option[0]), len(option)), (len(due[0]), len(due))
    if size != wanted:
        return f"Option {letter} is {size[0]} wide and {size[1]} high, not {wanted[0]} and {wanted[1]}."
    row, column = next(
        (row, column) for row, line in enumerate(due) for column, one in enumerate(line) if option[row][column] != one
    )
    found, right = _depth(option[row][column]), _depth(due[row][column])
    return f"Option {letter} has {found} in row {row + 1}, square {column + 1}, where {right} is due."


def filled(truth: Json, tell: Teller) -> list[str]:
    """Tell where the pieces of the right set go, and why those of the others do not fill the solid."""
    solid = frozenset((x, y, z) for x, y, z in truth["solid"])
    sets = [[[(x, y, z) for x, y, z in piece] for piece in pieces] for pieces in truth["options"]]
    places = _filling(sets[tell.key], solid)
    sizes = listed([str(len(piece)) for piece in sets[tell.key]])
    steps = [
        tell.say(
            "The solid has {count} blocks; the pieces of every set, from the upper left row by row, have {sizes}.",
            "Every set has pieces of {sizes} blocks, row by row from the upper left; together that is the {count} of "
            "the solid.",
            count=len(solid),
            sizes=sizes,
        ),
        tell.say(
            "Set {letter} fills it. With a digit for each piece in that order and - where nothing is, each layer is "
            "told "
            "in rows from the back to the front, each from left to right.",
            "The pieces of set {letter} fit like this. Layers are in rows from the back to the front, each row from "
            "left "
            "to right; a digit says which piece is there, - that nothing is.",
            letter=tell.right,
        ),
    ]
    number = {cell: str(piece + 1) for piece, cells in enumerate(places) for cell in cells}
    wide, deep, high = (max(axis) + 1 for axis in zip(*solid))
    for z in range(high):
        rows = ("".join(number.get((x, y, z), "-") for y in range(deep)) for x in range(wide))
        steps.append(f"Layer {z + 1} from the bottom: {' / '.join(rows)}.")
    return [*steps, *(_unfilled(sets[number], solid, tell.letters[number]) for number in tell.wrong)]


def _unfilled(pieces: list[list[Cell]], solid: frozenset[Cell], letter: str) -> str:
    """Return why a set does not fill the solid."""
    stuck = [number for number, piece in enumerate(pieces) if not assemblies.fits(piece, solid)]
    if stuck:
        return f"In set {letter} piece {stuck[0] + 1} fits nowhere in the solid."
    ways = listed([str(len(assemblies.fits(piece, solid))) for piece in pieces])
    return f"The pieces of set {letter} fit in {ways} places, each by itself, but never all at once."


def _filling(pieces: list[list[Cell]], solid: frozenset[Cell]) -> list[frozenset[Cell]]:
    """Return where each piece goes, so that all together fill the solid; empty if that cannot be."""
    if not pieces:
        return []
    for spot in map(frozenset, assemblies.fits(pieces[0], solid)):
        rest = _filling(pieces[1:], solid - spot)
        if len(rest) == len(pieces) - 1:
            return [spot, *rest]
    return []
