"""What a task is: a maker of drafts and a second solver, tied together by the truth they share.

`make` builds a question from its answer; `solve` sees only the recorded truth and must reach the same answer by
another route. A wrong idea then has to be had twice to go unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from vantage import seeds
from vantage.item import LETTERS, Answer, Choice, Json
from vantage.scene import Scene

TIERS = ("easy", "medium", "hard")


class Refused(Exception):
    """A draw that cannot become a fair item: its slot is tried again with the next attempt."""


@dataclass(frozen=True)
class Slot:
    """What is fixed before an item is drawn, as a balanced function of its index: so balance holds by construction."""

    index: int
    split: str
    tier: str
    letter: str = ""  # where the right option goes; empty for numeric tasks
    target: str = ""  # which of the task's `targets` the answer must be; empty if it has none
    scene: Scene | None = None  # for tasks that ask several things about one scene: the scene …
    member: int = 0  # … and which of those this item is

    def allows(self, situation: str) -> bool:
        """Return whether the situation belongs to this slot's split."""
        return seeds.split_of(situation) == self.split


@dataclass(frozen=True)
class Offer:
    """An option before it is drawn: a text or a drawing, with its meaning and how it misses the key."""

    text: str = ""
    drawing: Any = None
    label: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Draft:
    """An item before it is drawn. Drawings are data that know no renderer; `render.draw` turns them into pictures."""

    question: str
    drawings: tuple[Any, ...]
    options: tuple[Offer, ...]
    answer: Answer
    truth: Json
    situation: str
    subtype: str = ""
    tags: Json = field(default_factory=dict)  # over and above the task's own
    groups: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    text_form: str = ""


Maker = Callable[[Any, Slot, np.random.Generator], Draft]  # params, slot, rng; raises Refused


@dataclass(frozen=True)
class Task:
    """One kind of question. `truth` documents every field of the recorded truth, in words an outsider can follow."""

    name: str
    version: int
    title: str
    quadrant: str
    capabilities: tuple[str, ...]
    make: Maker
    solve: Callable[[Json], Answer]
    truth: Mapping[str, str]
    params: type
    frame: str  # whose left, right, up and down the question speaks of
    stated: str = ""  # the words, in every question, that state its frame; the contract asks for them
    tiers: tuple[str, ...] = TIERS
    options: int | Mapping[str, int] = 4  # how many answers are offered, by tier where that differs; 0 for a number
    targets: tuple[str, ...] = ()
    factors: tuple[str, ...] = ()
    verify: Callable[[Json, tuple[Any, ...]], None] | None = None  # truth, frames; raises Refused
    family: int = 1  # how many items are asked about one scene, which tasks share: drawn once, kept or refused whole
    scenes: str = ""  # the kind of scene (see `place`) that the family is asked about; "own": one that `make` draws

    def __post_init__(self) -> None:
        if self.quadrant not in ("I-S", "I-D", "E-S", "E-D"):
            raise ValueError(f"task {self.name}: quadrant must be I-S, I-D, E-S or E-D, not {self.quadrant!r}")

    def tags(self, draft: Draft, tier: str = "") -> Json:
        """Return the tags of an item: those that all items of the task have, and the draft's own."""
        return {
            "quadrant": self.quadrant,
            "capabilities": list(self.capabilities),
            "factors": list(self.factors),
            "frame": self.frame,
            "tier": tier,
            **draft.tags,
        }

    def offered(self, tier: str) -> int:
        """Return how many answers an item of this tier offers."""
        return self.options if isinstance(self.options, int) else self.options[tier]

    def settings(self, values: Mapping[str, Any]) -> Any:
        """Return the task's parameters with `values` set; for an unknown name the error says which there are."""
        known = vars(self.params())
        for name, value in values.items():
            if name not in known:
                raise ValueError(f"task {self.name} has no setting {name!r}; it has {', '.join(known) or 'none'}")
            if not _like(value, known[name]):
                raise ValueError(f"setting {name} of task {self.name} is {value!r}, nothing like {known[name]!r}")
        return self.params(**values)


def _like(value: Any, usual: Any) -> bool:
    """Return whether a value may stand for the usual one: a finite number for a number, as many for several."""
    if isinstance(usual, tuple):
        several = isinstance(value, list | tuple) and len(value) == len(usual)
        return several and all(map(_like, value, usual))
    if isinstance(usual, float):
        return type(value) in (int, float) and isfinite(value)
    return type(value) is type(usual)


def balanced(path: tuple[str | int, ...], name: str, values: Sequence[str], number: int) -> str:
    """Return one of `values` for item `number`: each run of k items holds each of k values exactly once.

    The order within a run is drawn anew for each run, so the sequence of keys gives nothing away.
    """
    if not values:
        return ""
    run, place = divmod(number, len(values))
    order = seeds.generator(*path, "slot", name, run).permutation(len(values))
    return values[int(order[place])]


def slot(task: Task, path: tuple[str | int, ...], split: str, index: int) -> Slot:
    """Return the slot of item `index`, its tier, letter and target each balanced over the task's items."""
    tier = balanced(path, "tier", task.tiers, index)
    letters = LETTERS[: task.offered(tier)]
    if task.family > 1:
        # Balanced over the halves of a family, and over its even and its odd members: a set may hold either.
        scene, member = divmod(index, task.family)
        letter = balanced(path, "letter", letters, scene * len(letters) + (member // 2 + member % 2 * 2) % len(letters))
    elif isinstance(task.options, int):
        letter = balanced(path, "letter", letters, index)
    else:  # tiers with letters of their own are balanced each by itself
        letter = balanced(path, f"letter {tier}", letters, index // len(task.tiers))
    return Slot(index, split, tier, letter, balanced(path, "target", task.targets, index))


def only(right: Iterable[bool]) -> Choice:
    """Return the one option that is right; refuse when none or several are."""
    letters = [letter for letter, is_right in zip(LETTERS, right) if is_right]
    if len(letters) != 1:
        raise Refused(f"{len(letters)} options are right" if letters else "no option is right")
    return Choice(letters[0])


def arrange(slot: Slot, offers: list[Offer], key: int, rng: np.random.Generator) -> tuple[list[int], tuple[Offer, ...]]:
    """Return the order of presentation that puts offer `key` at the slot's letter, and the offers in that order."""
    others = [int(i) for i in rng.permutation(len(offers)) if i != key]
    place = LETTERS.index(slot.letter)
    order = [*others[:place], key, *others[place:]]
    return order, tuple(offers[i] for i in order)
