"""The review page shows everything a person needs, escapes everything, and gives back what was decided."""

import dataclasses
import json
import re
from typing import Any

import pytest

from tests import fabricated
from tests.test_agreement import verdict
from vantage.item import Choice, Condition, Option
from vantage.judging.agreement import Review, read_reviews
from vantage.judging.judge import Case, Judgement
from vantage.report import review

BAD = '</script><img src=x onerror="document.title=1"><script>document.title=2</script>\u202e\x00"\'&'
ITEMS = fabricated.items(per_task=2, size=32)


def judged(items=ITEMS, text="I think it is B.", label="perceptual", **condition):
    return [
        Judgement(Case("the model", "digest", item, Condition(**condition), 0, f"{text} {place}", "C"), "openai/judge",
                  verdict(label))
        for place, item in enumerate(items)
    ]  # fmt: skip


def page(found, items=ITEMS, blind=False):
    return review.page(found, {"digest": {item.id: item for item in items}}, blind)


def test_a_page_holds_all_that_is_needed_and_loads_nothing():
    html = page(judged(rotation=1))
    assert html.count("<article") == len(ITEMS)
    assert html.count("data:image/webp;base64,") == 5 * len(ITEMS)
    assert "openai/judge" in html
    assert "the model" in html
    assert "I think it is B. 0" in html
    assert not re.search(r'(src|href)="(?!data:)', html)
    assert "http" not in html.replace("http-equiv", "")


def test_options_stand_as_they_were_shown():
    html = page(judged(ITEMS[:1], rotation=1))
    assert "Right answer: <b>D</b>. Answer given: <b>C</b>." in html
    assert re.search(r'class="right">\s*<img[^>]*>\s*<figcaption><b>D</b>', html)
    assert re.search(r'class="chosen">\s*<img[^>]*>\s*<figcaption><b>C</b>', html)


def test_a_blind_page_gives_nothing_away():
    html = page(judged(), blind=True)
    for word in ("openai/judge", "the model", "data-judge", "its cause", "in short", "severity", "<kbd>enter</kbd>"):
        assert word not in html


def test_a_page_escapes_what_strangers_write():
    item = dataclasses.replace(ITEMS[0], id=BAD, task=BAD, question=f"<image>{BAD}", tags={"tier": BAD},
                               options=(Option(BAD), Option("b")), answer=Choice("B"))  # fmt: skip
    found = judged([item], BAD)[0]
    found = dataclasses.replace(found, judge=BAD, case=dataclasses.replace(found.case, model=BAD, answer=BAD))
    found = dataclasses.replace(found, verdict=dataclasses.replace(found.verdict, cause=BAD, summary=BAD))
    html = page([found], [item])
    assert "<img src=x" not in html
    assert html.count("</script>") == 1
    assert html.count("&lt;/script&gt;") >= 8


def test_a_broken_picture_and_a_long_response():
    item = dataclasses.replace(ITEMS[0], images=(b"no picture",))
    html = page(judged([item], "x" * 5_999_998), [item])
    assert "(broken picture)" in html
    assert "of 6,000,000 characters left out" in html
    assert len(html) < 60_000


def test_only_what_was_read_is_reviewed():
    found = judged()
    unread = [dataclasses.replace(one, verdict=None) for one in found]
    assert page([found[0], *unread[1:]]).count("<article") == 1
    with pytest.raises(ValueError, match="nothing to review"):
        page(unread)


@pytest.fixture
def opened(request, tmp_path):
    """The page in Chromium; `problems` is whatever it complained of or asked the network for."""
    sync_api = pytest.importorskip("playwright.sync_api")
    found = judged(text=f"{BAD} مرحبا ", label="mental simulation")
    path = tmp_path / "review.html"
    path.write_text(page(found, blind=getattr(request, "param", False)), "utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        shown = browser.new_page(viewport={"width": 1280, "height": 800})
        shown.problems = []
        shown.on("pageerror", lambda error: shown.problems.append(str(error)))
        shown.on("console", lambda message: shown.problems.append(message.text))
        shown.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:")) or shown.problems.append(r.url))
        shown.goto(path.as_uri())
        yield shown
        browser.close()


def downloaded(shown, path):
    with shown.expect_download() as waiting:
        shown.click("#save")
    waiting.value.save_as(path)
    return read_reviews(path), [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.browser
def test_a_review_by_keyboard(opened: Any, tmp_path: Any) -> None:
    assert opened.locator("#save").is_disabled()
    cases = opened.evaluate("all.map(article => article.dataset.case)")
    opened.keyboard.press("Enter")  # confirm the first
    opened.keyboard.press("1")  # correct the second
    opened.keyboard.press("n")
    opened.keyboard.type("j is no key here")
    opened.keyboard.press("Enter")
    opened.keyboard.press("5")  # the third, with a note
    opened.keyboard.press("6")  # the fourth, taken back
    opened.keyboard.press("k")
    opened.keyboard.press("x")
    assert opened.locator("#place").inner_text() == "4 of 6, 3 labelled"
    reviews, rows = downloaded(opened, tmp_path / "labels.jsonl")
    assert [reviews[case] for case in cases[:3]] == [
        Review(cases[0], "mental simulation"),
        Review(cases[1], "perceptual"),
        Review(cases[2], "holistic-local", note="j is no key here"),
    ]
    assert len(rows) == 3
    assert rows[0]["item"].startswith("made/")
    opened.reload()
    assert opened.locator("#place").inner_text() == "1 of 6, 3 labelled"
    assert opened.locator("article.now [aria-pressed=true]").get_attribute("data-label") == "mental simulation"
    assert opened.problems == []


@pytest.mark.browser
@pytest.mark.parametrize("opened", [True], indirect=True)
def test_a_blind_review_has_nothing_to_confirm(opened: Any, tmp_path: Any) -> None:
    opened.keyboard.press("Enter")
    assert opened.locator("#save").is_disabled()
    opened.locator("article.now .label").nth(1).click()
    reviews, _ = downloaded(opened, tmp_path / "labels.jsonl")
    assert [(one.label, one.blind) for one in reviews.values()] == [("comprehension", True)]


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_hostile_text_changes_nothing_and_nothing_sticks_out(opened: Any, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 800})
    for _ in ITEMS:
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
        assert "onerror=" in opened.locator("article.now .response").inner_text()
        opened.keyboard.press("j")
    assert opened.title() == "Vantage: 6 judgements to review"
    assert opened.evaluate("document.scripts.length") == 1
    assert opened.locator("img[onerror]").count() == 0
    assert opened.problems == []
