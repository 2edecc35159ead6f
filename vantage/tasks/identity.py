"""Identity: all of these pictures but one show the same thing from different sides; which one shows another?

After SpinBench's identity matching. The odd one is of the same kind and has the same colours, so nothing but its shape
and pattern sets it apart; any of the views may be the odd one's. `make` draws two individuals and gives one view to the
second; `solve` counts how often each recorded individual occurs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from vantage.explaining import rotations
from vantage.individuals import Individual, Portrait, casting, turns
from vantage.item import Choice, Json
from vantage.render import turntable
from vantage.render.contrast import ASPECTS, contrasts, ranks
from vantage.task import Draft, Offer, SideDoor, Sitter, Slot, Subtype, Task, arrange, only

ORDERS = ("imagefirst", "interleaved", "textfirst")
TEMPLATES = (
    "{all} of these {count} pictures show the same {kind}, from different sides. One picture shows another {kind}. "
    "Which one?",
    "Which of the {count} pictures shows a different {kind}? The others show one and the same {kind} {stated}.",
    "One of these {count} pictures is not of the same {kind} as the others, which were taken {stated}. Which one?",
    "The same {kind} was photographed {stated}, but one of the {count} pictures is of another {kind}. Which picture is "
    "it?",
)
STATED = "from different sides"
COUNTS = {3: ("Two", "three"), 4: ("Three", "four")}
CAST, VIEWS = 3, 7  # so many individuals are looked at from so many sides, and those to show chosen among them
# How much it counts that the odd one misses its rank in an aspect: what gave it away most counts most.
WEIGHTS = {"tints": 8, "colours": 4, "ink": 4, "box": 4, "pixels": 2}
Shown = tuple[Sitter, float, int]  # who, turned how far, in which studio
SHARED = {"object": 90.0, "car": 75.0, "face": 60.0}  # degrees: any two views of an item are at most so far apart
LEAST = 20.0  # degrees: and at least so far


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw two individuals and a view for each picture; any of them is the second one's."""
    domain, count = slot.subtype.partition("_")[0], TASKS[slot.subtype].options
    group, template = int(rng.integers(1 << 32)), int(rng.integers(len(TEMPLATES)))
    if slot.cast:
        same, odd = casting.chosen(2, slot, rng)
        shown = _photographed(domain, count, same, odd, rng)
    else:
        shown = _unnoticed(domain, count, casting.built(domain, CAST, slot, rng), rng)
    odd, same = shown[0][0], shown[1][0]
    offers = [
        Offer(
            drawing=one.portrait(view, studio),
            label=f"{one.situation[:12]} {view:g}",
            rule="" if one is odd else "same",
        )
        for one, view, studio in shown
    ]
    order, options = arrange(slot, offers, 0, rng)
    placed = [shown[k] for k in order]
    most, number = COUNTS[count]
    return Draft(
        question=TEMPLATES[template].format(all=most, count=number, kind=same.kind, stated=STATED),
        drawings=(),
        options=options,
        answer=Choice(slot.letter),
        truth={"views": [{**one.recorded(), "turn": view} for one, view, _ in placed]},
        situation=same.situation,
        subtype=slot.subtype,
        tags={"domain": domain, "kind": same.kind, "template": template, **turns.order_tag(slot.subtype)},
        groups=turns.order_group(slot.subtype, f"identity/{group}"),
    )


def _photographed(domain: str, count: int, same: Sitter, odd: Sitter, rng: np.random.Generator) -> Sequence[Shown]:
    """Return what photographs can show, the odd one first: views as they are drawn."""
    views = turns.kept(
        lambda: turns.near(domain, count, LEAST, SHARED[domain], rng),
        lambda views: odd.shows(views[0]) and same.shows(*views[1:]),
    )
    return [(same if k else odd, view, 0) for k, view in enumerate(views)]


def _unnoticed(domain: str, count: int, cast: list[Individual], rng: np.random.Generator) -> Sequence[Shown]:
    """Return what to show, the odd one first, so that what can be measured of pictures does not tell which it is.

    Any two individuals may be shown, from any sides that fit. In each aspect pictures have a rank: how many others
    differ more from all. The odd one gets the ranks, or nearly, that some picture has in some set, so that it is as
    often the most different one as any.
    """
    views = turns.spaced(domain, count, LEAST, SHARED[domain], VIEWS, rng)
    # Each picture has a light and a backdrop of its own: equal ones would leave shades to compare.
    offered = [(one, view, int(rng.integers(casting.STUDIOS))) for one in cast for view in views]
    contrast = contrasts([turntable.glance(Portrait(*each)) for each in offered])
    sets = rng.permutation(_sets(views, count, len(cast), SHARED[domain]))
    found = ranks(contrast, sets)
    wanted = found[:, rng.integers(len(sets)), rng.integers(count)]
    weights = np.array([WEIGHTS.get(aspect, 1) for aspect in ASPECTS])
    missed = weights @ (found[:, :, 0] - wanted[:, None]) ** 2
    return [offered[int(k)] for k in sets[missed.argmin()]]


def _sets(views: list[float], count: int, cast: int, most: float) -> NDArray[np.intp]:
    """Return which pictures may be shown together, the odd one first: their numbers, all views of a sitter in turn."""
    near = [
        chosen
        for chosen in combinations(range(len(views)), count)
        if max(turns.between(views[a], views[b]) for a, b in combinations(chosen, 2)) <= most
    ]
    return np.array(
        [
            [odd * len(views) + k, *(same * len(views) + j for j in chosen if j != k)]
            for chosen in near
            for k in chosen
            for odd, same in permutations(range(cast), 2)
        ]
    )


def solve(truth: Json) -> Choice:
    """Return the view of the individual that occurs once."""
    who = [(view["kind"], view["palette"], view["individual"]) for view in truth["views"]]
    seen = Counter(who)
    return only(seen[one] == 1 for one in who)


def turned_farthest(truth: Json) -> Sequence[float]:
    """Take the view that is turned farthest from the others."""
    turns_shown = [view["turn"] for view in truth["views"]]
    return [sum(turns.between(one, other) for other in turns_shown) for one in turns_shown]


TASKS = {
    "car_identity": Subtype(3),
    **{f"car_identity_quartet_{order}": Subtype(4, "car_quartet") for order in ORDERS},
    "face_identity": Subtype(3),
    **{f"face_identity_quartet_{order}": Subtype(4, "face_quartet") for order in ORDERS},
    **{f"object_identity_{order}": Subtype(3, "object") for order in ORDERS},
    **{f"object_identity_quartet_{order}": Subtype(4, "object_quartet") for order in ORDERS},
}
task = Task(
    name="identity",
    version=2,
    title="Which of these views shows another thing than the others?",
    quadrant="I-S",
    capabilities=("MR",),
    abilities=("perception", "mental rotation"),
    make=make,
    solve=solve,
    truth={
        "views": f"The options in order: of each {casting.RECORDED}, and its turn in degrees: 0 faces the camera, and "
        "turns grow counter-clockwise seen from above. Where nobody has stated the front or the direction of "
        "photographs, turns are counted from the first one, in the order in which they were taken."
    },
    params=Params,
    portraits=True,
    frame="object",
    stated=STATED,
    tiers=("",),
    side_doors=(SideDoor("the view turned farthest from the others", turned_farthest, {"": 0.36}),),
    subtypes=TASKS,
    explain=rotations.alike,
)
