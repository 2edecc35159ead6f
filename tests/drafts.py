"""Drafts of a task for tests, as `make` returns them or as items, and the agreement that each of them must show."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from tests.brute_force import right, solver
from vantage import seeds, tasks
from vantage.individuals import Portrait
from vantage.item import LETTERS, Item, Option
from vantage.making.attacks import side_doors
from vantage.task import Draft, Refused, Slot, Task, slot


def unseen(portrait: Portrait) -> np.ndarray:
    """Return what stands for a glance at an individual where pictures do not matter: all look the same, and at once."""
    return np.zeros((12, 12, 3), np.uint8)


def draft_of(
    task: Task, index: int, split: str, attempts: int = 20, path: tuple[str | int, ...] = ("test",)
) -> tuple[Slot, Draft]:
    """Return a slot and the first of so many draws for it that is not refused; another path gives others."""
    where = slot(task, path, split, index)
    for attempt in range(attempts):
        try:
            return where, task.make(task.params(), where, seeds.generator(*path, split, index, attempt))
        except Refused:
            continue
    raise AssertionError(f"{attempts} draws were refused for {where}")


def drafts_of(task: Task, count: int, attempts: int = 20) -> list[tuple[Slot, Draft]]:
    """Return so many slots, each split in turn, with their drafts; they are drawn once."""
    return _drafts(task.name, count, attempts)


@cache
def _drafts(name: str, count: int, attempts: int) -> list[tuple[Slot, Draft]]:
    return [draft_of(tasks.get(name), index, seeds.SPLITS[index % 3], attempts) for index in range(count)]


def truth_of(draft: Draft) -> dict[str, Any]:
    """Return a copy of the truth as a stranger reads it from JSON."""
    truth: dict[str, Any] = json.loads(json.dumps(draft.truth))
    return truth


def item_of(task: Task, where: Slot, draft: Draft, suite: str = "made") -> Item:
    """Return a draft as an item, with empty pictures."""
    return Item(
        id=f"{suite}/{task.name}/hand-s0/{where.index:06d}",
        suite=suite,
        task=task.name,
        version=task.version,
        split=where.split,
        situation=draft.situation,
        question=draft.question,
        images=(b"",) * len(draft.drawings),
        options=tuple(Option(o.text, None if o.drawing is None else b"", o.label, o.rule) for o in draft.options),
        answer=draft.answer,
        truth=truth_of(draft),
        subtype=draft.subtype,
        tags=task.tags(draft, where.tier),
        groups=dict(draft.groups),
    )


def key_of(draft: Draft) -> int:
    """Return the place of the right option."""
    return LETTERS.index(right(draft.answer))


def assert_agreement(task: Task, drafts: list[tuple[Slot, Draft]]) -> None:
    """Assert that `make`, `solve` and brute force give what each slot asks for, from a truth that is documented."""
    assert drafts
    for where, draft in drafts:
        assert draft.answer == task.solve(truth_of(draft))
        assert right(draft.answer) == solver(task.name)(truth_of(draft)) == (where.letter or float(where.target))
        assert set(draft.truth) == set(task.truth)


def rates_of(rule: Callable[[dict[str, Any]], Sequence[float]], drafts: list[tuple[Slot, Draft]]) -> dict[str, float]:
    """Return for each tier how often the highest score is the key's; ties are shared."""
    shares: dict[str, list[float]] = {}
    for where, draft in drafts:
        scores = list(rule(truth_of(draft)))
        won = scores[key_of(draft)] == max(scores)
        shares.setdefault(where.tier, []).append(won / scores.count(max(scores)))
    return {tier: sum(found) / len(found) for tier, found in shares.items()}


def assert_shut(task: Task, drafts: list[tuple[Slot, Draft]]) -> None:
    """Assert that no side door of the task surely gets more drafts of a tier right than its limit."""
    passages = side_doors.attack(item_of(task, where, draft) for where, draft in drafts)
    assert {(one.rule, one.tier) for one in passages} == {
        (d.name, tier) for d in task.side_doors for tier in task.tiers
    }
    assert [one.row() for one in passages if one.outcome == "fail"] == []
