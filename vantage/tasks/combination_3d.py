"""Assembly: which set of pieces builds this solid, if pieces may be moved but not turned?

Two pieces come in two forms each, which differ in the place of one block. The four combinations are the options, and
for each a solid is found that no other option builds. Which of the four solids is shown is drawn last, so the options
give nothing away. To try one piece at a time is not enough: in some other set, too, each piece fits by itself, and
each block of the solid is in reach of some piece.

`make` puts pieces together, so it knows what they build. `solve` does not know where the pieces go: it fills the solid
cell by cell, and only the first block of some piece can fill the first empty cell.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.explaining import built
from vantage.item import Choice, Json
from vantage.shapes import assemblies, solids
from vantage.shapes.assemblies import PiecesDrawing
from vantage.shapes.solids import Cell, Ints, Solid, SolidDrawing, View
from vantage.task import Draft, Offer, Refused, SideDoor, Slot, Task, arrange, only

STATED = "The pieces may be moved but not turned"
QUESTION = (
    "<image>\n<image>\nBoth pictures show the same solid, built of equal blocks and seen from above: first from one "
    "side, then from the opposite side, half way round. Every block can be seen in at least one of the two pictures. "
    "Each option shows a set of pieces, seen from the direction of the first picture; every block of every piece can "
    f"be seen. Which set builds the solid? {STATED}; all pieces of the set are used, and no two may overlap."
)
COLOURS = ("sky", "green", "orange", "pink", "blue")
TRIES = 200  # how many pieces are grown before the draw is refused
SETS = 12  # how many sets of pieces are tried
BATCH = 6  # solids checked together
ROUNDS = 30  # how many batches are checked
BUSHINESS = 0.4
FILL = 0.92  # extent of the largest of the four solids, as a share of the picture's side
PIECE_FILL = 0.86 * assemblies.TILE  # the same for the largest of the pieces
HALF_TURN: Ints = np.diag([-1, -1, 1])  # from the first picture's view to the second's
HALF_TURN_NUMBER = int((solids.ROTATIONS == HALF_TURN).all(axis=(1, 2)).argmax())


Pieces = tuple[Solid, ...]


@dataclass(frozen=True)
class Tier:
    """What makes a tier easy or hard."""

    sizes: tuple[tuple[int, ...], ...]  # how many blocks the pieces have; the first two pieces come in two forms
    edits: tuple[tuple[str, str], ...]  # how the two forms of the first piece differ, and those of the second
    contacts: int  # how many faces of a piece touch the pieces before it


TIERS = {
    "easy": Tier(((3, 3, 2), (3, 3, 3), (4, 3, 2)), (("altered", "altered"),), contacts=2),
    "medium": Tier(((4, 3, 3), (4, 4, 2), (4, 4, 3)), (("altered", "turned"), ("mirrored", "altered")), contacts=2),
    "hard": Tier(
        ((4, 4, 2, 3), (4, 3, 3, 3), (4, 4, 3, 3)), (("turned", "turned"), ("mirrored", "turned")), contacts=2
    ),
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    share: float = 0.2  # least visible share of the three drawn faces of each block

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError(f"share must be above 0 and at most 1, not {self.share}")


@dataclass(frozen=True)
class Sight:
    """The camera for solids and pieces, and how much of a block must be visible."""

    azimuth: int
    elevation: int
    share: float

    def shown(self, batch: Ints) -> NDArray[np.bool_]:
        """Return which blocks of solids (m, n, 3) are visible enough: (m, n)."""
        whole = np.abs(solids.camera_axes(self.azimuth, self.elevation)[2]).sum()
        enough: NDArray[np.bool_] = solids.areas(batch, solids.UNIT, self.azimuth, self.elevation) >= self.share * whole
        return enough

    def view(self, turn: int = 0) -> View:
        """Return the view of a solid, turned by rotation `turn` (0: not turned)."""
        return View(turn, self.azimuth, self.elevation)


def make(params: Params, slot: Slot, rng: np.random.Generator) -> Draft:
    """Draw four sets of pieces, choose the key among them, and show the solid that only the key builds."""
    cameras = solids.cameras(solids.UNIT)
    sight = Sight(*cameras[int(rng.integers(len(cameras)))], params.share)
    tier = TIERS[slot.tier]
    edits = tier.edits[int(rng.integers(len(tier.edits)))]
    sets, built = _four(tier, edits, slot, sight, rng)
    views = (sight.view(), sight.view(HALF_TURN_NUMBER))
    scale = PIECE_FILL / max(assemblies.extent(piece, views[0]) for pieces in sets for piece in pieces)
    solid_scale = FILL / max(assemblies.extent(solid, view) for solid in built for view in views)
    colour = COLOURS[int(rng.integers(len(COLOURS)))]
    key = int(rng.integers(4))
    labels = _labels(built[key], sets)
    drawn = [PiecesDrawing(pieces, views[0], scale, colour) for pieces in sets]
    offers = [
        Offer(drawing=pieces, label=label, rule=_rule(edits, member ^ key))
        for member, (pieces, label) in enumerate(zip(drawn, labels))
    ]
    order, options = arrange(slot, offers, key, rng)
    return Draft(
        question=QUESTION,
        drawings=tuple(SolidDrawing(built[key], view, solid_scale, colour) for view in views),
        options=options,
        answer=Choice(slot.letter),
        truth=_truth(built[key], [drawn[i] for i in order], sight),
        situation=solids.situation(built[key]),
        tags={"blocks": len(built[key].cells), "pieces": len(sets[0])},
    )


def _four(
    tier: Tier, edits: tuple[str, str], slot: Slot, sight: Sight, rng: np.random.Generator
) -> tuple[list[Pieces], list[Solid]]:
    """Return four sets of pieces, and for each a solid that no other set builds: so each could become the key."""
    for _ in range(SETS):
        sets = _sets(tier, edits, sight, rng)
        found = (_built(sets, member, tier.contacts, slot, sight, rng) for member in range(4))
        built = [solid for solid in itertools.takewhile(bool, found) if solid]
        if len(built) == 4:
            return sets, built
    raise Refused(f"no four sets that build solids of the {slot.split} split in {SETS} tries")


def _sets(tier: Tier, edits: tuple[str, str], sight: Sight, rng: np.random.Generator) -> list[Pieces]:
    """Return four sets of pieces, with the pieces in the same order in each.

    Bit 0 of a set's number says which form of the first edited piece it holds, bit 1 which form of the second.
    """
    sizes = tier.sizes[int(rng.integers(len(tier.sizes)))]
    forms = [_two_forms(size, edit, sight, rng) for size, edit in zip(sizes, edits)]
    rest = [solids.solid(_piece(size, sight, rng)) for size in sizes[2:]]
    order = rng.permutation(len(sizes)).tolist()
    sets = []
    for member in range(4):
        pieces = [forms[0][member & 1], forms[1][member >> 1], *rest]
        sets.append(tuple(pieces[i] for i in order))
    return sets


def _piece(size: int, sight: Sight, rng: np.random.Generator) -> list[Cell]:
    """Return a piece whose blocks are all visible; blocks are in the order in which it grew."""
    for _ in range(TRIES):
        history = solids.grow(size, rng, BUSHINESS)
        if sight.shown(np.array([history])).all():
            return history
    raise Refused(f"no piece of {size} blocks shows them all")


def _two_forms(size: int, edit: str, sight: Sight, rng: np.random.Generator) -> tuple[Solid, Solid]:
    """Return two pieces, in random order, with all blocks visible; they differ in the place of one, as `edit` says."""
    for _ in range(TRIES):
        history = _piece(size, sight, rng)
        piece, moved = solids.solid(history), solids.moves(history)
        for cells in rng.permutation(moved[sight.shown(moved).all(axis=1)]):
            other = solids.solid(cells)
            if assemblies.kind(piece, other) == edit:
                return (piece, other) if rng.random() < 0.5 else (other, piece)
    raise Refused(f"no piece of {size} blocks can be {edit}")


def _built(
    sets: list[Pieces], member: int, contacts: int, slot: Slot, sight: Sight, rng: np.random.Generator
) -> Solid | None:
    """Return a solid of the slot's split that only this set builds; None if none is found.

    Every block of it is visible, and another set seems to build it when its pieces are tried one at a time.
    """
    for _ in range(ROUNDS):
        joined = (assemblies.joined(sets[member], contacts, rng) for _ in range(BATCH))
        heaps = [list(itertools.chain(*pieces)) for pieces in joined if pieces]
        if not heaps:
            continue
        batch = np.array(heaps)
        seen = batch[(sight.shown(batch) | sight.shown(batch @ HALF_TURN)).all(axis=1)]
        for cells, family in zip(seen, solids.families(seen)[0] if len(seen) else ()):
            found = solids.solid(cells)
            others = [[piece.cells for piece in pieces] for number, pieces in enumerate(sets) if number != member]
            if (
                slot.allows(family)
                and any(assemblies.reaches(pieces, found.cells) for pieces in others)
                and not any(builds(pieces, frozenset(found.cells)) for pieces in others)
            ):
                return found
    return None


def _rule(edits: tuple[str, str], difference: int) -> str:
    return "+".join(sorted(edit for which, edit in enumerate(edits) if difference >> which & 1))


def _labels(built: Solid, sets: list[Pieces]) -> list[str]:
    """Return a name for each set; when solid and sets are turned or mirrored together, the names stay the same."""
    ways = np.concatenate([solids.ROTATIONS, solids.ROTATIONS @ solids.MIRROR])
    stands = [solids.solid(built.array @ way.T).cells for way in ways]
    best = [way for way, cells in zip(ways, stands) if cells == min(stands)]
    # A symmetric solid stands alike in several ways; of those the sets' names decide.
    return min(([_name(pieces, way) for pieces in sets] for way in best), key=sorted)


def _name(pieces: Pieces, way: Ints) -> str:
    turned = sorted(solids.solid(piece.array @ way.T).cells for piece in pieces)
    return f"s{len(pieces)}-{seeds.digest('pieces', str(turned))[:8]}"


def _truth(built: Solid, options: list[PiecesDrawing], sight: Sight) -> dict[str, Any]:
    return {
        "solid": [list(cell) for cell in built.cells],
        "options": [[[list(cell) for cell in piece.cells] for piece in option.pieces] for option in options],
        "azimuths": [sight.azimuth, sight.azimuth + 180],
        "elevation": sight.elevation,
    }


# From here on: the second route.


def solve(truth: Json) -> Choice:
    """Return the set that fills the solid."""
    solid = frozenset((x, y, z) for x, y, z in truth["solid"])
    sets = ([[(x, y, z) for x, y, z in piece] for piece in pieces] for pieces in truth["options"])
    return only(builds(pieces, solid) for pieces in sets)


def builds(pieces: Sequence[Sequence[Cell]], solid: frozenset[Cell]) -> bool:
    """Return whether the pieces, moved but not turned, fill the solid without a gap or an overlap.

    Only the first block of a piece can fill the first empty place in sorted order.
    """
    if not pieces or not solid:
        return not pieces and not solid
    x, y, z = min(solid)
    for number, piece in enumerate(pieces):
        a, b, c = min(piece)
        moved = {(i - a + x, j - b + y, k - c + z) for i, j, k in piece}
        if moved <= solid and builds([*pieces[:number], *pieces[number + 1 :]], solid - moved):
            return True
    return False


# Side doors. Here a set is a list of pieces, and each a list of places.


def _rule_for_sets(score: Callable[[list[list[Cell]], set[Cell]], float]) -> Callable[[Json], list[float]]:
    """Return the rule that scores each set of pieces by itself against the solid."""

    def rule(truth: Json) -> list[float]:
        solid = set(map(_cell, truth["solid"]))
        return [float(score([list(map(_cell, piece)) for piece in pieces], solid)) for pieces in truth["options"]]

    return rule


def _cell(place: Sequence[int]) -> Cell:
    return place[0], place[1], place[2]


def _each_fits(pieces: list[list[Cell]], solid: set[Cell]) -> bool:
    return all(assemblies.fits(piece, solid) for piece in pieces)


def _places(pieces: list[list[Cell]], solid: set[Cell]) -> int:
    """Return in how many ways the pieces fit one by one; pieces may overlap."""
    return prod(len(assemblies.fits(piece, solid)) for piece in pieces)


def _like_box(pieces: list[list[Cell]], solid: set[Cell]) -> int:
    """Return how near the longest extents of the pieces come to the solid's, along each axis."""
    longest: list[int] = [max(axis) for axis in zip(*map(_extents, pieces))]
    return -sum(abs(whole - part) for whole, part in zip(_extents(solid), longest))


def _extents(cells: Iterable[Cell]) -> list[int]:
    return [max(axis) - min(axis) + 1 for axis in zip(*cells)]


def _like_joints(pieces: list[list[Cell]], solid: set[Cell]) -> float:
    """Return how near the pieces come to the solid in how many neighbours lie along each axis, as shares of all."""
    whole = _joints(solid)
    parts: list[int] = [sum(axis) for axis in zip(*(_joints(set(piece)) for piece in pieces))]
    return -sum(abs(a / sum(whole) - b / sum(parts)) for a, b in zip(whole, parts))


def _joints(cells: set[Cell]) -> list[int]:
    return [sum((x + a, y + b, z + c) in cells for x, y, z in cells) for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]


def _chequered(pieces: list[list[Cell]], solid: set[Cell]) -> bool:
    """Return whether the pieces, coloured like a chess board, can have as many dark blocks as the solid."""
    darks = {0}
    for piece in pieces:
        darks = {dark + sign * _dark(piece) for dark in darks for sign in (1, -1)}
    return _dark(solid) in darks


def _dark(cells: Iterable[Cell]) -> int:
    """Return how many more dark than light blocks there are."""
    return sum(1 - 2 * (sum(cell) % 2) for cell in cells)


task = Task(
    name="combination_3d",
    version=2,
    title="Which set of pieces builds the solid?",
    quadrant="E-D",
    capabilities=("DA",),
    abilities=("visualization",),
    make=make,
    solve=solve,
    truth={
        "solid": (
            "The places of the solid's blocks, [x, y, z] in whole blocks, the least of each 0; x, y, z are "
            "right-handed and z is up. The first picture shows the sides towards +x, -y and +z (x grows to the right "
            "and towards the viewer, y to the right and away, z upward), the second those towards -x, +y and +z."
        ),
        "options": (
            "For each option in presented order its pieces, from the upper left row by row; each piece is a list of "
            "the places of its blocks, the least of each coordinate 0, in the solid's axes and seen as in the first "
            "picture. The right option is the one whose pieces can be shifted by whole blocks, and not turned, so that "
            "each place of the solid is taken exactly once and nothing lies outside it."
        ),
        "azimuths": (
            "Degrees from the front (-y) counter-clockwise, seen from above, to the distant camera of the first and "
            "of the second picture; the pieces are seen by the first."
        ),
        "elevation": "Degrees of the camera above the horizon, in all pictures.",
    },
    params=Params,
    frame="object",
    stated=STATED,
    side_doors=(
        SideDoor(
            "each piece fits by itself",
            _rule_for_sets(_each_fits),
            {"easy": 0.43, "medium": 0.43, "hard": 0.43},
            "the pieces of the right set do fit; in every item those of some other set do so too",
        ),
        SideDoor(
            "each piece fits by itself, and each block is in reach of some piece",
            _rule_for_sets(assemblies.reaches),
            {"easy": 0.5, "medium": 0.5, "hard": 0.5},
            "true of the right set, and in every item of some other set",
        ),
        SideDoor(
            "fits in the most ways, piece by piece",
            _rule_for_sets(_places),
            {"easy": 0.5, "medium": 0.5, "hard": 0.5},
            "a piece that fits nowhere rules its set out; there is at most one such piece",
        ),
        SideDoor(
            "longest extents nearest to the solid's",
            _rule_for_sets(_like_box),
            {"easy": 0.42, "medium": 0.33, "hard": 0.31},
            "a small solid is often as long as a straight piece that it is built of",
        ),
        SideDoor(
            "as many neighbours along each axis",
            _rule_for_sets(_like_joints),
            {"easy": 0.32, "medium": 0.32, "hard": 0.33},
        ),
        SideDoor(
            "as many dark blocks as on a chess board",
            _rule_for_sets(_chequered),
            {"easy": 0.32, "medium": 0.35, "hard": 0.3},
            "four blocks can be altered so that their numbers of dark and light ones change",
        ),
    ),
    explain=built.filled,
)
