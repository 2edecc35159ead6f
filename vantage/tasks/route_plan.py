"""Route plan: which turns lead through a home from thing to thing?

After VSI-Bench's route plan. Each leg goes straight from one thing to another, past nothing that stands in the way.
The four plans on offer are drawn first from those that some route of the home has; then the right one is drawn, and a
route with these turns. `make` compares angles. `solve` compares components ahead and to the right.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from vantage.item import Choice, Json
from vantage.scenes import homes, walked, walks
from vantage.scenes.walked import Params
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Strategy, Task, arrange, only

STATED = "Each turn is your own"
TURNS = {"left": 270, "right": 90, "back": 180}  # degrees clockwise from straight ahead
HALF = 45 - 10  # degrees: how far a turn may be from the middle of its class, ten from the border
LEG = 0.9  # metres: the shortest leg, between the middles of two things
ASIDE = 0.05  # metres from a leg to other things, at least
MANY = 4000  # routes drawn
LEGS = {"easy": 2, "hard": 3}
Route = tuple[str, ...]  # start, what is faced there, and the ends of the legs


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw four plans that routes of this home have, the right one, and a route that has it."""
    tour = walked.toured(slot, params)
    routes = _routes(tour, LEGS[slot.tier], rng)
    if len(routes) < 4:
        raise Refused("the home has too few routes")
    plans = [sorted(routes)[i] for i in rng.permutation(len(routes))[:4]]
    key = int(rng.integers(4))
    route = routes[plans[key]][int(rng.integers(len(routes[plans[key]])))]
    offers = [Offer(_said(plan), None, _said(plan), _rule(plan, plans[key])) for plan in plans]
    order, options = arrange(slot, offers, key, rng)
    start, faced, *ends = route
    steps = [step for end in ends for step in ("[turn]", f"Go straight to the {end}")]
    listed = " ".join(f"{k}. {step}." for k, step in enumerate(steps, 1))
    words = (
        f"You stand where the {start} is and face the {faced}. You go like this: {listed} {STATED}: left and right by "
        "about a quarter turn, back by about half a turn. Which turns are missing, in order?"
    )
    return Draft(
        question=walked.question(params.frames, words),
        drawings=tour.walk.drawings(params.frames),
        options=options,
        answer=Choice(slot.letter),
        truth={**tour.truth, "asked": list(route), "options": [[*plans[i]] for i in order]},
        situation=tour.walk.home.situation,
        tags={"rooms": len(tour.walk.home.rooms)},
        groups=walked.groups(tour, "route_plan", ", ".join(route)),
    )


def _said(plan: Route) -> str:
    return ", then ".join(plan)


def _rule(plan: Route, key: Route) -> str:
    wrong = sum(a != b for a, b in zip(plan, key))
    return f"{wrong} wrong turn{'s' if wrong > 1 else ''}" if wrong else ""


def _routes(tour: walked.Tour, legs: int, rng: np.random.Generator) -> dict[Route, list[Route]]:
    """Return routes of the home by their turns."""
    things = tour.measured
    if len(things) < legs + 2:
        return {}
    open_ways = _open(tour, things)
    places = [complex(one["x"], one["y"]) for one in things]
    found: dict[Route, list[Route]] = defaultdict(list)
    for _ in range(MANY):
        chosen = rng.permutation(len(things))[: legs + 2].tolist()
        start, faced, *ends = chosen
        if not all(open_ways[a][b] for a, b in pairwise([start, *ends])) or abs(places[faced] - places[start]) < LEG:
            continue
        at = [places[start], *(places[end] for end in ends)]
        ways = [places[faced] - at[0], *(b - a for a, b in pairwise(at))]
        turns = tuple(_turn(before, after) for before, after in pairwise(ways))
        if "" not in turns:
            found[turns].append(tuple(things[k]["name"] for k in chosen))
    return found


def _turn(before: complex, after: complex) -> str:
    """Return which turn leads from one direction to another; empty if it is not clearly one of them."""
    angle = math.degrees(-np.angle(after / before)) % 360
    return next((name for name, middle in TURNS.items() if abs(angle - middle) <= HALF), "")


def _open(tour: walked.Tour, things: Sequence[Json]) -> list[list[bool]]:
    """Return whether one can go straight from each thing to each other, past walls and all else that stands there."""
    home = tour.walk.home
    middles = np.array([(one["x"], one["y"]) for one in things])
    free = walks.in_sight(home, middles, middles)
    boxes = walks.standing(home)
    steps = np.linspace(0, 1, 50)[:, None]
    for i in range(len(things)):
        for j in range(i):
            line = middles[i] + steps * (middles[j] - middles[i])
            mine = {things[i]["id"] - 1, things[j]["id"] - 1}
            others = [box for k, box in enumerate(boxes) if k not in mine]
            blocked = any((homes.outside(line, box) <= ASIDE).any() for box in others)
            far = float(np.hypot(*(middles[j] - middles[i]))) >= LEG
            free[i, j] = free[j, i] = bool(free[i, j]) and not blocked and far
    return [[bool(v) for v in row] for row in free]


def solve(truth: Json) -> Choice:
    """Compare how far each leg goes on ahead with how far it goes to the right."""
    return only(plan == _taken(truth) for plan in truth["options"])


def _taken(truth: Json) -> list[str]:
    (x, y), faced, *ends = ((one["x"], one["y"]) for one in (walked.named(truth, name) for name in truth["asked"]))
    hx, hy = faced[0] - x, faced[1] - y
    found = []
    for u, v in ends:
        dx, dy = u - x, v - y
        ahead, right = dx * hx + dy * hy, dx * hy - dy * hx
        level = "right" if right > 0 else "left"
        found.append("back" if -ahead > abs(right) else "straight on" if ahead > abs(right) else level)
        (x, y), (hx, hy) = (u, v), (dx, dy)
    return found


def verify(truth: Json, frames: tuple[Any, ...]) -> None:
    """Raise Refused unless depth and ids show the same turns."""
    sights, found = walked.seen(truth, frames), []
    for name in truth["asked"]:
        one = walked.named(truth, name)
        x, y = walked.box_from(one, walked.cloud(sights, one))[0].tolist()
        found.append({"name": name, "x": x, "y": y})
    walked.require(solve({**truth, "things": found}) == solve(truth), "these turns")


def fewest_back(truth: Json) -> Sequence[float]:
    """Take the plan with the fewest turns back."""
    return [-float(plan.count("back")) for plan in truth["options"]]


def first_turn(truth: Json) -> Sequence[float]:
    """Find out the first turn, and guess the others."""
    return [float(plan[0] == _taken(truth)[0]) for plan in truth["options"]]


def mirrored(truth: Json) -> Sequence[float]:
    """Take the plan of which most turns are right once left and right are exchanged."""
    other = {"left": "right", "right": "left"}
    due = [other.get(turn, turn) for turn in _taken(truth)]
    return [float(sum(a == b for a, b in zip(plan, due))) for plan in truth["options"]]


task = Task(
    name="route_plan",
    version=1,
    title="Which turns lead through a home from thing to thing?",
    quadrant="E-D",
    capabilities=("CR",),
    abilities=("relation", "orientation"),
    make=make,
    solve=solve,
    verify=verify,
    truth={
        **walked.TRUTH,
        "asked": "The names of the thing where one starts, of the one that is faced there, and of those gone to in "
        "order; all by the middles of their footprints.",
        "options": "The plans in order, each a list of turns.",
    },
    params=Params,
    frame="allocentric",
    stated=STATED,
    tiers=tuple(LEGS),
    scenes="walk",
    side_doors=(
        SideDoor("the fewest turns back", fewest_back, dict.fromkeys(LEGS, 0.36)),
        SideDoor("the first turn alone", first_turn, {"easy": 0.75, "hard": 0.72}, "it is half or a third of the work"),
    ),
    strategies=(Strategy("swaps left and right", mirrored),),
)
