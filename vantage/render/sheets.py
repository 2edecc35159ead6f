"""Sheets of paper: a fold to be made or just made, a folded sheet with its holes, the flat sheet with its holes.

All are drawn to one scale in one place of the picture, so that a hole keeps its position from picture to picture.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import TYPE_CHECKING

from vantage.render import flat
from vantage.render.looks import PLAIN, Look
from vantage.shapes import paper
from vantage.task import Mistake

if TYPE_CHECKING:
    from PIL.Image import Image

FRONT = flat.shade(flat.SKY, 1.5)
BACK = flat.shade(flat.ORANGE, 1.5)
SHADED = flat.shade(flat.FAINT, 0.92)
GHOST = flat.shade(flat.FAINT, 1.35)
SHARE = 0.92  # of the picture's side that the sheet takes up

Place = Callable[[tuple[float, float]], flat.Point]


def draw_sheet(drawing: paper.SheetDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of a sheet, `size` pixels square."""
    canvas = flat.Canvas(size, look)
    front, back = look.pen("front", FRONT), look.pen("back", BACK)
    scale, margin = size * SHARE / paper.SIDE, size * (1 - SHARE) / 2
    line = max(1.0, size / 150)
    radius = scale * paper.HOLE / 2
    if drawing.holes and radius < line:
        raise Mistake(f"the holes of a sheet do not show in {size} pixels; the picture must be larger")

    def at(point: tuple[float, float]) -> flat.Point:
        return margin + scale * point[0], margin + scale * point[1]

    if drawing.pieces != paper.SheetDrawing().pieces:
        canvas.line([at(p) for p in paper.SQUARE], look.pen("ghost", GHOST), line * 0.7, closed=True)
    for piece, shaded in zip_longest(drawing.pieces, drawing.shaded):
        canvas.polygon([at(p) for p in piece.outline], back if piece.back else front)
        if shaded:
            canvas.polygon([at(p) for p in shaded], look.pen("shaded", SHADED))
        canvas.line([at(p) for p in piece.outline], canvas.ink, line, closed=True)
    if drawing.left:
        _draw_fold(canvas, drawing, at, line)
    elif drawing.crease:
        _draw_crease(canvas, drawing, at, line)
    for hole in drawing.holes:
        canvas.disc(at(hole), radius, canvas.ink)
        canvas.disc(at(hole), radius - line, canvas.paper)
    return canvas.finish()


def _draw_fold(canvas: flat.Canvas, drawing: paper.SheetDrawing, at: Place, line: float) -> None:
    """Draw the place that the moved part left, the fold line, and an arrow from the one place to the other."""
    left = drawing.left
    for p, q in zip(left, left[1:] + left[:1]):
        if not {p, q} <= set(drawing.crease):
            _draw_dots(canvas, at(p), at(q), line)
    canvas.line([at(p) for p in drawing.crease], canvas.look.pen("back", BACK), line)
    _draw_crease(canvas, drawing, at, line)
    draw_arrow(canvas, at(_middle(left)), at(_middle(drawing.flap)), line)


def _draw_crease(canvas: flat.Canvas, drawing: paper.SheetDrawing, at: Place, line: float) -> None:
    a, b = (at(p) for p in drawing.crease)
    canvas.dashes(a, b, canvas.look.pen("crease", flat.RED), line * 2, line * 8, line * 5)


def _draw_dots(canvas: flat.Canvas, a: flat.Point, b: flat.Point, line: float) -> None:
    count = max(1, round(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 / (line * 3.5)))
    for i in range(count + 1):
        t = i / count
        canvas.disc((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), line * 0.65, canvas.ink)


def _middle(shape: paper.Polygon) -> tuple[float, float]:
    return sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)


def draw_arrow(canvas: flat.Canvas, start: flat.Point, stop: flat.Point, line: float) -> None:
    """Draw a bowed arrow; `line` is the width of the picture's lines."""
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    bow = 0.35 if dx > 0 or (dx == 0 and dy < 0) else -0.35  # upward, as paper is lifted
    control = ((start[0] + stop[0]) / 2 + bow * dy, (start[1] + stop[1]) / 2 - bow * dx)

    def curve(t: float) -> flat.Point:
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return u * start[0] + v * control[0] + w * stop[0], u * start[1] + v * control[1] + w * stop[1]

    canvas.line([curve(i / 16) for i in range(16)], canvas.ink, line * 1.3)
    (bx, by), (tx, ty) = curve(0.8), stop
    length = ((tx - bx) ** 2 + (ty - by) ** 2) ** 0.5
    ux, uy = (tx - bx) / length * line * 7, (ty - by) / length * line * 7
    head = [(tx, ty), (tx - ux - uy * 0.45, ty - uy + ux * 0.45), (tx - ux + uy * 0.45, ty - uy - ux * 0.45)]
    canvas.polygon(head, canvas.ink)
