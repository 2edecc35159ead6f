"""Consistency, allocentric: from the perspective of a thing with a front, where is another thing?

One scene is shown from eight sides; the answer stays the same. `make` projects the offset to the target on the
reference's own axes. `solve` rotates complex numbers by the recorded facing, and takes the nearest point of the
compass. A wrong option that is right from the camera's perspective is marked as such.
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


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene, seen from the side that belongs to the slot's member."""
    pair, azimuth = viewpoints.pair(slot), AZIMUTHS[slot.member]
    camera = pair.seen(azimuth)
    return viewpoints.ask(
        pair,
        azimuth,
        slot,
        rng,
        key=pair.own,
        question=phrases.own_question(slot.wording, pair.target, pair.reference),
        meanings=[(camera, "as_the_camera_sees_it")],
        tags={"camera": camera},
        groups={"view": (f"consistency_allo/{viewpoints.name_of(pair.scene)}", str(azimuth))},
    )


def solve(truth: Json) -> Choice:
    """Rotate the offset to the target by the reference's facing and take the nearest point of the compass."""
    found = viewpoints.own_direction(truth)
    return only(label == found for label in truth["options"])


task = Task(
    name="consistency_allo",
    version=2,
    title="Where is a thing, from the perspective of another that has a front of its own?",
    quadrant="E-D",
    capabilities=("PT",),
    abilities=("relation", "orientation"),
    params=Params,
    make=make,
    solve=solve,
    verify=sightings.confirm_own,
    measured=sightings.visible,
    truth={**viewpoints.TRUTH, "options": viewpoints.OPTIONS},
    frame="allocentric",
    stated=phrases.OWN_STATED,
    tiers=("",),
    factors=("relational", "depth", "orientation"),
    family=viewpoints.FAMILY,
    scenes="oriented",
    side_doors=lazy.doors(
        ("as the camera sees it", lazy.as_seen, lazy.CHANCE, ""),
        ("as if it faced the camera", lazy.as_mirrored, lazy.CHANCE, ""),
    ),
    wordings=len(phrases.OWN_ASKED),
    misread=reading.direction,
    strategies=(
        *lazy.mistakes(own=True),
        Strategy("answers from the camera's side", partial(lazy.from_camera, after=False)),
        Strategy("exchanges target and reference", lazy.exchanged),
    ),
    explain=directions.own,
)
