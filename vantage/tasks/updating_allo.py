"""Updating, allocentric: after a walk around two things, where is one from the other's own perspective?

The walk changes what the observer sees and nothing of what is asked: who answers from the camera, or turns the answer
with it, is wrong. `make` projects the way to the target on the reference's own axes. `solve` turns complex numbers back
by the recorded facing, and never looks at the walk.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.item import LETTERS, Choice, Json
from vantage.scenes import phrases, sightings, viewpoints
from vantage.scenes.scene import AZIMUTHS, SceneDrawing
from vantage.scenes.viewpoints import ANGLES
from vantage.task import Draft, Slot, Task, arrange, only


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene from the side that belongs to its member, after the walk that belongs to the scene."""
    pair, azimuth = viewpoints.pair(slot), AZIMUTHS[slot.member]
    angle = ANGLES[viewpoints.number_of(slot) % len(ANGLES)]
    key, before, after = pair.own, pair.seen(azimuth), pair.seen(azimuth + angle)
    meanings = [(after, "as_the_camera_sees_it_then"), (before, "as_the_camera_sees_it")]
    offers = viewpoints.offers(key, viewpoints.rule_by([*meanings, (viewpoints.turned(key, angle), "turned")], key))
    _, options = arrange(slot, offers, [offer.label for offer in offers].index(key), rng)
    scene = pair.scene.situation[:16]
    walk = phrases.walk(pair.target, pair.reference, angle)
    return Draft(
        question=f"<image>\n{walk}{phrases.own_question(pair.target, pair.reference, 'After that: ')}",
        drawings=(SceneDrawing(pair.scene, azimuth),),
        options=options,
        answer=Choice(slot.letter),
        truth={**pair.truth([azimuth]), "angle": angle, "options": [offer.label for offer in options]},
        situation=pair.scene.situation,
        subtype=f"{angle}/{viewpoints.kind(key)}",
        tags={**viewpoints.tags(pair, key), "azimuth": azimuth, "angle": angle, "camera": after},
        groups={"scene": (scene, ""), "view": (f"updating_allo/{scene}", str(azimuth))},
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
    name="updating_allo",
    version=1,
    title="Where is a thing from another's own perspective, after you walked around both?",
    quadrant="E-D",
    capabilities=("PT",),
    params=Params,
    make=make,
    solve=solve,
    verify=verify,
    truth={
        **viewpoints.TRUTH,
        "angle": "How far the observer walks, in degrees, counter-clockwise as seen from above; the answer ignores it.",
        "options": "The directions on offer, in order.",
    },
    frame="allocentric",
    stated=phrases.OWN,
    tiers=("",),
    factors=("relational", "depth", "orientation", "occlusion"),
    family=viewpoints.FAMILY,
    scenes="oriented",
)
