"""Circular scores: an item is asked once for each rotation of its options, so that no letter can win by habit.

Soft is the share right over all rotations, hard the share of items that are right in every one of them. A model that
knows gets both; one that always says "A" gets chance softly and nothing hard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage import metrics
from vantage.table import explode, units

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Circular:
    """The circular scores of one group of rows; a circle is one item in all its rotations, under one condition."""

    group: Mapping[str, str]
    circles: int  # answered in every rotation: what `hard` is the share of
    left_out: int  # circles without an answer to some rotation, because a request failed or was never made
    soft: float
    soft_low: float
    soft_high: float
    hard: float
    hard_low: float
    hard_high: float


def scores(table: pa.Table, by: Sequence[str] = ("model",), level: float = metrics.LEVEL) -> list[Circular]:
    """Return the circular scores of each group of rows that share the columns `by`, in order of first appearance.

    A row counts once for each member of a list column (an item that needs two capabilities speaks of both).
    """
    import pyarrow as pa

    for column in by:
        if pa.types.is_list(table.schema.field(column).type):
            table = explode(table, column)
    names = list(zip(*(table[name].to_pylist() for name in by))) if by else [()] * len(table)
    groups: dict[tuple[Any, ...], list[int]] = {}
    for row, name in enumerate(names):
        groups.setdefault(name, []).append(row)
    columns = _columns(table)
    return [
        _score(dict(zip(by, map(str, name))), {column: values[rows] for column, values in columns.items()}, level)
        for name, rows in groups.items()
    ]


def _columns(table: pa.Table) -> dict[str, np.ndarray[Any, Any]]:
    """Return, for each row, its item and its circle, in how many rotations that is asked, and what came of it."""
    unturned = (_unturned(str(condition)) for condition in table["condition"].to_pylist())
    keys = zip(*(table[name].to_pylist() for name in ("model", "item", "repeat")), unturned)
    numbers: dict[tuple[Any, ...], int] = {}
    chance = np.asarray(table["chance"], dtype=float)
    outcome = np.asarray(table["outcome"].to_pylist(), dtype=object)
    return {
        "item": units(table),
        "unit": np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64),
        # Numbers have no options, so no chance: they are asked in one way.
        "options": np.rint(np.divide(1, chance, out=np.ones_like(chance), where=chance > 0)).astype(np.int64),
        "right": outcome == "right",
        "answered": outcome != "failed",
    }


def _unturned(condition: str) -> str:
    """Return a condition's words but for its rotation."""
    return " ".join(word for word in condition.split(" ") if not word.startswith("rotation="))


def _score(group: dict[str, str], rows: dict[str, np.ndarray[Any, Any]], level: float) -> Circular:
    right, answered = rows["right"], rows["answered"]
    soft = metrics.circular_soft(right, answered)
    hard, circles, left_out = metrics.circular_hard(rows["unit"], rows["options"], right, answered)
    asked = np.unique(rows["item"][answered]).size
    soft_low, soft_high = _interval(soft, asked, level)
    # An item under two conditions, or asked again, is two circles, but not twice the evidence.
    hard_low, hard_high = _interval(hard, min(circles, asked), level)
    return Circular(group, circles, left_out, soft, soft_low, soft_high, hard, hard_low, hard_high)


def _interval(rate: float, n: int, level: float) -> tuple[float, float]:
    low, high = metrics.wilson(rate * n if n else 0, n, level)
    return float(low), float(high)
