import numpy as np
import pytest

from vantage import render
from vantage.render import flat, sheets
from vantage.shapes import paper
from vantage.shapes.paper import SIDE

FOLDS = (paper.Fold(1, 0, 64, -1), paper.Fold(0, 1, 64, 1))  # left over right, then the lower half up
HOLES = paper.unfold(FOLDS, [(90, 30)])


def pixel(picture, point):
    side = picture.width
    x, y = ((1 - sheets.SHARE) / 2 * side + sheets.SHARE * side / SIDE * c for c in point)
    return picture.getpixel((int(x), int(y)))


@pytest.mark.parametrize("size", [120, 256, 384])
def test_holes_show_where_they_are_and_nowhere_else(size):
    picture = render.draw(paper.open_drawing(HOLES), size)
    assert picture.size == (size, size)
    for x in range(8, SIDE, 8):
        for y in range(8, SIDE, 8):
            gap = min(np.hypot(x - u, y - v) for u, v in HOLES)
            if gap < paper.HOLE / 2 - 3:
                assert pixel(picture, (x, y)) == flat.PAPER
            elif gap > paper.HOLE / 2 + 2:
                assert pixel(picture, (x, y)) == sheets.FRONT


def test_a_stage_shows_the_back_where_the_paper_went_and_nothing_where_it_was():
    picture = render.draw(paper.stage_drawing(FOLDS), 256)
    assert pixel(picture, (110, 16)) == sheets.BACK
    assert pixel(picture, (110, 112)) == flat.PAPER
    assert pixel(picture, (32, 32)) == flat.PAPER


@pytest.mark.parametrize("draw", [paper.stage_drawing, lambda folds: paper.punched_drawing(folds, [])])
def test_where_a_flap_ends_is_seen(draw):
    picture = render.draw(draw((paper.Fold(1, 0, 80, 1),)), 256)
    assert pixel(picture, (16, 100)) == sheets.FRONT
    assert pixel(picture, (56, 100)) == sheets.BACK
    row = [pixel(picture, (x / 4, 100)) for x in range(4 * 16, 4 * 56)]
    assert flat.INK in row, "the flap has an outline"
    assert pixel(picture, (100, 120)) == flat.PAPER


def test_a_punched_sheet_has_its_holes_and_no_arrow():
    picture = np.asarray(render.draw(paper.punched_drawing(FOLDS, [(90, 30)]), 256)).astype(int)
    plain = np.asarray(render.draw(paper.punched_drawing(FOLDS, []), 256)).astype(int)
    changed = (abs(picture - plain).max(axis=2) > 24).mean()
    assert changed == pytest.approx(np.pi / 4 * (sheets.SHARE * paper.HOLE / SIDE) ** 2, rel=0.1)


def test_the_arrow_tells_which_side_moved():
    one, other = (
        np.asarray(render.draw(paper.stage_drawing((paper.Fold(1, 0, 64, moves),)), 256)).astype(int)
        for moves in (1, -1)
    )
    assert (abs(one - other[:, ::-1]).max(axis=2) > 24).mean() < 0.03, "mirror images, to a line's width"
    assert (abs(one - other).max(axis=2) > 24).mean() > 0.3


@pytest.mark.parametrize("size", [120, 256, 384])
def test_two_holes_more_are_seen_at_every_size(size):
    fewer, more = (
        np.asarray(flat.fitted(render.draw(paper.open_drawing(holes), size), 256)).astype(int)
        for holes in ([(30, 30)], [(30, 30), (60, 30), (90, 30)])
    )
    assert (abs(fewer - more).max(axis=2) > 24).mean() > 0.015


def test_one_drawing_gives_one_picture():
    drawing = paper.stage_drawing(FOLDS)
    assert flat.encode(render.draw(drawing, 200)) == flat.encode(render.draw(drawing, 200))


def test_a_fold_to_come_shows_the_part_that_it_moves_shaded_and_its_line():
    picture = render.draw(paper.shaded_drawing(FOLDS), 256)
    assert pixel(picture, (110, 112)) == sheets.SHADED
    assert pixel(picture, (110, 16)) == sheets.BACK, "the left part, folded before"
    assert pixel(render.draw(paper.shaded_drawing(FOLDS[:1]), 256), (110, 16)) == sheets.FRONT
    assert pixel(picture, (32, 32)) == flat.PAPER
    line = [pixel(picture, (x, 64)) for x in range(66, 126)]
    assert sum(colour == flat.RED for colour in line) > 20
