from collections import Counter
from itertools import combinations

import pytest

from vantage import seeds
from vantage.shapes import paper, punches
from vantage.task import Refused

FOLDS = paper.sequences(2)


def anything(situation):
    return True


def drawn(ways, edits, index=0, choices=FOLDS):
    rng = seeds.generator("punches", ways, *edits, index)
    return punches.draw_set(ways, edits, choices, 2, anything, rng)[0]


SETS = [(2, (edit,)) for edit in punches.RULES if edit not in ("shift", "slide")] + [
    (1, ("punch", "place")),
    (1, ("place", "mirror")),
]


@pytest.mark.parametrize(("ways", "edits"), SETS)
def test_each_member_is_the_unfolding_of_its_own_situation(ways, edits):
    for index in range(4):
        members = drawn(ways, edits, index)
        assert len({(member.plan.way, member.plan.edits) for member in members}) == 4
        assert len({member.label for member in members}) == 4
        for member in members:
            assert member.holes == paper.unfold(member.folds, member.punches)
            assert len(member.holes) == len(member.punches) * 2 ** len(member.folds)


@pytest.mark.parametrize(("ways", "edits", "folds"), [(2, ("punch",), 1), (2, ("fold",), 3), (4, (), 1)])
def test_another_way_has_as_many_holes_and_shows_the_same_ones(ways, edits, folds):
    for index in range(6):
        members = drawn(ways, edits, index, paper.sequences(folds))
        for a, b in combinations(members, 2):
            if a.plan.edits == b.plan.edits:
                assert a.punches == b.punches
                assert a.holes & b.holes >= set(a.punches)
                assert len(a.holes) == len(b.holes)
                assert a.holes != b.holes


def test_rules_are_named_from_the_key():
    plain, shorter, other, other_shorter = drawn(2, ("fold",))
    assert punches.rule(plain, plain) == ""
    assert (punches.rule(shorter, plain), punches.rule(plain, shorter)) == ("fold_missing", "fold_extra")
    assert punches.rule(other, plain) == punches.rule(plain, other) == "folded_otherwise"
    assert punches.rule(other_shorter, plain) == "fold_missing+folded_otherwise"
    assert punches.rule(shorter, other) == "fold_missing+folded_otherwise"
    plain, extra, *_ = drawn(2, ("punch",))
    assert (punches.rule(extra, plain), punches.rule(plain, extra)) == ("punch_extra", "punch_missing")


def test_the_key_is_allowed_and_any_member_may_be_it():
    keys = Counter()
    for index in range(200):
        rng = seeds.generator("allowed", index)
        members, key = punches.draw_set(2, ("punch",), FOLDS, 2, lambda s: seeds.split_of(s) == "test", rng)
        assert seeds.split_of(members[key].situation) == "test"
        keys[key] += 1
    assert min(keys.values()) > 25, "each of the four about fifty times"


def test_where_nothing_is_allowed_there_is_no_set(monkeypatch):
    monkeypatch.setattr(punches, "TRIES", 20)
    with pytest.raises(Refused, match="no fair set of 2 ways"):
        punches.draw_set(2, ("place",), FOLDS, 2, lambda situation: False, seeds.generator("none"))


def test_the_truth_is_documented_and_says_what_is_offered():
    members = drawn(1, ("place", "mirror"), 1)
    truth = punches.truth(members[0], members[1:])
    assert set(truth) == set(punches.TRUTH)
    assert truth["punches"] == [list(punch) for punch in members[0].punches]
    assert [len(holes) for holes in truth["options"]] == [len(member.holes) for member in members[1:]]


@pytest.mark.parametrize(("edits", "folds"), [(("place",), 1), (("fold",), 2), (("mirror",), 3)])
def test_tied_ways_agree_wherever_either_is_folded_to(edits, folds):
    rng = seeds.generator("tied", folds)
    members, _ = punches.draw_set(2, edits, paper.sequences(folds), 1, anything, rng, tied=2)
    for key in members:
        (twin,) = (m for m in members if m.plan.edits == key.plan.edits and m != key)
        under = {hole for hole in twin.holes if all(fold.height(hole) < 0 for fold in key.folds)}
        assert under == set(key.punches)
        assert twin.holes != key.holes


def under(member, lying):
    return {hole for hole in member.holes if all(fold.height(hole) < 0 for fold in lying.folds)}


def lines(member):
    return [(fold.a, fold.b, fold.c) for fold in member.folds]


@pytest.mark.parametrize("ends", [1, 2])
def test_in_a_ring_another_member_agrees_where_the_sheet_lies_and_another_shares_the_line(ends):
    for index in range(20):
        members, _ = punches.draw_ring(1 + index % 3, ends, anything, seeds.generator("ring", ends, index))
        one, other, *rest = members
        for key, like in ((one, other), (other, one), (rest[0], other)):
            assert under(like, key) == set(key.punches)
            assert like.holes != key.holes
        assert lines(rest[0]) == lines(one)
        assert len({len(member.holes) for member in members}) == 1
        if ends == 2:
            assert lines(rest[1]) == lines(other)
            assert under(one, rest[1]) == set(rest[1].punches)


@pytest.mark.parametrize(
    ("others", "count"),
    [(("twin",), 2), (("way",), 2), (("side", "twin"), 2), (("way", "image"), 2), (("side", "image"), 3)],
)
def test_halves_agree_where_the_whole_lies_and_share_all_folds_but_the_last(others, count):
    for index in range(10):
        rng = seeds.generator("halves", *others, index)
        members, _ = punches.draw_halves(paper.sequences(count), others, anything, rng)
        whole, half, *rest = members
        assert half.folds == whole.folds[:-1]
        assert under(half, whole) == set(whole.punches)
        assert {len(member.holes) for member in members} == {2**count}
        for name, other in zip(others, rest):
            if name in ("image", "twin"):
                undone = {*whole.punches, *map(whole.folds[-1].reflection, whole.punches)}
                assert set(other.punches) == undone
                assert under(whole, other) == undone
                assert under(other, whole) == set(whole.punches)
            if name == "twin":
                assert set(half.punches) <= other.holes
            if name == "way":
                assert other.punches == half.punches
            if name == "side":
                assert lines(other) == lines(whole)


def rows(member, spots):
    fold = member.folds[0]
    return sorted(fold.a * y - fold.b * x for x, y in spots)


@pytest.mark.parametrize("drawn", [2, 3])
def test_slides_are_two_tied_ways_that_keep_their_rows(drawn):
    keys = Counter()
    for index in range(60):
        members, key = punches.draw_slides(drawn, anything, seeds.generator("slides", drawn, index))
        one, one_slid, other, other_slid = members
        keys[key] += 1
        for a, b in ((one, one_slid), (other, other_slid)):
            assert a.folds == b.folds
            assert rows(a, a.holes) == rows(b, b.holes) == sorted(2 * rows(a, a.punches))
            assert punches.rule(a, b) == "punch_moved"
        for a, b in ((one, other), (one_slid, other_slid)):
            assert under(a, b) == under(b, a) == set(a.punches) == set(b.punches)
        assert len(one.punches) == drawn
        assert all(member.holes == paper.unfold(member.folds, member.punches) for member in members)
    assert min(keys[number] for number in range(4)) > 4, "each of the four about fifteen times"


@pytest.mark.parametrize("other", ["side", "way"])
def test_halves_without_a_twin_have_the_same_rows_across_the_first_fold(other):
    for index in range(10):
        whole, half, _ = punches.draw_halves(FOLDS, (other,), anything, seeds.generator("rows", other, index))[0]
        assert rows(whole, whole.holes) == rows(half, half.holes)
        assert whole.holes != half.holes


def test_any_member_of_a_ring_or_of_halves_may_be_the_key():
    keys = Counter()
    for index in range(200):
        rng = seeds.generator("any", index)
        keys["ring", punches.draw_ring(1, 1, lambda s: seeds.split_of(s) == "test", rng)[1]] += 1
        keys["halves", punches.draw_halves(FOLDS, ("twin",), lambda s: seeds.split_of(s) == "test", rng)[1]] += 1
    assert min(keys.values()) > 45, "each of three about 67 times"
