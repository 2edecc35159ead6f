"""What a new task needs: tested by adding one to a small copy of the project, and for each possible fault."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests import brute_force, golden, owes
from vantage import parallel, tasks
from vantage.item import Choice

ROOT = Path(__file__).parents[1]
KEPT = ("maze", "rotation_3d", "folding_3d", "fold_and_punch")  # of our tasks: quick to draw, in the README's picture
WALKED, ONE = "WALKED = (3, 16, 8, 240)", "WALKED = (1, 1, 1, 48)"
BRUTE = """
from math import atan2, tau


def around(beads):
    return [colour for _, colour in sorted((atan2(x, -y) % tau, colour) for x, y, colour in beads)]


def agrees(truth):
    wanted = around(truth["question"])[::-1]
    turned = [wanted[start:] + wanted[:start] for start in range(len(wanted))]
    return next(letter for letter, option in zip("ABCD", truth["options"]) if around(option) in turned)
"""


@pytest.fixture
def project(tmp_path):
    """A copy of the project with few tasks."""
    for name in ("vantage", "tests", "docs"):
        # With what is compiled of the package, which otherwise would be compiled again.
        left_out = ("test_*",) if name == "vantage" else ("__pycache__", "test_*")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns(*left_out))
    for path in (tmp_path / "vantage" / "tasks").glob("[!_]*.py"):
        if path.stem not in KEPT:
            path.unlink()
    counts = "".join(f"{name} = 24\n" for name in KEPT)
    quick = "".join(f"[tasks.{name}]\n" for name in KEPT) + f"[sizes.quick.test]\n{counts}"
    (tmp_path / "vantage" / "making" / "suites" / "quick.toml").write_text(quick)
    pages = tmp_path / "docs" / "generate.py"
    text = pages.read_text("utf-8").replace('"integration_allo"', '"maze"')
    small = text.replace('"object_count"', '"maze"')
    for large, little in (("LOOKS, ACROSS, SIDE = (3, 8), 4, 384", "LOOKS, ACROSS, SIDE = (3,), 4, 48"), (WALKED, ONE)):
        assert large in small
        small = small.replace(large, little)
    pages.write_text(small, "utf-8")
    return tmp_path


def run(project, *names):
    """The exit code and the words of the command."""
    environment = {**os.environ, "PYTHONPATH": str(project)}
    words = [sys.executable, "-m", "tests.owes", *names]
    done = subprocess.run(words, cwd=project, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def to_write(name):
    return [
        f"  write tests/brute_{name}.py: agrees(truth) returns the letter or number, found a third way",
        f"  add [tasks.{name}] and, under [sizes.quick.test], {name} = 24 to vantage/making/suites/quick.toml",
    ]


def test_what_a_new_task_owes_is_made_or_listed(project):
    before = json.loads((project / "tests" / "golden.json").read_text())
    shutil.copy(ROOT / "examples" / "bead_task" / "bead_ring.py", project / "vantage" / "tasks")
    code, said = run(project, "bead_ring")
    assert code == 1
    assert said.splitlines()[-3:] == ["bead_ring:", *to_write("bead_ring")]
    after = json.loads((project / "tests" / "golden.json").read_text())
    assert after.pop("bead_ring")["version"] == 1
    assert after == before
    assert "## bead_ring" in (project / "docs" / "gallery.md").read_text("utf-8")
    assert "## bead_ring" in (project / "docs" / "truth.md").read_text("utf-8")
    assert (project / "docs" / "gallery" / "bead_ring.png").exists()

    (project / "tests" / "brute_bead_ring.py").write_text(BRUTE)
    suite = project / "vantage" / "making" / "suites" / "quick.toml"
    suite.write_text(f"[tasks.bead_ring]\n{suite.read_text()}bead_ring = 24\n")
    code, said = run(project, "bead_ring")
    assert (code, said.splitlines()[-1]) == (0, "  nothing is missing")


def test_a_task_without_a_file_owes_everything(capsys):
    assert owes.main(["beads"]) == 1
    file = "  write vantage/tasks/beads.py (CONTRIBUTING.md says how)"
    assert capsys.readouterr().out.splitlines() == ["beads:", file, *to_write("beads")]


@pytest.fixture
def few(monkeypatch):
    """Few items, made in this process."""
    monkeypatch.setattr(owes, "N", 12)
    monkeypatch.setattr(parallel, "cores", lambda: 1)


def test_keys_that_brute_force_does_not_find_are_listed(few, monkeypatch):
    assert owes.unsound("maze") == []
    monkeypatch.setattr(brute_force, "solver", lambda task: lambda truth: "E")
    found = owes.unsound("maze")
    assert len(found) == 12
    assert found[0].endswith("brute force says 'E'")


def test_solvers_that_disagree_are_listed_and_nothing_is_made(few, monkeypatch, capsys):
    maze = replace(tasks.get("maze"), solve=lambda truth: Choice("E"))
    monkeypatch.setattr(tasks, "get", lambda name: maze)
    monkeypatch.setattr(golden, "record", lambda name: pytest.fail("items were recorded"))
    monkeypatch.setattr(owes, "page_maker", lambda: pytest.fail("pages were written"))
    assert owes.main(["maze"]) == 1
    assert "solve says Choice(letter='E')" in capsys.readouterr().out


def test_items_that_have_changed_are_listed(few, monkeypatch):
    monkeypatch.setattr(golden, "record", lambda name: False)
    (found,) = owes.unsound("maze")
    assert found.startswith("items have changed: raise the task's version")


def test_only_a_raised_version_is_recorded_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(golden, "FILE", tmp_path / "golden.json")
    now = golden.current("maze")
    golden.FILE.write_text(json.dumps({"maze": {"version": 0, "items": []}, "other": {}}))
    assert golden.record("maze")
    assert golden.recorded() == {"maze": now, "other": {}}
    golden.FILE.write_text(json.dumps({"maze": {**now, "items": []}}))
    assert not golden.record("maze")
    assert golden.recorded()["maze"]["items"] == []


def test_no_name_is_told_what_to_name(capsys):
    assert owes.main([]) == 2
    assert "make task NAME=<name>" in capsys.readouterr().out
