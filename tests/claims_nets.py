"""Read what is said of patterned cubes, and check it by folding nets in space and by trying all cubes."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np

from tests import brute_folding_3d as folding
from tests import brute_shape_finding_3d as painting
from tests.claims import Rule, Told

LETTER = "(?P<letter>[A-D])"
CALLED = {"F": "eff", "T": "tee", "Z": "zed", "bar chart": "bars", "pair of dots": "dots", "striped face": "stripes"}
EDGES = ("upper", "right", "lower", "left")
SPOTS = {"on the top": (0, 0, 1), "on the bottom": (0, 0, -1), "on the left": (0, -1, 0), "on the right": (1, 0, 0)}
SPOTS |= {"opposite the left face": (0, 1, 0), "opposite the right face": (-1, 0, 0)}
# Where in a picture of a corner the others lie, from a face: its edges clockwise from the upper one.
BESIDE = {"top": {"left": 2, "right": 1}, "left": {"top": 0, "right": 1}, "right": {"top": 0, "left": 3}}


def _texture(name: str) -> str:
    return CALLED.get(name, name)


def _faces(told: Told) -> dict[str, Any]:
    """The faces of the folded net by texture: outward normal and the direction of the net's upper edge."""
    if "faces" not in told.said:
        net = told.truth["net"]
        # Folded as if every pattern stood upright in the net, so that edges are those of the net.
        found = folding.folded([{**square, "turn": 0} for square in net])
        told.said["faces"] = {face["texture"]: face for face in found}
    faces: dict[str, Any] = told.said["faces"]
    return faces


def _edge(told: Told, one: str, other: str) -> str:
    """With which edge, as it lies in the net, a face meets another; nothing if they do not meet."""
    first, second = (_faces(told)[_texture(name)] for name in (one, other))
    direction = first["up"]
    for name in EDGES:
        if np.array_equal(direction, second["normal"]):
            return name
        direction = np.cross(direction, first["normal"])  # the next edge clockwise, seen from outside
    return ""


def _opposite(told: Told, one: str, other: str) -> bool:
    first, second = (_faces(told)[_texture(name)]["normal"] for name in (one, other))
    return bool((first == -second).all())


def _pairs(told: Told, pairs: str) -> bool:
    found = re.findall(r"the ([\w ]+?) and the ([\w ]+)", pairs)
    return len(found) == 3 and all(_opposite(told, *pair) for pair in found)


def _option(told: Told, letter: str) -> dict[str, Any]:
    option = told.truth["options"][told.number(letter)]
    return {option[place]["texture"]: (place, option[place]) for place in ("top", "left", "right")}


def _meeting(told: Told, meet: str, letter: str) -> bool:
    """All three pairs meet so in the cube, and the option shows these three so."""
    found = re.findall(r"the (\w+) edge of the ([\w ]+?) with the (\w+) edge of the ([\w ]+?)(?:;|$)", meet)
    names = {_texture(name) for _, one, _, other in found for name in (one, other)}
    right = all(_edge(told, one, other) == at and _edge(told, other, one) == where for at, one, where, other in found)
    shown = all(
        _shows(told, letter, one, other, at) and _shows(told, letter, other, one, where)
        for at, one, where, other in found
    )
    return len(found) == 3 and right and shown and names == set(_option(told, letter))


def _shown_edges(told: Told, letter: str, one: str, other: str) -> set[str]:
    """Which of its edges in the net a face can have turned to another in an option's picture."""
    place, face = _option(told, letter)[_texture(one)]
    beside, _ = _option(told, letter)[_texture(other)]
    square = next(square for square in told.truth["net"] if square["texture"] == _texture(one))
    found = set()
    for turn in range(4):
        # Turned in the net so that it looks as in the picture: then its edges are the picture's.
        if folding.same_face({**square, "turn": (square["turn"] + turn) % 4}, face, told.truth["symmetry"]):
            found.add(EDGES[(BESIDE[place][beside] - turn) % 4])
    return found


def _shows(told: Told, letter: str, one: str, other: str, edge: str) -> bool:
    return edge in _shown_edges(told, letter, one, other)


def _beside(told: Told, letter: str, one: str, other: str) -> bool:
    return {_texture(one), _texture(other)} <= set(_option(told, letter)) and _opposite(told, one, other)


def _mirrored(told: Told, letter: str, one: str) -> bool:
    _, face = _option(told, letter)[_texture(one)]
    square = next(square for square in told.truth["net"] if square["texture"] == _texture(one))
    turned = [{**square, "turn": turn} for turn in range(4)]
    return not any(folding.same_face(way, face, told.truth["symmetry"]) for way in turned)


def _around(told: Told, letter: str, one: str, other: str, third: str) -> bool:
    """Clockwise in the picture, and not in the cube."""
    order = ("top", "right", "left")  # clockwise round the corner that is nearest
    places = [order.index(_option(told, letter)[_texture(name)][0]) for name in (one, other, third)]
    clockwise = (places[1] - places[0]) % 3 == 1 and (places[2] - places[1]) % 3 == 1
    normals = [_faces(told)[_texture(name)]["normal"] for name in (one, other, third)]
    # Seen from outside, right-handed is counter-clockwise.
    return clockwise and int(np.dot(normals[0], np.cross(normals[1], normals[2]))) == 1


def _wrong_edge(told: Told, letter: str, one: str, other: str, seen: str, due: str) -> bool:
    shown = _shown_edges(told, letter, one, other)
    return shown == set(seen.split(" or ")) and _edge(told, one, other) == due not in shown


# -- Three pictures


def _blue(told: Told) -> tuple[int, int, int]:
    last = told.truth["views"][2]
    return next(painting.OUTWARD[place] for place in painting.OUTWARD if place in last and last[place] is None)


def _views(told: Told) -> list[Any]:
    return [painting._faces(view, told.truth["symmetry"]) for view in told.truth["views"]]


def _third(told: Told, spot: str, shown: str) -> bool:
    names = {_texture(name) for name in re.findall(r"the ([\w ]+?)(?: and |$)", shown)}
    return SPOTS[spot] == _blue(told) and names == {face["name"][0] for face in _views(told)[2].values()}


def _laid_over(told: Told, nth: str, name: str, how: str, places: str) -> bool:
    """Turn all that the picture shows in the 24 ways, and keep those in which the pattern lies as in the third."""
    views = _views(told)
    last, view = views[2], views[("first", "second").index(nth)]
    at, face = next((at, face) for at, face in last.items() if face["name"][0] == _texture(name))
    spots: dict[str, set[Any]] = {}
    count = 0
    for rotation in painting.ROTATIONS:
        turned = {painting._image(rotation, side): one for side, one in view.items()}
        if turned.get(at, {}).get("name") != face["name"]:
            continue
        if {painting._image(rotation, up) for up in turned[at]["ups"]} != face["ups"]:
            continue
        count += 1
        for side, one in turned.items():
            spots.setdefault(one["name"][0], set()).add(side)
    said = {}
    for clause in re.split(r" and (?=the [\w ]+ comes to be)", places):
        other, where = clause.removeprefix("the ").split(" comes to be ")
        said[_texture(other)] = {
            _blue(told) if one == "on the blue face" else SPOTS[one] for one in where.split(" or ")
        }
    spots.pop(_texture(name), None)
    return said == spots and count == (1 if how == "in one way" else 2)


def _possible(told: Told, letter: str, pictures: tuple[int, ...]) -> bool:
    """Whether a cube with an option's pattern on the blue face can show the third picture and some of the others."""
    views = _views(told)
    option = told.truth["options"][told.number(letter)]
    seen = {face["name"] for view in views for face in view.values()}
    names = sorted(seen | {(one["texture"], one["flipped"]) for one in told.truth["options"]})
    shown = {side: face["name"] for side, face in views[2].items()}
    shown[_blue(told)] = (option["texture"], option["flipped"])
    free = [side for side in painting.SIDES if side not in shown]
    rest = [name for name in names if name not in shown.values()]
    ups = {face["name"]: face["ups"] for face in views[2].values()}
    return any(
        painting._fits({**shown, **dict(zip(free, order))}, ups, [views[number] for number in pictures])
        for order in itertools.permutations(rest, len(free))
    )


def _is_called(told: Told, letter: str, name: str) -> bool:
    return told.truth["options"][told.number(letter)]["texture"] == _texture(name)


def _not_in(told: Told, letter: str, name: str, pictures: tuple[int, ...]) -> bool:
    return _is_called(told, letter, name) and not _possible(told, letter, pictures)


NAME = r"the (?P<{}>[\w ]+?)"
SPOT = f"(?P<spot>{'|'.join(SPOTS)})"
RULES: dict[str, list[Rule]] = {
    "folding_3d": [
        (r"When the net is folded, these come to lie opposite each other: (?P<pairs>.*)\.", _pairs),
        (r"Folded up, the net has these patterns on opposite faces: (?P<pairs>.*)\.", _pairs),
        (r"Edges are named as the patterns lie in the net\.", lambda told: True),
        (f"In the cube there meet (?P<meet>.*), just as option {LETTER} shows them\\.", _meeting),
        (f"Option {LETTER} agrees with the cube, in which there meet (?P<meet>.*)\\.", _meeting),
        (
            f"Option {LETTER} shows {NAME.format('one')} and {NAME.format('other')} side by side, but they are "
            f"opposite\\.",
            _beside,
        ),
        (f"Option {LETTER} shows {NAME.format('one')} as its mirror image\\.", _mirrored),
        (
            f"In option {LETTER} {NAME.format('one')}, {NAME.format('other')} and {NAME.format('third')} follow "
            f"clockwise round "
            r"their corner; in the cube, the other way\.",
            _around,
        ),
        (
            f"In option {LETTER} {NAME.format('one')} meets {NAME.format('other')} with its (?P<seen>[\\w ]+) edge, "
            f"but in the "
            r"cube with its (?P<due>\w+) edge\.",
            _wrong_edge,
        ),
    ],
    "shape_finding_3d": [
        (f"The blue face is {SPOT} in the third picture, beside (?P<shown>.*)\\.", _third),
        (f"In the third picture (?P<shown>.*) show; the blue face is {SPOT}\\.", _third),
        (
            f"Turn the cube of the (?P<nth>first|second) picture so that {NAME.format('name')} lies as in the third, "
            f"which can "
            r"be done (?P<how>in one way|in two ways, as half a turn leaves it alike): (?P<places>.*)\.",
            _laid_over,
        ),
        (
            f"The (?P<name>[\\w ]+), option {LETTER}, cannot be on the blue face: no such cube could show the first "
            f"picture\\.",
            lambda told, **said: _not_in(told, **said, pictures=(0,)),
        ),
        (
            f"The (?P<name>[\\w ]+), option {LETTER}, cannot be on the blue face: no such cube could show the second "
            f"picture\\.",
            lambda told, **said: _not_in(told, **said, pictures=(1,)),
        ),
        (
            f"The (?P<name>[\\w ]+), option {LETTER}, cannot be on the blue face: no such cube could show both the "
            f"first and "
            r"the second picture\.",
            lambda told, **said: _not_in(told, **said, pictures=(0, 1)),
        ),
        (
            f"The (?P<name>[\\w ]+), option {LETTER}, can be there: a cube with it on the blue face can show all three "
            r"pictures\.",
            lambda told, letter, name: _is_called(told, letter, name) and _possible(told, letter, (0, 1)),
        ),
    ],
}
