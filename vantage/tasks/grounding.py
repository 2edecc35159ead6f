"""Grounding: of two things on a table, which is on the left, which is nearer, which is in front?

After SpinBench's object-relation grounding. Left and right, in front and behind are asked in four ways: which thing is
on the left (base), which is on the right (symmetric), is the one left or right of the other (syntactic), is the other
left or right of the one (both); near and far in two. `make` compares the two in the camera's frame; `solve` computes
where either falls in the picture, and how far from the camera's eye it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.explaining import sides
from vantage.item import Choice, Json
from vantage.scene import Scene, SceneDrawing
from vantage.scenes import sightings, tabletops, viewpoints
from vantage.scenes.phrases import capital, the
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Subtype, Task, arrange, only

VARIANTS = ("base", "symmetric", "syntactic", "both")
STATED = "from the camera's point of view"
AXES = {"left_right": 0, "far_near": 1, "front_behind": 1}
WORDS = {"left_right": ("left", "right"), "front_behind": ("in front", "behind"), "far_near": ("nearer", "farther")}
WHICH = {
    "left_right": (
        "Which of the two is on the {one}, {a} or {b}? Judge {stated}.",
        "{A} and {b}: which is farther to the {one}, {stated}?",
        f"Look at {{a}} and {{b}}. Which one is on the {{one}} side of the other, {STATED}?",
    ),
    "front_behind": (
        "Which of the two is {one}, {a} or {b}? Judge {stated}: in front is nearer to the camera.",
        "{A} and {b}: which stands {one}, {stated}, where in front means nearer to the camera?",
        f"Look at {{a}} and {{b}}. Which one is {{one}}, {STATED} (in front is nearer to the camera)?",
    ),
    "far_near": (
        "Which of the two is {one}, {a} or {b}? Judge {stated}.",
        "{A} and {b}: which is {one}, {stated}?",
        f"Look at {{a}} and {{b}}. Which one is {{one}}, {STATED}?",
    ),
}
WHERE = {
    "left_right": (
        "Is {a} on the left or on the right of {b}? Judge {stated}.",
        "On which side of {b} is {a}, left or right, {stated}?",
        f"Look at {{a}} and {{b}}. Is {{a}} to the left or to the right of {{b}}, {STATED}?",
    ),
    "front_behind": (
        "Is {a} in front of {b} or behind it? Judge {stated}: in front is nearer to the camera.",
        "Where is {a}, in front of {b} or behind it, {stated}, where in front means nearer to the camera?",
        f"Look at {{a}} and {{b}}. Is {{a}} in front of {{b}} or behind it, {STATED} (in front means nearer to the "
        "camera)?",
    ),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Lay out a table on which the slot's thing has the first of the two relations, and ask in the slot's way."""
    relation = slot.subtype.removeprefix("scene_relation_")
    axis, template = AXES[relation], int(rng.integers(3))
    scene = tabletops.drawn(slot, rng, lambda scene: _fair(scene, axis, slot.target))
    variant = VARIANTS[slot.member]
    swapped, sentence = variant in ("symmetric", "both"), variant in ("syntactic", "both")
    a, b = scene.things[:2] if not (swapped and sentence) else scene.things[1::-1]
    first, second = WORDS[relation]
    words = {"one": second if swapped else first, "a": the(a), "b": the(b), "A": capital(the(a)), "stated": STATED}
    # The first thing has the first relation (left, in front, nearer) where the target says so.
    has = slot.target == "first"
    if sentence:
        labels = [first, second]
        key = labels[0] if (a is scene.things[0]) == has else labels[1]
        question = WHERE[relation][template].format(**words)
    else:
        labels = [scene.things[0].name, scene.things[1].name]
        key = labels[0] if has != swapped else labels[1]
        question = WHICH[relation][template].format(**words)
    offers = [Offer(text=label, label=label, rule="" if label == key else "opposite") for label in labels]
    _, options = arrange(slot, offers, labels.index(key), rng)
    group = f"grounding/{scene.situation[:16]}/{relation}"
    return Draft(
        question=f"<image>\n{question}",
        drawings=(SceneDrawing(scene, 0),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "things": tabletops.recorded(scene),
            "camera": tabletops.camera(scene),
            "azimuths": [0],
            "asked": words["one"] if not sentence else f"{a.name} from {b.name}",
            "relation": relation,
            "options": [offer.label for offer in options],
        },
        situation=scene.situation,
        subtype=slot.subtype,
        tags={"expected": key, "setting": viewpoints.setting(scene), "template": template, "domain": "scene"},
        groups={"wording": (group, variant), "scene": (scene.situation[:16], "")},
    )


def _fair(scene: Scene, axis: int, target: str) -> bool:
    """Return whether the relation is clear, as the target has it, and both things show well."""
    across, nearer = tabletops.offset(scene, 0)
    first = across < 0 if axis == 0 else nearer > 0
    if first != (target == "first") or not tabletops.tells(scene, 0, axis):
        return False
    return bool((tabletops.visible(scene, 0)[:2] >= 0.8).all())


def solve(truth: Json) -> Choice:
    """Compare where the two things fall in the picture, or how far they are from the camera's eye."""
    ranks = {thing["name"]: _rank(truth, thing) for thing in truth["things"][:2]}
    low, high = sorted(ranks, key=lambda name: ranks[name])  # left before right, near before far
    first, second = WORDS[truth["relation"]]
    if truth["asked"] in (first, second):
        return only(name == (low if truth["asked"] == first else high) for name in truth["options"])
    asked = truth["asked"].partition(" from ")[0]
    return only(word == (first if asked == low else second) for word in truth["options"])


def _rank(truth: Json, thing: Json) -> float:
    seen = truth["camera"]
    if truth["relation"] == "left_right":
        return float(thing["x"] / (seen["radius"] + thing["y"]))
    return math.hypot(thing["x"], thing["y"] + seen["radius"], seen["height"])


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused if ids and depth say otherwise."""
    found = sightings.places(truth, frames, truth["things"][:2])
    if None in found.values():
        raise Refused("a thing that the question names does not show")
    moved = [{**thing, "x": at.real, "y": at.imag} for thing in truth["things"][:2] if (at := found[thing["name"]])]
    if solve({**truth, "things": moved}) != solve(truth):
        raise Refused("the pixels say otherwise")


def first_named(truth: Json) -> Sequence[float]:
    """Take the first of the two things, or the first of the two sides."""
    first = {truth["things"][0]["name"], *(words[0] for words in WORDS.values())}
    return [float(label in first) for label in truth["options"]]


def across_axes(truth: Json) -> Sequence[float]:
    """Take what is farther left for nearer, and what is nearer for farther left."""
    other = {"left_right": "far_near", "far_near": "left_right", "front_behind": "left_right"}[truth["relation"]]
    swapped = {"things": truth["things"], "camera": truth["camera"], "relation": other}
    ranks = {thing["name"]: _rank(swapped, thing) for thing in truth["things"][:2]}
    low = min(ranks, key=lambda name: ranks[name])
    first, second = WORDS[truth["relation"]]
    if truth["asked"] in (first, second):
        return [float((name == low) == (truth["asked"] == first)) for name in truth["options"]]
    asked = truth["asked"].partition(" from ")[0]
    return [float((word == first) == (asked == low)) for word in truth["options"]]


TARGETS = ("first", "second")
task = Task(
    name="grounding",
    version=2,
    title="Of two things on a table, which is left, which is nearer, which is in front?",
    quadrant="E-S",
    capabilities=("SR",),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={
        "things": tabletops.RECORDED + " The first two are those that the question is about.",
        "camera": tabletops.CAMERA,
        "azimuths": "The azimuth of the picture's camera: 0.",
        "relation": "left_right, front_behind or far_near.",
        "asked": "Which of the two is asked for (left, behind, nearer …) or, where the side is asked for, "
        "that of the first from the second ('A from B').",
        "options": "The answers in order.",
    },
    params=Params,
    frame="egocentric",
    stated=STATED,
    tiers=("",),
    factors=("relational",),
    scenes="own",
    side_doors=(
        SideDoor("the first thing, or the first side", first_named, {"": 0.55}),
        SideDoor("left for near, and near for left", across_axes, {"": 0.57}),
    ),
    subtypes={
        "scene_relation_far_near": Subtype(2, run=2, targets=TARGETS),
        "scene_relation_left_right": Subtype(2, run=4, targets=TARGETS),
        "scene_relation_front_behind": Subtype(2, run=4, targets=TARGETS),
    },
    explain=sides.related,
)
