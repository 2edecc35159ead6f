"""How to follow patterns on the faces of a cube: from its net, and from one picture of it to another.

Edges of a square are numbered clockwise from the upper one: 0 up, 1 right, 2 down, 3 left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from vantage.item import Json
from vantage.scenes.phrases import capital
from vantage.telling import Teller, listed

Vector = tuple[int, int, int]
EDGES = ("upper", "right", "lower", "left")
# Of patterns that are called otherwise than they look, or are several.
NAMES = {"eff": "F", "tee": "T", "zed": "Z", "bars": "bar chart", "dots": "pair of dots", "stripes": "striped face"}
PLACES = ("top", "left", "right")
SHARED = {("top", "left"): (2, 0), ("top", "right"): (1, 0), ("left", "right"): (1, 3)}  # the edges that meet


def _called(texture: str) -> str:
    return f"the {NAMES.get(texture, texture)}"


def _less(a: Vector) -> Vector:
    return -a[0], -a[1], -a[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


# -- A net


class Folded:
    """A net folded: for each pattern the outward direction of its face, and those in which its four edges point."""

    def __init__(self, net: Sequence[Json]) -> None:
        squares = {(one["row"], one["column"]): one for one in net}
        start = min(squares)
        frames = {start: ((0, 0, 1), (0, 1, 0), (1, 0, 0))}  # outward, up, right
        todo = [start]
        while todo:
            row, column = place = todo.pop()
            out, up, right = frames[place]
            around = {
                (row - 1, column): (up, _less(out), right),
                (row, column + 1): (right, up, _less(out)),
                (row + 1, column): (_less(up), out, right),
                (row, column - 1): (_less(right), up, out),
            }
            fresh = {spot: frame for spot, frame in around.items() if spot in squares and spot not in frames}
            frames |= fresh
            todo += fresh
        self.outward: dict[str, Vector] = {squares[spot]["texture"]: out for spot, (out, _, _) in frames.items()}
        self.edges: dict[str, tuple[Vector, ...]] = {
            squares[spot]["texture"]: (up, right, _less(up), _less(right)) for spot, (_, up, right) in frames.items()
        }

    def edge(self, one: str, other: str) -> int:
        """Return with which edge, as it lies in the net, one face meets another."""
        return self.edges[one].index(self.outward[other])


def folded(truth: Json, tell: Teller) -> list[str]:
    """Tell which patterns are opposite, how three meet in the right option, and what is wrong with the others."""
    cube = Folded(truth["net"])
    pairs = [
        f"{_called(a)} and {_called(b)}"
        for a, b in combinations(sorted(cube.outward), 2)
        if cube.outward[a] == _less(cube.outward[b])
    ]
    steps = [
        tell.say(
            "When the net is folded, these come to lie opposite each other: {pairs}.",
            "Folded up, the net has these patterns on opposite faces: {pairs}.",
            pairs="; ".join(pairs),
        ),
        "Edges are named as the patterns lie in the net.",
    ]
    shown = [truth["options"][tell.key][place]["texture"] for place in PLACES]
    meet = [
        f"the {EDGES[cube.edge(a, b)]} edge of {_called(a)} with the {EDGES[cube.edge(b, a)]} edge of {_called(b)}"
        for a, b in combinations(shown, 2)
    ]
    steps.append(
        tell.say(
            "In the cube there meet {meet}, just as option {letter} shows them.",
            "Option {letter} agrees with the cube, in which there meet {meet}.",
            meet="; ".join(meet),
            letter=tell.right,
        )
    )
    return [*steps, *(_unlike(number, truth, cube, tell) for number in tell.wrong)]


def _unlike(number: int, truth: Json, cube: Folded, tell: Teller) -> str:
    """Return what is wrong with a picture of a cube."""
    option, letter = truth["options"][number], tell.letters[number]
    faces = [option[place] for place in PLACES]
    names = [face["texture"] for face in faces]
    for a, b in combinations(names, 2):
        if cube.outward[a] == _less(cube.outward[b]):
            return f"Option {letter} shows {_called(a)} and {_called(b)} side by side, but they are opposite."
    printed = {square["texture"]: square for square in truth["net"]}
    for face in faces:
        if face["flipped"] != printed[face["texture"]]["flipped"]:
            return f"Option {letter} shows {_called(face['texture'])} as its mirror image."
    out = [cube.outward[name] for name in names]
    if _cross(out[0], out[1]) != out[2]:  # top, left, right follow counter-clockwise in the picture
        words = dict(zip("abc", map(_called, (names[0], names[2], names[1]))))
        text = "In option {letter} {a}, {b} and {c} follow clockwise round their corner; in the cube, the other way."
        return text.format(letter=letter, **words)
    for (one, other), at in SHARED.items():
        for place, facing, edge in ((one, other, at[0]), (other, one, at[1])):
            face, name = option[place], option[place]["texture"]
            seen = _as_in_net(face, printed[name], edge, truth["symmetry"][name]["order"])
            due = cube.edge(name, option[facing]["texture"])
            if due not in seen:
                edges = " or ".join(EDGES[found] for found in seen)
                return (
                    f"In option {letter} {_called(name)} meets {_called(option[facing]['texture'])} with its {edges} "
                    f"edge, but in the cube with its {EDGES[due]} edge."
                )
    raise ValueError(f"option {letter} shows the cube")


def _as_in_net(face: Json, printed: Json, edge: int, order: int) -> list[int]:
    """Return which edge of a pattern in the net an edge in a picture is; several if turns leave the pattern alike."""
    turn = printed["turn"] - face["turn"]
    return sorted({(edge + turn + quarter) % 4 for quarter in range(0, 4, 4 // order)})


# -- Three pictures. Their faces are placed in space as the camera at azimuth 45 sees them.

NORMALS: dict[str, Vector] = {"top": (0, 0, 1), "bottom": (0, 0, -1), "left": (0, -1, 0), "right": (1, 0, 0)}
UPWARD: dict[str, Vector] = {"top": (0, 1, 0), "bottom": (0, -1, 0), "left": (0, 0, 1), "right": (0, 0, 1)}
SPOTS = {normal: f"on the {place}" for place, normal in NORMALS.items()}
SPOTS |= {(0, 1, 0): "opposite the left face", (-1, 0, 0): "opposite the right face"}
PICTURES = ("first", "second")
Laid = dict[Vector, tuple[str, frozenset[Vector]]]  # pattern by outward direction, and where its upper edge may point
ANYWHERE: frozenset[Vector] = frozenset()


def _laid(view: Json, symmetry: Json) -> Laid:
    found: Laid = {}
    for place, normal in NORMALS.items():
        if face := view.get(place):
            kind = symmetry[face["texture"]]
            undone = face["flipped"] and kind["mirror"] >= 0
            upward = UPWARD[place]
            for _ in range((face["turn"] + (kind["mirror"] if undone else 0)) % 4):
                upward = _cross(upward, normal)
            ways = {upward} if kind["order"] == 1 else {upward, _less(upward)}
            if kind["order"] == 4:
                ways |= {_cross(way, normal) for way in [upward, _less(upward)]}
            found[normal] = (face["texture"], frozenset(ways))
    return found


def _turns() -> Iterator[dict[Vector, Vector]]:
    """Yield the 24 ways to turn a cube, each as the images of the six directions."""
    units: list[Vector] = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
    for x, y in permutations(units, 2):
        if x != _less(y):
            z = _cross(x, y)
            yield dict(zip(units, (x, y, z, _less(x), _less(y), _less(z))))


TURNS = tuple(_turns())


def _turned(view: Laid, turn: dict[Vector, Vector]) -> Laid:
    return {turn[at]: (name, frozenset(turn[way] for way in ways)) for at, (name, ways) in view.items()}


def _joined(one: Laid, other: Laid) -> Laid | None:
    """Return all that two layouts show together; None if they contradict each other."""
    where = {name: at for at, (name, _) in one.items()}
    joined = dict(one)
    for at, (name, ways) in other.items():
        if where.get(name, at) != at:
            return None
        known, upward = joined.get(at, (name, ways))
        if known != name or (upward and upward != ways):
            return None
        joined[at] = (name, ways)
    return joined


def _cubes(start: Laid, views: Sequence[Laid]) -> list[Laid]:
    """Return all that a cube can be that agrees with the pictures, however it was turned between them."""
    found = [start]
    for view in views:
        turned = [_turned(view, turn) for turn in TURNS]
        found = [joined for one in found for other in turned if (joined := _joined(one, other))]
    return found


def painted(truth: Json, tell: Teller) -> list[str]:
    """Tell where patterns come to lie when a picture is turned, and which of them can be on the blue face."""
    *first, last = (_laid(view, truth["symmetry"]) for view in truth["views"])
    blue = next(NORMALS[place] for place in NORMALS if truth["views"][-1].get(place, "") is None)
    shown = listed([_called(name) for name, _ in last.values()])
    steps = [
        tell.say(
            "The blue face is {spot} in the third picture, beside {shown}.",
            "In the third picture {shown} show; the blue face is {spot}.",
            spot=SPOTS[blue],
            shown=shown,
        )
    ]
    for view, picture in zip(first, PICTURES):
        steps += _laid_over(view, last, picture, blue)
    for number in tell.shown:
        name = truth["options"][number]["texture"]
        steps.append(_tried(name, tell.letters[number], {**last, blue: (name, ANYWHERE)}, first))
    return steps


def _laid_over(view: Laid, last: Laid, picture: str, blue: Vector) -> Iterator[str]:
    """Yield what follows from a pattern that a picture shares with the third one."""
    for at, (name, ways) in last.items():
        if len(ways) == 4 or name not in {other for other, _ in view.values()}:
            continue
        turned = [_turned(view, turn) for turn in TURNS]
        fitting = [one for one in turned if one.get(at) == (name, ways)]
        spots = {other: _spots(other, fitting, blue) for other, _ in view.values() if other != name}
        told = listed([f"{_called(other)} comes to be {found}" for other, found in spots.items()])
        how = "in one way" if len(fitting) == 1 else "in two ways, as half a turn leaves it alike"
        yield (
            f"Turn the cube of the {picture} picture so that {_called(name)} lies as in the third, which can be done "
            f"{how}: {told}."
        )


def _spots(name: str, layouts: list[Laid], blue: Vector) -> str:
    """Return where a pattern is in some layouts: "on the left", "on the blue face or on the top"."""
    places = {place for one in layouts for place, (who, _) in one.items() if who == name}
    return " or ".join(sorted("on the blue face" if place == blue else SPOTS[place] for place in places))


def _tried(name: str, letter: str, start: Laid, views: Sequence[Laid]) -> str:
    """Return whether a pattern can be on the blue face, and what speaks against it."""
    named = f"{capital(_called(name))}, option {letter},"
    for view, picture in zip(views, PICTURES):
        if not _cubes(start, [view]):
            return f"{named} cannot be on the blue face: no such cube could show the {picture} picture."
    if not _cubes(start, views):
        return f"{named} cannot be on the blue face: no such cube could show both the first and the second picture."
    return f"{named} can be there: a cube with it on the blue face can show all three pictures."
