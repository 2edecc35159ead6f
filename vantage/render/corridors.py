"""Pictures of mazes: every block a whole number of pixels wide, so that all its edges are sharp."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vantage.plots import fonts
from vantage.render import flat
from vantage.render.looks import FONTS, PLAIN, Look
from vantage.shapes.mazes import EXIT, OPEN, START, WALL, WAY, MazeDrawing
from vantage.task import Mistake

COLOURS: dict[str, flat.Colour] = {
    WALL: (20, 22, 26),
    OPEN: flat.PAPER,
    WAY: (70, 140, 235),
    START: (20, 150, 80),
    EXIT: (214, 40, 40),
}
LETTERS = {
    START: (".####", "#....", "#....", ".###.", "....#", "....#", "####."),
    EXIT: ("#####", "#....", "#....", "####.", "#....", "#....", "#####"),
}


NAMES = {START: "S", EXIT: "E"}
SMALLEST = 14  # pixels of a block's side, below which letters are of dots
Pixels = NDArray[np.uint8]
PENS = {WALL: "wall", OPEN: "open", WAY: "way", START: "start", EXIT: "exit"}


def draw_maze(drawing: MazeDrawing, size: int, look: Look = PLAIN) -> Image.Image:
    """Return the picture of a maze, `size` pixels square, with as wide a margin as whole blocks leave."""
    count = len(drawing.rows)
    edge = int(size * look.zoom) // count or size // count
    if edge < 1:
        raise Mistake(f"a maze of {count} blocks does not fit into {size} pixels")
    colours = {sign: look.pen(PENS[sign], usual) for sign, usual in COLOURS.items()}
    small = np.array([[colours[sign] for sign in line] for line in drawing.rows], dtype=np.uint8)
    large = small.repeat(edge, axis=0).repeat(edge, axis=1)
    for row, line in enumerate(drawing.rows):
        for column, sign in enumerate(line):
            if sign in LETTERS:
                square = large[row * edge : (row + 1) * edge, column * edge : (column + 1) * edge]
                _write(square, sign, colours[OPEN], look.font)
    picture = np.full((size, size, 3), look.pen("paper", flat.PAPER), dtype=np.uint8)
    free = size - count * edge
    left, top = (min(free, max(0, round(free / 2 + size * part))) if part else free // 2 for part in look.shift)
    picture[top : top + count * edge, left : left + count * edge] = large
    return Image.fromarray(picture)


def _write(square: Pixels, sign: str, colour: flat.Colour, font: str) -> None:
    """Write a block's letter into its square of pixels, with a rim where there is room; none if it is too small."""
    if len(square) < len(LETTERS[sign]):
        return
    if font == FONTS[0] or len(square) < SMALLEST:
        scale = max(1, len(square) // (len(LETTERS[sign]) + 2))
        dots = np.array([[dot == "#" for dot in line] for line in LETTERS[sign]])
        dots = dots.repeat(scale, axis=0).repeat(scale, axis=1)
        top, left = ((len(square) - extent) // 2 for extent in dots.shape)
        square[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = colour
        return
    image = Image.fromarray(square)
    middle = (len(square) / 2, len(square) / 2)
    ImageDraw.Draw(image).text(middle, NAMES[sign], colour, _font(font, round(len(square) * 0.85)), anchor="mm")
    square[:] = np.asarray(image)


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    ((face, _),) = fonts.runs("S", bold=weight == "bold")
    return ImageFont.truetype(io.BytesIO(face.data), size)
