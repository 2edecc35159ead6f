"""The table holds what was said, and the summaries count it."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from msgspec import structs

from tests import fabricated, told
from vantage.analysis import kept_scores as keeping
from vantage.analysis.outcomes import score_run
from vantage.analysis.summaries import explode, rules, summarise, yes_no
from vantage.analysis.table import Catalogue, schema, short, table
from vantage.data.dataset import DataSet
from vantage.item import Choice, Condition, Item, Number, Option
from vantage.models import get
from vantage.running.records import Fault
from vantage.running.run import run as run_model
from vantage.stats import inference, metrics


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
    said = (("I cannot tell.", "stop"), (None, ""), ("the answ", "length"))
    run = fabricated.with_responses(
        run, (fabricated.response(name, text, finish=finish) for name, (text, finish) in zip(names, said))
    )
    rows = table(ds, [run]).to_pylist()
    assert [row["outcome"] for row in rows] == ["unanswered", "failed", "unanswered"]
    assert [row["answer"] for row in rows] == [None] * 3
    assert [row["truncated"] for row in rows] == [False, False, True]


def test_rotated_options_are_read_as_presented(ds: DataSet) -> None:
    run = fabricated.run("m", ds, half_mirror, rotation=1)
    # Under a rotation by one the key at A moves to the last letter.
    run = fabricated.with_responses(run, (fabricated.response(next(ds.head()).id, text) for text in ("D", "A")))
    right, wrong = table(ds, [run]).to_pylist()
    assert (right["key"], right["outcome"], right["condition"]) == ("D", "right", "direct rotation=1")
    assert (wrong["outcome"], wrong["chosen_rule"]) == ("wrong", "mirror")


def test_a_response_to_a_strange_item_is_refused(ds: DataSet) -> None:
    run = fabricated.run("m", ds, half_mirror)
    run = fabricated.with_responses(run, [fabricated.response("made/elsewhere/000001", "A")])
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
    # The three tasks ask about the same twelve situations and are answered alike: no more evidence than twelve items.
    assert half.clusters == 12
    assert (half.low, half.high) == pytest.approx([float(end) for end in metrics.wilson(6, 12)])
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
    thrice = fabricated.with_responses(
        once, (structs.replace(record, repeat=r) for r in range(3) for record in once.responses)
    )
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


def test_intervals_are_those_of_clustered_proportions() -> None:
    rng = np.random.default_rng(1)
    scope = told.scope(12)
    made = pa.concat_tables(told.rows(scope, name, told.noisy(scope, rng, q)) for name, q in (("a", 0.4), ("b", 0.8)))
    cells = {(cell.group["model"], cell.group["task"]): cell for cell in summarise(made, ["model", "task"])}
    assert len(cells) == 12
    for (model, task), cell in cells.items():
        rows = [row for row in made.to_pylist() if (row["model"], row["task"]) == (model, task)]
        right, cluster, item = ([row[name] for row in rows] for name in ("outcome", "cluster", "item"))
        due = inference.proportion([outcome == "right" for outcome in right], cluster, item)
        assert (cell.accuracy, cell.low, cell.high) == pytest.approx((due.value, due.low, due.high))
        assert (cell.n, cell.clusters) == (due.n, due.clusters)


def test_the_cluster_is_the_scene_else_the_set_else_the_situation_else_the_item() -> None:
    item = fabricated.items(1, size=8)[0]
    made = [
        dataclasses.replace(item, groups={"view": ("set", "90"), "scene": ("here", "")}),
        dataclasses.replace(item, groups={"view": ("set", "90")}),
        item,
        dataclasses.replace(item, situation=""),
    ]
    cells = Catalogue.of(made).cells
    assert cells["cluster"].to_pylist() == ["here", "set", item.situation, item.id]
    assert (cells["view_set"][0].as_py(), cells["view"][0].as_py(), cells["scene"][0].as_py()) == ("set", "90", "here")


def test_rows_hold_tags_conditions_costs_and_failures(ds: DataSet) -> None:
    run = fabricated.run("openai/gpt-5", ds, half_mirror, protocol="think", max_side=256)
    first, second = (item.id for item, _ in zip(ds.head(), range(2)))
    said = [
        fabricated.response(first, "A", tokens_in=1_000_000, tokens_out=0, reasoning_tokens=3, finish="length"),
        fabricated.response(second, None, error=Fault(kind="server", message="no"), finish=""),
    ]
    run = fabricated.with_responses(run, said)
    one, two = table(ds, [run]).to_pylist()
    assert (one["protocol"], one["max_side"], one["depth"], one["layout"], one["rotation"]) == (
        *("think", 256, False, "separate", 0),
    )
    assert one["cost"] > 0
    assert (one["finish"], one["tokens_in"], one["reasoning_tokens"], one["failure"]) == ("length", 1_000_000, 3, None)
    assert (two["failure"], two["outcome"], two["chosen_label"]) == ("server", "failed", None)
    assert (one["key_label"], one["labels"]) == ("same", ["same", *fabricated.RULES])


def test_a_price_that_is_not_known_is_no_cost(ds: DataSet) -> None:
    made = table(ds, [fabricated.run("elsewhere/model", ds, half_mirror)])
    assert set(made["cost"].to_pylist()) == {None}


def test_tokens_that_are_not_known_are_no_cost(ds: DataSet) -> None:
    run = fabricated.run("openai/gpt-5", ds, half_mirror)
    counts = ((100, 7), (None, 7), (100, None), (0, 0))
    run = fabricated.with_responses(
        run, (structs.replace(row, tokens_in=a, tokens_out=b) for row, (a, b) in zip(run.responses, counts))
    )
    known, *rest = table(ds, [run])["cost"].to_pylist()
    assert known > 0
    assert rest == [None, None, 0.0]


def test_a_label_changes_what_a_model_is_called_and_not_its_price(ds: DataSet) -> None:
    run = fabricated.run("openai/gpt-5", ds, half_mirror)
    plain = table(ds, [run])
    labelled = table(ds, [dataclasses.replace(run, label="openai/gpt-5 #2")])
    assert set(labelled["model"].to_pylist()) == {"openai/gpt-5 #2"}
    assert labelled["cost"] == plain["cost"]


def test_strange_tags_break_nothing(tmp_path: Path) -> None:
    item = fabricated.items(1, size=8)[0]
    odd = {"tier": 3, "capabilities": "MR", "azimuth": "north", "angle": 22.5, "weather": {"rain": 1}, "frame": None}
    ds = fabricated.data_set(tmp_path / "d", [dataclasses.replace(item, tags=odd)])
    (row,) = table(ds, [fabricated.run("m", ds, fabricated.chooser(""))]).to_pylist()
    assert (row["tier"], row["capabilities"], row["azimuth"], row["angle"]) == ("3", ["MR"], None, None)
    assert row["frame"] == "", "no tag is not the tag None"


@pytest.mark.parametrize(
    ("tags", "column", "cell"),
    [
        ({"capabilities": None}, "capabilities", []),
        ({"capabilities": 3}, "capabilities", ["3"]),
        ({"factors": ["a", 2]}, "factors", ["a", "2"]),
        ({"azimuth": float("nan")}, "azimuth", None),
        ({"angle": float("inf")}, "angle", None),
        ({"angle": 90.0}, "angle", 90),
    ],
)
def test_tags_of_any_kind_have_a_cell(tags: dict[str, Any], column: str, cell: Any) -> None:
    item = dataclasses.replace(fabricated.items(1, size=8)[0], tags=tags)
    assert Catalogue.of([item]).cells[column].to_pylist() == [cell]


def test_numbers_have_a_key_and_an_answer_but_no_options(tmp_path: Path) -> None:
    item = Item("made/count/1", "made", "count", 1, "test", "s", "How many?", (), (), Number(12.0), {})
    ds = fabricated.data_set(tmp_path / "d", [item])
    (row,) = table(ds, [fabricated.run("m", ds, lambda item: "12")]).to_pylist()
    assert (row["key"], row["answer"], row["outcome"], row["chance"], row["key_label"]) == ("12", "12", "right", 0, "")


def test_short_replies_are_read_once_but_judged_by_their_own_item(tmp_path: Path) -> None:
    options = (Option("left", label="left"), Option("right", label="right"))
    made = [Item(f"made/t/{k}", "m", "t", 1, "test", k, "?", (), options, Choice(k), {}) for k in "AB"]
    ds = fabricated.data_set(tmp_path / "d", made)
    rows = table(ds, [fabricated.run("m", ds, lambda item: "right")]).to_pylist()
    assert [row["outcome"] for row in rows] == ["wrong", "right"]


@pytest.fixture
def kept(ds: DataSet, tmp_path: Path) -> Path:
    run_model(ds, get("random"), [Condition()], tmp_path / "run")
    score_run(tmp_path / "run", ds)
    return tmp_path / "run"


def test_kept_scores_are_taken_and_change_nothing(ds: DataSet, kept: Path) -> None:
    from vantage.running.run_folder import Run

    with_scores = table(ds, [kept])
    assert keeping.kept(Run.read(kept)) is not None
    (kept / "scores.jsonl").unlink()
    assert keeping.kept(Run.read(kept)) is None
    assert table(ds, [kept]).equals(with_scores)


def test_what_a_judge_read_is_taken_from_the_scores(ds: DataSet, kept: Path) -> None:
    lines = [json.loads(line) for line in (kept / "scores.jsonl").read_text().splitlines()]
    lines[0] |= {"outcome": "unanswered", "answer": None, "option": None, "step": "judge"}
    (kept / "scores.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert table(ds, [kept])["step"][0].as_py() == "judge"


@pytest.mark.parametrize("change", ["said", "fewer", "torn", "code"])
def test_scores_of_other_responses_are_not_taken(
    ds: DataSet, kept: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (kept / "scores.jsonl").read_text().splitlines()
    spoilt = {"outcome": "unanswered", "answer": None, "option": None, "step": "spoilt"}
    lines = [json.dumps({**json.loads(line), **spoilt}) for line in lines]
    if change == "said":
        answers = [json.loads(line) for line in (kept / "responses.jsonl").read_text().splitlines()]
        again = {**answers[-1], "text": "I changed my mind: A"}
        with (kept / "responses.jsonl").open("a") as log:
            log.write(json.dumps(again) + "\n")
    if change == "code":
        monkeypatch.setattr(keeping, "readers", lambda: "another version")
    lines = {"fewer": lines[:-1], "torn": [*lines[:-1], lines[-1][:20]]}.get(change, lines)
    (kept / "scores.jsonl").write_text("\n".join(lines) + "\n")
    assert "spoilt" not in table(ds, [kept])["step"].to_pylist()


def test_no_runs_are_an_empty_table(ds: DataSet) -> None:
    made = table(ds, [])
    assert (made.schema, len(made)) == (schema(), 0)
    assert summarise(made, ["model"]) == rules(made) == []


def test_an_unknown_column_is_named(ds: DataSet) -> None:
    with pytest.raises(ValueError, match="the table has no column 'weather'; there are model, item"):
        summarise(table(ds, [fabricated.run("m", ds, half_mirror)]), ["weather"])


def test_options_that_share_a_rule_are_one_offer(tmp_path: Path) -> None:
    first = fabricated.items(1)[0]
    twice = tuple(dataclasses.replace(o, rule=o.rule and "altered") for o in first.options)
    ds = fabricated.data_set(tmp_path / "d", [dataclasses.replace(first, options=twice)])
    (use,) = rules(table(ds, [fabricated.run("m", ds, lambda item: "B")]))
    assert (use.offered, use.chosen, use.guess, use.errors) == (1, 1, 0.75, 1)
    assert (use.error_share, use.even_share) == (1, pytest.approx(1))


def test_numbers_have_credit_by_how_near_they_came(tmp_path: Path) -> None:
    item = Item("made/far/0", "made", "far", 1, "test", "s", "How far?", (), (), Number(10.0, "m", "mra"), {})
    made = [dataclasses.replace(item, id=f"made/far/{k}", situation=str(k)) for k in range(4)]
    ds = fabricated.data_set(tmp_path / "d", made)
    said = {"made/far/0": "10", "made/far/1": "9", "made/far/2": "40", "made/far/3": None}
    answers = table(ds, [fabricated.run("m", ds, lambda item: said[item.id])])
    assert answers["credit"].to_pylist() == pytest.approx([1, 0.8, 0, 0])
    (cell,) = summarise(answers)
    assert (cell.accuracy, cell.credit) == (pytest.approx(1 / 3), pytest.approx(0.6)), "a failed request has no credit"


def test_credit_is_accuracy_where_options_are_chosen(ds: DataSet) -> None:
    for cell in summarise(table(ds, [fabricated.run("m", ds, half_mirror)]), ["task"]):
        assert cell.credit == cell.accuracy


def test_yes_or_no_items_have_an_f1_score(tmp_path: Path) -> None:
    options = (Option("yes", label="yes"), Option("no", label="no"))
    made = [
        Item(f"made/t/{k}", "m", "t", 1, "test", str(k), "?", (), options, Choice("AABBB"[k]), {}) for k in range(5)
    ]
    ds = fabricated.data_set(tmp_path / "d", [*made, *fabricated.items(1, size=8)])
    said = dict(zip((item.id for item in made), ("A", "no idea", "A", "B", None)))
    (found,) = yes_no(table(ds, [fabricated.run("m", ds, lambda item: said.get(item.id, "A"))]))
    # One yes of two is found, and one no is called yes: precision 1/2, recall 1/2; the failed one is left out.
    assert (found.group, found.n, found.f1) == ({"model": "m", "task": "t"}, 4, pytest.approx(0.5))


def test_variants_of_one_question_are_a_set_and_a_cluster() -> None:
    item = fabricated.items(1, size=8)[0]
    columns = {name: name for name in ("wording", "premise", "order", "occlusion", "view")} | {"frame": "whose"}
    for group, column in columns.items():
        varied = [dataclasses.replace(item, id=f"{k}", groups={group: ("q", f"way {k}")}) for k in range(2)]
        cells = Catalogue.of(varied).cells.to_pylist()
        assert [(row[f"{group}_set"], row[column], row["cluster"]) for row in cells] == [
            ("q", "way 0", "q"), ("q", "way 1", "q"),
        ]  # fmt: skip
        assert {row["frame"] for row in cells} == {"viewer"}, "the tag keeps its column"
    shown = dataclasses.replace(item, groups={"wording": ("q", "base"), "scene": ("s", "")}, tags={"domain": "car"})
    (row,) = Catalogue.of([shown]).cells.to_pylist()
    assert (row["cluster"], row["domain"]) == ("s", "car")
