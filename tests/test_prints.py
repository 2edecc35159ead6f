from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vantage.shapes import paper, prints
from vantage.shapes.paper import Fold
from vantage.shapes.prints import CELL, SHEET

MARKS = prints.marks()
HALF = Fold(1, 0, 64, 1)  # right over left

some_mark = st.integers(0, len(MARKS) - 1).map(MARKS.__getitem__)
some_print = st.lists(some_mark, min_size=1, max_size=4).map(lambda marks: frozenset().union(*marks))
one_fold = st.sampled_from(prints.possible_folds(())).map(lambda fold: (fold,))
two_folds = one_fold.flatmap(lambda folds: st.sampled_from(prints.possible_folds(folds)).map(lambda f: (*folds, f)))
some_folds = st.one_of(one_fold, two_folds)


def area(corners):
    (ax, ay), (bx, by), (cx, cy) = corners
    return Fraction((bx - ax) * (cy - ay) - (by - ay) * (cx - ax), 2)


def test_quarters_are_triangles_around_their_points_and_fill_the_sheet():
    assert len(SHEET) == 4 * prints.CELLS**2
    for quarter in SHEET:
        corners = prints.corners(quarter)
        assert area(corners) == CELL**2 // 4, "clockwise as drawn"
        assert all(area((a, b, quarter)) > 0 for a, b in zip(corners, corners[1:] + corners[:1]))
    assert sum(area(prints.corners(quarter)) for quarter in SHEET) == paper.SIDE**2


@given(some_folds, st.sampled_from(sorted(SHEET)))
def test_folds_carry_quarters_onto_quarters(folds, quarter):
    for fold in folds:
        there = fold.reflection(quarter)
        assert {fold.reflection(corner) for corner in prints.corners(quarter)} == set(prints.corners(there))
        assert fold.height(quarter) != 0, "no quarter lies on the line"


@given(some_folds)
@settings(max_examples=30)
def test_folding_loses_nothing_and_turns_over_what_it_moves(folds):
    lying = [one for stack in prints.pile(folds).values() for one in stack]
    assert sorted(quarter for quarter, _ in lying) == sorted(SHEET)
    assert sum(map(len, prints.seen(folds, frozenset(), opaque=False).areas)) == len(SHEET)
    places = {quarter: (place, back) for place, stack in prints.pile(folds).items() for quarter, back in stack}
    for quarter in sorted(SHEET)[::17]:
        place, back = quarter, False
        for fold in folds:
            if fold.height(place) > 0:
                place, back = fold.reflection(place), not back
        assert places[quarter] == (place, back)


@given(some_folds)
@settings(max_examples=30)
def test_a_fold_leaves_two_parts_of_some_size_and_fits(folds):
    shape = prints.pile(folds[:-1])
    moved = sum(folds[-1].height(place) > 0 for place in shape) / len(shape)
    assert prints.LEAST <= moved <= 1 - prints.LEAST
    left, top, right, bottom = prints.box(prints.pile(folds))
    assert max(right - left, bottom - top) <= paper.SIDE


@given(some_folds, some_print)
@settings(max_examples=30)
def test_clear_film_folded_the_other_way_is_its_mirror_image(folds, printed):
    *before, last = folds
    other = (*before, Fold(last.a, last.b, last.c, -last.moves))
    one, two = prints.seen(folds, printed, opaque=False), prints.seen(other, printed, opaque=False)
    assert frozenset(map(last.reflection, one.print)) == two.print
    assert [frozenset(map(last.reflection, area)) for area in one.areas] == list(two.areas)


@given(some_folds, some_print)
@settings(max_examples=30)
def test_opaque_paper_shows_a_part_of_what_film_shows(folds, printed):
    paper_look, film_look = (prints.seen(folds, printed, opaque) for opaque in (True, False))
    assert paper_look.print <= film_look.print
    assert paper_look.areas[0] == film_look.areas[0] >= paper_look.areas[1]
    uncovered = film_look.areas[0] - film_look.areas[1]
    assert paper_look.print & uncovered == film_look.print & uncovered


def test_a_sheet_folded_at_its_middle():
    right, left = frozenset(prints._quarters(["0000000F"])), frozenset(prints._quarters(["0F"]))
    film = prints.seen((HALF,), right | left, opaque=False)
    assert prints.rows_of(film.print) == ["FF"]
    assert [prints.rows_of(area) for area in film.areas] == [["FFFF"] * 8] * 2
    opaque = prints.seen((HALF,), right | left, opaque=True)
    assert prints.rows_of(opaque.print) == ["F"], "the mark below is covered"
    assert opaque.areas[1] == opaque.areas[0], "the back shows everywhere"


def test_the_second_fold_turns_the_pile_over_as_one():
    folds = (HALF, Fold(0, 1, 64, 1))  # then the lower half up
    mark = frozenset(prints._quarters(["0"] * 7 + ["F"]))  # bottom left, under the first flap
    assert prints.rows_of(prints.seen(folds, mark, opaque=True).print) == ["F"], "what lay lowest comes to the top"
    top = prints.pile(folds)[(CELL // 2, CELL // 4)][-1]
    assert top == ((CELL // 2, 8 * CELL - CELL // 4), True)


@given(some_mark, st.sampled_from(prints.possible_folds(())))
def test_a_mark_mirrored_in_its_place_twice_is_the_mark(mark, fold):
    once = prints.mirrored(mark, fold)
    if fold.a * fold.b == 0:
        assert prints.box(once) == prints.box(mark)
    assert prints.mirrored(once, fold) == mark


@given(some_mark, some_mark)
def test_marks_touch_each_other_or_neither_the_other(one, other):
    points = [{corner for quarter in mark for corner in prints.corners(quarter)} for mark in (one, other)]
    touching = not points[0].isdisjoint(points[1])
    assert touching == (not prints.halo(one).isdisjoint(other)) == (not prints.halo(other).isdisjoint(one))


@given(some_mark)
def test_elsewhere_is_the_same_mark_apart(mark):
    rows = prints.rows_of(prints.Look((mark,), mark).trimmed().print)
    others = prints.elsewhere(mark)
    assert others
    assert all(prints.rows_of(prints.Look((m,), m).trimmed().print) == rows for m in others)
    assert all(prints.halo(mark).isdisjoint(other) for other in others)


@given(st.lists(some_mark, min_size=1, max_size=4, unique=True), st.sampled_from(paper.SYMMETRIES))
def test_a_situation_is_the_same_in_all_eight_poses(marks, symmetry):
    moved = [frozenset(map(symmetry, mark)) for mark in marks]
    assert prints.situation(moved[::-1]) == prints.situation(marks)
    assert prints.situation([*marks[:-1], MARKS[0] | MARKS[-1]]) != prints.situation(marks)


@given(some_print)
def test_rows_say_what_is_printed(printed):
    assert frozenset(prints._quarters(prints.rows_of(printed))) == printed


def test_looks_are_compared_wherever_they_lie():
    mark = frozenset(prints._quarters(["FF", "9"]))
    there = frozenset((x + 3 * CELL, y + CELL) for x, y in mark)
    one, same = prints.Look((mark,), mark), prints.Look((there,), there)
    assert one.unlike(same) == 0
    assert one.unlike(prints.Look((mark,), frozenset())) == len(mark)
    assert one.unlike(prints.Look((mark | {(100, 100)},), mark)) == 1


def test_nothing_is_printed_without_a_row():
    assert prints.rows_of(frozenset()) == []


@pytest.mark.parametrize("fold", prints.possible_folds(()))
def test_the_line_of_a_drawing_lies_between_its_parts(fold):
    drawing = prints.fold_drawing((fold,), frozenset(), opaque=False)
    assert all(fold.height(end) == 0 for end in drawing.crease)
    assert drawing.crease[0] != drawing.crease[1]
    assert all(fold.height(place) > 0 for place in drawing.moving)
    assert drawing.look.areas == (SHEET,)
