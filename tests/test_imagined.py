"""Imagined turns: what the task asks of whom there is a picture, and the exhibit beside the mental rotation test."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests import fabricated
from tests.test_exhibits import lines, shown
from tests.test_group_exhibits import knows
from vantage import seeds, tasks
from vantage.individuals import Individual
from vantage.item import Item
from vantage.report import boards
from vantage.report.exhibits import imagined
from vantage.report.exhibits.imagined import Pair
from vantage.stats import metrics
from vantage.task import Refused, Slot
from vantage.tasks.imagined_turn import FACINGS, TURNS, misread


class Sitter:
    """Something of which there are pictures at some turns only."""

    kind, situation = "cat", "a digest"

    def __init__(self, *turns: float) -> None:
        self.turns = turns

    def shows(self, *turns: float) -> bool:
        return set(turns) <= set(self.turns)

    def portrait(self, turn: float, studio: int) -> Any:
        return Individual("object", "mug", 1, 2).portrait(turn, studio)

    def recorded(self) -> dict[str, str | int]:
        return {"kind": "cat", "palette": 0, "individual": "c1"}


def draft(sitter: Any, target: str, seed: int = 0) -> Any:
    slot = Slot(0, "test", "", "C", target, cast=(sitter,))
    return tasks.get("imagined_turn").make(None, slot, seeds.generator("imagined", seed))


@pytest.mark.parametrize(
    ("facing", "words", "after"),
    [  # the published examples: about turns and left turns, and what follows from them
        ("front", "half a turn", "back"),
        ("front", "a quarter turn to its own left", "right"),
        ("front", "a quarter turn to its own right", "left"),
        ("back", "a quarter turn to its own left", "left"),
        ("left", "a quarter turn to its own left", "front"),
        ("right", "a quarter turn to its own left", "back"),
        ("left", "half a turn", "right"),
        ("right", "a full turn", "right"),
    ],
)
def test_the_answer_is_what_a_person_says(facing: str, words: str, after: str) -> None:
    made = draft(Sitter(FACINGS[facing]), after)
    assert words in made.question
    assert made.options[2].label == after
    assert tasks.get("imagined_turn").solve(made.truth).letter == "C"


def test_only_a_turn_is_asked_for_whose_start_there_is_a_picture_of() -> None:
    made = [draft(Sitter(0.0, 180.0), "left", seed) for seed in range(20)]
    assert {one.truth["facing"] for one in made} == {0.0, 180.0}
    assert {one.tags["turn"] for one in made} == {words for words in TURNS if "quarter" in words}
    assert not any("Its front" in one.question for one in made)
    with pytest.raises(Refused, match="no picture shows it straight"):
        draft(Sitter(45.0), "left")


def test_words_that_tell_another_turn_are_found() -> None:
    made = draft(Sitter(0.0), "left")
    options = [option.text for option in made.options]
    assert misread(made.question, options, made.truth) == ""
    assert "tells turns of [90.0]" in misread(made.question.replace("own right", "own left"), options, made.truth)
    assert "options are not" in misread(made.question, options[::-1], made.truth)
    assert misread(made.question.replace("quarter", "half"), options, made.truth)


def both(n: int) -> list[Item]:
    """Return made-up items of two tasks that are called as the two are; their truth is not read."""
    names = {"turning": "imagined_turn", "folding": "mrt"}
    kept = [item for item in fabricated.items(n, size=8) if item.task in names]
    return [dataclasses.replace(item, task=names[item.task], version=99) for item in kept]


def speaker(turns: float, solids: float) -> Any:
    say = {"imagined_turn": knows(turns, 1), "mrt": knows(solids, 2)}
    return lambda item: say[item.task](item)


def test_a_report_on_both_sets_them_side_by_side(tmp_path: Path) -> None:
    ds = fabricated.data_set(tmp_path / "both", both(40))
    found = shown(ds, [fabricated.run("m", ds, speaker(1.0, 0.25)), fabricated.run("o", ds, speaker(1.0, 1.0))])
    first, second = lines(found["imagined"])
    assert [row["model"] for row in (first, second)] == ["o", "m"]
    assert first["difference"] == 0
    assert second["imagined CAA"] == 1
    assert second["difference"] == pytest.approx(1 - second["solids CAA"])
    *_, difference, low, high = found["imagined"].table.rows[1]
    assert 0 < low < difference <= high
    alone = fabricated.data_set(tmp_path / "alone", [item for item in both(40) if item.task == "mrt"])
    assert "imagined" not in shown(alone, [fabricated.run("m", alone, speaker(1.0, 0.25))])


def test_an_overview_sets_two_data_sets_side_by_side(tmp_path: Path) -> None:
    apart = [[item for item in both(24) if item.task == task] for task in ("imagined_turn", "mrt")]
    held = [fabricated.data_set(tmp_path / str(k), some) for k, some in enumerate(apart)]
    groups = [(ds, [fabricated.run("m", ds, speaker(1.0, 0.5))]) for ds in held]
    (found,) = boards.turns(boards.gather(groups))
    ((model, ours, *_, difference, low, high),) = found.table.rows
    assert (model, ours) == ("m", 1.0)
    assert low < difference <= high
    assert not [*boards.turns(boards.gather(groups[:1]))]


def test_the_interval_of_the_difference_is_newcombes() -> None:
    """His example: 56 of 70 against 48 of 80, 0.2 from 0.0524 to 0.3339 (method 10)."""

    def cell(right: int, n: int) -> Any:
        low, high = metrics.wilson(np.array(right), np.array(n))
        return SimpleNamespace(adjusted=right / n, adjusted_low=float(low), adjusted_high=float(high))

    pair = Pair("m", imagined.IMAGINED, imagined.SOLIDS, cell(56, 70), cell(48, 80))
    assert pair.difference == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)
