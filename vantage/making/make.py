"""Make a data set from a suite. Each item is determined by its path of names: suite, size, seed, task, index, attempt.

So any item can be made alone, in any process and in any order, and comes out byte for byte the same. Only the search
for duplicates needs the earlier items: the one process that writes the data set does it, in order.
"""

from __future__ import annotations

import itertools
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage import __version__, parallel, render, seeds, tasks
from vantage.assets import installed
from vantage.data import licences
from vantage.data.dataset import DataSet, Writer, load, opened
from vantage.data.place import Url, where
from vantage.geometry import DIRECTIONS
from vantage.item import Item, worded_groups
from vantage.making import shards
from vantage.making.drafting import Fault, faults_named, solved_truth, to_item
from vantage.making.suite import FREE, MOST, Counts, Suite, Wanted, total, whole_groups
from vantage.parallel import Engine, Workers
from vantage.photoreal import tracing
from vantage.photoreal.blender import VERSION
from vantage.render import flat, looks, raster
from vantage.render.frames import METRES_PER_STEP, Frame
from vantage.scene import SQUARE, Lens, Scene, SceneDrawing
from vantage.scenes import place, walks
from vantage.task import Draft, Mistake, Refused, Slot, Task, balanced, shared_out, slot

if TYPE_CHECKING:
    from PIL.Image import Image

ATTEMPTS = 400
REPEATS = 100  # attempts in a row that may repeat earlier questions before we give up: the task has too few
MARGIN = 0.015  # any two options differ visibly in at least this share of their pixels
STEP = 24  # out of 255: a pixel differs visibly when a channel differs by more than this
FRAMES = ".frames"  # the folder in a data set's where frames are kept that take long to draw, until it is complete
WALK = "walk"  # the kind of scene that is a walk through a home
WORDING = "wording {}"  # the names of a question's wordings, counted from 1
LOOK = 256  # side in pixels to which options are scaled for that comparison

Progress = Callable[[int, int], None]
Excluded = Mapping[str, int]  # id -> the last attempt that is not wanted
Settings = tuple[tuple[str, Any], ...]  # of a task, sorted by name: a tuple, so that it can be hashed


@dataclass(frozen=True)
class Order:
    """Everything that determines an item, except the attempt."""

    suite: str
    size: str
    seed: int
    task: str
    settings: Settings
    pixels: int
    split: str
    index: int
    first: int = 0  # the first attempt to try; above 0 where earlier attempts were excluded
    keeps: tuple[str, ...] = ()  # what else is kept of the pictures of scenes: "depth", "ids"
    pairs: int = 0  # how many scenes of kind "pair" the suite has; 0: no limit
    among: tuple[str, ...] = ()  # the kinds of thing that scenes may show; empty: all built-in kinds
    wordings: int = 1  # in how many wordings each question is asked: so many items in a row differ in nothing else
    lenses: tuple[Lens, ...] = (SQUARE,)  # of the cameras that see scenes: used equally often
    subtype: str = ""  # of the task, if it has any; `index` then counts the items of the subtype
    tier: str = ""  # of the item; empty: the tiers come in turn
    looks: bool = False  # whether its drawings are in a look of its own
    samples: int = 0  # by which its scenes are path-traced; 0: they are drawn by the rasteriser

    @property
    def path(self) -> tuple[str | int, ...]:
        """The path of names that this task's items share."""
        return (self.seed, self.suite, self.size, self.task)

    @property
    def id(self) -> str:
        """The item's id, unique across all data sets."""
        kind = f"{self.subtype}-" if self.subtype else ""
        return f"{self.suite}/{self.task}/{self.size}-s{self.seed}/{kind}{self.index:06d}"

    @property
    def question(self) -> int:
        """The number of the question that the item asks in one of several ways."""
        run = tasks.get(self.task).subtypes[self.subtype].run if self.subtype else self.wordings
        return self.index // run

    @property
    def draws(self) -> tuple[str | int, ...]:
        """The path of names of all that is drawn for the question."""
        series = tasks.get(self.task).series(self.subtype)
        return (*self.path, *([series] if series else []), self.question)

    @property
    def shared(self) -> tuple[str, int] | None:
        """What the item shares with others, which are made and refused with it: a scene, or a question of a series."""
        if self.subtype:
            return f"{self.task}/{tasks.get(self.task).series(self.subtype)}", self.question
        return self.scene

    @property
    def scene(self) -> tuple[str, int] | None:
        """The kind and number of the scene that the item is about; None where its task does not share scenes."""
        task = tasks.get(self.task)
        if task.family == 1 and task.scenes != WALK:
            return None
        number = self.question // task.family
        # A question about a pair also fits an "oriented" pair, so these are used once the plain pairs run out.
        if task.scenes == "pair" and 0 < self.pairs <= number:
            return "oriented", number - self.pairs
        return task.scenes, number


Job = tuple[Order, ...]  # all orders about one scene, which are kept or refused together; without a scene, one order


def frozen(settings: Mapping[str, Any]) -> Settings:
    """Return a task's settings as a suite gives them, in the form that an order holds."""
    return tuple(sorted((name, tuple(v) if isinstance(v, list) else v) for name, v in settings.items()))


@cache
def _settings(order_task: str, settings: Settings) -> Any:
    return tasks.get(order_task).settings(dict(settings))


def one(order: Order, attempt: int = 0) -> Item:
    """Return the item of an order: the first attempt at or after `attempt` that is not refused."""
    return together((order,), attempt)[0]


def together(job: Job, attempt: int = 0, frames: Path | None = None) -> list[Item]:
    """Return the items of a job: the first attempt at or after `attempt` at which none of them is refused.

    Frames that take long to draw are kept in the folder `frames`, if one is named.
    """
    attempt = max(attempt, *(order.first for order in job))
    reasons: list[str] = []
    for number in range(attempt, attempt + ATTEMPTS):
        try:
            drafts = [attempted(order, number) for order in job]  # all of them, before anything is lit
            items = [_finished(order, number, *draft) for order, draft in zip(job, drafts)]
        except Refused as refusal:
            reasons.append(str(refusal))
            continue
        return [_traced(order, item, draft, frames) for order, item, (_, draft) in zip(job, items, drafts)]
    raise exhausted(job, reasons)


def exhausted(job: Job, reasons: Sequence[str]) -> Exception:
    """Return the error for a job whose attempts were all refused; a Mistake where a user chose things or settings."""
    common = max(set(reasons), key=reasons.count)
    if job[0].among:
        return Mistake(f"{job[0].id}: too few of the suite's things go together ({common}); name more of them")
    sentence = f"{job[0].id}: {len(reasons)} attempts were refused, most often because {common}"
    if any(order.settings for order in job):
        return Mistake(f"{sentence}; the suite's settings of the task may ask for too much")
    return Fault(sentence)


def _finished(order: Order, attempt: int, where: Slot, draft: Draft) -> Item:
    with faults_named(f"{order.id}, attempt {attempt}"):
        return _drawn(order, tasks.get(order.task), where, draft, attempt)


def _traced(order: Order, item: Item, draft: Draft, frames: Path | None) -> Item:
    if not order.samples:
        return item
    with faults_named(f"{order.id}, attempt {item.attempt}"):
        return tracing.traced(item, draft, order.pixels, order.samples, frames)


def attempted(order: Order, attempt: int) -> tuple[Slot, Draft]:
    """Return the slot of an order and its draft at one attempt, without pictures; raise Refused or Fault."""
    task = tasks.get(order.task)
    settings = _settings(order.task, order.settings)
    with faults_named(f"{order.id}, attempt {attempt}"):
        index = order.index if order.subtype else order.question
        where = slot(task, order.path, order.split, index, order.subtype, order.tier)
        where = replace(where, among=order.among, lens=_lens(order), wording=order.index % order.wordings)
        if order.scene is not None:
            path = (order.seed, order.suite, order.size)
            kind, number = order.scene
            if kind == WALK:
                where = replace(where, walk=walks.numbered((*path, WALK, number), order.split, attempt, order.among))
            else:
                scene = _placed(path, kind, number, order.split, attempt, order.among, where.lens)
                where = replace(where, scene=scene, member=order.question % task.family)
        draft = drafted(task, settings, where, seeds.generator(*order.draws, attempt))
        return where, draft if order.wordings == 1 else _worded(order, draft)


def _worded(order: Order, draft: Draft) -> Draft:
    """Return a draft as one of the wordings of its question."""
    wording = WORDING.format(order.index % order.wordings + 1)
    group = f"{order.suite}/{order.task}/{order.size}-s{order.seed}/question {order.question}"
    groups = worded_groups(draft.groups, group, wording)
    return replace(draft, tags={**draft.tags, "wording": wording}, groups=groups)


def _lens(order: Order) -> Lens:
    """Return the lens of an order's pictures: that of its scene, if several items are about it."""
    numbers = tuple(map(str, range(len(order.lenses))))
    if order.scene is None:
        return order.lenses[int(balanced(order.path, "lens", numbers, order.question))]
    kind, number = order.scene
    return order.lenses[int(balanced((order.seed, order.suite, order.size, kind), "lens", numbers, number))]


@lru_cache(maxsize=2)
def _placed(
    path: tuple[str | int, ...], kind: str, number: int, split: str, attempt: int, among: tuple[str, ...], lens: Lens
) -> Scene:
    direction = shared_out(split)((*path, kind), "direction", DIRECTIONS, number)
    return place.scene(kind, direction, split, seeds.generator(*path, kind, number, attempt), among, lens)


def drafted(task: Task, settings: Any, where: Slot, rng: np.random.Generator) -> Draft:
    """Return a draft of the slot's split on which both solvers agree; otherwise raise Refused or Disagreement."""
    draft = task.make(settings, where, rng)
    if not where.allows(draft.situation):
        raise Refused("the situation belongs to another split")
    return replace(draft, truth=solved_truth(task, draft))


def _drawn(order: Order, task: Task, where: Slot, draft: Draft, attempt: int) -> Item:
    """Render the draft's drawings and return it as an item; refuse it if two options look alike."""
    look = looks.drawn(seeds.generator(*order.draws, "look", attempt)) if order.looks else looks.PLAIN
    frames = [render.frame(drawing, order.pixels, look) for drawing in draft.drawings]
    offered = [None if o.drawing is None else render.draw(o.drawing, order.pixels, look) for o in draft.options]
    if unlike([picture for picture in offered if picture is not None]) < MARGIN:
        raise Refused("two options look alike")
    if task.verify:
        task.verify(draft.truth, tuple(frames))
    measured = task.measured(draft.truth, tuple(frames)) if task.measured else {}
    return to_item(
        task,
        draft,
        {**draft.truth, **measured},
        [frame.png if isinstance(frame, Frame) else flat.encode(frame) for frame in frames],
        [None if picture is None else flat.encode(picture) for picture in offered],
        id=order.id,
        suite=order.suite,
        split=where.split,
        tags={
            **({"target": where.target} if where.target else {}),
            **({"things": owed} if (owed := _owed(draft)) else {}),
            **task.tags(draft, where.tier),
            **({"look": look.recorded()} if order.looks and _in_looks(draft) else {}),
        },
        **{name: _kept(frames, name) for name in order.keeps},
        attempt=attempt,
    )


def _kept(frames: Sequence[Frame | Image], name: str) -> tuple[bytes, ...]:
    return tuple(frame.depth_png if name == "depth" else frame.ids_png for frame in frames if isinstance(frame, Frame))


def _owed(draft: Draft) -> list[str]:
    """Return the full names of the things from packs that a draft shows."""
    drawings = (*draft.drawings, *(offer.drawing for offer in draft.options))
    scenes = {drawing.scene for drawing in drawings if isinstance(drawing, SceneDrawing)}
    return installed.full_names(thing.asset for scene in scenes for thing in scene.things)


def _in_looks(draft: Draft) -> bool:
    drawings = (*draft.drawings, *(offer.drawing for offer in draft.options))
    return any(drawing is not None and render.takes_look(drawing) for drawing in drawings)


def unlike(pictures: Sequence[Image]) -> float:
    """Return the smallest share of visibly different pixels over all pairs of pictures; 1 if there is no pair."""
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


def jobs(suite: Suite, size: str, counts: Counts, seed: int, excluded: Excluded) -> Iterator[Job]:
    """Yield the jobs of a whole data set, split by split; a split's shared scenes come last, one job per scene."""
    begun: Counter[tuple[str, str]] = Counter()
    for split in seeds.SPLITS:
        shared: dict[tuple[str, int], list[Order]] = {}
        for task, wanted in counts.get(split, {}).items():
            settings = frozen(suite.tasks[task])
            pairs, among = suite.scenes.get("pair", 0), installed.kinds(suite.things)
            whole = Order(suite.name, size, seed, task, settings, suite.pixels, split, 0, among=among)
            whole = replace(whole, keeps=suite.keeps, pairs=pairs, wordings=suite.wordings, lenses=suite.lenses)
            whole = replace(whole, looks=suite.looks, samples=suite.samples)
            for some in _questions(whole, wanted, suite.spread.get(size, 0), begun):
                some = tuple(replace(order, first=excluded.get(order.id, -1) + 1) for order in some)
                if some[0].shared is None:
                    yield some
                else:
                    shared.setdefault(some[0].shared, []).extend(some)
        yield from map(tuple, shared.values())


def _questions(whole: Order, wanted: Wanted, spread: int, begun: Counter[tuple[str, str]]) -> Iterator[Job]:
    """Yield the orders of a task, those that ask one question together; `begun` counts those of earlier splits."""
    task = tasks.get(whole.task)
    if task.subtypes:
        for subtype, n in (wanted if isinstance(wanted, Mapping) else spread_out(task, wanted)).items():
            for _ in range(n):
                yield (replace(whole, subtype=subtype, index=begun[task.name, subtype]),)
                begun[task.name, subtype] += 1
            run = task.subtypes[subtype].run
            begun[task.name, subtype] = -(-begun[task.name, subtype] // run) * run  # a question belongs to one split
        return
    for question in _indices(task, total(wanted) // whole.wordings, spread, begun[task.name, ""]):
        yield tuple(replace(whole, index=question * whole.wordings + k) for k in range(whole.wordings))
        begun[task.name, ""] = question + 1


def spread_out(task: Task, n: int) -> dict[str, int]:
    """Return how many of `n` items are of each subtype: whole questions of each series in turn, while they fit."""
    counts = dict.fromkeys(task.subtypes, 0)
    sizes: dict[str, dict[str, int]] = {}
    for name, kind in task.subtypes.items():
        sizes.setdefault(task.series(name), {})[name] = kind.run
    while n > 0:
        fitting = [each for each in sizes.values() if sum(each.values()) <= n]
        # What is left is too small for any question asked in all its ways: the last one is asked in some of them.
        for each in fitting or [{name: 1} for name in itertools.islice(itertools.cycle(task.subtypes), n)]:
            if sum(each.values()) <= n:
                for name, run in each.items():
                    counts[name] += run
                    n -= run
    return {name: count for name, count in counts.items() if count}


def _indices(task: Task, n: int, spread: int, begun: int) -> Iterator[int]:
    """Yield the numbers of `n` questions. A family's fill one scene after another, or spread over `spread` scenes."""
    begun = -(-begun // task.family) * task.family  # start at a new scene: a scene belongs to one split
    if task.family == 1 or not spread:
        yield from range(begun, begun + n)
        return
    each = min(task.family, -(-n // spread))
    for scene, done in enumerate(range(0, n, each)):
        # The even members of one scene, the odd ones of the next: four of eight views then form one group of views.
        members = sorted(range(task.family), key=lambda member: ((member + scene) % 2, member))
        for member in sorted(members[: min(each, n - done)]):
            yield begun + scene * task.family + member


def sets(todo: Sequence[Job]) -> dict[str, dict[str, dict[str, int]]]:
    """Return, for each task and series, how many questions are asked in all their ways ("whole"), or in some ("part").

    A subtype without variants has no sets.
    """
    full: Counter[tuple[str, str]] = Counter()
    for name in {job[0].task for job in todo}:
        for subtype, kind in tasks.get(name).subtypes.items():
            full[name, tasks.get(name).series(subtype)] += kind.run
    found: dict[str, dict[str, dict[str, int]]] = {}
    for job in todo:
        task, series = job[0].task, tasks.get(job[0].task).series(job[0].subtype)
        if full[task, series] > 1:
            counts = found.setdefault(task, {}).setdefault(series, {"whole": 0, "part": 0})
            counts["whole" if len(job) == full[task, series] else "part"] += 1
    return found


def make(
    suite: Suite,
    out: str | Path | Url,
    size: str = "",
    n: int = 0,
    split: str = "test",
    seed: int = 0,
    excluded: Excluded = MappingProxyType({}),
    workers: Workers = 0,
    progress: Progress = lambda done, total: None,
    say: Callable[[str], None] = lambda text: None,
) -> DataSet:
    """Make a data set in a folder or at a URL, or finish one that was interrupted, and return it.

    Either `size` names the counts, or `n` is the number of items of each task of the suite, all in one `split`.
    An item in `excluded` is replaced: it is made at a later attempt than the one given there.
    """
    size, counts = counted(suite, size, n, split)
    header = _header(suite, size, counts, seed, excluded)
    if variants := sets([*jobs(suite, size, _with_subtypes(counts), seed, {})]):
        header["sets"] = variants
    with opened(where(out), header) as writer:
        if not writer.complete:
            due = sum(total(wanted) for per_task in counts.values() for wanted in per_task.values())
            if suite.staged:
                say(raster.PREPARING)
                list(parallel.map_ordered(_prepare, [0], workers))  # compile once, before the workers would each do so
            todo = jobs(suite, size, counts, seed, excluded)
            if isinstance(workers, int):
                frames = writer.folder / FRAMES if suite.samples and isinstance(writer.folder, Path) else None
                _write_items(writer, todo, due, workers, 1 if suite.staged else 4, progress, frames)
                if frames:
                    shutil.rmtree(frames, ignore_errors=True)
            else:
                _write_shards(writer, todo, due, workers, progress)
    return load(out)


def _write_items(
    writer: Writer,
    todo: Iterator[Job],
    due: int,
    workers: int,
    chunk: int,
    progress: Progress,
    frames: Path | None = None,
) -> None:
    """Write what is left of a data set, made by processes of this machine, item by item."""
    seen = [item.logical for item in writer.finished()]
    left, begun = _unfinished(todo, len(seen))
    made = _without_duplicates(left, set(seen[: len(seen) - begun]), workers, chunk, frames)
    writer.write(_counted(itertools.islice(made, begun, None), len(seen), due, progress))


def _write_shards(writer: Writer, todo: Iterator[Job], due: int, engine: Engine, progress: Progress) -> None:
    """Write what is left of a data set, made by a cluster, shard by shard."""
    writer.pending.clear()  # a part of a shard is made again with the whole
    seen = [item.logical for item in writer.finished()]
    left, begun = _unfinished(todo, len(seen))
    known = set(seen[: len(seen) - begun])
    maker = shards.Maker(together, writer.folder, "packs" in writer.manifest)
    made = shards.made(maker, shards.plans(left, begun, writer), partial(settled, known), engine)
    writer.take(_shards_counted(made, len(seen), due, progress))


def counted(suite: Suite, size: str, n: int, split: str) -> tuple[str, Counts]:
    """Return the name of a size and how many items it has: a size of the suite, or `n` items of each task."""
    if n > MOST:
        raise ValueError(f"{n:,} items of a task were asked for; at most {MOST:,} can be made of one seed")
    counts: Counts = {split: dict.fromkeys(suite.tasks, n)} if n else suite.size(size)
    whole_groups(suite, counts)
    if n:
        size = FREE if split == "test" else f"{FREE}-{split}"
    return size or suite.default, counts


def _with_subtypes(counts: Counts) -> Counts:
    return {
        split: {task: wanted for task, wanted in per_task.items() if tasks.get(task).subtypes}
        for split, per_task in counts.items()
    }


def _prepare(_: int) -> None:
    raster.warm()


def _unfinished(todo: Iterator[Job], done: int) -> tuple[Iterator[Job], int]:
    """Return the jobs that remain after `done` items, and how many of the first remaining job's items are done.

    An interrupted job is repeated from its start, because its items share a scene and an attempt.
    """
    for job in todo:
        if len(job) > done:
            return itertools.chain([job], todo), done
        done -= len(job)
    return iter(()), 0


def flags(path: Path) -> dict[str, int]:
    """Return the items that a reviewer flagged (id -> attempt), read from the file that `vantage show`'s page saves."""
    found: dict[str, int] = {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise ValueError(f"{path} cannot be read as flags: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            flag = json.loads(line)
            found[str(flag["id"])] = max(int(flag.get("attempt", 0)), found.get(str(flag["id"]), 0))
        except (ValueError, KeyError, TypeError, AttributeError):
            shown = line[:60].decode(errors="replace")
            raise ValueError(f'{path}, line {number}: a flag is {{"id": …, "attempt": …}}, not {shown!r}') from None
    return found


def _header(suite: Suite, size: str, counts: Counts, seed: int, excluded: Excluded) -> dict[str, Any]:
    return {
        "vantage": __version__,
        "suite": suite.name,
        "title": suite.title,
        "size": size,
        "seed": seed,
        "pixels": suite.pixels,
        **dict.fromkeys(suite.keeps, True),
        **({"metres_per_step": METRES_PER_STEP} if "depth" in suite.keeps else {}),
        "tasks": {
            name: {"version": tasks.get(name).version, "settings": dict(settings)}
            for name, settings in suite.tasks.items()
        },
        "scenes": dict(suite.scenes),
        **({"lenses": [list(astuple(lens)) for lens in suite.lenses]} if suite.lenses != (SQUARE,) else {}),
        **({"spread": suite.spread[size]} if size in suite.spread else {}),
        **({"wordings": suite.wordings} if suite.wordings > 1 else {}),
        **({"looks": True} if suite.looks else {}),
        **({"renderer": tracing.RENDERER, "samples": suite.samples, "blender": VERSION} if suite.samples else {}),
        "requested": {split: dict(per_task) for split, per_task in counts.items()},
        "excluded": dict(sorted(excluded.items())),
        **({"things": list(suite.things), "packs": installed.credits(suite.things)} if suite.things else {}),
        "licence": licences.FREE,
        "credits": [],
    }


def _without_duplicates(
    todo: Iterable[Job], seen: set[str], workers: int, chunk: int, frames: Path | None = None
) -> Iterator[Item]:
    """Yield the items in order; a job that repeats an earlier question is done again with the next attempt."""
    for job, items in parallel.map_ordered(partial(_made, frames), todo, workers, chunk):
        yield from settled(seen, job, items[0].attempt, [item.logical for item in items]) or items


def settled(seen: set[str], job: Job, attempt: int, asked: Sequence[str]) -> list[Item] | None:
    """Add what a job asks to `seen`; if it repeats earlier questions, return its items at an attempt that does not."""
    items = None
    for _ in range(REPEATS):
        found = {*asked}
        if len(found) == len(asked) and not found & seen:
            seen |= found
            return items
        items = together(job, attempt + 1)
        attempt, asked = items[0].attempt, [item.logical for item in items]
    raise ValueError(f"{job[0].id} repeats earlier questions in {REPEATS} attempts: ask for fewer {job[0].task}")


def _made(frames: Path | None, job: Job) -> tuple[Job, list[Item]]:
    items = together(job, 0, frames)
    if len(job) > 1:  # several questions about one scene, or walk: arrays of all sizes, between which room is left
        parallel.give_back()
    return job, items


def _counted(items: Iterable[Item], done: int, total: int, progress: Progress) -> Iterator[Item]:
    progress(done, total)
    for item in items:
        yield item
        done += 1
        progress(done, total)


def _shards_counted(
    made: Iterable[shards.Shard], done: int, total: int, progress: Progress
) -> Iterator[tuple[dict[str, Any], bytes]]:
    progress(done, total)
    for shard in made:
        yield shard.listed, shard.data
        done += shard.plan.rows
        progress(done, total)


def serial(id: str) -> tuple[str, int]:
    """Return the subtype, empty if its task has none, and the index that an item's id ends in."""
    subtype, _, index = id.rpartition("/")[2].rpartition("-")
    return subtype, int(index)


def again(item: Item, manifest: Mapping[str, Any]) -> Item:
    """Make an item again, from only its id, its attempt and the data set's manifest."""
    return one(ordered(item, manifest), item.attempt)


def ordered(item: Item, manifest: Mapping[str, Any]) -> Order:
    """Return the order that an item of a data set came from."""
    listed = manifest.get("tasks", {}).get(item.task)
    if listed is None:
        raise ValueError(f"{item.id} is of task {item.task!r}, which its manifest does not list")
    return Order(
        suite=manifest["suite"],
        size=manifest["size"],
        seed=manifest["seed"],
        task=item.task,
        settings=frozen(listed["settings"]),
        pixels=manifest["pixels"],
        keeps=tuple(name for name in ("depth", "ids") if manifest.get(name)),
        split=item.split,
        subtype=serial(item.id)[0],
        index=serial(item.id)[1],
        pairs=manifest.get("scenes", {}).get("pair", 0),
        wordings=manifest.get("wordings", 1),
        looks=manifest.get("looks", False),
        samples=manifest.get("samples", 0),
        among=installed.kinds(installed.chosen(manifest.get("things", ()), "thing")),
        lenses=tuple(Lens(*lens) for lens in manifest.get("lenses", [[]])),
    )
