"""The mental rotation test: which option shows the same solid, turned, and neither mirrored nor altered?

SRBench's test in its two styles: "hard" with white solids turned about all axes by 60, 90 or 120 degrees, "easy" with
coloured solids in a ruled room, turned about one axis by quarter turns. SRBench's option sets (one turned copy among
mirrored ones) give the key away. Ours hold two solids that differ in one block, and the mirror images of both; easy
sets leave out one of the four. `make` turns one of the offered solids; canonical forms ensure that the solids differ.
`solve` turns nothing: it pairs the blocks of two solids so that all distances agree, and checks whether a tetrahedron
of blocks keeps its handedness.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, takewhile
from typing import Any

import numpy as np

from vantage.item import Answer, Choice, Json
from vantage.shapes import poses, siblings, solids
from vantage.shapes.poses import Angles, Camera
from vantage.shapes.solids import Floats, Ints, Solid, SolidDrawing, View
from vantage.task import Draft, Offer, Refused, Slot, Task, arrange, only

STATED = "However a solid is turned, it stays the same solid, but its mirror image is another"
QUESTION = (
    "<image>\nThe picture shows a solid of equal cubes, glued together face to face{where}. Which option shows this "
    f"solid after it was turned {{how}}? {STATED}. No cube is hidden completely in any picture."
)
COLOURS = ("sky", "green", "orange", "pink", "blue")
TRIES = 60  # how many solids are grown before the draw is refused
PATIENCE = 4  # how many are grown before another number of blocks is tried: a small split may hold none of a number
POSES = 8  # how many poses are tried for one solid
FILL = 0.95  # extent of the longest solid, or of the room, as a share of the picture's side


@dataclass(frozen=True)
class Tier:
    """What makes a subtype easy or hard."""

    blocks: tuple[int, int]  # fewest, most
    longest: int  # longest extent of a solid, in blocks: longer solids would be drawn too small
    offered: int  # how many of a set's four solids are offered
    turns: tuple[Angles, ...]
    room: bool
    how: str  # how the solid was turned, in the question's words
    where: str = ""


TIERS = {
    "easy": Tier(
        blocks=(8, 9),
        longest=4,
        offered=3,
        turns=poses.ONE_AXIS,
        room=True,
        how="about one axis, by a quarter turn or a half turn",
        where=", in a room whose floor and far walls are ruled in squares",
    ),
    "hard": Tier(
        blocks=(9, 12),
        longest=6,
        offered=4,
        turns=poses.ANY_AXES,
        room=False,
        how="in space, about one axis or several",
    ),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    share: float = 0.15  # least visible share of the three drawn faces of each block

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"share must be 0..1, not {self.share}")


@dataclass(frozen=True)
class Style:
    """What all pictures of an item have in common."""

    camera: Camera
    scale: float
    room: int
    colour: str

    def drawing(self, solid: Solid, turn: Angles) -> SolidDrawing:
        """Return the drawing of the solid after a turn."""
        return SolidDrawing(solid, poses.view(turn, self.camera), self.scale, self.colour, self.room)


@dataclass(frozen=True)
class Member:
    """A solid as the question would show it, the turn that its option shows, and its number in the set of four."""

    solid: Solid
    turn: Angles
    number: int


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw an option set that treats its members alike, then the key, and show the key before its turn."""
    tier = TIERS[slot.tier]
    members, style = _members(params, tier, slot, rng)
    key = int(rng.integers(len(members)))
    offers = [
        Offer(
            drawing=style.drawing(member.solid, member.turn),
            label=solids.name(member.solid),
            rule=siblings.rule(member.number, members[key].number, mirrors=True),
        )
        for member in members
    ]
    order, options = arrange(slot, offers, key, rng)
    asked = members[key]
    return Draft(
        question=QUESTION.format(where=tier.where, how=tier.how),
        drawings=(style.drawing(asked.solid, poses.REST),),
        options=options,
        answer=Choice(slot.letter),
        truth={
            "question": _seen(asked.solid, poses.REST),
            "options": [_seen(members[i].solid, members[i].turn) for i in order],
            "camera": list(style.camera),
            "scale": round(style.scale, 6),
            "room": style.room,
        },
        situation=solids.situation(asked.solid),
        subtype=slot.tier,
        tags={"blocks": len(asked.solid.cells), "angle": poses.angle(asked.turn)},
    )


def _members(params: Params, tier: Tier, slot: Slot, rng: np.random.Generator) -> tuple[list[Member], Style]:
    """Return the option set and the style of its pictures; each member could become the key."""
    camera = poses.CAMERAS[int(rng.integers(len(poses.CAMERAS)))]
    colour = str(rng.choice(COLOURS)) if tier.room else "white"
    for attempt in range(TRIES):
        if attempt % PATIENCE == 0:
            blocks = int(rng.integers(tier.blocks[0], tier.blocks[1] + 1))
        four = siblings.four(solids.grow(blocks, rng), solids.UNIT, True, slot.allows, rng)
        if not four or max(map(_length, four)) > tier.longest:
            continue
        # A solid with a rotational symmetry could look the same in its option as in the question.
        if any(map(solids.turns_onto_itself, four[:2])):
            continue
        style = _style(four, camera, colour, tier.room)
        numbers = sorted(rng.permutation(4)[: tier.offered].tolist())
        posed = (_posed(four[number], number, params.share, tier, style, rng) for number in numbers)
        members = [member for member in takewhile(bool, posed) if member]
        if len(members) == tier.offered:
            return members, style
    raise Refused(f"no option set that shows every block was found in {TRIES} tries")


def _style(four: list[Solid], camera: Camera, colour: str, in_room: bool) -> Style:
    if not in_room:
        return Style(camera, FILL / max(map(solids.span, four)), 0, colour)
    room = 1 + max(map(_length, four))
    right, up, _ = np.abs(solids.camera_axes(*camera)).sum(axis=1)
    return Style(camera, FILL / (room * max(float(right), float(up))), room, colour)


def _length(shape: Solid) -> int:
    return int(shape.array.max()) + 1


def _posed(
    shape: Solid, number: int, share: float, tier: Tier, style: Style, rng: np.random.Generator
) -> Member | None:
    """Return the solid in a pose and with a turn that show every block before and after; None if none is found."""
    from vantage.render import blocks  # Pillow is loaded only when items are made

    stands = solids.open_turns(shape, range(24), *style.camera, share)
    turns = poses.readable(tier.turns, style.camera)
    for index in rng.permutation(len(turns))[: POSES if stands else 0]:
        view = poses.view(turns[index], style.camera)
        after = {solids.then(stand, view.turn): stand for stand in stands}
        both = solids.open_turns(shape, list(after), view.azimuth, view.elevation, share)
        if not both:
            continue
        stand = after[both[int(rng.integers(len(both)))]]
        member = Member(solids.rotated(shape, stand), turns[index], number)
        if all(blocks.every_block_shows(style.drawing(member.solid, turn)) for turn in (poses.REST, member.turn)):
            return member
    return None


def _seen(shape: Solid, turn: Angles) -> dict[str, Any]:
    centres = (shape.array - shape.array.mean(axis=0)) @ poses.matrix(turn).T
    return {"centres": (centres.round(4) + 0.0).tolist(), "turn": list(turn)}


def solve(truth: Json) -> Answer:
    """Return the option whose blocks can be paired with the question's so that distances and handedness agree."""
    asked = np.array(truth["question"]["centres"])
    return only(_same(asked, np.array(option["centres"])) for option in truth["options"])


def _same(asked: Floats, offered: Floats) -> bool:
    four = next(list(some) for some in combinations(range(len(asked)), 4) if _volume(asked[list(some)]))
    volume = _volume(asked[four])
    return any(_volume(offered[[pairs[i] for i in four]]) == volume for pairs in _pairings(asked, offered))


def _volume(tetrahedron: Floats) -> int:
    """Return six times the signed volume of four points (4, 3); a whole number, because they lie on a turned grid."""
    return round(float(np.linalg.det(tetrahedron[1:] - tetrahedron[0])))


def _pairings(asked: Floats, offered: Floats) -> Iterator[list[int]]:
    """Yield every pairing that keeps all distances, as a list of partners of the asked blocks."""
    mine, theirs = _squares(asked), _squares(offered)
    # Two blocks can be partners only if their distances to the other blocks of their solids are the same.
    partners = [[j for j, row in enumerate(np.sort(theirs)) if (row == own).all()] for own in np.sort(mine)]
    partial: list[list[int]] = [[]]
    for i, possible in enumerate(partners):
        partial = [
            [*pairs, j]
            for pairs in partial
            for j in possible
            if j not in pairs and (theirs[j, pairs] == mine[i, :i]).all()
        ]
    yield from partial


def _squares(centres: Floats) -> Ints:
    """Return the squared distances (n, n) between points, which are whole numbers."""
    apart = centres[:, None] - centres[None]
    squares: Ints = (apart**2).sum(axis=2).round().astype(np.int64)
    return squares


# For the side doors.


def _solid(seen: Json) -> Solid:
    first, second, third = seen["turn"]
    cells = _middles(seen) @ poses.matrix((first, second, third))
    return solids.solid((cells - cells.min(axis=0)).round().astype(np.int64))


def _middles(seen: Json) -> Floats:
    return np.array(seen["centres"])


def _view(truth: Json, seen: Json) -> View:
    (first, second, third), (azimuth, elevation) = seen["turn"], truth["camera"]
    return poses.view((first, second, third), (azimuth, elevation))


task = Task(
    name="mrt",
    version=3,
    title="Which option shows the same solid after a turn?",
    quadrant="I-D",
    capabilities=("MR",),
    abilities=("visualization", "mental rotation", "orientation"),
    make=make,
    solve=solve,
    truth={
        "question": (
            "The solid in the question's picture. `centres`: where the middles of its cubes lie in the picture's "
            "space, [x, y, z] in edges of a cube, from the common centre of the cubes; x, y, z are right-handed and z "
            "is up. `turn`: [a, b, c], by how many degrees the solid was turned from a place in which its edges "
            "lay along x, y and z: by a about the x axis, then by b about the y axis, then by c about the z axis, each "
            "counter-clockwise as seen from the axis's positive end; the question shows it before the turn."
        ),
        "options": (
            "The solid in each option's picture, in the order presented, described as the question's. The right option "
            "is the one whose centres a rotation carries onto the question's, without a reflection."
        ),
        "camera": (
            "Where the distant camera of all pictures stands, in degrees: its azimuth, from the front (-y) "
            "counter-clockwise as seen from above, and its elevation above the horizon."
        ),
        "scale": "How long a cube's edge is drawn, as a part of the picture's side, before foreshortening.",
        "room": "How many cubes long each edge of the ruled room is, in whose middle a solid hangs; 0 for none.",
    },
    params=Params,
    frame="object",
    stated=STATED,
    tiers=("easy", "hard"),
    options={name: tier.offered for name, tier in TIERS.items()},
    side_doors=siblings.side_doors(
        _solid, _middles, _view, tied={"easy": 0.38, "hard": 0.3}, near={"easy": 0.42, "hard": 0.39}
    ),
)
