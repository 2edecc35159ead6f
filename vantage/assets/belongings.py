"""Things that people own and carry with them."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import around, both, joined, moved, painted, slices, stretched, turned
from vantage.assets.asset import BLACK, COLOURS, DARK, STEEL, WHITE, WOOD, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Array, ball, box, circle, curve, hoop, limb, loft, prism, rod, tube

BRASS = Material((0.80, 0.62, 0.28), gloss=0.6)
VIVID = ("red", "blue", "green", "yellow", "orange", "purple", "pink")


def book(look: Look) -> Mesh:
    """Return a thick book lying closed, a ribbon between its pages."""
    cover, page, gold = look.paint(), Material((0.95, 0.92, 0.84)), Material((0.88, 0.72, 0.32), gloss=0.5)
    boards = [box((0, 0, z), (0.17, 0.24, 0.007), cover) for z in (0.0035, 0.0485)]
    spine = box((-0.085, 0, 0.026), (0.012, 0.24, 0.052), cover, 0.004)
    bands = [box((-0.088, y, 0.026), (0.012, 0.012, 0.053), gold) for y in (-0.08, 0, 0.08)]
    label = joined(
        box((0.005, 0.03, 0.052), (0.09, 0.05, 0.002), gold), box((0.005, -0.06, 0.052), (0.06, 0.012, 0.002), gold)
    )
    ribbon = box((0.02, -0.125, 0.024), (0.012, 0.05, 0.002), Material((0.80, 0.10, 0.12)))
    leaves = box((0.002, 0, 0.026), (0.155, 0.226, 0.042), page)
    return turned(joined(*boards, spine, *bands, label, ribbon, leaves), "z", look.between(0, 360))


def suitcase(look: Look) -> Mesh:
    """Return a suitcase standing upright, with straps and a handle."""
    leather, strap = look.paint(gloss=0.2), look.paint(gloss=0.2, light=0.5)
    body = joined(
        box((0, 0, 0.25), (0.66, 0.22, 0.46), leather, 0.04), box((0, 0, 0.25), (0.67, 0.02, 0.47), STEEL, 0.005)
    )
    straps = both(
        box((0.19, 0, 0.25), (0.05, 0.232, 0.472), strap, 0.012),
        box((0.19, 0, 0.488), (0.06, 0.05, 0.012), BRASS),
        box((0.29, 0.0, 0.01), (0.05, 0.2, 0.03), DARK),
    )
    corners = both(
        *(box((0.315, y, z), (0.05, 0.04, 0.05), strap, 0.012) for y in (-0.098, 0.098) for z in (0.04, 0.46))
    )
    handle = tube(curve([(-0.08, 0, 0.48), (-0.07, 0, 0.53), (0.07, 0, 0.53), (0.08, 0, 0.48)], 3), 0.013, strap, 8)
    return joined(body, straps, corners, handle)


def gift(look: Look) -> Mesh:
    """Return a wrapped gift with a ribbon and a bow."""
    paper = look.paint(gloss=0.3)
    ribbon = Material(COLOURS["yellow" if look.colour not in ("yellow", "orange") else "red"], gloss=0.5)
    body = joined(
        box((0, 0, 0.11), (0.26, 0.26, 0.22), paper, 0.004),
        box((0, 0, 0.11), (0.265, 0.045, 0.224), ribbon),
        box((0, 0, 0.11), (0.045, 0.265, 0.224), ribbon),
    )
    loop = turned(stretched(hoop((0.055, 0, 0.25), 0.038, 0.011, ribbon, "y", 14, 6), y=2.0), "y", -12, (0, 0, 0.225))
    return joined(body, around(loop, 4), ball((0, 0, 0.236), 0.024, ribbon, 10))


def boot(look: Look) -> Mesh:
    """Return a rubber boot, its toe to the front."""
    skin = look.paint(gloss=0.6)
    dark = Material(shade(skin.colour, 0.45))
    # Height, toe, heel and half width of each ring, from the sole up to the rim and down again inside.
    foot = [(0.022, -0.172, 0.112, 0.048), (0.05, -0.176, 0.114, 0.051), (0.075, -0.155, 0.11, 0.049)]
    shaft = [(0.1, -0.085, 0.107, 0.048), (0.13, -0.02, 0.106, 0.049), (0.2, -0.014, 0.112, 0.054)]
    outside = curve([*foot, *shaft, (0.29, -0.018, 0.118, 0.06)], 3)
    body = loft([_footprint(*level) for level in (*outside, (0.3, -0.012, 0.112, 0.054), (0.2, 0, 0.1, 0.045))], skin)
    sole = [_footprint(z, -0.172 - more, 0.112 + more, 0.048 + more) for z, more in ((0.01, 0.003), (0.028, 0.005))]
    treads = [
        prism([(x, y) for x, y, _ in _footprint(0, toe, heel, half).tolist()], 0.016, dark, 0.003, (0, 0, 0.008), "z")
        for toe, heel, half in ((-0.17, -0.02, 0.047), (0.035, 0.113, 0.046))
    ]
    rim = moved(stretched(hoop((0, 0, 0), 0.058, 0.006, dark, "z", 24, 6), y=1.15), 0, 0.05, 0.293)
    return joined(body, loft(sole, dark), *treads, rim)


def _footprint(z: float, toe: float, heel: float, half: float) -> Array:
    """Return points (28, 3) around a horizontal slice of a boot; long slices have squarer corners."""
    square = 0.72 if heel - toe > 3 * half else 1.0
    across, along = (np.sign(axis) * np.abs(axis) ** square for axis in circle(28).T)
    return np.column_stack([half * across, (toe + heel) / 2 + (heel - toe) / 2 * along, np.full(28, z)])


def guitar(look: Look) -> Mesh:
    """Return a guitar on its stand."""
    top, side = (
        Material((0.86, 0.60, 0.30), "wood", 0.4),
        Material(shade((0.50, 0.27, 0.13), look.between(0.7, 1.2)), "wood", 0.4),
    )
    half = [(0.0, 0.0), (0.12, 0.015), (0.185, 0.09), (0.18, 0.17), (0.125, 0.25)]
    half += [(0.13, 0.32), (0.14, 0.38), (0.1, 0.45), (0.0, 0.465)]
    outline = curve([*half, *[(-x, z) for x, z in half[-2:0:-1]]], 3, True)
    body = joined(
        prism(outline, 0.1, side, 0.006, axis="y"), prism(outline, 0.006, top, centre=(0, -0.05, 0), axis="y")
    )
    neck = joined(
        box((0, -0.045, 0.63), (0.05, 0.03, 0.42), DARK, 0.006),
        box((0, -0.04, 0.9), (0.075, 0.02, 0.14), side, 0.006),
        rod((0, -0.052, 0.29), (0, -0.0545, 0.29), 0.05, BLACK, sides=20),
        box((0, -0.056, 0.13), (0.12, 0.012, 0.025), DARK),
        *(box((x, -0.064, 0.5), (0.003, 0.002, 0.74), WHITE) for x in (-0.015, -0.005, 0.005, 0.015)),
        both(*(ball((0.045, -0.04, z), 0.011, WHITE, 6) for z in (0.86, 0.9, 0.94))),
    )
    stand = joined(
        both(
            rod((0.02, 0.1, 0.42), (0.17, 0.2, 0), 0.01, BLACK, sides=6),
            limb([(0.12, 0.1, 0.06, 0.01), (0.12, -0.08, 0.02, 0.01), (0.12, -0.085, 0.08, 0.01)], BLACK, 6),
        ),
        rod((0.0, 0.1, 0.44), (0.0, 0.03, 0.52), 0.012, BLACK, sides=6),
        rod((-0.15, 0.1, 0.08), (0.15, 0.1, 0.08), 0.01, BLACK, sides=6),
        rod((0, 0.1, 0.08), (0, 0.1, 0.44), 0.01, BLACK, sides=6),
    )
    return joined(moved(turned(joined(body, neck), "x", -12), 0, 0, 0.06), stand)


def umbrella(look: Look) -> Mesh:
    """Return an open umbrella with a crook handle that rests on the rim of its canopy and on its handle."""
    cloth = look.paint("fabric")
    outside = [(0.02, 0.0), (0.35, -0.05), (0.65, -0.16), (0.87, -0.33), (1.0, -0.55)]
    inside = [(radius - 0.02, z - 0.02) for radius, z in reversed(outside[1:])]
    canopy = loft([_gores(radius, z) for radius, z in (*outside, *inside, (0.02, -0.03))], cloth)
    canopy = painted(canopy, look.paint("fabric", light=0.86), slices(8))
    rib = tube([(radius - 0.03, 0, z - 0.03) for radius, z in outside[1:]], 0.012, STEEL, 5)
    stretcher = rod((0.02, 0, -0.62), (0.6, 0, -0.18), 0.012, STEEL, sides=5)
    shaft = joined(
        rod((0, 0, -1.3), (0, 0, 0.1), 0.022, STEEL, sides=10),
        rod((0, 0, 0.02), (0, 0, 0.2), 0.03, DARK, 0.012, 10),
        rod((0, 0, -0.66), (0, 0, -0.56), 0.045, DARK, sides=10),
    )
    crook = [(0.0, -1.2), (0.0, -1.45), (0.03, -1.56), (0.12, -1.61), (0.21, -1.56), (0.235, -1.46)]
    handle = tube(curve([(x, 0.0, z) for x, z in crook], 3), 0.042, WOOD, 10)
    return turned(joined(canopy, around(joined(rib, stretcher), 8), shaft, handle), "y", 52.9)


def _gores(radius: float, z: float) -> Array:
    """Return a ring (48, 3) of a canopy, with cloth that is taut over eight ribs and sags between them."""
    angles = np.radians(np.arange(48) * 7.5)
    hollow = radius * (1 - 0.09 * radius * np.abs(np.sin(4 * angles)))
    return np.column_stack([hollow * np.cos(angles), hollow * np.sin(angles), np.full(48, z)])


TABLE = ("table",)
ASSETS = (
    Asset(
        "boot",
        "household",
        ("floor", "outdoors"),
        (0.28, 0.34),
        boot,
        front="the end with the toe",
        colours=("red", "yellow", "green", "blue", "black"),
    ),
    Asset("book", "household", TABLE, (0.24, 0.3), book, colours=("red", "blue", "green", "purple", "brown", "orange")),
    Asset(
        "suitcase",
        "household",
        ("floor", "outdoors"),
        (0.6, 0.7),
        suitcase,
        colours=("brown", "red", "blue", "green", "orange"),
    ),
    Asset("gift", "household", ("table", "floor"), (0.26, 0.32), gift, colours=VIVID),
    Asset("guitar", "household", ("floor",), (0.98, 1.06), guitar),
    Asset("umbrella", "household", ("outdoors",), (1.1, 1.3), umbrella, colours=VIVID),
)
