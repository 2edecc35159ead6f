from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_solids import silhouette
from vantage import seeds
from vantage.shapes import solids, views
from vantage.shapes.views import EMPTY, MOST, OPPOSITE


def shape(number: int) -> solids.Solid:
    rng = seeds.generator("views", number)
    while True:
        found = solids.solid(solids.grow(4 + number % 8, rng, 0.5))
        if found.array.max() < MOST:
            return found


def seen(found: solids.Solid, side: str) -> views.Rows:
    return views.rows(views.depth_maps(found.array[None], side)[0])


def test_an_l_of_three_blocks_from_all_sides() -> None:
    bent = solids.solid([(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1)])
    assert seen(bent, "front") == ((EMPTY, 0), (0, 0))
    assert seen(bent, "back") == ((0, EMPTY), (1, 1))
    assert seen(bent, "right") == ((0, 0), (0, EMPTY))
    assert seen(bent, "left") == ((1, 1), (EMPTY, 0))
    assert seen(bent, "top") == ((EMPTY, 0), (1, 0))
    assert seen(bent, "bottom") == ((0, 0), (EMPTY, 1))


@settings(deadline=None)
@given(st.integers(0, 200), st.sampled_from(sorted(OPPOSITE)))
def test_a_view_shows_the_silhouette_and_its_nearest_block(number: int, side: str) -> None:
    rows = seen(shape(number), side)
    filled = {(x, y) for y, row in enumerate(reversed(rows)) for x, depth in enumerate(row) if depth != EMPTY}
    assert tuple(sorted(filled)) == silhouette(shape(number), side)
    assert min(depth for row in rows for depth in row if depth != EMPTY) == 0


@settings(deadline=None)
@given(st.integers(0, 200), st.sampled_from(["front", "right", "top"]))
def test_opposite_outlines_are_mirrored(number: int, side: str) -> None:
    one, other = (seen(shape(number), name) for name in (side, OPPOSITE[side]))
    flipped = [row[::-1] for row in other] if side != "top" else list(reversed(other))
    assert [[depth == EMPTY for depth in row] for row in one] == [[depth == EMPTY for depth in row] for row in flipped]


@settings(deadline=None)
@given(st.integers(0, 200), st.sampled_from(sorted(OPPOSITE)))
def test_the_mirrored_view_is_the_view_of_the_mirrored_solid(number: int, side: str) -> None:
    right = np.abs(np.array(solids.SIDES[side][0]))
    image = shape(number).array * (1 - 2 * right)
    assert (
        views.mirrored(views.depth_maps(shape(number).array[None], side)) == views.depth_maps(image[None], side)
    ).all()


def test_the_observer_looks_against_the_side() -> None:
    outward = {"front": (0, -1, 0), "right": (1, 0, 0), "top": (0, 0, 1), "back": (0, 1, 0), "left": (-1, 0, 0)}
    for side, normal in outward.items():
        right, up, look = views.axes(side)
        assert tuple(-look) == normal
        assert tuple(np.cross(look, up)) == tuple(right)


def test_a_solid_too_large_for_a_view_is_refused() -> None:
    row = np.array([[(x, 0, 0) for x in range(MOST + 1)]])
    with pytest.raises(ValueError, match="at most 5 squares"):
        views.depth_maps(row, "front")
    assert views.depth_maps(row, "right")[0, 0, 0] == 0


@settings(deadline=None)
@given(st.integers(0, 60), st.sampled_from(sorted(OPPOSITE)), st.sampled_from(solids.cameras(solids.UNIT)))
def test_the_arrow_points_at_its_side_and_keeps_off_the_box(number: int, side: str, camera: tuple[int, int]) -> None:
    arrow = views.arrow(shape(number), side, *camera)
    _, up, look = views.axes(side)
    tail = arrow.shaft[0]
    assert np.allclose(np.cross(arrow.body[0] - tail, look), 0)
    assert (arrow.body[0] - tail) @ look > 1
    assert (arrow.head[0] - tail) @ up > 0.7
    # The outermost blocks on this side lie behind the tip.
    box = np.array([(0, 0, 0), shape(number).array.max(axis=0) + 1])
    assert (arrow.points @ look).max() < (box @ look).min()


def test_two_pictures_with_one_arrow() -> None:
    for side in OPPOSITE:
        first, second = views.pictures(shape(3), side, 30, 28, 0.1)
        assert (first.arrow, second.arrow) == ((side, "") if side in views.NEAR else ("", side))
        assert (first.opposite, second.opposite) == (False, True)


def test_the_opposite_camera_sees_right_and_left_exchanged() -> None:
    points = shape(5).array.astype(float)
    one, other = (views.drawn(points, 30, 28, opposite) for opposite in (False, True))
    assert np.allclose(one, other * (-1, 1))
