"""Pictures of mazes: every block a whole number of pixels wide, so that all its edges are sharp."""

from __future__ import annotations

import numpy as np
from PIL import Image

from vantage.render import flat
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


def draw_maze(drawing: MazeDrawing, size: int) -> Image.Image:
    """Return the picture of a maze, `size` pixels square, with as wide a margin as whole blocks leave."""
    count = len(drawing.rows)
    edge = size // count
    if edge < 1:
        raise Mistake(f"a maze of {count} blocks does not fit into {size} pixels")
    small = np.array([[COLOURS[sign] for sign in line] for line in drawing.rows], dtype=np.uint8)
    large = small.repeat(edge, axis=0).repeat(edge, axis=1)
    for row, line in enumerate(drawing.rows):
        for column, sign in enumerate(line):
            if sign in LETTERS:
                _write(large[row * edge : (row + 1) * edge, column * edge : (column + 1) * edge], LETTERS[sign])
    picture = np.full((size, size, 3), flat.PAPER, dtype=np.uint8)
    margin = (size - count * edge) // 2
    picture[margin : margin + count * edge, margin : margin + count * edge] = large
    return Image.fromarray(picture)


def _write(square: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], letter: tuple[str, ...]) -> None:
    """Write a letter in white into a square of pixels, with a rim where there is room; none if it is too small."""
    if len(square) < len(letter):
        return
    scale = max(1, len(square) // (len(letter) + 2))
    dots = np.array([[dot == "#" for dot in line] for line in letter]).repeat(scale, axis=0).repeat(scale, axis=1)
    top, left = ((len(square) - extent) // 2 for extent in dots.shape)
    square[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = flat.PAPER
