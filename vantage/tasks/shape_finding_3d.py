"""Cube comparison: three pictures of one cube, a face painted over in the third; which pattern was there?

The options are the four patterns that the third picture does not show, so that picture rules none out; which of the
four was painted over is drawn after they are chosen. The tiers differ in the reasoning needed. Easy: one of the first
two pictures shows the painted face beside a face of the third. Medium: each of the two rules out some patterns, and one
is left. Hard: neither suffices until both are joined by the turn of a face that they share.

Counting patterns helps little. In easy and medium, each of the four patterns occurs once in the first two pictures, so
counts give nothing away. In hard, the pattern that occurs in both is never the right one (no camera could show it a
third time), so one guess in three is right. A face that neither picture shows is never asked about: as an option, it
would be the only pattern in no picture.

`make` builds the cube and draws its views. `solve` builds no cube: it joins the pictures in all ways without a
contradiction and sees which patterns end up on the blue face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from vantage import seeds
from vantage.item import Choice, Json
from vantage.shapes import cubes, turntable
from vantage.shapes.cubes import TEXTURES, Cube, Face, NetDrawing, Print
from vantage.shapes.turntable import PLACES, CornerDrawing, Station
from vantage.task import Draft, Offer, Refused, Slot, Task, arrange, only

STATED = "Between the pictures the cube may have been turned in any way."
QUESTION = (
    "<image>\n<image>\n<image>\nThe three pictures show the same cube, seen from above or from below. Each of its six "
    "faces has a pattern of its own; in the third picture one face has been painted plain blue. Which pattern was on "
    f"that face? {STATED} Only the pattern counts, not how it is turned in the option."
)
TRIES = 1000  # far more than needed
APART = 120  # degrees between the pictures
CHAINS = {"easy": "seen", "medium": "elimination", "hard": "orientation"}


@dataclass(frozen=True)
class Params:
    """How the cube is shown."""

    sway: float = 3.0  # degrees: how far the first camera may be from the best view of the faces, to either side
    elevation: tuple[float, float] = (28.0, 36.0)  # degrees above or below the horizon: the camera's least and greatest

    def __post_init__(self) -> None:
        if not 0 <= self.sway <= 5:
            raise ValueError(f"sway must be 0..5 degrees, not {self.sway}")
        if not 25 <= self.elevation[0] <= self.elevation[1] <= 42:
            raise ValueError(f"elevation must lie within 25..42 degrees, not {self.elevation}")


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw the cameras' places and the patterns, choose the key, and put the patterns on a cube."""
    stations, painted, link = _plan(params, slot.tier, rng)
    shown, offered = _textures(slot.tier, rng)
    key = int(rng.integers(4))
    # First the face that links the pictures, then the other face that the third picture shows.
    visible = sorted(set(stations[2].sides) - {painted}, key=lambda side: side != link)
    cube, sides, situation = _allowed_cube(dict(zip(visible, shown)), painted, offered, key, slot, rng)
    views = [turntable.seen(cube, station, painted if number == 2 else -1) for number, station in enumerate(stations)]
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
        truth=_truth(views, stations, [offered[i] for i in order]),
        situation=situation,
        tags={"chain": CHAINS[slot.tier], "painted": PLACES[stations[2].above][stations[2].sides.index(painted)]},
    )


def _plan(params: Params, tier: str, rng: np.random.Generator) -> tuple[list[Station], int, int]:
    """Return where the three cameras stand, the side to be painted, and the side that tells most about it.

    Two pictures without a common face show all six faces, and one of the two shares two faces with the third picture.
    If instead every two of the three pictures share one face, no single picture suffices (hard).
    """
    for _ in range(TRIES):
        start = 45 + 30 * int(rng.integers(12)) + float(rng.uniform(-params.sway, params.sway))
        step = APART if rng.random() < 0.5 else -APART
        signs = rng.choice((-1, 1), 3)
        stations = [
            Station(round(start + step * i, 1) % 360, round(float(sign * rng.uniform(*params.elevation)), 1))
            for i, sign in enumerate(signs)
        ]
        first, second, third = (set(station.sides) for station in stations)
        shared = sorted((first & third, second & third), key=len)
        if tier == "hard" and [len(first & second), *map(len, shared)] == [1, 1, 1]:
            faces = rng.permutation(sorted(set.union(*shared)))
        elif tier != "hard" and not first & second:
            faces = rng.permutation(sorted(shared[1]))
        else:
            continue
        return stations, int(faces[0]), int(faces[1])
    raise Refused(f"no cameras for the tier {tier} in {TRIES} tries")


def _textures(tier: str, rng: np.random.Generator) -> tuple[list[Face], list[Face]]:
    """Return the two patterns that the third picture shows, the linking one first, and the four that are offered."""
    names = [str(name) for name in rng.permutation(list(TEXTURES))]
    turning = [name for name in names if TEXTURES[name].order < 4]
    # A pattern that looks the same after every turn does not show which of its edges meets which face.
    link = turning[0] if tier != "medium" else next(name for name in names if TEXTURES[name].order == 4)
    other = next(name for name in turning if name != link)
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


def _truth(views: list[CornerDrawing], stations: list[Station], offered: list[Face]) -> dict[str, Any]:
    textures = sorted({face.texture for view in views for face in view.faces if face})
    return {
        "views": [
            {
                **{place: asdict(face) if face else None for place, face in zip(PLACES[station.above], view.faces)},
                "azimuth": station.azimuth,
                "elevation": station.elevation,
            }
            for view, station in zip(views, stations)
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


task = Task(
    name="shape_finding_3d",
    version=1,
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
            "one shared with the left face; on the bottom: its upper edge is. `azimuth`: degrees around the cube, "
            "counter-clockwise seen from above, to the distant camera; each quarter shows another two side faces, and "
            "half way through it they look equally wide. `elevation`: degrees of the camera above the horizon, "
            "negative below it."
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
)
