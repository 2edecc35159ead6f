"""Kept scores are taken only from the code that would give them again."""

import shutil
from pathlib import Path

import pytest

import vantage
from vantage import scores


@pytest.mark.parametrize("name", ["score.py", "protocols.py", "metrics.py", "extract/letters.py"])
def test_a_change_of_what_reads_or_judges_makes_all_scores_anew(tmp_path, monkeypatch, name):
    package = Path(vantage.__file__).parent
    shutil.copytree(package / "extract", tmp_path / "extract")
    for path in package.glob("*.py"):
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(scores, "__file__", str(tmp_path / "scores.py"))
    before = scores.readers.__wrapped__()
    with (tmp_path / name).open("a") as file:
        file.write("# changed\n")
    assert scores.readers.__wrapped__() != before
