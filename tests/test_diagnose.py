"""A statement is made when the numbers carry it, and not otherwise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests import fabricated
from vantage.dataset import DataSet
from vantage.diagnose import Finding, findings, percent
from vantage.item import Item
from vantage.table import table


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "made", fabricated.items(48, size=8))


def found(ds: DataSet, say: Callable[[Item], str | None]) -> dict[str, Finding]:
    return {finding.kind: finding for finding in findings(table(ds, [fabricated.run("m", ds, say)]))}


def test_an_oracle_is_above_chance_and_nothing_else(ds: DataSet) -> None:
    said = found(ds, fabricated.chooser(""))
    assert list(said) == ["above"]
    assert said["above"].text == "answers above chance: 100% right, a guesser 25%"


def test_one_who_falls_for_mirror_images_in_one_task_is_told_so(ds: DataSet) -> None:
    mirror, right = fabricated.chooser("mirror"), fabricated.chooser("")
    said = found(ds, lambda item: (mirror if item.task == "turning" and int(item.id[-2:]) % 2 else right)(item))
    assert said["drawn"].shown_by == {"model": "m", "task": "turning", "rule": "mirror"}
    assert "takes “mirror” for the answer in turning" in said["drawn"].text
    assert "100% of its errors" in said["drawn"].text
    assert said["uneven"].text.endswith("worst at turning (50%)")


def test_a_model_that_avoids_the_key_is_below_chance(ds: DataSet) -> None:
    said = found(ds, fabricated.chooser("moved"))
    assert {"below", "drawn"} == set(said)


def test_decline_over_tiers_silence_and_failure_are_told(ds: DataSet) -> None:
    def say(item: Item) -> str | None:
        if item.id.endswith("1"):
            return None
        if item.id.endswith("2"):
            return "I would rather not say."
        return fabricated.chooser("moved" if item.tags["tier"] == "hard" else "")(item)

    said = found(ds, say)
    assert said["tiers"].text.startswith("falls from")
    assert said["tiers"].shown_by == {"model": "m", "tier": "hard", "outcome": "wrong"}
    assert said["unanswered"].text == "chooses no option in 12% of its responses"
    assert said["failed"].text == "gave no response to 10% of requests"


def test_guessers_are_told_nothing_more_than_five_times_in_a_hundred(ds: DataSet) -> None:
    heard = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        heard += bool(found(ds, lambda item, rng=rng: "ABCD"[rng.integers(4)]))
    assert heard <= 4


def test_a_run_of_failures_is_no_evidence_but_of_failure(ds: DataSet) -> None:
    assert list(found(ds, lambda item: None)) == ["failed"]


def test_only_all_of_them_is_100_percent() -> None:
    assert [percent(share) for share in (0, 0.004, 0.5, 0.999, 1)] == ["0%", "0%", "50%", "99%", "100%"]
