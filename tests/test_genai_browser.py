"""The page for sorting generated pictures in a real browser, from a server that plants wrong ones to a checked set."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests import brute_force
from tests.images_server import ImagesServer
from tests.mock_server import MockServer
from tests.test_cli import vantage
from tests.test_genai import TOKEN, listed, replies_of, served
from vantage.curate.generated import decisions, opinions
from vantage.curate.generated.decisions import REASONS
from vantage.data import dataset
from vantage.making import check
from vantage.tasks.imagined_turn import FACINGS

pytestmark = pytest.mark.browser
KEYS = {"front": "ArrowDown", "back": "ArrowUp", "left": "ArrowLeft", "right": "ArrowRight"}
PLANTED = {"diagonal": 3, "another": 2, "turned": 2}
N = 24


class Person:
    """Somebody who knows what each picture really shows, at the page."""

    def __init__(self, browser: Any, shown: dict[str, str]) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.context.set_default_timeout(20_000)
        self.page, self.shown = self.context.new_page(), shown
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    def open(self, address: str) -> None:
        self.page.goto(f"{address}/s/{TOKEN}")
        self.page.locator(".compass").wait_for()

    @property
    def picture(self) -> str:
        """The digest of the picture on the screen."""
        return str(self.page.locator("main img").get_attribute("src")).rpartition("/")[2]

    @property
    def left(self) -> int:
        """How many pictures are still to be judged, as the page counts them."""
        return int(self.page.locator("#place").inner_text().partition(" to go")[0].split()[-1])

    def say(self, what: str, by: str = "key") -> None:
        """Say something of the picture on the screen, by key or by mouse, and wait until the page has counted it."""
        was = self.left
        if by == "key":
            self.page.keyboard.press(KEYS.get(what) or str([*REASONS].index(what) + 1))
        elif what in KEYS:
            self.page.locator(f".compass .{what}").click()
        else:
            self.page.locator(".reasons button").nth([*REASONS].index(what)).click()
        self.page.locator("#place", has_text=f"{was - 1} to go").wait_for()

    def judge(self, by: str = "key") -> str:
        """Say what the picture shows, look at what others say where it differs, and go on; return the picture."""
        picture = self.picture
        self.say(self.shown[picture], by)
        if self.picture == picture and self.left:
            assert self.page.locator(".told.differs").count() == 1
            self.page.keyboard.press("Enter") if by == "key" else self.page.get_by_role("button", name="Next").click()
            self.page.locator(f"img[src$='{picture}']").wait_for(state="detached")
        return picture


def test_a_person_rejects_the_planted_pictures_and_the_rest_become_items(
    browser: Any, capsys: Any, tmp_path: Path, no_environment: None
) -> None:
    folder = tmp_path / "pictures"
    assert vantage(capsys, "genai", "new", folder, "--n", N)[0] == 0
    with ImagesServer(PLANTED) as server:
        assert vantage(capsys, "genai", "draw", folder, "--model", "openai/toys", "--base-url", server.url)[0] == 0
    with MockServer(script=lambda seen: "A" if seen.number % 2 else "no idea") as seer:
        opinions.asked(folder, listed(folder), replies_of(seer))
    person = Person(browser, server.drawn)
    with served(folder) as address:
        person.open(address)
        assert person.left == N
        assert "openai/seer" not in person.page.content(), "a model's opinion shows before the person's own"
        assert "edge of the picture" not in person.page.content(), "the description shows before the person's answer"
        first = person.judge("mouse")
        person.judge()
        # One slip is taken back, and said right.
        slip = person.picture
        person.say("malformed")
        person.page.keyboard.press("u")
        person.page.locator("#news", has_text="Taken back.").wait_for()
        assert (person.picture, person.left) == (slip, N - 2)
        person.judge("mouse")
        # A reload loses nothing, and goes on with what is left.
        done = {first, slip}
        person.page.reload()
        person.page.locator(".compass").wait_for()
        assert person.left == N - 3
        assert person.picture not in done
        for place in range(N - 3):
            person.judge("mouse" if place % 3 == 0 else "key")
        person.page.locator("#news", has_text="All pictures are judged").wait_for()
        person.page.screenshot(path=tmp_path / "page.png")
        person.page.keyboard.press("d")
        assert person.page.locator(".told.differs .odd").count() >= 1
    # The server is gone: the page says so, and does not go on.
    before = person.picture
    person.errors.clear()
    person.page.keyboard.press("1")
    person.page.locator("#news.trouble", has_text="does not answer").wait_for()
    assert person.picture == before
    assert all("ERR_CONNECTION" in error for error in person.errors)
    person.context.close()

    said = {sha256: one.said for sha256, one in decisions.read(folder).items()}
    assert said == server.drawn
    counts = Counter(said.values())
    assert (counts["diagonal"], counts["another"]) == (PLANTED["diagonal"], PLANTED["another"])
    code, told, _ = vantage(capsys, "genai", "make", folder, "--out", tmp_path / "data", "--json")
    assert code == 0
    account = json.loads(told)
    assert account["filters"]["kept"] == N - 5
    assert account["not_as_described"] == PLANTED["turned"]
    data = dataset.load(tmp_path / "data")
    assert len(data) == 4 * min(counts[facing] for facing in FACINGS)
    assert not [v for v in check.check(data, workers=1) if v.failed and v.fatal]
    assert not [*brute_force.disagreements(data.head())]
    drawn = {one.id: server.drawn[one.sha256] for one in listed(folder)}
    for item in data.head():
        assert FACINGS[drawn[item.truth["individual"]]] == item.truth["facing"]


def test_a_wrong_address_is_told(browser: Any, tmp_path: Path, capsys: Any, no_environment: None) -> None:
    vantage(capsys, "genai", "new", tmp_path / "p", "--n", 4)
    with ImagesServer() as server:
        vantage(capsys, "genai", "draw", tmp_path / "p", "--model", "openai/toys", "--base-url", server.url)
    person = Person(browser, server.drawn)
    with served(tmp_path / "p") as address:
        person.page.goto(f"{address}/s/{'1' * 32}")
        person.page.locator("#news.trouble", has_text="Open the page by the whole address").wait_for()
    person.context.close()
