"""The report is one file, says what the table says, and nothing a model says can change it."""

from __future__ import annotations

import base64
import csv
import dataclasses
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image

from tests import fabricated
from vantage.analysis import naming
from vantage.analysis.table import table
from vantage.data.dataset import DataSet
from vantage.item import Item, Number
from vantage.names import install
from vantage.plots import fonts
from vantage.plots.figure import Text
from vantage.report import browse, exhibits, marks, report
from vantage.report import page as page_of
from vantage.running.records import Source

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


def page_on(runs: list[Any], ds: DataSet) -> str:
    evidence = exhibits.gather(ds, naming.pooled(runs))
    return report.page(evidence, exhibits.exhibits(evidence), ds)


def visible(html: str) -> str:
    """The page without its script, style and data."""
    return re.sub(r"<(script|style).*?</\1>", "", html, flags=re.DOTALL)


@pytest.fixture(scope="module")
def html(ds: DataSet, runs: list[Any]) -> str:
    return page_on(runs, ds)


@pytest.fixture(scope="module")
def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_first_screen_says_who_on_what_how_well_and_what_is_wrong(html: str, ds: DataSet) -> None:
    first = html[: html.index('id="findings"')]
    assert "3 models on 3 spatial tasks" in first
    assert ds.digest[:12] in first
    assert "oracle: 100% right of 36" in first
    assert "answers better than a guesser; no error" in first
    assert "mirror &lt;b&gt;fan&lt;/b&gt;" in first
    assert "prefers option A" in first
    assert "Model by task" in first


def test_findings_lead_to_items_that_show_them(html: str, data: dict[str, Any]) -> None:
    buttons = [int(number) for number in re.findall(r'data-told="(\d+)"', html)]
    assert buttons
    for model, items, text, total in (data["told"][number] for number in buttons):
        assert 0 < len(items) <= total, f"no item shows: {data['models'][model]} {text}"


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


def test_failed_requests_are_shown_with_the_range(ds: DataSet, runs: list[Any]) -> None:
    evidence = exhibits.gather(ds, runs)
    ranking = exhibits.exhibits(evidence)[0].table
    row = next(dict(zip(ranking.header, row)) for row in ranking.rows if str(row[0]).startswith("mirror"))
    assert (row["wrong"], row["failed"], row["accuracy"], row["failed as wrong"]) == (24, 12, 0.0, 0.0)


def half_lost(item: Item) -> str | None:
    return None if int(item.id[-2:]) % 2 else fabricated.chooser("")(item)


def first_screen(html: str) -> str:
    return visible(html[: html.index('id="findings"')])


def test_a_run_that_lost_much_is_told_at_the_top_and_not_ranked(ds: DataSet) -> None:
    runs = [fabricated.run("lossy", ds, half_lost), fabricated.run("mirror", ds, fabricated.chooser("mirror"))]
    evidence = exhibits.gather(ds, naming.pooled(runs))
    assert evidence.models == ("mirror", "lossy"), "100% of what it answered is no first place"
    first = first_screen(page_on(runs, ds))
    assert first.index("Before you read the numbers") < first.index("Who, how well, and what is wrong")
    assert "lost 18 of 36 requests (50%), which failed for good; 50% to 100% right, had they all" in first
    assert "18 × no answer in time (no answer within 5 s)" in first
    assert "is not ranked: 50% of its requests failed." in first
    ranking = exhibits.exhibits(evidence)[0]
    assert "unranked: 50% failed; 50% to 100% at the ends" in {row.text for row in texts(ranking)}
    row = dict(zip(ranking.table.header, ranking.table.rows[1]))
    assert (row["failed as wrong"], row["failed as right"]) == (0.5, 1.0)


def texts(exhibit: exhibits.Exhibit) -> list[Text]:
    return [mark for figure in exhibit.figures for mark in figure.marks if isinstance(mark, Text)]


def test_a_report_on_whole_runs_has_nothing_to_warn_of(ds: DataSet) -> None:
    whole = [fabricated.run(name, ds, fabricated.chooser("")) for name in ("a", "b")]
    html = page_on(whole, ds)
    assert 'id="caveats"' not in html
    assert "of 36 items</small>" not in html


def test_a_sample_is_not_silently_ranked_above_a_whole_run(ds: DataSet) -> None:
    few = fabricated.run("few", ds, fabricated.chooser(""))
    few = fabricated.with_responses(few, few.responses[:6])
    whole = fabricated.run("whole", ds, lambda item: fabricated.chooser("moved" if item.task == "seeing" else "")(item))
    first = first_screen(page_on([few, whole], ds))
    assert "was asked 6 of the 36 items here" in first
    assert "on the 6 that all were asked: few 100%, whole 100%" in first
    assert "of 6 items</small>" in first
    assert "of 36 items</small>" in first
    table = exhibits.exhibits(exhibits.gather(ds, [few, whole]))[0].table
    rows = [dict(zip(table.header, row)) for row in table.rows]
    assert [(row["model"], row["n"], row["common n"], row["common accuracy"]) for row in rows] == [
        ("few", 6, 6, 1.0),
        ("whole", 36, 6, 1.0),
    ]


def test_every_picture_is_kept_once_as_small_webp(data: dict[str, Any]) -> None:
    assert len(data["items"]) == 36
    assert len(data["pictures"]) == len(set(data["pictures"])) == 36 * 5
    image = Image.open(io.BytesIO(base64.b64decode(data["pictures"][0])))
    assert (image.format, image.size) == ("WEBP", (64, 64))


def test_pictures_shrink_keep_their_shape_and_may_be_broken() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (800, 400), "red").save(buffer, "PNG")
    assert Image.open(io.BytesIO(browse.shrink(buffer.getvalue()))).size == (200, 100)
    pictures = browse.Pictures()
    assert [pictures.add(image) for image in (buffer.getvalue(), b"no picture", buffer.getvalue())] == [0, -1, 0]


def test_items_are_chosen_over_all_strata_disputed_ones_first(ds: DataSet) -> None:
    odd = fabricated.run("odd", ds, lambda item: fabricated.chooser("" if item.id.endswith("4") else "moved")(item))
    chosen = browse.choose(table(ds, [fabricated.run("oracle", ds, fabricated.chooser("moved")), odd]), limit=9)
    by_id = {item.id: item for item in ds.head()}
    assert len({(by_id[name].task, by_id[name].tags["tier"]) for name in chosen}) == 9
    assert sum(name.endswith("4") for name in chosen) == 3


def test_items_that_show_a_finding_are_chosen_first(ds: DataSet) -> None:
    names = [item.id for item in ds.head()]
    found = browse.choose(table(ds, [fabricated.run("m", ds, fabricated.chooser(""))]), [("m", "", names[20:30])], 12)
    assert found[:6] == names[20:26], "half of the room is theirs"
    assert len(set(found)) == 12


def test_what_is_not_embedded_is_listed_by_id(ds: DataSet, runs: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browse, "PICTURE_BYTES", 1)
    collected = browse.collect(ds, runs, table(ds, runs), [run.model for run in runs])
    assert len(collected["items"]) == 1
    assert len(collected["rest"]) == 35


def test_a_rotated_answer_is_shown_at_its_own_option(ds: DataSet) -> None:
    turned = fabricated.run("m", ds, lambda item: "D", rotation=1)
    first = browse.collect(ds, [turned], table(ds, [turned]), ["m"])["items"]
    assert {row[4] for item in first for row in item["said"]} == {"A"}


def test_models_are_ranked_by_the_way_of_asking_that_they_share(ds: DataSet) -> None:
    plain = fabricated.run("m", ds, fabricated.chooser("moved"))
    slow = fabricated.run("m", ds, fabricated.chooser(""), protocol="cot")
    other = fabricated.run("other", ds, fabricated.chooser(""))
    alone = fabricated.run("alone", ds, fabricated.chooser(""), protocol="cot", max_side=64)
    evidence = exhibits.gather(ds, naming.pooled([plain, slow, other, alone]))
    assert evidence.manner == "direct"
    assert {name: cell.accuracy for name, cell in evidence.overall.items()} == {
        "m": 0.0, "other": 1.0, "alone (cot max_side=64)": 1.0,
    }  # fmt: skip
    ways = next(exhibit for exhibit in exhibits.exhibits(evidence) if exhibit.name == "conditions").table.rows
    assert [row[:6] for row in ways] == [("m", "cot", 36, 1.0, 0.0, 1.0)]


def test_rotations_are_pooled_and_what_is_asked_again_has_a_name_of_its_own(ds: DataSet) -> None:
    runs = [fabricated.run("m", ds, fabricated.chooser(""), rotation=rotation) for rotation in (0, 1)]
    again = fabricated.run("m", ds, fabricated.chooser("moved"))
    told = naming.pooled([*runs, again])
    assert [run.name for run in told] == ["m (circular)", "m (circular)", "m"]
    assert {run.model for run in told} == {"m"}
    evidence = exhibits.gather(ds, told)
    assert evidence.overall["m (circular)"].n == 72
    assert "circular" in {exhibit.name for exhibit in exhibits.exhibits(evidence)}


def test_a_model_is_told_its_own_findings_whatever_others_are_called(ds: DataSet) -> None:
    fan = fabricated.run("m", ds, fabricated.chooser("mirror"))
    wise = fabricated.run("m (500M)", ds, fabricated.chooser(""))
    slow = fabricated.run("slow", ds, fabricated.chooser("mirror"), protocol="cot")
    evidence = exhibits.gather(ds, [fan, wise, slow])
    told = {model: report.brief(evidence, model)["finding"] for model in evidence.models}
    assert told["m (500M)"] is None
    assert (told["m"].model, told["slow (cot)"].model) == ("m", "slow")


def test_a_run_of_failures_still_gives_a_report(ds: DataSet, tmp_path: Path) -> None:
    silent = fabricated.run("silent", ds, lambda item: None)
    html = page_on([silent], ds)
    assert "gave no response to 100% of requests" in html
    assert not {"nan", "nan%", "inf"} & set(re.split(r"[\s<>\"(]+", visible(html).lower()))
    report.figures(exhibits.exhibits(exhibits.gather(ds, [silent])), tmp_path)
    assert ",nan" not in (tmp_path / "ranking.csv").read_text()


def test_a_single_item_still_gives_a_report(tmp_path: Path) -> None:
    ds = fabricated.data_set(tmp_path / "one", fabricated.items(1)[:1])
    html = page_on([fabricated.run("m", ds, fabricated.chooser(""))], ds)
    assert "on 1 spatial task<" in html
    assert "nan" not in visible(html).lower().split()


def test_models_that_were_asked_different_items_stand_side_by_side(ds: DataSet) -> None:
    half = fabricated.run("half", ds, lambda item: fabricated.chooser("")(item))
    half = fabricated.with_responses(half, (row for row in half.responses if "turning" in row.item))
    rest = fabricated.run("rest", ds, fabricated.chooser("mirror"), protocol="cot")
    rest = fabricated.with_responses(rest, (row for row in rest.responses if "seeing" in row.item))
    html = page_on([half, rest], ds)
    assert "items</dt><dd>24 of 36" in html
    assert "Ways of asking" not in html


def test_items_without_tags_or_options_still_give_a_report(tmp_path: Path) -> None:
    bare = dataclasses.replace(fabricated.items(1)[0], options=(), answer=Number(3.0, "m"), tags={})
    ds = fabricated.data_set(tmp_path / "bare", [bare])
    evidence = exhibits.gather(ds, [fabricated.run("m", ds, lambda item: "3")])
    names = {exhibit.name for exhibit in exhibits.exhibits(evidence)}
    assert names == {"ranking", "tasks", "outcomes", "cost"}


def test_unknown_tags_and_groups_change_nothing(tmp_path: Path) -> None:
    odd = {"tier": "fiendish", "azimuth": "north", "group": 7, "mood": ["grim"], "quadrant": "X-Y", "capabilities": []}
    items = [dataclasses.replace(item, tags=odd, groups={"view": ("a", "b"), "wording": ("c", "sung")})
             for item in fabricated.items(4)]  # fmt: skip
    ds = fabricated.data_set(tmp_path / "odd", items)
    evidence = exhibits.gather(ds, [fabricated.run("m", ds, fabricated.chooser("moved"))])
    names = {exhibit.name for exhibit in exhibits.exhibits(evidence)}
    assert not {"views", "confusions", "updating", "patterns", "difficulty"} & names
    assert "fiendish" in page_on([fabricated.run("m", ds, fabricated.chooser("moved"))], ds)


def test_runs_on_another_data_set_and_empty_runs_are_refused(ds: DataSet, tmp_path: Path) -> None:
    run = fabricated.run("m", ds, fabricated.chooser(""))
    empty = fabricated.with_responses(run, ())
    with pytest.raises(ValueError, match="holds no responses yet"):
        report.write([empty], ds, tmp_path / "r.html")
    run = fabricated.with_header(run, dataset=Source(digest="0" * 64))
    with pytest.raises(ValueError, match="holds a run on another data set"):
        report.write([run], ds, tmp_path / "r.html")
    with pytest.raises(ValueError, match="name its folder with --data"):
        report.write([run], None, tmp_path / "r.html")
    with pytest.raises(ValueError, match="at least one run"):
        report.write([], ds, tmp_path / "r.html")


def test_it_is_written_where_it_was_asked_for(ds: DataSet, runs: list[Any], tmp_path: Path) -> None:
    said: list[str] = []
    out = report.write(runs, ds, tmp_path / "new" / "report.html", tmp_path / "figures", say=said.append)
    assert said == []
    assert out.read_text("utf-8").startswith("<!doctype html>")
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    assert {"ranking.svg", "ranking.pdf", "tasks.csv", "tasks.md", "tasks.tex", "findings.csv", "settings.csv"} <= names
    assert all(path.stat().st_size for path in (tmp_path / "figures").iterdir())
    assert "<script>" not in (tmp_path / "figures" / "findings.csv").read_text("utf-8")


def test_every_finding_and_figure_has_an_address_of_its_own(html: str, ds: DataSet, runs: list[Any]) -> None:
    shown = visible(html)
    names = re.findall(r' id="([^"]*)"', shown)
    assert len(names) == len(set(names))
    findings = [name for name in names if name.startswith("finding-")]
    assert "finding-first-letter-a" in findings, "what it is about, no numbers"
    assert len(findings) == len(exhibits.gather(ds, runs).findings)
    figures = {name.removeprefix("figure-") for name in names if name.startswith("figure-")}
    assert {"tasks", "ranking", "profile-1", "profile-2", "letters"} <= figures, "called as their files are"
    for name in (*findings, "figure-tasks"):
        assert f'href="#{name}"' in shown


def test_addresses_hold_nothing_but_letters_digits_and_hyphens() -> None:
    hostile = ["finding <b>A</b>", "finding b-a-b", "finding 方", "finding \u202e", "finding  \"'&#x"]
    assert page_of.anchors(hostile) == ["finding-b-a-b", "finding-b-a-b-2", "finding", "finding-2", "finding-x"]


def test_sections_fold_and_all_of_them_are_in_the_line_of_sections(html: str) -> None:
    sections = re.findall(r'<section id="([\w-]+)"', html)
    sections.remove("caveats")  # what must be known cannot be folded away
    assert html.count('<details class="fold"') == len(sections) > 10
    line = re.search(r"<nav.*?</nav>", html, re.DOTALL)
    assert line
    assert re.findall(r'href="#([\w-]+)"', line[0]) == sections
    opened = re.findall(r'<section id="([\w-]+)"[^>]*>\s*<details class="fold" open>', html)
    assert opened == ["glance", "heatmap", "findings", "items"]


def test_the_legend_has_the_marks_that_the_page_uses(html: str) -> None:
    (legend,) = re.findall(r'<ul class="legend">.*?</ul>', html, re.DOTALL)
    words = re.findall(r"</svg></span> ([^<]+)</li>", legend)
    assert words[:3] == ["surely above chance", "surely below", "cannot be told from it"]
    assert {"95% interval", "guessing", "chance, or no difference", "a finding speaks of it"} <= set(words)
    assert words[-4:] == ["right", "wrong", "unanswered", "failed request"]
    assert "a finding speaks of it" not in [figure.title for figure in marks.report(["ranking", "tasks"])]


def test_cells_of_tables_hold_their_numbers_in_full(html: str) -> None:
    assert '<td data-value="0.757506">0.758</td>' in html
    assert "<td>36</td>" in html
    assert '<td data-value="">–</td>' in html


def test_items_without_pictures_have_addresses_too(
    ds: DataSet, runs: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browse, "PICTURE_BYTES", 1)
    assert '<li id="item-made/turning/tiny-s0/000005">' in page_on(runs, ds)


def test_what_a_pdf_cannot_write_is_said(ds: DataSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = fabricated.run("模型-α", ds, fabricated.chooser(""))
    said: list[str] = []
    monkeypatch.setattr(fonts, "complete", lambda: False)
    monkeypatch.setattr(fonts, "_faces", lambda bold: (fonts._main(bold),))
    monkeypatch.setattr(fonts, "_place", fonts._place.__wrapped__)
    report.write([named], ds, tmp_path / "r.html", tmp_path / "figures", say=said.append)
    assert said == [
        "no installed font has '模型': PDF figures show codes instead; "
        f"Chinese, Japanese and Korean need {install('cjk')}"
    ]


@pytest.fixture(scope="module")
def address(html: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html, "utf-8")
    return path.as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """The page in Chromium; whatever it complained of or asked the network for fails the test."""
    opened = browser.new_page(viewport={"width": 1280, "height": 800})
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda message: problems.append(message.text))
    opened.on("request", lambda r: r.url.startswith(("file:", "data:")) or problems.append(r.url))
    opened.goto(address)
    yield opened
    opened.close()
    assert problems == []


def unfold(page: Any) -> None:
    page.get_by_role("button", name="unfold all", exact=True).click()


@pytest.mark.browser
def test_hostile_text_changes_nothing_in_the_page(page: Any) -> None:
    for _ in range(36):
        page.keyboard.press("j")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 1280
    assert page.title() == "Vantage report: 3 models on made"
    assert page.evaluate("document.scripts.length") == 2
    assert page.locator("#detail script, #detail img[onerror]").count() == 0


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
    assert "items that show: first prefers option A" in page.locator("#also").inner_text()
    assert page.locator("#detail > .said .who").inner_text().startswith("first"), "the model it is about comes first"
    assert page.locator("#detail > details > summary").first.inner_text() == "The other 2 responses"
    page.locator("#detail > details > summary").first.press("Enter")
    assert page.locator("#detail .said >> visible=true").count() == 3
    page.locator("#clear").click()
    assert page.locator("#list li").count() == 36
    page.fill("[name=id]", "no such id")
    assert "No item matches" in page.locator("#detail").inner_text()


@pytest.mark.browser
def test_every_colour_of_a_figure_is_defined_in_both_themes(page: Any) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        marks = "[...document.querySelectorAll('svg.figure [fill]')]"
        drawn = page.evaluate(f"{marks}.map((mark) => [mark.getAttribute('fill'), getComputedStyle(mark).fill])")
        assert drawn
        # Chromium computes an undefined variable to black, which neither theme uses for a figure.
        assert not [asked for asked, found in drawn if asked != "none" and found == "rgb(0, 0, 0)"]


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out_at_any_width(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_on_a_phone_a_wide_figure_scrolls_in_its_box_and_its_names_stay(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    unfold(page)
    box = page.locator("#figure-profile-1 .pane")
    assert box.evaluate("box => box.scrollWidth") > 390 > box.evaluate("box => box.clientWidth")
    names = page.locator("#figure-profile-1 svg.names")
    before = names.bounding_box()
    box.evaluate("box => box.scrollBy(200, 0)")
    assert names.bounding_box() == before
    page.set_viewport_size({"width": 1280, "height": 800})
    assert names.is_hidden()


@pytest.mark.browser
def test_the_line_of_sections_stays_and_says_where_the_reader_is(page: Any) -> None:
    current = page.locator("nav.jump [aria-current]")
    assert current.inner_text() == "overview"
    unfold(page)
    page.locator("nav.jump").get_by_text("letters", exact=True).click()
    page.locator("nav.jump [aria-current]", has_text="letters").wait_for()
    assert current.count() == 1
    place = page.locator("nav.jump").bounding_box()
    assert place["y"] == 0
    assert page.locator("#letters h2").bounding_box()["y"] > place["height"], "the line covers no heading"
    shown = current.bounding_box()
    assert 0 <= shown["x"] <= 1280 - shown["width"]


@pytest.mark.browser
def test_what_is_folded_stays_so_after_a_reload_and_is_printed(page: Any) -> None:
    fold = "#letters > details"
    assert page.evaluate(f"document.querySelector('{fold}').open") is False
    page.locator("#letters summary").first.press("Enter")
    page.locator("#glance summary").first.press("Space")
    page.reload()
    assert page.evaluate(f"document.querySelector('{fold}').open") is True
    assert page.locator("#glance table").is_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open], .numbers)").count() == 0
    assert page.locator("details.numbers[open]").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#glance table").is_hidden()
    page.get_by_role("button", name="unfold all", exact=True).click()
    page.get_by_role("button", name="fold all", exact=True).click()
    assert page.locator("details.fold[open]").count() == 0


def arrived(page: Any, place: str) -> None:
    page.wait_for_function("place => decodeURIComponent(location.hash) === place", arg=place)


@pytest.mark.browser
def test_links_lead_into_what_is_folded_and_back(page: Any, address: str) -> None:
    finding, figure = (page.locator(name) for name in ("#finding-first-letter-a", "#figure-letters svg.figure"))
    page.locator("#findings summary").first.press("Enter")
    assert finding.is_hidden()
    page.goto(address + "#finding-first-letter-a")
    finding.wait_for()
    page.goto(address + "#figure-letters")
    figure.wait_for()
    page.locator("#letters summary").first.press("Enter")
    figure.wait_for(state="hidden")
    page.locator("nav.jump").get_by_text("letters", exact=True).click()
    figure.wait_for()
    for place in ("#figure-letters", "#finding-first-letter-a"):
        page.go_back()
        arrived(page, place)
    page.goto(address + "#item-%")
    page.goto(address + "#nothing")


@pytest.mark.browser
def test_every_item_has_an_address_and_back_leaves_the_items(page: Any, address: str) -> None:
    page.select_option("[name=task]", "turning")
    shown = page.locator("#detail .id")
    page.goto(address + "#item-made/seeing/tiny-s0/000007")
    shown.filter(has_text="made/seeing/tiny-s0/000007").wait_for()  # whatever the filters are
    page.keyboard.press("j")
    now = shown.inner_text().split()[0]
    assert now != "made/seeing/tiny-s0/000007"
    assert page.locator("#detail .id a").get_attribute("href") == "#item-" + quote(now, safe="")
    arrived(page, "#item-" + now)
    page.goto(address + "#findings")
    page.locator("#findings button.show").first.click()
    page.keyboard.press("j")
    arrived(page, "#item-" + shown.inner_text().split()[0])
    page.go_back()
    arrived(page, "#findings")


@pytest.mark.browser
def test_tables_are_sorted_and_copied_from_the_keyboard(page: Any) -> None:
    page.goto(page.url + "#ranking")
    page.locator("#ranking details details > summary").first.press("Enter")
    table = page.locator("#ranking table.plain")
    heads = table.locator("thead th")
    wrong = heads.filter(has_text=re.compile(r"^wrong$"))
    cells = table.locator(f"tbody tr > :nth-child({heads.all_inner_texts().index('wrong') + 1})")
    wrong.locator("button").press("Enter")
    assert wrong.get_attribute("aria-sort") == "ascending"
    counts = [int(text) for text in cells.all_inner_texts()]
    assert counts == sorted(set(counts))
    wrong.locator("button").press("Enter")
    assert [int(text) for text in cells.all_inner_texts()] == counts[::-1]
    page.evaluate("document.addEventListener('copy', () => { window.copied = getSelection().toString(); })")
    page.locator("#ranking").get_by_role("button", name="copy as CSV").press("Enter")
    assert page.locator("#ranking .tools [role=status]").inner_text() == "3 rows copied"
    header, *rows = csv.reader(io.StringIO(page.evaluate("copied")))
    assert header[:3] == ["model", "right", "wrong"]
    by = {row[0]: dict(zip(header, row)) for row in rows}
    assert set(by) == {"oracle", "mirror <b>fan</b>", "first"}
    assert float(by["oracle"]["low"]) == 0.757506
    assert by["oracle"]["failed as wrong"] == ""


@pytest.mark.browser
def test_a_copied_text_is_no_formula_to_a_spreadsheet(page: Any) -> None:
    made = """() => {
      const table = document.querySelector("#ranking table.plain");
      ['=1+1', '-0.5', 'a,"b"'].forEach((text, row) => { table.tBodies[0].rows[row].cells[0].textContent = text; });
      return csv(table);
    }"""
    assert [row[0] for row in csv.reader(io.StringIO(page.evaluate(made)))] == ["model", "'=1+1", "-0.5", 'a,"b"']
