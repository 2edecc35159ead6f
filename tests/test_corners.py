from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from vantage.render import draw, faces
from vantage.render.flat import PAPER
from vantage.shapes import corners, cubes
from vantage.shapes.corners import STANDS, CornerDrawing, Stand
from vantage.shapes.cubes import CubeDrawing, Face, Print

CUBE = tuple(
    Print(name, upper) for name, upper in zip(("arrow", "eff", "tee", "cup", "flag", "dome"), (4, 0, 0, 0, 0, 1))
)
RING = Face("ring")


def test_stands_are_the_24_orientations_from_above_and_from_below() -> None:
    assert len(set(STANDS)) == 48
    for stand in STANDS:
        assert len({side for shown in stand.sides for side in (shown, 5 - shown)}) == 6
        assert set(stand.poses) <= set(cubes.poses())
        assert stand.sides == tuple(pose.touching for pose in stand.poses)


def test_each_corner_is_seen_in_six_stands() -> None:
    assert set(Counter(frozenset(stand.sides) for stand in STANDS).values()) == {6}


def test_a_cube_that_stands_as_it_was_built_shows_its_corner() -> None:
    stand = Stand(0, 1, 2, above=True)
    assert stand.poses == cubes.CORNER_POSES
    drawing = corners.seen(CUBE, stand, 0.0, 30.0)
    assert drawing == CornerDrawing((Face("arrow"), Face("eff"), Face("tee")), 0.0, 30.0)
    assert corners.seen(CUBE, stand, 0.0, 30.0, painted=1).faces[1] is None


def test_from_below_the_same_stand_shows_the_side_opposite_the_top() -> None:
    drawing = corners.seen(CUBE, Stand(0, 1, 2, above=False), 0.0, 30.0)
    assert drawing.elevation == -30.0
    assert [face.texture for face in drawing.faces if face] == ["dome", "eff", "tee"]


def test_from_above_it_is_drawn_as_a_cube_is() -> None:
    corner = (Face("arrow", 1), Face("eff", 2), Face("tee", 3))
    assert draw(CornerDrawing(corner, 5.0, 32.0), 96).tobytes() == draw(CubeDrawing(corner, 5.0, 32.0), 96).tobytes()


def pixels(drawing: CornerDrawing) -> np.ndarray:
    return np.asarray(draw(drawing, 256)).astype(int)


@pytest.mark.parametrize("azimuth", [-18, 0, 18])
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
    with pytest.raises(ValueError, match=r"azimuth must be within -20\.\.20"):
        CornerDrawing((RING, RING, RING), 40, 30)
