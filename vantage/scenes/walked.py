"""What tasks about a walk share: how the truth records it, what the pictures show of it, and what is asked of that.

A question is asked only where the surfaces that decide it were seen. So before anything is lit, depth and ids of all
pictures are taken, and each thing's box is measured from its pixels alone; what is asked about must come out as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage.geometry import Array, cosine_sine, inverse
from vantage.item import IMAGE_MARK, Json
from vantage.scenes import homes
from vantage.task import Refused, Slot
from vantage.walk import ASPECT, FIELD_OF_VIEW, SHELL, Furnishing, Station, Walk

PIXELS = 384  # the longer side of the pictures in which it is measured what they show
FEWEST = 60  # pixels of a thing in its best picture, at least, if it is asked about
BEST = 0.7  # the share of a thing that shows in its best picture, at least
LOOSE, LOOSE_METRES = 0.05, 0.05  # how far a length measured from pixels may be off: a share, or metres if that is more
LANDMARKS = 250  # pixels of things that questions name, in each picture at least
FRAMES = (16, 32)
STATED = "taken one after another on a walk through a home"
HEAD = f"{{images}}\nThese pictures were {STATED}. "
EYES = "The camera was about {height:.2f} m above the floor. "
FLAT = "Things stand on the floor; all heights are the same for them, so it is measured as on a floor plan. "

TRUTH = {
    "rooms": "The rooms: `name`, and the `corners` of its floor in order, [x, y] in metres, on the walls' inner faces.",
    "doorways": "The open doorways: the numbers of the two `rooms` that it joins, from 0, its middle `x`, `y`, its "
    "`width` and `height`.",
    "things": "The things on the floors: `id` in maps of ids, `name`, the number of its `room`, the middle `x`, `y` of "
    "its footprint, `facing` in degrees (0 faces -y, growing counter-clockwise seen from above), `size`: the sides of "
    "its box across, front to back and up, in metres, `corners`: those of the box on the floor, and `visible`: what "
    "share of it each picture shows.",
    "cameras": "For each picture the camera's `x`, `y`, `height`, `heading` (degrees, 0 looks along +y, growing "
    "counter-clockwise seen from above) and `pitch` (degrees above the horizon).",
    "lens": "Of all pictures: `field_of_view`, the angle across the height in degrees; `aspect`, width over height.",
}


@dataclass(frozen=True)
class Params:
    """What a suite may set."""

    frames: int = 16  # pictures of the walk: 16 or 32

    def __post_init__(self) -> None:
        if self.frames not in FRAMES:
            raise ValueError(f"frames must be {' or '.join(map(str, FRAMES))}, not {self.frames}")


@dataclass(frozen=True, eq=False)
class Sight:
    """What one picture shows: metres to each pixel's surface along the camera's axis, and ids."""

    station: Station
    depth: NDArray[np.float32]
    ids: NDArray[np.int32]

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.int32], Array]:
        """The ids above 0 in order, and the points (n, 3; world) of their pixels."""
        from vantage.render import kernels

        place = np.flatnonzero(self.ids)
        place = place[np.argsort(self.ids.ravel()[place], kind="stable")]
        down, across = np.divmod(place, self.ids.shape[1])
        camera, depth = self.station.camera(self.ids.shape[1]), self.depth.ravel()[place].astype(float)
        x, y = ((at + 0.5 - middle) * depth / camera.focal for at, middle in zip((across, down), camera.centre))
        world_from_camera = np.ascontiguousarray(inverse(camera.camera_from_world))
        return self.ids.ravel()[place], kernels.transformed(np.column_stack([x, y, depth]), world_from_camera)

    def points(self, number: int) -> Array:
        """Return the points (n, 3; world) that show of a thing or of a room's shell."""
        ids, points = self._sorted
        return points[np.searchsorted(ids, number, "left") : np.searchsorted(ids, number, "right")]


@dataclass(frozen=True, eq=False)
class Sights:
    """What all pictures show."""

    each: tuple[Sight, ...]

    def points(self, number: int) -> Array:
        """Return the points (n, 3; world) that show of a thing, in any picture."""
        return np.concatenate([one.points(number) for one in self.each])


@dataclass(frozen=True, eq=False)
class Tour:
    """A walk in so many pictures, with what they show."""

    walk: Walk
    stations: tuple[Station, ...]
    sights: Sights
    pixels: Mapping[int, NDArray[np.int64]]  # of each thing, in each picture
    shares: Mapping[int, Array]  # of each thing, in each picture: what part of it shows
    clouds: Mapping[int, Array]  # of each thing, the points (n, 3; world) that show
    truth: Json  # as `TRUTH` documents it

    @property
    def things(self) -> list[Json]:
        """The things as the truth records them."""
        found: list[Json] = self.truth["things"]
        return found

    @property
    def shown(self) -> list[Json]:
        """The things that show well enough to be asked about, of which there is one of that name."""
        names = [thing["name"] for thing in self.things]
        return [thing for thing in self.things if names.count(thing["name"]) == 1 and self.well(thing)]

    def well(self, thing: Json) -> bool:
        """Return whether a thing shows well in some picture."""
        k = thing["id"]
        return bool(((self.pixels[k] >= FEWEST) & (self.shares[k] >= BEST)).any())

    @property
    def measured(self) -> list[Json]:
        """The things of `shown` whose box can be measured from the pixels."""
        return [thing for thing in self.shown if box_seen(thing, self.clouds[thing["id"]])]


def question(frames: int, words: str, height: float = 0.0) -> str:
    """Return a question about a walk; with the camera's height as a yardstick where a length is asked."""
    return HEAD.format(images=IMAGE_MARK * frames) + (EYES.format(height=height) if height else "") + words


def eyes(tour: Tour) -> float:
    """Return how high the camera was, on average."""
    return sum(one.height for one in tour.stations) / len(tour.stations)


def groups(tour: Tour, task: str, asked: str) -> dict[str, tuple[str, str]]:
    """Return the groups of an item: pictures of one walk are asked about in several ways."""
    name = tour.walk.home.situation[:16]
    return {"scene": (name, ""), "walk": (f"{name}/{task}", asked)}


def toured(slot: Slot, params: Params) -> Tour:
    """Return the slot's walk, seen; raise Refused if there is a picture without landmarks."""
    if slot.walk is None:
        raise ValueError("a task about a walk needs a slot with one")
    return tour(slot.walk, params.frames)


@lru_cache(maxsize=1)  # it takes some 60 MB
def tour(walk: Walk, frames: int) -> Tour:
    """Return a walk in so many pictures; raise Refused if there is a picture without landmarks."""
    from vantage.render import indoors

    stage, stations = indoors.stage(walk.home), walk.taken(frames)
    each = [Sight(one, *stage.probe(one.camera(PIXELS))) for one in stations]
    n = len(walk.home.things)
    counts = np.array([np.bincount(one.ids[(one.ids <= n)].ravel(), minlength=n + 1) for one in each])
    if (counts[:, 1:].sum(axis=1) < LANDMARKS).any():
        raise Refused("a picture of the walk shows too few things")
    shares = np.zeros(counts.shape)
    for k, i in zip(*np.nonzero(counts)):
        if i:
            alone = int((stage.ids(stations[k].camera(PIXELS), int(i)) == i).sum())
            shares[k, i] = counts[k, i] / alone
    sights = Sights(tuple(each))
    truth = recorded(walk, stations, shares)
    numbers = range(1, n + 1)
    return Tour(
        walk,
        stations,
        sights,
        {i: counts[:, i] for i in numbers},
        {i: shares[:, i] for i in numbers},
        {i: sights.points(i) for i in numbers},
        truth,
    )


def recorded(walk: Walk, stations: Sequence[Station], shares: Array) -> dict[str, Any]:
    """Return a walk as the truth records it."""
    home = walk.home
    return {
        "rooms": [
            {"name": room.setting, "corners": [[room.low[0], room.low[1]], [room.high[0], room.low[1]],
                                               [room.high[0], room.high[1]], [room.low[0], room.high[1]]]}
            for room in home.rooms
        ],
        "doorways": [
            {"rooms": list(one.rooms), "x": one.x, "y": one.y, "width": one.width, "height": one.height}
            for one in home.doorways
        ],
        "things": [thing(number, one, shares[:, number]) for number, one in enumerate(home.things, 1)],
        "cameras": [
            {"x": one.x, "y": one.y, "height": one.height, "heading": one.heading, "pitch": one.pitch}
            for one in stations
        ],
        "lens": {"field_of_view": FIELD_OF_VIEW, "aspect": round(ASPECT, 6)},
    }  # fmt: skip


def thing(number: int, one: Furnishing, shares: Array) -> dict[str, Any]:
    """Return a thing as the truth records it."""
    size = [round(side, 3) for side in homes.sides(one)]
    c, s = cosine_sine(one.facing)
    (w, d), corners = (size[0] / 2, size[1] / 2), []
    for u, v in ((-w, -d), (w, -d), (w, d), (-w, d)):
        corners.append([round(one.x + c * u - s * v, 9), round(one.y + s * u + c * v, 9)])
    return {
        "id": number,
        "name": one.kind,
        "room": one.room,
        "x": one.x,
        "y": one.y,
        "facing": one.facing,
        "size": size,
        "corners": corners,
        "visible": [round(float(share), 3) for share in shares],
    }


def seen(truth: Json, frames: Sequence[Any]) -> Sights:
    """Return what rendered pictures show, from their depth and ids and the recorded cameras alone."""
    cameras = (Station(c["x"], c["y"], c["height"], c["heading"], c["pitch"]) for c in truth["cameras"])
    return _seen(tuple(cameras), tuple(frames))


@lru_cache(maxsize=1)  # all tasks ask about the same pictures, one after another
def _seen(cameras: tuple[Station, ...], frames: tuple[Any, ...]) -> Sights:
    return Sights(tuple(Sight(one, frame.depth, frame.ids) for one, frame in zip(cameras, frames, strict=True)))


def named(truth: Json, name: str) -> Json:
    """Return the recorded thing of this name."""
    found: Json = next(one for one in truth["things"] if one["name"] == name)
    return found


# Measures, from the recorded boxes.


def distance(a: Json, b: Json) -> float:
    """Return the distance between the closest points of two things' boxes, which never overlap on the floor."""
    sides = [(p, q) for one, other in ((a, b), (b, a)) for p in one["corners"] for q in _edges(other["corners"])]
    return min(_to_edge(p, *q) for p, q in sides)


def _edges(corners: Sequence[Sequence[float]]) -> list[tuple[Sequence[float], Sequence[float]]]:
    return [(corners[k - 1], corners[k]) for k in range(len(corners))]


def _to_edge(p: Sequence[float], a: Sequence[float], b: Sequence[float]) -> float:
    run = (b[0] - a[0], b[1] - a[1])
    t = ((p[0] - a[0]) * run[0] + (p[1] - a[1]) * run[1]) / (run[0] ** 2 + run[1] ** 2)
    t = min(1.0, max(0.0, t))
    return math.hypot(a[0] + t * run[0] - p[0], a[1] + t * run[1] - p[1])


def gap(a: Json, b: Json) -> float:
    """Return the same distance by another route: the widest straight strip between the boxes.

    Two convex shapes are as far apart as the farthest-apart pair of parallel lines between them; that direction is
    a side's normal or joins two corners.
    """
    one, other = (np.array(thing["corners"]) for thing in (a, b))
    sides = np.concatenate([np.roll(p, 1, axis=0) - p for p in (one, other)])
    joins = (other[None] - one[:, None]).reshape(-1, 2)
    ways = np.concatenate([np.column_stack([-sides[:, 1], sides[:, 0]]), joins])
    ways = ways[np.hypot(ways[:, 0], ways[:, 1]) > 1e-12]
    ways /= np.hypot(ways[:, 0], ways[:, 1])[:, None]
    gaps = [max(float((other @ w).min() - (one @ w).max()), float((one @ w).min() - (other @ w).max())) for w in ways]
    return max(0.0, *gaps)


def bearing(truth: Json, stand: str, face: str, target: str) -> float:
    """Return the angle to the target, clockwise from straight ahead, if one stands by a thing and faces another."""
    at, ahead, to = (complex(one["x"], one["y"]) for one in (named(truth, name) for name in (stand, face, target)))
    return math.degrees(-np.angle((to - at) / (ahead - at))) % 360


# Measures, from pixels alone.


def close(found: float, due: float) -> bool:
    """Return whether a length measured from pixels is near enough to the recorded one."""
    return abs(found - due) <= max(LOOSE * due, LOOSE_METRES)


def box_from(thing: Json, cloud: Array) -> tuple[Array, Array]:
    """Return the middle (2,; world) and the sides (3,) of a thing's box that its points span, along its own sides."""
    c, s = cosine_sine(thing["facing"])
    own = cloud[:, :2] @ np.array([[c, -s], [s, c]])
    low, high = own.min(axis=0), own.max(axis=0)
    middle = np.array([[c, -s], [s, c]]) @ ((low + high) / 2)
    return middle, np.append(high - low, cloud[:, 2].max())


def box_seen(thing: Json, cloud: Array) -> bool:
    """Return whether a thing's box can be measured from the points that show."""
    if len(cloud) < FEWEST:
        return False
    middle, sides = box_from(thing, cloud)
    right = all(close(float(found), due) for found, due in zip(sides, thing["size"]))
    return right and bool(np.hypot(*(middle - (thing["x"], thing["y"]))) <= LOOSE_METRES)


def apart(a: Array, b: Array) -> float:
    """Return the least distance between two clouds of points, measured on the floor plan."""
    from scipy.spatial import cKDTree

    a, b = a[:, :2], b[:, :2]
    to_b, to_a = _to_bounds(a, b), _to_bounds(b, a)
    # Only points that are this near to the other's bounds matter.
    most = float(np.min(np.linalg.norm(b - a[to_b.argmin()], axis=1))) + 1e-9
    return float(np.min(cKDTree(a[to_b <= most]).query(b[to_a <= most])[0]))


def _to_bounds(points: Array, others: Array) -> Array:
    """Return how far points (n, 2) are from the upright rectangle around others: (n,)."""
    low, high = others.min(axis=0), others.max(axis=0)
    beyond = np.maximum(0.0, np.maximum(low - points, points - high))
    return np.asarray(np.hypot(beyond[:, 0], beyond[:, 1]))


def room_sides(cloud: Array) -> tuple[float, float]:
    """Return the sides of a room along x and y that the points of its shell span."""
    x, y = (float(np.ptp(cloud[:, axis])) for axis in (0, 1))  # along the rows at once it takes ten times as long
    return x, y


def shell(room: int) -> int:
    """Return the id of a room's shell."""
    return SHELL + room


def cloud(sights: Sights, thing: Json) -> Array:
    """Return the points of a thing; raise Refused if hardly any show."""
    found = sights.points(thing["id"])
    if len(found) < FEWEST:
        raise Refused(f"the {thing['name']} hardly shows")
    return found


def require(true: bool, what: str) -> None:
    """Raise Refused unless the pixels say what the truth says."""
    if not true:
        raise Refused(f"the pixels do not show {what}")


# Choosing what to ask.


def by_nearness(
    found: Mapping[Any, float],
    low: float,
    high: float,
    rng: np.random.Generator,
    ends: bool = False,
    short: float = 1.0,
) -> list[Any]:
    """Return what is of a length that can be asked for, the nearest to one drawn first; raise Refused if nothing is.

    The length is drawn log-uniform from `low` to `high`.

    With `ends`, short and long ones are drawn more often than those between, where most of what there is lies: else
    one guess would come near to many. Where long ones are rare, a `short` above 1 draws short ones more often still.
    """
    within = {key: value for key, value in found.items() if low <= value <= high}
    if not within:
        raise Refused("nothing of a length that can be asked about shows well")
    share = float(rng.uniform()) ** short
    share = math.sin(share * math.pi / 2) ** 2 if ends else share
    due = math.log(low) + share * math.log(high / low)
    keys = [*within]
    order = [keys[i] for i in rng.permutation(len(keys))]
    return sorted(order, key=lambda key: abs(math.log(within[key]) - due))


def pairs(things: Iterable[Json]) -> list[tuple[Json, Json]]:
    """Return all pairs of things."""
    return [*combinations(things, 2)]
