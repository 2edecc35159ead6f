from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage import seeds
from vantage.shapes import paper
from vantage.shapes.paper import CLEAR, SIDE, Fold

LEFT_OVER = Fold(1, 0, SIDE // 2, -1)  # the left half moves to the right
NARROW = Fold(1, 0, 88, 1)  # a strip on the right moves to the left
LINES = [
    Fold(a, b, c, moves)
    for a, b in paper.NORMALS
    for c in range(-48 * b * b if b < 0 else 0, SIDE * (1 + max(0, a * b)), 8)
    for moves in (-1, 1)
]
ONCE = [(fold,) for fold in LINES if paper.foldable((fold,))]


def sequences(count):
    rng = seeds.generator("sequences", count)
    found = []
    while len(found) < 40:
        folds = tuple(LINES[i] for i in rng.integers(len(LINES), size=count))
        if paper.foldable(folds) and len(places(folds)):
            found.append(folds)
    return found


def places(folds):
    """Return where a hole is clear of the edges and creases of all layers."""
    grid = np.indices((SIDE + 1, SIDE + 1)).reshape(2, -1).T
    _, sure = paper.layers(folds, grid)
    return grid[(abs(sure) >= CLEAR).all(axis=0) & (sure[0] > 0)]


ALL = [folds for folds in ONCE if len(places(folds))] + sequences(2) + sequences(3)


@st.composite
def situations(draw):
    folds = draw(st.sampled_from(ALL))
    spots = SPOTS[folds]
    punches = []
    for _ in range(draw(st.integers(1, 3))):
        if len(spots):
            x, y = spots[draw(st.integers(0, len(spots) - 1))].tolist()
            punches.append((x, y))
            spots = paper.apart(spots, (x, y))
    return folds, punches


SPOTS = {folds: places(folds) for folds in ALL}


def area(shape):
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(shape, shape[1:] + shape[:1]))) / 2


def test_only_the_smaller_part_can_move_and_it_must_lie_on_the_rest():
    assert paper.foldable((LEFT_OVER,))
    assert paper.foldable((NARROW,))
    assert not paper.foldable((replace(NARROW, moves=-1),))
    assert not paper.foldable((Fold(1, 0, SIDE, 1),)), "nothing moves"
    assert not paper.foldable((NARROW, Fold(1, 0, 96, 1))), "there is no paper any more"
    upright, slanting = Fold(1, 0, 64, 1), Fold(1, 1, 64, -1)
    assert paper.foldable((upright, slanting)), "a corner"
    assert not paper.foldable((upright, Fold(1, 1, 80, -1))), "its tip would stick out"


def test_a_strip_leaves_single_paper_beside_it():
    state = paper.folded((NARROW,))
    assert state.outline == ((0, 0), (88, 0), (88, 128), (0, 128))
    assert state.left == ((88, 0), (128, 0), (128, 128), (88, 128))
    assert set(state.flap) == {(88, 0), (48, 0), (48, 128), (88, 128)}
    assert [piece.back for piece in state.pieces] == [False, True]
    assert paper.unfold((NARROW,), [(60, 40)]) == {(60, 40), (116, 40)}
    assert paper.unfold((NARROW,), [(30, 40)]) == {(30, 40)}


def test_a_repeated_direction_folds_the_folded_part():
    folds = (LEFT_OVER, Fold(1, 0, 3 * SIDE // 4, 1))
    assert paper.folded(folds).outline == ((64, 0), (96, 0), (96, 128), (64, 128))
    assert paper.unfold(folds, [(84, 40)]) == {(84, 40), (108, 40), (44, 40), (20, 40)}


def test_the_moved_part_lies_on_top_with_its_back_up():
    for folds in ALL:
        state = paper.folded(folds)
        assert len(state.crease) == 2
        assert all(folds[-1].height(end) == 0 for end in state.crease)
        assert state.pieces[0].back is False
        assert paper.stage_drawing(folds).pieces == state.pieces
        if len(folds) == 1:
            assert state.pieces[-1].back
            assert set(state.pieces[-1].outline) == set(state.flap)


@pytest.mark.parametrize("folds", ALL)
def test_the_pieces_are_all_of_the_sheet_and_lie_within_the_shape(folds):
    state = paper.folded(folds)
    assert sum(area(piece.outline) for piece in state.pieces) == SIDE**2
    assert all((paper.margins(state.outline, np.array(piece.outline)) >= 0).all() for piece in state.pieces)


@given(situations())
def test_there_is_a_hole_for_each_piece_that_a_punch_goes_through(drawn):
    folds, punches = drawn
    pieces = [piece.outline for piece in paper.folded(folds).pieces]
    clockwise = [
        piece if sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(piece, piece[1:] + piece[:1])) > 0 else piece[::-1]
        for piece in pieces
    ]
    through = sum(paper.margins(piece, np.array(punch)) > 0 for piece in clockwise for punch in punches)
    assert len(paper.unfold(folds, punches)) == through


@given(situations())
def test_holes_keep_clear_of_edges_creases_and_each_other(drawn):
    folds, punches = drawn
    holes = paper.unfold(folds, punches)
    assert all(CLEAR <= coordinate <= SIDE - CLEAR for hole in holes for coordinate in hole)
    points = np.array(sorted(holes))
    gaps = np.hypot(*(points[:, None] - points).transpose(2, 0, 1))
    assert (gaps[~np.eye(len(points), dtype=bool)] >= 2 * CLEAR).all()
    for punch in punches:
        # Whatever piece lies there or not, its edges are not near.
        for piece in paper.folded(folds).pieces:
            for p, q in zip(np.array(piece.outline), np.roll(np.array(piece.outline), -1, axis=0)):
                t = np.clip((punch - p) @ (q - p) / ((q - p) @ (q - p)), 0, 1)
                assert np.linalg.norm(punch - (p + t * (q - p))) >= CLEAR - 1e-9


@given(situations(), st.sampled_from(paper.SYMMETRIES))
def test_unfolding_goes_along_with_the_symmetries_of_the_square(drawn, symmetry):
    folds, punches = drawn
    moved = tuple(paper.moved_fold(symmetry, fold) for fold in folds)
    assert paper.unfold(moved, map(symmetry, punches)) == set(map(symmetry, paper.unfold(folds, punches)))
    assert paper.situation(moved, [symmetry(p) for p in reversed(punches)]) == paper.situation(folds, punches)


@given(situations(), situations())
def test_situations_are_told_apart(one, other):
    def poses(drawn):
        folds, punches = drawn
        return {
            (tuple(paper.moved_fold(s, fold) for fold in folds), frozenset(map(s, punches))) for s in paper.SYMMETRIES
        }

    assert (paper.situation(*one) == paper.situation(*other)) == (not poses(one).isdisjoint(poses(other)))


def test_dropping_the_last_fold_is_another_situation():
    for folds in sequences(3):
        x, y = SPOTS[folds][0].tolist()
        assert paper.situation(folds, [(x, y)]) != paper.situation(folds[:-1], [(x, y)])


@given(st.sampled_from(ALL), st.tuples(st.integers(-300, 300), st.integers(-300, 300)))
def test_mirroring_twice_is_nothing(folds, point):
    for fold in folds:
        assert fold.reflection(fold.reflection(point)) == point
        assert fold.height(fold.reflection(point)) == -fold.height(point)


def test_the_symmetries_form_a_group():
    assert len(set(paper.SYMMETRIES)) == 8
    assert {a.after(b) for a in paper.SYMMETRIES for b in paper.SYMMETRIES} == set(paper.SYMMETRIES)
    assert not any(turn.mirrors for turn in paper.TURNS)
    assert all(mirror.mirrors for mirror in paper.MIRRORS)
    assert paper.TURNS[1]((0, 0)) == (SIDE, 0), "a quarter clockwise takes the top left corner to the top right"
