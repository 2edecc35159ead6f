"""Read where things on a table are said to be, and what another side makes of that: by turning the coordinates."""

from __future__ import annotations

from math import atan, degrees, sqrt
from typing import Any

from tests.claims import Rule, Told, near

OFF = r"(?P<{0}>[\d.]+)° to the (?P<{0}_side>left|right) of the middle of the picture"
ONE, OTHER = OFF.format("one"), OFF.format("other")
SIDES = {"from the left": 270, "from the right": 90, "from the far side": 180}  # where who looks stands, in degrees
SIDE = "(?P<side>from the left|from the right|from the far side)"
FRONT = {"on the left": "left", "on the right": "right", "near the camera": "near", "far from the camera": "far"}
THERE = {"on the left": "left", "on the right": "right", "near you": "near", "far from you": "far"}
TOWARD = {"right": (1, 0), "left": (-1, 0), "far": (0, 1), "near": (0, -1)}  # along x and y of the front view
TURNED = {90: lambda x, y: (y, -x), 180: lambda x, y: (-x, -y), 270: lambda x, y: (-y, x)}  # as seen from there


def _bearing(truth: Any, x: float, y: float) -> float:
    return degrees(atan(x / (truth["camera"]["radius"] + y)))


def _distance(truth: Any, x: float, y: float) -> float:
    camera = truth["camera"]
    return sqrt(x**2 + (y + camera["radius"]) ** 2 + camera["height"] ** 2)


def _spots(truth: Any) -> list[tuple[float, float]]:
    """The two places that a question is about: those of two things, or of one thing twice."""
    return truth.get("places") or [(thing["x"], thing["y"]) for thing in truth["things"][:2]]


def _bearings(told: Told, one: str, one_side: str, other: str, other_side: str) -> bool:
    found = [_bearing(told.truth, *spot) for spot in _spots(told.truth)]
    return all(
        near(text, abs(value), 1) and ((value > 0) == (side == "right") or near("0", value, 1))
        for text, side, value in zip((one, other), (one_side, other_side), found)
    )


def _distances(told: Told, one: str, other: str) -> bool:
    found = [_distance(told.truth, *spot) for spot in _spots(told.truth)]
    return near(one, found[0]) and near(other, found[1])


def _left(told: Told, left: str) -> bool:
    first, second = (_bearing(told.truth, *spot) for spot in _spots(told.truth))
    return (first < second) == (left == told.truth["things"][0]["name"])


def _nearer(told: Told, near: str) -> bool:
    first, second = (_distance(told.truth, *spot) for spot in _spots(told.truth))
    return (first < second) == (near == told.truth["things"][0]["name"])


def _moved(told: Told, way: str) -> bool:
    (x, y), (u, v) = told.truth["places"]
    ways = {"to the left": u < x, "to the right": u > x, "toward the camera": v < y, "away from the camera": v > y}
    return ways[way] and way.removeprefix("to the ") in told.truth["options"]


def _offset(told: Told, x: str, side: str, y: str, depth: str) -> bool:
    one, other = _spots(told.truth)
    across, away = one[0] - other[0], one[1] - other[1]
    return near(x, abs(across)) and near(y, abs(away)) and (across > 0) == (side == "right") and (away > 0) == (
        depth == "farther from"
    )  # fmt: skip


def _rules(told: Told, side: str, rules: str) -> bool:
    """Each place of the front view, turned into the other view, must come to lie where it is said to."""
    asked = {"left": "from the left", "right": "from the right", "back": "from the far side"}
    for clause in rules.replace(" and what", ", what").split(", "):
        here, there = clause.removeprefix("what is ").removesuffix(" there").split(" here is ")
        if TURNED[SIDES[side]](*TOWARD[FRONT[here]]) != TOWARD[THERE[there]]:
            return False
    return side == asked[told.truth.get("asked") if "shown" in told.truth else told.truth["side"]]


def _from_there(told: Told, name: str, asked: str) -> bool:
    walked = {"left": 270, "right": 90, "back": 180}[told.truth["side"]]
    seen = {thing["name"]: TURNED[walked](thing["x"], thing["y"]) for thing in told.truth["things"][:2]}
    (other,) = seen.keys() - {name}
    (x, y), (u, v) = seen[name], seen[other]
    return {"on the left": x < u, "on the right": x > u, "nearer": y < v, "farther away": y > v}[asked]


def _row(told: Told, row: str, spots: list[Any], axis: int) -> bool:
    names = [thing["name"] for thing in told.truth["things"]]
    said = [name.removeprefix("the ") for name in row.split(", ")]
    values = [spots[names.index(name)][axis] for name in said]
    return sorted(said) == sorted(names) and values == sorted(values)


def _rows(told: Told, row: str, deep: str, side: str = "") -> bool:
    spots = [(thing["x"], thing["y"]) for thing in told.truth["things"]]
    if side:
        spots = [TURNED[SIDES[side]](*spot) for spot in spots]
    return _row(told, row, spots, 0) and _row(told, deep, spots, 1)


def _option(told: Told, letter: str, row: str, side: str) -> bool:
    shown = told.truth["shown"][told.number(letter)]
    due = [TURNED[SIDES[side]](thing["x"], thing["y"]) for thing in told.truth["things"]]
    middle = [sum(x - u for (x, _), (u, _) in zip(shown, due)) / len(due)] * len(due)
    same = all(abs(x - u - shift) < 2e-3 for (x, _), (u, _), shift in zip(shown, due, middle))
    return same and _row(told, row, shown, 0) and letter != _key(told)


def _key(told: Told) -> str:
    """The letter of the option in which all things stand as they do from the asked side."""
    turned = TURNED[{"left": 270, "right": 90, "back": 180}[told.truth["asked"]]]
    due = [turned(thing["x"], thing["y"]) for thing in told.truth["things"]]
    for letter in "ABC":
        shown = told.truth["shown"][told.number(letter)]
        apart = [(x - u, y - v) for (x, y), (u, v) in zip(shown, due)]
        if max(abs(a - apart[0][0]) + abs(b - apart[0][1]) for a, b in apart) < 2e-3:
            return letter
    return ""


METRES = r"(?P<{0}>[\d.]+) m"
WALK: list[Rule] = [
    (f"(?:Seen|Imagine to stand there, and look) {SIDE}[,:] (?P<rules>what is .*)\\.", _rules),
]
RULES: dict[str, list[Rule]] = {
    "grounding": [
        (f"FIRST is {ONE}, SECOND {OTHER}\\.", _bearings),
        (f"As the camera sees it, FIRST is {ONE}, and SECOND {OTHER}\\.", _bearings),
        (r"(?:So t|T)he (?P<left>.*) is left of the .*\.", _left),
        (
            f"From the camera it is about {METRES.format('one')} to FIRST and about {METRES.format('other')} to "
            f"SECOND\\.",
            _distances,
        ),
        (
            f"FIRST is about {METRES.format('one')} away from the camera, SECOND about {METRES.format('other')}\\.",
            _distances,
        ),
        (r"(?:So t|T)he (?P<near>.*) is (?:nearer than|in front of) the .*\.", _nearer),
    ],
    "translation": [
        (f"In the first picture FIRST is {ONE}; in the second it is {OTHER}\\.", _bearings),
        (f"FIRST is first {ONE} and then {OTHER}\\.", _bearings),
        (
            f"In the first picture FIRST is about {METRES.format('one')} away from the camera, in the second about "
            f"{METRES.format('other')}\\.",
            _distances,
        ),
        (
            f"From the camera it is about {METRES.format('one')} to FIRST at first, and then about "
            f"{METRES.format('other')}\\.",
            _distances,
        ),
        (r"(?:So it moved|It has gone) (?P<way>.*)\.", _moved),
    ],
    "perspective_relations": [
        (
            r"In the picture FIRST is about (?P<x>[\d.]+) m to the (?P<side>left|right) of SECOND and (?P<y>[\d.]+) m "
            r"(?P<depth>nearer to|farther from) the camera\.",
            _offset,
        ),
        (
            r"Compared with SECOND, FIRST is here about (?P<x>[\d.]+) m to the (?P<side>left|right) and (?P<y>[\d.]+) "
            r"m "
            r"(?P<depth>nearer to|farther from) the camera\.",
            _offset,
        ),
        *WALK,
        (
            r"(?:So|From there) the (?P<name>.*) is (?P<asked>on the left|on the right|nearer|farther away)(?: "
            r"then)?\.",
            _from_there,
        ),
    ],
    "perspective_views": [
        (
            r"In the front view the things stand, from left to right: (?P<row>.*); from near to far: (?P<deep>.*)\.",
            _rows,
        ),
        (r"Front view, from left to right: (?P<row>.*); from near to far: (?P<deep>.*)\.", _rows),
        *WALK,
        (f"So {SIDE} they must stand, from left to right: (?P<row>.*); from near to far: (?P<deep>.*)\\.", _rows),
        (f"Therefore, {SIDE}, from left to right: (?P<row>.*); from near to far: (?P<deep>.*)\\.", _rows),
        (f"Option (?P<letter>[A-C]) shows, from left to right: (?P<row>.*); that is the view {SIDE}\\.", _option),
    ],
}
