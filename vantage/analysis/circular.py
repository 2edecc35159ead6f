"""Circular scores: an item is asked once for each rotation of its options, so that no letter can win by habit.

Soft is the share right over all rotations, hard the share of items that are right in every one of them. A model that
knows the answers scores high on both; one that always says "A" scores chance on soft and 0 on hard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage.analysis.summaries import OUTCOMES, Ints, codes, groups, long, manner, units
from vantage.stats import inference, metrics
from vantage.stats.metrics import Bools

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Circular:
    """The circular scores of one group of rows; a circle is one item in all its rotations, under one condition."""

    group: Mapping[str, str]
    circles: int  # circles answered in every rotation; `hard` is a share of these
    left_out: int  # circles without an answer to some rotation, because a request failed or was never made
    soft: float
    soft_low: float
    soft_high: float
    hard: float
    hard_low: float
    hard_high: float


def scores(table: pa.Table, by: Sequence[str] = ("model",), level: float = metrics.LEVEL) -> list[Circular]:
    """Return the circular scores of each group of rows that share the columns `by`, in order of first appearance.

    A row counts once for each member of a list column (an item that needs two capabilities counts for both).
    """
    table = long(table, by)
    names, group = groups(table, by)
    columns = _columns(table)
    places = np.split(np.argsort(group, kind="stable"), np.cumsum(np.bincount(group, minlength=len(names)))[:-1])
    return [
        _score(name, {column: values[rows] for column, values in columns.items()}, level)
        for name, rows in zip(names, places)
    ]


def _columns(table: pa.Table) -> dict[str, np.ndarray[Any, Any]]:
    """Return, for each row, its item and its circle, in how many rotations that is asked, and what came of it."""
    condition, words = codes(table["condition"])
    ways = {way: place for place, way in enumerate(dict.fromkeys(map(manner, words)))}
    way = np.array([ways[manner(one)] for one in words], dtype=np.int64)[condition]
    item, (repeat, repeats) = units(table), codes(table["repeat"])
    chance = np.asarray(table["chance"], dtype=float)
    outcome, _ = codes(table["outcome"], OUTCOMES)
    return {
        "item": item,
        "cluster": codes(table["cluster"])[0],
        "unit": (item * max(1, len(ways)) + way) * max(1, len(repeats)) + repeat,
        # Numbers have no options, so no chance: they are asked in one way.
        "options": np.rint(np.divide(1, chance, out=np.ones_like(chance), where=chance > 0)).astype(np.int64),
        "right": outcome == OUTCOMES.index("right"),
        "answered": outcome != OUTCOMES.index("failed"),
    }


def _score(group: Mapping[str, str], rows: dict[str, np.ndarray[Any, Any]], level: float) -> Circular:
    right, answered, item, cluster = (rows[name] for name in ("right", "answered", "item", "cluster"))
    soft = metrics.circular_soft(right, answered)
    soft_ends = _interval(soft, right[answered], item[answered], cluster[answered], level)
    hard, circles, left_out = metrics.circular_hard(rows["unit"], rows["options"], right, answered)
    first = np.unique(rows["unit"], return_index=True)[1]
    whole, passed = metrics.circles(rows["unit"], rows["options"], right, answered)
    hard_ends = _interval(hard, passed[whole], item[first][whole], cluster[first][whole], level)
    return Circular(group, circles, left_out, soft, *soft_ends, hard, *hard_ends)


def _interval(rate: float, right: Bools, item: Ints, cluster: Ints, level: float) -> tuple[float, float]:
    """Return Wilson's interval of a rate for the number of independent items that are behind it.

    An item counts once, even if it was asked under several conditions, in several rotations, or repeatedly.
    """
    _, first, place = np.unique(item, return_index=True, return_inverse=True)
    size = inference.effective_n(np.bincount(place, right) / np.bincount(place), cluster[first]) if len(item) else 0
    low, high = metrics.wilson(rate * size if size else 0, size, level)
    return float(low), float(high)
