from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage import seeds
from vantage.shapes import solids
from vantage.shapes.solids import ROTATIONS, UNIT, Solid, View

SIZES = (UNIT, (1.0, 1.0, 1.5), (0.7, 1.0, 1.4))
CORNER = solids.solid([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)])  # the chiral piece of four blocks


@st.composite
def grown(draw: st.DrawFn, most: int = 10) -> Solid:
    rng = seeds.generator("grown", draw(st.integers(0, 10**6)))
    return solids.solid(solids.grow(draw(st.integers(2, most)), rng), draw(st.sampled_from(SIZES)))


def test_rotations_are_the_24_proper_ones_and_form_a_group() -> None:
    known = {matrix.tobytes() for matrix in ROTATIONS}
    assert len(known) == 24
    assert (np.linalg.det(ROTATIONS).round() == 1).all()
    assert {(a @ b).tobytes() for a in ROTATIONS for b in ROTATIONS} == known
    assert (ROTATIONS[0] == np.eye(3)).all()


@given(grown(), st.integers(0, 23))
def test_canonical_form_and_name_do_not_depend_on_the_turn(shape: Solid, turn: int) -> None:
    turned = solids.rotated(shape, turn)
    assert solids.canonical(turned) == solids.canonical(shape)
    assert solids.name(turned) == solids.name(shape)
    assert solids.same(solids.canonical(shape), shape)


@given(grown(), st.integers(0, 23))
def test_a_situation_is_shared_by_mirror_images_and_by_stretched_copies(shape: Solid, turn: int) -> None:
    other = solids.rotated(solids.mirrored(Solid(shape.cells)), turn)
    assert solids.situation(other) == solids.situation(shape)


@given(grown())
def test_mirror_images_share_a_stem_and_differ_in_hand_only_if_chiral(shape: Solid) -> None:
    own, other = solids.name(shape), solids.name(solids.mirrored(shape))
    assert solids.mirrored(solids.mirrored(shape)) == shape
    if solids.chiral(shape):
        assert {own[-2:], other[-2:]} == {"-a", "-b"}
        assert own[:-2] == other[:-2]
    else:
        assert own == other


def test_polycubes_are_as_many_as_is_known() -> None:
    level = [((0, 0, 0),)]
    families, one_sided = [], []
    for _ in range(5):
        batches = [np.array([[*cells, place] for place in solids.free_places(cells)]) for cells in level]
        found = {}
        for batch in batches:
            found.update({digest: (cells, chiral) for cells, digest, chiral in zip(batch, *solids.families(batch))})
        level = [solids.solid(cells).cells for cells, _ in found.values()]
        families.append(len(found))
        one_sided.append(len(found) + sum(chiral for _, chiral in found.values()))
    assert families == [1, 2, 7, 23, 112]
    assert one_sided == [1, 2, 8, 29, 166]


def test_chirality_of_known_pieces() -> None:
    assert solids.chiral(CORNER)
    assert not solids.chiral(solids.solid([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1), (0, 0, 1)]))
    assert not solids.chiral(solids.solid([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]))


def test_prisms_differ_by_the_edge_along_which_they_are_joined() -> None:
    long, flat = (solids.solid([(0, 0, 0), step], (1.0, 1.0, 1.5)) for step in ((0, 0, 1), (1, 0, 0)))
    assert not solids.same(long, flat)
    assert solids.same(flat, solids.solid([(0, 0, 0), (0, 1, 0)], (1.0, 1.0, 1.5)))
    assert solids.name(long) != solids.name(solids.solid([(0, 0, 0), (0, 0, 1)]))


def test_a_batch_agrees_with_one_by_one() -> None:
    batch = solids.moves(solids.grow(8, seeds.generator("batch")))
    digests, chiral = solids.families(batch)
    shapes = [solids.solid(cells) for cells in batch]
    assert digests == [solids.situation(shape) for shape in shapes]
    assert chiral == [solids.chiral(shape) for shape in shapes]


@given(st.integers(1, 15), st.integers(0, 10**6))
def test_growth_adds_blocks_that_touch_earlier_ones(blocks: int, seed: int) -> None:
    history = solids.grow(blocks, seeds.generator("growth", seed))
    assert len(set(history)) == blocks
    for count in range(1, blocks + 1):
        assert solids.connected(history[:count])


def test_growth_makes_arms_rather_than_lumps() -> None:
    def contacts(bushiness: float) -> int:
        grown = (solids.grow(12, seeds.generator("arms", i), bushiness) for i in range(30))
        return sum(near in cells for cells in map(set, grown) for cell in cells for near in solids.neighbours(cell))

    assert contacts(0.15) < contacts(1.0) < contacts(5.0)


def test_moves_are_all_the_connected_ones_that_move_one_block() -> None:
    cells = CORNER.cells
    space = list(itertools.product(range(-2, 4), repeat=3))
    expected = {
        frozenset({*cells, new} - {old})
        for old, new in itertools.product(cells, space)
        if new not in cells and solids.connected({*cells} - {old}) and solids.connected({*cells, new} - {old})
    }
    found = [frozenset(map(tuple, move)) for move in solids.moves(cells).tolist()]
    assert set(found) == expected
    assert len(found) == len(expected)


def test_connected_sees_a_gap() -> None:
    assert solids.connected([(0, 0, 0), (0, 0, 1)])
    assert not solids.connected([(0, 0, 0), (1, 0, 1)])


def test_no_camera_lets_places_coincide_or_a_face_vanish() -> None:
    steps = np.array([o for o in itertools.product(range(-3, 4), repeat=3) if any(o)])
    for azimuth, elevation in solids.cameras(UNIT):
        axes = solids.camera_axes(azimuth, elevation)
        assert np.allclose(axes @ axes.T, np.eye(3))
        assert np.linalg.det(axes) == pytest.approx(1)
        assert np.hypot(*(steps @ axes[:2].T).T).min() >= 0.2
        assert (axes[2] * (1, -1, 1)).min() > 0.35
    assert len(solids.cameras(UNIT)) > 40


def test_camera_agrees_with_the_convention() -> None:
    right, up, toward = solids.camera_axes(90, 0)
    assert np.allclose([right, up, toward], [[0, 1, 0], [0, 0, 1], [1, 0, 0]])


def test_a_block_behind_three_others_is_hidden() -> None:
    shape = solids.solid([(0, 1, 0), (1, 1, 0), (0, 0, 0), (0, 1, 1)])
    shown = solids.visible(shape, View(0, 30, 28))
    hidden = shape.cells.index((0, 1, 0))
    assert shown[hidden] == 0
    assert (np.delete(shown, hidden) > 0.5).all()


@given(grown(), st.integers(0, 10**6))
def test_open_views_show_every_block(shape: Solid, seed: int) -> None:
    for view in solids.open_views(shape, 0.2, seeds.generator("views", seed)):
        toward = np.abs(solids.camera_axes(view.azimuth, view.elevation)[2])
        edges = np.array(solids.turned_size(shape.size, view.turn))
        whole = (toward * edges.prod() / edges).sum()
        assert solids.visible(shape, view).min() >= 0.2 * whole - 1e-9


@given(grown(), st.integers(0, 23), st.integers(1, 89), st.integers(1, 89))
def test_no_picture_is_larger_than_the_span(shape: Solid, turn: int, azimuth: int, elevation: int) -> None:
    turned = solids.rotated(shape, turn)
    corners = (turned.array[:, None] + np.array(list(itertools.product((0, 1), repeat=3)))).reshape(-1, 3)
    drawn = corners * np.array(turned.size) @ solids.camera_axes(azimuth, elevation)[:2].T
    assert np.ptp(drawn, axis=0).max() <= solids.span(shape) + 1e-9


def test_angles_between_turns() -> None:
    counts = [sum(solids.angle(5, turn) == degrees for turn in range(24)) for degrees in (0, 90, 120, 180)]
    assert counts == [1, 6, 8, 9]


def silhouette(shape: Solid, side: str) -> tuple[tuple[int, int], ...]:
    """The occupied squares seen from a side as sorted (column, row), counted from the bottom left."""
    flat = shape.array @ np.array(solids.SIDES[side]).T
    return tuple(sorted({(int(column), int(row)) for column, row in flat - flat.min(axis=0)}))


def test_sides_are_oriented_as_the_observer_sees_them() -> None:
    shape = solids.solid([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 2, 0), (0, 0, 1)])
    assert silhouette(shape, "front") == ((0, 0), (0, 1), (1, 0))
    assert silhouette(shape, "back") == ((0, 0), (1, 0), (1, 1))
    assert silhouette(shape, "right") == ((0, 0), (0, 1), (1, 0), (2, 0))
    assert silhouette(shape, "left") == ((0, 0), (1, 0), (2, 0), (2, 1))
    assert silhouette(shape, "top") == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert silhouette(shape, "bottom") == ((0, 0), (0, 1), (0, 2), (1, 2))


def test_faulty_solids_and_views_are_refused() -> None:
    with pytest.raises(ValueError, match="start at 0"):
        Solid(((1, 0, 0),))
    with pytest.raises(ValueError, match="at least one block"):
        solids.solid([])
    with pytest.raises(ValueError, match="positive edge lengths"):
        Solid(((0, 0, 0),), (1.0, 0.0, 1.0))
    with pytest.raises(ValueError, match="16 blocks long"):
        solids.canonical(solids.solid([(i, 0, 0) for i in range(17)]))
    with pytest.raises(ValueError, match=r"turn of 0\.\.23"):
        View(24, 30, 30)
