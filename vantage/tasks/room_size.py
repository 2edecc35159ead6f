"""Room size: on a walk through a home, how large is its floor, all rooms together?

After VSI-Bench's room size, which takes the rooms together too where it shows several. The words are the same for homes
of one room and of four, so that they tell nothing. `make` multiplies the rooms' sides. `solve` takes their recorded
corners and sums triangles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from vantage.item import Json, Number
from vantage.scenes import walked
from vantage.scenes.walked import STATED, Params
from vantage.task import Draft, Prior, SideDoor, Slot, Strategy, Task

WORDS = (
    "How large is the floor of the home, in square metres? If there are several rooms, take all of them together. "
    "Count the floor under furniture too, but not the doorways."
)


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for the whole home, if the walls of each room show how far it goes."""
    tour = walked.toured(slot, params)
    rooms = tour.walk.home.rooms
    walked.require(all(_shows(tour.sights, k, room.sides) for k, room in enumerate(rooms)), "how large each room is")
    return Draft(
        question=walked.question(params.frames, WORDS, walked.eyes(tour)),
        drawings=tour.walk.drawings(params.frames),
        options=(),
        answer=Number(round(sum(math.prod(room.sides) for room in rooms), 4), "m²", "mra"),
        truth=tour.truth,
        situation=tour.walk.home.situation,
        tags={"named": [], "rooms": len(rooms)},
        groups=walked.groups(tour, "room_size", ""),
    )


def _shows(sights: walked.Sights, room: int, sides: Sequence[float]) -> bool:
    """Return whether the pictures show how far a room goes both ways."""
    cloud = sights.points(walked.shell(room))
    if len(cloud) < walked.FEWEST:
        return False
    return all(walked.close(found, due) for found, due in zip(walked.room_sides(cloud), sides))


def _area(corners: Sequence[Sequence[float]]) -> float:
    (ox, oy), rest = corners[0], corners[1:]
    return sum((a - ox) * (d - oy) - (c - ox) * (b - oy) for (a, b), (c, d) in pairwise(rest)) / 2


def solve(truth: Json) -> Number:
    """Sum the triangles that the recorded corners of the rooms span."""
    return Number(round(sum(_area(room["corners"]) for room in truth["rooms"]), 4), "m²", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show how far the rooms go."""
    sights = walked.seen(truth, frames)
    for k, room in enumerate(truth["rooms"]):
        (a, b), _, (c, d), _ = room["corners"]
        walked.require(_shows(sights, k, (c - a, d - b)), "how large each room is")


def walked_over(truth: Json) -> list[float]:
    """Return the area of the smallest upright rectangle around the camera's way."""
    x, y = np.array([(one["x"], one["y"]) for one in truth["cameras"]]).T
    return [float(np.ptp(x) * np.ptp(y))]


def largest(truth: Json) -> float:
    """Return the area of the largest room alone."""
    return max(_area(room["corners"]) for room in truth["rooms"])


task = Task(
    name="room_size",
    version=1,
    title="How large is the floor of a home, seen on a walk through it?",
    quadrant="I-S",
    capabilities=("MM",),
    abilities=("perception",),
    make=make,
    solve=solve,
    verify=verify,
    truth=walked.TRUTH,
    params=Params,
    frame="observer",
    stated=STATED,
    tiers=("",),
    options=0,
    scenes="walk",
    prior=Prior(0.30),
    side_doors=(
        SideDoor("25 square metres", lambda truth: [25.0], {"": 0.33}, "a constant"),
        SideDoor("the rectangle around the camera's way", walked_over, {"": 0.4}, "large homes take a long way"),
    ),
    strategies=(Strategy("measures the largest room alone", largest),),
)
