"""Relative direction: standing by one thing of a home and facing another, where is a third?

After VSI-Bench's three levels: left or right; left, right or back; one of the four quarters. The answer is drawn first,
each of those on offer equally often; then three things are drawn for it. `make` compares angles. `solve` compares
components along the line of sight and across it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np

from vantage.item import Choice, Json
from vantage.scenes import walked
from vantage.scenes.walked import Params
from vantage.task import TIERS, Draft, Offer, Refused, SideDoor, Slot, Strategy, Task, arrange, only

STATED = "as you face it"
MARGIN = 12.0  # degrees: least distance from the border of a class
APART = 1.0  # metres between the middles of the first thing and of the others, at least
# For each tier the answers and the span of angles of each, clockwise from straight ahead.
SPANS: dict[str, dict[str, tuple[float, float]]] = {
    "easy": {"left": (180, 360), "right": (0, 180)},
    "medium": {"left": (225, 360), "right": (0, 135), "back": (135, 225)},
    "hard": {"front-left": (270, 360), "front-right": (0, 90), "back-left": (180, 270), "back-right": (90, 180)},
}
WORDS = {
    "easy": "is the {target} to your left or to your right, {stated}?",
    "medium": "is the {target} to your left, to your right or at your back, {stated}? It is at your back if you would "
    "have to turn by more than 135° to face it.",
    "hard": "is the {target} to your front-left, front-right, back-left or back-right, {stated}? They are the four "
    "quarters around you.",
}


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw an answer, then three things of which it is true."""
    tour = walked.toured(slot, params)
    spans = SPANS[slot.tier]
    key = str(rng.choice([*spans]))
    fit = [names for names in _triples(tour) if _answer(tour.truth, names, slot.tier) == key]
    if not fit:
        raise Refused("no three things lie as they should")
    stand, face, target = fit[int(rng.integers(len(fit)))]
    offers = [Offer(text=word, label=word, rule=_rule(word, key)) for word in spans]
    _, options = arrange(slot, offers, [*spans].index(key), rng)
    words = f"If you stand where the {stand} is and face the {face}, " + WORDS[slot.tier]
    return Draft(
        question=walked.question(params.frames, words.format(target=target, stated=STATED)),
        drawings=tour.walk.drawings(params.frames),
        options=options,
        answer=Choice(slot.letter),
        truth={**tour.truth, "asked": [stand, face, target], "options": [offer.label for offer in options]},
        situation=tour.walk.home.situation,
        tags={"expected": key, "rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "relative_direction", f"{stand}, {face}, {target}"),
    )


def _triples(tour: walked.Tour) -> list[tuple[str, str, str]]:
    """Return all triples of things that are far enough from the first of them."""
    places = {one["name"]: complex(one["x"], one["y"]) for one in tour.measured}
    return [
        (a, b, c)
        for a, b, c in permutations(places, 3)
        if abs(places[a] - places[b]) >= APART and abs(places[a] - places[c]) >= APART
    ]


def _answer(truth: Json, names: Sequence[str], tier: str) -> str:
    """Return which answer is clearly true; empty if none is."""
    angle = walked.bearing(truth, *names)
    return next((word for word, (a, b) in SPANS[tier].items() if a + MARGIN <= angle <= b - MARGIN), "")


def _rule(word: str, key: str) -> str:
    if word == key:
        return ""
    return "mirror" if {*word.split("-")} ^ {*key.split("-")} == {"left", "right"} else "turned"


def _parts(truth: Json) -> tuple[float, float]:
    """Return how far the third thing lies ahead and to the right, in metres."""
    a, b, c = (walked.named(truth, name) for name in truth["asked"])
    fx, fy = b["x"] - a["x"], b["y"] - a["y"]
    dx, dy = c["x"] - a["x"], c["y"] - a["y"]
    size = math.hypot(fx, fy)
    return (dx * fx + dy * fy) / size, (dx * fy - dy * fx) / size


def _fits(word: str, ahead: float, right: float, back: bool) -> bool:
    """Return whether a word is true of a place; with `back` as a word of its own, that goes before left and right."""
    if word == "back":
        return -ahead > abs(right)
    sides = {"left": right < 0, "right": right > 0, "front": ahead > 0}
    if back and -ahead > abs(right):
        return False
    return all(ahead < 0 if part == "back" else sides[part] for part in word.split("-"))


def solve(truth: Json) -> Choice:
    """Compare how far the third thing lies ahead with how far it lies to the right."""
    return only(_fits(word, *_parts(truth), "back" in truth["options"]) for word in truth["options"])


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show the same."""
    sights, found = walked.seen(truth, frames), []
    for name in truth["asked"]:
        one = walked.named(truth, name)
        x, y = walked.box_from(one, walked.cloud(sights, one))[0].tolist()
        found.append({"name": name, "x": x, "y": y})
    walked.require(solve({**truth, "things": found}) == solve(truth), "where it lies")


def as_filmed(truth: Json) -> Sequence[float]:
    """Judge left and right as in the picture that shows the first and the third thing best."""
    a, _, c = (walked.named(truth, name) for name in truth["asked"])
    best = int(np.argmax(np.minimum(a["visible"], c["visible"])))
    camera = truth["cameras"][best]
    turn = math.radians(camera["heading"])
    dx, dy = c["x"] - a["x"], c["y"] - a["y"]
    right, nearer = dx * math.cos(turn) + dy * math.sin(turn), dx * math.sin(turn) - dy * math.cos(turn)
    return [float(_fits(word, -nearer, right, "back" in truth["options"])) for word in truth["options"]]


def mirrored(truth: Json) -> Sequence[float]:
    """Take what is right once left and right are exchanged."""
    ahead, right = _parts(truth)
    return [float(_fits(word, ahead, -right, "back" in truth["options"])) for word in truth["options"]]


def exchanged(truth: Json) -> Sequence[float]:
    """Stand by the thing to face, and face the one to stand by."""
    stand, face, target = truth["asked"]
    ahead, right = _parts({**truth, "asked": [face, stand, target]})
    return [float(_fits(word, ahead, right, "back" in truth["options"])) for word in truth["options"]]


task = Task(
    name="relative_direction",
    version=1,
    title="Standing by one thing of a home and facing another, where is a third?",
    quadrant="E-D",
    capabilities=("PT",),
    abilities=("relation", "orientation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={
        **walked.TRUTH,
        "asked": "The names of the thing to stand by, of the one to face, and of the one to point at; all by the "
        "middles of their footprints.",
        "options": "The answers in order.",
    },
    params=Params,
    frame="allocentric",
    stated=STATED,
    tiers=TIERS,
    options={tier: len(spans) for tier, spans in SPANS.items()},
    scenes="walk",
    side_doors=(
        SideDoor("as in the picture that shows both best", as_filmed, {"easy": 0.7, "medium": 0.6, "hard": 0.5},
                 "who faces the way the camera looks sees the same sides"),
    ),
    strategies=(
        Strategy("swaps left and right", mirrored),
        Strategy("exchanges the thing to stand by and the one to face", exchanged),
    ),
)  # fmt: skip
