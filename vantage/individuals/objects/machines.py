"""Machines about the house."""

from __future__ import annotations

from vantage.assets.arrange import around, both, joined, moved, stretched, turned
from vantage.assets.asset import BLACK, DARK, GLASS, STEEL
from vantage.assets.meshes import Mesh
from vantage.assets.parts import ball, box, curve, ellipsoid, hoop, lathe, limb, prism, rod, tube
from vantage.individuals.objects.kit import CREAM, Draw, worn


def sewing_machine(d: Draw) -> Mesh:
    """Return a sewing machine: its needle at one end, its wheel at the other, its spool on top; the cloth in front."""
    long, tall, thick = d.between(0.34, 0.42), d.between(0.24, 0.32), d.between(0.055, 0.085)
    right, left = long / 2 - 0.05, -long / 2 + 0.04
    base = box((0, -0.02, 0.022), (long + 0.02, 0.2, 0.044), worn(1, 0.3), 0.01)
    pillar = box((right, 0.02, tall / 2), (0.09, 1.3 * thick, tall), worn(0, 0.5), 0.02)
    arm = d.form(
        lambda: box((0, 0.02, tall - 0.035), (long - 0.02, 1.2 * thick, 0.075), worn(0, 0.5), 0.02),
        lambda: limb(
            [
                (right, 0.02, tall - 0.03, 0.5 * thick),
                (0, 0.02, tall - 0.01, 0.6 * thick),
                (left, 0.02, tall - 0.04, 0.5 * thick),
            ],
            worn(0, 0.5),
            14,
        ),
    )
    head = box((left + 0.02, 0.01, tall - 0.075), (0.075, 1.25 * thick, 0.13), worn(0, 0.5), 0.016)
    needle = joined(
        rod((left + 0.02, 0, tall - 0.13), (left + 0.02, 0, 0.05), 0.005, STEEL, sides=6),
        box((left + 0.02, -0.01, 0.056), (0.03, 0.05, 0.006), STEEL),
    )
    wheel = joined(
        rod(
            (long / 2 - 0.01, 0.02, tall - 0.05),
            (long / 2 + 0.035, 0.02, tall - 0.05),
            d.between(0.045, 0.065),
            worn(2),
            sides=24,
        ),
        rod((long / 2, 0.02, tall - 0.05), (long / 2 + 0.045, 0.02, tall - 0.05), 0.014, STEEL, sides=12),
    )
    spools = [
        joined(
            rod((x, 0.02, tall), (x, 0.02, tall + 0.06), 0.018, worn(2), sides=14),
            rod((x, 0.02, tall + 0.055), (x, 0.02, tall + 0.065), 0.024, CREAM, sides=14),
        )
        for x in ((0.0, 0.09) if d.whether() else (0.05,))
    ]
    dials = [
        rod((x, -0.6 * thick, tall - 0.035), (x, -0.6 * thick - 0.025, tall - 0.035), 0.021, worn(2), 0.017, 16)
        for x in ((-0.06, 0.02, 0.1) if d.whether() else (right - 0.05,))
    ]
    cloth = turned(box((left + 0.03, -0.1, 0.05), (0.13, 0.17, 0.006), CREAM), "x", 8, (0, -0.03, 0.05))
    return joined(base, pillar, arm, head, needle, wheel, *spools, *dials, cloth)


def hair_dryer(d: Draw) -> Mesh:
    """Return a hair dryer on its stand: its nozzle in front, its grille behind."""
    long, fat = d.between(0.16, 0.23), d.between(0.038, 0.055)
    z, front = 0.26, -long * 0.6
    barrel = limb(
        [(0, 0.4 * long, z, 0.95 * fat), (0, 0.1 * long, z, fat), (0, front, z, 0.66 * fat)], worn(0, 0.5), 20
    )
    nozzle = d.form(
        lambda: rod((0, front, z), (0, front - 0.06, z), 0.72 * fat, worn(1), 0.6 * fat, 20),
        lambda: stretched(
            rod((0, front, z), (0, front - 0.07, z), 0.7 * fat, worn(1), 0.95 * fat, 20), z=0.5, about=(0, 0, z)
        ),
        lambda: rod((0, front, z), (0, front - 0.08, z), 0.7 * fat, worn(1), 1.5 * fat, 22),
    )
    rear = joined(
        rod((0, 0.4 * long, z), (0, 0.4 * long + fat, z), 0.8 * fat, DARK, 0.7 * fat, 20),
        *(hoop((0, 0.4 * long + fat, z), r * fat, 0.003, STEEL, "y", 20, 5) for r in (0.25, 0.5)),
    )
    lean = d.between(-0.02, 0.05)
    handle = limb(
        [(0, 0.06, z - 0.02, 0.025), (0, 0.06 + lean, 0.15, 0.021), (0, 0.06 + lean, 0.06, 0.024)], worn(2), 12
    )
    switch = box((0, 0.036 + 0.5 * lean, 0.18), (0.016, 0.014, 0.04), CREAM, 0.003)
    stand = joined(
        rod((0, 0.06 + lean, 0), (0, 0.06 + lean, 0.02), 0.08, worn(1), 0.075, 26),
        rod((0, 0.06 + lean, 0.02), (0, 0.06 + lean, 0.08), 0.034, DARK, sides=16),
    )
    cord = tube(curve([(0, 0.1 + lean, 0.05), (0, 0.16 + lean, 0.03), (0.05, 0.2 + lean, 0.008)], 3), 0.006, BLACK, 6)
    return joined(barrel, nozzle, rear, handle, switch, stand, cord)


def vacuum_cleaner(d: Draw) -> Mesh:
    """Return a vacuum cleaner: its hose and floor head in front, its large wheels behind."""
    long, wide, tall = d.between(0.36, 0.46), d.between(0.22, 0.3), d.between(0.2, 0.28)
    body = d.form(
        lambda: ellipsoid((0, 0.1, tall / 2 + 0.02), (wide / 2, long / 2, tall / 2), worn(0, 0.5), 24),
        lambda: box((0, 0.1, tall / 2 + 0.02), (wide, 0.85 * long, 0.8 * tall), worn(0, 0.5), 0.06),
        lambda: rod(
            (0, 0.1 + 0.42 * long, tall / 2 + 0.02),
            (0, 0.1 - 0.42 * long, tall / 2 + 0.02),
            0.5 * tall,
            worn(0, 0.5),
            0.42 * tall,
            24,
        ),
    )
    wheel = d.between(0.08, 0.12)
    wheels = both(
        rod(
            (wide / 2 - 0.02, 0.1 + 0.25 * long, wheel),
            (wide / 2 + 0.03, 0.1 + 0.25 * long, wheel),
            wheel,
            worn(1),
            sides=24,
        ),
        rod(
            (wide / 2, 0.1 + 0.25 * long, wheel),
            (wide / 2 + 0.036, 0.1 + 0.25 * long, wheel),
            0.4 * wheel,
            DARK,
            sides=16,
        ),
    )
    front = 0.1 - 0.45 * long
    high = d.between(0.42, 0.58)
    hose = tube(
        curve(
            [
                (0, front + 0.05, 0.6 * tall),
                (0, front - 0.08, high - 0.05),
                (0, front - 0.2, high),
                (0, front - 0.26, 0.6 * high),
                (0, front - 0.3, 0.05),
            ],
            6,
        ),
        0.022,
        DARK,
        10,
    )
    grip = limb([(0, front - 0.17, high + 0.01, 0.028), (0, front - 0.24, 0.72 * high, 0.028)], worn(2), 10)
    foot = box((0, front - 0.33, 0.025), (d.between(0.2, 0.3), 0.1, 0.05), worn(2), 0.018)
    handle = tube(
        curve(
            [
                (0, 0.1 - 0.25 * long, tall - 0.02),
                (0, 0.1 - 0.2 * long, tall + 0.06),
                (0, 0.1 + 0.2 * long, tall + 0.06),
                (0, 0.1 + 0.25 * long, tall - 0.02),
            ],
            3,
        ),
        0.014,
        worn(1),
        8,
    )
    return joined(body, wheels, hose, grip, foot, handle)


def fan(d: Draw) -> Mesh:
    """Return a table fan: its blades in front, its motor behind."""
    r, z = d.between(0.13, 0.18), d.between(0.3, 0.4)
    base = d.form(
        lambda: lathe([(0, 0), (0.12, 0), (0.12, 0.025), (0.04, 0.05), (0, 0.05)], worn(0, 0.5), sides=26),
        lambda: box((0, 0, 0.025), (0.26, 0.18, 0.05), worn(0, 0.5), 0.014),
    )
    post = rod((0, 0.03, 0.03), (0, 0.03, z), 0.022, worn(0, 0.5), sides=14)
    motor = limb([(0, 0.02, z, 0.05), (0, 0.12, z, 0.042)], worn(0, 0.5), 16)
    blade = turned(
        prism(
            [(0.01, 0.02), (-0.03, 0.55 * r), (0.0, 0.86 * r), (0.05, 0.86 * r), (0.06, 0.5 * r)],
            0.012,
            worn(1),
            0,
            (0, 0, 0),
            "y",
        ),
        "z",
        14,
    )
    n = d.count(3, 5)
    blades = joined(*(turned(blade, "y", 360 * k / n) for k in range(n)))
    cage = joined(
        hoop((0, 0, 0), r, 0.009, worn(2), "y", 30, 6),
        *(turned(rod((0, -0.03, 0.02), (0, -0.01, r), 0.0035, worn(2), sides=5), "y", 360 * k / 12) for k in range(12)),
        rod((0, -0.03, 0), (0, -0.05, 0), 0.035, worn(2), sides=18),
    )
    knob = rod((0, -0.1, 0.03), (0, -0.14, 0.03), 0.022, CREAM, sides=14)
    return joined(
        base,
        post,
        motor,
        moved(joined(blades, cage), 0, -0.06, z),
        knob,
        around(ball((0.09, 0.09, 0.004), 0.012, BLACK, 8), 4),
    )


def washing_machine(d: Draw) -> Mesh:
    """Return a washing machine: its round door and its dials in front, its hoses behind."""
    wide, deep, tall = d.between(0.5, 0.64), d.between(0.42, 0.58), d.between(0.72, 0.92)
    front = -deep / 2
    body = box((0, 0, tall / 2), (wide, deep, tall), worn(0, 0.4), d.one(0.012, 0.05))
    r, z = d.between(0.15, 0.21), 0.42 * tall
    x = d.one(-0.04, 0.0, 0.04) * wide
    door = joined(
        rod((x, front + 0.01, z), (x, front - 0.05, z), 1.15 * r, worn(1), r, 30),
        rod((x, front - 0.05, z), (x, front - 0.085, z), 0.78 * r, GLASS, 0.55 * r, 26),
    )
    side = d.one(-1, 1)
    panel = joined(
        box((0, front - 0.012, 0.88 * tall), (0.94 * wide, 0.04, 0.13 * tall), worn(2), 0.008),
        rod(
            (side * 0.32 * wide, front - 0.03, 0.88 * tall),
            (side * 0.32 * wide, front - 0.075, 0.88 * tall),
            0.042,
            CREAM,
            0.034,
            20,
        ),
        box((-side * 0.22 * wide, front - 0.033, 0.88 * tall), (0.3 * wide, 0.012, 0.07 * tall), DARK),
    )
    lid = box((0, 0, tall + 0.008), (1.03 * wide, 1.03 * deep, 0.03), worn(2), 0.008)
    hoses = both(
        tube(
            curve(
                [
                    (0.15, -front, 0.75 * tall),
                    (0.16, -front + 0.08, 0.6 * tall),
                    (0.1, -front + 0.06, 0.15 * tall),
                    (0.1, -front, 0.1 * tall),
                ],
                4,
            ),
            0.024,
            DARK,
            8,
        )
    )
    return joined(body, door, panel, lid, hoses)
