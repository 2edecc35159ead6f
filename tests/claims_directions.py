"""Read where things are said to be, for a camera or for one of them, and work it out on paper: sines and cosines."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, radians, sin
from typing import Any

from tests.claims import Rule, Told, near

EIGHT = ("front", "front-right", "right", "behind-right", "behind", "behind-left", "left", "front-left")
LABEL = r"(?P<label>(?:front|behind)(?:-left|-right)?|left|right)"
ACROSS = r"(?P<x>[\d.]+) m to the (?P<side>left|right)"
DEEP = r"(?P<y>[\d.]+) m (?P<depth>nearer to|farther from) the camera"
NTH = r"(?P<nth>first|second|third|fourth)"
ORDER = ("first", "second", "third", "fourth")
WAY = r"(?:straight )?(?P<way>(?:toward|away from) the camera(?: and to the (?:left|right))?|to the (?:left|right))"
SIDES = {"in front": "front", "behind": "behind", "on the left": "left", "on the right": "right"}


def _camera(truth: Any, picture: int = 0, walked: bool = False) -> tuple[float, float]:
    """How far the target is to the right of the reference, and how much nearer, in a picture or after the walk."""
    x, y = (truth["target"][axis] - truth["reference"][axis] for axis in "xy")
    turn = radians(truth["azimuths"][picture] + (truth["angle"] if walked else 0))
    return x * cos(turn) + y * sin(turn), x * sin(turn) - y * cos(turn)


def _own(thing: Any, x: float, y: float) -> tuple[float, float]:
    """How far something is to a thing's right, and how far ahead of it."""
    turn = radians(thing["facing"])
    return -(x * cos(turn) + y * sin(turn)), x * sin(turn) - y * cos(turn)


def _label(right: float, front: float) -> str:
    return EIGHT[round(degrees(atan2(right, front)) / 45) % 8]


def _is(told: Told, right: float, front: float, x: str, side: str, y: str, ahead: bool) -> bool:
    told.said["at"] = right, front
    sides = (right > 0) == (side == "right") or near("0", right)
    return sides and ((front > 0) == ahead or near("0", front)) and near(x, abs(right)) and near(y, abs(front))


def _place(told: Told, x: str, side: str, y: str, depth: str, nth: str = "first") -> bool:
    return _is(told, *_camera(told.truth, ORDER.index(nth)), x, side, y, depth == "nearer to")


def _place_of(told: Told, label: str, nth: str, **place: str) -> bool:
    told.said.setdefault("labels", {})[nth] = label
    return _place(told, nth=nth, **place) and label == _label(*told.said["at"])


def _own_place(told: Told, y: str, ahead: str, x: str, side: str) -> bool:
    x_apart, y_apart = (told.truth["target"][axis] - told.truth["reference"][axis] for axis in "xy")
    return _is(told, *_own(told.truth["reference"], x_apart, y_apart), x, side, y, ahead == "ahead")


def _both(told: Told, label: str) -> bool:
    small, large = sorted(map(abs, told.said["at"]))
    return large < 2.5 * small and label == _label(*told.said["at"])


def _one(told: Told, label: str, along: str) -> bool:
    right, front = map(abs, told.said["at"])
    large, small = (right, front) if along == "to the side" else (front, right)
    return large > 2 * small and label == _label(*told.said["at"])


def _walk(told: Told, angle: str, moved: str) -> bool:
    """Each part of what is seen is turned by the walk: what is at a bearing before is at another after it."""
    if int(angle) != told.truth["angle"]:
        return False
    told.said["parts"] = []
    for clause in moved.replace(" and what", ", what").split(", "):
        before, after = clause.removeprefix("what was ").split(" is then ")
        # A walk counter-clockwise takes front to the left.
        turned = EIGHT[(EIGHT.index(SIDES[before]) - int(angle) // 45) % 8]
        told.said["parts"].append(SIDES[before])
        if turned != SIDES[after]:
            return False
    return True


def _becomes(told: Told, before: str, after: str) -> bool:
    parts = set(before.split("-")) == set(told.said["parts"])
    return parts and before == _label(*_camera(told.truth)) and after == _label(*_camera(told.truth, walked=True))


def _facing_in_picture(thing: Any, azimuth: float) -> tuple[float, float]:
    turn = radians(thing["facing"] - azimuth)
    return sin(turn), cos(turn)  # to the right, toward the camera


def _points(way: str, right: float, front: float) -> bool:
    parts = [name for name, words in (("front", "toward"), ("behind", "away")) if words in way]
    parts += [side for side in ("left", "right") if side in way]
    return "-".join(parts) == _label(right, front)


def _faces(told: Told, way: str) -> bool:
    told.said["faced"] = _facing_in_picture(told.truth["reference"], told.truth["azimuths"][0])
    return _points(way, *told.said["faced"])


def _hand(told: Told, way: str) -> bool:
    right, front = told.said["faced"]
    return _points(way, -front, right)


def _faces_and_hand(told: Told, faces: str, way: str) -> bool:
    return _faces(told, faces) and _hand(told, way)


def _states(told: Told, label: str, nth: str) -> bool:
    labels = told.said["labels"]
    return label == told.truth["statement"] == labels[nth] and [*labels.values()].count(label) == 1


def _from_person(told: Told, name: str) -> tuple[float, float]:
    person = told.truth["person"]
    thing = next(thing for thing in told.truth["things"] if thing["name"] == name)
    return _own(person, thing["x"] - person["x"], thing["y"] - person["y"])


def _anchor(told: Told, faced: str, side: str, anchor: str) -> bool:
    told.said["anchor"] = anchor
    asked = SIDES[side] == told.truth["direction"]
    return (
        asked and _label(*_from_person(told, faced)) == "front" and _label(*_from_person(told, anchor)) == SIDES[side]
    )


def _distances(told: Told, anchor: str, far: str) -> bool:
    spots = {thing["name"]: (thing["x"], thing["y"]) for thing in told.truth["things"]}
    said = dict(
        part.removeprefix("the ").split(" about ") for part in far.replace(" m and the ", " m, the ").split(", ")
    )
    told.said["far"] = {name: float(text.split()[0]) for name, text in said.items()}
    right = all(near(text.split()[0], dist(spots[name], spots[anchor])) for name, text in said.items())
    return right and anchor == told.said["anchor"] and sorted(said) == sorted(told.truth["options"])


def _nearest(told: Told, name: str) -> bool:
    return told.said["far"][name] == min(told.said["far"].values())


def _asked(told: Told, way: str, same: str) -> bool:
    asked = told.truth["asked"]
    angle = radians(45 * EIGHT.index(asked))
    faced = _facing_in_picture(told.truth["thing"], told.truth["azimuths"][0])
    return _points(way, sin(angle), cos(angle)) and (same == "the same way") == (_label(*faced) == asked)


PLACE: list[Rule] = [
    (
        f"(?:In the picture|Seen from the camera,) TARGET (?:stands|is) about {ACROSS} of REFERENCE and {DEEP}\\.",
        _place,
    ),
    (f"Start at REFERENCE: as the camera sees it, TARGET is about {ACROSS} of it and {DEEP}\\.", _place),
]
COUNTS: list[Rule] = [
    (f"Neither distance is much larger than the other, so both count: {LABEL}\\.", _both),
    (
        r"Both distances matter, as neither is much larger than the other\.",
        lambda told: _both(told, _label(*told.said["at"])),
    ),
    (
        f"The distance (?P<along>to the side|in depth) is more than twice the other, so it alone counts: {LABEL}\\.",
        _one,
    ),
    (
        r"It is the distance (?P<along>to the side|in depth) that counts, more than twice the other\.",
        lambda told, along: _one(told, _label(*told.said["at"]), along),
    ),
    (f"That makes it {LABEL}\\.", lambda told, label: label == _label(*told.said["at"])),
]
OWN: list[Rule] = [
    (
        f"In the picture REFERENCE faces {WAY.replace('<way>', '<faces>')}; so its own right side lies {WAY}\\.",
        _faces_and_hand,
    ),
    (f"REFERENCE faces {WAY}, as the picture shows\\.", _faces),
    (f"Its own right side then lies {WAY}\\.", _hand),
    (
        "(?:For someone in its place who looks that way,|Stand there and look that way:) TARGET is about "
        f"(?P<y>[\\d.]+) m (?P<ahead>ahead|behind) and {ACROSS}\\.",
        _own_place,
    ),
]
WALK: list[Rule] = [
    (r"Now walk (?P<angle>\d+)° around them, setting off to your right: (?P<moved>what was .*)\.", _walk),
    (r"After a walk of (?P<angle>\d+)° that begins to your right, (?P<moved>what was .*)\.", _walk),
    (r"(?:So|That turns) (?P<before>[\w-]+) (?:becomes|into) (?P<after>[\w-]+)\.", _becomes),
]
UNMOVED: list[Rule] = [
    (r"Only you walk; neither TARGET nor REFERENCE moves\.", lambda told: "angle" in told.truth),
    (
        r"From the place of REFERENCE the walk changes nothing, so it can be left out\.",
        lambda told: "angle" in told.truth,
    ),
    (
        r"The question is asked from the place of REFERENCE, and your walk moves neither TARGET nor REFERENCE\.",
        lambda told: "angle" in told.truth,
    ),
    (r"So the walk does not matter\.", lambda told: "angle" in told.truth),
]
RULES: dict[str, list[Rule]] = {
    "consistency_ego": [*PLACE, *COUNTS],
    "updating_ego": [*PLACE, *COUNTS, *WALK],
    "consistency_allo": [*OWN, *COUNTS],
    "updating_allo": [*UNMOVED, *OWN, *COUNTS],
    "integration_ego": [
        (f"In the {NTH} picture TARGET is about {ACROSS} of REFERENCE and {DEEP}: {LABEL}\\.", _place_of),
        (f"The {NTH} picture shows TARGET about {ACROSS} of REFERENCE and {DEEP}, that is, {LABEL}\\.", _place_of),
        (f"The statement says {LABEL}, which only the {NTH} picture shows\\.", _states),
        (f"Only the {NTH} picture shows what the statement says: {LABEL}\\.", _states),
    ],
    "integration_allo": [
        (r"PERSON looks toward the (?P<faced>.*)\.", lambda told, faced: bool(told.said.update(faced=faced)) or True),
        (
            r"So for PERSON it is the (?P<anchor>.*) that stands directly (?P<side>.*)\.",
            lambda told, **said: _anchor(told, told.said["faced"], **said),
        ),
        (
            r"Find the way PERSON faces: toward the (?P<faced>.*)\.",
            lambda told, faced: bool(told.said.update(faced=faced)) or True,
        ),
        (
            r"Directly (?P<side>.*), as PERSON sees it, is then the (?P<anchor>.*)\.",
            lambda told, **said: _anchor(told, told.said["faced"], **said),
        ),
        (r"From the (?P<anchor>.*), on the ground, it is to (?P<far>.*)\.", _distances),
        (r"Measured from the (?P<anchor>.*) it is to (?P<far>.*)\.", _distances),
        (r"The nearest is the (?P<name>.*)\.", _nearest),
        (r"The (?P<name>.*) is the nearest of these\.", _nearest),
    ],
    "orientation": [
        (
            f"(?:In the picture the front of THING points|Look at the front of THING: as the camera sees it, it "
            f"points) {WAY}\\.",
            lambda told, way: _points(way, *_facing_in_picture(told.truth["thing"], told.truth["azimuths"][0])),
        ),
        (f"The way asked about is {WAY}, which is (?P<same>the same way|another way)\\.", _asked),
        (f"Asked is {WAY}\\.", lambda told, way: bool(told.said.update(way=way)) or True),
        (
            r"That is (?P<same>the same way|another way)\.",
            lambda told, same: _asked(told, told.said["way"], same),
        ),
    ],
}
