"""What the search knows of items, how narrow its explanations are, and how it words them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import hypergeom

from tests import fabricated, undrawn
from tests.undrawn import Undrawn
from vantage.describing.facts import facts_of
from vantage.describing.strategies import said_of
from vantage.diagnosis.diagnose import findings
from vantage.diagnosis.scan.design import Slice
from vantage.diagnosis.scan.explanation import Explanation
from vantage.diagnosis.scan.report import _joined
from vantage.diagnosis.scan.say import condition, does
from vantage.diagnosis.scan.tails import upper
from vantage.item import Item, Number, Option


def asked(task: str, truth: dict[str, Any], answer: Number, unit: str = "") -> Item:
    number = Number(answer.value, unit, answer.rule)
    return Item(f"made/{task}/1", "made", task, 1, "test", "s", "How many?", (), (), number, truth)


def thing(name: str, room: int, x: float, visible: list[float]) -> dict[str, Any]:
    return {"id": room, "name": name, "room": room, "x": x, "y": 0.0, "size": [1.2, 0.4, 0.5], "visible": visible}


WALK = {
    "rooms": [{"name": "kitchen", "corners": [[0, 0], [4, 0], [4, 3], [0, 3]]}] * 2,
    "cameras": [{"x": 0, "y": 0}] * 3,
    "things": [thing("sofa", 0, 0.0, [0.0, 0.9, 0.9]), thing("lamp", 1, 4.0, [0.0, 0.0, 0.8])],
    "asked": ["sofa", "lamp"],
}


def test_a_walk_tells_where_and_when_what_is_asked_about_shows() -> None:
    found = facts_of(asked("object_distance", WALK, Number(3.0, "m", "mra")))
    assert found["size of the home"] == 24
    assert (found["first thing"], found["second thing"]) == ("sofa", "lamp")
    assert found["stands in"] == "several rooms"
    assert found["shown at once"] == "some picture"
    assert (found["first shown"], found["times shown"]) == (2, 1)
    assert "kind of first thing" not in found, "the first of all things of the home is not what is asked about"


def test_a_number_may_be_in_feet_rounded_or_measured_between_the_wrong_points() -> None:
    said = said_of(asked("object_distance", WALK, Number(3.3, "m", "mra")))
    assert said["unit:3.281"] == pytest.approx(10.83, abs=0.01)
    assert said["round:1"] == 3
    assert said["measures between the middles of things"] == 4
    assert not any(name.startswith("off:") for name in said), "only whole numbers are off by one"


def test_side_doors_of_tasks_that_ask_for_a_number_are_strategies() -> None:
    truth = {**WALK, "asked": "sofa"}
    said = said_of(asked("object_count", truth, Number(3, "", "mra")))
    assert said["door:the most that one picture shows"] == 1
    assert said["counts a thing again in each picture that shows it"] == 2


@pytest.mark.parametrize("inside", [18, 19])
def test_errors_that_must_be_inside_are_no_evidence(inside: int) -> None:
    # Of 20 items 15 are wrong, and all of those are inside.
    n, errors = 20, 15
    rate, least = errors / n, inside + errors - n
    variance = inside * (n - inside) / (n - 1) * rate * (1 - rate)
    parts = (errors - least, inside * rate - least, variance, errors - least, 1.0)
    found = float(upper(*(np.array([part]) for part in parts))[0])
    assert found == pytest.approx(float(hypergeom.logsf(errors - 1, n, errors, inside)), rel=0.25)


def test_an_explanation_is_no_wider_than_the_loss() -> None:
    made = []
    for k, item in enumerate(fabricated.items(120, 8)):
        tags = {**item.tags, "domain": ("car", "face", "object")[k // 6 % 3], "way": "there" if k // 3 % 2 else "back"}
        made.append(replace(item, tags=tags))
    data = Undrawn(tuple(made), {})
    wrong = fabricated.chooser("moved"), fabricated.chooser("")

    def say(item: Item) -> str:
        here = item.task == "turning" and item.tags["domain"] != "face" and item.tags["way"] == "there"
        return wrong[0 if here else 1](item)

    (found,) = findings(undrawn.table(data, [undrawn.run("m", data, say)]))
    due = {item.id for item in made if say(item) != fabricated.chooser("")(item)}
    assert set(found.items) == due
    assert set(found.about) == due
    assert "about cars or objects" in found.text
    assert "where the way is there" in found.text


@pytest.mark.parametrize(
    ("one", "others", "said"),
    [
        (Slice("folds", ">", 2), (), "with 3 or more folds"),
        (Slice("folds", "is", 1), (), "with 1 fold"),
        (Slice("folds", "<=", 1), (), "with at most 1 fold"),
        (Slice("angle", ">", 90), (), "at an angle of more than 90°"),
        (Slice("reference", "is", "elephant"), (), "where the reference is an elephant"),
        (Slice("domain", "not", "face"), ("car", "object"), "about cars or objects"),
        (Slice("domain", "not", "face"), (), "about anything but faces"),
        (Slice("right letter", "not", "A"), (), "where another option than A is right"),
        (Slice("names a person", "is", False), (), "except where a person is named"),
        (Slice("number of bystanders", ">", 1), (), "with 2 or more bystanders"),
        (Slice("kind of target", "is", "animals"), (), "where the target is of the kind “animals”"),
    ],
)
def test_a_condition_reads_as_a_newcomer_would_say_it(one: Slice, others: tuple[str, ...], said: str) -> None:
    assert condition(one, others) == said


def test_what_a_strategy_does_is_said_in_plain_words() -> None:
    assert does("unit:3.281") == "gives numbers in feet"
    assert does("round:1") == "rounds to whole numbers"
    assert does("miss:missed") == "says “no” where “yes” is right"
    assert does("miss:off_by_90") == "is off by 90°"


def test_directions_that_differ_in_one_word_are_taken_for_each_other() -> None:
    made = fabricated.items(4, 8)[0]
    words = ("above-left", "below-left", "above-right", "below-right")
    options = tuple(
        Option(text=word, label=word, rule="" if k == made.key else "other") for k, word in enumerate(words)
    )
    said = said_of(replace(made, options=options))
    assert words[int(said["swaps above and below"]).bit_length() - 1] == "below-left"
    assert words[int(said["swaps left and right"]).bit_length() - 1] == "above-right"


def test_what_holds_across_tasks_and_within_one_is_told_once() -> None:
    here, there = np.array([True, True, False, False]), np.array([False, False, True, False])
    none = np.zeros(4, dtype=bool)
    across = Explanation(("a",), (1,), "", -20.0, 15.0, here, ~here, none, 2.0, across=True)
    within = Explanation(("b",), (1,), "", -15.0, 10.0, there, none, there, 1.0)
    joined = _joined([across, within])
    assert joined.tasks == ("a", "b")
    assert joined.held.tolist() == [True, True, True, False]
    assert joined.hit.tolist() == there.tolist()
    assert joined.lost == 3.0
