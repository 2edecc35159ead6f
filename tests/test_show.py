"""The page and the JSON lines show items, and show keys only where they are asked for."""

import dataclasses
import json
import re

import pytest

from tests import fabricated
from vantage.item import Choice, Number, Option
from vantage.report import show


@pytest.fixture(scope="module")
def items():
    return fabricated.items(4, 64)


def text_item(items, **changes):
    options = (Option("the cup", label="cup"), Option("a jug " * 30, label="jug", rule="far"))
    return dataclasses.replace(items[0], options=options, answer=Choice("A"), **changes)


def test_an_empty_page_is_an_error():
    with pytest.raises(ValueError, match="no items"):
        show.page([])


def test_items_come_task_by_task_and_tier_by_tier(items):
    order = [(item.task, item.tags["tier"]) for item in show.in_order(items)]
    assert order[:4] == [("folding", "easy"), ("folding", "easy"), ("folding", "medium"), ("folding", "hard")]
    assert [task for task, _ in order] == sorted(task for task, _ in order)


def test_a_page_shows_every_item_and_loads_nothing(items):
    page = show.page(items)
    for item in items:
        assert f'data-id="{item.id}"' in page
    assert page.count("data:image/webp;base64,") == 5 * len(items)
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert "https://" not in page
    assert "http://" not in page


def test_a_page_holds_keys_only_when_asked(items):
    secret = dataclasses.replace(items[0], truth={"facts": "buried treasure"})
    without, within = show.page([secret]), show.page([secret], keys=True)
    for word in ("buried treasure", "mirror_moved", "Answer: A", '"option right"'):
        assert word not in without
        assert word in within
    assert within.count('"option right"') == 1


def test_a_page_escapes_what_strangers_write(items):
    bad = '</script><img src=x onerror="alert(1)">'
    hostile = text_item(items, id=bad, task=bad, question=f"<image>{bad}", tags={"tier": bad}, truth={"x": bad})
    hostile = dataclasses.replace(hostile, options=(Option(bad, label=bad, rule=bad), Option("b", rule=bad)))
    page = show.page([hostile], keys=True)
    assert "<img src=x" not in page
    assert page.count("</script>") == 1
    assert "&lt;/script&gt;" in page


def test_a_page_can_flag_and_be_driven_by_keys(items):
    page = show.page(items)
    assert "flags.jsonl" in page
    assert all(f"<kbd>{key}</kbd>" in page for key in "jkf")
    assert "<kbd>space</kbd>" not in page
    assert "<kbd>space</kbd>" in show.page(items, keys=True)


def test_lines_are_json_with_documented_fields(items):
    lines = [json.loads(line) for line in show.lines(items)]
    assert [line["id"] for line in lines] == [item.id for item in items]
    assert lines[0]["images"] == 1
    assert lines[0]["options"][0]["image"] is True
    assert all(name in show.lines.__doc__ for name in lines[0])
    assert all(name in show.lines.__doc__ for name in lines[0]["options"][0])


def test_a_page_writes_a_number_in_full(items):
    number = dataclasses.replace(items[0], options=(), answer=Number(1234567, "m"))
    assert "1234567 m" in show.page([number], keys=True)


@pytest.mark.browser
def test_flags_survive_a_reload_and_become_a_file(items, tmp_path):
    sync_api = pytest.importorskip("playwright.sync_api")
    path = tmp_path / "page.html"
    path.write_text(show.page(items, keys=True), "utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(color_scheme="dark")
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path.as_uri())
        ground = page.evaluate("getComputedStyle(document.querySelector('article')).backgroundColor")
        assert ground != "rgb(255, 255, 255)", "it follows the dark theme"
        page.keyboard.press("f")
        page.keyboard.type("j is no key here")
        page.keyboard.press("Enter")
        page.keyboard.press("j")
        page.reload()
        with page.expect_download() as waiting:
            page.click("#save")
        waiting.value.save_as(tmp_path / "flags.jsonl")
        browser.close()
    (line,) = (tmp_path / "flags.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line) == {"id": show.in_order(items)[0].id, "attempt": 0, "reason": "j is no key here"}
    assert problems == []
