import numpy as np
import pytest

from vantage import render
from vantage.render import cards, flat
from vantage.shapes import figures, lines
from vantage.shapes.figures import FiguresDrawing, Placed
from vantage.shapes.lines import LinesDrawing

CARD = figures.figure([(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)], halves=[(2, 2, 1, -1)], dots=[(0, 1)])


def ink(picture):
    return (np.asarray(picture) != 255).any(axis=2)


@pytest.mark.parametrize("angle", [0, 35, 90, 200])
@pytest.mark.parametrize("size", [128, 256, 384])
def test_a_card_is_centred_and_keeps_its_area_at_every_angle(size, angle):
    shown = ink(render.draw(FiguresDrawing((Placed(CARD, angle),), 0.15), size))
    for axis in (0, 1):
        filled = np.flatnonzero(shown.any(axis=axis))
        assert abs(filled[0] - (size - 1 - filled[-1])) <= 2
    assert shown.mean() == pytest.approx(4.5 * 0.15**2, rel=0.2)


def test_the_dot_stands_where_the_card_was_turned_to():
    for angle in (0, 90, 180, 270):
        picture = render.draw(FiguresDrawing((Placed(CARD, angle),), 0.2), 300)
        ((x, y),) = cards.dots_of(Placed(CARD, angle))
        assert picture.getpixel((round(150 + 60 * x), round(150 + 60 * y))) == flat.INK
    assert cards.dots_of(Placed(CARD, 0))[0] == pytest.approx((-1, 0))
    assert cards.dots_of(Placed(CARD, 90))[0] == pytest.approx((0, -1)), "clockwise: from the left to the top"


def test_pieces_lie_where_they_are_put():
    square = figures.figure([(0, 0)])
    picture = render.draw(FiguresDrawing((Placed(square, 45, -2, 1), Placed(square, 0, 2, -1)), 0.1), 200)
    fill = flat.shade(flat.SKY, 1.35)
    assert picture.getpixel((60, 120)) == picture.getpixel((140, 80)) == fill
    assert picture.getpixel((100, 100)) == flat.PAPER
    assert picture.getpixel((60, 108)) != flat.PAPER, "a square on its corner is higher than its side"
    assert picture.getpixel((140, 68)) == flat.PAPER


def test_lines_are_drawn_from_point_to_point_in_one_scale():
    mesh = lines.Mesh(4)
    frame = render.draw(LinesDrawing(mesh.edges(mesh.mask([*mesh.frame(), ((1, 1), (2, 2))])), 4), 200)
    place = [round(10 + 45 * i) for i in range(5)]
    assert frame.getpixel((place[0], 100)) == flat.INK
    assert frame.getpixel(((place[1] + place[2]) // 2, (place[1] + place[2]) // 2)) == flat.INK
    assert frame.getpixel((place[3], place[1])) == flat.PAPER
    own = figures.figure([(0, 0), (1, 0)])
    figure = render.draw(LinesDrawing(tuple(figures.edges(own)), 4, figures.outline(own)), 200)
    columns = np.flatnonzero(ink(figure).any(axis=0))
    assert columns[-1] - columns[0] == pytest.approx(2 * 45, abs=4)
    assert figure.getpixel((80, 100)) == cards.TINT


def test_one_drawing_gives_one_picture():
    drawing = FiguresDrawing((Placed(CARD, 25),), 0.15, "pink")
    assert render.draw(drawing, 150).tobytes() == render.draw(drawing, 150).tobytes()
