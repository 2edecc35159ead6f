"""A small part of the soak test, and a check that it finds the failures it looks for."""

import dataclasses
from collections import Counter
from itertools import islice

import pytest

from tests import soak
from vantage import tasks
from vantage.task import Refused

QUICK = tuple(name for name in tasks.names() if not tasks.get(name).scenes)


@pytest.fixture
def broken(monkeypatch):
    """Make a task whose `make` fails or refuses at some of its draws."""
    whole = tasks.get("mrt")

    def replaced(error, every):
        drawn = []

        def make(params, slot, rng):
            drawn.append(slot)
            if len(drawn) % every == 0:
                raise error
            return whole.make(params, slot, rng)

        monkeypatch.setattr(tasks, "get", lambda name: dataclasses.replace(whole, make=make))

    return replaced


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("name", QUICK)
def test_a_slice_of_every_task_that_places_no_scenes(name):
    todo = soak.jobs(soak.SUITES, name, range(2), 3)
    seen, whole = soak.soak(todo, workers=1)
    assert whole
    assert seen
    for tally in seen.values():
        assert not tally.failures
        assert set(tally.drafts) == set(tasks.get(name).tiers)
        assert tally.drafts.total() == 2 * 3 * 3


def test_each_setting_of_each_task_is_soaked_once():
    orders = [order for job in soak.jobs(soak.SUITES, "", range(1), 1) for order in job]
    counts = Counter((order.task, order.settings, order.wordings, order.split) for order in orders)
    assert all(count == wordings for (_, _, wordings, _), count in counts.items())
    assert {name for name, *_ in counts} == set(tasks.names())
    assert ("consistency_ego", (("spin", True),), 1, "train") in counts
    assert ("relations", (), 6, "train") in counts


def test_tasks_about_one_scene_are_soaked_together():
    kinds = islice(soak.jobs(["scope"], "", range(1), 1), 3)  # a pair, a reference with a front, a ring
    seen, _ = soak.soak(kinds, workers=1)
    assert {name: tally.drafts.total() for name, tally in seen.items()} == {
        f"scope/{name}": 1 for name in tasks.names() if tasks.get(name).family > 1
    }


def test_a_failure_says_how_to_see_it_again(capsys, broken):
    broken(ValueError("singular matrix"), every=5)
    assert soak.main(["--suite", "srbench", "--task", "mrt", "--seeds", "1", "--per", "4", "--workers", "1"]) == 1
    out = capsys.readouterr().out
    assert "10 drafts" in out
    assert "srbench/mrt/n-validation-s0/000000, attempt 0: ValueError: singular matrix" in out
    assert "vantage make srbench/mrt --n 1 --split validation --seed 0 --out …" in out


def test_refusals_are_counted_by_reason_and_drawn_again(capsys, broken):
    broken(Refused("no layout shows 'the dog'"), every=3)
    assert soak.main(["--suite", "srbench", "--task", "mrt", "--seeds", "1", "--per", "4", "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "12 drafts" in out
    assert "5 no layout shows" in out


def test_a_task_that_refuses_everything_has_failed(broken):
    broken(Refused("it rains"), every=1)
    seen, _ = soak.soak(soak.jobs(["srbench"], "mrt", range(1), 1), workers=1)
    assert len(seen["srbench/mrt"].failures) == 3
    assert "400 attempts were refused, most often because it rains" in seen["srbench/mrt"].failures[0]


def test_ctrl_c_prints_what_was_done(capsys, broken):
    broken(KeyboardInterrupt(), every=7)
    assert soak.main(["--suite", "srbench", "--task", "mrt", "--seeds", "1", "--per", "4", "--workers", "1"]) == 130
    assert "6 drafts, then interrupted" in capsys.readouterr().out
