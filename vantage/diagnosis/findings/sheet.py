"""One model's answers as arrays, and how sure a share of them is: what the rules of a diagnosis are written in.

A sheet holds answers under one way of asking (all rotations and repeats of it); failed requests are only counted.
Evidence is turned so that its size is above 0 where a model shows what a rule looks for. Its tests count the
independent answers that clusters are worth, and are exact where counts are small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vantage.analysis.summaries import codes, explode, manner
from vantage.stats import inference, metrics
from vantage.stats.metrics import Array

if TYPE_CHECKING:
    import pyarrow as pa

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Objects = NDArray[np.object_]
WAYS = ("protocol", "images", "layout", "max_side", "depth", "form", "renderer")  # of asking: all but rotation, repeat
PLAIN = {"images": "as_written", "layout": "separate", "max_side": 0, "depth": False, "form": "picture",
         "renderer": "raster"}  # fmt: skip


@dataclass(frozen=True)
class Evidence:
    """By how much something exceeds what is expected (`size`, 0 if not at all), and how sure that is."""

    size: float
    low: float
    high: float
    p: float
    n: int

    def turned(self) -> Evidence:
        """Return the same evidence for the opposite."""
        return Evidence(-self.size, -self.high, -self.low, self.p, self.n)


NOTHING = Evidence(0.0, 0.0, 0.0, 1.0, 0)


class Sheet:
    """The answers of one model under one way of asking."""

    def __init__(self, rows: pa.Table) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        self.asked = len(rows)
        self.rows = rows.filter(pc.not_equal(rows["outcome"], pa.scalar("failed")))
        self.failed = self.asked - len(self.rows)
        self._columns: dict[str, Objects] = {}
        self._coded: dict[str, tuple[Ints, dict[Any, int]]] = {}
        self._lists: dict[str, tuple[dict[str, int], Ints, Ints]] = {}
        self.explained: Bools = np.zeros(len(self.rows), dtype=bool)  # answers whose errors a search has explained

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, column: str) -> Objects:
        """Return a column as objects."""
        if column not in self._columns:
            self._columns[column] = np.array(self.rows[column].to_pylist(), dtype=object)
        return self._columns[column]

    def coded(self, column: str) -> tuple[Ints, dict[Any, int]]:
        """Return a column as numbers, and the number of each value in it."""
        if column not in self._coded:
            found, values = codes(self.rows[column])
            self._coded[column] = found, {value: place for place, value in enumerate(values)}
        return self._coded[column]

    def equal(self, column: str, value: Any) -> Bools:
        """Return which answers have this value in a column; None stands for an empty cell."""
        found, places = self.coded(column)
        return np.equal(found, places.get(value, -1))

    def alike(self, column: str, other: str) -> Bools:
        """Return whether two columns have the same value; two empty cells do not count as the same."""
        return np.asarray(self[column] == self[other], dtype=bool) & ~self.equal(column, None)

    def joint(self, *columns: str) -> Ints:
        """Return a number for each answer; answers with the same values in these columns have the same number."""
        joint = np.zeros(len(self), dtype=np.int64)
        for found, places in map(self.coded, columns):
            joint = joint * max(1, len(places)) + found
        return joint

    @cached_property
    def right(self) -> Bools:
        """Whether each answer is right."""
        return self.equal("outcome", "right")

    @cached_property
    def wrong(self) -> Bools:
        """Whether an answer chose a wrong option."""
        return self.equal("outcome", "wrong") & ~self.equal("chosen_label", None)

    @cached_property
    def chance(self) -> Array:
        """How often a guesser is right; 0 where a number is asked for."""
        return np.asarray(self.rows["chance"], dtype=float)

    @cached_property
    def cluster(self) -> Ints:
        """The cluster of each answer: answers in one cluster resemble one another."""
        return self.coded("cluster")[0]

    @cached_property
    def item(self) -> Ints | None:
        """Which item each answer is about; None if no two are about the same item."""
        found, names = self.coded("item")
        return found if len(names) < len(found) else None

    @cached_property
    def known(self) -> Array:
        """How likely each answer is right, given how well this model does in its task."""
        known = np.zeros(len(self))
        task = self.joint("task")
        for one in np.unique(task):
            here = task == one
            known[here] = self.due(here)[here]
        return known

    def due(self, where: Bools) -> Array:
        """Return how likely each answer is right if the model does as well everywhere as it does `where`."""
        adjusted = metrics.caa(self.right[where], self.chance[where])
        return np.clip(self.chance + adjusted * (1 - self.chance), 0, 1)

    def expected(self, is_key: Bools) -> Array:
        """Return how likely each answer is to be a given option, if errors are spread evenly over the wrong ones."""
        return np.where(is_key, self.known, (1 - self.known) * self.even(np.ones(len(self), dtype=np.int64)))

    def offers(self, column: str) -> list[str]:
        """Return every value that an option has in `rules` or `labels`."""
        return list(self._offers(column)[0])

    def offered(self, value: str, column: str) -> Ints:
        """Return how many options of each item have a value in `rules` or `labels`."""
        names, row, found = self._offers(column)
        return np.bincount(row[found == names.get(value, -1)], minlength=len(self))

    def _offers(self, column: str) -> tuple[dict[str, int], Ints, Ints]:
        if column not in self._lists:
            flat = explode(self.rows.select([column]), column, number="row")
            found, names = codes(flat[column])
            places = {name: place for place, name in enumerate(names)}
            self._lists[column] = places, np.asarray(flat["row"]).astype(np.int64), found
        return self._lists[column]

    def even(self, options: Ints) -> Array:
        """Return how likely an error is to fall on one of so many wrong options, if errors are spread evenly."""
        odds: Array = np.divide(self.chance, 1 - self.chance, out=np.zeros(len(self)), where=self.chance < 1)
        return options * odds

    def beside(self, hits: Bools, null: Array | float, where: Bools) -> Evidence:
        """Return by how much the share of hits among the answers `where` exceeds `null`, a rate for each answer."""
        share, low, high, size = self._share(hits, where)
        if not size:
            return NOTHING
        rate = float(np.broadcast_to(np.asarray(null, dtype=float), where.shape)[where].mean())
        p = metrics.binomial_p(share * size, size, rate)
        return Evidence(share - rate, low - rate, high - rate, p, int(where.sum()))

    def apart(self, first: tuple[Bools, Bools], second: tuple[Bools, Bools]) -> Evidence:
        """Return by how much one share exceeds another, each given as (hits, where)."""
        (a, a_low, a_high, a_size), (b, b_low, b_high, b_size) = self._share(*first), self._share(*second)
        if not a_size or not b_size:
            return NOTHING
        p = metrics.difference_p((a * a_size, a_size), (b * b_size, b_size))
        # Newcombe's interval: from Wilson's for each share.
        low, high = a - b - float(np.hypot(a - a_low, b_high - b)), a - b + float(np.hypot(a_high - a, b - b_low))
        return Evidence(a - b, low, high, p, int(first[1].sum() + second[1].sum()))

    def _share(self, hits: Bools, where: Bools) -> tuple[float, float, float, float]:
        """Return the share of hits, the ends of its interval, and the number of answers that it is worth."""
        values = hits[where].astype(float)
        size = inference.effective_n(values, self.cluster[where], None if self.item is None else self.item[where])
        share = float(values.mean()) if size else 0.0
        low, high = metrics.wilson(share * size, size)
        return share, float(low), float(high), size


def paired(first: Any, second: Any, cluster: Any) -> Evidence:
    """Return by how much the first accuracy exceeds the second on the same items, tested by the interval's own rule."""
    found = inference.paired_difference(first, second, cluster)
    if not found.n:
        return NOTHING
    return Evidence(found.value, found.low, found.high, inference.paired_p(first, second, cluster), found.n)


@dataclass(frozen=True)
class Case:
    """One model: its answers under the main way of asking, and under those that differ from it in one setting."""

    model: str
    main: Sheet
    others: tuple[tuple[str, Any, Sheet], ...] = ()  # which setting, its value there, the answers


def cases(table: pa.Table, main: Mapping[str, str] = MappingProxyType({})) -> Iterator[Case]:
    """Yield each model's case, about the way of asking that `main` names for it, else about the plainest.

    Ways of asking that differ from that one in several settings are left out.
    """
    import pyarrow as pa

    found, names = codes(table["model"])
    order = np.argsort(found, kind="stable")
    ends = np.searchsorted(found[order], np.arange(len(names) + 1))
    table = table.combine_chunks()
    together = bool((np.diff(order) == 1).all())
    for model, start, end in zip(names, ends, ends[1:]):
        rows = table.slice(start, end - start) if together else table.take(order[start:end])
        ways, place = _ways(rows)
        wanted = _first(ways, main.get(str(model), ""))
        others = []
        for k, way in enumerate(ways):
            changed = [name for name in WAYS if way[name] != ways[wanted][name]]
            if len(changed) == 1:
                others.append((changed[0], way[changed[0]], Sheet(rows.filter(pa.array(place == k)))))
        plain = rows if len(ways) == 1 else rows.filter(pa.array(place == wanted))
        yield Case(str(model), Sheet(plain), tuple(others))


def _ways(rows: pa.Table) -> tuple[list[dict[str, Any]], Ints]:
    """Return the ways of asking in a table, in order of appearance, and which of them each row belongs to."""
    joint = np.zeros(len(rows), dtype=np.int64)
    for name in WAYS:
        found, values = codes(rows[name])
        joint = joint * len(values) + found
    _, first, place = np.unique(joint, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    cells = rows.select([*WAYS, "condition"]).take(first[order]).to_pylist()
    return cells, np.argsort(order, kind="stable")[place]


def _first(ways: Sequence[dict[str, Any]], named: str) -> int:
    """Return the way of asking that a case is about: the one that is named, else the plainest."""
    order = sorted(range(len(ways)), key=lambda k: (_changes(ways[k]), ways[k]["protocol"] != "direct", k))
    return next((k for k in order if manner(ways[k]["condition"]) == named), order[0])


def _changes(way: dict[str, Any]) -> int:
    """Return in how many settings a way of asking differs from the default."""
    return sum(way[name] != value for name, value in PLAIN.items())
