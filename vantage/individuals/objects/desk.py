"""What stands on a desk or a bedside table."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import both, joined, moved, turned
from vantage.assets.asset import BLACK, DARK, GLASS, LAMP, STEEL, WHITE
from vantage.assets.meshes import Mesh
from vantage.assets.parts import ball, box, curve, ellipsoid, hoop, lathe, prism, rod, tube
from vantage.individuals.objects.kit import CREAM, Draw, worn


def alarm_clock(d: Draw) -> Mesh:
    """Return an alarm clock: its dial in front, its winding key behind."""
    r, deep = 0.06, d.between(0.045, 0.08)
    z = r + 0.025
    body = d.form(
        lambda: rod((0, deep / 2, z), (0, -deep / 2, z), 0.85 * r, worn(0, 0.6), r, 30),
        lambda: box((0, 0, z), (2.05 * r, deep, 2 * r), worn(0, 0.6), 0.012),
        lambda: prism(
            [(-1.15 * r, -r), (1.15 * r, -r), (0.75 * r, 1.1 * r), (-0.75 * r, 1.1 * r)],
            deep,
            worn(0, 0.6),
            0.008,
            (0, 0, z),
            "y",
        ),
    )
    front = -deep / 2
    dial = joined(
        hoop((0, front, z), 0.84 * r, 0.0075, worn(1, 0.6), "y", 30, 8),
        rod((0, front, z), (0, front - 0.004, z), 0.82 * r, WHITE, sides=30),
    )
    hour, minute = (float(d.rng.integers(12)) * 30 for _ in range(2))
    hands = joined(
        turned(box((0, front - 0.006, z + 0.02), (0.009, 0.003, 0.04), BLACK), "y", hour, (0, 0, z)),
        turned(box((0, front - 0.008, z + 0.022), (0.005, 0.003, 0.055), BLACK), "y", minute, (0, 0, z)),
        *(
            turned(box((0, front - 0.005, z + 0.7 * r), (0.005, 0.003, 0.009), BLACK), "y", 30.0 * k, (0, 0, z))
            for k in range(12)
        ),
    )
    top = z + 0.9 * r
    bells = d.form(
        lambda: joined(
            both(
                turned(
                    ellipsoid((0.036, 0, top + 0.02), (0.03, 0.026, 0.018), worn(2, 0.7), 16),
                    "y",
                    24,
                    (0.036, 0, top + 0.02),
                )
            ),
            rod((0, 0, top - 0.01), (0, 0, top + 0.035), 0.006, STEEL, sides=8),
        ),
        lambda: joined(
            rod((0, 0, top), (0, 0, top + 0.025), 0.008, STEEL, sides=8),
            ellipsoid((0, 0, top + 0.03), (0.036, 0.03, 0.018), worn(2, 0.7), 18),
        ),
        lambda: tube(
            curve([(-0.04, 0, top), (-0.03, 0, top + 0.05), (0.03, 0, top + 0.05), (0.04, 0, top)], 3),
            0.007,
            worn(2, 0.7),
            8,
        ),
    )
    feet = both(rod((0.03, 0, z - 0.8 * r), (0.055, -0.012, 0.004), 0.009, worn(2, 0.6), 0.007, 8))
    key = joined(
        rod((0, -front, z), (0, -front + 0.025, z), 0.006, STEEL, sides=8),
        box((0, -front + 0.03, z), (0.04, 0.012, 0.022), STEEL, 0.004),
    )
    return joined(body, dial, hands, bells, feet, key)


def camera(d: Draw) -> Mesh:
    """Return a camera: its lens in front, its screen behind."""
    wide, tall, deep = d.between(0.12, 0.16), d.between(0.075, 0.105), d.between(0.035, 0.055)
    z, front = tall / 2, -deep / 2
    body = joined(
        box((0, 0, z), (wide, deep, tall), worn(0, 0.3), 0.008),
        box((-0.41 * wide, front, 0.48 * tall), (0.17 * wide, 0.026, 0.86 * tall), worn(1, 0.1), 0.01),
    )
    long, fat, x = d.between(0.035, 0.085), d.between(0.03, 0.038), d.one(0, 0.14) * wide
    lens = joined(
        rod((x, front, z), (x, front - 0.5 * long, z), fat, DARK, sides=24),
        rod((x, front - 0.5 * long, z), (x, front - long, z), 0.88 * fat, worn(2, 0.5), 0.94 * fat, 24),
        rod((x, front - long, z), (x, front - long - 0.002, z), 0.7 * fat, GLASS, sides=22),
    )
    hump = d.form(
        lambda: prism(
            [
                (x - 0.032, tall - 0.004),
                (x + 0.032, tall - 0.004),
                (x + 0.018, tall + 0.028),
                (x - 0.018, tall + 0.028),
            ],
            0.9 * deep,
            worn(0, 0.3),
            0.003,
            (0, 0, 0),
            "y",
        ),
        lambda: box((0.24 * wide, 0, tall + 0.01), (0.3 * wide, 0.8 * deep, 0.024), worn(1, 0.3), 0.003),
        lambda: box((0, 0, tall + 0.022), (0.036, 0.7 * deep, 0.046), worn(1, 0.3), 0.004),
    )
    flash = box((-0.1 * wide, front - 0.001, 0.88 * tall), (0.026, 0.006, 0.014), LAMP)
    top = joined(
        rod((-0.36 * wide, 0, tall - 0.002), (-0.36 * wide, 0, tall + 0.012), 0.011, worn(2), sides=14),
        rod((-0.2 * wide, 0, tall - 0.002), (-0.2 * wide, 0, tall + 0.008), 0.014, STEEL, sides=14),
    )
    back = joined(
        box((-0.08 * wide, -front + 0.001, z), (0.58 * wide, 0.006, 0.62 * tall), BLACK),
        rod((0.36 * wide, -front, 0.4 * tall), (0.36 * wide, -front + 0.006, 0.4 * tall), 0.014, DARK, sides=14),
    )
    lugs = both(hoop((wide / 2 + 0.003, 0, 0.85 * tall), 0.008, 0.0022, STEEL, "y", 14, 6))
    return joined(body, lens, hump, flash, top, back, lugs)


def desk_lamp(d: Draw) -> Mesh:
    """Return a desk lamp whose head reaches out to the front."""
    base = d.form(
        lambda: lathe([(0, 0), (0.1, 0), (0.1, 0.02), (0.03, 0.04), (0, 0.04)], worn(0, 0.5), sides=26),
        lambda: box((0, 0, 0.018), (0.18, 0.18, 0.036), worn(0, 0.5), 0.01),
        lambda: lathe([(0, 0), (0.08, 0), (0.075, 0.05), (0.04, 0.075), (0, 0.08)], worn(0, 0.5), sides=26),
    )
    elbow = (0.0, d.between(0.06, 0.16), d.between(0.2, 0.3))
    tip = (0.0, -d.between(0.06, 0.16), d.between(0.36, 0.48))
    thick = d.between(0.01, 0.018)
    arm = joined(
        rod((0, 0.02, 0.03), elbow, thick, worn(1), sides=10),
        rod(elbow, tip, thick, worn(1), sides=10),
        rod((-0.025, elbow[1], elbow[2]), (0.025, elbow[1], elbow[2]), 0.022, worn(2), sides=14),
    )
    mouth, deep = d.between(0.075, 0.11), d.between(0.1, 0.16)
    line = d.one(0, 1)
    middle = 0.85 * mouth if line else 0.5 * mouth
    head = joined(
        lathe(
            [(0, 0.02), (0.035, 0.02), (middle, -0.5 * deep), (mouth, -deep), (mouth - 0.008, -deep), (0, -0.5 * deep)],
            worn(0, 0.5),
            sides=26,
        ),
        rod((0, 0, 0.01), (0, 0, 0.05), 0.026, worn(2), 0.022, 14),
        ball((0, 0, -0.8 * deep), 0.4 * mouth, LAMP, 14),
    )
    slant = turned(head, "x", -d.between(38, 62))
    return joined(base, arm, moved(slant, *tip))


def typewriter(d: Draw) -> Mesh:
    """Return a typewriter: its keys in front, its roller and paper behind."""
    wide, tall, long = d.between(0.3, 0.4), d.between(0.11, 0.16), d.between(0.28, 0.34)
    front, back = -long / 2, long / 2
    body = joined(
        prism(
            [(front, 0), (front, 0.03), (-0.02, 0.07), (0.02, tall), (back, tall), (back, 0)], wide, worn(0, 0.4), 0.01
        ),
        both(
            prism(
                [(front, 0), (front, 0.05), (0.0, tall + 0.01), (back, tall + 0.01), (back, 0)],
                0.03,
                worn(1),
                0.006,
                (wide / 2, 0, 0),
            )
        ),
    )
    slope = (0.07 - 0.03) / (-0.02 - front)
    keys = [
        rod((x, y, 0.03 + (y - front) * slope), (x, y, 0.055 + (y - front) * slope), 0.011, worn(2), sides=10)
        for j in range(3)
        for y in [front + 0.028 + 0.035 * j]
        for x in np.linspace(-0.42, 0.42, 8 + j % 2) * wide
    ]
    space = box((0, front + 0.004, 0.036), (0.5 * wide, 0.014, 0.014), CREAM, 0.003)
    z = tall + 0.025
    roller = joined(
        rod((-0.55 * wide, 0.09, z), (0.55 * wide, 0.09, z), 0.026, BLACK, sides=16),
        both(rod((0.56 * wide, 0.09, z), (0.62 * wide, 0.09, z), 0.032, worn(2), sides=16)),
    )
    sheet = turned(
        box((0, 0.115, z + d.between(0.05, 0.1)), (0.6 * wide, 0.004, d.between(0.12, 0.2)), WHITE),
        "x",
        -12,
        (0, 0.115, z),
    )
    lines = turned(
        joined(
            *(box((-0.03 * (k % 2), 0.112, z + 0.05 + 0.018 * k), (0.42 * wide, 0.003, 0.004), DARK) for k in range(4))
        ),
        "x",
        -12,
        (0, 0.115, z),
    )
    return joined(body, *keys, space, roller, sheet, lines)
