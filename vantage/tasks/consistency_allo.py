"""Consistency, allocentric: from the perspective of a thing with a front of its own, where is another thing?

One scene is asked about from eight sides; the answer stays the same. `make` projects the way to the target on the
reference's own axes. `solve` turns complex numbers back by the recorded facing, and takes the nearest point of the
compass. Wrong options that the camera would call right are marked as such.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.item import Choice, Json
from vantage.scene import AZIMUTHS
from vantage.scenes import phrases, sightings, viewpoints
from vantage.task import Draft, Slot, Task, only


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene from the side that belongs to its member."""
    pair, azimuth = viewpoints.pair(slot), AZIMUTHS[slot.member]
    camera = pair.seen(azimuth)
    return viewpoints.ask(
        pair,
        azimuth,
        slot,
        rng,
        key=pair.own,
        question=phrases.own_question(pair.target, pair.reference),
        meanings=[(camera, "as_the_camera_sees_it")],
        tags={"camera": camera},
        groups={"view": (f"consistency_allo/{viewpoints.name_of(pair.scene)}", str(azimuth))},
    )


def solve(truth: Json) -> Choice:
    """Turn the way to the target back by the reference's facing and take the nearest point of the compass."""
    found = viewpoints.own_direction(truth)
    return only(label == found for label in truth["options"])


task = Task(
    name="consistency_allo",
    version=1,
    title="Where is a thing, from the perspective of another that has a front of its own?",
    quadrant="E-D",
    capabilities=("PT",),
    params=Params,
    make=make,
    solve=solve,
    verify=sightings.confirm_own,
    truth={**viewpoints.TRUTH, "options": viewpoints.OPTIONS},
    frame="allocentric",
    stated=phrases.OWN,
    tiers=("",),
    factors=("relational", "depth", "orientation"),
    family=viewpoints.FAMILY,
    scenes="oriented",
)
