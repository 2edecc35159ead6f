"""What a deficit about viewpoints costs, and how it shows in consistency, confusions and updating errors."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from tests import fabricated, scenes
from vantage import models
from vantage.analysis import consistency
from vantage.analysis.table import table
from vantage.models import Request

SCENES = 24
TASKS = tuple(scenes.KINDS)
# The tasks in which a deficit costs anything.
HURT = {
    "oracle": set(),
    "random": {*TASKS},
    "egocentric": {"consistency_allo", "updating_allo", "integration_allo"},
    "no-update": {"updating_ego"},
    "clockwise": {"updating_ego"},
    "left-right-only": {*TASKS} - {"integration_allo"},
}


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    made = [item for name in TASKS for item in scenes.items(name, SCENES)]
    return fabricated.data_set(tmp_path_factory.mktemp("scope") / "made", made)


def answering(name):
    """Return a speaker who says what a model answers."""
    model = models.get(name)

    def say(item):
        request = Request((), (item.id,), item.letters, item, tuple(range(len(item.options))))
        return asyncio.run(model.respond(request)).text

    return say


@pytest.fixture(scope="module")
def outcomes(ds):
    return table(ds, [fabricated.run(name, ds, answering(name)) for name in HURT])


@pytest.fixture(scope="module")
def answers(ds, outcomes):
    return consistency.given(outcomes, ds.head())


def of(model, found):
    return [one for one in found if one.model == model]


@pytest.mark.parametrize("model", HURT)
def test_a_deficit_costs_only_where_it_matters(model, outcomes):
    rows = outcomes.filter([name == model for name in outcomes["model"].to_pylist()])
    wrong = {task for task, outcome in zip(rows["task"].to_pylist(), rows["outcome"].to_pylist()) if outcome != "right"}
    assert wrong == HURT[model]


@pytest.mark.parametrize("model", ["oracle", "egocentric", "no-update", "clockwise"])
def test_who_sees_well_is_never_confused_from_the_camera(model, answers):
    for one in of(model, consistency.confusions(answers)):
        if one.task == "consistency_ego":
            assert (one.shares == np.eye(4)).all()
            assert (one.never, one.left_right, one.front_behind) == ((), 0, 0)


def test_one_who_guesses_depth_confuses_front_and_behind_alone(answers):
    for one in of("left-right-only", consistency.confusions(answers)):
        if one.task == "consistency_ego":
            assert one.left_right == 0
            assert 0.3 < one.front_behind < 0.7
            mixed = {(a, b) for a, b in zip(*np.nonzero(one.counts)) if a != b}
            labels = {(one.labels[a], one.labels[b]) for a, b in mixed}
            assert all({a.split("-")[0], b.split("-")[0]} == {"front", "behind"} for a, b in labels)


def test_what_follows_from_guessed_depth(answers):
    # A walk turns an exchanged front and behind into an exchanged left and right, and no answer stays the same.
    for one in of("left-right-only", consistency.consistency(answers)):
        assert one.agrees == one.right < 0.6
    found = {(one.angle, one.group): one.counts for one in of("left-right-only", consistency.updating(answers))}
    assert {name for name, n in found[90, "orthogonal"].items() if n} == {"right", "wrong direction"}
    assert {name for name, n in found[180, "orthogonal"].items() if n} == {"right", "no rotation"}


@pytest.mark.parametrize(("model", "kind"), [("no-update", "no rotation"), ("clockwise", "wrong direction")])
def test_errors_after_a_walk_are_of_one_kind(model, kind, answers):
    for one in of(model, consistency.updating(answers)):
        wrong = {name for name, n in one.counts.items() if n and name != "right"}
        assert wrong == (set() if kind == "wrong direction" and one.angle == 180 else {kind})


def test_who_moves_wrongly_is_consistent_all_the_same(answers):
    for model, right in (("no-update", 0), ("clockwise", 1 / 3), ("oracle", 1)):
        found = [one for one in of(model, consistency.consistency(answers)) if one.task == "updating_ego"]
        assert [(one.agrees, one.right) for one in found] == [(1, pytest.approx(right))] * 3


def test_one_who_answers_from_the_camera_is_consistent_only_there(answers):
    for one in of("egocentric", consistency.consistency(answers)):
        assert (one.agrees, one.right) == ((0, 0) if one.task.endswith("allo") else (1, 1))


def test_a_guesser_is_hardly_ever_consistent(answers):
    for one in of("random", consistency.consistency(answers)):
        assert one.agrees <= 0.1
