"""Route length: how long is the way from one thing of a home straight to another, and on to a third and a fourth?

Numbers as of VSI-Bench's distances, but of a way with corners. `make` adds distances between places. `solve` adds the
legs' parts along x and y, each turned into a length.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from vantage.item import Json, Number
from vantage.scenes import walked
from vantage.scenes.walked import STATED, Params
from vantage.task import Draft, Prior, Refused, SideDoor, Slot, Strategy, Task

LENGTHS = {"easy": (1.2, 30.0), "medium": (1.5, 36.0), "hard": (3.0, 40.0)}  # metres
LEGS = {"easy": 2, "medium": 3, "hard": 4}
ROUTES = 200  # routes to choose from, twice


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for a way between things whose middles the pictures tell, short and long ones about equally often."""
    tour = walked.toured(slot, params)
    places = {one["name"]: complex(one["x"], one["y"]) for one in tour.measured}
    stops = LEGS[slot.tier] + 1
    if len(places) < stops:
        raise Refused("too few things show well")
    names, found = [*places], {}
    for _ in range(ROUTES):
        order = [names[i] for i in rng.permutation(len(names))]
        for route in (tuple(order[:stops]), _short(places, order[0], stops)):
            found[route] = sum(abs(places[b] - places[a]) for a, b in pairwise(route))
    route = walked.by_nearness(found, *LENGTHS[slot.tier], rng, ends=True)[0]
    then = " and then straight to ".join(f"the {name}" for name in route[1:])
    words = (
        f"You go from the {route[0]} straight to {then}. How long is your way, in metres? Measure between the middles "
        "of the things, as on a floor plan, through whatever is in between."
    )
    return Draft(
        question=walked.question(params.frames, words, walked.eyes(tour)),
        drawings=tour.walk.drawings(params.frames),
        options=(),
        answer=Number(round(found[route], 4), "m", "mra"),
        truth={**tour.truth, "asked": list(route)},
        situation=tour.walk.home.situation,
        tags={"named": sorted(route), "rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "route_length", ", ".join(route)),
    )


def _short(places: dict[str, complex], start: str, stops: int) -> tuple[str, ...]:
    """Return a route that goes each time to the nearest thing not yet passed."""
    route = [start]
    while len(route) < stops:
        route.append(min({*places} - {*route}, key=lambda name: (abs(places[name] - places[route[-1]]), name)))
    return tuple(route)


def solve(truth: Json) -> Number:
    """Add up the legs, from the middles of the recorded boxes."""
    at = [np.mean(walked.named(truth, name)["corners"], axis=0) for name in truth["asked"]]
    return Number(round(sum(math.hypot(*(b - a)) for a, b in pairwise(at)), 4), "m", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show the same length."""
    sights, at = walked.seen(truth, frames), []
    for name in truth["asked"]:
        one = walked.named(truth, name)
        at.append(walked.box_from(one, walked.cloud(sights, one))[0])
    found = sum(float(np.hypot(*(b - a))) for a, b in pairwise(at))
    walked.require(walked.close(found, solve(truth).value), "how long the way is")


def camera_way(truth: Json) -> list[float]:
    """Return how long the camera's way is."""
    at = [(one["x"], one["y"]) for one in truth["cameras"]]
    return [sum(math.dist(a, b) for a, b in pairwise(at))]


def beeline(truth: Json) -> float:
    """Measure straight from the first thing to the last."""
    first, *_, last = (walked.named(truth, name) for name in truth["asked"])
    return math.hypot(first["x"] - last["x"], first["y"] - last["y"])


task = Task(
    name="route_length",
    version=2,
    title="How long is a way from thing to thing through a home?",
    quadrant="E-S",
    capabilities=("MM",),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "asked": "The names of the things passed, in order."},
    params=Params,
    frame="observer",
    stated=STATED,
    options=0,
    scenes="walk",
    prior=Prior(0.30),
    side_doors=(
        SideDoor("the length of the camera's way", camera_way, {"easy": 0.3, "medium": 0.36, "hard": 0.42},
                 "large homes have long ways"),
        SideDoor("eight metres", lambda truth: [8.0], {"easy": 0.4, "medium": 0.42, "hard": 0.42}, "a constant"),
    ),
    strategies=(Strategy("measures straight from the first thing to the last", beeline),),
)  # fmt: skip
