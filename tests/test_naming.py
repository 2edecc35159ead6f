"""Runs of one model are named by what differs between them, and by nothing else."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from tests import fabricated
from vantage.analysis import naming
from vantage.data.dataset import DataSet
from vantage.running.run_folder import Run
from vantage.running.sample import Selection


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "made", fabricated.items(per_task=2, size=16))


def made(ds: DataSet, place: str = "nowhere", settings: dict[str, Any] | None = None, **condition: Any) -> Run:
    run = fabricated.run("m", ds, fabricated.chooser(""), **condition)
    return dataclasses.replace(fabricated.with_header(run, settings=settings or {}), path=Path(place))


def names(runs: list[Run]) -> list[str]:
    return [run.name for run in naming.told_apart(runs)]


def test_one_run_of_a_model_has_the_models_name(ds: DataSet) -> None:
    other = fabricated.run("other", ds, fabricated.chooser(""))
    assert names([made(ds, protocol="cot"), other]) == ["m", "other"]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"protocol": "direct"}, {"protocol": "cot"}, ["m (direct)", "m (cot)"]),
        ({"layout": "composite"}, {}, ["m (layout=composite)", "m"]),
        ({"settings": {"effort": "low"}}, {"settings": {"effort": "high"}}, ["m (effort=low)", "m (effort=high)"]),
        (
            {"settings": {"temperature": None}},
            {"settings": {"temperature": 0.0}},
            ["m (temperature=default)", "m (temperature=0)"],
        ),
        (
            {"settings": {"max_tokens": 16}, "protocol": "direct"},
            {"settings": {"max_tokens": 2048}, "protocol": "cot"},
            ["m (direct)", "m (cot)"],
        ),
        ({"place": "runs/old/m"}, {"place": "runs/new/m"}, ["m (old)", "m (new)"]),
        ({}, {}, ["m", "m #2"]),
    ],
)
def test_runs_of_one_model_are_named_by_what_differs(
    ds: DataSet, one: dict[str, Any], other: dict[str, Any], expected: list[str]
) -> None:
    assert names([made(ds, **one), made(ds, **other)]) == expected


def test_a_difference_that_is_not_enough_is_followed_by_the_next(ds: DataSet) -> None:
    runs = [made(ds), made(ds, protocol="cot"), made(ds, protocol="cot", settings={"effort": "high"})]
    assert names(runs) == ["m (direct)", "m (cot)", "m (cot, effort=high)"]


def test_samples_are_told_from_whole_runs(ds: DataSet) -> None:
    few = fabricated.with_header(made(ds), selection=Selection(sample=2))
    assert names([made(ds), few]) == ["m", "m (sample=2)"]


def test_circular_runs_are_called_so(ds: DataSet) -> None:
    conditions = tuple(dataclasses.replace(made(ds).conditions[0], rotation=turn) for turn in range(3))
    assert names([made(ds), fabricated.with_header(made(ds), conditions=conditions)]) == ["m", "m (circular)"]


def test_what_one_command_could_have_made_has_one_name_in_a_report(ds: DataSet) -> None:
    low = {"effort": "low"}
    runs = [made(ds, settings=low), made(ds, settings=low, protocol="cot"), made(ds, settings={"effort": "high"})]
    found = [run.name for run in naming.pooled(runs)]
    assert found == ["m (effort=low)", "m (effort=low)", "m (effort=high)"]


def test_settings_that_differ_are_never_pooled(ds: DataSet) -> None:
    runs = [made(ds, settings={"max_tokens": 16}), made(ds, settings={"max_tokens": 2048}, protocol="cot")]
    assert [run.name for run in naming.pooled(runs)] == ["m (direct)", "m (cot)"]


def test_a_way_of_asking_is_said_once(ds: DataSet) -> None:
    run, other = naming.told_apart([made(ds, protocol="cot", max_side=64), made(ds)])
    assert naming.with_way(run, "cot") == "m (cot)"
    assert naming.with_way(run, "cot max_side=64") == "m (cot) (cot max_side=64)"
    assert naming.with_way(made(ds), "cot") == "m (cot)"
    assert other.name == "m (direct)"
