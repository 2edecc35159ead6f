"""A full score from a part of the items: how near, how sure, and as a run that goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.psychometrics import quick_models
from tests import fabricated
from vantage import cli, seeds
from vantage.data.dataset import DataSet
from vantage.item import Item
from vantage.models import Request, Response
from vantage.psychometrics import quick
from vantage.psychometrics.curves import Curves

MODELS, PER_TASK = 42, 24


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of 72 items, and the runs of 42 models whose answers follow one ability."""
    path = tmp_path_factory.mktemp("quick")
    data = fabricated.data_set(path / "data", fabricated.items(PER_TASK, 8))
    rng = seeds.generator("test quick")
    hard = {item.id: rng.normal() for item in data.head()}
    for number, ability in enumerate(np.linspace(-2, 2, MODELS)):
        made = fabricated.run(f"model-{number}", data, speaker(ability, hard, number))
        fabricated.written(made, path / "runs" / f"m{number}")
    return path


def speaker(ability: float, hard: dict[str, float], number: int) -> Any:
    rng = seeds.generator("test quick", "speaker", number)

    def say(item: Item) -> str:
        knows = rng.random() < 1 / (1 + np.exp(1.5 * (hard[item.id] - ability)))
        wrong = [letter for letter in item.letters if letter != item.answer.letter]  # type: ignore[union-attr]
        return f"Answer: {item.answer.letter if knows else rng.choice([*wrong, item.answer.letter])}"  # type: ignore[union-attr]

    return say


class Middling:
    """Right in two of three tasks; is interrupted before it answers item number `kill`."""

    name = "middling"
    insider = True

    def __init__(self, kill: int = -1) -> None:
        self.asked: list[str] = []
        self.kill = kill

    async def respond(self, request: Request) -> Response:
        assert request.item is not None
        if len(self.asked) == self.kill:
            raise KeyboardInterrupt
        self.asked.append(request.item.id)
        right = request.item.answer.letter  # type: ignore[union-attr]
        return Response(right if request.item.task != "seeing" else "A", tokens_in=1, tokens_out=1)


def vantage(*arguments: Any) -> tuple[int, str]:
    found = CliRunner().invoke(cli.commands, list(map(str, arguments)))
    if found.exception and not isinstance(found.exception, SystemExit):
        return 2, str(found.exception)
    return found.exit_code, found.output


@pytest.mark.parametrize("adaptive", [True, False])
def test_estimates_are_near_and_as_sure_as_they_say(adaptive: bool) -> None:
    answers, floor, category = quick_models(70, 500, 0.5, 3)
    known = quick.replayed(quick.calibrate(answers[:40], floor, category), answers[:40], 60, adaptive)
    found = [quick.estimate(known, quick.replay(known, row, 60, adaptive)) for row in answers[40:]]
    truth = answers[40:].mean(axis=1)
    errors = np.array([one.score for one in found]) - truth
    assert np.sqrt(np.mean(errors**2)) < (0.045 if adaptive else 0.065)
    assert abs(errors.mean()) < 0.02
    assert np.mean([one.low <= score <= one.high for one, score in zip(found, truth)]) > 0.85
    assert known.own == pytest.approx(0.5, abs=0.15)


def test_items_of_a_large_category_are_learned_from_what_models_can_do_there(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, floor, category = quick_models(60, 600, 1.0, 5)
    apart = quick.calibrate(answers, floor, category).curves
    monkeypatch.setattr(quick, "LARGE", 601)
    together = quick.calibrate(answers, floor, category).curves
    truth = np.exp(seeds.generator("psychometrics quick", 60, 600, 5).normal(0, 0.35, 600))
    missed = [np.log(curves.a) - np.log(truth) for curves in (apart, together)]
    assert missed[0].std() < 0.95 * missed[1].std(), "one ability for all hides how telling an item is"


def test_an_estimate_is_the_mean_over_all_that_the_model_may_be() -> None:
    rng = seeds.generator("test quick", "mean")
    curves = Curves(rng.normal(0, 0.35, 300), rng.normal(size=300), np.full(300, 0.25))
    known = quick.Calibration(curves, np.zeros(300, dtype=np.int64), 0.0, 40, np.ones(1), 0.0)
    answers = np.full(300, np.nan)
    answers[:25] = rng.random(25) < 0.35  # hardly more than guesses: the posterior leans far down
    grid = np.linspace(-8, 8, 4001)
    right = curves.right(grid)
    told = np.log(right[:, :25]) @ answers[:25] + np.log1p(-right[:, :25]) @ (1 - answers[:25]) - grid**2 / 2
    weight = np.exp(told - told.max())
    expected = (answers[:25].sum() + right[:, 25:].sum(axis=1) @ weight / weight.sum()) / 300
    assert quick.estimate(known, answers).score == pytest.approx(expected, abs=0.004)


def test_every_category_has_its_share_and_no_item_comes_twice() -> None:
    answers, floor, category = quick_models(45, 300, 0.5, 4)
    known = quick.calibrate(answers[:40], floor, category)
    seen = quick.replay(known, answers[44], 60, adaptive=True)
    asked = np.bincount(category[~np.isnan(seen)])
    assert asked.sum() == 60
    assert np.abs(asked - 60 * np.bincount(category) / 300).max() <= 1
    assert quick.replay(known, answers[44], 300, adaptive=True) == pytest.approx(answers[44]), "all can be asked"
    whole = quick.estimate(known, answers[44])
    assert whole.score == whole.low == whole.high == pytest.approx(answers[44].mean())


def test_a_quick_run_is_a_run_that_goes_on(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Middling(kill=7)
    monkeypatch.setattr("vantage.models.get", lambda name, settings: model)
    out = tmp_path / "runs"
    command = ("run", home / "data", "--model", "middling", "--out", out, "--calibration", home / "runs", "--adaptive")
    vantage(*command, 24)
    first = [line["item"] for line in fabricated.lines(out / "middling")]
    assert 0 < len(first) <= 8
    model.kill = -1
    code, said = vantage(*command, 24)
    assert code == 0, said
    log = [line["item"] for line in fabricated.lines(out / "middling")]
    assert len(log) == len(set(log)) == 24
    assert log[: len(first)] == first, "nothing is asked twice"
    tasks = [name.split("/")[1] for name in log]
    assert {task: tasks.count(task) for task in tasks} == pytest.approx(dict.fromkeys(fabricated.TASKS, 24 / 3), abs=1)
    assert "items (" in said
    assert "from 24 answers chosen one by one, calibrated on 42 runs" in said
    found = json.loads((out / "middling" / "estimate.json").read_text())
    truth = (2 + 1 / 4) / 3
    assert found["score"] == pytest.approx(truth, abs=0.1)
    assert found["low"] <= truth <= found["high"]
    code, said = vantage(*command, 24)
    assert (code, len(fabricated.lines(out / "middling"))) == (0, 24), "the same command again asks nothing"
    code, said = vantage(*command, 12)
    assert (code, "does not contain" in said) == (2, True)
    assert vantage(*command, 26)[0] == 0
    code, said = vantage("report", out, home / "runs" / "m0", "--out", tmp_path / "report.html")
    assert code == 0
    assert "left out: its items were chosen for a quick estimate" in said
    assert vantage("run", home / "data", "--model", "middling", "--out", out)[0] == 0
    assert len(fabricated.lines(out / "middling")) == 3 * PER_TASK, "without --adaptive the rest is asked"


def test_a_sample_is_estimated_too(home: Path, tmp_path: Path) -> None:
    code, said = vantage("run", home / "data", "--model", "oracle", "--sample", 20, "--calibration", home / "runs",
                         "--out", tmp_path, "--json")  # fmt: skip
    assert code == 0, said
    (run,) = json.loads(said[said.index("{") :])["runs"]
    assert run["estimate"]["answered"] == 20
    assert run["estimate"]["high"] <= 1
    assert run["estimate"]["score"] > 0.9


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--adaptive", 30], "--adaptive needs --calibration"),
        (["--calibration", "runs"], "give --adaptive N or --sample N with it"),
        (["--adaptive", 20, "--calibration", "few"], "needs 40 calibration runs of different models, and there are 6"),
        (["--adaptive", 20, "--calibration", "few"], "--sample 20"),
        (["--adaptive", 20, "--calibration", "runs", "--repeats", 2], "in one way"),
        (["--adaptive", 20, "--sample", 9, "--calibration", "runs"], "--sample and --adaptive are both given"),
        (["--adaptive", 999, "--calibration", "runs"], "from 1 to the 72 items"),
    ],
)
def test_what_makes_no_sense_is_refused(home: Path, tmp_path: Path, given: list[Any], said: str) -> None:
    few = tmp_path / "few"
    few.mkdir()
    for number in range(6):
        (few / f"m{number}").symlink_to(home / "runs" / f"m{number}")
    places = {"runs": home / "runs", "few": few}
    arguments = [places.get(one, one) for one in given]
    code, found = vantage("run", home / "data", "--model", "oracle", "--out", tmp_path / "out", *arguments)
    assert (code, said in " ".join(found.split())) == (2, True), found
    assert not (tmp_path / "out").exists()


def test_too_few_may_be_told_to_do(home: Path, tmp_path: Path) -> None:
    few = [one for number in range(6) for one in ("--calibration", home / "runs" / f"m{number}")]
    code, said = vantage("run", home / "data", "--model", "random", "--out", tmp_path, "--adaptive", 10, *few,
                         "--few-calibration")  # fmt: skip
    assert code == 0, said
    assert "items are known less well: read the interval" in said


def test_failed_requests_are_no_answers(home: Path, tmp_path: Path) -> None:
    from vantage.psychometrics.quick_run import known
    from vantage.running.opening import open_runs

    runs, data = open_runs([home / "runs" / f"m{number}" for number in range(8)], home / "data")
    assert isinstance(data, DataSet)
    start = known(data, runs, "model-3")
    assert "model-3" not in start.names, "a model says nothing of itself"
    lost = [fabricated.response(item.id, None) for item in data.head()]
    seen = start.seen([*lost[:3], fabricated.response(lost[3].item, "Answer: B")], runs[0].conditions)
    assert np.isnan(seen[:3]).all()
    assert not np.isnan(seen[3])
