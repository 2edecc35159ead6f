"""Solids built of equal blocks on a grid: the same up to rotation, mirror images, one-block changes, what a view shows.

The world is right-handed with z up and the front at -y. A picture shows a solid after one of the 24 turns of the grid,
seen by a distant camera whose azimuth lies between 0 and 90 degrees and which looks down: so the faces towards +x, -y
and +z show, whatever the turn, and one block can hide another only from that octant.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.shapes import lattice

Cell = tuple[int, int, int]
Size = tuple[float, float, float]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

UNIT: Size = (1.0, 1.0, 1.0)
REACH = 16  # a side of the largest grid that the codes below can name
SHOWN: tuple[Cell, ...] = ((1, 0, 0), (0, -1, 0), (0, 0, 1))  # outward normals of the faces that a picture shows
AZIMUTHS = (*range(26, 41, 2), *range(50, 65, 2))  # degrees; 45 would let blocks one behind the other coincide
ELEVATIONS = tuple(range(22, 35, 2))
CLEAR = 0.2  # places up to `FAR` steps apart are drawn at least this part of a block's shortest edge apart
FAR = 3
SAMPLES = 4  # points per side of a face at which it is asked whether the face shows


def _closure() -> Ints:
    """Return the 24 rotations of the grid as matrices (24, 3, 3), all made from two quarter turns, identity first."""
    about_x = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    about_z = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    found = [np.eye(3, dtype=np.int64)]
    for matrix in found:  # grows while it is walked
        for quarter in (about_x, about_z):
            if not any((quarter @ matrix == other).all() for other in found):
                found.append(quarter @ matrix)
    return np.stack(found)


ROTATIONS = _closure()
MIRROR: Ints = np.diag([-1, 1, 1])


@dataclass(frozen=True)
class Solid:
    """Blocks of edge lengths `size` at the grid places `cells`: sorted, the least coordinate along each axis 0."""

    cells: tuple[Cell, ...]
    size: Size = UNIT

    def __post_init__(self) -> None:
        lows = tuple(map(min, zip(*self.cells)))
        if list(self.cells) != sorted(set(self.cells)) or lows != (0, 0, 0):
            raise ValueError("cells must be distinct, sorted and start at 0 along each axis; use solids.solid()")
        if len(self.size) != 3 or min(self.size) <= 0:
            raise ValueError(f"a block has three positive edge lengths, not {self.size}")

    @property
    def array(self) -> Ints:
        """The cells as an array (n, 3)."""
        return np.array(self.cells, dtype=np.int64)


def solid(points: Iterable[Sequence[int]] | Ints, size: Size = UNIT) -> Solid:
    """Return the solid with blocks at `points`, wherever they lie and in whatever order."""
    places = np.array(points if isinstance(points, np.ndarray) else [tuple(point) for point in points])
    if not len(places):
        raise ValueError("a solid needs at least one block")
    return Solid(tuple(sorted({(x, y, z) for x, y, z in (places - places.min(axis=0)).tolist()})), size)


def rotated(shape: Solid, turn: int) -> Solid:
    """Return the solid after rotation number `turn` of the 24."""
    return solid(shape.array @ ROTATIONS[turn].T, turned_size(shape.size, turn))


@lru_cache(maxsize=4096)
def turned_size(size: Size, turn: int) -> Size:
    """Return a block's edge lengths along x, y and z after a turn."""
    x, y, z = (size[int(axis)] for axis in np.abs(ROTATIONS[turn]).argmax(axis=1))
    return (x, y, z)


@lru_cache(maxsize=24 * 24)
def angle(first: int, second: int) -> int:
    """Return by how many degrees a solid turns from turn `first` to turn `second`: 0, 90, 120 or 180."""
    trace = int(np.trace(ROTATIONS[second] @ ROTATIONS[first].T))
    return {3: 0, 1: 90, 0: 120, -1: 180}[trace]


@lru_cache(maxsize=24 * 24)
def then(first: int, second: int) -> int:
    """Return the number of the turn that is turn `first` and after it turn `second`."""
    product = ROTATIONS[second] @ ROTATIONS[first]
    return int((product == ROTATIONS).all(axis=(1, 2)).argmax())


def turns_onto_itself(shape: Solid) -> bool:
    """Return whether some turn other than none leaves the solid as it was."""
    return any(rotated(shape, turn) == shape for turn in range(1, 24))


def mirrored(shape: Solid) -> Solid:
    """Return the mirror image of the solid, left and right exchanged."""
    return solid(shape.array @ MIRROR, shape.size)


def least_codes(batch: Ints, turns: Ints) -> Ints:
    """Return for each solid of a batch (m, n, 3) the least of its sorted cell codes under `turns`, (m, n)."""
    count, blocks, _ = batch.shape
    # One product of floats is many times faster than integer products, and exact for numbers as small as these.
    turned = batch.reshape(-1, 3).astype(np.float32) @ turns.reshape(-1, 3).T.astype(np.float32)
    places = turned.astype(np.int16).reshape(count, blocks, len(turns), 3)
    places -= places.min(axis=1, keepdims=True)
    if places.max() >= REACH:
        raise ValueError(f"a solid may be at most {REACH} blocks long")
    x, y, z = (places[..., axis] for axis in range(3))
    codes = np.sort(((x * REACH + y) * REACH + z).transpose(0, 2, 1), axis=2)
    alive = np.ones((count, len(turns)), dtype=bool)
    for column in range(blocks):
        values = np.where(alive, codes[:, :, column], REACH**3)
        alive &= values == values.min(axis=1, keepdims=True)
        if np.count_nonzero(alive) == count:
            break
    least: Ints = codes[np.arange(count), alive.argmax(axis=1)].astype(np.int64)
    return least


def _cells_of(codes: Ints) -> Ints:
    return np.stack([codes // REACH**2, codes // REACH % REACH, codes % REACH], axis=-1)


def canonical(shape: Solid) -> Solid:
    """Return the solid that stands for all its turned copies: the least (size, cells) over the 24 rotations."""
    sizes = [turned_size(shape.size, turn) for turn in range(24)]
    # The size comes first in the comparison, so only the turns that make it least need to be tried.
    turns = ROTATIONS[[turn for turn in range(24) if sizes[turn] == min(sizes)]]
    return solid(_cells_of(least_codes(shape.array[None], turns)[0]), min(sizes))


def same(a: Solid, b: Solid) -> bool:
    """Return whether one solid is the other, turned and moved but not mirrored."""
    return canonical(a) == canonical(b)


def chiral(shape: Solid) -> bool:
    """Return whether no rotation carries the solid onto its mirror image."""
    return not same(shape, mirrored(shape))


def name(shape: Solid) -> str:
    """Return a name shared by all turned copies; mirror images share the stem and differ in the ending -a or -b."""
    own, other = canonical(shape), canonical(mirrored(shape))
    first = min(own, other, key=lambda s: s.cells)
    edges = [str(edge) for edge in first.size]
    stem = seeds.digest("solid", *edges, *itertools.chain(*first.cells))[:8]
    hand = "" if own == other else "-a" if own == first else "-b"
    return f"p{len(shape.cells)}-{stem}{hand}"


def families(batch: Ints) -> tuple[list[str], list[bool]]:
    """Return for each solid of a batch (m, n, 3) the digest of its polycube, and whether it is chiral.

    The digest is the same for all rotations and reflections and whatever the block's proportions: a polycube is one
    situation, which belongs to one split.
    """
    own, other = least_codes(batch, ROTATIONS), least_codes(batch, ROTATIONS @ MIRROR)
    first = [min(a, b) for a, b in zip(own.tolist(), other.tolist())]
    digests = [seeds.digest("polycube", " ".join(map(str, codes))) for codes in first]
    return digests, (own != other).any(axis=1).tolist()


def situation(shape: Solid) -> str:
    """Return the digest of the solid's polycube up to rotation and reflection."""
    return families(shape.array[None])[0][0]


def connected(cells: Iterable[Cell]) -> bool:
    """Return whether the blocks hang together face to face."""
    return lattice.connected(cells, neighbours)


@lru_cache(maxsize=32768)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six places that share a face with `cell`."""
    x, y, z = cell
    return (x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)


def free_places(cells: Iterable[Cell]) -> list[Cell]:
    """Return the empty places that touch a block, sorted."""
    taken = set(cells)
    return sorted(set().union(*map(neighbours, taken)) - taken)


def grow(blocks: int, rng: np.random.Generator, bushiness: float = 0.15) -> list[Cell]:
    """Return a solid's cells in the order they grew, each touching an earlier one; see `lattice.grow`."""
    return lattice.grow((0, 0, 0), blocks, neighbours, rng, bushiness)


def moves(history: Sequence[Cell]) -> Ints:
    """Return all solids got by moving one block, without which the rest hangs together: (m, n, 3), that block last."""
    found: list[list[Cell]] = []
    for index, cell in enumerate(history):
        rest = [*history[:index], *history[index + 1 :]]
        if connected(rest):
            found.extend([*rest, place] for place in free_places(rest) if place != cell)
    return np.array(found, dtype=np.int64)


@dataclass(frozen=True)
class View:
    """How a solid is shown: turned by rotation number `turn`, then seen from `azimuth` and `elevation` in degrees.

    A camera rolled by `roll` degrees, counter-clockwise as it sees things, takes in every other orientation.
    """

    turn: int
    azimuth: float
    elevation: float
    roll: float = 0.0

    def __post_init__(self) -> None:
        if not (0 <= self.turn < 24 and 0 < self.azimuth < 90 and 0 < self.elevation < 90):
            raise ValueError(f"a view needs a turn of 0..23 and angles between 0 and 90 degrees, not {self}")


@dataclass(frozen=True)
class SolidDrawing:
    """A solid in a view; `scale` is the length drawn for 1, as a part of the picture's side.

    With a `room`, the solid hangs in the middle of a cube of so many blocks, whose floor and far walls show the grid.
    """

    solid: Solid
    view: View
    scale: float
    colour: str = "sky"
    room: int = 0


def camera_axes(azimuth: float, elevation: float, roll: float = 0.0) -> Floats:
    """Return as rows (3, 3) what the camera sees as right and up, and the direction towards the camera."""
    a, e, r = np.radians([azimuth, elevation, roll])
    right = np.array([np.cos(a), np.sin(a), 0.0])
    up = np.array([-np.sin(e) * np.sin(a), np.sin(e) * np.cos(a), np.cos(e)])
    towards = np.array([np.cos(e) * np.sin(a), -np.cos(e) * np.cos(a), np.sin(e)])
    return np.stack([np.cos(r) * right + np.sin(r) * up, np.cos(r) * up - np.sin(r) * right, towards])


@lru_cache(maxsize=256)
def cameras(size: Size) -> tuple[tuple[int, int], ...]:
    """Return the (azimuth, elevation) from which no two places up to `FAR` steps apart nearly coincide."""
    return tuple(camera for camera in itertools.product(AZIMUTHS, ELEVATIONS) if clear(size, *camera))


def clear(size: Size, azimuth: float, elevation: float) -> bool:
    """Return whether this camera draws no two places up to `FAR` steps apart nearly one on the other."""
    reach = range(-FAR, FAR + 1)
    offsets = np.array([o for o in itertools.product(reach, repeat=3) if any(o)]) * np.array(size)
    gaps = np.linalg.norm(offsets @ camera_axes(azimuth, elevation)[:2].T, axis=1)
    return bool(gaps.min() >= CLEAR * min(size))


@lru_cache(maxsize=512)
def _covers(size: Size, azimuth: float, elevation: float) -> NDArray[np.uint64]:
    """Return which sample points of a block another block hides, as bits, by the code of its offset (x, -y, z)."""
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    one, zero = np.ones_like(u), np.zeros_like(u)
    points = np.concatenate([np.stack(p, axis=1) for p in ((one, u, v), (u, zero, v), (u, v, one))])
    axes = camera_axes(azimuth, elevation)
    offsets = np.indices((REACH, REACH, REACH)).reshape(3, -1).T * (1, -1, 1)
    # Only blocks drawn within a block's diagonal of each other can overlap in the picture.
    near = np.linalg.norm(offsets * np.array(size) @ axes[:2].T, axis=1) <= np.linalg.norm(size)
    near[0] = False  # a convex block does not hide its own outer faces
    to_low = (offsets[near, None, :] - points) * np.array(size) / axes[2]
    to_high = (offsets[near, None, :] + 1 - points) * np.array(size) / axes[2]
    enter = np.minimum(to_low, to_high).max(axis=2)
    leave = np.maximum(to_low, to_high).min(axis=2)
    hidden = leave > np.maximum(enter, 0.0) + 1e-9
    bits = np.zeros(REACH**3, dtype="<u8")  # the byte order in which `areas` takes them apart
    bits[near] = (hidden * (1 << np.arange(len(points), dtype=np.uint64))).sum(axis=1, dtype=np.uint64)
    return bits


def _face_areas(size: Size, azimuth: float, elevation: float) -> Floats:
    """Return the areas, as drawn, of a whole block's three faces that show."""
    whole: Floats = np.abs(camera_axes(azimuth, elevation)[2]) * np.prod(size) / np.array(size)
    return whole


def face_shares(batch: Ints, size: Size, azimuth: float, elevation: float) -> Floats:
    """Return which part shows of each block's faces towards +x, -y and +z in solids of a batch (m, n, 3): (m, n, 3)."""
    offsets = (batch[:, None, :, :] - batch[:, :, None, :]) * (1, -1, 1)
    codes = np.where((offsets >= 0).all(axis=3), offsets @ (REACH**2, REACH, 1), 0)
    covered = np.bitwise_or.reduce(_covers(size, azimuth, elevation)[codes], axis=2)
    bits = np.unpackbits(covered[..., None].view(np.uint8), axis=2, bitorder="little")
    hidden = bits[..., : 3 * SAMPLES**2].reshape(*covered.shape, 3, SAMPLES**2).mean(axis=3)
    shown: Floats = 1.0 - hidden
    return shown


def areas(batch: Ints, size: Size, azimuth: float, elevation: float) -> Floats:
    """Return how much of each block shows in solids of a batch (m, n, 3) as they stand: (m, n), areas as drawn."""
    shown: Floats = face_shares(batch, size, azimuth, elevation) @ _face_areas(size, azimuth, elevation)
    return shown


def visible(shape: Solid, view: View) -> Floats:
    """Return the area, as drawn, of what shows of each block (n,), in the order of the solid's cells."""
    turned = shape.array @ ROTATIONS[view.turn].T
    shown: Floats = areas(turned[None], turned_size(shape.size, view.turn), view.azimuth, view.elevation)[0]
    return shown


def open_views(shape: Solid, share: float, rng: np.random.Generator) -> list[View]:
    """Return for each turn in which every block shows at least `share` of its drawn faces a view, cameras at random."""
    found: list[View] = []
    sizes = [turned_size(shape.size, turn) for turn in range(24)]
    for size in sorted(set(sizes)):
        turns = [turn for turn in range(24) if sizes[turn] == size]
        azimuth, elevation = cameras(size)[int(rng.integers(len(cameras(size))))]
        found.extend(View(turn, azimuth, elevation) for turn in open_turns(shape, turns, azimuth, elevation, share))
    return sorted(found, key=lambda view: view.turn)


def open_turns(shape: Solid, turns: Sequence[int], azimuth: float, elevation: float, share: float) -> list[int]:
    """Return those of `turns`, after which blocks have one size, that show `share` of each block's faces or more."""
    size = turned_size(shape.size, turns[0])
    turned = np.einsum("tij,nj->tni", ROTATIONS[turns], shape.array)
    full = _face_areas(size, azimuth, elevation).sum()
    enough = areas(turned, size, azimuth, elevation).min(axis=1) >= share * full
    return [turn for turn, shows in zip(turns, enough) if shows]


def span(shape: Solid) -> float:
    """Return the greatest distance between two points of the solid: no view of it is wider or higher."""
    apart = np.abs(shape.array[:, None] - shape.array[None]) + 1
    return float(np.linalg.norm(apart * np.array(shape.size), axis=2).max())


# What an observer at each side sees as right and up; the top is seen with the front below, the bottom with it above.
SIDES: dict[str, tuple[Cell, Cell]] = {
    "front": ((1, 0, 0), (0, 0, 1)),
    "right": ((0, 1, 0), (0, 0, 1)),
    "back": ((-1, 0, 0), (0, 0, 1)),
    "left": ((0, -1, 0), (0, 0, 1)),
    "top": ((1, 0, 0), (0, 1, 0)),
    "bottom": ((1, 0, 0), (0, -1, 0)),
}
