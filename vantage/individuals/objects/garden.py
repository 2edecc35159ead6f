"""Garden things."""

from __future__ import annotations

from vantage.assets.arrange import both, joined, moved, stretched, turned
from vantage.assets.asset import BLACK, DARK, LAMP, STEEL, WHITE, WOOD
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, box, curve, ellipsoid, hoop, lathe, limb, prism, rod, tube
from vantage.individuals.objects.kit import CREAM, Draw, eyes, worn


def gnome(d: Draw) -> Mesh:
    """Return a garden gnome with a pointed cap and a beard."""
    fat, tall, cap = d.between(0.075, 0.1), d.between(0.15, 0.22), d.between(0.12, 0.22)
    line = curve([(fat, 0.04), (1.08 * fat, 0.4 * tall), (0.6 * fat, tall)], 4)
    coat = lathe([(0, 0.04), *line, (0, tall)], worn(0, 0.2), sides=26)
    skin = Material((0.93, 0.72, 0.58))
    z = tall + 0.035
    head = joined(
        ball((0, 0, z), 0.056, skin, 18),
        ball((0, -0.058, z + 0.002), d.between(0.013, 0.022), skin, 10),
        eyes(0.022, -0.046, z + 0.022, 0.01),
    )
    beard = d.form(
        lambda: rod((0, -0.035, z - 0.01), (0, -0.075, z - 0.13), 0.048, WHITE, 0.004, 14),
        lambda: ellipsoid((0, -0.045, z - 0.05), (0.055, 0.03, 0.055), WHITE, 16),
    )
    lean = d.between(-0.04, 0.06)
    hat = limb(
        [(0, 0.01, z + 0.03, 0.058), (0, 0.012, z + 0.03 + 0.5 * cap, 0.035), (0, lean, z + 0.03 + cap, 0.006)],
        worn(1, 0.2),
        18,
        4,
    )
    arms = both(
        limb(
            [
                (0.75 * fat, 0, 0.85 * tall, 0.028),
                (1.25 * fat, -0.03, 0.6 * tall, 0.026),
                (0.9 * fat, -0.09, 0.45 * tall, 0.022),
            ],
            worn(0, 0.2),
            12,
        ),
        ball((0.85 * fat, -0.1, 0.44 * tall), 0.022, skin, 10),
    )
    boots = both(limb([(0.045, 0, 0.028, 0.028), (0.052, -0.09, 0.024, 0.024)], worn(2, 0.3), 12))
    belt = joined(
        lathe(
            [(0, 0.36 * tall), (1.1 * fat, 0.36 * tall), (1.08 * fat, 0.46 * tall), (0, 0.46 * tall)], DARK, sides=26
        ),
        box((0, -1.1 * fat, 0.41 * tall), (0.04, 0.012, 0.035), LAMP),
    )
    tool = d.form(
        lambda: joined(
            rod((0.9 * fat, -0.11, 0.01), (0.9 * fat, -0.11, 1.15 * tall), 0.008, WOOD, sides=8),
            box((0.9 * fat, -0.11, 0.05), (0.05, 0.012, 0.08), worn(2), 0.004),
        ),
        lambda: joined(
            hoop((-0.9 * fat, -0.11, 0.42 * tall), 0.022, 0.004, STEEL, "x", 14, 6),
            rod((-0.9 * fat, -0.11, 0.3 * tall), (-0.9 * fat, -0.11, 0.12 * tall), 0.028, worn(2), sides=12),
        ),
        lambda: both(ball((0.9 * fat, -0.13, 0.48 * tall), 0.032, worn(2), 12)),
    )
    return joined(coat, head, beard, hat, arms, boots, belt, tool)


def birdhouse(d: Draw) -> Mesh:
    """Return a birdhouse on a post: its hole and perch in front, its roof longer in front."""
    wide, deep, tall = d.between(0.15, 0.2), d.between(0.13, 0.2), d.between(0.17, 0.26)
    post = d.between(0.05, 0.2)
    house = box((0, 0, post + tall / 2), (wide, deep, tall), worn(0, 0.2), 0.004)
    top, rise, front = post + tall, d.between(0.07, 0.13), -deep / 2
    gable = prism([(-wide / 2, top), (wide / 2, top), (0, top + rise)], deep, worn(0, 0.2), 0, (0, 0, 0), "y")
    half = wide / 2 + 0.035
    drop = rise * 0.035 / (wide / 2)
    roof = both(
        prism(
            [(0, top + rise), (half, top - drop), (half, top - drop + 0.022), (0, top + rise + 0.024)],
            deep + 0.09,
            worn(1, 0.2),
            0,
            (0, -0.025, 0),
            "y",
        )
    )
    hole = rod(
        (0, front, post + 0.6 * tall), (0, front - 0.006, post + 0.6 * tall), d.between(0.03, 0.042), BLACK, sides=20
    )
    rim = hoop((0, front - 0.003, post + 0.6 * tall), 0.045, 0.007, worn(2), "y", 24, 6)
    perch = joined(
        rod((0, front, post + 0.3 * tall), (0, front - 0.08, post + 0.3 * tall), 0.009, worn(2), sides=10),
        ball((0, front - 0.08, post + 0.3 * tall), 0.014, worn(2), 10),
    )
    extra = d.form(
        lambda: box((0.28 * wide, 0.2 * deep, top + rise), (0.035, 0.035, 0.1), worn(2), 0.004),
        lambda: box((0, front - 0.03, post + 0.1 * tall), (wide, 0.09, 0.016), worn(2), 0.004),
        lambda: both(
            rod(
                (0.34 * wide, front, post + 0.84 * tall),
                (0.34 * wide, front - 0.01, post + 0.84 * tall),
                0.02,
                CREAM,
                sides=14,
            )
        ),
    )
    stake = joined(
        box((0, 0, post / 2), (0.04, 0.04, post), WOOD, 0.004),
        box((0, 0, 0.01), (0.16, 0.16, 0.02), WOOD, 0.004),
        box((0, deep / 2 + 0.01, post + 0.4 * tall), (0.03, 0.02, tall), WOOD),
    )
    return joined(house, gable, roof, hole, rim, perch, extra, stake)


def watering_can(d: Draw) -> Mesh:
    """Return a watering can: its spout in front, its handle behind."""
    wide, tall, oval = d.between(0.085, 0.115), d.between(0.13, 0.21), d.between(0.8, 1.25)
    body = stretched(
        lathe(
            [(0, 0), (wide, 0), (d.between(0.8, 1.05) * wide, tall), (0.6 * wide, tall + 0.02), (0, tall + 0.02)],
            worn(0, 0.5),
            sides=28,
        ),
        y=oval,
    )
    y = wide * oval
    reach, high = d.between(0.12, 0.2), d.between(0.9, 1.35) * tall
    spout = tube(
        [(0, -0.85 * y, 0.04), (0, -y - 0.4 * reach, 0.45 * high), (0, -y - reach, high)],
        [0.026, 0.017, 0.013],
        worn(1, 0.5),
        12,
    )
    rose = d.form(
        lambda: moved(
            turned(
                lathe([(0, 0), (0.013, 0), (0.042, 0.04), (0.042, 0.048), (0, 0.055)], worn(2, 0.4), sides=18), "x", 52
            ),
            0,
            -y - reach + 0.008,
            high - 0.008,
        ),
        lambda: ball((0, -y - reach, high), 0.036, worn(2, 0.4), 14),
    )
    handle = d.form(
        lambda: tube(
            curve(
                [
                    (0, -0.5 * y, tall),
                    (0, -0.1, tall + 0.1),
                    (0, 0.6 * y, tall + 0.1),
                    (0, y + 0.06, 0.75 * tall),
                    (0, 0.98 * y, 0.25 * tall),
                ],
                4,
            ),
            0.012,
            worn(2, 0.4),
            8,
        ),
        lambda: tube(
            curve(
                [(0, 0.8 * y, tall), (0, y + 0.09, tall + 0.02), (0, y + 0.09, 0.4 * tall), (0, 0.97 * y, 0.2 * tall)],
                4,
            ),
            0.013,
            worn(2, 0.4),
            8,
        ),
    )
    rim = stretched(hoop((0, 0, 0.015), wide, 0.008, worn(1, 0.5), "z", 28, 6), y=oval)
    return joined(body, spout, rose, handle, rim)
