"""Make items about things that were photographed as they turned, by the tasks that also make rendered ones.

Each kept thing is asked about in every subtype that its pictures allow; the variants of a question are made together
and share its draws. A thing belongs to one split, by its own digest, and what is offered beside it belongs to the same.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from vantage import __version__, seeds, tasks
from vantage.curate.items import Counts, check_name, check_side
from vantage.curate.turntables.likeness import nearest
from vantage.curate.turntables.listing import Stated
from vantage.curate.turntables.photographs import Photograph, Photographed, alike_in_size, encoded
from vantage.curate.turntables.survey import Progress, Survey, silent, survey
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.item import Item
from vantage.making.drafting import faults_named, solved_truth, to_item
from vantage.making.make import MARGIN, unlike
from vantage.task import Draft, Refused, Slot, Task, slot

TASKS = ("identity", "turning", "side_views", "view_rotation")
NEED_SENSE = ("turning", "side_views", "view_rotation")
NEED_FRONT = ("side_views", "view_rotation")
NO_SENSE = "which way it turns is not known"
NO_FRONT = "where its front lies is not known"
SIZE, REPORT = "turntables", "curation.json"
ATTEMPTS, ROUNDS = 20, 4
REPEATED = "there are not so many questions about it"


@dataclass(frozen=True)
class Wanted:
    """How to make the items."""

    suite: str = "turntables"
    split: str = ""  # the one split that is wanted; empty: all
    seed: int = 0
    each: int = 1  # questions of each subtype about each thing
    side: int = 1024  # pixels: larger pictures are shrunk to this side; 0 leaves them

    def __post_init__(self) -> None:
        check_name(self.suite)
        check_side(self.side)


@dataclass(frozen=True, eq=False)
class Inquiry:
    """All that a task asks about one thing, the first of a cast; the others may be shown beside it."""

    cast: tuple[Photographed, ...]
    task: Task
    split: str
    wanted: Wanted

    @property
    def path(self) -> tuple[str | int, ...]:
        """The path of names of all that is drawn."""
        return (self.wanted.seed, self.wanted.suite, self.size, self.task.name)

    @property
    def size(self) -> str:
        """What the ids of its items say: each split is counted by itself."""
        return SIZE if self.split == "test" else f"{SIZE}-{self.split}"

    @property
    def series(self) -> dict[str, list[str]]:
        """The subtypes for such things, those that ask one question in several ways together."""
        found: dict[str, list[str]] = {}
        for subtype in self.task.subtypes:
            if subtype.startswith(f"{self.cast[0].listed.domain}_"):
                found.setdefault(self.task.series(subtype), []).append(subtype)
        return found

    @property
    def unknown(self) -> str:
        """What must be known for the task and is not; empty if nothing is missing."""
        listed, name = self.cast[0].listed, self.task.name
        if name in NEED_SENSE and not listed.sense:
            return NO_SENSE
        return NO_FRONT if name in NEED_FRONT and not listed.front else ""

    def counter(self, series: str) -> str:
        """Return under which name the questions of a series are counted."""
        return f"{self.task.name} {series} {self.split}"

    def slot(self, subtype: str, index: int) -> Slot:
        """Return the slot of a question."""
        return replace(slot(self.task, self.path, self.split, index, subtype), cast=self.cast)


def build(
    folder: Path,
    layout: str,
    out: Path,
    stated: Stated,
    wanted: Wanted,
    licence: str = "unknown",
    credit: Sequence[str] = (),
    progress: Progress = silent,
) -> tuple[DataSet | None, Survey]:
    """Filter what a folder lists, make items of it, and write a data set with a report beside it.

    There is no data set if nothing is kept. An interrupted one is finished if it was made with the same settings.
    """
    found = survey(folder, layout, stated, wanted.split, progress)
    if not found.kept:
        return None, found
    made = items(found.kept, wanted, found.counts)
    first = next(made, None)
    if first is None:
        raise ValueError(f"no item can be made of {len(found.kept)} things, most often because {found.why}")
    header = {
        "vantage": __version__,
        "suite": wanted.suite,
        "title": f"Questions about photographs of things that turn ({folder.resolve().name}).",
        "size": SIZE,
        "seed": wanted.seed,
        "tasks": {},
        "licence": licence,
        "credits": list(credit),
    }
    data = dataset.write(out, header, chain([first], made))
    dataset.write_text(out / REPORT, json.dumps(found.json(), indent=1, ensure_ascii=False) + "\n")
    return data, found


def items(sitters: Sequence[Photographed], wanted: Wanted, counts: Counts) -> Iterator[Item]:
    """Yield the items about all things, split by split and thing by thing."""
    for split in seeds.SPLITS:
        if wanted.split in ("", split):
            some = [one for one in sitters if seeds.split_of(one.situation) == split]
            for one in some:
                cast = (one, *_beside(one, some))
                for name in TASKS:
                    yield from _about(Inquiry(cast, tasks.get(name), split, wanted), counts)


def _beside(one: Photographed, some: Sequence[Photographed]) -> list[Photographed]:
    """Return what may be shown beside a thing: others of its kind, near in colour, so that colour tells little."""
    others = [other for other in some if other is not one and _kind(other) == _kind(one)]
    return [others[k] for k in nearest(one.look, [other.look for other in others])]


def _kind(one: Photographed) -> tuple[str, str]:
    return one.listed.domain, one.kind


def _about(inquiry: Inquiry, counts: Counts) -> Iterator[Item]:
    """Yield the items of an inquiry; what cannot be asked is only counted."""
    asked = [(series, some) for series, some in inquiry.series.items() for _ in range(inquiry.wanted.each)]
    answers: list[tuple[list[Item], str]] = [([], inquiry.unknown)] * len(asked)
    for lap in range(0 if inquiry.unknown else ROUNDS):
        again = _round(inquiry, asked, counts, lap)
        if sum(bool(made) for made, _ in again) > sum(bool(made) for made, _ in answers) or not lap:
            answers = again
        # Questions about the same pictures must show them in different orders, and the first may take the last one's.
        if all(reason != REPEATED for _, reason in answers):
            break
    for (series, subtypes), (made, reason) in zip(asked, answers, strict=True):
        for subtype in () if made else subtypes:
            counts.refuse(subtype, reason)
        counts.numbers[inquiry.counter(series)] += bool(made)
        counts.made.update(item.subtype for item in made)
        yield from made


def _round(
    inquiry: Inquiry, asked: Sequence[tuple[str, list[str]]], counts: Counts, lap: int
) -> list[tuple[list[Item], str]]:
    """Return for each question its items, or none and why: one round of draws, of which there may be several."""
    numbers = counts.numbers.copy()
    marks, answers = set[str](), []
    for k, (series, subtypes) in enumerate(asked):
        slots = [inquiry.slot(subtype, numbers[inquiry.counter(series)]) for subtype in subtypes]
        made, reason = _variants(inquiry, slots, (series, k, lap), marks)
        numbers[inquiry.counter(series)] += bool(made)
        answers.append((made, reason))
    return answers


def _variants(
    inquiry: Inquiry, slots: Sequence[Slot], draws: tuple[str | int, ...], marks: set[str]
) -> tuple[list[Item], str]:
    """Return one question in all its variants, or nothing and the most common reason why it cannot be asked."""
    reasons: list[str] = []
    for attempt in range(ATTEMPTS):
        path = (*inquiry.path, *draws, inquiry.cast[0].listed.name, attempt)
        try:
            made = [_item(inquiry, where, path) for where in slots]
            found = {mark for item in made for mark in _marks(item)}
            if marks & found:
                raise Refused(REPEATED)
        except Refused as refusal:
            reasons.append(str(refusal))
            continue
        marks |= found
        return made, ""
    return [], Counter(reasons).most_common(1)[0][0]


def _marks(item: Item) -> tuple[str, str]:
    """Return what no two items about a thing may share: the question, and the pictures in their order."""
    variants = sorted(variant for _, variant in item.groups.values())
    pictures = [hashlib.sha256(data).hexdigest() for data in (*item.images, *(o.image for o in item.options)) if data]
    return item.logical, seeds.digest(item.task, *variants, *pictures)


def _item(inquiry: Inquiry, where: Slot, draws: tuple[str | int, ...]) -> Item:
    """Return the item of a slot; raise Refused if there are no pictures for it or two options look alike."""
    task, wanted, cast = inquiry.task, inquiry.wanted, inquiry.cast
    id = f"{wanted.suite}/{task.name}/{inquiry.size}-s{wanted.seed}/{where.subtype}-{where.index:06d}"
    with faults_named(id):
        draft = task.make(task.params(), where, seeds.generator(*draws))
        truth = solved_truth(task, draft)
    shown = _photographs(draft)
    pictures = alike_in_size(shown, wanted.side)
    split_at = len(draft.drawings)
    if unlike(pictures[split_at:]) < MARGIN or unlike(pictures[:split_at]) < MARGIN:
        raise Refused("two pictures look alike")
    data = [encoded(one) for one in pictures]
    files = [one.file for one in shown]
    tags: dict[str, Any] = {
        **({"target": where.target} if where.target else {}),
        **task.tags(draft, where.tier),
        "thing": cast[0].listed.name,
        "off": round(max(one.off(files) for one in cast), 2),
    }
    return to_item(
        task,
        draft,
        truth,
        data[:split_at],
        data[split_at:],
        id=id,
        suite=wanted.suite,
        split=where.split,
        tags=tags,
    )


def _photographs(draft: Draft) -> list[Photograph]:
    """Return what a draft shows: the pictures of its question, then those of its options."""
    drawings = (*draft.drawings, *(offer.drawing for offer in draft.options))
    return [drawing for drawing in drawings if isinstance(drawing, Photograph)]
