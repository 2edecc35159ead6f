"""What one person sees: orders and keys balanced over people, and nothing in it that tells a key."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

from tests import fabricated, studies
from vantage.item import IMAGE_MARK
from vantage.study import script
from vantage.study.folder import Study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    edits = ((r"^break_every = 50", "break_every = 10"), (r"^items = \d+\ndata", "items = 2\ndata"))
    items = studies.numeric(fabricated.items(16, 16), 7)
    return studies.made(tmp_path_factory.mktemp("study"), items, edits, kind="sample", items=40)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 10])
def test_tasks_stand_at_each_place_and_after_each_other_equally_often(n: int) -> None:
    rows = [script.latin_row(n, row) for row in range(n if n % 2 == 0 else 2 * n)]
    assert all(sorted(row) == list(range(n)) for row in rows)
    assert len(set(Counter(place for row in rows for place in enumerate(row)).values())) == 1
    pairs = Counter(pair for row in rows for pair in itertools.pairwise(row))
    assert len(pairs) == n * (n - 1)
    assert len(set(pairs.values())) <= 1


def test_a_script_holds_the_booklet_once_with_practice_checks_and_breaks(study: Study) -> None:
    steps = script.write(study, 0, 1)
    assert sorted(str(step.ref) for step in steps if step.kind == "item") == sorted(study.frozen.booklets[0].items)
    assert [step.kind for step in steps[:2]] == ["practice", "practice"]
    assert [step.notice for step in steps[:3]] == ["practice", "", "study task"]
    assert sorted(step.ref for step in steps if step.kind == "attention") == [0, 1]
    assert sum(step.pause for step in steps) == 3
    assert sum("task" in step.notice for step in steps) == 3, "one notice for each task"
    assert script.decode(script.encode(steps)) == steps == script.write(study, 0, 1) != script.write(study, 0, 2)


def test_right_answers_stand_evenly_under_each_letter_for_everyone(study: Study) -> None:
    for person in range(1, 6):
        steps = [step for step in script.write(study, 0, person) if step.kind == "item"]
        keys = Counter(script.key(script.shown(study, step), step.rotation) for step in steps)
        keys.pop("", None)
        assert max(keys.values()) - min(keys.values()) <= 1
        assert set(keys) == set("ABCD")


def test_the_browser_is_told_nothing_of_keys_rules_truth_or_ids(study: Study) -> None:
    steps = script.write(study, 0, 1)
    for place, step in enumerate(steps):
        one, told = script.shown(study, step), script.public(study, step, place)
        text = json.dumps(told)
        assert set(told) <= {
            "place", "kind", "parts", "pictures", "options", "unit", "layout", "seconds", "notice", "pause"
        }  # fmt: skip
        assert all(set(option) == {"text", "picture"} for option in told["options"])
        assert one.id not in text
        assert not any(word in text for word in ("mirror", "moved", "cells", "situation"))
        assert IMAGE_MARK.join(told["parts"]) == one.question


def test_options_are_turned_as_the_run_will_say(study: Study) -> None:
    step = next(step for step in script.write(study, 0, 1) if step.kind == "item" and step.rotation)
    one, told = script.shown(study, step), script.public(study, step, 0)
    names = [name for _, name in one.options]
    assert [option["picture"] for option in told["options"]] == [
        f"pictures/{names[(n + step.rotation) % len(names)]}" for n in range(len(names))
    ]


def test_whoever_is_told_the_answers_cannot_count_what_is_left(tmp_path: Path) -> None:
    told = studies.made(tmp_path, fabricated.items(20, 16), ((r'^feedback = "practice"', 'feedback = "all"'),))
    spans = []
    for person in range(1, 9):
        steps = [step for step in script.write(told, 0, person) if step.kind == "item"]
        keys = Counter(script.key(script.shown(told, step), step.rotation) for step in steps)
        spans.append(max(keys.values()) - min(keys.values()))
    assert max(spans) > 1
