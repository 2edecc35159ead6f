"""A task of another package: the one in examples/ is installed as by a user, and used in separate processes."""

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from math import atan2, tau
from pathlib import Path

import pytest
from PIL import Image

import vantage
from vantage import tasks
from vantage.data import dataset

EXAMPLE = Path(__file__).parents[1] / "examples" / "bead_task"
SUITE = "pixels = 64\n[tasks.bead_ring]\ncolours = 3\n[tasks.maze]\n[sizes.tiny.test]\nbead_ring = 12\nmaze = 3\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder into which the example was installed; nothing is fetched, and nothing is left in the checkout."""
    target = tmp_path_factory.mktemp("installed")
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", *offline, "--target", target, EXAMPLE], check=True)
    return target


@pytest.fixture
def command(installed, tmp_path):
    """The command line in a process of its own that sees the installed example."""

    def run(*arguments, code=0):
        paths = [str(installed), str(Path(vantage.__file__).parents[1])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        words = [sys.executable, "-m", "vantage", *map(str, arguments)]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    return run


def test_it_is_shown_with_its_own_drawing(command, tmp_path):
    assert "bead_ring" in command("list")
    command("show", "bead_ring", "--n", 3, "--out", tmp_path / "sheet.png")
    with Image.open(tmp_path / "sheet.png") as sheet:
        colours = {colour for _, colour in sheet.convert("RGB").getcolors(1 << 20)}
    assert {(0, 114, 178), (0, 158, 115)} <= colours  # its blue and its green beads


def test_it_keeps_the_contract(command):
    checked = command("check", "bead_ring", "--n", 12)
    assert "bead_ring: ok, 14 of 14 checks clean" in checked
    assert checked.rstrip().endswith("clean")


def test_a_suite_of_ones_own_names_it_and_every_process_makes_the_same(command, tmp_path):
    (tmp_path / "mine.toml").write_text(SUITE, "utf-8")
    for workers in (1, 2):
        command("make", "mine.toml", "--out", f"by{workers}", "--workers", workers)
    sets = [dataset.load(tmp_path / f"by{workers}") for workers in (1, 2)]
    assert sets[0].digest == sets[1].digest
    rings = [item for item in sets[0].items() if item.task == "bead_ring"]
    assert len(rings) == 12
    assert all(brute(item.truth) == [item.answer.letter] for item in rings)
    assert "clean" in command("check", "by2", "--workers", 1)


def brute(truth):
    """The letters of all options whose colours, read around, are the question's read the other way around."""
    wanted = around(truth["question"])[::-1]
    turned = [wanted[start:] + wanted[:start] for start in range(len(wanted))]
    return [letter for letter, option in zip("ABCD", truth["options"]) if around(option) in turned]


def around(beads):
    return [colour for _, colour in sorted((atan2(x, -y) % tau, colour) for x, y, colour in beads)]


def test_a_task_that_no_suite_of_ours_has_is_sent_to_a_suite_file(command):
    words = "'bead_ring' is a task, not a suite; name it within one: a TOML file of your own"
    assert words in command("make", "bead_ring", code=2)


@pytest.fixture
def declared(monkeypatch):
    """Declares entry points in place of those that are installed."""

    def declare(**values):
        points = [EntryPoint(name, value, "vantage.tasks") for name, value in values.items()]
        monkeypatch.setattr(tasks, "entry_points", lambda group: points)
        tasks.names.cache_clear()
        tasks.get.cache_clear()

    yield declare
    monkeypatch.undo()
    tasks.names.cache_clear()
    tasks.get.cache_clear()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        (
            "maze",
            "elsewhere:task",
            "several packages bring a task called 'maze', so it is none: vantage, elsewhere",
        ),
        ("odd", "no_such_module:task", "task 'odd' of package no_such_module:task cannot be loaded: No module named"),
        ("odd", "vantage.tasks.maze:tasc", "task 'odd' of package .* cannot be loaded: .* no attribute 'tasc'"),
        ("odd", "vantage.tasks.maze:task", "task 'odd' must be a Task of that name, not Task"),
    ],
)
def test_a_task_that_cannot_be_had_is_told_in_a_sentence(declared, name, value, words):
    declared(**{name: value})
    assert name in tasks.names()
    with pytest.raises(ValueError, match=words):
        tasks.get(name)


def test_tests_and_pages_are_about_our_own_tasks(declared):
    declared(odd="no_such_module:task")
    assert "odd" not in tasks.built_in()
    assert set(tasks.names()) == {*tasks.built_in(), "odd"}
