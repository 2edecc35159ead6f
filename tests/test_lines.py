from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vantage import seeds
from vantage.shapes import figures, lines
from vantage.shapes.lines import DIRECTIONS, Loom, Mesh

FIGURE = figures.figure([(0, 0), (1, 0), (1, 1)], halves=[(0, 0, -1, 1)])
MESH = Mesh(5)


@given(st.integers(0, 3), st.integers(0, 3))
def test_shifting_a_mask_moves_its_edges(x: int, y: int) -> None:
    moved = MESH.shifted(MESH.mask(figures.edges(FIGURE)), (x, y))
    wanted = {(min(edge), max(edge)) for edge in lines.edges_of(FIGURE, (x, y))}
    assert {(min(edge), max(edge)) for edge in MESH.edges(moved)} == wanted


def test_a_mask_and_its_edges_are_one() -> None:
    assert MESH.mask(MESH.edges(MESH.mask(MESH.frame()))) == MESH.mask(MESH.frame())
    assert len(MESH.frame()) == len(MESH.edges(MESH.mask(MESH.frame()))) == 20
    assert len({MESH.bit((2, 2), (2 + dx, 2 + dy)) for dx, dy in DIRECTIONS}) == 8


def test_a_figure_is_shifted_to_all_places_within_the_grid() -> None:
    assert len(MESH.shifts(FIGURE)) == 16
    assert max(MESH.shifts(FIGURE)) == (3, 3)


def woven(forbidden: list[int], limits: tuple[int, int]) -> Loom:
    loom = Loom(MESH, lines.edges_of(FIGURE, (1, 2)), forbidden, limits)
    rng = seeds.generator("loom")
    for _ in range(600):
        loom.draw(loom.points[int(rng.integers(len(loom.points)))], DIRECTIONS[int(rng.integers(8))])
    return loom


def test_a_loom_keeps_its_limits_and_every_line_ends_on_another() -> None:
    loom = woven([], (40, 12))
    assert loom.full
    edges = MESH.edges(loom.mask)
    slanting = [edge for edge in edges if edge[0][0] != edge[1][0] and edge[0][1] != edge[1][1]]
    assert (len(edges) - len(slanting), len(slanting)) == (40, 12)
    ends = [point for edge in edges for point in edge]
    assert min(ends.count(point) for point in ends) >= 2


def test_a_loom_never_completes_what_is_forbidden() -> None:
    own = MESH.mask(figures.edges(FIGURE))
    others = [MESH.shifted(own, shift) for shift in MESH.shifts(FIGURE) if shift != (1, 2)]
    free, bound = woven([], (60, 50)), woven(others, (60, 50))
    assert any(mask & free.mask == mask for mask in others), "or this test would show nothing"
    assert not any(mask & bound.mask == mask for mask in others)
    assert bound.fair


def test_sides_run_on_beyond_their_corners() -> None:
    ends = lines.side_ends([(0, 0), (2, 0), (2, 2)])
    assert ((2, 0), (1, 0)) in ends
    assert ((2, 2), (1, 1)) in ends
    assert ((0, 0), (-1, -1)) in ends
    assert len(ends) == 6
