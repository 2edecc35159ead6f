"""Pictures of piles of blocks on a floor of squares."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from vantage.render import blocks, flat
from vantage.render.looks import PLAIN, Look
from vantage.shapes import piles, solids
from vantage.shapes.piles import PileDrawing

FLOOR: flat.Colour = (238, 240, 243)
TOP = (0, 0, 1)


class Pile(blocks.Stage):
    """The blocks of a pile, and where points in space fall in a picture `size` pixels square."""

    def __init__(self, drawing: PileDrawing, size: int) -> None:
        view = solids.View(0, drawing.azimuth, drawing.elevation)
        super().__init__(solids.SolidDrawing(drawing.solid, view, drawing.scale), size)
        self.drawing, self.size = drawing, size
        ends = (np.array(self.cells, dtype=np.float64)[:, None] + blocks.CORNERS).reshape(-1, 3)
        points = self.place(ends)
        self.corners = [points[start : start + 8] for start in range(0, len(points), 8)]

    def place(self, points: solids.Floats) -> list[flat.Point]:
        """Return where points in space (n, 3) fall in the picture."""
        return [(x, y) for x, y in (piles.placed(points, self.drawing) * self.size).tolist()]


def draw_pile(drawing: PileDrawing, size: int, look: Look = PLAIN) -> Image.Image:
    """Return the picture of a pile on its floor, `size` pixels square, centred."""
    canvas = flat.Canvas(size, look)
    stage = Pile(drawing, size)
    canvas.polygon(stage.place(piles.floor(drawing.heights)), look.pen("floor", FLOOR))
    wide, deep = len(drawing.heights[0]), len(drawing.heights)
    across = [[(x, 0, 0), (x, deep, 0)] for x in range(wide + 1)]
    along = [[(0, y, 0), (wide, y, 0)] for y in range(deep + 1)]
    for line in (*across, *along):
        canvas.line(stage.place(np.array(line, dtype=np.float64)), canvas.faint, 0.9 * size / 256)
    blocks.paint(canvas, stage, drawing.colour)
    return canvas.finish()


def top_pixels(drawing: PileDrawing) -> list[int]:
    """Return how many pixels of its top each column shows in a 256-pixel picture, in the order of `piles.columns`."""
    stage = Pile(drawing, blocks.COUNTED)
    image = Image.new("L", (blocks.COUNTED, blocks.COUNTED), 0)
    pen = ImageDraw.Draw(image)
    places = {(x, y, high - 1): n for n, (x, y, high) in enumerate(piles.columns(drawing.heights), start=1)}
    for number, cell in enumerate(stage.cells):
        for normal, corners in stage.faces(number):
            pen.polygon([(x - 0.5, y - 0.5) for x, y in corners], fill=places[cell] if normal == TOP else 0)
    return image.histogram()[1 : len(places) + 1]
