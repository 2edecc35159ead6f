"""Furniture, and a stroller."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import around, both, joined, stretched, turned
from vantage.assets.asset import BLACK, DARK, RUBBER, STEEL, WOOD
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Outline, ball, box, capsule, curve, prism, rod, tube
from vantage.individuals.objects.kit import Draw, worn

BARS = (0.05, 0.33, 0.61, 0.89)  # of an office chair: their heights in its back
BOARD = Material((0.30, 0.21, 0.14), "wood")


def armchair(d: Draw) -> Mesh:
    """Return an armchair of one of many makes."""
    wide, deep, high = d.between(0.56, 0.76), d.between(0.6, 0.76), d.between(0.72, 1.1)
    seat_z, thick = 0.4, d.between(0.12, 0.2)
    cloth, timber = worn(0, 0.0, "fabric"), worn(1, 0.1, "wood")
    legs = both(
        *(
            rod((0.46 * wide, y, 0.18), (0.5 * wide, 1.05 * y, 0), 0.032, WOOD, 0.02, 10)
            for y in (-0.44 * deep, 0.44 * deep)
        )
    )
    base = box((0, 0, 0.24), (wide, deep, 0.16), worn(1, 0.0, "fabric"), 0.02)
    seat = box((0, -0.02, seat_z - 0.02), (0.98 * wide, 0.96 * deep, 0.16), cloth, 0.05)
    back = d.form(
        lambda: turned(
            box((0, deep / 2, 0.3 + (high - 0.2) / 2), (wide + 0.1, thick, high - 0.2), cloth, 0.05),
            "x",
            -9,
            (0, deep / 2, 0.3),
        ),
        lambda: turned(
            prism(
                curve(
                    [
                        (-0.5 * wide, 0.25),
                        (-0.56 * wide, 0.7 * high),
                        (-0.3 * wide, high),
                        (0.3 * wide, high),
                        (0.56 * wide, 0.7 * high),
                        (0.5 * wide, 0.25),
                    ],
                    4,
                ),
                thick,
                cloth,
                0.03,
                (0, deep / 2, 0),
                "y",
            ),
            "x",
            -9,
            (0, deep / 2, 0.3),
        ),
        lambda: turned(
            both(box((0.26 * wide, deep / 2, 0.3 + (high - 0.2) / 2), (0.5 * wide, thick, high - 0.2), cloth, 0.05)),
            "x",
            -9,
            (0, deep / 2, 0.3),
        ),
    )
    x, arm = wide / 2 + 0.05, d.between(0.55, 0.68)
    arms = d.form(
        lambda: both(box((x, 0, (arm + 0.14) / 2), (0.15, deep + 0.04, arm - 0.14), cloth, 0.04)),
        lambda: both(
            box((x, 0, 0.34), (0.12, deep, 0.34), cloth, 0.03),
            capsule((x, -deep / 2, arm - 0.06), (x, deep / 2, arm - 0.06), 0.09, cloth, sides=16),
        ),
        lambda: both(
            box((x, 0, arm), (0.09, deep + 0.04, 0.05), timber, 0.014),
            *(box((x, y * deep, arm / 2 + 0.05), (0.05, 0.06, arm - 0.08), timber, 0.01) for y in (-0.42, 0.3)),
        ),
    )
    pillows = d.form(
        lambda: turned(
            box((0, deep / 2 - 0.2, seat_z + 0.22), (0.55 * wide, 0.13, 0.34), worn(2, 0.0, "fabric"), 0.05),
            "x",
            -16,
            (0, 0.1, seat_z),
        ),
        lambda: rod(
            (-0.42 * wide, deep / 2 - 0.2, seat_z + 0.14),
            (0.42 * wide, deep / 2 - 0.2, seat_z + 0.14),
            0.085,
            worn(2, 0.0, "fabric"),
            sides=18,
        ),
        lambda: turned(
            box((0, deep / 2 - 0.06, high - 0.08), (0.6 * wide, 0.16, 0.2), worn(2, 0.0, "fabric"), 0.05),
            "x",
            -9,
            (0, deep / 2, 0.3),
        ),
    )
    return joined(legs, base, seat, back, arms, pillows)


def office_chair(d: Draw) -> Mesh:
    """Return an office chair: its back low or high, square, round or of bars, with a headrest and arms or without."""
    wide, high, cloth = d.between(0.4, 0.54), d.between(0.38, 0.66), worn(0, 0.0, "fabric")
    star = joined(
        capsule((0, 0, 0.1), (0, -0.26, 0.08), 0.028, worn(1), sides=8), ball((0, -0.27, 0.045), 0.045, BLACK, 10)
    )
    post = joined(
        rod((0, 0, 0.08), (0, 0, 0.44), 0.034, STEEL),
        tube([(0, 0.1, 0.44), (0, 0.3, 0.46), (0, 0.31, 0.5 + 0.6 * high)], 0.03, DARK, 8),
    )
    seat = d.form(
        lambda: box((0, -0.02, 0.48), (wide, 0.5, 0.1), cloth, 0.045),
        lambda: stretched(rod((0, -0.02, 0.44), (0, -0.02, 0.53), 0.5 * wide, cloth, 0.55 * wide, 26), y=1.05),
    )
    rest = d.form(
        lambda: box((0, 0.25, 0.58 + high / 2), (wide, 0.09, high), cloth, 0.035),
        lambda: prism(_arch(0.5 * wide, 0.58, 0.58 + high), 0.09, cloth, 0.025, (0, 0.25, 0), "y"),
        lambda: joined(*(box((0, 0.25, 0.6 + share * high), (wide, 0.08, 0.2 * high), cloth, 0.03) for share in BARS)),
    )
    head = [box((0, 0.23, 0.7 + high), (0.6 * wide, 0.1, 0.15), worn(2, 0.0, "fabric"), 0.04)] if d.whether() else []
    x = wide / 2 + 0.06
    arms = both(
        tube(curve([(0.5 * wide - 0.05, 0.02, 0.46), (x, 0.02, 0.48), (x, 0.02, 0.68)], 3), 0.022, worn(1), 8),
        box((x, -0.02, 0.69), (0.08, d.between(0.22, 0.36), 0.045), worn(2), 0.014),
    )
    back = turned(joined(rest, *head), "x", -6, (0, 0.24, 0.5))
    return joined(around(star, 5), post, seat, back, *([arms] if d.whether(0.7) else []))


def _arch(half: float, low: float, high: float) -> Outline:
    """Return the outline of a backrest that is round above."""
    right = [(0.8 * half, low), (1.05 * half, 0.5 * (low + high)), (0.7 * half, high - 0.03)]
    return curve([*right, (0.0, high), *((-x, z) for x, z in right[::-1])], 4)


def cabinet(d: Draw) -> Mesh:
    """Return a cabinet: its drawers in front, one of them open."""
    wide, deep, tall = d.between(0.4, 0.75), d.between(0.36, 0.46), d.between(0.6, 0.85)
    foot, front = d.between(0.06, 0.18), -deep / 2
    body = box((0, 0, foot + tall / 2), (wide, deep, tall), worn(0, 0.2), 0.01)
    lid = box((0, -0.01, foot + tall + 0.012), (wide + 0.05, deep + 0.05, 0.03), worn(1, 0.2), 0.008)
    rows, columns = d.count(2, 4), d.count(1, 2)
    out = d.count(0, rows * columns - 1)
    knob = d.count(0, 1)
    drawers = []
    for k in range(rows * columns):
        w, h = wide / columns - 0.03, tall / rows - 0.03
        x, z = (k % columns - (columns - 1) / 2) * wide / columns, foot + (k // columns + 0.5) * tall / rows
        y = front - (0.2 if k == out else 0.0)
        drawers.append(box((x, y - 0.006, z), (w, 0.03, h), worn(0, 0.2), 0.006))
        drawers.append(
            ball((x, y - 0.04, z), 0.024, worn(2), 10)
            if knob
            else box((x, y - 0.03, z + 0.2 * h), (0.5 * w, 0.03, 0.035), worn(2), 0.006)
        )
        if k == out:
            drawers.append(box((x, front - 0.08, z - 0.02), (0.92 * w, 0.22, 0.8 * h), WOOD))
    legs = both(
        *(
            rod((0.42 * wide, y, foot), (0.45 * wide, 1.04 * y, 0), 0.03, worn(1), 0.018, 10)
            for y in (front + 0.05, -front - 0.05)
        )
    )
    rear = box((0, -front - 0.004, foot + tall / 2), (0.9 * wide, 0.02, 0.9 * tall), BOARD)
    face = box((0, front, foot + tall / 2), (0.98 * wide, 0.016, 0.97 * tall), DARK)
    return joined(body, lid, *drawers, legs, rear, face)


def stroller(d: Draw) -> Mesh:
    """Return a stroller: its open side in front, its handle behind."""
    wide, r, high = d.between(0.36, 0.46), d.between(0.08, 0.13), d.between(0.9, 1.05)
    cloth = worn(0, 0.1, "fabric")
    seat = prism([(-0.32, 0.42), (-0.3, 0.34), (0.1, 0.34), (0.3, 0.8), (0.24, 0.84), (0.06, 0.44)], wide, cloth, 0.01)
    sides = both(
        prism(
            [(-0.3, 0.36), (-0.24, 0.54), (0.12, 0.56), (0.26, 0.8), (0.12, 0.36)], 0.03, cloth, 0.004, (wide / 2, 0, 0)
        )
    )
    reach = d.between(-0.12, 0.02)
    fan_ = [
        (0.27, 0.78),
        *(
            (0.27 + 0.42 * np.cos(a), 0.78 + 0.34 * np.sin(a))
            for a in np.radians(np.arange(100, 175 if reach > -0.05 else 200, 15))
        ),
    ]
    hood = prism([(float(y), float(z)) for y, z in fan_], wide + 0.05, worn(1, 0.1, "fabric"), 0.01)
    foot = box((0, -0.36, 0.24), (0.8 * wide, 0.12, 0.03), worn(2), 0.008)
    frame = both(
        rod((wide / 2 + 0.03, -0.34, r), (wide / 2 + 0.03, 0.42, high), 0.016, STEEL, sides=8),
        rod((wide / 2 + 0.03, 0.3, r), (wide / 2 + 0.03, -0.2, 0.44), 0.016, STEEL, sides=8),
        rod((wide / 2 + 0.01, -0.38, r), (wide / 2 + 0.05, -0.38, r), 0.8 * r, RUBBER, sides=20),
        rod((wide / 2 + 0.01, 0.3, r), (wide / 2 + 0.05, 0.3, r), r, RUBBER, sides=22),
        rod((wide / 2 + 0.01, 0.3, r), (wide / 2 + 0.056, 0.3, r), 0.55 * r, worn(2), sides=16),
        rod((wide / 2 + 0.01, -0.38, r), (wide / 2 + 0.056, -0.38, r), 0.45 * r, worn(2), sides=16),
    )
    handle = capsule((-wide / 2 - 0.04, 0.42, high), (wide / 2 + 0.04, 0.42, high), 0.026, worn(2))
    bar = tube(
        curve([(-wide / 2, 0.0, 0.54), (-wide / 2, -0.22, 0.58), (wide / 2, -0.22, 0.58), (wide / 2, 0.0, 0.54)], 3),
        0.018,
        BLACK,
        8,
    )
    basket = [box((0, 0.08, 0.2), (0.9 * wide, 0.36, 0.14), worn(1, 0.1), 0.02)] if d.whether() else []
    return joined(seat, sides, hood, foot, frame, handle, bar, *basket)
