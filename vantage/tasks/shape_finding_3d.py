"""Cube comparison: three pictures of one cube, a face painted over in the third; which pattern was there?

The options are the four patterns that the third picture does not show, so that picture rules none out. The cube tumbles
to any of its 24 orientations between the pictures. So where patterns are, without how they are turned, always leaves
two patterns, and the turn of a pattern that the third picture shares with another decides between them. In easy the
right one is then seen beside that pattern; in medium and hard half of the time, and otherwise it is what remains when
the others are ruled out.

The tiers differ in what can be used. Easy and medium: the first two pictures show all six faces, and each has one
pattern in common with the third. In easy the turn of both tells something, in medium one of them looks the same after
every turn. Hard: the first two pictures show four faces, and the third has one pattern in common with them.

`make` builds the cube and draws its views. `solve` builds no cube: it joins the pictures in all ways without a
contradiction and sees which patterns end up on the blue face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np

from vantage import seeds
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
    # Drawn first, so that neither chain is refused more often than the other.
    chain = "seen" if slot.tier == "easy" else str(rng.choice(("seen", "elimination")))
    stands, painted, link = _plan(slot.tier, chain, rng)
    shown, offered = _textures(slot.tier, chain, rng)
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
        tags={"chain": chain, "painted": PLACES[stands[2].above][stands[2].sides.index(painted)]},
    )


def _plan(tier: str, chain: str, rng: np.random.Generator) -> tuple[list[Stand], int, int]:
    """Return how the cube stands in each picture, the side to be painted, and a side that another picture shows too.

    Easy and medium: the first two pictures have no face in common; the one with two faces of the third picture shows
    the painted side and the link. Hard: they have two faces in common; the painted side is one of these, or it is in
    neither picture, and the link is the face of the third picture that only one of them shows.
    """
    for _ in range(TRIES):
        stands = [STANDS[number] for number in rng.integers(len(STANDS), size=3)]
        first, second, third = (set(stand.sides) for stand in stands)
        common = first & second
        near, nearest = sorted((first & third, second & third), key=len)
        if tier != "hard":
            if not common and len(nearest) == 2:
                painted, link = rng.permutation(sorted(nearest))
                return stands, int(painted), int(link)
        elif len(common) == 2 and (len(near), len(nearest)) == ((1, 2) if chain == "seen" else (0, 1)):
            painted = rng.choice(sorted(near & common if chain == "seen" else third - nearest))
            (link,) = nearest - {painted}
            return stands, int(painted), int(link)
    raise Refused(f"no three pictures for the tier {tier} in {TRIES} tries")


def _view(params: Params, cube: Cube, stand: Stand, painted: int, rng: np.random.Generator) -> CornerDrawing:
    azimuth = round(float(rng.uniform(-params.sway, params.sway)), 1)
    return corners.seen(cube, stand, azimuth, round(float(rng.uniform(*params.elevation)), 1), painted)


def _textures(tier: str, chain: str, rng: np.random.Generator) -> tuple[list[Face], list[Face]]:
    """Return the two patterns that the third picture shows, the linking one first, and the four that are offered."""
    names = [str(name) for name in rng.permutation(list(TEXTURES))]
    # A pattern that looks the same after every turn does not show which of its edges meets which face.
    telling = [name for name in names if TEXTURES[name].order < 4]
    link, other = telling[:2]
    if tier == "medium":
        other = next(name for name in names if TEXTURES[name].order == 4)
        link, other = (link, other) if chain == "seen" else (other, link)
    elif tier == "hard":
        other = next(name for name in names if name != link)
    rest = [name for name in names if name not in (link, other)]
    faces = [Face(name, 0, bool(rng.integers(2))).look for name in (link, other, *rest[:4])]
    return faces[:2], [Face(face.texture, 0, face.flipped) for face in faces[2:]]


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


def _rarest(truth: Json) -> list[float]:
    counts = Counter(texture for view in truth["views"] for texture in _places(view).values())
    return [-float(counts[option["texture"]]) for option in truth["options"]]


task = Task(
    name="shape_finding_3d",
    version=2,
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
            {"easy": 0.3, "medium": 0.3, "hard": 0.57},
            "in hard the pattern in no picture has the most places left, and is right half of the time",
        ),
        SideDoor("the pattern at the blue face's place", _same_place, {"easy": 0.3, "medium": 0.3, "hard": 0.3}),
        SideDoor("beside a pattern of the third picture", _company, {"easy": 0.3, "medium": 0.3, "hard": 0.3}),
        SideDoor(
            "the pattern seen least often",
            _rarest,
            {"easy": 0.3, "medium": 0.3, "hard": 0.57},
            "in hard the pattern in no picture is right half of the time, so that the other half can be seen",
        ),
    ),
)
