from collections import Counter

import pytest

from tests import brute_paper_folding as brute
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, key_of, rates_of, truth_of
from vantage import seeds, task
from vantage.shapes import overlays, punches
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


def test_tiers_never_mix_a_diagonal_fold_with_a_straight_one(drafts):
    once = {(1, "straight"), (1, "diagonal")}
    kinds = {"easy": once, "medium": {*once, (2, "straight")}, "hard": {*once, (2, "straight"), (2, "diagonal")}}
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


def test_options_are_slides_rings_halves_ways_or_three_of_a_factorial_set(drafts):
    named = {punches.OTHER_WAY, *(name for pair in punches.RULES.values() for name in pair)}
    kinds = Counter(draft.tags["edits"] for _, draft in drafts)
    assert set(kinds) <= {"slide", "ring", "halves", "ways", *pf.EDITS}
    assert kinds["ring"] > N / 8
    assert kinds["slide"] > N / 50
    assert kinds["halves"] > N / 2
    for _, draft in drafts:
        rules = [option.rule for option in draft.options]
        assert len({option.label for option in draft.options}) == 3
        if draft.tags["edits"] == "ways":
            assert sorted(rules) == ["", punches.OTHER_WAY, punches.OTHER_WAY]
            continue
        assert len(set(rules)) == 3
        assert {name for rule in rules if rule for name in rule.split("+")} <= named


def test_two_folds_are_asked_about_in_a_good_part_of_the_upper_tiers(drafts):
    for tier in ("medium", "hard"):
        twice = [draft.tags["folds"] == 2 for where, draft in drafts if where.tier == tier]
        assert 0.25 < sum(twice) / len(twice) < 0.6


def test_missing_and_extra_come_alike():
    drafts = [draft_of(pf.task, index, "train", attempts=1)[1] for index in range(900)]
    rules = Counter(name for draft in drafts for o in draft.options for name in o.rule.split("+"))
    edited = {"punch_missing", "punch_extra", "punch_moved", "mirrored", "turned", "fold_missing", "fold_extra"}
    assert set(rules) == {"", punches.OTHER_WAY, *edited}
    # Of a set of halves, one member of three has two folds; each is the key in a third of the sets.
    assert 0.7 < rules["fold_missing"] / rules["fold_extra"] < 1.4
    assert 0.7 < rules["punch_missing"] / rules["punch_extra"] < 1.4


def test_each_stage_is_drawn_before_its_fold(drafts):
    for _, draft in drafts:
        *stages, last = draft.drawings
        assert draft.question.count("<image>") == len(draft.drawings) == draft.tags["folds"] + 1
        for stage, later in zip(stages, draft.drawings[1:]):
            assert stage.shaded
            assert set(stage.crease) <= set(stage.shaded)
            assert not set(stage.shaded) <= set(later.outline), "what was shaded has moved"
        assert last.holes == tuple(sorted(map(tuple, draft.truth["punches"])))
        assert pf.STATED in draft.question


def test_the_same_generator_makes_the_same_draft():
    assert draft_of(pf.task, 5, "test", attempts=1) == draft_of(pf.task, 5, "test", attempts=1)


def test_side_doors_stay_closed(drafts):
    assert_shut(pf.task, drafts)


def test_counting_the_visible_holes_gets_no_more_than_half_of_any_tier(drafts):
    assert max(rates_of(overlays.counted, drafts).values()) < 0.57, "about 48% in many drafts, 67% in sets of one pair"


def test_in_slides_each_lazy_rule_leaves_two_of_the_four():
    for index in range(12):
        members, _ = punches.draw_slides(2 + index % 2, lambda situation: True, seeds.generator("slides", index))
        for key in members:
            truth = punches.truth(key, members)
            for rule in (overlays.counted, overlays.overlaid, overlays.lined):
                assert sum(rule(truth)) == 2
            rows, laid = overlays.lined(truth), overlays.overlaid(truth)
            assert [a * b for a, b in zip(rows, laid)] == [float(member == key) for member in members]
