"""What sounds or speaks."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import both, joined, moved, turned
from vantage.assets.asset import BLACK, DARK, STEEL
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, box, capsule, curve, lathe, prism, rod, tube
from vantage.individuals.objects.kit import CREAM, Draw, worn


def radio(d: Draw) -> Mesh:
    """Return a radio: loudspeaker, scale and knobs in front, an aerial on it and batteries behind."""
    wide, tall, deep = d.between(0.26, 0.4), d.between(0.16, 0.26), d.between(0.09, 0.14)
    z, front = tall / 2, -deep / 2
    body = box((0, 0, z), (wide, deep, tall), worn(0, 0.3), d.one(0.008, 0.035))
    side = d.one(-1, 1)
    round_one = d.whether()
    grille = 0.36 * tall
    speaker = (
        rod(
            (side * 0.24 * wide, front, z),
            (side * 0.24 * wide, front - 0.012, z),
            min(grille, 0.22 * wide),
            worn(1),
            sides=26,
        )
        if round_one
        else box((side * 0.24 * wide, front - 0.003, z), (0.4 * wide, 0.016, 0.7 * tall), worn(1), 0.004)
    )
    holes = rod(
        (side * 0.24 * wide, front, z),
        (side * 0.24 * wide, front - 0.016, z),
        min(0.7 * grille, 0.16 * wide),
        BLACK,
        sides=22,
    )
    scale = joined(
        box((-side * 0.22 * wide, front - 0.002, z + 0.2 * tall), (0.42 * wide, 0.012, 0.3 * tall), CREAM),
        box(
            (-side * 0.15 * wide, front - 0.007, z + 0.2 * tall), (0.006, 0.006, 0.3 * tall), Material((0.8, 0.1, 0.1))
        ),
    )
    n = d.count(1, 3)
    knobs = [
        rod(
            (-side * (0.22 + 0.13 * (i - (n - 1) / 2)) * wide, front, 0.28 * tall),
            (-side * (0.22 + 0.13 * (i - (n - 1) / 2)) * wide, front - 0.03, 0.28 * tall),
            0.022,
            worn(2),
            0.018,
            16,
        )
        for i in range(n)
    ]
    handle = d.form(
        lambda: tube(
            curve(
                [
                    (-0.36 * wide, 0, tall),
                    (-0.34 * wide, 0, tall + 0.05),
                    (0.34 * wide, 0, tall + 0.05),
                    (0.36 * wide, 0, tall),
                ],
                3,
            ),
            0.01,
            worn(2),
            8,
        ),
        lambda: box((0, 0, tall + 0.008), (0.3 * wide, 0.4 * deep, 0.02), worn(2), 0.004),
    )
    tip = (side * 0.7 * wide, 0.35 * deep, tall + d.between(0.1, 0.2))
    aerial = joined(
        rod((side * 0.42 * wide, 0.35 * deep, tall - 0.01), tip, 0.005, STEEL, sides=6), ball(tip, 0.01, STEEL, 8)
    )
    flap = box((0, -front, 0.4 * tall), (0.5 * wide, 0.03, 0.5 * tall), DARK, 0.006)
    return joined(body, speaker, holes, scale, *knobs, handle, aerial, flap)


def telephone(d: Draw) -> Mesh:
    """Return a telephone: its dial slopes to the front, the receiver lies across behind it."""
    wide, tall, long = d.between(0.17, 0.23), d.between(0.08, 0.13), d.between(0.2, 0.26)
    front, back = -long / 2, long / 2
    body = prism([(front, 0), (front, 0.03), (0.05, tall), (back - 0.01, tall), (back, 0)], wide, worn(0, 0.5), 0.008)
    slope = np.degrees(np.arctan2(tall - 0.03, 0.05 - front))
    y, z = (front + 0.05) / 2, (tall + 0.03) / 2
    dial = d.form(
        lambda: joined(
            rod((0, y, z), (0, y, z + 0.014), 0.06, worn(1), sides=28),
            *(
                turned(
                    rod((0, y - 0.04, z + 0.01), (0, y - 0.04, z + 0.017), 0.009, BLACK, sides=10),
                    "z",
                    30.0 * k,
                    (0, y, 0),
                )
                for k in range(10)
            ),
            rod((0, y, z), (0, y, z + 0.018), 0.022, CREAM, sides=16),
        ),
        lambda: joined(
            box((0, y, z + 0.004), (0.11, 0.12, 0.014), worn(1), 0.003),
            *(
                box((0.034 * i, y + 0.034 * j, z + 0.014), (0.024, 0.022, 0.012), CREAM, 0.003)
                for i in (-1, 0, 1)
                for j in (-1, 0, 1)
            ),
        ),
    )
    top = tall + 0.035
    ends = d.between(0.1, 0.135)
    cradle = both(*(box((0.05, yy, tall + 0.01), (0.025, 0.02, 0.04), DARK, 0.004) for yy in (0.04, 0.09)))
    fat = d.between(0.016, 0.024)
    receiver = joined(
        tube(
            curve(
                [
                    (-ends, 0.065, top),
                    (-0.5 * ends, 0.065, top + 0.025),
                    (0.5 * ends, 0.065, top + 0.025),
                    (ends, 0.065, top),
                ],
                4,
            ),
            fat,
            worn(2),
            12,
        ),
        both(rod((ends, 0.065, top + 0.005), (ends, 0.065, top - 0.04), 0.03, worn(2), 0.036, 18)),
    )
    cord = tube(
        curve(
            [
                (-ends, 0.065, top - 0.02),
                (-ends - 0.03, 0.1, 0.04),
                (-0.04, back + 0.03, 0.012),
                (0.06, back + 0.04, 0.008),
            ],
            4,
        ),
        0.006,
        BLACK,
        6,
    )
    return joined(body, turned(dial, "x", slope, (0, y, z)), cradle, receiver, cord)


def gramophone(d: Draw) -> Mesh:
    """Return a gramophone: its horn opens to the front, its crank sticks out at one side."""
    wide, tall = d.between(0.28, 0.36), d.between(0.11, 0.18)
    box_ = joined(
        box((0, 0.02, tall / 2), (wide, wide, tall), worn(0, 0.3), 0.01),
        box((0, 0.02, 0.012), (wide + 0.03, wide + 0.03, 0.024), worn(1), 0.006),
    )
    record = joined(
        rod((0, -0.01, tall), (0, -0.01, tall + 0.014), 0.4 * wide, BLACK, sides=28),
        rod((0, -0.01, tall), (0, -0.01, tall + 0.017), 0.12 * wide, worn(2), sides=18),
    )
    mouth, high = d.between(0.13, 0.19), d.between(0.26, 0.36)
    line = curve([(0.014, 0.0), (0.024, 0.12), (0.05, 0.21), (mouth, 0.3)], 4)
    horn = lathe([(0, 0), *line, (mouth - 0.01, 0.302), (0.04, 0.22), (0, 0.2)], worn(0, 0.6), sides=int(d.one(8, 28)))
    placed = moved(turned(horn, "x", d.between(58, 76)), 0, 0.16, tall + high)
    neck = tube(
        curve(
            [(0, 0.02, tall + 0.03), (0, 0.14, tall + 0.06), (0, 0.19, tall + 0.6 * high), (0, 0.15, tall + high)], 4
        ),
        0.014,
        worn(2),
        10,
    )
    crank = tube(
        [
            (wide / 2 - 0.01, 0.02, 0.6 * tall),
            (wide / 2 + 0.05, 0.02, 0.6 * tall),
            (wide / 2 + 0.055, 0.02, 0.2 * tall),
        ],
        0.008,
        STEEL,
        8,
    )
    return joined(
        box_,
        record,
        placed,
        neck,
        crank,
        capsule((wide / 2 + 0.055, 0.02, 0.2 * tall), (wide / 2 + 0.09, 0.02, 0.2 * tall), 0.012, worn(1)),
    )
