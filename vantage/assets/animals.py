"""Animals: all face -y, with muzzle, eyes and ears in front and a tail behind."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import both, joined, painted, stretched, turned
from vantage.assets.asset import BLACK, FACE, WHITE, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, ellipsoid, hoop, limb, rod

BILL = Material((0.95, 0.55, 0.08), gloss=0.2)
PINK = Material((0.93, 0.62, 0.62))
HORN = Material((0.90, 0.86, 0.74))
HOOF = Material((0.20, 0.16, 0.13))


def eye(x: float, y: float, z: float, radius: float) -> Mesh:
    """Return a dark eye in a white rim, looking forward and outward."""
    rim = ball((x, y, z), radius, WHITE, 8)
    return joined(rim, ball((x + 0.35 * radius, y - 0.5 * radius, z), 0.75 * radius, BLACK, 8))


def dog(look: Look) -> Mesh:
    """Return a dog with hanging ears, a collar and a raised tail."""
    coat, dark = look.paint(), look.paint(light=0.6 if look.colour != "black" else 1.25)
    pale, paw = Material(shade(coat.colour, 1.6)), Material(shade(coat.colour, 1.12))
    trunk = stretched(
        limb(
            [(0, -0.26, 0.44, 0.14), (0, -0.12, 0.42, 0.155), (0, 0.1, 0.445, 0.115), (0, 0.25, 0.45, 0.115)], coat, 14
        ),
        x=0.86,
    )
    head = joined(
        limb([(0, -0.27, 0.48, 0.09), (0, -0.37, 0.63, 0.075)], coat),
        ellipsoid((0, -0.41, 0.69), (0.09, 0.11, 0.09), coat),
        limb([(0, -0.46, 0.66, 0.058), (0, -0.59, 0.635, 0.045)], pale),
        ball((0, -0.635, 0.655), 0.028, BLACK, 10),
        ellipsoid((0, -0.61, 0.585), (0.025, 0.05, 0.012), PINK, 8),
        turned(
            hoop((0, -0.325, 0.565), 0.083, 0.018, Material((0.82, 0.1, 0.12)), "z", 18, 6), "x", 33, (0, -0.325, 0.565)
        ),
    )
    pairs = both(
        turned(ellipsoid((0.095, -0.385, 0.68), (0.022, 0.055, 0.09), dark, 12), "y", -12, (0.08, -0.385, 0.74)),
        eye(0.045, -0.495, 0.72, 0.02),
        limb([(0.08, -0.25, 0.36, 0.055), (0.085, -0.26, 0.18, 0.042), (0.085, -0.25, 0.05, 0.042)], coat),
        ellipsoid((0.085, -0.28, 0.042), (0.054, 0.08, 0.042), paw, 12),
        limb(
            [(0.08, 0.25, 0.4, 0.08), (0.09, 0.2, 0.26, 0.055), (0.09, 0.3, 0.16, 0.038), (0.09, 0.28, 0.05, 0.041)],
            coat,
        ),
        ellipsoid((0.09, 0.25, 0.042), (0.054, 0.08, 0.042), paw, 12),
    )
    tail = limb([(0, 0.33, 0.5, 0.035), (0, 0.43, 0.6, 0.03), (0, 0.46, 0.74, 0.014)], coat, 8)
    return joined(trunk, head, pairs, tail)


def cat(look: Look) -> Mesh:
    """Return a cat with pricked ears, whiskers and a long raised tail; most are striped."""
    coat = look.paint()
    stripe = look.paint(light=0.55)
    trunk = limb([(0, -0.15, 0.225, 0.07), (0, 0, 0.22, 0.078), (0, 0.15, 0.225, 0.072)], coat, 12, 6)
    tail = limb(
        [(0, 0.21, 0.25, 0.024), (0, 0.3, 0.3, 0.022), (0, 0.29, 0.42, 0.022), (0, 0.35, 0.53, 0.018)], coat, 8, 5
    )
    if look.colour in ("orange", "grey", "brown"):
        trunk = painted(trunk, stripe, lambda at: (np.floor(at[:, 1] / 0.022) % 2 == 0) & (at[:, 2] > 0.2))
        tail = painted(tail, stripe, lambda at: np.floor(at[:, 2] / 0.03) % 2 == 0)
    head = joined(
        limb([(0, -0.16, 0.26, 0.055), (0, -0.21, 0.31, 0.05)], coat),
        ellipsoid((0, -0.235, 0.35), (0.078, 0.066, 0.064), coat, 16),
        ellipsoid((0, -0.285, 0.332), (0.036, 0.028, 0.024), WHITE, 10),
        ball((0, -0.311, 0.343), 0.011, PINK, 8),
    )
    pairs = both(
        rod((0.042, -0.232, 0.385), (0.06, -0.235, 0.475), 0.038, coat, 0.002, 8),
        rod((0.044, -0.251, 0.388), (0.058, -0.247, 0.455), 0.023, PINK, 0.001, 6),
        ball((0.032, -0.289, 0.366), 0.015, Material((0.55, 0.75, 0.2), gloss=0.4), 8),
        ball((0.033, -0.3, 0.366), 0.008, BLACK, 6),
        rod((0.02, -0.3, 0.33), (0.11, -0.3, 0.35), 0.002, WHITE, sides=4),
        rod((0.02, -0.3, 0.325), (0.11, -0.3, 0.318), 0.002, WHITE, sides=4),
        limb([(0.045, -0.15, 0.19, 0.034), (0.047, -0.16, 0.1, 0.024), (0.047, -0.155, 0.025, 0.022)], coat, 8),
        ellipsoid((0.047, -0.17, 0.018), (0.026, 0.036, 0.018), WHITE, 8),
        limb(
            [(0.045, 0.15, 0.2, 0.05), (0.05, 0.12, 0.12, 0.034), (0.05, 0.17, 0.07, 0.02), (0.05, 0.165, 0.02, 0.02)],
            coat,
            8,
        ),
        ellipsoid((0.05, 0.148, 0.018), (0.026, 0.038, 0.018), WHITE, 8),
    )
    return joined(trunk, tail, head, pairs)


def horse(look: Look) -> Mesh:
    """Return a horse."""
    coat = look.paint(gloss=0.15)
    hair = Material(
        (0.08, 0.07, 0.07)
        if look.colour in ("brown", "grey")
        else (0.86, 0.76, 0.58)
        if look.colour == "black"
        else (0.62, 0.46, 0.30)
    )
    trunk = limb([(0, -0.55, 1.18, 0.26), (0, -0.2, 1.12, 0.3), (0, 0.25, 1.13, 0.29), (0, 0.6, 1.2, 0.28)], coat, 16)
    neck = limb([(0, -0.6, 1.25, 0.22), (0, -0.82, 1.55, 0.15), (0, -0.98, 1.82, 0.12)], coat, 12)
    head = joined(
        limb(
            [(0, -0.98, 1.9, 0.12), (0, -1.15, 1.76, 0.105), (0, -1.34, 1.58, 0.075), (0, -1.4, 1.52, 0.075)], coat, 12
        ),
        ellipsoid((0, -1.43, 1.5), (0.075, 0.07, 0.07), Material(shade(coat.colour, 0.55)), 12),
    )
    crest = [(0, -0.94, 2.03, 0.045), (0, -0.84, 1.93, 0.06), (0, -0.7, 1.72, 0.06), (0, -0.5, 1.48, 0.05)]
    mane = joined(stretched(limb(crest, hair, 8), x=0.8), limb([(0, -0.96, 2.02, 0.04), (0, -1.1, 1.9, 0.03)], hair, 8))
    pairs = both(
        rod((0.065, -0.94, 1.97), (0.085, -0.95, 2.13), 0.04, coat, 0.004, 8),
        eye(0.085, -1.1, 1.86, 0.032),
        ball((0.045, -1.47, 1.53), 0.018, BLACK, 6),
        limb(
            [(0.15, -0.55, 1.1, 0.14), (0.15, -0.56, 0.62, 0.075), (0.15, -0.55, 0.3, 0.05), (0.15, -0.56, 0.1, 0.06)],
            coat,
        ),
        rod((0.15, -0.58, 0), (0.15, -0.56, 0.11), 0.085, HOOF, 0.065, 12),
        limb(
            [(0.15, 0.6, 1.12, 0.2), (0.15, 0.52, 0.75, 0.12), (0.15, 0.68, 0.5, 0.065), (0.15, 0.62, 0.1, 0.06)], coat
        ),
        rod((0.15, 0.6, 0), (0.15, 0.62, 0.11), 0.085, HOOF, 0.065, 12),
    )
    tail = limb([(0, 0.84, 1.36, 0.05), (0, 0.98, 1.2, 0.08), (0, 1.02, 0.8, 0.09), (0, 0.98, 0.5, 0.03)], hair, 10)
    return joined(trunk, neck, head, mane, pairs, tail)


def cow(look: Look) -> Mesh:
    """Return a cow with patches, horns and an udder."""
    coat, patch = WHITE, Material(look.pick("black", "brown"))
    trunk = limb([(0, -0.62, 1.02, 0.3), (0, -0.2, 0.98, 0.36), (0, 0.3, 0.98, 0.36), (0, 0.66, 1.04, 0.31)], coat, 16)
    trunk = joined(
        trunk,
        *(
            _patch(look, y, a, patch)
            for y, a in ((-0.42, 20), (-0.3, 150), (0.1, 75), (0.32, 190), (0.35, -5), (0.68, 110))
        ),
    )
    head = joined(
        limb([(0, -0.8, 1.15, 0.22), (0, -1.0, 1.28, 0.17)], patch, 12),
        limb([(0, -1.0, 1.36, 0.15), (0, -1.2, 1.22, 0.12)], patch, 12),
        ellipsoid((0, -1.3, 1.14), (0.125, 0.1, 0.1), PINK, 14),
        limb([(0, -1.06, 1.48, 0.05), (0, -1.24, 1.28, 0.05)], WHITE, 8),
    )
    pairs = both(
        limb([(0.1, -1.0, 1.48, 0.035), (0.2, -1.02, 1.54, 0.03), (0.24, -1.04, 1.66, 0.008)], HORN, 8),
        turned(ellipsoid((0.24, -0.98, 1.4), (0.12, 0.03, 0.06), patch, 10), "y", 12, (0.14, -0.98, 1.4)),
        eye(0.11, -1.13, 1.36, 0.032),
        ball((0.05, -1.385, 1.16), 0.022, HOOF, 6),
        limb([(0.19, -0.6, 0.9, 0.14), (0.19, -0.6, 0.5, 0.09), (0.19, -0.6, 0.12, 0.07)], coat, 10),
        limb(
            [(0.19, 0.66, 0.95, 0.18), (0.19, 0.62, 0.55, 0.1), (0.19, 0.68, 0.4, 0.075), (0.19, 0.66, 0.12, 0.07)],
            coat,
            10,
        ),
        rod((0.19, -0.6, 0), (0.19, -0.6, 0.12), 0.09, HOOF, 0.075, 10),
        rod((0.19, 0.66, 0), (0.19, 0.66, 0.12), 0.09, HOOF, 0.075, 10),
    )
    rear = joined(
        limb([(0, 0.95, 1.25, 0.035), (0, 1.06, 1.05, 0.025), (0, 1.06, 0.6, 0.02)], coat, 8),
        ellipsoid((0, 1.06, 0.52), (0.05, 0.05, 0.12), patch, 10),
        ellipsoid((0, 0.42, 0.64), (0.18, 0.18, 0.14), PINK, 12),
    )
    return joined(trunk, head, pairs, rear)


def _patch(look: Look, y: float, angle: float, material: Material) -> Mesh:
    """Return a patch just above the surface of a cow's side, at an angle measured from its left flank upward."""
    a, shift = np.radians(angle + look.between(-12, 12)), 0.05
    at = (shift * float(np.cos(a)), y + look.between(-0.08, 0.08), 0.985 + shift * float(np.sin(a)))
    return ellipsoid(at, (0.326, look.between(0.2, 0.27), 0.326), material, 16)


def sheep(look: Look) -> Mesh:
    """Return a woolly sheep with a dark face."""
    wool = Material(shade((0.93, 0.90, 0.83), look.between(0.9, 1.0)))
    skin = Material(shade((0.22, 0.19, 0.18), look.between(0.7, 1.4)))
    curls = [ellipsoid((0, 0, 0.56), (0.25, 0.42, 0.23), wool, 16)]
    for ring, (y, size) in enumerate(((-0.3, 0.17), (-0.12, 0.21), (0.08, 0.21), (0.27, 0.18))):
        for k in range(7):
            a = np.radians(-36 + 42 * k + 21 * (ring % 2) - 20)
            curls.append(ball((size * np.cos(a), y, 0.57 + size * 0.85 * np.sin(a)), 0.105, wool, 8))
    head = joined(
        limb([(0, -0.42, 0.72, 0.1), (0, -0.55, 0.7, 0.085), (0, -0.66, 0.64, 0.06)], skin, 12),
        *(ball((x, y, z), 0.08, wool, 8) for x, y, z in ((0, -0.43, 0.82), (0.07, -0.4, 0.79), (-0.07, -0.4, 0.79))),
        ball((0, 0.45, 0.6), 0.08, wool, 8),
    )
    pairs = both(
        turned(ellipsoid((0.15, -0.47, 0.73), (0.08, 0.022, 0.035), skin, 10), "y", 20, (0.08, -0.47, 0.73)),
        eye(0.065, -0.59, 0.72, 0.022),
        *(rod((0.13, y, 0.42), (0.13, y, 0.06), 0.042, skin, 0.035, 10) for y in (-0.24, 0.24)),
        *(rod((0.13, y, 0.07), (0.13, y - 0.01, 0), 0.036, HOOF, 0.046, 10) for y in (-0.24, 0.24)),
    )
    return joined(*curls, head, pairs)


def pig(look: Look) -> Mesh:
    """Return a pig."""
    skin = Material(shade((0.94, 0.66, 0.64), look.between(0.9, 1.1)))
    deep = Material(shade(skin.colour, 0.8))
    trunk = limb([(0, -0.34, 0.47, 0.24), (0, 0, 0.46, 0.27), (0, 0.34, 0.48, 0.24)], skin, 16)
    head = joined(
        ellipsoid((0, -0.62, 0.58), (0.19, 0.2, 0.19), skin, 16),
        rod((0, -0.76, 0.54), (0, -0.9, 0.53), 0.1, skin, 0.09),
        rod((0, -0.9, 0.53), (0, -0.92, 0.53), 0.1, deep),
    )
    turns = np.arange(0.6, 10, 1.0)
    coil = [(0.05 * np.cos(a), 0.575 + 0.011 * a, 0.585 + 0.05 * np.sin(a), 0.026 - 0.0013 * a) for a in turns]
    tail = limb([(0.0, 0.46, 0.56, 0.04), (0.015, 0.545, 0.58, 0.032), *coil], deep, 7, 2)
    pairs = both(
        rod((0.11, -0.6, 0.7), (0.16, -0.68, 0.85), 0.075, deep, 0.005, 8),
        ball((0.035, -0.92, 0.53), 0.024, HOOF, 6),
        eye(0.1, -0.77, 0.65, 0.026),
        *(rod((0.15, y, 0.35), (0.15, y, 0.07), 0.08, skin, 0.06, 10) for y in (-0.3, 0.32)),
        *(rod((0.15, y, 0.08), (0.15, y - 0.01, 0), 0.061, HOOF, 0.07, 10) for y in (-0.3, 0.32)),
    )
    return joined(trunk, head, pairs, tail)


ANY = ("floor", "outdoors")
ASSETS = (
    Asset("dog", "animals", ANY, (0.85, 1.05), dog, front=FACE, colours=("brown", "black", "white", "grey")),
    Asset("cat", "animals", ANY, (0.55, 0.65), cat, front=FACE, colours=("orange", "black", "grey", "white", "brown")),
    Asset(
        "horse", "animals", ("outdoors",), (2.2, 2.5), horse, front=FACE, colours=("brown", "white", "black", "grey")
    ),
    Asset("cow", "animals", ("outdoors",), (2.2, 2.5), cow, front=FACE),
    Asset("sheep", "animals", ("outdoors",), (1.0, 1.2), sheep, front=FACE),
    Asset("pig", "animals", ("outdoors",), (1.3, 1.55), pig, front=FACE),
)
