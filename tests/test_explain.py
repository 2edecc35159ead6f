"""Worked solutions end in the key, whatever the order of options, and a wrong claim in one is noticed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache

import pytest
from datasets import load_dataset

import vantage
from tests import claims
from tests.fabricated import data_set
from tests.fabricated import items as fabricated
from vantage import cli
from vantage.item import Condition
from vantage.making import suite
from vantage.training.exports import WRITERS, export
from vantage.training.reward import Pay, reward
from vantage.training.rows import Case

SLOW = ("identity", "relations", "orientation")  # to make: pictures are drawn, or many layouts tried
SWAPS = (
    ("left", "right"),
    ("clockwise", "counter-clockwise"),
    ("nearer", "farther"),
    ("toward", "away from"),
    ("front", "behind"),
    ("first", "second"),
    ("upper", "lower"),
    ("ahead", "behind"),
    ("vertical", "horizontal"),
    ("up", "down"),
    ("same", "other"),
)


@cache
def solved(task: str) -> list[tuple[vantage.Item, str, int]]:
    """Items of a task as shown, each with its options moved up by another number of places, and their solutions."""
    count = 2 if task in SLOW else 6
    found = []
    for number, item in enumerate(claims.items(task, count)):
        moved = number % len(item.options)
        shown = item.rotated(moved)
        found.append((shown, vantage.explain(shown, number), moved))
    return found


def mutants(sentence: str):
    """Sentences with one number, letter or direction changed."""
    for found in re.finditer(r"\d+\.\d+|\d+", sentence):
        number = found[0]
        other = f"{float(number) + 0.3:.2f}" if "." in number else str(int(number) + 1)
        yield sentence[: found.start()] + other + sentence[found.end() :]
    for found in re.finditer(r"(?<=option |Option |In set |of set )[A-D]\b", sentence):
        for letter in "ABCD".replace(found[0], ""):
            yield sentence[: found.start()] + letter + sentence[found.end() :]
    for pair in SWAPS:
        for one, other in (pair, pair[::-1]):
            for found in re.finditer(rf"(?<![\w-]){one}(?![\w-])", sentence):
                yield sentence[: found.start()] + other + sentence[found.end() :]


# Where a sentence names one difference of several, another one may be as true.
ANY_WILL_DO = {"folding_2d": 0.1, "shape_finding_3d": 0.1, "shape_finding_2d": 0.05, "projection_3d": 0.05}


@pytest.mark.parametrize("task", claims.explained())
def test_solutions_are_proven_and_end_in_the_key(task):
    for item, text, moved in solved(task):
        assert claims.unproven(item, text, moved) == []
        assert text.endswith(f" {item.answer.letter}.")


@pytest.mark.parametrize("task", claims.explained())
def test_a_wrong_claim_is_noticed(task):
    passed = []
    for item, text, moved in solved(task)[:3]:
        lines = text.split("\n")
        for place, line in enumerate(lines):
            for mutant in mutants(line):
                passed.append(_passes(item, "\n".join([*lines[:place], mutant, *lines[place + 1 :]]), moved))
    assert len(passed) >= 6
    assert sum(passed) <= ANY_WILL_DO.get(task, 0) * len(passed)


def _passes(item, text, moved):
    try:
        return not claims.unproven(item, text, moved)
    except (KeyError, IndexError, ValueError):
        return False  # it speaks of what is not there


@pytest.mark.parametrize("task", claims.explained())
def test_solutions_come_in_several_wordings_and_speak_plainly(task):
    item, _, _ = solved(task)[0]
    told = {vantage.explain(item, variant) for variant in range(8)}
    assert len(told) > 2
    assert vantage.explain(item) == vantage.explain(item)
    for text in told:
        assert "_" not in text
        assert not re.search(r"\b(truth|azimuth|polycube|label|digest)\b", text)


def test_all_of_three_papers_tasks_are_explained():
    wanted = {name for paper in ("dise", "spin", "scope") for name in suite.get(paper).tasks}
    assert wanted <= {*claims.explained()}


def test_what_cannot_be_explained_says_why():
    (plain,), (item, _, _) = fabricated(1)[:1], solved("rotation_2d")[0]
    with pytest.raises(ValueError, match="have no worked solutions"):
        vantage.explain(replace(plain, task="mine"))
    with pytest.raises(ValueError, match="explains only its own"):
        vantage.explain(replace(item, version=item.version - 1))
    with pytest.raises(ValueError, match="lacks question"):
        vantage.explain(replace(item, truth={"options": item.truth["options"]}))


THOUGHTFUL = ("cot", "tags", "dise-think", "spin-think", "easi", "scope-cot")


@pytest.mark.parametrize("task", claims.explained())
def test_a_shown_solution_is_paid_under_every_protocol_that_asks_for_thoughts(task):
    for item, _, _ in solved(task)[:2]:
        for protocol in THOUGHTFUL:
            for rotation in (0, 1):
                case = Case(item, Condition(protocol=protocol, rotation=rotation))
                earned = reward(case.solution, case.key)
                assert case.thoughtful
                assert (earned.right, earned.gamed) == (True, "")
                assert len(case.solution) > 100


def test_show_prints_solutions(tmp_path, capsys):
    item, _, _ = solved("rotation_2d")[0]
    data = data_set(tmp_path / "set", [item, *fabricated(1)[:1]])
    cli.main(["show", str(data.folder), "--jsonl"])
    first, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["explanation"] == vantage.explain(item)
    assert other["explanation"] == ""


@pytest.mark.parametrize("to", [*WRITERS])
@pytest.mark.parametrize("protocol", ["cot", "tags"])
def test_supervised_rows_hold_solutions_where_thoughts_are_asked_for(to, protocol, tmp_path):
    pictured = [as_drawn(item) for name in ("rotation_2d", "turning") for item, _, _ in solved(name)[:2]]
    none = replace(fabricated(1, size=32)[0], split="train")  # it has the name of a task of ours, but not its truth
    data = data_set(tmp_path / "set", [replace(item, split="train") for item in pictured] + [none])
    counts = export(data, Condition(protocol=protocol), to, tmp_path / "out")
    (name,) = (name for name in counts if name.startswith("sft-train"))
    assert counts[name] == 4
    assert {count for kind, count in counts.items() if kind.startswith("rl")} <= {5}
    assert not any(kind.startswith("dpo") for kind in counts)
    kind = "parquet" if name.endswith("parquet") else "json"
    path = str(tmp_path / "out" / name)
    rows = load_dataset(kind, data_files=path, split="train", cache_dir=str(tmp_path / "cache"))
    for row, item in zip(rows, pictured):
        (said,) = (
            one["content"]
            for one in [*row.get("messages", ()), *row.get("completion", ())]
            if one["role"] == "assistant"
        )
        text = said if isinstance(said, str) else said[0]["text"]
        case = Case(item, Condition(protocol=protocol))
        assert case.rationale in text == case.solution
        earned = reward(text, case.key, Pay(right=0.9, format=0.1))
        assert earned.total == 1.0
        assert ("<think>" in text) == (protocol == "tags")


def as_drawn(item):
    """The item with plain pictures, as trainers need some."""
    picture = fabricated(1, size=32)[0].images[0]
    options = tuple(replace(o, image=None if o.image is None else picture) for o in item.options)
    return replace(item, images=(picture,) * len(item.images), options=options)


def test_a_row_cannot_show_thoughts_that_there_are_not():
    case = Case(fabricated(1)[0], Condition(protocol="cot"))
    assert not case.taught
    with pytest.raises(ValueError, match="so it cannot be explained"):
        _ = case.solution


def test_a_set_without_solutions_cannot_teach_thoughts(tmp_path):
    data = data_set(tmp_path / "set", [replace(one, split="train") for one in fabricated(1, size=32)])
    with pytest.raises(ValueError, match="none of the items has a worked solution"):
        export(data, Condition(protocol="cot"), "llama-factory", tmp_path / "out")
    assert {*export(data, Condition(protocol="cot"), "trl", tmp_path / "trl")} == {"rl-train.parquet"}
    assert not (tmp_path / "trl" / "sft.py").exists()
