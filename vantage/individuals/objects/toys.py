"""Toys: what has a head has it in front, what drives drives to the front."""

from __future__ import annotations

import numpy as np

from vantage.assets.arrange import both, joined, stretched, turned
from vantage.assets.asset import BLACK, DARK, GLASS, LAMP, RUBBER, STEEL, TAIL, WOOD
from vantage.assets.meshes import Mesh
from vantage.assets.parts import ball, box, capsule, curve, ellipsoid, hoop, limb, loft, prism, rod
from vantage.individuals.objects.kit import CREAM, Draw, eyes, worn


def _wheels(x: float, rows: list[float], r: float, thick: float) -> Mesh:
    """Return pairs of wheels with coloured hubs."""
    return both(
        *(
            joined(
                rod((x, y, r), (x + thick, y, r), r, RUBBER, sides=22),
                rod((x, y, r), (x + thick + 0.004, y, r), 0.55 * r, worn(2), sides=16),
            )
            for y in rows
        )
    )


def truck(d: Draw) -> Mesh:
    """Return a toy truck: its cab in front, a load of one of several kinds behind."""
    wide, cab, tall, long = 0.15, d.between(0.1, 0.14), d.between(0.13, 0.19), d.between(0.2, 0.3)
    floor, r = 0.06, d.between(0.034, 0.048)
    front = -(cab + long) / 2
    nose = d.whether()
    chassis = box((0, 0, floor), (0.8 * wide, cab + long, 0.03), DARK, 0.004)
    y = front + cab / 2 + (0.05 if nose else 0)
    house = joined(
        box((0, y, floor + tall / 2), (wide, cab - (0.02 if nose else 0), tall), worn(1, 0.5), 0.012),
        box(
            (0, y - cab / 2 + (0.008 if nose else -0.002), floor + 0.7 * tall), (0.84 * wide, 0.012, 0.34 * tall), GLASS
        ),
        both(box((wide / 2, y, floor + 0.7 * tall), (0.008, 0.55 * cab, 0.32 * tall), GLASS)),
    )
    hood = (
        [box((0, front + 0.02, floor + 0.2 * tall), (0.85 * wide, 0.09, 0.42 * tall), worn(1, 0.5), 0.012)]
        if nose
        else []
    )
    start = front + (-0.025 if nose else 0)
    lamps = joined(
        both(rod((0.05, start, floor + 0.02), (0.05, start - 0.012, floor + 0.02), 0.016, LAMP, sides=12)),
        box((0, start - 0.004, floor - 0.014), (wide, 0.02, 0.022), STEEL, 0.004),
    )
    a, b = y + cab / 2 + 0.015, -front
    middle, deep = (a + b) / 2, b - a
    load = d.form(
        lambda: box((0, middle, floor + 0.015 + 0.55 * tall), (1.04 * wide, deep, 1.1 * tall), worn(0, 0.4), 0.006),
        lambda: rod(
            (0, b, floor + 0.02 + 0.5 * wide), (0, a, floor + 0.02 + 0.5 * wide), 0.5 * wide, worn(0, 0.6), sides=24
        ),
        lambda: turned(
            prism(
                [(a, 0), (a, 0.55 * tall), (b + 0.03, 0.55 * tall), (b, 0)],
                1.04 * wide,
                worn(0, 0.4),
                0.004,
                (0, 0, floor + 0.02),
            ),
            "x",
            d.one(0, -14),
            (0, b, floor),
        ),
    )
    beacon = [rod((0, y, floor + tall), (0, y, floor + tall + 0.025), 0.018, worn(2), sides=14)] if d.whether() else []
    tail = both(box((0.06, b, floor), (0.025, 0.012, 0.02), TAIL))
    rows = [front + 0.55 * cab, b - 0.05] + ([b - 0.05 - 2.2 * r] if d.whether() else [])
    return joined(chassis, house, *hood, lamps, load, *beacon, tail, _wheels(0.45 * wide, rows, r, 0.03))


def piggy_bank(d: Draw) -> Mesh:
    """Return a piggy bank."""
    fat, long, z = d.between(0.07, 0.095), d.between(0.09, 0.125), d.between(0.1, 0.13)
    body = ellipsoid((0, 0, z), (fat, long, fat), worn(0, 0.6), 28)
    head = ellipsoid((0, -0.85 * long, z + 0.025), (0.058, 0.05, 0.055), worn(0, 0.6), 22)
    nose = -0.85 * long - 0.045
    snout = joined(
        rod((0, nose + 0.015, z + 0.015), (0, nose - d.between(0.01, 0.035), z + 0.015), 0.03, worn(1, 0.5), 0.028, 18),
        both(ball((0.011, nose - 0.028, z + 0.018), 0.007, BLACK, 8)),
    )
    ears = d.form(
        lambda: both(rod((0.03, -0.8 * long, z + 0.06), (0.055, -0.85 * long, z + 0.115), 0.024, worn(2), 0.002, 12)),
        lambda: both(
            limb(
                [
                    (0.035, -0.8 * long, z + 0.07, 0.02),
                    (0.075, -0.86 * long, z + 0.075, 0.022),
                    (0.085, -0.88 * long, z + 0.03, 0.012),
                ],
                worn(2),
                10,
            )
        ),
        lambda: both(ball((0.045, -0.78 * long, z + 0.075), 0.028, worn(2), 12)),
    )
    legs = both(
        *(
            rod((0.55 * fat, y, z - 0.4 * fat), (0.6 * fat, y, 0), 0.026, worn(1, 0.5), 0.022, 14)
            for y in (-0.5 * long, 0.5 * long)
        )
    )
    tail = d.form(
        lambda: hoop((0, long + 0.012, z + 0.02), 0.016, 0.006, worn(2), "x", 16, 6),
        lambda: limb(
            [(0, 0.95 * long, z + 0.02, 0.009), (0, long + 0.03, z + 0.04, 0.007), (0, long + 0.03, z + 0.075, 0.005)],
            worn(2),
            8,
        ),
    )
    slot = box((0, 0, z + fat - 0.002), (0.012, 0.06, 0.012), BLACK)
    extra = (
        [ellipsoid((0, -0.1 * long, z + 0.02), (fat + 0.012, 0.018, fat + 0.006), worn(1, 0.3), 24)]
        if d.whether()
        else []
    )
    return joined(body, head, snout, ears, legs, tail, slot, eyes(0.027, -0.85 * long - 0.04, z + 0.05, 0.011), *extra)


def toy_dinosaur(d: Draw) -> Mesh:
    """Return a toy dinosaur with a long neck, plates or a crest."""
    long, neck = d.between(0.14, 0.2), d.between(0.16, 0.3)
    z, fat = d.between(0.12, 0.16), d.between(0.06, 0.085)
    body = limb(
        [(0, -0.5 * long, z, 0.8 * fat), (0, 0, z + 0.01, fat), (0, 0.55 * long, z, 0.75 * fat)], worn(0, 0.3), 20, 5
    )
    tail = limb(
        [
            (0, 0.5 * long, z, 0.6 * fat),
            (0, long, 0.7 * z, 0.3 * fat),
            (0, long + d.between(0.08, 0.16), 0.5 * z, 0.008),
        ],
        worn(0, 0.3),
        14,
        5,
    )
    top = z + neck
    throat = limb(
        [
            (0, -0.5 * long, z + 0.01, 0.6 * fat),
            (0, -0.5 * long - 0.07, z + 0.5 * neck, 0.4 * fat),
            (0, -0.5 * long - 0.08, top, 0.4 * fat),
        ],
        worn(0, 0.3),
        14,
        5,
    )
    front = -0.5 * long - 0.08
    head = limb([(0, front + 0.01, top, 0.045), (0, front - d.between(0.05, 0.09), top - 0.01, 0.03)], worn(1, 0.3), 14)
    legs = both(
        *(
            limb([(0.6 * fat, y, z - 0.02, 0.036), (0.7 * fat, y, 0.025, 0.028)], worn(1, 0.3), 12)
            for y in (-0.35 * long, 0.4 * long)
        )
    )
    ridge = d.form(
        lambda: joined(
            *(
                prism([(y - 0.03, 0), (y, 0.05), (y + 0.03, 0)], 0.012, worn(2), 0, (0, 0, z + 0.86 * fat))
                for y in (-0.4 * long, -0.1 * long, 0.2 * long, 0.5 * long)
            )
        ),
        lambda: both(rod((0.018, front, top + 0.03), (0.03, front + 0.01, top + 0.1), 0.014, worn(2), 0.004, 10)),
        lambda: stretched(ball((0, 0.02, z + 0.8 * fat), 0.06, worn(2), 16), x=0.25, about=(0, 0.02, z)),
    )
    return joined(body, tail, throat, head, legs, ridge, eyes(0.03, front - 0.018, top + 0.026, 0.012))


def toy_boat(d: Draw) -> Mesh:
    """Return a toy boat on its cradle: its bow in front, its cabin behind."""
    wide, long, deep = d.between(0.06, 0.085), d.between(0.19, 0.25), d.between(0.06, 0.09)
    half = curve([(0.0, -long), (0.6 * wide, -0.55 * long), (wide, 0.05 * long), (0.85 * wide, 0.75 * long)], 4)
    plan = [*half, *((-x, y) for x, y in half[:0:-1])]
    rings = [
        [(s * x, s * y + lean, z) for x, y in plan]
        for s, z, lean in ((0.6, 0.03, 0.02), (0.92, 0.03 + 0.6 * deep, 0.005), (1.0, 0.03 + deep, 0))
    ]
    hull = loft(np.array(rings), worn(0, 0.5))
    top = 0.03 + deep
    deck = prism([(0.86 * x, 0.88 * y) for x, y in plan], 0.01, CREAM, 0, (0, 0, top), "z")
    high = d.between(0.07, 0.12)
    cabin = joined(
        box((0, 0.2 * long, top + high / 2), (1.1 * wide, 0.5 * long, high), worn(1, 0.4), 0.008),
        box((0, -0.05 * long, top + 0.62 * high), (0.9 * wide, 0.008, 0.4 * high), GLASS),
        box((0, 0.45 * long, top + 0.42 * high), (0.45 * wide, 0.016, 0.8 * high), WOOD),
        box((0, 0.2 * long, top + high), (1.3 * wide, 0.58 * long, 0.012), worn(2), 0.004),
    )
    crown = d.form(
        lambda: joined(
            *(
                rod((0, y * long, top + high), (0, y * long + 0.01, top + high + 0.08), 0.02, worn(2), sides=16)
                for y in (0.12, 0.3)
            )
        ),
        lambda: joined(
            rod((0, 0.1 * long, top), (0, 0.1 * long, top + high + 0.16), 0.007, WOOD, sides=8),
            prism(
                [
                    (0.1 * long, top + high + 0.16),
                    (0.1 * long + 0.09, top + high + 0.12),
                    (0.1 * long, top + high + 0.08),
                ],
                0.008,
                worn(2),
            ),
        ),
        lambda: joined(
            box((0, 0.25 * long, top + high + 0.03), (0.7 * wide, 0.24 * long, 0.05), worn(2), 0.006),
            rod((0, 0.3 * long, top + high), (0, 0.32 * long, top + high + 0.1), 0.014, worn(1), sides=12),
        ),
    )
    rests = joined(*(box((0, y * long, 0.02), (1.5 * wide, 0.03, 0.04), WOOD, 0.004) for y in (-0.35, 0.4)))
    rail = rod((0, -0.88 * long, top), (0, -0.95 * long, top + 0.06), 0.006, STEEL, sides=6)
    return joined(hull, deck, cabin, crown, rests, rail)


def scooter(d: Draw) -> Mesh:
    """Return a child's scooter: its handlebar in front."""
    long, high, r = d.between(0.26, 0.34), d.between(0.5, 0.72), d.between(0.05, 0.085)
    deck = box((0, 0.04, r + 0.02), (d.between(0.1, 0.16), 2 * long - 0.1, 0.04), worn(0, 0.4), 0.012)
    shield = box((0, -long + 0.05, 0.62 * high), (d.between(0.14, 0.22), 0.03, 0.36 * high), worn(0, 0.4), 0.012)
    post = joined(
        rod((0, -long - 0.02, r), (0, -long + 0.06, high), 0.02, worn(1), sides=12),
        rod((0, -long + 0.1, r + 0.02), (0, -long, r + 0.1), 0.022, worn(1), sides=10),
    )
    bar = joined(
        rod((-0.17, -long + 0.06, high), (0.17, -long + 0.06, high), 0.016, STEEL, sides=10),
        both(
            capsule((0.13, -long + 0.06, high), (0.21, -long + 0.06, high), 0.024, worn(2)),
            rod((0.21, -long + 0.06, high), (0.24, -long + 0.06, high - 0.1), 0.008, worn(2), sides=8),
        ),
    )

    def wheel(x: float, y: float) -> Mesh:
        return joined(
            rod((x - 0.02, y, r), (x + 0.02, y, r), r, RUBBER, sides=22),
            rod((x - 0.024, y, r), (x + 0.024, y, r), 0.6 * r, worn(1), sides=16),
        )

    back = [wheel(0.08, long), wheel(-0.08, long)] if d.whether() else [wheel(0, long)]
    guard = box((0, long, 2 * r + 0.02), (0.06, 0.16, 0.012), worn(2), 0.004)
    basket = (
        [box((0, -long - 0.07, 0.78 * high), (0.2, 0.14, 0.13), worn(2), 0.012)]
        if d.whether()
        else [rod((0, -long + 0.02, 0.9 * high), (0, -long - 0.03, 0.9 * high), 0.04, LAMP, sides=16)]
    )
    return joined(deck, shield, post, bar, wheel(0, -long - 0.02), *back, guard, *basket)
