from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vantage import seeds
from vantage.render import draw
from vantage.shapes import assemblies, solids
from vantage.shapes.assemblies import PiecesDrawing
from vantage.shapes.solids import View

BAR = solids.solid([(0, 0, 0), (1, 0, 0), (2, 0, 0)])
SCREW = solids.solid([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])


@given(st.integers(0, 2000), st.integers(2, 4), st.integers(1, 3))
def test_joined_pieces_touch_and_do_not_overlap(seed: int, count: int, contacts: int) -> None:
    rng = seeds.generator("joined", seed)
    pieces = [solids.solid(solids.grow(2 + number, rng)) for number in range(count)]
    placed = assemblies.joined(pieces, contacts, rng)
    if placed:
        heap = list(itertools.chain(*placed))
        assert len(heap) == len(set(heap)) == sum(len(piece.cells) for piece in pieces)
        assert solids.connected(heap)
        assert [solids.solid(cells) for cells in placed] == pieces
        meetings = [assemblies.touching(a, set(b)) for a, b in itertools.combinations(placed, 2)]
        assert sum(meetings) >= contacts * (count - 1)


def test_pieces_can_be_in_each_other_s_way_though_each_fits() -> None:
    corner = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    assert assemblies.fits([(0, 0, 0), (1, 0, 0)], corner) == [[(0, 0, 0), (1, 0, 0)]]
    assert assemblies.fits([(0, 0, 0), (0, 0, 1)], corner) == []
    assert assemblies.reaches([[(5, 5, 5), (6, 5, 5)], [(0, 0, 0)]], corner)
    assert not assemblies.reaches([[(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0)]], corner)
    assert not assemblies.reaches([[(0, 0, 0), (0, 0, 1)], [(0, 0, 0)]], corner)
    square = [*corner, (1, 1, 0)]
    assert assemblies.reaches([[(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (0, 1, 0)]], square)


def test_kinds() -> None:
    turned = solids.rotated(SCREW, 5)
    assert turned != SCREW
    assert assemblies.kind(SCREW, SCREW) == ""
    assert assemblies.kind(SCREW, turned) == "turned"
    assert assemblies.kind(SCREW, solids.mirrored(SCREW)) == "mirrored"
    assert assemblies.kind(BAR, solids.solid([(0, 0, 0), (0, 0, 1), (0, 0, 2)])) == "turned"
    assert assemblies.kind(BAR, solids.solid([(0, 0, 0), (1, 0, 0), (1, 1, 0)])) == "altered"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_piece_is_drawn_inside_its_square_and_in_its_middle(count: int) -> None:
    view = View(0, 32, 28)
    piece = SCREW
    scale = 0.8 * assemblies.TILE / assemblies.extent(piece, view)
    picture = np.asarray(draw(PiecesDrawing((piece,) * count, view, scale), 200)).astype(int)
    coloured = np.ptp(picture, axis=2) > 40  # frames are nearly grey
    total = 0
    for x, y in assemblies.squares(count):
        reach = assemblies.TILE / 2
        left, right = round((x - reach) * 200), round((x + reach) * 200)
        top, bottom = round((y - reach) * 200), round((y + reach) * 200)
        rows, columns = np.nonzero(coloured[top:bottom, left:right])
        total += len(rows)
        assert abs(rows.min() + rows.max() - (bottom - top)) <= 4
        assert abs(columns.min() + columns.max() - (right - left)) <= 4
        assert max(np.ptp(rows), np.ptp(columns)) == pytest.approx(0.8 * (bottom - top), abs=4)
    assert total == coloured.sum()


def test_a_number_of_pieces_that_has_no_layout_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 4 pieces"):
        PiecesDrawing((BAR,) * 5, View(0, 32, 28), 0.1)
