"""Whole shards made far away: a cluster makes each by itself, one process here looks for duplicates and lists them.

A shard holds the same items wherever and in whatever order the shards are made. At a URL the node that made a shard
also puts it there; otherwise its bytes come here. So this process needs no more memory for many shards than for few.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any

from vantage.data import schema
from vantage.data.dataset import Writer, entry, shard_name
from vantage.data.place import Where, at
from vantage.item import Item
from vantage.parallel import Engine

Job = tuple[Any, ...]  # orders that are made together
Again = Callable[[Job, int], list[Item]]  # makes the items of a job at the first good attempt from a number on
Settle = Callable[[Job, int, Sequence[str]], list[Item] | None]  # the items to take instead of those made, if any


@dataclass(frozen=True)
class Plan:
    """What a shard holds: the items of some jobs, without the first `skip` of them, which the shard before holds."""

    name: str
    jobs: tuple[Job, ...]
    skip: int
    rows: int

    @property
    def places(self) -> list[int]:
        """Where in the shard each job's items begin; the first job's may begin before it."""
        return [first - self.skip for first in accumulate(map(len, self.jobs), initial=0)][:-1]


@dataclass(frozen=True)
class Shard:
    """A shard that was made: its plan, how its jobs came out, how it is listed, and its bytes if they are here."""

    plan: Plan
    made: tuple[tuple[int, list[str]], ...]  # of each job: its attempt, and what its items ask
    listed: dict[str, Any]
    data: bytes


@dataclass(frozen=True)
class Maker:
    """Makes shards, and puts them in place if that is at a URL."""

    again: Again
    out: Where
    packed: bool  # whether items may show things from packs

    def __call__(self, plan: Plan) -> Shard:
        """Make a shard."""
        made = [self.again(job, 0) for job in plan.jobs]
        items = [item for some in made for item in some][plan.skip :][: plan.rows]
        asked = tuple((some[0].attempt, [item.logical for item in some]) for some in made)
        return self.written(plan, items, asked)

    def amended(self, shard: Shard, instead: dict[int, list[Item]]) -> Shard:
        """Return a shard with the items of some jobs replaced."""
        plan = shard.plan
        held = BytesIO(shard.data) if shard.data else at(self.out).open(shard.listed)
        items = list(schema.read(held))
        for number, some in instead.items():
            first = plan.places[number]
            for place, item in enumerate(some, first):
                if 0 <= place < plan.rows:
                    items[place] = item
        return self.written(plan, items, shard.made)

    def written(self, plan: Plan, items: list[Item], made: tuple[tuple[int, list[str]], ...]) -> Shard:
        """Write the items of a shard: to its place if that is at a URL, otherwise to memory."""
        buffer = BytesIO()
        schema.write(buffer, items)
        data = buffer.getvalue()
        listed = entry(plan.name, items, len(data), hashlib.sha256(data).hexdigest(), self.packed)
        if isinstance(self.out, Path):
            return Shard(plan, made, listed, data)
        at(self.out).put(plan.name, lambda file: file.write(data))
        return Shard(plan, made, listed, b"")


def plans(jobs: Iterable[Job], begun: int, writer: Writer) -> Iterator[Plan]:
    """Yield the plans of all shards that are still to be made; `begun` items of the first job are in shards already."""
    numbers = Counter(shard["split"] for shard in writer.manifest["shards"])
    held: list[Job] = []
    skip, rows = begun, -begun

    def plan(split: str, rows: int) -> Plan:
        numbers[split] += 1
        return Plan(shard_name(split, numbers[split] - 1), tuple(held), skip, rows)

    for job in jobs:
        if held and rows and held[-1][0].split != job[0].split:
            yield plan(held[-1][0].split, rows)
            held, skip, rows = [], 0, 0
        held.append(job)
        rows += len(job)
        while rows >= writer.rows:
            yield plan(job[0].split, writer.rows)
            rows -= writer.rows
            held, skip = ([job], len(job) - rows) if rows else ([], 0)
    if rows > 0:
        yield plan(held[-1][0].split, rows)


def made(maker: Maker, todo: Iterable[Plan], settle: Settle, engine: Engine) -> Iterator[Shard]:
    """Yield shards made on a cluster, in order, without repeated questions; those at a URL are in place already."""
    carried: list[Item] | None = None  # what to take for the last job of the shard before, if not what was made
    going_on = False
    for shard in engine.map_ordered(maker, todo, 1):
        instead: dict[int, list[Item]] = {}
        for number, (job, (attempt, asked)) in enumerate(zip(shard.plan.jobs, shard.made, strict=True)):
            if number or not shard.plan.skip or not going_on:  # else it was settled with the shard before
                carried = settle(job, attempt, asked)
            if carried:
                instead[number] = carried
        going_on = True
        yield maker.amended(shard, instead) if instead else shard
