"""What a layout lists: things that turn before a camera, each with its pictures and how far it is turned in them.

A turn is in degrees, counter-clockwise seen from above; at 0 the thing faces the camera. Where the front is not known,
0 is the first picture; where the direction is not known, turns may all have the wrong sign. `Listed` says so, and only
questions that do not depend on it are made.
"""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import math
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vantage import seeds
from vantage.individuals import DOMAINS
from vantage.individuals.turns import STEP, wrapped
from vantage.item import IMAGE_MARK

TABLE_BYTES = 400_000_000  # the largest table that is read, decompressed
LONGEST = 60  # characters of a name


@dataclass(frozen=True)
class Shot:
    """One picture: its file below the folder, and how far the thing is turned in it."""

    file: str
    turn: float


@dataclass(frozen=True)
class Listed:
    """One thing as a layout lists it."""

    name: str
    domain: str
    kind: str  # what a question calls it
    source: str  # the layout, so that things of two public sets are two things
    shots: tuple[Shot, ...]
    front: bool = True  # whether it is known where its front is
    sense: bool = True  # whether it is known which way it turns
    test_only: bool = False
    fault: str = ""  # why it cannot be used; empty if it can

    @property
    def situation(self) -> str:
        """A digest of who it is, which decides the split; that of a set for tests only belongs to test."""
        found = (seeds.digest("photographed", self.source, self.name, k) for k in itertools.count())
        return next(one for one in found if not self.test_only or seeds.split_of(one) == "test")

    @property
    def views(self) -> dict[float, Shot]:
        """The picture nearest to each turn that is a multiple of five degrees, where one is near enough."""
        nearest: dict[float, Shot] = {}
        for shot in self.shots:
            turn = wrapped(STEP * round(shot.turn / STEP))
            if turn not in nearest or away(shot.turn, turn) < away(nearest[turn].turn, turn):
                nearest[turn] = shot
        return nearest


@dataclass(frozen=True)
class Stated:
    """What a user states about a folder."""

    sense: str = ""  # which way things turn from one picture to the next, where the layout does not say: of SENSES
    front: str = ""  # the number of the picture that shows the front, where the layout does not say


def away(a: float, b: float) -> float:
    """Return how far two turns are apart."""
    return abs((a - b + 180.0) % 360.0 - 180.0)


def rows(path: Path, columns: Sequence[str], optional: Sequence[str] = ()) -> list[tuple[str, dict[str, str]]]:
    """Return the rows of a CSV file, which may be gzipped, and where each stands; all `columns` must be there."""
    reader = csv.DictReader(io.StringIO(_text(path)), strict=True)
    try:
        header = reader.fieldnames or ()
        missing = [name for name in columns if name not in header]
        if missing:
            needed = ", ".join((*columns, *(f"{name} (may be left out)" for name in optional)))
            raise ValueError(f"{path.name} has no column {missing[0]!r}; its columns are {needed}")
        found = []
        for row in reader:
            if any(value for key, value in row.items() if key):
                if None in row or None in row.values():
                    raise ValueError(f"{path.name}, line {reader.line_num}: it has not as many values as the header")
                found.append((f"{path.name}, line {reader.line_num}", {key: row[key].strip() for key in header}))
        return found
    except csv.Error as error:
        raise ValueError(f"{path.name} is not CSV: {error}") from None


def _text(path: Path) -> str:
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
            data = file.read(TABLE_BYTES + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"{path.name} is not a whole gzip file: {error}") from None
    if len(data) > TABLE_BYTES:
        raise ValueError(f"{path.name} is larger than {TABLE_BYTES:,} bytes")
    try:
        return bytes(data).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not UTF-8 text") from None


def number(text: str, what: str) -> float:
    """Return an angle in degrees; anything else is a ValueError that says what was meant."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not abs(value) <= 360:
        raise ValueError(f"{what} is {text[:40]!r}; it must be a number from -360 to 360")
    return value


def word(text: str, what: str) -> str:
    """Return a name or a kind that can stand in a question."""
    if not text or len(text) > LONGEST or not text.isprintable() or IMAGE_MARK in text:
        raise ValueError(f"{what} is {text[:LONGEST]!r}; it must have 1 to {LONGEST} printable characters")
    return text


def domain(text: str, where: str) -> str:
    """Return a domain: object, car or face."""
    if text not in DOMAINS:
        raise ValueError(f"{where}: the domain is {text[:LONGEST]!r}; it must be one of {', '.join(DOMAINS)}")
    return text


def twice(shots: Iterable[Shot]) -> str:
    """Return what is wrong with pictures of which two are said to show the same turn; empty if nothing is."""
    turns = [round(wrapped(shot.turn), 3) for shot in shots]
    return "two of its pictures are listed for one turn" if len({*turns}) < len(turns) else ""
