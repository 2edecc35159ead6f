"""Documents that cannot lie: what is generated is fresh, what is named exists."""

import importlib.util
import re
import tomllib
from pathlib import Path

import PIL.Image
import pytest

from vantage import __version__, cli, findings, tasks

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


def generator():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["truth.md", "commands.md", "items.md", "gallery.md", "quality.md"])
def test_generated_pages_are_fresh(name):
    assert (ROOT / "docs" / name).read_text("utf-8") == generator().PAGES[name](), "stale: run `make docs`"


def test_pictures_are_fresh():
    for name, image in generator().pictures().items():
        with PIL.Image.open(ROOT / "docs" / name) as kept:
            assert kept.convert("RGB").tobytes() == image.convert("RGB").tobytes(), f"{name} is stale: run `make docs`"


def test_the_name_table_is_complete():
    text = (ROOT / "docs" / "names.md").read_text("utf-8")
    assert all(f"`{name}`" in text for name in tasks.names())


def test_every_rule_of_the_diagnosis_is_on_its_page():
    text = (ROOT / "docs" / "diagnosis.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)`", text, re.MULTILINE) == [rule.__name__ for rule in findings.RULES]


def test_the_readme_is_short_and_shows_a_picture():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) < 150
    assert re.search(r"!\[.*\]\(docs/.*\.png\)", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_are_shown_exist(page):
    for command in re.findall(r"^\s*vantage ([a-z]+)", page.read_text("utf-8"), re.MULTILINE):
        assert command in cli.commands.commands, f"{page.name} shows `vantage {command}`"


def test_one_version():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()
