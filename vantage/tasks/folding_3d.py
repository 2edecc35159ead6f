"""Cube folding: which picture can be a view of the cube into which this net folds?

The options show one corner of a cube with two independent edits, each made or not: any of the four could become the
key, for which the net is made last. It is a net that must be folded: what it shows while it is flat, such as which
patterns touch at which sides, always leaves several options. In medium it also does after a first fold, which joins the
two edges at each notch of the net, and if it is known which patterns meet in the cube: how one of them is turned cannot
be read off its neighbours in the flat net. In hard it does even if both are known.

`make` builds a cube around the key's corner and prints the net by rolling that cube over it. `solve` folds nothing in
space: it joins the edges of the flat net until three squares meet at every corner, and looks for the option among these
corners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from vantage import seeds
from vantage.explaining import nets
from vantage.item import LETTERS, Choice, Json
from vantage.shapes import cubes
from vantage.shapes.cubes import TEXTURES, Corner, Cube, CubeDrawing, Face, NetDrawing
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "The cube may be held in any position."
QUESTION = (
    "<image>\nThis is the net of a cube, seen from its printed side. It is folded along the lines into a cube, printed "
    f"side outward. Which option can be a view of that cube? {STATED} How each pattern is turned on its face counts, "
    "and a pattern and its mirror image are different patterns."
)

TRIES = 1000  # far more than needed, so that tries never run out for one key and not for another
EDITS = {
    "easy": (("replaced", "swapped"), ("turned", "swapped"), ("turned", "swapped"), ("turned", "replaced")),
    "medium": (("turned", "swapped"), ("turned", "replaced")),
    "hard": (("turned", "turned"), ("turned", "flipped")),
}


@dataclass(frozen=True)
class Params:
    """How the cubes are shown."""

    sway: float = 8.0  # degrees: how far the camera may be from the cube's diagonal, to either side
    elevation: tuple[float, float] = (30.0, 38.0)  # degrees: the camera's least and greatest elevation

    def __post_init__(self) -> None:
        if not 0 <= self.sway <= 15:
            raise ValueError(f"sway must be 0..15 degrees, not {self.sway}")
        if not 25 <= self.elevation[0] <= self.elevation[1] <= 42:
            raise ValueError(f"elevation must lie within 25..42 degrees, not {self.elevation}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw four corners of cubes, choose the key among them, and make the net for it."""
    edits = EDITS[slot.tier][rng.integers(len(EDITS[slot.tier]))]
    corners = _corners(edits, rng)
    views = [_view(corner, params, rng) for corner in corners]
    # Checked for all four before the key is drawn, so that a refusal cannot favour one of them.
    for possible in range(4):
        net = _net(_cube(corners, possible, rng), views, slot.tier, rng)
        if solve(_truth(net, views)) != Choice(LETTERS[possible]):
            raise Refused(f"with option {possible} as the key, another one is right too")
    key = int(rng.integers(4))
    cube, situation, is_mirrored = _allowed_cube(corners, key, slot, rng)
    net = _net(cube, views, slot.tier, rng)
    offers = [
        Offer(drawing=view, label=_label(corner, is_mirrored), rule=_rule(edits, member ^ key))
        for member, (corner, view) in enumerate(zip(corners, views))
    ]
    order, options = arrange(slot, offers, key, rng)
    truth = _truth(net, [views[i] for i in order])
    return Draft(QUESTION, (net,), options, Choice(slot.letter), truth, situation)


def _corners(edits: tuple[str, str], rng: np.random.Generator) -> list[Corner]:
    """Return four corners; bit 0 of a corner's number says whether the first edit is made, bit 1 the second."""
    textures = [_texture(edits[0], [], rng)]
    for edit in (edits[1], "", ""):
        textures.append(_texture(edit, textures, rng))
    drawn = [_face(name, rng) for name in textures]
    # The edits change different places, so they are independent of each other and of their order.
    places = [int(place) for place in rng.permutation(3)]
    steps = [int(rng.integers(1, max(2, 4 // face.symmetry.order))) for face in drawn[:2]]
    corners = []
    for member in range(4):
        faces = list(drawn)
        for which, edit in enumerate(edits):
            if member >> which & 1:
                faces = _edited(faces, which, edit, steps[which])
        placed = dict(zip(places, faces))
        corners.append((placed[0], placed[1], placed[2]))
    return corners


def _edited(faces: list[Face], which: int, edit: str, steps: int) -> list[Face]:
    """Return three faces and a spare one after an edit of face `which`."""
    faces = list(faces)
    match edit:
        case "replaced":
            faces[which], faces[3] = faces[3], faces[which]
        case "swapped":
            faces[1], faces[2] = faces[2], faces[1]
        case "turned":
            faces[which] = faces[which].turned(steps).look
        case "flipped":
            faces[which] = replace(faces[which], flipped=not faces[which].flipped)
    return faces


def _texture(edit: str, taken: list[str], rng: np.random.Generator) -> str:
    """Return a texture that is not taken yet and that the edit visibly changes."""
    fit = [
        name
        for name, symmetry in TEXTURES.items()
        if name not in taken
        and not (edit == "turned" and symmetry.order == 4)
        and not (edit == "flipped" and symmetry.mirror >= 0)
    ]
    return fit[rng.integers(len(fit))]


def _face(texture: str, rng: np.random.Generator) -> Face:
    """Return the texture in a random one of its orientations, all equally likely."""
    symmetry = TEXTURES[texture]
    turn, flipped = int(rng.integers(4 // symmetry.order)), bool(rng.integers(2))
    return Face(texture, turn, flipped and symmetry.mirror < 0)


def _view(corner: Corner, params: Params, rng: np.random.Generator) -> CubeDrawing:
    """Return a drawing of the corner with one of its three faces on top, from a slightly varied camera."""
    top, left, right = (face.look for face in cubes.spun(corner, int(rng.integers(3))))
    azimuth = round(float(rng.uniform(-params.sway, params.sway)), 1)
    return CubeDrawing((top, left, right), azimuth, round(float(rng.uniform(*params.elevation)), 1))


def _cube(corners: list[Corner], key: int, rng: np.random.Generator) -> Cube:
    """Return a cube with the key's corner; textures that only other corners show are on its hidden faces."""
    shown = [face.texture for face in corners[key]]
    counts = Counter(face.texture for corner in corners for face in corner)
    spare = sorted(counts.keys() - set(shown))
    hidden = list(spare)
    while len(hidden) < 3:
        hidden.append(_texture("", shown + hidden, rng))
    replaceable = [name for name in shown if counts[name] < len(corners)]
    for _ in range(TRIES):
        order = [hidden[i] for i in rng.permutation(3)]
        # A texture opposite the face that it replaces would have the same neighbours: only its turn would be wrong.
        if not any(face in replaceable and opposite in spare for face, opposite in zip(shown, reversed(order))):
            return cubes.with_corner(corners[key], [_face(name, rng) for name in order])
    raise Refused("every order of the hidden faces puts a stand-in opposite its face")


def _allowed_cube(corners: list[Corner], key: int, slot: Slot, rng: np.random.Generator) -> tuple[Cube, str, bool]:
    """Return a cube of the slot's split for the key, its situation, and whether the mirrored cube names that."""
    for _ in range(TRIES):
        cube = _cube(corners, key, rng)
        name, is_mirrored = cubes.canonical(cube)
        situation = seeds.digest("cube", name)
        if slot.allows(situation):
            return cube, situation, is_mirrored
    raise Refused(f"no cube of the {slot.split} split in {TRIES} tries")


def _net(cube: Cube, views: list[CubeDrawing], tier: str, rng: np.random.Generator) -> NetDrawing:
    """Return the cube printed on one of the 11 nets, laid in one of eight ways, on which several views seem right."""
    kinds = cubes.nets()
    for _ in range(TRIES):
        squares = cubes.placements(kinds[rng.integers(len(kinds))])[rng.integers(8)]
        start = cubes.poses()[rng.integers(24)]
        net = NetDrawing(squares, tuple(face.look for face in cubes.printed(cube, squares, start)))
        truth = _truth(net, views)
        if all((scores := rule(truth)).count(max(scores)) > 1 for rule in LEAVE_SEVERAL[tier]):
            return net
    raise Refused(f"no net that must be folded in {TRIES} tries")


def _label(corner: Corner, is_mirrored: bool) -> str:
    # A cube and its mirror image share a situation, so labels always refer to the one that names it.
    return cubes.corner_name(cubes.mirrored_corner(corner) if is_mirrored else corner)


def _rule(edits: tuple[str, str], difference: int) -> str:
    return "+".join(edit for which, edit in enumerate(edits) if difference >> which & 1)


def _truth(net: NetDrawing, views: list[CubeDrawing]) -> dict[str, Any]:
    textures = sorted({face.texture for face in net.faces})
    return {
        "net": [{"row": row, "column": column, **asdict(face)} for (row, column), face in zip(net.squares, net.faces)],
        "options": [
            {
                **{place: asdict(face) for place, face in zip(("top", "left", "right"), view.corner)},
                "azimuth": view.azimuth,
                "elevation": view.elevation,
            }
            for view in views
        ],
        "symmetry": {name: asdict(TEXTURES[name]) for name in textures},
    }


# The second route. The corners of a square are numbered clockwise from the upper left, and edge k runs from corner k to
# corner k + 1.

Edge = tuple[int, int]  # number of a square, number of its edge
Look = tuple[str, int, bool]  # texture, which of its own corners lies at the cube's corner, flipped


def solve(truth: Json) -> Choice:
    """Return the option whose three faces meet at a corner of the joined net just as in its picture."""
    net, symmetry = truth["net"], truth["symmetry"]
    mate = _zipped([(square["row"], square["column"]) for square in net])
    joints = {
        tuple(_look(net[i], at, symmetry) for i, at in _path(mate, (square, corner)))
        for square in range(6)
        for corner in range(4)
    }
    # The cube's corner nearest to the viewer is the lower right corner of the top face, the upper right corner of the
    # left face and the upper left corner of the right face; in this order the faces follow counter-clockwise.
    seen = (("top", 2), ("left", 1), ("right", 0))
    return only(
        tuple(_look(option[place], corner, symmetry) for place, corner in seen) in joints for option in truth["options"]
    )


def _zipped(squares: list[tuple[int, int]]) -> dict[Edge, Edge]:
    """Return which edges meet in the cube: those that touch in the net, and those joined so that three squares meet."""
    mate = _touching(squares)
    while len(mate) < 24:
        if not (joined := _zipped_once(mate)):
            raise Refused("the net does not close to a cube")
        mate |= joined
    return mate


def _touching(squares: list[tuple[int, int]]) -> dict[Edge, Edge]:
    """Return which edges touch in the flat net."""
    number = {square: i for i, square in enumerate(squares)}
    mate: dict[Edge, Edge] = {}
    for (row, column), i in number.items():
        for edge, beside in enumerate([(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]):
            if beside in number:
                mate[i, edge] = (number[beside], (edge + 2) % 4)
    return mate


def _zipped_once(mate: dict[Edge, Edge]) -> dict[Edge, Edge]:
    """Return the edges that are joined next: those that end where three joined squares leave a gap."""
    loose = [(i, (edge + 1) % 4) for i in range(6) for edge in range(4) if (i, edge) not in mate]
    joined: dict[Edge, Edge] = {}
    for (first, corner), _, last in (path for start in loose if len(path := _path(mate, start)) == 3):
        joined[last], joined[first, (corner - 1) % 4] = (first, (corner - 1) % 4), last
    return joined


def _path(mate: dict[Edge, Edge], start: Edge) -> list[Edge]:
    """Return the squares' corners around a point of the net, counter-clockwise from `start`, up to an unjoined edge."""
    path = [start]
    # The edge that starts at a corner is joined to the neighbouring square's edge that ends there.
    while (across := mate.get(path[-1])) and len(path) < 4:
        following = (across[0], (across[1] + 1) % 4)
        if following == start:
            break
        path.append(following)
    return path


def _look(face: Json, corner: int, symmetry: Json) -> Look:
    """Return how a face looks at one of its corners, the same for all equivalent orientations."""
    order, mirror = symmetry[face["texture"]]["order"], symmetry[face["texture"]]["mirror"]
    turn, flipped = face["turn"], face["flipped"]
    if flipped and mirror >= 0:
        turn, flipped = turn + mirror, False
    return face["texture"], (corner - turn) % (4 // order), flipped


# Side doors.

PLACES = ("top", "left", "right")


def _rule_for_pictures(score: Callable[[list[Json], Json], float]) -> Callable[[Json], list[float]]:
    """Return the rule that scores each picture of a cube by itself against the net."""
    return lambda truth: [float(score(truth["net"], option)) for option in truth["options"]]


def _beside(net: list[Json], option: Json) -> int:
    """Return how many of the patterns in a picture lie side by side in the net, counted in pairs."""
    where = {square["texture"]: (square["row"], square["column"]) for square in net}
    places = [where[option[place]["texture"]] for place in PLACES]
    return sum(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in combinations(places, 2))


def _in_line(net: list[Json], option: Json) -> int:
    """Return minus the number of pairs in a picture that are opposite: two squares apart in a straight line."""
    where = {square["texture"]: (square["row"], square["column"]) for square in net}
    places = [where[option[place]["texture"]] for place in PLACES]
    taken = set(where.values())
    pairs = [(one, other) for one, other in combinations(places, 2) if _two_apart(one, other, taken)]
    return -len(pairs)


def _two_apart(one: tuple[int, int], other: tuple[int, int], taken: set[tuple[int, int]]) -> bool:
    across, down = other[1] - one[1], other[0] - one[0]
    between = (one[0] + down // 2, one[1] + across // 2)
    return sorted((abs(across), abs(down))) == [0, 2] and between in taken


def _as_printed(net: list[Json], option: Json) -> int:
    """Return how many patterns are turned in the picture as they are in the net."""
    printed = {square["texture"]: (square["turn"], square["flipped"]) for square in net}
    return sum(
        printed[face["texture"]] == (face["turn"], face["flipped"]) for face in (option[place] for place in PLACES)
    )


def _same_hand(net: list[Json], option: Json) -> int:
    """Return how many patterns are not mirrored."""
    printed = {square["texture"]: square["flipped"] for square in net}
    return sum(printed[face["texture"]] == face["flipped"] for face in (option[place] for place in PLACES))


def _by_corners(ordered: bool) -> Callable[[Json], list[float]]:
    """Return the rule that three patterns meet at a corner, in the same order if `ordered`, however turned."""

    def rule(truth: Json) -> list[float]:
        net = truth["net"]
        mate = _zipped([(square["row"], square["column"]) for square in net])
        paths = [_path(mate, (square, corner)) for square in range(6) for corner in range(4)]
        joints = [[net[number]["texture"] for number, _ in path] for path in paths]
        seen = [[option[place]["texture"] for place in PLACES] for option in truth["options"]]
        if ordered:
            return [float(names in joints) for names in seen]
        return [float(sorted(names) in map(sorted, joints)) for names in seen]

    return rule


SHARED = {("top", "left"): (2, 0), ("top", "right"): (1, 0), ("left", "right"): (1, 3)}  # edges that meet in a picture


def _fitting(truth: Json, folds: int = 0) -> list[bool]:
    """Return which pictures agree with the net after so many rounds of joining its edges: 0 is the flat net.

    Patterns that touch in the net touch at the same sides, none is mirrored, and no two lie two apart in a line.
    """
    net, symmetry = truth["net"], truth["symmetry"]
    places = [(square["row"], square["column"]) for square in net]
    mate = _touching(places)
    for _ in range(folds):
        mate |= _zipped_once(mate)
    number = {square["texture"]: i for i, square in enumerate(net)}
    meeting = {(i, j): (edge, other) for (i, edge), (j, other) in mate.items()}

    def agree(option: Json, one: str, other: str) -> bool:
        i, j = number[option[one]["texture"]], number[option[other]["texture"]]
        if (i, j) not in meeting:
            return not _two_apart(places[i], places[j], set(places))
        return all(
            _look(net[k], edge, symmetry) == _look(option[place], at, symmetry)
            for k, place, edge, at in zip((i, j), (one, other), meeting[i, j], SHARED[one, other])
        )

    return [
        _same_hand(net, option) == len(PLACES) and all(agree(option, *pair) for pair in SHARED)
        for option in truth["options"]
    ]


def _flat(truth: Json) -> list[float]:
    """Score the pictures that agree with the flat net by how many of their patterns lie side by side in it."""
    beside = (_beside(truth["net"], option) for option in truth["options"])
    return [float(1 + count) if fits else 0.0 for fits, count in zip(_fitting(truth), beside)]


def _half_folded(folds: int) -> Callable[[Json], list[float]]:
    """Return the rule that knows which patterns meet in which order, but their turns only after so many rounds."""

    def rule(truth: Json) -> list[float]:
        meet = _by_corners(ordered=True)(truth)
        return [float(fits and met > 0) for fits, met in zip(_fitting(truth, folds), meet)]

    return rule


def _notched(truth: Json) -> list[float]:
    """Score the pictures by the net after a first fold, which joins the two edges at each notch."""
    return [float(fits) for fits in _fitting(truth, folds=1)]


# Nets are drawn on which each of these rules leaves several options.
LEAVE_SEVERAL: dict[str, tuple[Callable[[Json], list[float]], ...]] = {
    "easy": (_flat,),
    "medium": (_half_folded(folds=0), _notched),
    "hard": (_half_folded(folds=1),),
}


task = Task(
    name="folding_3d",
    version=2,
    title="Into which cube does the net fold?",
    quadrant="I-D",
    capabilities=("DA",),
    abilities=("visualization", "relation", "orientation"),
    make=make,
    solve=solve,
    params=Params,
    frame="object",
    stated=STATED,
    truth={
        "net": (
            "the six squares of the net as printed: row (0 is uppermost), column (0 is leftmost), texture, and how the "
            "texture lies: flipped left to right first if `flipped`, then turned clockwise by `turn` quarter turns. "
            "The net is seen from its printed side, which becomes the outside of the cube."
        ),
        "options": (
            "for each option in presented order the faces `top`, `left` and `right` of the cube in the picture, each "
            "with texture, turn and flipped as in the net, seen from outside. Turn 0 on the left and right face: the "
            "texture's upper edge is the one shared with the top face; turn 0 on the top: the texture's lower edge "
            "is the one shared with the left face. `azimuth` and `elevation` of the camera in degrees: at azimuth 0 "
            "both side faces look equally wide, positive shows more of the right one; elevation is above the horizon."
        ),
        "symmetry": (
            "for each texture of the item what leaves its look alone. `order` (1, 2 or 4): turns by 4 / order quarter "
            "turns do. `mirror`: flipped left to right it looks as if turned clockwise by so many quarter turns; -1: "
            "no turn gives the flipped look."
        ),
    },
    side_doors=(
        SideDoor(
            "neighbours in the net touch at the same sides, none two apart, none mirrored; then most neighbours",
            _flat,
            {"easy": 0.5, "medium": 0.5, "hard": 0.5},
            "all that the flat net shows leaves two or more options",
        ),
        SideDoor(
            "the same sides, none two apart, none mirrored, and what meets at the notches of the net",
            _notched,
            {"easy": 0.8, "medium": 0.5, "hard": 0.55},
            "a first fold, the simplest one; in easy it is mostly the only one needed",
        ),
        SideDoor(
            "the same sides, none two apart, none mirrored, and which patterns meet in which order",
            _half_folded(folds=0),
            {"easy": 0.74, "medium": 0.55, "hard": 0.5},
            "that is folding the net for where patterns come to lie; how they come to be turned is the rest",
        ),
        SideDoor(
            "patterns side by side in the net",
            _rule_for_pictures(_beside),
            {"easy": 0.3, "medium": 0.3, "hard": 0.3},
        ),
        SideDoor(
            "patterns not side by side in the net",
            _rule_for_pictures(lambda net, option: -_beside(net, option)),
            {"easy": 0.32, "medium": 0.3, "hard": 0.3},
        ),
        SideDoor(
            "no two patterns that lie two apart in the net",
            _rule_for_pictures(_in_line),
            {"easy": 0.38, "medium": 0.38, "hard": 0.3},
            "two squares apart in a line are opposite; stand-ins show such pairs, swapped patterns do not",
        ),
        SideDoor(
            "patterns turned as they are printed",
            _rule_for_pictures(_as_printed),
            {"easy": 0.32, "medium": 0.32, "hard": 0.37},
        ),
        SideDoor(
            "no pattern mirrored",
            _rule_for_pictures(_same_hand),
            {"easy": 0.33, "medium": 0.33, "hard": 0.44},
            "in half of the hard items two options show a mirrored pattern",
        ),
        SideDoor(
            "which patterns meet, in any order, however turned",
            _by_corners(ordered=False),
            {"easy": 0.43, "medium": 0.43, "hard": 0.3},
            "two options show a stand-in",
        ),
        SideDoor(
            "which patterns meet, in which order, however turned",
            _by_corners(ordered=True),
            {"easy": 0.68, "medium": 0.55, "hard": 0.3},
            "that is folding the net; in one easy item of four no pattern is turned wrongly",
        ),
    ),
    explain=nets.folded,
)
