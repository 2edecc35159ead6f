"""Paper form board: which figure can be put together from these pieces, turned but not turned over?

The option set comes first: figures of equal area, which are edits of a hidden figure. Each of them is cut into pieces
that cannot cover the other three; only then is the key drawn, whose pieces are shown. So `make` knows the key because
it cut it, and checks the other options by packing bits row by row. `solve` cuts nothing: it solves an exact cover over
sets, trying the cell with the fewest choices first.

Pieces with square corners cover such a figure only along the grid: a piece's corner must lie in the figure's topmost,
leftmost corner, and the same holds for the rest. So it is enough to try quarter turns and whole shifts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage.explaining import pieces
from vantage.item import Answer, Choice, Json
from vantage.shapes import figures, siblings
from vantage.shapes.figures import Figure, FiguresDrawing, Placed
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "The pieces may be turned in the plane of the picture, but not turned over"
QUESTION = (
    "<image>\nThe picture shows {count} flat pieces. Which option shows a figure that can be put together from all of "
    f"these pieces, without gaps and without overlaps? {STATED}. Pieces and figures are drawn to the same scale."
)
COUNTS = {3: "three", 4: "four", 5: "five"}
COLOURS = ("sky", "green", "orange", "pink")
BUSHINESS = 2.0  # compact figures
TRIES = 40  # how many hidden figures are grown before the draw is refused
CUTS = 12  # how many ways to cut a figure are tried
THROWS = 80  # how many places are tried for a piece
LAYOUTS = 12  # how often laying out the pieces starts again
LONGEST = 6  # largest width and height of a figure, in cells
CLEAR = 1.75  # least distance between the middles of two pieces' cells, in cells: more than two half diagonals
SCALE = {3: 0.14, 4: 0.115, 5: 0.1}  # number of pieces -> side of a cell, as a share of the picture's side


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    pieces: tuple[int, ...]
    area: tuple[int, int]  # fewest, most cells
    mirrors: bool  # whether the options are two figures and their mirror images, instead of four figures
    step: int  # pieces are turned by multiples of this, in degrees
    turned: bool  # whether each option has a turn of its own, instead of one for all


TIERS = {
    "easy": Tier((3,), (10, 12), mirrors=False, step=90, turned=False),
    "medium": Tier((3, 4), (13, 15), mirrors=True, step=90, turned=False),
    "hard": Tier((4, 5), (17, 20), mirrors=True, step=45, turned=True),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    smallest: int = 3  # fewest cells of a piece

    def __post_init__(self) -> None:
        if not 1 <= self.smallest <= 3:
            raise ValueError(f"smallest must be 1..3, not {self.smallest}")


@dataclass(frozen=True)
class Member:
    """A figure on offer, with the pieces that are shown if it becomes the key."""

    figure: Figure
    pieces: tuple[Placed, ...]


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw figures, cut each of them, then draw the key and show its pieces."""
    tier = TIERS[slot.tier]
    count = int(rng.choice(tier.pieces))
    members = _members(params, tier, count, slot, rng)
    colour = str(rng.choice(COLOURS))
    turns = rng.integers(4, size=len(members)) if tier.turned else np.full(len(members), rng.integers(4))
    key = int(rng.integers(len(members)))
    shown = [figures.image(member.figure, figures.TURNS[turn]) for member, turn in zip(members, turns)]
    offers = [
        Offer(
            drawing=FiguresDrawing((Placed(figure),), SCALE[count], colour),
            label=figures.name(figure),
            rule=siblings.rule(number, key, tier.mirrors),
        )
        for number, figure in enumerate(shown)
    ]
    order, options = arrange(slot, offers, key, rng)
    pieces = members[key].pieces
    area = len(members[key].figure.cells)
    return Draft(
        question=QUESTION.format(count=COUNTS[count]),
        drawings=(FiguresDrawing(pieces, SCALE[count], colour),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "pieces": [_seen(piece) for piece in pieces],
            "options": [[list(cell) for cell in shown[i].cells] for i in order],
            "scale": SCALE[count],
        },
        situation=figures.situation(members[key].figure),
        tags={"pieces": count, "cells": area},
    )


def _members(params: Params, tier: Tier, count: int, slot: Slot, rng: np.random.Generator) -> list[Member]:
    """Return the option set: each figure's pieces cannot build the others, so any of them could become the key."""
    for _ in range(TRIES):
        area = int(rng.integers(tier.area[0], tier.area[1] + 1))
        shapes = _shapes(figures.grow(area, rng, BUSHINESS), tier, slot, rng)
        members: list[Member] = []
        for shape in shapes:
            pieces = _pieces(params, shape, shapes, count, rng)
            placed = _laid_out(pieces, tier.step, SCALE[count], rng) if pieces else ()
            if not placed:
                break
            members.append(Member(shape, placed))
        if shapes and len(members) == len(shapes):
            return members
    raise Refused(f"no figures that can be cut apart fairly were found in {TRIES} tries")


def _shapes(hidden: list[figures.Point], tier: Tier, slot: Slot, rng: np.random.Generator) -> list[Figure]:
    """Return figures of the slot's split that differ from a hidden one in the place of one cell."""

    def fair(shape: Figure, situation: str, lopsided: bool) -> bool:
        return lopsided and max(shape.size) <= LONGEST and slot.allows(situation)

    shapes = figures.pick(figures.changed(figures.figure(hidden), ["cell"]), 2 if tier.mirrors else 4, fair, rng)
    return [*shapes, *map(figures.mirrored, shapes)] if tier.mirrors else shapes


def _pieces(
    params: Params, shape: Figure, shapes: Sequence[Figure], count: int, rng: np.random.Generator
) -> list[Figure]:
    """Return pieces of a figure that can cover none of the others; empty if none were found."""
    area = len(shape.cells)
    for _ in range(CUTS):
        spare = rng.multinomial(area - count * params.smallest, np.full(count, 1 / count))
        sizes = [params.smallest + int(extra) for extra in spare]
        parts = [figures.figure(part) for part in figures.cut(shape.cells, sizes, rng)]
        whole = all(figures.sound(part) for part in parts)
        if parts and whole and not any(figures.packs(other, parts) for other in shapes if other != shape):
            return parts
    return []


def _laid_out(pieces: Sequence[Figure], step: int, scale: float, rng: np.random.Generator) -> tuple[Placed, ...]:
    """Return the pieces turned and spread over the picture at random, well apart; empty if no layout was found."""
    room = 0.5 / scale - 0.25
    for _ in range(LAYOUTS):
        placed: list[Placed] = []
        middles = np.empty((0, 2))
        for piece in sorted(pieces, key=lambda piece: -len(piece.cells)):  # the largest need room
            angle = int(rng.integers(360 // step)) * step
            own, reach = _middles(piece, angle)
            free = room - reach
            throws = np.round(rng.uniform(-free, free, size=(THROWS, 2)), 2)
            apart = np.linalg.norm(throws[:, None, None] + own[:, None] - middles, axis=3) >= CLEAR
            good = np.flatnonzero(apart.all(axis=(1, 2)))
            if not len(good):
                break
            x, y = throws[good[0]].tolist()
            placed.append(Placed(piece, angle, x, y))
            middles = np.concatenate([middles, own + throws[good[0]]])
        if len(placed) == len(pieces):
            return tuple(placed)
    return ()


def _middles(piece: Figure, angle: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the middles of a turned piece's cells (n, 2), from the middle of its box, and half the box's sides."""
    c, s = cos(radians(angle)), sin(radians(angle))
    turn = np.array([[c, s], [-s, c]])
    corners = np.array(figures.outline(piece)) @ turn
    low, high = corners.min(axis=0), corners.max(axis=0)
    return (np.array(piece.cells) + 0.5) @ turn - (low + high) / 2, (high - low) / 2


def _seen(piece: Placed) -> dict[str, Any]:
    """Return a piece as it lies: quarter turns are applied to its cells, and `angle` is the rest."""
    quarters, angle = divmod(piece.angle, 90)
    cells = figures.image(piece.figure, figures.TURNS[quarters]).cells
    return {"cells": [list(cell) for cell in cells], "angle": angle, "middle": [piece.x, piece.y]}


def solve(truth: Json) -> Answer:
    """Return the option that the pieces can cover exactly."""
    pieces = [[(x, y) for x, y in piece["cells"]] for piece in truth["pieces"]]
    return only(_covers({(x, y) for x, y in cells}, pieces) for cells in truth["options"])


Spot = tuple[int, frozenset[tuple[int, int]]]  # a piece's number and the cells that it would cover


def _covers(region: set[tuple[int, int]], pieces: list[list[tuple[int, int]]]) -> bool:
    if sum(map(len, pieces)) != len(region):
        return False
    spots: set[Spot] = set()
    for number, piece in enumerate(pieces):
        for turned in _four_ways(piece):
            (ax, ay) = turned[0]
            for x, y in region:
                cells = frozenset((x + u - ax, y + v - ay) for u, v in turned)
                if cells <= region:
                    spots.add((number, cells))
    return _filled(frozenset(region), spots)


def _four_ways(piece: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    ways = [piece]
    for _ in range(3):
        ways.append([(-y, x) for x, y in ways[-1]])
    return ways


def _filled(free: frozenset[tuple[int, int]], spots: set[Spot]) -> bool:
    """Return whether one spot per piece can fill the free cells; the cell with the fewest spots is tried first."""
    if not free:
        return True
    choices: dict[tuple[int, int], list[Spot]] = {cell: [] for cell in free}
    for spot in spots:
        for cell in spot[1]:
            choices[cell].append(spot)
    for number, cells in min(choices.values(), key=len):
        if _filled(free - cells, {spot for spot in spots if spot[0] != number and not spot[1] & cells}):
            return True
    return False


def _equal_areas(truth: Json) -> list[float]:
    """Score options by how nearly they have as many cells as the pieces."""
    area = sum(len(piece["cells"]) for piece in truth["pieces"])
    return [-float(abs(len(cells) - area)) for cells in truth["options"]]


def _pieces_alone(truth: Json) -> list[float]:
    """Score options by how many of the pieces fit into them, each by itself."""
    return [float(sum(any(_alone(piece, cells)) for piece in truth["pieces"])) for cells in truth["options"]]


def _largest_first(truth: Json) -> list[float]:
    """Score options by in how many ways the largest piece fits and leaves a rest that hangs together."""
    largest = max(truth["pieces"], key=lambda piece: len(piece["cells"]))
    return [
        float(sum(figures.connected({(x, y) for x, y in cells} - spot) for spot in set(_alone(largest, cells))))
        for cells in truth["options"]
    ]


def _alone(piece: Json, cells: list[list[int]]) -> Iterator[frozenset[tuple[int, int]]]:
    """Yield each way to lay a piece into a figure."""
    region = {(x, y) for x, y in cells}
    for turned in _four_ways([(x, y) for x, y in piece["cells"]]):
        for x, y in sorted(region):
            spot = frozenset((x + u - turned[0][0], y + v - turned[0][1]) for u, v in turned)
            if spot <= region:
                yield spot


task = Task(
    name="combination_2d",
    version=1,
    title="Which figure can be put together from these pieces?",
    quadrant="E-D",
    capabilities=("DA",),
    abilities=("visualization",),
    make=make,
    solve=solve,
    truth={
        "pieces": (
            "The pieces in the question's picture. `cells`: the unit squares of the piece, [x, y] in whole cells, the "
            "least of each 0; x to the right, y down. `angle`: by how many degrees the piece with these cells was "
            "still turned clockwise, as drawn, to lie as in the picture. `middle`: where the middle of its box then "
            "lies, [x, y] in cells from the middle of the picture, to the right and down."
        ),
        "options": (
            "The figure in each option's picture, in the order presented, as the unit squares [x, y] that it covers, "
            "x to the right, y down. The right option is the one that all pieces together cover exactly, each turned "
            "and shifted, none mirrored."
        ),
        "scale": "How long a cell's side is drawn in every picture, as a part of the picture's side.",
    },
    params=Params,
    frame="object",
    stated=STATED,
    side_doors=(
        SideDoor("compares the areas", _equal_areas, {"easy": 0.29, "medium": 0.29, "hard": 0.29}),
        SideDoor("sees which pieces fit, each alone", _pieces_alone, {"easy": 0.32, "medium": 0.31, "hard": 0.3}),
        SideDoor(
            "lays the largest piece and looks at the rest",
            _largest_first,
            {"easy": 0.61, "medium": 0.57, "hard": 0.49},
            "it is the first step of a solution",
        ),
    ),
    explain=pieces.laid,
)
