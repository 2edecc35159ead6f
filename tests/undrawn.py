"""Whole item sets without their pictures, in seconds to minutes: for models that look at the truth and at no pixel.

The questions are those that `vantage make` asks, save for what only pictures decide: no draw is refused because two
options look alike, and what is measured in pixels (`visible`) is missing from the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import pyarrow as pa

from tests import fabricated
from vantage import seeds, tasks
from vantage.analysis import table as tables
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.item import Item
from vantage.making import make, suite
from vantage.making.drafting import to_item
from vantage.making.suite import FREE, Counts
from vantage.running.run_folder import Run
from vantage.task import Refused


@dataclass(frozen=True)
class Undrawn:
    """Items in memory, with all that a run and a table of outcomes need of a data set."""

    made: tuple[Item, ...]
    manifest: Mapping[str, Any]
    folder: Path = Path("undrawn")

    @property
    def digest(self) -> str:
        """A name for the exact items."""
        return seeds.digest(*(f"{item.id} {item.attempt}" for item in self.made))

    def __len__(self) -> int:
        return len(self.made)

    def items(self) -> Iterator[Item]:
        """Yield the items."""
        return iter(self.made)

    head = items


@cache
def items(name: str, n: int = 0, spread: int = 0, seed: int = 0, keep: Path | None = None) -> Undrawn:
    """Return a suite's items: those of its default size, or `n` of each task; kept in a folder, they are made once.

    With `spread` the items of each task that shares scenes are spread over so many scenes.
    """
    if keep:
        folder = keep / f"{name}-{n or 'default'}-s{seed}" / f"spread-{spread}"
        kept = dataset.load(folder) if folder.exists() else written(items(name, n, spread, seed), folder)
        return Undrawn(tuple(kept.items()), kept.manifest, folder)
    found = suite.get(name)
    size = FREE if n else found.default
    found = replace(found, spread={**found.spread, **({size: spread} if spread else {})})
    counts: Counts = {"test": dict.fromkeys(found.tasks, n)} if n else found.size(size)
    seen: set[str] = set()
    made = tuple(item for job in make.jobs(found, size, counts, seed, {}) for item in _fresh(job, seen))
    return Undrawn(made, {"suite": name, "size": size, "seed": seed, "title": found.title})


def _fresh(job: make.Job, seen: set[str]) -> list[Item]:
    """Return the items of the first attempt that is not refused and repeats no question in `seen`, which it joins."""
    for attempt in range(make.ATTEMPTS):
        try:
            some = [_item(order, attempt) for order in job]
        except Refused:
            continue
        found = {item.logical for item in some}
        if len(found) == len(some) and not found & seen:
            seen |= found
            return some
    raise AssertionError(f"{make.ATTEMPTS} draws were refused for {job[0].id}")


def _item(order: make.Order, attempt: int) -> Item:
    task = tasks.get(order.task)
    where, draft = make.attempted(order, attempt)
    due = {"target": where.target} if where.target else {}
    return to_item(
        task,
        draft,
        draft.truth,
        [b""] * len(draft.drawings),
        [None if offer.drawing is None else b"" for offer in draft.options],
        id=order.id,
        suite=order.suite,
        split=where.split,
        tags={**due, **task.tags(draft, where.tier)},
        attempt=attempt,
    )


def written(data: Undrawn, folder: Path) -> DataSet:
    """Write items as a data set, with empty pictures, and open it, for what reads data sets and runs on disk."""
    header = {"licence": "cc0-1.0", "tasks": {}, **data.manifest}
    return dataset.write(folder, header, data.made)


def run(model: str, data: Undrawn, say: Callable[[Item], str | None]) -> Run:
    """Return the run of a model that says `say(item)`; None is silence: an answer came, and it is empty."""
    return fabricated.run(model, data, lambda item: say(item) or "")


def table(data: Undrawn, runs: Iterable[Run]) -> pa.Table:
    """Return the table of outcomes of runs on these items."""
    return tables.table(cast(DataSet, data), runs)  # which asks for the items' heads alone
