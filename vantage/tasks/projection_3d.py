"""Projection: how does the solid look from the side at which the arrow points?

The four options are a factorial set: two solids, each seen from two sides. The second solid differs from the first in
a block or two, or is its mirror image. `make` projects: it computes every block's column, row and depth on the
observer's axes and keeps the nearest. `solve` projects nothing: it walks along each line of sight through empty places
until it meets a block.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage import seeds
from vantage.explaining import built
from vantage.item import Answer, Choice, Json
from vantage.shapes import facings, solids, views
from vantage.shapes.solids import Ints, Solid
from vantage.shapes.views import EMPTY, OPPOSITE, StandDrawing, ViewDrawing
from vantage.task import Draft, Fact, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "as someone sees it who looks along the large arrow"
QUESTION = (
    "Both pictures show the same solid, built of equal blocks that are joined face to face. The first shows it from "
    "the front and above: <image>\nThe second shows it from the opposite point, from behind and below: <image>\nEvery "
    "block can be seen in at least one of the two pictures, at least in part. Which option shows the solid straight "
    f"from one side, {STATED}, held so that the small black arrow points up? In the options thick lines mark the "
    "outline and every step in depth, thin lines part squares of the same depth; the nearest squares are the lightest, "
    "and each block of depth more is one shade darker."
)
COLOURS = ("sky", "green", "pink", "blue")
TARGETS = tuple(solids.SIDES)
BATCH = 96  # one-block moves checked together
TRIES = 250  # how many solids are grown before the draw is refused
PATIENCE = 10  # how many are grown before another number of blocks is tried: a small split may hold none of a number
FILL = 0.92  # largest extent of a drawing, as a share of the picture's side
LEAST_PIXELS = 20  # visible pixels of each block in one of the two pictures, at 256 pixels
MOST_FOUND = 2  # how many of the four possible questions of a set the flat shapes of one shade may give away

Clue = Callable[[facings.Facing, tuple[facings.Square, ...]], facings.Match]


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    blocks: tuple[int, int]  # fewest, most
    mirrors: float  # the share of sets in which the second solid is the mirror image of the first
    across: bool | None  # whether the second side lies opposite the first; None: either
    outlines: bool | None  # whether two solids that are no mirror images have the same outline; None: either


TIERS = {
    "easy": Tier((7, 9), mirrors=0.0, across=False, outlines=False),
    "medium": Tier((8, 11), mirrors=0.3, across=None, outlines=None),
    "hard": Tier((10, 13), mirrors=0.4, across=True, outlines=True),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    share: float = 0.12  # least visible share of the three drawn faces of each block, in one of the pictures
    bushiness: float = 0.4  # larger values give solids more lumps and fewer arms

    def __post_init__(self) -> None:
        for name in ("share", "bushiness"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be 0..1, not {getattr(self, name)}")


@dataclass(frozen=True)
class Member:
    """A solid on offer, with the side from which it is seen and what is visible from there."""

    solid: Solid
    side: str
    rows: views.Rows


@dataclass(frozen=True)
class Plan:
    """What is fixed before solids are drawn; `mirrors`: whether the second solid is the mirror image of the first."""

    tier: Tier
    side: str
    other: str
    mirrors: bool
    azimuth: int
    elevation: int

    @property
    def reflection(self) -> Ints:
        """The signs of x, y and z that mirror a solid so that its views from both sides are mirrored."""
        right, up, _ = np.abs(views.axes(self.side))
        deep = np.abs(views.axes(self.other)[2])
        signs: Ints = 1 - 2 * (up if (right == deep).all() else right)
        return signs


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw two solids and their views on offer, then the key, then show the key's solid with an arrow."""
    plan = _plan(slot, rng)
    members, scale = _members(params, plan, slot, rng)
    # The key's side is the slot's target. The pair of sides on offer still does not reveal it: targets are equally
    # frequent, each side is equally likely to be the other's companion, and solids are drawn until they fit, so that no
    # pair of sides is refused more often than another.
    key = int(rng.integers(2))
    colour = str(rng.choice(COLOURS))
    cell = FILL / max(max(len(m.rows), len(m.rows[0])) for m in members)
    offers = [
        Offer(
            drawing=ViewDrawing(member.rows, cell, colour),
            label=seeds.digest("view", repr(member.rows))[:16],
            rule=_rule(number, key, plan.mirrors),
        )
        for number, member in enumerate(members)
    ]
    order, options = arrange(slot, offers, key, rng)
    asked = members[key]
    return Draft(
        question=QUESTION,
        drawings=views.pictures(asked.solid, asked.side, plan.azimuth, plan.elevation, scale, colour),
        options=options,
        answer=Choice(slot.letter),
        truth=_truth(asked, plan, scale, [members[i].rows for i in order]),
        situation=solids.situation(asked.solid),
        tags={"blocks": len(asked.solid.cells), "set": "mirror" if plan.mirrors else "side", "other": plan.other},
    )


def _plan(slot: Slot, rng: np.random.Generator) -> Plan:
    tier = TIERS[slot.tier]
    companions = [
        side for side in TARGETS if side != slot.target and tier.across in (None, side == OPPOSITE[slot.target])
    ]
    other = companions[int(rng.integers(len(companions)))]
    mirrors = bool(rng.random() < tier.mirrors)
    cameras = solids.cameras(solids.UNIT)
    return Plan(tier, slot.target, other, mirrors, *cameras[int(rng.integers(len(cameras)))])


def _members(params: Params, plan: Plan, slot: Slot, rng: np.random.Generator) -> tuple[list[Member], float]:
    """Return the option set, in the order of `_set`, and the question's scale."""
    for attempt in range(TRIES):
        if attempt % PATIENCE == 0:
            blocks = int(rng.integers(plan.tier.blocks[0], plan.tier.blocks[1] + 1))
        batch = _candidates(params, plan, solids.grow(blocks, rng, params.bushiness), rng)
        for pair in _pairs(plan, slot, batch):
            members = _set(plan, pair)
            if not _is_guarded(plan, members):
                continue
            scale = _scale(plan, members)
            if all(_every_block_shows(plan, shape, scale) for shape in {member.solid for member in members}):
                return members, scale
    raise Refused(f"no option set that shows every block was found in {TRIES} tries")


def _candidates(params: Params, plan: Plan, history: list[solids.Cell], rng: np.random.Generator) -> Ints:
    """Return one-block moves of a hidden solid, in random order, that fit into a view and show every block."""
    batch: Ints = rng.permutation(solids.moves(history))[:BATCH]
    batch = batch[np.ptp(batch, axis=1).max(axis=1) < views.MOST]
    for mirrored in (False, True) if plan.mirrors else (False,):
        stands = batch * plan.reflection if mirrored else batch
        # The opposite camera sees the same blocks of a solid as the first camera sees of its point reflection.
        shown = [solids.areas(stand, solids.UNIT, plan.azimuth, plan.elevation) for stand in (stands, -stands)]
        whole = np.abs(solids.camera_axes(plan.azimuth, plan.elevation)[2]).sum()
        batch = batch[np.maximum(*shown).min(axis=1) >= params.share * whole]
    return batch


def _pairs(plan: Plan, slot: Slot, batch: Ints) -> Iterator[Ints]:
    """Yield pairs of solids (2, n, 3) of the slot's split whose four views have outlines as the tier requires.

    The views differ in their lines, so that shades are never the only difference. From each side the two solids are
    equally wide and high and show as many squares, so that measuring and counting always leave two options.
    """
    if not len(batch):
        return
    fit = [(n, family) for n, family in enumerate(solids.families(batch)[0]) if slot.allows(family)]
    if not fit:
        return
    batch = batch[[number for number, _ in fit]]
    if plan.mirrors:
        for stand in batch:
            pair = np.stack([stand, stand * plan.reflection])
            shown = [views.lines(depths) for side in (plan.side, plan.other) for depths in views.depth_maps(pair, side)]
            if len(set(shown)) == 4:
                yield pair
        return
    first, second = views.depth_maps(batch, plan.side), views.depth_maps(batch, plan.other)
    seen = [(views.lines(a), views.lines(b)) for a, b in zip(first, second)]
    outlines = [((a == EMPTY).tobytes(), (b == EMPTY).tobytes()) for a, b in zip(first, second)]
    measures = [(_measures(a), _measures(b)) for a, b in zip(first, second)]
    for i, j in itertools.combinations(range(len(fit)), 2):
        alike = [a == b for a, b in zip(outlines[i], outlines[j])]
        near = plan.tier.outlines is None or alike == [plan.tier.outlines] * 2
        if near and measures[i] == measures[j] and fit[i][1] != fit[j][1] and len({*seen[i], *seen[j]}) == 4:
            yield batch[[i, j]]


def _measures(depths: Ints) -> tuple[int, int, int]:
    """Return a view's height, its width and how many squares it has."""
    shown = depths != EMPTY
    return int(shown.any(axis=1).sum()), int(shown.any(axis=0).sum()), int(shown.sum())


def _set(plan: Plan, pair: Ints) -> list[Member]:
    """Return the four members: the two solids from the first side, then from the second."""
    return [
        Member(solids.solid(cells), side, views.rows(depths))
        for side in (plan.side, plan.other)
        for cells, depths in zip(pair, views.depth_maps(pair, side))
    ]


def _is_guarded(plan: Plan, members: list[Member]) -> bool:
    """Return whether the flat shapes that show give away at most two of the four questions that the set allows.

    All four count, though only two have the slot's side: so the set says nothing about which of them is asked.
    """
    offered = [facings.squares(member.rows) for member in members]
    shown = [facings.facing(one.solid, one.side, plan.azimuth, plan.elevation) for one in members]
    clues = [[facings.by_patches(asked, squares) for squares in offered] for asked in shown]
    return sum(map(_share, clues, range(len(members)))) <= MOST_FOUND


def _share(clues: list[facings.Match], key: int) -> float:
    """Return how likely someone finds the key who takes an option with the best clue."""
    return (clues[key] == max(clues)) / clues.count(max(clues))


def _scale(plan: Plan, members: list[Member]) -> float:
    """Return the scale at which the question fits into its pictures for any member as the key."""
    frames = [
        views.frame(drawing)
        for member in members
        for drawing in views.pictures(member.solid, member.side, plan.azimuth, plan.elevation, 1.0)
    ]
    return FILL / max(float((high - low).max()) for low, high in frames)


def _every_block_shows(plan: Plan, shape: Solid, scale: float) -> bool:
    from vantage.render.projections import shown_pixels  # Pillow is loaded only when items are made

    counts = [shown_pixels(StandDrawing(shape, plan.azimuth, plan.elevation, scale, way)) for way in (False, True)]
    return all(max(pair) >= LEAST_PIXELS for pair in zip(*counts))


def _rule(member: int, key: int, mirrors: bool) -> str:
    """Return how a member misses the key; members 2 and 3 are solids 0 and 1 from another side."""
    solid = "mirror" if mirrors else "moved"
    return "_".join([solid] * (member % 2 != key % 2) + ["other_side"] * (member // 2 != key // 2))


def _truth(asked: Member, plan: Plan, scale: float, options: list[views.Rows]) -> dict[str, Any]:
    _, up, look = views.axes(asked.side).tolist()
    return {
        "cells": [list(cell) for cell in asked.solid.cells],
        "side": asked.side,
        "look": look,
        "up": up,
        "azimuth": plan.azimuth,
        "elevation": plan.elevation,
        "scale": round(scale, 6),
        "options": [[list(row) for row in rows] for rows in options],
    }


def solve(truth: Json) -> Answer:
    """Return the option whose squares give the depth of the block that each line of sight meets."""
    cells = {(x, y, z) for x, y, z in truth["cells"]}
    (a, b, c), (d, e, f) = truth["look"], truth["up"]
    right = (b * f - c * e, c * d - a * f, a * e - b * d)
    seen = _walked(cells, (a, b, c), (d, e, f), right)
    return only([list(row) for row in seen] == option for option in truth["options"])


def _walked(cells: set[solids.Cell], look: solids.Cell, up: solids.Cell, right: solids.Cell) -> list[list[int]]:
    """Return, in rows from the top, how many steps each line of sight takes from the nearest block's plane."""
    reach = [range(min(axis), max(axis) + 1) for axis in zip(*cells)]

    def along(direction: solids.Cell) -> tuple[int, range]:
        axis = next(axis for axis in range(3) if direction[axis])
        return axis, reach[axis] if direction[axis] > 0 else reach[axis][::-1]

    (deep, steps), (high, lines), (wide, columns) = along(look), along(up), along(right)
    rows = []
    for line in reversed(lines):
        row = []
        for column in columns:
            place = {high: line, wide: column}
            met = (n for n, step in enumerate(steps) if _at({**place, deep: step}) in cells)
            row.append(next(met, EMPTY))
        rows.append(row)
    return rows


def _at(place: dict[int, int]) -> solids.Cell:
    return place[0], place[1], place[2]


# Side doors. A view is in rows from the top, as in the truth.


def _rule_for_views(score: Callable[[Json, list[list[int]]], float]) -> Callable[[Json], list[float]]:
    """Return the rule that scores each view by itself."""
    return lambda truth: [float(score(truth, view)) for view in truth["options"]]


def _from(truth: Json, side: str) -> list[list[int]]:
    """Return what is seen of the solid from a side."""
    maps = views.depth_maps(np.array(truth["cells"], dtype=np.int64)[None], side)
    return [list(row) for row in views.rows(maps[0])]


def _outline(view: list[list[int]]) -> list[list[bool]]:
    return [[depth != EMPTY for depth in row] for row in view]


def _same_box(truth: Json, view: list[list[int]]) -> bool:
    wanted = _from(truth, truth["side"])
    return (len(view), len(view[0])) == (len(wanted), len(wanted[0]))


def _same_size(truth: Json, view: list[list[int]]) -> bool:
    wanted = _from(truth, truth["side"])
    return sum(map(sum, _outline(view))) == sum(map(sum, _outline(wanted)))


def _same_depth(truth: Json, view: list[list[int]]) -> int:
    """Return how near the number of shades comes to how deep the solid is."""
    (axis,) = np.flatnonzero(truth["look"]).tolist()
    deep: int = max(cell[axis] for cell in truth["cells"]) + 1
    return -abs(deep - len({depth for row in view for depth in row} - {EMPTY}))


def _any_side(truth: Json, view: list[list[int]]) -> bool:
    return any(view == _from(truth, side) for side in TARGETS)


def _any_outline(truth: Json, view: list[list[int]]) -> bool:
    """Return whether the view has the solid's outline from some side, and so possibly the mirror image of the key's."""
    return any(_outline(view) == _outline(_from(truth, side)) for side in TARGETS)


def _rule_for_squares(clue: Clue) -> Callable[[Json], list[float]]:
    """Return the rule that goes by the squares of the asked side that show in the picture."""

    def rule(truth: Json) -> list[float]:
        shape = solids.solid(truth["cells"])
        shown = facings.facing(shape, truth["side"], truth["azimuth"], truth["elevation"])
        clues = [clue(shown, facings.squares(view)) for view in truth["options"]]
        return [float(sorted(set(clues)).index(one)) for one in clues]

    return rule


task = Task(
    name="projection_3d",
    version=3,
    title="How does the solid look from the side that the arrow shows?",
    quadrant="E-S",
    capabilities=("MR",),
    abilities=("perception", "visualization"),
    make=make,
    solve=solve,
    truth={
        "cells": (
            "The places of the solid's blocks, [x, y, z] in whole blocks, the least of each 0; x, y, z are "
            "right-handed, z is up. The first picture shows the sides towards +x (right), -y (front) and +z (top): x "
            "grows to the right and towards the viewer, y to the right and away, z upward. The second picture shows "
            "the sides towards -x (left), +y (back) and -z (bottom), with z upward too."
        ),
        "side": "The side at which the large arrow points: front, right, back, left, top or bottom.",
        "look": "The direction [x, y, z] of the large arrow, in which the observer looks.",
        "up": "The direction [x, y, z] of the small arrow, which is up in the options.",
        "azimuth": "Degrees from the front (-y) counter-clockwise, seen from above, to the first picture's camera.",
        "elevation": "Degrees of the first picture's camera above the horizon; the second camera stands opposite.",
        "scale": (
            "How long a block's edge is drawn in the question's pictures, as a part of the picture's side, before "
            "foreshortening."
        ),
        "options": (
            "For each option in the order presented its squares in rows from the top, each row from the left: the "
            "depth of the block that shows there, counted in blocks from the nearest block of the solid (0), or -1 "
            "where there is none. The observer's right is the cross product of `look` and `up`."
        ),
    },
    params=Params,
    frame="observer",
    stated=STATED,
    targets=TARGETS,
    side_doors=(
        SideDoor(
            "width and height of the view",
            _rule_for_views(_same_box),
            {"easy": 0.5, "medium": 0.5, "hard": 0.3},
            "another side may be wider or higher; the other solid has the same width and height",
        ),
        SideDoor(
            "number of squares",
            _rule_for_views(_same_size),
            {"easy": 0.5, "medium": 0.5, "hard": 0.3},
            "another side may show more or fewer squares; the other solid shows as many",
        ),
        SideDoor(
            "as many shades as the solid is deep",
            _rule_for_views(_same_depth),
            {"easy": 0.36, "medium": 0.34, "hard": 0.32},
        ),
        SideDoor(
            "the outline from any side, whatever arrow and depth",
            _rule_for_views(_any_outline),
            {"easy": 0.52, "medium": 0.47, "hard": 0.33},
            "two of the four views are of the other solid, which may have another outline",
        ),
        SideDoor(
            "the view from any side, whatever the arrow",
            _rule_for_views(_any_side),
            {"easy": 0.55, "medium": 0.55, "hard": 0.55},
            "skips only which side is meant: two views of each set are of the solid, and must be worked out",
        ),
        SideDoor(
            "the flat shapes of the squares of the asked side",
            _rule_for_squares(facings.by_patches),
            {"easy": 0.55, "medium": 0.55, "hard": 0.55},
            "sets are chosen so that this finds at most two of their four views",
        ),
        SideDoor(
            "these flat shapes, then the look of the squares in the picture",
            _rule_for_squares(facings.by_patches_and_look),
            {"easy": 0.65, "medium": 0.6, "hard": 0.6},
            "the flat shapes find at most two of four views; where they leave several, likeness may decide",
        ),
        SideDoor(
            "as many touching squares of the asked side, then the look",
            _rule_for_squares(facings.by_neighbours),
            {"easy": 0.6, "medium": 0.6, "hard": 0.6},
            "says less than the flat shapes, which find at most two of four views",
        ),
    ),
    facts={
        "shown by": Fact(
            "where the arrow points at a side that the {} picture shows",
            lambda truth: "first" if truth["side"] in ("front", "right", "top") else "second",
        ),
        "depth of the solid": Fact(
            "where the solid is {} blocks deep along the arrow",
            lambda truth: len({sum(a * b for a, b in zip(cell, truth["look"])) for cell in truth["cells"]}),
        ),
    },
    explain=built.projected,
)
