"""Relations: which of four statements about the things in a picture is true?

The statements on offer all belong to one group, whose relations the named things can show equally well. The slot says
which of them is the key; the other three are random others of the group, so every member of an option set is equally
often its key. Only then is a scene laid out that shows the key. `make` lays things out along bearings; `solve` computes
by what margin each statement holds for the recorded places; one must be clearly true and the others clearly false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.assets import extent
from vantage.explaining import statements
from vantage.item import LETTERS, Choice, Json
from vantage.render.frames import Frame
from vantage.scene import SceneDrawing
from vantage.scenes import arrangements, holds, phrases, reading, relations, sightings, viewpoints
from vantage.scenes.arrangements import Arrangement
from vantage.scenes.phrases import the
from vantage.task import TIERS, Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

CAMERA = (
    f"Left, right, in front and behind are meant {phrases.CAMERA}: left and right as in the picture, in front is "
    "nearer to the camera, behind is farther from it."
)
OWN = "A thing's own left and right are those of someone in its place who looks the way it faces."
ANYWHERE = "It does not matter from where one looks."
FRAMES = {"contact": ANYWHERE, "heading": OWN, "poses": ANYWHERE, "between": ANYWHERE}  # of the others: CAMERA
STATED = (phrases.CAMERA, OWN, ANYWHERE)
WORDINGS = (
    "Which of these statements about the picture is true?",
    "Only one of these statements fits the picture. Which one is it?",
    "Look at the picture and choose the statement that is true.",
    "All of these statements but one are false for this picture. Which one is true?",
    "Which statement describes the picture correctly?",
    "What does the picture show? Find the one statement that is right.",
)
ORIENTED = {"heading": 1, "poses": 2}  # of how many things the statements of a group say which way they face
OFFERED = 4
CLEAR = 1.0  # a statement is clearly true at this margin or more, and clearly false at its negative or less
BYSTANDERS = dict(zip(TIERS, range(3)))

ASIDE = {
    "left of": "{A} is to the left of {b}.",
    "right of": "{A} is to the right of {b}.",
    "in front of": "{A} is in front of {b}.",
    "behind": "{A} is behind {b}.",
}
GROUPS: Mapping[str, Mapping[str, str]] = {
    "sides": ASIDE,
    "corners": {
        "in front and to the left of": "{A} is in front and to the left of {b}.",
        "in front and to the right of": "{A} is in front and to the right of {b}.",
        "behind and to the left of": "{A} is behind and to the left of {b}.",
        "behind and to the right of": "{A} is behind and to the right of {b}.",
    },
    "support": {
        "on": "{A} is on {b}.",
        "under": "{A} is under {b}.",
        **{name: ASIDE[name] for name in ("left of", "right of", "in front of")},
    },
    "container": {"in": "{A} is in {b}.", **ASIDE},
    "contact": {
        "on": "{A} is on top of {b}.",
        "touching": "{A} is beside {b} and touches it.",
        "close to": "{A} is close to {b}, but does not touch it.",
        "far from": "{A} is far away from {b}.",
    },
    "heading": {
        "facing": "{A} faces {b}.",
        "facing away from": "{A} faces away from {b}.",
        "on its left": "{B} is on {a}'s own left side.",
        "on its right": "{B} is on {a}'s own right side.",
    },
    "poses": {
        "face each other": "{A} and {b} face each other.",
        "back to back": "{A} and {b} face away from each other, back to back.",
        "first behind second": "{A} faces {b}, and {b} faces away from {a}.",
        "second behind first": "{B} faces {a}, and {a} faces away from {b}.",
        "side by side, same direction": "{A} and {b} stand side by side and face the same way.",
        "side by side, opposite directions": "{A} and {b} stand side by side and face opposite ways.",
    },
    "between": {
        "first in the middle": "{A} is between {b} and {c}.",
        "second in the middle": "{B} is between {a} and {c}.",
        "third in the middle": "{C} is between {a} and {b}.",
        "in a triangle": "{A}, {b} and {c} form a triangle: none is between the other two.",
    },
    "row": {
        "at the left end": "{A} is at the left end of the row of four.",
        "second from the left": "{A} is second from the left in the row of four.",
        "third from the left": "{A} is third from the left in the row of four.",
        "at the right end": "{A} is at the right end of the row of four.",
    },
    "ring": {
        "surrounded by": "{A} is inside the ring of {ring}.",
        "left of the ring": "{A} is to the left of the ring of {ring}.",
        "right of the ring": "{A} is to the right of the ring of {ring}.",
        "in front of the ring": "{A} is in front of the ring of {ring}.",
        "behind the ring": "{A} is behind the ring of {ring}.",
    },
}
PREMISES = {"row": "{A}, {b}, {c} and {d} stand in a row."}
OPPOSITES = (
    ("left of", "right of"),
    ("in front of", "behind"),
    ("in front and to the left of", "behind and to the right of"),
    ("in front and to the right of", "behind and to the left of"),
    ("on", "under"),
    ("close to", "far from"),
    ("facing", "facing away from"),
    ("on its left", "on its right"),
    ("face each other", "back to back"),
    ("first behind second", "second behind first"),
    ("side by side, same direction", "side by side, opposite directions"),
    ("at the left end", "at the right end"),
    ("second from the left", "third from the left"),
    ("left of the ring", "right of the ring"),
    ("in front of the ring", "behind the ring"),
)
HELD = ("on", "under", "in")
SLACK = 0.02  # of a thing's longest side: how far a point that a picture shows may be off
BASE = 0.3  # of a thing's height: the lowest point that shows of a thing on another is within this of its base


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Choose the options besides the slot's relation, then lay out a scene that shows that relation."""
    group, key = slot.target.split(": ")
    others = [name for name in GROUPS[group] if name != key]
    offered = [key, *(others[k] for k in rng.choice(len(others), OFFERED - 1, replace=False))]
    shown = arrangements.draw(group, key, BYSTANDERS[slot.tier], slot.split, rng, slot.among, slot.lens)
    words = _words(shown)
    offers = [Offer(GROUPS[group][name].format(**words), label=name, rule=_rule(name, key)) for name in offered]
    _, options = arrange(slot, offers, 0, rng)
    return Draft(
        question=f"<image>\n{_question(group, shown, slot.wording)}",
        drawings=(SceneDrawing(shown.scene, 0),),
        options=options,
        answer=Choice(slot.letter),
        truth=_truth(shown, [offer.label for offer in options]),
        situation=shown.scene.situation,
        subtype=group,
        tags={"expected": key, "setting": viewpoints.setting(shown.scene)},
    )


def _question(group: str, shown: Arrangement, wording: int) -> str:
    """Return what is asked, which sides are fronts where that matters, and whose left and right is meant."""
    fronts = [phrases.front(thing) for thing in shown.scene.things[: ORIENTED.get(group, 0)]]
    premise = PREMISES.get(group, "").format(**_words(shown))
    return " ".join(filter(None, (premise, WORDINGS[wording], *fronts, FRAMES.get(group, CAMERA))))


def _words(shown: Arrangement) -> dict[str, str]:
    """Return the names of the things for statements: capitalised (A, B, …) and not (a, b, …)."""
    assets = [the(thing.asset) for thing in shown.scene.things[: shown.named]]
    small = dict(zip("abcd", assets))
    ring = f"{shown.scene.things[1].asset}s"
    return {"ring": ring, **small, **{letter.upper(): phrases.capital(words) for letter, words in small.items()}}


def _rule(name: str, key: str) -> str:
    if name == key:
        return ""
    return "opposite" if (name, key) in OPPOSITES or (key, name) in OPPOSITES else "other_relation"


def _truth(shown: Arrangement, options: list[str]) -> dict[str, Any]:
    scene, named = shown.scene, shown.scene.things[: shown.named]
    things = [
        {**viewpoints.recorded(scene, thing), "z": thing.z, "size": [round(side, 3) for side in extent.sides(thing)]}
        for thing in named
    ]
    facts = {"facts": shown.facts, "borders": relations.BORDERS}
    return {"things": things, **facts, **viewpoints.shared(scene, [0], named), "options": options}


def solve(truth: Json) -> Choice:
    """Return the one statement that is clearly true; raise Refused if another is not clearly false."""
    views = relations.sightlines(truth["things"], truth["camera"]["radius"])
    margins = [[relations.margin(name, seen, truth["facts"]) for seen in views] for name in truth["options"]]
    if not all(min(some) >= CLEAR or max(some) <= -CLEAR for some in margins):
        raise Refused("a statement is neither clearly true nor clearly false")
    return only(some[0] > 0 for some in margins)


def by_side_alone(truth: Json) -> Sequence[float]:
    """Take a statement whose left or right fits the picture, and ignore all else."""
    across = truth["things"][0]["x"] - truth["things"][1]["x"]
    return [across * (("right" in name) - ("left" in name)) for name in truth["options"]]


def by_height_alone(truth: Json) -> Sequence[float]:
    """Take a statement whose in front or behind fits the picture, and ignore all else."""
    away = truth["things"][0]["y"] - truth["things"][1]["y"]
    return [away * (("behind" in name) - ("in front" in name)) for name in truth["options"]]


def by_name_alone(truth: Json) -> Sequence[float]:
    """Take the relation whose name comes first in the alphabet, without a look at the picture."""
    return [-float(sorted(truth["options"]).index(name)) for name in truth["options"]]


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused if the pixels fit another statement better."""
    due = truth["options"][LETTERS.index(solve(truth).letter)]
    places = sightings.places(truth, frames, truth["things"])
    if None in places.values():
        raise Refused("a thing that the statements name does not show")
    seen = [{**thing, "x": at.real, "y": at.imag} for thing in truth["things"] if (at := places[thing["name"]])]
    margins = {name: relations.margin(name, seen, truth["facts"]) for name in truth["options"] if name not in HELD}
    fitting = [name for name in HELD if name in truth["options"] and _held(name, truth, frames[0])]
    if not fitting and margins:
        fitting = [max(margins, key=lambda name: margins[name])]
    if fitting != [due]:
        raise Refused(f"the pixels do not say {due!r}")


def _held(name: str, truth: Json, frame: Frame) -> bool:
    """Return whether all that shows of the first thing is where the second thing would hold or cover it."""
    thing, facts = truth["things"][0], truth["facts"]
    hold = facts["cavity" if name == "in" else "surface"]
    seen = sightings.points(truth, frame, thing)
    low, high, slack = float(seen[:, 2].min()), float(seen[:, 2].max()), SLACK * max(thing["size"])
    match name:
        case "on":
            level = -slack < low - hold["height"] < BASE * thing["size"][2]
        case "in":
            level = hold["floor"] - slack < low < hold["rim"]
        case _:
            level = high < facts["clearance"] + slack
    return bool(level) and holds.inset(seen[:, :2], np.array(hold["outline"])) > -slack


task = Task(
    name="relations",
    version=3,
    title="Which of four statements about the things in a picture is true?",
    quadrant="E-S",
    capabilities=("SR",),
    abilities=("perception", "relation"),
    make=make,
    solve=solve,
    verify=verify,
    measured=sightings.visible,
    truth={
        "things": (
            f"The named things, the one of which most is said first: of each {viewpoints.THING}, the height z of its "
            "base, and its size across, front to back and up. Facing 0 looks towards -y, to the camera, and grows "
            "counter-clockwise seen from above. In statements about a ring all but the first stand in the ring."
        ),
        "facts": (
            "What was measured on the meshes of the first two things, in metres, where statements need it. outline: "
            "the corners of the first one's convex outline on the ground, counter-clockwise. surface: where things "
            "can stand on the second, as an outline and a height. clearance: the free height under the second, where "
            "the first fits. cavity: where things can lie in the second: the outline of its opening, the heights of "
            "its floor and of its rim, where water would run over, whatever handle rises above it. gap: the distance "
            "between the nearest points of the two. On is what has its outline within that of the surface and its "
            "base at its height; under, its outline within the same and its head below the clearance; in, its outline "
            "within the opening, its base no higher than a quarter of the way from floor to rim, and a quarter of its "
            "height or more below the rim."
        ),
        "borders": (
            "Where statements begin to be true, and how far from there they are clearly true or clearly false, which "
            "every statement on offer is. direction: degrees to either side of a direction's middle. between: the "
            "degrees between the two others as the thing between them sees them, at least. touching and close: gap "
            "over the mean of the two things' longest sides, at most; what is neither close nor touching is far."
        ),
        **{name: viewpoints.TRUTH[name] for name in viewpoints.SHARED},
        "options": "The relations on offer, in order.",
    },
    params=Params,
    frame="egocentric",
    stated=STATED,
    targets=tuple(f"{group}: {relation}" for group, names in GROUPS.items() for relation in names),
    factors=("relational", "depth", "orientation"),
    scenes="own",
    side_doors=(
        SideDoor("left or right alone", by_side_alone, dict.fromkeys(TIERS, 0.45), "it is what some groups ask"),
        SideDoor("in front or behind alone", by_height_alone, dict.fromkeys(TIERS, 0.45), "it is what some groups ask"),
        SideDoor("the name of the relation alone", by_name_alone, dict.fromkeys(TIERS, 0.3)),
    ),
    wordings=len(WORDINGS),
    misread=reading.statements,
    explain=statements.true_one,
)
