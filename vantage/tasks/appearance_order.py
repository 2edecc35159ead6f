"""Order of appearance: on a walk through a home, in which order do four things first come into view?

After VSI-Bench's appearance order. The four orders on offer are those that one makes of another by moving its first
thing to the end, over and over, under some naming of the four: seen from any of them the other three look alike, so
that the set does not tell which is right. `make` counts pixels. `solve` looks for the first recorded share above a
fifth.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from vantage.item import Choice, Json
from vantage.scenes import walked
from vantage.scenes.walked import STATED, Params
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

ASKED = 4
CLEARLY, HARDLY = 120, 8  # pixels: of a thing where it first appears, at least; and in pictures before that, at most
SHARE, TRACE = 0.2, 0.02  # what part of it shows there, at least; and before that, at most
CYCLES = ((1, 2, 3, 0), (1, 3, 0, 2), (2, 3, 1, 0))  # the three ways to go round four places, apart from the sense


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw four things that appear in different pictures, and three other orders."""
    tour = walked.toured(slot, params)
    first = {one["name"]: at for one in tour.shown if (at := _appears(tour, one)) is not None}
    names = _apart(first, rng)
    order = sorted(names, key=lambda name: first[name])
    cycle = CYCLES[int(rng.integers(len(CYCLES)))]
    orders, places = [order], [*range(ASKED)]
    for _ in range(ASKED - 1):
        places = [cycle[place] for place in places]
        orders.append([order[place] for place in places])
    offers = [Offer(", ".join(one), None, ", ".join(one), _rule(one, order)) for one in orders]
    _, options = arrange(slot, offers, 0, rng)
    listed = sorted(names)
    words = (
        f"In which order do these first come into view: {', '.join(f'the {name}' for name in listed[:-1])} and the "
        f"{listed[-1]}?"
    )
    return Draft(
        question=walked.question(params.frames, words),
        drawings=tour.walk.drawings(params.frames),
        options=options,
        answer=Choice(slot.letter),
        truth={**tour.truth, "options": [[*offer.label.split(", ")] for offer in options]},
        situation=tour.walk.home.situation,
        tags={"rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "appearance_order", ", ".join(listed)),
    )


def _appears(tour: walked.Tour, one: Json) -> int | None:
    """Return the picture in which a thing first shows, if it is clear which that is."""
    pixels, shares = tour.pixels[one["id"]], tour.shares[one["id"]]
    at = int(np.argmax((pixels >= CLEARLY) & (shares >= SHARE)))
    clear = pixels[at] >= CLEARLY and shares[at] >= SHARE
    return at if clear and (pixels[:at] <= HARDLY).all() and (shares[:at] <= TRACE).all() else None


def _apart(first: dict[str, int], rng: np.random.Generator) -> list[str]:
    """Return four things that appear in different pictures."""
    names = [[*first][i] for i in rng.permutation(len(first))]
    found: list[str] = []
    for name in names:
        if len(found) < ASKED and first[name] not in [first[other] for other in found]:
            found.append(name)
    if len(found) < ASKED:
        raise Refused("too few things come into view one after another")
    return found


def _rule(one: Sequence[str], order: Sequence[str]) -> str:
    """Return how an order differs from the right one."""
    if one == order:
        return ""
    swapped = sum(one.index(a) > one.index(b) for k, a in enumerate(order) for b in order[k + 1 :])
    return "mostly right" if swapped < 3 else "half right" if swapped == 3 else "mostly wrong"


def solve(truth: Json) -> Choice:
    """Look for the first picture of which the truth records that it shows a fifth of a thing or more."""
    first = {name: _first(truth, name) for name in truth["options"][0]}
    return only(all(first[a] < first[b] for a, b in pairwise(one)) for one in truth["options"])


def _first(truth: Json, name: str) -> int:
    return next((k for k, share in enumerate(walked.named(truth, name)["visible"]) if share >= SHARE), -1)


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless the ids of the pictures show the same order."""
    first = {}
    for name in truth["options"][0]:
        counts = np.array([(frame.ids == walked.named(truth, name)["id"]).sum() for frame in frames])
        first[name] = int(np.argmax(counts > HARDLY))
    right = only(all(first[a] < first[b] for a, b in pairwise(one)) for one in truth["options"])
    walked.require(right == solve(truth), "that order")


def by_size(truth: Json) -> Sequence[float]:
    """Take the order from large to small."""
    size = {name: max(walked.named(truth, name)["size"]) for name in truth["options"][0]}
    return [float(sum(size[a] > size[b] for a, b in pairwise(one))) for one in truth["options"]]


def last_shown(truth: Json) -> Sequence[float]:
    """Take the order in which they are seen last."""
    last = {
        name: max(k for k, share in enumerate(walked.named(truth, name)["visible"]) if share > 0)
        for name in truth["options"][0]
    }
    return [float(sum(last[a] < last[b] for a, b in pairwise(one))) for one in truth["options"]]


task = Task(
    name="appearance_order",
    version=1,
    title="In which order do four things first come into view on a walk through a home?",
    quadrant="E-S",
    capabilities=("CR",),
    abilities=("perception",),
    make=make,
    solve=solve,
    verify=verify,
    truth={**walked.TRUTH, "options": "The orders in order, each a list of names."},
    params=Params,
    frame="observer",
    stated=STATED,
    tiers=("",),
    scenes="walk",
    side_doors=(
        SideDoor("from large to small", by_size, {"": 0.4}, "large things are seen from farther away"),
        SideDoor("the order in which they are seen last", last_shown, {"": 0.62}, "a walk leaves rooms in the order "
                 "in which it enters them"),
    ),
)  # fmt: skip
