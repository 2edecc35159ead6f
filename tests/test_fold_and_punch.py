import copy
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from tests import brute_fold_and_punch as brute
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, key_of, truth_of
from vantage import render, seeds, task
from vantage.item import LETTERS
from vantage.render import flat
from vantage.shapes import overlays, paper
from vantage.tasks import fold_and_punch as fp

N = 180


@pytest.fixture(scope="module")
def drafts():
    return drafts_of(fp.task, N)


def test_both_solvers_and_the_cells_agree(drafts):
    assert_agreement(fp.task, drafts)


def test_solve_refuses_a_hole_too_few_and_a_hole_too_many(drafts):
    for _, draft in drafts[:20]:
        for change in (lambda holes: holes.pop(), lambda holes: holes.append([64, 64])):
            truth = truth_of(draft)
            change(truth["options"][key_of(draft)])
            with pytest.raises(task.Refused, match="no option is right"):
                fp.solve(truth)
            assert brute.agrees(truth) == ""


def test_solve_and_cells_follow_the_folds_and_not_the_options(drafts):
    asked = [truth_of(draft) for _, draft in drafts if len(draft.truth["folds"]) > 1]
    for truth in asked[:20]:
        truth["folds"].pop()
        try:
            answer = fp.solve(truth).letter
        except task.Refused:
            answer = ""
        assert answer == brute.agrees(truth)


def test_a_quarter_fold_is_undone_about_its_own_line():
    truth = {
        "side": 128,
        "hole": 14,
        "folds": [
            {"line": [1, 0, 64], "moves": -1, "ends": [[64, 0], [64, 128]]},
            {"line": [1, 0, 96], "moves": 1, "ends": [[96, 0], [96, 128]]},
        ],
        "punches": [[84, 40]],
        "options": [
            [[84, 40], [44, 40]],
            [[84, 40], [44, 40], [108, 40], [20, 40]],
            [[84, 40], [44, 40], [44, 88], [84, 88]],
            [[84, 40], [108, 40]],
        ],
    }
    assert fp.solve(truth).letter == brute.agrees(truth) == "B"
    assert fp.unmoved_holes(truth, 1) == fp.unmoved_holes(truth, 0) == {(84, 40), (44, 40)}
    assert fp.unmoved_holes(truth, 3) == {(84, 40)}


def test_options_look_different(drafts):
    for _, draft in drafts[:60]:
        pictures = [np.asarray(render.draw(o.drawing, 256)).astype(int) for o in draft.options]
        for a, b in combinations(pictures, 2):
            assert (abs(a - b).max(axis=2) > 24).mean() >= 0.015


def test_labels_and_rules_tell_the_options_apart(drafts):
    named = {"fold_missing", "fold_extra", "punch_moved", *(f"line_{number}_moved" for number in (1, 2, 3))}
    for _, draft in drafts:
        assert len({o.label for o in draft.options}) == 4
        rules = [o.rule for o in draft.options]
        assert rules[key_of(draft)] == ""
        # With one fold two may miss the key alike.
        assert len(set(rules)) >= (3 if draft.tags["folds"] == 1 else 4)
        assert {name for rule in rules if rule for name in rule.split("+")} <= named


def test_the_situation_keeps_to_its_split(drafts):
    assert all(where.allows(draft.situation) for where, draft in drafts)


def test_any_member_could_have_been_the_key():
    for index in range(12):
        where = task.slot(fp.task, ("members",), "test", index)
        members, key = fp._members(index % 2 == 0, where, seeds.generator("members", index))
        assert where.allows(members[key].situation)
        assert all(paper.foldable(m.folds) for m in members)
        assert len({m.holes for m in members}) == 4


def test_the_key_is_each_member_equally_often(drafts):
    shorter = Counter("fold_extra" in o.rule for _, d in drafts for o in d.options if "fold_" in o.rule)
    assert min(shorter.values()) > 0.25 * shorter.total()


def test_about_one_item_in_four_of_every_tier_pairs_a_fold_with_its_absence(drafts):
    for tier in task.TIERS:
        having = [d.tags["edits"] == "fold" for where, d in drafts if where.tier == tier]
        assert 0.1 < np.mean(having) < 0.42
    for where, draft in drafts:
        folds = draft.tags["folds"]
        assert folds in ({"easy": (1, 2), "medium": (1, 2), "hard": (2, 3)}[where.tier])
        assert 1 <= draft.tags["punches"] <= 3


def test_what_shows_of_the_folded_sheet_leaves_several_options(drafts):
    for _, draft in drafts:
        left = overlays.overlaid(truth_of(draft))
        assert left[key_of(draft)]
        assert sum(left) == (4 if draft.tags["edits"] == "lines" and draft.tags["folds"] > 1 else 2)


def test_the_key_and_its_twin_agree_on_paper_that_did_not_move(drafts):
    twins = 0
    for _, draft in drafts:
        truth, key = truth_of(draft), key_of(draft)
        for i, option in enumerate(draft.options):
            if option.rule == "fold_missing":
                assert fp.unmoved_holes(truth, i) == fp.unmoved_holes(truth, key)
                twins += 1
    assert twins > N / 20


def test_the_question_marks_one_picture_per_fold_and_the_punched_sheet(drafts):
    for _, draft in drafts:
        assert draft.question.count("<image>") == len(draft.drawings) == draft.tags["folds"] + 1
        assert draft.drawings[-1].holes == tuple(sorted(map(tuple, draft.truth["punches"])))
        assert not any(drawing.holes for drawing in draft.drawings[:-1])
        assert fp.STATED in draft.question


def test_truth_is_documented_and_does_not_know_how_it_was_drawn(drafts):
    for _, draft in drafts[:20]:
        assert set(draft.truth) == set(fp.task.truth)
        again = copy.deepcopy(truth_of(draft))
        again["options"] = again["options"][1:] + again["options"][:1]
        assert LETTERS.index(fp.solve(again).letter) == (key_of(draft) - 1) % 4


def test_the_same_generator_makes_the_same_draft():
    assert draft_of(fp.task, 5, "test") == draft_of(fp.task, 5, "test")


def test_pictures_survive_encoding(drafts):
    _, draft = drafts[0]
    picture = render.draw(draft.drawings[-1], 120)
    assert np.array_equal(np.asarray(flat.decode(flat.encode(picture))), np.asarray(picture))


def test_side_doors_stay_closed(drafts):
    assert_shut(fp.task, drafts)
