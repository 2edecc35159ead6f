"""Updating, allocentric: after a walk around two things, where is one from the other's own perspective?

The walk changes what the observer sees, but not the answer, in the paper as here: the question is whether a model
leaves an answer alone that does not depend on itself. Answering from the camera, or turning the answer with the walk,
is wrong; who ignores the walk loses nothing, and is asked what `consistency_allo` asks. Read the two tasks together.
`make` projects the offset to the target on the reference's own axes. `solve` rotates complex numbers by the recorded
facing, and ignores the walk.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from vantage.explaining import directions
from vantage.item import Choice, Json
from vantage.scene import AZIMUTHS
from vantage.scenes import lazy, phrases, reading, sightings, viewpoints
from vantage.task import Draft, Slot, Strategy, Task, only

UNMOVED = "as in the paper, no walk of the observer changes it: tested is whether a model knows that"


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene, seen from the side of the slot's member, after the walk that belongs to the scene."""
    pair, azimuth, angle = viewpoints.pair(slot), AZIMUTHS[slot.member], viewpoints.walk_of(slot)
    key, before, after = pair.own, pair.seen(azimuth), pair.seen(azimuth + angle)
    meanings = [(after, "as_the_camera_sees_it_then"), (before, "as_the_camera_sees_it")]
    meanings += [(viewpoints.turned(key, angle), "turned")]
    walk = phrases.walk(slot.wording, pair.target, pair.reference, angle)
    asked = phrases.own_question(slot.wording, pair.target, pair.reference)
    return viewpoints.ask(
        pair,
        azimuth,
        slot,
        rng,
        key=key,
        question=f"{walk} This is the question after the walk. {asked}",
        meanings=meanings,
        walked=angle,
        tags={"camera": after},
        groups={"view": (f"updating_allo/{viewpoints.name_of(pair.scene)}", str(azimuth))},
    )


def solve(truth: Json) -> Choice:
    """Rotate the offset to the target by the reference's facing and take the nearest point of the compass."""
    found = viewpoints.own_direction(truth)
    return only(label == found for label in truth["options"])


task = Task(
    name="updating_allo",
    version=2,
    title="Where is a thing from another's own perspective, after you walked around both?",
    quadrant="E-D",
    capabilities=("PT",),
    abilities=("relation", "orientation"),
    params=Params,
    make=make,
    solve=solve,
    verify=sightings.confirm_own,
    measured=sightings.visible,
    truth={
        **viewpoints.TRUTH,
        "angle": "How far the observer walks, in degrees, counter-clockwise as seen from above; the answer ignores it.",
        "options": viewpoints.OPTIONS,
    },
    frame="allocentric",
    stated=phrases.OWN_STATED,
    tiers=("",),
    factors=("relational", "depth", "orientation", "occlusion"),
    family=viewpoints.FAMILY,
    scenes="oriented",
    side_doors=lazy.doors(
        ("as the camera sees it", lazy.as_seen, lazy.CHANCE, ""),
        ("as the camera sees it after the walk", lazy.as_seen_after, lazy.CHANCE, ""),
        ("as if it faced the camera", lazy.as_mirrored, lazy.CHANCE, ""),
        ("from its own perspective, ignoring the walk", lazy.own, 1.0, UNMOVED),
    ),
    wordings=len(phrases.OWN_ASKED),
    misread=reading.direction,
    strategies=(
        *lazy.mistakes(own=True),
        Strategy("answers from the camera's side", partial(lazy.from_camera, after=True)),
        Strategy("answers as the camera sees it in the picture", partial(lazy.from_camera, after=False)),
        Strategy("exchanges target and reference", lazy.exchanged),
    ),
    explain=directions.own_after_walk,
)
