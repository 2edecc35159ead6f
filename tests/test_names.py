"""For an unknown name the nearest one is suggested; for a missing package, a command that installs it."""

import re
import tomllib
from pathlib import Path

import pytest

from vantage import names

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
CODE = sorted((ROOT / "vantage").rglob("*.py"))
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


def test_an_unknown_name_gets_the_nearest():
    with pytest.raises(ValueError, match=r"no thing is called 'chiar'; did you mean 'chair'\? There are: chair, mug"):
        names.nearest("chiar", ["chair", "mug"], "thing")


def test_in_a_checkout_an_extra_is_installed_from_it(monkeypatch, tmp_path):
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(names, "ROOT", tmp_path)
    assert names.install("local") == f'pip install -e "{tmp_path}[local]"', "from another folder, by its path"
    monkeypatch.chdir(tmp_path)
    assert names.install("local") == 'pip install -e ".[local]"'
    assert names.install() == 'pip install -e "."'


def test_an_installed_package_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(names, "ROOT", tmp_path)
    assert names.install("local") == 'pip install "vantage-vlm[local]"'
    assert names.install() == 'pip install "vantage-vlm"'


def test_one_function_says_how_to_install():
    own = re.compile(r"pip install (-e|['\"]?(vantage|\.)|\S*\[)")
    assert [path.name for path in CODE if own.search(path.read_text("utf-8"))] == ["names.py"]


def test_extras_that_are_named_exist():
    code = "".join(path.read_text("utf-8") for path in CODE)
    pages = "".join(path.read_text("utf-8") for path in PAGES)
    advised = re.findall(r"install\(['\"](\w+)['\"]\)", code)
    assert {"attack", "inspect", "local", "packs", "xlsx"} <= set(advised)
    assert {*advised, *re.findall(r"extra `(\w+)`", code + pages)} <= set(EXTRAS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_tell_both_ways_to_install_an_extra_or_neither(page):
    text = " ".join(page.read_text("utf-8").split())
    told = {where: {*re.findall(rf'pip install {where}\[(\w+)\]"', text)} for where in ('-e "[.]', '"vantage-vlm')}
    assert len({*map(frozenset, told.values())}) == 1, told
    assert not re.search(r'pip install "?\.\[', text)
