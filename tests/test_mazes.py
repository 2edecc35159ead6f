from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vantage import render, seeds
from vantage.render import corridors
from vantage.shapes import mazes
from vantage.shapes.mazes import MazeDrawing
from vantage.task import Mistake


def maze(number: int, side: int = 6) -> tuple[mazes.Ways, tuple[mazes.Place, ...]]:
    rng = seeds.generator("mazes", number)
    ways = mazes.carve(side, rng)
    routes = mazes.routes(ways, (0, 0))
    return ways, routes[int(rng.integers(len(routes)))]


def drawn(number: int, side: int = 6) -> MazeDrawing:
    ways, route = maze(number, side)
    return mazes.drawing(mazes.rows(ways), mazes.blocks(route))


@settings(deadline=None)
@given(st.integers(0, 200), st.integers(2, 9))
def test_a_maze_is_a_tree_of_all_its_rooms(number: int, side: int) -> None:
    ways, _ = maze(number, side)
    assert len(ways) == side**2
    assert sum(map(len, ways.values())) == 2 * (side**2 - 1)
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), joined in ways.items() for c, d in joined)
    assert {route[-1] for route in mazes.routes(ways, (0, 0))} == set(ways) - {(0, 0)}


def test_mazes_have_dead_ends() -> None:
    counts = [sum(len(joined) == 1 for joined in maze(number, 6)[0].values()) for number in range(20)]
    assert min(counts) >= 4


@settings(deadline=None)
@given(st.integers(0, 200))
def test_rows_are_open_where_rooms_are_joined_and_nowhere_else(number: int) -> None:
    ways, _ = maze(number)
    rows = mazes.rows(ways)
    assert len(rows) == len(rows[0]) == 13
    assert Counter("".join(rows)) == {".": 36 + 35, "#": 169 - 71}
    for room, joined in ways.items():
        for other in joined:
            assert all(rows[row][column] == "." for row, column in mazes.blocks((room, other)))


def test_turns_of_a_known_route() -> None:
    route = [(2, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3), (1, 3)]  # up, right, down, right, right, up
    assert mazes.turns(route) == (2, 2)
    assert mazes.turns(route[:3]) == (0, 1)


@settings(deadline=None)
@given(st.integers(0, 200))
def test_walking_back_or_in_a_mirror_swaps_left_and_right(number: int) -> None:
    _, route = maze(number)
    left, right = mazes.turns(route)
    assert mazes.turns(route[::-1]) == (right, left)
    assert mazes.turns([(row, -column) for row, column in route]) == (right, left)
    assert mazes.turns([(column, -row) for row, column in route]) == (left, right)


def test_a_situation_is_shared_by_the_eight_copies_and_by_no_other_start_or_exit() -> None:
    shown = drawn(3)
    signs = np.array([list(line) for line in shown.rows])
    copies = [np.rot90(kind, quarters) for kind in (signs, signs.T) for quarters in range(4)]
    digests = {mazes.situation(MazeDrawing(tuple("".join(line) for line in copy))) for copy in copies}
    assert digests == {mazes.situation(shown)}
    back = MazeDrawing(tuple(line.translate(str.maketrans("SE", "ES")) for line in shown.rows))
    assert len({mazes.situation(back), *(mazes.situation(drawn(number)) for number in range(10))}) == 11


@pytest.mark.parametrize("size", [128, 256, 384])
def test_every_block_has_its_colour_and_sharp_edges(size: int) -> None:
    shown = drawn(5, 8)
    picture = np.asarray(render.draw(shown, size))
    edge = size // 17
    margin = (size - 17 * edge) // 2
    assert picture.shape == (size, size, 3)
    for row, line in enumerate(shown.rows):
        for column, sign in enumerate(line):
            top, left = margin + row * edge, margin + column * edge
            square = picture[top : top + edge, left : left + edge].reshape(-1, 3)
            colours = {tuple(pixel) for pixel in square.tolist()}
            assert corridors.COLOURS[sign] in colours
            assert colours <= {corridors.COLOURS[sign], (255, 255, 255)}
            assert len(colours) == (2 if sign in "SE" else 1)


def test_a_maze_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Mistake, match="17 blocks does not fit into 10 pixels"):
        render.draw(drawn(5, 8), 10)
