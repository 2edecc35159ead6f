"""Runs are scored again without the model, and replies on which rule sets differ are found and counted."""

import dataclasses
import json
import math

import pytest

from tests import fabricated
from vantage.analysis import rulesets
from vantage.analysis.outcomes import of_run, write
from vantage.analysis.rulesets import compare, count, excerpt
from vantage.analysis.summaries import summarise
from vantage.analysis.table import table
from vantage.item import Number
from vantage.running.opening import open_run
from vantage.running.run_folder import Run
from vantage.scoring.score import Outcome
from vantage.stats import metrics


@pytest.fixture
def data(tmp_path):
    alone = [dataclasses.replace(item, situation=item.id) for item in fabricated.items()]
    return fabricated.data_set(tmp_path / "set", alone)


def written(tmp_path, data, say, **settings):
    """A run on disk in which a model says `say(item)`."""
    return fabricated.written(fabricated.run("talker", data, say, **settings), tmp_path / "run")


def items(data):
    return {item.id: item for item in data.head()}


def test_a_run_finds_its_data_set(tmp_path, data):
    folder = written(tmp_path, data, fabricated.chooser(""))
    run, found = open_run(folder)
    assert found.digest == data.digest
    assert [scored.outcome for scored in of_run(run, items(found))] == [Outcome.RIGHT] * len(data)
    assert open_run(folder, data.folder)[1].digest == data.digest


def test_a_run_that_does_not_say_where_its_data_are(tmp_path, data):
    folder = written(tmp_path, data, fabricated.chooser(""))
    meta = json.loads((folder / "run.json").read_text())
    del meta["dataset"]["path"]
    (folder / "run.json").write_text(json.dumps(meta))
    with pytest.raises(ValueError, match="name its folder with --data"):
        open_run(folder)


def test_another_data_set_is_refused(tmp_path, data):
    folder = written(tmp_path, data, fabricated.chooser(""))
    other = fabricated.data_set(tmp_path / "other", fabricated.items(per_task=4))
    with pytest.raises(ValueError, match="holds a run on another data set"):
        open_run(folder, other.folder)


def test_an_item_that_is_gone_is_named(tmp_path, data):
    run, _ = open_run(written(tmp_path, data, fabricated.chooser("")))
    with pytest.raises(ValueError, match=r"made/turning/tiny-s0/000000.*not in its data set"):
        of_run(run, {})


def test_scores_by_a_peers_rules_have_a_file_of_their_own(tmp_path, data):
    run, _ = open_run(written(tmp_path, data, lambda item: "<answer>behind</answer>"))
    ours, theirs = of_run(run, items(data)), of_run(run, items(data), "easi")
    assert write(run, ours).name == "scores.jsonl"
    file = write(run, theirs, "easi")
    assert file.name == "scores-easi.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert {row["answer"] for row in rows} == {"B"}
    assert {row["step"] for row in rows} == {"easi"}
    assert [row["item"] for row in rows] == [record.item for record in run.responses]
    theirs = of_run(run, items(data), "lmms-eval:vsibench")
    assert write(run, theirs, "lmms-eval:vsibench").name == "scores-lmms-eval-vsibench.jsonl"


def numbers(tmp_path, key):
    """A data set whose items all ask for a number, and a run in which the model says 9 to each."""
    asked = [dataclasses.replace(item, options=(), answer=Number(key, "m", "mra")) for item in fabricated.items()]
    data = fabricated.data_set(tmp_path / "numbers", asked)
    return open_run(written(tmp_path, data, lambda item: "9"))


@pytest.mark.parametrize(("rules", "accuracy"), [("ours", 0.8), ("easi", 0.9), ("lmms-eval", 0.9)])
def test_numbers_count_by_how_near_they_come(tmp_path, rules, accuracy):
    run, data = numbers(tmp_path, 10.0)
    totals = count(run, items(data), of_run(run, items(data), rules))
    assert totals.outcomes["right"] == 0
    assert totals.accuracy == pytest.approx(accuracy)
    assert totals.low < accuracy < totals.high
    (cell,) = summarise(table(data, [run]))
    assert rules != "ours" or totals.accuracy == pytest.approx(cell.credit)


def test_a_rule_set_that_has_no_score_is_left_out(tmp_path):
    found = compare(*numbers(tmp_path, 0.0))
    assert list(found.totals) == ["ours", "easi", "vlmevalkit"]
    assert list(found.left_out) == ["lmms-eval"]
    assert "divides by the right number" in found.left_out["lmms-eval"]


def test_totals_leave_failures_out_and_count_items(tmp_path, data):
    wanted = iter([None, "??"] * 100)
    run, _ = open_run(written(tmp_path, data, lambda item: next(wanted)))
    totals = count(run, items(data), of_run(run, items(data)))
    half = len(data) // 2
    assert totals.outcomes == {"right": 0, "wrong": 0, "unanswered": half, "failed": half}
    assert totals.accuracy == totals.low == 0 < totals.high < 0.3


def test_an_interval_counts_items_not_repeats(tmp_path, data):
    once = open_run(written(tmp_path, data, fabricated.chooser("mirror")))[0]
    twice = Run(once.path, once.header, once.responses * 2)
    assert (
        count(twice, items(data), of_run(twice, items(data))).high
        == count(once, items(data), of_run(once, items(data))).high
    )


def test_an_interval_is_that_of_the_table_where_items_share_a_situation(tmp_path):
    data = fabricated.data_set(tmp_path / "set", fabricated.items(20, size=8))
    run, _ = open_run(written(tmp_path, data, lambda item: "B"))
    totals = count(run, items(data), of_run(run, items(data)))
    (cell,) = summarise(table(data, [run]))
    assert (totals.accuracy, totals.low, totals.high) == pytest.approx((cell.accuracy, cell.low, cell.high))
    low, high = metrics.wilson(5, 20)
    assert (totals.low, totals.high) == pytest.approx((float(low), float(high))), (
        "sixty answers about twenty situations"
    )


def test_a_run_of_failures_has_no_accuracy(tmp_path, data):
    run, _ = open_run(written(tmp_path, data, lambda item: None))
    totals = count(run, items(data), of_run(run, items(data)))
    assert all(map(math.isnan, (totals.accuracy, totals.low, totals.high)))


def test_rule_sets_disagree_where_they_read_differently(tmp_path, data):
    say = {"turning": "B\n\nExplanation: A is wrong", "folding": "<answer>behind</answer>", "seeing": "C"}
    run, dataset = open_run(written(tmp_path, data, lambda item: say[item.task], rotation=1))
    found = compare(run, dataset)
    assert list(found.totals) == ["ours", "easi", "vlmevalkit", "lmms-eval"]
    assert {dispute.item.split("/")[1] for dispute in found.disputes} == {"turning", "folding"}
    first = found.disputes[0]
    assert first.read == {"ours": "B", "easi": "A", "vlmevalkit": None, "lmms-eval": "B"}
    assert first.key == items(data)[first.item].rotated(1).answer.letter
    assert first.excerpt == "B\\n\\nExplanation: A is wrong"
    chosen = compare(run, dataset, ["ours", "lmms-eval:vsibench"])
    assert chosen.disputes[0].read == {"ours": "B", "lmms-eval:vsibench": None}
    assert found.totals["ours"].outcomes["unanswered"] == len(data) // 3
    assert found.totals["vlmevalkit"].outcomes["unanswered"] == 2 * len(data) // 3


def test_an_excerpt_is_short_and_safe_to_print():
    assert excerpt("a\x1b[31mred\u202e\ud800\tß") == "a\\x1b[31mred\\u202e\\ud800\\tß"
    long = excerpt("begin " + "x" * 5990 + " end")
    assert long.startswith("begin x")
    assert long.endswith("x end")
    assert "[… 6,000 characters …]" in long
    assert len(long) < rulesets.EXCERPT + 5
