"""Plants: none has a front."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import around, joined, moved, painted, slices, stretched, turned
from vantage.assets.asset import COLOURS, WHITE, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, curve, ellipsoid, lathe, limb, rod, tube

BARK = Material((0.40, 0.28, 0.19), "wood")
CLAY = Material((0.74, 0.38, 0.24))
SOIL = Material((0.22, 0.15, 0.10))


def leafage(look: Look) -> Material:
    """Return a random green, from yellowish to dark."""
    mix = look.between(0, 1)
    return Material((0.20 + 0.22 * mix, 0.50 + 0.14 * mix, 0.16 + 0.04 * mix), "leaves")


def pot(radius: float, height: float, ware: Material) -> Mesh:
    """Return a flower pot full of soil."""
    r, h = radius, height
    wall = [(0, 0), (0.68 * r, 0), (0.92 * r, 0.78 * h), (r, 0.78 * h)]
    wall += [(r, h), (0.86 * r, h), (0.84 * r, 0.9 * h), (0, 0.9 * h)]
    return joined(lathe(wall, ware, sides=20), rod((0, 0, 0.88 * h), (0, 0, 0.93 * h), 0.85 * r, SOIL, sides=20))


def crown(look: Look, balls: int, radius: float, size: float, z: float, high: float) -> Mesh:
    """Return a crown of leaves: balls of several greens on a dome."""
    green = leafage(look)
    parts = [ellipsoid((0, 0, z), (radius, radius, high), Material(shade(green.colour, 0.9), "leaves"), 14)]
    for i in range(balls):
        # The golden angle spreads the balls without visible rows.
        up, a = -0.75 + 1.75 * (i + 0.5) / balls, 2.39996 * i + look.between(-0.2, 0.2)
        out = np.sqrt(max(1 - up * up, 0.0)) * radius
        tone = Material(shade(green.colour, (0.85, 1.0, 1.12)[i % 3]), "leaves")
        parts.append(
            ball(
                (float(out * np.cos(a)), float(out * np.sin(a)), z + up * high),
                size * look.between(0.85, 1.15),
                tone,
                10,
            )
        )
    return joined(*parts)


def tree(look: Look) -> Mesh:
    """Return a broad-leaved tree."""
    trunk = limb([(0, 0, 0, 0.3), (0, 0, 0.5, 0.2), (0, 0, 1.5, 0.16), (0, 0, 2.4, 0.12)], BARK, 12)
    boughs = around(limb([(0, 0, 1.4, 0.09), (0.35, 0, 1.9, 0.07), (0.7, 0, 2.5, 0.04)], BARK, 8), 3)
    return joined(trunk, boughs, crown(look, 22, 1.05, 0.52, 3.0, 0.95))


def pine(look: Look) -> Mesh:
    """Return a fir tree in four tiers."""
    green = (0.10 + look.between(0, 0.06), 0.34 + look.between(0, 0.08), 0.18)
    tiers = []
    for i, (z, r, h) in enumerate(((0.6, 1.0, 1.3), (1.3, 0.84, 1.2), (2.0, 0.64, 1.1), (2.65, 0.42, 1.05))):
        tone = Material(shade(green, 0.85 + 0.12 * i))
        rim = lathe([(0, z + 0.15), (0.55 * r, z + 0.12), (r, z), (0.62 * r, z + 0.42 * h), (0, z + h)], tone, sides=14)
        tiers.append(turned(rim, "z", 13 * i))
    return joined(rod((0, 0, 0), (0, 0, 0.9), 0.16, BARK, 0.12, 12), *tiers)


def palm(look: Look) -> Mesh:
    """Return a palm tree with coconuts."""
    lean = look.between(0.1, 0.35)
    line = [(0, 0, 0, 0.2), (0.1 * lean, 0, 1.3, 0.13), (0.4 * lean, 0, 2.7, 0.11), (lean, 0, 3.9, 0.1)]
    trunk = limb(line, Material((0.55, 0.42, 0.28)), 10, 6)
    trunk = painted(trunk, Material((0.43, 0.32, 0.2)), lambda at: np.floor(at[:, 2] / 0.2) % 2 == 0)
    green = leafage(look)
    frond = curve([(0, 0, 0), (0.55, 0, 0.35), (1.2, 0, 0.25), (1.75, 0, -0.45)], 3)
    flat = stretched(tube(frond, [0.03, 0.08, 0.13, 0.16, 0.17, 0.16, 0.14, 0.11, 0.07, 0.02], green, 6), y=1.5)
    fronds = joined(around(flat, 7), turned(around(stretched(flat, x=0.8, z=1.7), 5), "z", 20))
    nuts = around(ball((0.13, 0, -0.1), 0.1, Material((0.36, 0.22, 0.12)), 8), 4)
    return joined(trunk, moved(joined(fronds, nuts), lean, 0, 3.95))


def bush(look: Look) -> Mesh:
    """Return a round bush with blossoms."""
    blossom = Material(look.pick("red", "pink", "white", "yellow", "purple"))
    stem, flowers = Material((0.20, 0.42, 0.16)), []
    for i in range(26):
        up, a = 0.05 + 0.9 * (i + 0.5) / 26, 2.39996 * i
        out = float(np.sqrt(1 - up * up)) * 0.66
        x, y, z = out * float(np.cos(a)), out * float(np.sin(a)), up * 0.5
        twig = rod((0.7 * x, 0.7 * y, 0.4 + 0.7 * z), (x, y, 0.4 + z), 0.018, stem, sides=4)
        flowers += [twig, ball((x, y, 0.4 + z), 0.05, blossom, 6)]
    return joined(crown(look, 22, 0.5, 0.22, 0.4, 0.36), *flowers, rod((0, 0, 0), (0, 0, 0.2), 0.08, BARK, sides=8))


def potted_plant(look: Look) -> Mesh:
    """Return a plant with long leaves in a pot."""
    green = leafage(look)
    leaves = []
    for count, out, high, turn in ((7, 0.26, 0.16, 0), (6, 0.2, 0.32, 25), (5, 0.08, 0.46, 10)):
        line = curve([(0.01, 0, 0.2), (0.5 * out, 0, 0.22 + 0.7 * high), (out, 0, 0.2 + high)], 3)
        leaf = tube(
            line, [0.006, 0.016, 0.026, 0.03, 0.028, 0.016, 0.003], Material(shade(green.colour, 1 + 0.004 * turn)), 5
        )
        leaves.append(turned(around(stretched(leaf, y=1.5), count), "z", turn))
    return joined(pot(0.14, 0.22, Material(look.pick("red", "blue", "white", "yellow", "purple"), gloss=0.4)), *leaves)


def cactus(look: Look) -> Mesh:
    """Return a cactus with two arms in a clay pot."""
    green = Material((0.22, 0.50 + look.between(-0.06, 0.06), 0.25))
    body = limb([(0, 0, 0.1, 0.055), (0, 0, 0.22, 0.062), (0, 0, 0.36, 0.05)], green, 12)
    body = painted(body, Material(shade(green.colour, 0.75)), slices(12, -15))
    arms = joined(
        limb([(0.04, 0, 0.2, 0.03), (0.1, 0, 0.21, 0.03), (0.115, 0, 0.25, 0.03), (0.115, 0, 0.31, 0.026)], green, 10),
        limb(
            [(-0.04, 0, 0.25, 0.026), (-0.085, 0, 0.26, 0.026), (-0.1, 0, 0.3, 0.026), (-0.1, 0, 0.35, 0.022)],
            green,
            10,
        ),
    )
    flower = moved(
        around(turned(ellipsoid((0.02, 0, 0.008), (0.018, 0.01, 0.005), Material(COLOURS["pink"]), 8), "y", -25), 6),
        0,
        0,
        0.404,
    )
    return turned(joined(pot(0.095, 0.13, CLAY), body, arms, flower), "z", look.between(0, 360))


def mushroom(look: Look) -> Mesh:
    """Return a toadstool: a spotted cap on a white stem."""
    line = [(0.0, 0.088), (0.05, 0.082), (0.088, 0.078), (0.094, 0.088)]
    line += [(0.086, 0.115), (0.06, 0.142), (0.028, 0.154), (0, 0.157)]
    cap = lathe(line, look.paint(gloss=0.4), sides=24)
    dots = []
    for i, (tilt, spread) in enumerate(((0, 1), (38, 5), (66, 8))):
        dot = ellipsoid((0, 0, 0.0), (0.011, 0.011, 0.005), WHITE, 8)
        at = (0.091 * np.sin(np.radians(tilt)), 0, 0.088 + 0.068 * np.cos(np.radians(tilt)))
        dots.append(turned(around(moved(turned(dot, "y", tilt), *at), spread), "z", 20 * i))
    stem = lathe(
        [(0, 0), (0.032, 0), (0.034, 0.02), (0.022, 0.05), (0.022, 0.09), (0, 0.09)],
        Material((0.95, 0.92, 0.84)),
        sides=16,
    )
    return joined(cap, *dots, stem)


def pumpkin(look: Look) -> Mesh:
    """Return a pumpkin."""
    skin = Material(shade((0.93, 0.46, 0.08), look.between(0.92, 1.08)))
    rib = ellipsoid((0.075, 0, 0.1), (0.075, 0.062, 0.1), skin, 14)
    seam = Material(shade(skin.colour, 0.8))
    stalk = limb(
        [(0, 0, 0.17, 0.022), (0.004, 0, 0.21, 0.014), (0.024, 0, 0.24, 0.014)], Material((0.35, 0.42, 0.16)), 7
    )
    return turned(
        joined(
            around(rib, 10),
            lathe([(0, 0.01), (0.11, 0.03), (0.13, 0.1), (0.11, 0.17), (0, 0.18)], seam, sides=20),
            stalk,
        ),
        "z",
        look.between(0, 360),
    )


ASSETS = (
    Asset("tree", "plants", ("outdoors",), (3.8, 4.8), tree),
    Asset("pine tree", "plants", ("outdoors",), (3.5, 4.5), pine, alike=True),
    Asset("palm tree", "plants", ("outdoors",), (4.2, 5.0), palm),
    Asset("bush", "plants", ("outdoors",), (1.2, 1.5), bush),
    Asset("potted plant", "plants", ("table", "floor"), (0.62, 0.75), potted_plant, alike=True),
    Asset("cactus", "plants", ("table", "floor"), (0.4, 0.48), cactus),
    Asset(
        "mushroom",
        "plants",
        ("table", "outdoors"),
        (0.16, 0.2),
        mushroom,
        alike=True,
        colours=("red", "brown", "orange"),
    ),
    Asset("pumpkin", "plants", ("table", "floor", "outdoors"), (0.3, 0.38), pumpkin, colours=("orange",)),
)
