"""The matrix that scales are fitted to: who answered which item how well, people and models alike.

An answer counts what it earned: 1 for right and 0 for wrong, between them for a number by how near it came. What was
asked several times, in other words or with the options turned, is averaged. A failed request is no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage.analysis.naming import told_apart
from vantage.analysis.summaries import codes
from vantage.analysis.table import cluster_of, table
from vantage.stats.metrics import Array, Bools, Ints

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet
    from vantage.item import Item
    from vantage.running.run_folder import Run


@dataclass(frozen=True)
class Responses:
    """Who answered what: `credit` and `seconds` are (respondents, items), nan where nobody answered."""

    names: tuple[str, ...]
    people: Bools
    items: tuple[str, ...]
    tasks: tuple[str, ...]  # of each item
    clusters: Ints  # of each item: what is about one scene or set shares one
    floor: Array  # what a guesser gets, of each item
    credit: Array
    seconds: Array

    @property
    def groups(self) -> Ints:
        """The population of each respondent: people first, then models; models alone are one population."""
        both = self.people.any() and not self.people.all()
        return np.where(self.people, 0, 1) if both else np.zeros(len(self.names), dtype=np.int64)

    def kept(self, respondents: Bools, items: Bools) -> Responses:
        """Return the part about some respondents and items."""
        inside = np.ix_(respondents, items)
        names = tuple(name for name, keep in zip(self.names, respondents) if keep)
        ids, tasks = (tuple(one for one, keep in zip(of, items) if keep) for of in (self.items, self.tasks))
        people, clusters, floor = self.people[respondents], self.clusters[items], self.floor[items]
        return Responses(names, people, ids, tasks, clusters, floor, self.credit[inside], self.seconds[inside])

    def answered(self) -> Responses:
        """Return it without respondents and items that have no answer at all."""
        given: Bools = ~np.isnan(self.credit)
        return self.kept(np.array(given.any(axis=1)), np.array(given.any(axis=0)))


def of_runs(data: DataSet, runs: Sequence[Run]) -> Responses:
    """Return the responses of runs over one data set, items in its order."""
    named = told_apart(runs)
    people = [run.name for run in named if run.is_person]
    return of_table(table(data, named), list(data.head()), [run.name for run in named], people)


def of_table(rows: pa.Table, items: Sequence[Item], names: Sequence[str] = (), people: Iterable[str] = ()) -> Responses:
    """Return the responses in a table of outcomes to these items.

    Without names, respondents are called by their model, or as people where the table says which of them answered.
    """
    called = rows["model"] if names else _called(rows)
    known = set(people) if names else set(rows["person"].unique().to_pylist()) - {""}
    names = names or list(map(str, called.unique().to_pylist()))
    ids = [item.id for item in items]
    size = (len(names), len(ids))
    kept = codes(rows["outcome"], ["failed"])[0] < 0
    who, what = (codes(column, list(values))[0][kept] for column, values in ((called, names), (rows["item"], ids)))
    place = who * size[1] + what
    number = np.bincount(place, minlength=size[0] * size[1]).astype(float)
    credit = np.bincount(place, np.asarray(rows["credit"], dtype=float)[kept], len(number))
    return Responses(
        tuple(names),
        np.array([name in known for name in names], dtype=bool),
        tuple(ids),
        tuple(item.task for item in items),
        np.unique([cluster_of(item) for item in items], return_inverse=True)[1].astype(np.int64),
        np.array([item.chance for item in items], dtype=float),
        np.divide(credit, number, out=np.full(len(number), np.nan), where=number > 0).reshape(size),
        _seconds(rows, kept, place, len(number)).reshape(size),
    )


def _called(rows: pa.Table) -> pa.ChunkedArray[Any]:
    import pyarrow as pa
    import pyarrow.compute as pc

    found: pa.ChunkedArray[Any] = pc.if_else(pc.equal(rows["person"], pa.scalar("")), rows["model"], rows["person"])
    return found


def _seconds(rows: pa.Table, kept: Bools, place: Ints, size: int) -> Array:
    """Return the mean time of each answer, nan where none was taken."""
    seconds = np.array(rows["seconds"].to_pylist(), dtype=float)[kept]
    timed = ~np.isnan(seconds)
    number = np.bincount(place[timed], minlength=size).astype(float)
    total = np.bincount(place[timed], seconds[timed], size)
    found: Array = np.divide(total, number, out=np.full(size, np.nan), where=number > 0)
    return found
