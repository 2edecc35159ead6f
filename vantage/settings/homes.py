"""What a home's rooms are bounded by: walls with doorways, doors and windows, and the pieces along them. Coordinates.

It follows from the home's rooms and look, and from which kinds of thing stand in it: no piece resembles one of them.
Unlike the place around a scene (`plans`), a home is seen from within, so nothing is ever left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vantage import seeds, settings
from vantage.settings import pieces
from vantage.settings.plans import DOOR, SILL, VARIANTS, WINDOW, Box, Opening, Piece, Wall
from vantage.walk import Doorway, Home, Place, Room

Rng = np.random.Generator

ROOMS = ("living room", "bedroom", "kitchen", "dining room", "office", "library")
APPROACH = 0.85  # metres before a doorway that stay free
BESIDE = 0.15  # and to either side of it
FILLED = (0.1, 0.4)  # the share of a wall's length along which pieces stand: at least and at most
DEEPEST = 0.2  # a piece's depth, at most, as a share of how deep its room is
KEPT = 0.08  # metres between pieces


@dataclass(frozen=True)
class Shell:
    """The walls of a home's rooms, (room, wall), and all pieces that stand or hang along them."""

    walls: tuple[tuple[int, Wall], ...]
    pieces: tuple[Piece, ...]


@lru_cache(maxsize=64)
def shell(home: Home) -> Shell:
    """Return what bounds a home's rooms. What stands there does not matter but for the kinds that it is `unlike`."""
    rng, rooms, doorways = seeds.generator("shell", home.look), home.rooms, home.doorways
    walls: list[tuple[int, Wall]] = []
    found: list[Piece] = []
    entered = False
    for number, room in enumerate(rooms):
        kept = [approach(room, one) for one in doorways if number in one.rooms]
        sides = settings.get(room.setting).setting.sides
        mine: list[Piece] = []
        for k in range(4):
            outer = not any(_adjoins(room, k, other) for other in rooms if other is not room)
            openings = [_opening(room, k, one) for one in doorways if number in one.rooms and _on(room, k, one)]
            if outer:
                door = not entered and bool(rng.random() < 0.5)
                openings += _outward(_length(room, k), door, rng)
                entered = entered or door
            wall = _wall(room, k, home.ceiling, int(rng.integers(1 << 16)), tuple(openings))
            walls.append((number, wall))
            mine += _along(room, k, wall, sides[k].pieces, home.unlike, kept, mine, rng)
            mine += _hung(room, k, wall, sides[k].hung, home.unlike, rng)
        found += mine
    return Shell(tuple(walls), tuple(found))


def approach(room: Room, one: Doorway) -> Box:
    """Return what stays free before a doorway: the middle of a rectangle, and its sides along x and y."""
    x, y = room.middle
    wide, deep = one.width + 2 * BESIDE, 2 * APPROACH
    if one.axis == 0:
        edge = room.high[0] if one.x > x else room.low[0]
        return edge, one.y, deep, wide
    edge = room.high[1] if one.y > y else room.low[1]
    return one.x, edge, wide, deep


def box(piece: Piece) -> Box:
    """Return where the middle of a piece is, and its sides along x and y."""
    wide, deep, _ = pieces.size(piece.kind, piece.variant)
    return (piece.x, piece.y, wide, deep) if piece.facing % 180 == 0 else (piece.x, piece.y, deep, wide)


def _away(room: Room, k: int) -> float:
    """Return how far side `k` is from the room's middle; side 0 is at its greatest y, the next counter-clockwise."""
    return room.sides[1 - k % 2] / 2


def _length(room: Room, k: int) -> float:
    return room.sides[k % 2]


def _at(room: Room, k: int, along: float, away: float) -> Place:
    """Return the place that lies `away` from the room's middle toward side `k`, and `along` to its right hand."""
    x, y = ((along, away), (-away, along), (-along, -away), (away, -along))[k]
    return round(room.middle[0] + x, 4), round(room.middle[1] + y, 4)


def _adjoins(room: Room, k: int, other: Room) -> bool:
    """Return whether another room lies behind some of side `k`."""
    axis = 1 - k % 2
    edge = (room.high if k in (0, 3) else room.low)[axis]
    theirs = (other.low if k in (0, 3) else other.high)[axis]
    across = 1 - axis
    overlap = min(room.high[across], other.high[across]) - max(room.low[across], other.low[across])
    return abs(edge - theirs) < 0.5 and overlap > 0


def _on(room: Room, k: int, one: Doorway) -> bool:
    """Return whether a doorway of the room is in side `k`."""
    if one.axis == (k % 2 == 0):
        x, y = room.middle
        return {0: one.y > y, 1: one.x < x, 2: one.y < y, 3: one.x > x}[k]
    return False


def _opening(room: Room, k: int, one: Doorway) -> Opening:
    x, y = one.x - room.middle[0], one.y - room.middle[1]
    along = (x, y, -x, -y)[k]
    return Opening("doorway", round(_length(room, k) / 2 - along, 4), one.width, 0.0, one.height)


def _outward(length: float, door: bool, rng: Rng) -> list[Opening]:
    """Return the openings of an outer wall: the door to the street, and windows."""
    n = int(rng.integers(0 if door else 1, 2 + (length > 4.5)))
    kinds = [("door", *DOOR, 0.0)] * door + [("window", *WINDOW, SILL)] * n
    cell = length / max(1, len(kinds))
    found = []
    for i, number in enumerate(rng.permutation(len(kinds)).tolist()):
        kind, width, height, sill = kinds[number]
        spare = (cell - width) / 2 - 0.4
        if spare > 0:
            at = (i + 0.5) * cell + float(rng.uniform(-1, 1)) * spare
            found.append(Opening(kind, round(at, 3), width, sill, height))
    return found


def _wall(room: Room, k: int, ceiling: float, finish: int, openings: tuple[Opening, ...]) -> Wall:
    half, away = _length(room, k) / 2, _away(room, k)
    return Wall(_at(room, k, half, away), _at(room, k, -half, away), ceiling, finish, k, openings)


def _spans(wall: Wall, kinds: tuple[str, ...], rim: float) -> list[Place]:
    """Return from where to where openings go, in metres to the right of the wall's middle."""
    middles = [(wall.length / 2 - o.at, o.width / 2 + rim) for o in wall.openings if o.kind in kinds]
    return [(middle - half, middle + half) for middle, half in middles]


def _along(
    room: Room,
    k: int,
    wall: Wall,
    kinds: tuple[str, ...],
    named: tuple[str, ...],
    kept: list[Box],
    taken: list[Piece],
    rng: Rng,
) -> Iterator[Piece]:
    """Yield the pieces along side `k`, none before an opening, in a doorway's approach or in what is `taken`."""
    usable = _usable(kinds, named, rng)
    boxes = [*kept, *(box(piece) for piece in taken if not piece.z)]
    doors, windows = _spans(wall, ("door", "doorway"), 0.15), _spans(wall, ("window",), 0.05)
    u, left = 0.05 - wall.length / 2 + float(rng.uniform(0, 0.6)), wall.length * float(rng.uniform(*FILLED))
    while usable and left > 0 and u < wall.length / 2 - 0.3:
        kind, variant = usable[0], int(rng.integers(VARIANTS))
        wide, deep, tall = pieces.size(kind, variant)
        x, y = _at(room, k, u + wide / 2, _away(room, k) - deep / 2 - 0.015)
        piece = Piece(kind, variant, x, y, 90.0 * k)
        blocked = doors + (windows if tall > SILL else [])
        fits = wide <= left and u + wide < wall.length / 2 - 0.05 and deep <= DEEPEST * room.sides[1 - k % 2]
        if fits and not any(a < u + wide and u < b for a, b in blocked) and not _touches(piece, boxes):
            yield piece
            boxes.append(box(piece))
            left -= wide
            u += wide + float(rng.uniform(0.1, 0.9))
        else:
            u += 0.25
        usable = [*usable[1:], usable[0]]


def _hung(room: Room, k: int, wall: Wall, kinds: tuple[str, ...], named: tuple[str, ...], rng: Rng) -> Iterator[Piece]:
    """Yield what hangs on side `k`, between its openings."""
    usable, u = _usable(kinds, named, rng), 0.5 - wall.length / 2 + float(rng.uniform(0, 0.8))
    blocked = _spans(wall, ("door", "doorway", "window"), 0.4)
    while usable and u < wall.length / 2 - 0.5:
        kind, variant = usable[0], int(rng.integers(VARIANTS))
        wide, deep, _ = pieces.size(kind, variant)
        if u + wide < wall.length / 2 - 0.3 and not any(a < u + wide and u < b for a, b in blocked):
            x, y = _at(room, k, u + wide / 2, _away(room, k) - deep / 2 - 0.01)
            yield Piece(kind, variant, x, y, 90.0 * k, pieces.KINDS[kind].hangs)
            u += wide + float(rng.uniform(0.5, 2.0))
        else:
            u += 0.4
        usable = [*usable[1:], usable[0]]


def _usable(kinds: tuple[str, ...], named: tuple[str, ...], rng: Rng) -> list[str]:
    """Return kinds in random order, without those that a named thing is or resembles."""
    fit = [kind for kind in dict.fromkeys(kinds) if not any(pieces.resembles(kind, name) for name in named)]
    return [fit[i] for i in rng.permutation(len(fit)).tolist()]


def _touches(piece: Piece, others: list[Box]) -> bool:
    x, y, w, d = box(piece)
    return any(abs(x - a) < (w + v) / 2 + KEPT and abs(y - b) < (d + e) / 2 + KEPT for a, b, v, e in others)
