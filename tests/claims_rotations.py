"""Read which way things are said to have turned, and check it with points on a circle."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from tests.claims import Rule, Told

SENSES = {"clockwise": -1, "counter-clockwise": 1}


def _who(view: Any) -> tuple[Any, ...]:
    return view["kind"], view["palette"], view["individual"]


def _pair(told: Told, one: str, other: str, apart: str, same: bool) -> bool:
    first, second = (told.truth["views"][told.number(letter)] for letter in (one, other))
    between = round((second["turn"] - first["turn"]) % 360, 6)
    return (_who(first) == _who(second)) == same and float(apart) in (between, 360 - between)


def _together(told: Told, rest: str, odd: str) -> bool:
    letters = rest.replace(" and ", ", ").split(", ")
    views = told.truth["views"]
    who = {_who(views[told.number(letter)]) for letter in letters}
    return len(who) == 1 and _who(views[told.number(odd)]) not in who and len(letters) == len(views) - 1


def _goes(told: Told, angle: str, to: str) -> bool:
    """What faces the camera goes to the right if the thing turns counter-clockwise, seen from above."""
    first, then = told.truth["turns"]
    turn = radians(then - first)
    told.said["right"] = sin(turn) > 0
    return abs(cos(radians(float(angle))) - cos(turn)) < 1e-6 and (to == "right") == told.said["right"]


def _sense(told: Told, to: str, way: str) -> bool:
    # Seen from above, with the viewer below: the near side going right is counter-clockwise.
    return (to == "right") == (way == "counter-clockwise") == told.said["right"]


def _own(told: Told, to: str, own: str) -> bool:
    return told.truth["frame"] == "own" and (to == "right") == told.said["right"] and {to, own} == {"left", "right"}


def _turn(told: Told, letter: str) -> float:
    return radians(told.truth["turns"][told.number(letter)])


def _front_points(told: Told, letter: str, front: str, side: str) -> bool:
    turn = _turn(told, letter)
    # Who stands on the left of the front view has the front, which looked at the camera, on the right.
    return abs(sin(turn)) > 0.99 and (sin(turn) > 0) == (front == "right") == (side == "left")


def _nose(told: Told, letter: str, to: str) -> bool:
    return (sin(_turn(told, letter)) > 0) == (to == "right")


def _asked_side(told: Told, asked: str, other: str) -> bool:
    return asked == told.truth["asked"] and {asked, other} == {"left", "right"} and told.truth["frame"] == "walk"


def _asked_own(told: Told, asked: str, other: str) -> bool:
    return asked == told.truth["asked"] and {asked, other} == {"left", "right"} and told.truth["frame"] == "own"


def _stated(told: Told, way: str, to: str) -> bool:
    turn = sin(radians(told.truth["stated"]))
    return (turn > 0) == (way == "counter-clockwise") == (to == "right")


def _amount(told: Told, letter: str, angle: str, way: str) -> bool:
    return told.truth["turns"][told.number(letter)] == SENSES[way] * float(angle)


def _half(told: Told, letter: str = "") -> bool:
    return cos(_turn(told, letter) if letter else radians(told.truth["stated"])) < -0.999


RULES: dict[str, list[Rule]] = {
    "identity": [
        (
            r"Shape and pattern must agree from whatever side the (?P<kind>.*) is seen, so compare the pictures in "
            r"pairs\.",
            lambda told, kind: kind == told.truth["views"][0]["kind"],
        ),
        (
            r"A turn changes which sides of the (?P<kind>.*) show, but not its shape and pattern\.",
            lambda told, kind: kind == told.truth["views"][0]["kind"],
        ),
        (r"Compare the pictures in pairs\.", lambda told: True),
        (
            r"(?P<one>[A-D]) and (?P<other>[A-D]) show the same .*, from sides (?P<apart>[\d.]+)° apart\.",
            lambda told, **said: _pair(told, **said, same=True),
        ),
        (
            r"(?P<one>[A-D]) and (?P<other>[A-D]) are taken from sides (?P<apart>[\d.]+)° apart, but no turn brings "
            r"one .* "
            r"onto the other\.",
            lambda told, **said: _pair(told, **said, same=False),
        ),
        (r"(?P<rest>[A-D, and]+) belong together; (?P<odd>[A-D]) is another .*\.", _together),
    ],
    "turning": [
        (
            r"Between the pictures the .* turns by (?P<angle>[\d.]+)°: what was toward the camera goes to the "
            r"(?P<to>left|right) of the picture\.",
            _goes,
        ),
        (
            r"What faces the camera in the first picture has gone to the (?P<to>left|right) of the picture in the "
            r"second: "
            r"the .* has turned by (?P<angle>[\d.]+)°\.",
            _goes,
        ),
        (r"To the (?P<to>left|right) on the near side is (?P<way>[\w-]+) as seen from above\.", _sense),
        (r"Seen from above, to the (?P<to>left|right) on the near side means (?P<way>[\w-]+)\.", _sense),
        (
            r"Left and right are yours, so that is to the (?P<to>left|right)\.",
            lambda told, to: told.truth["frame"] == "viewer" and (to == "right") == told.said["right"],
        ),
        (
            r"The person looks toward you, so what is (?P<to>left|right) for you is (?P<own>left|right) for the "
            r"person\.",
            _own,
        ),
        (r"A person who faces you has the (?P<own>left|right) side on your (?P<to>left|right)\.", _own),
    ],
    "side_views": [
        (
            r"From the far side the front points straight away from you\.|There you see the back\.",
            lambda told: told.truth["asked"] == "back",
        ),
        (
            r"Who goes to the (?P<asked>left|right) sees the side that is on the (?P=asked) in the front view; the "
            r"front then "
            r"points to the (?P<other>left|right)\.",
            _asked_side,
        ),
        (
            r"On the (?P<asked>left|right) you look at what the front view has on the (?P=asked), and the front is on "
            r"your "
            r"(?P<other>left|right)\.",
            _asked_side,
        ),
        (r"Option (?P<letter>[A-C]) shows the back\.", lambda told, letter: cos(_turn(told, letter)) < -0.99),
        (
            r"In option (?P<letter>[A-C]) the front points to the (?P<front>left|right): it is the view from the "
            r"(?P<side>left|right)\.",
            _front_points,
        ),
        (
            r"The person faces you, so the person's own (?P<asked>left|right) is on the (?P<other>left|right) of the "
            r"picture\.",
            _asked_own,
        ),
        (
            r"Seen face to face, a person's own (?P<asked>left|right) is your (?P<other>left|right): the nose must "
            r"point to "
            r"the (?P=other) of the picture\.",
            _asked_own,
        ),
        (
            r"Your own (?P<asked>left|right) is the (?P=asked) of the picture: there the nose must point\.",
            lambda told, asked: told.truth["frame"] == "viewer" and asked == told.truth["asked"],
        ),
        (r"In option (?P<letter>[A-C]) the nose points to the (?P<to>left|right) of the picture\.", _nose),
    ],
    "view_rotation": [
        (r"After half a turn you see the side of the .* that was away from you\.", _half),
        (r"Half a turn brings the far side of the .* to the front\.", _half),
        (
            r"Turned (?P<way>[\w-]+), seen from above, the near side of the .* goes to the (?P<to>left|right) of the "
            r"picture\.",
            _stated,
        ),
        (r"The .* turns (?P<way>[\w-]+) as seen from above: its near side moves to the (?P<to>left|right)\.", _stated),
        (
            r"Option (?P<letter>[A-D]) shows it turned by (?P<angle>[\d.]+)° (?P<way>clockwise|counter-clockwise)\.",
            _amount,
        ),
        (r"Option (?P<letter>[A-D]) shows it turned by half a turn\.", _half),
    ],
}
