"""Who gets which items: counts, anchors and balance of the designs, and the arithmetic of impossible ones."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from vantage.study import booklets
from vantage.study.booklets import Booklet, Brief, build, identity
from vantage.study.new import READY
from vantage.study.settings import Design

DISE = {
    "combination_2d": 24, "combination_3d": 60, "projection_3d": 70, "folding_2d": 78, "fold_and_punch": 78,
    "folding_3d": 69, "rotation_2d": 23, "rotation_3d": 70, "shape_finding_2d": 21, "shape_finding_3d": 66,
}  # fmt: skip


def pool(counts: dict[str, int]) -> list[Brief]:
    """Items whose tiers and keys are balanced within each task, independently of one another."""
    found = []
    for task, n in counts.items():
        for index in range(n):
            key = f"{'ABCD'[(index // 3) % 4]}/4"
            found.append(Brief(f"{task}/{index}", task, f"sub{index % 2}", ("easy", "medium", "hard")[index % 3], key))
    return found


def design(**wanted: Any) -> Design:
    return Design(**wanted)


def spans(made: list[Booklet], briefs: list[Brief]) -> dict[tuple[str, str], tuple[int, int]]:
    return {(what, name): (low, high) for what, name, low, high in booklets.balance(made, briefs)}


def test_the_design_of_dise() -> None:
    briefs = pool(DISE)
    made = build(briefs, design(**READY["dise"]), 1)
    assert len(made) == 19
    assert {len(one.items) for one in made} == {39, 40}
    assert all(len(set(one.items)) == len(one.items) for one in made)
    assert {item for one in made for item in one.items} == {one.id for one in briefs}
    assert sum(one.people for one in made) == 54
    assert identity(made) == "54 people × 39.44 items = 2,130 responses to 559 items, 3.8 each"
    assert sum(one.people * len(one.items) for one in made) == 2130


@pytest.mark.parametrize(("number", "anchors", "items"), [(19, 10, 559), (12, 8, 300), (3, 5, 30), (7, 0, 140)])
def test_each_booklet_shares_its_anchors_with_the_next_and_nothing_with_others(
    number: int, anchors: int, items: int
) -> None:
    made = build(pool(DISE), design(kind="booklets", people=60, booklets=number, anchors=anchors, items=items), 3)
    sets = [set(one.items) for one in made]
    for a, b in itertools.combinations(range(number), 2):
        near = (b - a) % number == 1 or (a - b) % number == 1
        assert len(sets[a] & sets[b]) == (anchors if near else 0), (a, b)
    for place, one in enumerate(made):
        assert set(one.items[len(one.items) - anchors :]) <= sets[(place + 1) % number]
    assert len(set.union(*sets)) == items


def test_booklets_are_balanced_over_tasks_tiers_and_keys() -> None:
    briefs = pool(DISE)
    for seed in range(3):
        found = spans(build(briefs, design(**READY["dise"]), seed), briefs)
        for (what, name), (low, high) in found.items():
            assert high - low <= (1 if what == "task" else 3), (seed, what, name, low, high)


def test_one_expert_answers_everything_and_others_a_balanced_part() -> None:
    briefs = [*pool({f"task_{n}": 50 + 7 * n for n in range(20)})]
    made = build(briefs, design(kind="expert", people=12, experts=1, per_person=200), 0)
    expert, *others = made
    assert expert.name == "expert"
    assert len(expert.items) == len(briefs)
    assert [len(one.items) for one in others] == [200] * 11
    uses = Counter(item for one in others for item in one.items)
    assert set(uses.values()) == {1}, "while some item is unused, none is used twice"
    for (what, name), (low, high) in spans(made, briefs).items():
        assert high - low <= 2, (what, name, low, high)


def test_parts_reuse_items_evenly_where_there_are_too_few() -> None:
    briefs = pool({"a": 30, "b": 30})
    made = build(briefs, design(kind="expert", people=8, experts=1, per_person=20), 0)
    uses = Counter(item for one in made[1:] for item in one.items)
    assert set(uses.values()) == {2, 3}
    assert len(uses) == 60


def test_a_sample_is_like_the_whole() -> None:
    briefs = pool(DISE)
    (made,) = build(briefs, design(kind="sample", people=13, items=188), 5)
    tasks = Counter(item.split("/")[0] for item in made.items)
    assert all(abs(tasks[task] - 188 * n / 559) < 1 for task, n in DISE.items())
    assert identity([made]) == "13 people × 188 items = 2,444 responses to 188 items, 13.0 each"


def test_what_is_left_out_is_left_out() -> None:
    (made,) = build(pool(DISE), design(kind="all", people=3, leave_out=("folding_2d", "rotation_2d/sub1")), 0)
    assert len(made.items) == 559 - 78 - 11


def test_the_same_seed_makes_the_same_booklets() -> None:
    wanted = design(**READY["dise"])
    assert build(pool(DISE), wanted, 4) == build(pool(DISE), wanted, 4) != build(pool(DISE), wanted, 5)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (
            {"kind": "booklets", "people": 54, "booklets": 19, "anchors": 10, "per_person": 31},
            r"19 booklets of 31 items that share 10 with the next hold 19 × \(31 − 10\) = 399 items, not 559; in "
            r"booklets of 31, 1.6 items could be shared with the next. 10 shared items need 39.4 items in a booklet: "
            r"54 people × 39.4 = 2,129 responses. Set per_person = 0 for that, or items = 399 for a sample",
        ),
        ({"kind": "booklets", "people": 12, "booklets": 19}, "19 booklets need at least 19 people, not 12"),
        ({"kind": "booklets", "people": 54, "booklets": 19, "anchors": 30}, "at most 29 anchors are possible"),
        ({"kind": "booklets", "people": 54, "booklets": 2, "anchors": 5}, "at least 3 are needed"),
        ({"kind": "booklets", "people": 54, "booklets": 19, "per_person": 20}, "not even every item has a place"),
        ({"kind": "sample", "people": 5, "items": 600}, "asks for 600 items, but there are 559"),
        ({"kind": "sample", "people": 5}, "needs a number of items"),
        (
            {"kind": "expert", "people": 3, "experts": 3, "per_person": 9},
            "3 people of whom 3 are experts leave 0 others",
        ),
        (
            {"kind": "expert", "people": 3, "experts": 1, "per_person": 600},
            "per_person must be from 1 to the 559 items",
        ),
        ({"kind": "all", "people": 3, "anchors": 4}, "kind = 'all' has no anchors"),
        ({"kind": "all", "people": 3, "leave_out": ("maze",)}, "leave_out names 'maze'"),
        ({"kind": "all", "people": 3, "leave_out": tuple(DISE)}, "leaves out every item"),
    ],
)
def test_an_impossible_design_is_refused_with_the_numbers(wanted: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        build(pool(DISE), design(**wanted), 0)
