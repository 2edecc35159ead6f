import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage.shapes import paper
from vantage.shapes.paper import CLEAR, SIDE, Fold

LEFT_OVER = Fold(1, 0, SIDE // 2, -1)  # the left half moves to the right
ALL = [folds for count in (1, 2, 3) for folds in paper.sequences(count)]


@st.composite
def situations(draw):
    folds = draw(st.sampled_from(ALL))
    spots = paper.places(paper.folded(folds).outline)
    punches = []
    for _ in range(draw(st.integers(1, 3))):
        if len(spots):
            x, y = spots[draw(st.integers(0, len(spots) - 1))].tolist()
            punches.append((x, y))
            spots = paper.apart(spots, (x, y))
    return folds, punches


def area(shape):
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(shape, shape[1:] + shape[:1]))) / 2


def test_a_square_folds_in_four_directions_and_a_triangle_in_one():
    assert len(paper.possible_folds(paper.SQUARE)) == 8
    assert {(f.a, f.b) for f in paper.possible_folds(paper.SQUARE)} == set(paper.NORMALS)
    diagonal = next(f for f in paper.possible_folds(paper.SQUARE) if f.a * f.b)
    triangle = paper.folded((diagonal,)).outline
    assert {(f.a, f.b, f.c) for f in paper.possible_folds(triangle)} == {(1, -1, 0)}
    assert {(f.a, f.b) for f in paper.possible_folds(paper.folded((LEFT_OVER,)).outline)} == {(1, 0), (0, 1)}


def test_the_number_of_sequences():
    # 4 directions x 2 sides; then 4 straight ones go on in 4 ways and 4 diagonal ones in 2; three folds of one
    # direction leave a strip too narrow for a hole.
    assert [len(paper.sequences(count)) for count in range(4)] == [1, 8, 24, 96]


def test_a_repeated_direction_folds_about_the_middle_of_the_folded_part():
    again = Fold(1, 0, 3 * SIDE // 4, 1)
    folds = (LEFT_OVER, again)
    assert paper.folded(folds).outline == ((64, 0), (96, 0), (96, 128), (64, 128))
    assert paper.unfold(folds, [(84, 40)]) == {(84, 40), (108, 40), (44, 40), (20, 40)}


def test_a_fold_off_the_middle_of_the_shape_is_an_error():
    with pytest.raises(ValueError, match="does not halve the shape"):
        paper.folded((LEFT_OVER, Fold(1, 0, SIDE // 2, 1)))


def test_the_moved_part_lies_on_top_with_its_back_up():
    state = paper.folded((LEFT_OVER,))
    assert state.layers[0] == paper.IDENTITY
    assert state.layers[-1].mirrors
    assert state.left == ((0, 0), (64, 0), (64, 128), (0, 128))
    assert set(state.crease) == {(64, 0), (64, 128)}
    assert all(paper.stage_drawing(folds).back for folds in ALL)


@pytest.mark.parametrize("folds", ALL)
def test_layers_double_and_cover_the_sheet_once(folds):
    state = paper.folded(folds)
    assert len(state.layers) == 2 ** len(folds)
    assert area(state.outline) * len(state.layers) == SIDE**2
    assert area(state.left) == area(state.outline)
    x, y = paper.places(state.outline)[0].tolist()
    assert len({layer((x, y)) for layer in state.layers}) == len(state.layers)


@given(situations())
def test_unfolding_by_reflection_is_what_the_layers_say(drawn):
    folds, punches = drawn
    layers = paper.folded(folds).layers
    assert paper.unfold(folds, punches) == {layer(punch) for layer in layers for punch in punches}


@given(situations())
def test_holes_keep_clear_of_edges_creases_and_each_other(drawn):
    folds, punches = drawn
    state = paper.folded(folds)
    holes = paper.unfold(folds, punches)
    assert len(holes) == len(punches) * len(state.layers)
    assert all(CLEAR <= coordinate <= SIDE - CLEAR for hole in holes for coordinate in hole)
    points = np.array(sorted(holes))
    gaps = np.hypot(*(points[:, None] - points).transpose(2, 0, 1))
    assert (gaps[~np.eye(len(points), dtype=bool)] >= 2 * CLEAR).all()
    edges = [
        (layer(p), layer(q))
        for layer in state.layers
        for p, q in zip(state.outline, np.roll(state.outline, -1, axis=0))
    ]
    for p, q in np.array(edges):
        t = np.clip((points - p) @ (q - p) / ((q - p) @ (q - p)), 0, 1)
        assert (np.linalg.norm(points - (p + t[:, None] * (q - p)), axis=1) >= CLEAR - 1e-9).all()


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
    for folds in paper.sequences(3):
        x, y = paper.places(paper.folded(folds).outline)[0].tolist()
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
