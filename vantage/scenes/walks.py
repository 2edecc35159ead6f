"""A camera's way through a home: past every room, clear of walls and furniture, turning to what it has seen least of.

The way is the shortest through places spread over the rooms, over cells that keep their clearance, then smoothed. Where
the camera looks is chosen step by step: within a small turn of where it looked before, it takes the direction with the
most things in view, those counting more that were seen less.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.geometry import Array
from vantage.scenes import homes
from vantage.settings import homes as settled
from vantage.task import Refused
from vantage.walk import ASPECT, FIELD_OF_VIEW, STATIONS, WALL, Home, Place, Station, Walk

Rng = np.random.Generator
Cells = NDArray[np.int64]

CELL = 0.1  # metres
CLEAR = 0.34  # metres from the camera to anything that stands or hangs, and to walls
NEAREST = 0.22  # metres: what remains of that where a corner is rounded
TIGHT = 1.0  # metres: within this, a way counts as longer the nearer it comes to anything
EYES = (1.4, 1.68)  # metres above the floor
PITCHES = (-22.0, -13.0)  # degrees
TURNS = 72  # headings that are tried, in a whole turn
PLENTY = 3  # things that should be in view
QUICKEST = 42.0  # degrees: the most that the camera turns from one station to the next
FARTHEST = 8.0  # metres at which a thing still counts as in view
HOMES = 30  # homes tried for one walk
OPEN = 0.08  # of a room, where a camera can go, at least
SHORTEST, LONGEST = 2.2, 45.0  # metres of a walk


def walk(wanted: homes.Brief, split: str, rng: Rng, among: tuple[str, ...] = ()) -> Walk:
    """Return a walk through a home whose plan belongs to a split; raise Refused if none is found."""
    for _ in range(HOMES):
        home = homes.home(wanted, split, rng, among)
        way = _way(home, rng)
        if way is not None:
            return Walk(home, _stations(home, way, rng))
    raise Refused("no home can be walked through")


@dataclass(frozen=True, eq=False)
class Floor:
    """A home's floor in cells: how far each is from the nearest thing, piece or wall."""

    origin: Place
    clear: Array  # (rows, columns), in metres

    def places(self, cells: Cells) -> Array:
        """Return the middles (n, 2) of cells (n, 2), given as row and column."""
        return np.asarray(np.column_stack([cells[:, 1], cells[:, 0]]) * CELL + self.origin, float)


@lru_cache(maxsize=4)
def floor(home: Home) -> Floor:
    """Return the floor of a home."""
    from scipy import ndimage

    low = np.min([room.low for room in home.rooms], axis=0) - 2 * CELL
    high = np.max([room.high for room in home.rooms], axis=0) + 2 * CELL
    columns, rows = (int(v) for v in np.ceil((high - low) / CELL))
    y, x = np.indices((rows, columns))
    points = np.column_stack([x.ravel(), y.ravel()]) * CELL + low
    free = np.zeros(len(points), bool)
    for room in home.rooms:
        free |= ((points >= room.low) & (points <= room.high)).all(axis=1)
    for one in home.doorways:
        away = np.abs(points - (one.x, one.y))
        deep, wide = (away[:, 0], away[:, 1]) if one.axis == 0 else (away[:, 1], away[:, 0])
        free |= (deep <= WALL / 2 + CELL) & (wide <= one.width / 2)
    for box in standing(home):
        free &= homes.outside(points, box) > 0
    clear = ndimage.distance_transform_edt(free.reshape(rows, columns)) * CELL - CELL / 2
    return Floor((float(low[0]), float(low[1])), np.asarray(clear))


def standing(home: Home) -> list[homes.Oblong]:
    """Return the rectangles on the floor that things and pieces take up."""
    shell = settled.shell(home)
    boxes = [settled.box(piece) for piece in shell.pieces if piece.z < 2.0]
    return [homes.oblong(thing) for thing in home.things] + [(x, y, w / 2, d / 2, 0.0) for x, y, w, d in boxes]


def _way(home: Home, rng: Rng) -> Array | None:
    """Return a way (n, 2) through all rooms of a home, from place to place; None if there is none."""
    from scipy.sparse.csgraph import connected_components, dijkstra

    ground = floor(home)
    graph, cells = _graph(ground)
    if not len(cells):
        return None
    _, part = connected_components(graph, directed=False)
    widest = part == np.bincount(part).argmax()
    spots = _spots(home, ground.places(cells), ground.clear[cells[:, 0], cells[:, 1]], widest, rng)
    if spots is None:
        return None
    whole: list[int] = [spots[0]]
    _, before = dijkstra(graph, directed=False, indices=spots[:-1], return_predecessors=True)
    for number, target in enumerate(spots[1:]):
        leg = [target]
        while leg[-1] != spots[number]:
            leg.append(int(before[number, leg[-1]]))
        whole += leg[::-1][1:]
    way = _smooth(ground.places(cells[whole]))
    # The cells keep their clearance, but a rounded corner cuts across.
    clear = min(float(homes.outside(way, box).min()) for box in standing(home)) >= NEAREST
    length = float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum())
    return way if clear and SHORTEST <= length <= LONGEST else None


def _graph(ground: Floor):  # type: ignore[no-untyped-def]  # scipy's sparse arrays have no public type
    """Return the graph of the free cells, a way being the longer the nearer it comes to anything; and the cells."""
    from scipy.sparse import csr_array

    free = ground.clear >= CLEAR
    cells = np.argwhere(free)
    number = np.full(free.shape, -1)
    number[free] = np.arange(len(cells))
    tight = 1 + 6 * np.maximum(0.0, TIGHT - ground.clear) / TIGHT
    ends, weights = [], []
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        to = cells + np.array([down, across])
        inside = (to[:, 0] < free.shape[0]) & (to[:, 1] < free.shape[1]) & (to[:, 1] >= 0)
        start, to = np.flatnonzero(inside), to[inside]
        end = number[to[:, 0], to[:, 1]]
        start, to, end = start[end >= 0], to[end >= 0], end[end >= 0]
        ends.append(np.stack([start, end]))
        weights.append(math.hypot(down, across) * CELL * tight[to[:, 0], to[:, 1]])
    both = np.concatenate(ends, axis=1)
    return csr_array((np.concatenate(weights), (both[0], both[1])), shape=(len(cells), len(cells))), cells


def _spots(home: Home, places: Array, clear: Array, widest: NDArray[np.bool_], rng: Rng) -> list[int] | None:
    """Return the places to pass, by their numbers: some of each room, the rooms in an order of the doorways.

    None if too little of a room belongs to the `widest` part of the floor that is joined.
    """
    order, todo = list[int](), [int(rng.integers(len(home.rooms)))]
    while todo:
        at = todo.pop()
        if at not in order:
            order.append(at)
            beside = [i + j - at for i, j in (one.rooms for one in home.doorways) if at in (i, j)]
            todo += [beside[k] for k in rng.permutation(len(beside))]
    found: list[int] = []
    for number in order:
        room = home.rooms[number]
        within = ((places >= room.low) & (places <= room.high)).all(axis=1)
        inside = np.flatnonzero(within & widest & (clear >= CLEAR + 0.02))
        area = math.prod(room.sides)
        if len(inside) * CELL**2 < OPEN * area:
            return None
        several = (1 if area < 10 else 2 if area < 26 else 3) + (len(order) == 1)
        found += _spread(places, inside, found[-1:] or [int(rng.choice(inside))], several)
    return found


def _spread(places: Array, inside: NDArray[np.int64], start: list[int], several: int) -> list[int]:
    """Return places of a room that lie far from each other, in an order that makes for a short way from the last."""
    chosen = list[int]()
    for _ in range(several):
        away = np.linalg.norm(places[inside][:, None] - places[[*start, *chosen]][None], axis=2).min(axis=1)
        chosen.append(int(inside[away.argmax()]))
    ordered, at = list[int](), start[-1]
    while chosen:
        nearest = min(chosen, key=lambda one: float(np.linalg.norm(places[one] - places[at])))
        chosen.remove(nearest)
        ordered.append(nearest)
        at = nearest
    return ordered


def _smooth(way: Array) -> Array:
    """Return a way with its corners rounded; each point stays within a cell or so of where it was."""
    if len(way) < 8:
        return way
    padded = np.vstack([way[:1].repeat(2, axis=0), way, way[-1:].repeat(2, axis=0)])
    return np.asarray(np.mean([padded[k : k + len(way)] for k in range(5)], axis=0))


def _stations(home: Home, way: Array, rng: Rng) -> tuple[Station, ...]:
    """Return where pictures are taken: evenly along the way, each turned to what was seen least."""
    steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
    run = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0.0, run[-1], STATIONS)
    places = np.column_stack([np.interp(at, run, way[:, k]) for k in (0, 1)]).round(3)
    eye, pitch = float(rng.uniform(*EYES)), float(rng.uniform(*PITCHES))
    headings = _headings(home, places, rng)
    return tuple(
        Station(
            float(x),
            float(y),
            round(eye + float(rng.uniform(-0.02, 0.02)), 3),
            round(float(heading + rng.uniform(-1.5, 1.5)) % 360, 2),
            round(pitch + float(rng.uniform(-1.5, 1.5)), 2),
        )
        for (x, y), heading in zip(places, headings)
    )


def _headings(home: Home, places: Array, rng: Rng) -> list[float]:
    """Return where the camera looks at each place, in degrees."""
    things = np.array([(thing.x, thing.y) for thing in home.things])
    d = things[None] - places[:, None]  # (stations, things, 2)
    away = np.linalg.norm(d, axis=2)
    bearing = np.degrees(np.arctan2(-d[..., 0], d[..., 1]))
    # What is low and near lies below the picture.
    near = np.array([1.35 - 0.8 * min(1.0, homes.sides(thing)[2]) for thing in home.things])
    shown = in_sight(home, places, things) & (away > near) & (away < FARTHEST)
    half = math.degrees(math.atan(ASPECT * math.tan(math.radians(FIELD_OF_VIEW / 2)))) - 6
    tried = np.arange(TURNS) * 360 / TURNS
    seen, found = np.zeros(len(things)), list[float]()
    for k in range(len(places)):
        off = np.abs((bearing[k][None] - tried[:, None] + 180) % 360 - 180)  # (headings, things)
        view = shown[k] & (off < half)
        worth = (view * (1 / (0.4 + seen) ** 1.2) * np.minimum(1.0, 3.0 / np.maximum(away[k], 1e-6))).sum(axis=1)
        best = int(worth.argmax())
        if found:
            turned = np.abs((tried - found[-1] + 180) % 360 - 180)
            goal = float(tried[(worth * (1 - turned / 500)).argmax()])
            left = np.abs((tried - goal + 180) % 360 - 180)
            merit = worth / worth.max(initial=1e-9) - left / 90 - 2.0 * np.maximum(0, PLENTY - view.sum(axis=1))
            best = int(np.where(turned <= QUICKEST, merit, -np.inf).argmax())
        found.append(float(tried[best]))
        seen = seen + view[best]
    return found


def in_sight(home: Home, places: Array, things: Array) -> NDArray[np.bool_]:
    """Return (places, things): whether the straight line from a place to a thing's middle meets no wall."""
    steps = np.linspace(0.02, 0.98, 60)[:, None, None, None]
    points = (places[None, :, None] + steps * (things[None, None] - places[None, :, None])).reshape(-1, 2)
    free = np.zeros(len(points), bool)
    for room in home.rooms:
        free |= ((points >= room.low) & (points <= room.high)).all(axis=1)
    for one in home.doorways:
        deep, wide = np.abs(points - (one.x, one.y)).T[:: 1 if one.axis == 0 else -1]
        free |= (deep <= WALL / 2 + 0.01) & (wide <= one.width / 2)
    return np.asarray(free.reshape(60, len(places), len(things)).all(axis=0))


@lru_cache(maxsize=2)
def numbered(path: tuple[str | int, ...], split: str, attempt: int, among: tuple[str, ...]) -> Walk:
    """Return the walk of a path of names. All attempts are of one size, else sizes that often fail would be rare."""
    wanted = homes.brief(seeds.generator(*path, "home"))
    return walk(wanted, split, seeds.generator(*path, attempt), among)
