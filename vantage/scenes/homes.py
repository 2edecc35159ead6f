"""Homes drawn at random: a rectangle cut into rooms, doorways between them, things of widely varied size and number.

Names tell as little as can be: each thing has a scale of its own, and which kind stands there several times, and how
many times, is drawn without regard to the kind.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from vantage import assets, seeds
from vantage.assets import extent
from vantage.assets.similar import alike
from vantage.geometry import Array, cosine_sine
from vantage.scenes import cast
from vantage.settings import homes
from vantage.task import Refused
from vantage.walk import WALL, Doorway, Furnishing, Home, Place, Room

Rng = np.random.Generator
Brief = tuple[int, float]  # how many rooms, and how many square metres in all
Oblong = tuple[float, float, float, float, float]  # the middle of a rectangle, its half sides, and how it is turned

PLANS = 600  # floor plans tried until one is of the wanted split
ROOMS = (0.34, 0.28, 0.2, 0.18)  # how often a home has one room, two, three, four
AREA = (10.0, 126.0)  # square metres of a home: log-uniform
ROOM = (9.5, 58.0)  # of a room, on average
SMALL = 16.0  # square metres: a home in which only one kind of thing stands several times
NARROWEST = 2.2  # side of a room, in metres
CUT = (0.3, 0.7)  # where a rectangle is cut in two, as a share of its longer side
DOORWAYS = ((0.85, 1.05), (1.98, 2.14))  # widths and heights, in metres
CORNER = 0.2  # a doorway is at least so far from a room's corner
CEILINGS = (2.55, 3.1)
SCALES = (0.6, 1.6)  # of things: log-uniform, within a kind
TIMES = (2, 10)  # how many there are then, at least, and below
COVERED = 0.2  # of the floor, at most, by things
MUCH = 0.11  # of the floor, at most, by one thing at its largest
OFTEN = 0.7  # square metres of the footprint of a kind that may stand there several times, at most
APART, ALONG = 0.14, 0.05  # metres between two things, and from a thing to a wall
TRIES = 80  # places tried for a thing
LIVING = ("people", "animals")  # categories whose size nobody would believe


def brief(rng: Rng) -> Brief:
    """Draw how large a home is, small and large ones about equally often, and how many rooms it has."""
    area = math.exp(float(rng.uniform(*np.log(AREA))))
    fit = np.array([share * (ROOM[0] <= area / n <= ROOM[1]) for n, share in enumerate(ROOMS, 1)])
    return int(rng.choice(len(ROOMS), p=fit / fit.sum())) + 1, area


def home(wanted: Brief, split: str, rng: Rng, among: cast.Among = ()) -> Home:
    """Return a home whose floor plan belongs to a split; raise Refused if none is found."""
    for _ in range(PLANS):
        rooms = _rooms(*wanted, rng)
        empty = Home(0, 0.0, rooms, (), ())
        if rooms and seeds.split_of(empty.situation) == split:
            doorways = _doorways(rooms, rng)
            if len(doorways) >= len(rooms) - 1:
                return _furnished(rooms, doorways, rng, among)
    raise Refused("no floor plan of the split was found")


def _rooms(n: int, area: float, rng: Rng) -> tuple[Room, ...]:
    """Return rooms that fill a rectangle; none if one of them would be too narrow."""
    aspect = float(rng.uniform(1.0, 1.65))
    whole = (0.0, 0.0, math.sqrt(area * aspect), math.sqrt(area / aspect))
    cells = [whole if rng.random() < 0.5 else (0.0, 0.0, whole[3], whole[2])]
    for _ in range(n - 1):
        cells.sort(key=lambda c: (c[2] - c[0]) * (c[3] - c[1]))
        cells += _cut(cells.pop(), rng)
    names = [homes.ROOMS[i] for i in rng.permutation(len(homes.ROOMS))[:n]]
    found = tuple(
        Room(name, (round(a, 2), round(b, 2)), (round(c, 2), round(d, 2))) for name, (a, b, c, d) in zip(names, cells)
    )
    return found if min(min(room.sides) for room in found) >= NARROWEST else ()


def _cut(cell: tuple[float, float, float, float], rng: Rng) -> list[tuple[float, float, float, float]]:
    """Return the two parts of a rectangle, a wall between them."""
    a, b, c, d = cell
    share = float(rng.uniform(*CUT))
    if c - a > d - b:
        x = a + share * (c - a)
        return [(a, b, x - WALL / 2, d), (x + WALL / 2, b, c, d)]
    y = b + share * (d - b)
    return [(a, b, c, y - WALL / 2), (a, y + WALL / 2, c, d)]


def _doorways(rooms: tuple[Room, ...], rng: Rng) -> tuple[Doorway, ...]:
    """Return doorways that join all rooms where they can be joined, and some more."""
    pairs = [(i, j) for j in range(len(rooms)) for i in range(j)]
    group, found = list(range(len(rooms))), []
    for number in rng.permutation(len(pairs)).tolist():
        i, j = pairs[number]
        one = _doorway(rooms, i, j, rng)
        if one and (group[i] != group[j] or rng.random() < 0.25):
            found.append(one)
            group = [group[i] if g == group[j] else g for g in group]
    return tuple(found) if len({*group}) == 1 else ()


def _doorway(rooms: tuple[Room, ...], i: int, j: int, rng: Rng) -> Doorway | None:
    """Return a doorway between two rooms; None if they share too little of a wall."""
    width, height = (round(float(rng.uniform(*span)), 2) for span in DOORWAYS)
    a, b = rooms[i], rooms[j]
    for axis in (0, 1):
        gaps = [b.low[axis] - a.high[axis], a.low[axis] - b.high[axis]]
        if min(map(abs, gaps)) > 2 * WALL:
            continue
        at = (a.high[axis] + b.low[axis]) / 2 if abs(gaps[0]) < abs(gaps[1]) else (b.high[axis] + a.low[axis]) / 2
        low, high = max(a.low[1 - axis], b.low[1 - axis]), min(a.high[1 - axis], b.high[1 - axis])
        rim = CORNER + width / 2
        if high - low >= 2 * rim:
            along = round(float(rng.uniform(low + rim, high - rim)), 2)
            x, y = (round(at, 3), along) if axis == 0 else (along, round(at, 3))
            return Doorway((i, j), axis, x, y, width, height)
    return None


def _furnished(rooms: tuple[Room, ...], doorways: tuple[Doorway, ...], rng: Rng, among: cast.Among) -> Home:
    """Return a home with things in it: some kinds once, some several times."""
    ceiling, look = round(float(rng.uniform(*CEILINGS)), 2), int(rng.integers(1 << 16))
    area = sum(math.prod(room.sides) for room in rooms)
    wanted = _wanted(rooms, area, ceiling, rng, among)
    unlike = tuple(dict.fromkeys(kind for kind, *_ in wanted))
    shell = homes.shell(Home(look, ceiling, rooms, doorways, (), unlike))
    taken = [_upright(homes.box(piece)) for piece in shell.pieces if not piece.z]
    taken += [_upright(homes.approach(rooms[i], one)) for one in doorways for i in one.rooms]
    placed: list[Furnishing] = []
    for kind, variant, scale in sorted(wanted, key=lambda one: -_radius(*one)):
        thing = _placed(kind, variant, scale, rooms, taken, rng)
        if thing is not None:
            placed.append(thing)
            taken.append(oblong(thing))
    order = rng.permutation(len(placed)).tolist()
    return Home(look, ceiling, rooms, doorways, tuple(placed[i] for i in order), unlike)


def _wanted(
    rooms: tuple[Room, ...], area: float, ceiling: float, rng: Rng, among: cast.Among
) -> list[tuple[str, int, float]]:
    """Return kinds with variants and scales, no two kinds alike, while they cover little of the floor."""
    most = min(17, round(8 + area / 7 + float(rng.uniform(0, 3))))
    several, repeated = int(rng.integers(2, 5)) if area > SMALL else 1, 0
    longest, found, chosen, covered = max(max(room.sides) for room in rooms), [], list[str](), 0.0
    for kind in rng.permutation([*_known(tuple(room.setting for room in rooms), among)]).tolist():
        variant = int(rng.integers(cast.VARIANTS))
        x, y, z = extent.size(kind, variant)
        too_long, too_tall = max(x, y) * SCALES[1] > longest - 0.6, z * SCALES[1] > ceiling - 0.05
        if too_long or too_tall or x * y * SCALES[1] ** 2 > MUCH * area:
            continue  # whatever its scale would be, so that the scale says nothing
        if any(alike(kind, other) for other in chosen) or len(chosen) == most:
            continue
        again = repeated < several and x * y < OFTEN
        repeated += again
        for number in range(int(rng.integers(*TIMES)) if again else 1):
            scale = round(math.exp(float(rng.uniform(*np.log(SCALES)))), 3)
            if covered + x * y * scale**2 <= COVERED * area:
                covered += x * y * scale**2
                chosen += [kind] * (number == 0)
                found.append((kind, int(rng.integers(cast.VARIANTS)) if again else variant, scale))
    return [one for one in found if one[0] in chosen]


@cache
def _known(settings: tuple[str, ...], among: cast.Among) -> tuple[str, ...]:
    """Return the kinds that may stand on the floor of one of these rooms."""
    fit = {kind for name in settings for kind in cast.kinds(name, among=among)}
    return tuple(sorted(kind for kind in fit if assets.get(kind).category not in LIVING))


def _radius(kind: str, variant: int, scale: float) -> float:
    x, y, _ = extent.size(kind, variant)
    return math.hypot(x, y) * scale


def _placed(
    kind: str, variant: int, scale: float, rooms: tuple[Room, ...], taken: list[Oblong], rng: Rng
) -> Furnishing | None:
    """Return a thing in a place where it touches nothing; None if there is none."""
    fit = [i for i, room in enumerate(rooms) if cast.belongs(kind, room.setting)]
    shares = np.array([math.prod(rooms[i].sides) for i in fit])
    across, deep, _ = (scale * side for side in extent.size(kind, variant))
    for _ in range(TRIES):
        number = int(rng.choice(fit, p=shares / shares.sum()))
        room, quarter = rooms[number], int(rng.integers(4))
        backed = rng.random() < 0.6
        facing = 90.0 * quarter if backed else float(round(rng.uniform(0, 360), 1))
        c, s = (abs(v) for v in cosine_sine(facing))
        half = ((c * across + s * deep) / 2 + ALONG, (s * across + c * deep) / 2 + ALONG)
        low = [edge + h for edge, h in zip(room.low, half)]
        high = [edge - h for edge, h in zip(room.high, half)]
        if low[0] > high[0] or low[1] > high[1]:
            continue
        x, y = (float(rng.uniform(a, b)) for a, b in zip(low, high))
        if backed:  # with its back to a wall
            x, y = ((x, high[1]), (low[0], y), (x, low[1]), (high[0], y))[quarter]
        thing = Furnishing(kind, variant, scale, number, round(x, 3), round(y, 3), facing)
        if not any(near(oblong(thing), other, APART) for other in taken):
            return thing
    return None


def sides(thing: Furnishing) -> tuple[float, float, float]:
    """Return the sides of a thing's box: across, front to back and up, in metres."""
    across, deep, tall = extent.size(thing.kind, thing.variant)
    return thing.scale * across, thing.scale * deep, thing.scale * tall


def oblong(thing: Furnishing) -> Oblong:
    """Return the rectangle on the floor that a thing takes up."""
    across, deep, _ = sides(thing)
    return thing.x, thing.y, across / 2, deep / 2, thing.facing


def _upright(box: tuple[float, float, float, float]) -> Oblong:
    x, y, wide, deep = box
    return x, y, wide / 2, deep / 2, 0.0


def near(a: Oblong, b: Oblong, gap: float) -> bool:
    """Return whether two rectangles are less than `gap` apart, measured along the sides of either."""
    east, north = b[0] - a[0], b[1] - a[1]
    if math.hypot(east, north) >= math.hypot(a[2], a[3]) + math.hypot(b[2], b[3]) + gap:
        return False
    c, s = (abs(v) for v in cosine_sine(a[4] - b[4]))
    for one, other in ((a, b), (b, a)):
        cosine, sine = cosine_sine(one[4])
        x, y = abs(cosine * east + sine * north), abs(cosine * north - sine * east)
        if x >= one[2] + c * other[2] + s * other[3] + gap or y >= one[3] + s * other[2] + c * other[3] + gap:
            return False
    return True


def outside(points: Array, box: Oblong) -> Array:
    """Return how far `points` (n, 2) are from a rectangle: (n,), 0 within."""
    c, s = cosine_sine(box[4])
    local = (points - box[:2]) @ np.array([[c, -s], [s, c]])
    beyond: Array = np.maximum(0.0, np.abs(local) - box[2:4])
    return np.hypot(beyond[:, 0], beyond[:, 1])


def corners(thing: Furnishing) -> list[Place]:
    """Return the corners of the rectangle on the floor that a thing takes up."""
    x, y, w, d, facing = oblong(thing)
    c, s = cosine_sine(facing)
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in ((-w, -d), (w, -d), (w, d), (-w, d))]
