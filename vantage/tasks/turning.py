"""Turning: between two pictures a thing turned in place; which way?

After SpinBench's dynamic rotation. Objects and cars turn clockwise or counter-clockwise, seen from above; heads turn
left or right, meant as the person's own or as the viewer's, which for a face in view are opposites. Turns are of 45 or
90 degrees: half a turn has no direction. `make` adds the turn to the first view's angle; `solve` takes the cross
product of the two recorded directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from vantage.explaining import rotations
from vantage.geometry import SENSES
from vantage.individuals import casting, turns
from vantage.item import Choice, Json
from vantage.task import Draft, Offer, SideDoor, Slot, Strategy, Subtype, Task, arrange, only

ORDERS = ("imagefirst", "interleaved", "textfirst")
ABOVE = "seen from above"
OWN = "the person's own"
VIEWER = "your own left and right, as in the pictures"
TEMPLATES = {
    "object": (
        f"First: <image>\nThen: <image>\nThe {{kind}} has turned in place by less than half a turn. Which way did it "
        f"turn, {ABOVE}?",
        f"Before: <image>\nAfter: <image>\nThe camera stayed where it was, and the {{kind}} was turned on the spot, "
        f"the shorter way round. In which direction, {ABOVE}?",
        f"Picture 1: <image>\nPicture 2: <image>\nFrom picture 1 to picture 2 the {{kind}} made less than half a turn "
        f"about its vertical axis. {ABOVE.capitalize()}, which way did it go?",
    ),
    "own": (
        f"First: <image>\nThen: <image>\nThe {{kind}} has turned the head. To which side? Left and right are {OWN}.",
        f"Before: <image>\nAfter: <image>\nTo which side did the {{kind}} turn the head, left and right being {OWN}?",
        f"Picture 1: <image>\nPicture 2: <image>\nFrom picture 1 to picture 2 the head turned. Say to which side, in "
        f"terms of {OWN} left and right.",
    ),
    "viewer": (
        f"First: <image>\nThen: <image>\nThe {{kind}} has turned the head. To which side? Left and right are {VIEWER}.",
        f"Before: <image>\nAfter: <image>\nTo which side did the {{kind}} turn the head? Go by {VIEWER}.",
        f"Picture 1: <image>\nPicture 2: <image>\nFrom picture 1 to picture 2 the head turned. Say to which side, by "
        f"{VIEWER}.",
    ),
}
ANGLES = (45.0, 90.0)
FACE_ANGLE = 45.0
SIDES = {"own": {"left": 1, "right": -1}, "viewer": {"left": -1, "right": 1}}  # the sign of a head's turn


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw an individual and its first view, and turn it as the slot's target says."""
    domain, frame = slot.subtype.partition("_")[0], _frame(slot.subtype)
    group, template = int(rng.integers(1 << 32)), int(rng.integers(len(TEMPLATES[frame])))
    (one,) = casting.drawn(domain, 1, slot, rng)
    sign = SENSES[slot.target]
    first, after, angle = turns.kept(lambda: _views(domain, sign, rng), lambda views: one.shows(*views[:2]))
    studio = int(rng.integers(casting.STUDIOS))
    meanings = SIDES.get(frame, SENSES)
    labels = [*meanings]
    key = next(k for k, label in enumerate(labels) if meanings[label] == sign)
    offers = [Offer(text=label, label=label, rule="" if k == key else "other_way") for k, label in enumerate(labels)]
    _, options = arrange(slot, offers, key, rng)
    return Draft(
        question=TEMPLATES[frame][template].format(kind=one.kind),
        drawings=(one.portrait(first, studio), one.portrait(after, studio)),
        options=options,
        answer=Choice(slot.letter),
        truth={
            **one.recorded(),
            "turns": [first, after],
            "frame": frame,
            "options": [offer.label for offer in options],
        },
        situation=one.situation,
        subtype=slot.subtype,
        tags={
            "domain": domain,
            "kind": one.kind,
            "angle": int(angle),
            "expected": labels[key],
            "template": template,
            **({"frame": {"own": "allocentric", "viewer": "egocentric"}[frame]} if domain == "face" else {}),
            **turns.order_tag(slot.subtype),
        },
        groups={
            **turns.order_group(slot.subtype, f"turning/{group}"),
            **({"frame": (f"turning/{group}", frame)} if domain == "face" else {}),
        },
    )


def _frame(subtype: str) -> str:
    """Return whose left and right is asked for: "own" or "viewer"; "object" where clockwise is."""
    return subtype.rpartition("_")[2] if subtype.startswith("face") else "object"


def _views(domain: str, sign: int, rng: np.random.Generator) -> tuple[float, float, float]:
    """Return the turns of the two views, and how far they are apart."""
    angle = FACE_ANGLE if domain == "face" else ANGLES[int(rng.integers(len(ANGLES)))]
    first = _first(domain, sign * angle, rng)
    return first, turns.wrapped(first + sign * angle), angle


def _first(domain: str, turn: float, rng: np.random.Generator) -> float:
    """Return the first view's turn, such that neither view goes beyond what the domain shows."""
    limit = turns.reach(domain)
    if limit == 180.0:
        return turns.STEP * int(rng.integers(-35, 37))
    low, high = max(-limit, -limit - turn), min(limit, limit - turn)
    return low + turns.STEP * int(rng.integers(0, int((high - low) // turns.STEP) + 1))


def solve(truth: Json) -> Choice:
    """Return the sense of the shorter turn from the first direction to the second."""
    (a, b), (c, d) = ((cos(radians(turn)), sin(radians(turn))) for turn in truth["turns"])
    meanings = SIDES.get(truth["frame"], SENSES)
    return only((a * d - b * c) * meanings[label] > 0 for label in truth["options"])


def by_last(truth: Json) -> Sequence[float]:
    """Go by where the thing faces in the second picture alone."""
    return [SIDES.get(truth["frame"], SENSES)[label] * sin(radians(truth["turns"][1])) for label in truth["options"]]


def by_first(truth: Json) -> Sequence[float]:
    """Go by where the thing faces in the first picture alone, and guess that it turns back."""
    return [-SIDES.get(truth["frame"], SENSES)[label] * sin(radians(truth["turns"][0])) for label in truth["options"]]


def viewers(truth: Json) -> Sequence[float]:
    """Take a person's own left and right for the viewer's."""
    if truth["frame"] != "own":
        return [0.0] * len(truth["options"])
    turned = sin(radians(truth["turns"][1] - truth["turns"][0]))
    return [-SIDES["own"][label] * turned for label in truth["options"]]


TASKS = {
    "car_rotation": Subtype(2, targets=tuple(SENSES)),
    **{f"face_rotation_{frame}": Subtype(2, "face", targets=tuple(SENSES)) for frame in ("own", "viewer")},
    **{f"object_rotation_{order}": Subtype(2, "object", targets=tuple(SENSES)) for order in ORDERS},
}
HEADS = "a head that faces the camera can only turn so far: two thirds of the first (last) views leave it open"
task = Task(
    name="turning",
    version=1,
    title="Which way did a thing turn between two pictures?",
    quadrant="I-D",
    capabilities=("DA",),
    abilities=("mental rotation",),
    make=make,
    solve=solve,
    truth={
        "kind": "What kind of thing turns.",
        "palette": casting.PALETTE,
        "individual": casting.INDIVIDUAL,
        "turns": "Its turn in either picture, in degrees: 0 faces the camera (or is the first photograph of a thing "
        "whose front is not known); turns grow counter-clockwise seen from above.",
        "frame": "Whose left and right the options mean: of the person (own) or of the viewer; object: clockwise and "
        "counter-clockwise seen from above.",
        "options": "The answers in order.",
    },
    params=Params,
    portraits=True,
    frame="observer",
    stated=(ABOVE, ABOVE.capitalize(), OWN, VIEWER),
    tiers=("",),
    side_doors=(
        SideDoor("where it faces in the second picture", by_last, {"": 0.64}, HEADS),
        SideDoor("where it faces in the first picture", by_first, {"": 0.64}, HEADS),
    ),
    subtypes=TASKS,
    strategies=(Strategy("takes a person's own left and right for the viewer's", viewers),),
    explain=rotations.turned,
)
