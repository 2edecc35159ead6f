"""A home as a camera within it sees it: rooms with floors, walls and ceilings, doorways between them, and its things.

Nothing but what stands on a floor casts a shadow; the lamps are far overhead, so that shadows are short and soft. The
shell of each room has an id of its own, so that from pixels alone one can tell how large a room is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from vantage import assets, seeds, settings
from vantage.assets.meshes import Material, Mesh
from vantage.geometry import Array, standing
from vantage.render import walls
from vantage.render.frames import Frame
from vantage.render.lighting import Light
from vantage.render.raster import Placed, Stage
from vantage.render.surfaces import GROUND
from vantage.render.surroundings import FIXED, WHITES, surface
from vantage.render.walls import FRAME, Quad, level, quilt
from vantage.settings import homes, pieces
from vantage.settings.palette import CLOTHS
from vantage.walk import SHELL, WALL, Doorway, Furnishing, Home, Room, WalkDrawing

Rng = np.random.Generator

SAMPLES = 2  # by 2 a pixel
CEILING = Material((1.24, 1.23, 1.20))  # brighter than white: no lamp shines on it from above
GRAIN = 2.0  # metres: so often a floor's texture repeats that has no joints
SHADELESS = (0.0, 0.0, 1e9)  # an edge that is never passed: on walls, shadows of things in the next room would show
LIFTED = 0.002  # of a rug above the floor, in metres


@lru_cache(maxsize=32)  # a walk's
def frame(drawing: WalkDrawing, size: int) -> Frame:
    """Return what the camera sees, the longer side `size` pixels; thing k of the home has id k + 1."""
    return stage(drawing.home).view(drawing.station.camera(size), samples=SAMPLES)


@lru_cache(maxsize=1)  # its maps of shadows take 40 MB
def stage(home: Home) -> Stage:
    """Return the home, lit."""
    rng = seeds.generator("indoors", home.look)
    return Stage([*_shell(home, rng), *_things(home)], lamps(rng))


def _things(home: Home) -> Iterator[Placed]:
    for number, thing in enumerate(home.things, 1):
        yield Placed(assets.build(thing.kind, thing.variant), world_from_thing(thing), number)


def world_from_thing(thing: Furnishing) -> Array:
    """Return the transform (4, 4) that takes the thing's mesh to its place: scaled, turned and put down."""
    return standing((thing.x, thing.y, 0.0), thing.facing) @ np.diag([thing.scale] * 3 + [1.0])


def _shell(home: Home, rng: Rng) -> Iterator[Placed]:
    """Yield all of a home that is not a thing."""
    shell = homes.shell(home)
    for number, room in enumerate(home.rooms):
        setting = settings.get(room.setting).setting
        floor, paint = surface(setting.ground, rng), surface(setting.walls, rng)
        ground = quilt([*_ground(room, floor, rng.random() < setting.rug, rng)])
        yield Placed(ground, np.eye(4), SHELL + number, casts=False)
        sides = [walls.built(wall, 0.0, paint, True) for at, wall in shell.walls if at == number]
        for part in (quilt([_above(room, home.ceiling)]), *sides):
            yield Placed(part, np.eye(4), SHELL + number, casts=False, edge=SHADELESS)
    for doorway in home.doorways:
        yield Placed(_passage(doorway), np.eye(4), GROUND, casts=False, edge=SHADELESS)
    for piece in shell.pieces:
        at = standing((piece.x, piece.y, piece.z), piece.facing)
        yield Placed(pieces.build(piece.kind, piece.variant), at, GROUND, casts=not piece.z)


def _ground(room: Room, floor: Material, rug: bool, rng: Rng) -> Iterator[Quad]:
    """Yield a room's floor, perhaps with a rug on it."""
    yield level(room.low, room.high, 0.0, floor, FIXED.get(str(floor.texture), GRAIN))
    if rug:
        yield from _rug(room, rng)


def _above(room: Room, ceiling: float) -> Quad:
    flat = level(room.low, room.high, ceiling, CEILING)
    return Quad(flat.corners[::-1], flat.uv[::-1], CEILING)


def _rug(room: Room, rng: Rng) -> Iterator[Quad]:
    """Yield a rug with a border, somewhere near the middle of a room."""
    rim, inner = (Material(CLOTHS[k], "carpet") for k in rng.choice(len(CLOTHS), 2, replace=False))
    (x, y), half = room.middle, [side * float(rng.uniform(0.22, 0.34)) for side in room.sides]
    for layer, (inset, material) in enumerate(((0.0, rim), (0.1, inner)), 1):
        low, high = (x - half[0] + inset, y - half[1] + inset), (x + half[0] - inset, y + half[1] - inset)
        yield level(low, high, layer * LIFTED, material)


def _passage(doorway: Doorway) -> Mesh:
    """Return what lines a doorway in the thickness of the wall: jambs, lintel and threshold."""
    half, deep, top = doorway.width / 2, WALL / 2 + 0.001, doorway.height
    flat = [
        [(-half, -deep, 0), (-half, deep, 0), (-half, deep, top), (-half, -deep, top)],
        [(half, deep, 0), (half, -deep, 0), (half, -deep, top), (half, deep, top)],
        [(-half, -deep, top), (-half, deep, top), (half, deep, top), (half, -deep, top)],
        [(-half, -deep, 0.003), (half, -deep, 0.003), (half, deep, 0.003), (-half, deep, 0.003)],
    ]
    sill = Material((0.62, 0.54, 0.45), "veneer")
    quads = []
    for corners, material in zip(flat, (FRAME, FRAME, FRAME, sill)):
        at = np.array(corners, float)
        if doorway.axis == 0:  # the wall runs along y
            at = np.column_stack([-at[:, 1], at[:, 0], at[:, 2]])
        quads.append(Quad(at + np.array([doorway.x, doorway.y, 0.0]), np.zeros((4, 2)), material))
    return quilt(quads)


def lamps(rng: Rng) -> list[Light]:
    """Return two lamps of a home, nearly overhead, and the even light of its rooms."""
    first, tint = float(rng.uniform(0, 360)), WHITES[int(rng.integers(len(WHITES)))]
    sky, strength = float(rng.uniform(0.60, 0.70)), float(rng.uniform(0.30, 0.36))
    return [
        Light(
            azimuth=(first + turn) % 360,
            elevation=float(rng.uniform(62, 76)),
            strength=strength,
            sky=sky,
            softness=12.0,
            colour=tint,
            sky_colour=(1.0, 0.985, 0.965),
        )
        for turn in (0.0, float(rng.uniform(110, 160)))
    ]
