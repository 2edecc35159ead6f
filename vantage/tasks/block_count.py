"""Counting: how many blocks stand in this pile, hidden ones included?

There are no options, so none can tell the answer; the counts asked for come equally often in every tier instead.
Columns have no gaps and each shows its top, so the hidden blocks are determined. `make` draws the heights and adds them
up. `solve` never sees them: it takes the tops as they lie in the picture and finds out how high each must be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.item import Answer, Json, Number
from vantage.shapes import piles, solids
from vantage.shapes.piles import Heights, PileDrawing
from vantage.shapes.solids import Ints
from vantage.task import Draft, Refused, Slot, Task

STATED = "Every block rests on the floor or on another block"
QUESTION = (
    "<image>\nThe picture shows a pile of equal blocks on a floor of squares, each block in line with the squares. "
    f"{STATED}, and of every stack of blocks the top can be seen, at least in part: no stack stands wholly hidden "
    "behind others. How many blocks are in the pile, the hidden ones included?"
)
COLOURS = ("sky", "green", "orange", "pink", "blue")
TARGETS = tuple(str(count) for count in range(12, 21))
HIGHEST = 4  # together with footprints of 4 x 4 at most, so that the cameras keep all places apart
LEAST_PIXELS = 20  # of each stack's top at 256 pixels
EVEN = 2.0  # the higher, the more alike the stacks
BATCH = 192  # piles drawn together
TRIES = 120  # batches drawn before the draw is given up


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    hidden: tuple[float, float]  # the share of blocks of which nothing shows: least, and what it stays below
    footprints: tuple[tuple[int, int], ...]  # width, depth
    lean: float  # how much likelier blocks fall a step further back, as a logarithm


TIERS = {
    "easy": Tier((0.0, 0.06), ((3, 4), (4, 3), (4, 4), (4, 4)), lean=0.4),
    "medium": Tier((0.06, 0.21), ((3, 3), (3, 4), (4, 3), (4, 4)), lean=0.8),
    "hard": Tier((0.21, 1.0), ((3, 3), (3, 4), (4, 3), (4, 4)), lean=1.0),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    share: float = 0.3  # how much of its top each stack must show at least

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError(f"share must be above 0 and at most 1, not {self.share}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a pile of as many blocks as the slot asks for, of which as many are hidden as the tier asks for."""
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
    for _ in range(TRIES):
        batch = _heaps(count, tier, rng)
        if not len(batch):
            continue
        tops, hidden = piles.shown(batch, azimuth, elevation)
        share = hidden / count
        fit = (tops >= params.share) & (share >= tier.hidden[0]) & (share < tier.hidden[1])
        for number in np.flatnonzero(fit):
            heights = piles.trimmed(batch[number])
            if slot.allows(piles.situation(heights)) and _is_fair(heights, azimuth, elevation):
                return heights, int(hidden[number])
    raise Refused(f"no pile that shows the top of every stack was found in {TRIES} tries")


def _heaps(count: int, tier: Tier, rng: np.random.Generator) -> Ints:
    """Return piles of so many blocks (m, depth, width), none too high, that tend to be higher away from the camera."""
    width, depth = tier.footprints[int(rng.integers(len(tier.footprints)))]
    y, x = np.indices((depth, width))
    weights = np.exp(tier.lean * (y - x) / 2) * rng.gamma(EVEN, size=(BATCH, depth, width))
    shares = weights.reshape(BATCH, -1) / weights.sum(axis=(1, 2))[:, None]
    batch = rng.multinomial(count, shares).reshape(BATCH, depth, width)
    low: Ints = batch[batch.max(axis=(1, 2)) <= HIGHEST]
    return low


def _is_fair(heights: Heights, azimuth: int, elevation: int) -> bool:
    """Return whether the pile hangs together and each top shows enough pixels."""
    from vantage.render.stacks import top_pixels  # Pillow is loaded only when items are made

    if not solids.connected((x, y, 0) for x, y, _ in piles.columns(heights)):
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
    """Return the sum of the heights at which the tops must lie to be drawn where they are."""
    width, depth = len(truth["heights"][0]), len(truth["heights"])
    a, e = np.radians([truth["azimuth"], truth["elevation"]])
    # How far a step along x, y and z leads in the picture, rightward and downward.
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
    """Return whether a point of the floor is the middle of one of its squares, give or take a hundredth."""
    column, row = place - 0.5
    middle = max(abs(column - round(column)), abs(row - round(row))) < 0.01
    return bool(middle and 0 <= round(column) < width and 0 <= round(row) < depth)


task = Task(
    name="block_count",
    version=1,
    title="How many blocks stand in this pile, hidden ones included?",
    quadrant="I-S",
    capabilities=("CR",),
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
            "without the empty squares. Each of these faces shows at least in part."
        ),
    },
    params=Params,
    frame="object",
    stated=STATED,
    options=0,
    targets=TARGETS,
)
