"""Textured cubes and nets, drawn from polygons.

A texture is a few polygons on the unit square (x rightward, y downward). It reaches a face of the picture by one exact
affine map, so nothing is warped and every edge is crisp at every size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vantage.render.flat import BLUE, GREEN, INK, ORANGE, PINK, RED, SKY, Canvas, Colour, Point, shade
from vantage.render.looks import PLAIN, Look
from vantage.shapes.corners import CornerDrawing
from vantage.shapes.cubes import CubeDrawing, Face, NetDrawing

if TYPE_CHECKING:
    from PIL.Image import Image

Array = npt.NDArray[np.float64]
Shape = tuple[Colour, Array]  # a filled polygon: its colour, and its points (n, 2) on the unit square

CARD: Colour = (250, 249, 245)
LIGHT_TOP, LIGHT_LEFT, LIGHT_RIGHT, LIGHT_BOTTOM = 1.0, 0.93, 0.84, 0.78
PENS = {CARD: "card", INK: "ink", ORANGE: "orange", SKY: "sky", PINK: "pink", GREEN: "green", RED: "red", BLUE: "blue"}
PAINT: Colour = (58, 96, 214)  # no pattern has this blue, or any as a ground
FILL = 0.96  # of the picture's side that a net's longer side takes up
SCALE = 0.56  # length of a cube's edge, in pictures: at the highest camera the cube still fits


def draw_net(drawing: NetDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of a net, in the middle and as large as its longer side lets it be."""
    canvas = Canvas(size, look)
    rows, columns = (max(axis) + 1 for axis in zip(*drawing.squares))
    edge = FILL * size / max(rows, columns)
    corner = np.array([size - columns * edge, size - rows * edge]) / 2
    places = [_Place(corner + edge * np.array([column, row]), _x(edge), _y(edge)) for row, column in drawing.squares]
    for place, face in zip(places, drawing.faces):
        _paint(canvas, face, place, 1.0)
    for place in places:
        canvas.line(place.outline(), canvas.ink, size / 170, closed=True)
    return canvas.finish()


def draw_cube(drawing: CubeDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of a cube seen from a corner, without perspective."""
    return _draw_three(drawing.corner, _cube_places(drawing.azimuth, drawing.elevation, size), LIGHT_TOP, size, look)


def draw_corner(drawing: CornerDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of a cube seen from a corner, above or below, with a face painted blue."""
    light = LIGHT_TOP if drawing.elevation > 0 else LIGHT_BOTTOM
    return _draw_three(drawing.faces, _cube_places(drawing.azimuth, drawing.elevation, size), light, size, look)


def _draw_three(faces: Sequence[Face | None], places: Sequence[_Place], light: float, size: int, look: Look) -> Image:
    canvas = Canvas(size, look)
    for face, place, brightness in zip(faces, places, (light, LIGHT_LEFT, LIGHT_RIGHT)):
        if face is None:
            canvas.polygon(place.outline(), shade(look.pen("painted", PAINT), look.light(brightness)))
        else:
            _paint(canvas, face, place, look.light(brightness))
    for place in places:
        canvas.line(place.outline(), canvas.ink, size / 110, closed=True)
    return canvas.finish()


@dataclass(frozen=True)
class _Place:
    """A parallelogram in the picture: where the unit square's upper left corner and its two axes go, in pixels."""

    origin: Array
    x: Array
    y: Array

    def points(self, unit: Array) -> list[Point]:
        return [(float(px), float(py)) for px, py in self.origin + unit @ np.stack([self.x, self.y])]

    def outline(self) -> list[Point]:
        return self.points(SQUARE)


def _x(length: float) -> Array:
    return np.array([length, 0.0])


def _y(length: float) -> Array:
    return np.array([0.0, length])


def _cube_places(azimuth: float, elevation: float, size: int) -> tuple[_Place, _Place, _Place]:
    """Return the places of the top or bottom, the left and the right face, each as its turn 0 asks."""
    angle, tilt = radians(azimuth), radians(elevation)
    edge = SCALE * size
    left = edge * np.array([-cos(pi / 4 + angle), -sin(pi / 4 + angle) * sin(tilt)])
    right = edge * np.array([cos(pi / 4 - angle), -sin(pi / 4 - angle) * sin(tilt)])
    down = _y(edge * cos(tilt))
    near = size / 2 - (left + right + down) / 2  # the upper end of the edge nearest to the viewer
    top = _Place(near + left + right, -left, -right)
    bottom = _Place(near + left + down, -left, right)
    return (top if elevation > 0 else bottom), _Place(near + left, -left, down), _Place(near, right, down)


def _paint(canvas: Canvas, face: Face, place: _Place, light: float) -> None:
    canvas.polygon(place.outline(), shade(_pen(canvas, CARD), light))
    for colour, points in shapes(face):
        canvas.polygon(place.points(points), shade(_pen(canvas, colour), light))


def _pen(canvas: Canvas, colour: Colour) -> Colour:
    """Return what stands for one of the patterns' colours in the canvas's look."""
    return canvas.look.pen(PENS[colour], colour)


@cache
def shapes(face: Face) -> tuple[Shape, ...]:
    """Return the polygons of a face, flipped and turned as it says, from the lowest to the uppermost."""
    laid = []
    for colour, points in TEXTURE_SHAPES[face.texture]:
        placed = points
        if face.flipped:
            placed = np.stack([1 - placed[:, 0], placed[:, 1]], axis=1)
        for _ in range(face.turn):
            placed = np.stack([1 - placed[:, 1], placed[:, 0]], axis=1)
        laid.append((colour, placed))
    return tuple(laid)


def _polygon(colour: Colour, *points: Point) -> Shape:
    return colour, np.array(points, dtype=float)


def _bar(colour: Colour, left: float, top: float, right: float, bottom: float) -> Shape:
    return _polygon(colour, (left, top), (right, top), (right, bottom), (left, bottom))


def _arc(colour: Colour, x: float, y: float, radius: float, start: float = 0, stop: float = 360) -> Shape:
    """Return a disc, or its part from `start` to `stop` in degrees clockwise from the right, closed by a chord."""
    angles = np.radians(np.linspace(start, stop, 73))
    return colour, np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


def _around(shape: Shape) -> Iterable[Shape]:
    """Yield the shape in its four turns about the middle."""
    colour, points = shape
    for _ in range(4):
        yield colour, points
        points = np.stack([1 - points[:, 1], points[:, 0]], axis=1)


SQUARE = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])

TEXTURE_SHAPES: dict[str, tuple[Shape, ...]] = {
    "arrow": (
        _polygon(BLUE, (0.5, 0.1), (0.88, 0.5), (0.63, 0.5), (0.63, 0.9), (0.37, 0.9), (0.37, 0.5), (0.12, 0.5)),
    ),
    "bars": (
        _bar(SKY, 0.12, 0.66, 0.33, 0.88),
        _bar(BLUE, 0.395, 0.4, 0.605, 0.88),
        _bar(INK, 0.67, 0.12, 0.88, 0.88),
    ),
    "corner": (_polygon(ORANGE, (0, 0), *map(tuple, _arc(ORANGE, 0, 0, 0.78, 0, 90)[1])),),
    "cup": (
        _bar(PINK, 0.12, 0.12, 0.34, 0.88),
        _bar(PINK, 0.66, 0.12, 0.88, 0.88),
        _bar(PINK, 0.12, 0.58, 0.88, 0.88),
    ),
    "diamond": (_polygon(GREEN, (0.5, 0.08), (0.92, 0.5), (0.5, 0.92), (0.08, 0.5)),),
    "dome": (_arc(RED, 0.5, 0.72, 0.4, 180, 360), _bar(INK, 0.1, 0.76, 0.9, 0.9)),
    "dots": (_arc(INK, 0.29, 0.29, 0.2), _arc(INK, 0.71, 0.71, 0.2)),
    "eff": (
        _bar(GREEN, 0.18, 0.1, 0.42, 0.9),
        _bar(GREEN, 0.18, 0.1, 0.84, 0.32),
        _bar(GREEN, 0.18, 0.45, 0.7, 0.65),
    ),
    "flag": (_bar(INK, 0.16, 0.1, 0.27, 0.92), _polygon(RED, (0.27, 0.1), (0.9, 0.36), (0.27, 0.62))),
    "hourglass": (
        _polygon(BLUE, (0.14, 0.1), (0.86, 0.1), (0.5, 0.5)),
        _polygon(BLUE, (0.14, 0.9), (0.86, 0.9), (0.5, 0.5)),
    ),
    "note": (
        _arc(PINK, 0.34, 0.7, 0.22),
        _bar(PINK, 0.45, 0.1, 0.56, 0.7),
        _polygon(PINK, (0.45, 0.1), (0.56, 0.1), (0.86, 0.36), (0.86, 0.58), (0.56, 0.36)),
    ),
    "pinwheel": tuple(_around(_polygon(RED, (0.5, 0.5), (0.5, 0.08), (0.86, 0.3)))),
    "plus": (_bar(ORANGE, 0.37, 0.1, 0.63, 0.9), _bar(ORANGE, 0.1, 0.37, 0.9, 0.63)),
    "ring": (_arc(SKY, 0.5, 0.5, 0.4), _arc(CARD, 0.5, 0.5, 0.2)),
    "sail": (
        _polygon(SKY, (0.5, 0.08), (0.5, 0.66), (0.1, 0.66)),
        _polygon(BLUE, (0.56, 0.3), (0.9, 0.66), (0.56, 0.66)),
        _polygon(INK, (0.1, 0.73), (0.9, 0.73), (0.74, 0.91), (0.26, 0.91)),
    ),
    "stripes": (
        _bar(GREEN, 0.1, 0.12, 0.9, 0.3),
        _bar(GREEN, 0.1, 0.41, 0.9, 0.59),
        _bar(GREEN, 0.1, 0.7, 0.9, 0.88),
    ),
    "tee": (_bar(INK, 0.12, 0.12, 0.88, 0.38), _bar(INK, 0.37, 0.12, 0.63, 0.88)),
    "tent": (
        _polygon(INK, (0.5, 0.1), (0.94, 0.88), (0.06, 0.88)),
        _polygon(CARD, (0.53, 0.28), (0.82, 0.81), (0.53, 0.81)),
        _polygon(ORANGE, (0.47, 0.28), (0.47, 0.81), (0.18, 0.81)),
    ),
    "zed": (
        _bar(RED, 0.1, 0.14, 0.62, 0.4),
        _bar(RED, 0.38, 0.14, 0.62, 0.86),
        _bar(RED, 0.38, 0.6, 0.9, 0.86),
    ),
}
