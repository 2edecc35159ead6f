"""Consistency, egocentric: from the camera's perspective, where is one thing relative to another?

One scene is shown from eight sides; the answer changes from side to side, in a cycle that a consistent observer
follows. With `spin` set, two sides of each scene are asked about in SpinBench's four wordings instead: the usual one,
with the two things swapped, as a sentence to complete, and both.

`make` projects the offset from reference to target on the observer's axes. `solve` uses no observer: it rotates complex
numbers, and takes the nearest point of the compass.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.explaining import directions
from vantage.item import Choice, Json
from vantage.scene import AZIMUTHS
from vantage.scenes import lazy, phrases, reading, sightings, viewpoints
from vantage.scenes.phrases import the
from vantage.task import Draft, Slot, Task, only

WORDINGS = (
    "Where is {target} relative to {reference}? {frame}",
    "In which direction from {reference} does {target} lie? {frame}",
    "Say where {target} is with respect to {reference}. {frame}",
    "On which side of {reference} is {target}? {frame}",
    "Starting from {reference}, which way do you go to get to {target}? {frame}",
    "{frame} So how does {target} stand in relation to {reference}?",
)
COMPLETE = "Relative to {reference}, the position of {target} is: … Which option completes the sentence truly? {frame}"
SPIN = ("base", "symmetric", "syntactic", "both")
SWAPPED, COMPLETED = ("symmetric", "both"), ("syntactic", "both")


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    spin: bool = False  # whether to ask from two sides in SpinBench's four wordings, instead of from eight sides


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the slot's scene, from the side and in the wording that belong to the slot's member."""
    azimuth, variant = _variant(params, slot)
    first = viewpoints.pair(slot)
    pair = first.swapped if variant in SWAPPED else first
    words = COMPLETE if variant in COMPLETED else WORDINGS[slot.wording]
    frame = phrases.CAMERA_FRAMES[slot.wording]
    return viewpoints.ask(
        pair,
        azimuth,
        slot,
        rng,
        key=pair.seen(azimuth),
        question=words.format(target=the(pair.target), reference=the(pair.reference), frame=frame),
        tags={"wording": variant} if params.spin else {},
        groups=_groups(params, viewpoints.name_of(pair.scene), azimuth, variant),
    )


def _variant(params: Params, slot: Slot) -> tuple[int, str]:
    """Return from which side, and in which of SpinBench's wordings, a member of the family is asked."""
    if not params.spin:
        return AZIMUTHS[slot.member], "base"
    # Directions are balanced over every eight scenes, so the side may change only after eight scenes.
    side = viewpoints.number_of(slot) // len(AZIMUTHS) + slot.member // len(SPIN)
    return AZIMUTHS[side % len(AZIMUTHS)], SPIN[slot.member % len(SPIN)]


def _groups(params: Params, scene: str, azimuth: int, variant: str) -> dict[str, tuple[str, str]]:
    found = {"view": (f"consistency_ego/{scene}/{variant}", str(azimuth))}
    return {**found, "wording": (f"consistency_ego/{scene}/{azimuth}", variant)} if params.spin else found


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
    stated=phrases.CAMERA_STATED,
    tiers=("",),
    factors=("relational", "depth"),
    family=viewpoints.FAMILY,
    scenes="pair",
    side_doors=lazy.doors(
        ("left or right alone", lazy.left_or_right, lazy.HALF, "left and right are half of what is asked"),
        ("near or far alone", lazy.near_or_far, lazy.HALF, "near and far are half of what is asked"),
    ),
    wordings=len(WORDINGS),
    misread=reading.direction,
    strategies=lazy.mistakes(own=False),
    explain=directions.seen,
)
