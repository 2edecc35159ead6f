"""The page of a comparison says what the comparison found, and links to the items on which models differ."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests import fabricated
from vantage import cli, models
from vantage.analysis import compare, naming
from vantage.data.dataset import DataSet
from vantage.item import Condition, Item
from vantage.report import versus
from vantage.report.exhibits import paired
from vantage.running.run import run as run_model


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("versus") / "made", fabricated.items(size=16))


def folding_blind(item: Item) -> str:
    return fabricated.chooser("mirror" if item.task == "folding" else "")(item)


def made(ds: DataSet, names: dict[str, Any]) -> list[Any]:
    return naming.pooled([fabricated.run(name, ds, say) for name, say in names.items()])


SPEAKERS = {"oracle": fabricated.chooser(""), "<b>blind</b>": folding_blind, "moved": fabricated.chooser("moved")}


@pytest.fixture(scope="module")
def html(ds: DataSet) -> str:
    runs = made(ds, SPEAKERS)
    return versus.page(ds, runs, compare.of_runs(ds, runs))


def test_the_first_screen_says_who_is_worse_by_how_much_and_where(html: str) -> None:
    first = html[: html.index('id="task"')]
    assert "3 models on the same items" in first
    assert (
        "&lt;b&gt;blind&lt;/b&gt; is worse than oracle (p &lt; 0.001, 36 answers); most surely in folding −100" in first
    )
    assert "<b>−33.3</b>" in first
    assert "<b>blind" not in html


def test_buttons_lead_to_the_items_that_one_alone_gets(html: str) -> None:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    data = json.loads(found[1])
    buttons = [int(number) for number in re.findall(r'data-told="(\d+)"', html)]
    told = [data["told"][number] for number in buttons]
    assert [(data["models"][model], len(items)) for model, items, _, _ in told] == [("oracle", 12), ("oracle", 36)]
    assert {data["items"][place]["task"] for place in told[0][1]} == {"folding"}


def test_parts_have_intervals_for_few_pairs_and_a_heatmap_for_many(ds: DataSet) -> None:
    runs = made(ds, {**SPEAKERS, "mirror": fabricated.chooser("mirror")})
    few, many = (compare.of_runs(ds, runs, everyone) for everyone in (False, True))
    for found, words in ((few, "paired 95% intervals."), (many, "are in the table")):
        exhibits = {exhibit.name: exhibit for exhibit in paired.by_tag(found)}
        assert list(exhibits) == ["task", "tier", "quadrant", "capabilities"]
        assert words in exhibits["task"].note
        assert "12 answers in each" in exhibits["task"].note
        assert len(exhibits["task"].table.rows) == 3 * len(found)
    assert paired.named(few[0], few) == "<b>blind</b>"
    assert paired.named(many[0], many) == "<b>blind</b> – oracle"


def test_models_that_cannot_be_told_apart_are_not_ranked(ds: DataSet) -> None:
    runs = made(ds, {"a": fabricated.chooser(""), "b": fabricated.chooser("")})
    (pair,) = compare.of_runs(ds, runs)
    assert versus.sentence(pair).startswith("not to be told apart (p = 1.000, ")
    assert paired.side(pair.difference, pair.corrected_p) == "faint"


def test_models_without_an_item_in_common_still_give_a_page(ds: DataSet) -> None:
    runs = made(ds, {"a": fabricated.chooser(""), "b": fabricated.chooser("")})
    parts = (runs[0].responses[:5], runs[1].responses[5:])
    runs = [fabricated.with_responses(run, part) for run, part in zip(runs, parts)]
    assert "no item in common" in versus.page(ds, runs, compare.of_runs(ds, runs))


def test_it_is_written_where_it_was_asked_for(ds: DataSet, tmp_path: Path) -> None:
    runs = made(ds, SPEAKERS)
    out = versus.write(ds, runs, compare.of_runs(ds, runs), tmp_path / "new" / "compare.html")
    assert out.read_text("utf-8").startswith("<!doctype html>")


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ds = fabricated.data_set(tmp_path / "data", fabricated.items(4, size=8))
    for name in ("oracle", "first"):
        run_model(ds, models.get(name), [Condition()], tmp_path / name)
    folders = [str(tmp_path / name) for name in ("oracle", "first")]
    cli.main(["compare", *folders, "--page", str(tmp_path / "compare.html")])
    assert "wrote " in capsys.readouterr().err
    assert "beside <bdi>oracle</bdi>" in (tmp_path / "compare.html").read_text("utf-8")
    with pytest.raises(SystemExit) as stop:
        cli.main(["compare", *folders, "--page", "compare.pdf"])
    assert stop.value.code == 2
    assert "must end in .html" in capsys.readouterr().err
