"""What is shown while a run goes on."""

import sys
from collections import Counter

import pytest

from vantage.cli import watch
from vantage.cli.run import folder_name
from vantage.cli.watch import View, watching
from vantage.running.prices import Price
from vantage.running.tally import Tally


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(watch.time, "monotonic", lambda: now[0])
    return now


def test_the_line_says_all_there_is_to_say(clock):
    tally = Tally(Price(1.0, 1.0), total=1000, done=100)
    view = View("m", tally)
    assert view.line() == "m: looking through the data set"
    view.note(100, 1000)
    assert view.line() == "m: 100/1000"
    clock[0] = 10.0
    tally.done, tally.scored, tally.right, tally.failures = 150, 40, 10, Counter(rate=3, server=1)
    tally.cost, tally.paid = 3.0, 150
    assert view.line() == (
        "m: 150/1000 · 5.0/s, 2:50 left · 25.0% right of 40 scored"
        " · failed attempts: 3 rate, 1 server · $3.00 so far, about $17.00 left"
    )


@pytest.mark.parametrize(("seconds", "words"), [(5, "0:05"), (61.6, "1:02"), (3600, "1:00:00"), (36061, "10:01:01")])
def test_spans(seconds, words):
    assert watch._span(seconds) == words


def test_without_a_terminal_a_line_now_and_then(clock, capsys):
    tally = Tally(total=10)
    with watching("m", tally) as progress:
        for moment in range(100):
            clock[0] = float(moment)
            progress(1, 10)
    assert len(capsys.readouterr().err.splitlines()) == 3
    assert not tally.watched


def test_on_a_terminal_answers_are_scored_and_the_line_goes_away(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    tally = Tally(total=10)
    with watching("m", tally) as progress:
        progress(0, 10)
        assert tally.watched
    assert "m: 0/10" in capsys.readouterr().err


def test_a_run_folder_is_named_after_its_model():
    assert folder_name("openai/gpt-5") == "openai-gpt-5"
    assert folder_name("hf//models/tiny vlm") == "hf-models-tiny-vlm"
    assert folder_name("mirror-blind") == "mirror-blind"
