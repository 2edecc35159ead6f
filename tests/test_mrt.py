from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute_mrt import agrees
from tests.drafts import assert_agreement, assert_shut, drafts_of, truth_of
from vantage.item import LETTERS, Choice
from vantage.render import blocks
from vantage.shapes import poses, solids
from vantage.task import Draft, Refused
from vantage.tasks.mrt import QUESTION, TIERS, Params, task

N = 60
drafts = partial(drafts_of, task, N)


def pictures(made: Draft) -> list[solids.SolidDrawing]:
    return [*made.drawings, *(offer.drawing for offer in made.options)]


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_sets_are_two_sided() -> None:
    rules: Counter[str] = Counter()
    for where, made in drafts():
        assert made.subtype == where.tier
        assert len(made.options) == task.offered(where.tier) == len({offer.label for offer in made.options})
        found = sorted(offer.rule for offer in made.options)
        assert len(set(found)) == len(found)
        assert found[0] == ""
        assert set(found[1:]) <= {"mirror", "moved", "moved_mirror"}
        rules.update((where.tier, rule) for rule in found)
    assert all(rules["easy", rule] >= 10 for rule in ("mirror", "moved", "moved_mirror"))


def test_rules_say_how_solids_differ() -> None:
    for _, made in drafts():
        by_rule = {offer.rule: offer.drawing.solid for offer in made.options}
        assert "mirror" not in by_rule or solids.same(by_rule["mirror"], solids.mirrored(by_rule[""]))
        for rule in {"moved", "moved_mirror"} & set(by_rule):
            assert solids.situation(by_rule[rule]) != made.situation


def test_all_solids_belong_to_the_split_and_have_as_many_blocks() -> None:
    for where, made in drafts():
        shapes = [drawing.solid for drawing in pictures(made)]
        assert all(where.allows(solids.situation(shape)) for shape in shapes)
        assert {len(shape.cells) for shape in shapes} == {made.tags["blocks"]}
        assert TIERS[where.tier].blocks[0] <= made.tags["blocks"] <= TIERS[where.tier].blocks[1]


def test_every_block_shows_in_every_picture_and_all_pictures_are_in_one_style() -> None:
    for where, made in drafts():
        shown = pictures(made)
        assert min(min(blocks.shown_pixels(drawing)) for drawing in shown) >= 20
        ((colour, room, _),) = {(drawing.colour, drawing.room, drawing.scale) for drawing in shown}
        assert (colour == "white") == (room == 0) == (where.tier == "hard")


def test_turns_are_those_of_the_tier() -> None:
    for where, made in drafts():
        assert made.truth["question"]["turn"] == [0, 0, 0]
        for option in made.truth["options"]:
            assert tuple(option["turn"]) in TIERS[where.tier].turns
    angles = {made.tags["angle"] for where, made in drafts() if where.tier == "easy"}
    assert angles == {90, 180}


def test_truth_says_where_the_drawn_blocks_are() -> None:
    for _, made in drafts()[:20]:
        right, up, _ = solids.camera_axes(*made.truth["camera"]) * made.truth["scale"] * 256
        for drawing, seen in zip(pictures(made), (made.truth["question"], *made.truth["options"])):
            centres = np.array(seen["centres"])
            wanted = np.stack([centres @ right, -centres @ up], axis=1)
            drawn = np.array(blocks.Stage(drawing, 256).corners).mean(axis=1)
            alike = np.abs((drawn - drawn.mean(axis=0))[:, None] - wanted).max(axis=2) < 0.02
            assert (alike.sum(axis=0) == 1).all()
            assert (alike.sum(axis=1) == 1).all()
        assert set(made.truth) == set(task.truth)


def test_a_room_holds_its_solid_and_fits_the_picture() -> None:
    for _, made in (pair for pair in drafts()[:20] if pair[0].tier == "easy"):
        for drawing in pictures(made):
            turned = solids.rotated(drawing.solid, drawing.view.turn)
            assert turned.array.max() + 1 <= drawing.room
            stage = blocks.Stage(drawing, 256)
            corners = [stage.room + drawing.room * corner for corner in blocks.CORNERS]
            assert all(0 < value < 256 for point in stage.points(*corners) for value in point)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, N - 1), st.lists(st.sampled_from(poses.ANY_AXES), min_size=4, max_size=4))
def test_solve_does_not_care_how_an_option_stands(index: int, turns: list[poses.Angles]) -> None:
    where, made = drafts()[index]
    truth = truth_of(made)
    for seen, turn in zip(truth["options"], turns):
        seen["centres"] = (np.array(seen["centres"])[::-1] @ poses.matrix(turn).T).round(4).tolist()
    assert task.solve(truth) == Choice(where.letter)
    assert agrees(truth) == where.letter


def test_solve_refuses_when_no_option_or_more_than_one_is_right() -> None:
    for where, made in drafts()[:15]:
        key = LETTERS.index(where.letter)
        none, both = truth_of(made), truth_of(made)
        none["options"] = [{"centres": [[-x, y, z] for x, y, z in none["options"][key]["centres"]]}]
        both["options"] = [both["options"][key], both["question"]]
        with pytest.raises(Refused, match="no option is right"):
            task.solve(none)
        with pytest.raises(Refused, match="2 options are right"):
            task.solve(both)
        assert agrees(none) == agrees(both) == ""


def test_the_question_names_no_answer_and_settings_are_checked() -> None:
    assert "<image>" in QUESTION
    with pytest.raises(ValueError, match=r"share must be 0\.\.1, not 2"):
        Params(share=2)


def test_side_doors_stay_shut() -> None:
    assert_shut(task, drafts())
