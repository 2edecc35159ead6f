"""What making a data set will take, before it is made: measured on a few of its own items, here and now."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from io import BytesIO

from vantage import parallel, seeds
from vantage.data import schema
from vantage.data.dataset import SHARD_ROWS
from vantage.item import Item
from vantage.making.make import Job, counted, jobs, together
from vantage.making.suite import Suite
from vantage.photoreal import blender

SECONDS = 2.0  # of CPU that the sample of a task may take, once it has a few jobs
FEW = 4  # jobs of a task that are made in any case; before them one that does not count, since it may compile
MOST = 64  # jobs of a task that are kept at least to choose from
QUESTION = 200  # bytes that the search for duplicates keeps of each item


@dataclass(frozen=True)
class Need:
    """What the items of one task need, by a sample of them."""

    task: str
    items: int
    sampled: int
    cpu: float  # seconds for each item, of one core
    size: float  # bytes for each item, as shards hold it


@dataclass(frozen=True)
class Forecast:
    """What a data set needs; sizes are in bytes, times in seconds."""

    needs: tuple[Need, ...]
    shards: int
    worker: int  # memory of each process that makes items
    writer: int  # memory of the process that writes them

    @property
    def items(self) -> int:
        """How many items there are."""
        return sum(need.items for need in self.needs)

    @property
    def cpu(self) -> float:
        """CPU-seconds for all of them."""
        return sum(need.items * need.cpu for need in self.needs)

    @property
    def size(self) -> float:
        """Bytes of all shards."""
        return sum(need.items * need.size for need in self.needs)

    def seconds(self, cores: int) -> float:
        """Return how long so many cores take; those of a cluster make a shard each, so a small set cannot use many."""
        return self.cpu / (min(cores, self.shards) if cores > parallel.cores() else cores)


def forecast(suite: Suite, size: str, n: int, split: str, seed: int) -> Forecast:
    """Return what a data set needs."""
    size, counts = counted(suite, size, n, split)
    spread: dict[str, _Spread] = defaultdict(_Spread)
    rows: dict[str, int] = defaultdict(int)
    for job in jobs(suite, size, counts, seed, {}):
        spread[", ".join(dict.fromkeys(order.task for order in job))].add(job)
        rows[job[0].split] += len(job)
    needs = tuple(_need(task, some) for task, some in spread.items())
    shards = sum(-(-held // SHARD_ROWS) for held in rows.values())
    worker = _peak()
    return Forecast(needs, shards, worker, worker + QUESTION * sum(rows.values()))


@dataclass
class _Spread:
    """Counts the items of jobs, and keeps some of the jobs, from all over them."""

    items: int = 0
    jobs: int = 0
    kept: list[Job] = field(default_factory=list)
    every: int = 1

    def add(self, job: Job) -> None:
        """Count a job; keep it if its turn has come."""
        if self.jobs % self.every == 0:
            self.kept.append(job)
        self.items, self.jobs = self.items + len(job), self.jobs + 1
        if len(self.kept) == 2 * MOST:
            self.kept, self.every = self.kept[::2], 2 * self.every


def _need(task: str, some: _Spread) -> Need:
    """Make a few of a task's jobs and measure."""
    together(tuple(replace(order, samples=0) for order in some.kept[0]))
    few = 1 if some.kept[0][0].samples else FEW
    # Not in their order: the time may be up before all are made, and those that were should come from all over.
    shuffled = seeds.generator("forecast").permutation(len(some.kept))
    made: list[Item] = []
    begun = _spent()
    for number, place in enumerate(shuffled):
        if number >= few and _spent() - begun > SECONDS:
            break
        made += together(some.kept[place])
    spent = _spent() - begun
    buffer = BytesIO()
    schema.write(buffer, made)
    return Need(task, some.items, len(made), spent / len(made), len(buffer.getvalue()) / len(made))


def _spent() -> float:
    """Return the CPU-seconds of this process, and of the Blender that draws for it."""
    return time.process_time() + (blender.running().spent if os.environ.get(blender.VARIABLE) else 0.0)


def _peak() -> int:
    """Return the most memory that this process has had, which has made items of every task."""
    found = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return found if sys.platform == "darwin" else found * 1024
