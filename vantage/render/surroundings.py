"""What a scene stands in: ground, what is around it, and light, for each of the four settings.

Nothing here reaches between an observer and the things: the ground lies below them, and what rises stands outside the
observers' circle. The light's azimuth is drawn without regard to the observers, so that shadows tell no one's view.
Surroundings grow with the scene, as a tea table and a bus stop are seen from different distances.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vantage import names, seeds
from vantage.assets import extent
from vantage.assets.arrange import joined, moved, turned
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.assets.parts import Point, box, circle, ellipsoid, lathe, rod
from vantage.render.lighting import Light
from vantage.scene import Scene

Rng = np.random.Generator
Place = tuple[float, float]  # on the ground

WOODS: tuple[Colour, ...] = ((0.66, 0.47, 0.30), (0.78, 0.62, 0.44), (0.50, 0.34, 0.22), (0.86, 0.74, 0.58))
PALE: tuple[Colour, ...] = ((0.90, 0.88, 0.84), (0.80, 0.83, 0.84), (0.86, 0.80, 0.72), (0.76, 0.80, 0.74))
CLOTHS: tuple[Colour, ...] = ((0.55, 0.63, 0.72), (0.70, 0.55, 0.50), (0.56, 0.62, 0.52), (0.78, 0.72, 0.60))
STONES: tuple[Colour, ...] = ((0.66, 0.65, 0.63), (0.70, 0.66, 0.60), (0.58, 0.60, 0.62))
TARS: tuple[Colour, ...] = ((0.42, 0.43, 0.45), (0.48, 0.47, 0.46), (0.37, 0.38, 0.41))
HOUSES: tuple[Colour, ...] = ((0.72, 0.42, 0.32), (0.80, 0.70, 0.56), (0.66, 0.68, 0.72), (0.58, 0.40, 0.34))
GREENS: tuple[Colour, ...] = ((0.42, 0.58, 0.26), (0.36, 0.54, 0.28), (0.50, 0.60, 0.30))
HEDGES: tuple[Colour, ...] = ((0.22, 0.40, 0.18), (0.28, 0.44, 0.20), (0.18, 0.34, 0.20))
PATHS: tuple[Colour, ...] = ((0.82, 0.74, 0.60), (0.74, 0.70, 0.64), (0.80, 0.68, 0.54))
GLASS = Material((0.30, 0.36, 0.44), gloss=0.3)
PAINT = Material((0.88, 0.87, 0.82))

TABLE_HEIGHT = 0.74
KERB = 0.12
LIFT = 0.003  # of what lies flat upon something else, in metres


@dataclass(frozen=True, eq=False)
class Surroundings:
    """All of a stage that is not a thing. Only what is `casting` throws shadows."""

    ground: tuple[Mesh, ...]
    light: Light
    background: Colour
    casting: tuple[Mesh, ...] = ()


def around(scene: Scene) -> Surroundings:
    """Return the surroundings of a scene: those of its setting, in its look."""
    build = BUILT[names.nearest(scene.setting, tuple(BUILT), "setting")]
    return build(reach(scene), scene.radius, seeds.generator("surroundings", scene.setting, scene.look))


def reach(scene: Scene) -> float:
    """Return the radius around the centre within which everything stands, in metres."""
    return float(max(np.hypot(*extent.corners(thing)[:, :2].T).max() for thing in scene.things))


def table(reach: float, radius: float, rng: Rng) -> Surroundings:
    """Build a round or square table in a plain room."""
    top = surface(rng, ("wood", WOODS, 0.15), ("planks", WOODS, 0.1), ("marble", PALE, 0.3), ("fabric", CLOTHS, 0.0))
    legs = Material(top.colour if top.texture in ("wood", "planks") else WOODS[2], "wood")
    half, thick = max(0.45, reach + float(rng.uniform(0.06, 0.2))), float(rng.uniform(0.025, 0.045))
    built = (round_table if rng.random() < 0.5 else square_table)(half, thick, top, legs)
    room = chamber(1.25 * radius + 1.2, rng, -TABLE_HEIGHT, 1.6)
    return Surroundings(room, lamp(rng), PALE[0], (turned(built, "z", float(rng.uniform(0, 360))),))


def round_table(half: float, thick: float, top: Material, legs: Material) -> Mesh:
    """Return a table on one leg; its top is at height 0."""
    return joined(
        lathe([(0.0, -thick), (half, -thick), (half, -0.006), (half - 0.006, 0.0), (0.0, 0.0)], top, sides=64),
        rod((0, 0, -TABLE_HEIGHT), (0, 0, -thick), 0.06, legs),
        rod((0, 0, -TABLE_HEIGHT), (0, 0, 0.03 - TABLE_HEIGHT), half / 2, legs),
    )


def square_table(half: float, thick: float, top: Material, legs: Material) -> Mesh:
    """Return a table on four legs; its top is at height 0."""
    leg = box((half - 0.06, half - 0.06, -(TABLE_HEIGHT + thick) / 2), (0.07, 0.07, TABLE_HEIGHT - thick), legs)
    plate = box((0, 0, -thick / 2), (2 * half, 2 * half, thick), top, 0.006)
    return joined(plate, *(turned(leg, "z", 90 * k) for k in range(4)))


def room(reach: float, radius: float, rng: Rng) -> Surroundings:
    """Build a large room, mostly with a rug."""
    ground = chamber(1.3 * radius + 1.0, rng, 0.0, reach)
    if rng.random() < 0.7:
        ground += (turned(rug(reach * float(rng.uniform(0.8, 1.1)), rng), "z", float(rng.uniform(0, 360))),)
    return Surroundings(ground, lamp(rng), PALE[0])


def rug(half: float, rng: Rng) -> Mesh:
    """Return a round or square rug with a border."""
    rim, inner = (CLOTHS[k] for k in rng.choice(len(CLOTHS), 2, replace=False))
    lay = disc if rng.random() < 0.5 else square
    return joined(lay(half, LIFT, Material(rim, "plaster")), lay(0.9 * half, 2 * LIFT, Material(inner, "carpet")))


def street(reach: float, radius: float, rng: Rng) -> Surroundings:
    """Build a road between kerbs, pavements and fronts of houses."""
    tar = Material(TARS[rng.integers(len(TARS))], "asphalt")
    slabs = surface(rng, ("paving", STONES, 0.0), ("tiles", STONES, 0.0))
    half, far = reach + float(rng.uniform(0.4, 1.2)), 1.3 * radius + 4.0
    long = 6 * far
    road = sheet((-half, -long), (half, long), 0.0, tar, 1.6 * reach)
    dashes = [sheet((-0.06, y), (0.06, y + 1.5), LIFT, PAINT) for y in np.arange(-far, far, 4.0).tolist()]
    side = joined(
        sheet((half + 0.15, -long), (far, long), KERB, slabs, max(2.0, 0.7 * reach)),
        box((half + 0.075, 0, 0), (0.15, 2 * long, 2 * KERB), Material((0.78, 0.77, 0.75))),
        fronts(far, rng),
    )
    whole = joined(road, *dashes, side, turned(side, "z", 180))
    return Surroundings((turned(whole, "z", float(rng.uniform(0, 360))),), sun(rng), (0.80, 0.86, 0.92))


def fronts(far: float, rng: Rng) -> Mesh:
    """Return a row of houses along x = `far`, with windows and doors on their near side."""
    built, y = [], -2.5 * far
    while y < 2.5 * far:
        width = float(rng.uniform(7, 11))
        wall = surface(rng, ("brick", HOUSES, 0.0), ("plaster", HOUSES, 0.0))
        built.append(box((far + 4, y + width / 2, 4), (8, width, 8), wall))
        for k in range(3):
            place = y + width * (k + 0.5) / 3
            tall, low = (2.1, 0.0) if k == 1 else (1.4, 0.9)
            built.append(box((far, place, low + tall / 2 + KERB), (0.06, 1.1, tall), GLASS))
        y += width
    return joined(*built)


def park(reach: float, radius: float, rng: Rng) -> Surroundings:
    """Build a lawn with a path, bushes all around."""
    lawn, far = Material(GREENS[rng.integers(len(GREENS))], "grass"), 1.25 * radius + 3.0
    way = surface(rng, ("sand", PATHS, 0.0), ("plaster", PATHS, 0.0), ("paving", PATHS, 0.0))
    offset, half = reach * float(rng.uniform(-0.7, 0.7)), float(rng.uniform(0.25, 0.45)) * max(reach, 1.5)
    path = sheet((offset - half, -4 * far), (offset + half, 4 * far), LIFT, way, max(1.6, 0.8 * reach))
    bushes = [bush(far, float(angle), rng) for angle in np.arange(0, 360, 15)]
    return Surroundings(
        (
            sheet((-8 * far, -8 * far), (8 * far, 8 * far), 0.0, lawn, 3 * reach),
            turned(path, "z", float(rng.uniform(0, 360))),
            *bushes,
        ),
        sun(rng),
        (0.74, 0.84, 0.88),
    )


def bush(far: float, angle: float, rng: Rng) -> Mesh:
    """Return a clipped bush outside the circle of radius `far`."""
    green = Material(HEDGES[rng.integers(len(HEDGES))], "leaves")
    wide, tall = (float(v) for v in rng.uniform((1.2, 0.8), (2.4, 2.0)))
    away = far + wide + float(rng.uniform(0, 3))
    return turned(ellipsoid((away, 0, tall * 0.4), (wide, wide, tall), green), "z", angle + float(rng.uniform(-6, 6)))


def chamber(half: float, rng: Rng, z: float, repeat: float) -> tuple[Mesh, ...]:
    """Return floor, walls and skirting of a square room, the floor at height `z`."""
    floor = surface(rng, ("planks", WOODS, 0.1), ("tiles", PALE, 0.2), ("carpet", PALE, 0.0))
    wall, skirt = Material(PALE[rng.integers(len(PALE))], "plaster"), 0.05 + 0.02 * half
    # Of the skirting only the face that looks into the room: the edge of a board would glint as a dashed line.
    board = turned(sheet((0, -half), (skirt, half), 0.0, Material((0.92, 0.91, 0.89))), "y", -90)
    side = joined(box((half + 0.1, 0, z + 1.5), (0.2, 2 * half + 0.4, 3.0), wall), moved(board, half - LIFT, 0, z))
    whole = joined(
        sheet((-half, -half), (half, half), z, floor, repeat), *(turned(side, "z", 90 * k) for k in range(4))
    )
    return (turned(whole, "z", float(rng.uniform(0, 360))),)


def surface(rng: Rng, *choices: tuple[str, tuple[Colour, ...], float]) -> Material:
    """Return one of several textures with one of its colours, and its gloss."""
    texture, colours, gloss = choices[rng.integers(len(choices))]
    return Material(colours[rng.integers(len(colours))], texture, gloss)


def sheet(low: Place, high: Place, z: float, material: Material, repeat: float = 1.0) -> Mesh:
    """Return a level rectangle that looks upward; its texture repeats every so many metres."""
    (x0, y0), (x1, y1) = low, high
    return level([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], material, repeat)


def square(half: float, z: float, material: Material) -> Mesh:
    """Return a level square about the centre that looks upward."""
    return sheet((-half, -half), (half, half), z, material)


def disc(radius: float, z: float, material: Material) -> Mesh:
    """Return a level disc about the centre that looks upward."""
    return level([(radius * x, radius * y, z) for x, y in circle(48)], material)


def level(rim: list[Point], material: Material, repeat: float = 1.0) -> Mesh:
    """Return the level polygon within a convex rim that goes counter-clockwise; its texture lies along x and y."""
    points = np.array(rim, np.float32)
    faces = np.array([(0, k, k + 1) for k in range(1, len(rim) - 1)], np.int32)
    normals = np.zeros((len(faces), 3, 3), np.float32)
    normals[..., 2] = 1
    uv = points[faces][..., :2] / np.float32(repeat)
    return Mesh(points, faces, normals, uv, np.zeros(len(faces), np.int16), (material,))


def lamp(rng: Rng) -> Light:
    """Return the light of a room: wide and warm."""
    warm = float(rng.uniform(0.86, 0.96))
    return Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(50, 68)),
        strength=float(rng.uniform(0.72, 0.85)),
        sky=float(rng.uniform(0.5, 0.6)),
        softness=9.0,
        colour=(1.0, (1 + warm) / 2, warm),
        sky_colour=(1.0, 0.985, 0.965),
    )


def sun(rng: Rng) -> Light:
    """Return daylight through a thin haze: its shadows are soft."""
    warm = float(rng.uniform(0.86, 0.98))
    return Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(42, 64)),
        strength=float(rng.uniform(0.78, 0.95)),
        sky=float(rng.uniform(0.45, 0.55)),
        softness=5.0,
        colour=(1.0, (1 + warm) / 2, warm),
    )


BUILT: dict[str, Callable[[float, float, Rng], Surroundings]] = {
    "table": table, "room": room, "street": street, "park": park,
}  # fmt: skip
