"""Orientation: is a thing facing a given one of eight ways, as seen from the camera?

Half the answers are yes, for each of the eight ways asked about and for each kind of thing, so the words of a question
give nothing away. When the answer is no, the asked way agrees with the thing's in part: half of the time in left, right
or neither, otherwise in toward, away or neither; and in the hardest tier half of the time in being straight or
diagonal, in easier ones more often. So whoever reads no more than one of these off the picture sees through half of the
false statements at most. The thing stands near the middle of the picture, so it makes no difference whether its way is
judged along the camera's line of sight to it or along the camera's axis.

`make` turns the thing by the position of the asked way among the eight. `solve` turns nothing: it checks whether the
front has a large component toward the camera, and a large one to the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin, tan
from typing import Any

import numpy as np

from vantage import seeds
from vantage.assets import extent
from vantage.explaining import directions
from vantage.geometry import DIAGONAL, DIRECTIONS, STEP
from vantage.item import Choice, Json
from vantage.render.frames import Frame
from vantage.scene import Scene, SceneDrawing, Thing
from vantage.scenes import arrangements, cast, framing, phrases, reading, sightings, viewpoints
from vantage.scenes.layouts import thing
from vantage.task import Draft, Fact, Offer, Refused, SideDoor, Slot, Task, arrange, only

WORDS = {
    "front": "straight toward the camera",
    "front-right": "diagonally toward the camera and to the right",
    "right": "straight to the right",
    "behind-right": "diagonally away from the camera and to the right",
    "behind": "straight away from the camera",
    "behind-left": "diagonally away from the camera and to the left",
    "left": "straight to the left",
    "front-left": "diagonally toward the camera and to the left",
}
STATED = ("as seen from the camera", "left and right of the picture", "as the camera sees", "as in the picture")
WORDINGS = (
    "Is {thing} facing {way}? {front}The way is meant as seen from the camera: left and right are the left and right "
    "side of the picture.",
    "{front}Does {thing} face {way}? Left and right mean the left and right of the picture.",
    "{front}Look at the way that {thing} faces. Is it {way}, as the camera sees it, with left and right as in the "
    "picture?",
    "{front}Is it true that {thing} is turned to face {way}? Left and right are as in the picture.",
    "Would you say that {thing} faces {way}? {front}Judge it as seen from the camera; left and right are those of the "
    "picture.",
    "“{Thing} is facing {way}.” Is this true of the picture? {front}Left and right are meant as the camera sees them.",
)
TURNED = {"front": "toward the camera", "behind": "away from the camera"}
SWAPS = {"front": "behind", "behind": "front", "left": "right", "right": "left"}
ANSWERS = ("yes", "no")
UNCLEAR = ("boot",)  # kinds whose front is easily mistaken for their back
SPREAD = 10.0  # degrees: how far the thing may be turned from the middle of a way; must not exceed 12.5
AROUND = 0.1  # of the thing's longest side: how far from the centre it stands; about 2 degrees as the camera sees it
LAYOUTS = 400
LOOKS = 1 << 16  # how many variants a setting's appearance has
VISIBLE = 0.95  # least visible share of the thing
LARGEST = 0.2  # of the picture's side: least extent of the thing's longer side
COARSE = (
    0.8  # the share for a rule that sees through half of the false statements, 0.75, with room for a small set's luck
)
ONE_OF_TWO = "every true statement agrees with what is seen, and of the false ones half"
STRAIGHT = "every true statement agrees with what is seen, and of the false ones half or, in easier tiers, more"
MIDDLE = 0.12  # of the picture's width: largest distance between the middle of its pixels and the picture's middle


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    neighbours: float  # when the answer is no: how often the thing faces one of the two ways beside the asked one
    elevations: tuple[float, float]  # of the camera, in degrees: from low down, a thing's facing is harder to see
    bystanders: int


TIERS = {
    "easy": Tier(0.0, (24.0, 36.0), 0),
    "medium": Tier(0.25, (18.0, 30.0), 1),
    "hard": Tier(0.5, (12.0, 24.0), 2),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Put a thing in the middle that faces the asked way or, if the answer is no, another way."""
    answer, asked = slot.target.split(" ")
    tier = TIERS[slot.tier]
    off = _off(asked, tier, rng)  # also drawn for a yes, so that later draws do not depend on the answer
    turn = off if answer == "no" else 0
    faced = DIRECTIONS[(DIRECTIONS.index(asked) + turn) % len(DIRECTIONS)]
    scene = _scene(faced, tier, slot, rng)
    offers = [Offer(name.capitalize(), label=name, rule="" if name == answer else _rule(turn)) for name in ANSWERS]
    _, options = arrange(slot, offers, ANSWERS.index(answer), rng)
    main = scene.things[0]
    return Draft(
        question=f"<image>\n{WORDINGS[slot.wording].format(**_words(main, asked))}",
        drawings=(SceneDrawing(scene, 0),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "thing": viewpoints.recorded(scene, main),
            "asked": asked,
            **viewpoints.shared(scene, [0], scene.things[:1]),
            "options": [offer.label for offer in options],
        },
        situation=scene.situation,
        subtype=answer,
        tags={
            "asked": asked,
            "expected": faced,
            "off": min(turn, 8 - turn) * int(STEP),
            "setting": viewpoints.setting(scene),
        },
    )


def _off(asked: str, tier: Tier, rng: np.random.Generator) -> int:
    """Return how many eighths of a turn a thing that does not face the asked way faces away from it.

    Neighbours, the opposite of a straight way and the two mirror images of a diagonal one are all the ways that agree
    with the asked one either in left, right or neither, or in toward, away or neither.
    """
    mirrored = (2, 6) if asked in DIAGONAL else (4, 4)
    return int(rng.choice((1, 7) if rng.random() < tier.neighbours else mirrored))


def _rule(turn: int) -> str:
    """Return how a wrong answer misses: by mistaking one of the eight ways for another that is `turn` eighths away."""
    return f"off_by_{min(turn, 8 - turn) * int(STEP)}" if turn else "missed"


def _scene(faced: str, tier: Tier, slot: Slot, rng: np.random.Generator) -> Scene:
    """Return a scene of the slot's split with a thing in its middle that faces one of the eight ways."""
    setting = cast.drawn(lambda name: bool(_clear(name, slot.among)), rng)
    if not setting:
        raise Refused("none of the things that the suite names has a front")
    look, names = int(rng.integers(LOOKS)), _clear(setting, slot.among)
    (kind,) = cast.variants([names[int(rng.integers(len(names)))]], rng)
    others = arrangements.strangers([kind], setting, tier.bystanders, rng, slot.among)
    # Facing grows counter-clockwise seen from above; from facing the camera, that is toward the right.
    centre = DIRECTIONS.index(faced) * STEP
    for _ in range(LAYOUTS):
        # Not exactly at the centre: a kind that faces one way would otherwise have too few situations for all splits.
        at = rng.uniform(-AROUND, AROUND, 2) * max(extent.size(*kind))
        main = thing(kind, at, centre + rng.uniform(-SPREAD, SPREAD))
        things = tuple(arrangements.with_bystanders([main], others, rng))
        if things and seeds.split_of(Scene(setting, look, things, 1.0, 1.0).situation) == slot.split:
            scene = framing.framed(setting, look, things, float(rng.uniform(*tier.elevations)), slot.lens)
            if _fair(scene):
                return scene
    raise Refused(f"no layout shows the {kind[0]} well")


def _clear(setting: str, among: cast.Among) -> list[str]:
    """Return the kinds of thing in a setting that have a clear front."""
    return [name for name in cast.kinds(setting, True, among) if name not in UNCLEAR]


def _fair(scene: Scene) -> bool:
    """Return whether the thing is large in the picture, and hardly hidden."""
    left, top, right, bottom = framing.boxes(scene)[0, 0]
    return bool(max(right - left, bottom - top) >= LARGEST and arrangements.visible(scene)[0] >= VISIBLE)


def _words(main: Thing, asked: str) -> dict[str, str]:
    """Return what a wording says about the thing, with what its front is."""
    front = phrases.front(main)
    name = phrases.the(main)
    return {"thing": name, "Thing": phrases.capital(name), "way": WORDS[asked], "front": f"{front} " if front else ""}


def solve(truth: Json) -> Choice:
    """Answer yes if the thing's front points to exactly the sides that the asked way names."""
    answer = "yes" if _faced(truth) == truth["asked"] else "no"
    return only(label == answer for label in truth["options"])


def _sides(truth: Json) -> tuple[str, str]:
    """Return whether the thing faces front or behind, and whether right or left; empty for neither."""
    facing = radians(truth["thing"]["facing"] - truth["azimuths"][0])
    near, right = cos(facing), sin(facing)
    least = tan(radians(STEP / 2))
    depth = ("front" if near > 0 else "behind") if abs(near) > least * abs(right) else ""
    side = ("right" if right > 0 else "left") if abs(right) > least * abs(near) else ""
    return depth, side


def _faced(truth: Json) -> str:
    """Return the one of the eight ways that the thing faces."""
    return "-".join(filter(None, _sides(truth)))


def _swapped(truth: Json, *words: str) -> bool | None:
    """Return True where the asked way is the faced one with two words exchanged that are in it, else nothing."""
    parts = _faced(truth).split("-")
    swapped = "-".join(SWAPS[part] if part in words else part for part in parts)
    return True if {*parts} & {*words} and swapped == truth["asked"] else None


def toward(truth: Json) -> Sequence[float]:
    """Say that every thing faces the camera."""
    return _answered(truth, "front" in truth["asked"])


def agree(truth: Json) -> Sequence[float]:
    """Say yes to every question."""
    return _answered(truth, True)


def sideways(truth: Json) -> Sequence[float]:
    """See whether the thing faces left, right or neither, and agree with every statement that says the same."""
    return _answered(truth, _sides(truth)[1] == _named(truth, ("right", "left")))


def in_depth(truth: Json) -> Sequence[float]:
    """See whether the thing faces toward the camera, away or neither, and agree with all that says the same."""
    return _answered(truth, _sides(truth)[0] == _named(truth, ("front", "behind")))


def straightness(truth: Json) -> Sequence[float]:
    """See whether the thing faces a straight or a diagonal way, and agree with every statement that says the same."""
    return _answered(truth, all(_sides(truth)) == (truth["asked"] in DIAGONAL))


def _named(truth: Json, sides: tuple[str, str]) -> str:
    """Return which of two opposite sides the asked way names; empty for neither."""
    return next((side for side in sides if side in truth["asked"].split("-")), "")


def _answered(truth: Json, yes: bool) -> Sequence[float]:
    return [float(label == ("yes" if yes else "no")) for label in truth["options"]]


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused if the picture does not show the whole thing in its middle."""
    frame: Frame = frames[0]
    down, across = np.nonzero(frame.ids == truth["thing"]["id"])
    height, width = frame.ids.shape
    if not len(across) or abs((across.min() + across.max() + 1) / 2 / width - 0.5) > MIDDLE:
        raise Refused("the thing does not stand in the middle of the picture")
    if min(across.min(), down.min()) == 0 or across.max() == width - 1 or down.max() == height - 1:
        raise Refused("the picture cuts the thing off")


task = Task(
    name="orientation",
    version=3,
    title="Is a thing facing this way, as seen from the camera?",
    quadrant="E-S",
    capabilities=("SR",),
    abilities=("perception", "orientation"),
    make=make,
    solve=solve,
    verify=verify,
    measured=sightings.visible,
    truth={
        "thing": f"The thing asked about: {viewpoints.THING}; facing 0 looks towards -y and grows counter-clockwise.",
        "asked": "The way asked about: front is toward the camera, right is to the right of the picture.",
        **{name: viewpoints.TRUTH[name] for name in viewpoints.SHARED},
        "options": "The answers in order, yes and no.",
    },
    params=Params,
    frame="egocentric",
    stated=STATED,
    options=2,
    targets=tuple(f"{answer} {asked}" for asked in DIRECTIONS for answer in ANSWERS),
    factors=("orientation",),
    scenes="own",
    side_doors=(
        SideDoor("everything faces the camera", toward, dict.fromkeys(TIERS, 0.55)),
        SideDoor("always yes", agree, dict.fromkeys(TIERS, 0.55)),
        SideDoor("left, right or neither, whatever the depth", sideways, dict.fromkeys(TIERS, COARSE), ONE_OF_TWO),
        SideDoor("toward, away or neither, whatever the side", in_depth, dict.fromkeys(TIERS, COARSE), ONE_OF_TWO),
        SideDoor("straight or diagonal, whichever way", straightness, dict.fromkeys(TIERS, COARSE), STRAIGHT),
    ),
    wordings=len(WORDINGS),
    misread=reading.facing,
    facts={
        "faces": Fact("where the thing faces {}", lambda truth: WORDS[_faced(truth)]),
        "turned": Fact(
            "where the thing is turned {}",
            lambda truth: TURNED.get(_sides(truth)[0], "sideways"),
            "toward the camera or away from it, diagonally too, or sideways",
        ),
        "toward for away": Fact(
            "where the asked way is the true one with toward and away exchanged",
            lambda truth: _swapped(truth, "front", "behind"),
        ),
        "left for right": Fact(
            "where the asked way is the true one with left and right exchanged",
            lambda truth: _swapped(truth, "left", "right"),
        ),
    },
    explain=directions.facing,
)
