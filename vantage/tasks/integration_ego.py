"""Integration, egocentric: in which of four pictures of a scene is a statement about left, right, near and far true?

The four pictures are taken 90 degrees apart, so each of four statements is true in exactly one of them. There are eight
items per scene: four statements for each of two sets of four views. Each item has its own order of pictures, so the
order gives nothing away. `make` chooses the right picture and states what its observer sees. `solve` rotates complex
numbers into the frame of each picture, and looks for the statement.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.geometry import group
from vantage.item import LETTERS, Choice, Json
from vantage.scene import SceneDrawing
from vantage.scenes import phrases, sightings, viewpoints
from vantage.scenes.phrases import the
from vantage.scenes.viewpoints import FOUR_PICTURES, OBLIQUE, PLACES, STRAIGHT
from vantage.task import Draft, Offer, Slot, Task, only

STATED = f"true {phrases.CAMERA}"
SAID = {
    **{name: f"to the {name} of" for name in ("left", "right", "front-left", "front-right")},
    **{name: f"{name.replace('-', ' and to the ')} of" for name in ("behind-left", "behind-right")},
    "front": "in front of",
    "behind": "behind",
}


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """State what the view of the slot's member shows, and put that picture in the key's place."""
    pair = viewpoints.pair(slot)
    part, place = divmod(slot.member, len(PLACES))
    views = (STRAIGHT, OBLIQUE)[part]
    key = views[place]
    # The four statements have different orders, so no two items of a scene show the same pictures in the same order.
    order = viewpoints.orders(pair.scene, views)[place]
    azimuths = viewpoints.shifted(order, key, LETTERS.index(slot.letter))
    statement = pair.seen(key)
    seen = [pair.seen(azimuth) for azimuth in azimuths]
    scene = viewpoints.name_of(pair.scene)
    return Draft(
        question=_question(the(pair.target), SAID[statement], the(pair.reference)),
        drawings=tuple(SceneDrawing(pair.scene, azimuth) for azimuth in azimuths),
        options=tuple(
            Offer(f"{name} Image", label=str(azimuth), rule="" if azimuth == key else viewpoints.miss(label, statement))
            for name, azimuth, label in zip(PLACES, azimuths, seen)
        ),
        answer=Choice(slot.letter),
        truth={**pair.truth(azimuths), "statement": statement, "options": [str(azimuth) for azimuth in azimuths]},
        situation=pair.scene.situation,
        subtype=viewpoints.kind(statement),
        tags={**pair.tags(statement), "azimuth": key, "views": "straight" if part == 0 else "oblique"},
        groups={"scene": (scene, ""), "statement": (f"integration_ego/{scene}", statement)},
    )


def _question(target: str, said: str, reference: str) -> str:
    return (
        f"{FOUR_PICTURES}"
        f"In which picture is this statement {STATED}: “{target.capitalize()} is {said} {reference}”? Left and right "
        "are as in the picture, in front means nearer to the camera and behind means farther from it."
    )


def solve(truth: Json) -> Choice:
    """Name the relation in each picture by the nearest point of the compass, and find the stated one."""
    return only(viewpoints.direction_seen(truth, azimuth) == truth["statement"] for azimuth in truth["azimuths"])


def verify(truth: Json, frames: tuple[object, ...]) -> None:
    """Raise Refused if the pixels of a picture are nearer to another direction."""
    names = group(truth["statement"])
    for frame, azimuth in zip(frames, truth["azimuths"], strict=True):
        alone = {**truth, "azimuths": [azimuth]}
        found = viewpoints.in_view(sightings.offset(alone, [frame]), azimuth)
        sightings.confirm(found, names, viewpoints.direction_seen(truth, azimuth))


task = Task(
    name="integration_ego",
    version=2,
    title="In which of four pictures of a scene is a statement true?",
    quadrant="E-S",
    capabilities=("SR", "PT"),
    abilities=("relation", "orientation"),
    params=Params,
    make=make,
    solve=solve,
    verify=verify,
    measured=sightings.visible,
    truth={
        **viewpoints.TRUTH,
        "statement": "The direction in which the target is said to lie from the reference, for the camera.",
        "options": "The azimuths of the pictures on offer, in order.",
    },
    frame="egocentric",
    stated=STATED,
    tiers=("",),
    factors=("relational", "depth"),
    family=viewpoints.FAMILY,
    scenes="pair",
)
