"""Realism as a condition: runs on one data set in two looks are paired item by item."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from tests import fabricated
from vantage import cli
from vantage.analysis.table import table
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.diagnosis.diagnose import findings
from vantage.diagnosis.findings.gaps import by_task, gaps
from vantage.item import Item
from vantage.models.simulant import key_of
from vantage.running.opening import open_groups, open_runs
from vantage.stats import inference

HEADER = {"suite": "made", "size": "tiny", "seed": 0, "title": "Made up.", "licence": "cc-by-4.0", "tasks": {}}
TRACED = {"renderer": "cycles", "samples": 4, "blender": "5.0.1"}
SEEN = ("turning", "seeing")  # the tasks whose pictures are of scenes; folding is a drawn puzzle


def traced(item: Item) -> Item:
    """The same item as a path tracer would show it."""
    return replace(item, tags={**item.tags, "renderer": "cycles"}) if item.task in SEEN else item


@pytest.fixture
def looks(tmp_path: Path) -> tuple[DataSet, DataSet]:
    """One data set in both looks."""
    items = fabricated.items(60, size=16)
    return (
        dataset.write(tmp_path / "raster", HEADER, items),
        dataset.write(tmp_path / "cycles", {**HEADER, **TRACED}, map(traced, items)),
    )


def asked(looks: tuple[DataSet, DataSet], folder: Path, *models: str) -> list[Path]:
    """Runs of models on both looks, made by the command."""
    for data in looks:
        for model in models:
            out = ["--out", str(folder / data.folder.name)]
            cli.main(["run", str(data.folder), "--model", model, "--quiet", *out])
    return sorted(folder.glob("*/*"))


def test_a_model_that_guesses_about_real_pictures_is_told_so_first(
    looks: tuple[DataSet, DataSet], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = asked(looks, tmp_path / "runs", "raster-only", "oracle")
    assert len(runs) == 4
    page, figures = tmp_path / "report.html", tmp_path / "figures"
    cli.main(["report", *map(str, runs), "--out", str(page), "--figures", str(figures)])
    ((data, both),) = open_groups(runs)
    assert data.folder == looks[0].folder, "the report is on the data set that the rasteriser drew"
    found = findings(table(data, [replace(run, label=run.model) for run in both]))
    assert {finding.model for finding in found} == {"raster-only"}, "the oracle sees both"
    first = found[0]
    assert first.kind == "realism"
    assert first.text.startswith("loses ")
    assert "when shown the same scenes path-traced; 180 answers to the same items" in first.text
    assert 0.4 < first.effect < 0.6, "three quarters of two thirds"
    assert all(not item.startswith("made/folding") for item in first.items)
    assert first.text in page.read_text()
    rows = [*csv.DictReader((figures / "conditions.csv").read_text().splitlines())]
    assert [(row["model"], row["condition"]) for row in rows] == [
        ("oracle", "direct renderer=cycles"), ("raster-only", "direct renderer=cycles"),
    ]  # fmt: skip
    assert (float(rows[0]["difference"]), float(rows[0]["accuracy in the main way"])) == (0, 1)


def test_what_realism_changes_is_paired_by_item_and_told_by_task(looks: tuple[DataSet, DataSet]) -> None:
    keys = {item.id: key_of(item) for item in looks[0].head()}
    lost = {item.id for item in looks[0].head() if item.task == "seeing" and int(item.id[-3:]) % 3 == 0}
    plain, real = (
        fabricated.run("m", data, lambda item, out=out: "E" if item.id in out else keys[item.id])
        for data, out in zip(looks, ({*()}, lost), strict=True)
    )
    ((data, runs),) = open_groups([real, plain])
    assert [run.renderer for run in runs] == ["", "cycles"]
    made = table(data, runs)
    (gap,) = gaps(made)
    right = [item not in lost for item in keys]
    assert (gap.kind, gap.first, gap.second) == ("realism", "raster", "cycles")
    situations = [int(item[-3:]) for item in keys]
    assert gap.difference == inference.paired_difference(right, [True] * len(right), situations)
    parts = {part.task: part.difference.value for part in by_task(made)}
    assert parts == {"turning": 0, "folding": 0, "seeing": pytest.approx(-1 / 3)}


def test_compare_takes_a_run_on_either_look(
    looks: tuple[DataSet, DataSet], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = asked(looks, tmp_path / "runs", "raster-only")
    cli.main(["compare", *map(str, runs[::-1])])
    assert "raster-only" in capsys.readouterr().out
    opened, data = open_runs(runs)
    assert data.folder == looks[0].folder
    assert [run.renderer for run in opened] == ["cycles", ""] or [run.renderer for run in opened] == ["", "cycles"]


def test_other_items_are_no_other_look(looks: tuple[DataSet, DataSet], tmp_path: Path) -> None:
    items = [replace(traced(item), question=f"{item.question} Look well.") for item in fabricated.items(60, size=16)]
    other = dataset.write(tmp_path / "other", {**HEADER, **TRACED}, items)
    runs = [fabricated.run("m", data, key_of) for data in (looks[0], other)]
    assert [data.folder for data, _ in open_groups(runs)] == [looks[0].folder, other.folder]
    twice = dataset.write(
        tmp_path / "twice", {**HEADER, **TRACED, "samples": 8}, map(traced, fabricated.items(60, size=18))
    )
    found = open_groups([fabricated.run("m", data, key_of) for data in (*looks, twice)])
    assert [data.folder for data, _ in found] == [looks[0].folder, twice.folder], "one set for each renderer"
