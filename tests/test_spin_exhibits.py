"""The sections of a report on SpinBench's items say what was put into the runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests import fabricated, told
from vantage import models, tasks
from vantage.data.dataset import DataSet
from vantage.item import Item
from vantage.models import Request
from vantage.plots.figure import Text
from vantage.report import exhibits
from vantage.report.exhibits import Exhibit, heatmaps
from vantage.stats import inference

NAMES = ("oracle", "viewer-frame", "premise-blind", "wording-fragile", "random")
SUBTYPES = {name for task in heatmaps.SPIN for name in tasks.get(task).subtypes}


@cache
def answering(name: str) -> Callable[[Item], str | None]:
    model = models.get(name)

    def say(item: Item) -> str | None:
        request = Request((), (item.id,), item.letters, item, tuple(range(len(item.options))))
        return asyncio.run(model.respond(request)).text

    return say


def blurred(item: Item) -> str | None:
    """The oracle's answer, but in turning the other one."""
    return answering("oracle")(item) if item.task != "turning" else item.letters[1 - item.key]


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("spin") / "made", told.spin().items)


@pytest.fixture(scope="module")
def shown(ds: DataSet) -> dict[str, Exhibit]:
    made = [fabricated.run(name, ds, answering(name)) for name in NAMES]
    made += [fabricated.run("oracle", ds, blurred, max_side=128), fabricated.run("oracle", ds, blurred, depth=True)]
    return {exhibit.name: exhibit for exhibit in exhibits.exhibits(exhibits.gather(ds, made))}


def rows(exhibit: Exhibit, **wanted: Any) -> list[dict[str, Any]]:
    found = [dict(zip(exhibit.table.header, row)) for row in exhibit.table.rows]
    return [row for row in found if all(row[name] == value for name, value in wanted.items())]


def test_there_are_26_columns_for_the_53_subtypes() -> None:
    assert len(SUBTYPES) == 53
    assert len({heatmaps.variant_of(name) for name in SUBTYPES}) == 26


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("car_identity", "car_identity_quartet_textfirst", True),
        ("car_identity", "face_identity", False),
        ("object_rotation_imagefirst", "object_rotation_textfirst", True),
        ("scene_relation_left_right", "scene_relation_front_behind", False),
        ("scene_translation_left_right", "scene_translation_front_back", False),
        ("car_view_left", "car_view_right", True),
        ("car_view_left", "car_view_back", False),
        ("face_view_own_left", "face_view_own_right", True),
        ("face_view_own_left", "face_view_viewer_left", False),
        ("face_rotation_own", "face_rotation_viewer", False),
        ("scene_view_back_none", "scene_view_left_none", True),
        ("scene_view_back_none", "scene_view_back_full", False),
        ("scene_transform_premise_left", "scene_transform_premise_right", True),
        ("scene_transform_premise_left", "scene_transform_no_premise_left", False),
        ("car_mental_rotation", "scene_mental_rotation", True),
    ],
)
def test_what_shares_a_column(one: str, other: str, alike: bool) -> None:
    assert (heatmaps.variant_of(one) == heatmaps.variant_of(other)) == alike


def test_a_heatmap_has_a_column_for_each_variant_under_seven_groups(shown: dict[str, Exhibit]) -> None:
    found = rows(shown["variants"], model="viewer-frame")
    assert len(found) == 26
    assert len({row["group"] for row in found}) == 7
    assert sum(row["n"] for row in found) == 2739
    kappa = {row["value"]: row["kappa"] for row in found}
    assert kappa["face_rotation_own"] == kappa["face_view_own"] == -1
    assert kappa["face_rotation_viewer"] == kappa["face_view_viewer"] == kappa["mental rotation"] == 1


def test_all_subtypes_stand_in_heatmaps_of_kappa_and_of_percentages(shown: dict[str, Exhibit]) -> None:
    assert {row["value"] for row in rows(shown["subtypes"])} == SUBTYPES
    for name in ("variants", "subtypes"):
        titles = [figure.title for figure in shown[name].figures]
        kappa, plain = ([t for t in titles if what in t] for what in ("chance-adjusted", "percentage right"))
        assert len(kappa) == len(plain) == len(titles) / 2
    texts = {mark.text for mark in shown["variants"].figures[-1].marks if isinstance(mark, Text)}
    assert {"100", "0"} <= texts


def test_near_and_far_come_in_pairs_and_the_others_in_fours(shown: dict[str, Exhibit]) -> None:
    (oracle,), (fragile,) = (rows(shown["consistency"], model=name) for name in ("oracle", "wording-fragile"))
    # Two items of either of the other relations are left over: 286 and 198 are not multiples of four.
    assert (oracle["sets"], oracle["pairs"]) == (71 + 49, 76 + 2)
    assert (oracle["symmetric"], oracle["syntactic"], oracle["perfect rate"]) == (1, 1, 1)
    assert fragile["syntactic"] < 0.6
    assert 0.7 < fragile["symmetric"] < 0.9, "of three pairs, two are known and half of the third agree"
    kinds = [fragile[kind] for kind in ("symmetric", "syntactic", "cross")]
    assert fragile["consistency"] == pytest.approx(sum(kinds) / 3)
    assert fragile["low"] < fragile["consistency"] < fragile["high"]
    (patterns,) = rows(shown["patterns"], model="wording-fragile")
    assert {name for name, count in patterns.items() if name != "model" and count} == {"CCCC", "CCCW", "CCWC", "CCWW"}


def test_standpoints_set_the_viewers_side_beside_ones_own_on_the_same_faces(shown: dict[str, Exhibit]) -> None:
    (gap,) = rows(shown["standpoints"], model="viewer-frame", gap="faces")
    assert (gap["κ first"], gap["κ second"], gap["difference"]) == (-1, 1, 1)
    assert gap["answers"] == 70 + 17 + 18, "faces asked about in both frames"
    (oracle,) = rows(shown["standpoints"], model="oracle", gap="faces")
    assert oracle["low"] < oracle["difference"] == 0 < oracle["high"]
    (gap,) = rows(shown["standpoints"], model="premise-blind", gap="premise")
    assert (gap["difference"], gap["answers"]) == (0, 145)


def test_what_is_hidden_and_what_comes_first_is_compared_on_the_same_questions(shown: dict[str, Exhibit]) -> None:
    found = {row["second"]: row for row in rows(shown["variations"], model="random")}
    assert set(found) == {"partial", "full", "interleaved", "text first"}
    assert found["full"]["answers"] == 9 + 5 + 7
    assert all(row["low"] < row["difference"] < row["high"] for row in found.values())
    assert {row["difference"] for row in rows(shown["variations"], model="oracle")} == {0}


def test_accuracy_with_a_premise_stands_beside_accuracy_over_all(shown: dict[str, Exhibit]) -> None:
    assert len(rows(shown["premises"])) == len(NAMES)
    (blind,) = rows(shown["premises"], model="premise-blind")
    assert blind["with premise n"] == 145
    assert blind["with premise"] == pytest.approx(0.5, abs=0.15)
    assert blind["all"] > 0.9
    assert blind["low"] < blind["with premise"] < blind["high"]


def test_resolution_and_depth_are_compared_task_by_task(shown: dict[str, Exhibit]) -> None:
    found = rows(shown["changes"])
    assert {(row["gap"], row["second"]) for row in found} == {("resolution", "128"), ("depth", "True")}
    assert {row["task"] for row in found} == set(heatmaps.SPIN)
    for row in found:
        assert row["difference"] == (-1 if row["task"] == "turning" else 0)
    (turning,) = rows(shown["changes"], gap="depth", task="turning")
    due = inference.paired_difference(np.zeros(353), np.ones(353), np.arange(353))
    assert turning["answers"] == 353
    assert turning["low"] <= due.low + 1e-9, "variants of one question are no further evidence"


def test_a_report_on_other_items_has_none_of_these(tmp_path: Any) -> None:
    ds = fabricated.data_set(tmp_path / "made")
    made = [fabricated.run("m", ds, fabricated.chooser("mirror"))]
    names = {exhibit.name for exhibit in exhibits.exhibits(exhibits.gather(ds, made))}
    assert not names & {"variants", "consistency", "standpoints", "variations", "premises", "changes"}
