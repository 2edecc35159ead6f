"""Perspective relations: how do two things stand to each other when the table is seen from another side?

After SpinBench's perspective taking by relation. With the premise, the question says how the two stand in the front
view; without, that must be read off the same picture. `make` projects the two on the axes of a viewer who has walked
around the table; `solve` turns the offset between them as a complex number.
"""

from __future__ import annotations

import cmath
from collections.abc import Sequence
from dataclasses import dataclass
from math import radians

import numpy as np

from vantage.explaining import sides
from vantage.item import Choice, Json
from vantage.scene import Scene, SceneDrawing
from vantage.scenes import tabletops, viewpoints
from vantage.scenes.phrases import capital, the
from vantage.task import Draft, Offer, SideDoor, Slot, Subtype, Task, arrange, only

STATED = "as you see the table in the picture"
WALKS = {
    "left": "a quarter circle around the table, to the side that is on the left",
    "right": "a quarter circle around the table, to the side that is on the right",
    "back": "half a circle around the table, to its far side",
}
PREMISES = (
    "In the picture {left} is on the left and {right} is on the right.",
    "In the picture {near} is nearer to the camera and {far} is farther away.",
)
ASKED = {
    "left": "appears on the left",
    "right": "appears on the right",
    "nearer": "is nearer to you",
    "farther": "is farther from you",
}
TEMPLATES = (
    f"You walk {{walk}}, {STATED}, and look at the table again. Which of the two {{asked}} then, {{a}} or {{b}}?",
    f"Imagine that you look at the table from another place: you have walked {{walk}}, {STATED}. Which {{asked}} from "
    "there, {a} or {b}?",
    f"Take the view of someone who has walked {{walk}}, {STATED}. Of {{a}} and {{b}}, which {{asked}} in that view?",
)
AXES = {"left": 0, "right": 0, "nearer": 1, "farther": 1}
SIDES = ("back", "left", "right")
TARGETS = tuple(f"{asked} {which}" for asked in ASKED for which in ("first", "second"))


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Lay out a table on which the slot's relation holds from the other side; ask for it with or without premise."""
    side, told = slot.subtype.rpartition("_")[2], "_no_premise_" not in slot.subtype
    asked, which = slot.target.split()
    template = int(rng.integers(len(TEMPLATES)))
    azimuth = tabletops.SIDES[side]
    scene = tabletops.drawn(slot, rng, lambda scene: _fair(scene, azimuth, asked, which))
    first, second = scene.things[:2]
    axis = AXES[asked] if side == "back" else 1 - AXES[asked]
    premise = PREMISES[axis].format(**_premise(scene)) + " " if told else ""
    words = {"walk": WALKS[side], "asked": ASKED[asked], "a": the(first), "b": the(second)}
    labels = [first.name, second.name]
    key = labels[0] if which == "first" else labels[1]
    offers = [Offer(text=label, label=label, rule="" if label == key else "opposite") for label in labels]
    _, options = arrange(slot, offers, labels.index(key), rng)
    return Draft(
        question=f"<image>\n{capital(premise)}{TEMPLATES[template].format(**words)}",
        drawings=(SceneDrawing(scene, 0),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "things": tabletops.recorded(scene),
            "camera": tabletops.camera(scene),
            "side": side,
            "asked": asked,
            "premise": premise.strip(),
            "options": [offer.label for offer in options],
        },
        situation=scene.situation,
        subtype=slot.subtype,
        tags={
            "expected": key,
            "asked": asked,
            "premise": "with" if told else "without",
            "setting": viewpoints.setting(scene),
            "template": template,
            "domain": "scene",
        },
        groups={"premise": (f"perspective_relations/{scene.situation[:16]}", "with" if told else "without")},
    )


def _premise(scene: Scene) -> dict[str, str]:
    first, second = map(the, scene.things[:2])
    across, nearer = tabletops.offset(scene, 0)
    left, right = (first, second) if across < 0 else (second, first)
    near, far = (first, second) if nearer > 0 else (second, first)
    return {"left": left, "right": right, "near": near, "far": far}


def _fair(scene: Scene, azimuth: int, asked: str, which: str) -> bool:
    """Return whether the asked relation is as the target has it, clear from there, and what it follows from here."""
    across, nearer = tabletops.offset(scene, azimuth)
    amount = {"left": -across, "right": across, "nearer": nearer, "farther": -nearer}[asked]
    axis = AXES[asked]
    if (amount > 0) != (which == "first") or not tabletops.tells(scene, azimuth, axis):
        return False
    if not tabletops.tells(scene, 0, axis if azimuth == 180 else 1 - axis):
        return False
    return bool((tabletops.visible(scene, 0)[:2] >= 0.8).all())


def solve(truth: Json) -> Choice:
    """Turn the offset from the second thing to the first into the frame of who has walked around the table."""
    first, second = (complex(thing["x"], thing["y"]) for thing in truth["things"][:2])
    walked = {"right": 90, "back": 180, "left": 270}[truth["side"]]
    seen = (first - second) * cmath.rect(1, -radians(walked))
    amount = {"left": -seen.real, "right": seen.real, "nearer": -seen.imag, "farther": seen.imag}[truth["asked"]]
    names = [thing["name"] for thing in truth["things"][:2]]
    return only(label == names[0 if amount > 0 else 1] for label in truth["options"])


def as_pictured(truth: Json) -> Sequence[float]:
    """Answer as the camera sees it, without a walk."""
    first, second = truth["things"][:2]
    x, y = first["x"] - second["x"], first["y"] - second["y"]
    amount = {"left": -x, "right": x, "nearer": -y, "farther": y}[truth["asked"]]
    return [amount if label == first["name"] else -amount for label in truth["options"]]


task = Task(
    name="perspective_relations",
    version=2,
    title="Which of two things is on the left, or nearer, seen from another side?",
    quadrant="E-D",
    capabilities=("PT",),
    abilities=("orientation", "relation"),
    make=make,
    solve=solve,
    truth={
        "things": tabletops.RECORDED + " The first two are those that the question is about.",
        "camera": tabletops.CAMERA,
        "side": "The side to which one walks: left, right or back, as the picture has it.",
        "asked": "Which of the two is asked for: left, right, nearer or farther.",
        "premise": "What the question says about the front view; empty where it says nothing.",
        "options": "The answers in order.",
    },
    params=Params,
    frame="egocentric",
    stated=STATED,
    tiers=("",),
    factors=("relational", "perspective"),
    scenes="own",
    side_doors=(SideDoor("as the camera sees it", as_pictured, {"": 0.55}),),
    subtypes={
        f"scene_transform_{premise}_{side}": Subtype(2, f"scene_transform_{side}", targets=TARGETS)
        for premise in ("premise", "no_premise")
        for side in SIDES
    },
    explain=sides.related_after_walk,
)
