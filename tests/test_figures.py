from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vantage import seeds
from vantage.shapes import figures
from vantage.shapes.figures import MIRRORS, TURNS, Figure

L_SHAPE = figures.figure([(0, 0), (0, 1), (0, 2), (1, 2)])
S_SHAPE = figures.figure([(1, 0), (2, 0), (0, 1), (1, 1)])


@st.composite
def shapes(draw: st.DrawFn, plain: bool = False) -> Figure:
    rng = seeds.generator("figures", draw(st.integers(0, 10_000)))
    cells = figures.grow(draw(st.integers(3, 12)), rng, draw(st.sampled_from([0.5, 1.0, 2.0])))
    return figures.figure(cells) if plain else figures.decorated(cells, draw(st.integers(0, 2)), 1, rng)


@given(shapes(), st.sampled_from(TURNS + MIRRORS))
def test_a_situation_is_shared_by_all_images(shape: Figure, matrix: figures.Matrix) -> None:
    assert figures.situation(figures.image(shape, matrix)) == figures.situation(shape)


@given(shapes(), st.sampled_from(TURNS))
def test_a_name_is_shared_by_turned_copies_and_by_mirror_images_of_symmetric_figures_alone(
    shape: Figure, turn: figures.Matrix
) -> None:
    assert figures.name(figures.image(shape, turn)) == figures.name(shape)
    images = {figures.image(shape, t) for t in TURNS}
    assert figures.same(shape, figures.mirrored(shape)) == (figures.mirrored(shape) in images)


@given(shapes())
def test_a_figure_is_lopsided_when_its_eight_images_differ(shape: Figure) -> None:
    ((_, lopsided),) = figures.families([shape])
    assert lopsided == (len({figures.image(shape, matrix) for matrix in TURNS + MIRRORS}) == 8)


def test_a_quarter_turn_is_clockwise_as_drawn() -> None:
    assert figures.image(L_SHAPE, TURNS[1]).cells == ((0, 0), (0, 1), (1, 0), (2, 0))
    cut = figures.figure([(0, 0), (1, 0)], halves=[(1, 0, 1, -1)])
    assert figures.image(cut, TURNS[1]).halves == ((0, 1, 1, 1),)


@given(shapes())
def test_an_outline_encloses_the_area_of_its_cells(shape: Figure) -> None:
    if not figures.sound(shape):
        return
    corners = figures.outline(shape)
    twice = sum(x * v - y * u for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1]))
    assert twice == 2 * len(shape.cells) - len(shape.halves), "clockwise as drawn, so positive with y downward"


@pytest.mark.parametrize(
    ("cells", "halves", "dots"),
    [
        ([(0, 0), (2, 0)], [], []),  # in two parts
        ([(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)], [], []),  # with a hole
        ([(0, 0), (1, 0), (1, 1), (0, 2), (1, 2), (0, 3), (-1, 1), (-1, 2), (-1, 0)], [], []),  # touches a corner
        ([(0, 0), (1, 0)], [(0, 0, 1, 1)], []),  # cut where a neighbour is
        ([(0, 0), (1, 0)], [(0, 0, -1, 1)], [(0, 0)]),  # a dot on a halved cell
        ([(0, 0), (1, 0)], [(0, 0, -1, 1), (0, 0, -1, -1)], []),  # one cell cut twice
    ],
)
def test_what_cannot_be_drawn_as_one_line_is_not_sound(
    cells: list[figures.Point], halves: list[figures.Half], dots: list[figures.Point]
) -> None:
    assert not figures.sound(figures.figure(cells, halves, dots))


@given(shapes(), st.sampled_from(["cell", "half", "dot"]))
def test_an_edit_keeps_the_number_of_parts_and_changes_the_figure(shape: Figure, kind: str) -> None:
    for edit in figures.edits(shape, kind)[:20]:
        changed = figures.edited(shape, edit)
        assert [len(p) for p in (changed.cells, changed.halves, changed.dots)] == [
            len(p) for p in (shape.cells, shape.halves, shape.dots)
        ]
        assert figures.connected(changed.cells)
        assert changed != shape or kind == "cell"  # a moved end of a row is the same row again


@settings(deadline=None)
@given(shapes(plain=True), st.integers(0, 999))
def test_what_was_cut_can_be_packed_again_in_any_turn(shape: Figure, seed: int) -> None:
    rng = seeds.generator("cut", seed)
    half = len(shape.cells) // 2
    pieces = [figures.figure(part) for part in figures.cut(shape.cells, (half, len(shape.cells) - half), rng)]
    if not pieces:
        return
    assert sum(len(piece.cells) for piece in pieces) == len(shape.cells)
    assert all(figures.connected(piece.cells) for piece in pieces)
    turned = [figures.image(piece, TURNS[int(rng.integers(4))]) for piece in pieces]
    assert figures.packs(figures.image(shape, TURNS[seed % 4]), turned)


def test_pieces_are_not_turned_over_when_packed() -> None:
    region = figures.figure([*S_SHAPE.cells, (0, 2), (1, 2)])
    domino = figures.figure([(0, 0), (1, 0)])
    assert figures.packs(region, [S_SHAPE, domino])
    assert not figures.packs(S_SHAPE, [figures.mirrored(S_SHAPE)])
    assert not figures.packs(region, [figures.mirrored(S_SHAPE), domino])
    assert not figures.packs(region, [S_SHAPE])


def test_picked_figures_are_sound_fair_and_of_different_situations() -> None:
    rng = seeds.generator("pick")
    hidden = figures.decorated(figures.grow(8, rng, 1.0), 2, 1, rng)
    found = figures.pick(
        figures.changed(hidden, ["cell", "half", "dot"]), 5, lambda shape, own, lopsided: lopsided, rng
    )
    assert len({figures.situation(shape) for shape in found}) == 5
    assert all(figures.sound(shape) and figures.families([shape])[0][1] for shape in found)
    assert figures.pick(figures.changed(hidden, ["cell"]), 2, lambda shape, own, lopsided: False, rng) == []
