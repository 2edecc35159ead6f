"""Counting: how many things of a kind are there on a walk through a home?

After VSI-Bench's object counting. The kind stands there at least twice, perhaps in several rooms, and each one shows
well in some picture. `make` counts what stands in the home. `solve` counts the recorded things of that name which some
picture shows.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from vantage.item import Json, Number
from vantage.scenes import walked
from vantage.scenes.phrases import plural
from vantage.scenes.walked import FEWEST, STATED, Params
from vantage.task import Draft, Prior, Refused, SideDoor, Slot, Strategy, Task

MOST = 12


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for a kind that stands there several times, small and large numbers about equally often."""
    tour = walked.toured(slot, params)
    clear = {name for name in tour.walk.home.kinds if all(tour.well(one) for one in _all(tour.truth, name))}
    counts = Counter(thing.kind for thing in tour.walk.home.things)
    several = {name: float(n) for name, n in counts.items() if name in clear and n > 1}
    name = walked.by_nearness(several, 2, MOST, rng)[0]
    return Draft(
        question=walked.question(params.frames, f"How many {plural(name)} are there in the home?"),
        drawings=tour.walk.drawings(params.frames),
        options=(),
        answer=Number(several[name], "", "mra"),
        truth={**tour.truth, "asked": name},
        situation=tour.walk.home.situation,
        tags={"named": [name], "rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "object_count", name),
    )


def _all(truth: Json, name: str) -> list[Json]:
    return [one for one in truth["things"] if one["name"] == name]


def solve(truth: Json) -> Number:
    """Count the recorded things of that name that some picture shows."""
    return Number(float(sum(max(one["visible"]) > 0 for one in _all(truth, truth["asked"]))), "", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless the ids of the pictures show so many."""
    ids = np.concatenate([frame.ids.ravel() for frame in frames])
    counted = sum(int((ids == one["id"]).sum()) >= FEWEST for one in _all(truth, truth["asked"]))
    if counted != solve(truth).value:
        raise Refused("the pixels show another number")


def at_once(truth: Json) -> list[float]:
    """Return the most that one picture shows."""
    shown = np.array([one["visible"] for one in _all(truth, truth["asked"])]) > 0
    return [float(shown.sum(axis=0).max())]


def again(truth: Json) -> float:
    """Count each thing once for every picture that shows it."""
    return float(sum(share > 0 for one in _all(truth, truth["asked"]) for share in one["visible"]))


task = Task(
    name="object_count",
    version=1,
    title="How many things of a kind are there on a walk through a home?",
    quadrant="E-S",
    capabilities=("CR",),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "asked": "The name of the things to count."},
    params=Params,
    frame="observer",
    stated=STATED,
    tiers=("",),
    options=0,
    scenes="walk",
    prior=Prior(0.45),
    side_doors=(
        SideDoor("three", lambda truth: [3.0], {"": 0.5}, "numbers are from 2 to 9"),
        SideDoor(
            "the most that one picture shows", at_once, {"": 0.93}, "in a small home, one picture may show all of them"
        ),
    ),
    strategies=(Strategy("counts a thing again in each picture that shows it", again),),
)
