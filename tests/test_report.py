"""The report is one file, says what the table says, and nothing a model says can change it."""

from __future__ import annotations

import base64
import dataclasses
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests import fabricated
from vantage import browse, report
from vantage.dataset import DataSet
from vantage.item import Item
from vantage.table import table

HOSTILE = (
    "<script>document.title = 'hacked'</script>",
    '"><img src=x onerror="document.title=\'hacked\'">',
    "</script><script>document.title='hacked'</script><!--",
    "x" * 200_000,
    "\u202eright to left\u2067 \u0000\u0007\u001b[31m\u2028\u2029\ud800",
    "{{ 7 * 7 }} {% raw %} &lt;b&gt;",
)


def hostile(item: Item) -> str:
    return HOSTILE[int(item.id[-2:]) % len(HOSTILE)] + "\nAnswer: A"


def flaky(item: Item) -> str | None:
    return None if item.task == "seeing" else fabricated.chooser("mirror")(item)


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "made")


@pytest.fixture(scope="module")
def runs(ds: DataSet) -> list[Any]:
    return [
        fabricated.run("oracle", ds, fabricated.chooser("")),
        fabricated.run("mirror <b>fan</b>", ds, flaky),
        fabricated.run("first", ds, hostile),
    ]


@pytest.fixture(scope="module")
def html(ds: DataSet, runs: list[Any]) -> str:
    return report.page(runs, ds)


@pytest.fixture(scope="module")
def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_first_screen_says_who_on_what_and_how_well(html: str, ds: DataSet) -> None:
    assert "3 models on 3 spatial tasks" in html
    assert ds.digest[:12] in html
    assert "turning, folding, seeing" in html
    assert "oracle: 100% right of 36" in html
    assert "takes “mirror” for the answer in turning: 100% of 12 offers" in html


def test_the_page_asks_for_nothing_from_elsewhere(html: str) -> None:
    assert not re.findall(r"""(?:src|href)\s*=\s*["']?(?!data:|#)[a-z]+:""", html)
    assert "@import" not in html
    assert "url(" not in html
    assert "default-src 'none'" in html


def test_hostile_text_is_escaped_everywhere(html: str, data: dict[str, Any]) -> None:
    assert "<script>document.title" not in html
    assert "<img src=x" not in html
    assert "<b>fan</b>" not in html
    assert html.count("</script>") == 2
    assert len(html.encode()) < 1_000_000
    said = {row[7] for item in data["items"] for row in item["said"] if row[0] == data["models"].index("first")}
    assert any(text.startswith("<script>document.title = 'hacked'</script>") for text in said)
    assert any("characters left out" in text for text in said)
    assert any("␀␇␛[31m" in text for text in said)


def test_embedded_json_reads_back_and_holds_no_markup() -> None:
    text = browse.embed({"said": "<!-- </script> & \u2028\u2029 é 方"})
    assert json.loads(text) == {"said": "<!-- </script> & \u2028\u2029 é 方"}
    assert not set("<>&\u2028\u2029") & set(text)
    assert browse.embed(["\ud800"]) == '["?"]'


def test_failed_requests_are_shown_with_the_range(html: str) -> None:
    assert "gave no response to 33% of requests" in html
    cells = re.search(r"mirror &lt;b&gt;fan&lt;/b&gt;</bdi></th>(<td>\d+</td>){4}\s*<td>0.0%</td>", html)
    assert cells


def test_every_picture_is_kept_once_as_small_webp(data: dict[str, Any]) -> None:
    assert len(data["items"]) == 36
    assert len(data["pictures"]) == len(set(data["pictures"])) == 36 * 5
    image = Image.open(io.BytesIO(base64.b64decode(data["pictures"][0])))
    assert (image.format, image.size) == ("WEBP", (64, 64))


def test_pictures_shrink_keep_their_shape_and_may_be_broken() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (800, 400), "red").save(buffer, "PNG")
    assert Image.open(io.BytesIO(browse.shrink(buffer.getvalue()))).size == (256, 128)
    pictures = browse.Pictures()
    assert [pictures.add(image) for image in (buffer.getvalue(), b"no picture", buffer.getvalue())] == [0, -1, 0]


def test_items_are_chosen_over_all_strata_disputed_ones_first(ds: DataSet) -> None:
    odd = fabricated.run("odd", ds, lambda item: fabricated.chooser("" if item.id.endswith("4") else "moved")(item))
    chosen = browse.choose(table(ds, [fabricated.run("oracle", ds, fabricated.chooser("moved")), odd]), limit=9)
    by_id = {item.id: item for item in ds.head()}
    assert len({(by_id[name].task, by_id[name].tags["tier"]) for name in chosen}) == 9
    assert sum(name.endswith("4") for name in chosen) == 3


def test_what_is_not_embedded_is_listed_by_id(ds: DataSet, runs: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browse, "PICTURE_BYTES", 1)
    collected = browse.collect(ds, runs, table(ds, runs), [run.meta["model"] for run in runs])
    assert len(collected["items"]) == 1
    assert len(collected["rest"]) == 35


def test_a_rotated_answer_is_shown_at_its_own_option(ds: DataSet) -> None:
    turned = fabricated.run("m", ds, lambda item: "D", rotation=1)
    first = browse.collect(ds, [turned], table(ds, [turned]), ["m"])["items"]
    assert {row[4] for item in first for row in item["said"]} == {"A"}


def test_several_conditions_of_a_model_are_told_apart(ds: DataSet) -> None:
    plain = fabricated.run("m", ds, fabricated.chooser(""))
    turned = fabricated.run("m", ds, fabricated.chooser("moved"), rotation=1)
    html = report.page([plain, turned], ds)
    assert "m (direct)" in html
    assert "m (direct rotation=1)" in html


def test_a_run_of_failures_and_a_single_item_still_give_a_report(tmp_path: Path) -> None:
    ds = fabricated.data_set(tmp_path / "one", fabricated.items(1)[:1])
    silent = report.page([fabricated.run("silent", ds, lambda item: None)], ds)
    assert "gave no response at all" in silent
    assert "nan" not in re.sub(r"<script.*?</script>", "", silent, flags=re.DOTALL).lower().split()
    assert "on 1 spatial task<" in report.page([fabricated.run("m", ds, fabricated.chooser(""))], ds)


def test_items_without_tags_or_options_still_give_a_report(tmp_path: Path) -> None:
    from vantage.item import Number

    bare = dataclasses.replace(fabricated.items(1)[0], options=(), answer=Number(3.0, "m"), tags={})
    ds = fabricated.data_set(tmp_path / "bare", [bare])
    html = report.page([fabricated.run("m", ds, lambda item: "3")], ds)
    assert "Tier of difficulty" not in html
    assert "Which wrong options" not in html


def test_runs_on_another_data_set_and_empty_runs_are_refused(ds: DataSet, tmp_path: Path) -> None:
    run = fabricated.run("m", ds, fabricated.chooser(""))
    empty = fabricated.FakeRun(run.meta)
    with pytest.raises(ValueError, match="holds no responses yet"):
        report.write([empty], ds, tmp_path / "r.html")  # type: ignore[list-item]
    run.meta["dataset"]["digest"] = "0" * 64
    with pytest.raises(ValueError, match="made on another data set"):
        report.write([run], ds, tmp_path / "r.html")  # type: ignore[list-item]
    with pytest.raises(ValueError, match="name its folder with --data"):
        report.write([run], None, tmp_path / "r.html")  # type: ignore[list-item]
    with pytest.raises(ValueError, match="at least one run"):
        report.write([], ds, tmp_path / "r.html")


def test_it_is_written_where_it_was_asked_for(ds: DataSet, runs: list[Any], tmp_path: Path) -> None:
    out = report.write(runs, ds, tmp_path / "new" / "report.html")
    assert out.read_text("utf-8").startswith("<!doctype html>")


@pytest.fixture(scope="module")
def page(html: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html, "utf-8")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
             "--disable-sync"]  # fmt: skip
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=flags)
        opened = browser.new_page(viewport={"width": 1280, "height": 800})
        opened.problems = []
        opened.on("pageerror", lambda error: opened.problems.append(str(error)))
        opened.on("console", lambda message: opened.problems.append(message.text))
        opened.on("request", lambda r: r.url.startswith(("file:", "data:")) or opened.problems.append(r.url))
        opened.goto(path.as_uri())
        yield opened
        browser.close()


@pytest.mark.browser
def test_hostile_text_changes_nothing_in_the_page(page: Any) -> None:
    for _ in range(36):
        page.keyboard.press("j")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 1280
    assert page.title() == "Vantage report: 3 models on made"
    assert page.evaluate("document.scripts.length") == 2
    assert page.locator("#detail script, #detail img[onerror]").count() == 0
    assert page.problems == []


@pytest.mark.browser
def test_keys_and_filters_lead_through_the_items(page: Any) -> None:
    page.select_option("[name=task]", "turning")
    assert page.locator("#list li").count() == 12
    first = page.locator("#detail .id").inner_text()
    page.locator("#list").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator("#detail .id").inner_text() != first
    page.keyboard.press("k")
    assert page.locator("#detail .id").inner_text() == first
    page.select_option("[name=model]", label="oracle")
    page.select_option("[name=outcome]", "wrong")
    assert page.locator("#count").inner_text() == "0 of 36 items match"
    page.locator("button.show").first.click()
    assert page.locator("#list li").count() > 0
    page.fill("[name=id]", "no such id")
    assert "No item matches" in page.locator("#detail").inner_text()


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_at_any_width(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
