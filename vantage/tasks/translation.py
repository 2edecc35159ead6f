"""Translation: between two pictures one thing on a table was moved; which way?

After SpinBench's dynamic translation: 10 to 20 centimetres to the left or right, or toward the camera or away from it.
`make` moves the thing along the camera's axes; `solve` compares where the two places fall in the picture and how far
they are from the camera's eye.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vantage.explaining import sides
from vantage.item import Choice, Json
from vantage.scene import Scene, SceneDrawing
from vantage.scenes import framing, sightings, tabletops, viewpoints
from vantage.scenes.phrases import the
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Subtype, Task, arrange, only

STATED = "from the camera's point of view"
TEMPLATES = (
    f"First: <image>\nThen: <image>\nThe camera did not move, but {{thing}} was moved. Which way, {STATED}?",
    f"Before: <image>\nAfter: <image>\nIn which direction did {{thing}} move, {STATED}?",
    f"Picture 1: <image>\nPicture 2: <image>\nFrom picture 1 to picture 2 someone shifted {{thing}} on the table. "
    f"Where to, {STATED}?",
)
STEPS = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "toward the camera": (0.0, -1.0),
    "away from the camera": (0.0, 1.0),
}  # along x and y
WAYS = {"left_right": ("left", "right"), "front_back": ("toward the camera", "away from the camera")}
LENGTHS = (0.1, 0.2)  # metres
SHOWN = 0.7  # share of the thing that shows in either picture


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Lay out a table with room beside the first thing, and move it as the slot's target says."""
    ways = WAYS[slot.subtype.removeprefix("scene_translation_")]
    key, template = slot.target, int(rng.integers(len(TEMPLATES)))
    step = float(rng.uniform(*LENGTHS))
    middle = tabletops.drawn(slot, rng, lambda scene: bool(_moved(scene, key, step)))
    before, after = _moved(middle, key, step)
    labels = list(ways)
    offers = [Offer(text=label, label=label, rule="" if label == key else "opposite") for label in labels]
    _, options = arrange(slot, offers, labels.index(key), rng)
    moved = [one.things[0] for one in (before, after)]
    return Draft(
        question=TEMPLATES[template].format(thing=the(moved[0])),
        drawings=(SceneDrawing(before, 0), SceneDrawing(after, 0)),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "things": tabletops.recorded(before),
            "places": [[one.x, one.y] for one in moved],
            "camera": tabletops.camera(before),
            "azimuths": [0, 0],
            "options": [offer.label for offer in options],
        },
        situation=middle.situation,
        subtype=slot.subtype,
        tags={"expected": key, "setting": viewpoints.setting(before), "template": template, "domain": "scene"},
    )


def _moved(scene: Scene, way: str, step: float) -> list[Scene]:
    """Return the scene before and after a move of its first thing; empty if there is no room, or it hardly shows.

    The thing passes the place that was drawn for it, so that where it ends says little about the way it came.
    """
    first, *others = scene.things
    east, north = (step / 2 * part for part in STEPS[way])
    ends = [replace(first, x=round(first.x + k * east, 3), y=round(first.y + k * north, 3)) for k in (-1, 1)]
    # On the way too: things are pushed, not lifted over others.
    if any(framing.overlap(one, other, tabletops.GAP) for one in (*ends, first) for other in others):
        return []
    scenes = [replace(scene, things=(one, *others)) for one in ends]
    boxes = np.array([framing.boxes(one)[0, 0] for one in scenes])
    shown = boxes.min() > 0 and boxes.max() < 1 and all(tabletops.visible(one, 0)[0] >= SHOWN for one in scenes)
    return scenes if shown else []


def solve(truth: Json) -> Choice:
    """Compare the two places in the picture: across it for left and right, by distance from the eye for the others."""
    (x, y), (u, v) = truth["places"]
    radius, height = truth["camera"]["radius"], truth["camera"]["height"]
    across = u / (radius + v) - x / (radius + y)
    nearer = math.hypot(x, y + radius, height) - math.hypot(u, v + radius, height)
    signs = {"left": -across, "right": across, "toward the camera": nearer, "away from the camera": -nearer}
    return only(signs[label] > 0 for label in truth["options"])


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused if ids and depth say otherwise."""
    moved = truth["things"][0]
    one_view = {**truth, "azimuths": [0]}
    seen = [sightings.places(one_view, (frame,), [moved])[moved["name"]] for frame in frames]
    places = [[at.real, at.imag] for at in seen if at is not None]
    if len(places) < 2 or solve({**truth, "places": places}) != solve(truth):
        raise Refused("the pixels say otherwise")


def by_last(truth: Json) -> Sequence[float]:
    """Go by where the thing is in the second picture alone: on the left it may have come from the right."""
    x, y = truth["places"][1]
    signs = {"left": -x, "right": x, "toward the camera": -y, "away from the camera": y}
    return [signs[label] for label in truth["options"]]


task = Task(
    name="translation",
    version=2,
    title="Which way was a thing moved between two pictures?",
    quadrant="E-D",
    capabilities=("SR",),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={
        "things": tabletops.RECORDED + " In the first picture; the first of them is moved.",
        "places": "Where the moved thing is in either picture: [x, y].",
        "camera": tabletops.CAMERA,
        "azimuths": "The azimuth of the pictures' camera: 0.",
        "options": "The answers in order.",
    },
    params=Params,
    frame="egocentric",
    stated=STATED,
    tiers=("",),
    factors=("relational", "depth"),
    scenes="own",
    side_doors=(
        SideDoor(
            "where it is in the second picture", by_last, {"": 0.85}, "what was moved left is on the left more often"
        ),
    ),
    subtypes={f"scene_translation_{axis}": Subtype(2, targets=ways) for axis, ways in WAYS.items()},
    explain=sides.shifted,
)
