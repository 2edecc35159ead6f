"""People and models together: in the table, in reports, and on one scale."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests import fabricated
from vantage import cli, seeds
from vantage.analysis.naming import pooled
from vantage.analysis.summaries import summarise
from vantage.analysis.table import table
from vantage.data.dataset import DataSet
from vantage.item import Choice
from vantage.psychometrics import dif, fit_2pl, misfit, people_and_models, times
from vantage.psychometrics.responses import Responses, of_runs
from vantage.report import report
from vantage.running.run_folder import PERSON, Run
from vantage.stats.two_way import two_way_mean

PEOPLE, MODELS = 24, 4


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set, and runs of 24 people on half of it each and of 4 models; models cannot fold."""
    path = tmp_path_factory.mktemp("scales")
    data = fabricated.data_set(path / "data", fabricated.items(24, 8))
    rng = seeds.generator("test scales")
    heads = list(data.head())
    hard = {item.id: rng.normal(-0.5, 1) for item in heads}
    for number in range(PEOPLE + MODELS):
        person, able, rows = number < PEOPLE, rng.normal(0, 1), []
        for item in [heads[place] for place in sorted(rng.permutation(len(heads))[: 36 if person else 72])]:
            assert isinstance(item.answer, Choice)
            harder = hard[item.id] + (3 if item.task == "folding" and not person else 0)
            right = rng.random() < 0.25 + 0.75 / (1 + np.exp(harder - able))
            text = item.answer.letter if right else "ABCD"[("ABCD".index(item.answer.letter) + 1) % 4]
            seconds = float(np.exp(2 + 0.5 * hard[item.id] + 0.4 * able + rng.normal(0, 0.3)))
            rows.append(fabricated.response(item.id, text, seconds=400.0 if number == 0 and not rows else seconds))
        name = f"person {number + 1:03}" if person else f"model-{number - PEOPLE}"
        made = fabricated.with_responses(fabricated.run(name, data, lambda item: "A"), rows)
        made = fabricated.with_header(made, settings={"answered_by": PERSON}) if person else made
        fabricated.written(made, path / ("people" if person else "models") / name.replace(" ", "-"))
    return path


@pytest.fixture(scope="module")
def runs(home: Path) -> list[Run]:
    return [Run.read(path) for kind in ("people", "models") for path in sorted((home / kind).iterdir())]


@pytest.fixture(scope="module")
def data(home: Path) -> DataSet:
    from vantage.data.dataset import load

    return load(home / "data")


def vantage(*arguments: Any) -> tuple[int, str]:
    found = CliRunner().invoke(cli.commands, list(map(str, arguments)))
    if found.exception and not isinstance(found.exception, SystemExit):
        return 2, str(found.exception)
    return found.exit_code, found.output


def test_people_are_one_row_with_intervals_that_count_people(data: DataSet, runs: list[Run]) -> None:
    answers = table(data, pooled(runs))
    cells = {cell.group["model"]: cell for cell in summarise(answers, ["model"])}
    assert list(cells) == ["24 people", *(f"model-{n}" for n in range(MODELS))]
    crowd = cells["24 people"]
    assert crowd.n == 24 * 36
    assert len(set(answers["person"].to_pylist()) - {""}) == PEOPLE
    assert crowd.effective < 24 * 36 / 3, "twenty-four people are not 864 answers"
    alone = summarise(table(data, runs[:1]), ["model"])[0]
    assert alone.group["model"] == "person 001"
    assert alone.high - alone.low > crowd.high - crowd.low


def test_people_of_two_studies_stay_apart(data: DataSet, runs: list[Run]) -> None:
    found = table(data, [runs[0], runs[0]])["person"].to_pylist()
    assert set(found) == {"person 001", "person 001 #2"}


def test_a_report_sets_models_beside_people(data: DataSet, runs: list[Run], home: Path) -> None:
    report.write(runs, data, home / "report.html", home / "figures")
    text = (home / "report.html").read_text("utf-8")
    assert "4 models and 24 people on 3 spatial tasks" in text
    assert "Gap to people here" in text
    assert "Do models fail at the items that people fail at?" in text
    assert "People and models on one scale" in text
    assert "Which tasks are harder for models than for people of the same ability?" in text
    assert "The time people take" in text
    assert "1 answers after 180 s are left out here" in text
    with (home / "figures" / "wright.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["kind"] for row in rows].count("person") == PEOPLE
    assert [row["kind"] for row in rows].count("model") == MODELS
    with (home / "figures" / "functioning.csv").open(encoding="utf-8", newline="") as file:
        found = {row["task"]: row for row in csv.DictReader(file)}
    assert float(found["folding"]["high"]) < 0, "what models were made unable to do stands out"
    with (home / "figures" / "gap.csv").open(encoding="utf-8", newline="") as file:
        gaps = [row for row in csv.DictReader(file) if row["task"] == "folding"]
    assert all(float(row["difference"]) < 0 for row in gaps)


def test_scale_writes_tables_that_agree_with_the_fit(home: Path, data: DataSet, runs: list[Run]) -> None:
    code, said = vantage("scale", home / "people", home / "models", "--out", home / "scale")
    assert code == 0, said
    assert "24 people and 4 models" in said
    account = people_and_models.account(of_runs(data, runs))
    with (home / "scale" / "items.csv").open(encoding="utf-8", newline="") as file:
        items = list(csv.DictReader(file))
    assert [row["item"] for row in items] == list(account.responses.items)
    assert [float(row["difficulty b"]) for row in items] == pytest.approx(account.scale.b, abs=1e-4)
    with (home / "scale" / "respondents.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == PEOPLE + MODELS
    for name in ("tasks.csv", "summary.csv", "times.csv"):
        assert (home / "scale" / name).stat().st_size > 50
    code, said = vantage("scale", home / "people" / "person-001", "--out", home / "one")
    assert (code, "a scale needs at least 5" in said) == (2, True)
    assert not (home / "one").exists()
    assert vantage("scale", home / "models", home / "people", "--model", "2pl", "--out", home / "scale")[0] == 0


def test_differing_items_are_found_and_others_seldom() -> None:
    rng, held, found, covered = seeds.generator("test dif"), [], [], []
    group = np.repeat([0, 1], [54, 40])
    for _ in range(8):
        theta = np.where(group == 0, rng.normal(0, 1, 94), rng.normal(-1, 0.7, 94))
        b, shift = rng.normal(-1, 1, 100), np.zeros((94, 100))
        shift[54:, :4] = 2
        answers = (rng.random((94, 100)) < 1 / (1 + np.exp(b + shift - theta[:, None]))).astype(float)
        answers[:54][rng.random((54, 100)) < 0.4] = np.nan
        tasks = ["odd"] * 4 + [f"task {n % 4}" for n in range(96)]
        responses = made(answers, group == 0, tasks)
        scale = fit_2pl(answers, groups=group)
        one = dif.of_items(scale, responses)
        found.append(one.shift[:4].mean())
        held.append((one.p[4:] < 0.05).mean())
        of_tasks = dif.of_tasks(scale, responses)
        assert of_tasks["odd"].high < 0
        covered += [of_tasks[f"task {n}"].low <= 0.02 and of_tasks[f"task {n}"].high >= -0.02 for n in range(4)]
    assert np.mean(found) > 1.2
    assert np.mean(held) < 0.03
    assert np.mean(covered) > 0.85


def made(answers: np.ndarray, people: np.ndarray, tasks: Sequence[str], seconds: np.ndarray | None = None) -> Responses:
    names, items = (tuple(f"{n}" for n in range(size)) for size in answers.shape)
    none = np.full(answers.shape, np.nan) if seconds is None else seconds
    places = np.arange(len(items))
    return Responses(names, np.asarray(people), items, tuple(tasks), places, np.zeros(len(items)), answers, none)


def test_who_guesses_does_not_fit() -> None:
    rng = seeds.generator("test misfit")
    theta, b = rng.normal(size=200), rng.normal(size=40)
    answers = (rng.random((200, 40)) < 1 / (1 + np.exp(b - theta[:, None]))).astype(float)
    answers[0] = b > 0  # right only where it is hard
    answers[:, 0] = rng.random(200) < 0.5
    scale = fit_2pl(answers)
    people, items = misfit.respondents(scale, answers), misfit.items(scale, answers)
    assert people.outfit_z[0] > 3
    assert people.outfit_z[0] == people.outfit_z.max()
    assert np.mean(np.abs(people.infit_z[1:]) > 1.96) < 0.08
    assert items.infit.mean() == pytest.approx(1, abs=0.1)


def test_times_are_compared_within_people_and_the_limit_is_kept() -> None:
    rng = seeds.generator("test times")
    hard, pace = rng.normal(size=60), rng.normal(0, 1, 40)
    asked = rng.random((40, 60)) < 0.3
    asked[:, 0] = True
    asked &= ~((pace[:, None] > 0) & (hard > 1))  # slow people get none of the hardest
    seconds = np.where(asked, np.exp(1 + 0.5 * hard + pace[:, None] + rng.normal(0, 0.2, asked.shape)), np.nan)
    answers = np.where(asked, (rng.random(asked.shape) < 1 / (1 + np.exp(hard))).astype(float), np.nan)
    answers = np.vstack([answers, rng.random((4, 60)) < 1 / (1 + np.exp(hard))]).astype(float)
    seconds = np.vstack([seconds, np.full((4, 60), np.nan)])
    responses = made(answers, np.arange(44) < 40, [f"task {n % 6}" for n in range(60)], seconds)
    found = times.of_items(responses)
    order = [int(name) for name in found.names]
    assert np.corrcoef(np.log(found.seconds), hard[order])[0, 1] > 0.95, "paces are taken out"
    assert found.with_accuracy.high < 0 < found.with_error.low
    limited = times.of_items(responses, 20.0)
    assert limited.slow == int((seconds[:40] > 20).sum()) > 0
    assert limited.answers + limited.slow == found.answers + found.slow == int(asked.sum())
    assert times.of_tasks(responses).with_accuracy.n == 6


def test_two_way_means_of_differences_cover() -> None:
    rng, held = seeds.generator("test two-way mean"), []
    for _ in range(300):
        values = rng.normal(0, 1, (15, 1)) + rng.normal(0, 0.5, (1, 30)) + rng.normal(0, 1, (15, 30))
        who, what = np.indices(values.shape)
        found = two_way_mean(values.ravel(), who.ravel(), what.ravel())
        held.append(found.low <= 0 <= found.high)
    assert 0.92 < np.mean(held) < 0.98
