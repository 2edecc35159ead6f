"""What every data set guarantees its users, checked item by item and over the whole set.

The same checks are the contract of a task: `task_set` makes a small set of one task, and every check must pass on it.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage import parallel, seeds, tasks
from vantage.data.dataset import DataSet, Part
from vantage.item import LETTERS, VARIED, Choice, Item, Number
from vantage.making.drafting import Fault, faults_named
from vantage.making.make import MARGIN, Progress, again, make, serial, unlike
from vantage.making.suite import Suite
from vantage.names import nearest
from vantage.parallel import Workers
from vantage.photoreal import tracing
from vantage.render import flat
from vantage.task import Refused

if TYPE_CHECKING:
    from PIL.Image import Image

LOOK_BITS = 16  # side of the grid of bits that summarises how a picture looks
NEAR_SHARE = 100  # two looks are near when fewer than 1 in this many bits differ
NEAR_LIMIT = 20_000  # at most this many items of a task are compared with each other
WORDLESS = "; the question's words do not count, draw what differs"
SPREAD = 4.5  # standard deviations by which a drawn answer may occur too often: chance gets there once in 100,000 times
REMAKE_EVERY = 50  # 1 in this many items is made again and compared, pictures included


@dataclass
class Verdict:
    """The result of one check for one task: how many cases were tested, how many failed, and the first few failures."""

    check: str
    task: str
    tested: int = 0
    failed: int = 0
    fatal: bool = True  # False: failures are reported, but the data set still passes
    examples: list[str] = field(default_factory=list)

    def add(self, where: str, complaint: str) -> None:
        """Count one case, with a complaint if it failed."""
        self.tested += 1
        if complaint:
            self.failed += 1
            if len(self.examples) < 3:
                self.examples.append(f"{where}: {complaint}")

    @property
    def word(self) -> str:
        """The outcome in a word."""
        return "ok" if not self.failed else "FAILED" if self.fatal else "noted"


@dataclass(frozen=True)
class Glance:
    """What the whole-set checks need to know about one item, small enough to keep in memory for all items."""

    id: str
    task: str
    split: str
    situation: str
    logical: str
    pixels: str
    look: bytes
    letter: str
    tier: str
    target: str
    complaints: dict[str, str]
    again: bool = False  # whether it asks the same as the item before it, in another wording
    subtype: str = ""
    question: str = ""  # the set of variants that it belongs to, which ask one question about one picture, or its id


def check(data: DataSet, workers: Workers = 0, progress: Progress = lambda done, total: None) -> list[Verdict]:
    """Return the verdicts on a data set; the data set passes when no fatal one has failed."""
    made = {**data.manifest, "shards": []}  # how; the list of a large set's shards would be long
    glances: list[Glance] = []
    for some in parallel.map_ordered(partial(_glance_shard, made), data.parts(workers), workers, chunk=1):
        glances += some
        progress(len(glances), len(data))
    verdicts = _item_verdicts(glances)
    verdicts += _unique(glances, "no id twice", "id") + _unique(glances, "no question twice", "logical")
    verdicts += _unique(
        glances, "no picture set twice", "pixels", "; the question's words do not count, draw what differs"
    ) + _near_twins(glances)
    if _is_made(data.manifest):
        verdicts += _splits(glances)
    if _is_by_tasks(data.manifest):
        verdicts += _balance(glances)
    return verdicts


def task_set(
    name: str,
    folder: Path,
    n: int,
    seed: int = 0,
    workers: Workers = 0,
    progress: Progress = lambda done, total: None,
    say: Callable[[str], None] = lambda text: None,
    pixels: int = 384,
) -> DataSet:
    """Make a small data set of one task with its default settings, to check the contract on."""
    nearest(name, tasks.names(), "task or data set folder")
    suite = Suite("check", f"{n} items of {name}", pixels, {name: {}}, {}, "")
    return make(suite, folder, n=n, seed=seed, workers=workers, progress=progress, say=say)


def _is_made(manifest: dict[str, Any]) -> bool:
    return "pixels" in manifest  # an imported set has no recipe that its items could be checked against


def _is_by_tasks(manifest: dict[str, Any]) -> bool:
    """Return whether our tasks asked the questions and shared out the answers, whoever drew the pictures."""
    return _is_made(manifest) or "generated" in manifest


def _glance_shard(manifest: dict[str, Any], part: Part) -> list[Glance]:
    return [_glance(item, manifest) for item in part]


def _glance(item: Item, manifest: dict[str, Any]) -> Glance:
    pictures = [flat.decode(data) for data in item.images]
    offered = [flat.decode(o.image) for o in item.options if o.image]
    variants = "".join(variant for _, (_, variant) in sorted(item.groups.items()))  # one picture, asked in several ways
    shown = b"".join(picture.tobytes() for picture in [*pictures, *offered])
    pixels = hashlib.sha256(shown + variants.encode()).hexdigest()
    complaints = {
        "options differ to the eye": _looks(offered),
        "options named apart": _names(item),
    }
    if _is_by_tasks(manifest):
        complaints["second solver agrees"] = _solves(item)
        complaints["truth documented"] = _documented(item)
        complaints["frame stated"] = _frame(item)
        complaints["words ask what the truth says"] = _misread(item)
    if _is_made(manifest) and serial(item.id)[1] % REMAKE_EVERY == 0:
        complaints["made again the same"] = _remade(item, manifest)
    return Glance(
        id=item.id,
        task=item.task,
        split=item.split,
        situation=item.situation,
        logical=item.logical,
        pixels=pixels,
        look=_look([*pictures, *offered]),
        letter=item.answer.letter if isinstance(item.answer, Choice) else "",
        tier=str(item.tags.get("tier", "")),
        target=str(item.tags.get("target", "")),
        complaints=complaints,
        again=_is_made(manifest) and serial(item.id)[1] % manifest.get("wordings", 1) > 0,
        subtype=item.subtype,
        question=next((f"{name} {item.groups[name][0]}" for name in VARIED if name in item.groups), item.id),
    )


def _solves(item: Item) -> str:
    task = tasks.get(item.task)
    if task.version != item.version:
        return f"made by version {item.version} of the task, this is version {task.version}"
    try:
        with faults_named("the second solver failed"):
            solved = task.solve(item.truth)
    except (Refused, Fault) as complaint:
        return str(complaint)
    return "" if solved == item.answer else f"the key is {item.answer}, the second solver says {solved}"


def _remade(item: Item, manifest: dict[str, Any]) -> str:
    try:
        # Estimated depth was added to the items after they were made.
        made = replace(item, depth=()) if "depth_model" in manifest else item
        if "renderer" in manifest:  # path-traced pictures may differ in a last bit between machines
            made, manifest = tracing.undrawn(made), {**manifest, "samples": 0}
            return "" if tracing.undrawn(again(item, manifest)) == made else "another item came out"
        return "" if again(made, manifest) == made else "another item came out"
    except Fault as fault:
        return str(fault).removeprefix(f"{item.id}, ")  # a complaint stands behind the item's id


def _looks(offered: list[Any]) -> str:
    share = unlike(offered)
    return "" if share >= MARGIN else f"two options differ in {share:.1%} of pixels, under {MARGIN:.1%}"


def _names(item: Item) -> str:
    if isinstance(item.answer, Number):
        return ""
    meanings = [(o.label, o.text) for o in item.options]
    if len({*meanings}) < len(meanings) and any(any(pair) for pair in meanings):
        return "two options have one meaning"
    return (
        f"the key has the rule {item.options[item.key].rule!r}; its rule must be empty"
        if item.options[item.key].rule
        else ""
    )


def _documented(item: Item) -> str:
    odd = set(tasks.get(item.task).truth) ^ set(item.truth)
    return f"truth and its documentation differ in {', '.join(sorted(odd))}" if odd else ""


def _frame(item: Item) -> str:
    stated = tasks.get(item.task).stated
    words = (stated,) if isinstance(stated, str) else stated
    if not any(words):
        return "the task's `stated` is empty; it holds the words of the question that say whose left and right it means"
    if any(some in item.question for some in words):
        return ""
    return f"the question does not say {' or '.join(map(repr, words))}"


def _misread(item: Item) -> str:
    misread = tasks.get(item.task).misread
    return misread(item.question, [option.text for option in item.options], item.truth) if misread else ""


def _item_verdicts(glances: list[Glance]) -> list[Verdict]:
    verdicts: dict[tuple[str, str], Verdict] = {}
    for glance in glances:
        for name, complaint in glance.complaints.items():
            verdicts.setdefault((name, glance.task), Verdict(name, glance.task)).add(glance.id, complaint)
    return [verdicts[key] for key in sorted(verdicts)]


def _by_task(glances: list[Glance]) -> Iterator[tuple[str, list[Glance]]]:
    groups: dict[str, list[Glance]] = defaultdict(list)
    for glance in glances:
        groups[glance.task].append(glance)
    yield from sorted(groups.items())


def _unique(glances: list[Glance], name: str, column: str, remark: str = "") -> list[Verdict]:
    verdicts = []
    for task, some in _by_task(glances):
        verdict, first = Verdict(name, task), dict[str, str]()
        for glance in some:
            value = getattr(glance, column)
            verdict.add(glance.id, f"the same as {first[value]}{remark}" if value in first else "")
            first.setdefault(value, glance.id)
        verdicts.append(verdict)
    return verdicts


def _look(pictures: list[Image]) -> bytes:
    """Return 256 bits for each picture, which change little when the picture does (a difference hash)."""
    bits = []
    for picture in pictures:
        small = np.asarray(picture.convert("L").resize((LOOK_BITS + 1, LOOK_BITS)), dtype=np.int16)
        bits.append(small[:, 1:] > small[:, :-1])
    return np.packbits(np.concatenate(bits) if bits else np.zeros((0, LOOK_BITS), dtype=bool)).tobytes()


def _near_twins(glances: list[Glance]) -> list[Verdict]:
    """Report items whose pictures look nearly the same. Their questions may still differ, so this is not a failure.

    Pictures are compared in their order, and variants of one question, which share them, are not.
    """
    verdicts = []
    for task, some in _by_task(glances):
        verdict = Verdict("items look apart", task, fatal=False)
        sizes = defaultdict(list)
        for glance in some[:NEAR_LIMIT]:
            sizes[len(glance.look)].append(glance)
        for size, alike in sizes.items():
            codes = np.frombuffer(b"".join(glance.look for glance in alike), dtype=np.uint64).reshape(len(alike), -1)
            asked = np.unique([glance.question for glance in alike], return_inverse=True)[1]
            for i, glance in enumerate(alike):
                near = np.bitwise_count(codes[:i] ^ codes[i]).sum(axis=1) * NEAR_SHARE < size * 8
                near &= asked[:i] != asked[i]
                twin = alike[int(near.argmax())].id if size and near.any() else ""
                verdict.add(glance.id, f"looks much like {twin}" if twin else "")
        verdicts.append(verdict)
    return verdicts


def _splits(glances: list[Glance]) -> list[Verdict]:
    verdicts = []
    for task, some in _by_task(glances):
        verdict = Verdict("situations keep to their split", task)
        for glance in some:
            home = seeds.split_of(glance.situation)
            verdict.add(glance.id, "" if home == glance.split else f"belongs to {home}, stands in {glance.split}")
        verdicts.append(verdict)
    return verdicts


def _balance(glances: list[Glance]) -> list[Verdict]:
    """Check that within a task each letter, each tier and each target occurs as often as it is due.

    A question that is asked in several wordings counts once.
    """
    verdicts: list[Verdict] = []
    for name, some in _by_task([glance for glance in glances if not glance.again]):
        task = tasks.get(name)
        verdicts.append(_even("tiers balanced", name, [glance.tier for glance in some], task.tiers))
        for subtype, kind in task.subtypes.items():
            among = [glance for glance in some if glance.subtype == subtype]
            verdicts += _shared_out("letters balanced", name, among, "letter", LETTERS[: kind.options])
            asked = among[:: kind.run]
            verdicts += _shared_out("answers balanced", name, asked, "target", kind.targets)
        if task.subtypes:
            continue
        if task.targets:
            verdicts += _shared_out("answers balanced", name, some, "target", task.targets)
        for tiers in [task.tiers] if isinstance(task.options, int) else [(tier,) for tier in task.tiers]:
            among = [glance for glance in some if glance.tier in tiers]
            verdicts += _shared_out("letters balanced", name, among, "letter", LETTERS[: task.offered(tiers[0])])
    return verdicts


def _shared_out(check: str, task: str, some: list[Glance], column: str, values: Sequence[str]) -> Iterator[Verdict]:
    """Yield how evenly the answers come: apart for training items, where each is drawn by itself."""
    if not values:  # an item that asks for a number has no letters
        yield Verdict(check, task)
        return
    trained, rest = ([getattr(g, column) for g in some if (g.split == "train") == train] for train in (True, False))
    if trained:
        due = len(trained) / len(values)
        yield _even(check, task, trained, values, max(1, SPREAD * (due * (1 - 1 / len(values))) ** 0.5))
    if rest:  # behind training items they may begin in the middle of a run
        yield _even(check, task, rest, values, 2 if trained else 1)


def _even(check: str, task: str, found: list[str], values: Sequence[str], allowed: float = 1) -> Verdict:
    verdict, counts = Verdict(check, task), Counter(found)
    for value in values:
        due = len(found) / len(values)
        off = abs(counts[value] - due) >= allowed
        verdict.add(task, f"{value} occurs {counts[value]} times where {due:.1f} are due" if off else "")
    return verdict
