"""Pots and mugs: the spout or the face in front, the handle behind."""

from __future__ import annotations

from vantage.assets.arrange import both, joined, stretched, turned
from vantage.assets.asset import BLACK, DARK, GLASS, WHITE
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import Outline, ball, box, curve, ellipsoid, hoop, lathe, limb, rod, tube
from vantage.individuals.objects.kit import Draw, worn


def kettle(d: Draw) -> Mesh:
    """Return a kettle: straight, round or conical, its handle behind or over its lid."""
    foot, waist, neck = d.between(0.085, 0.11), d.between(0.08, 0.115), d.between(0.045, 0.075)
    line = curve([(foot, 0.012), (waist, 0.09), (neck, 0.19)], 5)
    body = lathe([(0, 0.012), *line, (0, 0.19)], worn(0, 0.6), sides=28)
    knob = d.form(
        lambda: ball((0, 0, 0.212), 0.018, worn(2), 12),
        lambda: rod((0, 0, 0.19), (0, 0, 0.222), 0.011, worn(2), 0.022, 14),
        lambda: hoop((0, 0, 0.212), 0.016, 0.006, worn(2), "x", 16, 6),
    )
    handle = d.form(lambda: _loop(waist, neck, d.between(0.06, 0.085)), lambda: _bow(neck, d.between(0.27, 0.32)))
    spout = d.form(
        lambda: limb(
            [(0, -0.8 * waist, 0.06, 0.034), (0, -waist - 0.05, 0.12, 0.024), (0, -waist - 0.085, 0.19, 0.017)],
            worn(1),
            12,
        ),
        lambda: rod((0, -0.4 * neck, 0.14), (0, -neck - 0.085, 0.2), 0.055, worn(1), 0.014, 16),
    )
    base = lathe([(0, 0), (foot + 0.012, 0), (foot + 0.012, 0.014), (0, 0.014)], DARK, sides=28)
    lid = lathe([(0, 0.18), (neck + 0.003, 0.187), (neck - 0.01, 0.2), (0, 0.204)], worn(1), sides=24)
    window = turned(box((0, waist, 0.1), (0.03, 0.03, 0.09), GLASS, 0.01), "x", 12, (0, waist, 0.1))
    return joined(body, base, lid, knob, spout, handle, window)


def _loop(waist: float, neck: float, out: float) -> Mesh:
    """Return a handle behind a pot."""
    line = [(0, neck - 0.01, 0.175), (0, neck + out, 0.19), (0, waist + out, 0.11), (0, waist + 0.3 * out, 0.04)]
    return tube(curve([(float(x), y, z) for x, y, z in line], 4), 0.013, worn(2), 8)


def _bow(neck: float, top: float) -> Mesh:
    """Return a handle over a pot, higher behind."""
    line = [
        (0.0, -neck, 0.17),
        (0.0, -neck - 0.01, top - 0.05),
        (0.0, 0.02, top),
        (0.0, neck + 0.02, top - 0.04),
        (0.0, neck, 0.17),
    ]
    return tube(curve(line, 4), 0.012, worn(2), 8)


def teapot(d: Draw) -> Mesh:
    """Return a teapot: flat, round or tall, on a foot or not."""
    wide, tall = d.between(0.07, 0.1), d.between(0.1, 0.16)
    foot = 0.02 if d.whether() else 0.0
    line = curve(
        [(0.5 * wide, foot), (wide, foot + 0.3 * tall), (0.93 * wide, foot + 0.62 * tall), (0.5 * wide, foot + tall)], 4
    )
    top = foot + tall
    body = lathe([(0, foot), *line, (0, top)], worn(0, 0.6), sides=28)
    lid = lathe(
        [(0, top - 0.006), (0.53 * wide, top), (0.4 * wide, top + 0.012), (0, top + 0.022)], worn(1, 0.6), sides=24
    )
    knob = d.form(
        lambda: ball((0, 0, top + 0.033), 0.015, worn(2), 12),
        lambda: rod((0, 0, top + 0.015), (0, 0, top + 0.05), 0.014, worn(2), 0.002, 12),
        lambda: stretched(ball((0, 0, top + 0.03), 0.02, worn(2), 12), y=1.6, z=0.6, about=(0, 0, top + 0.03)),
    )
    z, reach = foot + 0.35 * tall, d.between(0.05, 0.075)
    spout = limb(
        [(0, -0.75 * wide, z, 0.026), (0, -wide - 0.6 * reach, z + 0.03, 0.016), (0, -wide - reach, top, 0.011)],
        worn(1, 0.6),
        12,
    )
    back = d.between(0.045, 0.07)
    handle = tube(
        curve(
            [
                (0, 0.75 * wide, top - 0.015),
                (0, wide + back, top - 0.01),
                (0, wide + back, z),
                (0, 0.85 * wide, z - 0.015),
            ],
            4,
        ),
        0.01,
        worn(2),
        8,
    )
    base = lathe([(0, 0), (0.62 * wide, 0), (0.5 * wide, foot + 0.005), (0, foot + 0.005)], worn(2), sides=24)
    return joined(body, lid, knob, spout, handle, *([base] if foot else []))


def mug(d: Draw) -> Mesh:
    """Return a mug with an animal's face in front and its handle behind."""
    low, high, tall = d.between(0.03, 0.045), d.between(0.036, 0.05), d.between(0.075, 0.115)
    profile: Outline = [
        (0, 0),
        (low, 0),
        (low, 0.004),
        (high, tall),
        (high - 0.004, tall),
        (low - 0.006, 0.25 * tall),
        (0, 0.25 * tall),
    ]
    cup = lathe(profile, worn(0, 0.5), sides=28)
    drink = rod(
        (0, 0, 0.5 * tall),
        (0, 0, 0.8 * tall),
        (low + high) / 2 - 0.004,
        Material((0.30, 0.17, 0.09), gloss=0.3),
        sides=24,
    )
    side = (low + high) / 2
    out = d.between(0.024, 0.04)
    handle = tube(
        curve(
            [
                (0, high - 0.006, 0.85 * tall),
                (0, side + out, 0.85 * tall),
                (0, side + out, 0.3 * tall),
                (0, low - 0.004, 0.2 * tall),
            ],
            4,
        ),
        0.0075,
        worn(1),
        8,
    )
    ears = d.form(
        lambda: both(ball((0.75 * high, -0.4 * high, tall), 0.014, worn(1), 12)),
        lambda: both(
            limb(
                [(0.5 * high, -0.6 * high, tall - 0.004, 0.009), (0.7 * high, -0.6 * high, tall + 0.035, 0.007)],
                worn(1),
                10,
            )
        ),
        lambda: both(
            rod(
                (0.6 * high, -0.55 * high, tall - 0.012),
                (0.85 * high, -0.6 * high, tall + 0.022),
                0.014,
                worn(1),
                0.001,
                10,
            )
        ),
    )
    snout = ellipsoid((0, -side - 0.002, 0.4 * tall), (0.017, d.between(0.008, 0.02), 0.013), worn(2), 14)
    nose = ball((0, -side - 0.014, 0.44 * tall), 0.006, BLACK, 8)
    eyes = both(
        ball((0.4 * side, -0.9 * side, 0.68 * tall), 0.0075, WHITE, 10),
        ball((0.4 * side, -0.9 * side - 0.005, 0.68 * tall), 0.0045, BLACK, 8),
    )
    return joined(cup, drink, handle, ears, snout, nose, eyes)
