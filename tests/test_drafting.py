"""A task, a solver or a renderer that fails is never taken for a user's mistake."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_cli import sentence, vantage
from vantage import cli, tasks
from vantage.making import drafting, make, suite
from vantage.task import Mistake, Refused

ROOT = Path(__file__).parents[1]
SUITE = "pixels = 64\n[tasks.{0}]\n[sizes.tiny.test]\n{0} = 8\n"
PARTS = ("make", "solve", "verify")
# A task of another package whose parts each do what a library's mistake would: raise a ValueError.
BROKEN = """
import dataclasses
from vantage.tasks.folding_2d import task as whole

def fail(*given):
    raise ValueError("all the input array dimensions must match")

task = dataclasses.replace(whole, name="broken", {part}=fail)
"""


def fails(*given, **named):
    raise ValueError("all the input array dimensions must match")


def tiny(folder, task):
    path = folder / "tiny.toml"
    path.write_text(SUITE.format(task))
    return path


def assert_reported(code, err, where):
    assert code == 70
    assert "Traceback" in err
    assert f"{where}, attempt 0: ValueError: all the input array dimensions must match" in err
    assert "no mistake of yours" in err.splitlines()[-1]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_task_that_fails_is_a_fault(capsys, tmp_path, monkeypatch, part):
    broken = dataclasses.replace(tasks.get("folding_2d"), **{part: fails})
    monkeypatch.setattr(tasks, "get", lambda name: broken)
    arguments = ("make", tiny(tmp_path, "folding_2d"), "--out", tmp_path / "set", "--seed", 7, "--workers", 1)
    code, _, err = vantage(capsys, *arguments)
    assert_reported(code, err, "tiny/folding_2d/tiny-s7/000000")


@pytest.mark.parametrize("name", ["draw", "frame"])
def test_a_renderer_that_fails_is_a_fault(capsys, tmp_path, monkeypatch, name):
    monkeypatch.setattr(f"vantage.render.{name}", fails)
    arguments = ("make", tiny(tmp_path, "folding_2d"), "--out", tmp_path / "set", "--workers", 1)
    code, _, err = vantage(capsys, *arguments)
    assert_reported(code, err, "tiny/folding_2d/tiny-s0/000000")


@pytest.mark.parametrize("part", PARTS)
def test_a_fault_in_a_worker_process_is_a_fault(tmp_path, part):
    (tmp_path / "broken.py").write_text(BROKEN.format(part=part))
    (tmp_path / "broken-1.dist-info").mkdir()
    (tmp_path / "broken-1.dist-info" / "entry_points.txt").write_text("[vantage.tasks]\nbroken = broken:task\n")
    arguments = ["make", str(tiny(tmp_path, "broken")), "--out", str(tmp_path / "set"), "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-m", "vantage", *arguments], capture_output=True, text=True, env=environment
    )
    assert_reported(done.returncode, done.stderr, "tiny/broken/tiny-s0/000000")
    assert "broken.py" in done.stderr, "the traceback leads to the line that failed, in the worker"


def test_solvers_that_disagree_are_a_fault_that_names_the_item(monkeypatch):
    broken = dataclasses.replace(tasks.get("fold_and_punch"), solve=lambda truth: None)
    monkeypatch.setattr(tasks, "get", lambda name: broken)
    with pytest.raises(drafting.Disagreement, match=r"^x/fold_and_punch/n-s3/000005, attempt 0: make says"):
        make.one(make.Order("x", "n", 3, "fold_and_punch", (), 64, "test", 5))


@pytest.mark.parametrize(
    ("task", "pixels", "words"),
    [
        ("maze", 5, "blocks does not fit into 5 pixels"),
        ("fold_and_punch", 18, "holes of a sheet do not show in 18 pixels"),
    ],
)
def test_what_a_user_did_stays_a_mistake(capsys, tmp_path, task, pixels, words):
    small = tiny(tmp_path, task)
    small.write_text(small.read_text().replace("64", str(pixels)))
    code, _, err = vantage(capsys, "make", small, "--out", tmp_path / "set", "--workers", 1)
    assert code == 2
    assert words in sentence(err)


def test_settings_that_refuse_every_draw_are_a_mistake():
    order = make.Order("x", "n", 0, "maze", (("tries", 0),), 64, "test", 0)
    with pytest.raises(Mistake, match=r"400 attempts were refused, most often because no maze .* settings of the task"):
        make.one(order)


def test_a_task_that_refuses_every_draw_of_itself_is_a_fault(monkeypatch):
    def refuse(*given):
        raise Refused("it rains")

    broken = dataclasses.replace(tasks.get("maze"), make=refuse)
    monkeypatch.setattr(tasks, "get", lambda name: broken)
    with pytest.raises(drafting.Fault, match="400 attempts were refused, most often because it rains"):
        make.one(make.Order("x", "n", 0, "maze", (), 64, "test", 0))


@pytest.mark.parametrize(
    ("part", "complaint"),
    [
        ("solve", "the second solver failed: ValueError: all the input array dimensions must match"),
        ("make", "attempt 0: ValueError: all the input array dimensions must match"),
    ],
)
def test_check_names_the_items_at_which_a_task_fails(capsys, tmp_path, monkeypatch, part, complaint):
    data = make.make(suite.get(str(tiny(tmp_path, "folding_2d"))), tmp_path / "set", workers=1)
    first = next(data.head())
    broken = dataclasses.replace(tasks.get("folding_2d"), **{part: fails})
    monkeypatch.setattr(tasks, "get", lambda name: broken)
    code, out, _ = vantage(capsys, "check", tmp_path / "set", "--workers", 1)
    assert code == 1
    assert f"{first.id}: {complaint}" in out


def test_what_no_one_foresaw_is_shown_with_its_traceback(capsys, monkeypatch):
    def fail(*given):
        raise KeyError("colour")

    monkeypatch.setattr(suite, "get", fail)
    code, _, err = vantage(capsys, "make", "quick")
    assert (code, "KeyError: 'colour'" in err, "Traceback" in err) == (70, True, True)
    assert err.splitlines()[-1].startswith("This is a fault of Vantage")
    monkeypatch.setenv("VANTAGE_DEBUG", "1")
    with pytest.raises(KeyError, match="colour"):
        cli.main(["make", "quick"])
