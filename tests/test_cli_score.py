"""The commands score and compare as a user meets them."""

import dataclasses
import json

import pytest

from tests import fabricated
from tests.test_cli import sentence, vantage


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of a model whose replies the rule sets read differently."""
    folder = tmp_path_factory.mktemp("score")
    alone = [dataclasses.replace(item, situation=item.id) for item in fabricated.items()]
    data = fabricated.data_set(folder / "set", alone)
    made = fabricated.run("talker", data, lambda item: "B\n\n\x1b[31mExplanation: A is wrong :smile: [bold]")
    fabricated.written(made, folder / "run")
    return folder


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
