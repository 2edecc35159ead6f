"""Room size: on a walk through a home, how large is the floor of a room?

After VSI-Bench's room size. The room is named by a thing in it. It is never asked of the whole home: those words alone
would tell of a large area. `make` multiplies the room's sides. `solve` takes its recorded corners and sums triangles.
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
from vantage.task import Draft, Prior, SideDoor, Slot, Task

AREAS = (5.0, 64.0)  # square metres


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for a room whose walls show how far it goes, small and large ones more often than those between."""
    tour = walked.toured(slot, params)
    rooms = tour.walk.home.rooms
    inside = {k: sorted(one["name"] for one in tour.shown if one["room"] == k) for k in range(len(rooms))}
    areas = {k: math.prod(rooms[k].sides) for k in inside if inside[k] and _shows(tour.sights, k, rooms[k].sides)}
    asked = walked.nearest_value(areas, *AREAS, rng, ends=True)
    name = str(rng.choice(inside[asked]))
    words = (
        f"How large is the floor of the room with the {name}, in square metres? Count the floor under furniture too."
    )
    return Draft(
        question=walked.question(params.frames, words, walked.eyes(tour)),
        drawings=tour.walk.drawings(params.frames),
        options=(),
        answer=Number(round(areas[asked], 4), "m²", "mra"),
        truth={**tour.truth, "asked": name},
        situation=tour.walk.home.situation,
        tags={"named": [name], "rooms": len(rooms)},
        groups=walked.groups(tour, "room_size", name),
    )


def _shows(sights: walked.Sights, room: int, sides: Sequence[float]) -> bool:
    """Return whether the pictures show how far a room goes both ways."""
    cloud = sights.points(walked.shell(room))
    if len(cloud) < walked.FEWEST:
        return False
    return all(walked.close(found, due) for found, due in zip(walked.room_sides(cloud), sides))


def _corners(truth: Json) -> list[list[float]]:
    found: list[list[float]] = truth["rooms"][walked.named(truth, truth["asked"])["room"]]["corners"]
    return found


def _area(corners: Sequence[Sequence[float]]) -> float:
    (ox, oy), rest = corners[0], corners[1:]
    return sum((a - ox) * (d - oy) - (c - ox) * (b - oy) for (a, b), (c, d) in pairwise(rest)) / 2


def solve(truth: Json) -> Number:
    """Sum the triangles that the recorded corners of the room span."""
    return Number(round(_area(_corners(truth)), 4), "m²", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show how far the room goes."""
    (a, b), _, (c, d), _ = _corners(truth)
    room = walked.named(truth, truth["asked"])["room"]
    walked.require(_shows(walked.seen(truth, frames), room, (c - a, d - b)), "how large the room is")


def walked_over(truth: Json) -> list[float]:
    """Return the area of the smallest upright rectangle around the camera's way."""
    x, y = np.array([(one["x"], one["y"]) for one in truth["cameras"]]).T
    return [float(np.ptp(x) * np.ptp(y))]


task = Task(
    name="room_size",
    version=1,
    title="How large is a room, seen on a walk through a home?",
    quadrant="I-S",
    capabilities=("MM",),
    abilities=("perception",),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "asked": "The name of a thing in the room asked about."},
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
