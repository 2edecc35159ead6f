"""What a scene stands in, as meshes and light: the plan of its place is built, the ground laid, the lamps lit.

Nothing here casts a shadow but the table, so surroundings never put a thing in the shade; a soft dark rim on the floor
makes the pieces stand. A picture leaves out what would come between its camera and the things (see `plans`). The
light's azimuth is drawn without regard to the observers, so that shadows tell no one's view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vantage import seeds
from vantage.assets.arrange import joined, turned
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.assets.parts import box, lathe, rod
from vantage.geometry import standing, turn
from vantage.render import walls
from vantage.render.lighting import Light
from vantage.render.surfaces import GROUND, Placed
from vantage.render.walls import Quad, Span, level, quilt
from vantage.scene import Scene
from vantage.settings import pieces, plans
from vantage.settings.palette import CLOTHS, WOODS
from vantage.settings.plans import TABLE_HEIGHT, Plan
from vantage.settings.setting import Finish, Strip

Rng = np.random.Generator

LIFT = 5e-5  # of a layer that lies flat upon another, relative to the observers' circle
LAYERS = 8  # the ground lies so many of these lower than the things, so that no layer hides a thing's foot
LONG = 8.0  # how far open ground goes on, relative to the distance of its sides
RIMS = ((0.16, 0.955), (0.10, 0.90), (0.05, 0.83), (0.015, 0.74))  # outset and light of the dark rims around a piece
FIXED = {
    "planks": 1.1,
    "tiles": 1.6,
    "paving": 2.2,
    "squares": 1.6,
    "veneer": 1.2,
    "concrete": 2.4,
}  # metres: a texture repeats so often
WHITES: tuple[Colour, ...] = ((1.0, 0.95, 0.88), (1.0, 0.98, 0.95), (0.93, 0.97, 1.0), (1.0, 0.91, 0.80))  # of lamps
PAINT = Material((0.86, 0.85, 0.82))
SKIES = (
    ((0.86, 0.90, 0.94), (0.62, 0.75, 0.90)),
    ((0.90, 0.91, 0.92), (0.74, 0.81, 0.90)),
    ((0.93, 0.89, 0.84), (0.68, 0.77, 0.88)),
)


@dataclass(frozen=True, eq=False)
class Surroundings:
    """All of a stage that is not a thing."""

    placed: tuple[Placed, ...]
    lights: tuple[Light, ...]
    background: tuple[Colour, Colour]


def around(scene: Scene) -> Surroundings:
    """Return the surroundings of a scene: those of its setting, in its look."""
    plan, rng = plans.drawn(scene), seeds.generator("surroundings", scene.setting, scene.look)
    setting = plan.site.setting
    ground, frame = surface(setting.ground, rng), standing((0.0, 0.0, 0.0), plan.turn)
    bands = _bands(plan, ground, rng)
    placed = [Placed(_ground(plan, bands, plans.reach(scene), scene.radius, rng), frame, GROUND)]
    edges = [(*turn((0.0, 1.0), plan.turn + 90 * k).tolist(), away) for k, away in enumerate(plan.fronts)]
    for k, mesh in enumerate(_flat_by_side(plan, bands, scene.radius, rng)):
        placed += [Placed(mesh, frame, GROUND, edge=edges[k])] if mesh else []
    placed += [Placed(mesh, frame, GROUND, edge=edges[k]) for k, mesh in _walls(plan, rng)]
    for p in plan.pieces:
        edge = edges[round(p.facing / 90)]
        if p.free:
            x, y = turn((p.x, p.y), plan.turn).tolist()
            away = float(np.hypot(x, y))
            edge = (x / away, y / away, plans.front(p))
            rims = quilt([*_rims(p, plan, bands, scene.radius)])
            placed.append(Placed(rims, frame, GROUND, edge=edge))
        to = frame @ standing((p.x, p.y, plan.floor + p.z), p.facing)
        placed.append(Placed(pieces.build(p.kind, p.variant), to, GROUND, edge=edge))
    if plan.site.place == "table":
        placed.append(
            Placed(_table(plans.table_half(scene), surface(setting.tops, rng), rng), frame, GROUND, casts=True)
        )
    sky = SKIES[int(rng.integers(len(SKIES)))]
    return Surroundings(tuple(placed), tuple(lamps(rng) if setting.room else sun(rng)), sky)


def surface(finishes: tuple[Finish, ...], rng: Rng) -> Material:
    """Return one of several finishes in one of its colours."""
    finish = finishes[int(rng.integers(len(finishes)))]
    return Material(finish.colours[int(rng.integers(len(finish.colours)))], finish.texture, finish.gloss)


def _repeat(material: Material, radius: float) -> float:
    """Return after how many metres a texture of the ground repeats.

    What has joints keeps its size. The rest grows with the circle, just so far that a texel is a pixel wide near the
    camera: larger, it would be blurred; smaller, its repetition would show.
    """
    return FIXED.get(str(material.texture), max(1.2, 0.34 * radius))


Band = tuple[float, float, Material]  # from where to where, along y, the ground is of a material


def _bands(plan: Plan, ground: Material, rng: Rng) -> list[Band]:
    """Return the ground and the strips upon it; the last that holds a place covers it."""
    y, far = plan.half[1], LONG * max(plan.half)
    return [(-far, far, ground), *((s.low * y, s.high * y, surface((s.finish,), rng)) for s in plan.strips)]


def _ground(plan: Plan, bands: list[Band], reach: float, radius: float, rng: Rng) -> Mesh:
    """Return what lies flat everywhere: ground, strips, paint, rugs. A floor goes on where a side is left out."""
    x, lift = plan.half[0], LIFT * radius
    z, far = plan.floor - LAYERS * lift, LONG * max(plan.half)
    quads = []
    ends = [far if not plan.site.setting.sides[k].bound else x for k in (1, 3)]
    for k, (low, high, material) in enumerate(bands):
        left, right = ends if k else (far, far)
        quads.append(level((-left, low), (right, high), z + min(k, 1) * lift, material, _repeat(material, radius)))
    for strip, (low, high, _) in zip(plan.strips, bands[1:]):
        quads += _marks(strip, (low, high), min(ends), z + 2 * lift)
    if plan.site.place == "floor" and rng.random() < plan.site.setting.rug:
        quads += _rug(reach * float(rng.uniform(0.8, 1.1)), z, lift, rng)
    return quilt(quads)


def _flat_by_side(plan: Plan, bands: list[Band], radius: float, rng: Rng) -> Iterator[Mesh | None]:
    """Yield, for each side, what lies flat along it: dark rims around its pieces and along its wall, patches of day."""
    slant = float(rng.uniform(-0.5, 0.5))
    for k in range(4):
        along = [p for p in plan.pieces if p.z == 0 and not p.free and p.facing == 90 * k]
        quads = [quad for piece in along for quad in _rims(piece, plan, bands, radius)]
        if plan.site.setting.room:
            quads += _day(plan, k, bands[0][2], radius, slant)
        yield quilt(quads) if quads else None


def _marks(strip: Strip, across: Span, end: float, z: float) -> Iterator[Quad]:
    """Yield what is painted on a strip: dashes along its middle, or bays along its edges."""
    low, high = across
    if strip.marks == "dashes":
        middle = (low + high) / 2
        yield from (level((x, middle - 0.06), (x + 1.5, middle + 0.06), z, PAINT) for x in np.arange(-end, end, 4.0))
    if strip.marks == "bays":
        for x in np.arange(-end + 1.0, end, 2.6):
            yield level((x, low + 0.2), (x + 0.1, low + 4.8), z, PAINT)
            yield level((x, high - 4.8), (x + 0.1, high - 0.2), z, PAINT)


def _rims(piece: plans.Piece, plan: Plan, bands: list[Band], radius: float) -> Iterator[Quad]:
    """Yield the dark rims on the ground around a piece, which make it stand: the nearer, the darker."""
    ground = [material for low, high, material in bands if low <= piece.y <= high][-1]
    corners = np.array([turn(corner, piece.facing) for corner in pieces.base(piece.kind, piece.variant)])
    corners += (piece.x, piece.y)
    (x0, y0), (x1, y1) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    for k, (out, light) in enumerate(RIMS):
        low, high = (x0 - out, y0 - out), (x1 + out, y1 + out)
        z = plan.floor - (LAYERS - 3 - 0.5 * k) * LIFT * radius
        yield level(low, high, z, shaded(ground, light), _repeat(ground, radius))


def _day(plan: Plan, k: int, ground: Material, radius: float, slant: float) -> Iterator[Quad]:
    """Yield dark rims on the floor along the wall of side `k`, and the patches of day that its windows throw."""
    wall, repeat = plan.walls[k], _repeat(ground, radius)
    start, end = np.array(wall.start), np.array(wall.end)
    along = (end - start) / wall.length
    inward = np.array([-along[1], along[0]])

    def patch(spots: list[Span], layer: float, light: float) -> Quad:
        flat = np.array([start + a * along + b * inward for a, b in spots])
        z = np.full(4, plan.floor - (LAYERS - layer) * LIFT * radius)
        return Quad(np.column_stack([flat, z]), flat / repeat, shaded(ground, light))

    for layer, out, light in ((1.0, 0.3, 0.97), (1.5, 0.16, 0.93), (2.0, 0.06, 0.87)):
        yield patch([(0.0, 0.0), (wall.length, 0.0), (wall.length, out), (0.0, out)], layer, light)
    for o in wall.openings:
        if o.kind == "window":
            a, b, near, far = o.at - o.width / 2, o.at + o.width / 2, 0.8 * o.sill, 0.8 * (o.sill + o.height)
            spots = [(a + slant * near, near), (b + slant * near, near), (b + slant * far, far), (a + slant * far, far)]
            yield patch(spots, 2.5, 1.07)


def shaded(material: Material, light: float) -> Material:
    """Return a material, darker."""
    r, g, b = material.colour
    return Material((r * light, g * light, b * light), material.texture, material.gloss)


def _rug(half: float, z: float, lift: float, rng: Rng) -> Iterator[Quad]:
    """Yield a rug with a border."""
    rim, inner = (CLOTHS[k] for k in rng.choice(len(CLOTHS), 2, replace=False))
    long = half * float(rng.uniform(0.9, 1.25))
    for k, (share, material) in enumerate(
        ((1.0, Material(rim, "carpet")), (0.94, Material(inner, "carpet")), (0.86, Material(rim, "carpet")),
         (0.84, Material(inner, "carpet")))
    ):  # fmt: skip
        inset = (1 - share) * half
        yield level((inset - long, inset - half), (long - inset, half - inset), z + (5 + 0.7 * k) * lift, material)


def _walls(plan: Plan, rng: Rng) -> Iterator[tuple[int, Mesh]]:
    """Yield the walls, each with the number of its side; those of a room are alike."""
    setting = plan.site.setting
    paint = surface(setting.walls, rng) if setting.walls else PAINT
    for wall in plan.walls:
        own = paint if setting.room else surface(setting.walls, rng)
        yield wall.side, walls.built(wall, plan.floor, own, setting.room)


def _table(half: float, top: Material, rng: Rng) -> Mesh:
    """Return a round or square table that holds all things; its top is at height 0."""
    legs = Material(top.colour if top.texture in ("veneer", "planks") else WOODS[2], "veneer")
    thick = float(rng.uniform(0.025, 0.045))
    built = (round_table if rng.random() < 0.5 else square_table)(half, thick, top, legs)
    return turned(built, "z", float(rng.uniform(0, 360)))


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


def lamps(rng: Rng) -> list[Light]:
    """Return up to three lamps of a room: one strong, the others weaker, each of its own colour."""
    n = int(rng.integers(1, 4))
    strength, first = float(rng.uniform(0.78, 0.92)), float(rng.uniform(0, 360))
    shares = [1.0] if n == 1 else [0.68, *[0.36 / (n - 1)] * (n - 1)]
    sky, tint = float(rng.uniform(0.5, 0.6)), WHITES[int(rng.integers(len(WHITES)))]
    return [
        Light(
            azimuth=(first + (k and 90 + 120 * (k - 1) + float(rng.uniform(0, 60)))) % 360,
            elevation=float(rng.uniform(50, 70)),
            strength=share * strength,
            sky=sky,
            softness=9.0,
            colour=tint if k == 0 else WHITES[int(rng.integers(len(WHITES)))],
            sky_colour=(1.0, 0.985, 0.965),
        )
        for k, share in enumerate(shares)
    ]


def sun(rng: Rng) -> list[Light]:
    """Return daylight through a thin haze: its shadows are soft."""
    warm = float(rng.uniform(0.86, 0.98))
    return [
        Light(
            azimuth=float(rng.uniform(0, 360)),
            elevation=float(rng.uniform(42, 64)),
            strength=float(rng.uniform(0.78, 0.95)),
            sky=float(rng.uniform(0.45, 0.55)),
            softness=5.0,
            colour=(1.0, (1 + warm) / 2, warm),
        )
    ]
