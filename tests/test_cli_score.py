"""The commands score and compare as a user meets them."""

import dataclasses
import json

import click
import pytest

from tests import fabricated
from tests.test_cli import sentence, vantage
from vantage.cli import commands
from vantage.item import Number
from vantage.scoring.extract import RULES


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of a model whose replies the rule sets read differently."""
    folder = tmp_path_factory.mktemp("score")
    alone = [dataclasses.replace(item, situation=item.id) for item in fabricated.items()]
    write_run(folder, alone, lambda item: "B\n\n\x1b[31mExplanation: A is wrong :smile: [bold]")
    return folder


def write_run(folder, items, say):
    """Write a data set and a run of a model that says `say(item)`; return the run's folder."""
    data = fabricated.data_set(folder / "set", items)
    return fabricated.written(fabricated.run("talker", data, say), folder / "run")


def test_score_says_the_outcomes_and_writes_them(capsys, folder):
    code, out, _ = vantage(capsys, "score", folder / "run")
    assert code == 0
    assert "talker" in out
    assert "25.0% (13.8 to 41.1)" in out
    assert len((folder / "run/scores.jsonl").read_text().splitlines()) == 36


def test_score_by_a_peers_rules(capsys, folder):
    code, out, _ = vantage(capsys, "score", folder / "run", "--rules", "vlmevalkit")
    assert code == 0
    assert "guesses by chance; here that is no answer" in out
    assert (folder / "run/scores-vlmevalkit.jsonl").exists()


@pytest.mark.parametrize("command", ["score", "compare"])
def test_help_and_the_shell_know_every_rule_set(capsys, command):
    _, out, _ = vantage(capsys, command, "--help")
    words = " ".join(out.split()).replace(",", " ").replace(".", " ").split()
    assert {name.removeprefix("lmms-eval:") for name in RULES} <= set(words)
    option = next(one for one in commands.commands[command].params if one.name in ("rules", "names"))
    completed = option.shell_complete(click.Context(commands), "lmms-eval:v")
    assert [item.value for item in completed] == ["lmms-eval:viewspatial", "lmms-eval:vsibench"]


def test_list_names_every_rule_set(capsys):
    _, out, _ = vantage(capsys, "list", "--json")
    assert list(json.loads(out)["rules"]) == list(RULES)
    _, out, _ = vantage(capsys, "list")
    assert "lmms-eval:vsibench" in out


def test_numbers_are_printed_as_mean_relative_accuracy(capsys, tmp_path):
    asked = [dataclasses.replace(item, options=(), answer=Number(10, "m", "mra")) for item in fabricated.items()]
    run = write_run(tmp_path, asked, lambda item: "9")
    _, out, _ = vantage(capsys, "score", run, "--rules", "easi")
    assert "90.0%" in out
    _, out, _ = vantage(capsys, "compare", "--rules", run, "--json")
    assert json.loads(out)[0]["totals"]["lmms-eval"]["accuracy"] == pytest.approx(0.9)


def test_a_rule_set_without_a_score_says_so(capsys, tmp_path):
    asked = [dataclasses.replace(item, options=(), answer=Number(0, "m", "mra")) for item in fabricated.items()]
    run = write_run(tmp_path, asked, lambda item: "9")
    code, _, err = vantage(capsys, "score", run, "--rules", "lmms-eval")
    assert (code, "lmms-eval divides by the right number" in sentence(err)) == (2, True)
    assert not (run / "scores-lmms-eval.jsonl").exists()
    code, out, _ = vantage(capsys, "compare", "--rules", run)
    assert (code, "lmms-eval is left out: lmms-eval divides by the right number" in out) == (0, True)


def test_compare_takes_the_rule_sets_that_are_named(capsys, folder):
    code, out, _ = vantage(capsys, "compare", folder / "run", "--rule-set", "lmms-eval:vsibench", "--json")
    assert code == 0
    assert json.loads(out)[0]["disputes"][0]["read"] == {"ours": "B", "lmms-eval:vsibench": None}


def test_score_for_scripts(capsys, folder):
    _, out, _ = vantage(capsys, "score", folder / "run", "--rules", "easi", "--json")
    (row,) = json.loads(out)
    assert row["rules"] == "easi"
    assert row["outcomes"] == {"right": 9, "wrong": 27, "unanswered": 0, "failed": 0}


def test_compare_lists_what_is_read_differently(capsys, folder):
    code, out, _ = vantage(capsys, "compare", "--rules", folder / "run", "--limit", "2")
    assert code == 0
    assert "disagree on 36 of 36 responses" in out
    assert "34 more" in out
    assert "-25.0" in out
    assert "\x1b" not in out
    assert "\\n\\n\\x1b[31mExplanation: A is wrong :smile: [bold]" in out


def test_compare_for_scripts(capsys, folder):
    _, out, _ = vantage(capsys, "compare", "--rules", folder / "run", "--json")
    (found,) = json.loads(out)
    assert found["disputes"][0]["read"] == {"ours": "B", "easi": "A", "vlmevalkit": None, "lmms-eval": "B"}
    assert found["totals"]["vlmevalkit"]["outcomes"]["unanswered"] == 36


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "RUN", "--rules", "eesi"], "no rule set is called 'eesi'; did you mean 'easi'?"),
        (["score", "RUN", "--rules", "lmms-eval:vsi"], "did you mean 'lmms-eval:vsibench'?"),
        (["compare", "RUN", "--rule-set", "spatial"], "no rule set is called 'spatial'"),
        (["score", "no/such/run"], "no/such/run is not a run"),
        (["score", "RUN", "--data", "no/such/set"], "no/such/set is missing"),
        (["score"], "Missing argument 'RUNS...'"),
        (["compare", "RUN"], "--rules"),
    ],
)
def test_mistakes_are_one_sentence(capsys, folder, arguments, words):
    filled = [str(folder / "run") if argument == "RUN" else argument for argument in arguments]
    code, _, err = vantage(capsys, *filled)
    assert code == 2
    assert words in sentence(err)
