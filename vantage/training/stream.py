"""An endless stream of fresh, verified items for training, made in background processes.

The item at an index is the same on every machine, whatever the number of ranks and workers, and items of the test split
never come: each situation belongs to one split by its own digest. A stream goes on from an index, without making what
lies before it. The blocks of the plan go to the shards in turn, so what is made together stays together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vantage import parallel, seeds, tasks
from vantage.item import Item, Json
from vantage.making.drafting import Fault
from vantage.making.make import REPEATS, Job, together
from vantage.training.plan import Plan, Unit, What, kinds
from vantage.training.policy import Policy, kind_of

if TYPE_CHECKING:
    import datasets
    from torch.utils.data import IterableDataset

AHEAD = 64  # blocks that may be made before they are asked for
CHUNK = 4  # units that a process makes at once, where there are enough
Row = Callable[[Item], dict[str, Any]]


class Stream:
    """An endless iterator of items; `position` is the index from which it, or another like it, goes on.

    With a policy, call `record` for each reply and `adapt` now and then: the weights change from the first block on
    that no shard has begun to make. Every rank must record the same, or share one rank's `state`.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        position: int = 0,
        shard: int = 0,
        shards: int = 1,
        workers: int = 0,
        ahead: int = AHEAD,
        policy: Policy | None = None,
    ) -> None:
        if not 0 <= shard < shards:
            raise ValueError(f"a stream's rank is from 0 to {shards - 1}, one less than the world size, not {shard}")
        if position < 0 or ahead < 1 or workers < 0:
            raise ValueError("a stream begins at index 0 or later, works ahead by at least 1, in 0 or more processes")
        self.plan, self.position, self.shard, self.shards = plan, position, shard, shards
        self.ahead, self.policy = ahead, policy
        self.workers = min(workers or parallel.cores(), max(1, ahead // parallel.AHEAD))
        if policy and plan.changes[-1][0] == 0 and not policy.open:
            plan.change(0, policy.weights(plan))

    def __getitem__(self, index: int) -> Item:
        """Return the item at an index, made here and now with those that are made together with it."""
        if index < 0:
            raise IndexError(f"a stream has no index {index}; it has no end from which to count")
        unit = self.plan.unit(index)
        return _made((unit.first, unit.job))[1][index - unit.first]

    def __iter__(self) -> Iterator[Item]:
        return (item for _, item in self.numbered())

    def numbered(self) -> Iterator[tuple[int, Item]]:
        """Yield index and item from `position` on; `position` moves along."""
        begin = self.position
        units = self._units(begin)
        if self.workers > 1 and any(tasks.get(kind.task).scenes for kind, _ in self.plan.sources.values()):
            list(parallel.map_ordered(_prepare, [0], self.workers))  # compile once, before the workers would each do so
        chunk = max(1, min(CHUNK, self.ahead // (parallel.AHEAD * self.workers + 1)))
        for first, items in parallel.map_ordered(
            _made, ((unit.first, unit.job) for unit in units), self.workers, chunk
        ):
            for index, item in enumerate(items, first):
                if index >= begin:
                    self.position = self._after(index)
                    yield index, item

    def _units(self, begin: int) -> Iterator[Unit]:
        """Yield the units of this shard that hold `begin` or come after it."""
        block = begin // self.plan.block
        block += (self.shard - block) % self.shards
        while True:
            yield from (unit for unit in self.plan.units(block) if unit.first + len(unit.job) > begin)
            block += self.shards

    def _after(self, index: int) -> int:
        """Return the index at which this shard goes on after `index`."""
        if (index + 1) % self.plan.block:
            return index + 1
        return index + 1 + (self.shards - 1) * self.plan.block

    def record(self, item: Item, passed: float) -> None:
        """Tell the policy how far one reply to an item was right, from 0 to 1."""
        if self.policy is None:
            raise ValueError("this stream has no policy that could learn; give it one: stream(…, policy=Policy())")
        kind = kind_of(item)
        if kind not in self.plan.sources:
            raise ValueError(f"{item.id} is of kind {kind}, which this stream does not hold")
        self.policy.record(kind, passed)

    def adapt(self) -> dict[str, float]:
        """Let the policy set the weights from the first block on that no shard can have begun; return them."""
        if self.policy is None:
            raise ValueError(
                "this stream has no policy that could set weights; give it one: stream(…, policy=Policy())"
            )
        turn = self.position // self.plan.block // self.shards  # the same on all ranks that are equally far
        weights = {name: round(weight, 4) for name, weight in self.policy.weights(self.plan).items()}
        begin = (turn + self.ahead + 2) * self.shards * self.plan.block
        if weights != self.plan.changes[-1][1] and begin >= self.plan.changes[-1][0]:
            self.plan.change(begin, weights)
        return weights

    def state(self) -> dict[str, Any]:
        """Return, as plain JSON, what a stream made by the same call needs to go on exactly from here."""
        policy = self.policy.state() if self.policy else None
        changes = [[index, dict(weights)] for index, weights in self.plan.changes]
        return {"stream": self.digest, "position": self.position, "changes": changes, "policy": policy}

    def restore(self, state: Json) -> None:
        """Go on from a state that `state` returned; a ValueError if it is of another stream."""
        try:
            same, position, changes = state["stream"] == self.digest, state["position"], state["changes"]
            steps = [(int(index), {str(k): float(v) for k, v in weights.items()}) for index, weights in changes]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"this is not a stream's state as Vantage writes it ({error})") from None
        if not same or type(position) is not int or position < 0 or not steps or steps[0][0] != 0:
            raise ValueError("the state is of a stream with other sources, settings, seed or versions of the tasks")
        self.position = position
        self.plan = replace(self.plan, changes=steps[:1])
        for index, weights in steps[1:]:
            self.plan.change(index, weights)
        self.policy = Policy.restored(state["policy"]) if state.get("policy") else self.policy

    @property
    def digest(self) -> str:
        """Identifies the items of the stream, shards aside: sources, settings, versions, split, seed and pixels."""
        plan = self.plan
        sources = [
            f"{name} v{tasks.get(kind.task).version} {kind.job(0, plan.split, 0, plan.pixels, plan.looks)!r} {share!r}"
            for name, (kind, share) in sorted(plan.sources.items())
        ]
        return seeds.digest(plan.split, plan.seed, *sources)

    def to_torch(self, row: Row | None = None) -> IterableDataset[Any]:
        """Return the stream as torch's IterableDataset; the workers of a DataLoader share it out among them."""
        from vantage.training.views import torch_view

        return torch_view(self, row)

    def to_datasets(self, row: Row | None = None, shards: int = 1) -> datasets.IterableDataset:
        """Return the stream as an IterableDataset of Hugging Face's `datasets`, in so many shards."""
        from vantage.training.views import datasets_view

        return datasets_view(self, row, shards)

    def part(self, number: int, of: int, workers: int = 1) -> Stream:
        """Return one of several streams that share this one's items out, by default without processes of its own."""
        shard, shards = self.shard * of + number, self.shards * of
        return Stream(
            self.plan, position=self.position, shard=shard, shards=shards, workers=workers, ahead=self.ahead
        )  # fmt: skip


def stream(
    what: What,
    *,
    split: str = "train",
    seed: int = 0,
    tier: str = "",
    pixels: int = 0,
    looks: bool = True,
    start: int = 0,
    rank: int = 0,
    world: int = 1,
    workers: int = 0,
    ahead: int = AHEAD,
    policy: Policy | None = None,
) -> Stream:
    """Return an endless stream of items: of a suite, of one task ("dise/rotation_3d"), or of several with weights.

    `rank` and `world` share it out among machines; `workers` processes make its items (0: one per core; 1: none, the
    items are made where they are read). `start` is the index to begin at, `pixels` replaces the suite's own.
    `looks` draws each puzzle in colours, lines and a backdrop of its own, so that what is learned is the shape.
    """
    if type(seed) is not int or seed < 0:
        raise ValueError(f"a seed is a whole number from 0 up, not {seed!r}")
    if pixels and not 32 <= pixels <= 4096:
        raise ValueError(f"pictures are 32 to 4096 pixels wide, not {pixels}")
    plan = Plan(kinds(what, tier), split, seed, pixels, looks)
    return Stream(plan, position=start, shard=rank, shards=world, workers=workers, ahead=ahead, policy=policy)


def _made(unit: tuple[int, Job]) -> tuple[int, list[Item]]:
    """Make the items of one unit; none repeats another, and all belong to their split."""
    first, job = unit
    items = together(job)
    for _ in range(REPEATS):
        if len({item.logical for item in items}) == len(items):
            break
        items = together(job, items[0].attempt + 1)
    for item, order in zip(items, job, strict=True):
        if seeds.split_of(item.situation) != order.split:
            raise Fault(f"{item.id}: its situation belongs to {seeds.split_of(item.situation)}, not to {order.split}")
    return first, items


def _prepare(_: int) -> None:
    from vantage.render import raster

    raster.warm()
