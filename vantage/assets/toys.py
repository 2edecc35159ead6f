"""Toys: small things that stand on a table or the floor."""

from __future__ import annotations

import numpy as np

from vantage.assets.animals import BILL, eye
from vantage.assets.arrange import around, both, joined, painted, slices, stretched, turned
from vantage.assets.asset import (
    AMBER,
    BLACK,
    COLOURS,
    DARK,
    FACE,
    GLASS,
    LAMP,
    RUBBER,
    STEEL,
    TAIL,
    WHITE,
    WOOD,
    Asset,
    Look,
    shade,
)
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, box, capsule, curve, ellipsoid, hoop, lathe, limb, prism, rod, tube

BRIGHT = ("red", "blue", "yellow", "green", "orange", "purple", "pink")


def football(look: Look) -> Mesh:
    """Return a ball with stripes from pole to pole, tilted at random."""
    skin = painted(ball((0, 0, 0), 0.11, WHITE, 24), look.paint(gloss=0.4), slices(6, 7.5))
    return turned(turned(skin, "x", 24), "z", look.between(0, 360))


def teddy(look: Look) -> Mesh:
    """Return a sitting teddy bear with a bow tie."""
    fur, pale = look.paint("fur"), Material(shade(COLOURS[look.colour], 1.55), "fur")
    body = joined(
        ellipsoid((0, 0, 0.13), (0.1, 0.09, 0.125), fur),
        ellipsoid((0, -0.03, 0.125), (0.072, 0.07, 0.09), pale, 14),
        ellipsoid((0, -0.01, 0.3), (0.092, 0.082, 0.082), fur),
        ellipsoid((0, -0.08, 0.28), (0.045, 0.035, 0.035), pale, 12),
        ellipsoid((0, -0.113, 0.292), (0.017, 0.012, 0.013), BLACK, 8),
        ball((0, 0.09, 0.05), 0.028, fur, 8),
    )
    bow = Material((0.82, 0.12, 0.15))
    pairs = both(
        stretched(ball((0.072, -0.005, 0.372), 0.036, fur, 12), y=0.6, about=(0, -0.005, 0)),
        stretched(ball((0.073, -0.022, 0.37), 0.023, pale, 10), y=0.5, about=(0, -0.022, 0)),
        ball((0.034, -0.083, 0.32), 0.012, BLACK, 8),
        limb([(0.08, -0.01, 0.2, 0.034), (0.13, -0.05, 0.15, 0.032), (0.14, -0.09, 0.12, 0.036)], fur),
        limb([(0.06, -0.03, 0.05, 0.045), (0.085, -0.15, 0.045, 0.042)], fur),
        ellipsoid((0.088, -0.185, 0.055), (0.047, 0.025, 0.055), fur, 12),
        ellipsoid((0.088, -0.203, 0.055), (0.03, 0.012, 0.038), pale, 10),
        rod((0.005, -0.088, 0.205), (0.052, -0.07, 0.205), 0.008, bow, 0.026, 8),
    )
    return joined(body, pairs, ball((0, -0.086, 0.205), 0.017, bow, 8))


def robot(look: Look) -> Mesh:
    """Return a toy robot: large eyes, a grid for a mouth, dials on its chest."""
    tin, dark = look.paint(gloss=0.6), look.paint(gloss=0.5, light=0.6)
    body = joined(
        box((0, 0, 0.17), (0.15, 0.1, 0.14), tin, 0.012),
        box((0, 0, 0.3), (0.12, 0.1, 0.09), tin, 0.012),
        rod((0, 0, 0.24), (0, 0, 0.26), 0.03, STEEL),
        rod((0, 0, 0.34), (0, 0, 0.39), 0.004, STEEL, sides=6),
        ball((0, 0, 0.395), 0.012, TAIL, 8),
        box((0, -0.05, 0.175), (0.11, 0.012, 0.09), WHITE, 0.004),
        box((0, -0.052, 0.275), (0.07, 0.01, 0.018), BLACK),
        *(box((x, -0.055, 0.275), (0.005, 0.012, 0.018), STEEL) for x in (-0.02, 0, 0.02)),
        rod((0.025, -0.05, 0.195), (0.025, -0.062, 0.195), 0.015, TAIL, sides=12),
        rod((-0.025, -0.05, 0.195), (-0.025, -0.062, 0.195), 0.015, AMBER, sides=12),
        box((0, -0.057, 0.152), (0.08, 0.008, 0.014), Material(COLOURS["green"])),
        box((0, 0.06, 0.17), (0.1, 0.03, 0.1), dark, 0.008),
        both(rod((0.028, 0.06, 0.13), (0.028, 0.06, 0.1), 0.016, STEEL, 0.02, 10)),
    )
    pairs = both(
        rod((0.03, -0.04, 0.31), (0.03, -0.062, 0.31), 0.022, LAMP),
        rod((0.03, -0.06, 0.31), (0.03, -0.066, 0.31), 0.01, BLACK, sides=10),
        rod((0.06, 0, 0.3), (0.075, 0, 0.3), 0.018, STEEL, sides=12),
        ball((0.085, 0, 0.215), 0.022, dark, 10),
        capsule((0.095, 0, 0.21), (0.105, -0.02, 0.14), 0.014, STEEL, sides=8),
        limb([(0.105, -0.02, 0.14, 0.014), (0.105, -0.075, 0.135, 0.013)], STEEL, 8),
        hoop((0.105, -0.1, 0.135), 0.02, 0.008, dark, "x", 12, 6),
        rod((0.042, 0, 0.11), (0.042, 0, 0.04), 0.022, STEEL, sides=12),
        box((0.045, -0.015, 0.022), (0.065, 0.12, 0.044), dark, 0.01),
    )
    return joined(body, pairs)


def airplane(look: Look) -> Mesh:
    """Return a toy airplane with a propeller on its nose, standing on its wheels."""
    paint, trim = look.paint(gloss=0.5), Material(look.pick("white", "yellow"), gloss=0.4)
    if trim.colour == paint.colour:
        trim = WHITE
    body = limb(
        [(0, -0.2, 0.1, 0.036), (0, -0.1, 0.1, 0.045), (0, 0.08, 0.105, 0.034), (0, 0.24, 0.12, 0.012)], paint, 14
    )
    wing = [(0.0, -0.12), (0.0, -0.02), (0.25, -0.03), (0.25, -0.1)]
    tail = [(0.0, 0.17), (0.0, 0.24), (0.1, 0.24), (0.1, 0.2)]
    pairs = both(
        prism(wing, 0.014, trim, 0.004, (0.02, 0, 0.095), "z"),
        prism(tail, 0.01, trim, centre=(0, 0, 0.122), axis="z"),
        rod((0.035, -0.12, 0.08), (0.06, -0.13, 0.02), 0.006, STEEL, sides=6),
        rod((0.05, -0.13, 0.02), (0.068, -0.13, 0.02), 0.02, RUBBER, sides=12),
    )
    rest = joined(
        prism([(0.16, 0.12), (0.2, 0.2), (0.245, 0.2), (0.25, 0.12)], 0.012, paint, 0.003),
        ellipsoid((0, -0.03, 0.14), (0.026, 0.055, 0.026), GLASS, 12),
        rod((0, -0.235, 0.1), (0, -0.275, 0.1), 0.022, WHITE, 0.004, 12),
        turned(box((0, -0.25, 0.1), (0.018, 0.006, 0.17), DARK, 0.002), "y", 35, (0, 0, 0.1)),
        turned(box((0, -0.25, 0.1), (0.018, 0.006, 0.17), DARK, 0.002), "y", 125, (0, 0, 0.1)),
        rod((0, 0.22, 0.1), (0, 0.22, 0.05), 0.004, STEEL, sides=6),
    )
    return joined(body, pairs, rest)


def helicopter(look: Look) -> Mesh:
    """Return a toy helicopter: glass nose in front, tail rotor behind."""
    paint = look.paint(gloss=0.5)
    body = joined(
        ellipsoid((0, -0.03, 0.13), (0.065, 0.11, 0.07), paint, 18),
        ellipsoid((0, -0.085, 0.135), (0.056, 0.07, 0.056), GLASS, 16),
        limb([(0, 0.05, 0.15, 0.03), (0, 0.15, 0.165, 0.016), (0, 0.27, 0.175, 0.012)], paint, 10),
        prism([(0.24, 0.17), (0.27, 0.25), (0.3, 0.25), (0.29, 0.17)], 0.01, paint),
        rod((0, -0.02, 0.19), (0, -0.02, 0.235), 0.012, STEEL, sides=10),
        box((0, -0.02, 0.235), (0.5, 0.026, 0.006), DARK),
        box((0, -0.02, 0.235), (0.026, 0.5, 0.006), DARK),
        rod((0.008, 0.275, 0.18), (0.022, 0.275, 0.18), 0.006, STEEL, sides=8),
        box((0.02, 0.275, 0.18), (0.004, 0.014, 0.11), DARK),
        box((0.02, 0.275, 0.18), (0.004, 0.11, 0.014), DARK),
        ball((0, -0.12, 0.075), 0.015, LAMP, 8),
    )
    skid = tube(curve([(0.065, -0.15, 0.03), (0.065, -0.12, 0.01), (0.065, 0.08, 0.01)], 3), 0.007, STEEL, 6)
    struts = [rod((0.065, y, 0.01), (0.035, y, 0.08), 0.006, STEEL, sides=6) for y in (-0.08, 0.03)]
    return joined(body, both(skid, *struts, box((0.05, 0.25, 0.172), (0.09, 0.035, 0.006), paint)))


def train(look: Look) -> Mesh:
    """Return a toy steam engine: chimney in front, cab behind."""
    paint, trim = look.paint(gloss=0.4), Material(COLOURS["yellow" if look.colour != "yellow" else "red"], gloss=0.3)
    body = joined(
        box((0, 0, 0.065), (0.11, 0.36, 0.03), DARK, 0.005),
        rod((0, 0.06, 0.125), (0, -0.16, 0.125), 0.05, paint, sides=20),
        rod((0, -0.155, 0.125), (0, -0.17, 0.125), 0.042, BLACK, sides=20),
        rod((0, -0.12, 0.16), (0, -0.12, 0.225), 0.016, BLACK, sides=14),
        rod((0, -0.12, 0.22), (0, -0.12, 0.25), 0.018, trim, 0.032, 14),
        ball((0, -0.04, 0.175), 0.022, trim, 12),
        box((0, 0.115, 0.14), (0.11, 0.12, 0.13), paint, 0.006),
        box((0, 0.115, 0.215), (0.135, 0.15, 0.018), trim, 0.006),
        rod((0, -0.165, 0.175), (0, -0.19, 0.175), 0.018, LAMP, sides=12),
        prism([(-0.18, 0.075), (-0.24, 0.015), (-0.22, 0.012), (-0.17, 0.03)], 0.12, TAIL),
        hoop((0, -0.06, 0.125), 0.05, 0.005, trim, "y", 20, 6),
        box((0, 0.178, 0.15), (0.07, 0.01, 0.06), GLASS),
    )
    pairs = both(
        *(
            joined(
                rod((0.04, y, r), (0.066, y, r), r, TAIL, sides=18),
                rod((0.04, y, r), (0.07, y, r), 0.3 * r, trim, sides=10),
            )
            for y, r in ((-0.12, 0.034), (-0.035, 0.034), (0.1, 0.05))
        ),
        box((0.055, 0.115, 0.155), (0.006, 0.07, 0.055), GLASS),
        box((0.073, 0.03, 0.045), (0.006, 0.16, 0.012), STEEL),
    )
    return joined(body, pairs)


def duckling(look: Look) -> Mesh:
    """Return a rubber duck."""
    skin = look.paint(gloss=0.5, light=look.between(0.9, 1.1))
    body = joined(
        stretched(
            lathe([(0, 0), (0.03, 0), (0.055, 0.02), (0.06, 0.04), (0.045, 0.065), (0, 0.078)], skin, sides=20), y=1.35
        ),
        rod((0, 0.05, 0.05), (0, 0.1, 0.085), 0.03, skin, 0.006, 12),
        ball((0, -0.045, 0.105), 0.038, skin, 16),
        stretched(ball((0, -0.085, 0.1), 0.022, BILL, 12), z=0.45, about=(0, 0, 0.1)),
    )
    return joined(
        body, both(ellipsoid((0.052, 0.02, 0.05), (0.014, 0.04, 0.02), skin, 10), eye(0.02, -0.071, 0.118, 0.0085))
    )


def rocking_horse(look: Look) -> Mesh:
    """Return a wooden rocking horse with a saddle."""
    coat, hair = Material(shade(WOOD.colour, 1.2), "wood", 0.1), Material((0.95, 0.93, 0.85))
    paint = Material(look.pick("red", "blue", "green"), gloss=0.3)
    runner = tube(
        curve([(0.13, -0.5, 0.13), (0.13, -0.28, 0.035), (0.13, 0, 0.015), (0.13, 0.28, 0.035), (0.13, 0.5, 0.13)], 3),
        0.022,
        paint,
        8,
    )
    body = joined(
        limb([(0, -0.2, 0.45, 0.11), (0, 0, 0.43, 0.115), (0, 0.2, 0.45, 0.11)], coat, 14),
        limb([(0, -0.22, 0.5, 0.09), (0, -0.36, 0.72, 0.065)], coat, 12),
        limb([(0, -0.35, 0.76, 0.07), (0, -0.5, 0.67, 0.045)], coat, 12),
        stretched(limb([(0, -0.36, 0.84, 0.03), (0, -0.27, 0.75, 0.045), (0, -0.16, 0.57, 0.03)], hair, 8), x=0.8),
        limb([(0, 0.3, 0.52, 0.03), (0, 0.42, 0.46, 0.045), (0, 0.44, 0.26, 0.015)], hair, 8),
        ellipsoid((0, 0.02, 0.53), (0.12, 0.14, 0.05), paint, 14),
        rod((-0.15, -0.36, 0.68), (0.15, -0.36, 0.68), 0.016, paint, sides=8),
        *(rod((-0.13, y, 0.05), (0.13, y, 0.05), 0.014, WOOD, sides=6) for y in (-0.3, 0.3)),
    )
    pairs = both(
        runner,
        eye(0.05, -0.41, 0.77, 0.016),
        rod((0.035, -0.34, 0.81), (0.045, -0.33, 0.89), 0.022, coat, 0.003, 8),
        limb([(0.07, -0.2, 0.4, 0.055), (0.13, -0.33, 0.06, 0.028)], coat, 8, 1),
        limb([(0.07, 0.2, 0.4, 0.06), (0.13, 0.33, 0.06, 0.028)], coat, 8, 1),
    )
    return joined(body, pairs)


def drum(look: Look) -> Mesh:
    """Return a toy drum with two sticks laid across it."""
    shell = lathe([(0, 0.012), (0.12, 0.012), (0.12, 0.168), (0, 0.168)], look.paint(gloss=0.3), sides=28)
    rims = [hoop((0, 0, z), 0.121, 0.01, Material((0.9, 0.75, 0.3), gloss=0.6), "z", 28, 6) for z in (0.01, 0.17)]
    laces = [
        rod((0.124, 0, 0.012), (0.124 * np.cos(0.39), 0.124 * np.sin(0.39), 0.168), 0.004, WHITE, sides=5),
        rod((0.124, 0, 0.168), (0.124 * np.cos(0.39), 0.124 * np.sin(0.39), 0.012), 0.004, WHITE, sides=5),
    ]
    return joined(
        shell,
        *rims,
        rod((0, 0, 0.168), (0, 0, 0.172), 0.113, WHITE, sides=28),
        around(joined(*laces), 8),
        *(
            joined(
                rod((s * 0.03, -0.09, 0.18), (s * -0.04, 0.1, 0.18), 0.006, WOOD, sides=8),
                ball((s * -0.042, 0.105, 0.18), 0.013, WOOD, 8),
            )
            for s in (1, -1)
        ),
    )


def rings(look: Look) -> Mesh:
    """Return a stacking toy: rings on a peg, the largest below."""
    words = [str(w) for w in look.rng.permutation(BRIGHT)[:5]]
    sizes = (0.085, 0.074, 0.064, 0.054, 0.045)
    stack = [
        hoop((0, 0, 0.04 + 0.036 * i), size - 0.02, 0.02, Material(COLOURS[word], gloss=0.4), "z", 24, 8)
        for i, (word, size) in enumerate(zip(words, sizes))
    ]
    return joined(
        rod((0, 0, 0), (0, 0, 0.02), 0.085, WOOD, 0.08, 24),
        rod((0, 0, 0.02), (0, 0, 0.22), 0.024, WOOD, 0.018, 14),
        ball((0, 0, 0.22), 0.024, TAIL, 12),
        *stack,
    )


TABLE = ("table", "floor")
ASSETS = (
    Asset("ball", "toys", ("table", "floor", "outdoors"), (0.2, 0.25), football, colours=BRIGHT),
    Asset(
        "teddy bear",
        "toys",
        TABLE,
        (0.36, 0.44),
        teddy,
        front=FACE,
        colours=("brown", "pink", "grey", "white", "orange"),
    ),
    Asset(
        "toy robot",
        "toys",
        TABLE,
        (0.28, 0.36),
        robot,
        front=FACE,
        colours=("red", "blue", "green", "orange", "grey", "purple"),
    ),
    Asset("toy airplane", "toys", TABLE, (0.42, 0.5), airplane, front="the end with the propeller", colours=BRIGHT),
    Asset(
        "toy helicopter", "toys", TABLE, (0.4, 0.48), helicopter, front="the end with the glass nose", colours=BRIGHT
    ),
    Asset(
        "toy train",
        "toys",
        TABLE,
        (0.32, 0.4),
        train,
        front="the end with the chimney",
        colours=("red", "blue", "green", "purple"),
    ),
    Asset("rubber duck", "toys", TABLE, (0.15, 0.19), duckling, front=FACE, colours=("yellow",)),
    Asset("rocking horse", "toys", ("floor",), (0.9, 1.05), rocking_horse, front="the end with the head"),
    Asset("drum", "toys", TABLE, (0.22, 0.28), drum, colours=("red", "blue", "green", "purple")),
    Asset("stacking toy", "toys", TABLE, (0.2, 0.25), rings, alike=True),
)
