"""Flat figures: filled cards and pieces at any angle, and line figures on a grid."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING

from vantage.render import flat
from vantage.render.looks import PLAIN, Look
from vantage.shapes import figures, lines

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = {"sky": flat.SKY, "green": flat.GREEN, "orange": flat.ORANGE, "pink": flat.PINK, "blue": flat.BLUE}
DOT = 0.27  # the radius of a dot, in cells
SHARE = 0.9  # of the picture's side that a grid of lines takes up
TINT = flat.shade(flat.SKY, 1.72)


def draw_figures(drawing: figures.FiguresDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of filled figures, `size` pixels square."""
    canvas = flat.Canvas(size, look)
    line = max(1.2, size / 120)
    colour = flat.shade(look.pen("body", COLOURS[drawing.colour]), 1.35)
    for placed in drawing.placed:
        unit = drawing.scale * size
        corners = [(size / 2 + unit * x, size / 2 + unit * y) for x, y in corners_of(placed)]
        canvas.polygon(corners, colour)
        canvas.line(corners, canvas.ink, line, closed=True)
        for x, y in dots_of(placed):
            canvas.disc((size / 2 + unit * x, size / 2 + unit * y), DOT * unit, canvas.ink)
    return canvas.finish()


def corners_of(placed: figures.Placed) -> list[flat.Point]:
    """Return a figure's corners as it is drawn, in cells from the middle of the picture."""
    return _set_down(placed, [(float(x), float(y)) for x, y in figures.outline(placed.figure)])


def dots_of(placed: figures.Placed) -> list[flat.Point]:
    """Return the middles of a figure's dots as it is drawn, in cells from the middle of the picture."""
    return _set_down(placed, [(x + 0.5, y + 0.5) for x, y in placed.figure.dots])


def _set_down(placed: figures.Placed, points: list[flat.Point]) -> list[flat.Point]:
    c, s = cos(radians(placed.angle)), sin(radians(placed.angle))
    box = [(c * x - s * y, s * x + c * y) for x, y in figures.outline(placed.figure)]
    middle = [(min(line) + max(line)) / 2 for line in zip(*box)]
    return [(c * x - s * y - middle[0] + placed.x, s * x + c * y - middle[1] + placed.y) for x, y in points]


def draw_lines(drawing: lines.LinesDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of lines on a grid, `size` pixels square; one grid is drawn at one scale in every picture."""
    canvas = flat.Canvas(size, look)
    unit, line = size * SHARE / drawing.side, max(1.2, size / 100)
    points = [point for edge in drawing.edges for point in edge]
    left, top = (size / 2 - unit * (min(line) + max(line)) / 2 for line in zip(*points))

    def at(point: figures.Point) -> flat.Point:
        return left + unit * point[0], top + unit * point[1]

    if drawing.outline:
        canvas.polygon([at(point) for point in drawing.outline], look.pen("tint", TINT))
    for edge in drawing.edges:
        canvas.line([at(point) for point in edge], canvas.ink, line)
    return canvas.finish()
