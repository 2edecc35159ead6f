"""Perspective views: a table is seen from the front; which picture shows it from the left, the right or the back?

After SpinBench's perspective taking by picture. The options are always the three other sides, with the same room and
light behind them, so that only the things tell them apart. How far things hide one another in the front view belongs to
the slot: none, some of a thing, or all of it. What may be hidden on the other sides does not depend on which is asked,
or the picture that hides most would tell. `make` turns what stands on the table; `solve` walks the viewer around it and
compares the offsets of every two things.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from vantage.explaining import sides
from vantage.geometry import Array, cosine_sine
from vantage.item import Choice, Json
from vantage.scene import AZIMUTHS, Scene, SceneDrawing
from vantage.scenes import framing, tabletops, viewpoints
from vantage.task import Draft, Offer, SideDoor, Slot, Subtype, Task, arrange, only

STATED = "as you see the table in the first picture"
WORDS = {
    "left": ("a quarter circle around the table to your left", "from the left", "to the left-hand side"),
    "right": ("a quarter circle around the table to your right", "from the right", "to the right-hand side"),
    "back": ("half a circle around the table, to its far side", "from the far side", "to the far side"),
}
TEMPLATES = (
    f"<image>\nYou walk {{walk}}, {STATED}. Which picture shows how the things stand then?",
    f"Front view: <image>\nWhich picture shows the same things {{seen}}, {STATED}?",
    f"<image>\nThe camera goes {{side}}, {STATED}, and looks at the things again. What does it show?",
)
SAME = " The room behind the table looks the same in all pictures."
SIDES = ("left", "right", "back")
# What share of the least visible thing the front view shows, from least to most; other sides show at least the least.
LEVELS = {"full": (0.0, 0.1), "none": (0.95, 1.0), "partial": (0.4, 0.8)}
COVERED = {"none": (0.0, 0.5), "partial": (0.1, 1.0), "full": (0.75, 1.0)}  # likely shares of a box that another hides
CROWDED = {"none": 0.75, "partial": 1.0, "full": 1.15}


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Lay out a table on which things hide one another as the slot says, and offer its three other sides."""
    _, _, asked, level = slot.subtype.split("_")
    group, template = int(rng.integers(1 << 32)), int(rng.integers(len(TEMPLATES)))
    scene = tabletops.drawn(slot, rng, lambda scene: _fair(scene, level), CROWDED[level])
    views = {side: tabletops.seen_from(scene, tabletops.SIDES[side]) for side in SIDES}
    offers = [
        Offer(drawing=SceneDrawing(views[side], 0), label=side, rule="" if side == asked else _rule(side, asked))
        for side in SIDES
    ]
    order, options = arrange(slot, offers, SIDES.index(asked), rng)
    walk, seen, goes = WORDS[asked]
    return Draft(
        question=TEMPLATES[template].format(walk=walk, seen=seen, side=goes) + SAME,
        drawings=(SceneDrawing(scene, 0),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "things": tabletops.recorded(scene),
            "camera": tabletops.camera(scene),
            "asked": asked,
            "shown": [_places(views[SIDES[k]]) for k in order],
            "visible": [_shares(scene, side) for side in ("front", *(SIDES[k] for k in order))],
        },
        situation=scene.situation,
        subtype=slot.subtype,
        tags={
            "expected": asked,
            "occlusion": level,
            "setting": viewpoints.setting(scene),
            "template": template,
            "domain": "scene",
        },
        groups={"occlusion": (f"perspective_views/{group}", level)},
    )


def _rule(side: str, asked: str) -> str:
    return "opposite" if "back" not in (side, asked) else "other_side"


def _places(scene: Scene) -> list[list[float]]:
    return [[thing.x, thing.y] for thing in scene.things]


def _shares(scene: Scene, side: str) -> list[float]:
    return [round(share, 3) for share in tabletops.visible(scene, tabletops.SIDES[side]).tolist()]


def _fair(scene: Scene, level: str) -> bool:
    """Return whether things hide one another as the level has it, and all four views can be told apart."""
    if not _likely(scene, level):
        return False
    low, high = LEVELS[level]
    shares = {"front": tabletops.visible(scene, tabletops.SIDES["front"])}
    if not low <= shares["front"].min() <= high:
        return False
    shares |= {side: tabletops.visible(scene, tabletops.SIDES[side]) for side in SIDES}
    return all(share.min() >= low for share in shares.values()) and _told(scene, shares)


def _likely(scene: Scene, level: str) -> bool:
    """Return whether boxes hide one another about as far as the level has it: a quick look before things are drawn."""
    boxes, away = framing.boxes(scene), framing.distances(scene)
    covered = np.max([framing.hidden(boxes, away, k) for k in range(len(scene.things))], axis=0)
    low, high = COVERED[level]
    return bool(low <= covered[AZIMUTHS.index(tabletops.SIDES["front"])] <= high)


def _told(scene: Scene, shares: dict[str, Array]) -> bool:
    """Return whether any two of the four views differ clearly in the order of some two things that both show."""
    orders = {side: _order(scene, tabletops.SIDES[side], share > 0.5) for side, share in shares.items()}
    return all(np.any(orders[a] * orders[b] < 0) for a, b in combinations(orders, 2))


def _order(scene: Scene, azimuth: float, shown: Any) -> Any:
    """Return, for every two things, how clearly the first is left of the second: 0 where either is hidden or near."""
    c, s = cosine_sine(azimuth)
    across = np.array([c * thing.x + s * thing.y for thing in scene.things])
    gaps = [
        b - a if shown[i] and shown[j] and abs(b - a) > 0.12 * scene.radius * 0.46 else 0.0
        for (i, a), (j, b) in combinations(enumerate(across), 2)
    ]
    return np.array(gaps)


def solve(truth: Json) -> Choice:
    """Return the option in which every two things stand to each other as the walker sees them."""
    right, ahead = {"left": ((0, -1), (1, 0)), "right": ((0, 1), (-1, 0)), "back": ((-1, 0), (0, -1))}[truth["asked"]]
    due = [
        (thing["x"] * right[0] + thing["y"] * right[1], thing["x"] * ahead[0] + thing["y"] * ahead[1])
        for thing in truth["things"]
    ]
    return only(_alike(due, places) for places in truth["shown"])


def _alike(due: Sequence[tuple[float, float]], shown: Sequence[Sequence[float]]) -> bool:
    """Return whether every two things have the same offset in both."""
    pairs = combinations(range(len(due)), 2)
    return all(abs((due[i][k] - due[j][k]) - (shown[i][k] - shown[j][k])) < 1e-3 for i, j in pairs for k in (0, 1))


def as_it_stands(truth: Json) -> Sequence[float]:
    """Take the option in which things stand most as they do in the front view."""
    front = [(thing["x"], thing["y"]) for thing in truth["things"]]
    return [-sum(abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(front, shown)) for shown in truth["shown"]]


def hides_most(truth: Json) -> Sequence[float]:
    """Take the option in which the least of some thing shows."""
    return [-min(shares) for shares in truth["visible"][1:]]


def hides_least(truth: Json) -> Sequence[float]:
    """Take the option in which all things show best."""
    return [min(shares) for shares in truth["visible"][1:]]


def turned_over(truth: Json) -> Sequence[float]:
    """Take the option whose order from left to right is most nearly that of the front view the other way round."""
    front = [thing["x"] for thing in truth["things"]]
    return [-sum(abs(x + place[0]) for x, place in zip(front, shown)) for shown in truth["shown"]]


task = Task(
    name="perspective_views",
    version=3,
    title="Which picture shows the table from another side?",
    quadrant="E-D",
    capabilities=("PT",),
    abilities=("orientation", "visualization"),
    make=make,
    solve=solve,
    truth={
        "things": tabletops.RECORDED,
        "camera": tabletops.CAMERA,
        "asked": "The side from which the table is to be seen: left, right or back, as the front view has it.",
        "shown": "For each option where the things stand in its picture, [x, y] in their order: x to the right, y away "
        "from the camera.",
        "visible": "For the front view and then for each option what share of each thing shows.",
    },
    params=Params,
    frame="egocentric",
    stated=STATED,
    tiers=("",),
    factors=("relational", "perspective"),
    scenes="own",
    side_doors=(
        SideDoor("things stand most as in the front view", as_it_stands, {"": 0.42}),
        SideDoor("left and right exchanged", turned_over, {"": 0.42}, "a third ask for the back, of which it is true"),
        SideDoor("the picture that hides most of a thing", hides_most, {"": 0.40}),
        SideDoor("the picture that hides least", hides_least, {"": 0.40}),
    ),
    subtypes={f"scene_view_{side}_{level}": Subtype(3, f"scene_view_{side}") for side in SIDES for level in LEVELS},
    explain=sides.seen_from,
)
