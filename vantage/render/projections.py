"""Pictures of orthographic views, and of solids with an arrow that shows where an observer stands.

A view's lines are thick where the depth changes and at the outline, thin between squares of one depth, and what lies
deeper is darker: so two views look alike only if their depths are the same.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from vantage.render import blocks, flat
from vantage.render.looks import PLAIN, Look
from vantage.shapes import views
from vantage.shapes.solids import Floats
from vantage.shapes.views import EMPTY, StandDrawing, ViewDrawing

DEPTHS = (1.62, 1.32, 1.02, 0.78, 0.58)  # light on squares, the nearest first
BELOW = {
    (0, 0, 1): 0.5,
    (0, -1, 0): 1.5,
    (1, 0, 0): 1.0,
}  # by the normals of the reflected solid: its top is the bottom
THIN, THICK = 1.0, 3.4  # line widths in pixels of a 256-pixel picture


def draw_view(drawing: ViewDrawing, size: int, look: Look = PLAIN) -> Image.Image:
    """Return the picture of an orthographic view, `size` pixels square, centred."""
    canvas = flat.Canvas(size, look, over=2)  # upright lines need less smoothing than slanted ones
    side = drawing.cell * size
    left = (size - len(drawing.rows[0]) * side) / 2
    top = (size - len(drawing.rows) * side) / 2
    depth = {(x, y): d for y, row in enumerate(drawing.rows) for x, d in enumerate(row) if d != EMPTY}
    colour = blocks.body(drawing.colour, look)
    lines: dict[bool, list[list[flat.Point]]] = {False: [], True: []}
    for (x, y), own in depth.items():
        corners = [(left + (x + u) * side, top + (y + v) * side) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
        canvas.polygon(corners, flat.shade(colour, look.light(DEPTHS[own])))
        beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for place, start, stop in zip(beside, corners, corners[1:] + corners[:1]):
            lines[depth.get(place) != own].append([start, stop])
    for step, width in ((False, THIN), (True, THICK)):  # thick lines last, so that none is crossed by a thin one
        for line in lines[step]:
            canvas.line(line, canvas.ink, width * size / 256)
    return canvas.finish()


class Stand(blocks.Stage):
    """The blocks of a solid as it stands, and where points in space fall in a picture `size` pixels square."""

    def __init__(self, drawing: StandDrawing, size: int) -> None:
        super().__init__(drawing.reflected, size)
        self.drawing, self.size = drawing, size
        low, high = views.frame(drawing)
        self.middle = (low + high) / 2
        box = drawing.solid.array.max(axis=0) + 1.0
        ends = [np.array(cell) + blocks.CORNERS.astype(np.float64) for cell in self.cells]
        self.corners = [self.place(box - end if drawing.opposite else end) for end in ends]

    def place(self, points: Floats) -> list[flat.Point]:
        """Return where points in space (n, 3) fall in the picture."""
        drawing = self.drawing
        drawn = views.drawn(points, drawing.azimuth, drawing.elevation, drawing.opposite) - self.middle
        pixels = drawn * (1, -1) * drawing.scale * self.size + self.size / 2
        return [(x, y) for x, y in pixels.tolist()]


def draw_stand(drawing: StandDrawing, size: int, look: Look = PLAIN) -> Image.Image:
    """Return the picture of a solid as it stands, with the arrow if it has one, `size` pixels square, centred."""
    canvas = flat.Canvas(size, look)
    stage = Stand(drawing, size)
    light = BELOW if drawing.opposite else blocks.LIGHT
    blocks.paint(canvas, stage, drawing.colour, light)
    if drawing.arrow:
        arrow = views.arrow(drawing.solid, drawing.arrow, drawing.azimuth, drawing.elevation)
        canvas.polygon(stage.place(arrow.body), look.pen("crease", flat.RED))
        canvas.line(stage.place(arrow.shaft), canvas.ink, 2.4 * size / 256)
        canvas.polygon(stage.place(arrow.head), canvas.ink)
    return canvas.finish()


def shown_pixels(drawing: StandDrawing) -> list[int]:
    """Return how many pixels each block shows in a 256-pixel picture, in the order of the solid's cells."""
    reflected = drawing.reflected
    painted = sorted(reflected.solid.cells, key=lambda cell: (cell[0], -cell[1], cell[2]))
    counts = dict(zip(painted, blocks.shown_pixels(reflected)))
    box = drawing.solid.array.max(axis=0)
    own = (box - drawing.solid.array if drawing.opposite else drawing.solid.array).tolist()
    return [counts[x, y, z] for x, y, z in own]
