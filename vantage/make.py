"""From a suite to a data set. Each item comes from its own path of names (suite, size, seed, task, index, attempt).

So it can be made alone, in any process, in any order, and is the same to the byte. Only duplicates need the items
before them: they are found in order, by the one process that writes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage import __version__, engine, render, seeds, tasks
from vantage.dataset import DataSet, Writer, load
from vantage.item import Item, Option
from vantage.render import flat
from vantage.suite import FREE, Counts, Suite
from vantage.task import Draft, Refused, Slot, Task, slot

if TYPE_CHECKING:
    from PIL.Image import Image

ATTEMPTS = 400
REPEATS = 100  # attempts that may repeat earlier questions before we say that there are too few of a kind
MARGIN = 0.015  # two options differ in at least this share of pixels …
STEP = 24  # … by more than this much of 255
LOOK = 256  # pixels at which that is measured

Progress = Callable[[int, int], None]
Excluded = Mapping[str, int]  # id -> the last attempt that is not wanted


class Disagreement(Exception):
    """The two solvers of a task gave different answers: a fault of the task, never of its user."""


@dataclass(frozen=True)
class Order:
    """All that determines an item but the attempt."""

    suite: str
    size: str
    seed: int
    task: str
    settings: tuple[tuple[str, Any], ...]
    pixels: int
    split: str
    index: int
    first: int = 0  # the first attempt: later than 0 where earlier ones were excluded

    @property
    def path(self) -> tuple[str | int, ...]:
        """The path of names that this task's items share."""
        return (self.seed, self.suite, self.size, self.task)

    @property
    def id(self) -> str:
        """The item's id: unique in the world."""
        return f"{self.suite}/{self.task}/{self.size}-s{self.seed}/{self.index:06d}"


@cache
def _settings(order_task: str, settings: tuple[tuple[str, Any], ...]) -> Any:
    return tasks.get(order_task).settings(dict(settings))


def one(order: Order, attempt: int = 0) -> Item:
    """Return the item of an order: the first attempt, from `attempt` on, that is not refused."""
    attempt = max(attempt, order.first)
    task = tasks.get(order.task)
    where = slot(task, order.path, order.split, order.index)
    reasons: list[str] = []
    for number in range(attempt, attempt + ATTEMPTS):
        rng = seeds.generator(*order.path, order.index, number)
        try:
            draft = drafted(task, _settings(order.task, order.settings), where, rng)
            return _drawn(order, task, where, draft, number)
        except Refused as refusal:
            reasons.append(str(refusal))
    common = max(set(reasons), key=reasons.count)
    raise RuntimeError(f"{order.id}: {ATTEMPTS} attempts were refused, most often because {common}")


def drafted(task: Task, settings: Any, where: Slot, rng: np.random.Generator) -> Draft:
    """Return a draft that both solvers agree on and that belongs to its split; refuse it otherwise."""
    draft = task.make(settings, where, rng)
    if not where.allows(draft.situation):
        raise Refused("the situation belongs to another split")
    # Through JSON and back, so that `solve` sees exactly what a stranger will read from the file.
    solved = task.solve(json.loads(json.dumps(draft.truth)))
    if solved != draft.answer:
        raise Disagreement(f"{task.name} item {where.index}: make says {draft.answer}, solve says {solved}")
    return draft


def _drawn(order: Order, task: Task, where: Slot, draft: Draft, attempt: int) -> Item:
    """Return the draft as an item, its drawings turned into pictures; refuse it if two options look alike."""
    pictures = [render.draw(drawing, order.pixels) for drawing in draft.drawings]
    offered = [None if o.drawing is None else render.draw(o.drawing, order.pixels) for o in draft.options]
    if unlike([picture for picture in offered if picture is not None]) < MARGIN:
        raise Refused("two options look alike")
    if task.verify:
        task.verify(draft.truth, (*pictures, *offered))
    return Item(
        id=order.id,
        suite=order.suite,
        task=task.name,
        subtype=draft.subtype,
        version=task.version,
        split=where.split,
        situation=draft.situation,
        question=draft.question,
        images=tuple(map(flat.encode, pictures)),
        options=tuple(
            Option(o.text, None if picture is None else flat.encode(picture), o.label, o.rule)
            for o, picture in zip(draft.options, offered)
        ),
        answer=draft.answer,
        tags={
            "quadrant": task.quadrant,
            "capabilities": list(task.capabilities),
            "factors": list(task.factors),
            "frame": task.frame,
            "tier": where.tier,
            **({"target": where.target} if where.target else {}),
            **draft.tags,
        },
        groups=dict(draft.groups),
        text_form=draft.text_form,
        truth=json.loads(json.dumps(draft.truth)),
        attempt=attempt,
    )


def unlike(pictures: Sequence[Image]) -> float:
    """Return the smallest share of pixels by which two of the pictures visibly differ; 1 where there are no two."""
    from PIL import ImageChops

    shares = [1.0]
    seen = [flat.fitted(picture, LOOK) for picture in pictures]
    for i, a in enumerate(seen):
        for b in seen[:i]:
            if a.size != b.size:
                continue
            red, green, blue = ImageChops.difference(a, b).split()
            most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
            shares.append(sum(most.histogram()[STEP + 1 :]) / (a.width * a.height))
    return min(shares)


def orders(suite: Suite, size: str, counts: Counts, seed: int, excluded: Excluded) -> Iterator[Order]:
    """Yield the orders of a whole data set, split by split and task by task."""
    begun: dict[str, int] = {}
    for split in seeds.SPLITS:
        for task, n in counts.get(split, {}).items():
            start = begun.get(task, 0)
            settings = tuple(sorted(suite.tasks[task].items()))
            for index in range(start, start + n):
                order = Order(suite.name, size, seed, task, settings, suite.pixels, split, index)
                yield replace(order, first=excluded[order.id] + 1) if order.id in excluded else order
            begun[task] = start + n


def make(
    suite: Suite,
    out: str | Path,
    size: str = "",
    n: int = 0,
    split: str = "test",
    seed: int = 0,
    excluded: Excluded = MappingProxyType({}),
    workers: int = 0,
    progress: Progress = lambda done, total: None,
) -> DataSet:
    """Make a data set, or finish one that was interrupted, and return it.

    A named `size` sets the counts; `n` instead asks for so many items of each task of the suite, all of one `split`.
    An item in `excluded` is replaced by a later attempt than the one named there.
    """
    counts: Counts = {split: dict.fromkeys(suite.tasks, n)} if n else suite.size(size)
    size = FREE if n else size or suite.default
    writer = Writer(Path(out), _header(suite, size, counts, seed, excluded))
    if not writer.complete:
        total = sum(n for per_task in counts.values() for n in per_task.values())
        seen = [item.logical for item in writer.finished()]
        todo = orders(suite, size, counts, seed, excluded)
        for _ in seen:
            next(todo)
        made = _without_duplicates(todo, set(seen), workers)
        writer.write(_counted(made, len(seen), total, progress))
    return load(out)


def flags(path: Path) -> dict[str, int]:
    """Return the items that a reviewer flagged, id and attempt, from the file that the page of `vantage show` gives."""
    found: dict[str, int] = {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} cannot be read as flags: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            flag = json.loads(line)
            found[str(flag["id"])] = max(int(flag.get("attempt", 0)), found.get(str(flag["id"]), 0))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f'{path}, line {number}: a flag is {{"id": …, "attempt": …}}, not {line[:60]!r}') from None
    return found


def _header(suite: Suite, size: str, counts: Counts, seed: int, excluded: Excluded) -> dict[str, Any]:
    return {
        "vantage": __version__,
        "suite": suite.name,
        "title": suite.title,
        "size": size,
        "seed": seed,
        "pixels": suite.pixels,
        "tasks": {
            name: {"version": tasks.get(name).version, "settings": dict(settings)}
            for name, settings in suite.tasks.items()
        },
        "requested": {split: dict(per_task) for split, per_task in counts.items()},
        "excluded": dict(sorted(excluded.items())),
        "licence": "cc0-1.0",
        "credits": [],
    }


def _without_duplicates(todo: Iterable[Order], seen: set[str], workers: int) -> Iterator[Item]:
    """Yield the items in order; one that repeats an earlier question is made again with the next attempt."""
    for order, item in engine.map_ordered(_answered, todo, workers):
        for _ in range(REPEATS):
            if item.logical not in seen:
                break
            item = one(order, item.attempt + 1)
        else:
            raise ValueError(f"{order.id} repeats earlier questions in {REPEATS} attempts: ask for fewer {order.task}")
        seen.add(item.logical)
        yield item


def _answered(order: Order) -> tuple[Order, Item]:
    return order, one(order)


def _counted(items: Iterable[Item], done: int, total: int, progress: Progress) -> Iterator[Item]:
    progress(done, total)
    for item in items:
        yield item
        done += 1
        progress(done, total)


def again(item: Item, manifest: Mapping[str, Any]) -> Item:
    """Return an item made anew from nothing but its id, its attempt and the data set's manifest."""
    order = Order(
        suite=manifest["suite"],
        size=manifest["size"],
        seed=manifest["seed"],
        task=item.task,
        settings=tuple(sorted(manifest["tasks"][item.task]["settings"].items())),
        pixels=manifest["pixels"],
        split=item.split,
        index=int(item.id.rpartition("/")[2]),
    )
    return one(order, item.attempt)
