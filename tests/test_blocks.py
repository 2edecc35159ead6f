from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vantage import seeds
from vantage.render import blocks, flat
from vantage.shapes import solids
from vantage.shapes.solids import SHOWN, SolidDrawing, View


def drawings(count: int, size: solids.Size = solids.UNIT) -> list[SolidDrawing]:
    found = []
    for number in range(count):
        rng = seeds.generator("blocks", number)
        shape = solids.solid(solids.grow(4 + number % 9, rng), size)
        view = View(int(rng.integers(24)), 26 + number % 15, 22 + number % 13)
        found.append(SolidDrawing(shape, view, 0.95 / solids.span(shape)))
    return found


def cast(drawing: SolidDrawing, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return which block and which of the three faces each pixel's ray meets first, by trying every block."""
    turned = solids.rotated(drawing.solid, drawing.view.turn)
    axes = solids.camera_axes(drawing.view.azimuth, drawing.view.elevation)
    edges = np.array(turned.size)
    low = turned.array * edges
    corners = (turned.array[:, None] + blocks.CORNERS) * edges @ axes[:2].T
    middle = (corners.min(axis=(0, 1)) + corners.max(axis=(0, 1))) / 2
    column, row = np.meshgrid(np.arange(size) + 0.5, np.arange(size) + 0.5)
    plane = np.stack([column - size / 2, size / 2 - row], axis=-1) / (drawing.scale * size) + middle
    start = plane @ axes[:2] + 1000 * axes[2]
    hits = (np.stack([low, low + edges])[:, :, None, None] - start) / -axes[2]
    enter, leave = hits.min(axis=0), hits.max(axis=0)
    distance = np.where(enter.max(axis=-1) < leave.min(axis=-1), enter.max(axis=-1), np.inf)
    block = distance.argmin(axis=0)
    face = np.take_along_axis(enter.argmax(axis=-1), block[None], axis=0)[0]
    missed = np.isinf(distance.min(axis=0))
    return np.where(missed, -1, block), np.where(missed, -1, face)


@pytest.mark.parametrize("size", [solids.UNIT, (1.0, 1.0, 1.5), (0.6, 1.0, 1.0)])
def test_every_plain_pixel_shows_the_face_that_its_ray_meets_first(size: solids.Size) -> None:
    for drawing in drawings(9, size):
        picture = np.asarray(blocks.draw_solid(drawing, 200)).astype(int)
        _, face = cast(drawing, 200)
        colour = blocks.COLOURS[drawing.colour]
        plain = 0
        for normal in SHOWN:
            shown = (picture == flat.shade(colour, blocks.LIGHT[normal])).all(axis=2)
            assert (face[shown] == int(np.flatnonzero(normal)[0])).all()
            plain += int(shown.sum())
        assert plain > 0.6 * (face >= 0).sum()
        assert (face[(picture == flat.PAPER).all(axis=2)] == -1).all()


def test_counted_pixels_agree_with_rays_and_with_sampled_areas() -> None:
    for drawing in drawings(9):
        turned = solids.rotated(drawing.solid, drawing.view.turn)
        block, _ = cast(drawing, 256)
        painted = sorted(turned.cells, key=lambda cell: (cell[0], -cell[1], cell[2]))
        by_ray = [int((block == turned.cells.index(cell)).sum()) for cell in painted]
        counted = blocks.shown_pixels(drawing)
        assert np.abs(np.array(counted) - by_ray).max() <= 0.05 * max(by_ray) + 12

        unturned = View(0, drawing.view.azimuth, drawing.view.elevation)
        areas = solids.visible(turned, unturned) * (drawing.scale * 256) ** 2
        sampled = [areas[turned.cells.index(cell)] for cell in painted]
        assert np.abs(np.array(sampled) - by_ray).max() <= 0.1 * max(by_ray)


def test_a_picture_is_centred_and_has_a_margin() -> None:
    for drawing in drawings(9):
        ink = (np.asarray(blocks.draw_solid(drawing, 256)) != 255).any(axis=2)
        for axis in (0, 1):
            filled = np.flatnonzero(ink.any(axis=axis))
            assert abs(filled[0] - (255 - filled[-1])) <= 2
            assert filled[0] >= 2


def test_edges_where_the_surface_turns_away_are_thick() -> None:
    stage = blocks.Stage(SolidDrawing(solids.solid([(0, 0, 0)]), View(0, 30, 28), 0.5), 256)
    edges = [stage.turns_away(0, n, outward) for n in SHOWN for _, outward in blocks.RINGS[n]]
    assert sum(edges) == 6  # the outline of one block; its three inner edges belong to two faces each
    pair = blocks.Stage(SolidDrawing(solids.solid([(0, 0, 0), (0, 1, 0)]), View(0, 30, 28), 0.5), 256)
    front = pair.cells.index((0, 0, 0))
    assert not pair.turns_away(front, (0, 0, 1), (0, 1, 0))  # the surface runs on over the next block


def test_touching_faces_are_not_painted() -> None:
    stage = blocks.Stage(SolidDrawing(solids.solid([(0, 0, 0), (1, 0, 0), (0, 0, 1)]), View(0, 30, 28), 0.2), 256)
    assert [normal for normal, _ in stage.faces(stage.cells.index((0, 0, 0)))] == [(0, -1, 0)]


def test_the_same_drawing_gives_the_same_picture_in_every_colour() -> None:
    for colour in blocks.COLOURS:
        drawing = SolidDrawing(solids.solid([(0, 0, 0), (1, 0, 0)]), View(3, 30, 28), 0.2, colour)
        first, second = (blocks.draw_solid(drawing, 96) for _ in range(2))
        assert first.size == (96, 96)
        assert first.tobytes() == second.tobytes()
