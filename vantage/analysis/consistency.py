"""What answers about one scene from several sides have in common: consistency, confusions, and kinds of error.

An answer about a view makes a claim about the scene. Mapped to one frame, the claims of an observer who keeps the scene
in mind are the same from every side, right or wrong. All numbers come from the table of outcomes, joined with
the items that it speaks of.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from vantage.geometry import DIAGONAL, DIRECTIONS, ORTHOGONAL
from vantage.item import Item
from vantage.scene import AZIMUTHS
from vantage.scenes.viewpoints import CYCLE, OBLIQUE, STRAIGHT
from vantage.stats import metrics

if TYPE_CHECKING:
    import pyarrow as pa

VIEWS = {"orthogonal": STRAIGHT, "diagonal": OBLIQUE, "all": AZIMUTHS}
MOVED = ("consistency_ego", "updating_ego")  # tasks whose answer turns with the observer


@dataclass(frozen=True)
class Given:
    """An answer to an item; `chosen` is the label of the option, None where none was chosen."""

    model: str
    asked: tuple[str, int]  # condition and repeat
    item: Item
    chosen: str | None

    @cached_property
    def key(self) -> str:
        """The label of the right option."""
        return self.item.options[self.item.key].label

    @property
    def right(self) -> bool:
        """Whether the right option was chosen."""
        return self.chosen == self.key

    @property
    def azimuth(self) -> int:
        """The side from which the scene was shown."""
        return int(self.item.tags["azimuth"])

    @property
    def tempted(self) -> bool:
        """Whether another's perspective is asked for, and what the camera sees is offered as a wrong option."""
        camera = self.item.tags.get("camera", self.key)
        return camera != self.key and camera in {option.label for option in self.item.options}

    @property
    def claim(self) -> int:
        """What the answer says about the scene: the same number from every side if consistent; -1: nothing chosen."""
        if self.chosen is None:
            return -1
        turned = self.azimuth // 45 if self.item.task in MOVED else 0
        return (CYCLE.index(self.chosen) - turned) % len(CYCLE)


def given(table: pa.Table, items: Iterable[Item]) -> list[Given]:
    """Return the answers in a table to those of its items that are asked about views; failed requests are left out."""
    known = {item.id: item for item in items if item.options and "azimuth" in item.tags and "view" in item.groups}
    names = ("model", "item", "condition", "repeat", "outcome", "chosen_label")
    rows = zip(*(table[name].to_pylist() for name in names))
    return [
        Given(model, (condition, repeat), known[item], label)
        for model, item, condition, repeat, outcome, label in rows
        if item in known and outcome != "failed"
    ]


@dataclass(frozen=True)
class Consistency:
    """How often a model agrees with itself over a set of views of a scene, and how often it is right in all of them."""

    model: str
    task: str
    views: str
    scenes: int
    left_out: int  # scenes without an answer to each of the views
    agrees: float
    agrees_low: float
    agrees_high: float
    right: float
    right_low: float
    right_high: float


def consistency(
    answers: Iterable[Given], views: Mapping[str, Sequence[int]] = VIEWS, level: float = metrics.LEVEL
) -> list[Consistency]:
    """Return the consistency of each model in each task over each of the named sets of views."""
    found = []
    for (model, task), some in _grouped(answers, lambda one: (one.model, one.item.task)):
        for name, azimuths in views.items():
            within = [one for one in some if one.azimuth in azimuths]
            numbers: dict[Any, int] = {}
            scene = [numbers.setdefault((one.asked, one.item.groups["view"][0]), len(numbers)) for one in within]
            claim, right = [one.claim for one in within], [one.right for one in within]
            agrees, is_right, n, left_out = metrics.view_consistency(scene, claim, right, len(azimuths))
            scenes = len({key[1] for key in numbers}) * n / len(numbers) if numbers else 0
            ends = [metrics.wilson(share * scenes if n else 0, scenes, level) for share in (agrees, is_right)]
            (low, high), (right_low, right_high) = ((float(a), float(b)) for a, b in ends)
            found.append(
                Consistency(model, task, name, n, left_out, agrees, low, high, is_right, right_low, right_high)
            )
    return found


@dataclass(frozen=True)
class Confusion:
    """What a model chose for each right direction of a group, and which directions it never chooses."""

    model: str
    task: str
    group: str
    labels: tuple[str, ...]
    counts: metrics.Array  # (4, 4): right x chosen
    shares: metrics.Array  # the same, each row as shares
    never: tuple[str, ...]
    left_right: float  # how often left and right are exchanged where one of them is right
    front_behind: float  # the same for front and behind


def confusions(answers: Iterable[Given]) -> list[Confusion]:
    """Return the confusion matrix of each model, task and group of directions, over the answers that made a choice."""
    found = []
    said = (one for one in answers if one.chosen is not None)
    for (model, task, group), alike in _grouped(said, lambda one: (one.model, one.item.task, one.item.tags["group"])):
        labels = ORTHOGONAL if group == "orthogonal" else DIAGONAL
        due, chosen = ([labels.index(label) for label in some] for some in zip(*((o.key, o.chosen) for o in alike)))
        counts = metrics.confusion(due, chosen, len(labels))
        never = tuple(labels[k] for k in metrics.never_chosen(counts))
        swaps = [metrics.accuracy([hit for _, hit in swapped(alike, words)]) for words in SIDES]
        found.append(Confusion(model, task, group, labels, counts, metrics.row_shares(counts), never, *swaps))
    return found


SIDES = (("left", "right"), ("front", "behind"))


def swapped(answers: Iterable[Given], words: tuple[str, str]) -> list[tuple[Given, bool]]:
    """Return the answers where one of two opposite words was right, and whether its opposite was chosen."""
    found = []
    for one in answers:
        due = [word for word in words if word in one.key.split("-")]
        if due and one.chosen is not None:
            found.append((one, words[1 - words.index(due[0])] in one.chosen.split("-")))
    return found


@dataclass(frozen=True)
class Updating:
    """How the answers to one kind of imagined walk came out, by kind of error."""

    model: str
    angle: int
    group: str
    counts: Mapping[str, int]  # metrics.UPDATING_ERRORS -> how many
    predicted: Mapping[str, int]  # each direction -> how often it was chosen


def updating(answers: Iterable[Given]) -> list[Updating]:
    """Return the kinds of error of each model in updating_ego, by angle and group of directions."""
    walks = (one for one in answers if one.item.task == "updating_ego" and one.chosen is not None)
    found = []
    for (model, angle, group), some in _grouped(
        walks, lambda one: (one.model, one.item.tags["angle"], one.item.tags["group"])
    ):
        kinds = Counter(errors(some))
        words = Counter(one.chosen for one in some)
        counts = {name: kinds[name] for name in metrics.UPDATING_ERRORS}
        found.append(Updating(model, angle, group, counts, {name: words[name] for name in DIRECTIONS if words[name]}))
    return found


def errors(walks: Sequence[Given]) -> list[str]:
    """Return the kind of error, or "right", of each answer about an imagined walk."""
    before = [CYCLE.index(one.item.tags["before"]) for one in walks]
    chosen = [CYCLE.index(one.chosen or "") for one in walks]
    steps = [one.item.tags["angle"] // 45 for one in walks]
    return [metrics.UPDATING_ERRORS[k] for k in metrics.updating_errors(before, chosen, steps)]


def _grouped(answers: Iterable[Given], key: Any) -> Iterable[tuple[Any, list[Given]]]:
    found: dict[Any, list[Given]] = defaultdict(list)
    for one in answers:
        found[key(one)].append(one)
    return found.items()
