"""Vehicles: lamps, windscreen and mirrors show the front, red lamps the rear."""

from __future__ import annotations

from vantage.assets.arrange import both, joined, moved, turned
from vantage.assets.asset import AMBER, BLACK, DARK, GLASS, LAMP, RUBBER, STEEL, TAIL, WHITE, Asset, Look
from vantage.assets.meshes import Material, Mesh
from vantage.assets.parts import arc, ball, box, capsule, curve, hoop, loft, prism, rod, tube

PAINTS = ("red", "blue", "yellow", "green", "white", "orange", "purple", "black", "grey")
SIGN = Material((1.0, 0.72, 0.15))


def wheel(x: float, y: float, radius: float, width: float, hub: float = 0.55, rim: Material = STEEL) -> Mesh:
    """Return a wheel on the ground, with its outer side at `x`, on the left; `hub` is a share of its radius."""
    tyre = rod((x - width, y, radius), (x, y, radius), radius, RUBBER, sides=24)
    return joined(tyre, rod((x - width, y, radius), (x + 0.015, y, radius), hub * radius, rim, sides=14))


def cabin(foot: tuple[float, ...], roof: tuple[float, ...], wide: float, narrow: float, paint: Material) -> Mesh:
    """Return windows on all sides under a roof; `foot` and `roof` give front, rear and height."""
    rings = []
    for (front, rear, z), half in ((foot, wide / 2), (roof, narrow / 2)):
        rings.append([(-half, front, z), (half, front, z), (half, rear, z), (-half, rear, z)])
    (f, r, z0), (tf, tr, z1) = foot, roof
    middle, top = (f + r) / 2 + 0.1, (tf + tr) / 2 + 0.1
    posts = [((f, tf), 0.045), ((middle, top), 0.05), ((r, tr), 0.07)]
    pillars = [capsule((wide / 2, a, z0), (narrow / 2, b, z1), t, paint, sides=6) for (a, b), t in posts]
    lid = box((0, (tf + tr) / 2, z1), (narrow + 0.1, tr - tf + 0.1, 0.09), paint, 0.03)
    return joined(loft(rings, GLASS), both(*pillars), lid)


def car(look: Look) -> Mesh:
    """Return a saloon car."""
    paint = look.paint(gloss=0.7)
    side = [(-2.1, 0.3), (-2.16, 0.5), (-2.1, 0.68), (-1.9, 0.76), (-0.95, 0.9), (1.5, 0.94), (2.0, 0.9)]
    hull = prism([*side, (2.12, 0.75), (2.12, 0.3)], 1.76, paint, 0.09)
    lamps = both(
        rod((0.63, -1.9, 0.62), (0.63, -2.17, 0.62), 0.15, LAMP),
        box((0.84, -1.97, 0.62), (0.08, 0.18, 0.1), AMBER, 0.02),
        box((0.66, 2.09, 0.74), (0.38, 0.1, 0.16), TAIL, 0.02),
        box((0.97, -0.72, 0.98), (0.2, 0.1, 0.14), paint, 0.03),
        rod((0.74, -0.68, 0.88), (0.92, -0.71, 0.96), 0.035, paint, sides=8),
        wheel(0.9, -1.32, 0.34, 0.24),
        wheel(0.9, 1.3, 0.34, 0.24),
        rod((0.7, -1.32, 0.36), (0.886, -1.32, 0.36), 0.42, DARK, sides=20),
        rod((0.7, 1.3, 0.36), (0.886, 1.3, 0.36), 0.42, DARK, sides=20),
        box((0.885, 0.25, 0.8), (0.03, 0.22, 0.035), STEEL),
    )
    front = joined(
        box((0, -2.12, 0.6), (0.82, 0.08, 0.17), BLACK, 0.02),
        box((0, -2.16, 0.38), (1.7, 0.1, 0.12), DARK, 0.03),
        box((0, -2.21, 0.38), (0.42, 0.04, 0.1), WHITE),
    )
    rear = joined(box((0, 2.13, 0.4), (1.7, 0.1, 0.14), DARK, 0.03), box((0, 2.14, 0.62), (0.42, 0.04, 0.12), WHITE))
    top = cabin((-1.0, 1.72, 0.88), (-0.3, 1.05, 1.42), 1.56, 1.2, paint)
    return joined(hull, lamps, front, rear, top)


def bus(look: Look) -> Mesh:
    """Return a city bus with its doors on its right-hand side."""
    paint = look.paint(gloss=0.5)
    hull = box((0, 0, 1.72), (2.5, 10.4, 2.7), paint, 0.12)
    panes = [box((1.22, -3.45 + 1.52 * i, 2.1), (0.1, 1.34, 0.95), GLASS) for i in range(6)]
    panes += [box((-1.22, y, 2.1), (0.1, 1.5, 0.95), GLASS) for y in (-2.72, -1.06, 2.56, 4.2)]
    doors = [_bus_door(y, wide) for y, wide in ((-4.12, 0.98), (0.74, 1.5))]
    roof = joined(box((0, 1.6, 3.1), (1.5, 2.2, 0.24), WHITE, 0.06), box((0, -2.4, 3.08), (0.9, 0.8, 0.08), DARK, 0.02))
    front = joined(
        box((0, -4.95, 1.95), (2.53, 0.56, 1.4), GLASS, 0.05),
        box((0, -5.19, 2.84), (1.9, 0.1, 0.26), BLACK),
        box((0, -5.215, 2.84), (1.3, 0.1, 0.15), SIGN),
        box((0, -5.22, 0.55), (2.4, 0.1, 0.24), DARK, 0.04),
        box((0, -5.24, 0.85), (0.5, 0.06, 0.13), WHITE),
    )
    pairs = both(
        rod((0.88, -5.1, 0.88), (0.88, -5.27, 0.88), 0.2, LAMP),
        box((1.05, 5.17, 1.0), (0.22, 0.12, 0.6), TAIL),
        tube([(1.2, -5.1, 2.75), (1.42, -5.4, 2.7), (1.42, -5.42, 2.45)], 0.04, DARK, 6),
        box((1.42, -5.42, 2.2), (0.2, 0.1, 0.48), DARK, 0.03),
        *(wheel(1.27, y, 0.48, 0.35) for y in (-3.0, 3.0)),
        *(rod((1.0, y, 0.5), (1.258, y, 0.5), 0.58, DARK, sides=20) for y in (-3.0, 3.0)),
    )
    rear = joined(
        box((0, 5.17, 2.4), (1.7, 0.1, 0.6), GLASS),
        box((0, 5.17, 0.95), (1.4, 0.1, 0.5), DARK),
        box((0, 5.2, 0.55), (2.4, 0.1, 0.2), DARK, 0.04),
    )
    band = box((0, 0, 1.32), (2.54, 10.0, 0.14), WHITE)
    return joined(hull, band, *panes, *doors, roof, front, pairs, rear)


def _bus_door(y: float, wide: float) -> Mesh:
    """Return a door in a bus's right-hand side: two panes in a frame, over a step."""
    frame = box((-1.23, y, 1.58), (0.1, wide + 0.14, 2.24), DARK, 0.01)
    leaves = [box((-1.25, y + side * wide / 4, 1.6), (0.1, wide / 2 - 0.06, 2.0), GLASS) for side in (-1, 1)]
    bars = [box((-1.29, y + side * 0.09, 1.55), (0.04, 0.035, 0.9), AMBER) for side in (-1, 1)]
    return joined(frame, *leaves, *bars, box((-1.25, y, 0.46), (0.16, wide, 0.08), STEEL))


def van(look: Look) -> Mesh:
    """Return a delivery van: windows in front only, doors at the back."""
    paint = look.paint(gloss=0.6)
    nose = [(-2.45, 0.35), (-2.5, 0.6), (-2.42, 0.95), (-1.75, 1.18), (-1.05, 2.05), (-0.8, 2.14)]
    hull = prism([*nose, (2.3, 2.14), (2.42, 2.0), (2.42, 0.35)], 1.96, paint, 0.09)
    screen = prism([(-1.83, 1.2), (-1.14, 2.03), (-1.09, 1.99), (-1.7, 1.15)], 1.72, GLASS)
    pane = [(-1.5, 1.22), (-1.02, 1.88), (-0.35, 1.88), (-0.35, 1.22)]
    pairs = both(
        prism(pane, 0.04, GLASS, centre=(0.975, 0, 0)),
        box((0.72, -2.42, 0.8), (0.36, 0.14, 0.26), LAMP, 0.04),
        box((0.86, 2.4, 1.05), (0.18, 0.1, 0.5), TAIL, 0.02),
        box((1.1, -1.42, 1.3), (0.18, 0.1, 0.3), DARK, 0.03),
        wheel(1.0, -1.55, 0.36, 0.26),
        wheel(1.0, 1.45, 0.36, 0.26),
        box((0.43, 2.42, 1.65), (0.66, 0.04, 0.5), GLASS),
        box((0.98, 0.75, 1.2), (0.03, 2.0, 0.05), DARK),
    )
    front = joined(
        box((0, -2.47, 0.75), (0.9, 0.08, 0.2), BLACK, 0.02),
        box((0, -2.5, 0.42), (1.9, 0.12, 0.18), DARK, 0.04),
        box((0, -2.56, 0.44), (0.46, 0.04, 0.11), WHITE),
    )
    rear = joined(box((0, 2.42, 1.2), (0.03, 0.04, 1.6), DARK), box((0, 2.45, 0.42), (1.9, 0.1, 0.14), DARK, 0.03))
    return joined(hull, screen, pairs, front, rear)


def truck(look: Look) -> Mesh:
    """Return a lorry: a coloured cab in front of a white box."""
    paint = Material(look.pick("red", "blue", "yellow", "green", "orange", "purple"), gloss=0.6)
    cab = prism([(-3.3, 0.5), (-3.3, 1.45), (-3.05, 2.5), (-1.75, 2.6), (-1.75, 0.5)], 2.2, paint, 0.1)
    screen = prism([(-3.34, 1.5), (-3.12, 2.36), (-3.05, 2.36), (-3.2, 1.5)], 1.94, GLASS)
    pane = [(-2.95, 1.5), (-2.8, 2.25), (-2.05, 2.25), (-2.05, 1.5)]
    cargo = box((0, 0.9, 2.0), (2.4, 4.9, 2.5), WHITE, 0.05)
    stripe = box((0, 0.9, 1.3), (2.44, 4.94, 0.22), paint)
    pairs = both(
        prism(pane, 0.04, GLASS, centre=(1.09, 0, 0)),
        rod((0.82, -3.2, 0.85), (0.82, -3.37, 0.85), 0.17, LAMP),
        box((1.28, -3.1, 1.9), (0.2, 0.1, 0.55), DARK, 0.03),
        wheel(1.15, -2.55, 0.5, 0.34),
        wheel(1.18, 1.5, 0.5, 0.4),
        wheel(1.18, 2.6, 0.5, 0.4),
        box((0.95, 3.3, 0.66), (0.34, 0.1, 0.18), TAIL),
    )
    rest = joined(
        box((0, 0, 0.62), (0.9, 6.4, 0.24), DARK),
        box((0, -3.28, 1.12), (1.4, 0.1, 0.34), BLACK, 0.03),
        box((0, -3.32, 0.5), (2.2, 0.14, 0.28), STEEL, 0.05),
        box((0, 3.26, 0.62), (2.2, 0.1, 0.16), DARK),
        box((0, 3.36, 2.0), (0.05, 0.03, 2.3), DARK),
    )
    return joined(cab, screen, cargo, stripe, pairs, rest)


def _spoked(y: float, radius: float, tyre: float) -> Mesh:
    spokes = [
        turned(rod((0, y, 0.03), (0, y, 2 * radius - 0.03), 0.006, STEEL, sides=4), "x", 30 * i, (0, y, radius))
        for i in range(6)
    ]
    axle = rod((-0.05, y, radius), (0.05, y, radius), 0.03, STEEL, sides=8)
    return joined(hoop((0, y, radius), radius - tyre, tyre, RUBBER, "x", 28, 6), axle, *spokes)


def bicycle(look: Look) -> Mesh:
    """Return a bicycle with a basket in front of its handlebars."""
    paint, r = Material(look.pick(*PAINTS[:7]), gloss=0.6), 0.34
    head, seat, foot, rear, front = (0, -0.38, 0.8), (0, 0.22, 0.78), (0, 0.08, 0.3), (0, 0.52, r), (0, -0.54, r)
    bars = [(seat, foot), (head, foot), (head, (0, 0.2, 0.7)), (foot, rear), ((0, 0.2, 0.72), rear)]
    frame = [capsule(a, b, 0.026, paint, sides=8) for a, b in bars]
    fork = tube(curve([(0, -0.35, 0.95), head, (0, -0.46, 0.55), front], 3), 0.024, paint, 8)
    grip = [(0.3, -0.16, 0.98), (0.27, -0.3, 1.02), (0.1, -0.36, 1.0), (0, -0.36, 0.98)]
    pairs = both(tube(curve(grip, 3), 0.018, STEEL, 6), capsule((0.3, -0.12, 0.97), (0.29, -0.22, 1.0), 0.026, BLACK))
    basket = joined(
        box((0, -0.62, 0.86), (0.36, 0.26, 0.2), Material((0.62, 0.44, 0.24), "fabric"), 0.02),
        box((0, -0.62, 0.95), (0.31, 0.21, 0.03), Material((0.28, 0.19, 0.1))),
        ball((0, -0.56, 0.7), 0.05, LAMP),
        rod((0, 0.77, 0.7), (0, 0.81, 0.7), 0.045, TAIL, sides=10),
        box((0, 0.58, 0.73), (0.13, 0.4, 0.02), STEEL),
        rod((0, 0.74, 0.73), rear, 0.012, STEEL, sides=6),
    )
    saddle = prism(
        curve([(0.02, 0.93), (0.2, 0.92), (0.4, 0.9), (0.4, 0.98), (0.2, 0.97), (0.02, 0.96)], 2, True),
        0.15,
        BLACK,
        0.03,
    )
    crank = joined(
        rod((-0.02, 0.08, 0.3), (0.02, 0.08, 0.3), 0.1, DARK),
        rod((-0.075, 0.08, 0.3), (0.075, 0.08, 0.3), 0.022, STEEL, sides=8),
        rod((0.06, 0.08, 0.3), (0.06, -0.06, 0.2), 0.014, STEEL, sides=6),
        rod((-0.06, 0.08, 0.3), (-0.06, 0.22, 0.4), 0.014, STEEL, sides=6),
        box((0.11, -0.06, 0.2), (0.1, 0.07, 0.03), BLACK),
        box((-0.11, 0.22, 0.4), (0.1, 0.07, 0.03), BLACK),
        rod(seat, (0, 0.22, 0.93), 0.018, STEEL, sides=6),
    )
    return joined(*frame, fork, pairs, basket, saddle, crank, _spoked(-0.54, r, 0.03), _spoked(0.52, r, 0.03))


def motorcycle(look: Look) -> Mesh:
    """Return a motorcycle."""
    paint = Material(look.pick(*PAINTS[:7]), gloss=0.8)
    wheels = [hoop((0, y, 0.33), 0.25, 0.085, RUBBER, "x", 24, 8) for y in (-0.78, 0.72)]
    discs = [rod((-0.04, y, 0.33), (0.04, y, 0.33), 0.2, STEEL) for y in (-0.78, 0.72)]
    tank = curve([(-0.42, 0.8), (-0.35, 1.0), (-0.05, 1.02), (0.15, 0.84), (0.1, 0.72)], 3, True)
    seat = curve([(0.06, 0.82), (0.3, 0.83), (0.75, 0.93), (0.75, 0.98), (0.3, 0.9), (0.08, 0.92)], 3, True)
    tail = [(0.3, 0.72), (0.85, 0.84), (0.98, 0.96), (0.8, 0.94), (0.3, 0.84)]
    body = joined(
        prism(tank, 0.3, paint, 0.07),
        prism(seat, 0.28, BLACK, 0.04),
        prism(tail, 0.22, paint, 0.04),
        box((0, 0.98, 0.9), (0.16, 0.06, 0.1), TAIL, 0.01),
        box((0, -0.05, 0.48), (0.34, 0.5, 0.38), DARK, 0.06),
        *(box((0, -0.12, 0.5 + 0.07 * i), (0.4, 0.34, 0.03), STEEL) for i in range(4)),
        tube([(0.15, -0.3, 0.5), (0.2, -0.32, 0.25), (0.2, 0.2, 0.22), (0.22, 0.95, 0.36)], 0.05, STEEL, 8),
        both(capsule((0.1, 0.2, 0.45), (0.1, 0.72, 0.33), 0.035, DARK)),
    )
    return joined(*wheels, *discs, body, _steering(paint))


def _steering(paint: Material) -> Mesh:
    """Return the front of a motorcycle: fork, handlebars with mirrors, lamp, windshield and mudguard."""
    bar = [(0.4, -0.22, 1.02), (0.3, -0.34, 1.06), (0, -0.44, 1.0)]
    pairs = both(
        capsule((0.1, -0.44, 0.98), (0.1, -0.78, 0.33), 0.035, STEEL),
        tube(bar, 0.02, STEEL, 6),
        capsule((0.42, -0.18, 1.01), (0.33, -0.3, 1.05), 0.03, BLACK),
        rod((0.26, -0.4, 1.05), (0.34, -0.44, 1.22), 0.012, STEEL, sides=6),
        box((0.36, -0.44, 1.24), (0.14, 0.03, 0.09), DARK, 0.01),
        ball((0.165, -0.5, 0.87), 0.042, AMBER, 8),
    )
    guard = [(0, y, z) for y, z in arc(0.39, 45, 155, 15.7, (-0.78, 0.33))]
    return joined(
        pairs,
        rod((0, -0.46, 0.9), (0, -0.64, 0.9), 0.1, DARK, 0.14),
        rod((0, -0.63, 0.9), (0, -0.67, 0.9), 0.13, LAMP),
        tube(guard, 0.05, paint, 8),
        prism([(-0.6, 1.04), (-0.42, 1.3), (-0.4, 1.29), (-0.54, 1.02)], 0.34, GLASS),
    )


def tractor(look: Look) -> Mesh:
    """Return a farm tractor: a long nose with a chimney, and large wheels behind."""
    paint = look.paint(gloss=0.5)
    rim = Material((0.93, 0.78, 0.2), gloss=0.3)
    nose = prism([(-1.75, 0.75), (-1.75, 1.3), (-1.6, 1.42), (-0.1, 1.5), (-0.1, 0.75)], 0.8, paint, 0.08)
    big, small = wheel(0.98, 0.75, 0.8, 0.48, 0.56, rim), wheel(0.78, -1.3, 0.45, 0.33, 0.53, rim)
    lugs = [turned(box((0.74, 0.75, 0.02), (0.48, 0.12, 0.08), RUBBER), "x", 24 * i, (0, 0.75, 0.8)) for i in range(15)]
    arch = [(-0.1, 1.2), (0.25, 1.72), (1.3, 1.72), (1.6, 1.2), (1.5, 1.15), (1.2, 1.62), (0.3, 1.62), (0, 1.15)]
    pairs = both(
        big,
        *lugs,
        small,
        prism(arch, 0.5, paint, centre=(0.75, 0, 0)),
        rod((0.24, -1.7, 1.12), (0.24, -1.79, 1.12), 0.12, LAMP),
        box((0.7, 1.62, 1.35), (0.2, 0.06, 0.14), TAIL),
    )
    rest = joined(
        rod((-0.45, -1.3, 0.45), (0.45, -1.3, 0.45), 0.1, DARK),
        box((0, 0.3, 0.75), (0.7, 2.2, 0.4), DARK, 0.05),
        box((0, -1.76, 0.9), (0.5, 0.04, 0.26), BLACK),
        rod((0.25, -0.9, 1.4), (0.25, -0.9, 2.15), 0.055, DARK),
        box((0, 0.75, 1.3), (0.9, 1.3, 0.5), paint, 0.05),
    )
    return joined(nose, pairs, rest, cabin((0.02, 1.35, 1.5), (0.12, 1.3, 2.4), 1.1, 1.05, paint))


def wheelchair(look: Look) -> Mesh:
    """Return a wheelchair: a seat, a back with push handles, large wheels at the sides and foot rests in front."""
    cloth = Material(look.pick("blue", "black", "red", "green"), "fabric")
    big = _spoked(0.12, 0.3, 0.022)
    legs = [(0.22, -0.2, 0.5), (0.22, -0.34, 0.46), (0.2, -0.42, 0.14)]
    pairs = both(
        moved(big, 0.3),
        hoop((0.328, 0.12, 0.3), 0.268, 0.011, STEEL, "x", 24, 5),
        hoop((0.24, -0.3, 0.09), 0.07, 0.022, RUBBER, "x", 14, 6),
        rod((0.24, -0.3, 0.09), (0.24, -0.22, 0.5), 0.016, STEEL, sides=6),
        tube([(0.22, 0.3, 0.1), (0.22, 0.26, 0.9), (0.22, 0.3, 0.94), (0.22, 0.42, 0.94)], 0.016, STEEL, 6),
        capsule((0.22, 0.34, 0.94), (0.22, 0.46, 0.94), 0.026, BLACK),
        capsule((0.24, -0.16, 0.68), (0.24, 0.2, 0.68), 0.03, BLACK),
        rod((0.24, -0.14, 0.5), (0.24, -0.14, 0.68), 0.014, STEEL, sides=6),
        tube(legs, 0.016, STEEL, 6),
        box((0.13, -0.47, 0.13), (0.18, 0.2, 0.025), DARK, 0.008),
        rod((0.22, -0.24, 0.42), (0.22, 0.3, 0.42), 0.016, STEEL, sides=6),
    )
    seat = box((0, 0.02, 0.48), (0.44, 0.46, 0.07), cloth, 0.02)
    back = turned(box((0, 0.26, 0.72), (0.42, 0.05, 0.42), cloth, 0.02), "x", -4, (0, 0.26, 0.5))
    return joined(pairs, seat, back)


ASSETS = (
    Asset("car", "vehicles", ("outdoors",), (4.0, 4.5), car, front="the end with the headlights", colours=PAINTS),
    Asset("bus", "vehicles", ("outdoors",), (9.5, 11.5), bus, front="the end with the headlights", colours=PAINTS[:7]),
    Asset("van", "vehicles", ("outdoors",), (4.7, 5.3), van, front="the end with the headlights", colours=PAINTS),
    Asset("truck", "vehicles", ("outdoors",), (6.4, 7.2), truck, front="the end with the driver's cab"),
    Asset("bicycle", "vehicles", ("outdoors",), (1.6, 1.8), bicycle, front="the end with the handlebars"),
    Asset("motorcycle", "vehicles", ("outdoors",), (2.0, 2.2), motorcycle, front="the end with the handlebars"),
    Asset(
        "tractor",
        "vehicles",
        ("outdoors",),
        (3.3, 3.8),
        tractor,
        front="the end with the small wheels",
        colours=("red", "green", "blue"),
    ),
    Asset(
        "wheelchair",
        "vehicles",
        ("floor", "outdoors"),
        (0.95, 1.05),
        wheelchair,
        front="the side opposite its backrest",
    ),
)
