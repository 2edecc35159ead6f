"""Furniture: a backrest, a screen or doors show the front."""

from __future__ import annotations

from vantage.assets.arrange import around, both, joined, turned
from vantage.assets.asset import BLACK, DARK, STEEL, WHITE, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, box, capsule, curve, lathe, prism, rod, tube

CLOTHS = ("red", "blue", "green", "yellow", "orange", "purple", "grey", "brown")
LINEN = Material((0.93, 0.91, 0.86), "fabric")
BRASS = Material((0.78, 0.60, 0.28), gloss=0.6)


def timber(look: Look) -> Material:
    """Return a random wood, from pale to dark."""
    return Material(shade((0.72, 0.50, 0.30), look.between(0.55, 1.05)), "wood", 0.1)


def chair(look: Look) -> Mesh:
    """Return a painted kitchen chair with a slatted back."""
    paint = look.paint("wood", 0.2)
    pairs = both(
        rod((0.19, -0.19, 0.45), (0.2, -0.21, 0), 0.024, paint, 0.018, 10),
        rod((0.18, 0.19, 0.45), (0.19, 0.23, 0), 0.024, paint, 0.018, 10),
        capsule((0.185, 0.19, 0.45), (0.19, 0.26, 0.95), 0.022, paint, sides=10),
        rod((0.196, -0.2, 0.2), (0.186, 0.21, 0.2), 0.013, paint, sides=8),
    )
    slats = [
        tube(curve([(-0.19, y, z), (0, y + 0.03, z), (0.19, y, z)], 3), 0.03, paint, 8)
        for y, z in ((0.255, 0.92), (0.236, 0.79), (0.218, 0.66))
    ]
    return joined(pairs, *slats, box((0, 0, 0.46), (0.44, 0.44, 0.05), paint, 0.018))


def armchair(look: Look) -> Mesh:
    """Return an armchair."""
    cloth, feet = look.paint("fabric"), timber(look)
    pairs = both(
        box((0.36, -0.02, 0.36), (0.18, 0.78, 0.5), cloth, 0.05),
        capsule((0.36, -0.36, 0.6), (0.36, 0.3, 0.6), 0.1, cloth),
        rod((0.36, -0.34, 0.12), (0.37, -0.36, 0), 0.03, feet, 0.02, 8),
        rod((0.36, 0.34, 0.12), (0.37, 0.36, 0), 0.03, feet, 0.02, 8),
    )
    back = turned(box((0, 0.34, 0.62), (0.86, 0.2, 0.8), cloth, 0.07), "x", -8, (0, 0.34, 0.2))
    seat = joined(
        box((0, -0.02, 0.24), (0.6, 0.74, 0.24), look.paint("fabric", light=0.85), 0.03),
        box((0, -0.07, 0.42), (0.54, 0.66, 0.16), look.paint("fabric", light=1.12), 0.05),
    )
    pillow = turned(box((0, 0.16, 0.66), (0.4, 0.12, 0.36), LINEN, 0.05), "x", -14, (0, 0.16, 0.5))
    return joined(pairs, back, seat, pillow)


def sofa(look: Look) -> Mesh:
    """Return a sofa for three."""
    cloth, feet = look.paint("fabric"), timber(look)
    pairs = both(
        box((0.98, -0.02, 0.36), (0.2, 0.86, 0.48), cloth, 0.06),
        rod((0.95, -0.36, 0.1), (0.96, -0.38, 0), 0.03, feet, 0.02, 8),
        rod((0.95, 0.34, 0.1), (0.96, 0.36, 0), 0.03, feet, 0.02, 8),
    )
    back = turned(box((0, 0.36, 0.55), (2.0, 0.2, 0.66), cloth, 0.07), "x", -8, (0, 0.36, 0.2))
    base = box((0, 0, 0.22), (1.8, 0.82, 0.22), look.paint("fabric", light=0.85), 0.03)
    seats = [box((x, -0.08, 0.4), (0.57, 0.7, 0.17), look.paint("fabric", light=1.1), 0.05) for x in (-0.59, 0, 0.59)]
    rests = [
        turned(box((x, 0.2, 0.62), (0.55, 0.15, 0.4), look.paint("fabric", light=1.1), 0.05), "x", -14, (x, 0.2, 0.5))
        for x in (-0.59, 0, 0.59)
    ]
    return joined(pairs, back, base, *seats, *rests)


def stool(look: Look) -> Mesh:
    """Return a round bar stool."""
    paint = look.paint("wood", 0.2)
    leg = rod((0.11, 0.11, 0.62), (0.19, 0.19, 0), 0.022, paint, 0.018, 8)
    rung = rod((0.166, 0.166, 0.2), (-0.166, 0.166, 0.2), 0.012, paint, sides=6)
    seat = lathe([(0, 0.6), (0.16, 0.6), (0.18, 0.62), (0.18, 0.65), (0.16, 0.67), (0, 0.66)], paint)
    return joined(around(leg, 4), around(rung, 4), seat)


def table(look: Look) -> Mesh:
    """Return a wooden dining table."""
    wood = timber(look)
    top = box((0, 0, 0.73), (1.5, 0.85, 0.045), wood, 0.012)
    legs = both(*(box((0.66, y, 0.355), (0.075, 0.075, 0.71), wood, 0.01) for y in (-0.34, 0.34)))
    rail = Material(shade(wood.colour, 0.85), "wood")
    sides = joined(
        both(box((0.66, 0, 0.65), (0.03, 0.62, 0.1), rail)),
        *(box((0, y, 0.65), (1.26, 0.03, 0.1), rail) for y in (-0.34, 0.34)),
    )
    return joined(top, legs, sides)


def bed(look: Look) -> Mesh:
    """Return a bed with a headboard, a pillow at it and a coloured blanket."""
    wood = timber(look)
    frame = box((0, 0, 0.26), (1.0, 2.02, 0.16), wood, 0.02)
    head = box((0, 1.02, 0.55), (1.04, 0.06, 0.78), wood, 0.03)
    foot = box((0, -1.02, 0.32), (1.04, 0.06, 0.36), wood, 0.03)
    legs = both(*(box((0.48, y, 0.12), (0.08, 0.08, 0.24), wood) for y in (-0.98, 0.98)))
    soft = joined(
        box((0, 0, 0.42), (0.94, 1.96, 0.2), LINEN, 0.05),
        box((0, -0.3, 0.45), (1.02, 1.38, 0.2), look.paint("fabric"), 0.05),
        box((0, 0.36, 0.5), (1.02, 0.2, 0.13), LINEN, 0.04),
        box((0, 0.72, 0.56), (0.66, 0.38, 0.14), WHITE, 0.06),
    )
    return joined(frame, head, foot, legs, soft)


def bookshelf(look: Look) -> Mesh:
    """Return a bookshelf that stands free, with books on all four sides."""
    wood = timber(look)
    posts = around(box((0.3, 0.3, 0.72), (0.05, 0.05, 1.44), wood), 4)
    floors = [box((0, 0, z), (0.64, 0.64, 0.035), wood, 0.008) for z in (0.06, 0.51, 0.96, 1.42)]
    rows = []
    for floor in (0.08, 0.53, 0.98):
        rows += [turned(_row(look, floor), "z", 90 * side) for side in range(4)]
    return joined(posts, *floors, *rows)


def _row(look: Look, floor: float) -> Mesh:
    """Return books side by side on a shelf at this height, with their spines to the front."""
    books, x, end = [], -0.27, look.between(0.1, 0.27)
    while x < end:
        wide, high = look.between(0.035, 0.07), look.between(0.24, 0.36)
        cover = Material(shade(look.pick(*CLOTHS, "white"), 0.9))
        books.append(box((x + wide / 2, -0.22, floor + high / 2), (0.92 * wide, 0.14, high), cover))
        x += wide
    return joined(*books)


def office_chair(look: Look) -> Mesh:
    """Return an office chair on castors, turned forward."""
    cloth = look.paint("fabric")
    star = joined(capsule((0, 0, 0.1), (0, -0.28, 0.08), 0.028, DARK, sides=8), ball((0, -0.28, 0.04), 0.04, BLACK, 8))
    pairs = both(
        tube(curve([(0.16, 0.02, 0.44), (0.3, 0.02, 0.46), (0.3, 0.02, 0.66)], 3), 0.02, DARK, 6),
        box((0.3, -0.02, 0.67), (0.07, 0.26, 0.035), BLACK, 0.012),
    )
    back = turned(
        joined(
            box((0, 0.24, 0.84), (0.44, 0.08, 0.56), cloth, 0.035), box((0, 0.29, 0.84), (0.38, 0.04, 0.5), DARK, 0.015)
        ),
        "x",
        -6,
        (0, 0.24, 0.5),
    )
    post = joined(
        rod((0, 0, 0.08), (0, 0, 0.42), 0.03, STEEL),
        tube([(0, 0.1, 0.44), (0, 0.29, 0.46), (0, 0.3, 0.8)], 0.03, DARK, 8),
    )
    return joined(around(star, 5), pairs, back, post, box((0, -0.02, 0.48), (0.5, 0.5, 0.1), cloth, 0.045))


def rocker(look: Look) -> Mesh:
    """Return a rocking chair."""
    wood = timber(look)
    runner = [(0.24, -0.5, 0.1), (0.24, -0.3, 0.03), (0.24, 0, 0.02), (0.24, 0.3, 0.04), (0.24, 0.56, 0.14)]
    pairs = both(
        tube(curve(runner, 3), 0.024, wood, 8),
        rod((0.24, -0.24, 0.02), (0.24, -0.22, 0.66), 0.022, wood, sides=8),
        rod((0.22, 0.2, 0.04), (0.22, 0.34, 1.12), 0.024, wood, sides=8),
        tube(curve([(0.26, -0.3, 0.66), (0.26, 0, 0.68), (0.23, 0.28, 0.7)], 3), 0.028, wood, 8),
    )
    spindles = [rod((x, 0.23, 0.42), (x, 0.33, 1.06), 0.012, wood, sides=6) for x in (-0.14, -0.07, 0, 0.07, 0.14)]
    rails = joined(
        box((0, 0.335, 1.08), (0.46, 0.035, 0.12), wood, 0.015), box((0, -0.01, 0.41), (0.5, 0.46, 0.04), wood, 0.015)
    )
    cloth = Material(look.pick(*CLOTHS[:6]), "fabric")
    cushions = joined(
        box((0, -0.02, 0.46), (0.42, 0.4, 0.07), cloth, 0.03),
        turned(box((0, 0.215, 0.72), (0.38, 0.06, 0.5), cloth, 0.025), "x", -9, (0, 0.215, 0.45)),
    )
    return joined(pairs, *spindles, rails, cushions)


def piano(look: Look) -> Mesh:
    """Return a grand piano with its lid up and a stool at the keys."""
    wood = Material(shade((0.38, 0.20, 0.11), look.between(0.3, 1.0)), "wood", 0.7)
    bend = curve([(0.7, 0.0), (0.68, 0.2), (0.45, 0.6), (0.28, 1.1), (-0.1, 1.35), (-0.55, 1.3), (-0.7, 1.0)], 3)
    plan = [(0.72, -0.48), *bend, (-0.72, 0.9), (-0.72, -0.48)]
    cover = [(x, y) for x, y in plan if y > -0.2]
    body = prism(plan, 0.3, wood, centre=(0, 0, 0.78), axis="z")
    lid = turned(prism(cover, 0.03, wood, centre=(0, 0, 0.95), axis="z"), "y", -36, (-0.72, 0, 0.95))
    inside = prism([(0.93 * x, 0.93 * y + 0.03) for x, y in cover], 0.01, BRASS, centre=(0, 0, 0.932), axis="z")
    keys = [box((x * 0.0254, -0.6, 0.775), (0.013, 0.1, 0.03), BLACK) for x in range(-24, 25) if x % 7 not in (0, 3)]
    board = joined(
        box((0, -0.58, 0.7), (1.44, 0.24, 0.09), wood, 0.01),
        box((0, -0.62, 0.755), (1.3, 0.15, 0.03), WHITE),
        *keys,
        both(box((0.69, -0.58, 0.76), (0.06, 0.24, 0.12), wood, 0.01)),
        turned(box((0, -0.3, 1.08), (0.6, 0.02, 0.24), wood), "x", -18, (0, -0.3, 0.96)),
        turned(box((0, -0.32, 1.08), (0.36, 0.01, 0.2), WHITE), "x", -18, (0, -0.3, 0.96)),
    )
    legs = [rod((x, y, 0.65), (x, y, 0), 0.05, wood, 0.035, 10) for x, y in ((-0.6, -0.4), (0.6, -0.4), (-0.3, 1.05))]
    stool = joined(
        box((0, -1.0, 0.46), (0.6, 0.32, 0.09), BLACK, 0.03),
        both(*(rod((0.24, y, 0.42), (0.26, y, 0), 0.025, wood, 0.02, 8) for y in (-1.1, -0.9))),
    )
    prop = rod((0.5, 0.2, 0.93), (0.32, 0.2, 1.5), 0.015, wood, sides=6)
    return joined(body, inside, lid, board, *legs, stool, prop)


ASSETS = (
    Asset(
        "chair", "furniture", ("floor",), (0.88, 0.98), chair, front="the side opposite its backrest", colours=CLOTHS
    ),
    Asset(
        "armchair",
        "furniture",
        ("floor",),
        (0.98, 1.08),
        armchair,
        front="the side opposite its backrest",
        colours=CLOTHS,
    ),
    Asset("sofa", "furniture", ("floor",), (2.0, 2.3), sofa, front="the side opposite its backrest", colours=CLOTHS),
    Asset(
        "office chair",
        "furniture",
        ("floor",),
        (1.05, 1.15),
        office_chair,
        front="the side opposite its backrest",
        colours=(*CLOTHS[:3], "black"),
    ),
    Asset("rocking chair", "furniture", ("floor",), (1.08, 1.18), rocker, front="the side opposite its backrest"),
    Asset("bookshelf", "furniture", ("floor",), (1.35, 1.5), bookshelf),
    Asset("piano", "furniture", ("floor",), (2.3, 2.6), piano),
    Asset("stool", "furniture", ("floor",), (0.62, 0.7), stool, colours=CLOTHS),
    Asset("table", "furniture", ("floor",), (1.4, 1.7), table),
    Asset("bed", "furniture", ("floor",), (2.0, 2.1), bed, colours=CLOTHS),
)
