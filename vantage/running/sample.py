"""Which items of a data set are asked: all, the first few, or a sample stratified by task and tier.

Samples of one data set are nested: the sample of 100 contains the sample of 50, so a run can grow. Items that ask one
question in several ways (other words, another order, with and without a premise) come all or not at all: half a set
tells nothing of what its variants change. So a sample may be a few items larger than asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from vantage import seeds
from vantage.item import VARIED, Item

Stratum = tuple[str, str]  # task and tier


@dataclass(frozen=True)
class Selection:
    """Which items: the first `limit`, a stratified sample of `sample`, or, with neither, all.

    `adaptive` is how many of them are asked, each chosen by the answers before it.
    """

    limit: int | None = None
    sample: int | None = None
    adaptive: int | None = None

    def __post_init__(self) -> None:
        if len(given := self.json()) > 1:
            both = " and ".join(f"--{name}" for name in given)
            raise ValueError(
                f"{both} are both given; a run takes the first items, a sample, or items chosen one by one"
            )
        for name, n in self.json().items():
            if n < 1:
                raise ValueError(f"--{name} must be at least 1, not {n}")

    def json(self) -> dict[str, int]:
        """Return the selection as it is recorded: {"sample": 50}, or {} for all items."""
        every = (("limit", self.limit), ("sample", self.sample), ("adaptive", self.adaptive))
        return {name: n for name, n in every if n is not None}


ALL = Selection()


def chosen(items: Iterable[Item], digest: str, selection: Selection) -> list[str]:
    """Return the ids of the selected items, in order; `digest` is that of their data set."""
    # Only ids, strata and sets are kept: the items of a large data set would not fit into memory.
    briefs = [
        (item.id, (item.task, str(item.tags.get("tier", ""))), _sets_of(item))
        for item in islice(items, selection.limit)
    ]
    if selection.sample is None:
        return [name for name, _, _ in briefs]
    whole = _joined([sets for _, _, sets in briefs])
    picked: set[int] = set()
    for unit in _order([briefs[unit[0]][1] for unit in whole], whole, digest):
        if len(picked) >= selection.sample:
            break
        picked.update(unit)
    return [name for place, (name, _, _) in enumerate(briefs) if place in picked]


def _sets_of(item: Item) -> list[tuple[str, str]]:
    """Return the sets of variants that an item belongs to."""
    return [(name, item.groups[name][0]) for name in VARIED if name in item.groups]


def _joined(sets: Sequence[list[tuple[str, str]]]) -> list[list[int]]:
    """Return the places of the items in lists: those that share a set, through others too, are in one."""
    units: dict[int, list[int]] = {}
    home: dict[tuple[str, str], int] = {}
    for place, some in enumerate(sets):
        unit = units[place] = [place]
        for other in {home[one] for one in some if one in home}:
            unit += units.pop(other)
        home.update(dict.fromkeys(some, place))
        if len(unit) > 1:
            home.update((one, place) for member in unit for one in sets[member])
    return [sorted(unit) for unit in units.values()]


def _order(strata: Sequence[Stratum], units: Sequence[list[int]], digest: str) -> list[list[int]]:
    """Return the units in the order in which a growing sample takes them.

    The units of each task and tier are shuffled and spread evenly over the order: where each is one item, item r of m
    gets rank (r + 1/2) / m. So every sample divides its places among tasks and tiers by Sainte-Laguë's rule.
    """
    members: defaultdict[Stratum, list[int]] = defaultdict(list)
    for number, stratum in enumerate(strata):
        members[stratum].append(number)
    order = []
    for (task, tier), numbers in members.items():
        rng = seeds.generator("sample", digest, task, tier)
        tie, before = float(rng.random()), 0
        size = sum(len(units[number]) for number in numbers)
        for number in rng.permutation(numbers).tolist():
            order.append(((before + len(units[number]) / 2) / size, tie, number))
            before += len(units[number])
    return [units[number] for _, _, number in sorted(order)]
