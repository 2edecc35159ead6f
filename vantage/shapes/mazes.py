"""Mazes of blocks: rooms in a square, joined so that there is exactly one way between any two rooms.

Rooms are counted (row, column) from the top left. On the grid of blocks, room (r, c) is block (2r + 1, 2c + 1). The
block between two joined rooms is open; all other blocks are walls.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from vantage import seeds

Place = tuple[int, int]  # row, column
Ways = Mapping[Place, Sequence[Place]]  # room: the rooms joined to it

WALL, OPEN, WAY, START, EXIT = "#.*SE"
STEPS: tuple[Place, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left: each a right turn from the last
NEWEST = 0.7  # how often a corridor continues at its end; otherwise it branches, which makes dead ends


@dataclass(frozen=True)
class MazeDrawing:
    """A maze as rows of characters from the top: "#" wall, "." open, "*" the way, "S" its start and "E" its end."""

    painter: ClassVar[str] = "vantage.render.corridors:draw_maze"

    rows: tuple[str, ...]


def carve(side: int, rng: np.random.Generator) -> Ways:
    """Return a maze of `side` by `side` rooms: a tree of branching corridors, grown from one room."""
    first = (int(rng.integers(side)), int(rng.integers(side)))
    ways: dict[Place, list[Place]] = {first: []}
    growing = [first]
    while growing:
        index = -1 if rng.random() < NEWEST else int(rng.integers(len(growing)))
        room = growing[index]
        free = [near for near in _neighbours(room, side) if near not in ways]
        if not free:
            growing.pop(index)
            continue
        opened = free[int(rng.integers(len(free)))]
        ways[room].append(opened)
        ways[opened] = [room]
        growing.append(opened)
    return ways


def _neighbours(room: Place, side: int) -> list[Place]:
    near = [(room[0] + down, room[1] + right) for down, right in STEPS]
    return [(row, column) for row, column in near if 0 <= row < side and 0 <= column < side]


def routes(ways: Ways, start: Place) -> list[tuple[Place, ...]]:
    """Return the way from `start` to every other room, as the rooms on it in order."""
    found: list[tuple[Place, ...]] = [(start,)]
    for route in found:  # the list grows during the loop
        found.extend((*route, room) for room in ways[route[-1]] if room not in route[-2:])
    return found[1:]


def turns(route: Sequence[Place]) -> tuple[int, int]:
    """Return how often someone who walks the route turns left, and how often right."""
    headings = [STEPS.index((b[0] - a[0], b[1] - a[1])) for a, b in itertools.pairwise(route)]
    changes = [(after - before) % len(STEPS) for before, after in itertools.pairwise(headings)]
    return changes.count(3), changes.count(1)


def block(room: Place) -> Place:
    """Return the block of a room."""
    return (2 * room[0] + 1, 2 * room[1] + 1)


def blocks(route: Sequence[Place]) -> list[Place]:
    """Return the blocks on a route through rooms, in order, including both ends."""
    found = [block(route[0])]
    for a, b in itertools.pairwise(route):
        found += [(a[0] + b[0] + 1, a[1] + b[1] + 1), block(b)]
    return found


def rows(ways: Ways) -> tuple[str, ...]:
    """Return the maze as rows of characters, with only walls and open blocks."""
    side = 1 + max(row for row, _ in ways)
    signs = np.full((2 * side + 1, 2 * side + 1), WALL)
    for room, joined in ways.items():
        for other in joined:
            for row, column in blocks((room, other)):
                signs[row, column] = OPEN
    return tuple("".join(line) for line in signs)


def drawing(bare: Sequence[str], way: Sequence[Place]) -> MazeDrawing:
    """Return the drawing of a maze with the way through these blocks marked."""
    signs = [list(line) for line in bare]
    for row, column in way:
        signs[row][column] = WAY
    for (row, column), sign in ((way[0], START), (way[-1], EXIT)):
        signs[row][column] = sign
    return MazeDrawing(tuple("".join(line) for line in signs))


def situation(shown: MazeDrawing) -> str:
    """Return a digest of the maze with its start and exit, the same for all turned and mirrored copies."""
    signs = np.frombuffer("".join(shown.rows).encode(), dtype=np.uint8).reshape(len(shown.rows), -1)
    turned = [np.rot90(kind, quarters) for kind in (signs, signs.T) for quarters in range(4)]
    return seeds.digest("maze", min(one.tobytes() for one in turned).decode())
