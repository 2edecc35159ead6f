"""Which items of a data set are asked: all, the first few, or a sample stratified by task and tier.

Samples of one data set are nested: the sample of 100 contains the sample of 50, so a run can grow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from vantage import seeds
from vantage.item import Item

Stratum = tuple[str, str]  # task and tier


@dataclass(frozen=True)
class Selection:
    """Which items: the first `limit`, a stratified sample of `sample`, or, with neither, all."""

    limit: int | None = None
    sample: int | None = None

    def __post_init__(self) -> None:
        if self.limit is not None and self.sample is not None:
            raise ValueError("--limit and --sample are both given; a run takes the first items or a sample, not both")
        for name, n in self.json().items():
            if n < 1:
                raise ValueError(f"--{name} must be at least 1, not {n}")

    def json(self) -> dict[str, int]:
        """Return the selection as it is recorded: {"sample": 50}, or {} for all items."""
        return {name: n for name, n in (("limit", self.limit), ("sample", self.sample)) if n is not None}


ALL = Selection()


def chosen(items: Iterable[Item], digest: str, selection: Selection) -> list[str]:
    """Return the ids of the selected items, in order; `digest` is that of their data set."""
    # Only ids and strata are kept: the items of a large data set would not fit into memory.
    briefs = [(item.id, (item.task, str(item.tags.get("tier", "")))) for item in islice(items, selection.limit)]
    if selection.sample is None:
        return [name for name, _ in briefs]
    picked = set(_order([stratum for _, stratum in briefs], digest)[: selection.sample])
    return [name for place, (name, _) in enumerate(briefs) if place in picked]


def _order(strata: Sequence[Stratum], digest: str) -> list[int]:
    """Return the positions of all items in the order in which a growing sample takes them.

    The items of each task and tier are shuffled and spread evenly over the order: item r of m gets rank (r + 1/2) / m.
    So every sample divides its places among tasks and tiers by Sainte-Laguë's rule.
    """
    members: defaultdict[Stratum, list[int]] = defaultdict(list)
    for place, stratum in enumerate(strata):
        members[stratum].append(place)
    order = []
    for (task, tier), places in members.items():
        rng = seeds.generator("sample", digest, task, tier)
        tie = float(rng.random())
        order += [((rank + 0.5) / len(places), tie, int(place)) for rank, place in enumerate(rng.permutation(places))]
    return [place for _, _, place in sorted(order)]
