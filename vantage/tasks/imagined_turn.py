"""Imagined turn: which way would a thing in a picture face if it turned on the spot?

After SRBench's mental rotation with generated pictures, whose items `vantage genai` makes by this task; a suite asks
the same about rendered cars and objects. The turn is meant as the thing's own left and right, the answer as the
picture's: for a thing that faces the camera they are opposites. All four turns, the full one among them, and all four
answers come equally often and independently, so neither the picture nor the words alone tell the answer.

`make` counts steps on the ring of four facings. `solve` turns a vector, and sees which way it points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from vantage.assets.asset import FACE
from vantage.individuals import casting
from vantage.individuals.individual import Individual
from vantage.individuals.objects import FRONTS
from vantage.item import Choice, Json
from vantage.task import Draft, Fact, Offer, Refused, SideDoor, Sitter, Slot, Task, arrange, only

FACINGS = {"front": 0.0, "right": 90.0, "back": 180.0, "left": 270.0}  # turns from facing the camera
TURNS = {
    "a quarter turn to its own left": 90.0,
    "half a turn": 180.0,
    "a quarter turn to its own right": -90.0,
    "a full turn": 360.0,
}
STATED = "front is toward the camera, back is away from it, and left and right are those of the picture"
TEMPLATES = (
    "<image>\nImagine that the {kind} in the picture makes {turn}, where it stands. {front}Which way does it face "
    f"then? In the answer, {STATED}.",
    "<image>\nSuppose the {kind} turned on the spot by {turn}. {front}Which way would it be facing? In the answer, "
    f"{STATED}.",
    "<image>\n{front}If the {kind} that you see made {turn} without moving away, where would it be facing? In the "
    f"answer, {STATED}.",
)
SHARES = {"quarter": 90.0, "half": 180.0, "full": 360.0}
TOLD = re.compile(r"(quarter|half|full)(?: a)? turn(?: to its own (left|right))?")


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw a thing, and a turn that brings it to the slot's target from a facing of which there is a picture."""
    domain = str(rng.choice(("car", "object")))
    (one,) = casting.drawn(domain, 1, slot, rng)
    studio, template = int(rng.integers(casting.STUDIOS)), int(rng.integers(len(TEMPLATES)))
    ring = [*FACINGS]
    ways = [(words, _before(ring, slot.target, turn)) for words, turn in TURNS.items()]
    shown = [(words, facing) for words, facing in ways if one.shows(FACINGS[facing])]
    if not shown:
        raise Refused("no picture shows it straight from the front, a side or the back")
    words, facing = shown[int(rng.integers(len(shown)))]
    offers = [Offer(way.capitalize(), label=way, rule=_rule(ring, way, facing, slot.target)) for way in ring]
    _, options = arrange(slot, offers, ring.index(slot.target), rng)
    question = TEMPLATES[template].format(kind=one.kind, turn=words, front=_front(one))
    return Draft(
        question=question,
        drawings=(one.portrait(FACINGS[facing], studio),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            **one.recorded(),
            "facing": FACINGS[facing],
            "turn": TURNS[words],
            "options": [offer.label for offer in options],
        },
        situation=one.situation,
        tags={"kind": one.kind, "facing": facing, "turn": words, "expected": slot.target, "template": template},
    )


def _before(ring: Sequence[str], after: str, turn: float) -> str:
    """Return the facing from which a turn leads to another; the ring goes counter-clockwise seen from above."""
    return ring[(ring.index(after) - round(turn / 90)) % 4]


def _rule(ring: Sequence[str], way: str, facing: str, key: str) -> str:
    """Return how a facing misses the key; empty for the key."""
    if way == key:
        return ""
    if way == facing:
        return "no_rotation"
    start = ring.index(facing)
    mirrored = (ring.index(way) - start) % 4 == (start - ring.index(key)) % 4
    return "wrong_direction" if mirrored else "wrong_angle"


def _front(one: Sitter) -> str:
    """Return which side is the front of a rendered object that has no face; nothing need be said of others."""
    front = FRONTS.get(one.kind, FACE) if isinstance(one, Individual) else FACE
    return "" if front == FACE else f"Its front is {front}. "


def solve(truth: Json) -> Choice:
    """Turn the direction of the front, seen from above, and return the one way that it then points."""
    return only(_points(truth["facing"] + truth["turn"], way) for way in truth["options"])


# The camera stands at -y and looks along +y, with +x on the right of its picture.
WAYS = {"front": (0, -1), "back": (0, 1), "left": (-1, 0), "right": (1, 0)}


def _points(degrees: float, way: str) -> bool:
    x, y = sin(radians(degrees)), -cos(radians(degrees))
    return WAYS[way][0] * x + WAYS[way][1] * y > 0.9


def misread(question: str, options: Sequence[str], truth: Json) -> str:
    """Return how the turn that the question tells, or an option, differs from the truth."""
    told = [
        SHARES[share] * (-1 if side == "right" else 1)
        for share, side in TOLD.findall(question)
        if bool(side) == (share == "quarter")
    ]
    if told != [truth["turn"]]:
        return f"the question tells turns of {told}, the truth one of {truth['turn']}"
    if [text.lower() for text in options] != truth["options"]:
        return "the options are not those of the truth"
    return ""


def at_rest(truth: Json) -> Sequence[float]:
    """Answer as the thing faces in the picture."""
    return [float(_points(truth["facing"], way)) for way in truth["options"]]


def from_front(truth: Json) -> Sequence[float]:
    """Turn as the question says, but take the thing to face the camera."""
    return [float(_points(truth["turn"], way)) for way in truth["options"]]


def other_way(truth: Json) -> Sequence[float]:
    """Turn to the other side: take the thing's own left for the one that who faces it has."""
    return [float(_points(truth["facing"] - truth["turn"], way)) for way in truth["options"]]


def side_or_depth(truth: Json) -> Sequence[float]:
    """See whether it ends up along the line of sight or across it, and guess between the two ways."""
    x = sin(radians(truth["facing"] + truth["turn"]))
    return [float((abs(x) > 0.5) == (way in ("left", "right"))) for way in truth["options"]]


def _facing(truth: Json) -> str:
    return next(way for way in WAYS if _points(truth["facing"], way))


def _turn(truth: Json) -> str:
    return next(words for words, turn in TURNS.items() if turn == truth["turn"])


SENSELESS = "half turns and full ones have no side"
AXIS = "two of four answers are left"
LIMITS: Mapping[str, float] = {"": 0.3}
task = Task(
    name="imagined_turn",
    version=1,
    title="Which way would a thing face after a turn?",
    quadrant="I-D",
    capabilities=("PT",),
    abilities=("mental rotation", "orientation"),
    make=make,
    solve=solve,
    truth={
        "kind": "What kind of thing turns.",
        "palette": "The number of its palette; 0 for a generated picture.",
        "individual": "The number of the individual; the name of a generated picture.",
        "facing": "How far its front is turned from facing the camera in the picture, in degrees counter-clockwise "
        "seen from above: 90 is the right of the picture, 180 away. Of a generated picture a person said so.",
        "turn": "The turn that is imagined, in degrees counter-clockwise seen from above, which is to its own left.",
        "options": "The answers in order: front is toward the camera, right the right of the picture.",
    },
    params=Params,
    frame="egocentric",
    stated=STATED,
    tiers=("",),
    targets=tuple(FACINGS),
    side_doors=(
        SideDoor("as it faces in the picture", at_rest, LIMITS),
        SideDoor("as if it faced the camera", from_front, LIMITS),
        SideDoor("turned to the other side", other_way, {"": 0.55}, SENSELESS),
        SideDoor("along the line of sight or across it", side_or_depth, {"": 0.55}, AXIS),
    ),
    misread=misread,
    facts={
        "faces": Fact("where the thing faces {}", _facing, "front (toward the camera), back, left or right"),
        "imagined": Fact("where it makes {}", _turn),
    },
)
