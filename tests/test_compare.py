"""Models on the same items: the difference, how sure it is, where it lies, and the guard for continuous integration."""

from __future__ import annotations

import dataclasses
import json
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tests import fabricated, told
from vantage import cli
from vantage.analysis import compare, guard
from vantage.analysis.compare import Pair, pair, pairs
from vantage.cli import compare as command
from vantage.data.dataset import DataSet
from vantage.item import Condition
from vantage.models import get
from vantage.report import versus
from vantage.running.run import run as run_model
from vantage.running.run_folder import Run
from vantage.stats import inference, metrics


def rng() -> np.random.Generator:
    return np.random.default_rng(2)


def two(first: Any, second: Any, **given: Any) -> pa.Table:
    """Return the table of two models that chose these options of the puzzles."""
    puzzles = told.puzzles()
    return pa.concat_tables([told.rows(puzzles, "a", first, **given), told.rows(puzzles, "b", second)])


def test_a_pair_agrees_with_the_paired_statistics() -> None:
    puzzles, draws = told.puzzles(), rng()
    chosen = [told.noisy(puzzles, draws, known) for known in (0.8, 0.5)]
    found = pair(two(*chosen), "a", "b")
    a, b = (option == puzzles.key for option in chosen)
    due = inference.paired_difference(b, a, np.arange(len(a)))
    assert (found.difference.value, found.difference.low, found.difference.high) == pytest.approx(
        (due.value, due.low, due.high)
    )
    assert (found.first_accuracy, found.second_accuracy) == (a.mean(), b.mean())
    assert (len(found.only_first), len(found.only_second)) == ((a & ~b).sum(), (b & ~a).sum())
    exact, mid = inference.mcnemar(len(found.only_second), len(found.only_first))
    assert (found.exact_p, found.mid_p) == pytest.approx((float(exact), float(mid)))
    assert found.permutation_p < 0.001
    assert 0 < found.smallest < abs(found.difference.value)
    assert found.left_out == 0


def test_parts_show_where_a_model_is_worse() -> None:
    puzzles = told.puzzles()
    worse = told.where(puzzles, "task", "folding")
    found = pair(two(puzzles.key, np.where(worse, rng().integers(0, 4, len(worse)), puzzles.key)), "a", "b")
    parts = {(part.tag, part.value): part for part in found.parts}
    assert {part.tag for part in found.parts} == {"task", "tier", "quadrant", "capabilities"}, (
        "one frame splits nothing"
    )
    assert parts["task", "folding"].p < 0.001
    assert parts["task", "folding"].difference.value < -0.6
    assert (parts["task", "turning"].difference.value, parts["task", "turning"].p) == (0, 1)
    assert parts["capabilities", "DA"].only_first == parts["task", "folding"].only_first == len(found.only_first)
    assert {item.split("/")[1] for item in found.only_first} == {"folding"}


def test_parts_do_not_take_the_views_of_a_scene_for_independent() -> None:
    scope, draws = told.scope(12), rng()
    scenes = np.unique(scope.cells["cluster"].to_pylist(), return_inverse=True)[1]
    surely = []
    for _ in range(20):
        # Equally good: each scene goes wholly to one of the two, by chance.
        lost = draws.integers(0, 2, scenes.max() + 1)[scenes]
        a, b = ((scope.key + (lost == who)) % scope.count for who in (0, 1))
        found = pair(pa.concat_tables([told.rows(scope, "a", a), told.rows(scope, "b", b)]), "a", "b")
        surely.append(any(part.p < 0.05 for part in found.parts))
    assert sum(surely) <= 4


def test_many_pairs_are_corrected_together() -> None:
    puzzles, draws = told.puzzles(24), rng()
    made = pa.concat_tables(told.rows(puzzles, f"m{k}", told.noisy(puzzles, draws, 0.3 + 0.1 * k)) for k in range(4))
    with_first, everyone = pairs(made), pairs(made, everyone=True)
    assert [(one.first, one.second) for one in with_first] == [("m0", "m1"), ("m0", "m2"), ("m0", "m3")]
    assert len(everyone) == 6
    assert [one.corrected_p for one in everyone] == metrics.holm([one.permutation_p for one in everyone]).tolist()


def test_answers_without_a_partner_are_left_out_and_counted() -> None:
    puzzles = told.puzzles()
    made = two(puzzles.key, puzzles.key)
    outcomes = ["failed" if k < 10 else "right" for k in range(len(made))]
    made = made.set_column(made.schema.get_field_index("outcome"), "outcome", pa.array(outcomes))
    found = pair(made.slice(0, len(made) - 20), "a", "b")
    assert found.difference.n == len(puzzles.items) - 30
    assert found.left_out == 10 + 20 + 10


def test_only_failures_leave_nothing_to_compare() -> None:
    puzzles = told.puzzles(24)
    silent = told.rows(puzzles, "b", puzzles.key, outcome=["failed"] * len(puzzles.items))
    found = pair(pa.concat_tables([told.rows(puzzles, "a", puzzles.key), silent]), "a", "b")
    assert (found.difference.n, found.permutation_p, found.exact_p, found.parts) == (0, 1, 1, ())
    assert math.isnan(found.difference.value)
    assert (found.asked, found.coverage, found.worst, found.best) == (len(puzzles.items), 0, -1, 0)
    with pytest.raises(ValueError, match="answered no item in common"):
        guard.judge(found, 2)


def test_one_item_shows_nothing() -> None:
    puzzles = told.puzzles()
    made = two(puzzles.key, (puzzles.key + 1) % 4).take([0, len(puzzles.items)])
    found = pair(made, "a", "b")
    assert found.difference.n == 1
    assert found.difference.low < -0.5
    assert found.difference.high > 0
    assert not guard.judge(found, 0).faults


def test_one_way_of_asking_each_is_compared_on_the_items_several_must_be_shared() -> None:
    puzzles = told.puzzles(24)
    direct = told.rows(puzzles, "a", puzzles.key)
    think = told.rows(puzzles, "b", (puzzles.key + 1) % 4, Condition("think"))
    assert pair(pa.concat_tables([direct, think]), "a", "b").difference.value == -1
    several = [direct, told.rows(puzzles, "a", puzzles.key, Condition(depth=True)), think]
    with pytest.raises(ValueError, match="a and b share no condition, and a was asked under several"):
        pair(pa.concat_tables(several), "a", "b")
    both = pa.concat_tables([*several, told.rows(puzzles, "b", puzzles.key, Condition(depth=True))])
    assert (pair(both, "a", "b").difference.value, pair(both, "a", "b").difference.n) == (0, len(puzzles.items))


def change(low: float, high: float, **more: Any) -> Pair:
    """Return a pair with the interval of a difference over 400 answers, all that were asked."""
    interval = inference.Interval((low + high) / 2, low, high, 400, 400, "")
    worst = best = interval.value
    held = {"asked": 400, "as_wrong": interval, "worst": worst, "best": best, "parts": (), **more}
    return Pair("a", "b", 0.5, 0.5, 0, difference=interval, only_first=(), only_second=(), exact_p=1, mid_p=1,
                permutation_p=1, corrected_p=1, smallest=0.1, **held)  # fmt: skip


def test_a_guard_fails_where_the_whole_interval_lies_below() -> None:
    assert guard.judge(change(-0.09, -0.03), 2).faults == (
        "b is worse than a by more than 2 points: -6.0, at best -3.0",
    )
    assert not guard.judge(change(-0.09, -0.01), 2).faults
    assert guard.judge(change(0.01, 0.05), 0) == guard.Verdict((), ())


def test_a_guard_says_what_it_could_not_have_seen() -> None:
    (note,) = guard.judge(change(-0.06, 0.02), 2).notes
    assert "a loss of more than 2 points is not ruled out: a may be better by 6.0" in note
    assert "sees a loss in 80% of cases only from 7.7 points on" in note
    assert not guard.judge(change(-0.019, 0.02), 2).notes, "any such loss is ruled out"


@pytest.mark.parametrize("loss", [0.05, 0.08])
def test_a_loss_of_that_size_is_seen_as_often_as_promised(loss: float) -> None:
    draw, n, failed, due = np.random.default_rng(5), 600, 0, []
    for _ in range(200):
        a = draw.random(n) < 0.7
        b = np.where(draw.random(n) < 0.7, a, draw.random(n) < 0.7 - loss / 0.3)
        difference = inference.paired_difference(b, a, np.arange(n))
        failed += difference.high < -0.02
        due.append(guard.seen(difference, 2))
    share = failed / 200
    assert (share > 0.8) == (loss > float(np.mean(due))), "from the size named on, four in five are seen"


def test_failed_requests_and_missing_items_hide_no_loss() -> None:
    puzzles, draws = told.puzzles(240), rng()
    a = told.noisy(puzzles, draws, 0.7)
    b = told.noisy(puzzles, draws, 0.6)
    lost = b != puzzles.key
    lost &= np.cumsum(lost) <= lost.sum() * 0.9
    outcome = ["failed" if gone else "right" if c == k else "wrong" for gone, c, k in zip(lost, b, puzzles.key)]
    rows = [told.rows(puzzles, "a", a), told.rows(puzzles, "b", b, outcome=outcome)]
    found = pair(pa.concat_tables(rows), "a", "b")
    assert found.difference.value > 0, "what fails where it would be wrong looks better"
    assert found.as_wrong.value == pytest.approx((b == puzzles.key).mean() - (a == puzzles.key).mean())
    assert found.worst == pytest.approx(found.as_wrong.value)
    assert found.best == pytest.approx(found.as_wrong.value + lost.mean())
    verdict = guard.judge(found, 2)
    assert "b and a both answered only" in verdict.faults[-1]
    missing = pair(pa.concat_tables([rows[0], rows[1].filter(~lost)]), "a", "b")
    assert (missing.asked, missing.coverage) == (found.asked, found.coverage)
    assert (missing.worst, missing.best) == (found.worst, found.best)
    assert "95% are needed" in guard.judge(missing, 2).faults[-1]
    assert not guard.judge(missing, 100, 0.1).faults


def test_a_loss_that_shows_once_failures_count_as_wrong_fails() -> None:
    wrong = inference.Interval(-0.06, -0.08, -0.04, 400, 400, "")
    (fault,) = guard.judge(change(-0.01, 0.03, as_wrong=wrong), 2).faults
    assert fault == "b is worse than a by more than 2 points, failed requests counted as wrong: -6.0, at best -4.0"


def test_more_conditions_or_repeats_of_one_side_are_nothing_missing() -> None:
    puzzles = told.puzzles(24)
    one = told.rows(puzzles, "a", puzzles.key)
    more = [told.rows(puzzles, "b", puzzles.key, way) for way in (Condition(), Condition("think"), Condition(repeat=1))]
    for rows in ([one, *more], [told.rows(puzzles, "b", puzzles.key), *(named(row, "a") for row in more)]):
        assert pair(pa.concat_tables(rows), "a", "b").coverage == 1


def named(rows: pa.Table, model: str) -> pa.Table:
    return rows.set_column(rows.schema.get_field_index("model"), "model", pa.array([model] * len(rows)))


def test_mcnemar_is_left_out_where_items_share_scenes(capsys: pytest.CaptureFixture[str]) -> None:
    scope = told.scope(12)
    found = pair(pa.concat_tables([told.rows(scope, name, scope.key) for name in "ab"]), "a", "b")
    assert math.isnan(found.exact_p)
    assert math.isnan(found.mid_p)
    assert found.permutation_p == 1
    command._print_pairs([found])
    out = capsys.readouterr().out
    assert "McNemar's test is left out where items share scenes" in out
    assert "exact, mid" not in out


def test_runs_that_were_asked_differently_are_told_in_which_respects(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ds = _data(folder)
    runs = [fabricated.run("m", ds, fabricated.chooser(""), **way) for way in ({}, {"protocol": "cot", "max_side": 64})]
    settings = ({"temperature": 0.0}, {"temperature": None, "body": '{"fps": 2}'})
    runs = [fabricated.with_header(run, settings={**own, "top_p": None}) for run, own in zip(runs, settings)]
    (found,) = compare.of_runs(ds, [dataclasses.replace(run, path=Path(f"r{k}")) for k, run in enumerate(runs)])
    assert [(one.what, one.first, one.second) for one in found.unlike] == [
        ("protocol", "direct", "cot"),
        ("max_side", "0", "64"),
        ("temperature", "0", "the provider's default"),
        ("body", "not recorded", '{"fps": 2}'),
    ]
    assert "temperature: the provider&#39;s default, not 0" in versus.page(ds, runs, [found])
    command._print_pairs([found])
    assert "were asked differently: temperature 0, and the provider's default." in capsys.readouterr().out


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compare")
    ds = fabricated.data_set(folder / "data", fabricated.items(20, size=8))
    for name in ("oracle", "random", "first"):
        run_model(ds, get(name), [Condition()], folder / name)
    run_model(ds, get("random"), [Condition()], folder / "again")
    shutil.copytree(folder / "random", folder / "down")
    lines = (folder / "down/responses.jsonl").read_text().splitlines()
    lost = {"text": None, "finish": "", "error": {"kind": "server", "message": "no"}}
    (folder / "down/responses.jsonl").write_text("".join(json.dumps({**json.loads(x), **lost}) + "\n" for x in lines))
    other = fabricated.data_set(folder / "other", fabricated.items(8, size=8))
    run_model(other, get("random"), [Condition()], folder / "elsewhere")
    return folder


def vantage(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = 0
    try:
        cli.main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out = capsys.readouterr()
    return code, out.out, out.err


def test_the_command_prints_pairs_and_parts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = vantage(capsys, "compare", folder / "oracle", folder / "random")
    assert code == 0
    assert "100.0%" in out
    assert "Where random differs from oracle" in out
    code, out, _ = vantage(capsys, "compare", "--all", folder / "oracle", folder / "random", folder / "first", "--json")
    assert [(one["first"], one["second"]) for one in json.loads(out)] == [
        *(("oracle", "random"), ("oracle", "first"), ("random", "first")),
    ]


def test_a_regression_fails_and_says_why(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = vantage(capsys, "compare", folder / "oracle", folder / "random", "--fail-if-worse", 2)
    assert (code, "random is worse than oracle by more than 2 points" in err) == (1, True)
    code, _, err = vantage(capsys, "compare", folder / "random", folder / "oracle", "--fail-if-worse", 2)
    assert (code, err) == (0, "")


def test_a_run_of_failures_is_compared_in_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = vantage(capsys, "compare", folder / "oracle", folder / "down")
    assert (code, err) == (0, "")
    assert "oracle and random answered no item in common, so nothing can be said of them." in out
    assert "surely differ" not in out
    code, _, err = vantage(capsys, "compare", "--rules", folder / "oracle", "--fail-if-worse", 2)
    assert (code, "leave out --fail-if-worse, --all and --page" in err) == (2, True)
    code, _, err = vantage(capsys, "compare", folder / "oracle", folder / "random", "--fail-if-worse", "nan")
    assert (code, "nan is not a finite number" in err) == (2, True)
    code, _, err = vantage(capsys, "compare", folder / "oracle", folder / "down", "--fail-if-worse", 2)
    assert (code, "answered no item in common" in err) == (2, True), "no evidence is not a pass"


def test_two_runs_that_differ_in_nothing_are_told_apart_by_folder(folder: Path) -> None:
    runs = [Run.read(folder / name) for name in ("random", "again")]
    (found,) = compare.of_runs(_data(folder), runs)
    assert (found.first, found.second) == ("random (random)", "random (again)")
    assert found.difference.value == 0


def _data(folder: Path) -> DataSet:
    from vantage.data.dataset import load

    return load(folder / "data")


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["oracle"], "give at least two runs to compare, or --rules"),
        (["oracle", "oracle"], "the same run is given twice"),
        (["oracle", "elsewhere"], "holds a run on another data set"),
        (["oracle", "nowhere"], "is not a run"),
    ],
)
def test_mistakes_get_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], names: list[str], sentence: str
) -> None:
    code, _, err = vantage(capsys, "compare", *(folder / name for name in names))
    assert (code, sentence in err, err.count("\n")) == (2, True, 1)


def test_what_a_run_lost_is_told_and_is_no_pass(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run.read(folder / "oracle")
    lost = [fabricated.response(row.item, None) for row in run.responses[: len(run.responses) // 2]]
    fabricated.written(fabricated.with_responses(run, [*lost, *run.responses[len(lost) :]]), tmp_path / "lossy")
    code, out, _ = vantage(capsys, "compare", folder / "random", tmp_path / "lossy")
    assert code == 0
    assert f"oracle lost {len(lost)} of {len(run.responses)} requests, which are left out here: {len(lost)} × no" in out
    assert f"compared on the {len(run.responses) - len(lost)} answers that both gave" in out
    code, _, err = vantage(capsys, "compare", folder / "random", tmp_path / "lossy", "--fail-if-worse", 2)
    assert (code, err) == (
        1,
        "oracle and random both answered only 30 of the 60 questions that random was asked (50.0%; 95% are needed): "
        "whatever the others would have been, oracle lies from +28.3 to +78.3 points\n",
    )
    page = tmp_path / "page.html"
    assert vantage(capsys, "compare", folder / "random", tmp_path / "lossy", "--page", page)[0] == 0
    assert "Before you read the numbers" in page.read_text()
