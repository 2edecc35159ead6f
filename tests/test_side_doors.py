"""Rules that see the question are tried on items, tier by tier, and held to the limits that their task states."""

import dataclasses
import json

import pytest

from tests.drafts import draft_of, item_of
from vantage import tasks
from vantage.item import Number
from vantage.making.attacks import side_doors
from vantage.task import SideDoor

TIERS = ("easy", "medium", "hard")


def right(truth):
    """A rule that is always right."""
    return [float(letter == tasks.get("maze").solve(truth).letter) for letter in "ABCD"]


def blind(truth):
    """A rule that knows nothing."""
    return [1.0] * 4


@pytest.fixture(scope="module")
def items():
    task = tasks.get("maze")
    return [item_of(task, *draft_of(task, index, "test")) for index in range(60)]


@pytest.fixture
def rigged(monkeypatch):
    """Give the maze one side door."""

    def give(rule, limit):
        task = dataclasses.replace(
            tasks.get("maze"), side_doors=(SideDoor("rigged", rule, dict.fromkeys(TIERS, limit)),)
        )
        monkeypatch.setattr(tasks, "get", {"maze": task}.__getitem__)

    return give


def test_a_rule_that_does_the_work_fails_in_every_tier(items, rigged):
    rigged(right, 0.6)
    found = side_doors.attack(items)
    assert [(one.tier, one.n, one.chance, one.rate, one.outcome) for one in found] == [
        (tier, 20, 0.25, 1.0, "fail") for tier in TIERS
    ]
    assert found[0].row() == ["maze", "rigged", "easy", "20", "25.0%", "100.0%", "60.0%", "FAILED"]


def test_ties_are_shared_and_a_rule_within_its_limit_passes(items, rigged):
    rigged(blind, 0.25)
    assert {(one.rate, one.outcome) for one in side_doors.attack(items)} == {(0.25, "pass")}


def test_a_rule_a_little_over_its_limit_on_few_items_is_not_judged(items, rigged):
    rigged(blind, 0.2)
    assert {one.outcome for one in side_doors.attack(items)} == {"too few"}


def test_items_of_other_versions_or_of_unknown_tasks_are_left_out(items, rigged):
    rigged(right, 0.6)
    others = [dataclasses.replace(items[0], version=99), dataclasses.replace(items[0], task="unheard of")]
    assert side_doors.attack(others) == []


def test_a_number_must_be_hit(items):
    door = SideDoor("three", lambda truth: [3.0], {"easy": 0.1})
    asked = dataclasses.replace(items[0], answer=Number(3), options=())
    assert side_doors.hit(door, asked) == 1
    assert side_doors.hit(door, dataclasses.replace(asked, answer=Number(4))) == 0


def test_a_rule_that_scores_too_few_options_is_a_fault(items):
    with pytest.raises(ValueError, match="scores 1 of 4 options"):
        side_doors.hit(SideDoor("short", lambda truth: [1.0], {}), items[0])


def test_a_limit_is_owed_for_every_tier():
    with pytest.raises(ValueError, match="needs a limit for each of easy, medium, hard"):
        dataclasses.replace(tasks.get("maze"), side_doors=(SideDoor("half", blind, {"easy": 0.5}),))


def test_check_tries_the_side_doors_of_a_set(capsys, tmp_path, rigged):
    from tests.test_cli import vantage

    folder = tmp_path / "maze"
    assert vantage(capsys, "make", "srbench/maze", "--n", "12", "--out", folder, "--workers", "1")[0] == 0
    rigged(right, 0.3)
    code, out, _ = vantage(capsys, "check", folder, "--shortcuts", "--workers", "1")
    assert code == 1
    assert "Side doors" in out
    assert "rigged" in out
    found = json.loads(vantage(capsys, "check", folder, "--shortcuts", "--workers", "1", "--json")[1])
    assert found["failed"]
    assert {one["rule"] for one in found["side_doors"]} == {"rigged"}
