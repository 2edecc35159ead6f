"""Pieces for places outdoors: what bounds a yard, and what stands in it."""

from __future__ import annotations

from vantage.assets.arrange import both, joined, moved, turned
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.assets.parts import box, ellipsoid, lathe, prism, rod
from vantage.settings.kind import SEATS, TREES, Kind, Rng, centred, one, shaded, upright
from vantage.settings.palette import CLOTHS, STONES, WOODS

HEDGES: tuple[Colour, ...] = ((0.34, 0.48, 0.26), (0.38, 0.50, 0.28), (0.32, 0.45, 0.28), (0.42, 0.53, 0.32))
FLOWERS: tuple[Colour, ...] = ((0.80, 0.58, 0.62), (0.84, 0.76, 0.52), (0.70, 0.64, 0.78), (0.86, 0.84, 0.80))
STEEL = Material((0.66, 0.68, 0.70), gloss=0.3)
EARTH = Material((0.48, 0.40, 0.32), "carpet")
HAY: tuple[Colour, ...] = ((0.80, 0.70, 0.46), (0.76, 0.66, 0.44))


def hedge(rng: Rng) -> Mesh:
    """Return a length of clipped hedge."""
    green = Material(one(HEDGES, rng), "leaves")
    return box((0, 0, 0.6), (1.2, 0.6, 1.2), green)


def fence(rng: Rng) -> Mesh:
    """Return a length of wooden fence."""
    wood = Material((0.70, 0.60, 0.47), "planks")
    rails = [upright((-1.0, 1.0), (0.0, 0.03), (z, z + 0.09), wood) for z in (0.3, 0.8)]
    boards = [upright((x, x + 0.16), (-0.025, 0.0), (0.08, 1.05), wood) for x in (-0.98 + 0.25 * k for k in range(8))]
    return joined(*rails, *boards, upright((-1.0, -0.9), (-0.04, 0.06), (0, 1.15), wood))


def low_wall(rng: Rng) -> Mesh:
    """Return a length of low wall with a coping."""
    stone = Material((0.72, 0.68, 0.62), "paving")
    top = Material((0.76, 0.74, 0.70))
    return joined(
        upright((-1.0, 1.0), (-0.15, 0.15), (0, 0.75), stone), upright((-1.0, 1.0), (-0.19, 0.19), (0.75, 0.83), top)
    )


def shrub(rng: Rng) -> Mesh:
    """Return a few rounded lumps of leaves."""
    green = Material(one(HEDGES, rng), "leaves")
    lumps = [(0, 0, 0.75, 0.6), (0.55, 0.1, 0.5, 0.42), (-0.5, 0.05, 0.55, 0.48), (0.1, -0.35, 0.4, 0.4)]
    return joined(
        *(ellipsoid((x, y, z * 0.75), (r, r, r), green, 10) for x, y, z, r in lumps[: int(rng.integers(3, 5))])
    )


def flower_bed(rng: Rng) -> Mesh:
    """Return a bed of earth with tufts of flowers."""
    parts = [box((0, 0, 0.05), (1.8, 0.7, 0.1), EARTH)]
    for k in range(8):
        x, y = -0.75 + 0.21 * k, float(rng.uniform(-0.22, 0.22))
        tall = float(rng.uniform(0.16, 0.32))
        parts.append(
            ellipsoid((x, y, tall / 2 + 0.05), (0.15, 0.17, tall / 2 + 0.05), Material(one(HEDGES, rng), "leaves"), 7)
        )
        bloom = Material(one(FLOWERS, rng))
        parts += [
            box((x + dx, y + dy, tall + 0.1), (0.07, 0.07, 0.05), bloom)
            for dx, dy in ((0.05, 0), (-0.04, 0.05), (0, -0.06))
        ]
    return joined(*parts)


def tree(rng: Rng) -> Mesh:
    """Return a tree with a crown of a few lumps."""
    bark, green = Material((0.50, 0.41, 0.33)), Material(one(HEDGES, rng), "leaves")
    tall = float(rng.uniform(2.0, 2.6))
    lumps = [
        (0, 0, 0.6, 0.95),
        (0.6, 0.2, 0.2, 0.7),
        (-0.55, -0.1, 0.25, 0.75),
        (0.05, -0.5, 0.1, 0.65),
        (0, 0.1, 1.3, 0.65),
    ]
    crown = [ellipsoid((x, y, tall + z), (r, r, 0.85 * r), green, 9) for x, y, z, r in lumps]
    return joined(rod((0, 0, 0), (0, 0, tall + 0.3), 0.16, bark, 0.1, 8), *crown)


def bench(rng: Rng) -> Mesh:
    """Return a plain bench with a back."""
    wood, iron = Material(one(WOODS, rng), "veneer"), Material((0.50, 0.52, 0.52))
    slats = [upright((-0.75, 0.75), (y, y + 0.12), (0.42, 0.46), wood) for y in (-0.25, -0.1, 0.05)]
    back = [upright((-0.75, 0.75), (0.2, 0.23), (z, z + 0.12), wood) for z in (0.58, 0.76)]
    legs = both(
        upright((0.56, 0.62), (-0.22, 0.24), (0, 0.42), iron), upright((0.56, 0.62), (0.22, 0.26), (0.42, 0.9), iron)
    )
    return joined(*slats, *back, legs)


def planter(rng: Rng) -> Mesh:
    """Return a stone tub with a round bush."""
    stone = Material(one(STONES, rng), "concrete")
    green = Material(one(HEDGES, rng), "leaves")
    return joined(
        lathe([(0.26, 0), (0.34, 0.45), (0.3, 0.45), (0, 0.42)], stone, sides=14),
        ellipsoid((0, 0, 0.72), (0.38, 0.38, 0.38), green, 10),
    )


def bollards(rng: Rng) -> Mesh:
    """Return three bollards in a row."""
    iron = Material((0.50, 0.52, 0.54), gloss=0.2)
    return joined(
        *(lathe([(0.08, 0), (0.07, 0.8), (0.04, 0.88), (0, 0.89)], iron, (x, 0, 0), 10) for x in (-1.1, 0, 1.1))
    )


def gabled(wide: float, deep: float, tall: float, wall: Material, roof: Material) -> Mesh:
    """Return a small house with a gable toward the front, and a door."""
    gable = prism([(-wide / 2, tall), (wide / 2, tall), (0, tall + 0.4 * wide)], deep, wall, 0, (0, 0, 0), "y")
    slope = turned(box((0, 0, 0), (0.66 * wide, deep + 0.2, 0.06), roof), "y", 38.7)
    slopes = both(moved(slope, 0.27 * wide, 0, tall + 0.19 * wide))
    door = upright(
        (-0.36, 0.36), (-deep / 2 - 0.03, -deep / 2), (0.03, 1.75), Material(shaded(wall.colour, 0.82), "planks")
    )
    return joined(upright((-wide / 2, wide / 2), (-deep / 2, deep / 2), (0, tall), wall), gable, slopes, door)


def shed(rng: Rng) -> Mesh:
    """Return a garden shed."""
    return gabled(2.0, 1.5, 1.9, Material(one(WOODS, rng), "siding"), Material((0.56, 0.50, 0.48), "roof"))


def beach_hut(rng: Rng) -> Mesh:
    """Return a painted hut."""
    paint = one(((0.70, 0.80, 0.84), (0.88, 0.80, 0.70), (0.84, 0.74, 0.72), (0.78, 0.84, 0.74)), rng)
    return gabled(1.7, 1.5, 1.9, Material(paint, "siding"), Material((0.88, 0.86, 0.82)))


def rocks(rng: Rng) -> Mesh:
    """Return a few worn rocks."""
    stone = Material(one(STONES, rng), "concrete")
    lumps = [(0, 0, 0.7, 0.5), (0.8, 0.2, 0.5, 0.3), (-0.7, -0.1, 0.45, 0.34), (0.3, -0.5, 0.3, 0.2)]
    return centred(joined(*(ellipsoid((x, y, tall * 0.3), (r, r * 0.8, tall), stone, 8) for x, y, r, tall in lumps)))


def dune_grass(rng: Rng) -> Mesh:
    """Return tufts of tall grass on a low mound."""
    blade, mound = Material((0.60, 0.62, 0.40)), Material((0.84, 0.76, 0.60), "sand")
    parts = [ellipsoid((0, 0, 0), (1.2, 0.7, 0.22), mound, 12)]
    for _ in range(26):
        x, y = float(rng.uniform(-0.8, 0.8)), float(rng.uniform(-0.35, 0.35))
        lean = rng.uniform(-0.18, 0.18, 2).tolist()
        parts.append(
            rod((x, y, 0.05), (x + lean[0], y + lean[1], float(rng.uniform(0.5, 0.8))), 0.025, blade, 0.004, 4)
        )
    return joined(*parts)


def parasol(rng: Rng) -> Mesh:
    """Return a beach parasol over a low lounger."""
    cloth, wood = Material(one(CLOTHS, rng), "stripes"), Material((0.80, 0.72, 0.58))
    return joined(
        rod((0, 0, 0), (0, 0, 2.0), 0.025, wood, sides=8),
        lathe([(1.1, 1.75), (0.6, 1.98), (0.0, 2.12)], cloth, sides=12),
        upright((-0.95, 0.85), (-0.75, -0.2), (0.28, 0.34), Material(one(FLOWERS, rng))),
        *(box((x, y, 0.14), (0.06, 0.06, 0.28), wood) for x in (-0.85, 0.75) for y in (-0.7, -0.25)),
    )


def swing(rng: Rng) -> Mesh:
    """Return a frame with two swings."""
    paint, seat = Material(one(CLOTHS, rng), gloss=0.2), Material((0.50, 0.46, 0.42))
    legs = both(*(rod((1.35, 0, 2.1), (1.5, y, 0), 0.05, paint, sides=8) for y in (-0.7, 0.7)))
    ropes = [rod((x + s, 0, 2.1), (x + s, 0, 0.5), 0.012, STEEL, sides=5) for x in (-0.6, 0.6) for s in (-0.2, 0.2)]
    seats = [box((x, 0, 0.5), (0.46, 0.18, 0.035), seat) for x in (-0.6, 0.6)]
    return joined(rod((-1.45, 0, 2.1), (1.45, 0, 2.1), 0.05, paint, sides=8), legs, *ropes, *seats)


def climbing_frame(rng: Rng) -> Mesh:
    """Return a cube of bars."""
    paint = Material(one(CLOTHS, rng), gloss=0.2)
    at = (-0.8, 0.0, 0.8)
    bars = [rod((x, y, 0), (x, y, 1.7), 0.03, paint, sides=6) for x in at for y in at]
    for z in (0.6, 1.15, 1.7):
        bars += [rod((x, -0.8, z), (x, 0.8, z), 0.03, paint, sides=6) for x in at]
        bars += [rod((-0.8, y, z), (0.8, y, z), 0.03, paint, sides=6) for y in at]
    return joined(*bars)


def sandpit(rng: Rng) -> Mesh:
    """Return a square of sand in a wooden rim."""
    wood = Material(one(WOODS, rng), "planks")
    rim = [upright((-1.1, 1.1), (y, y + 0.16), (0, 0.26), wood) for y in (-1.1, 0.94)]
    rim += [upright((x, x + 0.16), (-1.0, 1.0), (0, 0.26), wood) for x in (-1.1, 0.94)]
    return joined(*rim, box((0, 0, 0.08), (2.0, 2.0, 0.16), Material((0.88, 0.80, 0.64), "sand")))


def hay_bales(rng: Rng) -> Mesh:
    """Return a stack of square bales."""
    straw = [Material(one(HAY, rng), "fur") for _ in range(3)]
    return joined(
        box((-0.52, 0, 0.24), (1.0, 0.5, 0.48), straw[0]),
        box((0.52, 0.03, 0.24), (1.0, 0.5, 0.48), straw[1]),
        box((0.06, 0, 0.72), (1.0, 0.5, 0.47), straw[2]),
    )


def trough(rng: Rng) -> Mesh:
    """Return a long trough full of water."""
    wood = Material(one(WOODS[:3], rng), "planks")
    sides = [upright((-0.9, 0.9), (y, y + 0.06), (0.1, 0.55), wood) for y in (-0.3, 0.24)]
    ends = both(upright((0.84, 0.9), (-0.3, 0.3), (0, 0.55), wood))
    return joined(*sides, ends, box((0, 0, 0.3), (1.7, 0.5, 0.34), Material((0.56, 0.66, 0.70), gloss=0.4)))


KINDS: dict[str, Kind] = {
    "hedge": Kind(hedge, ("bush",)),
    "fence": Kind(fence),
    "low wall": Kind(low_wall),
    "tree": Kind(tree, TREES, free=True),
    "bench": Kind(bench, (*SEATS, "picnic table"), free=True),
    "shrub": Kind(shrub, ("bush",), free=True),
    "flower bed": Kind(flower_bed, free=True),
    "planter": Kind(planter, ("bush", "potted plant"), free=True),
    "bollards": Kind(bollards, ("fire hydrant",), free=True),
    "shed": Kind(shed, ("tent",), free=True),
    "beach hut": Kind(beach_hut, ("tent",), free=True),
    "rocks": Kind(rocks, free=True),
    "dune grass": Kind(dune_grass, ("bush",), free=True),
    "parasol": Kind(parasol, ("umbrella", "tent"), free=True),
    "swing": Kind(swing, free=True),
    "climbing frame": Kind(climbing_frame, ("ladder",), free=True),
    "sandpit": Kind(sandpit, free=True),
    "hay bales": Kind(hay_bales, free=True),
    "trough": Kind(trough, free=True),
}
