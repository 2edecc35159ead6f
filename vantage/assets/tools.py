"""Tools and garden things."""

from __future__ import annotations

from vantage.assets.arrange import both, joined, turned
from vantage.assets.asset import BLACK, COLOURS, DARK, RUBBER, STEEL, WOOD, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import arc, ball, box, capsule, curve, hoop, lathe, limb, loft, prism, rod, tube

BRIGHT = ("red", "blue", "green", "yellow", "orange", "purple")


def hammer(look: Look) -> Mesh:
    """Return a claw hammer lying on its side."""
    grip = Material(look.pick("red", "blue", "yellow", "green"), gloss=0.2)
    shaft = joined(
        limb([(0, 0.16, 0.02, 0.017), (0, 0.05, 0.02, 0.016)], grip, 10, 2),
        rod((0, 0.06, 0.02), (0, -0.14, 0.02), 0.012, WOOD, sides=10),
    )
    head = joined(
        box((0, -0.145, 0.02), (0.05, 0.032, 0.036), STEEL, 0.006),
        rod((-0.02, -0.145, 0.02), (-0.06, -0.145, 0.02), 0.013, STEEL, sides=12),
        rod((-0.055, -0.145, 0.02), (-0.078, -0.145, 0.02), 0.02, STEEL, sides=14),
    )
    claw = [
        limb(
            [
                (0.02, -0.145, 0.02 + s * 0.006, 0.012),
                (0.06, -0.135, 0.02 + s * 0.011, 0.009),
                (0.092, -0.108, 0.02 + s * 0.014, 0.004),
            ],
            STEEL,
            8,
        )
        for s in (1, -1)
    ]
    return turned(joined(shaft, head, *claw), "z", look.between(0, 360))


def screwdriver(look: Look) -> Mesh:
    """Return a screwdriver lying down."""
    grip = look.paint(gloss=0.5)
    handle = turned(
        lathe(
            [(0, 0), (0.012, 0.0), (0.017, 0.01), (0.017, 0.075), (0.012, 0.09), (0.014, 0.1), (0, 0.105)],
            grip,
            sides=8,
        ),
        "x",
        90,
    )
    blade = joined(
        rod((0, -0.1, 0), (0, -0.215, 0), 0.0045, STEEL, sides=8), box((0, -0.222, 0), (0.012, 0.024, 0.003), STEEL)
    )
    return turned(
        joined(handle, blade, rod((0, -0.02, 0), (0, -0.03, 0), 0.0175, BLACK, sides=8)), "z", look.between(0, 360)
    )


def saw(look: Look) -> Mesh:
    """Return a hand saw lying on its side."""
    teeth = [(0.44 - 0.02 * i, 0.0 if i % 2 else 0.012) for i in range(23)]
    blade = prism([(0.44, 0.075), *teeth, (-0.02, 0.12)], 0.006, STEEL)
    grip = prism(
        curve(
            [(-0.02, 0.0), (-0.09, -0.005), (-0.15, 0.03), (-0.16, 0.09), (-0.12, 0.135), (-0.02, 0.13), (0.02, 0.06)],
            3,
            True,
        ),
        0.026,
        Material(look.pick("red", "brown", "blue", "orange"), "wood", 0.3),
        0.006,
    )
    hole = prism(
        curve([(-0.05, 0.03), (-0.1, 0.035), (-0.115, 0.07), (-0.09, 0.1), (-0.05, 0.095)], 3, True), 0.03, BLACK
    )
    flat = turned(joined(blade, grip, hole), "y", 90)
    return turned(flat, "z", look.between(0, 360))


def wrench(look: Look) -> Mesh:
    """Return an open-ended spanner lying down."""
    upper = [(0.009, 0.07), (0.03, 0.085), (0.032, 0.115), (0.016, 0.135), (0.012, 0.112)]
    lower = [(0.009, -0.075), (0.022, -0.09), (0.022, -0.115)]
    half = [(0.0, -0.13), *lower[::-1], *upper]
    outline = [*half, (0.0, 0.105), *((-x, y) for x, y in half[:0:-1])]
    steel = Material(shade((0.70, 0.72, 0.75), look.between(0.6, 1.1)), gloss=0.8)
    ring = rod((0, -0.102, -0.0075), (0, -0.102, 0.0075), 0.011, BLACK, sides=6)
    return turned(joined(prism(outline, 0.012, steel, 0.002, axis="z"), ring), "z", look.between(0, 360))


def toolbox(look: Look) -> Mesh:
    """Return a toolbox with a handle on top."""
    tin = look.paint(gloss=0.5)
    side = [(-0.12, 0.0), (-0.12, 0.17), (-0.05, 0.22), (0.05, 0.22), (0.12, 0.17), (0.12, 0.0)]
    body = joined(prism(side, 0.46, tin, 0.008), box((0, 0, 0.165), (0.468, 0.248, 0.012), DARK))
    clasps = both(
        *(box((0.13, y, 0.16), (0.035, 0.016, 0.05), STEEL, 0.003) for y in (-0.122, 0.122)),
        rod((0.1, 0, 0.215), (0.1, 0, 0.26), 0.01, STEEL, sides=8),
    )
    return joined(body, clasps, capsule((-0.11, 0, 0.265), (0.11, 0, 0.265), 0.018, BLACK))


def bucket(look: Look) -> Mesh:
    """Return a bucket with its handle up."""
    tin = look.paint(gloss=0.5)
    profile = [(0, 0), (0.1, 0), (0.102, 0.01), (0.14, 0.25), (0.148, 0.252)]
    profile += [(0.148, 0.27), (0.134, 0.27), (0.1, 0.03), (0, 0.03)]
    body = lathe(profile, tin, sides=26)
    bow = tube([(x, 0, 0.25 + 1.16 * z) for x, z in arc(0.146, 0, 180, 22.5)], 0.006, STEEL, 6)
    return joined(
        body,
        bow,
        rod((-0.05, 0, 0.42), (0.05, 0, 0.42), 0.014, WOOD, sides=10),
        both(ball((0.148, 0, 0.25), 0.014, STEEL, 8)),
    )


def watering_can(look: Look) -> Mesh:
    """Return a watering can."""
    tin = look.paint(gloss=0.5)
    body = lathe([(0, 0), (0.1, 0), (0.1, 0.17), (0.085, 0.19), (0.07, 0.19), (0.07, 0.175), (0, 0.17)], tin, sides=24)
    spout = joined(
        tube([(0.08, 0, 0.05), (0.17, 0, 0.13), (0.26, 0, 0.235)], [0.024, 0.016, 0.013], tin, 10),
        turned(
            lathe(
                [(0, 0), (0.012, 0), (0.038, 0.035), (0.038, 0.042), (0, 0.05)],
                look.paint(gloss=0.5, light=0.75),
                (0.255, 0, 0.228),
                16,
            ),
            "y",
            46,
            (0.255, 0, 0.228),
        ),
    )
    bow = tube(
        curve(
            [(0.07, 0, 0.185), (0.05, 0, 0.26), (-0.03, 0, 0.28), (-0.13, 0, 0.24), (-0.155, 0, 0.15), (-0.1, 0, 0.06)],
            3,
        ),
        0.011,
        look.paint(gloss=0.5, light=0.75),
        8,
    )
    return turned(joined(body, spout, bow, hoop((0, 0, 0.02), 0.1, 0.006, tin, "z", 24, 6)), "z", look.between(0, 360))


def ladder(look: Look) -> Mesh:
    """Return a stepladder, its steps on one side."""
    metal, tread = look.paint(gloss=0.4), DARK
    pairs = both(
        rod((0.22, -0.42, 0), (0.16, 0, 1.5), 0.026, metal, sides=8),
        rod((0.22, 0.42, 0), (0.16, 0.06, 1.45), 0.02, STEEL, sides=8),
        rod((0.2, -0.24, 0.65), (0.2, 0.26, 0.65), 0.01, STEEL, sides=6),
    )
    steps = [
        box((0, -0.42 * (1 - t), 1.5 * t), (0.42 - 0.1 * t, 0.11, 0.03), tread, 0.006) for t in (0.17, 0.37, 0.57, 0.77)
    ]
    bars = [
        rod((-0.21, 0.3 + 0.1 * s, 0.5 - 0.4 * s), (0.21, 0.3 + 0.1 * s, 0.5 - 0.4 * s), 0.014, STEEL, sides=6)
        for s in (0, 0.8)
    ]
    return joined(pairs, *steps, *bars, box((0, 0.03, 1.5), (0.38, 0.2, 0.045), metal, 0.01))


def wheelbarrow(look: Look) -> Mesh:
    """Return a wheelbarrow: its wheel in front, its handles behind."""
    tray = look.paint(gloss=0.4)
    rings = [
        [(s * a, y0, z) for s, a, y0 in ((-1, w, f), (1, w, f), (1, w, r), (-1, w, r))]
        for w, f, r, z in (
            (0.17, -0.22, 0.25, 0.3),
            (0.3, -0.48, 0.42, 0.58),
            (0.28, -0.45, 0.4, 0.58),
            (0.16, -0.2, 0.23, 0.33),
        )
    ]
    pan = loft(rings, tray)
    wheel = joined(
        hoop((0, -0.55, 0.19), 0.14, 0.05, RUBBER, "x", 20, 8),
        rod(
            (-0.04, -0.55, 0.19),
            (0.04, -0.55, 0.19),
            0.1,
            Material(COLOURS["yellow"] if look.colour != "yellow" else COLOURS["red"]),
            sides=14,
        ),
    )
    pairs = both(
        tube([(0.06, -0.55, 0.19), (0.14, -0.25, 0.27), (0.24, 0.35, 0.36), (0.27, 0.85, 0.58)], 0.02, WOOD, 8),
        capsule((0.27, 0.8, 0.56), (0.275, 0.95, 0.62), 0.027, BLACK),
        tube([(0.2, 0.18, 0.32), (0.22, 0.3, 0.01), (0.22, 0.4, 0.01), (0.23, 0.42, 0.36)], 0.016, STEEL, 6),
    )
    return joined(pan, wheel, pairs)


TABLE = ("table",)
ASSETS = (
    Asset("hammer", "tools", TABLE, (0.3, 0.36), hammer),
    Asset("screwdriver", "tools", TABLE, (0.2, 0.26), screwdriver, colours=BRIGHT),
    Asset("saw", "tools", TABLE, (0.5, 0.6), saw),
    Asset("wrench", "tools", TABLE, (0.22, 0.28), wrench),
    Asset("toolbox", "tools", ("table", "floor"), (0.42, 0.5), toolbox, colours=BRIGHT),
    Asset("bucket", "tools", ("floor", "outdoors"), (0.38, 0.44), bucket, colours=BRIGHT),
    Asset("watering can", "tools", ("table", "floor", "outdoors"), (0.4, 0.48), watering_can, colours=BRIGHT),
    Asset("ladder", "tools", ("floor", "outdoors"), (1.45, 1.65), ladder, colours=BRIGHT),
    Asset(
        "wheelbarrow", "tools", ("outdoors",), (1.45, 1.6), wheelbarrow, front="the end with the wheel", colours=BRIGHT
    ),
)
