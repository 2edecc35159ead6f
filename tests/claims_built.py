"""Read what is said of solids and pieces, and check it by moving every block."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import Any

import numpy as np

from tests.claims import Rule, Told

LETTER = "(?P<letter>[A-D])"
# Clockwise, as one looks at the top, the right-hand (+x) and the left-hand (-y) faces: where x, y and z then point.
ONCE = {
    "as seen from above": np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]),
    "as you look at its right-hand faces": np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]),
    "as you look at its left-hand faces": np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
}
TIMES = {"a quarter turn clockwise": 1, "half a turn": 2, "a quarter turn counter-clockwise": 3}
RUNS = {"towards you to the right": 0, "away from you to the right": 1, "upright": 2}
SIDES = {
    "right": (1, 0, 0),
    "left": (-1, 0, 0),
    "front": (0, -1, 0),
    "back": (0, 1, 0),
    "top": (0, 0, 1),
    "bottom": (0, 0, -1),
}


def _every() -> list[np.ndarray]:
    """All 48 matrices that turn or mirror the grid."""
    found = []
    for axes, signs in itertools.product(itertools.permutations(range(3)), itertools.product((1, -1), repeat=3)):
        matrix = np.zeros((3, 3), dtype=int)
        matrix[range(3), axes] = signs
        found.append(matrix)
    return found


EVERY = _every()


def _common(one: Any, other: Any, matrix: np.ndarray) -> int:
    """The most blocks of a solid that fall on blocks of another, when it is moved so and shifted."""
    if not np.allclose(np.abs(matrix @ np.array(one["block"])), other["block"]):
        return 0
    moved = [tuple(matrix @ np.array(cell)) for cell in one["cells"]]
    shifts = Counter(tuple(np.array(b) - a) for a in map(np.array, moved) for b in other["cells"])
    return max(shifts.values())


def _most(told: Told, letter: str, mirrored: bool) -> int:
    option = told.truth["options"][told.number(letter)]
    ways = [matrix for matrix in EVERY if (round(np.linalg.det(matrix)) < 0) == mirrored]
    return max(_common(told.truth["question"], option, matrix) for matrix in ways)


def _runs(seen: Any) -> list[tuple[int, int]]:
    """How many blocks the longest straight row along each axis has."""
    taken = {tuple(cell) for cell in seen["cells"]}
    found = []
    for axis in range(3):
        step = tuple(int(axis == k) for k in range(3))
        rows = [
            next(n for n in range(99) if tuple(a + n * b for a, b in zip(cell, step)) not in taken) for cell in taken
        ]
        found.append((max(rows), axis))
    return found


def _row(told: Told, count: str, row: str, run: str) -> bool:
    longest = max(length for length, _ in _runs(told.truth["question"]))
    told.said["row"] = longest
    return (
        int(count) == told.truth["blocks"]
        and (int(row), RUNS[run]) in _runs(told.truth["question"])
        and int(row) == longest
    )


def _turns(told: Told, turns: str, letter: str, run: str) -> bool:
    matrix = np.eye(3, dtype=int)
    for turn in turns.split(", then "):
        about = next(words for words in ONCE if turn.endswith(words))
        matrix = np.linalg.matrix_power(ONCE[about], TIMES[turn.removesuffix(about).strip()]) @ matrix
    option = told.truth["options"][told.number(letter)]
    whole = _common(told.truth["question"], option, matrix) == told.truth["blocks"]
    return whole and (told.said["row"], RUNS[run]) in _runs(option)


def _at_most(told: Told, letter: str, best: str, count: str) -> bool:
    return int(count) == told.truth["blocks"] > int(best) == _most(told, letter, mirrored=False)


def _mirror(told: Told, letter: str) -> bool:
    count = told.truth["blocks"]
    return _most(told, letter, mirrored=True) == count > _most(told, letter, mirrored=False)


# -- A solid from a side


def _view(told: Told) -> dict[tuple[int, int], int]:
    """How deep the first block lies at each place, by row from the top and by square from the left."""
    look, up = (np.array(told.truth[name]) for name in ("look", "up"))
    cells = np.array(told.truth["cells"])
    axes = [cells @ np.cross(look, up), -cells @ up, cells @ look]
    across, down, deep = (values - values.min() for values in axes)
    found: dict[tuple[int, int], int] = {}
    for column, row, depth in zip(across, down, deep):
        found[row, column] = min(found.get((row, column), 99), int(depth) + 1)
    return found


def _read(text: str) -> dict[tuple[int, int], int]:
    rows = [row.split() for row in text.split(" / ")]
    return {(y, x): int(one) for y, row in enumerate(rows) for x, one in enumerate(row) if one != "-"}


def _shown(told: Told, letter: str) -> dict[tuple[int, int], int]:
    rows = told.truth["options"][told.number(letter)]
    return {(y, x): depth + 1 for y, row in enumerate(rows) for x, depth in enumerate(row) if depth >= 0}


def _pointed(told: Told, side: str, picture: str) -> bool:
    toward = tuple(-part for part in told.truth["look"])
    return SIDES[side] == toward and (picture == "first") == (side in ("front", "right", "top"))


def _held(told: Told, right: str, up: str) -> bool:
    sideways = tuple(np.cross(told.truth["look"], told.truth["up"]).tolist())
    return SIDES[right] == sideways and SIDES[up] == tuple(told.truth["up"])


def _size(view: dict[tuple[int, int], int]) -> tuple[int, int]:
    return max(x for _, x in view) + 1, max(y for y, _ in view) + 1


def _sized(told: Told, letter: str, wide: str, high: str, width: str, height: str) -> bool:
    return _size(_shown(told, letter)) == (int(wide), int(high)) != _size(_view(told)) == (int(width), int(height))


def _off(told: Told, letter: str, found: str, row: str, square: str, due: str) -> bool:
    at = (int(row) - 1, int(square) - 1)
    seen = [str(view.get(at, "-")) for view in (_shown(told, letter), _view(told))]
    return seen == [found, due] and found != due


# -- Pieces that fill a solid or a figure. Cells are tuples; a set's pieces are told by their numbers, from 1.


def _pieces(told: Told, letter: str) -> list[list[tuple[int, ...]]]:
    return [[tuple(cell) for cell in piece] for piece in told.truth["options"][told.number(letter)]]


def _shifted(piece: Any, room: set[Any]) -> set[frozenset[Any]]:
    """All places of a piece within a solid or figure."""
    low = tuple(map(min, zip(*piece)))
    size = [max(axis) + 1 for axis in zip(*room)]
    found = set()
    for shift in itertools.product(*map(range, size)):
        moved = frozenset(tuple(c - a + s for c, a, s in zip(cell, low, shift)) for cell in piece)
        if moved <= room:
            found.add(moved)
    return found


def _can_fill(choices: list[set[frozenset[Any]]], room: frozenset[Any]) -> bool:
    """Whether one place of each piece can be chosen so that they cover everything once: the first gap decides."""
    if not choices or not room:
        return not choices and not room
    gap = min(room)
    return any(
        _can_fill(choices[:k] + choices[k + 1 :], room - spot)
        for k, places in enumerate(choices)
        for spot in places
        if gap in spot and spot <= room
    )


def _solid(told: Told) -> set[Any]:
    return {tuple(cell) for cell in told.truth["solid"]}


def _counts(told: Told, count: str, sizes: str) -> bool:
    said = [int(size) for size in re.findall(r"\d+", sizes)]
    right = all([len(piece) for piece in _pieces(told, letter)] == said for letter in "ABCD")
    return right and int(count) == len(_solid(told)) == sum(said)


def _set(told: Told, letter: str) -> bool:
    told.said |= {"letter": letter, "cells": {}, "layers": 0}
    return True


def _layer(told: Told, z: str, rows: str) -> bool:
    """Collect a layer; with the last one, all pieces of the set must be where they are said to be."""
    for x, row in enumerate(rows.split(" / ")):
        for y, digit in enumerate(row):
            if digit != "-":
                told.said["cells"].setdefault(int(digit), set()).add((x, y, int(z) - 1))
    told.said["layers"] += 1
    high = max(z for _, _, z in _solid(told)) + 1
    if int(z) != told.said["layers"] or int(z) < high:
        return int(z) == told.said["layers"]
    pieces, cells = _pieces(told, told.said["letter"]), told.said["cells"]
    placed = all(cells.get(k) in _shifted(piece, _solid(told)) for k, piece in enumerate(pieces, 1))
    return placed and set().union(*cells.values()) == _solid(told) and len(cells) == len(pieces)


def _stuck(told: Told, letter: str, piece: str) -> bool:
    return not _shifted(_pieces(told, letter)[int(piece) - 1], _solid(told))


def _never(told: Told, letter: str, ways: str) -> bool:
    places = [_shifted(piece, _solid(told)) for piece in _pieces(told, letter)]
    said = [int(number) for number in re.findall(r"\d+", ways)]
    return [len(some) for some in places] == said and not _can_fill(places, frozenset(_solid(told)))


# -- Flat pieces


def _turned(piece: Any, quarters: int) -> list[tuple[int, int]]:
    cells = [(x, y) for x, y in piece["cells"]]
    for _ in range(quarters):
        cells = [(-y, x) for x, y in cells]
    return cells


def _figure(told: Told, letter: str) -> set[Any]:
    return {tuple(cell) for cell in told.truth["options"][told.number(letter)]}


def _flat_places(told: Told, number: int, letter: str) -> set[frozenset[Any]]:
    piece = told.truth["pieces"][number]
    return set().union(*(_shifted(_turned(piece, quarters), _figure(told, letter)) for quarters in range(4)))


def _named(told: Told, named: str, count: str) -> bool:
    found = re.findall(r"piece (\d) with (\d+) squares, at the (upper|lower) (left|right)", named)
    for (number, size, height, side), piece in zip(found, told.truth["pieces"], strict=True):
        x, y = piece["middle"]
        where = (height == "upper") == (y < 0) and (side == "left") == (x < 0)
        if not where or int(size) != len(piece["cells"]) or piece is not told.truth["pieces"][int(number) - 1]:
            return False
    return all(len(_figure(told, letter)) == int(count) for letter in "ABCD")


def _laid(told: Told, letter: str, said: str) -> bool:
    told.said |= {"letter": letter, "turns": {}}
    for number, turn in re.findall(r"piece (\d) (?:turned by (\d+)° clockwise|as it lies)", said):
        told.said["turns"][int(number)] = int(turn or 0)
    return len(told.said["turns"]) == len(told.truth["pieces"])


def _laid_out(told: Told, rows: str) -> bool:
    owner: dict[int, set[Any]] = {}
    for y, row in enumerate(rows.split(" / ")):
        for x, digit in enumerate(row):
            if digit != "-":
                owner.setdefault(int(digit), set()).add((x, y))
    figure = _figure(told, told.said["letter"])
    for number, piece in enumerate(told.truth["pieces"], 1):
        # From how it lies in the picture, this turn must bring it along the grid, and to its squares.
        quarters, rest = divmod(told.said["turns"][number] + piece["angle"], 90)
        if rest or owner.get(number) not in _shifted(_turned(piece, quarters % 4), figure):
            return False
    return set().union(*owner.values()) == figure


def _fits(told: Told, letter: str, ways: str) -> bool:
    choices = [_flat_places(told, number, letter) for number in range(len(told.truth["pieces"]))]
    return len(choices[0]) == int(ways) and not _can_fill(choices, frozenset(_figure(told, letter)))


RUN = "(?P<run>towards you to the right|away from you to the right|upright)"
RULES: dict[str, list[Rule]] = {
    "rotation_3d": [
        (r"The solid has (?P<count>\d+) blocks\.", lambda told, count: int(count) == told.truth["blocks"]),
        (
            f"Its longest straight row has (?P<row>\\d+), and runs {RUN} in the question\\.",
            lambda told, **said: _row(told, count=told.truth["blocks"], **said),
        ),
        (
            r"Look for a landmark: the longest straight row of the (?P<count>\d+) blocks has (?P<row>\d+); in the "
            r"question it "
            f"runs {RUN}\\.",
            _row,
        ),
        (f"Give the solid (?P<turns>.*): now it stands as in option {LETTER}, where such a row runs {RUN}\\.", _turns),
        (
            f"After (?P<turns>.*), it stands block for block as in option {LETTER}; there such a row runs {RUN}\\.",
            _turns,
        ),
        (f"Option {LETTER} is its mirror image: no turn makes them the same\\.", _mirror),
        (f"To get option {LETTER} the solid would have to be mirrored, which no turn does\\.", _mirror),
        (
            f"Of option {LETTER} at most (?P<best>\\d+) of the (?P<count>\\d+) blocks can be brought to where the "
            f"solid has "
            r"them\.",
            _at_most,
        ),
        (
            r"However the solid is turned, no more than (?P<best>\d+) of its (?P<count>\d+) blocks fall on blocks of "
            r"option "
            f"{LETTER}\\.",
            _at_most,
        ),
    ],
    "projection_3d": [
        (
            r"The large arrow points at the (?P<side>\w+) of the solid, which the (?P<picture>first|second) picture "
            r"shows\.",
            _pointed,
        ),
        (r"You look at the (?P<side>\w+) of the solid\.", lambda told, side: bool(told.said.update(side=side)) or True),
        (
            r"It shows in the (?P<picture>first|second) picture\.",
            lambda told, picture: _pointed(told, told.said["side"], picture),
        ),
        (r"Held that way, the (?P<right>\w+) of the solid is on your right and its (?P<up>\w+) is above\.", _held),
        (r"Seen so, its (?P<right>\w+) is on your right, its (?P<up>\w+) above\.", _held),
        (
            r"Row by row from the top, with 1 for the nearest plane of blocks, 2 for the next and so on, and - for "
            r"none, you "
            r"see: (?P<rows>.*)\.",
            lambda told, rows: _read(rows) == _view(told),
        ),
        (
            r"The squares, in rows from the top, by how deep the block lies there \(1 is nearest, - is a gap\): "
            r"(?P<rows>.*)\.",
            lambda told, rows: _read(rows) == _view(told),
        ),
        (
            f"Option {LETTER} is (?P<wide>\\d+) wide and (?P<high>\\d+) high, not (?P<width>\\d+) and "
            f"(?P<height>\\d+)\\.",
            _sized,
        ),
        (
            f"Option {LETTER} has (?P<found>\\d+|-) in row (?P<row>\\d+), square (?P<square>\\d+), where "
            f"(?P<due>\\d+|-) is "
            r"due\.",
            _off,
        ),
    ],
    "combination_3d": [
        (
            r"The solid has (?P<count>\d+) blocks; the pieces of every set, from the upper left row by row, have "
            r"(?P<sizes>.*)\.",
            _counts,
        ),
        (
            r"Every set has pieces of (?P<sizes>.*) blocks, row by row from the upper left; together that is the "
            r"(?P<count>\d+) of the solid\.",
            _counts,
        ),
        (f"Set {LETTER} fills it\\.", _set),
        (
            r"With a digit for each piece in that order and - where nothing is, each layer is told in rows from the "
            r"back to "
            r"the front, each from left to right\.",
            lambda told: "letter" in told.said,
        ),
        (f"The pieces of set {LETTER} fit like this\\.", _set),
        (
            r"Layers are in rows from the back to the front, each row from left to right; a digit says which piece is "
            r"there, "
            r"- that nothing is\.",
            lambda told: "letter" in told.said,
        ),
        (r"Layer (?P<z>\d+) from the bottom: (?P<rows>[-\d/ ]+)\.", _layer),
        (f"In set {LETTER} piece (?P<piece>\\d+) fits nowhere in the solid\\.", _stuck),
        (
            f"The pieces of set {LETTER} fit in (?P<ways>[\\d, and]+) places, each by itself, but never all at once\\.",
            _never,
        ),
    ],
    "combination_2d": [
        (r"Number the pieces: (?P<named>.*)\.", lambda told, named: bool(told.said.update(named=named)) or True),
        (
            r"Together they have (?P<count>\d+) squares, as every figure has\.",
            lambda told, count: _named(told, told.said["named"], count),
        ),
        (r"Call them (?P<named>.*)\.", lambda told, named: bool(told.said.update(named=named)) or True),
        (
            r"They have (?P<count>\d+) squares in all; so has each figure, so counting does not help\.",
            lambda told, count: _named(told, told.said["named"], count),
        ),
        (f"The figure of option {LETTER} is filled by (?P<said>.*)\\.", _laid),
        (r"In rows from the top, a digit for the piece on each square: (?P<rows>[-\d/ ]+)\.", _laid_out),
        (f"Take option {LETTER}: (?P<said>.*) fill it\\.", _laid),
        (r"Here it is in rows from the top, each square with the number of its piece: (?P<rows>[-\d/ ]+)\.", _laid_out),
        (f"In option {LETTER} there is no room for piece 1\\.", lambda told, letter: not _flat_places(told, 0, letter)),
        (
            f"In option {LETTER} piece 1 fits in (?P<ways>\\d+) places?, but the others never fill what is left\\.",
            _fits,
        ),
    ],
}
