"""Embedded figure: in which of these drawings of many lines is the simple figure hidden?

The simple figures of all options come first. Each of them is then hidden in a drawing that contains it once and none of
the others. Only then is the key drawn. All drawings have the same frame and the same numbers of straight and slanting
edges, and every line continues until it meets another, as the figure's own sides do. Of several drawings for a figure
the one is taken in which most halves of the other figures' outlines are found, so that a part of a figure tells little.

`make` compares figures and drawings as bit masks. `solve` uses corners, not masks: it walks around the figure from
every point of a drawing and checks whether it ever leaves the lines. Sides are whole cells long and lines meet only at
grid points, so it is enough to start there.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np

from vantage import seeds
from vantage.explaining import outlines
from vantage.item import Answer, Choice, Json
from vantage.shapes import figures, lines
from vantage.shapes.figures import Edge, Figure, Point
from vantage.shapes.lines import LinesDrawing, Loom, Mesh
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "not turned, not mirrored and in the same size"
QUESTION = (
    "<image>\nThe picture shows a simple figure. In exactly one of the options the figure is hidden: all its sides are "
    f"there among the lines, {STATED} (all pictures are drawn to the same scale). Other lines may cross it, run "
    "through it or go on beyond its corners. Which option is it?"
)
BUSHINESS = 1.0
TRIES = 40  # how many sets of figures are drawn before the draw is refused
STEPS = 900  # how many lines are tried for a drawing
CHOICES = 32  # how many drawings are woven for a figure, of which one is taken
EXTEND = 0.8  # the probability that a side of the hidden figure continues beyond its corner
WAYS = {  # how two figures of a set may differ, other than by an edit
    "mirror": figures.MIRRORS,
    "turned": figures.TURNS[1:],
}


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    side: int  # side of the frame, in cells
    cells: tuple[int, int]  # of the simple figure: fewest, most
    halves: tuple[int, int]
    edges: tuple[int, int]  # of each drawing: straight edges including the frame, slanting edges
    factorial: bool  # whether the set is two figures and their turned or mirrored copies, instead of four figures


TIERS = {
    "easy": Tier(5, (5, 7), (1, 2), (38, 11), factorial=False),
    "medium": Tier(6, (5, 6), (1, 2), (50, 16), factorial=True),
    "hard": Tier(7, (6, 7), (2, 3), (68, 26), factorial=True),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    extend: float = EXTEND  # the probability that a side of the hidden figure continues beyond its corner

    def __post_init__(self) -> None:
        if not 0 <= self.extend <= 1:
            raise ValueError(f"extend must be 0..1, not {self.extend}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw simple figures, hide each in a drawing of its own, then draw the key."""
    tier = TIERS[slot.tier]
    way = str(rng.choice(list(WAYS))) if tier.factorial else ""
    shapes, drawn = _members(params, tier, way, slot, rng)
    key = int(rng.integers(len(shapes)))
    offers = [
        Offer(drawing=LinesDrawing(edges, tier.side), label=_label(edges), rule=_rule(number, key, way))
        for number, edges in enumerate(drawn)
    ]
    order, options = arrange(slot, offers, key, rng)
    asked = figures.edges(shapes[key])
    corners = figures.outline(shapes[key])
    return Draft(
        question=QUESTION,
        drawings=(LinesDrawing(tuple(asked), tier.side, corners),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "figure": [list(corner) for corner in corners],
            "options": [[[*a, *b] for a, b in drawn[i]] for i in order],
            "side": tier.side,
        },
        situation=figures.situation(shapes[key]),
        tags={"sides": len(corners), "lines": sum(tier.edges), "way": way or "edited"},
    )


def _members(
    params: Params, tier: Tier, way: str, slot: Slot, rng: np.random.Generator
) -> tuple[list[Figure], list[tuple[Edge, ...]]]:
    """Return the simple figures and the drawing in which each is hidden; any of them could become the key."""
    for _ in range(TRIES):
        shapes = _shapes(tier, way, slot, rng)
        drawings: list[tuple[Edge, ...]] = []
        for number in range(len(shapes)):
            woven = _most_misleading(params, tier, shapes, number, rng)
            if not woven:
                break
            drawings.append(woven)
        if shapes and len(drawings) == len(shapes):
            return shapes, drawings
    raise Refused(f"no figures that can be hidden one by one were found in {TRIES} tries")


def _shapes(tier: Tier, way: str, slot: Slot, rng: np.random.Generator) -> list[Figure]:
    """Return the simple figures: edits of one figure, all of the slot's split; empty if there are too few."""

    def fair(shape: Figure, situation: str, lopsided: bool) -> bool:
        return (lopsided or not tier.factorial) and max(shape.size) < tier.side and slot.allows(situation)

    cells, halves = (int(rng.integers(least, most + 1)) for least, most in (tier.cells, tier.halves))
    hidden = figures.decorated(figures.grow(cells, rng, BUSHINESS), halves, 0, rng)
    shapes = figures.pick(figures.changed(hidden, ["cell", "half"]), 2 if tier.factorial else 4, fair, rng)
    if not tier.factorial:
        return shapes
    matrices = WAYS[way]
    matrix = matrices[int(rng.integers(len(matrices)))]
    return [*shapes, *(figures.image(shape, matrix) for shape in shapes)]


def _most_misleading(
    params: Params, tier: Tier, shapes: list[Figure], number: int, rng: np.random.Generator
) -> tuple[Edge, ...]:
    """Return of several drawings for a figure the one with most halves of the others; an empty one if none is found."""
    mesh = Mesh(tier.side)
    halves = [
        [mesh.shifted(mesh.mask(half), shift) for shift in mesh.shifts(shape)]
        for i, shape in enumerate(shapes)
        for half in _halves(shape)
        if i != number
    ]
    best: tuple[Edge, ...] = ()
    most = -1
    for _ in range(CHOICES):
        woven = _woven(params, tier, shapes, number, rng)
        if not woven and not best:
            break
        drawn = mesh.mask(woven)
        count = sum(any(half & drawn == half for half in places) for places in halves)
        if count > most:
            best, most = woven, count
    return best


def _halves(shape: Figure) -> list[list[Edge]]:
    """Return every connected half of a figure's outline."""
    (here, *_), steps = (corners := figures.outline(shape)), _walk(list(corners))
    points = list(accumulate(steps, lambda at, step: (at[0] + step[0], at[1] + step[1]), initial=here))
    edges = [(min(pair), max(pair)) for pair in pairwise(points)]
    return [(edges + edges)[start : start + (len(edges) + 1) // 2] for start in range(len(edges))]


def _woven(params: Params, tier: Tier, shapes: list[Figure], number: int, rng: np.random.Generator) -> tuple[Edge, ...]:
    """Return a drawing with the tier's number of edges that holds one figure once and no other; or an empty one."""
    mesh = Mesh(tier.side)
    shifts = mesh.shifts(shapes[number])
    home = shifts[int(rng.integers(len(shifts)))]
    masks = [mesh.mask(figures.edges(shape)) for shape in shapes]
    forbidden = [
        mesh.shifted(masks[i], shift)
        for i, shape in enumerate(shapes)
        for shift in mesh.shifts(shape)
        if (i, shift) != (number, home)
    ]
    loom = Loom(mesh, lines.edges_of(shapes[number], home), forbidden, tier.edges)
    if not loom.fair:
        return ()
    corners = [(x + home[0], y + home[1]) for x, y in figures.outline(shapes[number])]
    ends = lines.side_ends(corners)
    for i in rng.permutation(len(ends)):
        if rng.random() < params.extend:
            loom.draw(*ends[i])
    for start, direction in zip(rng.random(STEPS).tolist(), rng.integers(8, size=STEPS).tolist()):
        if loom.full:
            return mesh.edges(loom.mask)
        loom.draw(loom.points[int(start * len(loom.points))], lines.DIRECTIONS[direction])
    return ()


def _rule(member: int, key: int, way: str) -> str:
    """Return how a member misses the key: how its figure differs from the key's."""
    if member == key:
        return ""
    if not way or member // 2 == key // 2:
        return "moved"
    return way if member % 2 == key % 2 else f"moved_{way}"


def _label(drawn: tuple[Edge, ...]) -> str:
    return seeds.digest("lines", repr(drawn))[:16]


def solve(truth: Json) -> Answer:
    """Return the option whose lines allow a walk around the figure from exactly one point."""
    steps = _walk([(x, y) for x, y in truth["figure"]])
    return only(_walks(option, steps) == 1 for option in truth["options"])


def _walk(corners: list[Point]) -> list[Point]:
    """Return the steps, each to a neighbouring grid point, that lead around the figure once."""
    steps = []
    for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1]):
        count = max(abs(u - x), abs(v - y))
        steps += [((u - x) // count, (v - y) // count)] * count
    return steps


def _walks(edges: list[list[int]], steps: list[Point]) -> int:
    """Return the number of points of a drawing from which the steps stay on its lines."""
    near: dict[Point, set[Point]] = {}
    for x, y, u, v in edges:
        near.setdefault((x, y), set()).add((u, v))
        near.setdefault((u, v), set()).add((x, y))
    count = 0
    for start in near:
        x, y = start
        for dx, dy in steps:
            if (x + dx, y + dy) not in near[x, y]:
                break
            x, y = x + dx, y + dy
        else:
            count += 1
    return count


def _sides_somewhere(truth: Json) -> list[float]:
    """Score options by at how many places each side of the figure is found by itself."""
    return _parts(truth, 1)


def _corners_somewhere(truth: Json) -> list[float]:
    """Score options by at how many places each two sides that meet are found by themselves."""
    return _parts(truth, 2)


def _parts(truth: Json, count: int) -> list[float]:
    """Return for each option how often runs of so many sides of the figure are found in it."""
    corners = [(x, y) for x, y in truth["figure"]]
    there_and_back = [_walk([a, b]) for a, b in zip(corners, corners[1:] + corners[:1])]
    sides = [steps[: len(steps) // 2] for steps in there_and_back]
    runs = [list(chain(*(sides + sides)[start : start + count])) for start in range(len(sides))]
    return [float(sum(_walks(option, run) for run in runs)) for option in truth["options"]]


def _half_somewhere(truth: Json) -> list[float]:
    """Score options by at how many places the first half of the figure's outline is found in one piece."""
    steps = _walk([(x, y) for x, y in truth["figure"]])
    return [float(_walks(option, steps[: (len(steps) + 1) // 2])) for option in truth["options"]]


def _in_place(truth: Json) -> list[float]:
    """Score options by how many of the figure's edges they have where the question's picture has them."""
    corners = [(x, y) for x, y in truth["figure"]]
    here, wanted = corners[0], set()
    for dx, dy in _walk(corners):
        after = (here[0] + dx, here[1] + dy)
        wanted.add((*min(here, after), *max(here, after)))
        here = after
    return [
        float(len(wanted & {(*min(e[:2], e[2:]), *max(e[:2], e[2:])) for e in option})) for option in truth["options"]
    ]


task = Task(
    name="shape_finding_2d",
    version=2,
    title="In which drawing is the simple figure hidden?",
    quadrant="I-S",
    capabilities=("SR",),
    abilities=("visualization", "relation"),
    make=make,
    solve=solve,
    truth={
        "figure": (
            "The corners [x, y] of the simple figure, clockwise as drawn, in whole cells of the grid; x to the right, "
            "y down, the least of each 0."
        ),
        "options": (
            "The lines of each option's drawing, in the order presented, as edges [x1, y1, x2, y2] between "
            "neighbouring points of the grid, straight or slanting; 0, 0 is the upper left corner of the frame. The "
            "right option is the only one among whose edges all sides of the figure are found, at one place, when it "
            "is moved and neither turned nor mirrored."
        ),
        "side": "How many cells the frame of each drawing is wide and high; every picture is drawn to this scale.",
    },
    params=Params,
    frame="picture",
    stated=STATED,
    side_doors=(
        SideDoor(
            "finds the sides, each alone",
            _sides_somewhere,
            {"easy": 0.4, "medium": 0.45, "hard": 0.46},
            "the hidden figure adds its own sides to a drawing",
        ),
        SideDoor(
            "finds the corners, each alone",
            _corners_somewhere,
            {"easy": 0.48, "medium": 0.5, "hard": 0.5},
            "the hidden figure adds its own corners to a drawing",
        ),
        SideDoor(
            "finds half of the outline in one piece",
            _half_somewhere,
            {"easy": 0.64, "medium": 0.56, "hard": 0.56},
            "half of the work: the drawings with most halves of other figures are taken, but not all halves can be had",
        ),
        SideDoor(
            "looks where the figure lies in its own picture",
            _in_place,
            {"easy": 0.36, "medium": 0.37, "hard": 0.36},
            "a figure that fills its frame is hidden near the same place",
        ),
    ),
    explain=outlines.hidden_figure,
)
