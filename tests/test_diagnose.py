"""A statement is made if the numbers support it, and only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests import fabricated
from vantage.analysis.summaries import summarise
from vantage.analysis.table import table
from vantage.data.dataset import DataSet
from vantage.diagnosis.diagnose import Finding, findings, standing
from vantage.item import Item, Number
from vantage.plots.tables import percent


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "made", fabricated.items(48, size=8))


def found(ds: DataSet, say: Callable[[Item], str | None]) -> dict[str, Finding]:
    return {finding.kind: finding for finding in findings(table(ds, [fabricated.run("m", ds, say)]))}


def test_an_oracle_is_told_nothing_and_stands_above_chance(ds: DataSet) -> None:
    made = table(ds, [fabricated.run("m", ds, fabricated.chooser(""))])
    assert findings(made) == []
    assert standing(summarise(made, ["model"])) == {"m": "above"}


def test_one_who_falls_for_mirror_images_in_one_task_is_told_so(ds: DataSet) -> None:
    mirror, right = fabricated.chooser("mirror"), fabricated.chooser("")
    said = found(ds, lambda item: (mirror if item.task == "turning" and int(item.id[-2:]) // 4 % 2 else right)(item))
    assert list(said) == ["strategy"], "that it is weak there follows, and is told with it"
    assert said["strategy"].shown_by == {"model": "m", "task": "turning", "rule": "mirror"}
    assert said["strategy"].text == (
        "takes mirror images for the answer in turning: 100% of its errors there (33% if errors were even), "
        "50% right there; repairing it would gain 16.7 points"
    )
    assert said["strategy"].gain == pytest.approx(100 * 24 / 144)
    assert len(said["strategy"].items) == 24
    assert len(said["strategy"].about) == 48


def test_standing_says_where_each_model_is(ds: DataSet) -> None:
    rng = np.random.default_rng(1)
    speakers = {
        "above": fabricated.chooser(""),
        "below": fabricated.chooser("moved"),
        "chance": lambda item: "ABCD"[rng.integers(4)],
        "silent": lambda item: None,
    }
    made = table(ds, [fabricated.run(name, ds, say) for name, say in speakers.items()])
    assert standing(summarise(made, ["model"])) == {name: name for name in speakers}


def test_silence_and_failure_are_told(ds: DataSet) -> None:
    def say(item: Item) -> str | None:
        if item.id.endswith("1"):
            return None
        if item.id.endswith("2"):
            return "I would rather not say."
        return fabricated.chooser("moved" if item.tags["tier"] == "hard" else "")(item)

    said = found(ds, say)
    assert said["strategy"].text.startswith("takes “moved” for the answer on hard items: ")
    assert said["strategy"].facts == ("tier",)
    assert said["unanswered"].text == "chooses no option in 12% of its responses"
    assert said["failed"].text == "gave no response to 10% of requests"


def test_a_run_of_failures_is_no_evidence_but_of_failure(ds: DataSet) -> None:
    assert list(found(ds, lambda item: None)) == ["failed"]


def test_one_item_tells_nothing(tmp_path: Path) -> None:
    ds = fabricated.data_set(tmp_path / "one", fabricated.items(1, size=8)[:1])
    for say in (fabricated.chooser("mirror"), fabricated.chooser(""), lambda item: "no idea"):
        assert found(ds, say) == {}
    assert list(found(ds, lambda item: None)) == ["failed"]


def test_no_answers_are_no_findings(ds: DataSet) -> None:
    assert findings(table(ds, [])) == []


def test_numbers_alone_are_diagnosed_too(tmp_path: Path) -> None:
    made = [
        Item(f"made/{task}/{k}", "made", task, 1, "test", f"{task}{k}", "?", (), (), Number(7.0), {})
        for task in ("count", "measure")
        for k in range(40)
    ]
    ds = fabricated.data_set(tmp_path / "numbers", made)
    said = found(ds, lambda item: "7" if item.task == "count" else "8")
    assert list(said) == ["strategy"]
    assert said["strategy"].text.startswith("says 8 whatever is shown in measure: 100% of its errors there")


def test_below_chance_speaks_of_the_same_share_as_the_ranking(tmp_path: Path) -> None:
    number = Item("", "made", "count", 1, "test", "", "?", (), (), Number(7.0), {})
    counts = [replace(number, id=f"made/count/{k}", situation=f"count {k}") for k in range(16)]
    apart = [replace(item, situation=item.id) for item in fabricated.items(48, size=8)]
    ds = fabricated.data_set(tmp_path / "mixed", [*apart, *counts])
    made = table(ds, [fabricated.run("m", ds, lambda item: "8" if item.task == "count" else seldom_right(item))])
    (cell,) = summarise(made, ["model"])
    (below,) = [finding for finding in findings(made) if finding.kind == "below"]
    assert below.text == f"answers below chance: {percent(cell.accuracy)} right, a guesser {percent(cell.chance)}"
    assert (below.n, below.effect) == (cell.n, pytest.approx(cell.chance - cell.accuracy))
    assert standing([cell]) == {"m": "below"}


def seldom_right(item: Item) -> str:
    """Right in one item of eight."""
    return fabricated.chooser("" if int(item.id[-2:]) % 8 == 0 else "moved")(item)


def test_the_plainest_way_of_asking_is_what_findings_are_about(ds: DataSet) -> None:
    right, mirror = fabricated.chooser(""), fabricated.chooser("mirror")
    plain = fabricated.run("m", ds, right)
    odd = fabricated.run("m", ds, mirror, layout="composite", protocol="think", max_side=64)
    assert findings(table(ds, [odd, plain])) == []
    assert {"strategy", "below"} <= {finding.kind for finding in findings(table(ds, [odd]))}


def test_findings_are_about_the_way_of_asking_that_is_named(ds: DataSet) -> None:
    plain = fabricated.run("m", ds, fabricated.chooser(""))
    mirror = fabricated.chooser("mirror")
    turned = fabricated.run("m", ds, lambda item: mirror(item.rotated(1)), protocol="cot", depth=True, rotation=1)
    both = table(ds, [plain, turned])
    assert findings(both) == []
    named = findings(both, main={"m": "cot depth=True", "another": "direct"})
    assert {"strategy", "below"} <= {finding.kind for finding in named}
    assert findings(both, main={"m": "no such way"}) == [], "a way in which it was not asked is no way"
