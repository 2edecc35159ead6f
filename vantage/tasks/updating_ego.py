"""Updating, egocentric: after a walk around the middle of two things, where is one relative to the other?

The walk is imagined: one picture shows the scene before it. The walk goes 90, 180 or 270 degrees counter-clockwise as
seen from above, the same for all eight sides from which a scene is shown. It is always counter-clockwise because the
paper's is, and its kinds of error (no turn, the wrong way, the wrong angle) are told apart by that; 270 degrees end
where 90 degrees clockwise do, so each end of a walk is as frequent as it would be with both ways. `make` computes the
relation for the observer at the end of the walk. `solve` never goes there: it names the relation in the picture and
steps along the cycle of eight labels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.explaining import directions
from vantage.geometry import group
from vantage.item import Choice, Json
from vantage.scene import AZIMUTHS
from vantage.scenes import lazy, phrases, reading, sightings, viewpoints
from vantage.scenes.phrases import the
from vantage.task import Draft, Slot, Task, only

WORDINGS = (
    "From your new place, where is {target} relative to {reference}? Left and right are your own there, front means "
    "nearer to you and behind means farther from you.",
    "In which direction from {reference} is {target} for you now? Left and right are as you see them from there, front "
    "is nearer to you and behind is farther away.",
    "How does {target} stand in relation to {reference}, as you see them at the end? Left and right are your own, "
    "front is toward you and behind is away from you.",
    "Now say where {target} is with respect to {reference}. Go by what you see from there: your own left and right, "
    "front for nearer to you, behind for farther from you.",
    "On which side of {reference} is {target} when you have arrived? Left and right are those that you have there, "
    "front is the side toward you, behind is the side away from you.",
    "From where you are then, which way is {target} from {reference}? Left and right are yours, front means closer to "
    "you than the other, behind means farther from you.",
)


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene, seen from the side of the slot's member, after the walk that belongs to the scene."""
    pair, azimuth, angle = viewpoints.pair(slot), AZIMUTHS[slot.member], viewpoints.walk_of(slot)
    key, before, other_way = (pair.seen(azimuth + turn) for turn in (angle, 0, -angle))
    meanings = [(before, "no_rotation"), (other_way, "wrong_direction")]
    meanings += [(name, "wrong_angle") for name in group(key)]
    walk = phrases.walk(slot.wording, pair.target, pair.reference, angle)
    asked = WORDINGS[slot.wording].format(target=the(pair.target), reference=the(pair.reference))
    return viewpoints.ask(
        pair,
        azimuth,
        slot,
        rng,
        key=key,
        question=f"{walk} {asked}",
        meanings=meanings,
        walked=angle,
        tags={"before": before},
        groups={"view": (f"updating_ego/{viewpoints.name_of(pair.scene)}", str(azimuth))},
    )


def solve(truth: Json) -> Choice:
    """Name the relation in the picture and step along the cycle of labels for each 45 degrees of the walk."""
    found = viewpoints.turned(viewpoints.direction_seen(truth, truth["azimuths"][0]), truth["angle"])
    return only(label == found for label in truth["options"])


task = Task(
    name="updating_ego",
    version=2,
    title="Where is one thing relative to another after you walked around their middle?",
    quadrant="E-D",
    capabilities=("PT",),
    abilities=("relation", "orientation"),
    params=Params,
    make=make,
    solve=solve,
    verify=sightings.confirm_seen,
    measured=sightings.visible,
    truth={
        **viewpoints.TRUTH,
        "angle": "How far the observer walks, in degrees, counter-clockwise as seen from above.",
        "options": viewpoints.OPTIONS,
    },
    frame="egocentric",
    stated=phrases.WALK_STATED,
    tiers=("",),
    factors=("relational", "depth", "occlusion"),
    family=viewpoints.FAMILY,
    scenes="pair",
    side_doors=lazy.doors(
        ("as the camera sees it now", lazy.as_seen, lazy.CHANCE, ""),
        ("anything but what the camera sees now", lazy.not_as_seen, 0.4, "every walk leads elsewhere: one of three"),
        ("the walk goes the other way", lazy.the_other_way, 0.4, "after half a turn both ways end at one place"),
        ("always half a turn", lazy.half_a_turn, 0.4, "a third of the walks go half a turn"),
    ),
    wordings=len(WORDINGS),
    misread=reading.direction,
    strategies=lazy.mistakes(own=False),
    explain=directions.walked,
)
