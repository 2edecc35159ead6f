"""How to tell where things on a table stand, and how that changes when the table is seen from another side."""

from __future__ import annotations

from math import atan2, degrees, hypot

from vantage.item import Json
from vantage.scenes.phrases import capital, the
from vantage.telling import Teller, listed

SIDES = {"left": "from the left", "right": "from the right", "back": "from the far side"}
# Of who has gone to a side: what becomes left, right, near and far for them, of what the front view has there.
BECOMES = {
    "left": {"far": "left", "near": "right", "left": "near", "right": "far"},
    "right": {"near": "left", "far": "right", "right": "near", "left": "far"},
    "back": {"right": "left", "left": "right", "far": "near", "near": "far"},
}
PLACED = {"left": "on the left", "right": "on the right", "near": "near you", "far": "far from you"}
FROM = {"left": "on the left", "right": "on the right", "near": "near the camera", "far": "far from the camera"}


def _bearing(x: float, y: float, camera: Json) -> float:
    """Return how far off the picture's middle a place is seen, in degrees; positive to the right."""
    return degrees(atan2(x, camera["radius"] + y))


def _distance(x: float, y: float, camera: Json) -> float:
    """Return how far a place is from the camera, in metres."""
    return hypot(x, y + camera["radius"], camera["height"])


def _off(bearing: float) -> str:
    return f"{abs(bearing):.1f}° to the {'right' if bearing > 0 else 'left'} of the middle of the picture"


def related(truth: Json, tell: Teller) -> list[str]:
    """Tell which of two things is on the left, or nearer."""
    camera, (a, b) = truth["camera"], truth["things"][:2]
    first, second = the(a["name"]), the(b["name"])
    if truth["relation"] == "left_right":
        bearings = [_bearing(thing["x"], thing["y"], camera) for thing in (a, b)]
        step = tell.say(
            "{A} is {one}, {b} {other}.",
            "As the camera sees it, {a} is {one}, and {b} {other}.",
            a=first,
            A=capital(first),
            b=second,
            one=_off(bearings[0]),
            other=_off(bearings[1]),
        )
        left, right = (first, second) if bearings[0] < bearings[1] else (second, first)
        return [step, tell.say("{A} is left of {b}.", "So {a} is left of {b}.", a=left, A=capital(left), b=right)]
    far = [_distance(thing["x"], thing["y"], camera) for thing in (a, b)]
    step = tell.say(
        "From the camera it is about {one:.2f} m to {a} and about {other:.2f} m to {b}.",
        "{A} is about {one:.2f} m away from the camera, {b} about {other:.2f} m.",
        a=first,
        A=capital(first),
        b=second,
        one=far[0],
        other=far[1],
    )
    near, behind = (first, second) if far[0] < far[1] else (second, first)
    words = "nearer than" if truth["relation"] == "far_near" else "in front of"
    return [
        step,
        tell.say("{A} is {than} {b}.", "So {a} is {than} {b}.", a=near, A=capital(near), b=behind, than=words),
    ]


def shifted(truth: Json, tell: Teller) -> list[str]:
    """Tell where a thing is in two pictures, and so which way it was moved."""
    camera, (before, after) = truth["camera"], truth["places"]
    name, way = the(truth["things"][0]["name"]), truth["options"][tell.key]
    if way in ("left", "right"):
        first, then = (_off(_bearing(x, y, camera)) for x, y in (before, after))
        sideways = tell.say(
            "In the first picture {a} is {first}; in the second it is {then}.",
            "{A} is first {first} and then {then}.",
            a=name,
            A=capital(name),
            first=first,
            then=then,
        )
        return [sideways, tell.say("So it moved to the {way}.", "It has gone to the {way}.", way=way)]
    far = [_distance(x, y, camera) for x, y in (before, after)]
    deep = tell.say(
        "In the first picture {a} is about {one:.2f} m away from the camera, in the second about {other:.2f} m.",
        "From the camera it is about {one:.2f} m to {a} at first, and then about {other:.2f} m.",
        a=name,
        one=far[0],
        other=far[1],
    )
    return [deep, tell.say("So it moved {way}.", "It has gone {way}.", way=way)]


def _walk(side: str, tell: Teller, due: tuple[str, ...] = ("left", "right", "near", "far")) -> str:
    """Return what of the front view comes to be left, right, near or far for who has gone to a side."""
    kept = {part: then for part, then in BECOMES[side].items() if then in due}
    rules = listed([f"what is {FROM[part]} here is {PLACED[then]} there" for part, then in kept.items()])
    return tell.say(
        "Seen {side}, {rules}.", "Imagine to stand there, and look {side}: {rules}.", side=SIDES[side], rules=rules
    )


def related_after_walk(truth: Json, tell: Teller) -> list[str]:
    """Tell how two things stand in the picture, and what that becomes from another side."""
    a, b = truth["things"][:2]
    first, second = the(a["name"]), the(b["name"])
    x, y = a["x"] - b["x"], a["y"] - b["y"]
    place = tell.say(
        "In the picture {a} is about {x:.2f} m to the {side} of {b} and {y:.2f} m {depth} the camera.",
        "Compared with {b}, {a} is here about {x:.2f} m to the {side} and {y:.2f} m {depth} the camera.",
        a=first,
        b=second,
        x=abs(x),
        y=abs(y),
        side="right" if x > 0 else "left",
        depth="farther from" if y > 0 else "nearer to",
    )
    due = the(truth["options"][tell.key])
    asked = {"left": "on the left", "right": "on the right", "nearer": "nearer", "farther": "farther away"}
    end = tell.say("From there {a} is {asked}.", "So {a} is {asked} then.", a=due, asked=asked[truth["asked"]])
    axis = ("left", "right") if truth["asked"] in ("left", "right") else ("near", "far")
    return [place, _walk(truth["side"], tell, axis), end]


def _row(places: list[tuple[str, float]]) -> str:
    """Return names in the order of their values."""
    return ", ".join(the(name) for name, _ in sorted(places, key=lambda pair: pair[1]))


def seen_from(truth: Json, tell: Teller) -> list[str]:
    """Tell how things are lined up in the front view, how from the asked side, and how in each option."""
    names = [thing["name"] for thing in truth["things"]]
    xs, ys = ([thing[axis] for thing in truth["things"]] for axis in "xy")
    across = {"left": [-y for y in ys], "right": ys, "back": [-x for x in xs]}
    deep = {"left": xs, "right": [-x for x in xs], "back": [-y for y in ys]}
    front = tell.say(
        "In the front view the things stand, from left to right: {row}; from near to far: {deep}.",
        "Front view, from left to right: {row}; from near to far: {deep}.",
        row=_row([*zip(names, xs)]),
        deep=_row([*zip(names, ys)]),
    )
    due = tell.say(
        "So {side} they must stand, from left to right: {row}; from near to far: {deep}.",
        "Therefore, {side}, from left to right: {row}; from near to far: {deep}.",
        side=SIDES[truth["asked"]],
        row=_row([*zip(names, across[truth["asked"]])]),
        deep=_row([*zip(names, deep[truth["asked"]])]),
    )
    steps = [front, _walk(truth["asked"], tell), due]
    for number in tell.wrong:
        shown = truth["shown"][number]
        side = next(side for side in SIDES if _alike([x for x, _ in shown], across[side]))
        row = _row([(name, x) for name, (x, _) in zip(names, shown)])
        text = "Option {letter} shows, from left to right: {row}; that is the view {side}."
        steps.append(text.format(letter=tell.letters[number], row=row, side=SIDES[side]))
    return steps


def _alike(one: list[float], other: list[float]) -> bool:
    """Return whether values differ by the same amounts."""
    return all(abs((a - one[0]) - (b - other[0])) < 1e-3 for a, b in zip(one, other))
