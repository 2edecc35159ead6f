from __future__ import annotations

import numpy as np
import pytest

from vantage import seeds
from vantage.shapes import siblings, solids


def draw(number: int, mirrors: bool) -> tuple[list[solids.Cell], list[solids.Solid]]:
    rng = seeds.generator("siblings", number)
    while True:
        history = solids.grow(9, rng)
        four = siblings.four(history, solids.UNIT, mirrors, lambda family: int(family[0], 16) % 2 == 0, rng)
        if four:  # some solids have too few siblings that look alike
            return history, four


@pytest.mark.parametrize("mirrors", [True, False])
def test_siblings_are_one_move_from_the_hidden_solid_and_apart_from_it(mirrors: bool) -> None:
    for number in range(12):
        history, four = draw(number, mirrors)
        moved = {solids.canonical(solids.solid(cells)) for cells in solids.moves(history)}
        hidden = solids.situation(solids.solid(history))
        assert len(four) == 4
        assert len({solids.name(shape) for shape in four}) == 4
        assert all(solids.canonical(shape) in moved for shape in four[: 2 if mirrors else 4])
        assert all(solids.situation(shape) != hidden for shape in four)
        assert all(int(solids.situation(shape)[0], 16) % 2 == 0 for shape in four)


def test_the_second_half_mirrors_the_first() -> None:
    for number in range(12):
        _, four = draw(number, mirrors=True)
        assert all(solids.same(solids.mirrored(a), b) and solids.chiral(a) for a, b in zip(four[:2], four[2:]))


@pytest.mark.parametrize("mirrors", [True, False])
def test_each_solid_has_the_features_of_another_that_is_not_its_mirror_image(mirrors: bool) -> None:
    for number in range(12):
        _, four = draw(number, mirrors)
        looks = [siblings.features(shape) for shape in four]
        assert looks[0] == looks[1]
        assert looks[2] == looks[3]
        assert solids.situation(four[0]) != solids.situation(four[1])
        assert len({look.faces for look in looks}) == 1


FACES = ((1.0, 2), (1.0, 3), (1.0, 4))  # of four blocks in an L: seen along its long arm, its short one, and flat


def test_features_are_those_of_the_solid_however_it_is_turned_or_mirrored() -> None:
    bent = solids.solid([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)])
    expected = siblings.Features(neighbours=(1, 1, 2, 2), bends=1, row=3, length=5.0, box=(1.0, 2.0, 3.0), faces=FACES)
    for turn in range(24):
        assert siblings.features(solids.rotated(bent, turn)) == expected
        assert siblings.features(solids.mirrored(solids.rotated(bent, turn))) == expected


def test_the_nearest_solid_is_the_same_one_as_it_stands() -> None:
    here, there = np.array([[0.0, 0, 0], [1, 0, 0]]), np.array([[0.0, 0, 0], [0, 1, 0]])
    assert siblings.nearness(here, here) == 0 > siblings.nearness(here, there)


def test_no_set_is_made_where_too_few_solids_are_allowed() -> None:
    rng = seeds.generator("siblings")
    assert siblings.four(solids.grow(9, rng), solids.UNIT, True, lambda family: False, rng) == []


def test_rules_are_named_from_the_key() -> None:
    names = np.array([[siblings.rule(member, key, mirrors=True) for member in range(4)] for key in range(4)])
    assert (names == names.T).all()
    assert names[0].tolist() == ["", "moved", "mirror", "moved_mirror"]
    assert {siblings.rule(member, 2, mirrors=False) for member in (0, 1, 3)} == {"moved"}
