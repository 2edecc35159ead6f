from __future__ import annotations

import itertools
from collections import Counter
from functools import partial

import numpy as np
import pytest

from tests.brute_projection_3d import agrees
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, truth_of
from vantage import seeds
from vantage.item import LETTERS, Choice
from vantage.render import projections
from vantage.shapes import solids, views
from vantage.task import Refused, slot
from vantage.tasks.projection_3d import TIERS, Params, _candidates, _is_guarded, _pairs, _plan, _set, task

RULES = {
    "side": ["moved", "moved_other_side", "other_side"],
    "mirror": ["mirror", "mirror_other_side", "other_side"],
}

drafts = partial(drafts_of, task, 120)


def outline(rows: views.Rows) -> list[list[bool]]:
    return [[depth == views.EMPTY for depth in row] for row in rows]


def steps(rows: views.Rows) -> frozenset[tuple[int, int, str]]:
    """Return where a view has an outline or a step in depth: at the left or the upper edge of a square."""
    depth = {(x, y): d for y, row in enumerate(rows) for x, d in enumerate(row)}

    def at(x: int, y: int) -> int:
        return depth.get((x, y), views.EMPTY)

    squares = [(x, y) for y in range(len(rows) + 1) for x in range(len(rows[0]) + 1)]
    upright = {(x, y, "|") for x, y in squares if at(x, y) != at(x - 1, y)}
    return frozenset(upright | {(x, y, "-") for x, y in squares if at(x, y) != at(x, y - 1)})


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_the_arrow_points_at_the_target() -> None:
    for where, made in drafts():
        assert made.truth["side"] == where.target
        assert [drawing.arrow for drawing in made.drawings if drawing.arrow] == [where.target]
        (shown,) = (drawing for drawing in made.drawings if drawing.arrow)
        assert shown.opposite == (where.target in ("back", "left", "bottom"))


def test_the_key_is_the_view_of_the_solid_in_both_pictures() -> None:
    for where, made in drafts():
        first, second = made.drawings
        assert first.solid == second.solid
        assert [list(cell) for cell in first.solid.cells] == made.truth["cells"]
        rows = views.rows(views.depth_maps(first.solid.array[None], where.target)[0])
        assert made.options[LETTERS.index(where.letter)].drawing.rows == rows


def test_the_situation_is_the_solid_s_and_belongs_to_the_split() -> None:
    for where, made in drafts():
        assert made.situation == solids.situation(made.drawings[0].solid)
        assert where.allows(made.situation)


def test_options_differ_and_miss_as_their_set_says() -> None:
    for where, made in drafts():
        assert len({offer.drawing.rows for offer in made.options}) == len({offer.label for offer in made.options}) == 4
        assert sorted(offer.rule for offer in made.options if offer.rule) == RULES[made.tags["set"]]
        assert made.options[LETTERS.index(where.letter)].rule == ""
        assert len({(offer.drawing.cell, offer.drawing.colour) for offer in made.options}) == 1


def test_options_differ_in_their_lines_and_not_in_shade_alone() -> None:
    for _, made in drafts():
        assert len({steps(offer.drawing.rows) for offer in made.options}) == 4


def test_measures_and_counts_leave_the_other_solid() -> None:
    for _, made in drafts():
        size = {offer.rule: (len(offer.drawing.rows), len(offer.drawing.rows[0])) for offer in made.options}
        squares = {offer.rule: sum(d >= 0 for row in offer.drawing.rows for d in row) for offer in made.options}
        other = "moved" if made.tags["set"] == "side" else "mirror"
        for one, another in (("", other), ("other_side", f"{other}_other_side")):
            assert size[one] == size[another]
            assert squares[one] == squares[another]


def test_side_doors_stay_shut() -> None:
    assert_shut(task, drafts())


def test_all_views_of_a_set_are_guarded_alike() -> None:
    """However the four are named, the set is kept or refused: else what is offered would tell which is asked."""
    kept = Counter[bool]()
    for index in range(24):
        where = slot(task, ("guarded",), "train", index)
        rng = seeds.generator("guarded", index)
        plan = _plan(where, rng)
        batch = _candidates(Params(), plan, solids.grow(10, rng, 0.4), rng)
        for pair in itertools.islice(_pairs(plan, where, batch), 5):
            members = _set(plan, pair)
            verdicts = {_is_guarded(plan, [members[i] for i in order]) for order in itertools.permutations(range(4))}
            assert len(verdicts) == 1
            kept[verdicts.pop()] += 1
    assert min(kept[True], kept[False]) >= 3


def test_the_rule_mirror_names_the_mirrored_view() -> None:
    for _, made in drafts():
        by_rule = {offer.rule: offer.drawing.rows for offer in made.options}
        if made.tags["set"] == "mirror":
            for one, other in (("", "mirror"), ("other_side", "mirror_other_side")):
                assert by_rule[other] in (by_rule[one][::-1], tuple(row[::-1] for row in by_rule[one]))


def test_the_rule_other_side_names_the_solid_from_the_tagged_side() -> None:
    for _, made in drafts():
        by_rule = {offer.rule: offer.drawing.rows for offer in made.options}
        maps = views.depth_maps(made.drawings[0].solid.array[None], made.tags["other"])
        assert by_rule["other_side"] == views.rows(maps[0])


def test_tiers_say_how_near_the_misses_are() -> None:
    for where, made in drafts():
        by_rule = {offer.rule: offer.drawing.rows for offer in made.options}
        tier = TIERS[where.tier]
        assert tier.blocks[0] <= made.tags["blocks"] <= tier.blocks[1]
        if made.tags["set"] == "side" and tier.outlines is not None:
            assert (outline(by_rule[""]) == outline(by_rule["moved"])) == tier.outlines
        if tier.across is not None:
            assert (made.tags["other"] == views.OPPOSITE[where.target]) == tier.across
    sets = Counter((where.tier, made.tags["set"]) for where, made in drafts())
    assert set(sets) == {("easy", "side"), *((tier, kind) for tier in ("medium", "hard") for kind in RULES)}


def test_each_side_is_as_likely_the_other_s_companion() -> None:
    """Else a guesser who knows which two sides are offered would know which is the likelier key."""
    pairs: Counter[tuple[str, str]] = Counter()
    for index in range(1200):
        where = slot(task, ("companions",), "train", index)
        plan = _plan(where, seeds.generator("companions", index))
        assert plan.other != plan.side
        if where.tier != "hard":
            pairs[plan.side, plan.other] += 1
    for one, other in pairs:
        both = pairs[one, other] + pairs[other, one]
        assert abs(pairs[one, other] - both / 2) < 3 * both**0.5 / 2 + 1


def test_every_block_shows_in_one_of_the_pictures() -> None:
    for _, made in drafts()[:45]:
        counts = np.array([projections.shown_pixels(drawing) for drawing in made.drawings])
        assert counts.max(axis=0).min() >= 20


def test_truth_is_documented() -> None:
    for _, made in drafts()[:10]:
        assert set(made.truth) == set(task.truth)
        assert task.stated in made.question


def test_the_same_generator_makes_the_same_draft() -> None:
    assert draft_of(task, 7, "test") == draft_of(task, 7, "test")


def test_solvers_follow_the_arrow_and_not_the_name_of_the_side() -> None:
    for _, made in drafts()[:30]:
        truth = truth_of(made)
        truth["look"] = [-part for part in truth["look"]]
        found = agrees(truth)
        if found:
            assert task.solve(truth) == Choice(found)
        else:
            with pytest.raises(Refused):
                task.solve(truth)


def test_solve_refuses_when_two_options_are_right() -> None:
    where, made = drafts()[0]
    truth = truth_of(made)
    truth["options"] = [truth["options"][LETTERS.index(where.letter)]] * 2
    with pytest.raises(Refused, match="2 options are right"):
        task.solve(truth)


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"share must be 0\.\.1, not 2"):
        Params(share=2)
