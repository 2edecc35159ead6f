"""What the item browser of a report says about responses and keys."""

import dataclasses

import pytest
from msgspec import structs

from tests import fabricated
from vantage.analysis.table import table
from vantage.item import Number
from vantage.report import browse
from vantage.running.records import Fault


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ({"kind": "timeout", "message": "no answer"}, "timeout: no answer"),
        ({"kind": "timeout"}, "timeout"),
    ],
)
def test_an_error_is_shown(tmp_path, error, words):
    data = fabricated.data_set(tmp_path / "set")
    run = fabricated.run("m", data, fabricated.chooser(""))
    lost = structs.replace(run.responses[0], text=None, error=Fault(**error))
    run = fabricated.with_responses(run, [lost, *run.responses[1:]])
    items = browse.collect(data, [run], table(data, [run]), ["m"])["items"]
    (said,) = next(item["said"] for item in items if item["id"] == lost.item)
    assert said[-1] == words


def test_a_number_is_shown_in_full():
    item = dataclasses.replace(fabricated.items()[0], options=(), answer=Number(1234567, "m"))
    assert browse.record(item, browse.Pictures())["key"] == "1234567 m"


def test_a_very_long_reply_is_cut_and_its_length_told(tmp_path):
    data = fabricated.data_set(tmp_path / "set")
    run = fabricated.run("m", data, fabricated.chooser(""))
    long = structs.replace(run.responses[0], text="Once more. " * 545_454 + "So: B.")
    run = fabricated.with_responses(run, [long, *run.responses[1:]])
    items = browse.collect(data, [run], table(data, [run]), ["m"])["items"]
    (said,) = next(item["said"] for item in items if item["id"] == long.item)
    assert said[4] == "B"
    assert len(said[-1]) < 5_000
    assert said[-1].startswith("Once more.")
    assert "of 6,000,000 characters left out" in said[-1]
    assert said[-1].endswith("So: B.")
