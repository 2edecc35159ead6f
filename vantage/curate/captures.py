"""Turn real 360° captures into a data set, in two passes with a person's review between them.

`review` runs every capture through the filters and writes a top view of each kept capture, an object table and the
counts. A person corrects the table. `build` runs the same filters again and makes items from the corrected table.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from vantage import __version__, parallel
from vantage.curate import layouts, locating, masks, object_table, ring, topview
from vantage.curate.account import Curation, Fate
from vantage.curate.axes import Dropped, Stated
from vantage.curate.captions import FOLDER as CAPTIONS
from vantage.curate.items import SIZE, Captured, Counts, Wanted, items
from vantage.curate.masks import Found
from vantage.curate.poses import Shot
from vantage.curate.ring import Ring
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.exchange.own_items import picture
from vantage.item import Item
from vantage.parallel import Workers

REPORT, TABLE, ABOVE = "curation.json", "objects.csv", "above"
SHAPE = 0.02  # tolerance for width over height, because the sizes of smaller copies are rounded to whole pixels

Progress = Callable[[int, int], None]
Masked = Callable[[Ring], Mapping[str, list[Found]]]  # what was found in each picture of a capture, by its name
Finder = Callable[[Sequence[Ring]], Sequence[Masked]]  # one for each of the kept captures


def _silent(done: int, total: int) -> None:
    pass


def review(
    root: Path,
    out: Path,
    stated: Stated,
    pictures: str = "",
    masks_name: str = "",
    depth_unit: float = 0.001,
    progress: Progress = _silent,
    finder: Finder | None = None,
    workers: Workers = 1,
) -> Curation:
    """Filter captures and write what a person needs for the review.

    The object table is filled from the masks, which are read from a file in each capture or come from the `finder`.
    """
    _check_review(out)
    if not 0 < depth_unit < math.inf:
        raise ValueError(f"one step of a depth picture is stated as {depth_unit} metres; it must be above 0")
    outcomes = survey(root, stated, pictures, progress, workers)
    counts = Counter[str]()
    kept = [(outcome, outcome.ring) for outcome in outcomes if outcome.ring and not outcome.stage]
    if masks_name or finder:
        found = finder([ring for _, ring in kept]) if finder else [_read(masks_name)] * len(kept)
        for (outcome, here), masked in zip(kept, found, strict=True):
            _find_objects(outcome, here, masked, depth_unit, counts)
    curation = Curation(str(root), stated, outcomes, counts)
    if curation.kept:  # otherwise there is nothing to review, and the folder stays untouched for the next try
        out.mkdir(parents=True, exist_ok=True)
        _write(out, curation)
    return curation


def _check_review(out: Path) -> None:
    """Refuse a folder that holds anything besides the files of a review interrupted before its table was written."""
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} is a file; name a new folder")
    found = [path.name for path in out.iterdir()] if out.is_dir() else []
    if any(name not in (REPORT, ABOVE, CAPTIONS) and not name.startswith(".") for name in found):
        raise ValueError(f"{out} is not empty; name a new folder, so that no corrected table is lost")


def build(
    root: Path,
    objects: Path,
    out: Path,
    stated: Stated,
    wanted: Wanted,
    pictures: str = "",
    licence: str = "unknown",
    credit: Sequence[str] = (),
    progress: Progress = _silent,
    workers: Workers = 1,
) -> tuple[DataSet, Curation]:
    """Filter captures, make items about the reviewed objects, and write a data set with a report beside it.

    An interrupted data set is finished if it was made with the same settings.
    """
    outcomes = survey(root, stated, pictures, progress, workers)
    listed = object_table.read(objects, [outcome.name for outcome in outcomes if not outcome.stage])
    for outcome in outcomes:
        if not outcome.stage:
            outcome.objects = listed.get(outcome.name, [])
            _check_enough(outcome)
    kept = [(outcome.ring, outcome.objects) for outcome in outcomes if not outcome.stage]
    captured = [Captured(found, tuple(objects)) for found, objects in kept if found]
    counts = Counts()
    curation = Curation(str(root), stated, outcomes, counts=counts)
    made = _some(items(captured, wanted, counts), curation)
    header = _header(root, wanted, licence, credit)
    data = dataset.write(out, header, made)
    _write(out, curation)
    return data, curation


def survey(
    root: Path, stated: Stated, pictures: str = "", progress: Progress = _silent, workers: Workers = 1
) -> list[Fate]:
    """Return the filters' outcome for each capture below a folder; an error in one capture does not stop the others."""
    found = layouts.folders(root)
    progress(0, len(found))
    outcomes: list[Fate] = []
    for outcome in parallel.map_ordered(partial(_outcome, root, stated, pictures), found, workers, chunk=1):
        outcomes.append(outcome)
        progress(len(outcomes), len(found))
    return outcomes


def _outcome(root: Path, stated: Stated, pictures: str, folder: Path) -> Fate:
    name = root.resolve().name if folder == root else folder.relative_to(root).as_posix()
    outcome = Fate(name)
    stage = "read"
    try:
        capture = layouts.read(folder, name, pictures)
        if capture.missing:
            lost, listed = len(capture.missing), len(capture.missing) + len(capture.shots)
            outcome.notes.append(f"{lost} of {listed} pictures are missing, {capture.missing[0]!r} first")
        found = ring.fitted(capture, stated, outcome.images)
        stage = "pictures"
        for view in found.views.values():
            _check_shape(view.shot, picture(view.shot.picture.relative_to(capture.folder).as_posix(), capture.folder))
        outcome.images["pictures"] = len(found.stations)
        outcome.ring = found
    except Dropped as dropped:
        outcome.drop(dropped.stage, dropped.reason)
    except (ValueError, OSError) as error:
        outcome.drop(stage, str(error))
    return outcome


def _check_shape(shot: Shot, data: bytes) -> None:
    """Refuse a picture whose shape, once upright, differs from that of its intrinsics; its size may differ."""
    from vantage.render import flat

    width, height = flat.opened(data).size
    if shot.lens and abs(width * shot.lens.size[1] / (height * shot.lens.size[0]) - 1) > SHAPE:
        wide, high = shot.lens.size
        raise ValueError(f"{shot.name} is {width} × {height} pixels, but its intrinsics are for {wide:g} × {high:g}")


def _read(name: str) -> Masked:
    """Return what reads a capture's masks from a file in its folder."""

    def read(ring: Ring) -> Mapping[str, list[Found]]:
        path = ring.capture.folder / name
        if not path.is_file():
            raise ValueError(f"it has no {name}")
        return masks.read(path)

    return read


def _find_objects(outcome: Fate, found: Ring, masked: Masked, depth_unit: float, counts: Counter[str]) -> None:
    """Fill in the objects that a capture's masks show."""
    try:
        outcome.objects = locating.objects(found, masked(found), depth_unit, counts)
    except (ValueError, OSError) as error:
        outcome.drop("objects", str(error))
        return
    _check_enough(outcome)


def _check_enough(outcome: Fate) -> None:
    """Drop a capture whose objects allow no question."""
    views = outcome.ring.views.values() if outcome.ring else ()
    blind = [view.shot.name for view in views if not (view.shot.lens or view.angle)]
    if len(outcome.objects) < 2:
        outcome.drop("objects", f"it has {len(outcome.objects)} objects that can be named and placed; two are needed")
    elif blind:
        outcome.drop("objects", f"{blind[0]} comes without intrinsics; state its field of view with --lens")
    else:
        outcome.images["objects"] = outcome.images["pictures"]


def _some(made: Iterator[Item], curation: Curation) -> Iterator[Item]:
    """Return the items; if there are none, a ValueError gives the most common reason."""
    first = next(made, None)
    if first is not None:
        return chain([first], made)
    raise ValueError(f"no item can be made of {len(curation.outcomes)} captures, most often because {curation.why}")


def _header(root: Path, wanted: Wanted, licence: str, credit: Sequence[str]) -> dict[str, Any]:
    return {
        "vantage": __version__,
        "suite": wanted.suite,
        "title": f"Questions about real captures ({root.resolve().name}).",
        "size": SIZE,
        "seed": wanted.seed,
        "tasks": {},
        "licence": licence,
        "credits": list(credit),
    }


def _write(out: Path, curation: Curation) -> None:
    """Write the report and the top views, and last the object table, which marks the review as complete."""
    dataset.write_text(out / REPORT, json.dumps(curation.json(), indent=1, ensure_ascii=False) + "\n")
    (out / ABOVE).mkdir(exist_ok=True)
    for number, outcome in enumerate(curation.outcomes):
        if outcome.ring:
            name = re.sub(r"[^\w.-]+", "_", outcome.name).strip(".") or "capture"
            topview.draw(outcome.ring, outcome.objects).save(out / ABOVE / f"{number:05d}-{name[-80:]}.png")
    listed = chain.from_iterable(outcome.objects for outcome in curation.outcomes)
    dataset.write_text(out / TABLE, object_table.written(listed))
