"""Stored scores are reused only if the current code would give the same ones."""

import shutil
from pathlib import Path

import pytest

import vantage
from vantage.analysis import kept_scores


@pytest.mark.parametrize(
    "name", ["scoring/score.py", "prompts/protocols.py", "stats/metrics.py", "scoring/extract/letters.py"]
)
def test_a_change_of_what_reads_or_judges_makes_all_scores_anew(tmp_path, monkeypatch, name):
    for folder in ("scoring", "prompts", "stats"):
        shutil.copytree(Path(vantage.__file__).parent / folder, tmp_path / folder)
    monkeypatch.setattr(kept_scores, "PACKAGE", tmp_path)
    before = kept_scores.readers.__wrapped__()
    with (tmp_path / name).open("a") as file:
        file.write("# changed\n")
    assert kept_scores.readers.__wrapped__() != before
