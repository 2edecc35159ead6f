"""Walls as meshes: the faces between their openings, and what fills those: panes, frames, door leaves, curtains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vantage.assets.meshes import Colour, Material, Mesh
from vantage.geometry import Array
from vantage.settings.plans import Opening, Wall

Span = tuple[float, float]
Rect = tuple[
    Span, Span, float, Material, float
]  # along the wall, up, how far out of it, and texture repeats every so many metres

FRAME = Material((0.90, 0.89, 0.86))
SKIRT = Material((0.91, 0.90, 0.87))
DAY = Material((1.30, 1.38, 1.46))  # brighter than white: light comes through
PANE = Material((0.70, 0.80, 0.88), gloss=0.4)  # from outside a pane shows the sky
HIDDEN = 0.2  # metres that a pane or a leaf goes on behind the wall, so that a look from the side meets no gap
DOORS: tuple[Colour, ...] = ((0.72, 0.58, 0.44), (0.84, 0.83, 0.79), (0.62, 0.68, 0.70), (0.70, 0.62, 0.56))
CURTAINS: tuple[Colour, ...] = ((0.80, 0.74, 0.66), (0.70, 0.74, 0.78), (0.76, 0.78, 0.70), (0.82, 0.72, 0.70))
REPEAT = {"brick": 1.1, "siding": 1.6, "tiles": 0.8, "paper": 0.9}  # metres; of other textures 2


@dataclass(frozen=True)
class Quad:
    """A flat four-cornered face: corners (4, 3), counter-clockwise from outside, and its texture's (u, v) there."""

    corners: Array
    uv: Array
    material: Material


def quilt(quads: Sequence[Quad]) -> Mesh:
    """Return quads as one mesh."""
    materials = tuple(dict.fromkeys(quad.material for quad in quads))
    at = np.array([quad.corners for quad in quads])
    across = np.cross(at[:, 1] - at[:, 0], at[:, 2] - at[:, 0])
    flat = across / np.linalg.norm(across, axis=1, keepdims=True)
    faces = (4 * np.arange(len(quads))[:, None, None] + np.array([[0, 1, 2], [0, 2, 3]])).reshape(-1, 3)
    uv = np.array([quad.uv for quad in quads])[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3, 2)
    number = np.repeat([materials.index(quad.material) for quad in quads], 2)
    return Mesh(
        at.reshape(-1, 3).astype(np.float32),
        faces.astype(np.int32),
        np.repeat(flat, 2, axis=0)[:, None].repeat(3, axis=1).astype(np.float32),
        uv.astype(np.float32),
        number.astype(np.int16),
        materials,
    )


def level(low: Span, high: Span, z: float, material: Material, repeat: float = 1.0) -> Quad:
    """Return a level rectangle that looks upward, between two opposite corners."""
    (x0, y0), (x1, y1) = low, high
    flat = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return Quad(np.column_stack([flat, np.full(4, z)]), flat / repeat, material)


def built(wall: Wall, floor: float, paint: Material, inside: bool) -> Mesh:
    """Return a wall, its openings filled; `inside` a room, with curtains and a skirting board."""
    start, end = np.array(wall.start), np.array(wall.end)
    along = (end - start) / wall.length
    inward = np.array([-along[1], along[0]])
    found = []
    for (x0, x1), (z0, z1), out, material, repeat in _rects(wall, paint, inside):
        corners = [(x0, z0), (x0, z1), (x1, z1), (x1, z0)]  # counter-clockwise, seen from the place
        at = [(*(start + x * along + out * inward), floor + z) for x, z in corners]
        found.append(Quad(np.array(at), np.array(corners) / repeat, material))
    return quilt(found)


def _rects(wall: Wall, paint: Material, inside: bool) -> Iterator[Rect]:
    """Yield the rectangles that a wall is made of."""
    repeat = REPEAT.get(str(paint.texture), 2.0)
    columns = sorted({0.0, wall.length, *(e for o in wall.openings for e in edges(o))})
    for left, right in pairwise(columns):
        cut = sorted((o.sill, o.sill + o.height) for o in wall.openings if _covers(o, (left + right) / 2))
        rows = [0.0, *(z for pair in cut for z in pair), wall.height]
        for low, high in zip(rows[0::2], rows[1::2]):
            if high > low:
                yield (left, right), (low, high), 0.0, paint, repeat
    for opening in wall.openings:
        yield from _filled(opening, inside, wall.finish)
    if inside:
        doors = sorted(edges(o) for o in wall.openings if o.kind != "window")
        ends = [0.0, *(e for pair in doors for e in pair), wall.length]
        yield from (((a, b), (0.0, 0.09), 0.012, SKIRT, 1.0) for a, b in zip(ends[0::2], ends[1::2]))


def edges(opening: Opening) -> Span:
    """Return where an opening begins and ends along its wall."""
    return opening.at - opening.width / 2, opening.at + opening.width / 2


def _covers(opening: Opening, x: float) -> bool:
    left, right = edges(opening)
    return left < x < right


def _filled(opening: Opening, inside: bool, finish: int) -> Iterator[Rect]:
    """Yield what fills an opening: it lies a little behind the wall, its frame a little before it."""
    (a, b), low, high = edges(opening), opening.sill, opening.sill + opening.height
    rim = 0.07
    colour = DOORS[finish % len(DOORS)]
    yield from _frame((a, b), (low, high), rim, opening.kind == "window")
    if opening.kind == "doorway":  # nothing fills it
        return
    if opening.kind == "door":
        leaf, panel = Material(colour), Material((colour[0] * 0.92, colour[1] * 0.92, colour[2] * 0.92))
        yield (a - HIDDEN, b + HIDDEN), (low, high + HIDDEN), -0.03, leaf, 0.8
        half = (low + high) / 2
        for z0, z1 in ((low + 0.15, half - 0.05), (half + 0.1, high - 0.15)):
            yield from (((x0, x1), (z0, z1), -0.026, panel, 0.8) for x0, x1 in _halves(a + 0.1, b - 0.1))
        yield (b - 0.16, b - 0.06), (half - 0.02, half + 0.01), -0.01, FRAME, 1.0
        return
    pane = DAY if inside else PANE
    yield (a - HIDDEN, b + HIDDEN), (low - HIDDEN, high + HIDDEN), -0.06, pane, 1.0
    middle, third = (a + b) / 2, low + 0.68 * (high - low)
    yield (middle - 0.025, middle + 0.025), (low, high), -0.03, FRAME, 1.0
    yield (a, b), (third - 0.02, third + 0.02), -0.029, FRAME, 1.0
    if inside:
        yield from _curtains((a, b), (low, high), Material(CURTAINS[finish // 8 % len(CURTAINS)], "folds"))


def _frame(across: Span, up: Span, rim: float, sill: bool) -> Iterator[Rect]:
    (a, b), (low, high) = across, up
    yield (a - rim, a), (low, high + rim), 0.015, FRAME, 1.0
    yield (b, b + rim), (low, high + rim), 0.015, FRAME, 1.0
    yield (a, b), (high, high + rim), 0.015, FRAME, 1.0
    if sill:
        yield (a - rim - 0.05, b + rim + 0.05), (low - 0.06, low), 0.03, FRAME, 1.0


def _curtains(across: Span, up: Span, cloth: Material) -> Iterator[Rect]:
    (a, b), (low, high) = across, up
    for x0, x1 in ((a - 0.28, a + 0.06), (b - 0.06, b + 0.28)):
        yield (x0, x1), (max(0.05, low - 0.35), high + 0.14), 0.05, cloth, 0.35
    yield (a - 0.34, b + 0.34), (high + 0.14, high + 0.17), 0.06, Material((0.62, 0.54, 0.44)), 1.0


def _halves(low: float, high: float) -> tuple[Span, Span]:
    middle = (low + high) / 2
    return (low, middle - 0.04), (middle + 0.04, high)
