"""Exhibits on groups, directions, people, published benchmarks and cases: made only where their data exist."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import fabricated
from tests.test_exhibits import answering, lines, shown
from vantage import papers
from vantage.analysis import people
from vantage.data.dataset import DataSet
from vantage.item import Choice, Item, Option
from vantage.report import exhibits, report
from vantage.report.exhibits import cases, correlations, directions


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    return fabricated.data_set(tmp_path_factory.mktemp("groups") / "made", fabricated.items(40, size=8))


def knows(share: float, seed: int = 0, dynamic: float | None = None) -> Any:
    """Return a speaker who knows a share of the answers, and another share of the dynamic ones."""
    draws = np.random.default_rng(seed)

    def say(item: Item) -> str:
        due = share if dynamic is None or item.tags["quadrant"][-1] == "S" else dynamic
        key = item.letters[item.key]
        return key if draws.random() < due else "ABCD"[("ABCD".index(key) + 1) % 4]

    return say


def test_gains_say_in_which_groups_another_way_of_asking_helps(plain: DataSet) -> None:
    made = [fabricated.run("m", plain, knows(0.3, 1)),
            fabricated.run("m", plain, knows(0.3, 1, dynamic=1.0), protocol="cot")]  # fmt: skip
    rows = {(row["by"], row["group"]): row for row in lines(shown(plain, made)["gains"])}
    assert rows["quadrant", "I-D"]["low"] > 0.4
    assert rows["quadrant", "E-S"]["low"] < 0 < rows["quadrant", "E-S"]["high"] + 0.2
    assert {by for by, _ in rows} == {"quadrant", "capabilities", "tier"}
    assert rows["capabilities", "DA"]["items"] == 40
    assert all(row["way of asking"] == "cot" for row in rows.values())
    assert "gains" not in shown(plain, made[:1])


def test_scaling_by_group_says_where_size_helps(plain: DataSet) -> None:
    made = [fabricated.run(f"fam-{size}b", plain, knows(0.3, size, dynamic=0.3 + 0.2 * k))
            for k, size in enumerate((1, 7, 70))]  # fmt: skip
    found = shown(plain, made)
    rows = {(row["by"], row["group"]): row for row in lines(found["scaling_groups"])}
    assert rows["quadrant", "I-D"]["slope"] > 0.15
    assert abs(rows["quadrant", "E-S"]["slope"]) < 0.15
    assert {row["models"] for row in rows.values()} == {3}
    assert "scaling_groups" not in shown(plain, made[:2]), "two models make no line"


def test_static_stands_beside_dynamic(plain: DataSet) -> None:
    (row,) = lines(shown(plain, [fabricated.run("m", plain, knows(1, dynamic=0.5))])["static"])
    assert row["κ static"] == 1
    assert row["dynamic less static"] == pytest.approx(row["κ dynamic"] - 1)
    assert (row["static n"], row["dynamic n"]) == (40, 80)


@pytest.mark.parametrize(
    ("label", "due"),
    [
        ("Front Left", "front-left"), ("to the left", "left"), ("left-front", "front-left"), ("in back of", "behind"),
        ("behind_right", "behind-right"), ("the red box on the left", ""), ("left right", ""), ("", ""), (None, ""),
    ],
)  # fmt: skip
def test_directions_are_read_from_options_of_any_origin(label: str | None, due: str) -> None:
    assert directions.direction(label) == due


def test_histograms_of_directions_of_items_from_elsewhere(tmp_path: Path) -> None:
    sides = ("Left", "Right", "Front", "Back")
    held = [
        dataclasses.replace(item, options=tuple(Option(text=side) for side in sides), answer=Choice("ABCD"[n % 4]))
        for n, item in enumerate(fabricated.items(4, size=8))
    ]
    ds = fabricated.data_set(tmp_path, held)
    found = shown(ds, [fabricated.run("all left", ds, lambda item: "A"), fabricated.run("mute", ds, lambda item: "?")])
    rows = {(row["who"], row["direction"]): row for row in lines(found["directions"])}
    assert {rows[directions.DUE, side]["share"] for side in ("left", "right", "front", "behind")} == {0.25}
    assert rows["all left", "left"]["share"] == 1
    assert rows["mute", "none"]["share"] == 1


def test_models_stand_beside_their_consistency_over_views(tmp_path: Path) -> None:
    from tests import scenes

    ds = fabricated.data_set(tmp_path, scenes.items("consistency_ego", 4))
    made = [fabricated.run(name, ds, answering(name)) for name in ("oracle", "first")]
    rows = {row["model"]: row for row in lines(shown(ds, made)["views_accuracy"])}
    assert (rows["oracle"]["accuracy"], rows["oracle"]["agrees"]) == (1, 1)
    assert rows["first"]["agrees"] < 0.5


def test_yes_and_no_are_read_in_any_spelling(tmp_path: Path) -> None:
    options = (Option(text="Yes."), Option(text="No"))
    held = [dataclasses.replace(item, options=options, answer=Choice("AB"[n % 2]))
            for n, item in enumerate(fabricated.items(8, size=8))]  # fmt: skip
    ds = fabricated.data_set(tmp_path, held)
    (first, *_) = lines(shown(ds, [fabricated.run("says yes", ds, lambda item: "A")])["yes-no"])
    assert first["f1"] == pytest.approx(2 / 3)


def test_the_best_model_less_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [
        dataclasses.replace(item, task=("rotation_3d", "folding_2d", "odd")[n % 3], subtype="one")
        for n, item in enumerate(fabricated.items(12, size=8))
    ]
    ds = fabricated.data_set(tmp_path, held)
    made = [fabricated.run("weak", ds, knows(0.2)), fabricated.run("strong", ds, knows(0.7))]
    rows = lines(shown(ds, made)["people_gap"])
    assert {row["task"] for row in rows} == {"rotation_3d", "folding_2d"}
    for row in rows:
        theirs = [one.value for one in papers.people(row["task"]) if one.metric == "accuracy"]
        assert row["people"] == pytest.approx(sum(theirs) / len(theirs))
        assert row["difference"] == pytest.approx(row["accuracy"] - row["people"])
        assert row["best model"] == "strong"
    monkeypatch.setattr(papers, "people", lambda name: [])
    assert "people_gap" not in shown(ds, made)


def test_scores_are_set_beside_published_ones_of_models_of_the_same_name(plain: DataSet) -> None:
    source, table = "srbench", "1"
    printed = people.printed_scores(source, table)
    task = next(iter(printed))
    names = list(printed[task])[:6]
    best = sorted(names, key=printed[task].__getitem__)
    made = [fabricated.run(f"maker/{name}", plain, knows(0.2 + 0.12 * best.index(name), 7)) for name in names]
    rows = [
        row for row in lines(shown(plain, made)["elsewhere"]) if (row["paper"], row["task there"]) == (source, task)
    ]
    assert rows
    assert max(row["correlation"] for row in rows) > 0.5
    assert {row["models"] for row in rows} == {len(names)}
    assert "elsewhere" not in shown(plain, made[:3])


def test_names_of_models_match_however_they_are_spelled() -> None:
    assert {
        correlations._plain(name) for name in ("Qwen/Qwen2.5-VL-7B-Instruct", "Qwen2.5-VL (7B)", "qwen2.5_vl_7b")
    } == {"qwen25vl7b"}


REASON = "The solid on the left has three blocks in a row. I turn it by a quarter. The third block then points up. " * 2


def reasoning(item: Item) -> str:
    return f"{REASON}<script>alert(1)</script> So the answer is {item.letters[(item.key + 1) % 4]}."


def test_cases_are_chosen_by_their_rule(plain: DataSet) -> None:
    made = [fabricated.run("a", plain, reasoning), fabricated.run("b", plain, knows(1)),
            fabricated.run("short", plain, knows(0))]  # fmt: skip
    found = shown(plain, made)["cases"]
    rows = lines(found)
    assert [row["model"] for row in rows] == ["a", "a"], "a bare letter is no reasoning"
    assert len({item.split("/")[1] for item in (row["item"] for row in rows)}) == cases.EACH
    assert rows[0]["others right"] == pytest.approx(0.5)
    assert rows[0]["reasoning"] == reasoning(found.cases[0].item)
    assert "cases" not in shown(plain, made[1:])


def test_a_judges_quotation_marks_the_step_that_breaks(monkeypatch: pytest.MonkeyPatch, plain: DataSet) -> None:
    run = fabricated.run("a", plain, reasoning)
    item = run.responses[5].item
    row = {"item": item, "condition": 0, "label": "mental simulation", "judge": "j", "cause": "",
           "summary": 'It says "The third block then points up", which is false.'}  # fmt: skip
    monkeypatch.setattr(cases, "recorded", lambda path: iter([row]))
    found = [one for one in exhibits.exhibits(exhibits.gather(plain, [run])) if one.name == "cases"]
    case = found[0].cases[0]
    assert (case.item.id, case.broken, case.label) == (item, "The third block then points up", "mental simulation")
    assert case.before + case.broken + case.after == reasoning(case.item)


def test_quotations_that_are_not_in_the_response_mark_nothing() -> None:
    assert cases.broken("It is red, so A.", 'It says "the thing is surely blue".') == ("It is red, so A.", "", "")
    assert cases.broken("I don't see it turn left here", "it can't 'turn left here'")[1] == "turn left here"


def test_the_page_shows_cases_with_their_pictures_and_nothing_of_theirs_is_code(plain: DataSet, tmp_path: Path) -> None:
    run = fabricated.run("a", plain, reasoning)
    folder = fabricated.written(run, tmp_path / "a")
    page = report.write([folder], plain, tmp_path / "report.html", tmp_path / "figures").read_text("utf-8")
    assert page.count('<article class="case"') == cases.EACH
    article = page[page.index('<article class="case"') :].split("</article>")[0]
    assert article.count("<img") >= 1
    assert "&lt;script&gt;alert(1)" in article
    assert "<script>alert" not in page
    assert (tmp_path / "figures/cases.csv").exists()
