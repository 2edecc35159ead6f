from collections import Counter

import pytest

from tests import brute_paper_folding as brute
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, key_of, truth_of
from vantage import task
from vantage.shapes import overlays
from vantage.tasks import paper_folding as pf

N = 180


@pytest.fixture(scope="module")
def drafts():
    return drafts_of(pf.task, N, attempts=1)


def test_both_solvers_and_the_needle_agree(drafts):
    assert_agreement(pf.task, drafts)


def test_solve_refuses_a_hole_too_few_and_a_hole_too_many(drafts):
    for _, draft in drafts[:20]:
        for change in (lambda holes: holes.pop(), lambda holes: holes.append([64, 64])):
            truth = truth_of(draft)
            change(truth["options"][key_of(draft)])
            with pytest.raises(task.Refused, match="no option is right"):
                pf.solve(truth)
            assert brute.agrees(truth) == ""


def test_a_hand_made_item():
    truth = {
        "side": 128,
        "hole": 14,
        "folds": [
            {"line": [1, -1, 0], "moves": 1, "ends": [[0, 0], [128, 128]]},  # the upper right over the lower left
            {"line": [1, 1, 128], "moves": -1, "ends": [[0, 128], [64, 64]]},  # the upper left corner down
        ],
        "punches": [[60, 100]],
        "options": [
            [[60, 100], [100, 60], [28, 68], [68, 28]],
            [[60, 100], [100, 60]],
            [[60, 100], [68, 100], [60, 28], [68, 28]],
        ],
    }
    assert pf.solve(truth).letter == brute.agrees(truth) == "A"


def test_a_hole_in_single_paper_has_no_second():
    truth = {
        "side": 128,
        "hole": 14,
        "folds": [{"line": [1, 0, 88], "moves": 1, "ends": [[88, 0], [88, 128]]}],  # a strip on the right
        "punches": [[30, 40], [60, 90]],
        "options": [
            [[30, 40], [60, 90]],
            [[30, 40], [60, 90], [116, 90]],
            [[30, 40], [60, 90], [100, 90]],
        ],
    }
    assert pf.solve(truth).letter == brute.agrees(truth) == "B"


def test_tiers_never_mix_a_diagonal_fold_with_a_straight_one(drafts):
    kinds = {
        "easy": {(1, "straight"), (1, "diagonal")},
        "medium": {(2, "straight")},
        "hard": {(2, "straight"), (2, "diagonal")},
    }
    found = {tier: set() for tier in kinds}
    for where, draft in drafts:
        normals = {abs(fold["line"][0] * fold["line"][1]) for fold in draft.truth["folds"]}
        assert len(normals) == 1
        assert draft.tags["direction"] == ("diagonal" if normals == {1} else "straight")
        found[where.tier].add((draft.tags["folds"], draft.tags["direction"]))
    assert found == kinds


def test_one_to_three_holes_are_punched(drafts):
    assert {draft.tags["punches"] for _, draft in drafts} == {1, 2, 3}
    assert all(where.allows(draft.situation) for where, draft in drafts)


def test_options_miss_the_key_by_a_line_or_by_what_is_punched(drafts):
    for where, draft in drafts:
        rules = [option.rule for option in draft.options]
        assert len({option.label for option in draft.options}) == 3
        assert rules.count("") == 1
        found = {name for rule in rules if rule for name in rule.split("+")}
        assert found <= ({"line_1_moved", "punch_moved"} if where.tier == "easy" else {"line_1_moved", "line_2_moved"})


def test_fold_lines_lie_at_the_middle_or_beside_it_on_either_side(drafts):
    off = [
        (fold["line"][2] - 64) * fold["moves"] for _, d in drafts for fold in d.truth["folds"] if fold["line"][1] == 0
    ]
    assert min(off) < 10
    assert max(off) > 20
    sides = Counter(fold["moves"] for _, d in drafts for fold in d.truth["folds"])
    assert 0.6 < sides[1] / sides[-1] < 1.7


def test_each_stage_is_drawn_before_its_fold(drafts):
    for _, draft in drafts:
        *stages, last = draft.drawings
        assert draft.question.count("<image>") == len(draft.drawings) == draft.tags["folds"] + 1
        for stage, later in zip(stages, draft.drawings[1:]):
            assert set(stage.crease) <= {corner for part in stage.shaded for corner in part}
            assert len(stage.shaded) == len(stage.pieces)
            there = {corner for piece in later.pieces for corner in piece.outline}
            assert not {corner for part in stage.shaded for corner in part} <= there, "what was shaded has moved"
        assert last.holes == tuple(sorted(map(tuple, draft.truth["punches"])))
        assert pf.STATED in draft.question


def test_the_same_generator_makes_the_same_draft():
    assert draft_of(pf.task, 5, "test", attempts=1) == draft_of(pf.task, 5, "test", attempts=1)


def test_side_doors_stay_closed(drafts):
    assert_shut(pf.task, drafts)


def test_laying_the_sheet_leaves_two_of_three_or_all(drafts):
    for where, draft in drafts:
        left = sum(overlays.overlaid(truth_of(draft)))
        assert left == 3 - (where.tier == "easy")
