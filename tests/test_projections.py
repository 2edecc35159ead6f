from __future__ import annotations

import numpy as np
import pytest

from tests.test_views import shape
from vantage.render import blocks, draw, flat, projections
from vantage.shapes import solids, views
from vantage.shapes.views import EMPTY, StandDrawing, ViewDrawing


def pixels(drawing: StandDrawing | ViewDrawing, size: int = 240) -> np.ndarray:
    return np.asarray(draw(drawing, size)).astype(int)


def test_each_square_has_the_shade_of_its_depth() -> None:
    rows = ((0, 1, 2), (EMPTY, 3, 4))
    picture = pixels(ViewDrawing(rows, 0.25))
    for y, row in enumerate(rows):
        for x, depth in enumerate(row):
            middle = picture[60 + 60 * y + 30, 30 + 60 * x + 30]
            light = projections.DEPTHS[depth]
            assert tuple(middle) == (flat.PAPER if depth == EMPTY else flat.shade(blocks.COLOURS["sky"], light))


@pytest.mark.parametrize("colour", ["sky", "green", "pink", "blue"])
def test_neighbouring_depths_differ_to_the_eye(colour: str) -> None:
    shades = np.array([flat.shade(blocks.COLOURS[colour], light) for light in projections.DEPTHS])
    assert len(shades) == views.MOST
    assert np.abs(np.diff(shades, axis=0)).max(axis=1).min() > 24
    assert np.abs(shades - np.array(flat.PAPER)).max(axis=1).min() > 24


def test_lines_are_thick_at_steps_and_outlines_only() -> None:
    picture = pixels(ViewDrawing(((0, 0, 1),), 0.3), 250)
    dark = (picture[125] < 90).all(axis=1)
    places = 12.5 + 75 * np.arange(4)
    widths = [int(dark[int(place) - 6 : int(place) + 7].sum()) for place in places]
    assert widths[1] <= 1 < 3 <= min(widths[0], widths[2], widths[3])


def stands(opposite: bool) -> list[StandDrawing]:
    return [StandDrawing(shape(n), 26 + n, 24 + n % 8, 0.9 / solids.span(shape(n)), opposite) for n in range(8)]


def first_faces(drawing: StandDrawing, size: int) -> np.ndarray:
    """Return which axis the face has that each pixel's ray meets first, -1 for none, by trying every block."""
    low, high = views.frame(drawing)
    right, up, towards = solids.camera_axes(drawing.azimuth, drawing.elevation)
    if drawing.opposite:
        right, towards = -right, -towards
    column, row = np.meshgrid(np.arange(size) + 0.5, np.arange(size) + 0.5)
    plane = np.stack([column - size / 2, size / 2 - row], axis=-1) / (drawing.scale * size) + (low + high) / 2
    start = plane @ np.stack([right, up]) + 1000 * towards
    corner = drawing.solid.array.astype(float)
    hits = (np.stack([corner, corner + 1])[:, :, None, None] - start) / -towards
    enter, leave = hits.min(axis=0), hits.max(axis=0)
    distance = np.where(enter.max(axis=-1) < leave.min(axis=-1), enter.max(axis=-1), np.inf)
    face = np.take_along_axis(enter.argmax(axis=-1), distance.argmin(axis=0)[None], axis=0)[0]
    return np.where(np.isinf(distance.min(axis=0)), -1, face)


@pytest.mark.parametrize("opposite", [False, True])
def test_every_plain_pixel_shows_the_face_that_its_ray_meets_first(opposite: bool) -> None:
    light = projections.BELOW if opposite else blocks.LIGHT
    for drawing in stands(opposite):
        picture, face = pixels(drawing, 160), first_faces(drawing, 160)
        plain = 0
        for normal in solids.SHOWN:
            found = (picture == flat.shade(blocks.COLOURS["sky"], light[normal])).all(axis=2)
            assert (face[found] == int(np.flatnonzero(normal)[0])).all()
            plain += int(found.sum())
        assert plain > 0.6 * (face >= 0).sum()
        assert (face[(picture == flat.PAPER).all(axis=2)] == -1).all()


@pytest.mark.parametrize("side", sorted(views.OPPOSITE))
def test_the_arrow_hides_nothing_of_the_solid_and_the_picture_holds_it(side: str) -> None:
    for number in range(4):
        pair = views.pictures(shape(number), side, 26 + 2 * number, 24 + number, 1.0)
        scale = 0.92 / max(float((high - low).max()) for low, high in map(views.frame, pair))
        drawing = next(d for d in views.pictures(shape(number), side, 26 + 2 * number, 24 + number, scale) if d.arrow)
        picture, face = pixels(drawing), first_faces(drawing, 240)
        red = (np.abs(picture - np.array(flat.RED)) < 30).all(axis=2)
        assert red.sum() > 150
        assert (face[red] == -1).all()
        ink = np.argwhere((picture != 255).any(axis=2))
        assert ink.min() >= 5
        assert ink.max() <= 234


def test_counted_pixels_come_in_the_order_of_the_cells() -> None:
    tower = solids.solid([(0, 0, 0), (0, 0, 1), (0, 0, 2)])
    above, below = (projections.shown_pixels(StandDrawing(tower, 30, 28, 0.2, way)) for way in (False, True))
    assert above[2] > above[1]  # the top block shows its top
    assert below[0] > below[1]  # from below the lowest shows its bottom
    assert np.abs(np.array(above) - below[::-1]).max() < 12
