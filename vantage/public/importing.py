"""Import a benchmark: read its tables, turn rows into items, fetch their pictures, and write a data set.

All questions are read first, without pictures: mistakes in them, and files of another benchmark, show in seconds. What
is wrong with a single question (no such option, no such file, a picture that does not decode) drops it; drops are
counted and listed, and above a share the import refuses, and leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vantage import __version__, seeds
from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.exchange.own_items import NAME, PICTURE_BYTES, PICTURES, TEXT, check_decodes
from vantage.item import IMAGE_MARK, LETTERS, Choice, Item, Option
from vantage.names import nearest
from vantage.public import films, rehosted, tables
from vantage.public.archives import Entry, Files
from vantage.public.benchmark import VIDEO_MARK, Benchmark, Media, Picture, Question, Row, Stills, Video
from vantage.public.films import Films, Sampling

ALLOWED = 0.01  # share of questions that may be dropped
DROPPED = "dropped.csv"  # in the folder of the data set: which questions were dropped, and why
FRAMES = "These are frames of a video, in order."

Progress = Callable[[int, int], None]


@dataclass
class Drops:
    """Questions that were left out: those with a mistake, and those that are left out on purpose, by reason."""

    mistakes: list[tuple[str, str]] = field(default_factory=list)  # where or which, and why
    meant: Counter[str] = field(default_factory=Counter)

    def reasons(self) -> Counter[str]:
        """Return how many mistakes there are of each kind: what is quoted in a reason is left out."""
        return Counter(_kind(why) for _, why in self.mistakes)

    def check(self, allowed: float, total: int, name: str) -> None:
        """Raise a ValueError that lists the commonest mistakes if there are too many."""
        if len(self.mistakes) > allowed * total:
            listed = "; ".join(f"{n} × {why}" for why, n in self.reasons().most_common(3))
            where, why = self.mistakes[0]
            raise ValueError(
                f"{len(self.mistakes):,} of {total:,} questions of {name} cannot be used, more than {allowed:.0%}: "
                f"{listed} (first: {where}: {why}); allow it with --drop {_enough(len(self.mistakes) / total)}"
            )


def _kind(why: str) -> str:
    parts = why.split("'")
    return "'…'".join(parts[::2]) if len(parts) > 1 else why


def _enough(share: float) -> str:
    return f"{min(1.0, share + 0.005):.2f}"


@dataclass(frozen=True)
class _Asked:
    """A question that was read, and where: its table and row, and the row itself unless it holds pictures."""

    question: Question
    table: int
    row: int
    held: Row | None


def import_benchmark(
    benchmark: Benchmark,
    path: str | Path,
    out: str | Path,
    sampling: Sampling | None = None,
    allowed: float = ALLOWED,
    progress: Progress = lambda done, total: None,
) -> tuple[DataSet, Drops]:
    """Write a benchmark as a data set; return it, and what was dropped. Refused imports leave nothing behind."""
    out, sampling, drops = Path(out), sampling or Sampling(), Drops()
    new = not out.exists()
    with contextlib.closing(Files(path)) as files:
        found = _tables(benchmark, files)
        asked = list(_read(benchmark, found, drops))
        total = len(asked) + len(drops.mistakes)
        if not total:
            raise ValueError(f"{found[0].name} holds no questions of {benchmark.name}")
        drops.check(allowed, total, benchmark.name)
        asked = _chosen(benchmark, asked)
        reels = Films(files, sampling, out.with_name(f".{out.name}.frames"))
        items = _items(benchmark, found, asked, files, reels, drops, allowed)
        header = _header(benchmark, sampling, found, asked)
        try:
            data = dataset.write(out, header, _counted(items, len(asked), progress))
        except ValueError:
            reels.close()
            if new:
                shutil.rmtree(out, ignore_errors=True)
            raise
        reels.close()
    if drops.mistakes:
        dataset.write_whole(out / DROPPED, lambda aside: _list(aside, drops))
    return data, drops


def _counted(items: Iterable[Item], total: int, progress: Progress) -> Iterator[Item]:
    for done, item in enumerate(items, 1):
        yield item
        progress(done, total)


def _list(path: Path, drops: Drops) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("question", "why"), *drops.mistakes])


def _header(
    benchmark: Benchmark, sampling: Sampling, found: Sequence[Entry], asked: Sequence[_Asked]
) -> dict[str, Any]:
    shown: dict[str, Any] = {"frames": str(sampling)} if benchmark.video else {}
    return {
        "vantage": __version__,
        "suite": benchmark.name,
        "title": f"{benchmark.title}, imported from the files of {benchmark.home}.",
        "size": "imported",
        "seed": 0,
        "tasks": {},
        "licence": benchmark.licence,
        "credits": [f"{benchmark.title}: {benchmark.home}"],
        "benchmark": {"questions": len(asked), "tables": {entry.name: _digest(entry) for entry in found}, **shown},
    }


def _digest(entry: Entry) -> str:
    with entry.open() as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # members of archives read too


# -- which tables


def _tables(benchmark: Benchmark, files: Files) -> list[Entry]:
    """Return the tables to read; a ValueError says what is missing, and what the files look like instead."""
    for pattern in (*benchmark.tables, *benchmark.rehosted):
        if found := files.matching(pattern):
            for entry in found:
                _check_columns(benchmark, entry, files)
            return found
    wanted = " or ".join((*benchmark.tables, *benchmark.rehosted))
    raise ValueError(f"{files.path} holds no {wanted}, so it is not {benchmark.name}{_instead(benchmark, files)}")


def _check_columns(benchmark: Benchmark, entry: Entry, files: Files) -> None:
    held = tables.columns(entry)
    needs = rehosted.needs(benchmark, entry.name) or benchmark.needs
    if missing := [name for name in needs if name not in held]:
        names = ", ".join(sorted(held)[:20]) or "none"
        raise ValueError(
            f"{entry.name} has no column {', '.join(missing)}, so it is another benchmark or another revision of "
            f"{benchmark.name}; it has {names}{_instead(benchmark, files)}"
        )


def _instead(benchmark: Benchmark, files: Files) -> str:
    """Return what benchmark the files look like, as the end of a sentence."""
    from vantage import public

    for other in map(public.get, public.names()):
        found = [entry for pattern in (*other.tables, *other.rehosted) for entry in files.matching(pattern)]
        try:
            fits = found and not set(other.needs) - tables.columns(found[0])
        except ValueError:
            continue
        if fits and other.home != benchmark.home:
            return f"; it looks like {other.name}"
    return ""


# -- questions


def _read(benchmark: Benchmark, found: Sequence[Entry], drops: Drops) -> Iterator[_Asked]:
    """Yield the questions of all tables, without pictures; mistakes are noted."""
    seen: dict[str, str] = {}
    for number, entry in enumerate(found):
        other = rehosted.reader(benchmark, entry.name)
        embedded = {*(rehosted.PICTURES if other else benchmark.pictures)} & tables.columns(entry)
        ask = other or benchmark.question
        for place, row in enumerate(tables.rows(entry, without=embedded)):
            if why := benchmark.skip(row):
                drops.meant[why] += 1
                continue
            where = f"{entry.name}, row {place + 1}"
            try:
                question = _checked(benchmark, ask({**row, "table": entry.name, "place": place}))
                if question.id in seen:
                    raise ValueError(f"the id {question.id!r} was already given in {seen[question.id]}")
            except ValueError as error:
                drops.mistakes.append((where, str(error)))
                continue
            seen[question.id] = where
            yield _Asked(question, number, place, None if embedded else {**row, "table": entry.name, "place": place})


def _checked(benchmark: Benchmark, question: Question) -> Question:
    """Return a question that is within bounds; a ValueError says what is not."""
    for name, value, limit in (("id", question.id, NAME - 40), ("category", question.category, NAME)):
        if not value or len(value) > limit or not value.isprintable():
            raise ValueError(f"the {name} {value[:60]!r} is empty, too long or not printable")
    if len(question.text) + sum(map(len, question.options)) > TEXT:
        raise ValueError(f"the question has more than {TEXT:,} characters")
    if not question.text.replace(IMAGE_MARK, "").strip():
        raise ValueError("the question is empty")
    if not benchmark.open:
        nearest(question.category, benchmark.categories, f"category of {benchmark.name}")
    if isinstance(question.answer, Choice):
        if not 2 <= len(question.options) <= len(LETTERS):
            raise ValueError(f"a choice needs 2 to {len(LETTERS)} options, not {len(question.options)}")
        if LETTERS.index(question.answer.letter) >= len(question.options):
            raise ValueError(f"the gold {question.answer.letter!r} names none of the {len(question.options)} options")
    return question


def _chosen(benchmark: Benchmark, asked: list[_Asked]) -> list[_Asked]:
    """Return the questions of a variant; those about one video stand together, so that its frames are stored once."""
    if benchmark.choose:
        wanted = set(benchmark.choose([one.question for one in asked]))
        asked = [one for one in asked if one.question.id in wanted]
    if benchmark.video:
        asked.sort(key=lambda one: one.question.cluster)
    return asked


# -- items


def _items(
    benchmark: Benchmark,
    found: Sequence[Entry],
    asked: Sequence[_Asked],
    files: Files,
    reels: Films,
    drops: Drops,
    allowed: float,
) -> Iterator[Item]:
    for one, row in _rows(benchmark, found, asked):
        media = rehosted.media if rehosted.reader(benchmark, found[one.table].name) else benchmark.media
        try:
            yield item(benchmark, one.question, media(row), files, reels)
        except ValueError as error:
            drops.mistakes.append((one.question.id, str(error)))
            drops.check(allowed, len(asked), benchmark.name)


def _rows(benchmark: Benchmark, found: Sequence[Entry], asked: Sequence[_Asked]) -> Iterator[tuple[_Asked, Row]]:
    """Yield questions with their rows; tables with pictures in them are read again, as they come."""
    for number, entry in enumerate(found):
        wanted = {one.row: one for one in asked if one.table == number and one.held is None}
        if wanted:
            rows = enumerate(tables.rows(entry))
            yield from ((wanted[place], {**row, "table": entry.name}) for place, row in rows if place in wanted)
    yield from ((one, one.held) for one in asked if one.held is not None)


def item(benchmark: Benchmark, question: Question, media: Sequence[Media], files: Files, reels: Films) -> Item:
    """Return a question with its pictures as an item."""
    shown = [list(_pictures(one, files, reels)) for one in media]
    pictures = [data for group in shown for data in group]
    if len(pictures) > PICTURES + films.MOST:
        raise ValueError(f"the question has {len(pictures)} pictures; at most {PICTURES + films.MOST} are allowed")
    text, offered = _placed(question, media, shown)
    own = text.count(IMAGE_MARK)
    options, left = _options(offered, pictures[own:])
    if left:
        raise ValueError(f"the question marks {own} pictures, but there are {len(pictures)}")
    content = [hashlib.sha256(picture).hexdigest() for picture in pictures] or [question.text]
    situation = seeds.digest("public", benchmark.name, *content)
    tags = {"capabilities": list(benchmark.categories.get(question.category) or ()), **question.tags}
    return Item(
        id=f"{benchmark.name}/{question.id}",
        suite=benchmark.name,
        task=question.category,
        subtype=question.subtype,
        version=1,
        split="test",
        situation=situation,
        question=text,
        images=tuple(pictures[:own]),
        options=options,
        answer=question.answer,
        truth={},
        tags=tags,
        groups={"scene": (question.cluster, question.id)} if question.cluster else {},
    )


def _pictures(media: Media, files: Files, reels: Films) -> Iterator[bytes]:
    if isinstance(media, Video):
        yield from reels.frames(media)
        return
    if isinstance(media, Stills):
        for name in reels.stills(media):
            yield from _pictures(Picture(name=name), files, reels)
        return
    name = media.name or "in the table"
    data = media.data or (files.find(media.name).read() if media.name else b"")
    if not data:
        raise ValueError(f"picture {name!r} has 0 bytes")
    if len(data) > PICTURE_BYTES:
        raise ValueError(f"picture {name!r} has {len(data):,} bytes; at most {PICTURE_BYTES:,} are allowed")
    check_decodes(name, data)
    yield data


def _placed(question: Question, media: Sequence[Media], shown: Sequence[list[bytes]]) -> tuple[str, Sequence[str]]:
    """Return the text with a mark for each picture, and the options."""
    text, options, n = question.text, question.options, sum(map(len, shown))
    films = [len(pictures) for one, pictures in zip(media, shown) if not isinstance(one, Picture)]
    if VIDEO_MARK in text:
        parts = text.split(VIDEO_MARK)
        if len(parts) - 1 != len(films):
            raise ValueError(f"the question has {len(parts) - 1} {VIDEO_MARK} marks for {len(films)} videos")
        text = parts[0] + "".join(IMAGE_MARK * frames + part for frames, part in zip(films, parts[1:]))
    marks = text.count(IMAGE_MARK) + sum(option.count(IMAGE_MARK) for option in options)
    if marks and marks != n:
        raise ValueError(f"the question has {marks} {IMAGE_MARK} marks for {n} pictures")
    if marks or not n:
        return text, options
    if question.after:
        return f"{text}\n{IMAGE_MARK * n}", options
    said = f"{FRAMES}\n" if films else ""
    return f"{IMAGE_MARK * n}\n{said}{text}", options


def _options(offered: Sequence[str], pictures: Sequence[bytes]) -> tuple[tuple[Option, ...], Sequence[bytes]]:
    """Return the options, each with the picture that its text marks, and the pictures left over."""
    found: list[Option] = []
    left = list(pictures)
    for text in offered:
        if text.count(IMAGE_MARK) > 1:
            raise ValueError("an option holds more than one picture")
        image = left.pop(0) if IMAGE_MARK in text else None
        words = text.replace(IMAGE_MARK, "").strip()
        found.append(Option(words, image, label=words[:NAME] or f"picture {len(found) + 1}"))
    return tuple(found), left
