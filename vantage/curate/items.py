"""Make items about captured scenes with the same tasks that make rendered ones; only the pictures are real.

A task gets a captured scene as a `Scene` whose first two things are target and reference. A question is kept if every
view that it shows keeps its margins. Its truth then gets the cameras' real azimuths in place of the eight nominal ones,
and `solve` must still reach the same answer.
"""

from __future__ import annotations

import io
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from vantage import seeds, tasks
from vantage.curate import margins
from vantage.curate.object_table import Placed
from vantage.curate.poses import Shot
from vantage.curate.ring import Ring
from vantage.exchange.own_items import picture
from vantage.geometry import Observer, egocentric
from vantage.item import LETTERS, Item
from vantage.making.drafting import faults_named, solved_truth, to_item
from vantage.scene import AZIMUTHS, Lens, Scene, SceneDrawing, Thing
from vantage.scenes.place import MARGIN
from vantage.task import Draft, Refused, Slot, Task, balanced

CAMERA_TASKS = ("consistency_ego", "updating_ego", "integration_ego")
OWN_TASKS = ("consistency_allo", "updating_allo")  # for a reference with a front
SIZE = "captures"
QUALITY = 95  # JPEG quality of pictures that are encoded again
SMALLEST_SIDE = 64  # pixels


@dataclass(frozen=True, eq=False)
class Captured:
    """A kept capture and its reviewed objects."""

    ring: Ring
    objects: tuple[Placed, ...]


@dataclass(frozen=True, eq=False)
class Couple:
    """Two objects of a captured scene that questions are asked about."""

    captured: Captured
    target: Placed
    reference: Placed

    @property
    def direction(self) -> str:
        """Where the target lies from the reference at azimuth 0."""
        return egocentric(self.target.place, self.reference.place, Observer(0)).direction

    @property
    def own(self) -> float:
        """The margin of the target's direction in the reference's own frame; negative if it has no front."""
        return margins.own(self.target, self.reference)

    def fault(self, azimuth: int) -> str:
        """Return why the view at `azimuth` cannot be asked about; empty if it can."""
        return margins.fault(self.captured.ring, self.target, self.reference, azimuth)

    def fair(self) -> int:
        """Return how many of the eight views can be asked about."""
        return sum(not self.fault(azimuth) for azimuth in AZIMUTHS)


@dataclass
class Counts:
    """Counts of the questions that were made and of those that were refused."""

    made: Counter[str] = field(default_factory=Counter)  # task -> items
    refused: dict[str, Counter[str]] = field(default_factory=dict)  # task -> reason -> items
    directions: Counter[str] = field(default_factory=Counter)  # of the chosen pairs at azimuth 0
    numbers: Counter[str] = field(default_factory=Counter)  # task -> pairs asked about

    def refuse(self, task: str, reason: str) -> None:
        """Count a refused question."""
        self.refused.setdefault(task, Counter())[reason] += 1


@dataclass(frozen=True)
class Wanted:
    """How to make the items."""

    suite: str = "captures"
    split: str = "test"
    seed: int = 0
    pairs: int = 1  # most pairs of objects asked about in one scene; with more, the same pictures are shown again
    side: int = 1024  # pixels: larger pictures are shrunk to this side; 0 leaves them

    def __post_init__(self) -> None:
        check_name(self.suite)
        check_side(self.side)


def check_name(suite: str) -> None:
    """Refuse a name that cannot stand in an item's id."""
    if not re.fullmatch(r"\w[\w.-]{0,59}", suite):
        raise ValueError(f"{suite[:60]!r} is no name; one has up to 60 letters, digits, dots and dashes")


def check_side(side: int) -> None:
    """Refuse pictures too small to show anything; 0 leaves them as they are."""
    if side and side < SMALLEST_SIDE:
        raise ValueError(f"pictures of {side} pixels show nothing; at least {SMALLEST_SIDE} are needed (or 0)")


def items(captured: Sequence[Captured], wanted: Wanted, counts: Counts) -> Iterator[Item]:
    """Yield the items about all captured scenes, scene by scene."""
    for scene in captured:
        for couple in couples(scene, wanted, counts):
            names = CAMERA_TASKS + (OWN_TASKS if couple.own >= MARGIN else ())
            for name in names:
                yield from _family(tasks.get(name), couple, wanted, counts)


def couples(captured: Captured, wanted: Wanted, counts: Counts) -> list[Couple]:
    """Return the pairs of objects to ask about: those that can be asked about in the most views."""
    every = [Couple(captured, a, b) for a, b in itertools.combinations(captured.objects, 2)]
    ranked = sorted(every, key=Couple.fair, reverse=True)
    return [_ordered(couple, counts) for couple in ranked[: wanted.pairs]]


def _ordered(couple: Couple, counts: Counts) -> Couple:
    """Return the pair with target and reference chosen: the reference has a front if possible; directions balance."""
    both = [couple, Couple(couple.captured, couple.reference, couple.target)]
    oriented = [one for one in both if one.own >= MARGIN]
    chosen = min(oriented or both, key=lambda one: counts.directions[one.direction])
    counts.directions[chosen.direction] += 1
    return chosen


def _family(task: Task, couple: Couple, wanted: Wanted, counts: Counts) -> Iterator[Item]:
    """Yield a task's items about one pair; questions that break a margin are only counted."""
    scene = scene_of(couple)
    path = (wanted.seed, wanted.suite, SIZE, task.name)
    first = counts.numbers[task.name] * task.family
    counts.numbers[task.name] += 1
    for member in range(task.family):
        index = first + member
        letter = balanced(path, "letter", LETTERS[: task.offered("")], counts.made[task.name])
        slot = Slot(index, wanted.split, "", letter, scene=scene, member=member)
        try:
            with faults_named(_id(task, index, wanted)):
                draft = task.make(task.settings({}), slot, seeds.generator(*path, index))
            _check(couple, draft)
        except Refused as refusal:
            counts.refuse(task.name, str(refusal))
            continue
        counts.made[task.name] += 1
        yield _item(task, couple, draft, index, wanted)


def _check(couple: Couple, draft: Draft) -> None:
    """Refuse a draft that shows a view in which the pair breaks a margin."""
    for azimuth in _azimuths(draft):
        fault = couple.fault(azimuth)
        if fault:
            raise Refused(fault)


def _azimuths(draft: Draft) -> list[int]:
    return [int(drawing.azimuth) for drawing in draft.drawings if isinstance(drawing, SceneDrawing)]


def scene_of(couple: Couple) -> Scene:
    """Return a captured scene as the `Scene` that tasks need, with the target and the reference first."""
    ring, named = couple.captured.ring, (couple.target, couple.reference)
    things = (
        Thing(one.name, one.kind or one.name, 0, one.x, one.y, (one.facing or 0.0) % 360, one.z or 0.0)
        for one in (*named, *(one for one in couple.captured.objects if one not in named))
    )
    height = sum(station.height for station in ring.views.values()) / len(ring.views)
    front = ring.views[AZIMUTHS[0]]
    angle = front.shot.lens.angle if front.shot.lens else front.angle
    return Scene("capture", 0, tuple(things), round(ring.radius, 3), round(height, 3), Lens(round(angle, 2)))


def _item(task: Task, couple: Couple, draft: Draft, index: int, wanted: Wanted) -> Item:
    ring = couple.captured.ring
    stations = [ring.views[azimuth] for azimuth in _azimuths(draft)]
    # The truth gets the cameras' real azimuths, by which its answer must still be the same.
    with faults_named(_id(task, index, wanted)):
        truth = solved_truth(task, draft, azimuths=[station.azimuth for station in stations])
    return to_item(
        task,
        draft,
        truth,
        [encoded(station.shot, ring.capture.folder, wanted.side) for station in stations],
        id=_id(task, index, wanted),
        suite=wanted.suite,
        split=wanted.split,
        tags={**task.tags(draft), "capture": ring.capture.name},
    )


def _id(task: Task, index: int, wanted: Wanted) -> str:
    return f"{wanted.suite}/{task.name}/{SIZE}-s{wanted.seed}/{index:06d}"


@lru_cache(maxsize=16)
def encoded(shot: Shot, folder: Path, side: int) -> bytes:
    """Return a shot's picture; it is encoded again if it is too large or has EXIF data, such as time and place."""
    from PIL import Image

    from vantage.render import flat

    data = picture(shot.picture.relative_to(folder).as_posix(), folder)
    with Image.open(io.BytesIO(data)) as image:
        if max(image.size) <= (side or max(image.size)) and not image.getexif():
            return data
    smaller = flat.opened(data).convert("RGB")
    if side:
        smaller.thumbnail((side, side), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    smaller.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()
