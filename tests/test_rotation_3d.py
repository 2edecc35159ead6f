from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute_rotation_3d import MATRICES, agrees
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, truth_of
from vantage.item import LETTERS, Choice
from vantage.render import blocks
from vantage.shapes import solids
from vantage.task import Refused
from vantage.tasks.rotation_3d import TIERS, Params, task

RULES = {
    "easy": ["moved", "moved", "moved"],
    "medium": ["mirror", "moved", "moved_mirror"],
    "hard": ["mirror", "moved", "moved_mirror"],
}

drafts = partial(drafts_of, task, 150)


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_all_solids_of_an_item_belong_to_its_split() -> None:
    for where, made in drafts():
        shapes = [offer.drawing.solid for offer in made.options]
        assert all(where.allows(solids.situation(shape)) for shape in shapes)
        assert made.situation == solids.situation(shapes[LETTERS.index(where.letter)])


def test_options_differ_as_their_tier_says() -> None:
    for where, made in drafts():
        labels = [offer.label for offer in made.options]
        stems = Counter(label.removesuffix("-a").removesuffix("-b") for label in labels)
        assert len(set(labels)) == 4
        assert sorted(stems.values()) == ([2, 2] if TIERS[where.tier].mirrors else [1, 1, 1, 1])
        assert sorted(offer.rule for offer in made.options if offer.rule) == RULES[where.tier]
        assert made.options[LETTERS.index(where.letter)].rule == ""


def test_the_rule_mirror_names_the_mirror_image_of_the_key() -> None:
    for _, made in drafts():
        by_rule = {offer.rule: offer.drawing.solid for offer in made.options}
        if "mirror" in by_rule:
            assert solids.same(by_rule["mirror"], solids.mirrored(by_rule[""]))
            assert solids.same(by_rule["moved_mirror"], solids.mirrored(by_rule["moved"]))


def test_numbers_of_blocks_cover_the_tier_and_all_solids_have_as_many() -> None:
    for where, made in drafts():
        counts = {len(seen["cells"]) for seen in (made.truth["question"], *made.truth["options"])}
        least, most = TIERS[where.tier].blocks
        assert counts == {made.truth["blocks"]}
        assert least <= made.truth["blocks"] <= most
    assert len({made.truth["blocks"] for _, made in drafts()}) >= 9


def test_every_block_shows_in_every_picture_at_one_scale() -> None:
    for _, made in drafts()[:45]:
        shown = [*made.drawings, *(offer.drawing for offer in made.options)]
        assert min(min(blocks.shown_pixels(drawing)) for drawing in shown) >= 20
        assert len({(drawing.scale, drawing.colour) for drawing in shown}) == 1


def test_the_question_is_truly_turned() -> None:
    for where, made in drafts():
        question, right = made.truth["question"], made.truth["options"][LETTERS.index(where.letter)]
        assert (question["cells"], question["block"]) != (right["cells"], right["block"])
        assert made.tags["angle"] in (90, 120, 180)


def test_truth_is_what_the_pictures_show_and_is_documented() -> None:
    for _, made in drafts()[:30]:
        assert set(made.truth) == set(task.truth)
        for drawing, seen in zip(
            (*made.drawings, *(offer.drawing for offer in made.options)),
            (made.truth["question"], *made.truth["options"]),
        ):
            turned = drawing.solid.array @ np.array(seen["turn"]).T
            assert solids.solid(turned).cells == tuple(map(tuple, seen["cells"]))
            assert (drawing.view.azimuth, drawing.view.elevation) == (seen["azimuth"], seen["elevation"])


def test_the_same_generator_makes_the_same_draft() -> None:
    assert draft_of(task, 7, "test") == draft_of(task, 7, "test")


@settings(max_examples=60)
@given(st.integers(0, 149), st.lists(st.sampled_from(MATRICES), min_size=4, max_size=4))
def test_solve_does_not_care_how_an_option_stands(index: int, turns: list[Any]) -> None:
    where, made = drafts()[index]
    truth = truth_of(made)
    for seen, turn in zip(truth["options"], turns):
        seen["cells"] = (np.array(seen["cells"]) @ np.array(turn).T - 7).tolist()
        seen["block"] = (np.abs(turn) @ np.array(seen["block"])).tolist()
    assert task.solve(truth) == Choice(where.letter)


def test_solve_refuses_when_no_option_or_more_than_one_is_right() -> None:
    for where, made in (pair for pair in drafts()[:30] if pair[0].tier != "easy"):
        key = LETTERS.index(where.letter)
        none, both = truth_of(made), truth_of(made)
        none["options"][key]["cells"] = [[-x, y, z] for x, y, z in none["options"][key]["cells"]]
        none["options"] = [none["options"][key]]
        both["options"] = [both["options"][key], both["question"]]
        with pytest.raises(Refused, match="no option is right"):
            task.solve(none)
        with pytest.raises(Refused, match="2 options are right"):
            task.solve(both)


def test_solve_tells_a_block_stretched_along_another_axis() -> None:
    _, made = next(pair for pair in drafts() if pair[1].tags["prisms"])
    truth = truth_of(made)
    for option in truth["options"]:
        option["block"] = [1.0, 1.0, 1.0]
    with pytest.raises(Refused, match="no option is right"):
        task.solve(truth)
    assert agrees(truth) == ""


def test_a_straight_row_of_blocks_may_be_the_key() -> None:
    upright, lying = [[0, 0, z] for z in range(5)], [[x, 0, 0] for x in range(5)]
    bent = [[*upright[:4], cell] for cell in ([1, 0, 0], [1, 0, 1], [0, 1, 3])]
    for place in range(4):
        offered = [*bent[:place], lying, *bent[place:]]
        seen = [{"cells": sorted(cells), "block": [1.0, 1.0, 1.0]} for cells in (upright, *offered)]
        truth = {"question": seen[0], "options": seen[1:], "blocks": 5}
        assert task.solve(truth) == Choice(LETTERS[place])
        assert agrees(truth) == LETTERS[place]


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"prisms must be 0\.\.1, not 2"):
        Params(prisms=2)


def test_side_doors_stay_shut() -> None:
    assert_shut(task, drafts())
