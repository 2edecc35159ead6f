"""Which item has which index in an endless mixture of tasks, as a pure function: nothing before an index is needed.

Indices come in blocks of one length, the smallest that every kind of unit divides. A unit is what is made together:
one item, the eight views of a scene, a question in all its variants. A block holds units of one size, each of a kind
that is drawn with its weight by the block's own generator. A unit's items are numbered by its place in the stream, so
weights may change from some block on without moving any other item.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from vantage import seeds, tasks
from vantage.assets import installed
from vantage.making import suite as suites
from vantage.making.make import Job, Order, frozen
from vantage.making.suite import Suite
from vantage.names import nearest

SPLITS = ("train", "validation")  # what may be trained on, and what training may be watched on; never test

What = str | Sequence[str] | Mapping[str, float]
Weights = Mapping[str, float]  # name of a kind -> its share of the items


@dataclass(frozen=True)
class Kind:
    """A kind of unit: a task of a suite in one tier, or one series of its subtypes."""

    suite: Suite
    task: str
    tier: str = ""
    series: str = ""

    @property
    def name(self) -> str:
        """Its name in weights and policies: "dise/rotation_3d:hard", "spin/identity:object"."""
        return f"{self.home}:{self.tier or self.series}" if self.tier or self.series else self.home

    @property
    def home(self) -> str:
        """The suite and the task: "dise/rotation_3d"."""
        return f"{self.suite.name}/{self.task}"

    @cached_property
    def subtypes(self) -> tuple[str, ...]:
        """The subtypes of the series; empty for a task without subtypes."""
        task = tasks.get(self.task)
        return tuple(name for name in task.subtypes if task.series(name) == self.series)

    @cached_property
    def size(self) -> int:
        """How many items are made together."""
        task = tasks.get(self.task)
        if self.series:
            return sum(task.subtypes[name].run for name in self.subtypes)
        return task.family * self.suite.wordings

    def job(self, number: int, split: str, seed: int, pixels: int, looks: bool = False) -> Job:
        """Return the orders of unit `number`."""
        task, size = tasks.get(self.task), f"stream-{split}" + (f"-{self.tier}" if self.tier else "")
        among = installed.kinds(self.suite.things)
        settings, suite = frozen(self.suite.tasks[self.task]), self.suite

        def order(index: int, subtype: str = "") -> Order:
            return Order(
                suite=suite.name, size=size, seed=seed, task=self.task, settings=settings,
                pixels=pixels or suite.pixels, split=split, index=index, keeps=suite.keeps, among=among,
                wordings=suite.wordings, lenses=suite.lenses, subtype=subtype, tier=self.tier, looks=looks,
            )  # fmt: skip

        if not self.series:
            return tuple(order(number * self.size + place) for place in range(self.size))
        runs = [(name, task.subtypes[name].run) for name in self.subtypes]
        return tuple(order(number * run + place, name) for name, run in runs for place in range(run))


def kinds(what: What, tier: str = "") -> dict[str, tuple[Kind, float]]:
    """Return the kinds of a mixture by name, each with its share of the items; one tier, or all in equal parts.

    `what` names suites ("dise"), tasks of suites ("dise/rotation_3d"), their tiers or series ("spin/turning:face") and
    suite files, and may give each a weight. A suite's weight is divided among its tasks. Tasks without tiers are in the
    mixture whichever tier is asked for.
    """
    wanted = {what: 1.0} if isinstance(what, str) else what if isinstance(what, Mapping) else dict.fromkeys(what, 1.0)
    if not wanted or not all(math.isfinite(weight) and weight > 0 for weight in wanted.values()):
        raise ValueError(f"a stream needs sources with weights above 0, not {dict(wanted)!r:.80}")
    found: dict[str, tuple[Kind, float]] = {}
    for name, weight in wanted.items():
        whole, _, part = (name, "", "") if name.endswith(".toml") else name.partition(":")
        suite = suites.get(whole)
        for task in suite.tasks:
            some = _of_task(suite.only(task), task, tier)
            if part:
                known = {kind.tier or kind.series: kind for kind in some}
                some = [known[nearest(part, known, f"tier or series in {suite.name}/{task}")]]
            share = weight / sum(wanted.values()) / len(suite.tasks) / len(some)
            for kind in some:
                same, before = found.get(kind.name, (kind, 0.0))
                if same != kind:
                    raise ValueError(f"{kind.name} is in two suites called {suite.name}; give one file another name")
                found[kind.name] = kind, share + before
    return found


def _of_task(suite: Suite, name: str, tier: str) -> list[Kind]:
    task = tasks.get(name)
    if task.subtypes:
        return [Kind(suite, name, series=series) for series in dict.fromkeys(map(task.series, task.subtypes))]
    if tier and any(task.tiers) and tier not in task.tiers:
        raise ValueError(f"task {name} has no tier {tier!r}; it has {', '.join(task.tiers)}")
    return [Kind(suite, name, one) for one in task.tiers if one == tier or not tier or not any(task.tiers)]


@dataclass(frozen=True)
class Unit:
    """The items that are made together at one place of the stream: where they begin, their kind and their orders."""

    first: int
    kind: str
    job: Job


@dataclass
class Plan:
    """An endless mixture: what stands at each index. `changes` are the weights, each from an index on."""

    sources: Mapping[str, tuple[Kind, float]]
    split: str
    seed: int
    pixels: int = 0
    looks: bool = False  # whether each item is drawn in a look of its own
    changes: list[tuple[int, dict[str, float]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise ValueError(f"a stream is of the split {' or '.join(SPLITS)}, not {self.split!r}: tests stay unseen")
        self.sizes = sorted({kind.size for kind, _ in self.sources.values()})
        self.block = math.lcm(*self.sizes)
        if not self.changes:
            self.changes = [(0, {name: share for name, (_, share) in self.sources.items()})]

    def change(self, index: int, weights: Weights) -> None:
        """Set the weights from `index` on, which is rounded up to the beginning of a block."""
        index = -(-index // self.block) * self.block
        if index < self.changes[-1][0]:
            raise ValueError(f"weights are set already from index {self.changes[-1][0]:,} on, so not from {index:,}")
        if set(weights) != set(self.sources) or min(weights.values()) < 0 or not sum(weights.values()) > 0:
            raise ValueError("weights name every kind of the stream, none is below 0 and some are above")
        if self.changes[-1][0] == index:
            self.changes.pop()
        self.changes.append((index, dict(weights)))

    def weights(self, index: int) -> Weights:
        """Return the weights that hold at an index."""
        return self.changes[bisect_right(self.changes, index, key=lambda change: change[0]) - 1][1]

    def unit(self, index: int) -> Unit:
        """Return the unit that the item at `index` belongs to."""
        return next(unit for unit in self.units(index // self.block) if index < unit.first + len(unit.job))

    def units(self, block: int) -> Iterator[Unit]:
        """Yield the units of a block in order."""
        begin = block * self.block
        shares = self.weights(begin)
        rng = seeds.generator("stream", self.split, self.seed, block)
        by_size = [sum(shares[name] for name, (kind, _) in self.sources.items() if kind.size == n) for n in self.sizes]
        size = self.sizes[_drawn(by_size, float(rng.random()))]
        names = [name for name, (kind, _) in self.sources.items() if kind.size == size]
        for first in range(begin, begin + self.block, size):
            name = names[_drawn([shares[one] for one in names], float(rng.random()))]
            kind = self.sources[name][0]
            yield Unit(first, name, kind.job(first // size, self.split, self.seed, self.pixels, self.looks))


def _drawn(weights: Sequence[float], point: float) -> int:
    """Return the place at which a point of [0, 1) falls when weights are laid end to end."""
    left = point * sum(weights)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return max(place for place, weight in enumerate(weights) if weight > 0)  # rounding, at the very end
