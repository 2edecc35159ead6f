"""View rotation: a thing is seen from the front and turns by a stated angle; which picture shows it then?

After SpinBench's mental rotation. The four options are four turns of the thing, at least 45 degrees apart; any of them
may be the key, and the question states its angle. On a table, one thing of several turns where it stands. `make` draws
the turns and states one; `solve` walks around the thing instead: to see it turned is to look from the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vantage.explaining import rotations
from vantage.geometry import SENSES
from vantage.individuals import casting
from vantage.item import Choice, Json
from vantage.scene import Scene, SceneDrawing
from vantage.scenes import tabletops, viewpoints
from vantage.scenes.phrases import capital, the
from vantage.task import Draft, Drawing, Offer, Refused, SideDoor, Slot, Subtype, Task, arrange, only

ABOVE = "seen from above"
TEMPLATES = (
    f"<image>\n{{Thing}} turns in place by {{turn}}, {ABOVE}. Which picture shows it then?",
    f"Now: <image>\nWhich picture shows {{thing}} after it has turned by {{turn}}, {ABOVE}?",
    f"<image>\nSomeone turns {{thing}} on the spot by {{turn}}, {ABOVE}. What does the camera show after that?",
)
ANGLES = (45.0, 90.0, 135.0)
PAIRS = 0.75  # share of items that offer two angles, each both ways
TURNS = (0.0, *ANGLES, *(-angle for angle in ANGLES), 180.0)  # counter-clockwise is positive
CLEAR = 0.85  # share of the turning thing that shows
LARGE = 0.2  # of the picture's side: how large it is at least
OTHERS = (0.3, 0.9)  # how long the other things on the table are, relative to the one that turns


@dataclass(frozen=True)
class Params:
    """What a suite may set: nothing."""


@dataclass(frozen=True)
class Subject:
    """What turns, and how a turn of it is drawn."""

    name: str
    view: Callable[[float], Drawing]
    situation: str
    facts: dict[str, Any]
    tags: dict[str, Any]


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw four turns, and the one of them that is asked for."""
    domain, template = slot.subtype.partition("_")[0], int(rng.integers(len(TEMPLATES)))
    offered = _turns(rng)
    key = offered[0]
    subject = _on_a_table(slot, rng) if domain == "scene" else _alone(domain, offered, slot, rng)
    offers = [Offer(drawing=subject.view(turn), label=f"{turn:g}", rule=_rule(turn, key)) for turn in offered]
    order, options = arrange(slot, offers, 0, rng)
    words = {"thing": subject.name, "Thing": capital(subject.name), "turn": _said(key)}
    return Draft(
        question=TEMPLATES[template].format(**words),
        drawings=(subject.view(0.0),),
        options=options,
        answer=Choice(slot.letter),
        truth={**subject.facts, "stated": key, "turns": [offered[k] for k in order]},
        situation=subject.situation,
        subtype=slot.subtype,
        tags={"domain": domain, "angle": abs(int(key)), "expected": _way(key), "template": template, **subject.tags},
    )


def _turns(rng: np.random.Generator) -> list[float]:
    """Return four turns in random order, most of which come with their opposites, so that the angle does not do."""
    a, b = (float(angle) for angle in rng.choice(ANGLES, 2, replace=False))
    others = (b, -b) if rng.random() < PAIRS else (b * float(rng.choice((-1, 1))), 180.0)
    turns = (a, -a, *others)
    return [turns[int(k)] for k in rng.permutation(len(turns))]


def _alone(domain: str, offered: Sequence[float], slot: Slot, rng: np.random.Generator) -> Subject:
    (one,) = casting.drawn(domain, 1, slot, rng)
    if not one.shows(0.0, *offered):
        raise Refused("there are no pictures at the turns that are needed")
    studio = int(rng.integers(casting.STUDIOS))
    facts: dict[str, Any] = {**one.recorded(), "things": [], "camera": {}}
    return Subject(f"the {one.kind}", lambda turn: one.portrait(turn, studio), one.situation, facts, {"kind": one.kind})


def _on_a_table(slot: Slot, rng: np.random.Generator) -> Subject:
    scene = tabletops.drawn(slot, rng, _fair, crowded=0.8, oriented=True, sizes=OTHERS)
    first = scene.things[0]
    facts: dict[str, Any] = {"kind": first.asset, "palette": 0, "individual": first.variant}
    facts |= {"things": tabletops.recorded(scene), "camera": tabletops.camera(scene)}
    tags = {"kind": first.asset, "setting": viewpoints.setting(scene)}
    return Subject(the(first), lambda turn: SceneDrawing(_turned(scene, turn), 0), scene.situation, facts, tags)


def _turned(scene: Scene, turn: float) -> Scene:
    first, *others = scene.things
    return replace(scene, things=(replace(first, facing=(first.facing + turn) % 360), *others))


def _fair(scene: Scene) -> bool:
    """Return whether the thing that turns is large, shows well however it is turned, and has room to turn."""
    from vantage.scenes import framing

    box = framing.boxes(scene)[0, 0]
    if max(box[2] - box[0], box[3] - box[1]) < LARGE:
        return False
    turned = [_turned(scene, turn) for turn in TURNS]
    free = not any(framing.overlap(one.things[0], other, tabletops.GAP) for one in turned for other in scene.things[1:])
    return free and all(tabletops.visible(one, 0)[0] >= CLEAR for one in turned)


def _way(turn: float) -> str:
    return "half" if abs(turn) == 180 else next(way for way, sign in SENSES.items() if sign * turn > 0)


def _said(turn: float) -> str:
    return "half a turn" if _way(turn) == "half" else f"{abs(turn):g}° {_way(turn)}"


def _rule(turn: float, key: float) -> str:
    """Return how a turn misses the stated one."""
    if turn == key:
        return ""
    return "other_way" if turn == -key else f"off_by_{round(abs((turn - key + 180) % 360 - 180))}"


def solve(truth: Json) -> Choice:
    """Return the option that shows the side that a viewer sees who walks as far the other way around."""
    walked = -truth["stated"]
    return only((-turn - walked) % 360 == 0 for turn in truth["turns"])


def mirrored(truth: Json) -> Sequence[float]:
    """Take the stated angle, and either way."""
    return [float(abs(turn) == abs(truth["stated"])) for turn in truth["turns"]]


task = Task(
    name="view_rotation",
    version=2,
    title="How does a thing look after it has turned by a stated angle?",
    quadrant="I-D",
    capabilities=("DA",),
    abilities=("mental rotation",),
    make=make,
    solve=solve,
    truth={
        "kind": "What kind of thing turns.",
        "palette": "The number of its palette; 0 for a thing on a table and for a photographed one.",
        "individual": "The number of the individual, or the name of a photographed one; of a thing on a table, its "
        "variant.",
        "things": "Empty for a thing alone. " + tabletops.RECORDED + " The first of them turns.",
        "camera": "Empty for a thing alone. " + tabletops.CAMERA,
        "stated": "The stated turn in degrees, counter-clockwise seen from above; negative: clockwise.",
        "turns": "For each option the turn that it shows, in the same way.",
    },
    params=Params,
    frame="observer",
    stated=ABOVE,
    tiers=("",),
    factors=("orientation",),
    scenes="own",
    side_doors=(
        SideDoor(
            "the angle, either way",
            mirrored,
            {"": 0.65},
            "a quarter of the items offer half a turn, which has no opposite",
        ),
    ),
    subtypes={f"{domain}_mental_rotation": Subtype(4) for domain in ("object", "scene", "car")},
    explain=rotations.rotated,
)
