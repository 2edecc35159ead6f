from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vantage.shapes import piles, solids
from vantage.shapes.piles import PileDrawing

MAPS = arrays(np.int64, (3, 4), elements=st.integers(0, 4)).filter(lambda heights: heights.any())


def drawing(heights: piles.Heights) -> PileDrawing:
    return PileDrawing(heights, 30, 28, piles.fitting_scale(heights, 30, 28))


def test_cells_of_a_small_pile() -> None:
    found = piles.cells(np.array([[[2, 0], [0, 1]]]))
    assert sorted(map(tuple, found[0].tolist())) == [(0, 0, 0), (0, 0, 1), (1, 1, 0)]


def test_empty_borders_are_cut_and_holes_are_kept() -> None:
    heights = np.array([[0, 0, 0, 0], [0, 1, 0, 2], [0, 0, 0, 0], [0, 3, 0, 0]])
    assert piles.trimmed(heights) == ((1, 0, 2), (0, 0, 0), (3, 0, 0))
    assert piles.columns(piles.trimmed(heights)) == [(0, 0, 1), (2, 0, 2), (0, 2, 3)]


@settings(deadline=None)
@given(MAPS, st.integers(0, 3), st.booleans())
def test_a_turned_or_mirrored_pile_is_the_same_situation(heights: np.ndarray, quarters: int, mirror: bool) -> None:
    moved = np.rot90(heights[:, ::-1] if mirror else heights, quarters)
    assert piles.situation(piles.trimmed(moved)) == piles.situation(piles.trimmed(heights))


@settings(deadline=None)
@given(MAPS)
def test_another_block_is_another_situation(heights: np.ndarray) -> None:
    more = heights.copy()
    more[np.unravel_index(heights.argmax(), heights.shape)] += 1
    assert piles.situation(piles.trimmed(more)) != piles.situation(piles.trimmed(heights))


def test_what_shows_of_plain_piles() -> None:
    block = np.array([[[2, 2], [2, 2]]])  # of eight blocks one is hidden: below, behind and left
    tops, hidden = piles.shown(block, 30, 28)
    assert tops.tolist() == [1.0]
    assert hidden.tolist() == [1]
    wall = np.array([[[4, 4], [1, 1]]])  # the back row stands behind a wall
    tops, hidden = piles.shown(wall, 30, 28)
    assert tops.tolist() == [0.0]
    assert hidden.tolist() == [1]  # the right one of the two still shows its right side


@settings(deadline=None)
@given(MAPS)
def test_the_picture_holds_the_floor_and_the_pile(heights: np.ndarray) -> None:
    shown = drawing(piles.trimmed(heights))
    corners = shown.solid.array[:, None] + np.indices((2, 2, 2)).reshape(3, -1).T
    placed = piles.placed(np.concatenate([corners.reshape(-1, 3), piles.floor(shown.heights)]).astype(float), shown)
    margin = (1 - piles.FILL) / 2
    assert placed.min() > margin - 1e-9
    assert placed.max() < 1 - margin + 1e-9
    spread = np.ptp(placed, axis=0).max()
    assert abs(spread - piles.FILL) < 1e-9


def test_the_blocks_of_a_drawing() -> None:
    assert drawing(((1, 2), (0, 1))).solid == solids.solid([(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0)])
