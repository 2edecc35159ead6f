"""Absolute distance: on a walk through a home, how far apart are two things at their closest points?

After VSI-Bench's absolute distance; measured on the floor plan, through walls if need be. `make` tries every corner of
one box against every side of the other. `solve` looks for the two parallel lines, farthest apart, that keep the boxes
on either side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vantage.item import Json, Number
from vantage.scenes import walked
from vantage.scenes.walked import STATED, Params
from vantage.task import Draft, Prior, Refused, SideDoor, Slot, Strategy, Task

LENGTHS = (0.3, 11.0)  # metres
TRIES = 12  # pairs tried


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for two things whose distance the pictures show, short and long distances about equally often."""
    tour = walked.toured(slot, params)
    found = {(a["name"], b["name"]): walked.distance(a, b) for a, b in walked.pairs(tour.shown)}
    # Were another length drawn for each pair that fails, long ones would come most often: they rarely fail.
    for names in walked.by_nearness(found, *LENGTHS, rng, ends=True)[:TRIES]:
        a, b = (tour.clouds[walked.named(tour.truth, name)["id"]] for name in names)
        if walked.close(walked.apart(a, b), found[names]):
            break
    else:
        raise Refused("no two things show how far apart they are")
    first, second = (names[i] for i in rng.permutation(2))
    words = (
        f"How far apart are the {first} and the {second}, in metres? Measure between their closest points, as on a "
        "floor plan, in a straight line (through walls, if there are any between them)."
    )
    return Draft(
        question=walked.question(params.frames, words, walked.eyes(tour)),
        drawings=tour.walk.drawings(params.frames),
        options=(),
        answer=Number(round(found[names], 4), "m", "mra"),
        truth={**tour.truth, "asked": [first, second]},
        situation=tour.walk.home.situation,
        tags={"named": sorted(names), "rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "object_distance", f"{first}, {second}"),
    )


def solve(truth: Json) -> Number:
    """Return the widest gap that a straight strip leaves between the two boxes."""
    return Number(round(walked.gap(*(walked.named(truth, name) for name in truth["asked"])), 4), "m", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show the same distance."""
    sights = walked.seen(truth, frames)
    a, b = (walked.cloud(sights, walked.named(truth, name)) for name in truth["asked"])
    walked.require(walked.close(walked.apart(a, b), solve(truth).value), "how far apart they are")


def half_home(truth: Json) -> list[float]:
    """Return half the diagonal of the home."""
    corners = np.array([corner for room in truth["rooms"] for corner in room["corners"]])
    return [float(np.hypot(*np.ptp(corners, axis=0)) / 2)]


def middles(truth: Json) -> float:
    """Measure between the middles of the two things."""
    a, b = (walked.named(truth, name) for name in truth["asked"])
    return float(np.hypot(a["x"] - b["x"], a["y"] - b["y"]))


task = Task(
    name="object_distance",
    version=2,
    title="How far apart are two things, seen on a walk through a home?",
    quadrant="E-S",
    capabilities=("MM",),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "asked": "The names of the two things."},
    params=Params,
    frame="observer",
    stated=STATED,
    tiers=("",),
    options=0,
    scenes="walk",
    prior=Prior(0.30),
    side_doors=(
        SideDoor("two metres", lambda truth: [2.0], {"": 0.33}, "a constant"),
        SideDoor("half the home's diagonal", half_home, {"": 0.4}, "where things are far apart, they are about so far"),
    ),
    strategies=(Strategy("measures between the middles of things", middles),),
)
