"""Park and playground."""

from __future__ import annotations

from vantage.assets.arrange import around, both, joined, turned
from vantage.assets.asset import COLOURS, STEEL, WHITE, WOOD, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import box, capsule, curve, lathe, loft, prism, rod, tube

IRON = Material((0.14, 0.17, 0.16), gloss=0.3)
WATER = Material((0.35, 0.65, 0.85), gloss=0.8)


def bench(look: Look) -> Mesh:
    """Return a park bench with a back, its iron ends black."""
    slat = look.paint("wood", 0.1)
    seat = [box((0, -0.2 + 0.105 * i, 0.44), (1.5, 0.085, 0.03), slat, 0.008) for i in range(5)]
    back = [
        turned(box((0, 0.27, 0.55 + 0.11 * i), (1.5, 0.03, 0.085), slat, 0.008), "x", -12, (0, 0.25, 0.45))
        for i in range(4)
    ]
    ends = both(
        tube(curve([(0.68, -0.26, 0), (0.68, -0.24, 0.3), (0.68, -0.24, 0.42)], 2), 0.028, IRON, 8),
        tube([(0.68, 0.32, 0), (0.68, 0.24, 0.42), (0.68, 0.37, 0.92)], 0.028, IRON, 8),
        tube(
            curve([(0.68, -0.24, 0.42), (0.68, -0.27, 0.62), (0.68, -0.1, 0.66), (0.68, 0.28, 0.64)], 3), 0.026, IRON, 8
        ),
        rod((0.68, -0.24, 0.42), (0.68, 0.25, 0.42), 0.024, IRON, sides=8),
    )
    return joined(*seat, *back, ends)


def picnic_table(look: Look) -> Mesh:
    """Return a picnic table with a bench on either side."""
    wood = Material(shade((0.66, 0.44, 0.25), look.between(0.75, 1.1)), "wood")
    top = [box((0, -0.3 + 0.15 * i, 0.74), (1.7, 0.135, 0.045), wood, 0.008) for i in range(5)]
    seats = [box((0, y, 0.45), (1.7, 0.13, 0.04), wood, 0.008) for y in (-0.74, -0.59, 0.59, 0.74)]
    legs = both(
        *(rod((0.6, s * 0.2, 0.72), (0.6, s * 0.62, 0), 0.042, wood, sides=8) for s in (1, -1)),
        box((0.6, 0, 0.41), (0.05, 1.5, 0.09), wood),
        box((0.6, 0, 0.69), (0.05, 0.7, 0.07), wood),
    )
    return joined(*top, *seats, legs)


def fountain(look: Look) -> Mesh:
    """Return a stone fountain in two tiers."""
    stone = Material(shade((0.70, 0.67, 0.62), look.between(0.8, 1.15)), "concrete")
    profile = [(0, 0), (1.0, 0), (1.0, 0.1), (0.92, 0.14), (0.92, 0.4)]
    profile += [(1.02, 0.44), (1.02, 0.52), (0.86, 0.52), (0.86, 0.4), (0, 0.4)]
    basin = lathe(profile, stone, sides=28)
    profile = [(0, 0.4), (0.22, 0.4), (0.12, 0.55), (0.1, 0.95), (0.2, 1.02)]
    profile += [(0.5, 1.16), (0.52, 1.22), (0.44, 1.2), (0, 1.14)]
    post = lathe(profile, stone)
    top = lathe([(0, 1.14), (0.09, 1.14), (0.06, 1.4), (0.1, 1.46), (0, 1.5)], stone, sides=14)
    jet = around(tube(curve([(0.02, 0, 1.48), (0.14, 0, 1.72), (0.32, 0, 1.6), (0.42, 0, 1.2)], 3), 0.014, WATER, 6), 8)
    falls = around(tube(curve([(0.5, 0, 1.22), (0.62, 0, 1.1), (0.68, 0, 0.45)], 3), 0.016, WATER, 6), 8)
    return joined(
        basin,
        rod((0, 0, 0.4), (0, 0, 0.46), 0.86, WATER, sides=28),
        post,
        rod((0, 0, 1.15), (0, 0, 1.195), 0.44, WATER, sides=24),
        top,
        jet,
        falls,
    )


def tent(look: Look) -> Mesh:
    """Return a tent, its doorway in front."""
    cloth, seam = look.paint("fabric"), look.paint("fabric", light=0.7)
    foot = [(-1.0, -1.3, 0.0), (1.0, -1.3, 0.0), (1.0, 1.3, 0.0), (-1.0, 1.3, 0.0)]
    ridge = [(-0.03, -0.75, 1.3), (0.03, -0.75, 1.3), (0.03, 0.75, 1.3), (-0.03, 0.75, 1.3)]
    body = loft([foot, ridge], cloth)
    mouth = prism([(-0.55, 0), (0, 1.1), (0.55, 0)], 0.02, Material((0.10, 0.09, 0.08)), centre=(0, -1.3, 0), axis="y")
    pale = look.paint("fabric", light=1.4)
    flaps = both(prism([(0.3, 0), (0.04, 1.1), (0.66, 0)], 0.04, pale, centre=(0, -1.31, 0), axis="y"))
    edges = both(*(rod((0.03, 0.75 * s, 1.3), (1.0, 1.3 * s, 0), 0.025, seam, sides=6) for s in (1, -1)))
    ropes = [rod((0, s * 0.75, 1.3), (0, s * 1.75, 0), 0.012, WHITE, sides=5) for s in (1, -1)]
    pegs = both(*(rod((1.0, 1.3 * s, 0), (1.12, 1.4 * s, 0.1), 0.025, WOOD, sides=6) for s in (1, -1)))
    return joined(
        body,
        turned(joined(mouth, flaps), "x", -23, (0, -1.3, 0)),
        edges,
        *ropes,
        pegs,
        capsule((0, -0.78, 1.31), (0, 0.78, 1.31), 0.04, seam, sides=8),
    )


def slide(look: Look) -> Mesh:
    """Return a playground slide: the chute goes down to the front, the ladder is behind."""
    chute, rail = look.paint(gloss=0.6), Material(COLOURS["yellow" if look.colour != "yellow" else "blue"], gloss=0.4)
    track = curve([(-1.55, 0.22), (-1.2, 0.24), (-0.8, 0.5), (0.2, 1.35), (0.5, 1.45), (0.8, 1.45)], 3)
    bed = prism([*track, *[(y, z - 0.05) for y, z in track[::-1]]], 0.5, chute)
    walls = both(
        prism(
            [*[(y, z + 0.14) for y, z in track], *[(y, z - 0.06) for y, z in track[::-1]]],
            0.04,
            chute,
            centre=(0.26, 0, 0),
        )
    )
    ladder = both(
        tube(
            [(0.24, 1.25, 0), (0.24, 0.82, 1.45), (0.24, 0.75, 2.0), (0.24, 0.5, 2.0), (0.24, 0.3, 1.5)], 0.03, rail, 8
        ),
        rod((0.24, 0.45, 1.4), (0.24, 0.3, 0), 0.03, rail, sides=8),
        rod((0.24, -1.25, 0.25), (0.24, -1.25, 0), 0.03, rail, sides=8),
    )
    rungs = [
        rod((-0.24, 1.25 - 0.43 * t, 1.45 * t), (0.24, 1.25 - 0.43 * t, 1.45 * t), 0.024, STEEL, sides=8)
        for t in (0.15, 0.32, 0.49, 0.66, 0.83)
    ]
    return joined(bed, walls, ladder, *rungs)


OUT = ("outdoors",)
ASSETS = (
    Asset(
        "bench",
        "park",
        OUT,
        (1.45, 1.65),
        bench,
        front="the side opposite its backrest",
        colours=("brown", "green", "red", "blue"),
    ),
    Asset(
        "slide",
        "park",
        OUT,
        (2.7, 3.1),
        slide,
        front="the end where one slides off",
        colours=("red", "blue", "yellow", "orange", "purple"),
    ),
    Asset("tent", "park", OUT, (3.0, 3.4), tent, colours=("orange", "blue", "green", "red", "yellow")),
    Asset("picnic table", "park", OUT, (1.65, 1.85), picnic_table),
    Asset("fountain", "park", OUT, (1.9, 2.3), fountain, alike=True),
)
