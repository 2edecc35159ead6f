"""Pieces for rooms: cupboards, shelves, desks, boards. Few faces and quiet colours, as nobody is asked about them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from vantage.assets.arrange import both, joined, moved
from vantage.assets.meshes import Colour, Material, Mesh
from vantage.assets.parts import box, ellipsoid, lathe, rod
from vantage.settings.kind import SEATS, Kind, Rng, centred, one, shaded, upright
from vantage.settings.palette import CLOTHS, PALE, WOODS

PAINTS: tuple[Colour, ...] = ((0.86, 0.86, 0.83), (0.68, 0.75, 0.74), (0.76, 0.72, 0.64), (0.60, 0.67, 0.72))
SPINES: tuple[Colour, ...] = (
    (0.66, 0.46, 0.42), (0.46, 0.54, 0.64), (0.52, 0.60, 0.48), (0.78, 0.68, 0.48), (0.82, 0.79, 0.72),
    (0.52, 0.45, 0.50), (0.60, 0.56, 0.50),
)  # fmt: skip
BOXES = ("crate", "cardboard box", "wooden chest")
STEEL = Material((0.70, 0.72, 0.74), gloss=0.4)
WORN = Material((0.62, 0.64, 0.66), "metal", 0.2)
BRASS = Material((0.72, 0.62, 0.42), gloss=0.5)
DARK = Material((0.36, 0.36, 0.38), gloss=0.3)
LEAF = Material((0.42, 0.56, 0.34), "leaves")
SHINE = Material((1.25, 1.22, 1.12))  # brighter than white: it is lit from within


def timber(rng: Rng) -> Material:
    """Return one of several woods."""
    return Material(one(WOODS, rng), "veneer", 0.1)


def front(wide: float, deep: float, tall: float, columns: int, rows: int, body: Material, knob: Material) -> Mesh:
    """Return a case with so many doors or drawers on its front, on a plinth."""
    face = Material(shaded(body.colour, 1.07), body.texture, body.gloss)
    parts = [
        upright((-wide / 2, wide / 2), (-deep / 2, deep / 2), (0.07, tall), body),
        upright((-wide / 2 + 0.03, wide / 2 - 0.03), (-deep / 2 + 0.05, deep / 2), (0, 0.07), DARK),
    ]
    w, h, gap = wide / columns, (tall - 0.07) / rows, 0.012
    for i in range(columns):
        for j in range(rows):
            x, z = -wide / 2 + i * w, 0.07 + j * h
            parts.append(upright((x + gap, x + w - gap), (-deep / 2 - 0.018, -deep / 2), (z + gap, z + h - gap), face))
            high = z + h * (0.72 if h > 0.5 else 0.5)
            parts.append(box((x + w / 2, -deep / 2 - 0.03, high), (min(0.14, w / 3), 0.025, 0.018), knob))
    return joined(*parts)


def case(wide: float, deep: float, tall: float, columns: int, rows: int, painted: bool, rng: Rng) -> Mesh:
    """Return a case of drawers or doors under a top of its own."""
    wood = timber(rng)
    body = Material(one(PAINTS, rng)) if painted else wood
    top = upright((-wide / 2 - 0.015, wide / 2 + 0.015), (-deep / 2 - 0.03, deep / 2), (tall, tall + 0.035), wood)
    return joined(front(wide, deep, tall, columns, rows, body, STEEL if painted else BRASS), top)


def sideboard(rng: Rng) -> Mesh:
    """Return a low sideboard with a dish and a stack of plates on it."""
    dish = Material(one(PALE, rng), gloss=0.2)
    plates = lathe([(0, 0.8), (0.1, 0.8), (0.13, 0.86), (0, 0.86)], dish, (0.45, 0, 0), 12)
    tray = upright((-0.62, -0.15), (-0.12, 0.12), (0.8, 0.83), Material(one(CLOTHS, rng)))
    return joined(case(1.6, 0.45, 0.765, 4, 1, False, rng), plates, tray)


def counter(rng: Rng) -> Mesh:
    """Return a kitchen counter with two doors and a splashback."""
    wall = upright((-0.6, 0.6), (0.28, 0.3), (0.92, 1.3), Material(one(PALE, rng), "tiles", 0.2))
    boards = upright((-0.35, 0.05), (0.18, 0.24), (0.93, 1.2), timber(rng))
    jars = [lathe([(0.055, 0.93), (0.055, 1.06), (0, 1.07)], STEEL, (x, 0.1, 0), 10) for x in (0.22, 0.38)]
    return joined(case(1.2, 0.6, 0.89, 2, 1, True, rng), wall, boards, *jars)


def sink(rng: Rng) -> Mesh:
    """Return a counter with a basin and a tap."""
    basin = upright((-0.28, 0.28), (-0.2, 0.18), (0.926, 0.932), WORN)
    tap = joined(
        rod((0, 0.2, 0.92), (0, 0.2, 1.2), 0.02, STEEL, sides=8), box((0, 0.1, 1.19), (0.03, 0.22, 0.03), STEEL)
    )
    return joined(case(1.0, 0.6, 0.89, 2, 1, True, rng), basin, tap)


def stove(rng: Rng) -> Mesh:
    """Return a stove with an oven and four plates."""
    body = Material((0.84, 0.85, 0.85), gloss=0.3)
    plates = [
        lathe([(0.09, 0.9), (0.09, 0.915), (0, 0.915)], DARK, (x, y, 0), 14)
        for x in (-0.15, 0.15)
        for y in (-0.14, 0.14)
    ]
    window = upright((-0.22, 0.22), (-0.31, -0.3), (0.3, 0.62), Material((0.46, 0.48, 0.50), gloss=0.5))
    handle = box((0, -0.33, 0.7), (0.48, 0.03, 0.03), STEEL)
    knobs = [box((x, -0.31, 0.81), (0.04, 0.03, 0.04), DARK) for x in (-0.2, -0.07, 0.07, 0.2)]
    return joined(upright((-0.3, 0.3), (-0.3, 0.3), (0.02, 0.9), body), window, handle, *knobs, *plates)


def fridge(rng: Rng) -> Mesh:
    """Return a fridge with two doors."""
    body = Material(one(((0.88, 0.89, 0.89), (0.76, 0.78, 0.80), (0.78, 0.83, 0.80)), rng), gloss=0.3)
    doors = [upright((-0.31, 0.31), (-0.35, -0.31), z, body) for z in ((0.06, 0.64), (0.67, 1.74))]
    handles = [box((-0.24, -0.37, z), (0.025, 0.03, 0.3), STEEL) for z in (0.46, 0.9)]
    return joined(upright((-0.32, 0.32), (-0.31, 0.32), (0.04, 1.76), body), *doors, *handles)


def shelf(fill: Callable[[float, float, float, float, Rng], list[Mesh]], frame: bool, rng: Rng) -> Mesh:
    """Return a tall open shelf, each board of it filled."""
    wide, deep, tall, boards = 1.1, 0.36, float(rng.uniform(1.5, 2.0)), 5
    wood = WORN if frame else timber(rng)
    back = Material(shaded(wood.colour, 0.86), wood.texture)
    parts = [upright((-wide / 2, wide / 2), (deep / 2 - 0.02, deep / 2), (0.02, tall), back)]
    parts += [both(upright((wide / 2 - 0.03, wide / 2), (-deep / 2, deep / 2), (0, tall), wood))]
    step = (tall - 0.08) / boards
    for k in range(boards + 1):
        z = 0.05 + k * step
        parts.append(upright((-wide / 2, wide / 2), (-deep / 2, deep / 2), (z, z + 0.03), wood))
        if k < boards:
            parts += fill(-wide / 2 + 0.05, wide / 2 - 0.05, z + 0.03, step - 0.05, rng)
    return joined(*parts)


def books(left: float, right: float, z: float, tall: float, rng: Rng) -> list[Mesh]:
    """Return a row of books, in blocks of one colour."""
    found = []
    while left < right - 0.08:
        wide = min(float(rng.uniform(0.05, 0.16)), right - left)
        high = tall * float(rng.uniform(0.72, 0.98))
        found.append(upright((left, left + wide - 0.004), (-0.14, 0.14), (z, z + high), Material(one(SPINES, rng))))
        left += wide + (0.1 if rng.random() < 0.1 else 0.0)
    return found


def packets(left: float, right: float, z: float, tall: float, rng: Rng) -> list[Mesh]:
    """Return packets and tins of several sizes, each size in a short row."""
    found = []
    while left < right - 0.2:
        wide, n = float(rng.uniform(0.1, 0.2)), int(rng.integers(1, 4))
        high, paint = tall * float(rng.uniform(0.45, 0.9)), Material(one(SPINES, rng))
        for _ in range(n):
            if left + wide < right:
                found.append(upright((left, left + wide - 0.012), (-0.15, 0.1), (z, z + high), paint))
            left += wide
        left += 0.03
    return found


def boxes(left: float, right: float, z: float, tall: float, rng: Rng) -> list[Mesh]:
    """Return a few storage boxes."""
    found = []
    while left < right - 0.3:
        wide = float(rng.uniform(0.24, 0.42))
        high, paint = tall * float(rng.uniform(0.5, 0.85)), Material(one((*CLOTHS, *PAINTS), rng))
        found.append(upright((left, min(right, left + wide)), (-0.15, 0.13), (z, z + high), paint))
        left += wide + 0.05
    return found


def desk(wide: float, busy: bool, rng: Rng) -> Mesh:
    """Return a desk with drawers under one end; if busy, with a screen and papers."""
    wood = timber(rng)
    parts = [
        upright((-wide / 2, wide / 2), (-0.35, 0.35), (0.71, 0.745), wood),
        moved(front(0.42, 0.6, 0.71, 1, 3, Material(one(PAINTS, rng)), STEEL), wide / 2 - 0.24),
        *(box((-wide / 2 + 0.05, y, 0.355), (0.05, 0.05, 0.71), WORN) for y in (-0.3, 0.3)),
        upright((-wide / 2 + 0.03, wide / 2 - 0.45), (0.3, 0.32), (0.3, 0.71), wood),
    ]
    if busy:
        screen = Material((0.62, 0.70, 0.76), gloss=0.3)
        parts += [
            box((-0.15, 0.16, 1.0), (0.56, 0.03, 0.36), DARK),
            box((-0.15, 0.142, 1.0), (0.52, 0.01, 0.32), screen),
        ]
        parts += [
            box((-0.15, 0.18, 0.79), (0.06, 0.04, 0.1), DARK),
            box((-0.15, 0.16, 0.75), (0.24, 0.16, 0.012), DARK),
        ]
        parts += [box((0.4, -0.05, 0.752), (0.21, 0.3, 0.014), Material((0.92, 0.92, 0.90)))]
    return centred(joined(*parts))


def school_desk(rng: Rng) -> Mesh:
    """Return a pupil's desk on steel legs, with an exercise book."""
    wood = Material((0.80, 0.69, 0.52), "veneer", 0.1)
    legs = both(*(box((0.52, y, 0.34), (0.035, 0.035, 0.68), STEEL) for y in (-0.22, 0.22)))
    paper = box((float(rng.uniform(-0.3, 0.3)), 0, 0.727), (0.3, 0.21, 0.01), Material(one(SPINES, rng)))
    rack = upright((-0.5, 0.5), (-0.2, 0.22), (0.56, 0.575), WORN)
    return joined(upright((-0.6, 0.6), (-0.26, 0.26), (0.68, 0.722), wood), legs, paper, rack)


def bench_seat(rng: Rng) -> Mesh:
    """Return a padded settle along a wall."""
    cloth, wood = Material(one(CLOTHS, rng), "fabric"), timber(rng)
    return joined(
        upright((-0.9, 0.9), (-0.24, 0.3), (0, 0.36), wood),
        upright((-0.88, 0.88), (-0.25, 0.2), (0.36, 0.46), cloth),
        upright((-0.9, 0.9), (0.18, 0.3), (0.36, 0.98), cloth),
    )


def cafe_set(rng: Rng) -> Mesh:
    """Return a small round table between two simple seats."""
    wood, cloth = timber(rng), Material(one(CLOTHS, rng), "fabric")
    top = lathe([(0, 0.7), (0.34, 0.7), (0.34, 0.73), (0, 0.73)], wood, sides=24)
    foot = joined(
        rod((0, 0, 0.02), (0, 0, 0.7), 0.03, DARK, sides=8), lathe([(0.22, 0), (0.2, 0.025), (0, 0.03)], DARK, sides=16)
    )
    seat = joined(
        upright((0.42, 0.84), (-0.2, 0.2), (0.42, 0.47), cloth),
        upright((0.8, 0.84), (-0.2, 0.2), (0.47, 0.88), wood),
        *(box((x, y, 0.21), (0.035, 0.035, 0.42), wood) for x in (0.45, 0.81) for y in (-0.17, 0.17)),
    )
    cup = lathe([(0.035, 0.73), (0.045, 0.8), (0, 0.8)], Material((0.90, 0.89, 0.86)), (0.1, -0.05, 0), 10)
    return joined(top, foot, both(seat), cup)


def till(rng: Rng) -> Mesh:
    """Return a shop counter with a till on it."""
    wood = timber(rng)
    return joined(
        upright((-0.8, 0.8), (-0.3, 0.3), (0, 0.95), Material(one(PAINTS, rng))),
        upright((-0.84, 0.84), (-0.34, 0.34), (0.95, 0.99), wood),
        upright((0.2, 0.55), (-0.1, 0.2), (0.99, 1.12), DARK),
        upright((0.24, 0.5), (0.05, 0.09), (1.12, 1.34), WORN),
        *(upright((x, x + 0.36), (-0.33, -0.3), (0.1, 0.85), wood) for x in (-0.76, -0.38, 0.0, 0.38)),
    )


def display(rng: Rng) -> Mesh:
    """Return a low stand with steps of goods."""
    wood, parts = timber(rng), []
    for k in range(3):
        y, z = -0.35 + 0.24 * k, 0.3 + 0.22 * k
        parts.append(upright((-0.7, 0.7), (y, 0.37), (z - 0.3 if k == 0 else z - 0.2, z), wood))
        parts += [moved(mesh, 0, y + 0.14, 0) for mesh in packets(-0.66, 0.66, z, 0.2, rng)]
    return centred(joined(*parts))


def bar(rng: Rng) -> Mesh:
    """Return a panelled counter with glasses' shelf and a machine."""
    wood = timber(rng)
    panel = Material(shaded(wood.colour, 0.88), "veneer", 0.1)
    return joined(
        upright((-1.0, 1.0), (-0.28, 0.3), (0, 1.05), wood),
        upright((-1.06, 1.06), (-0.36, 0.32), (1.05, 1.1), Material(one(PALE, rng), "marble", 0.3)),
        *(upright((x, x + 0.42), (-0.3, -0.28), (0.12, 0.95), panel) for x in (-0.96, -0.47, 0.02, 0.51)),
        upright((0.25, 0.75), (-0.15, 0.2), (1.1, 1.5), WORN),
    )


def workbench(rng: Rng) -> Mesh:
    """Return a heavy bench with a board below and a vice."""
    wood = Material(one(WOODS[:3], rng), "planks")
    legs = both(*(box((0.74, y, 0.41), (0.1, 0.1, 0.82), wood) for y in (-0.24, 0.24)))
    low = [moved(mesh, 0, 0.02, 0) for mesh in boxes(-0.68, 0.68, 0.25, 0.42, rng)]
    vice = joined(box((-0.5, -0.3, 0.84), (0.2, 0.14, 0.12), WORN), box((-0.5, -0.36, 0.95), (0.2, 0.03, 0.1), WORN))
    tins = [
        lathe([(0.06, 0.89), (0.06, 1.03), (0, 1.03)], Material(one(SPINES, rng)), (x, 0.12, 0), 10) for x in (0.2, 0.4)
    ]
    return centred(joined(
        upright((-0.85, 0.85), (-0.33, 0.33), (0.82, 0.89), wood),
        upright((-0.8, 0.8), (-0.26, 0.26), (0.2, 0.25), wood), legs, vice, *low, *tins,
    ))  # fmt: skip


def lockers(rng: Rng) -> Mesh:
    """Return a row of steel lockers."""
    body = Material(one(((0.62, 0.68, 0.70), (0.70, 0.70, 0.66), (0.60, 0.66, 0.74)), rng), gloss=0.15)
    return front(1.2, 0.45, 1.75, 4, 1, body, WORN)


def crates(rng: Rng) -> Mesh:
    """Return a few slatted crates, stacked."""
    parts = []
    for x, z, turn in ((-0.3, 0.0, 0.0), (0.28, 0.0, 0.04), (-0.22, 0.36, -0.05))[: int(rng.integers(2, 4))]:
        wood = Material(one(WOODS, rng), "planks")
        slat = Material(shaded(wood.colour, 0.8), "planks")
        parts.append(upright((x - 0.25, x + 0.25), (turn - 0.22, turn + 0.18), (z, z + 0.34), slat))
        parts += [
            upright((x - 0.26, x + 0.26), (turn - 0.23, turn + 0.19), (z + k * 0.12, z + k * 0.12 + 0.09), wood)
            for k in range(3)
        ]
    return centred(joined(*parts))


def radiator(rng: Rng) -> Mesh:
    """Return a ribbed radiator under a window."""
    white = Material((0.88, 0.88, 0.86), gloss=0.1)
    ribs = [upright((x, x + 0.06), (-0.07, 0.0), (0.14, 0.7), white) for x in (-0.48 + 0.08 * k for k in range(12))]
    return joined(*ribs, upright((-0.48, 0.46), (0.0, 0.07), (0.12, 0.68), WORN))


def plant_stand(rng: Rng) -> Mesh:
    """Return broad leaves in a tall pot."""
    pot = Material(one((*PALE, *CLOTHS), rng), gloss=0.1)
    parts = [lathe([(0.12, 0), (0.17, 0.42), (0.15, 0.42), (0, 0.38)], pot, sides=14)]
    for x, y, z, r in ((0, 0, 0.75, 0.26), (0.13, 0.05, 0.98, 0.2), (-0.12, -0.04, 1.05, 0.18), (0.02, 0.1, 1.2, 0.14)):
        parts.append(ellipsoid((x, y, z), (r, r, r * 0.95), LEAF, 9))
    return joined(*parts)


def board(wide: float, tall: float, face: Colour, rim: Colour, rng: Rng) -> Mesh:
    """Return a board in a frame, to hang on a wall."""
    edge = Material(rim, "veneer")
    return joined(
        upright((-wide / 2, wide / 2), (-0.015, 0.015), (0, tall), edge),
        upright((-wide / 2 + 0.04, wide / 2 - 0.04), (-0.022, -0.015), (0.04, tall - 0.04), Material(face)),
    )


def picture(rng: Rng) -> Mesh:
    """Return a framed picture: a few fields of colour."""
    wide, tall = float(rng.uniform(0.5, 0.9)), float(rng.uniform(0.45, 0.7))
    sky, land, far = one(PALE, rng), one(CLOTHS, rng), one(SPINES, rng)
    low = tall * float(rng.uniform(0.3, 0.55))
    return joined(
        board(wide, tall, sky, one(WOODS, rng), rng),
        upright((0.04 - wide / 2, wide / 2 - 0.04), (-0.026, -0.022), (0.04, low), Material(land)),
        upright((0.04 - wide / 2, wide * 0.1), (-0.028, -0.026), (low * 0.8, low + 0.08), Material(far)),
    )


def world_map(rng: Rng) -> Mesh:
    """Return a map: pale seas and a few lands."""
    parts = [board(1.3, 0.85, (0.72, 0.80, 0.84), (0.62, 0.52, 0.40), rng)]
    for x, z, w, h in (
        (-0.4, 0.45, 0.3, 0.25),
        (-0.3, 0.15, 0.16, 0.28),
        (0.05, 0.2, 0.24, 0.4),
        (0.35, 0.4, 0.4, 0.3),
    ):
        parts.append(upright((x - w / 2, x + w / 2), (-0.026, -0.022), (z, z + h), Material(one(CLOTHS, rng))))
    return joined(*parts)


def pegboard(rng: Rng) -> Mesh:
    """Return a board with strips and hooks."""
    parts = [board(1.3, 0.7, (0.78, 0.70, 0.58), (0.56, 0.46, 0.36), rng)]
    parts += [
        upright((x, x + 0.03), (-0.05, -0.02), (0.5 - h, 0.55), WORN)
        for x, h in zip((-0.5, -0.3, -0.05, 0.2, 0.42), (0.3, 0.2, 0.35, 0.25, 0.15))
    ]
    return joined(*parts)


def sign(rng: Rng) -> Mesh:
    """Return a plain sign with two lines of strokes."""
    parts = [board(1.1, 0.4, one(PAINTS, rng), (0.60, 0.54, 0.46), rng)]
    parts += [
        upright((x, x + 0.14), (-0.028, -0.022), (z, z + 0.06), Material((0.50, 0.47, 0.44)))
        for x in (-0.4, -0.2, 0.02, 0.2)
        for z in (0.1, 0.24)
    ]
    return joined(*parts)


def cupboard(rng: Rng) -> Mesh:
    """Return a cupboard that hangs over a counter."""
    return front(0.9, 0.34, 0.72, 2, 1, Material(one(PAINTS, rng)), STEEL)


KINDS: dict[str, Kind] = {
    "sideboard": Kind(sideboard),
    "dresser": Kind(partial(case, 1.0, 0.48, 0.95, 2, 3, False)),
    "drawers": Kind(partial(case, 0.8, 0.46, 0.85, 1, 4, True)),
    "cabinet": Kind(partial(case, 0.9, 0.42, 1.35, 2, 2, False)),
    "wardrobe": Kind(partial(case, 1.3, 0.58, 1.95, 3, 1, False)),
    "nightstand": Kind(partial(case, 0.48, 0.4, 0.5, 1, 2, False)),
    "filing cabinet": Kind(partial(case, 0.5, 0.56, 1.25, 1, 4, True)),
    "counter": Kind(counter, ("table",)),
    "sink": Kind(sink),
    "stove": Kind(stove, ("frying pan",)),
    "fridge": Kind(fridge),
    "bookcase": Kind(partial(shelf, books, False), ("bookshelf", "book")),
    "goods": Kind(partial(shelf, packets, False), ("bookshelf",)),
    "steel shelf": Kind(partial(shelf, boxes, True), ("bookshelf", *BOXES)),
    "desk": Kind(partial(desk, 1.4, True), ("table", "laptop", "television"), free=True),
    "reading desk": Kind(partial(desk, 1.3, False), ("table",), free=True),
    "school desk": Kind(school_desk, ("table", "book"), free=True),
    "settle": Kind(bench_seat, SEATS),
    "cafe set": Kind(cafe_set, ("table", "mug", *SEATS), free=True),
    "till": Kind(till, ("table",), free=True),
    "display": Kind(display, free=True),
    "bar": Kind(bar, ("table",)),
    "workbench": Kind(workbench, ("table", "toolbox"), free=True),
    "lockers": Kind(lockers),
    "crates": Kind(crates, ("suitcase", *BOXES), free=True),
    "radiator": Kind(radiator),
    "plant stand": Kind(plant_stand, ("potted plant", "vase"), free=True),
    "picture": Kind(picture, hangs=1.2),
    "mirror": Kind(partial(board, 0.6, 0.9, (0.80, 0.85, 0.88), (0.70, 0.60, 0.46)), hangs=1.05),
    "board": Kind(partial(board, 1.5, 0.95, (0.92, 0.93, 0.93), (0.70, 0.71, 0.72)), hangs=0.95),
    "blackboard": Kind(partial(board, 1.9, 1.0, (0.42, 0.50, 0.46), (0.66, 0.52, 0.36)), hangs=0.95),
    "map": Kind(world_map, ("globe",), hangs=1.0),
    "pegboard": Kind(pegboard, ("hammer", "saw", "wrench", "screwdriver"), hangs=1.1),
    "sign": Kind(sign, hangs=1.9),
    "cupboard": Kind(cupboard, hangs=1.45),
}
