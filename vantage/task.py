"""What a task is: a maker of drafts and an independent solver, connected only by the recorded truth.

`make` builds a question from its answer; `solve` sees only the recorded truth and must reach the same answer in
another way. So a mistake goes unnoticed only if it is made twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, ClassVar, Protocol

import numpy as np

from vantage import seeds
from vantage.item import LETTERS, Answer, Choice, Json
from vantage.scene import SQUARE, Lens, Scene
from vantage.telling import Explain
from vantage.walk import Walk

TIERS = ("easy", "medium", "hard")
QUADRANTS = ("I-S", "I-D", "E-S", "E-D")  # within one object or between several; as it is, or changed in mind
CAPABILITIES = {
    "MM": "metric measurement",
    "MR": "mental reconstruction",
    "SR": "spatial relations",
    "PT": "perspective taking",
    "DA": "deformation and assembly",
    "CR": "comprehensive reasoning",
}  # as EASI names them
# As tests for people name them: Table 5 of Spatial-DISE says which its tasks need, and we say it of the others.
ABILITIES = ("perception", "relation", "orientation", "mental rotation", "visualization")
FRAMES = ("object", "picture", "observer", "egocentric", "allocentric")  # whose left, right, up and down


class Refused(Exception):
    """A draw cannot become a fair item: the next attempt tries the same slot again."""


class Mistake(ValueError):
    """A user's mistake that shows only while an item is made; any other ValueError there is a fault of the task."""


class Drawing(Protocol):
    """What is to be seen, as frozen data: equal drawings give equal pictures.

    `painter` names the function that paints it, "module:function". It is imported when it is first needed and called
    with the drawing and a size; it returns a square RGB picture of that size or, if there is depth, a `Frame`.
    """

    painter: ClassVar[str]


class Sitter(Protocol):
    """Who or what is portrayed, whichever way its pictures come: built and rendered, or photographed from some sides.

    A turn is in degrees, counter-clockwise seen from above; at 0 the sitter faces the camera.
    """

    @property
    def kind(self) -> str:
        """What a question calls it."""

    @property
    def situation(self) -> str:
        """A digest of who it is."""

    def shows(self, *turns: float) -> bool:
        """Return whether there are pictures of it at all these turns."""

    def portrait(self, turn: float, studio: int) -> Drawing:
        """Return its picture at a turn; `studio` is the set-up of backdrop and light where that can be chosen."""

    def recorded(self) -> dict[str, str | int]:
        """Return it as the truth records it: kind, palette and individual."""


@dataclass(frozen=True)
class Slot:
    """What is fixed before an item is drawn: a function of its index, balanced over all indices."""

    index: int
    split: str
    tier: str
    letter: str = ""  # where the right option goes; empty for numeric tasks
    target: str = ""  # which of the task's `targets` the answer must be; empty if it has none
    scene: Scene | None = None  # the scene, for tasks that ask several questions about one scene
    walk: Walk | None = None  # the walk, for tasks that ask about one
    member: int = 0  # which of those questions this item is
    among: tuple[str, ...] = ()  # the kinds of thing that a scene may show; empty: all built-in kinds
    wording: int = 0  # which of the task's wordings asks the question
    lens: Lens = SQUARE  # of the camera that sees a scene
    subtype: str = ""  # which of the task's subtypes the item is; empty if it has none
    cast: tuple[Sitter, ...] = ()  # who may be portrayed: the first is, others may be; empty: any that can be built

    def allows(self, situation: str) -> bool:
        """Return whether the situation belongs to this slot's split."""
        return seeds.split_of(situation) == self.split


@dataclass(frozen=True)
class Offer:
    """An option before it is drawn: a text or a drawing, its meaning (`label`), and how it misses the key (`rule`)."""

    text: str = ""
    drawing: Drawing | None = None
    label: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Draft:
    """An item before it is drawn. Drawings are plain data; `render.draw` turns them into pictures."""

    question: str
    drawings: tuple[Drawing, ...]
    options: tuple[Offer, ...]
    answer: Answer
    truth: Json
    situation: str
    subtype: str = ""
    tags: Json = field(default_factory=dict)  # in addition to the task's own
    groups: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    text_form: str = ""


Maker = Callable[[Any, Slot, np.random.Generator], Draft]  # params, slot, rng; raises Refused


@dataclass(frozen=True)
class SideDoor:
    """A lazy way to the answer, which looks at the question and skips the skill that the task is about.

    `rule` sees the truth, as `solve` does, but uses only what the name says. It returns a score for each option: the
    highest is picked, and where several tie the pick is random. For a numeric task it returns the number alone.
    """

    name: str
    rule: Callable[[Json], Sequence[float]]
    limits: Mapping[str, float]  # for each tier the share of items that the rule may get right
    reason: str = ""  # why more than chance is in order


@dataclass(frozen=True)
class Prior:
    """How near a guess may come that sees no picture, as mean relative accuracy."""

    constant: float  # of the best constant
    named: float = 0.0  # of who knows what is usual of the things named; 0: little more than the best constant
    tiers: frozenset[str] = frozenset()  # those that `named` is about; none: all


@dataclass(frozen=True)
class Fact:
    """Something about an item that may decide whether a model gets it: `of` reads it from the truth.

    `words` complete a sentence such as "is weak …": "with {} folds", "where the first fold is {}". A number is also put
    there as "3 or more" and "at most 2".
    """

    words: str
    of: Callable[[Json], Any]
    about: str = ""  # what the page on truth says of it; empty: the words say it


@dataclass(frozen=True)
class Strategy:
    """A way to answer other than the right one, which a model may follow: "swaps front and behind".

    `rule` sees the truth, as that of a side door does. It returns a score for each option, of which the highest is
    taken, or a number for a task that asks for one. Side doors are strategies too, and need not be repeated.
    """

    says: str  # completes a sentence about a model: "goes by the first fold alone"
    rule: Callable[[Json], Sequence[float] | float]


@dataclass(frozen=True)
class Subtype:
    """A kind of item of which a suite can ask for a number of its own."""

    options: int
    series: str = ""  # subtypes of one series ask the same questions in several ways; empty: it is a series by itself
    run: int = 1  # how many of its items in a row ask one question in several ways
    targets: tuple[str, ...] = ()  # as those of a task; the same for all subtypes of a series


@dataclass(frozen=True)
class Task:
    """One kind of question. `truth` documents every field of the recorded truth, in words that outsiders understand."""

    name: str
    version: int
    title: str
    quadrant: str
    capabilities: tuple[str, ...]
    make: Maker
    solve: Callable[[Json], Answer]
    truth: Mapping[str, str]
    params: type
    frame: str  # whose left, right, up and down the question means
    stated: str | tuple[str, ...] = ""  # words that state the frame; each question has one of them
    tiers: tuple[str, ...] = TIERS
    options: int | Mapping[str, int] = 4  # how many options an item has, per tier if they differ; 0 for a number
    targets: tuple[str, ...] = ()
    factors: tuple[str, ...] = ()
    verify: Callable[[Json, tuple[Any, ...]], None] | None = None  # truth, frames; raises Refused
    measured: Callable[[Json, tuple[Any, ...]], Json] | None = None  # truth, frames; what only pixels add to the truth
    family: int = 1  # how many items are about one shared scene; they are all kept or all refused
    # The kind of scene (see `place`) that the items are about; "walk": each is about a walk, which all tasks share that
    # ask about one; "own": `make` draws the scene itself.
    scenes: str = ""
    portraits: bool = False  # whether it shows portraits
    side_doors: tuple[SideDoor, ...] = ()
    abilities: tuple[str, ...] = ()
    wordings: int = 1  # how many wordings it has, which all ask the same
    misread: Callable[[str, Sequence[str], Json], str] | None = None  # how question and options differ from the truth
    subtypes: Mapping[str, Subtype] = field(default_factory=dict)
    prior: Prior | None = None  # of a number scored by nearness
    facts: Mapping[str, Fact] = field(default_factory=dict)  # what a diagnosis may find that failures depend on
    strategies: tuple[Strategy, ...] = ()  # what a model may do instead of the task, beside the side doors
    explain: Explain | None = None  # the steps of a worked solution

    def __post_init__(self) -> None:
        for what, values, known in (
            ("quadrant", (self.quadrant,), QUADRANTS),
            ("capability", self.capabilities, CAPABILITIES),
            ("ability", self.abilities, ABILITIES),
            ("frame", (self.frame,), FRAMES),
        ):
            for value in values:
                if value not in known:
                    raise ValueError(f"task {self.name}: {what} must be one of {', '.join(known)}, not {value!r}")
        for door in self.side_doors:
            if set(door.limits) != set(self.tiers):
                raise ValueError(f"task {self.name}: {door.name!r} needs a limit for each of {', '.join(self.tiers)}")

    def tags(self, draft: Draft, tier: str = "") -> Json:
        """Return the tags of an item: those of the task, and those of the draft."""
        return {
            "quadrant": self.quadrant,
            "capabilities": list(self.capabilities),
            "abilities": list(self.abilities),
            "factors": list(self.factors),
            "frame": self.frame,
            "tier": tier,
            **draft.tags,
        }

    @property
    def lit(self) -> bool:
        """Whether its pictures are of something lit: a scene, a walk or a portrait."""
        return self.portraits or bool(self.scenes)

    def series(self, subtype: str) -> str:
        """Return the name of the series that a subtype belongs to; empty for a task without subtypes."""
        return self.subtypes[subtype].series or subtype if subtype else ""

    def offered(self, tier: str, subtype: str = "") -> int:
        """Return how many options an item of this tier or subtype has."""
        if subtype:
            return self.subtypes[subtype].options
        return self.options if isinstance(self.options, int) else self.options[tier]

    def settings(self, values: Mapping[str, Any]) -> Any:
        """Return the task's parameters with `values` set; for an unknown name, the error lists the known ones."""
        known = vars(self.params())
        for name, value in values.items():
            if name not in known:
                raise ValueError(f"task {self.name} has no setting {name!r}; it has {', '.join(known) or 'none'}")
            if not _like(value, known[name]):
                raise ValueError(f"setting {name} of task {self.name} is {value!r}; it must be like {known[name]!r}")
        return self.params(**values)


def _like(value: Any, usual: Any) -> bool:
    """Return whether a value may replace the default: of the same type, numbers finite, tuples of the same length."""
    if isinstance(usual, tuple):
        several = isinstance(value, list | tuple) and len(value) == len(usual)
        return several and all(map(_like, value, usual))
    if isinstance(usual, float):
        return type(value) in (int, float) and isfinite(value)
    return type(value) is type(usual)


def balanced(path: tuple[str | int, ...], name: str, values: Sequence[str], number: int) -> str:
    """Return one of `values` for item `number`: each run of k items (0 to k-1, k to 2k-1, …) has each of k values once.

    Each run of k items has its own random order, so the sequence gives nothing away.
    """
    if not values:
        return ""
    run, place = divmod(number, len(values))
    order = seeds.generator(*path, "slot", name, run).permutation(len(values))
    return values[int(order[place])]


def drawn(path: tuple[str | int, ...], name: str, values: Sequence[str], number: int) -> str:
    """Return one of `values` for item `number`, whatever the others have."""
    return values[int(seeds.generator(*path, "slot", name, number).integers(len(values)))] if values else ""


def shared_out(split: str) -> Callable[[tuple[str | int, ...], str, Sequence[str], int], str]:
    """Return how answers are given to the items of a split: `balanced`, or `drawn` where readers learn their results.

    Training items are shown with feedback: a reader who counts would know the last letter of every balanced run.
    """
    return drawn if split == "train" else balanced


def slot(task: Task, path: tuple[str | int, ...], split: str, index: int, subtype: str = "", tier: str = "") -> Slot:
    """Return the slot of item `index`; tier, letter and target are each shared out evenly over the task's items.

    Where a `tier` is named, all items are of that tier.
    Items with a subtype are counted within it; where none is named, subtypes come in turn. Those of one series at one
    index share all draws, so that they differ in nothing but what their subtypes vary.
    """
    if task.subtypes and not subtype:
        index, number = divmod(index, len(task.subtypes))
        subtype = [*task.subtypes][number]
    if subtype:
        return _slot_in_series(task, task.subtypes[subtype], (*path, task.series(subtype)), split, index, subtype)
    tier, share = tier or balanced(path, "tier", task.tiers, index), shared_out(split)
    letters = LETTERS[: task.offered(tier)]
    if share is drawn:
        letter = share(path, "letter", letters, index)
    elif task.family > 1:
        # Balanced over each half of a family, and over its even and its odd members: a data set may hold only those.
        scene, member = divmod(index, task.family)
        letter = share(path, "letter", letters, scene * len(letters) + (member // 2 + member % 2 * 2) % len(letters))
    elif isinstance(task.options, int):
        letter = share(path, "letter", letters, index)
    else:  # tiers differ in their number of options, so each tier is balanced by itself
        letter = share(path, f"letter {tier}", letters, index // len(task.tiers))
    return Slot(index, split, tier, letter, share(path, "target", task.targets, index))


def _slot_in_series(
    task: Task, kind: Subtype, path: tuple[str | int, ...], split: str, index: int, subtype: str
) -> Slot:
    share, question = shared_out(split), index // kind.run
    letter = share(path, "letter", LETTERS[: kind.options], index)
    target = share(path, "target", kind.targets, question)
    return Slot(question, split, task.tiers[0], letter, target, member=index % kind.run, subtype=subtype)


def only(right: Iterable[bool]) -> Choice:
    """Return the one option that is right; raise Refused if there is none or more than one."""
    letters = [letter for letter, is_right in zip(LETTERS, right) if is_right]
    if len(letters) != 1:
        raise Refused(f"{len(letters)} options are right" if letters else "no option is right")
    return Choice(letters[0])


def arrange(slot: Slot, offers: list[Offer], key: int, rng: np.random.Generator) -> tuple[list[int], tuple[Offer, ...]]:
    """Return a random order that puts offer `key` at the slot's letter, and the offers in that order."""
    others = [int(i) for i in rng.permutation(len(offers)) if i != key]
    place = LETTERS.index(slot.letter)
    order = [*others[:place], key, *others[place:]]
    return order, tuple(offers[i] for i in order)
