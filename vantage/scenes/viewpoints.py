"""Questions about where a target lies from a reference, in pictures of one scene from eight sides; shared by tasks.

`ask` makes such a question from a scene and records the facts that an outsider needs. The second route to the answer
reads only these recorded facts, as complex numbers on the ground plane: there a turn is a product, and the direction is
the nearest of eight points of the compass. It uses no observers and no bearings.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import radians
from typing import Any

import numpy as np

from vantage import seeds, settings
from vantage.geometry import DIRECTIONS, ORTHOGONAL, allocentric, egocentric, group
from vantage.item import Choice, Json
from vantage.render.frames import METRES_PER_STEP, NOTHING
from vantage.scene import AZIMUTHS, Scene, SceneDrawing, Thing
from vantage.task import Draft, Offer, Slot, arrange

FAMILY = len(AZIMUTHS)  # how many items are about one scene
STRAIGHT, OBLIQUE = AZIMUTHS[0::2], AZIMUTHS[1::2]  # the two sets of four views
CYCLE = ("front", "front-left", "left", "behind-left", "behind", "behind-right", "right", "front-right")
ANGLES = (90, 180, 270)
# The directions as complex numbers: to the right is 1, to the front is i.
COMPASS = {name: cmath.rect(1, radians(90 - 45 * k)) for k, name in enumerate(DIRECTIONS)}
FLIP = 1.2  # two directions whose real or imaginary parts differ by more than this have opposite signs there

THING = "its name, its place x and y on the ground in metres, its facing in degrees and its id in the picture"
TRUTH = {
    "target": f"The thing whose direction is asked: {THING}.",
    "reference": f"The thing from which it is asked: {THING}; facing 0 looks towards -y and grows counter-clockwise.",
    "azimuths": "For each picture the azimuth of its camera in degrees: 0 stands at -y and looks to +y, 90 at +x.",
    "camera": "What all cameras share: radius of their circle, height, height aimed at over the origin, field of view.",
    "bystanders": f"What else stands in the scene: of each {THING}.",
    "visible": "For each named thing and each picture, what share of its own pixels shows: how many pixels it has in "
    "the picture, over how many it would have if it were alone; 0 if the picture does not show it. Photographs have "
    "none.",
    "depth": "How depth pictures, where they are kept, are written: metres_per_step of their 16-bit greys, along the "
    "camera's axis; the grey called nothing stands for the sky and for all that is too far for the largest grey.",
}
SHARED = ("azimuths", "camera", "bystanders", "visible", "depth")  # what the truth of any question about a scene holds
OPTIONS = "The directions on offer, in order."
PLACES = ("First", "Second", "Third", "Fourth")
FOUR_PICTURES = "The four pictures show the same scene from four sides, in no particular order.\n" + "".join(
    f"{place} Image: <image>\n" for place in PLACES
)


@dataclass(frozen=True)
class Pair:
    """A target and a reference in their scene."""

    scene: Scene
    target: Thing
    reference: Thing

    @property
    def swapped(self) -> Pair:
        """The pair with target and reference swapped."""
        return Pair(self.scene, self.reference, self.target)

    def seen(self, azimuth: int) -> str:
        """Return where the target lies from the reference for the observer at `azimuth`."""
        return egocentric(self.target.place, self.reference.place, self.scene.observer(azimuth)).direction

    @property
    def own(self) -> str:
        """Where the target lies in the reference's own frame."""
        return allocentric(self.target.place, self.reference.place, self.reference.front).direction

    def truth(self, azimuths: Iterable[int]) -> dict[str, Any]:
        """Return the facts from which any direction can be derived, as documented in TRUTH."""
        named = {"target": self.target, "reference": self.reference}
        return {
            **{role: recorded(self.scene, thing) for role, thing in named.items()},
            **shared(self.scene, azimuths, named.values()),
        }

    def tags(self, key: str) -> dict[str, Any]:
        """Return the tags that reports group by, for a question whose answer or statement is the direction `key`."""
        found = {"expected": key, "group": kind(key), "setting": setting(self.scene)}
        return {**found, "reference": self.reference.asset, "target_thing": self.target.asset}


def pair(slot: Slot) -> Pair:
    """Return the target and the reference of the slot's scene, which are its first two things."""
    scene = scene_of(slot)
    return Pair(scene, *scene.things[:2])


def scene_of(slot: Slot) -> Scene:
    """Return the scene of the slot."""
    if slot.scene is None:
        raise ValueError("this task asks about a scene, but its slot has none")
    return slot.scene


def number_of(slot: Slot) -> int:
    """Return the number of the slot's scene among the scenes of its task."""
    return slot.index // FAMILY


def walk_of(slot: Slot) -> int:
    """Return how far the observer walks in questions about the slot's scene, in degrees counter-clockwise."""
    return ANGLES[number_of(slot) % len(ANGLES)]


def name_of(scene: Scene) -> str:
    """Return the name of the group of all questions about a scene."""
    return scene.situation[:16]


def recorded(scene: Scene, thing: Thing) -> dict[str, Any]:
    """Return a thing as the truth records it."""
    place = {"x": thing.x, "y": thing.y, "facing": thing.facing}
    return {"name": thing.name, **place, "id": scene.things.index(thing) + 1}


def camera(scene: Scene) -> dict[str, float]:
    """Return what all cameras of a scene share, as the truth records it."""
    found = {"radius": scene.radius, "height": scene.height, "aim": scene.aim}
    return {**found, "field_of_view": scene.lens.field_of_view}


def setting(scene: Scene) -> str:
    """Return the name of a scene's setting, as its tag: the same for the floor of a room and for the table in it."""
    site = settings.sites().get(scene.setting)
    return site.setting.name if site else scene.setting  # a captured scene has none of ours


def shared(scene: Scene, azimuths: Iterable[int], named: Collection[Thing]) -> dict[str, Any]:
    """Return what the truth of any question about a scene holds; what is visible is measured in its pictures later."""
    return {
        "azimuths": list(azimuths),
        "camera": camera(scene),
        "bystanders": [recorded(scene, thing) for thing in scene.things if thing not in named],
        "visible": {},
        "depth": {"metres_per_step": METRES_PER_STEP, "nothing": NOTHING},
    }


def kind(label: str) -> str:
    """Return the group of a direction: "orthogonal" or "diagonal"."""
    return "orthogonal" if label in ORTHOGONAL else "diagonal"


def offers(key: str, rule: Callable[[str], str]) -> list[Offer]:
    """Return the four directions of the key's group as offers, each wrong one with its rule."""
    return [Offer(text=name, label=name, rule="" if name == key else rule(name)) for name in group(key)]


def miss(label: str, key: str) -> str:
    """Return how a wrong direction differs from the right one of the same group."""
    wrong, right = COMPASS[label], COMPASS[key]
    sideways, depth = (abs(part) > FLIP for part in ((wrong - right).real, (wrong - right).imag))
    if sideways and depth:
        return "both_swapped"
    return "left_right_swapped" if sideways else "front_behind_swapped" if depth else "other_axis"


def rule_by(meanings: Sequence[tuple[str, str]], key: str) -> Callable[[str], str]:
    """Return a function that gives a wrong direction's rule: from the first matching (direction, rule), else `miss`."""
    return lambda label: next((rule for name, rule in meanings if name == label), miss(label, key))


def ask(
    pair: Pair,
    azimuth: int,
    slot: Slot,
    rng: np.random.Generator,
    *,
    key: str,
    question: str,
    meanings: Sequence[tuple[str, str]] = (),
    walked: int = 0,
    tags: Mapping[str, str],
    groups: Mapping[str, tuple[str, str]],
) -> Draft:
    """Return a question about one picture, with the directions of the key's group as options and `key` as the answer.

    `meanings` are passed to `rule_by`; `walked` is how far, in degrees, the observer walks from the camera's position.
    """
    offered = offers(key, rule_by(meanings, key))
    _, options = arrange(slot, offered, [offer.label for offer in offered].index(key), rng)
    walk = {"angle": walked} if walked else {}
    return Draft(
        question=f"<image>\n{question}",
        drawings=(SceneDrawing(pair.scene, azimuth),),
        options=options,
        answer=Choice(slot.letter),
        truth={**pair.truth([azimuth]), **walk, "options": [offer.label for offer in options]},
        situation=pair.scene.situation,
        subtype=f"{walked}/{kind(key)}" if walked else kind(key),
        tags={**pair.tags(key), "azimuth": azimuth, **walk, **tags},
        groups={"scene": (name_of(pair.scene), ""), **groups},
    )


def turned(label: str, degrees: int) -> str:
    """Return a target's label after the observer walked `degrees` counter-clockwise, by the cycle of eight labels."""
    steps, rest = divmod(degrees, 45)
    if rest:
        raise ValueError(f"an observer goes in steps of 45 degrees, not {degrees}")
    return CYCLE[(CYCLE.index(label) + steps) % len(CYCLE)]


def compass(offset: complex) -> str:
    """Return the nearest of eight directions; the real part is to the right, the imaginary part to the front."""
    return max(COMPASS, key=lambda name: (offset * COMPASS[name].conjugate()).real)


def place_of(thing: Json) -> complex:
    """Return where a recorded thing stands on the ground, as a complex number."""
    return complex(thing["x"], thing["y"])


def in_view(offset: complex, azimuth: float) -> complex:
    """Return a ground offset in the frame of the observer at `azimuth`: right is real, nearer is imaginary."""
    return (offset * cmath.rect(1, -radians(azimuth))).conjugate()


def in_own_frame(offset: complex, facing: float) -> complex:
    """Return a ground offset in the frame of a thing: its right is real, its front is imaginary."""
    return -offset * cmath.rect(1, -radians(facing))


def offset_of(truth: Json) -> complex:
    """Return the ground offset from the recorded reference to the recorded target."""
    return place_of(truth["target"]) - place_of(truth["reference"])


def direction_seen(truth: Json, azimuth: float) -> str:
    """Return where the recorded target lies from the recorded reference for the observer at `azimuth`."""
    return compass(in_view(offset_of(truth), azimuth))


def own_direction(truth: Json) -> str:
    """Return where the recorded target lies in the recorded reference's own frame."""
    return compass(in_own_frame(offset_of(truth), truth["reference"]["facing"]))


def orders(scene: Scene, views: Sequence[int]) -> list[tuple[int, ...]]:
    """Return six orders of four views, in random order; no two of them are the same up to a cyclic shift.

    A shift can bring any view to any place. So questions with different orders never show the same pictures in the
    same order, wherever their keys must be.
    """
    first, *others = views
    rest = [(a, b, c) for a in others for b in others for c in others if len({a, b, c}) == 3]
    mixed = seeds.generator("orders", scene.situation, first).permutation(len(rest))
    return [(first, *rest[int(k)]) for k in mixed]


def shifted(order: Sequence[int], view: int, to: int) -> tuple[int, ...]:
    """Return the order shifted so that `view` stands at place `to`."""
    return tuple(int(value) for value in np.roll(order, to - order.index(view)))
