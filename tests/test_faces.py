from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest

from vantage.render import faces
from vantage.render.flat import PAPER
from vantage.shapes import cubes
from vantage.shapes.cubes import TEXTURES, CubeDrawing, Face, NetDrawing

SAME, DIFFERENT = 0.01, 0.05  # shares of a face's pixels


@cache
def pixels(face: Face, size: int = 80) -> np.ndarray:
    """Return the inside of one printed square."""
    picture = np.asarray(faces.draw_net(NetDrawing(((0, 0),), (face,)), size)).astype(int)
    half = int(size * faces.FILL / 2) - 3
    return picture[size // 2 - half : size // 2 + half, size // 2 - half : size // 2 + half]


# A third of a pixel more or less at an edge is no difference, so the step is larger than that.
def differing(a: np.ndarray, b: np.ndarray) -> float:
    return float((abs(a - b).max(axis=2) > 110).mean())


def darkness(face: Face) -> np.ndarray:
    """Return where a face is printed on, whatever the colour."""
    return (abs(pixels(face) - np.array(faces.CARD)).max(axis=2) > 40).astype(float)


@pytest.mark.parametrize("texture", TEXTURES)
def test_turning_and_flipping_do_what_they_say(texture: str) -> None:
    plain = pixels(Face(texture))
    assert differing(pixels(Face(texture, 1)), np.rot90(plain, -1)) < SAME
    assert differing(pixels(Face(texture, 0, True)), plain[:, ::-1]) < SAME
    assert differing(pixels(Face(texture, 1, True)), np.rot90(plain[:, ::-1], -1)) < SAME


@pytest.mark.parametrize("texture", TEXTURES)
def test_the_declared_symmetry_is_the_drawn_one(texture: str) -> None:
    all_faces = [Face(texture, turn, flipped) for turn in range(4) for flipped in (False, True)]
    for a, b in itertools.combinations(all_faces, 2):
        share = differing(pixels(a), pixels(b))
        assert share < SAME if a.look == b.look else share > DIFFERENT, (a, b)


def test_textures_differ_in_shape_and_not_by_colour_alone() -> None:
    for one, other in itertools.combinations(TEXTURES, 2):
        for turn, flipped in itertools.product(range(4), (False, True)):
            share = abs(darkness(Face(one)) - darkness(Face(other, turn, flipped))).mean()
            assert share > 0.12, (one, other, turn, flipped)


def test_every_texture_is_drawn() -> None:
    assert set(faces.TEXTURE_SHAPES) == set(TEXTURES)
    for colour_and_points in faces.TEXTURE_SHAPES.values():
        for _, points in colour_and_points:
            assert points.min() >= 0
            assert points.max() <= 1


@pytest.mark.parametrize("net", cubes.nets())
def test_every_net_fits_in_the_picture_and_shows_six_squares(net: cubes.Net) -> None:
    for laid in set(cubes.placements(net)):
        edge = 200 * faces.FILL / (1 + max(map(max, laid)))
        picture = np.asarray(faces.draw_net(NetDrawing(laid, tuple([Face("plus")] * 6)), 200))
        border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
        assert (border == PAPER).all()
        inked = (picture != PAPER).any(axis=2).sum()
        assert inked == pytest.approx(6 * edge**2, rel=0.1)


@pytest.mark.parametrize("azimuth", [-15, 0, 15])
@pytest.mark.parametrize("elevation", [25, 34, 42])
def test_a_cube_fits_in_the_picture_and_fills_it(azimuth: float, elevation: float) -> None:
    drawing = CubeDrawing((Face("arrow"), Face("tee"), Face("eff")), azimuth, elevation)
    picture = np.asarray(faces.draw_cube(drawing, 128))
    border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    assert (border == PAPER).all()
    assert (picture != PAPER).any(axis=2).mean() > 0.45


def cube_pixels(top: str, left: str, right: str) -> np.ndarray:
    return np.asarray(faces.draw_cube(CubeDrawing((Face(top), Face(left), Face(right))), 256)).astype(int)


@pytest.mark.parametrize(
    ("textures", "toward"),
    [(("dome", "ring", "ring"), (-1, 1)), (("ring", "dome", "ring"), (0, 1)), (("ring", "ring", "dome"), (0, 1))],
)
def test_turn_0_lies_on_the_cube_as_the_drawing_says(textures: tuple[str, str, str], toward: tuple[int, int]) -> None:
    # The dome's bar marks its lower edge: beside the left face on the top, and at the foot of both side faces.
    picture, without = cube_pixels(*textures), cube_pixels("ring", "ring", "ring")
    dome = np.argwhere((picture[:, :, 0] > 150) & (picture[:, :, 2] < 40)).mean(axis=0)
    bar = np.argwhere((abs(picture - without).max(axis=2) > 30) & (picture.max(axis=2) < 80)).mean(axis=0)
    row, column = bar - dome
    assert np.array([column, row]) @ toward > 15


def test_turn_0_on_the_top_has_its_upper_left_corner_at_the_back() -> None:
    picture = cube_pixels("corner", "ring", "ring")
    orange = np.argwhere((picture[:, :, 0] > 200) & (picture[:, :, 2] < 60))
    cube = np.argwhere((picture != PAPER).any(axis=2))
    assert orange[:, 0].min() - cube[:, 0].min() < 6


def test_the_same_drawing_gives_the_same_pixels() -> None:
    drawing = CubeDrawing((Face("sail", 1), Face("note", 2, True), Face("bars", 3)), 3.3, 35.5)
    assert faces.draw_cube(drawing, 120).tobytes() == faces.draw_cube(drawing, 120).tobytes()
