"""Object size: on a walk through a home, how long is a thing's longest side?

After VSI-Bench's object size. Things of a kind differ in size by more than a factor of two, so the name does not tell;
how high the camera was kept does, and is stated. `make` scales the thing as it was built. `solve` takes the recorded
corners of its box and its height.
"""

from __future__ import annotations

from math import dist
from typing import Any

import numpy as np

from vantage import assets
from vantage.item import Json, Number
from vantage.scenes import homes, walked
from vantage.scenes.walked import STATED, Params
from vantage.task import Draft, Prior, SideDoor, Slot, Task

SIZES = (0.15, 4.0)  # metres: usual sizes of kinds; wider than they are, as most kinds are small


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for a thing whose box the pictures tell, small and large kinds about equally often.

    It is chosen by its kind: were it by its size, the small ones of small kinds and the large ones of large kinds would
    come most often, and a name would tell more.
    """
    tour = walked.toured(slot, params)
    usual = {one["name"]: sum(assets.get(one["name"]).length) / 2 for one in tour.measured}
    name = walked.by_nearness(usual, *SIZES, rng, ends=True)[0]
    size = max(homes.sides(tour.walk.home.things[walked.named(tour.truth, name)["id"] - 1]))
    words = f"How long is the longest side of the {name} (its height, width or depth), in metres?"
    return Draft(
        question=walked.question(params.frames, words, walked.eyes(tour)),
        drawings=tour.walk.drawings(params.frames),
        options=(),
        answer=Number(round(size, 3), "m", "mra"),
        truth={**tour.truth, "asked": name},
        situation=tour.walk.home.situation,
        tags={"named": [name], "rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "object_size", name),
    )


def solve(truth: Json) -> Number:
    """Return the longest of the two sides between recorded corners and the height."""
    one = walked.named(truth, truth["asked"])
    a, b, c, _ = one["corners"]
    return Number(round(max(dist(a, b), dist(b, c), one["size"][2]), 3), "m", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless the box can be measured from depth and ids."""
    one = walked.named(truth, truth["asked"])
    cloud = walked.cloud(walked.seen(truth, frames), one)
    walked.require(walked.box_seen(one, cloud), "how large it is")
    walked.require(walked.close(float(walked.box_from(one, cloud)[1].max()), solve(truth).value), "its longest side")


def largest(truth: Json) -> list[float]:
    """Return the longest side of the largest thing in the home."""
    return [max(max(one["size"]) for one in truth["things"])]


task = Task(
    name="object_size",
    version=1,
    title="How long is a thing's longest side, seen on a walk through a home?",
    quadrant="I-S",
    capabilities=("MM",),
    abilities=("perception",),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "asked": "The name of the thing whose longest side is asked for."},
    params=Params,
    frame="observer",
    stated=STATED,
    tiers=("",),
    options=0,
    scenes="walk",
    prior=Prior(0.30, 0.60),
    side_doors=(
        SideDoor("80 centimetres", lambda truth: [0.8], {"": 0.33}, "a constant"),
        SideDoor("the largest thing of the home", largest, {"": 0.42}, "now and then it is the one asked for"),
    ),
)
