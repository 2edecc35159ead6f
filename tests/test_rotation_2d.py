from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, truth_of
from vantage.item import LETTERS, Choice
from vantage.shapes import figures, siblings
from vantage.task import Refused
from vantage.tasks.rotation_2d import TIERS, Params, _drawn, task

RULES = ["mirror", "moved", "moved_mirror"]

drafts = partial(drafts_of, task, 120, attempts=1)


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_all_cards_of_an_item_belong_to_its_split_and_have_no_symmetry() -> None:
    for where, made in drafts():
        cards = [offer.drawing.placed[0].figure for offer in made.options]
        assert all(where.allows(own) and lopsided for own, lopsided in figures.families(cards))
        assert made.situation == figures.situation(cards[LETTERS.index(where.letter)])


def test_options_are_two_cards_and_their_mirror_images() -> None:
    for _, made in drafts():
        cards = [offer.drawing.placed[0].figure for offer in made.options]
        assert len({offer.label for offer in made.options}) == 4
        twos = sorted(Counter(map(figures.situation, cards)).values())
        assert twos == [2, 2]
        assert sorted(offer.rule for offer in made.options if offer.rule) == RULES
        by_rule = {offer.rule: card for offer, card in zip(made.options, cards)}
        assert figures.same(by_rule["mirror"], figures.mirrored(by_rule[""]))
        assert figures.same(by_rule["moved_mirror"], figures.mirrored(by_rule["moved"]))


def test_nothing_can_be_had_by_counting() -> None:
    for where, made in drafts():
        cards = [offer.drawing.placed[0].figure for offer in made.options]
        assert len({(len(card.cells), len(card.halves), len(card.dots)) for card in cards}) == 1
        counts = {repr(figures.sides(figures.outline(card))) for card in cards}
        assert len(counts) <= 2
        least, most = TIERS[where.tier].cells
        assert least <= made.tags["cells"] <= most
        assert len({(shown.scale, shown.colour) for shown in (*made.drawings, *(o.drawing for o in made.options))}) == 1


def test_the_question_is_truly_turned() -> None:
    for where, made in drafts():
        asked, right = made.drawings[0], made.options[LETTERS.index(where.letter)].drawing
        apart = (asked.placed[0].angle - right.placed[0].angle) % 360
        assert 30 <= apart <= 330
        assert made.tags["angle"] == min(apart, 360 - apart)
        assert apart % TIERS[where.tier].step == 0


def test_keys_and_angles_are_drawn_alike_for_all_options() -> None:
    rules = Counter(made.tags["edit"] for _, made in drafts())
    assert set(rules) == {"cell", "half", "dot"}
    angles = Counter(offer.drawing.placed[0].angle // 90 for _, made in drafts() for offer in made.options)
    assert min(angles.values()) > 80


@settings(max_examples=40)
@given(st.integers(0, 119), st.integers(0, 3), st.integers(0, 30))
def test_solve_does_not_care_how_an_option_stands_or_where_its_outline_begins(i: int, turns: int, start: int) -> None:
    where, made = drafts()[i]
    truth = truth_of(made)
    for seen in truth["options"]:
        for _ in range(turns):
            seen["outline"] = [[7 - y, x] for x, y in seen["outline"]]
            seen["dots"] = [[7 - y, x] for x, y in seen["dots"]]
        begin = start % len(seen["outline"])
        seen["outline"] = seen["outline"][begin:] + seen["outline"][:begin]
    assert task.solve(truth) == Choice(where.letter)


def test_solve_refuses_when_no_option_or_more_than_one_is_right() -> None:
    for where, made in drafts()[:30]:
        truth = truth_of(made)
        right = truth["options"][LETTERS.index(where.letter)]
        with pytest.raises(Refused, match="2 options are right"):
            task.solve({**truth, "options": [right, truth["question"]]})
        right["outline"] = [[-x, y] for x, y in reversed(right["outline"])]
        right["dots"] = [[-x, y] for x, y in right["dots"]]
        with pytest.raises(Refused, match="no option is right"):
            task.solve(truth)


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"apart must be 1\.\.135 degrees, not 180"):
        Params(apart=180)


def test_the_same_generator_makes_the_same_draft() -> None:
    assert draft_of(task, 7, "test", attempts=1) == draft_of(task, 7, "test", attempts=1)


def test_the_card_lies_more_like_the_question_than_its_mirror_image_in_half_of_the_items() -> None:
    more = 0
    for _, made in drafts():
        place = {offer.rule: number for number, offer in enumerate(made.options)}
        asked, own, other = (
            _drawn(seen)
            for seen in (made.truth["question"], *(made.truth["options"][place[rule]] for rule in ("", "mirror")))
        )
        more += siblings.nearness(asked, own) > siblings.nearness(asked, other)
    assert abs(more / len(drafts()) - 0.5) < 2.5 * (0.25 / len(drafts())) ** 0.5


def test_side_doors_stay_closed() -> None:
    assert_shut(task, drafts())


def test_equal_counts_are_found_in_turned_and_mirrored_cards_alike() -> None:
    hook = [[0, 0], [6, 0], [6, 2], [2, 2], [2, 4], [0, 4]]
    mirrored = [[-x, y] for x, y in reversed(hook)]
    bar = [[0, 0], [8, 0], [8, 2], [0, 2]]
    seen = [{"outline": outline, "dots": [], "angle": 0, "scale": 0.1} for outline in (hook, mirrored, bar)]
    assert task.side_doors[0].rule({"question": seen[0], "options": seen}) == [1.0, 1.0, 0.0]
