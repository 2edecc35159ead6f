"""Counting: how many blocks stand in this pile, hidden ones included?

There are no options that could give the answer away; instead, every count is equally frequent in every tier. Stacks
have no gaps and each shows its top, so the number of hidden blocks is determined. `make` draws the heights and adds
them up. `solve` does not use the heights: from where the tops are drawn, it works out how high each must be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.item import Answer, Json, Number
from vantage.shapes import piles, solids
from vantage.shapes.piles import Heights, PileDrawing
from vantage.shapes.solids import Ints
from vantage.task import Draft, Fact, Refused, SideDoor, Slot, Task

STATED = "Every block rests on the floor or on another block"
QUESTION = (
    "<image>\nThe picture shows a pile of equal blocks on a floor of squares, each block in line with the squares. "
    f"{STATED}, and of every stack of blocks the top can be seen, at least in part: no stack stands wholly hidden "
    "behind others. How many blocks are in the pile, the hidden ones included?"
)
COLOURS = ("sky", "green", "orange", "pink", "blue")
TARGETS = tuple(str(count) for count in range(12, 21))
HIGHEST = 4  # blocks: with footprints up to 4 x 4, no camera draws two possible tops at the same place
LEAST_PIXELS = 20  # visible pixels of each stack's top, in a picture of 256 pixels
SLACK = 0.02  # how far the measured share of a top may be off
EVEN = 2.0  # larger values make the stacks more alike
BATCH = 192  # piles drawn together
TRIES = 120  # how many batches are drawn before the draw is refused


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    hidden: tuple[tuple[float, float], ...]  # the share of blocks that are hidden: at least, and below; one is drawn
    footprints: tuple[tuple[int, int], ...]  # width, depth
    lean: float  # log of how much likelier a block is one step farther back


TIERS = {
    "easy": Tier(((0.0, 0.01), (0.01, 0.09)), ((3, 4), (4, 3), (4, 4), (4, 4)), lean=0.4),
    "medium": Tier(((0.06, 0.21),), ((3, 3), (3, 4), (4, 3), (4, 4)), lean=0.8),
    "hard": Tier(((0.21, 1.0),), ((3, 3), (3, 4), (4, 3), (4, 4)), lean=1.0),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    share: float = 0.3  # least visible share of each stack's top

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError(f"share must be above 0 and at most 1, not {self.share}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a pile with the slot's number of blocks and the tier's share of hidden ones."""
    cameras = solids.cameras(solids.UNIT)
    azimuth, elevation = cameras[int(rng.integers(len(cameras)))]
    heights, hidden = _pile(params, slot, azimuth, elevation, rng)
    scale = piles.fitting_scale(heights, azimuth, elevation)
    drawing = PileDrawing(heights, azimuth, elevation, scale, str(rng.choice(COLOURS)))
    return Draft(
        question=QUESTION,
        drawings=(drawing,),
        options=(),
        answer=Number(float(sum(map(sum, heights))), "blocks", "exact"),
        truth=_truth(drawing),
        situation=piles.situation(heights),
        tags={"hidden": hidden, "stacks": len(piles.columns(heights))},
    )


def _pile(params: Params, slot: Slot, azimuth: int, elevation: int, rng: np.random.Generator) -> tuple[Heights, int]:
    """Return a pile that shows the top of each stack, and how many of its blocks are hidden."""
    tier, count = TIERS[slot.tier], int(slot.target)
    least, most = tier.hidden[int(rng.integers(len(tier.hidden)))]
    for _ in range(TRIES):
        batch = _heaps(count, tier, rng)
        if not len(batch):
            continue
        tops, hidden = piles.shown(batch, azimuth, elevation)
        share = hidden / count
        fit = (tops >= params.share) & (share >= least) & (share < most)
        for number in np.flatnonzero(fit):
            heights = piles.trimmed(batch[number])
            if slot.allows(piles.situation(heights)) and _is_fair(params, heights, azimuth, elevation):
                return heights, int(hidden[number])
    raise Refused(f"no pile that shows the top of every stack was found in {TRIES} tries")


def _heaps(count: int, tier: Tier, rng: np.random.Generator) -> Ints:
    """Return piles of `count` blocks (m, depth, width), none too high; stacks far from the camera tend to be higher."""
    width, depth = tier.footprints[int(rng.integers(len(tier.footprints)))]
    y, x = np.indices((depth, width))
    weights = np.exp(tier.lean * (y - x) / 2) * rng.gamma(EVEN, size=(BATCH, depth, width))
    shares = weights.reshape(BATCH, -1) / weights.sum(axis=(1, 2))[:, None]
    batch = rng.multinomial(count, shares).reshape(BATCH, depth, width)
    low: Ints = batch[batch.max(axis=(1, 2)) <= HIGHEST]
    return low


def _is_fair(params: Params, heights: Heights, azimuth: int, elevation: int) -> bool:
    """Return whether the pile is connected and enough of each top is visible, as a share and in pixels."""
    from vantage.render.stacks import top_pixels  # Pillow is loaded only when items are made

    if not solids.connected((x, y, 0) for x, y, _ in piles.columns(heights)):
        return False
    if min(piles.top_shares(heights, azimuth, elevation)) < min(params.share + SLACK, 1.0):
        return False
    scale = piles.fitting_scale(heights, azimuth, elevation)
    return min(top_pixels(PileDrawing(heights, azimuth, elevation, scale))) >= LEAST_PIXELS


def _truth(drawing: PileDrawing) -> dict[str, Any]:
    middles = [(x + 0.5, y + 0.5, high) for x, y, high in piles.columns(drawing.heights)]
    points = piles.placed(np.array([(0.0, 0.0, 0.0), *middles]), drawing)
    origin, *tops = np.round(points, 6).tolist()
    return {
        "heights": [list(row) for row in drawing.heights],
        "azimuth": drawing.azimuth,
        "elevation": drawing.elevation,
        "scale": round(drawing.scale, 8),
        "origin": origin,
        "tops": tops,
    }


def solve(truth: Json) -> Answer:
    """Return the sum of the heights, each worked out from where the stack's top is drawn."""
    width, depth = len(truth["heights"][0]), len(truth["heights"])
    a, e = np.radians([truth["azimuth"], truth["elevation"]])
    # Where a step along x, y and z goes in the picture: rightward and downward.
    x, y, z = np.array([[np.cos(a), np.sin(e) * np.sin(a)], [np.sin(a), -np.sin(e) * np.cos(a)], [0.0, -np.cos(e)]])
    found = 0
    for top in truth["tops"]:
        drawn = (np.array(top) - truth["origin"]) / truth["scale"]
        heights = [
            high
            for high in range(1, 3 * HIGHEST)
            if _is_square(np.linalg.solve(np.stack([x, y], axis=1), drawn - high * z), width, depth)
        ]
        if len(heights) != 1:
            raise Refused(f"a top could lie at {len(heights)} heights")
        found += heights[0]
    return Number(float(found), "blocks", "exact")


def _is_square(place: solids.Floats, width: int, depth: int) -> bool:
    """Return whether a point of the floor is the middle of one of its squares, within a hundredth."""
    column, row = place - 0.5
    middle = max(abs(column - round(column)), abs(row - round(row))) < 0.01
    return bool(middle and 0 <= round(column) < width and 0 <= round(row) < depth)


# Side doors.


def _visible(truth: Json) -> int:
    """Return how many blocks can be seen, at least in part."""
    blocks = piles.cells(np.array([truth["heights"]], dtype=np.int64))
    shares = solids.face_shares(blocks, solids.UNIT, truth["azimuth"], truth["elevation"])
    return int((shares.max(axis=2) > 0).sum())


def _half_box(truth: Json) -> float:
    """Return how many blocks fill half of the box around the pile."""
    heights = np.array(truth["heights"])
    return round(heights.size * int(heights.max()) / 2)


task = Task(
    name="block_count",
    version=2,
    title="How many blocks stand in this pile, hidden ones included?",
    quadrant="I-S",
    capabilities=("CR",),
    abilities=("perception", "visualization"),
    make=make,
    solve=solve,
    truth={
        "heights": (
            "How many blocks stand on each square of the floor: rows from the front (the edge of the floor at the "
            "lower left of the picture), each row from its left end. The answer is their sum."
        ),
        "azimuth": "Degrees from the front counter-clockwise, seen from above, to the distant camera.",
        "elevation": "Degrees of the camera above the horizon.",
        "scale": "How long a block's edge is drawn, as a part of the picture's side, before foreshortening.",
        "origin": (
            "Where the front left corner of the first row's first square is drawn: [across, down] from the top left of "
            "the picture, as parts of its side. From there a row goes (cos azimuth, sin elevation * sin azimuth), the "
            "next row lies (sin azimuth, -sin elevation * cos azimuth), and up goes (0, -cos elevation), each times "
            "`scale` for the length of a block, across and down."
        ),
        "tops": (
            "Where the middle of the top face of each stack is drawn, as `origin` is given, in the order of `heights` "
            "without the empty squares. Of each of these faces at least 30% is visible."
        ),
    },
    params=Params,
    frame="object",
    stated=STATED,
    options=0,
    targets=TARGETS,
    side_doors=(
        SideDoor(
            "the visible blocks",
            lambda truth: [_visible(truth)],
            {"easy": 0.55, "medium": 0.02, "hard": 0.02},
            "about half of the easy piles hide nothing",
        ),
        SideDoor(
            "the visible blocks and one more",
            lambda truth: [_visible(truth) + 1],
            {"easy": 0.6, "medium": 0.32, "hard": 0.02},
            "about half of the easy piles hide one block, and medium ones one to four",
        ),
        SideDoor(
            "the visible blocks and two more",
            lambda truth: [_visible(truth) + 2],
            {"easy": 0.02, "medium": 0.5, "hard": 0.02},
            "medium piles hide one to four blocks",
        ),
        SideDoor(
            "the visible blocks and four more",
            lambda truth: [_visible(truth) + 4],
            {"easy": 0.02, "medium": 0.1, "hard": 0.47},
            "hard piles hide at least three blocks, most often four",
        ),
        SideDoor("two blocks for each stack", lambda truth: [2 * len(truth["tops"])], dict.fromkeys(TIERS, 0.24)),
        SideDoor("half of the box around the pile", lambda truth: [_half_box(truth)], dict.fromkeys(TIERS, 0.17)),
    ),
    facts={
        "highest stack": Fact("where the highest stack has {} blocks", lambda truth: max(map(max, truth["heights"]))),
        "empty squares": Fact(
            "where {} squares of the floor are empty", lambda truth: sum(row.count(0) for row in truth["heights"])
        ),
        "squares of the floor": Fact("where the floor has {} squares", lambda truth: sum(map(len, truth["heights"]))),
    },
)
