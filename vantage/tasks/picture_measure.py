"""Measuring in one picture: how tall is a thing, how far from another, or how much farther away than another?

The picture is one of a walk through a home. How tall another thing is in it is stated, as a yardstick. `make` measures
in each thing's own frame. `solve` measures from the recorded corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from vantage.geometry import Array, cosine_sine
from vantage.item import IMAGE_MARK, Json, Number
from vantage.scenes import walked
from vantage.scenes.walked import Params, Sight, Tour
from vantage.task import Draft, Prior, Refused, SideDoor, Slot, Task
from vantage.walk import Station, WalkDrawing

STATED = "The picture was taken in a home"
KINDS = ("height", "distance", "depth")
SPANS = {"height": (0.13, 2.3), "distance": (0.12, 5.0), "depth": (0.15, 7.0)}  # metres
SHORT = {"height": 1.0, "distance": 1.5, "depth": 1.3}  # one picture shows few long distances
WHOLE, PIXELS = 0.9, 130  # what part of a thing that is asked about shows in the picture, and in how many pixels
WORDS = {
    "height": "How tall is the {a}, in metres?",
    "distance": "How far apart are the {a} and the {b}, in metres? Measure between their closest points, as on a floor "
    "plan.",
    "depth": "Measure from the camera to the nearest point of each: how much farther away is the {a} than the {b}, in "
    "metres?",
}


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask for one picture of the walk, small and large lengths about equally often."""
    tour = walked.toured(slot, params)
    found: dict[tuple[int, str, str], float] = {}
    for k, sight in enumerate(tour.sights.each):
        things = [one for one in tour.things if _clear(tour, one, k, sight)]
        found |= {(k, a, b): value for (a, b), value in _lengths(slot.tier, things, sight).items()}
    k, a, b = walked.by_nearness(found, *SPANS[slot.tier], rng, ends=True, short=SHORT[slot.tier])[0]
    yards = [one for one in tour.things if _clear(tour, one, k, tour.sights.each[k]) and one["name"] not in (a, b)]
    if not yards:
        raise Refused("nothing else shows whole")
    yard = yards[int(rng.integers(len(yards)))]
    words = f"{STATED}. The {yard['name']} is {yard['size'][2]:.2f} m tall. {WORDS[slot.tier].format(a=a, b=b)}"
    things = [{**one, "visible": [one["visible"][k]]} for one in tour.things]
    asked = [a, b] if b else [a]
    return Draft(
        question=f"{IMAGE_MARK}\n{words}",
        drawings=(WalkDrawing(tour.walk.home, tour.stations[k]),),
        options=(),
        answer=Number(round(found[k, a, b], 4), "m", "mra"),
        truth={**tour.truth, "things": things, "cameras": [tour.truth["cameras"][k]], "asked": asked,
               "measure": slot.tier, "yardstick": yard["name"]},
        situation=tour.walk.home.situation,
        tags={"named": asked, "rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "picture_measure", f"{k} {slot.tier} {', '.join(asked)}"),
    )  # fmt: skip


def _clear(tour: Tour, one: Json, k: int, sight: Sight) -> bool:
    """Return whether picture `k` shows a thing whole and large enough, the only one of its name in the home."""
    number = one["id"]
    if tour.pixels[number][k] < PIXELS or tour.shares[number][k] < WHOLE:
        return False
    rim = np.concatenate([sight.ids[0], sight.ids[-1], sight.ids[:, 0], sight.ids[:, -1]])
    return not (rim == number).any() and one in tour.shown


def _lengths(measure: str, things: Sequence[Json], sight: Sight) -> dict[tuple[str, str], float]:
    """Return what can be asked of a picture: each length by the names of the things."""
    if len(things) < 2:
        return {}
    clouds = {one["name"]: sight.points(one["id"]) for one in things}
    if measure == "height":
        return {
            (one["name"], ""): one["size"][2]
            for one in things
            if walked.close(float(clouds[one["name"]][:, 2].max()), one["size"][2])
        }
    if measure == "distance":
        found = {(a["name"], b["name"]): walked.distance(a, b) for a, b in walked.pairs(things)}
        return {ab: due for ab, due in found.items() if walked.close(walked.apart(*(clouds[n] for n in ab)), due)}
    away = {one["name"]: _away(one, sight.station) for one in things}
    seen = {name: _nearest(cloud, sight.station) for name, cloud in clouds.items()}
    return {
        (a, b): away[a] - away[b]
        for a in away
        for b in away
        if away[a] > away[b] and walked.close(seen[a] - seen[b], away[a] - away[b])
    }


def _nearest(cloud: Array, at: Station) -> float:
    return float(np.linalg.norm(cloud - (at.x, at.y, at.height), axis=1).min())


def _away(one: Json, at: Station) -> float:
    """Return how far the nearest point of a thing's box is from the camera, found in the thing's own frame."""
    c, s = cosine_sine(one["facing"])
    x, y = at.x - one["x"], at.y - one["y"]
    own = (abs(c * x + s * y) - one["size"][0] / 2, abs(c * y - s * x) - one["size"][1] / 2, at.height - one["size"][2])
    return math.hypot(*(max(0.0, v) for v in own))


def solve(truth: Json) -> Number:
    """Measure from the recorded corners and heights."""
    things = [walked.named(truth, name) for name in truth["asked"]]
    if truth["measure"] == "height":
        return Number(round(things[0]["size"][2], 4), "m", "mra")
    if truth["measure"] == "distance":
        return Number(round(walked.gap(*things), 4), "m", "mra")
    camera = truth["cameras"][0]
    point = {"corners": [[camera["x"] + u, camera["y"] + v] for u, v in ((0, 0), (1e-12, 0), (1e-12, 1e-12))]}
    away = [math.hypot(walked.gap(one, point), max(0.0, camera["height"] - one["size"][2])) for one in things]
    return Number(round(away[0] - away[1], 4), "m", "mra")


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids of the picture show the same length."""
    sight = walked.seen(truth, frames).each[0]
    clouds = [sight.points(walked.named(truth, name)["id"]) for name in truth["asked"]]
    if min(map(len, clouds)) < walked.FEWEST:
        raise Refused("a thing that the question names hardly shows")
    away = [_nearest(cloud, sight.station) for cloud in clouds]
    apart = walked.apart(clouds[0], clouds[-1])
    found = {"height": float(clouds[0][:, 2].max()), "distance": apart, "depth": away[0] - away[-1]}
    walked.require(walked.close(found[truth["measure"]], solve(truth).value), "that length")


def yardstick(truth: Json) -> list[float]:
    """Return how tall the yardstick is."""
    return [float(walked.named(truth, truth["yardstick"])["size"][2])]


task = Task(
    name="picture_measure",
    version=2,
    title="In one picture, how tall is a thing, how far from another, or how much farther away?",
    quadrant="E-S",
    capabilities=("MM",),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={
        **walked.TRUTH,
        "measure": "What is asked for: height, distance (between the closest points, on a floor plan) or depth (how "
        "much farther from the camera the nearest point of the first is than that of the second).",
        "asked": "The name of the thing, or of the two things.",
        "yardstick": "The name of the thing whose height the question states.",
    },
    params=Params,
    frame="observer",
    stated=STATED,
    tiers=KINDS,
    options=0,
    scenes="walk",
    prior=Prior(0.30, 0.60, frozenset({"height"})),  # a name tells how tall a thing is about as well as how long
    side_doors=(SideDoor("as tall as the yardstick", yardstick, dict.fromkeys(KINDS, 0.3)),),
)
