"""Integration, egocentric: in which of four pictures of a scene is a statement about left, right, near and far true?

The four pictures are taken 90 degrees apart, so each of four statements is true in exactly one of them. There are eight
items per scene: four statements for each of two sets of four views. Each item has its own order of pictures, so the
order gives nothing away. `make` chooses the right picture and states what its observer sees. `solve` rotates complex
numbers into the frame of each picture, and looks for the statement.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.explaining import directions
from vantage.geometry import group
from vantage.item import LETTERS, Choice, Json
from vantage.scene import SceneDrawing
from vantage.scenes import lazy, phrases, reading, sightings, viewpoints
from vantage.scenes.phrases import capital, the
from vantage.scenes.viewpoints import FOUR_PICTURES, OBLIQUE, PLACES, STRAIGHT
from vantage.task import Draft, Offer, Slot, Task, only

SAID = {
    "front": "in front of {}",
    "front-right": "in front and to the right of {}",
    "right": "to the right of {}",
    "behind-right": "behind and to the right of {}",
    "behind": "behind {}",
    "behind-left": "behind and to the left of {}",
    "left": "to the left of {}",
    "front-left": "in front and to the left of {}",
}
STATED = (*phrases.CAMERA_STATED, "camera that took the picture")
WORDINGS = (
    f"In which picture is this statement true {phrases.CAMERA}: “{{Said}}”? Left and right are as in the picture, in "
    "front means nearer to the camera and behind means farther from it.",
    "Which picture shows that {said}? Each picture is judged by what the camera sees: left and right as in the "
    "picture, in front is nearer to the camera, behind is farther from it.",
    "“{Said}.” Someone who looks through the camera says this, with left and right as in the picture, in front for "
    "nearer to the camera, and behind for farther from it. Which picture do they see?",
    "From the camera that took the picture, {said} in only one of the four. Which one is it? Left and right are the "
    "sides of the picture; what is in front is closer to the camera, and what is behind is farther away.",
    "Find the picture in which {said}. Left and right mean the left and right of the picture, in front means toward "
    "the camera, and behind means away from it.",
    "One of the pictures was taken from a place where {said}, from the camera's point of view. Which? Left and right "
    "are as in that picture, in front is nearer to the camera and behind is farther away.",
)


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
    said = f"{the(pair.target)} is {SAID[statement].format(the(pair.reference))}"
    scene = viewpoints.name_of(pair.scene)
    return Draft(
        question=FOUR_PICTURES + WORDINGS[slot.wording].format(said=said, Said=capital(said)),
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
    side_doors=lazy.doors(
        ("left or right alone", lazy.stated_side, lazy.HALF, "left and right are half of what is stated"),
        ("near or far alone", lazy.stated_depth, lazy.HALF, "near and far are half of what is stated"),
    ),
    wordings=len(WORDINGS),
    misread=reading.statement,
    explain=directions.stated,
)
