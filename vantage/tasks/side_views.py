"""Side views: a thing is seen from the front; which picture shows it from the left, from the right or from behind?

After SpinBench's canonical view selection. The options are always the three other sides, so only the question decides
which of them is right. Of heads, two turns are offered, and left and right are the person's own or the viewer's. `make`
walks the camera around the thing; `solve` asks which side of the thing each recorded view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vantage.explaining import rotations
from vantage.individuals import casting, turns
from vantage.item import Choice, Json
from vantage.task import Draft, Offer, SideDoor, Slot, Strategy, Subtype, Task, arrange, only

WALKED = "as you see the {kind} in the first picture"
OWN = "the person's own"
VIEWER = "your own left and right, as in the pictures"
TEMPLATES = {
    "left": (
        f"<image>\nThis is the front view of the {{kind}}. You walk a quarter circle around it to your left, {WALKED}. "
        "Which picture shows what you see then?",
        f"Front view: <image>\nWhich picture shows the same {{kind}} from the left, that is, from the side that is on "
        f"the left {WALKED}?",
        f"<image>\nThe camera moves from here to the left-hand side, {WALKED}, and points at the {{kind}} again. What "
        "does it show?",
    ),
    "right": (
        f"<image>\nThis is the front view of the {{kind}}. You walk a quarter circle around it to your right, {WALKED}."
        " Which picture shows what you see then?",
        f"Front view: <image>\nWhich picture shows the same {{kind}} from the right, that is, from the side that is on "
        f"the right {WALKED}?",
        f"<image>\nThe camera moves from here to the right-hand side, {WALKED}, and points at the {{kind}} again. What "
        "does it show?",
    ),
    "back": (
        f"<image>\nThis is the front view of the {{kind}}. You walk half a circle around it, to the side that is far "
        f"{WALKED}. Which picture shows what you see then?",
        f"Front view: <image>\nWhich picture shows the same {{kind}} from the back, that is, from the far side "
        f"{WALKED}?",
        f"<image>\nThe camera moves from here to the far side, {WALKED}, and points at the {{kind}} again. What does "
        "it show?",
    ),
    "own": (
        f"<image>\nIn which picture has the same {{kind}} turned the head to the {{side}}? Left and right are {OWN}.",
        f"Front view: <image>\nWhich picture shows the {{kind}} with the head turned to {OWN} {{side}}?",
        f"<image>\nThe {{kind}} looks to the {{side}}, which is {OWN} {{side}}. Which picture shows that?",
    ),
    "viewer": (
        f"<image>\nIn which picture has the same {{kind}} turned the head to the {{side}}? Left and right are "
        f"{VIEWER}.",
        f"Front view: <image>\nWhich picture shows the {{kind}} with the head turned to the {{side}}? Go by {VIEWER}.",
        f"<image>\nThe {{kind}} looks to the {{side}}: {VIEWER}. Which picture shows that?",
    ),
}
AZIMUTHS = {"left": -90.0, "right": 90.0, "back": 180.0}  # where the camera goes
SIGNS = {"own": {"left": 1, "right": -1}, "viewer": {"left": -1, "right": 1}}  # of a head's turn
HEAD_TURNS = (45.0, 60.0, 75.0, 90.0)


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw an individual, and offer its other sides."""
    domain, asked = slot.subtype.partition("_")[0], slot.subtype.rpartition("_")[2]
    frame = slot.subtype.split("_")[2] if domain == "face" else ""
    group, template = int(rng.integers(1 << 32)), int(rng.integers(3))
    (one,) = casting.drawn(domain, 1, slot, rng)
    studio = int(rng.integers(casting.STUDIOS))
    views = turns.kept(lambda: _views(frame, rng), lambda views: one.shows(0.0, *views.values()))
    sides = [*views]
    rules = ["" if side == asked else "opposite" if "back" not in (side, asked) else "other_side" for side in sides]
    offers = [
        Offer(drawing=one.portrait(views[side], studio), label=side, rule=rule) for side, rule in zip(sides, rules)
    ]
    order, options = arrange(slot, offers, sides.index(asked), rng)
    words = TEMPLATES[frame or asked][template]
    return Draft(
        question=words.format(kind=one.kind, side=asked),
        drawings=(one.portrait(0.0, studio),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            **one.recorded(),
            "asked": asked,
            "frame": frame or "walk",
            "turns": [views[sides[k]] for k in order],
        },
        situation=one.situation,
        subtype=slot.subtype,
        tags={
            "domain": domain,
            "kind": one.kind,
            "expected": asked,
            "template": template,
            **({"frame": {"own": "allocentric", "viewer": "egocentric"}[frame]} if frame else {}),
        },
        groups={"frame": (f"side_views/{group}/{asked}", frame)} if frame else {},
    )


def _views(frame: str, rng: np.random.Generator) -> dict[str, float]:
    """Return the turn that shows each side on offer."""
    if not frame:
        return {side: turns.wrapped(-azimuth) for side, azimuth in AZIMUTHS.items()}
    angle = HEAD_TURNS[int(rng.integers(len(HEAD_TURNS)))]
    return {side: sign * angle for side, sign in SIGNS[frame].items()}


def solve(truth: Json) -> Choice:
    """Return the option that shows the asked side: its own right side is seen by who walks to the left."""
    if truth["frame"] == "walk":
        # Turned by 90 degrees a thing shows its own right side, which who faced it had on the left.
        shown = {"left": 90, "right": 270, "back": 180}[truth["asked"]]
        return only(turn % 360 == shown for turn in truth["turns"])
    toward_own_left = (truth["asked"] == "left") == (truth["frame"] == "own")
    return only((turn > 0) == toward_own_left for turn in truth["turns"])


def back_or_side(truth: Json) -> Sequence[float]:
    """See which option shows the back, and guess between left and right."""
    return [float((turn % 360 == 180) == (truth["asked"] == "back")) for turn in truth["turns"]]


def viewers(truth: Json) -> Sequence[float]:
    """Take a person's own left and right for the viewer's."""
    if truth["frame"] != "own":
        return [0.0] * len(truth["turns"])
    return [-turn if truth["asked"] == "left" else turn for turn in truth["turns"]]


TASKS = {
    **{f"car_view_{side}": Subtype(3) for side in AZIMUTHS},
    **{f"face_view_{frame}_{side}": Subtype(2, f"face_{side}") for frame in SIGNS for side in ("left", "right")},
    **{f"object_view_{side}": Subtype(3) for side in AZIMUTHS},
}
task = Task(
    name="side_views",
    version=1,
    title="Which picture shows a thing from another side?",
    quadrant="I-D",
    capabilities=("PT",),
    abilities=("orientation", "mental rotation"),
    make=make,
    solve=solve,
    truth={
        "kind": "What kind of thing is seen.",
        "palette": casting.PALETTE,
        "individual": casting.INDIVIDUAL,
        "asked": "The side asked for.",
        "frame": "walk: the side to which the camera goes, as seen in the front view; own, viewer: the side to which "
        "the head turns, meant as the person's own or as the viewer's.",
        "turns": "For each option how far the thing is turned before the camera, in degrees: 0 faces the camera, and "
        "turns grow counter-clockwise seen from above.",
    },
    params=Params,
    portraits=True,
    frame="observer",
    stated=("in the first picture", OWN, VIEWER),
    tiers=("",),
    side_doors=(
        SideDoor(
            "back or side alone", back_or_side, {"": 0.75}, "backs are a quarter of what is asked, and it sees them"
        ),
    ),
    subtypes=TASKS,
    strategies=(Strategy("takes a person's own left and right for the viewer's", viewers),),
    explain=rotations.side_seen,
)
