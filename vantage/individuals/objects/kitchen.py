"""Machines of the kitchen."""

from __future__ import annotations

from vantage.assets.arrange import both, joined, turned
from vantage.assets.asset import BLACK, DARK, GLASS, STEEL, WHITE
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import ball, box, curve, lathe, limb, prism, rod, tube
from vantage.individuals.objects.kit import CREAM, Draw, worn

TOAST = Material((0.80, 0.58, 0.32))


def toaster(d: Draw) -> Mesh:
    """Return a toaster: its lever and dial in front, slices of toast in its slots."""
    long, wide, tall = d.between(0.24, 0.36), d.between(0.16, 0.24), d.between(0.17, 0.23)
    body = box((0, 0, 0.02 + tall / 2), (wide, long, tall), worn(0, 0.6), d.one(0.015, 0.05))
    top = 0.02 + tall
    slots = [box((x, 0.01, top - 0.004), (0.03, 0.7 * long, 0.012), BLACK) for x in (-0.2 * wide, 0.2 * wide)]
    front = -long / 2
    lever = joined(
        box((0, front - 0.002, 0.62 * tall), (0.022, 0.01, 0.6 * tall), BLACK),
        box((0, front - 0.03, d.between(0.5, 0.95) * tall), (0.085, 0.055, 0.028), worn(1), 0.008),
    )
    dial = rod((0, front, 0.07), (0, front - 0.03, 0.07), 0.03, worn(2), 0.024, 18)
    feet = box((0, 0, 0.012), (0.94 * wide, 0.94 * long, 0.026), DARK, 0.004)
    bread = [
        box((x, 0.01, top + 0.012), (0.02, 0.56 * long, 0.07), TOAST, 0.008)
        for x, there in ((-0.2 * wide, d.whether()), (0.2 * wide, d.whether()))
        if there
    ]
    plug = tube([(0, -front - 0.01, 0.05), (0, -front + 0.05, 0.03), (0, -front + 0.09, 0.008)], 0.009, BLACK, 8)
    return joined(body, *slots, lever, dial, feet, plug, *bread)


def coffee_maker(d: Draw) -> Mesh:
    """Return a coffee maker: its pot stands in front, its column behind."""
    wide, tall, deep = d.between(0.18, 0.24), d.between(0.3, 0.4), d.between(0.1, 0.13)
    base = box((0, 0, 0.02), (wide, 0.3, 0.04), worn(1), 0.012)
    column = box((0, 0.15 - deep / 2, tall / 2), (wide, deep, tall), worn(0, 0.5), d.one(0.01, 0.04))
    head = d.form(
        lambda: box((0, -0.02, tall - 0.035), (1.03 * wide, 0.27, 0.1), worn(0, 0.5), 0.02),
        lambda: rod((0, -0.05, tall - 0.1), (0, -0.05, tall + 0.01), 0.4 * wide, worn(0, 0.5), 0.46 * wide, 24),
    )
    cone = rod((0, -0.055, tall - 0.13), (0, -0.055, tall - 0.08), 0.045, worn(2), 0.07, 18)
    belly = d.between(0.065, 0.085)
    room = tall - 0.19
    line = curve([(0.8 * belly, 0.04), (belly, 0.04 + 0.3 * room), (0.7 * belly, 0.04 + room)], 3)
    pot = lathe([(0, 0.04), *line, (0, 0.04 + room)], GLASS, (0, -0.055, 0), 24)
    grip = tube(
        curve(
            [
                (0, -0.055 - 0.6 * belly, 0.04 + 0.9 * room),
                (0, -0.1 - belly, 0.03 + 0.85 * room),
                (0, -0.055 - belly, 0.06),
            ],
            4,
        ),
        0.011,
        worn(2),
        8,
    )
    light = rod((0.3 * wide, -0.148, 0.022), (0.3 * wide, -0.158, 0.022), 0.012, worn(2), sides=12)
    return joined(base, column, head, cone, pot, grip, light)


def blender(d: Draw) -> Mesh:
    """Return a blender: its dial and its lip in front, the handle of its jar behind."""
    foot, tall = d.between(0.085, 0.11), d.between(0.1, 0.16)
    base = d.form(
        lambda: lathe([(0, 0), (foot, 0), (foot, 0.02), (0.7 * foot, tall), (0, tall)], worn(0, 0.5), sides=28),
        lambda: box((0, 0, tall / 2), (2 * foot, 1.9 * foot, tall), worn(0, 0.5), 0.02),
    )
    dial = turned(rod((0, -0.75 * foot, 0.5 * tall), (0, -foot - 0.03, 0.5 * tall), 0.034, worn(1), 0.028, 18), "x", 0)
    mark = box((0, -foot - 0.032, 0.5 * tall + 0.012), (0.007, 0.006, 0.026), WHITE)
    mouth, jar = d.between(0.07, 0.095), d.between(0.19, 0.27)
    end = tall + jar
    cup = lathe([(0, tall), (0.055, tall), (mouth, end), (0, end)], worn(0, 0.8), sides=d.count(0, 1) * 20 + 8)
    lip = rod((0, -mouth + 0.02, end - 0.03), (0, -mouth - 0.045, end + 0.004), 0.032, worn(1), 0.012, 12)
    lid = rod((0, 0, end), (0, 0, end + 0.025), mouth + 0.004, worn(2), mouth - 0.01, 24)
    cap = rod((0, 0, end + 0.02), (0, 0, end + 0.055), 0.03, worn(1), 0.025, 16)
    handle = tube(
        curve(
            [
                (0, mouth - 0.012, end - 0.02),
                (0, mouth + 0.055, end - 0.03),
                (0, mouth + 0.045, tall + 0.05),
                (0, 0.06, tall + 0.03),
            ],
            4,
        ),
        0.014,
        worn(2),
        8,
    )
    return joined(base, dial, mark, cup, lip, lid, cap, handle)


def microwave(d: Draw) -> Mesh:
    """Return a microwave: a dark window and a panel in front, the hood of its fan behind."""
    wide, deep, tall = d.between(0.44, 0.56), d.between(0.3, 0.4), d.between(0.24, 0.34)
    z, front = 0.02 + tall / 2, -deep / 2
    body = box((0, 0, z), (wide, deep, tall), worn(0, 0.4), d.one(0.01, 0.03))
    pane = 0.68 * wide
    x = -wide / 2 + pane / 2 + 0.015
    door = joined(
        box((x, front - 0.012, z), (pane, 0.03, 0.92 * tall), worn(1), 0.008),
        box((x, front - 0.026, z), (0.72 * pane, 0.01, 0.62 * tall), GLASS, 0.003),
    )
    grip = rod(
        (x + 0.44 * pane, front - 0.055, z - 0.32 * tall),
        (x + 0.44 * pane, front - 0.055, z + 0.32 * tall),
        0.014,
        worn(2),
        sides=10,
    )
    right = wide / 2 - 0.14 * wide
    panel = joined(
        box((right, front - 0.006, z), (0.24 * wide, 0.016, 0.88 * tall), DARK),
        box((right, front - 0.016, z + 0.3 * tall), (0.18 * wide, 0.006, 0.16 * tall), Material((0.35, 0.80, 0.55))),
    )
    knobs = d.form(
        lambda: joined(
            *(
                rod((right, front, z + h * tall), (right, front - 0.045, z + h * tall), 0.036, worn(2), 0.03, 16)
                for h in (0.03, -0.27)
            )
        ),
        lambda: joined(
            *(
                box((right + 0.03 * i, front - 0.018, z + (0.08 - 0.13 * j) * tall), (0.022, 0.01, 0.022), worn(2))
                for i in (-1, 0, 1)
                for j in range(4)
            )
        ),
    )
    hood = box((0.12 * wide, -front + 0.02, z), (0.5 * wide, 0.06, 0.6 * tall), DARK, 0.02)
    feet = both(
        *(
            rod((0.42 * wide, y, 0), (0.42 * wide, y, 0.03), 0.018, BLACK, sides=10)
            for y in (front + 0.05, -front - 0.05)
        )
    )
    return joined(body, door, grip, panel, knobs, hood, feet)


def mixer(d: Draw) -> Mesh:
    """Return a stand mixer: its head and bowl in front, its pillar behind."""
    tall, long, fat = d.between(0.24, 0.32), d.between(0.3, 0.38), d.between(0.055, 0.075)
    base = box((0, -0.02, 0.02), (0.2, 0.36, 0.04), worn(0, 0.5), 0.018)
    pillar = limb([(0, 0.12, 0.03, 0.06), (0, 0.12, 0.6 * tall, 0.045), (0, 0.09, tall, 0.05)], worn(0, 0.5), 14)
    head = limb(
        [(0, 0.13, tall, 0.8 * fat), (0, 0.02, tall + 0.015, fat), (0, 0.16 - long, tall, 0.85 * fat)], worn(0, 0.5), 16
    )
    cap = rod((0, 0.17 - long, tall), (0, 0.1 - long - 0.02, tall), 0.04, worn(2), 0.03, 16)
    shaft = rod((0, -0.09, tall - 0.03), (0, -0.09, 0.12), 0.012, STEEL, sides=10)
    mouth = d.between(0.085, 0.115)
    line = curve([(0.05, 0.045), (0.9 * mouth, 0.09), (mouth, 0.16)], 3)
    bowl = lathe(
        [(0, 0.04), *line, (mouth - 0.008, 0.16), (0.85 * mouth, 0.1), (0, 0.07)], worn(1, 0.6), (0, -0.09, 0), 26
    )
    lever = both(rod((0.04, 0.1, 0.75 * tall), (0.09, 0.1, 0.75 * tall), 0.012, BLACK, sides=8))
    knob = ball((0.09, 0.1, 0.75 * tall), 0.022, worn(2), 10)
    badge = both(box((fat, 0.02, tall + 0.015), (0.012, 0.12, 0.03), CREAM, 0.004))
    return joined(base, pillar, head, cap, shaft, bowl, lever, knob, badge)


def iron(d: Draw) -> Mesh:
    """Return an iron: its tip in front, its cord behind."""
    wide, tall = d.between(0.05, 0.065), d.between(0.05, 0.085)
    half = curve([(0.0, -0.14), (0.6 * wide, -0.07), (wide, 0.03), (0.9 * wide, 0.12)], 4)
    plan = [*half, *((-x, y) for x, y in half[:0:-1])]
    sole = prism(plan, 0.016, STEEL, 0.003, (0, 0, 0.008), "z")
    body = joined(
        prism(
            [(0.94 * x, 0.95 * y) for x, y in plan], 0.4 * tall, worn(0, 0.5), 0.004, (0, 0, 0.016 + 0.2 * tall), "z"
        ),
        prism(
            [(0.72 * x, 0.8 * y + 0.015) for x, y in plan],
            0.65 * tall,
            worn(0, 0.5),
            0.012,
            (0, 0, 0.016 + 0.6 * tall),
            "z",
        ),
    )
    top = tall + 0.075
    handle = d.form(
        lambda: tube(
            curve([(0, -0.07, 0.9 * tall), (0, -0.06, top), (0, 0.06, top), (0, 0.1, 0.9 * tall)], 4),
            0.016,
            worn(1),
            10,
        ),
        lambda: limb([(0, 0.1, 0.8 * tall, 0.022), (0, 0.095, top, 0.02), (0, -0.08, top + 0.01, 0.015)], worn(1), 10),
    )
    dial = rod((0, 0.01, tall), (0, 0.01, tall + 0.022), 0.03, worn(2), 0.026, 18)
    button = rod((0, -0.05, top), (0, -0.055, top + 0.03), 0.011, worn(2), sides=10)
    cord = tube(
        curve([(0, 0.1, 0.8 * tall), (0, 0.13, tall), (0, 0.15, 0.03), (0.03, 0.17, 0.008)], 4), 0.007, BLACK, 6
    )
    return joined(sole, body, handle, dial, button, cord)
