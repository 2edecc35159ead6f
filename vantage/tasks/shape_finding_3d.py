"""Cube comparison: three pictures of one cube, a face painted over in the third; which pattern was there?

The options are the four patterns that the third picture does not show, so that picture rules none out. The cube tumbles
to any of its 24 orientations between the pictures. So where patterns are, without how they are turned, always leaves
two patterns, and the turn of a pattern that the third picture shares with another decides between them.

The tiers differ in what such a turn tells. In easy a pattern of the third picture looks different after every turn, and
what lies across the same side of it in another picture is mostly the answer. In medium and hard a half turn leaves the
pattern as it is, so that it can be laid over the other picture in two ways, of which the rest of the cube allows one.
In hard two items in five show only four faces in the first two pictures; in half of these the right pattern is in none.

`make` builds the cube and draws its views. `solve` builds no cube: it joins the pictures in all ways without a
contradiction and sees which patterns end up on the blue face.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, permutations, product
from math import prod
from typing import Any

import numpy as np

from vantage import seeds
from vantage.explaining import nets
from vantage.item import Choice, Json
from vantage.shapes import corners, cubes
from vantage.shapes.corners import PLACES, STANDS, CornerDrawing, Stand
from vantage.shapes.cubes import TEXTURES, Cube, Face, NetDrawing, Print
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "Between the pictures the cube may have been turned in any way."
QUESTION = (
    "<image>\n<image>\n<image>\nThe three pictures show the same cube, seen from above or from below. Each of its six "
    "faces has a pattern of its own; in the third picture one face has been painted plain blue. Which pattern was on "
    f"that face? {STATED} Only the pattern counts, not how it is turned in the option."
)
TRIES = 1000  # far more than needed
LOOKS = 16  # in how many ways the offered patterns can be turned together, at least


@dataclass(frozen=True)
class Plan:
    """What the pictures share: faces in the first two, and which orders of symmetry the third one's patterns may have.

    `link` is the pattern of the third picture that another shows beside the painted face; if the first two show four
    faces only, it is the one that they show. `chain`: whether one other picture is enough to know the painted pattern.
    """

    faces: int
    chain: str
    link: tuple[int, ...]
    other: tuple[int, ...]


# A pattern that looks the same after every turn (order 4) tells nothing about which of its edges meets which face. The
# right pattern is beside it as often as beside the other one.
HALVES = (
    Plan(6, "seen", (2,), (2,)),
    Plan(6, "seen", (2,), (4,)),
    Plan(6, "elimination", (4,), (2,)),
)
PLANS = {
    "easy": (
        Plan(6, "seen", (1,), (1,)),
        Plan(6, "seen", (1,), (4,)),
        Plan(6, "elimination", (4,), (1,)),
    ),
    "medium": HALVES,
    "hard": (*HALVES, Plan(4, "seen", (2,), (1, 2, 4)), Plan(4, "elimination", (2,), (1, 2, 4))),
}


@dataclass(frozen=True)
class Params:
    """How the cube is shown."""

    sway: float = 12.0  # degrees: how far the camera may be from the cube's diagonal, to either side
    elevation: tuple[float, float] = (28.0, 36.0)  # degrees above or below the horizon: the camera's least and greatest

    def __post_init__(self) -> None:
        if not 0 <= self.sway <= 15:
            raise ValueError(f"sway must be 0..15 degrees, not {self.sway}")
        if not 25 <= self.elevation[0] <= self.elevation[1] <= 42:
            raise ValueError(f"elevation must lie within 25..42 degrees, not {self.elevation}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw how the cube stands in each picture and the patterns, choose the key, and put the patterns on a cube."""
    # Drawn first, so that no plan is refused more often than another.
    plan = PLANS[slot.tier][rng.integers(len(PLANS[slot.tier]))]
    stands, painted, link = _stands(plan, rng)
    shown, offered = _textures(plan, rng)
    key = int(rng.integers(4))
    # First the face that links the pictures, then the other face that the third picture shows.
    visible = sorted(set(stands[2].sides) - {painted}, key=lambda side: side != link)
    cube, sides, situation = _allowed_cube(dict(zip(visible, shown)), painted, offered, key, slot, rng)
    views = [_view(params, cube, stand, side, rng) for stand, side in zip(stands, (-1, -1, painted))]
    offers = [
        Offer(drawing=NetDrawing(((0, 0),), (face,)), label=face.texture, rule=_rule(side, painted))
        for face, side in zip(offered, sides)
    ]
    order, options = arrange(slot, offers, key, rng)
    return Draft(
        question=QUESTION,
        drawings=tuple(views),
        options=options,
        answer=Choice(slot.letter),
        truth=_truth(views, [offered[i] for i in order]),
        situation=situation,
        tags={"chain": plan.chain, "painted": PLACES[stands[2].above][stands[2].sides.index(painted)]},
    )


def _stands(plan: Plan, rng: np.random.Generator) -> tuple[list[Stand], int, int]:
    """Return how the cube stands in each picture, the side to be painted, and the link's side.

    Six faces: the first two pictures have no face in common; the one with two faces of the third picture shows the
    painted side and the link. Four: they have two faces in common; the painted side is one of these, or it is in
    neither picture, and the link is the face of the third picture that only one of them shows.
    """
    for _ in range(TRIES):
        stands = [STANDS[number] for number in rng.integers(len(STANDS), size=3)]
        first, second, third = (set(stand.sides) for stand in stands)
        common = first & second
        near, nearest = sorted((first & third, second & third), key=len)
        if plan.faces == 6:
            if not common and len(nearest) == 2:
                painted, link = rng.permutation(sorted(nearest))
                return stands, int(painted), int(link)
        elif len(common) == 2 and (len(near), len(nearest)) == ((1, 2) if plan.chain == "seen" else (0, 1)):
            painted = rng.choice(sorted(near & common if plan.chain == "seen" else third - nearest))
            (link,) = nearest - {painted}
            return stands, int(painted), int(link)
    raise Refused(f"no three pictures for {plan} in {TRIES} tries")


def _view(params: Params, cube: Cube, stand: Stand, painted: int, rng: np.random.Generator) -> CornerDrawing:
    azimuth = round(float(rng.uniform(-params.sway, params.sway)), 1)
    return corners.seen(cube, stand, azimuth, round(float(rng.uniform(*params.elevation)), 1), painted)


def _textures(plan: Plan, rng: np.random.Generator) -> tuple[list[Face], list[Face]]:
    """Return the two patterns that the third picture shows, the linking one first, and the four that are offered."""
    for _ in range(TRIES):
        names = [str(name) for name in rng.permutation(list(TEXTURES))]
        link = next(name for name in names if TEXTURES[name].order in plan.link)
        other = next(name for name in names if TEXTURES[name].order in plan.other and name != link)
        rest = [name for name in names if name not in (link, other)][:4]
        # Patterns that can be turned in few ways make few cubes, and none may be left for one key and not for another.
        if prod(4 // TEXTURES[name].order for name in rest) >= LOOKS:
            faces = [Face(name, 0, bool(rng.integers(2))).look for name in (link, other, *rest)]
            return faces[:2], [Face(face.texture, 0, face.flipped) for face in faces[2:]]
    raise Refused(f"no patterns for {plan} in {TRIES} tries")


def _allowed_cube(
    shown: dict[int, Face], painted: int, offered: list[Face], key: int, slot: Slot, rng: np.random.Generator
) -> tuple[Cube, list[int], str]:
    """Return a cube of the slot's split with the key on the painted side, the options' sides, and its situation."""
    hidden = [side for side in range(6) if side not in shown and side != painted]
    for _ in range(TRIES):
        sides = [int(side) for side in rng.permutation(hidden)]
        sides.insert(key, painted)
        faces = {**shown, **dict(zip(sides, offered))}
        cube = tuple(_print(side, faces[side], rng) for side in range(6))
        situation = seeds.digest("cube", cubes.canonical(cube)[0])
        if slot.allows(situation):
            return cube, sides, situation
    raise Refused(f"no cube of the {slot.split} split in {TRIES} tries")


def _print(side: int, face: Face, rng: np.random.Generator) -> Print:
    """Return the pattern on a side of the cube, turned at random."""
    edges = [other for other in range(6) if other not in (side, 5 - side)]
    return Print(face.texture, edges[int(rng.integers(4))], face.flipped)


def _rule(side: int, painted: int) -> str:
    """Return where the pattern really is: opposite the painted face, or beside it but not in the third picture."""
    return "" if side == painted else "opposite" if side == 5 - painted else "beside"


def _truth(views: list[CornerDrawing], offered: list[Face]) -> dict[str, Any]:
    textures = sorted({face.texture for view in views for face in view.faces if face})
    return {
        "views": [
            {
                **{
                    place: asdict(face) if face else None for place, face in zip(PLACES[view.elevation > 0], view.faces)
                },
                "azimuth": view.azimuth,
                "elevation": view.elevation,
            }
            for view in views
        ],
        "options": [{"texture": face.texture, "flipped": face.flipped} for face in offered],
        "symmetry": {name: asdict(TEXTURES[name]) for name in textures},
    }


# The second route. A picture's faces are placed in space as the camera at azimuth 45 sees them: x points to the right
# and towards the viewer, y to the right and away, z up.

Vector = tuple[int, int, int]
Pattern = tuple[str, bool, frozenset[Vector]]  # texture, flipped, the possible directions of its upper edge
Layout = dict[Vector, Pattern]  # by outward normal

NORMALS: dict[str, Vector] = {"top": (0, 0, 1), "bottom": (0, 0, -1), "left": (0, -1, 0), "right": (1, 0, 0)}
UPWARD: dict[str, Vector] = {"top": (0, 1, 0), "bottom": (0, -1, 0), "left": (0, 0, 1), "right": (0, 0, 1)}


def solve(truth: Json) -> Choice:
    """Return the only pattern that can be on the blue face."""
    possible = patterns(truth, (0, 1))
    return only((option["texture"], option["flipped"]) in possible for option in truth["options"])


def patterns(truth: Json, first: Sequence[int]) -> set[tuple[str, bool]]:
    """Return the offered patterns that may be on the blue face, given the third picture and those numbered `first`."""
    *views, last = truth["views"]
    blue = NORMALS[next(place for place in NORMALS if last.get(place, "") is None)]
    layouts = [_layout(last, truth["symmetry"])]
    for number in first:
        view = _layout(views[number], truth["symmetry"])
        layouts = [joined for layout in layouts for turn in TURNS if (joined := _joined(layout, view, turn))]
    offered = {(option["texture"], option["flipped"]) for option in truth["options"]}
    found: set[tuple[str, bool]] = set()
    for layout in layouts:
        placed = {pattern[:2] for pattern in layout.values()}
        found |= {layout[blue][:2]} if blue in layout else offered - placed
    return found & offered


def _layout(view: Json, symmetry: Json) -> Layout:
    """Return the patterns of a picture in space."""
    found: Layout = {}
    for place, normal in NORMALS.items():
        if face := view.get(place):
            order, mirror = symmetry[face["texture"]]["order"], symmetry[face["texture"]]["mirror"]
            undone = face["flipped"] and mirror >= 0
            upward = _clockwise(UPWARD[place], normal, face["turn"] + (mirror if undone else 0))
            alike = frozenset(_clockwise(upward, normal, turn) for turn in range(0, 4, 4 // order))
            found[normal] = (face["texture"], face["flipped"] and not undone, alike)
    return found


def _clockwise(direction: Vector, normal: Vector, quarters: int) -> Vector:
    """Return a direction in a face after quarter turns, clockwise as seen from outside."""
    for _ in range(quarters % 4):
        direction = _cross(direction, normal)
    return direction


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _turns() -> Iterator[dict[Vector, Vector]]:
    """Yield the 24 rotations, each as the images of the six directions."""
    units = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    for x in units:
        for y in units:
            if _cross(x, y) != (0, 0, 0):
                z = _cross(x, y)
                yield {
                    (a, b, c): (
                        a * x[0] + b * y[0] + c * z[0],
                        a * x[1] + b * y[1] + c * z[1],
                        a * x[2] + b * y[2] + c * z[2],
                    )
                    for a, b, c in units
                }


TURNS = tuple(_turns())


def _joined(layout: Layout, view: Layout, turn: dict[Vector, Vector]) -> Layout | None:
    """Return the layout with the faces of a turned picture added; None if the two contradict each other."""
    joined = dict(layout)
    where = {pattern[:2]: normal for normal, pattern in layout.items()}
    for normal, (texture, flipped, upward) in view.items():
        place, pattern = turn[normal], (texture, flipped, frozenset(turn[direction] for direction in upward))
        if where.get((texture, flipped), place) != place or joined.setdefault(place, pattern) != pattern:
            return None
    return joined


# Side doors. Here a cube or a picture is only where its patterns are, without how they are turned.

Places = dict[Vector, str]  # by outward normal; the blue face has an empty name
UPRIGHT = tuple(turn for turn in TURNS if turn[0, 0, 1] == (0, 0, 1))


def _by_places(fits: Callable[[Places, Places], bool]) -> Callable[[Json], list[float]]:
    """Return the rule that counts, for each option, the cubes with it on the blue face that fit the first pictures."""

    def rule(truth: Json) -> list[float]:
        offered = [option["texture"] for option in truth["options"]]
        *first, third = map(_places, truth["views"])
        blue = next(normal for normal, texture in third.items() if not texture)
        known = {normal: texture for normal, texture in third.items() if texture}
        free = [blue, *(normal for normal in TURNS[0] if normal not in third)]
        possible = ({**known, **dict(zip(free, order))} for order in permutations(offered))
        counts = Counter(cube[blue] for cube in possible if all(fits(cube, view) for view in first))
        return [float(counts[texture]) for texture in offered]

    return rule


def _places(view: Json) -> Places:
    shown = {normal: view[place] for place, normal in NORMALS.items() if place in view}
    return {normal: face["texture"] if face else "" for normal, face in shown.items()}


def _shows_after(turns: Sequence[dict[Vector, Vector]]) -> Callable[[Places, Places], bool]:
    """Return the test whether a picture can show a cube after one of the `turns`."""
    return lambda cube, view: any(all(cube[turn[at]] == texture for at, texture in view.items()) for turn in turns)


def _apart(cube: Places, view: Places) -> bool:
    """Return whether no two patterns of a picture are on opposite sides of the cube."""
    where = {texture: normal for normal, texture in cube.items()}
    pairs = combinations((where[texture] for texture in view.values()), 2)
    return all(tuple(-part for part in one) != other for one, other in pairs)


def _same_place(truth: Json) -> list[float]:
    """Count how often the first pictures show a pattern where the third is blue."""
    *first, third = map(_places, truth["views"])
    blue = next(normal for normal, texture in third.items() if not texture)
    return [float(sum(view.get(blue) == option["texture"] for view in first)) for option in truth["options"]]


def _company(truth: Json) -> list[float]:
    """Count how many patterns of the third picture are seen beside a pattern in the first two."""
    *first, third = (set(_places(view).values()) - {""} for view in truth["views"])
    beside = [option["texture"] for option in truth["options"]]
    return [float(sum(len(view & third) for view in first if texture in view)) for texture in beside]


def _one_look(truth: Json) -> list[float]:
    """Look up the side of each known pattern that touches the blue face in each other picture that shows the pattern.

    A pattern across that side gains, one across another side loses. Where turns look alike, it gains in proportion.
    """
    *first, third = (_layout(view, truth["symmetry"]) for view in truth["views"])
    (blue,) = (NORMALS[place] for place in NORMALS if truth["views"][-1].get(place, "") is None)
    scores: defaultdict[tuple[str, bool], float] = defaultdict(float)
    for view, (known, pattern) in product(first, third.items()):
        for at in (normal for normal in view if view[normal][:2] == pattern[:2]):
            turns = [turn for turn in TURNS if turn[at] == known and _alike(view[at], pattern, turn)]
            for normal, (texture, flipped, _) in view.items():
                share = sum(turn[normal] == blue for turn in turns) / len(turns)
                if normal != at and len(turns) < 4:
                    scores[texture, flipped] += share or -1
    return [scores[option["texture"], option["flipped"]] for option in truth["options"]]


def _alike(one: Pattern, other: Pattern, turn: dict[Vector, Vector]) -> bool:
    return frozenset(turn[direction] for direction in one[2]) == other[2]


def _most_seen(truth: Json) -> list[float]:
    counts = Counter(texture for view in truth["views"] for texture in _places(view).values())
    return [float(counts[option["texture"]]) for option in truth["options"]]


def _least_seen(truth: Json) -> list[float]:
    return [-count for count in _most_seen(truth)]


task = Task(
    name="shape_finding_3d",
    version=3,
    title="Which pattern was on the painted face?",
    quadrant="I-S",
    capabilities=("SR",),
    abilities=("visualization", "relation"),
    make=make,
    solve=solve,
    params=Params,
    frame="object",
    stated=STATED,
    truth={
        "views": (
            "The three pictures in order. `top` or `bottom`, `left` and `right`: the faces that show, each with its "
            "texture and how that lies: flipped left to right first if `flipped`, then turned clockwise, seen from "
            "outside, by `turn` quarter turns; null for the face painted blue. Turn 0 on the left and right face: the "
            "texture's upper edge is the face's upper edge in the picture; on the top: the texture's lower edge is the "
            "one shared with the left face; on the bottom: its upper edge is. `azimuth` and `elevation` of the distant "
            "camera in degrees: at azimuth 0 both side faces look equally wide, positive shows more of the right one; "
            "elevation is above the horizon, negative below it."
        ),
        "options": (
            "The texture on each option's tile in presented order, and whether it is flipped left to right, as it is "
            "on the cube. The right one is the only one that the blue face can have on any cube with six different "
            "textures of which the three pictures can be views, however the cube is turned between them."
        ),
        "symmetry": (
            "For each texture of the item what leaves its look alone. `order` (1, 2 or 4): turns by 4 / order quarter "
            "turns do. `mirror`: flipped left to right it looks as if turned clockwise by so many quarter turns; -1: "
            "no turn gives the flipped look."
        ),
    },
    side_doors=(
        SideDoor(
            "where patterns are, not how they are turned",
            _by_places(_shows_after(TURNS)),
            {"easy": 0.55, "medium": 0.55, "hard": 0.55},
            "the places always leave two patterns: 50%",
        ),
        SideDoor(
            "where patterns are, as if the cube only turned about the vertical",
            _by_places(_shows_after(UPRIGHT)),
            {"easy": 0.35, "medium": 0.35, "hard": 0.35},
        ),
        SideDoor(
            "no two patterns of one picture are opposite",
            _by_places(_apart),
            {"easy": 0.3, "medium": 0.3, "hard": 0.4},
            "in hard one item in five has its right pattern in no picture, where it has the most places left",
        ),
        SideDoor(
            "what lies across the same side of one known pattern in one other picture",
            _one_look,
            {"easy": 0.87, "medium": 0.55, "hard": 0.55},
            "one look, at how one pattern is turned: the skill's first step, which in easy mostly is the last one too",
        ),
        SideDoor("the pattern at the blue face's place", _same_place, {"easy": 0.3, "medium": 0.3, "hard": 0.3}),
        SideDoor("beside a pattern of the third picture", _company, {"easy": 0.3, "medium": 0.3, "hard": 0.3}),
        SideDoor("the pattern seen most often", _most_seen, {"easy": 0.3, "medium": 0.3, "hard": 0.35}),
        SideDoor(
            "the pattern seen least often",
            _least_seen,
            {"easy": 0.3, "medium": 0.3, "hard": 0.4},
            "in hard the right pattern is in no picture in one item of five, and in two pictures in another",
        ),
    ),
    explain=nets.painted,
)
