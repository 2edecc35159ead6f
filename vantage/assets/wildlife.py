"""Birds and other wild animals."""

from __future__ import annotations

import numpy as np

from vantage.assets.animals import BILL, HOOF, HORN, PINK, eye
from vantage.assets.arrange import both, joined, moved, painted, stretched, turned
from vantage.assets.asset import BLACK, FACE, WHITE, Asset, Look, shade
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Array, ball, capsule, curve, ellipsoid, hoop, lathe, limb, loft, prism, rod, tube

RED = Material((0.82, 0.10, 0.10))


def spots(seed: Look, count: int, size: float, box: tuple[float, ...]) -> Array:
    """Return middles and radii (count, 4) of random spots in a box, given by its middle and its half sizes."""
    middle, half = np.array(box[:3]), np.array(box[3:])
    at = middle + half * seed.rng.uniform(-1, 1, (count, 3))
    return np.column_stack([at, size * seed.rng.uniform(0.7, 1.3, count)])


def spotted(mesh: Mesh, where: Array, material: Material) -> Mesh:
    """Return the mesh with round patches of another colour."""
    return painted(
        mesh, material, lambda at: (np.linalg.norm(at[:, None] - where[:, :3], axis=2) < where[:, 3]).any(axis=1)
    )


def duck(look: Look) -> Mesh:
    """Return a duck that stands."""
    coat, wing = look.paint(), look.paint(light=0.82)
    neck = Material((0.08, 0.36, 0.22)) if look.colour in ("brown", "grey") else coat
    body = joined(
        stretched(limb([(0, -0.13, 0.2, 0.09), (0, 0, 0.19, 0.11), (0, 0.14, 0.22, 0.06)], coat, 14), x=0.95),
        rod((0, 0.15, 0.22), (0, 0.28, 0.3), 0.05, coat, 0.01, 10),
        limb([(0, -0.14, 0.22, 0.065), (0, -0.18, 0.3, 0.05), (0, -0.18, 0.36, 0.05)], neck, 12),
        ellipsoid((0, -0.195, 0.4), (0.066, 0.076, 0.066), neck, 14),
        stretched(capsule((0, -0.25, 0.385), (0, -0.33, 0.365), 0.034, BILL, 0.034), z=0.5, about=(0, 0, 0.38)),
        hoop((0, -0.172, 0.295), 0.05, 0.012, WHITE, "z", 14, 6),
    )
    pairs = both(
        turned(ellipsoid((0.1, 0.03, 0.22), (0.025, 0.14, 0.065), wing, 12), "x", 8, (0, 0.03, 0.22)),
        eye(0.048, -0.238, 0.425, 0.014),
        rod((0.05, 0.0, 0.12), (0.05, -0.01, 0.01), 0.012, BILL, sides=8),
        prism([(-0.09, 0.0), (-0.09, 0.012), (0.02, 0.02), (0.02, 0.0)], 0.07, BILL, centre=(0.05, 0, 0)),
    )
    return joined(body, pairs)


def chicken(look: Look) -> Mesh:
    """Return a hen with a red comb."""
    coat, dark = look.paint(), look.paint(light=0.7)
    body = joined(
        limb([(0, -0.1, 0.25, 0.1), (0, 0.02, 0.23, 0.12), (0, 0.13, 0.28, 0.08)], coat, 14),
        limb([(0, -0.13, 0.29, 0.075), (0, -0.17, 0.4, 0.048)], coat, 12, 2),
        ball((0, -0.18, 0.44), 0.055, coat, 12),
        rod((0, -0.225, 0.44), (0, -0.285, 0.425), 0.022, BILL, 0.002, 8),
        *(ball((0, -0.215 + 0.032 * i, 0.495 + 0.008 * (i == 1)), 0.022, RED, 8) for i in range(3)),
        ellipsoid((0, -0.235, 0.385), (0.012, 0.018, 0.03), RED, 8),
        *(
            turned(
                stretched(
                    limb([(0, 0.16, 0.3, 0.03), (0, 0.25, 0.4, 0.045), (0, 0.29, 0.46, 0.02)], dark, 8, 2), x=0.7
                ),
                "z",
                a,
                (0, 0.12, 0),
            )
            for a in (-14, 0, 14)
        ),
    )
    pairs = both(
        ellipsoid((0.105, 0.03, 0.26), (0.025, 0.11, 0.07), dark, 12),
        eye(0.042, -0.205, 0.455, 0.012),
    )
    return joined(body, pairs, _bird_leg(0.05, -0.055), _bird_leg(-0.05, 0.06))


def _bird_leg(x: float, y: float) -> Mesh:
    """Return a bird's thin leg, from its belly to a foot with three toes and a spur at a place on the ground."""
    leg = rod((x, 0.01 + 0.5 * y, 0.15), (x, y, 0.01), 0.012, BILL, 0.01, 8)
    toes = [rod((x, y, 0.01), (x + dx, y - 0.07, 0.006), 0.009, BILL, 0.005, 6) for dx in (-0.035, 0, 0.035)]
    return joined(leg, *toes, rod((x, y, 0.01), (x, y + 0.03, 0.006), 0.008, BILL, 0.005, 6))


def penguin(look: Look) -> Mesh:
    """Return a penguin: black at the back, white in front."""
    back = Material(shade((0.11, 0.12, 0.16), look.between(0.6, 1.05)))
    line = [(0, 0.04), (0.14, 0.05), (0.21, 0.2), (0.22, 0.35), (0.17, 0.55), (0.115, 0.66), (0, 0.68)]
    body = joined(
        lathe(line, back, sides=20),
        lathe([*((0.88 * r, z) for r, z in line[:5]), (0, 0.6)], WHITE, (0, -0.045, 0.01), 18),
        ellipsoid((0, -0.01, 0.74), (0.125, 0.125, 0.125), back, 16),
        rod((0, -0.11, 0.75), (0, -0.23, 0.72), 0.038, BILL, 0.004, 10),
        rod((0, 0.17, 0.12), (0, 0.3, 0.02), 0.07, back, 0.02, 10),
        ellipsoid((0, -0.075, 0.62), (0.1, 0.07, 0.035), Material((0.97, 0.72, 0.15)), 12),
    )
    pairs = both(
        limb([(0.17, 0, 0.53, 0.05), (0.25, 0.01, 0.38, 0.05), (0.29, 0.02, 0.22, 0.02)], back, 10),
        ellipsoid((0.065, -0.1, 0.77), (0.045, 0.03, 0.05), WHITE, 10),
        ball((0.062, -0.127, 0.775), 0.02, BLACK, 8),
        ellipsoid((0.095, -0.12, 0.025), (0.075, 0.13, 0.025), BILL, 10),
    )
    return joined(body, pairs)


def rabbit(look: Look) -> Mesh:
    """Return a sitting rabbit with long ears and a white tail."""
    coat = look.paint()
    body = joined(
        ellipsoid((0, 0.05, 0.13), (0.1, 0.15, 0.125), coat, 16),
        ellipsoid((0, -0.07, 0.14), (0.075, 0.08, 0.1), coat, 14),
        ellipsoid((0, -0.13, 0.26), (0.07, 0.085, 0.07), coat, 14),
        ellipsoid((0, -0.2, 0.245), (0.04, 0.03, 0.032), WHITE, 10),
        ball((0, -0.228, 0.258), 0.012, PINK, 8),
        ball((0, 0.2, 0.1), 0.05, WHITE, 10),
    )
    ear = joined(
        ellipsoid((0, 0, 0.11), (0.03, 0.016, 0.115), coat, 12),
        ellipsoid((0, -0.01, 0.11), (0.018, 0.011, 0.09), PINK, 10),
    )
    pairs = both(
        moved(turned(turned(ear, "x", -14), "y", 8), 0.03, -0.1, 0.31),
        ball((0.052, -0.178, 0.28), 0.016, BLACK, 8),
        ellipsoid((0.085, 0.08, 0.09), (0.04, 0.085, 0.085), coat, 12),
        ellipsoid((0.085, 0.0, 0.022), (0.032, 0.1, 0.022), coat, 10),
        limb([(0.045, -0.1, 0.12, 0.03), (0.045, -0.13, 0.03, 0.024)], coat, 8, 1),
        ellipsoid((0.045, -0.15, 0.018), (0.026, 0.042, 0.018), WHITE, 8),
    )
    return joined(body, pairs)


SHELL = ((0.0, 0.178), (0.04, 0.174), (0.08, 0.161), (0.115, 0.139), (0.14, 0.11), (0.158, 0.07))  # radius, height
SCUTES = ((8, 0.056, 0.118, 1.0), (16, 0.124, 0.156, 1.3))  # for each ring: number, two radii, lightness


def turtle(look: Look) -> Mesh:
    """Return a tortoise with plates on its shell."""
    skin = Material((0.48, 0.60, 0.28))
    shell = Material(shade((0.45, 0.30, 0.14), look.between(0.75, 1.2)))
    seam = Material(shade(shell.colour, 0.5))
    dome = lathe([(0, 0.05), (0.15, 0.05), *((r, z - 0.006) for r, z in reversed(SHELL))], seam, sides=24)
    crown = lathe([(0, 0.16), (0.05, 0.16), (0.05, 0.172), (0.044, 0.177), (0, 0.183)], shell, sides=12)
    plates = [
        _scute(low, high, 360 * (i + 0.5) / count, 360 / count, Material(shade(shell.colour, light)))
        for count, low, high, light in SCUTES
        for i in range(count)
    ]
    head = joined(
        limb([(0, -0.17, 0.08, 0.035), (0, -0.24, 0.12, 0.032)], skin, 10, 1),
        ellipsoid((0, -0.285, 0.14), (0.042, 0.058, 0.042), skin, 12),
        rod((0, 0.19, 0.06), (0, 0.26, 0.035), 0.02, skin, 0.003, 8),
    )
    pairs = both(
        eye(0.034, -0.31, 0.155, 0.012),
        limb([(0.11, -0.13, 0.06, 0.035), (0.17, -0.17, 0.03, 0.03)], skin, 10, 1),
        limb([(0.11, 0.13, 0.06, 0.035), (0.16, 0.18, 0.03, 0.03)], skin, 10, 1),
    )
    return joined(stretched(joined(dome, crown, *plates), y=1.25), head, pairs)


def _scute(low: float, high: float, middle: float, wide: float, material: Material) -> Mesh:
    """Return a plate on the shell between two radii, `wide` degrees around `middle`, including the seam beside it."""
    across = np.linspace(-0.5, 0.5, 5)
    outer, inner = (np.radians(middle + across * (wide - 0.4 / radius)) for radius in (high, low))
    sides = ((high, outer), (low, inner[::-1]))
    flat = np.vstack([radius * np.column_stack([np.cos(a), np.sin(a)]) for radius, a in sides])
    top = 0.86 * flat + 0.14 * flat.mean(axis=0)
    rings = [
        np.column_stack([at, np.interp(np.hypot(*at.T), *np.array(SHELL).T) + lift])
        for at, lift in ((flat, -0.01), (flat, 0.0), (top, 0.004))
    ]
    lid = [face for i in range(4) for face in ((i, i + 1, 9 - i), (i + 1, 8 - i, 9 - i))]
    return loft(rings, material, np.array(lid))


def elephant(look: Look) -> Mesh:
    """Return an elephant."""
    skin = Material(shade((0.50, 0.51, 0.55), look.between(0.8, 1.15)))
    trunk = limb([(0, -0.75, 1.9, 0.65), (0, 0, 1.85, 0.82), (0, 0.8, 1.85, 0.7)], skin, 18)
    path = [(0, -1.95, 2.1, 0.28), (0, -2.25, 1.6, 0.2), (0, -2.3, 0.9, 0.14)]
    path += [(0, -2.5, 0.5, 0.11), (0, -2.7, 0.6, 0.1)]
    head = joined(ellipsoid((0, -1.55, 2.3), (0.5, 0.52, 0.58), skin, 18), limb(path, skin, 12))
    inner = Material(shade((0.72, 0.56, 0.55), 0.95))
    ear = joined(
        ellipsoid((0, 0, 0), (0.62, 0.08, 0.72), skin, 16), ellipsoid((0.02, -0.05, 0), (0.5, 0.06, 0.58), inner, 14)
    )
    pairs = both(
        moved(turned(ear, "z", 32), 0.92, -1.3, 2.3),
        limb([(0.28, -1.95, 1.9, 0.09), (0.34, -2.3, 1.65, 0.08), (0.34, -2.65, 1.75, 0.02)], HORN, 8),
        eye(0.36, -1.93, 2.42, 0.06),
        *(_column(0.42, y, skin) for y in (-0.78, 0.85)),
        *(
            ellipsoid((x, y - 0.25, 0.07), (0.07, 0.06, 0.07), HORN, 6)
            for y in (-0.78, 0.85)
            for x in (0.3, 0.42, 0.54)
        ),
    )
    tail = joined(
        limb([(0, 1.48, 2.0, 0.07), (0, 1.65, 1.6, 0.05), (0, 1.65, 1.1, 0.04)], skin, 8),
        ellipsoid((0, 1.65, 0.98), (0.06, 0.06, 0.16), HOOF, 8),
    )
    return joined(trunk, head, pairs, tail)


def _column(x: float, y: float, skin: Material) -> Mesh:
    """Return an elephant's leg: broad where it comes out of the body, flat underfoot."""
    path = [(x - 0.22, y, 1.95, 0.2), (x - 0.08, y, 1.6, 0.34), (x, y, 1.0, 0.29), (x, y, 0.3, 0.25), (x, y, 0.0, 0.29)]
    line = curve(path, 3)
    return tube([point[:3] for point in line], [point[3] for point in line], skin, 14, tips=False)


def giraffe(look: Look) -> Mesh:
    """Return a giraffe."""
    coat, patch = Material((0.92, 0.72, 0.38)), Material(shade((0.55, 0.30, 0.12), look.between(0.8, 1.2)))
    trunk = limb([(0, -0.6, 2.25, 0.42), (0, 0, 2.1, 0.45), (0, 0.6, 2.0, 0.38)], coat, 18, 8)
    neck = limb([(0, -0.75, 2.5, 0.32), (0, -1.05, 3.2, 0.2), (0, -1.3, 4.2, 0.15)], coat, 14, 9)
    both_parts = joined(trunk, neck)
    where = np.vstack(
        [spots(look, 60, 0.14, (0, 0, 2.2, 0.45, 1.0, 0.4)), spots(look, 46, 0.12, (0, -1.05, 3.3, 0.25, 0.3, 0.85))]
    )
    body = spotted(both_parts, where, patch)
    head = joined(
        limb([(0, -1.28, 4.32, 0.19), (0, -1.55, 4.2, 0.15), (0, -1.85, 4.05, 0.1)], coat, 12),
        ellipsoid((0, -1.9, 4.03), (0.1, 0.09, 0.08), patch, 10),
        limb([(0, -1.12, 4.35, 0.05), (0, -0.86, 3.3, 0.06), (0, -0.5, 2.75, 0.05)], patch, 8),
    )
    pairs = both(
        rod((0.08, -1.28, 4.45), (0.1, -1.24, 4.75), 0.03, coat, sides=8),
        ball((0.1, -1.24, 4.77), 0.055, HOOF, 8),
        turned(ellipsoid((0.28, -1.2, 4.42), (0.16, 0.035, 0.07), coat, 10), "y", -15, (0.15, -1.2, 4.4)),
        eye(0.14, -1.5, 4.3, 0.045),
        *(limb([(0.24, y, 2.0, 0.2), (0.24, y, 1.2, 0.1), (0.24, y, 0.15, 0.08)], coat, 10) for y in (-0.65, 0.65)),
        *(rod((0.24, y, 0.16), (0.24, y - 0.02, 0), 0.085, HOOF, 0.11, 10) for y in (-0.65, 0.65)),
    )
    tail = joined(
        limb([(0, 0.95, 2.15, 0.04), (0, 1.08, 1.7, 0.03), (0, 1.08, 1.3, 0.03)], coat, 8),
        ellipsoid((0, 1.08, 1.2), (0.06, 0.06, 0.16), HOOF, 8),
    )
    return joined(body, head, pairs, tail)


ANY = ("floor", "outdoors")
ASSETS = (
    Asset("duck", "animals", ("outdoors",), (0.5, 0.6), duck, front=FACE, colours=("white", "brown", "grey")),
    Asset("chicken", "animals", ("outdoors",), (0.48, 0.58), chicken, front=FACE, colours=("white", "brown", "black")),
    Asset("penguin", "animals", ("outdoors",), (0.8, 1.0), penguin, front=FACE),
    Asset("rabbit", "animals", ANY, (0.5, 0.58), rabbit, front=FACE, colours=("white", "grey", "brown", "black")),
    Asset("turtle", "animals", ANY, (0.5, 0.65), turtle, front=FACE),
    Asset("elephant", "animals", ("outdoors",), (4.2, 4.8), elephant, front=FACE),
    Asset("giraffe", "animals", ("outdoors",), (4.4, 5.0), giraffe, front=FACE),
)
