"""Room size: on a walk through a home, how large is the floor of a room, or of all rooms together?

After VSI-Bench's room size. A room is named by a thing in it. `make` multiplies the sides of the rooms. `solve` takes
the recorded corners and sums triangles.
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
from vantage.task import Draft, Prior, Refused, SideDoor, Slot, Task

AREAS = (5.0, 130.0)  # square metres
WHOLE = "the whole home"


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for a room all of whose walls show, or for the whole home."""
    tour = walked.toured(slot, params)
    rooms = tour.walk.home.rooms
    whole = [k for k, room in enumerate(rooms) if _shows(tour.sights, k, room.sides)]
    areas = {str(k): math.prod(rooms[k].sides) for k in whole if any(one["room"] == k for one in tour.shown)}
    if len(whole) == len(rooms):
        areas[WHOLE] = sum(math.prod(room.sides) for room in rooms)
    if len(rooms) == 1:
        areas.pop("0", None)
    asked = walked.nearest_value(areas, *AREAS, rng, ends=True)
    inside = sorted(one["name"] for one in tour.shown if str(one["room"]) == asked)
    name = str(rng.choice(inside)) if inside and asked != WHOLE else ""
    every = "all rooms together" if len(rooms) > 1 else "the room"
    what = f"the room with the {name}" if name else every
    words = f"How large is the floor of {what}, in square metres? Count the floor under furniture too."
    return Draft(
        question=walked.question(params.frames, words, walked.eyes(tour)),
        drawings=tour.walk.drawings(params.frames),
        options=(),
        answer=Number(round(areas[asked], 4), "m²", "mra"),
        truth={**tour.truth, "asked": name},
        situation=tour.walk.home.situation,
        tags={"named": [name or WHOLE], "rooms": len(rooms)},
        groups=walked.groups(tour, "room_size", name),
    )


def _shows(sights: walked.Sights, room: int, sides: Sequence[float]) -> bool:
    """Return whether the pictures show how far a room goes both ways."""
    cloud = sights.points(walked.shell(room))
    if len(cloud) < walked.FEWEST:
        return False
    return all(walked.close(found, due) for found, due in zip(walked.room_sides(cloud), sides))


def _asked(truth: Json) -> list[int]:
    rooms = [*range(len(truth["rooms"]))]
    return [walked.named(truth, truth["asked"])["room"]] if truth["asked"] else rooms


def _area(corners: Sequence[Sequence[float]]) -> float:
    (ox, oy), rest = corners[0], corners[1:]
    return sum((a - ox) * (d - oy) - (c - ox) * (b - oy) for (a, b), (c, d) in pairwise(rest)) / 2


def solve(truth: Json) -> Number:
    """Sum the triangles that the recorded corners of the rooms span."""
    return Number(round(sum(_area(truth["rooms"][k]["corners"]) for k in _asked(truth)), 4), "m²", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show how far the rooms go."""
    sights = walked.seen(truth, frames)
    for k in _asked(truth):
        (a, b), _, (c, d), _ = truth["rooms"][k]["corners"]
        if not _shows(sights, k, (c - a, d - b)):
            raise Refused("the pixels do not show how large a room is")


def walked_over(truth: Json) -> list[float]:
    """Return the area of the smallest upright rectangle around the camera's way."""
    x, y = np.array([(one["x"], one["y"]) for one in truth["cameras"]]).T
    return [float(np.ptp(x) * np.ptp(y))]


task = Task(
    name="room_size",
    version=1,
    title="How large is a room, or a home, seen on a walk through it?",
    quadrant="I-S",
    capabilities=("MM",),
    abilities=("perception",),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "asked": "The name of a thing in the room asked about; empty for all rooms together."},
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
)
