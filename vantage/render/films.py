"""Printed sheets: the sheet before a fold, with the part that moves shaded, and what is seen of it folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from vantage.render import flat, sheets
from vantage.render.looks import PLAIN, Look
from vantage.shapes import paper, prints

if TYPE_CHECKING:
    from PIL.Image import Image

INK = flat.shade(flat.BLUE, 0.55)
FILM = tuple(flat.shade(flat.GREEN, light) for light in (1.84, 1.68, 1.54, 1.42))  # by the number of layers
PAPER = (sheets.FRONT, sheets.BACK)
SHARE = 0.9  # of the picture's side that the sheet takes up

Place = Callable[[tuple[float, float]], flat.Point]


def draw_print(drawing: prints.PrintDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of a printed sheet, `size` pixels square."""
    canvas = flat.Canvas(size, look)
    at, line = _placed(drawing, size), max(1.0, size / 150)
    areas = drawing.look.areas
    if not drawing.centred and areas[0] != prints.SHEET:
        canvas.line([at(corner) for corner in paper.SQUARE], look.pen("ghost", sheets.GHOST), line * 0.7, closed=True)
    for area, colour in zip(areas, _colours(drawing.opaque, look)):
        _fill(canvas, area, colour, at)
        _fill(canvas, area & drawing.moving, flat.shade(colour, 0.8), at)
    _fill(canvas, drawing.look.print, look.pen("print", INK), at)
    for area in areas[1:]:
        _outline(canvas, area, at, line * 0.6)
    _outline(canvas, areas[0], at, line)
    if drawing.crease:
        a, b = (at(end) for end in drawing.crease)
        canvas.line([a, b], canvas.paper, line * 2.6)  # so that the dashes show on the print too
        canvas.dashes(a, b, look.pen("crease", flat.RED), line * 2, line * 8, line * 5)
    return canvas.finish()


def _colours(opaque: bool, look: Look) -> tuple[flat.Colour, ...]:
    """Return what the areas of a sheet are filled with."""
    names, usual = (("front", "back"), PAPER) if opaque else ([f"film {n}" for n in range(len(FILM))], FILM)
    return tuple(map(look.pen, names, usual))


def _placed(drawing: prints.PrintDrawing, size: int) -> Place:
    """Return the map from units to pixels: the sheet, or a shape to be centred, lies in the middle of the picture."""
    scale, middle = size * SHARE / paper.SIDE, paper.SIDE / 2
    x0 = y0 = middle
    if drawing.centred:
        left, top, right, bottom = prints.box(drawing.look.areas[0])
        x0, y0 = (left + right) / 2, (top + bottom) / 2
    return lambda point: (size / 2 + scale * (point[0] - x0), size / 2 + scale * (point[1] - y0))


def _fill(canvas: flat.Canvas, quarters: prints.Quarters, colour: flat.Colour, at: Place) -> None:
    """Fill quarters: each run of whole cells as one rectangle, for that is quicker, and the rest one by one."""
    whole = sorted((j, i) for (i, j), bits in prints.by_cell(quarters).items() if bits == 15)
    for j, run in groupby(enumerate(whole), lambda place: (place[1][0], place[1][1] - place[0])):
        columns = [i for _, (_, i) in run]
        left, top, right = columns[0] * prints.CELL, j[0] * prints.CELL, (columns[-1] + 1) * prints.CELL
        bottom = top + prints.CELL
        canvas.polygon([at((left, top)), at((right, top)), at((right, bottom)), at((left, bottom))], colour)
    inside = set(whole)
    for x, y in quarters:
        if (y // prints.CELL, x // prints.CELL) not in inside:
            canvas.polygon([at(corner) for corner in prints.corners((x, y))], colour)


def _outline(canvas: flat.Canvas, quarters: prints.Quarters, at: Place, line: float) -> None:
    """Draw the edges of an area: those that belong to one of its quarters alone."""
    edges = Counter(edge for quarter in quarters for edge in _edges(quarter))
    for (a, b), count in edges.items():
        if count == 1:
            canvas.line([at(a), at(b)], canvas.ink, line)


@cache
def _edges(quarter: paper.Point) -> tuple[tuple[paper.Point, paper.Point], ...]:
    a, b, c = sorted(prints.corners(quarter))
    return (a, b), (b, c), (a, c)
