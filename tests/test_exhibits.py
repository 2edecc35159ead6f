"""Each exhibit says what the table says, and is shown only if the runs have data for it."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import runpy
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from tests import fabricated, scenes
from vantage import models
from vantage.analysis import naming, people
from vantage.analysis.summaries import Summary, manner
from vantage.data.dataset import DataSet
from vantage.item import Choice, Condition, Item, Option
from vantage.models import Request
from vantage.plots import Grid, grid
from vantage.plots.charts import LETTERS
from vantage.plots.figure import Shape, Text, room
from vantage.plots.tables import percent
from vantage.report import exhibits
from vantage.report.exhibits import Exhibit, Size, accuracy, beside, effort, evidence, heatmaps, paired
from vantage.running import run_folder
from vantage.stats import inference, metrics

EXAMPLE = Path(__file__).parents[1] / "examples" / "diagnose.py"


def answering(name: str) -> Callable[[Item], str | None]:
    model = models.get(name)

    def say(item: Item) -> str | None:
        request = Request((), (item.id,), item.letters, item, tuple(range(len(item.options))))
        return asyncio.run(model.respond(request)).text

    return say


def shown(ds: DataSet, made: list[Any], **more: Any) -> dict[str, Exhibit]:
    found = exhibits.gather(ds, made, **more)
    return {exhibit.name: exhibit for exhibit in exhibits.exhibits(found)}


def lines(exhibit: Exhibit) -> list[dict[str, Any]]:
    return [dict(zip(exhibit.table.header, row)) for row in exhibit.table.rows]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("exhibits") / "made")


@pytest.fixture(scope="module")
def viewed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Exhibit]:
    made = [item for name in ("updating_ego", "consistency_allo") for item in scenes.items(name, 8)]
    worded = [pair for number in range(8, 16) for pair in scenes.family("consistency_ego", number, spin=True)]
    made += [scenes.item("consistency_ego", *pair) for pair in worded]
    ds = fabricated.data_set(tmp_path_factory.mktemp("exhibits") / "viewed", made)
    return shown(
        ds, [fabricated.run(name, ds, answering(name)) for name in ("oracle", "no-update", "first", "egocentric")]
    )


def test_each_row_of_a_table_has_a_cell_for_each_column(plain: DataSet, viewed: dict[str, Exhibit]) -> None:
    own = shown(plain, [fabricated.run("m", plain, fabricated.chooser("mirror"))])
    for exhibit in (*own.values(), *viewed.values()):
        assert exhibit.figures
        assert exhibit.table.rows
        assert {len(row) for row in exhibit.table.rows} == {len(exhibit.table.header)}


def test_a_run_on_puzzles_has_no_exhibit_on_views_wordings_or_rotations(plain: DataSet) -> None:
    names = list(shown(plain, [fabricated.run("m", plain, fabricated.chooser("mirror"))]))
    assert names == [
        "ranking", "tasks", "groups", "profile", "difficulty", "static", "distractors", "letters", "outcomes", "cost",
    ]  # fmt: skip


def test_the_near_miss_that_is_always_taken_shows(plain: DataSet) -> None:
    rows = lines(shown(plain, [fabricated.run("m", plain, fabricated.chooser("mirror"))])["distractors"])
    assert {row["near miss"]: row["rate"] for row in rows} == {"mirror": 1.0, "moved": 0.0, "mirror_moved": 0.0}


def test_the_figure_of_near_misses_has_those_that_draw_someone(plain: DataSet) -> None:
    made = [fabricated.run(name, plain, fabricated.chooser(name)) for name in ("", "mirror")]
    exhibit = shown(plain, made)["distractors"]
    titles = {mark.title for mark in exhibit.figures[0].marks if getattr(mark, "title", "").startswith("mirror:")}
    assert titles == {f"mirror: 12 of 12 offers of mirror in {task}, guesser 25%" for task in fabricated.TASKS}


def test_near_misses_that_surely_draw_someone_come_first_in_the_table(plain: DataSet) -> None:
    made = [fabricated.run(name, plain, fabricated.chooser(name)) for name in ("", "mirror")]
    exhibit = shown(plain, made)["distractors"]
    order = [row["low"] - row["guesser"] for row in lines(exhibit)]
    assert order == sorted(order, reverse=True)
    assert [(row["model"], row["near miss"]) for row in lines(exhibit)][:3] == [("mirror", "mirror")] * 3
    assert "`--figures` writes all rows" in exhibit.note


def summary(right: int, n: int, effective: float | None = None, chance: float = 0.25) -> Summary:
    """A summary of `right` out of `n` answers, worth `effective` ones."""
    worth, share = n if effective is None else effective, right / n if n else NAN
    low, high = (float(end) for end in metrics.wilson(share * worth if n else 0, worth))
    adjusted = [float(end) for end in metrics.above_chance([share, low, high], chance)]
    return Summary(
        {"model": "m"}, n, n, n, worth, right, n - right, 0, 0, chance, share, low, high, share, share, *adjusted
    )  # fmt: skip


NAN = float("nan")


def test_a_cell_is_told_from_chance_after_correction_over_its_row() -> None:
    lucky, certain, silent = summary(9, 12), summary(60, 60), summary(0, 0)
    assert accuracy.side(lucky) == "above"
    assert accuracy.sides([lucky, *[summary(5, 20)] * 9]) == ["faint"] * 10
    assert accuracy.sides([certain, lucky, None, silent]) == ["above", "above", "faint", "faint"], "Holm steps down"
    assert accuracy.sides([summary(0, 60), certain]) == ["below", "above"]
    assert accuracy.sides([summary(60, 60, effective=2)]) == ["faint"], "answers about one scene are little evidence"
    assert accuracy.sides([summary(3, 60, chance=0), summary(0, 60, chance=0)]) == ["above", "faint"], "numbers"


def test_few_answers_colour_nothing_however_unlikely() -> None:
    assert accuracy.side(summary(1, 1, chance=0.01)) == "faint"
    assert accuracy.sides([summary(1, 1, chance=0)]) == ["faint"], "a number that was hit once"
    assert accuracy.sides([summary(9, 9, chance=0.1)]) == ["faint"]
    assert accuracy.sides([summary(10, 10, chance=0.1)]) == ["above"]
    assert paired.side(inference.Interval(1.0, 1.0, 1.0, 1, 1, ""), 0.0) == "faint"


def test_of_a_thousand_guessers_one_at_most_is_coloured() -> None:
    right = np.random.default_rng(0).binomial(40, 0.25, (3000, 12))
    known = {count: summary(count, 40) for count in range(41)}
    rows = (accuracy.sides([known[count] for count in row]) for row in right.tolist())
    assert sum(set(row) != {"faint"} for row in rows) <= 3


def test_small_cells_say_how_many_answers_they_have() -> None:
    few, spread, many = heatmaps.heats([summary(2, 3), summary(16, 16, effective=2), summary(6, 20)])
    assert few
    assert [cell.small for cell in (few, spread, many) if cell] == ["n 3", "n 16", ""]
    assert "right of 16 (worth 2 independent ones)" in getattr(spread, "title", "")
    texts = [mark.text for mark in grid("t", Grid(("m",), ("a",), ((few,),))).marks if isinstance(mark, Text)]
    assert texts == ["a", "m", "+0.56", "n 3"]


def test_two_lucky_answers_colour_no_cell_of_a_heatmap() -> None:
    cells = heatmaps.heats([summary(2, 2), *[summary(5, 20)] * 9, summary(30, 30)])
    assert [cell.sure for cell in cells if cell] == [False] * 10 + [True]


def test_a_guesser_is_coloured_nowhere(tmp_path: Path) -> None:
    held = [dataclasses.replace(item, subtype=str(k % 12)) for k, item in enumerate(fabricated.items(48, size=8))]
    ds = fabricated.data_set(tmp_path, held)
    say = dict(zip((item.id for item in held), np.random.default_rng(2).choice(list("ABCD"), len(held)).tolist()))
    found = shown(ds, [fabricated.run("guesser", ds, lambda item: say[item.id])])
    assert any(row["low"] > row["chance"] for row in lines(found["subtypes"])), "some interval lies above chance"
    grounds = {mark.fill for figure in found["subtypes"].figures for mark in figure.marks if isinstance(mark, Shape)}
    assert {ground.share for ground in grounds if ground} == {0}
    tones = {mark.fill.name for mark in found["profile"].figures[1].marks if isinstance(mark, Shape) and mark.fill}
    assert tones == {"card"}, "rings alone"
    assert all("corrected over the row" in found[name].note for name in ("tasks", "groups", "subtypes", "profile"))


def test_guesses_about_directions_near_misses_and_letters_are_coloured_nowhere(tmp_path: Path) -> None:
    held = [*scenes.items("consistency_ego", 30), *fabricated.items(48, size=8)]
    # Keys that favour a letter are no fault of a guesser.
    held = [item for item in held if item.task != "turning" or item.key == 0]
    ds = fabricated.data_set(tmp_path, held)
    rng = np.random.default_rng(1)
    said = {item.id: str(rng.choice(list(item.letters))) for item in held}
    found = shown(ds, [fabricated.run("guesser", ds, lambda item: said[item.id])])
    for name in ("distractors", "letters", "confusions"):
        cells = [mark for mark in found[name].figures[0].marks if isinstance(mark, Shape) and mark.title]
        assert cells, name
        assert {mark.fill.share for mark in cells if mark.fill} == {0}, name
    first = found["confusions"].figures[0].marks
    assert any("front is right, left chosen: " in mark.title for mark in first if isinstance(mark, Shape))


def test_directions_that_were_seldom_asked_for_say_how_often(tmp_path: Path) -> None:
    ds = fabricated.data_set(tmp_path, scenes.items("consistency_ego", 2))
    marks = shown(ds, [fabricated.run("oracle", ds, answering("oracle"))])["confusions"].figures[0].marks
    assert any(re.fullmatch(r"(front|left|right|behind) n \d", mark.text) for mark in marks if isinstance(mark, Text))
    assert {mark.fill.share for mark in marks if isinstance(mark, Shape) and mark.fill} == {0}


def test_rotations_are_about_models_that_were_asked_in_them(plain: DataSet) -> None:
    turned = fabricated.run("turned", plain, fabricated.chooser(""))
    turned = fabricated.with_header(turned, conditions=tuple(Condition(rotation=turn) for turn in range(4)))
    said = [
        fabricated.response(row.item, f"Answer: {'ABCD'[('ABCD'.index(str(row.text)[-1]) - turn) % 4]}", turn)
        for row in turned.responses
        for turn in range(4)
    ]
    turned = fabricated.with_responses(turned, said)
    (row,) = lines(shown(plain, [turned, fabricated.run("once", plain, fabricated.chooser(""))])["circular"])
    assert (row["model"], row["soft"], row["hard"]) == ("turned", 1.0, 1.0)


def test_a_heatmap_is_printed_as_models_by_tasks(plain: DataSet) -> None:
    made = [fabricated.run(name, plain, fabricated.chooser(name)) for name in ("", "mirror")]
    printed = shown(plain, made)["tasks"].printed
    assert printed is not None
    assert printed.header == ("κ", "", "mirror")
    assert [row[0] for row in printed.rows] == ["E-S: seeing", "I-D: turning", "I-D: folding", "all"]


def test_cut_off_and_failed_answers_are_parts_of_their_own(plain: DataSet) -> None:
    run = fabricated.run("m", plain, fabricated.chooser("mirror"))
    cut = [structs.replace(row, finish="length") for row in run.responses[:6]]
    lost = [fabricated.response(row.item, None) for row in run.responses[6:10]]
    run = fabricated.with_responses(run, [*cut, *lost, *run.responses[10:]])
    (row,) = lines(shown(plain, [run])["outcomes"])
    assert row == {"model": "m", "wrong": 26, "wrong, cut off": 6, "failed": 4}


def test_letters_are_counted_beside_their_keys(plain: DataSet) -> None:
    rows = lines(shown(plain, [fabricated.run("m", plain, lambda item: "A")])["letters"])
    assert [(row["letter"], row["chosen"], row["right"]) for row in rows] == [
        ("A", 36, 9), ("B", 0, 9), ("C", 0, 9), ("D", 0, 9),
    ]  # fmt: skip


def test_consistency_over_wordings_and_their_patterns(viewed: dict[str, Exhibit]) -> None:
    found = {row["model"]: row for row in lines(viewed["consistency"])}
    assert (found["oracle"]["sets"], found["oracle"]["consistency"], found["oracle"]["perfect rate"]) == (16, 1.0, 1.0)
    assert 0 < found["first"]["low"] <= found["first"]["consistency"] < 1
    patterns = {row["model"]: row for row in lines(viewed["patterns"])}
    assert patterns["oracle"]["CCCC"] == 16


def worded(folder: Path, scenes: int, sets: int, repeats: int = 1) -> dict[str, Any]:
    """The row on consistency of a model whose outcomes in four wordings are a matter of the scene alone."""
    held, groups = fabricated.items(4 * scenes * sets, size=8)[: 4 * scenes * sets], {}
    for place, item in enumerate(held):
        place, variant = divmod(place, 4)
        groups[item.id] = {"scene": (str(place % scenes), ""), "wording": (str(place), metrics.VARIANTS[variant])}
    held = [dataclasses.replace(item, groups=groups[item.id]) for item in held]
    right = np.random.default_rng(3).random((scenes, 4)) < np.where(np.arange(scenes)[:, None] % 2, 0.9, 0.1)

    def say(item: Item) -> str:
        scene, variant = (item.groups[name] for name in ("scene", "wording"))
        wanted = right[int(scene[0]), metrics.VARIANTS.index(variant[1])]
        return fabricated.chooser("" if wanted else "mirror")(item)

    ds = fabricated.data_set(folder, held)
    run = fabricated.run("m", ds, say)
    asked = (structs.replace(row, repeat=repeat) for row in run.responses for repeat in range(repeats))
    run = fabricated.with_responses(run, asked)
    return lines(shown(ds, [run])["consistency"])[0]


@pytest.mark.parametrize("scenes", [10, 60])
def test_wordings_asked_again_are_no_further_evidence(tmp_path: Path, scenes: int) -> None:
    once = worded(tmp_path / "once", scenes, 1)
    assert once["low"] < once["consistency"] < once["high"]
    assert worded(tmp_path / "again", scenes, 1, repeats=8) == once
    twice = worded(tmp_path / "alike", scenes, 2)
    ends = {"low": pytest.approx(once["low"], abs=0.01), "high": pytest.approx(once["high"], abs=0.01)}
    assert twice == {**once, "sets": 2 * scenes, **ends}, "two sets about each scene"
    assert twice["low"] <= once["low"] < once["high"] <= twice["high"]


def test_an_observer_who_ignores_the_walk_shows_in_the_errors(viewed: dict[str, Exhibit]) -> None:
    rows = [row for row in lines(viewed["updating"]) if row["model"] == "no-update"]
    assert rows
    assert all(row["no rotation"] == sum(row[kind] for kind in KINDS) for row in rows)


KINDS = ("right", "wrong direction", "no rotation", "wrong angle", "other")


def test_who_answers_from_the_camera_keeps_to_its_own_standpoint(viewed: dict[str, Exhibit]) -> None:
    rows = {row["model"]: row for row in lines(viewed["standpoints"])}
    assert (rows["egocentric"]["κ second"], rows["egocentric"]["difference"]) == (1.0, 1.0)
    assert (rows["oracle"]["κ first"], rows["oracle"]["difference"]) == (1.0, -1.0)
    assert {row["gap"] for row in rows.values()} == {"frame"}


def test_confusions_of_directions_sum_to_one(viewed: dict[str, Exhibit]) -> None:
    rows = [row for row in lines(viewed["confusions"]) if row["model"] == "oracle"]
    assert {row["share"] for row in rows if row["right"] == row["chosen"]} == {1.0}
    assert {row["right"] for row in rows} == {*exhibits.agreeing.DIRECTIONS}


def test_confusions_begin_with_the_wrong_directions_chosen_most_often(viewed: dict[str, Exhibit]) -> None:
    rows = lines(viewed["confusions"])
    wrong = [row["count"] for row in rows if row["right"] != row["chosen"]]
    assert wrong == sorted(wrong, reverse=True)
    assert [row["right"] == row["chosen"] for row in rows] == [False] * len(wrong) + [True] * (len(rows) - len(wrong))


def test_a_matrix_names_its_model_and_its_directions(viewed: dict[str, Exhibit]) -> None:
    marks = viewed["confusions"].figures[0].marks
    texts = [mark.text for mark in marks if isinstance(mark, Text)]
    assert {text.split(",")[0] for text in texts if text.endswith(" answers")} == {
        "straight directions", "oblique directions",
    }  # fmt: skip
    assert texts.count("oracle") == 2


@pytest.mark.parametrize("name", ["standpoints", "updating", "views", "consistency"])
def test_models_stand_in_the_order_of_the_ranking(viewed: dict[str, Exhibit], name: str) -> None:
    ranked = [row["model"] for row in lines(viewed["ranking"])]
    assert ranked != ["oracle", "no-update", "first", "egocentric"], "which is the order of the runs"
    order = list(dict.fromkeys(row["model"] for row in lines(viewed[name])))
    assert order == [model for model in ranked if model in order]


def test_other_ways_of_asking_stand_in_the_order_of_the_ranking(plain: DataSet) -> None:
    made = []
    for rule, name in (("mirror", "worse"), ("", "better")):
        made += [fabricated.run(name, plain, fabricated.chooser(rule), protocol=way) for way in ("direct", "cot")]
    assert [row["model"] for row in lines(shown(plain, made)["conditions"])] == ["better", "worse"]


def test_words_beside_a_task_tell_fine_tuned_models_and_two_numbers_of_people(tmp_path: Path) -> None:
    held = [dataclasses.replace(item, task="combination_3d") for item in fabricated.items(4, size=8)[:4]]
    ds = fabricated.data_set(tmp_path, held)
    exhibit = shown(ds, [fabricated.run("m", ds, fabricated.chooser(""))])["beside"]
    (note,) = (m.text for m in exhibit.figures[0].marks if isinstance(m, Text) and m.text.startswith("people 5"))
    best = max(row["accuracy"] for row in lines(exhibit) if row["kind"] == "model")
    tuned = max(row["accuracy"] for row in lines(exhibit) if row["kind"] == "fine-tuned model")
    assert note == f"people 55% or 56%, best published {percent(best)}, fine-tuned {percent(tuned)}"
    assert tuned > best
    assert {row["who"] for row in lines(exhibit) if row["kind"] == "fine-tuned model"} >= {"Qwen2.5-VL-7B-sft"}
    assert "fine-tuned are left out" in exhibit.note
    assert "a paper's tables differ" in exhibit.note


def test_dots_beside_published_results_are_labelled(tmp_path: Path) -> None:
    held = [dataclasses.replace(item, task="combination_3d") for item in fabricated.items(20, size=8)[:20]]
    ds = fabricated.data_set(tmp_path, held)
    made = [fabricated.run(name, ds, fabricated.chooser(rule)) for name, rule in
            (("wise", ""), ("clever", ""), ("<b>lost</b>", "mirror"))]  # fmt: skip
    (figure,) = shown(ds, made)["beside"].figures
    texts = [mark.text for mark in figure.marks if isinstance(mark, Text)]
    assert {"1–2", "3"} <= set(texts), "two at the same place share a label"
    assert "Places: 1 wise, 2 clever, 3 <b>lost</b>" in texts
    titles = [mark.title for mark in figure.marks if isinstance(mark, Shape)]
    assert any(title.startswith("Qwen2.5-VL-7B, dise, table") for title in titles), "published models say who they are"


def test_labels_of_dots_never_touch() -> None:
    dots = [(float(value), place) for place, value in enumerate(np.random.default_rng(0).random(60), 1)]
    labels = beside.labelled(dots)
    assert sorted(int(n) for text in labels.values() for span in text.split(", ") for n in _places(span)) == [
        *range(1, 61)
    ]
    value = {place: value for value, place in dots}
    at = sorted((beside.SCALE * value[place], room(text, LETTERS)) for place, text in labels.items())
    assert all(right - left >= (a + b) / 2 for (left, a), (right, b) in pairwise(at))


def _places(span: str) -> range:
    first, _, last = span.partition("–")
    return range(int(first), int(last or first) + 1)


def test_tasks_of_a_published_recipe_stand_beside_people(viewed: dict[str, Exhibit]) -> None:
    rows = lines(viewed["beside"])
    assert {row["kind"] for row in rows} == {"this report", "model", "human"}
    assert "not the same ones" in viewed["beside"].note


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Qwen2.5-VL-7B-Instruct", Size(7, "Qwen2.5-VL")),
        ("lab/InternVL3_5_4B", Size(4, "lab/InternVL3_5")),
        ("SmolVLM (500M)", Size(0.5, "SmolVLM")),
        ("SmolVLM [2.2B]", Size(2.2, "SmolVLM")),
        ("openai/gpt-5", None),
        ("llava-v1.6", None),
    ],
)
def test_sizes_are_read_from_names(name: str, size: Size | None) -> None:
    assert effort.size_of(name) == size


def test_sizes_may_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "sizes.csv"
    path.write_text("model,parameters,family\na,7B,\nb-3B,3,own\nc,500M\n")
    assert effort.read_sizes(path) == {"a": Size(7, "a"), "b-3B": Size(3, "own"), "c": Size(0.5, "c")}
    path.write_text("model,parameters\na,large\n")
    with pytest.raises(ValueError, match="line 2: a size is model, parameters"):
        effort.read_sizes(path)
    with pytest.raises(ValueError, match="cannot read the sizes"):
        effort.read_sizes(tmp_path / "none.csv")
    path.write_text("model,parameters\na,7B\n", "utf-8-sig")
    assert effort.read_sizes(path) == {"a": Size(7, "a")}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"model,parameters\na,-7B\n", r"sizes\.csv, line 2: a size is model"),
        (b"model,parameters\na,7B\na,8B\n", r"sizes\.csv, line 3: a was given a size already"),
        ("model,parameters\na,7B\n".encode("utf-16"), r"sizes\.csv: it is not a CSV file in UTF-8"),
        ("model,parameters\nä,7B\n".encode("latin-1"), r"sizes\.csv: it is not a CSV file in UTF-8"),
    ],
    ids=["negative", "twice", "utf-16", "latin-1"],
)
def test_a_file_of_other_sizes_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "sizes.csv").write_bytes(content)
    with pytest.raises(ValueError, match=words):
        effort.read_sizes(tmp_path / "sizes.csv")


def test_scores_are_set_against_sizes(plain: DataSet) -> None:
    some = [
        fabricated.run(f"fam-{size}B", plain, fabricated.chooser("" if size > 5 else "moved")) for size in (1, 7, 70)
    ]
    (row,) = lines(shown(plain, some)["scaling"])
    assert (row["family"], row["models"]) == ("fam", 3)
    assert row["slope"] > 0
    other = [fabricated.run(name, plain, fabricated.chooser("")) for name in ("a", "b")]
    assert "scaling" not in shown(plain, other)
    assert "scaling" in shown(plain, other, sizes={"a": Size(1, "f"), "b": Size(2, "f")})


def test_cost_is_in_money_where_prices_are_known_and_in_tokens_else(plain: DataSet) -> None:
    known = shown(plain, [fabricated.run("openai/gpt-4o", plain, fabricated.chooser(""))])["cost"]
    assert "US dollars" in known.note
    assert lines(known)[0]["dollars for 1000"] > 0
    assert "Means over all responses, with" in known.note
    assert "tokens written" in shown(plain, [fabricated.run("m", plain, fabricated.chooser(""))])["cost"].note


def test_responses_of_unknown_cost_make_no_answer_cheaper(plain: DataSet) -> None:
    whole = fabricated.run("openai/gpt-4o", plain, fabricated.chooser(""))
    part = fabricated.run("openai/gpt-4o", plain, fabricated.chooser(""))
    lost = [fabricated.response(row.item, None, tokens_in=None, tokens_out=None) for row in part.responses[:6]]
    half = [structs.replace(row, tokens_in=None) for row in part.responses[6:12]]
    part = fabricated.with_responses(part, [*lost, *half, *part.responses[12:]])
    (all_known,), (some_known,) = (lines(shown(plain, [run])["cost"]) for run in (whole, part))
    names = ("dollars for 1000", "dollars for 1000 right", "tokens for a right one")
    assert [some_known[name] for name in names] == pytest.approx([all_known[name] for name in names])
    note = shown(plain, [part])["cost"].note
    assert "those of 36 responses for which they are known (tokens in of 24, tokens out of 30), with" in note


def test_a_model_by_another_name_keeps_its_price_its_size_and_its_findings(plain: DataSet) -> None:
    once, again = (fabricated.run("openai/gpt-5", plain, fabricated.chooser("")) for _ in range(2))
    slow = fabricated.run("slow", plain, fabricated.chooser("mirror"), protocol="cot")
    sizes = {"openai/gpt-5": Size(100, "gpt"), "slow": Size(1, "slow")}
    known = exhibits.gather(plain, naming.pooled([once, again, slow]), sizes)
    assert set(known.models) == {"openai/gpt-5", "openai/gpt-5 #2", "slow (cot)"}
    found = {exhibit.name: exhibit for exhibit in exhibits.exhibits(known)}
    paid = {row["model"]: row["dollars for 1000"] for row in lines(found["cost"])}
    assert paid["openai/gpt-5 #2"] == paid["openai/gpt-5"] > 0
    assert {row["family"]: row["models"] for row in lines(found["scaling"])} == {"gpt": 2, "slow": 1}
    drawn = [finding for finding in known.findings if finding.shown_by.get("rule")]
    corners = [
        mark for mark in found["distractors"].figures[0].marks if isinstance(mark, Shape) and len(mark.points) == 3
    ]
    assert {finding.model for finding in drawn} == {"slow"}
    assert len(corners) == len({task for finding in drawn for task in finding.tasks}) > 0


def test_the_main_way_is_the_one_that_most_models_share() -> None:
    rows = {("a", "direct"): 5, ("a", "cot"): 9, ("b", "direct"): 5, ("c", "tags"): 1, ("c", "spin"): 2}
    assert evidence.main_manners(rows) == {"a": "direct", "b": "direct", "c": "spin"}
    assert manner("cot rotation=2 max_side=64") == "cot max_side=64"


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ds = fabricated.data_set(tmp_path / "data", [dataclasses.replace(item) for item in fabricated.items(8)])
    for name, rule in (("oracle", ""), ("mirror fan", "mirror")):
        header = run_folder.describe(ds, name, [Condition()])
        with run_folder.opened(tmp_path / "runs" / name, header) as log:
            for row in fabricated.run(name, ds, fabricated.chooser(rule)).responses:
                log.write(row)
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), str(tmp_path)])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    said = capsys.readouterr().out
    assert "48 answers" in said
    assert "mirror fan       is worst at" in said
    assert "mirror" in said.split("is worst at")[-1]
    assert (tmp_path / "figures" / "ranking-1.pdf").stat().st_size > 0


def test_errors_that_go_together(plain: DataSet) -> None:
    half = {item.id: number % 2 == 0 for number, item in enumerate(plain.head())}
    made = [
        fabricated.run(
            name, plain, lambda item, turn=turn: fabricated.chooser("" if half[item.id] == turn else "moved")(item)
        )
        for name, turn in (("even", True), ("same", True), ("odd", False))
    ]
    rows = {frozenset((row["model"], row["other"])): row for row in lines(shown(plain, made)["alike"])}
    assert rows[frozenset(("even", "same"))]["correlation"] == pytest.approx(1)
    assert rows[frozenset(("even", "odd"))]["correlation"] == pytest.approx(-1)
    assert len(rows) == 3
    assert "alike" not in shown(plain, made[:1])


def test_yes_or_no_has_an_f1(tmp_path: Path) -> None:
    keys = ["yes", "no"] * 12
    options = (Option("yes", label="yes"), Option("no", label="no"))
    held = [
        dataclasses.replace(item, options=options, answer=Choice("A" if key == "yes" else "B"))
        for item, key in zip(fabricated.items(8, size=8), keys)
    ]
    ds = fabricated.data_set(tmp_path / "yes", held)
    found = shown(
        ds,
        [
            fabricated.run("says yes", ds, lambda item: "A"),
            fabricated.run("knows", ds, lambda item: item.answer.letter),
        ],
    )
    rows = lines(found["yes-no"])
    assert {(row["model"], round(row["f1"], 2)) for row in rows} == {("says yes", 0.67), ("knows", 1.0)}


def test_models_beside_peoples_time(tmp_path: Path) -> None:
    tasks = sorted(people.printed_seconds(["rotation_3d", "rotation_2d", "folding_3d", "folding_2d", "mrt"]))
    assert len(tasks) >= 4
    held = [
        dataclasses.replace(item, task=tasks[n % len(tasks)]) for n, item in enumerate(fabricated.items(12, size=8))
    ]
    ds = fabricated.data_set(tmp_path / "timed", held)
    slow = people.printed_seconds(tasks)
    worst = sorted(tasks, key=slow.__getitem__)[-2:]
    found = shown(ds, [fabricated.run("m", ds, lambda item: "A" if item.task in worst else item.answer.letter)])
    (row,) = lines(found["seconds"])
    assert row["correlation"] < 0
    assert row["tasks"] == len(tasks)
