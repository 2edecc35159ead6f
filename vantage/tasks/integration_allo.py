"""Integration, allocentric: one thing stands behind a person; which of four others is nearest to it?

A person in the middle has one thing in front, one on the right, one behind and one on the left, and four further things
stand around. There are eight items per scene: four directions for each of two sets of four views. The thing may be
hidden in some of the pictures. `make` takes the thing from its position in the scene's list and measures distances.
`solve` does not use that order: it finds the thing nearest to the asked direction from the person, then that thing's
nearest neighbour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vantage.explaining import directions
from vantage.geometry import ORTHOGONAL
from vantage.item import Choice, Json
from vantage.scene import Scene, SceneDrawing, Thing
from vantage.scenes import lazy, reading, sightings, viewpoints
from vantage.scenes.phrases import the
from vantage.scenes.viewpoints import FOUR_PICTURES, OBLIQUE, STRAIGHT, THING
from vantage.task import Draft, Offer, Refused, Slot, Task, arrange, only

STATED = ("own perspective", "own point of view", "own eyes", "own front", "own left and right", "own place")
WORDINGS = (
    "From {person}'s own perspective, facing the way {person} faces, one thing stands directly {said} {person}. Which "
    "of these things stands nearest to that thing, measured from middle to middle?",
    "Take {person}'s own point of view, looking where {person} looks. Find the thing that stands directly {said} "
    "{person}. Which of these things is nearest to it, measured from middle to middle?",
    "Seen through {person}'s own eyes, a thing is directly {said} {person}. Of the things listed, which one has its "
    "middle nearest to the middle of that thing?",
    "One thing stands directly {said} {person}, where {person}'s own front, and not the camera, decides. Name the "
    "thing on offer that is nearest to it, from middle to middle.",
    "Going by {person}'s own left and right, front and back, something stands directly {said} {person}. Whose middle "
    "is nearest to the middle of that thing?",
    "Imagine being in {person}'s own place and facing the same way: one thing is directly {said} {person}. Which of "
    "these things stands nearest to that one? Distances count from middle to middle.",
)
SAID = {"front": "in front of", "right": "to the right of", "behind": "behind", "left": "to the left of"}


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Ask about the direction, in the set of views, that belong to the slot's member."""
    scene = viewpoints.scene_of(slot)
    person, anchors, others = scene.things[0], scene.things[1:5], scene.things[5:]
    part, place = divmod(slot.member, len(ORTHOGONAL))
    direction = ORTHOGONAL[place]
    nearest = {name: _nearest(anchor, others) for name, anchor in zip(ORTHOGONAL, anchors)}
    key = nearest[direction]
    offers = [Offer(other.name, label=other.name, rule=_rule(other, key, direction, nearest)) for other in others]
    _, options = arrange(slot, offers, others.index(key), rng)
    azimuths = _azimuths(scene, (STRAIGHT, OBLIQUE)[part], place, rng)
    group = viewpoints.name_of(scene)
    return Draft(
        question=FOUR_PICTURES + WORDINGS[slot.wording].format(person=the(person), said=SAID[direction]),
        drawings=tuple(SceneDrawing(scene, azimuth) for azimuth in azimuths),
        options=options,
        answer=Choice(slot.letter),
        truth=_truth(scene, direction, azimuths, [offer.label for offer in options]),
        situation=scene.situation,
        subtype=direction,
        tags={
            "expected": key.asset,
            "asked": direction,
            "setting": viewpoints.setting(scene),
            "reference": person.asset,
        },
        groups={"scene": (group, ""), "view": (f"integration_allo/{group}/{direction}", ("straight", "oblique")[part])},
    )


def _nearest(anchor: Thing, others: Sequence[Thing]) -> Thing:
    return min(others, key=lambda other: np.hypot(other.x - anchor.x, other.y - anchor.y))


def _rule(other: Thing, key: Thing, direction: str, nearest: dict[str, Thing]) -> str:
    """Return how a wrong choice misses: it is nearest to the thing on another side, or just farther away."""
    if other == key:
        return ""
    sides = [name for name, thing in nearest.items() if thing == other]
    return f"nearest_if_{viewpoints.miss(sides[0], direction)}" if sides else "farther"


def _azimuths(scene: Scene, views: Sequence[int], place: int, rng: np.random.Generator) -> tuple[int, ...]:
    order = viewpoints.orders(scene, views)[place]
    return viewpoints.shifted(order, order[0], int(rng.integers(len(order))))


def _truth(scene: Scene, direction: str, azimuths: Sequence[int], options: list[str]) -> dict[str, object]:
    things = [viewpoints.recorded(scene, thing) for thing in scene.things]
    return {
        "person": things[0],
        "things": things[1:],
        "direction": direction,
        **viewpoints.shared(scene, azimuths, scene.things),
        "options": options,
    }


def solve(truth: Json) -> Choice:
    """Find the thing nearest to the asked direction, then the choice nearest to that thing."""
    named = (truth["person"], *truth["things"])
    return _solved(truth, {thing["name"]: viewpoints.place_of(thing) for thing in named})


def _solved(truth: Json, places: Mapping[str, complex]) -> Choice:
    facing = truth["person"]["facing"]
    found = beside(truth, places, lambda offset: viewpoints.in_own_frame(offset, facing))
    return only(name == found for name in truth["options"])


def beside(truth: Json, places: Mapping[str, complex], frame: Callable[[complex], complex]) -> str:
    """Return the choice nearest to the thing that lies in the asked direction from the person, in the given frame."""
    person, wanted = places[truth["person"]["name"]], viewpoints.COMPASS[truth["direction"]].conjugate()
    names = [thing["name"] for thing in truth["things"] if thing["name"] not in truth["options"]]
    ways = {name: frame(places[name] - person) * wanted for name in names}
    anchor = places[max(ways, key=lambda name: ways[name].real / abs(ways[name]))]
    return str(min(truth["options"], key=lambda name: abs(places[name] - anchor)))


def as_first_seen(truth: Json) -> Sequence[float]:
    """Take what is beside the thing on that side of the person in the first picture, not on the person's own side."""
    places = {thing["name"]: viewpoints.place_of(thing) for thing in (truth["person"], *truth["things"])}
    found = beside(truth, places, lambda offset: viewpoints.in_view(offset, truth["azimuths"][0]))
    return [float(name == found) for name in truth["options"]]


def verify(truth: Json, frames: tuple[object, ...]) -> None:
    """Raise Refused if the pixels of the four pictures together lead to another choice."""
    named = [truth["person"], *truth["things"]]
    found = sightings.places(truth, frames, named)
    if None in found.values():
        raise Refused("a thing does not show in any picture")
    if _solved(truth, {name: place for name, place in found.items() if place is not None}) != solve(truth):
        raise Refused("the pixels say otherwise")


task = Task(
    name="integration_allo",
    version=2,
    title="Which thing is nearest to the one in front of, behind or beside a person, in four pictures of a scene?",
    quadrant="E-D",
    capabilities=("PT", "MR"),
    abilities=("relation", "orientation"),
    params=Params,
    make=make,
    solve=solve,
    verify=verify,
    measured=sightings.visible,
    truth={
        "person": f"The person whose perspective is meant: {THING}; facing 0 looks towards -y.",
        "things": f"All other things: of each {THING}.",
        "direction": "Where the first thing to be found stands, as the person sees it.",
        **{name: viewpoints.TRUTH[name] for name in viewpoints.SHARED},
        "options": "The names on offer, in order.",
    },
    frame="allocentric",
    stated=STATED,
    tiers=("",),
    factors=("relational", "depth", "orientation", "occlusion"),
    family=viewpoints.FAMILY,
    scenes="ring",
    side_doors=lazy.doors(
        ("as the first camera sees it", as_first_seen, 0.4, "it may pick the right thing for another reason"),
        ("nearest to the person", lazy.nearest_to_person, 0.35, ""),
    ),
    wordings=len(WORDINGS),
    misread=reading.anchor,
    explain=directions.beside,
)
