from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from tests import brute_folding_2d as brute
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, key_of, truth_of
from vantage import render, seeds, task
from vantage.item import LETTERS
from vantage.shapes import prints
from vantage.tasks import folding_2d as f2

N = 72


def members_of(split, index):
    where = task.slot(f2.task, ("members",), split, index)
    edits, opaque = f2.PAIRS[index % len(f2.PAIRS)], index % 2 == 0
    for attempt in range(5):
        try:
            rng = seeds.generator("members", index, attempt)
            return where, edits, f2._members(f2.Params(), where, edits, opaque, rng)
        except task.Refused:
            continue
    raise AssertionError("refused five times")


@pytest.fixture(scope="module")
def drafts():
    return drafts_of(f2.task, N, attempts=5)


def test_both_solvers_and_the_specks_agree(drafts):
    assert_agreement(f2.task, drafts)


def test_solvers_follow_the_print_and_the_folds(drafts):
    for _, draft in drafts[:24]:
        truth = truth_of(draft)
        truth["print"] = ["F" * 8] * 8
        with pytest.raises(task.Refused, match="no option is right"):
            f2.solve(truth)
        assert brute.agrees(truth) == ""


def test_the_other_side_is_another_option(drafts):
    asked = [d for _, d in drafts if "other_side" in {o.rule for o in d.options}]
    for draft in asked[:12]:
        truth = truth_of(draft)
        truth["folds"][-1]["moves"] *= -1
        letter = LETTERS[[o.rule for o in draft.options].index("other_side")]
        assert f2.solve(truth).letter == brute.agrees(truth) == letter
    assert len(asked) > 6


def test_a_hand_made_item():
    clear = {"areas": [["FFFF"] * 8] * 2, "print": ["FF"]}
    covered = {"areas": [["FFFF"] * 8] * 2, "print": ["F"]}
    slid = {"areas": [["FFFF"] * 8] * 2, "print": ["0F0F"]}
    truth = {
        "cells": 8,
        "sheet": "clear",
        "print": ["0F00000F"],
        "folds": [{"line": [1, 0, 4], "moves": 1}],
        "options": [slid, covered, clear],
    }
    assert f2.solve(truth).letter == brute.agrees(truth) == "C"
    truth["sheet"] = "opaque"
    assert f2.solve(truth).letter == brute.agrees(truth) == "B"


def test_tiers_differ_by_their_folds(drafts):
    for where, draft in drafts:
        diagonal = [fold["line"][0] * fold["line"][1] != 0 for fold in draft.truth["folds"]]
        if where.tier == "hard":
            assert len(diagonal) == 2
        else:
            assert diagonal == [where.tier == "medium"]


def test_options_look_different(drafts):
    for _, draft in drafts[:15]:
        pictures = [np.asarray(render.draw(o.drawing, 256)).astype(int) for o in draft.options]
        for a, b in combinations(pictures, 2):
            assert (abs(a - b).max(axis=2) > 24).mean() >= 0.015


def test_labels_and_rules_tell_the_options_apart(drafts):
    named = {name for pair in f2.RULES.values() for name in pair}
    for _, draft in drafts:
        assert len({o.label for o in draft.options}) == 4
        rules = [o.rule for o in draft.options]
        assert rules[key_of(draft)] == ""
        assert len(set(rules)) == 4
        assert {name for rule in rules if rule for name in rule.split("+")} <= named


def test_all_edits_and_both_sheets_come_up(drafts):
    seen = Counter(name for _, d in drafts for name in d.tags["edits"].split("+"))
    assert set(seen) == set(f2.RULES)
    sheets = Counter(d.tags["sheet"] for _, d in drafts)
    assert min(sheets.values()) > 0.3 * N


def test_the_situation_keeps_to_its_split_whichever_member_is_asked_about():
    for index in range(7):
        where, (first, second), members = members_of("test", index)
        assert all(where.allows(member.situation) for member in members)
        assert [member.edits for member in members] == [(), (first,), (second,), (first, second)]
        assert all(f2._shows(member) for member in members)


def test_marks_lie_on_the_sheet_and_do_not_touch():
    for index in range(14):
        for member in members_of("train", index)[2]:
            assert member.printed <= prints.SHEET
            assert all(prints.halo(one).isdisjoint(other) for one, other in combinations(member.marks, 2))


def test_each_edit_changes_what_it_says():
    rng = seeds.generator("edits")
    member = f2.Member(f2._folds("hard", rng), f2._marks(4, rng), opaque=False)
    for edit in f2.RULES:
        change = next(f2._changes(edit, member, member, rng))
        other = member.after(change)
        same = sum(mark in member.marks for mark in other.marks)
        assert (other.folds == member.folds) == (edit not in ("side", "line"))
        expected = {"flip": (4, 3), "mark": (4, 3), "count": (5, 4)}.get(edit, (4, 4))
        assert (len(other.marks), same) == expected


def test_later_stages_do_not_show_the_print(drafts):
    for _, draft in drafts:
        first, *later = draft.drawings
        assert draft.question.count("<image>") == len(draft.drawings) == draft.tags["folds"]
        assert prints.rows_of(first.look.print) == draft.truth["print"]
        assert not any(drawing.look.print for drawing in later)
        assert f2.STATED in draft.question
        assert ("opaque" in draft.question) == (draft.tags["sheet"] == "opaque")


def test_truth_is_documented_and_does_not_know_how_it_was_drawn(drafts):
    for _, draft in drafts[:20]:
        assert set(draft.truth) == set(f2.task.truth)
        again = truth_of(draft)
        again["options"] = again["options"][1:] + again["options"][:1]
        assert LETTERS.index(f2.solve(again).letter) == (key_of(draft) - 1) % 4


def test_the_same_generator_makes_the_same_draft():
    assert draft_of(f2.task, 5, "test", attempts=5) == draft_of(f2.task, 5, "test", attempts=5)


def test_a_draw_that_finds_nothing_is_refused():
    where = task.slot(f2.task, ("test",), "test", 0)
    with pytest.raises(task.Refused, match="no fair set"):
        f2.make(f2.Params(tries=0), where, seeds.generator("refused"))


def test_side_doors_stay_closed(drafts):
    assert_shut(f2.task, drafts)
