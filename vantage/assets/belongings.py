"""What people own and carry about."""

from __future__ import annotations

from vantage.assets.arrange import around, both, joined, moved, painted, slices, stretched, turned
from vantage.assets.asset import BLACK, COLOURS, DARK, STEEL, WHITE, WOOD, Asset, Look, shade
from vantage.assets.parts import ball, box, curve, hoop, lathe, limb, prism, rod, tube
from vantage.meshes import Material, Mesh

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
    profile = [(0, 0.06), (0.05, 0.06), (0.052, 0.12), (0.058, 0.28), (0.064, 0.285)]
    profile += [(0.064, 0.3), (0.056, 0.3), (0.05, 0.27), (0, 0.26)]
    shaft = stretched(lathe(profile, skin, (0, 0.05, 0)), y=1.12, about=(0, 0.05, 0))
    foot = limb([(0, 0.07, 0.065, 0.05), (0, -0.02, 0.06, 0.052), (0, -0.13, 0.045, 0.042)], skin, 14)
    dark = Material(shade(skin.colour, 0.45))
    profile = [(-0.18, 0.0), (-0.185, 0.02), (0.125, 0.02), (0.12, 0.0)]
    profile += [(0.05, 0.0), (0.045, 0.008), (-0.01, 0.008), (-0.03, 0.0)]
    sole = prism(profile, 0.1, dark, 0.004)
    return joined(
        shaft, foot, sole, moved(stretched(hoop((0, 0, 0), 0.064, 0.006, dark, "z", 24, 6), y=1.12), 0, 0.05, 0.292)
    )


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
    """Return a garden umbrella in two colours."""
    gores = lathe(
        [(0, 1.95), (1.2, 1.8), (1.2, 1.83), (0.9, 2.05), (0.5, 2.22), (0, 2.3)], look.paint("fabric"), sides=16
    )
    gores = painted(gores, WHITE, slices(8, 11.25))
    foot = lathe([(0, 0), (0.28, 0), (0.28, 0.06), (0.05, 0.1), (0.045, 0.25), (0, 0.25)], DARK)
    return joined(gores, foot, rod((0, 0, 0.1), (0, 0, 2.38), 0.022, WOOD, sides=10), ball((0, 0, 2.38), 0.04, WOOD, 8))


TABLE = ("table",)
ASSETS = (
    Asset(
        "boot",
        "household",
        ("floor", "outdoors"),
        (0.28, 0.34),
        boot,
        oriented=True,
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
    Asset("umbrella", "household", ("outdoors",), (2.3, 2.5), umbrella, colours=VIVID),
)
