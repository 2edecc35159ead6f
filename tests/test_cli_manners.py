"""What commands print and where: --quiet, --json, output paths checked before the work, completion, short checks."""

import json
import os
import subprocess
import sys

import pytest

from tests import fabricated
from tests.test_cli import TINY, sentence, vantage
from vantage import cli

ASKS_OR_MAKES = [
    "make",
    "check",
    "show",
    "curate",
    "run",
    "score",
    "compare",
    "judge",
    "report",
    "import",
    "export",
    "demo",
]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manners") / "set"
    fabricated.data_set(folder, fabricated.items(per_task=4, size=16))
    return folder


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ASKS_OR_MAKES)
def test_every_command_that_makes_or_asks_can_be_quiet_and_give_json(name):
    given = {option for parameter in cli.commands.commands[name].params for option in parameter.opts}
    assert {"--quiet", "--json"} <= given


def commands(data, place):
    """Commands and where each says that its result is."""
    (place / "tiny.toml").write_text(TINY)
    (place / "a.jsonl").write_text(
        "".join(json.dumps({"item": item.id, "text": "A"}) + "\n" for item in fabricated.items(4, 16))
    )
    return [
        (["make", "tiny.toml", "--out", "made", "--workers", 1], ["made"]),
        (["run", data, "--model", "first", "--model", "random"], ["runs/set/first", "runs/set/random"]),
        (["import", "a.jsonl", "--data", data, "--model", "m"], ["runs/set/m"]),
        (["export", data, "--batch", "b", "--model", "openai/x"], ["b/requests-00001.jsonl"]),
        (["score", "runs/set/first"], ["runs/set/first/scores.jsonl"]),
        (["check", "made", "--workers", 1], []),
        (["show", data, "--n", 1, "--out", "s.html"], ["s.html"]),
        (["report", "runs/set", "--out", "r.html"], [str(place / "r.html")]),
        (["compare", "runs/set", "--page", "c.html"], [str(place / "c.html")]),
    ]


def test_a_quiet_command_prints_where_its_result_is_and_nothing_else(capsys, data, place):
    for command, paths in commands(data, place):
        assert vantage(capsys, *command, "--quiet") == (0, "".join(f"{path}\n" for path in paths), "")


def test_json_stands_alone_on_standard_output(capsys, data, place):
    found = {}
    for command, _ in commands(data, place):
        code, out, _ = vantage(capsys, *command, "--json")
        assert code == 0
        found[command[0]] = json.loads(out)
    assert (found["make"]["path"], found["make"]["items"]) == ("made", 24)
    runs = found["run"]["runs"]
    assert [(run["model"], run["asked"], run["failed"], run["causes"]) for run in runs] == [
        ("first", 12, 0, []),
        ("random", 12, 0, []),
    ]
    assert (runs[0]["right"], runs[0]["accuracy"]) == (3, 0.25)
    assert (found["import"]["added"], found["import"]["right"]) == (12, 3)
    assert found["check"]["failed"] is False
    assert found["report"]["path"] == str(place / "r.html")


def test_a_dry_run_gives_json_too(capsys, data):
    code, out, _ = vantage(capsys, "run", data, "--model", "openai/gpt-4o", "--dry-run", "--json")
    assert (code, json.loads(out)["runs"][0]["requests"]) == (0, 12)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["make", "dise", "--n", "2", "--out", "file/set"], "a file is in the way"),
        (["make", "dise", "--n", "2", "--out", "file"], "is a file; name a folder"),
        (["show", "rotation_3d", "--out", "file/s.png"], "a file is in the way"),
        (["report", "RUNS", "--out", "folder"], "must end in .html or .htm, not 'folder'"),
        (["report", "RUNS", "--out", "folder.html"], "a folder is in the way"),
        (["report", "RUNS", "--out", "r.html", "--figures", "file"], "is a file; name a folder"),
        (["compare", "RUNS", "--page", "c.pdf"], "must end in .html, not 'c.pdf'"),
        (["compare", "RUNS", "--page", "file/c.html"], "a file is in the way"),
    ],
)
def test_where_to_write_is_tried_before_the_work(capsys, data, place, monkeypatch, command, words):
    vantage(capsys, "run", data, "--model", "first", "--model", "random")
    (place / "file").write_text("mine")
    (place / "folder.html").mkdir()

    def work(*_, **__):
        raise AssertionError("the work began")

    for name in ("making.make.make", "making.check.task_set", "analysis.compare.of_runs", "report.report.write"):
        monkeypatch.setattr(f"vantage.{name}", work)
    code, _, err = vantage(capsys, *(part if part != "RUNS" else "runs/set" for part in command))
    assert (code, words in sentence(err)) == (2, True)


def completed(*words):
    """Return what the shell is offered for the last of these words."""
    line = {"COMP_WORDS": " ".join(["vantage", *words]), "COMP_CWORD": str(len(words))}
    env = {**os.environ, **line, "_VANTAGE_COMPLETE": "bash_complete"}
    done = subprocess.run([sys.executable, "-m", "vantage.cli"], env=env, capture_output=True, text=True)
    assert done.stderr == ""
    return [entry.partition(",")[2] for entry in done.stdout.split()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["mak"], "make"),
        (["make", "srb"], "srbench"),
        (["make", "dise/rotation_2"], "dise/rotation_2d"),
        (["check", "rotation_2"], "rotation_2d"),
        (["run", "data", "--model", "op"], "openai/"),
        (["run", "data", "--model", "pix"], "pixel"),
        (["run", "data", "--protocol", "eg"], "ego-to-allo"),
        (["score", "runs", "--rules", "vl"], "vlmevalkit"),
    ],
)
def test_names_are_completed(words, offered):
    assert offered in completed(*words)


def test_a_check_is_a_line_for_each_task(capsys, place):
    (place / "tiny.toml").write_text(TINY)
    vantage(capsys, "make", "tiny.toml", "--out", "made", "--workers", 1)
    code, out, _ = vantage(capsys, "check", "made", "--workers", 1)
    assert code == 0
    first, line, *noted, last = out.splitlines()
    assert (first, last) == ("made: 24 items", "clean")
    assert line.startswith("  fold_and_punch: ok, ")
    assert all(text.startswith("    ") for text in noted)
