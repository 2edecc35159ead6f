"""Consistency, allocentric: from the perspective of a thing with a front of its own, where is another thing?

One scene is asked about from eight sides; the answer stays the same. `make` projects the way to the target on the
reference's own axes. `solve` turns complex numbers back by the recorded facing, and takes the nearest point of the
compass. Wrong options that the camera would call right are marked as such.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.item import LETTERS, Choice, Json
from vantage.scenes import phrases, sightings, viewpoints
from vantage.scenes.scene import AZIMUTHS, SceneDrawing
from vantage.task import Draft, Slot, Task, arrange, only


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene from the side that belongs to its member."""
    pair, azimuth = viewpoints.pair(slot), AZIMUTHS[slot.member]
    key, camera = pair.own, pair.seen(azimuth)
    offers = viewpoints.offers(key, viewpoints.rule_by([(camera, "as_the_camera_sees_it")], key))
    _, options = arrange(slot, offers, [offer.label for offer in offers].index(key), rng)
    scene = pair.scene.situation[:16]
    return Draft(
        question=f"<image>\n{phrases.own_question(pair.target, pair.reference)}",
        drawings=(SceneDrawing(pair.scene, azimuth),),
        options=options,
        answer=Choice(slot.letter),
        truth={**pair.truth([azimuth]), "options": [offer.label for offer in options]},
        situation=pair.scene.situation,
        subtype=viewpoints.kind(key),
        tags={**viewpoints.tags(pair, key), "azimuth": azimuth, "camera": camera},
        groups={"scene": (scene, ""), "view": (f"consistency_allo/{scene}", str(azimuth))},
    )


def solve(truth: Json) -> Choice:
    """Turn the way to the target back by the reference's facing and take the nearest point of the compass."""
    own = viewpoints.in_own_frame(viewpoints.offset_of(truth), truth["reference"]["facing"])
    return only(label == viewpoints.compass(own) for label in truth["options"])


def verify(truth: Json, frames: tuple[object, ...]) -> None:
    """Refuse an item whose pixels are nearer to another option."""
    found = viewpoints.in_own_frame(sightings.offset(truth, frames), truth["reference"]["facing"])
    sightings.confirm(found, truth["options"], truth["options"][LETTERS.index(solve(truth).letter)])


task = Task(
    name="consistency_allo",
    version=1,
    title="Where is a thing, from the perspective of another that has a front of its own?",
    quadrant="E-D",
    capabilities=("PT",),
    params=Params,
    make=make,
    solve=solve,
    verify=verify,
    truth={**viewpoints.TRUTH, "options": "The directions on offer, in order."},
    frame="allocentric",
    stated=phrases.OWN,
    tiers=("",),
    factors=("relational", "depth", "orientation"),
    family=viewpoints.FAMILY,
    scenes="oriented",
)
