from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from vantage import seeds
from vantage.shapes import paper, punches
from vantage.task import Refused


def anything(situation):
    return True


def in_test(situation):
    return seeds.split_of(situation) == "test"


def sides(index, moved=punches.SQUARE, drawn=2, allows=anything):
    return punches.draw_sides(moved, drawn, allows, seeds.generator("sides", len(moved), drawn, index))


def lines(index, count=2, drawn=2, last=False, allows=anything, choices=(punches.STRAIGHT, paper.NORMALS)):
    rng = seeds.generator("lines", count, drawn, int(last), index)
    return punches.draw_lines(choices, count, drawn, allows, rng, last)


SETS = [
    *((sides, {"moved": moved, "drawn": drawn}) for moved in (punches.SQUARE, punches.CHAIN) for drawn in (1, 2, 3)),
    *((lines, {"count": 2, "drawn": drawn, "last": last}) for drawn in (1, 3) for last in (False, True)),
    (lines, {"count": 3, "last": True}),
    (lines, {"count": 3, "drawn": 1}),
]


@pytest.fixture(scope="module", params=SETS, ids=lambda made: f"{made[0].__name__} {made[1]}")
def sets(request):
    """Sets of one kind, with how they were drawn."""
    draw, how = request.param
    return draw, how, [draw(index, **how) for index in range(5)]


def shown(member, lying):
    """Return the holes of a member where another lies when it is folded, and those that are partly there."""
    outline = paper.folded(lying.folds).outline
    return {hole for hole in member.holes if paper.margins(outline, np.array(hole)) > -paper.HOLE / 2}


def test_each_member_is_the_unfolding_of_its_own_fair_situation(sets):
    _, how, drawn = sets
    for members, key in drawn:
        assert len({member.label for member in members}) == len(members) == len(how.get("moved", punches.SQUARE))
        assert 0 <= key < len(members)
        for member in members:
            assert paper.foldable(member.folds)
            assert len(member.punches) == how.get("drawn", 2)
            assert member.holes == paper.unfold(member.folds, member.punches)
            _, sure = paper.layers(member.folds, np.array(member.punches))
            assert (abs(sure) >= paper.CLEAR).all()
            assert shown(member, member) == set(member.punches)


def test_as_many_holes_are_in_all_members_with_as_many_folds(sets):
    _, _, drawn = sets
    for members, _ in drawn:
        assert len({(len(member.folds), len(member.holes)) for member in members}) == len(
            {len(member.folds) for member in members}
        )


def test_others_agree_wherever_a_member_lies_folded(sets):
    draw, how, drawn = sets
    least = 1 if draw is sides or how.get("last") else 3
    for members, _ in drawn:
        for own in members:
            assert sum(shown(other, own) == set(own.punches) for other in members if other is not own) >= least


def test_members_differ_plainly(sets):
    _, _, drawn = sets
    for members, _ in drawn:
        for a, b in combinations(members, 2):
            gaps = [min(np.hypot(x - u, y - v) for u, v in b.holes) for x, y in a.holes]
            back = [min(np.hypot(x - u, y - v) for u, v in a.holes) for x, y in b.holes]
            assert sum(gap >= paper.HOLE for gap in (*gaps, *back)) >= 2


def test_sides_lie_a_step_apart_and_which_part_moves_follows_from_the_line():
    off = Counter()
    for index in range(60):
        members, _ = sides(index)
        folds = [member.folds[0] for member in members]
        norm = folds[0].a ** 2 + folds[0].b ** 2
        found = sorted(fold.c for fold in folds)
        step = punches.STEP[norm]
        assert [c - found[0] for c in found] == [0, step, step, 2 * step]
        # The side that moves is the smaller one.
        ends = [folds[0].a * x + folds[0].b * y for x, y in paper.SQUARE]
        for fold in folds:
            beyond = max(ends) - fold.c if fold.moves > 0 else fold.c - min(ends)
            assert 2 * beyond <= max(ends) - min(ends)
            off[norm, fold.moves] += 1
    assert min(off.values()) > 20


def test_lines_are_moved_by_a_step_or_the_last_fold_is_left_out():
    for index in range(12):
        members, _ = lines(index)
        ways = [member.folds for member in members]
        assert all({(f.a, f.b, f.moves) for f in a} == {(f.a, f.b, f.moves) for f in b} for a in ways for b in ways)
        for number in range(2):
            c, d = sorted({folds[number].c for folds in ways})
            assert d - c == punches.STEP[ways[0][number].a ** 2 + ways[0][number].b ** 2]
        assert len({member.punches for member in members}) == 1
        members, _ = lines(index, last=True)
        assert Counter(len(member.folds) for member in members) == {1: 2, 2: 2}


def test_rules_are_named_from_the_key():
    plain, far, near, both = sides(0, drawn=1)[0]
    assert punches.rule(plain, plain) == ""
    assert {punches.rule(other, plain) for other in (far, near)} == {"line_1_moved", "line_1_moved+punch_moved"}
    assert punches.rule(both, plain) == "line_1_moved+punch_moved"
    assert punches.rule(far, near) == punches.rule(near, far) == "punch_moved"
    plain, second, first, both = lines(0)[0]
    assert punches.rule(second, plain) == punches.rule(plain, second) == "line_2_moved"
    assert punches.rule(first, plain) == "line_1_moved"
    assert punches.rule(first, second) == punches.rule(both, plain) == "line_1_moved+line_2_moved"
    plain, shorter, moved, both = lines(0, last=True)[0]
    assert (punches.rule(shorter, plain), punches.rule(plain, shorter)) == ("fold_missing", "fold_extra")
    assert punches.rule(moved, plain) == "line_1_moved"
    assert punches.rule(both, plain) == "fold_missing+line_1_moved"


@pytest.mark.parametrize(
    ("draw", "how"), [(sides, {}), (sides, {"moved": punches.CHAIN}), (lines, {"choices": [punches.STRAIGHT]})]
)
def test_the_key_is_allowed_and_any_member_may_be_it(draw, how):
    keys = Counter()
    for index in range(120):
        members, key = draw(index, drawn=1, allows=in_test, **how)
        assert in_test(members[key].situation)
        keys[key] += 1
    assert len(keys) == len(members)
    assert min(keys.values()) > 60 / len(keys)


def test_where_nothing_is_allowed_there_is_no_set(monkeypatch):
    monkeypatch.setattr(punches, "TRIES", 20)
    with pytest.raises(Refused, match="no fair set in 20 tries"):
        sides(0, allows=lambda situation: False)


def test_the_truth_is_documented_and_says_what_is_offered():
    members, _ = lines(1)
    truth = punches.truth(members[0], members[1:])
    assert set(truth) == set(punches.TRUTH)
    assert truth["punches"] == [list(punch) for punch in members[0].punches]
    assert [len(holes) for holes in truth["options"]] == [len(member.holes) for member in members[1:]]
