"""Attack a task with its question in view: how far do lazy rules get that skip the skill the task is about?

A task lists such rules itself, with the share of items that each may get right (`task.SideDoor`). A rule may beat
chance, since what helps a person to see the answer helps it too; it must not do the task's work.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from vantage import tasks
from vantage.item import Choice, Item, Number
from vantage.making.attacks.shortcuts import LEVEL, Outcome, above, design_effect
from vantage.stats.metrics import mra
from vantage.task import SideDoor


@dataclass(frozen=True)
class Passage:
    """How far one rule got on the items of one tier of a task."""

    task: str
    rule: str
    tier: str
    n: int
    chance: float
    rate: float
    limit: float
    reason: str
    outcome: Outcome

    def json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return asdict(self)

    def row(self) -> list[str]:
        """Return a table row: task, rule, tier, items, chance, rate, limit, outcome."""
        words = {"pass": "ok", "fail": "FAILED", "too few": "too few items to tell"}
        shares = [f"{share:.1%}" for share in (self.chance, self.rate, self.limit)]
        return [self.task, self.rule, self.tier, f"{self.n:,}", *shares, words[self.outcome]]


def attack(items: Iterable[Item]) -> list[Passage]:
    """Return how far each rule gets in each tier; items of unknown tasks or of other versions are left out."""
    found: defaultdict[tuple[str, int, str], list[tuple[float, Item]]] = defaultdict(list)
    for item in items:
        for number, door in enumerate(_doors(item)):
            found[item.task, number, item.tags["tier"]].append((hit(door, item), item))
    return [
        _passage(tasks.get(task).side_doors[number], tier, *zip(*found[task, number, tier]))
        for task, number, tier in sorted(found, key=lambda key: (*key[:2], tasks.get(key[0]).tiers.index(key[2])))
    ]


def hit(door: SideDoor, item: Item) -> float:
    """Return whether a rule gets an item right: 1, 0, or a share where the right option ties with others.

    A number that is scored by nearness counts by its mean relative accuracy.
    """
    scores = np.round(np.array(door.rule(item.truth), dtype=float), 9)
    if isinstance(item.answer, Number) and item.answer.rule == "mra":
        return float(mra(scores.item(), item.answer.value))
    if isinstance(item.answer, Number):
        return float(scores.item() == item.answer.value)
    if len(scores) != len(item.options):
        raise ValueError(f"{item.id}: {door.name!r} scores {len(scores)} of {len(item.options)} options")
    best = scores == scores.max()
    return float(best[item.key] / best.sum())


def _doors(item: Item) -> tuple[SideDoor, ...]:
    known = item.task in tasks.names() and tasks.get(item.task).version == item.version
    return tasks.get(item.task).side_doors if known else ()


def _passage(door: SideDoor, tier: str, hits: tuple[float, ...], items: tuple[Item, ...]) -> Passage:
    right = np.array(hits)
    limit, rate = door.limits[tier], float(right.mean())
    surely = above(right, limit, design_effect(right, [item.situation for item in items])) < LEVEL
    outcome: Outcome = "pass" if rate <= limit else "fail" if surely else "too few"
    chance = float(np.mean([1 / len(item.options) if isinstance(item.answer, Choice) else 0.0 for item in items]))
    return Passage(items[0].task, door.name, tier, len(items), chance, rate, limit, door.reason, outcome)
