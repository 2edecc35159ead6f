"""Consistency, egocentric: from the camera's perspective, where is one thing relative to another?

One scene is shown from eight sides; the answer changes from side to side, in a cycle that a consistent observer
follows. With `wordings` set, two sides of each scene are asked about in four wordings instead: the usual one, with the
two things swapped, as a sentence to complete, and both.

`make` projects the offset from reference to target on the observer's axes. `solve` uses no observer: it rotates complex
numbers, and takes the nearest point of the compass.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.item import Choice, Json
from vantage.scene import AZIMUTHS
from vantage.scenes import phrases, sightings, viewpoints
from vantage.scenes.phrases import the
from vantage.task import Draft, Slot, Task, only

WORDINGS = ("base", "symmetric", "syntactic", "both")
SWAPPED = ("symmetric", "both")
ASK = {
    "base": "Where is {target} relative to {reference}?",
    "symmetric": "Where is {target} relative to {reference}?",
    "syntactic": "Relative to {reference}, the position of {target} is: … Which option completes the sentence truly?",
    "both": "Relative to {reference}, the position of {target} is: … Which option completes the sentence truly?",
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    wordings: bool = False  # whether to ask from two sides in four wordings, instead of from eight sides in one


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene, from the side and in the wording that belong to the slot's member."""
    azimuth, wording = _variant(params, slot)
    first = viewpoints.pair(slot)
    pair = first.swapped if wording in SWAPPED else first
    asked = ASK[wording].format(target=the(pair.target), reference=the(pair.reference))
    return viewpoints.ask(
        pair,
        azimuth,
        slot,
        rng,
        key=pair.seen(azimuth),
        question=f"{asked} {phrases.CAMERA_FRAME}",
        tags={"wording": wording},
        groups=_groups(params, viewpoints.name_of(pair.scene), azimuth, wording),
    )


def _variant(params: Params, slot: Slot) -> tuple[int, str]:
    """Return from which side, and in which wording, a member of the family is asked."""
    if not params.wordings:
        return AZIMUTHS[slot.member], "base"
    # Directions are balanced over every eight scenes, so the side may change only after eight scenes.
    side = viewpoints.number_of(slot) // len(AZIMUTHS) + slot.member // len(WORDINGS)
    return AZIMUTHS[side % len(AZIMUTHS)], WORDINGS[slot.member % len(WORDINGS)]


def _groups(params: Params, scene: str, azimuth: int, wording: str) -> dict[str, tuple[str, str]]:
    found = {"view": (f"consistency_ego/{scene}/{wording}", str(azimuth))}
    return {**found, "wording": (f"consistency_ego/{scene}/{azimuth}", wording)} if params.wordings else found


def solve(truth: Json) -> Choice:
    """Rotate the offset from reference to target into the picture's frame and take the nearest point of the compass."""
    found = viewpoints.direction_seen(truth, truth["azimuths"][0])
    return only(label == found for label in truth["options"])


task = Task(
    name="consistency_ego",
    version=2,
    title="Where is one thing relative to another, from the camera's perspective?",
    quadrant="E-S",
    capabilities=("SR",),
    abilities=("perception", "relation"),
    params=Params,
    make=make,
    solve=solve,
    verify=sightings.confirm_seen,
    measured=sightings.visible,
    truth={**viewpoints.TRUTH, "options": viewpoints.OPTIONS},
    frame="egocentric",
    stated=phrases.CAMERA,
    tiers=("",),
    factors=("relational", "depth"),
    family=viewpoints.FAMILY,
    scenes="pair",
)
