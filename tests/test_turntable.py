from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage.render import draw, faces
from vantage.render.flat import PAPER
from vantage.shapes import cubes, turntable
from vantage.shapes.cubes import CubeDrawing, Face, Print
from vantage.shapes.turntable import CornerDrawing, Station

CUBE = tuple(
    Print(name, upper) for name, upper in zip(("arrow", "eff", "tee", "cup", "flag", "dome"), (4, 0, 0, 0, 0, 1))
)
RING = Face("ring")


@given(st.floats(0, 359.9), st.sampled_from([-30, 30]))
def test_sides_in_sight_meet_at_a_corner(azimuth: float, elevation: float) -> None:
    level, left, right = Station(azimuth, elevation).sides
    assert len({level, left, right, 5 - level, 5 - left, 5 - right}) == 6
    assert (level == turntable.TOP) == (elevation > 0)


@given(st.floats(0, 359.9))
def test_opposite_stations_see_opposite_sides(azimuth: float) -> None:
    here, there = Station(azimuth, 30), Station((azimuth + 180) % 360, -30)
    assert {5 - side for side in here.sides} == set(there.sides)


def test_every_pose_is_one_of_the_24() -> None:
    for azimuth in (45, 135, 225, 315):
        for elevation in (-30, 30):
            assert set(Station(azimuth, elevation).poses) <= set(cubes.poses())


def test_at_45_degrees_from_above_it_is_the_corner_of_the_cube() -> None:
    assert Station(45, 30).poses == cubes.CORNER_POSES
    drawing = turntable.seen(CUBE, Station(45, 30))
    assert drawing == CornerDrawing((Face("arrow"), Face("eff"), Face("tee")), 0.0, 30)
    assert turntable.seen(CUBE, Station(45, 30), painted=1).faces[1] is None


def test_from_above_it_is_drawn_as_a_cube_is() -> None:
    corner = (Face("arrow", 1), Face("eff", 2), Face("tee", 3))
    assert draw(CornerDrawing(corner, 5.0, 32.0), 96).tobytes() == draw(CubeDrawing(corner, 5.0, 32.0), 96).tobytes()


def pixels(drawing: CornerDrawing) -> np.ndarray:
    return np.asarray(draw(drawing, 256)).astype(int)


@pytest.mark.parametrize("azimuth", [-33, 0, 33])
@pytest.mark.parametrize("elevation", [-36, -28, 28, 36])
def test_a_cube_fits_in_the_picture(azimuth: float, elevation: float) -> None:
    picture = pixels(CornerDrawing((RING, RING, RING), azimuth, elevation))
    border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    assert (border == PAPER).all()
    assert (picture != PAPER).any(axis=2).mean() > 0.4


@pytest.mark.parametrize(
    ("number", "toward"),
    # The dome's bar marks its lower edge: on the bottom away from the left face, on side faces the lower one.
    [(0, (1, 1)), (1, (0, 1)), (2, (0, 1))],
)
def test_turn_0_lies_on_the_cube_as_the_drawing_says_from_below(number: int, toward: tuple[int, int]) -> None:
    corner = [RING, RING, RING]
    without = pixels(CornerDrawing((RING, RING, RING), 0, -34))
    corner[number] = Face("dome")
    picture = pixels(CornerDrawing((corner[0], corner[1], corner[2]), 0, -34))
    dome = np.argwhere((picture[:, :, 0] > 140) & (picture[:, :, 2] < 40)).mean(axis=0)
    bar = np.argwhere((abs(picture - without).max(axis=2) > 30) & (picture.max(axis=2) < 80)).mean(axis=0)
    row, column = bar - dome
    assert np.array([column, row]) @ toward > 15


def test_the_bottom_is_not_mirrored() -> None:
    # At turn 0 the quarter disc is at the upper left: on the bottom the end of the edge with the left face, far left.
    picture = pixels(CornerDrawing((Face("corner"), RING, RING), 0, -34))
    orange = np.argwhere((picture[:, :, 0] > 150) & (picture[:, :, 2] < 60))
    cube = np.argwhere((picture != PAPER).any(axis=2))
    assert orange[:, 1].min() - cube[:, 1].min() < 6


def test_the_painted_face_is_plain_blue_and_no_pattern_has_that_colour() -> None:
    picture = pixels(CornerDrawing((None, RING, RING), 0, 34))
    painted = (picture == faces.PAINT).all(axis=2)
    whole = (pixels(CornerDrawing((RING, RING, RING), 0, 34)) != PAPER).any(axis=2)
    assert 0.2 < painted.sum() / whole.sum() < 0.4
    colours = {colour for shapes in faces.TEXTURE_SHAPES.values() for colour, _ in shapes}
    assert all(sum(abs(a - b) for a, b in zip(colour, faces.PAINT)) > 80 for colour in colours)


def test_cameras_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"azimuth must be within 0\.\.360"):
        Station(400, 30)
    with pytest.raises(ValueError, match=r"azimuth must be within -35\.\.35"):
        CornerDrawing((RING, RING, RING), 40, 30)
