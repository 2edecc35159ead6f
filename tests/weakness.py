"""What a made-up model is: for every item, the replies that it may give, each with its probability.

A model knows every answer, except where its weakness applies; there `says` tells what it replies instead. Noise is
mixed in here and nowhere else: with a stated share it replies anything on offer, the right answer among it, all equally
likely. Because replies are probabilities, what a weakness affects, and what it costs, are exact; only a run of the
model is drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from tests import undrawn
from tests.undrawn import Undrawn
from vantage import seeds
from vantage.item import Item, Number, number_text
from vantage.running.run_folder import Run

SILENCE = ""
REFUSAL = "I'm sorry, but I can't help with pictures of people."
NOISE = 0.07
COUNTS = range(12, 21)  # what someone who guesses a number says: the answers that `block_count` has


class Shown(NamedTuple):
    """An item set: a suite, how many items of each task (0: its default size), and over how many scenes (0: fewest)."""

    suite: str
    n: int = 0
    spread: int = 0


DISE, SRBENCH, QUICK = Shown("dise"), Shown("srbench"), Shown("quick")
SCOPE = Shown("scope", 240, 60)  # of each kind of scene: from fewer, no kind of thing could be told from its scenes
SPIN = Shown("spin", 150)
COUNTING = Shown("srbench", 150)  # with piles of blocks, which its default size leaves out

Replies = Mapping[str, float]  # text -> probability; they add up to 1
Says = Callable[[Item], Replies]
Applies = Callable[[Item], bool]
Kind = Literal["where", "where two", "strategy", "number"]


def right(item: Item) -> str:
    """Return the reply that is right."""
    return number_text(item.answer.value) if isinstance(item.answer, Number) else item.answer.letter


def knows(item: Item) -> Replies:
    """Reply what is right."""
    return {right(item): 1.0}


def guesses(item: Item) -> Replies:
    """Reply anything on offer; for a number, any that the task asks for."""
    return evenly(item.letters or map(str, COUNTS))


def evenly(texts: Iterable[str]) -> Replies:
    """Return replies that are equally likely."""
    held = list(texts)
    return dict.fromkeys(held, 1 / len(held))


def slips(item: Item) -> Replies:
    """Reply anything on offer that is wrong."""
    return evenly(letter for letter in item.letters if letter != right(item))


def mixed(share: float, replies: Replies, others: Replies) -> dict[str, float]:
    """Return replies of which `share` are of the first kind, and the rest of the other."""
    return {
        text: share * replies.get(text, 0.0) + (1 - share) * others.get(text, 0.0) for text in {**replies, **others}
    }


def mostly(share: float, says: Says) -> Says:
    """Return a model that gives its wrong-headed replies with probability `share`, and else knows the answer."""
    return lambda item: mixed(share, says(item), knows(item))


@dataclass(frozen=True)
class Expected:
    """What a right finding must name, whatever its wording; a first look by machine before a judge's.

    Every pattern of `must_mention` has to be found in the sentences (each lists the ways to say one thing). A sentence
    that has `also_true` instead says something true and less exact. `wrong_if` is what would be false.
    """

    tasks: tuple[str, ...]  # in which the weakness shows; empty: in all
    facts: Mapping[str, str]  # the values of facts by which the affected items can be told
    must_mention: tuple[str, ...]
    strategy: str = ""
    also_true: tuple[str, ...] = ()
    wrong_if: tuple[str, ...] = ()

    def grade(self, sentence: str) -> Literal["false", "full", "partial", "none"]:
        """Return what a sentence is worth by its words alone."""
        said = sentence.lower()
        if any(re.search(pattern, said) for pattern in self.wrong_if):
            return "false"
        if all(re.search(pattern, said) for pattern in self.must_mention):
            return "full"
        return "partial" if any(re.search(pattern, said) for pattern in self.also_true) else "none"


@dataclass(frozen=True)
class Deficit:
    """A model with one weakness, and the item set on which it is shown."""

    name: str
    kind: Kind
    shown: Shown
    statement: str  # for a person who judges findings
    applies: Applies  # where a person would say that the weakness is at work
    says: Says
    expected: Expected
    noise: float = NOISE

    def __post_init__(self) -> None:
        if not 0.05 <= self.noise <= 0.1:
            raise ValueError(f"{self.name}: the noise must be from 0.05 to 0.1, not {self.noise}")

    def meant(self, item: Item) -> Replies:
        """Return what it replies to an item, without noise."""
        return self.says(item) if self.applies(item) else knows(item)

    def affected(self, item: Item) -> bool:
        """Return whether its weakness can make it wrong on an item: some strategies are right by luck."""
        return self.meant(item).get(right(item), 0.0) < 1 - 1e-9

    def replies(self, item: Item) -> Replies:
        """Return what it replies to an item, with noise."""
        return mixed(self.noise, guesses(item), self.meant(item))

    def ability(self, item: Item) -> float:
        """Return the probability that it is right on an item."""
        return self.replies(item).get(right(item), 0.0)

    def answer(self, item: Item, rng: np.random.Generator) -> str | None:
        """Return a reply to an item; None is silence."""
        return drawn(self.replies(item), rng)


def drawn(replies: Replies, rng: np.random.Generator) -> str | None:
    """Return one of the replies; None is silence."""
    total, point = 0.0, rng.random()
    texts = sorted(replies)
    for text in texts:
        total += replies[text]
        if point < total:
            return text or None
    return texts[-1] or None


@dataclass(frozen=True)
class Overlap:
    """How a slice of items that was found agrees with the true one."""

    precision: float  # the share of what was found that is true; 0 if nothing was found
    recall: float  # the share of what is true that was found
    both: int
    found: int
    true: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.both / (self.found + self.true) if self.found + self.true else 0.0

    @property
    def jaccard(self) -> float:
        """The share of what is in either slice that is in both."""
        either = self.found + self.true - self.both
        return self.both / either if either else 0.0


def overlap(found_ids: AbstractSet[str], affected_ids: AbstractSet[str]) -> Overlap:
    """Return how the items that a finding names agree with those that a weakness affects, or applies to."""
    both = len(found_ids & affected_ids)
    precision = both / len(found_ids) if found_ids else 0.0
    recall = both / len(affected_ids) if affected_ids else 0.0
    return Overlap(precision, recall, both, len(found_ids), len(affected_ids))


@dataclass(frozen=True)
class Null:
    """A model that has no weakness of any describable kind, only an `ability` that differs as `true` says."""

    name: str
    shown: Shown
    true: str  # all that may truthfully be said, for a person who judges findings
    ability: Callable[[Item], float]  # the probability of a right reply; wrong ones are equally likely
    may_differ: tuple[str, ...] = ()  # of task, tier, thing, item, scene: by what its accuracy truly differs
    first: bool = False  # whether it always replies the first option instead, or the least number

    def replies(self, item: Item) -> Replies:
        """Return what it replies to an item."""
        if self.first:
            return {item.letters[:1] or str(COUNTS[0]): 1.0}
        return mixed(self.ability(item), knows(item), evenly(text for text in guesses(item) if text != right(item)))

    def answer(self, item: Item, rng: np.random.Generator) -> str | None:
        """Return a reply to an item."""
        return drawn(self.replies(item), rng)


def said(model: Deficit | Null, seed: int) -> Callable[[Item], str]:
    """Return what a model replies to items: each from its own generator, so that no order of asking changes it."""
    return lambda item: model.answer(item, seeds.generator("said", model.name, seed, item.id)) or SILENCE


def played(model: Deficit | Null, data: Undrawn, seed: int = 0) -> Run:
    """Return the run of a model on an item set; `undrawn.table` scores it, `fabricated.written` puts it on disk."""
    return undrawn.run(model.name, data, said(model, seed))


def share_right(model: Deficit | Null, items: Iterable[Item]) -> float:
    """Return the accuracy that a model has on items, free of luck; not a number if there are none."""
    found = [model.replies(item).get(right(item), 0.0) for item in items]
    return sum(found) / len(found) if found else math.nan


def gap(model: Deficit | Null, found_ids: AbstractSet[str], items: Iterable[Item]) -> float:
    """Return by how much a model is truly worse on a slice than on the rest of the same tasks, free of luck.

    Each task counts by how many of its items are in the slice. A task that is wholly in the slice has no rest: it is
    left out, and if all are, there is nothing to compare and the answer is not a number.
    """
    inside: dict[str, list[Item]] = {}
    outside: dict[str, list[Item]] = {}
    for item in items:
        (inside if item.id in found_ids else outside).setdefault(item.task, []).append(item)
    compared = [task for task in inside if task in outside]
    total = sum(len(inside[task]) for task in compared)
    worse = {task: share_right(model, outside[task]) - share_right(model, inside[task]) for task in compared}
    return sum(len(inside[task]) * worse[task] for task in compared) / total if total else math.nan
