"""Pieces laid out side by side, each in a faint frame, drawn as solids are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vantage.render import blocks, flat
from vantage.render.looks import PLAIN, Look
from vantage.shapes.assemblies import TILE, PiecesDrawing, squares
from vantage.shapes.solids import Solid, SolidDrawing

if TYPE_CHECKING:
    from PIL.Image import Image

FRAME = flat.shade(flat.FAINT, 1.4)
MARGIN = 0.012  # between a frame and the border of its square, as a part of the picture's side


def draw_pieces(drawing: PiecesDrawing, size: int, look: Look = PLAIN) -> Image:
    """Return the picture of the pieces, `size` pixels square."""
    canvas = flat.Canvas(size, look)
    reach = (TILE / 2 - MARGIN) * size
    for piece, (x, y) in zip(drawing.pieces, squares(len(drawing.pieces))):
        left, top, right, bottom = x * size - reach, y * size - reach, x * size + reach, y * size + reach
        canvas.line(
            [(left, top), (right, top), (right, bottom), (left, bottom)],
            look.pen("frame", FRAME),
            size / 256,
            closed=True,
        )
        blocks.paint(canvas, _stage(piece, drawing, (x, y), size), drawing.colour)
    return canvas.finish()


def _stage(piece: Solid, drawing: PiecesDrawing, middle: flat.Point, size: int) -> blocks.Stage:
    """Return the stage of one piece, moved from the middle of the picture to `middle`."""
    found = blocks.Stage(SolidDrawing(piece, drawing.view, drawing.scale), size)
    dx, dy = ((part - 0.5) * size for part in middle)
    found.corners = [[(x + dx, y + dy) for x, y in corners] for corners in found.corners]
    return found
