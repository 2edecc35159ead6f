"""The object table: what stands where in each capture, in a file that a person reviews and corrects.

It is CSV with one row per object, or TOML with one [[object]] each:

    scene   the capture's name: the path of its folder below the given one
    name    what questions call the object; no two objects of a scene share one
    x, y    where its middle stands, in metres from the pivot: the camera at azimuth 0 is at -y, x is to its right
    z       how high its middle is above the point that the cameras look at (may be empty)
    facing  for an object with a front, in degrees: 0 faces the camera at azimuth 0, 90 faces +x (may be empty)
    kind    which kind of thing it is, for one with a front: "chair", "dog", … (default: the end of its name)
    views   azimuths at which it can be seen well, as "0 45 315" (empty: all eight)
"""

from __future__ import annotations

import csv
import io
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vantage import assets
from vantage.curate.poses import text
from vantage.item import IMAGE_MARK
from vantage.names import nearest
from vantage.scene import AZIMUTHS

COLUMNS = ("scene", "name", "x", "y", "z", "facing", "kind", "views")
LONGEST = 60  # characters of a name
# What a number may be: metres from the pivot, degrees.
LIMITS = {"x": 1000, "y": 1000, "z": 1000, "facing": 360}


@dataclass(frozen=True)
class Placed:
    """One object of a capture, in the pivot's frame."""

    scene: str
    name: str
    x: float
    y: float
    z: float | None = None
    facing: float | None = None
    kind: str = ""
    views: tuple[int, ...] = AZIMUTHS

    @property
    def place(self) -> tuple[float, float]:
        """Where it stands on the ground."""
        return self.x, self.y


def read(path: Path, scenes: Iterable[str]) -> dict[str, list[Placed]]:
    """Return the objects of each scene that a table lists; `scenes` are the names that it may use."""
    if not path.is_file():
        raise ValueError(f"{path} is not a file; give the object table, as CSV or TOML")
    known, found = list(scenes), dict[str, list[Placed]]()
    for where, row in _toml(path) if path.suffix == ".toml" else _csv(path):
        try:
            placed = _placed(row, known)
            if any(placed.name == other.name for other in found.get(placed.scene, ())):
                raise ValueError(f"scene {placed.scene!r} already has an object called {placed.name!r}")
        except ValueError as error:
            raise ValueError(f"{path.name}, {where}: {error}") from None
        found.setdefault(placed.scene, []).append(placed)
    if not found:
        raise ValueError(f"{path} lists no objects")
    return found


def _csv(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    rows = csv.DictReader(io.StringIO(text(path).removeprefix("\ufeff")))
    try:
        # Blank lines that a spreadsheet leaves behind are skipped.
        return [(f"line {rows.line_num}", row) for row in rows if any(row.values())]
    except csv.Error as error:
        raise ValueError(f"{path.name} is not CSV: {error}") from None


def _toml(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    try:
        objects = tomllib.loads(text(path)).get("object")
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is not TOML: {error}") from None
    if not isinstance(objects, list) or not all(isinstance(one, dict) for one in objects):
        raise ValueError(f"{path.name} has no [[object]]")
    return [(f"object {number}", one) for number, one in enumerate(objects, 1)]


def _placed(row: Mapping[str, Any], scenes: list[str]) -> Placed:
    for column in row:
        if not isinstance(column, str):
            raise ValueError("it has more values than the first line has columns")
        nearest(column, COLUMNS, "column")
    scene, name, kind = (str(row.get(column) or "").strip() for column in ("scene", "name", "kind"))
    nearest(scene, scenes, "capture that was kept")
    if not name or len(name) > LONGEST or not name.isprintable() or IMAGE_MARK in name:
        raise ValueError(f"{name[:LONGEST]!r} is no name; one has 1 to {LONGEST} printable characters")
    x, y = _number(row, "x"), _number(row, "y")
    if x is None or y is None:
        raise ValueError(f"{name!r} has no x or no y")
    facing = _number(row, "facing")
    if facing is not None:
        kind = nearest(kind or _kind(name), assets.names(oriented=True), "kind of thing with a front")
    return Placed(scene, name, x, y, _number(row, "z"), facing, kind, _views(row.get("views")))


def _number(row: Mapping[str, Any], column: str) -> float | None:
    value = row.get(column)
    if value is None or value == "":
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{column} is {str(value)[:40]!r}, not a number")
    if abs(number) > LIMITS[column]:
        raise ValueError(f"{column} is {number:.4g}; it lies between -{LIMITS[column]} and {LIMITS[column]}")
    return number


def _kind(name: str) -> str:
    """Return the kind of thing that a name ends with: "wooden office chair" is an office chair."""
    words = name.lower().split()
    known = assets.names(oriented=True)
    return next((tail for k in range(len(words)) if (tail := " ".join(words[k:])) in known), name)


def _views(value: Any) -> tuple[int, ...]:
    given = value if isinstance(value, list) else str(value or "").replace(",", " ").split()
    views = tuple(int(view) if str(view).lstrip("-").isdecimal() else -1 for view in given)
    if not set(views) <= set(AZIMUTHS):
        raise ValueError(f"views are {' '.join(map(str, given))!r}; they are some of {' '.join(map(str, AZIMUTHS))}")
    return views or AZIMUTHS


def written(objects: Iterable[Placed]) -> str:
    """Return objects as a CSV table, which a person corrects and `read` reads again."""
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(COLUMNS)
    for one in objects:
        z, facing = ("" if value is None else f"{value:.3f}" for value in (one.z, one.facing))
        views = " ".join(map(str, one.views))
        rows.writerow([one.scene, one.name, f"{one.x:.3f}", f"{one.y:.3f}", z, facing, one.kind, views])
    return file.getvalue()
