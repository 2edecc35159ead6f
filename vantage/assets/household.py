"""Things in the house: lamps, machines, decoration."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vantage.assets.arrange import around, both, joined, moved, painted, stretched, turned
from vantage.assets.asset import BLACK, COLOURS, DARK, STEEL, WHITE, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Array, Point, arc, ball, box, curve, ellipsoid, hoop, lathe, loft, rod, tube

BRASS = Material((0.80, 0.62, 0.28), gloss=0.6)
VIVID = ("red", "blue", "green", "yellow", "orange", "purple", "pink")


def television(look: Look) -> Mesh:
    """Return an old television: a screen and knobs in front, a tapering back, an aerial on top."""
    case = Material(shade((0.56, 0.35, 0.19), look.between(0.6, 1.1)), "wood", 0.3)
    rings = [
        [(s * w, y, z) for s, z in ((-1, low), (1, low), (1, high), (-1, high))]
        for w, y, low, high in ((0.36, 0.16, 0.24, 0.7), (0.2, 0.4, 0.32, 0.6))
    ]
    back = joined(loft(rings, DARK), *(box((0, 0.4, 0.38 + 0.04 * i), (0.28, 0.012, 0.014), BLACK) for i in range(5)))
    front = joined(
        box((0, -0.04, 0.47), (0.8, 0.42, 0.56), case, 0.03),
        box((0, -0.25, 0.47), (0.74, 0.02, 0.5), Material((0.85, 0.82, 0.74)), 0.006),
        box((-0.09, -0.26, 0.47), (0.52, 0.02, 0.42), BLACK, 0.004),
    )
    knobs = [rod((0.27, -0.25, z), (0.27, -0.3, z), 0.045, STEEL, 0.04, 14) for z in (0.62, 0.49)]
    knobs += [box((0.27, -0.262, 0.32), (0.12, 0.012, 0.12), DARK)]
    legs = both(*(rod((0.32, y, 0.2), (0.37, 1.25 * y, 0), 0.025, DARK, 0.016, 8) for y in (-0.18, 0.12)))
    aerial = both(
        rod((0.01, 0.02, 0.75), (0.26, 0.02, 1.08), 0.008, STEEL, sides=6), ball((0.26, 0.02, 1.08), 0.016, STEEL, 8)
    )
    return joined(
        back, front, *knobs, legs, aerial, rod((0, 0.02, 0.74), (0, 0.02, 0.79), 0.06, DARK, 0.03, 14), _picture()
    )


def _picture() -> Mesh:
    """Return what the television shows: a sunny hill."""
    sky, hill, sun = (
        Material(colour, gloss=0.5) for colour in ((0.45, 0.72, 0.95), (0.25, 0.58, 0.25), (1.0, 0.85, 0.3))
    )
    return joined(
        box((-0.09, -0.266, 0.47), (0.47, 0.02, 0.37), sky, 0.004),
        box((-0.09, -0.269, 0.34), (0.45, 0.02, 0.1), hill),
        stretched(rod((-0.16, -0.279, 0.36), (-0.16, -0.26, 0.36), 0.09, hill, sides=20), x=1.6, about=(-0.16, 0, 0)),
        rod((0.05, -0.279, 0.57), (0.05, -0.26, 0.57), 0.045, sun, sides=20),
    )


def laptop(look: Look) -> Mesh:
    """Return an open laptop."""
    shell = Material(shade(look.pick("grey", "black", "white"), 1.1), gloss=0.5)
    keys = [
        box((-0.125 + 0.0278 * i, -0.02 + 0.024 * j, 0.0175), (0.022, 0.018, 0.004), BLACK)
        for i in range(10)
        for j in range(4)
    ]
    base = joined(
        box((0, 0, 0.008), (0.33, 0.22, 0.016), shell, 0.004), box((0, -0.07, 0.0165), (0.1, 0.055, 0.002), DARK), *keys
    )
    paper = Material(look.pick("blue", "purple", "green", "orange"), gloss=0.6)
    lid = joined(
        box((0, 0.11, 0.118), (0.33, 0.008, 0.215), shell, 0.003),
        box((0, 0.105, 0.12), (0.305, 0.004, 0.185), BLACK),
        box((0, 0.1035, 0.12), (0.295, 0.004, 0.175), paper),
        box((-0.06, 0.102, 0.13), (0.12, 0.004, 0.1), WHITE),
        *(box((-0.06, 0.1005, 0.16 - 0.02 * i), (0.09, 0.003, 0.006), DARK) for i in range(4)),
    )
    return joined(
        base,
        turned(lid, "x", -17, (0, 0.11, 0.012)),
        turned(rod((0, 0.113, 0.13), (0, 0.1165, 0.13), 0.025, WHITE, sides=16), "x", -17, (0, 0.11, 0.012)),
    )


def floor_lamp(look: Look) -> Mesh:
    """Return a floor lamp with a wide shade."""
    cloth = Material(shade((0.98, 0.90, 0.70), look.between(0.95, 1.1)), "fabric")
    metal = Material(shade(look.pick("black", "brown", "grey"), 0.9), gloss=0.5)
    foot = joined(
        lathe([(0, 0), (0.15, 0), (0.15, 0.02), (0.03, 0.035), (0, 0.035)], metal),
        rod((0, 0, 0.03), (0, 0, 1.35), 0.014, metal, sides=10),
    )
    return joined(
        foot, lathe([(0, 1.22), (0.22, 1.22), (0.14, 1.55), (0, 1.55)], cloth), ball((0, 0, 1.57), 0.02, metal, 8)
    )


def table_lamp(look: Look) -> Mesh:
    """Return a table lamp: a coloured shade on a white pot."""
    line = curve([(0.045, 0.025), (0.082, 0.08), (0.08, 0.14), (0.035, 0.19), (0.02, 0.22)], 3)
    pot = lathe([(0, 0), (0.06, 0), (0.06, 0.015), *line, (0, 0.22)], WHITE)
    cloth = look.paint("fabric")
    cover = lathe([(0, 0.25), (0.17, 0.25), (0.1, 0.43), (0, 0.43)], cloth)
    trim = joined(hoop((0, 0, 0.253), 0.169, 0.005, BRASS, "z", 24, 6), ball((0, 0, 0.44), 0.013, BRASS, 8))
    return joined(pot, rod((0, 0, 0.2), (0, 0, 0.28), 0.01, BRASS, sides=8), cover, trim)


def flower(petals: Material, heart: Material, top: Point) -> Mesh:
    """Return a flower with six petals and its stalk, up from the neck of a vase."""
    crown = joined(
        around(ellipsoid((0.018, 0, 0), (0.016, 0.011, 0.006), petals, 8), 6), ball((0, 0, 0.004), 0.011, heart, 8)
    )
    x, y, _ = top
    stalk = tube([(0, 0, 0.19), (0.4 * x, 0.4 * y, 0.28), top], 0.003, Material((0.25, 0.5, 0.2)), 5)
    return joined(stalk, moved(crown, *top))


def vase(look: Look) -> Mesh:
    """Return a vase with flowers."""
    belly = curve([(0.045, 0), (0.075, 0.06), (0.078, 0.1), (0.045, 0.17), (0.035, 0.2), (0.05, 0.225)], 2)
    pot = lathe([(0, 0), *belly, (0.04, 0.222), (0.025, 0.2), (0, 0.19)], look.paint(gloss=0.6))
    words = [word for word in ("red", "yellow", "pink", "purple", "white", "orange") if word != look.colour]
    tops = [(0.0, 0.0), *arc(0.075, 72, 360, 72)]
    stalks = []
    for (x, y), word in zip(tops, [*words, words[0]]):
        heart = BRASS if word != "yellow" else Material(COLOURS["brown"])
        stalks.append(flower(Material(COLOURS[word]), heart, (x, y, look.between(0.33, 0.39))))
    return joined(pot, *stalks)


def candle(look: Look) -> Mesh:
    """Return a burning candle in a brass holder."""
    wax = look.paint(gloss=0.2)
    flame = lathe(
        [(0, 0.25), (0.009, 0.262), (0.006, 0.282), (0, 0.3)], Material((1.0, 0.72, 0.15), gloss=0.8), sides=10
    )
    profile = [(0, 0), (0.06, 0), (0.065, 0.008), (0.055, 0.01), (0.02, 0.014)]
    profile += [(0.012, 0.03), (0.024, 0.045), (0.024, 0.06), (0, 0.06)]
    holder = lathe(profile, BRASS)
    return joined(
        holder,
        rod((0, 0, 0.05), (0, 0, 0.235), 0.018, wax, 0.016),
        rod((0, 0, 0.23), (0, 0, 0.252), 0.002, BLACK, sides=5),
        flame,
    )


LANDS = [(-60, 40, 30), (-100, 50, 26), (-60, -15, 22), (20, 10, 26), (15, 50, 18), (60, 50, 28)]
LANDS += [(100, 40, 30), (100, 62, 30), (135, -25, 17), (25, -20, 17), (-70, -35, 12), (0, -88, 16)]


def on_land(at: Array) -> NDArray[np.bool_]:
    """Return which points of a sphere are land: inside one of the discs of LANDS (longitude, latitude, radius)."""
    east, north, reach = np.radians(np.array(LANDS, dtype=float)).T
    middles = np.stack([np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)])
    return np.asarray((at @ middles / np.linalg.norm(at, axis=1, keepdims=True) > np.cos(reach)).any(axis=1))


def globe(look: Look) -> Mesh:
    """Return a globe on its stand."""
    tone = look.between(0.85, 1.15)
    sea, land = Material(shade((0.20, 0.48, 0.78), tone), gloss=0.4), Material(shade((0.33, 0.58, 0.24), tone))
    sphere = painted(ball((0, 0, 0), 0.13, sea, 36), land, on_land)
    bow = tube([(x, 0, z) for x, z in arc(0.15, -90, 90, 15)], 0.007, BRASS, 8)
    axle = rod((0, 0, -0.15), (0, 0, 0.15), 0.006, BRASS, sides=8)
    foot = [(0, 0), (0.09, 0), (0.09, 0.015), (0.03, 0.03), (0.016, 0.05), (0.014, 0.095), (0, 0.095)]
    stand = lathe(foot, Material((0.42, 0.25, 0.14), "wood", 0.3))
    return turned(joined(moved(turned(joined(sphere, bow, axle), "y", 23), z=0.235), stand), "z", look.between(0, 360))


TABLE = ("table",)
ASSETS = (
    Asset("television", "household", ("floor",), (1.0, 1.15), television, front="the side with the screen"),
    Asset("laptop", "household", TABLE, (0.32, 0.36), laptop, front="the side from which one sees its screen"),
    Asset("floor lamp", "household", ("floor",), (1.5, 1.7), floor_lamp, alike=True),
    Asset("table lamp", "household", TABLE, (0.42, 0.5), table_lamp, alike=True, colours=VIVID),
    Asset("vase", "household", TABLE, (0.36, 0.44), vase, colours=("blue", "white", "green", "purple", "red")),
    Asset(
        "candle",
        "household",
        TABLE,
        (0.26, 0.32),
        candle,
        alike=True,
        colours=("white", "red", "yellow", "green", "blue"),
    ),
    Asset("globe", "household", TABLE, (0.36, 0.42), globe),
)
