"""Updating, egocentric: after a walk around the middle of two things, where is one relative to the other?

The walk is imagined: one picture shows the scene before it. The walk goes 90, 180 or 270 degrees counter-clockwise as
seen from above, the same for all eight sides from which a scene is shown. `make` computes the relation for the observer
at the end of the walk. `solve` never goes there: it names the relation in the picture and steps along the cycle of
eight labels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.geometry import group
from vantage.item import Choice, Json
from vantage.scene import AZIMUTHS
from vantage.scenes import phrases, sightings, viewpoints
from vantage.scenes.phrases import the
from vantage.task import Draft, Slot, Task, only

STATED = "counter-clockwise as seen from above"
FRAME = "Left and right are your own there, front means nearer to you and behind means farther from you."


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene, seen from the side of the slot's member, after the walk that belongs to the scene."""
    pair, azimuth, angle = viewpoints.pair(slot), AZIMUTHS[slot.member], viewpoints.walk_of(slot)
    key, before, other_way = (pair.seen(azimuth + turn) for turn in (angle, 0, -angle))
    meanings = [(before, "no_rotation"), (other_way, "wrong_direction")]
    meanings += [(name, "wrong_angle") for name in group(key)]
    walk = phrases.walk(pair.target, pair.reference, angle)
    return viewpoints.ask(
        pair,
        azimuth,
        slot,
        rng,
        key=key,
        question=f"{walk}From your new place, where is {the(pair.target)} relative to {the(pair.reference)}? {FRAME}",
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
    stated=STATED,
    tiers=("",),
    factors=("relational", "depth", "occlusion"),
    family=viewpoints.FAMILY,
    scenes="pair",
)
