"""Gains of trained models over their base: the right cells, marked where trained, losses as losses."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests import fabricated
from vantage import cli
from vantage.analysis import transfer
from vantage.analysis.transfer import SEEN, UNSEEN, Gain
from vantage.data.dataset import DataSet
from vantage.item import Item
from vantage.report import transfer as page
from vantage.report.exhibits import transferred
from vantage.running.run_folder import Run

RIGHT, WRONG = fabricated.chooser(""), fabricated.chooser("mirror")
TASKS = {name: quadrant for name, (quadrant, _) in fabricated.TASKS.items()}


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("transfer") / "made", fabricated.items(24, size=16))


def knows(*tasks: str) -> object:
    """A speaker who is right in these tasks, and in every fourth item of the others."""
    return lambda item: (RIGHT if item.task in tasks or item.id.endswith(("0", "4", "8")) else WRONG)(item)


def even(item: Item) -> str:
    return (RIGHT if int(item.id[-1]) % 2 == 0 else WRONG)(item)


@pytest.fixture(scope="module")
def found(ds: DataSet) -> transfer.Transfer:
    first, second = list(TASKS)[:2]
    base = fabricated.run("base", ds, even)
    trained = {
        TASKS[first]: fabricated.run("one", ds, knows(first)),
        second: fabricated.run("two", ds, knows(second)),
        "everything": fabricated.run("three", ds, RIGHT),
    }
    return transfer.of_studies([(ds, base, trained)])


def cell(found: transfer.Transfer, trained: str, by: str, part: str) -> Gain:
    (one,) = (gain for gain in found.by(by) if (gain.trained, gain.part) == (trained, part))
    return one


def test_each_cell_is_the_difference_on_the_same_items(found: transfer.Transfer, ds: DataSet) -> None:
    _, second, third = TASKS
    gain = cell(found, second, "task", second)
    own = [item for item in ds if item.task == second]
    assert gain.base == pytest.approx(np.mean([int(item.id[-1]) % 2 == 0 for item in own]))
    assert gain.gain.value == pytest.approx(1 - gain.base)
    assert gain.gain.n == len(own) == 24
    assert gain.gain.low < gain.gain.value <= gain.gain.high
    assert gain.seen
    assert gain.p < 0.05
    loss = cell(found, second, "task", third)
    assert loss.gain.value < 0, "a loss is told as one"
    assert not loss.seen
    assert cell(found, "everything", "data", "made").gain.value == pytest.approx(0.5, abs=0.02)


def test_what_was_trained_on_stands_beside_all_else(found: transfer.Transfer) -> None:
    first, second, _ = TASKS
    assert cell(found, second, "seen", SEEN).gain.value > 0.3
    assert cell(found, second, "seen", UNSEEN).gain.value < 0
    assert cell(found, second, "seen", SEEN).gain.n == 24
    quadrant = cell(found, TASKS[first], "quadrant", TASKS[first])
    assert quadrant.seen == (list(TASKS.values()).count(TASKS[first]) >= 1)
    assert not [gain for gain in found.by("seen") if gain.trained == "everything"]
    assert transfer.is_known(second, found.gains)
    assert transfer.is_known("I-S+3D", found.gains)
    assert not transfer.is_known("everything", found.gains)


def test_p_is_corrected_over_a_whole_table(found: transfer.Transfer) -> None:
    for _, group in itertools.groupby(found.gains, key=lambda gain: gain.by):
        rows = list(group)
        assert all(0 <= gain.p <= 1 for gain in rows)
    alone = transfer._corrected([replace(gain, p=0.01) for gain in found.by("task")])
    assert [gain.p for gain in alone] == pytest.approx([min(1.0, 0.01 * len(alone))] * len(alone))


def test_equal_models_gain_nothing(ds: DataSet) -> None:
    same = transfer.of_studies([(ds, fabricated.run("base", ds, even), {"I-S": fabricated.run("same", ds, even)})])
    assert {gain.gain.value for gain in same.gains} == {0.0}
    assert {gain.p for gain in same.gains} == {1.0}


def test_heatmaps_mark_what_was_trained_on(found: transfer.Transfer) -> None:
    shown = {one.name: one for one in transferred.exhibits(found)}
    assert list(shown) == ["seen", "quadrant", "task", "data"], "no tasks here are in space or in the plane"
    header, rows = shown["task"].table.header, shown["task"].table.rows
    assert header[:3] == ("trained on", "tested on", "seen in training")
    assert len(rows) == len(TASKS) * 3
    second = list(TASKS)[1]
    assert [row[2] for row in rows if row[:2] == (second, second)] == ["yes"]


def test_two_dimensions_and_three_are_set_beside_each_other() -> None:
    assert transfer.SPACES["rotation_2d"] == "2D"
    assert transfer.SPACES["fold_and_punch"] == "2D"
    assert transfer.SPACES["projection_3d"] == "3D"


def written(folder: Path, run: Run) -> str:
    return str(fabricated.written(run, folder))


def test_the_command_writes_a_page_and_says_what_was_gained(
    ds: DataSet, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = list(TASKS)[1]
    base = written(tmp_path / "base", fabricated.run("base", ds, even))
    trained = written(tmp_path / "own", fabricated.run("<b>own</b>", ds, knows(second)))
    out = tmp_path / "transfer.html"
    cli.main(["transfer", "--base", base, "--trained", f"{second}={trained}", "--out", str(out), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert {gain["by"] for gain in said["gains"]} == {"seen", "quadrant", "task", "data"}
    html = out.read_text()
    assert "What training carries over to" in html
    assert "all else" in html
    assert "<b>own" not in html
    cli.main(["transfer", "--base", base, "--trained", f"mine={trained}", "--out", str(out)])
    assert "mine is no quadrant, task or data set here" in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--base", "{base}", "--trained", "{own}"], "--trained is PART=RUN"),
        (["--base", "{own}", "--trained", "I-S={own}"], "the same run is given twice"),
        (["--base", "{base}", "--base", "{own}", "--trained", "I-S={more}"], "2 runs of the base model are about made"),
        (["--base", "{base}", "--trained", "I-S={own}", "--trained", "I-S={more}"], "two runs about made"),
        (["--base", "{elsewhere}", "--base", "{base}", "--trained", "I-S={own}"], "no run of a trained model is about"),
    ],
)
def test_what_does_not_fit_is_refused(
    given: list[str], sentence: str, ds: DataSet, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = fabricated.data_set(tmp_path / "other", fabricated.items(2, size=16))
    runs = {
        name: written(tmp_path / name, fabricated.run(name, data, even))
        for name, data in {"base": ds, "own": ds, "more": ds, "elsewhere": other}.items()
    }
    with pytest.raises(SystemExit) as stop:
        cli.main(["transfer", *(part.format(**runs) for part in given), "--out", str(tmp_path / "t.html")])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "t.html").exists()


def test_runs_over_two_data_sets_are_told_apart(ds: DataSet, tmp_path: Path) -> None:
    renamed = [
        replace(item, suite="other", id=item.id.replace("made", "other", 1)) for item in fabricated.items(12, 16)
    ]
    other = fabricated.data_set(tmp_path / "other", renamed)
    other.manifest["suite"] = "other"
    studies: list[transfer.Study] = [
        (data, fabricated.run("base", data, WRONG), {"I-S": fabricated.run("own", data, RIGHT)}) for data in (ds, other)
    ]
    both = transfer.of_studies(studies)
    assert {gain.part: gain.gain.value for gain in both.by("data")} == {"made": 1.0, "other": 1.0}
    assert "2 data sets" not in page.page(studies, both)
    assert "other" in page.page(studies, both)
