"""Relative distance: on a walk through a home, which of four things is nearest to a given one?

After VSI-Bench's relative distance. The four on offer are drawn first, such that each is the nearest to some thing of
the home; then the right one is drawn, and a thing to which it is nearest becomes the question. `make` tries corners
against sides. `solve` looks for the widest strip between two boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage.item import Choice, Json
from vantage.scenes import walked
from vantage.scenes.walked import STATED, Params
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Strategy, Task, arrange, only

Rng = np.random.Generator
OFFERED = 4
CLEARLY, CLEARLY_METRES = 1.15, 0.15  # the next nearest is farther by this factor, and by so many metres, at least
SETS = 300  # sets of things tried
RULES = ("second", "third", "farthest")


def make(params: Params, slot: Slot, rng: Rng) -> Draft:
    """Draw a set of things, the right one, and then what it is nearest to."""
    tour = walked.toured(slot, params)
    things = tour.shown
    away = np.array([[walked.distance(a, b) if a is not b else np.inf for b in things] for a in things])
    sets = [*combinations(range(len(things)), OFFERED)]
    for k in rng.permutation(len(sets))[:SETS].tolist():
        nearest = _nearest(away, sets[k])
        if {*nearest.values()} < {*sets[k]}:
            continue
        nearest = {a: b for a, b in nearest.items() if _seen(tour, things, a, b, sets[k])}
        if {*nearest.values()} == {*sets[k]}:
            break
    else:
        raise Refused("no four things are each the nearest to some other")
    offered = sets[k]
    key = int(rng.choice(offered))
    asked = _asked(tour, things, [one for one, found in nearest.items() if found == key], key, offered, rng)
    ranked = sorted(offered, key=lambda one: away[asked, one])
    rules = {one: "" if one == key else RULES[ranked.index(one) - 1] for one in offered}
    offers = [Offer(text=things[i]["name"], label=things[i]["name"], rule=rules[i]) for i in offered]
    _, options = arrange(slot, offers, offered.index(key), rng)
    name, labels = things[asked]["name"], [offer.label for offer in options]
    words = f"Which of these is nearest to the {name}, measured on a floor plan between their closest points?"
    return Draft(
        question=walked.question(params.frames, words),
        drawings=tour.walk.drawings(params.frames),
        options=options,
        answer=Choice(slot.letter),
        truth={**tour.truth, "asked": name, "options": labels},
        situation=tour.walk.home.situation,
        tags={"rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "nearest_object", ", ".join([name, *sorted(labels)])),
    )


def _nearest(away: NDArray[np.float64], offered: tuple[int, ...]) -> dict[int, int]:
    """Return for each other thing which of these is clearly the nearest to it."""
    found = {}
    for other in range(len(away)):
        if other not in offered:
            first, second = sorted(offered, key=lambda one: away[other, one])[:2]
            if away[other, second] > max(CLEARLY * away[other, first], away[other, first] + CLEARLY_METRES):
                found[other] = first
    return found


def _asked(
    tour: walked.Tour, things: Sequence[Json], fit: Sequence[int], key: int, offered: Sequence[int], rng: Rng
) -> int:
    """Return a thing to which the key is nearest: if it can be, as often one seen more with another option as not."""
    shown = [tour.shares[one["id"]] > 0 for one in things]
    told: dict[bool, list[int]] = {}
    for one in fit:
        together = {i: int((shown[one] & shown[i]).sum()) for i in offered}
        told.setdefault(together[key] == max(together.values()), []).append(one)
    either = [told[group] for group in sorted(told)]
    return int(rng.choice(either[int(rng.integers(len(either)))]))


def _seen(tour: walked.Tour, things: Sequence[Json], other: int, first: int, offered: Sequence[int]) -> bool:
    """Return whether the pixels, too, show which is the nearest to another thing."""
    clouds = {i: tour.clouds[things[i]["id"]] for i in (other, *offered)}
    return min(offered, key=lambda one: walked.apart(clouds[other], clouds[one])) == first


def solve(truth: Json) -> Choice:
    """Measure the widest strip between the asked thing's box and each of the others."""
    gaps = [walked.gap(walked.named(truth, truth["asked"]), walked.named(truth, name)) for name in truth["options"]]
    return only(one == min(gaps) for one in gaps)


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show the same."""
    sights = walked.seen(truth, frames)
    asked = walked.cloud(sights, walked.named(truth, truth["asked"]))
    gaps = [walked.apart(asked, walked.cloud(sights, walked.named(truth, name))) for name in truth["options"]]
    walked.require(only(one == min(gaps) for one in gaps) == solve(truth), "which is nearest")


def in_one_picture(truth: Json) -> Sequence[float]:
    """Take what shows in most of the pictures in which the asked thing shows."""
    shown = np.array(walked.named(truth, truth["asked"])["visible"]) > 0
    return [float((shown & (np.array(walked.named(truth, name)["visible"]) > 0)).sum()) for name in truth["options"]]


def same_room(truth: Json) -> Sequence[float]:
    """Take what stands in the same room."""
    room = walked.named(truth, truth["asked"])["room"]
    return [float(walked.named(truth, name)["room"] == room) for name in truth["options"]]


def farthest(truth: Json) -> Sequence[float]:
    """Take the thing that is farthest away."""
    return [walked.gap(walked.named(truth, truth["asked"]), walked.named(truth, name)) for name in truth["options"]]


task = Task(
    name="nearest_object",
    version=1,
    title="Which of four things is nearest to a given one, seen on a walk through a home?",
    quadrant="E-S",
    capabilities=("SR", "MM"),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "asked": "The name of the thing to measure from.", "options": "The names in order."},
    params=Params,
    frame="observer",
    stated=STATED,
    tiers=("",),
    scenes="walk",
    side_doors=(
        SideDoor(
            "what is seen together most often", in_one_picture, {"": 0.7}, "near things are seen in the same pictures"
        ),
        SideDoor("what stands in the same room", same_room, {"": 0.6}, "in homes of several rooms it rules some out"),
    ),
    strategies=(Strategy("takes the farthest for the nearest", farthest),),
)
