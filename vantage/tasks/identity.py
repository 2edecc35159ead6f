"""Identity: all of these pictures but one show the same thing from different sides; which one shows another?

After SpinBench's identity matching. The odd one is of the same kind and has the same colours, so nothing but its shape
and pattern sets it apart; any of the views may be the odd one's. `make` draws two individuals and gives one view to the
second; `solve` counts how often each recorded individual occurs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vantage.individuals import casting, turns
from vantage.item import Choice, Json
from vantage.task import Draft, Offer, SideDoor, Slot, Subtype, Task, arrange, only

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
SHARED = {"object": 90.0, "car": 75.0, "face": 60.0}  # degrees: any two views of an item are at most so far apart
LEAST = 20.0  # degrees: and at least so far


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw two individuals and a view for each picture; any of them is the second one's."""
    domain, count = slot.subtype.partition("_")[0], TASKS[slot.subtype].options
    group, template = int(rng.integers(1 << 32)), int(rng.integers(len(TEMPLATES)))
    same, odd = casting.drawn(domain, 2, slot, rng)
    views = turns.kept(
        lambda: turns.near(domain, count, LEAST, SHARED[domain], rng),
        lambda views: odd.shows(views[0]) and same.shows(*views[1:]),
    )
    # Each picture has a light and a backdrop of its own: equal ones would leave shades to compare.
    studios = rng.integers(casting.STUDIOS, size=count).tolist()
    shown = [(odd if k == 0 else same, view) for k, view in enumerate(views)]
    offers = [
        Offer(
            drawing=one.portrait(view, studio),
            label=f"{one.situation[:12]} {view:g}",
            rule="same" if one is same else "",
        )
        for (one, view), studio in zip(shown, studios)
    ]
    order, options = arrange(slot, offers, 0, rng)
    placed = [shown[k] for k in order]
    most, number = COUNTS[count]
    return Draft(
        question=TEMPLATES[template].format(all=most, count=number, kind=same.kind, stated=STATED),
        drawings=(),
        options=options,
        answer=Choice(slot.letter),
        truth={"views": [{**one.recorded(), "turn": view} for one, view in placed]},
        situation=same.situation,
        subtype=slot.subtype,
        tags={"domain": domain, "kind": same.kind, "template": template, **turns.order_tag(slot.subtype)},
        groups=turns.order_group(slot.subtype, f"identity/{group}"),
    )


def solve(truth: Json) -> Choice:
    """Return the view of the individual that occurs once."""
    who = [(view["kind"], view["palette"], view["individual"]) for view in truth["views"]]
    seen = Counter(who)
    return only(seen[one] == 1 for one in who)


def turned_farthest(truth: Json) -> Sequence[float]:
    """Take the view that is turned farthest from the others."""
    turns_shown = [view["turn"] for view in truth["views"]]
    return [sum(abs((one - other + 180) % 360 - 180) for other in turns_shown) for one in turns_shown]


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
    version=1,
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
    frame="object",
    stated=STATED,
    tiers=("",),
    side_doors=(SideDoor("the view turned farthest from the others", turned_farthest, {"": 0.36}),),
    subtypes=TASKS,
)
