"""Published results as one tidy table: what other models and people scored, and where it was printed.

Each paper is a CSV file with a row for every printed number, under the paper's own names of models and tasks. Rates are
shares between 0 and 1, with the printed decimals. `sources.toml` says what each table holds, what is doubtful about it,
and which of its tasks Vantage makes by the same recipe. `misfits.csv` lists printed numbers that contradict other
printed numbers, with both.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """One printed number. A rate lies between 0 and 1; `low` and `high` are the ends of its 95% interval."""

    source: str
    table: str
    model: str
    condition: str  # how the model was asked or trained, if the table compares that: "cot", "sft"; else empty
    kind: str  # "model", "human", "random", "baseline", "average" (of models), "models" (a number about many)
    task: str  # the paper's name; "overall" for all of its tasks
    metric: str
    value: float
    low: float | None
    high: float | None
    n: int | None  # number of items behind it, if known
    chance: float | None

    @property
    def human(self) -> bool:
        """Whether this is the score of people."""
        return self.kind == "human"


@dataclass(frozen=True)
class Source:
    """A paper: its title, what its tables hold, what is doubtful about them, and which of its tasks Vantage makes."""

    name: str
    title: str
    tables: Mapping[str, str]
    notes: tuple[str, ...]
    tasks: Mapping[str, str]  # the paper's name -> our "task" or "task/subtype", made by the same recipe
    settings: Mapping[str, str | int | float]  # of its fine-tuning, if the paper has a table of them


@dataclass(frozen=True)
class Misfit:
    """A printed number that contradicts other printed ones, with the value that those give."""

    source: str
    table: str
    model: str
    task: str
    metric: str
    printed: float
    found: float
    note: str


def names() -> list[str]:
    """Return the names of the papers whose results are here."""
    return list(_sources())


def source(name: str) -> Source:
    """Return what is known about one paper's tables."""
    found = _sources().get(name)
    if found is None:
        raise ValueError(f"no published results named {name!r}; there are {', '.join(_sources())}")
    return found


def rows(name: str, table: str = "") -> list[Row]:
    """Return the printed numbers of one paper, or of one of its tables, in the order of print."""
    if table and table not in source(name).tables:
        raise ValueError(f"{name} has no table {table!r} here; there are {', '.join(source(name).tables)}")
    return [row for row in _rows(source(name).name) if table in ("", row.table)]


def beside(task: str) -> list[Row]:
    """Return what papers printed for a task that Vantage makes by their recipe ("mrt", or "mrt/easy").

    Their items differ from ours: show the numbers side by side, but do not test one against the other.
    """
    return [row for name in names() for row in _rows(name) if _is(source(name).tasks.get(row.task, ""), task)]


def people(task: str) -> list[Row]:
    """Return what people scored on the published task that matches `task`: accuracy, and seconds if timed."""
    return [row for row in beside(task) if row.human]


def misfits(name: str = "") -> list[Misfit]:
    """Return the printed numbers that contradict other printed ones, of one paper or of all."""
    return [_misfit(line) for line in _read("misfits") if name in ("", line["source"])]


def _misfit(line: Mapping[str, str]) -> Misfit:
    plain = {key: line[key] for key in ("source", "table", "model", "task", "metric", "note")}
    return Misfit(**plain, printed=float(line["printed"]), found=float(line["found"]))


def _is(known: str, asked: str) -> bool:
    return known == asked or known.startswith(f"{asked}/")


@cache
def _sources() -> dict[str, Source]:
    found = tomllib.loads((FOLDER / "sources.toml").read_text(encoding="utf-8"))
    return {
        name: Source(
            name,
            entry["title"],
            entry["tables"],
            tuple(entry.get("notes", ())),
            entry.get("tasks", {}),
            entry.get("settings", {}),
        )
        for name, entry in found.items()
    }


@cache
def _rows(name: str) -> tuple[Row, ...]:
    return tuple(_row(name, line) for line in _read(name))


def _row(name: str, line: Mapping[str, str]) -> Row:
    low, high, chance = (float(line[key]) if line[key] else None for key in ("low", "high", "chance"))
    plain = {key: line[key] for key in ("table", "model", "condition", "kind", "task", "metric")}
    n = int(line["n"]) if line["n"] else None
    return Row(source=name, **plain, value=float(line["value"]), low=low, high=high, n=n, chance=chance)


def _read(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)
