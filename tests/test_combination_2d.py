from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from tests.brute_combination_2d import agrees
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of
from vantage import render
from vantage.item import LETTERS, Choice
from vantage.shapes import figures
from vantage.task import Draft, Refused
from vantage.tasks.combination_2d import TIERS, Params, task

drafts = partial(drafts_of, task, 45, attempts=9)


def shapes_of(made: Draft) -> list[figures.Figure]:
    return [offer.drawing.placed[0].figure for offer in made.options]


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_all_figures_have_one_area_and_belong_to_the_split() -> None:
    for where, made in drafts():
        shapes = shapes_of(made)
        assert {len(shape.cells) for shape in shapes} == {sum(len(p["cells"]) for p in made.truth["pieces"])}
        assert all(where.allows(figures.situation(shape)) and figures.sound(shape) for shape in shapes)
        assert made.situation == figures.situation(shapes[LETTERS.index(where.letter)])


def test_options_differ_as_their_tier_says() -> None:
    for where, made in drafts():
        mirrors = TIERS[where.tier].mirrors
        by_rule = {offer.rule: shape for offer, shape in zip(made.options, shapes_of(made))}
        assert len({offer.label for offer in made.options}) == 4
        assert sorted(Counter(map(figures.situation, shapes_of(made))).values()) == ([2, 2] if mirrors else [1] * 4)
        if mirrors:
            assert set(by_rule) == {"", "mirror", "moved", "moved_mirror"}
            assert figures.same(by_rule["mirror"], figures.mirrored(by_rule[""]))
        else:
            assert set(by_rule) == {"", "moved"}


def test_pieces_are_as_many_as_the_question_says_and_well_apart() -> None:
    words = {3: "three", 4: "four", 5: "five"}
    for where, made in drafts():
        pieces = made.drawings[0].placed
        assert len(pieces) in TIERS[where.tier].pieces
        assert f"shows {words[len(pieces)]} flat pieces" in made.question
        assert min(len(piece.figure.cells) for piece in pieces) >= 3


def test_drawn_pieces_do_not_touch_one_another_or_the_border() -> None:
    for _, made in drafts()[:12]:
        drawing = made.drawings[0]
        ink = [
            (np.asarray(render.draw(figures.FiguresDrawing((piece,), drawing.scale), 256)) != 255).any(axis=2)
            for piece in drawing.placed
        ]
        assert not any((a & b).any() for a, b in combinations(ink, 2))
        assert not any(one[edge].any() or one[:, edge].any() for one in ink for edge in (0, -1))


def test_pieces_and_figures_are_drawn_to_one_scale() -> None:
    for _, made in drafts():
        shown = (*made.drawings, *(offer.drawing for offer in made.options))
        assert len({(drawing.scale, drawing.colour) for drawing in shown}) == 1


def test_solve_turns_pieces_but_does_not_turn_them_over() -> None:
    hook = {"cells": [[0, 0], [1, 0], [1, 1], [1, 2]], "angle": 0, "middle": [0, 0]}
    turned = [[0, 2], [0, 1], [1, 1], [2, 1]]  # a quarter turn of the hook, away from the origin
    mirrored = [[1, 0], [0, 0], [0, 1], [0, 2]]
    truth = {"pieces": [hook], "options": [turned, mirrored], "scale": 0.1}
    assert task.solve(truth) == Choice(agrees(truth))
    with pytest.raises(Refused, match="no option is right"):
        task.solve({**truth, "options": [mirrored]})


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"smallest must be 1\.\.3, not 4"):
        Params(smallest=4)


def test_the_same_generator_makes_the_same_draft() -> None:
    assert draft_of(task, 7, "test", attempts=9) == draft_of(task, 7, "test", attempts=9)


def test_side_doors_stay_closed() -> None:
    assert_shut(task, drafts())
