"""What people wear and carry."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import both, joined, turned
from vantage.assets.asset import DARK, GLASS, STEEL, WHITE
from vantage.assets.meshes import Mesh
from vantage.assets.parts import Array, ball, box, circle, curve, ellipsoid, hoop, limb, loft, prism, rod, tube
from vantage.individuals.objects.kit import CREAM, Draw, worn


def _slice(z: float, toe: float, heel: float, half: float) -> Array:
    """Return points (28, 3) around a level slice of a shoe."""
    across, along = (np.sign(axis) * np.abs(axis) ** 0.8 for axis in circle(28).T)
    slim = 1 - 0.18 * np.clip(along, 0, 1)
    return np.column_stack([half * slim * across, (toe + heel) / 2 + (heel - toe) / 2 * along, np.full(28, z)])


def shoe(d: Draw) -> Mesh:
    """Return a shoe, low or high: its toe in front."""
    half, sole, high = d.between(0.044, 0.056), d.between(0.02, 0.045), d.between(0.1, 0.19)
    toe, heel = -0.16, 0.12
    rings = [
        (sole, toe, heel, half),
        (sole + 0.03, toe - 0.002, heel + 0.003, half),
        (sole + 0.055, -0.1, heel, 0.94 * half),
    ]
    rings += [
        (sole + 0.085, -0.02, heel - 0.004, 0.86 * half),
        (sole + high, 0.012, heel - 0.002, 0.84 * half),
        (sole + high, 0.022, heel - 0.012, 0.7 * half),
        (sole + 0.07, 0.02, heel - 0.02, 0.6 * half),
    ]
    body = loft([_slice(*ring) for ring in rings], worn(0, 0.3))
    under = d.form(
        lambda: loft([_slice(0, toe, heel, half), _slice(sole, toe - 0.008, heel + 0.008, half + 0.006)], worn(1, 0.2)),
        lambda: joined(
            loft(
                [_slice(0.4 * sole, toe, heel, half), _slice(sole, toe - 0.004, heel + 0.004, half + 0.003)],
                worn(1, 0.2),
            ),
            box((0, 0.07, 0.25 * sole), (1.6 * half, 0.09, 0.5 * sole), worn(1, 0.2), 0.003),
            box((0, -0.08, 0.25 * sole), (1.7 * half, 0.12, 0.5 * sole), worn(1, 0.2), 0.003),
        ),
    )
    cap = ellipsoid((0, toe + 0.03, sole + 0.018), (0.78 * half, 0.036, 0.034), worn(1, 0.3), 16)
    slope = [(-0.1 + 0.022 * k, sole + 0.058 + 0.0125 * k) for k in range(4)]
    laces = d.form(
        lambda: joined(
            *(rod((-0.45 * half, y, z + 0.004), (0.45 * half, y, z + 0.004), 0.005, WHITE, sides=6) for y, z in slope)
        ),
        lambda: joined(*(box((0, y, z), (1.5 * half, 0.026, 0.02), worn(2), 0.006) for y, z in slope[::2])),
    )
    tongue = turned(
        box((0, 0.0, sole + high - 0.005), (0.9 * half, 0.014, 0.06), worn(2), 0.006), "x", -14, (0, 0, sole + high)
    )
    tab = box((0, heel, sole + high - 0.01), (0.022, 0.012, 0.05), worn(2), 0.004)
    return joined(body, under, cap, laces, tongue, tab)


def backpack(d: Draw) -> Mesh:
    """Return a backpack: its pocket in front, its straps behind."""
    wide, tall, deep = d.between(0.26, 0.34), d.between(0.36, 0.48), d.between(0.14, 0.2)
    front = -deep / 2
    body = box((0, 0, tall / 2), (wide, deep, tall), worn(0, 0.1, "fabric"), 0.06)
    pocket = d.form(
        lambda: box((0, front - 0.02, 0.3 * tall), (0.76 * wide, 0.09, 0.42 * tall), worn(1, 0.1), 0.03),
        lambda: joined(
            *(
                box((x * wide, front - 0.02, 0.32 * tall), (0.36 * wide, 0.08, 0.34 * tall), worn(1, 0.1), 0.025)
                for x in (-0.22, 0.22)
            )
        ),
    )
    flap = d.form(
        lambda: box((0, -0.02, tall - 0.03), (1.04 * wide, deep + 0.04, 0.12), worn(2, 0.1), 0.04),
        lambda: rod((-0.5 * wide, 0, tall + 0.04), (0.5 * wide, 0, tall + 0.04), 0.065, worn(2, 0.1), sides=18),
        lambda: hoop((0, 0.02, tall + 0.01), 0.045, 0.014, worn(2, 0.1), "y", 18, 8),
    )
    straps = both(
        tube(
            curve(
                [
                    (0.25 * wide, deep / 2 - 0.01, 0.92 * tall),
                    (0.3 * wide, deep / 2 + 0.1, 0.75 * tall),
                    (0.33 * wide, deep / 2 + 0.08, 0.35 * tall),
                    (0.3 * wide, deep / 2 - 0.01, 0.1 * tall),
                ],
                4,
            ),
            0.018,
            DARK,
            8,
        )
    )
    sides = (
        both(box((wide / 2 + 0.01, 0.01, 0.22 * tall), (0.06, 0.6 * deep, 0.28 * tall), worn(1, 0.1), 0.02))
        if d.whether()
        else both(rod((wide / 2 + 0.03, 0, 0.04), (wide / 2 + 0.03, 0, 0.5 * tall), 0.035, STEEL, sides=14))
    )
    buckle = box((0, front - 0.07, 0.44 * tall), (0.05, 0.014, 0.035), CREAM, 0.004)
    pad = box((0, deep / 2, 0.45 * tall), (0.6 * wide, 0.03, 0.7 * tall), DARK, 0.01)
    return joined(body, pocket, flap, straps, sides, buckle, pad)


def helmet(d: Draw) -> Mesh:
    """Return a helmet: its visor and chin guard in front, its ridge or its horns on top."""
    wide, long, tall, z = 0.12, d.between(0.13, 0.16), d.between(0.12, 0.15), 0.13
    dome = ellipsoid((0, 0, z), (wide, long, tall), worn(0, 0.7), 34)
    shell = rod((0, 0.01, 0.02), (0, 0.01, z), 0.88 * wide, worn(0, 0.7), wide, 30)
    jut = long + d.between(0.0, 0.035)
    line = [(0.1, -0.03), (0.07, 0.03 - jut), (0.0, -jut), (-0.07, 0.03 - jut), (-0.1, -0.03)]
    chin = limb([(x, y, 0.04, 0.024) for x, y in line], worn(1, 0.6), 14, 4)
    visor = ellipsoid((0, -0.03, z - 0.025), (0.114, long + 0.008, d.between(0.06, 0.08)), GLASS, 26)
    top = d.form(
        lambda: both(rod((0.07, 0, z + 0.1), (0.12, -0.01, z + 0.2), 0.026, worn(2), 0.003, 14)),
        lambda: _ridge(long, z, tall),
        lambda: _peak(long, z),
    )
    ears = both(rod((wide - 0.02, 0.01, z - 0.015), (wide + 0.012, 0.01, z - 0.015), 0.034, worn(2), 0.026, 18))
    nape = box((0, long - 0.03, 0.035), (0.13, 0.06, 0.05), worn(1, 0.6), 0.02)
    return joined(dome, shell, chin, visor, top, ears, nape)


def _ridge(long: float, z: float, tall: float) -> Mesh:
    """Return a fin along the top of a helmet, highest behind."""
    line = [(-0.7 * long, z + 0.7 * tall), (0.2 * long, z + tall + 0.02), (0.9 * long, z + tall + 0.03)]
    line += [(0.8 * long, z + 0.4 * tall), (0.0, z + 0.8 * tall)]
    return prism(line, 0.022, worn(2), 0.004)


def _peak(long: float, z: float) -> Mesh:
    """Return the peak of a helmet, over its visor."""
    plan = [(-0.09, -long - 0.08), (0.09, -long - 0.08), (0.115, -0.3 * long), (-0.115, -0.3 * long)]
    flat = prism(plan, 0.014, worn(2), 0.004, (0, 0, z + 0.075), "z")
    return turned(flat, "x", -12, (0, -0.5 * long, z + 0.07))


def handbag(d: Draw) -> Mesh:
    """Return a handbag: its flap and clasp in front, a zip behind."""
    low, high, tall, deep = d.between(0.24, 0.36), d.between(0.2, 0.3), d.between(0.18, 0.28), d.between(0.11, 0.16)
    rings = [
        [(s * w / 2, t * k / 2, z) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        for w, k, z in ((0.94 * low, deep, 0), (low, 1.08 * deep, 0.03), (high, 0.5 * deep, tall))
    ]
    body = loft(np.array(rings), worn(0, 0.3))
    lean = float(np.degrees(np.arctan2(0.29 * deep, tall)))
    share = d.between(0.4, 0.65)
    flap = turned(
        prism(
            [(-0.46 * high, 0.0), (-0.4 * high, -share * tall), (0.4 * high, -share * tall), (0.46 * high, 0.0)]
            if d.whether()
            else [(-0.5 * high, 0.0), (0.0, -1.2 * share * tall), (0.5 * high, 0.0)],
            0.02,
            worn(1, 0.3),
            0.004,
            (0, -0.29 * deep, tall + 0.004),
            "y",
        ),
        "x",
        -lean,
        (0, -0.29 * deep, tall),
    )
    drop = 0.29 * deep + 0.29 * deep * share
    clasp = joined(
        rod(
            (0, -drop - 0.02, tall * (1 - share) + 0.02),
            (0, -drop - 0.04, tall * (1 - share) + 0.02),
            0.026,
            worn(2, 0.6),
            sides=18,
        ),
        ball((0, -drop - 0.042, tall * (1 - share) + 0.02), 0.012, STEEL, 10),
    )
    rise = d.between(0.08, 0.18)
    handle = tube(
        curve(
            [
                (-0.34 * high, 0, tall),
                (-0.3 * high, 0, tall + rise),
                (0.3 * high, 0, tall + rise),
                (0.34 * high, 0, tall),
            ],
            4,
        ),
        0.012,
        worn(2, 0.3),
        8,
    )
    zip_ = turned(
        box((0, 0.42 * deep, 0.5 * tall), (0.7 * high, 0.02, 0.4 * tall), DARK, 0.006),
        "x",
        lean,
        (0, 0.42 * deep, 0.5 * tall),
    )
    return joined(body, flap, clasp, handle, zip_)
