"""The plan of a place: walls with their openings, the pieces along them, strips of ground. Coordinates, no meshes.

A plan has its own frame: its middle is the scene's, its sides are parallel to x and y, and `turn` says how it is turned
in the scene. It follows from the scene's setting, look and size, and from what its things are.

Walls and pieces stand near the things, as in a real room, and many observers stand outside it. As in a doll's house,
a picture leaves out each side whose front its observer has behind or beside: `fronts` says where that is. All things
and the observer are then on one side of a line and what is shown on the other, so nothing comes between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from vantage import seeds, settings
from vantage.assets import extent
from vantage.scene import Scene
from vantage.settings import pieces
from vantage.settings.setting import Setting, Side, Strip

Rng = np.random.Generator
Place = tuple[float, float]
Box = tuple[float, float, float, float]  # the middle, and the sides along x and y

TABLE_HEIGHT = 0.74
CLEAR = 0.35  # metres that are free at least around the things
ROUND_TABLE = 1.42  # from the middle of a square table to its corner, relative to half its width
LOWEST = 2.6  # height of a room's walls, in metres; higher where a picture would show more
FRONT, STOREY = 7.5, 2.9  # height of a house, and of a storey
SILL, DOOR, WINDOW = 0.95, (0.95, 2.05), (1.3, 1.25)  # a window's height above the floor; width and height
CORNER = 0.12  # no opening is nearer to a wall's end
VARIANTS = 4  # of each kind of piece
SPACIOUS = 4.0  # metres: where the free circle is wider, pieces stand farther apart
STEP, PATIENCE = 0.2, 1.2  # metres: between two places tried; without success until each kind may come again


@dataclass(frozen=True)
class Opening:
    """A door, an open doorway or a window in a wall."""

    kind: str  # "door", "doorway" or "window"
    at: float  # where its middle is, in metres from the wall's start
    width: float
    sill: float  # its lower edge, above the floor
    height: float


@dataclass(frozen=True)
class Wall:
    """The inner face of a wall; the place is on the left of who goes from its start to its end."""

    start: Place
    end: Place
    height: float
    finish: int  # draws one of the finish's colours
    side: int  # of the place
    openings: tuple[Opening, ...] = ()

    @property
    def length(self) -> float:
        """Its length, in metres."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True)
class Piece:
    """Something that belongs to the surroundings: no question names it."""

    kind: str
    variant: int
    x: float
    y: float
    facing: float  # degrees, as a thing's
    z: float = 0.0  # above the floor; not 0 for what hangs on a wall
    free: bool = False  # whether it stands in a corner of the place and not along one of its sides


@dataclass(frozen=True)
class Plan:
    """A place around a scene."""

    site: settings.Site
    turn: float  # degrees, counter-clockwise
    half: tuple[float, float]  # from the middle to the sides, along x and y
    fronts: tuple[float, ...]  # from the middle to what stands along each side
    floor: float  # its height: below 0 where things stand on a table
    walls: tuple[Wall, ...]
    pieces: tuple[Piece, ...]
    strips: tuple[Strip, ...] = field(default=())


def drawn(scene: Scene) -> Plan:
    """Return the plan of the place where a scene is."""
    site = settings.get(scene.setting)
    rng = seeds.generator("plan", scene.setting, scene.look)
    turn = float(rng.uniform(0, 360))
    free = clearing(scene)
    x, y = (free + float(v) for v in rng.uniform(*site.setting.aisle, 2))
    half = x, y
    floor = -TABLE_HEIGHT if site.place == "table" else 0.0
    tall = max(LOWEST, top_seen(scene, 1.5 * max(half)) - floor)
    named = {thing.asset for thing in scene.things}
    walls: list[Wall] = []
    spans = [_span(site.setting, k, half) for k in range(4)]
    found = [piece for k, span in enumerate(spans) for piece in _bounds(site.setting.sides[k], k, *span, named, rng)]
    for k, (side, (away, length)) in enumerate(zip(site.setting.sides, spans)):
        built = list(_walls(side, k, away, length, tall, rng))
        walls += built
        others = [p for p in found if p.facing != 90 * k]
        found += _furnished(side, k, away, length, built, others, free, named, rng)
    fronts = [
        min([away, *(front(p) for p in found if p.facing == 90 * k and not p.free)])
        for k, (away, _) in enumerate(spans)
    ]
    found += _cornered(site.setting, half, free, found, named, rng)
    return Plan(site, turn, half, tuple(fronts), floor, tuple(walls), tuple(found), site.setting.strips)


def clearing(scene: Scene) -> float:
    """Return the radius around the middle in which nothing but the things stands, and the table that they are on."""
    if settings.get(scene.setting).place == "table":
        return ROUND_TABLE * table_half(scene) + CLEAR
    return 1.3 * reach(scene) + CLEAR


def table_half(scene: Scene) -> float:
    """Return half the width of a table that holds everything."""
    return max(0.45, reach(scene) + 0.12)


def front(piece: Piece) -> float:
    """Return how far from the middle a piece begins: along the side where it stands or, if free, in its direction."""
    wide, deep, _ = pieces.size(piece.kind, piece.variant)
    if piece.free:
        return math.hypot(piece.x, piece.y) - math.hypot(wide, deep) / 2
    return _turned(-round(piece.facing / 90), piece.x, piece.y)[1] - deep / 2


def reach(scene: Scene) -> float:
    """Return the radius around the centre within which everything stands, in metres."""
    return scene.room or float(max(np.hypot(*extent.corners(thing)[:, :2].T).max() for thing in scene.things))


def top_seen(scene: Scene, away: float) -> float:
    """Return the greatest height that a picture shows at a distance `away` from the middle."""
    fall = math.atan2(scene.height - scene.aim, scene.radius)
    rise = math.tan(math.radians(scene.lens.field_of_view / 2) - fall)
    return scene.height + max(0.0, rise) * (scene.radius + away) + 0.2


def _span(setting: Setting, k: int, half: Place) -> Place:
    """Return how far from the middle side `k` lies, and how long it is."""
    side = setting.sides[k]
    rows = sum(one.bound == "house" for one in setting.sides)
    # The ends of a street are seen from afar, so its houses go on beyond them.
    longer = 1.0 if setting.room else 3.0 if side.bound == "house" and rows > 1 else 1.15
    return half[1 - k % 2] * side.beyond, 2 * half[k % 2] * longer


def _bounds(side: Side, k: int, away: float, length: float, named: set[str], rng: Rng) -> Iterator[Piece]:
    """Yield the pieces of a hedge or a fence along side `k`, their fronts on its line."""
    for kind in _usable((side.bound,) if side.bound in pieces.KINDS else (), named, rng):
        wide, deep, _ = pieces.size(kind, 0)
        n = math.ceil(length / wide)
        yield from (_put(kind, 0, k, (i + 0.5) * wide - n * wide / 2, away + deep + 0.03) for i in range(n))


def _walls(side: Side, k: int, away: float, length: float, tall: float, rng: Rng) -> Iterator[Wall]:
    """Yield the walls along side `k`: one, or the fronts of a row of houses."""
    if side.bound not in WALLED:
        return
    many = 1 if side.bound != "house" else max(1, round(length / 9))
    edges = np.linspace(length / 2, -length / 2, many + 1).tolist()
    for left, right in pairwise(edges):
        start, end = ((round(v, 3) for v in _turned(k, x, away)) for x in (left, right))
        height = tall if side.bound == "wall" else FRONT if side.bound == "house" else 3.6
        openings = _openings(side, left - right, rng)
        yield Wall((next(start), next(start)), (next(end), next(end)), height, int(rng.integers(1 << 16)), k, openings)


def _openings(side: Side, length: float, rng: Rng) -> tuple[Opening, ...]:
    """Return doors and windows, spread over a wall without touching each other."""
    n_doors = int(rng.integers(side.doors[0], side.doors[1] + 1))
    n_windows = int(rng.integers(side.windows[0], side.windows[1] + 1))
    if side.bound == "wall" and n_windows:
        n_windows = max(n_windows, int(length / 3.4))  # a long wall has more of them
    kinds = [("door", *DOOR)] * n_doors + [("window", *WINDOW)] * n_windows
    cell = length / max(1, len(kinds))
    found = []
    for i, k in enumerate(rng.permutation(len(kinds)).tolist()):
        kind, width, height = kinds[k]
        width = min(width, cell - 2 * CORNER)
        spare = (cell - width) / 2 - CORNER
        if width > 0.5:
            at = (i + 0.5) * cell + float(rng.uniform(-0.6, 0.6)) * spare
            sills = [0.0] if kind == "door" else [SILL, SILL + STOREY] if side.bound == "house" else [SILL]
            found += [Opening(kind, round(at, 3), round(width, 3), sill, height) for sill in sills]
    return tuple(found)


def _furnished(
    side: Side,
    k: int,
    away: float,
    length: float,
    walls: list[Wall],
    taken: list[Piece],
    free: float,
    named: set[str],
    rng: Rng,
) -> Iterator[Piece]:
    """Yield the pieces along side `k`: none in another that is `taken`, none nearer to the middle than `free`."""
    doors, windows = ([span for wall in walls for span in _spans(wall, k, kind)] for kind in ("door", "window"))
    standing, hung = (_usable(kinds, named, rng) for kinds in (side.pieces, side.hung))
    u, last = 0.1 - length / 2, length / 2 - 0.1
    bag: list[tuple[str, int]] = []
    boxes = [_box(piece) for piece in taken if not piece.z]
    tried = math.inf  # metres since the bag was filled or something of it was used
    while standing and u < last:
        if not bag or tried > PATIENCE:
            bag, tried = [(kind, int(rng.integers(VARIANTS))) for kind in standing], 0.0
        for one in bag:
            wide, deep, tall = pieces.size(*one)
            blocked = doors + (windows if tall > SILL else [])
            if u + wide > last or _across((u, u + wide), blocked):
                continue
            # What is too deep for the aisle may still stand in a corner.
            piece = _put(*one, k, u + wide / 2, away, free=away - deep <= free)
            if front(piece) > free and not _touches(piece, boxes):
                yield piece
                # What is seen from farther away stands farther apart, so that as much of it is in a picture.
                u, tried = u + wide + float(rng.uniform(*side.gap)) * max(1.0, free / SPACIOUS), 0.0
                bag.remove(one)
                break
        else:
            u, tried = u + STEP, tried + STEP
    yield from _hung(hung, k, away, length, doors + windows, rng)


def _across(span: Place, others: list[Place]) -> bool:
    """Return whether a span touches one of the others."""
    return any(a < span[1] + 0.05 and span[0] - 0.05 < b for a, b in others)


def _hung(kinds: list[str], k: int, away: float, length: float, blocked: list[Place], rng: Rng) -> Iterator[Piece]:
    """Yield what hangs on side `k`, between its openings."""
    u, turn = -length / 2 + 0.4, 0
    while kinds and u < length / 2 - 0.4:
        kind, variant = kinds[turn % len(kinds)], int(rng.integers(VARIANTS))
        wide = pieces.size(kind, variant)[0]
        if u + wide < length / 2 - 0.4 and not _across((u, u + wide), blocked):
            yield _put(kind, variant, k, u + wide / 2, away, pieces.KINDS[kind].hangs)
            u, turn = u + wide + float(rng.uniform(0.3, 1.2)), turn + 1
        else:
            u += 0.3


def _cornered(
    setting: Setting, half: Place, free: float, taken: list[Piece], named: set[str], rng: Rng
) -> Iterator[Piece]:
    """Yield a piece for each corner that lies far from the things: it stands nearer, where it is seen."""
    boxes = [_box(piece) for piece in taken if not piece.z]
    for k, side in enumerate(setting.sides):
        away, other = half[1 - k % 2] * side.beyond, half[k % 2] * setting.sides[k - 1].beyond
        for kind in filter(pieces.free, _usable(side.pieces, named, rng)):
            variant = int(rng.integers(VARIANTS))
            wide, deep, _ = pieces.size(kind, variant)
            radius = math.hypot(wide, deep) / 2
            reached = (free + radius + float(rng.uniform(0.05, 0.4))) / math.hypot(away, other)
            x, y = _turned(k, round(reached * other, 3), round(reached * away, 3))
            piece = Piece(kind, variant, x, y, 90.0 * k, free=True)
            inside = reached * away + deep / 2 < away and reached * other + wide / 2 < other
            if inside and not _touches(piece, boxes):
                boxes.append(_box(piece))
                yield piece
                break


def _touches(piece: Piece, others: list[Box]) -> bool:
    """Return whether a piece stands in one of the others, or nearly."""
    x, y, w, d = _box(piece)
    return any(abs(x - a) < (w + v) / 2 + 0.1 and abs(y - b) < (d + e) / 2 + 0.1 for a, b, v, e in others)


def _box(piece: Piece) -> Box:
    """Return where the middle of a piece is, and its sides along x and y."""
    wide, deep, _ = pieces.size(piece.kind, piece.variant)
    return (piece.x, piece.y, wide, deep) if piece.facing % 180 == 0 else (piece.x, piece.y, deep, wide)


def _usable(kinds: tuple[str, ...], named: set[str], rng: Rng) -> list[str]:
    """Return kinds in random order, without those that a named thing is or resembles."""
    return [
        kinds[i]
        for i in rng.permutation(len(kinds)).tolist()
        if not any(pieces.resembles(kinds[i], name) for name in named)
    ]


def _spans(wall: Wall, k: int, kind: str) -> Iterator[Place]:
    """Yield from where to where each opening of a kind goes, along side `k`."""
    first = max(_turned(-k, *wall.start)[0], _turned(-k, *wall.end)[0])
    for o in wall.openings:
        if o.kind == kind:
            yield first - o.at - o.width / 2, first - o.at + o.width / 2


def _put(kind: str, variant: int, k: int, along: float, away: float, z: float = 0.0, free: bool = False) -> Piece:
    """Return a piece with its back to side `k`."""
    x, y = _turned(k, along, away - pieces.size(kind, variant)[1] / 2 - 0.015)
    return Piece(kind, variant, round(x, 3), round(y, 3), 90.0 * k, z, free)


def _turned(k: int, x: float, y: float) -> Place:
    """Return a place turned by `k` quarters."""
    return ((x, y), (-y, x), (-x, -y), (y, -x))[k % 4]


WALLED = ("wall", "house", "barn")
