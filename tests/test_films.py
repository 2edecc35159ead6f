import numpy as np
import pytest

from vantage import render
from vantage.render import films, flat, sheets
from vantage.shapes import paper, prints
from vantage.shapes.paper import Fold

FOLDS = (Fold(1, 0, 48, -1), Fold(1, 1, 160, 1))  # left over right, then a corner
PRINTED = prints.marks()[30] | prints.marks()[800]


def pixel(picture, point, middle=(paper.SIDE / 2, paper.SIDE / 2)):
    side = picture.width
    x, y = (side / 2 + films.SHARE * side / paper.SIDE * (c - m) for c, m in zip(point, middle))
    return picture.getpixel((int(x), int(y)))


def expected(look, opaque, place):
    if place in look.print:
        return films.INK
    colours = films.PAPER if opaque else films.FILM
    return colours[sum(place in area for area in look.areas) - 1]


@pytest.mark.parametrize("size", [128, 256, 384])
@pytest.mark.parametrize("opaque", [False, True])
def test_every_quarter_shows_what_is_seen_there(size, opaque):
    look = prints.seen(FOLDS, PRINTED, opaque)
    picture = render.draw(prints.PrintDrawing(look, opaque, centred=True), size)
    assert picture.size == (size, size)
    left, top, right, bottom = prints.box(look.areas[0])
    middle = ((left + right) / 2, (top + bottom) / 2)
    for place in look.areas[0]:
        assert pixel(picture, place, middle) == expected(look, opaque, place)


def test_the_part_that_moves_is_shaded():
    drawing = prints.fold_drawing(FOLDS[:1], frozenset(), opaque=False)
    picture = render.draw(drawing, 256)
    assert pixel(picture, (20, 60)) == flat.shade(films.FILM[0], 0.8)
    assert pixel(picture, (100, 60)) == films.FILM[0]


def test_a_folded_sheet_stays_where_it_lies_until_it_is_to_be_centred():
    look = prints.seen(FOLDS[:1], frozenset(), opaque=True)
    lying, centred = (render.draw(prints.PrintDrawing(look, True, centred=c), 256) for c in (False, True))
    assert pixel(lying, (20, 60)) == flat.PAPER
    assert pixel(lying, (100, 60)) == films.PAPER[0]
    ink = (np.asarray(centred.convert("L")) < 200).nonzero()[1]
    assert abs((ink.min() + ink.max()) / 2 - 127.5) <= 1
    assert pixel(lying, (0, 64)) == sheets.GHOST, "the place of the whole sheet is marked"


def test_runs_of_cells_and_single_quarters_fill_alike():
    one, other = (flat.Canvas(128) for _ in range(2))
    films._fill(one, prints.SHEET, films.INK, lambda p: p)
    other.polygon([(0, 0), (128, 0), (128, 128), (0, 128)], films.INK)
    assert np.array_equal(np.asarray(one.finish()), np.asarray(other.finish()))


def test_one_drawing_gives_one_picture():
    drawing = prints.fold_drawing(FOLDS, PRINTED, opaque=True)
    assert flat.encode(render.draw(drawing, 200)) == flat.encode(render.draw(drawing, 200))
