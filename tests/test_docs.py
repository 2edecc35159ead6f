"""The documents match the code: generated pages are up to date, and every name in them exists."""

import asyncio
import re
import tomllib
from collections import Counter
from pathlib import Path

import PIL.Image
import pytest
import trimesh
import yaml

from tests import battery_run, fabricated
from tests.battery import BATTERY
from tests.owes import page_maker
from vantage import __version__, cli, tasks
from vantage.assets import installed, packs
from vantage.curate import masks, object_table
from vantage.diagnosis import findings
from vantage.item import Condition
from vantage.making import make, suite
from vantage.models import Request, Settings
from vantage.prompts.prompt import Message
from vantage.running import run
from vantage.running.run_folder import Run
from vantage.scenes import cast
from vantage.scoring import extract

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize(
    "name",
    ["truth.md", "commands.md", "items.md", "benchmark_files.md", "settings.md", "quality.md"],
)
def test_generated_pages_are_fresh(name):
    assert (ROOT / "docs" / name).read_text("utf-8") == page_maker().PAGES[name](), "stale: run `make docs`"


def test_the_gallery_shows_every_task():
    # Whether its pictures are fresh takes minutes to tell: `.ci/run` makes all of them again.
    text = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    assert re.findall(r"^## (\w+)$", text, re.MULTILINE) == [*tasks.built_in(), "Walks", "Keys"]
    for name in re.findall(r"\]\((gallery/\w+\.png)\)", text):
        with PIL.Image.open(ROOT / "docs" / name) as picture:
            assert picture.size > (300, 200)


def test_the_table_of_names_holds_no_name_that_is_gone():
    text = (ROOT / "docs" / "names.md").read_text("utf-8")
    ours = [row.split("|")[3] for row in text.splitlines() if row.startswith("| ")][1:]
    named = {name for cell in ours for name in re.findall(r"`(\w+)`", cell)} - {"easy", "hard"}  # subtypes of a task
    assert named <= set(tasks.built_in())
    assert len(named) >= 21


def test_every_rule_of_the_diagnosis_is_on_its_page():
    text = (ROOT / "docs" / "diagnosis.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)`", text, re.MULTILINE) == [rule.__name__ for rule in findings.RULES]


def test_the_page_on_diagnosis_shows_the_battery_and_at_least_17_are_named_and_none_falsely():
    rows = (
        (ROOT / "docs" / "diagnosis.md")
        .read_text("utf-8")
        .partition(battery_run.BEGIN)[2]
        .partition(battery_run.END)[0]
    )
    said = [line.strip("| ").partition(" | ") for line in rows.splitlines()[2:]]
    assert [what for what, _, _ in said] == [f"{one.statement} (`{one.shown.suite}`)" for one in BATTERY]
    grades = Counter(one.expected.grade(sentence) for one, (_, _, sentence) in zip(BATTERY, said, strict=True))
    assert grades["full"] >= battery_run.ENOUGH
    assert not grades["false"]


def test_every_rule_set_is_on_its_page_with_what_it_fits_and_how_it_was_tested():
    page = (ROOT / "docs" / "running.md").read_text("utf-8")
    for name in set(extract.RULES) - {extract.OURS}:
        fits, *tested = re.findall(rf"^\| `{name}` \| (.+) \|$", page, re.MULTILINE)
        assert not fits.startswith(("choices", "numbers"))
        assert [row.split(" | ")[0] for row in tested] in (["choices"], ["choices", "numbers"])


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


def test_the_citation_says_what_the_package_says():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert cited["cff-version"] == "1.2.0"
    assert cited["version"] == __version__
    assert cited["license"] == project["license"]
    assert cited["authors"] == project["authors"] == [{"name": "The Vantage authors"}]
    assert cited["keywords"] == project["keywords"]
    assert {"message", "title", "type", "abstract"} <= cited.keys()


def block(language, number=0):
    """An example on the page about one's own suites, packs, masks and models."""
    text = (ROOT / "docs" / "own.md").read_text("utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)[number]


def test_the_suite_that_is_shown_can_be_made(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(block("toml"), "utf-8")
    mine = suite.get(str(path))
    made = {size: list(make.jobs(mine, size, mine.size(size), 0, {})) for size in mine.sizes}
    assert Counter(len(job) for job in made["small"]) == {1: 100, 8: 8}
    assert Counter(len(job) for job in made["wide"]) == {4: 16}


def test_the_pack_that_is_shown_can_be_read(tmp_path):
    (tmp_path / "pack.toml").write_text(block("toml", 1), "utf-8")
    (tmp_path / "bench.glb").write_bytes(trimesh.creation.box((1.6, 0.9, 0.7)).export(file_type="glb"))
    (model,) = packs.read(tmp_path)
    assert (model.name, model.size) == ("park bench", (1.6, 0.7, 0.9))
    assert packs.mesh(model).faces.size


def test_the_things_that_are_shown_can_be_asked_for(tmp_path, monkeypatch):
    home, path = tmp_path / "home", tmp_path / "mine.toml"
    home.mkdir()
    (home / "pack.toml").write_text(block("toml", 1), "utf-8")
    (home / "bench.glb").write_bytes(trimesh.creation.box((1.6, 0.9, 0.7)).export(file_type="glb"))
    monkeypatch.setattr(installed, "MODELS", installed.models(str(home)))
    monkeypatch.setattr(cast, "kinds", lambda setting, among: among)
    path.write_text(block("toml", 2) + block("toml"), "utf-8")
    assert {"chair", "home/park bench"} <= {*suite.get(str(path)).things}


def test_the_masks_and_columns_that_are_shown_are_those_that_are_read(tmp_path):
    path = tmp_path / "masks.json"
    path.write_text(block("json"), "utf-8")
    assert [one.name for found in masks.read(path).values() for one in found] == ["chair"]
    text = (ROOT / "docs" / "own.md").read_text("utf-8")
    assert tuple(re.findall(r"`(\w+)`(?=[^|]*\| )", text.partition("| column")[2])) == object_table.COLUMNS


def test_the_model_that_is_shown_answers(tmp_path):
    names = {}
    exec(block("python"), names)
    data = fabricated.data_set(tmp_path / "set", fabricated.items(per_task=2, size=16))
    mine = names["provider"]("first", Settings())
    run.run(data, mine, [Condition()], tmp_path / "run")
    assert [row.text for row in Run.read(tmp_path / "run").responses] == ["Answer: A"] * 6
    assert asyncio.run(mine.respond(Request((Message("user", ("?",)),), ("x",)))).error.kind == "blind"
