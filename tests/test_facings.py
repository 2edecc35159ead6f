from __future__ import annotations

from collections import Counter

import numpy as np

from vantage.shapes import facings, views
from vantage.shapes.solids import solid

CAMERA = (34.0, 28.0)
STEP = solid([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])  # two blocks at the front, one and another on it behind


def test_squares_that_face_a_side_are_seen_with_their_depth() -> None:
    shown = facings.facing(STEP, "front", *CAMERA)
    assert sorted(shown.squares) == [(0, 0, 0), (1, 0, 0), (1, 1, 1)]
    assert sorted(facings.facing(STEP, "top", *CAMERA).squares) == [(0, 0, 1), (1, 0, 1), (1, 1, 0)]


def test_a_square_behind_a_block_does_not_show() -> None:
    hidden = solid([(0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 2, 1), (0, 0, 1)])
    assert len(facings.facing(hidden, "front", *CAMERA).squares) == 3  # of the far block a strip is seen
    assert len(facings.facing(solid([(0, 0, 0), (0, 1, 0)]), "front", *CAMERA).squares) == 1


def test_depth_shifts_squares_in_the_picture_and_nothing_else_does() -> None:
    for side in views.OPPOSITE:
        shown = facings.facing(STEP, side, *CAMERA)
        depths = np.array([depth for _, _, depth in shown.squares])
        moved = shown.flat - np.array([place[:2] for place in shown.squares])
        assert np.allclose(moved[depths == 0], 0)
        assert (np.abs(moved[depths > 0]) > 0.2).all()


def test_the_view_s_own_squares_match_best() -> None:
    flat = solid([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 0, 1)])
    shown = facings.facing(flat, "front", *CAMERA)
    own, other = facings.squares([[-1, -1, 0], [0, 0, 0]]), facings.squares([[0, -1, -1], [0, 0, 0]])
    assert facings.by_neighbours(shown, own) == (0, 0) > facings.by_neighbours(shown, other)
    assert facings.by_patches(shown, own) == (0,) > facings.by_patches(shown, other)
    assert facings.by_patches_and_look(shown, own) == (0, 0) > facings.by_patches_and_look(shown, other)


def test_squares_of_another_depth_are_another_patch() -> None:
    found = facings.squares([[0, 1], [0, 0]])
    assert facings.patches(found) == Counter({((0, 0), (0, 1), (1, 0)): 1, ((0, 0),): 1})
    assert facings.touching(found) == 2
    assert facings.patches(facings.squares([[0, -1], [-1, 0]])) == Counter({((0, 0),): 2})
