"""Updating, egocentric: after a walk around the middle of two things, where is one relative to the other?

The walk is imagined: one picture shows the scene as it is seen before. It goes 90, 180 or 270 degrees counter-clockwise
as seen from above, the same for all eight sides from which a scene is shown. `make` reads the relation off the observer
where the walk ends. `solve` never goes there: it names the relation in the picture and steps on along the cycle of
eight labels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.geometry import group
from vantage.item import LETTERS, Choice, Json
from vantage.scenes import phrases, sightings, viewpoints
from vantage.scenes.phrases import the
from vantage.scenes.scene import AZIMUTHS, SceneDrawing
from vantage.scenes.viewpoints import ANGLES
from vantage.task import Draft, Slot, Task, arrange, only

STATED = "counter-clockwise as seen from above"
FRAME = "Left and right are your own there, front means nearer to you and behind means farther from you."


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene from the side that belongs to its member, after the walk that belongs to the scene."""
    pair, azimuth = viewpoints.pair(slot), AZIMUTHS[slot.member]
    angle = ANGLES[viewpoints.number_of(slot) % len(ANGLES)]
    key, before, other_way = (pair.seen(azimuth + turn) for turn in (angle, 0, -angle))
    meanings = [(before, "no_rotation"), (other_way, "wrong_direction")]
    meanings += [(name, "wrong_angle") for name in group(key)]
    offers = viewpoints.offers(key, viewpoints.rule_by(meanings, key))
    _, options = arrange(slot, offers, [offer.label for offer in offers].index(key), rng)
    scene = pair.scene.situation[:16]
    ask = f"From your new place, where is {the(pair.target)} relative to {the(pair.reference)}?"
    return Draft(
        question=f"<image>\n{phrases.walk(pair.target, pair.reference, angle)}{ask} {FRAME}",
        drawings=(SceneDrawing(pair.scene, azimuth),),
        options=options,
        answer=Choice(slot.letter),
        truth={**pair.truth([azimuth]), "angle": angle, "options": [offer.label for offer in options]},
        situation=pair.scene.situation,
        subtype=f"{angle}/{viewpoints.kind(key)}",
        tags={**viewpoints.tags(pair, key), "azimuth": azimuth, "angle": angle, "before": before},
        groups={"scene": (scene, ""), "view": (f"updating_ego/{scene}", str(azimuth))},
    )


def solve(truth: Json) -> Choice:
    """Name the relation in the picture and step along the cycle of labels for each 45 degrees of the walk."""
    now = viewpoints.compass(viewpoints.in_view(viewpoints.offset_of(truth), truth["azimuths"][0]))
    return only(label == viewpoints.turned(now, truth["angle"]) for label in truth["options"])


def verify(truth: Json, frames: tuple[object, ...]) -> None:
    """Refuse an item whose pixels are nearer to another option."""
    found = viewpoints.in_view(sightings.offset(truth, frames), truth["azimuths"][0] + truth["angle"])
    sightings.confirm(found, truth["options"], truth["options"][LETTERS.index(solve(truth).letter)])


task = Task(
    name="updating_ego",
    version=1,
    title="Where is one thing relative to another after you walked around their middle?",
    quadrant="E-D",
    capabilities=("PT",),
    params=Params,
    make=make,
    solve=solve,
    verify=verify,
    truth={
        **viewpoints.TRUTH,
        "angle": "How far the observer walks, in degrees, counter-clockwise as seen from above.",
        "options": "The directions on offer, in order.",
    },
    frame="egocentric",
    stated=STATED,
    tiers=("",),
    factors=("relational", "depth", "occlusion"),
    family=viewpoints.FAMILY,
    scenes="pair",
)
