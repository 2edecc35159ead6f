from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest

from tests.brute_shape_finding_3d import agrees
from tests.drafts import assert_agreement, assert_shut, drafts_of, key_of, rates_of, truth_of
from vantage import seeds
from vantage.item import LETTERS, Choice
from vantage.shapes import cubes
from vantage.shapes.cubes import TEXTURES
from vantage.task import Draft, Refused
from vantage.tasks import shape_finding_3d
from vantage.tasks.shape_finding_3d import UPRIGHT, Params, patterns, task

PLACES = ("top", "bottom", "left", "right")

drafts = partial(drafts_of, task, 150, attempts=1)


def shown(view: dict[str, Any]) -> set[str]:
    return {view[place]["texture"] for place in PLACES if view.get(place)}


def test_both_solvers_and_brute_force_agree() -> None:
    assert_agreement(task, drafts())


def test_the_chain_of_reasoning_is_as_tagged() -> None:
    for _, made in drafts():
        truth = truth_of(made)
        by_one, by_other = patterns(truth, (0,)), patterns(truth, (1,))
        seen = 1 in (len(by_one), len(by_other))
        assert made.tags["chain"] == ("seen" if seen else "elimination")
        if not seen:
            # Together the pictures leave one, and each of them more.
            assert len(patterns(truth, (0, 1))) == 1 < min(len(by_one), len(by_other))
    chains = {(where.tier, made.tags["chain"]) for where, made in drafts()}
    assert chains == {(tier, chain) for tier in task.tiers for chain in ("seen", "elimination")}


def test_where_patterns_are_leaves_two_of_them() -> None:
    rule = task.side_doors[0].rule
    for where, made in drafts():
        scores = rule(truth_of(made))
        left = [number for number, score in enumerate(scores) if score]
        assert len(left) == 2
        assert LETTERS.index(where.letter) in left


def test_side_doors_stay_shut() -> None:
    assert_shut(task, drafts_of(task, 300, attempts=1))


def test_the_rule_of_an_upright_cube_turns_about_the_vertical_alone() -> None:
    assert len(UPRIGHT) == 4


def test_exactly_the_patterns_that_the_third_picture_does_not_show_are_offered() -> None:
    for _, made in drafts():
        views = made.truth["views"]
        offered = {option["texture"] for option in made.truth["options"]}
        assert len(offered) == 4
        assert len(shown(views[2])) == 2
        assert not offered & shown(views[2])


def pictures_with(made: Draft) -> list[int]:
    """Return for each option how many of the first two pictures show it."""
    counts = Counter(texture for view in made.truth["views"][:2] for texture in shown(view))
    return [counts[option["texture"]] for option in made.truth["options"]]


def test_counting_tells_little() -> None:
    hard: Counter[int] = Counter()
    for where, made in drafts_of(task, 600, attempts=1):
        counts = pictures_with(made)
        if sorted(counts) != [1, 1, 1, 1]:
            assert where.tier == "hard"
            assert sorted(counts) == [0, 1, 2, 2]
        if where.tier == "hard":
            hard[counts[LETTERS.index(where.letter)]] += 1
    # Right are patterns in one picture in three items of five, in none and in two in one each.
    assert all(abs(hard[count] / hard.total() - share) < 0.1 for count, share in ((0, 0.2), (1, 0.6), (2, 0.2)))


def test_a_turn_tells_less_in_medium_and_hard() -> None:
    orders: dict[str, set[int]] = {}
    for where, made in drafts():
        first, second, third = (shown(view) for view in made.truth["views"])
        shared = (first | second) & third
        orders.setdefault(where.tier, set()).update(TEXTURES[name].order for name in shared)
    assert orders == {"easy": {1, 4}, "medium": {2, 4}, "hard": {2, 4}}


def test_the_plainer_pattern_is_beside_the_right_one_as_often_as_the_other() -> None:
    # Else places would leave two patterns, and the one beside the pattern that looks alike after every turn be right.
    beside: Counter[bool] = Counter()
    for _, made in drafts_of(task, 600, attempts=1):
        if 4 in (orders := [TEXTURES[name].order for name in shown(made.truth["views"][2])]) and orders != [4, 4]:
            (plain,) = (name for name in shown(made.truth["views"][2]) if TEXTURES[name].order == 4)
            right = made.truth["options"][key_of(made)]["texture"]
            if pictures_with(made) == [1, 1, 1, 1]:
                beside[any({plain, right} <= shown(view) for view in made.truth["views"][:2])] += 1
    assert beside.total() > 200
    assert 0.4 < beside[True] / beside.total() < 0.6


def test_one_look_is_misled_by_a_half_turn() -> None:
    rule = next(door.rule for door in task.side_doors if door.name.startswith("what lies across"))
    rates = rates_of(rule, drafts_of(task, 600, attempts=1))
    assert rates["easy"] > 0.75
    assert 0.4 < rates["medium"] < 0.6
    assert 0.4 < rates["hard"] < 0.6


def test_a_neighbour_in_sight_tells_nothing() -> None:
    # Where six faces are seen, each offered pattern is seen once, beside exactly one pattern of the third picture.
    for _, made in drafts():
        if pictures_with(made) == [1, 1, 1, 1]:
            first, second, third = made.truth["views"]
            assert len(shown(first) & shown(third)) == len(shown(second) & shown(third)) == 1


def test_the_cube_tumbles_between_the_pictures() -> None:
    upper: Counter[str] = Counter()
    for _, made in drafts():
        places = [
            {face["texture"]: place for place in PLACES if (face := view.get(place))} for view in made.truth["views"]
        ]
        for one in places[:2]:
            upper.update(f"{one[name]} {places[2][name]}" for name in one.keys() & places[2].keys())
        assert all(("top" in view) == (view["elevation"] > 0) for view in made.truth["views"])
    assert len(upper) == 16  # a pattern moves from every place to every place, so that an upright side becomes the top


def test_all_places_are_painted() -> None:
    assert set(Counter(made.tags["painted"] for _, made in drafts())) == set(PLACES)


def test_rules_say_where_the_pattern_is() -> None:
    for where, made in drafts():
        rules = [offer.rule for offer in made.options]
        assert sorted(rules) == ["", "beside", "beside", "opposite"]
        assert rules.index("") == LETTERS.index(where.letter)


def test_situations_keep_to_their_split() -> None:
    assert all(where.allows(made.situation) for where, made in drafts())
    assert len({made.situation for _, made in drafts()}) == len(drafts())


def test_every_texture_is_offered_and_is_right_as_often_as_another() -> None:
    offered: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for where, made in drafts():
        offered.update(offer.label for offer in made.options)
        right[made.options[LETTERS.index(where.letter)].label] += 1
    assert set(offered) == set(TEXTURES)
    symmetric = [name for name in TEXTURES if TEXTURES[name].order == 4]
    share = sum(right[name] for name in symmetric) / sum(offered[name] for name in symmetric)
    assert 0.15 < share < 0.35


def test_equal_looks_are_judged_equal() -> None:
    for where, made in drafts()[:30]:
        truth = truth_of(made)
        for view in truth["views"]:
            for place in PLACES:
                if face := view.get(place):
                    face["turn"] = (face["turn"] + 4 // TEXTURES[face["texture"]].order) % 4
        assert task.solve(truth) == Choice(where.letter)
        assert agrees(truth) == where.letter


def test_one_of_the_first_pictures_is_enough_if_the_pattern_is_seen() -> None:
    for _, made in drafts()[:30]:
        enough = 0
        for number in (0, 1):
            truth = truth_of(made)
            truth["views"][1 - number] = truth["views"][number]
            if len(patterns(truth, (0, 1))) > 1:
                with pytest.raises(Refused, match="options are right"):
                    task.solve(truth)
                assert agrees(truth) == ""
            else:
                enough += 1
        assert enough == (made.tags["chain"] == "seen")


def test_solve_refuses_when_the_pattern_is_not_on_offer() -> None:
    where, made = drafts()[0]
    truth = truth_of(made)
    truth["options"].pop(LETTERS.index(where.letter))
    with pytest.raises(Refused, match="no option is right"):
        task.solve(truth)


def test_the_situation_is_the_cube_up_to_rotation_and_reflection() -> None:
    face = {side: cubes.Face(name) for side, name in enumerate(("eff", "tee", "arrow", "ring", "bars", "cup"))}
    rng = seeds.generator("cube")
    cube = tuple(shape_finding_3d._print(side, face[side], rng) for side in range(6))
    assert cubes.canonical(cube)[0] == cubes.canonical(cubes.mirrored_cube(cube))[0]


def test_unfit_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="sway"):
        Params(sway=40)
    with pytest.raises(ValueError, match="elevation"):
        Params(elevation=(38.0, 30.0))
