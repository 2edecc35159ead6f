"""The table holds what was said, and the summaries count it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests import fabricated
from vantage import metrics
from vantage.dataset import DataSet
from vantage.item import Condition, Item
from vantage.table import explode, rules, schema, short, summarise, table


@pytest.fixture(scope="module")
def ds(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("data") / "made")


def half_mirror(item: Item) -> str:
    """Right on even items, the mirror image on odd ones."""
    return fabricated.chooser("" if int(item.id[-1]) % 2 == 0 else "mirror")(item)


def test_a_row_says_what_was_chosen(ds: DataSet) -> None:
    made = table(ds, [fabricated.run("m", ds, half_mirror)])
    assert made.schema == schema()
    assert len(made) == len(ds) == 36
    first, second = made.slice(0, 2).to_pylist()
    assert (first["outcome"], first["key"], first["answer"], first["chosen_rule"]) == ("right", "A", "A", None)
    assert (second["outcome"], second["key"], second["answer"], second["chosen_rule"]) == ("wrong", "B", "A", "mirror")
    assert second["chosen_label"] == "mirror"
    assert second["rules"] == list(fabricated.RULES)
    assert second["chance"] == 0.25
    assert (second["task"], second["tier"], second["capabilities"]) == ("turning", "medium", ["MR"])
    assert (second["condition"], second["tokens"], second["seconds"], second["truncated"]) == ("direct", 7, 0.5, False)


def test_outcomes_without_an_answer_choose_nothing(ds: DataSet) -> None:
    names = [item.id for item in ds.head()]
    run = fabricated.run("m", ds, half_mirror)
    run.responses = [
        fabricated.response(names[0], "I cannot tell."),
        fabricated.response(names[1], None),
        fabricated.response(names[2], "the answ", finish="length"),
    ]
    rows = table(ds, [run]).to_pylist()
    assert [row["outcome"] for row in rows] == ["unanswered", "failed", "unanswered"]
    assert [row["answer"] for row in rows] == [None] * 3
    assert [row["truncated"] for row in rows] == [False, False, True]


def test_rotated_options_are_read_as_presented(ds: DataSet) -> None:
    run = fabricated.run("m", ds, half_mirror, rotation=1)
    # Under a rotation by one the key at A moves to the last letter.
    run.responses = [fabricated.response(next(ds.head()).id, text) for text in ("D", "A")]
    right, wrong = table(ds, [run]).to_pylist()
    assert (right["key"], right["outcome"], right["condition"]) == ("D", "right", "direct rotation=1")
    assert (wrong["outcome"], wrong["chosen_rule"]) == ("wrong", "mirror")


def test_a_response_to_a_strange_item_is_refused(ds: DataSet) -> None:
    run = fabricated.run("m", ds, half_mirror)
    run.responses = [fabricated.response("made/elsewhere/000001", "A")]
    with pytest.raises(ValueError, match=r"run of m: item 'made/elsewhere/000001' is not in this data set"):
        table(ds, [run])


def test_short_names_only_what_differs_from_the_default() -> None:
    assert short(Condition()) == "direct"
    assert short(Condition("think", rotation=2, layout="composite")) == "think layout=composite rotation=2"


def test_summaries_count_and_agree_with_metrics(ds: DataSet) -> None:
    made = table(ds, [fabricated.run("m", ds, half_mirror), fabricated.run("oracle", ds, fabricated.chooser(""))])
    half, oracle = summarise(made, ["model"])
    assert (half.group, half.n, half.items, half.right, half.wrong) == ({"model": "m"}, 36, 36, 18, 18)
    assert (half.accuracy, half.chance, half.worst) == (0.5, 0.25, 0.5)
    assert half.adjusted == pytest.approx(1 / 3)
    assert (half.low, half.high) == pytest.approx([float(end) for end in metrics.wilson(18, 36)])
    assert half.adjusted_low == pytest.approx((half.low - 0.25) / 0.75)
    assert (oracle.accuracy, oracle.high, oracle.adjusted) == (1, 1, 1)
    everything = summarise(made)[0]
    assert (everything.n, everything.items, everything.group) == (72, 72, {})
    tasks = summarise(made, ["model", "task"])
    assert [cell.group["task"] for cell in tasks if cell.group["model"] == "m"] == list(fabricated.TASKS)


def test_failed_requests_enter_no_accuracy(ds: DataSet) -> None:
    silent = fabricated.run("silent", ds, lambda item: None)
    flaky = fabricated.run("flaky", ds, lambda item: None if item.task == "seeing" else half_mirror(item))
    nothing, some = summarise(table(ds, [silent, flaky]), ["model"])
    assert (nothing.n, nothing.failed, nothing.worst) == (0, 36, 0)
    assert math.isnan(nothing.accuracy)
    assert math.isnan(nothing.low)
    assert math.isnan(nothing.adjusted)
    assert (some.n, some.failed, some.accuracy, some.worst) == (24, 12, 0.5, 12 / 36)


def test_repeats_narrow_no_interval(ds: DataSet) -> None:
    once = fabricated.run("m", ds, half_mirror)
    thrice = fabricated.FakeRun(once.meta, [{**response, "repeat": r} for r in range(3) for response in once.responses])
    one, three = summarise(table(ds, [once]))[0], summarise(table(ds, [thrice]))[0]
    assert (three.n, three.items) == (108, 36)
    assert (three.low, three.high) == (one.low, one.high)
    assert rules(table(ds, [thrice]))[0].low == rules(table(ds, [once]))[0].low


def test_list_columns_count_for_each_member(ds: DataSet) -> None:
    made = table(ds, [fabricated.run("m", ds, half_mirror)])
    by_capability = {cell.group["capabilities"]: cell.n for cell in summarise(made, ["capabilities"])}
    assert by_capability == {"MR": 24, "DA": 12, "SR": 12}
    assert len(explode(made, "factors")) == 0
    assert summarise(made, ["factors"]) == []


def test_rules_count_offers_choices_and_what_guessing_would_give(ds: DataSet) -> None:
    use = {(r.group["task"], r.group["rule"]): r for r in rules(table(ds, [fabricated.run("m", ds, half_mirror)]))}
    assert len(use) == 9
    mirror, moved = use["turning", "mirror"], use["turning", "moved"]
    assert (mirror.offered, mirror.chosen, mirror.rate, mirror.guess) == (12, 6, 0.5, 0.25)
    assert (mirror.errors, mirror.error_share, mirror.even_share) == (6, 1, pytest.approx(1 / 3))
    assert (moved.offered, moved.chosen, moved.error_share) == (12, 0, 0)
    assert (mirror.low, mirror.high) == pytest.approx([float(end) for end in metrics.wilson(6, 12)])


def test_options_that_share_a_rule_are_one_offer(tmp_path: Path) -> None:
    import dataclasses

    first = fabricated.items(1)[0]
    twice = tuple(dataclasses.replace(o, rule=o.rule and "altered") for o in first.options)
    ds = fabricated.data_set(tmp_path / "d", [dataclasses.replace(first, options=twice)])
    (use,) = rules(table(ds, [fabricated.run("m", ds, lambda item: "B")]))
    assert (use.offered, use.chosen, use.guess, use.errors) == (1, 1, 0.75, 1)
    assert (use.error_share, use.even_share) == (1, pytest.approx(1))
