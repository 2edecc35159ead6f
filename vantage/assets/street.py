"""Street, park and playground."""

from __future__ import annotations

from itertools import pairwise

from vantage.assets.arrange import around, both, joined, painted, slices
from vantage.assets.asset import BLACK, COLOURS, DARK, LAMP, RUBBER, STEEL, WHITE, WOOD, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Point, arc, ball, box, capsule, curve, ellipsoid, hoop, lathe, prism, rod, tube

IRON = Material((0.14, 0.17, 0.16), gloss=0.3)
STONE = Material((0.68, 0.66, 0.62), "plaster")


def trash_can(look: Look) -> Mesh:
    """Return a litter bin with ribs and a domed lid."""
    tin = look.paint(gloss=0.4)
    body = lathe([(0, 0), (0.2, 0), (0.25, 0.62), (0, 0.62)], tin, sides=24)
    ribs = around(rod((0.206, 0, 0.02), (0.252, 0, 0.6), 0.012, look.paint(gloss=0.4, light=0.8), sides=6), 16)
    lid = lathe([(0, 0.62), (0.275, 0.62), (0.275, 0.655), (0.22, 0.7), (0.1, 0.735), (0, 0.74)], STEEL, sides=24)
    handle = tube(curve([(-0.06, 0, 0.73), (-0.05, 0, 0.78), (0.05, 0, 0.78), (0.06, 0, 0.73)], 2), 0.014, STEEL, 6)
    return joined(body, ribs, lid, handle)


def cone(look: Look) -> Mesh:
    """Return a traffic cone."""
    orange = Material(shade((0.96, 0.40, 0.06), look.between(0.9, 1.1)), gloss=0.2)
    base = box((0, 0, 0.02), (0.38, 0.38, 0.04), orange, 0.012)
    line = [(0.14, 0.04), (0.105, 0.22), (0.084, 0.33), (0.064, 0.43), (0.043, 0.54), (0.026, 0.63)]
    bands = [
        lathe([(0, z0), (r0, z0), (r1, z1), (0, z1)], WHITE if i % 2 else orange, sides=22)
        for i, ((r0, z0), (r1, z1)) in enumerate(pairwise(line))
    ]
    return joined(base, *bands)


def hydrant(look: Look) -> Mesh:
    """Return a fire hydrant."""
    paint, cap = look.paint(gloss=0.4), STEEL
    profile = [(0, 0), (0.15, 0), (0.15, 0.05), (0.105, 0.06), (0.1, 0.45), (0.13, 0.47)]
    profile += [(0.13, 0.51), (0.11, 0.53), (0.09, 0.6), (0.04, 0.65), (0, 0.66)]
    body = lathe(profile, paint, sides=20)
    sides = both(
        rod((0.08, 0, 0.38), (0.17, 0, 0.38), 0.05, paint, sides=12),
        rod((0.16, 0, 0.38), (0.2, 0, 0.38), 0.06, cap, sides=8),
    )
    front = joined(
        rod((0, -0.08, 0.34), (0, -0.16, 0.34), 0.065, paint, sides=14),
        rod((0, -0.15, 0.34), (0, -0.19, 0.34), 0.078, cap, sides=8),
    )
    return joined(body, sides, front, rod((0, 0, 0.65), (0, 0, 0.7), 0.03, cap, sides=6))


def street_lamp(look: Look) -> Mesh:
    """Return an old street lamp with a lantern."""
    iron = Material(shade(look.pick("black", "green", "grey"), look.between(0.5, 0.9)), gloss=0.3)
    post = lathe(
        [(0, 0), (0.16, 0), (0.16, 0.12), (0.09, 0.2), (0.075, 0.5), (0.05, 0.56), (0.045, 2.7), (0.09, 2.8), (0, 2.8)],
        iron,
        sides=14,
    )
    ring = hoop((0, 0, 0.56), 0.06, 0.025, iron, "z", 14, 6)
    light = lathe([(0, 2.8), (0.1, 2.8), (0.2, 3.2), (0, 3.2)], LAMP, sides=8)
    frame = around(rod((0.1, 0, 2.8), (0.205, 0, 3.2), 0.014, iron, sides=6), 4)
    roof = lathe([(0, 3.2), (0.25, 3.2), (0.12, 3.36), (0.04, 3.4), (0.02, 3.5), (0, 3.52)], iron, sides=14)
    return joined(
        post,
        ring,
        light,
        frame,
        roof,
        both(rod((0, 0, 2.6), (0.22, 0, 2.6), 0.018, iron, sides=6), ball((0.23, 0, 2.6), 0.03, iron, 8)),
    )


def traffic_light(look: Look) -> Mesh:
    """Return a traffic light: lamps under hoods in front, a bare back."""
    case = Material(shade(look.pick("black", "yellow", "green"), 0.8), gloss=0.3)
    lit = int(look.rng.integers(3))
    lamps = []
    for i, colour in enumerate(((0.95, 0.08, 0.08), (1.0, 0.75, 0.05), (0.1, 0.85, 0.25))):
        z = 2.02 - 0.3 * i
        glow = Material(shade(colour, 1.0 if i == lit else 0.5), gloss=0.7)
        hood = [*arc(0.13, -10, 190, 20), *arc(0.11, -10, 190, 20)[::-1]]
        lamps += [rod((0, -0.12, z), (0, -0.15, z), 0.115, glow, sides=20)]
        lamps += [prism(hood, 0.16, case, centre=(0, -0.19, z), axis="y")]
    body = joined(
        box((0, 0, 1.72), (0.36, 0.26, 0.98), case, 0.04),
        box((0, 0.02, 1.72), (0.54, 0.03, 1.14), WHITE, 0.01),
        box((0, -0.002, 1.72), (0.48, 0.03, 1.08), BLACK, 0.01),
        box((0, 0.125, 1.72), (0.3, 0.05, 0.9), STEEL, 0.02),
    )
    post = joined(
        rod((0, 0.02, 0), (0, 0.02, 1.25), 0.06, STEEL, sides=12),
        lathe([(0, 0), (0.16, 0), (0.15, 0.1), (0.07, 0.14), (0, 0.14)], STEEL, (0, 0.02, 0), 14),
    )
    return joined(body, *lamps, post)


def mailbox(look: Look) -> Mesh:
    """Return a mailbox on a post: a door with a slot in front, a round back, a flag at its side."""
    tin = look.paint(gloss=0.5)
    arch = [(0.11, 0.0), *arc(0.11, 0, 180, 20, (0, 0.14)), (-0.11, 0.0)]
    lip = [(1.08 * x, 1.05 * z) for x, z in arch]
    body = joined(
        prism(arch, 0.44, tin, centre=(0, -0.04, 1.02), axis="y"),
        ellipsoid((0, 0.18, 1.145), (0.11, 0.08, 0.125), tin, 16),
    )
    door = prism(lip, 0.03, look.paint(gloss=0.5, light=0.7), centre=(0, -0.26, 1.015), axis="y")
    front = joined(
        box((0, -0.28, 1.2), (0.13, 0.02, 0.024), BLACK),
        ball((0, -0.29, 1.09), 0.02, STEEL, 8),
        box((0, -0.278, 1.145), (0.1, 0.008, 0.05), WHITE),
    )
    flag = joined(
        box((0.118, -0.06, 1.26), (0.012, 0.025, 0.22), STEEL),
        box((0.12, -0.01, 1.34), (0.012, 0.12, 0.08), Material(COLOURS["red" if look.colour != "red" else "yellow"])),
    )
    post = joined(
        box((0, 0.02, 0.5), (0.09, 0.09, 1.0), WOOD, 0.01),
        box((0, 0, 1.0), (0.16, 0.4, 0.04), WOOD),
        box((0, 0, 0.02), (0.24, 0.24, 0.04), STONE),
    )
    return joined(body, door, front, flag, post)


def barrel(look: Look) -> Mesh:
    """Return a wooden barrel with iron hoops."""
    wood = Material(shade((0.62, 0.40, 0.22), look.between(0.75, 1.1)), "wood")
    line = curve([(0.24, 0.0), (0.29, 0.2), (0.31, 0.42), (0.29, 0.64), (0.24, 0.84)], 2)
    body = lathe([(0, 0), *line, (0.215, 0.84), (0.21, 0.8), (0, 0.8)], wood, sides=28)
    body = painted(body, Material(shade(wood.colour, 0.86), "wood"), slices(28, 180 / 28))
    return joined(
        body,
        *(
            hoop((0, 0, z), r, 0.013, IRON, "z", 28, 6)
            for r, z in ((0.25, 0.05), (0.29, 0.22), (0.29, 0.62), (0.25, 0.79))
        ),
    )


def basket() -> Mesh:
    """Return the wire basket of a shopping cart, wider above and in front; its floor rises to the rear."""
    low, high = ((0.2, -0.42, 0.3), (0.26, -0.5, 0.38))
    rims = []
    for t, z in ((0.0, 0.45), (0.5, 0.66), (1.0, 0.88)):
        x, front, rear = (a + t * (b - a) for a, b in zip(low, high))
        ring = [(-x, front, z), (x, front, z), (x, rear, z + 0.06), (-x, rear, z + 0.06), (-x, front, z)]
        rims.append(tube(ring, 0.012, STEEL, 5))
    wires: list[tuple[Point, Point]] = []
    for t in (0, 0.17, 0.33, 0.5, 0.67, 0.83, 1):
        foot, top = (0.2, -0.42 + 0.72 * t, 0.45 + 0.06 * t), (0.26, -0.5 + 0.88 * t, 0.88 + 0.06 * t)
        wires += [(foot, top), ((-0.2, *foot[1:]), (-0.26, *top[1:])), ((-0.2, *foot[1:]), foot)]
    for x in (-0.13, 0.0, 0.13):
        nose, tail = (x, -0.42, 0.45), (x, 0.3, 0.51)
        wires += [(nose, (1.3 * x, -0.5, 0.88)), (tail, (1.3 * x, 0.38, 0.94)), (nose, tail)]
    return joined(*rims, *(rod(a, b, 0.007, STEEL, sides=4) for a, b in wires))


def shopping_cart(look: Look) -> Mesh:
    """Return a shopping cart: a slanted nose in front, the handle behind."""
    grip = Material(look.pick("red", "blue", "green", "orange"), gloss=0.4)
    frame = both(
        tube([(0.22, -0.42, 0.14), (0.22, 0.36, 0.14), (0.24, 0.4, 0.95), (0.24, 0.52, 1.0)], 0.018, STEEL, 6),
        rod((0.2, -0.3, 0.14), (0.2, -0.36, 0.45), 0.016, STEEL, sides=6),
        *(hoop((0.22, y, 0.06), 0.042, 0.018, RUBBER, "x", 12, 6) for y in (-0.42, 0.36)),
        *(box((0.22, y, 0.1), (0.05, 0.04, 0.08), DARK) for y in (-0.42, 0.36)),
    )
    handle = capsule((-0.26, 0.53, 1.0), (0.26, 0.53, 1.0), 0.028, grip)
    return joined(basket(), frame, handle, box((0, 0.41, 0.9), (0.44, 0.02, 0.12), grip, 0.004))


OUT = ("outdoors",)
ASSETS = (
    Asset("traffic light", "street", OUT, (2.7, 3.1), traffic_light, front="the side with the lights"),
    Asset(
        "mailbox",
        "street",
        OUT,
        (1.25, 1.4),
        mailbox,
        front="the side with the door and the slot",
        colours=("blue", "red", "green", "white", "yellow"),
    ),
    Asset(
        "shopping cart", "street", ("floor", "outdoors"), (1.0, 1.1), shopping_cart, front="the end opposite its handle"
    ),
    Asset(
        "trash can",
        "street",
        ("floor", "outdoors"),
        (0.75, 0.9),
        trash_can,
        colours=("green", "grey", "blue", "orange"),
    ),
    Asset("traffic cone", "street", OUT, (0.6, 0.75), cone, colours=("orange",)),
    Asset("fire hydrant", "street", OUT, (0.68, 0.78), hydrant, colours=("red", "yellow", "blue")),
    Asset("street lamp", "street", OUT, (3.3, 3.8), street_lamp),
    Asset("barrel", "street", ("floor", "outdoors"), (0.8, 0.95), barrel, alike=True),
)
