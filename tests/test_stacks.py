from __future__ import annotations

import numpy as np

from tests.test_piles import drawing
from vantage.render import blocks, draw, flat, stacks
from vantage.shapes import piles, solids

STEPS = ((1, 2, 0), (3, 1, 1), (0, 2, 4))


def test_a_picture_shows_floor_where_there_is_no_pile() -> None:
    shown = drawing(STEPS)
    picture = np.asarray(draw(shown, 300))
    empty = [(2.5, 0.5, 0.0)]  # the front right square, which nothing can hide
    (x, y) = (piles.placed(np.array(empty), shown)[0] * 300).astype(int)
    assert tuple(picture[y, x]) == stacks.FLOOR


def test_a_top_in_full_view_is_painted_where_it_is_recorded() -> None:
    shown = drawing(STEPS)
    picture = np.asarray(draw(shown, 300))
    top = flat.shade(blocks.COLOURS["sky"], blocks.LIGHT[(0, 0, 1)])
    for x, y, high in [(0, 0, 1), (1, 0, 2), (2, 2, 4)]:
        (across, down) = (piles.placed(np.array([(x + 0.5, y + 0.5, high)]), shown)[0] * 300).astype(int)
        assert tuple(picture[down, across]) == top


def test_counted_tops_agree_with_sampled_ones() -> None:
    shown = drawing(STEPS)
    counted = stacks.top_pixels(shown)
    batch = np.array([STEPS])
    shares = solids.face_shares(piles.cells(batch), solids.UNIT, 30, 28)[0, :, 2]
    cells = [tuple(cell) for cell in piles.cells(batch)[0].tolist()]
    whole = np.sin(np.radians(28)) * (shown.scale * blocks.COUNTED) ** 2
    for (x, y, high), count in zip(piles.columns(shown.heights), counted):
        assert abs(count / whole - shares[cells.index((x, y, high - 1))]) < 0.12


def test_a_hidden_top_counts_no_pixel() -> None:
    counted = stacks.top_pixels(drawing(((4, 4), (1, 1))))
    assert counted[2] == 0  # behind the wall; the stack beside it peeps out at the wall's right end
    assert min(*counted[:2], counted[3]) > 100


def test_the_same_drawing_gives_the_same_picture() -> None:
    first, second = (draw(drawing(STEPS), 96) for _ in range(2))
    assert first.size == (96, 96)
    assert first.tobytes() == second.tobytes()
