"""A study is a folder: study.toml, which a person edits, and what is frozen from the data set when it is made.

frozen.json holds the questions with their keys and the booklets; pictures/ the pictures, under names that tell nothing.
The server needs nothing else, so a data set that changes later cannot change what people see; that it has changed is
refused all the same, since answers to it would no longer be answers to this.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import vantage
from vantage import seeds, tasks
from vantage.data import dataset
from vantage.data.dataset import DataSet, write_text
from vantage.item import Choice, Item, Number
from vantage.running.records import Source
from vantage.study import booklets, settings
from vantage.study.bare import KINDS, bare
from vantage.study.booklets import Booklet, Brief
from vantage.study.settings import Check, Settings

FROZEN = "frozen.json"
PICTURES = "pictures"
FORMAT = 1

Progress = Callable[[int, int], None]


class Shown(Struct, frozen=True):
    """An item as a study keeps it; the key stays on the server."""

    id: str
    task: str
    heading: str  # what the task asks, for the notice when it changes
    question: str  # with one <image> mark per picture
    pictures: tuple[str, ...]
    options: tuple[tuple[str, str], ...]  # text, and name of a picture
    letter: str = ""
    value: float | None = None
    unit: str = ""
    rule: str = ""
    subtype: str = ""
    tier: str = ""
    attempt: int = 0


class Frozen(Struct, frozen=True):
    """What a study has taken from its data set."""

    format: int
    vantage: str
    source: Source
    settings: dict[str, Any]  # those that these booklets were made with
    items: dict[str, Shown]
    practice: tuple[Shown, ...]
    booklets: tuple[Booklet, ...]


@dataclass(frozen=True)
class Study:
    """A study that was opened and fits its settings."""

    folder: Path
    settings: Settings
    frozen: Frozen

    @cached_property
    def pictures(self) -> frozenset[str]:
        """The names of all pictures that may be asked for."""
        shown = (*self.frozen.items.values(), *self.frozen.practice)
        return frozenset(name for one in shown for name in (*one.pictures, *(p for _, p in one.options)) if name)

    @cached_property
    def consent(self) -> str:
        """The version of the consent text that is in force."""
        return seeds.digest("consent", self.settings.consent.text)[:12]


def freeze(folder: Path, found: Settings, progress: Progress = lambda done, total: None) -> Frozen:
    """Return the design's items and booklets, and keep the pictures in the study's folder."""
    data = dataset.load(found.data)
    briefs = [Brief.of(item) for item in data.head()]
    made = booklets.build(briefs, found.design, found.seed)
    used = {name for one in made for name in one.items}
    drill, other = _practice(found, [one for one in briefs if one.id not in used], data)
    total = len(used) + len(drill)
    items: dict[str, Shown] = {}
    for item in data.items():
        if item.id in used:
            items[item.id] = _kept(folder, item)
            progress(len(items), total)
    practice = tuple(_kept(folder, item) for item in other.get(drill).values())
    said: dict[str, Any] = {name: data.manifest.get(name) for name in ("suite", "size", "seed")}
    source = Source(digest=data.digest, **said, items=len(data), path=str(data.folder.resolve()))
    return Frozen(FORMAT, vantage.__version__, source, found.frozen, items, practice, tuple(made))


def _practice(found: Settings, left: list[Brief], data: DataSet) -> tuple[list[str], DataSet]:
    """Return the ids of the items to practise on, and the data set that holds them."""
    number = found.practice.items
    if number and found.practice.data:
        data = dataset.load(found.practice.data)
        left = [Brief.of(item) for item in data.head()]
    if number > len(left):
        raise ValueError(
            f"the design leaves {len(left)} items to practise on, not {number}; name another data set under "
            "[practice], or set items = 0 there"
        )
    taken = booklets.Margins(left, "practice", found.seed).taken(number) if number else []
    return [left[place].id for place in taken], data


def _kept(folder: Path, item: Item) -> Shown:
    options = [(option.text, _picture(folder, option.image)) for option in item.options]
    answer = item.answer
    right: dict[str, Any] = {"letter": answer.letter} if isinstance(answer, Choice) else {}
    if isinstance(answer, Number):
        right = {"value": answer.value, "unit": answer.unit, "rule": answer.rule}
    return Shown(
        id=item.id,
        task=item.task,
        heading=tasks.get(item.task).title if item.task in tasks.names() else item.task.replace("_", " "),
        question=item.question,
        pictures=tuple(_picture(folder, image) for image in item.images),
        options=tuple(options),
        subtype=item.subtype,
        tier=str(item.tags.get("tier", "")),
        attempt=item.attempt,
        **right,
    )


def _picture(folder: Path, image: bytes | None) -> str:
    """Keep a picture without whatever else its file says, and return its name: a digest of what it shows."""
    if image is None:
        return ""
    data, ending = bare(image)
    name = f"{hashlib.sha256(data).hexdigest()[:32]}.{ending}"
    path = folder / PICTURES / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        dataset.write_whole(path, lambda aside: aside.write_bytes(data))
    return name


def open_study(folder: Path) -> Study:
    """Return the study in a folder; a ValueError if there is none, or if its data set has become another."""
    found = settings.read(folder)
    frozen = _frozen(folder)
    if frozen is None:
        raise ValueError(f"{folder} is not prepared yet; do that with: vantage study serve {folder}")
    study = Study(folder, found, frozen)
    _check_data(study)
    if names := changed(study):
        raise ValueError(
            f"{folder / settings.NAME} was changed ({', '.join(names)}) since its booklets were made; "
            f"if nobody has begun, new ones are made by: vantage study serve {folder}"
        )
    return study


def prepare(folder: Path, begun: int, progress: Progress = lambda done, total: None) -> Study:
    """Return the study in a folder, its booklets made as study.toml says; once people have `begun` they stay."""
    found = settings.read(folder)
    frozen = _frozen(folder)
    study = Study(folder, found, frozen) if frozen else None
    if study and begun and (names := changed(study)):
        raise ValueError(
            f"{folder / settings.NAME} was changed ({', '.join(names)}) after {begun} people had begun; "
            "put the old settings back, or make a new study"
        )
    if study is None or changed(study) or not _whole(study):
        made = freeze(folder, found, progress)
        if study and begun and not _same(made, study.frozen):
            raise ValueError(f"{folder} cannot be restored from {found.data}, which holds something else now")
        write_text(folder / FROZEN, msgspec.json.format(msgspec.json.encode(made), indent=1).decode() + "\n")
    return open_study(folder)


def _same(made: Frozen, kept: Frozen) -> bool:
    again = msgspec.structs.replace(made, vantage=kept.vantage)
    return msgspec.json.encode(again) == msgspec.json.encode(kept)


def _frozen(folder: Path) -> Frozen | None:
    path = folder / FROZEN
    try:
        frozen = msgspec.json.decode(path.read_bytes(), type=Frozen)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not what Vantage wrote ({error}); restore it") from None
    if frozen.format != FORMAT:
        raise ValueError(f"{path} has format {frozen.format}; this Vantage reads format {FORMAT}")
    return frozen


def changed(study: Study) -> list[str]:
    """Return the names of settings that differ from those that the booklets were made with."""
    was, now = study.frozen.settings, study.settings.frozen
    return [name for name in now if msgspec.json.encode(was.get(name)) != msgspec.json.encode(now[name])]


def _whole(study: Study) -> bool:
    return study.pictures <= {path.name for path in (study.folder / PICTURES).glob("*")}


def _check_data(study: Study) -> None:
    """Refuse a data set that lies where it did, but holds something else; one that is elsewhere now is no matter."""
    where, source = Path(study.settings.data), study.frozen.source
    if not (where / "manifest.json").exists():
        return
    digest = dataset.load(where).digest
    if digest != source.digest:
        raise ValueError(
            f"the data set in {where} is another one now ({digest[:12]}) than when the study was made "
            f"({source.digest[:12]}); put the old one back, or make a new study"
        )


def of_check(check: Check, number: int) -> Shown:
    """Return an attention check in the form of an item."""
    options = tuple((text, "") for text in check.options)
    return Shown(f"attention/{number + 1}", "attention", "", check.question, (), options, check.answer)


def media_type(name: str) -> str:
    """Return the media type of a picture, by the ending that we gave it."""
    return KINDS[name.rpartition(".")[2]]
