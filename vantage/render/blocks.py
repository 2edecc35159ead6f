"""Pictures of solids built of blocks, with exact visibility.

Blocks are painted back to front: along each axis away from the camera first. In a grid seen by a distant camera a block
can hide another only if it lies no further back along any axis, so this order is exact, never a guess by distance.
Faces between touching blocks are not painted. Edges where the surface turns away from the camera are drawn thicker:
every silhouette and every step in depth lies on such an edge.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vantage.render import flat
from vantage.render.looks import PLAIN, Look
from vantage.shapes.solids import SHOWN, Cell, SolidDrawing, camera_axes, rotated

COLOURS: dict[str, flat.Colour] = {
    "sky": flat.SKY,
    "green": (64, 184, 148),
    "orange": (240, 176, 56),
    "pink": flat.PINK,
    "blue": (88, 148, 204),
    "white": flat.PAPER,
}
LIGHT = {(0, 0, 1): 1.55, (0, -1, 0): 1.0, (1, 0, 0): 0.66}  # the top lightest, as under a lamp
PALE = {(0, 0, 1): 1.0, (0, -1, 0): 0.95, (1, 0, 0): 0.88}  # on white, where the edges tell the faces apart
THIN, THICK = 1.3, 2.4  # line widths in pixels of a 256-pixel picture
WALL: flat.Colour = (248, 249, 250)
RULED: flat.Colour = (206, 210, 217)
COUNTED = 256  # the size of picture in which shown pixels are counted
LEAST_SHOWN = 20  # pixels of a block's faces in that picture: fewer might be missed
CORNERS = np.indices((2, 2, 2)).reshape(3, -1).T  # of a block; number 4x + 2y + z


def _ring(normal: Cell) -> list[tuple[int, Cell]]:
    """Return the corners of a face in order, each with the outward direction of the edge that leads on from it."""
    axis = next(a for a in range(3) if normal[a])
    first, second = (a for a in range(3) if a != axis)
    found = []
    for u, v, along, sign in ((0, 0, second, -1), (1, 0, first, 1), (1, 1, second, 1), (0, 1, first, -1)):
        place = {axis: int(normal[axis] > 0), first: u, second: v}
        x, y, z = (sign if a == along else 0 for a in range(3))
        found.append((4 * place[0] + 2 * place[1] + place[2], (x, y, z)))
    return found


RINGS = {normal: _ring(normal) for normal in SHOWN}


class Stage:
    """The blocks of a drawing in painting order, and where their corners fall in a picture `size` pixels square."""

    def __init__(self, drawing: SolidDrawing, size: int) -> None:
        turned = rotated(drawing.solid, drawing.view.turn)
        self.taken = frozenset(turned.cells)
        self.cells = sorted(turned.cells, key=lambda cell: (cell[0], -cell[1], cell[2]))
        view = drawing.view
        right, up, _ = camera_axes(view.azimuth, view.elevation, view.roll) * (drawing.scale * size)
        # Rows of the picture count downward.
        self.picture_from_grid = np.stack([right, -up]) * np.array(turned.size)
        drawn = (np.array(self.cells)[:, None] + CORNERS) @ self.picture_from_grid.T
        middle = (drawn.min(axis=(0, 1)) + drawn.max(axis=(0, 1))) / 2
        # Where the room begins, in whole blocks, so that its grid meets the edges of the blocks.
        self.room = (turned.array.max(axis=0) + 1 - drawing.room) // 2
        if drawing.room:
            middle = self.picture_from_grid @ (self.room + drawing.room / 2)
        self.shift = size / 2 - middle
        self.corners: list[list[flat.Point]] = [[(x, y) for x, y in c] for c in (drawn - middle + size / 2).tolist()]

    def points(self, *places: NDArray[np.float64]) -> list[flat.Point]:
        """Return where places of the grid fall in the picture."""
        return [(x, y) for x, y in (np.array(places) @ self.picture_from_grid.T + self.shift).tolist()]

    def faces(self, number: int) -> list[tuple[Cell, list[flat.Point]]]:
        """Return the faces of a block that look at the camera and touch no block: outward normal, corners in order."""
        cell, points = self.cells[number], self.corners[number]
        open_sides = [normal for normal in SHOWN if _add(cell, normal) not in self.taken]
        return [(normal, [points[corner] for corner, _ in RINGS[normal]]) for normal in open_sides]

    def turns_away(self, number: int, normal: Cell, outward: Cell) -> bool:
        """Return whether the surface turns away from the camera at this edge of a face."""
        beside = _add(self.cells[number], outward)
        return outward not in SHOWN and beside not in self.taken and _add(beside, normal) not in self.taken


def _add(a: Cell, b: Cell) -> Cell:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def draw_solid(drawing: SolidDrawing, size: int, look: Look = PLAIN) -> Image.Image:
    """Return the picture of a solid, `size` pixels square, centred."""
    canvas = flat.Canvas(size, look)
    stage = Stage(drawing, size)
    if drawing.room:
        _draw_room(canvas, stage, drawing.room)
    paint(canvas, stage, drawing.colour, PALE if drawing.colour == "white" else LIGHT)
    return canvas.finish()


def _draw_room(canvas: flat.Canvas, stage: Stage, side: int) -> None:
    """Draw the floor and the two far walls of the room, each a sheet ruled in squares."""
    wall, ruled = (canvas.look.pen(name, usual) for name, usual in (("room", WALL), ("ruled", RULED)))
    for corner, first, second in (((0, 0, 0), 0, 1), ((0, 0, 0), 1, 2), ((0, side, 0), 0, 2)):
        start = stage.room + np.array(corner)
        u, v = np.eye(3)[[first, second]]
        canvas.polygon(stage.points(start, start + side * u, start + side * (u + v), start + side * v), wall)
        for step in range(side + 1):
            for along, across in ((u, v), (v, u)):
                begin = start + step * along
                canvas.line(stage.points(begin, begin + side * across), ruled, THIN * canvas.size / 256)


def body(colour: str, look: Look) -> flat.Colour:
    """Return the colour of blocks; those that are white without a look are near white in it."""
    return look.pen("card" if colour == "white" else "body", COLOURS[colour])


def paint(canvas: flat.Canvas, stage: Stage, colour: str, light: Mapping[Cell, float] = LIGHT) -> None:
    """Paint the blocks of a stage, back to front."""
    look = canvas.look
    shades = {normal: flat.shade(body(colour, look), look.light(light[normal])) for normal in SHOWN}
    for number in range(len(stage.cells)):
        faces = stage.faces(number)
        for normal, corners in faces:
            canvas.polygon(corners, shades[normal])
        for normal, corners in faces:
            canvas.line(corners, canvas.ink, THIN * canvas.size / 256, closed=True)
            for (_, outward), start, stop in zip(RINGS[normal], corners, corners[1:] + corners[:1]):
                if stage.turns_away(number, normal, outward):
                    canvas.line([start, stop], canvas.ink, THICK * canvas.size / 256)


def every_block_shows(drawing: SolidDrawing) -> bool:
    """Return whether enough of every block shows to be seen."""
    return min(shown_pixels(drawing)) >= LEAST_SHOWN


def shown_pixels(drawing: SolidDrawing) -> list[int]:
    """Return how many pixels of its faces each block shows in a 256-pixel picture, back to front as painted."""
    stage = Stage(drawing, COUNTED)
    image = Image.new("L", (COUNTED, COUNTED), 0)
    pen = ImageDraw.Draw(image)
    for number in range(len(stage.cells)):
        for _, corners in stage.faces(number):
            pen.polygon([(x - 0.5, y - 0.5) for x, y in corners], fill=number + 1)
    return image.histogram()[1 : len(stage.cells) + 1]
