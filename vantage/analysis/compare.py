"""Models on the same items: how far apart they are, how sure that is, and what each gets that the other does not.

Answers are paired, item by item, under the same condition: what makes an item hard is hard for both, so a paired
difference is far surer than the difference of two accuracies. A difference is the second model's accuracy
minus the first's: below 0, the second is worse.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vantage import seeds
from vantage.analysis.naming import Unlike, told_apart, unlike
from vantage.analysis.summaries import codes, explode
from vantage.analysis.table import table
from vantage.running.run_folder import Run
from vantage.stats import inference, metrics
from vantage.stats.inference import Interval

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet

TAGS = ("task", "subtype", "tier", "quadrant", "capabilities", "abilities", "frame", "setting")
WAYS = ["protocol", "images", "layout", "max_side", "depth", "form", "renderer"]  # of asking, whatever the rotation
MANY = 40  # the most values that a tag may have: where there are more, they are names, not kinds
ALPHA = 0.05

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Part:
    """The same comparison on the items with one value of a tag.

    `p` is that of the interval's own test, which counts clusters; Holm's method corrects it over all parts of the pair.
    """

    tag: str
    value: str
    difference: Interval
    only_first: int
    only_second: int
    p: float


@dataclass(frozen=True)
class Pair:
    """Two models on what both answered; differences are the second's accuracy less the first's."""

    first: str
    second: str
    first_accuracy: float
    second_accuracy: float
    left_out: int  # rows without a pair: the other model was not asked, or one of the two requests failed
    asked: int  # what the first was asked under the shared conditions, whatever came of it
    difference: Interval
    as_wrong: Interval  # the same over all that both were asked, a failed request counted as wrong
    worst: float  # over all that the first was asked, if what is missing or failed went against the second
    best: float  # ... for the second
    only_first: tuple[str, ...]  # items that the first alone got right
    only_second: tuple[str, ...]
    exact_p: float  # McNemar's test; nan where items come in clusters, for which it does not hold
    mid_p: float
    permutation_p: float  # flips the models in whole clusters: the one to trust
    corrected_p: float  # the same, by Holm's method over all pairs
    smallest: float  # the smallest true difference that this many items would detect in 80% of cases
    parts: tuple[Part, ...]
    unlike: tuple[Unlike, ...] = ()  # in what respects they were asked differently, as far as their runs tell

    @property
    def coverage(self) -> float:
        """The share of what the first was asked that both answered."""
        return self.difference.n / self.asked if self.asked else 0.0


def of_runs(dataset: DataSet, runs: Sequence[Run], everyone: bool = False) -> list[Pair]:
    """Return each run beside the first, or everyone beside everyone, named by what tells them apart."""
    if len(runs) < 2:
        raise ValueError("a comparison needs at least two runs")
    if len({(run.model, str(run.path)) for run in runs}) < len(runs):
        raise ValueError("the same run is given twice; a comparison needs two different ones")
    named = told_apart(runs)
    by = {run.name: run for run in named}
    found = pairs(table(dataset, named), list(by), everyone)
    return [dataclasses.replace(one, unlike=unlike(by[one.first], by[one.second])) for one in found]


def pairs(answers: pa.Table, models: Sequence[str] = (), everyone: bool = False) -> list[Pair]:
    """Return each model of a table beside the first, or everyone beside everyone."""
    models = models or [str(name) for name in dict.fromkeys(answers["model"].to_pylist())]
    wanted = combinations(models, 2) if everyone else ((models[0], other) for other in models[1:])
    found = [pair(answers, first, second) for first, second in wanted]
    corrected = metrics.holm([one.permutation_p for one in found])
    return [dataclasses.replace(one, corrected_p=float(p)) for one, p in zip(found, corrected)]


def pair(answers: pa.Table, first: str, second: str) -> Pair:
    """Return how two models of a table compare on what both answered under the same conditions."""
    both, names = _asked(answers, first, second)
    shared, a, b = matched(answers, first, second)
    cluster = codes(shared["cluster"])[0]
    rng = seeds.generator("compare", first, second)
    found = inference.compare(b, a, cluster, rng, item=codes(shared["item"])[0])
    items = np.array(shared["item"].to_pylist(), dtype=object)
    size = inference.effective_n(b.astype(float) - a, cluster)
    return Pair(
        first,
        second,
        first_accuracy=metrics.accuracy(a),
        second_accuracy=metrics.accuracy(b),
        left_out=sum(map(len, both)) - 2 * len(a),
        **_with_failures(both, names),
        difference=found.difference,
        only_first=_names(items[a & ~b]),
        only_second=_names(items[b & ~a]),
        exact_p=found.exact_p,
        mid_p=found.mid_p,
        permutation_p=found.permutation_p,
        corrected_p=found.permutation_p,
        smallest=inference.smallest_difference(size, float((a != b).mean())) if len(a) else inference.NAN,
        parts=_parts(shared, a, b, cluster),
    )


def matched(answers: pa.Table, first: str, second: str) -> tuple[pa.Table, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the rows that both models of a table answered under the same conditions, and which each got right."""
    both, names = _asked(answers, first, second)
    rows = _matched([_answered(one) for one in both], names)
    return rows[0], _right(rows[0]), _right(rows[1])


def _with_failures(both: Sequence[pa.Table], names: Sequence[str]) -> dict[str, Any]:
    """Return the difference with failed requests as wrong, what the first was asked, and what may hide in all of it."""
    every = _matched(both, names)
    failures = inference.paired_difference(_right(every[1]), _right(every[0]), codes(every[0]["cluster"])[0])
    # What the second was not asked counts only in ways, and repeats, in which it was asked something.
    ways = [_keys(rows, names[1:]) for rows in both]
    first, second = both[0].filter(np.isin(ways[0], ways[1])), every[1]
    (a_low, a_high), (b_low, b_high) = _bounds(first), _bounds(second)
    missing, whole = len(first) - len(second), max(1, len(first))
    worst, best = (b_low - a_high) / whole, (b_high + missing - a_low) / whole
    return {"asked": len(first), "as_wrong": failures, "worst": worst, "best": best}


def _bounds(rows: pa.Table) -> tuple[int, int]:
    """Return how many rows are right, and how many would be, had every failed request been right."""
    right = int(_right(rows).sum())
    return right, right + len(rows) - len(_answered(rows))


def _names(items: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items.tolist()))


def _right(rows: pa.Table) -> NDArray[np.bool_]:
    return np.array([outcome == "right" for outcome in rows["outcome"].to_pylist()], dtype=bool)


def _answered(rows: pa.Table) -> pa.Table:
    import pyarrow as pa
    import pyarrow.compute as pc

    return rows.filter(pc.not_equal(rows["outcome"], pa.scalar("failed")))


def _asked(answers: pa.Table, first: str, second: str) -> tuple[list[pa.Table], tuple[str, ...]]:
    """Return the rows of both models, and the columns that rows must share to belong together."""
    import pyarrow as pa
    import pyarrow.compute as pc

    both = [answers.filter(pc.equal(answers["model"], pa.scalar(name))) for name in (first, second)]
    for name, rows in zip((first, second), both):
        if not len(rows):
            raise ValueError(f"the table has no answers of {name!r}")
    return both, ("item", *_shared(first, second, both), "repeat")


def _keys(rows: pa.Table, names: Sequence[str]) -> NDArray[np.str_]:
    return np.array(["\0".join(map(str, key)) for key in zip(*(rows[name].to_pylist() for name in names))], str)


def _matched(both: Sequence[pa.Table], names: Sequence[str]) -> tuple[pa.Table, pa.Table]:
    """Return the rows of both models that belong together, in the same order."""
    keys = [_keys(rows, names) for rows in both]
    _, a, b = np.intersect1d(keys[0], keys[1], return_indices=True)
    order = np.argsort(a, kind="stable")
    return both[0].take(a[order]), both[1].take(b[order])


def _shared(first: str, second: str, both: Sequence[pa.Table]) -> tuple[str, ...]:
    """Return what the answers of two models must share beside the item: the condition, or its rotation alone."""
    if set.intersection(*(set(rows["condition"].to_pylist()) for rows in both)):
        return ("condition",)
    for name, rows in zip((first, second), both):
        if rows.select(WAYS).group_by(WAYS).aggregate([]).num_rows > 1:
            raise ValueError(f"{first} and {second} share no condition, and {name} was asked under several")
    return ("rotation",)  # each was asked in one way: that is what the user wants to compare


def _parts(shared: pa.Table, a: NDArray[np.bool_], b: NDArray[np.bool_], cluster: Ints) -> tuple[Part, ...]:
    """Return the comparison for each value of each tag that splits the items, corrected together."""
    found = []
    for tag, value, rows in _splits(shared):
        interval = inference.paired_difference(b[rows], a[rows], cluster[rows])
        only = int((a & ~b)[rows].sum()), int((b & ~a)[rows].sum())
        # McNemar's test would take the answers about one scene for independent.
        p = inference.paired_p(b[rows], a[rows], cluster[rows])
        found.append(Part(tag, value, interval, *only, p))
    corrected = metrics.holm([part.p for part in found])
    return tuple(dataclasses.replace(part, p=float(p)) for part, p in zip(found, corrected))


def _splits(shared: pa.Table) -> Iterator[tuple[str, str, Ints]]:
    """Yield each value of each tag, and the rows that have it; a tag that does not split the items is left out."""
    import pyarrow as pa

    for tag in TAGS:
        column = shared.select([tag])
        if pa.types.is_list(column.schema.field(tag).type):
            column = explode(column, tag, number="row")
            row = np.asarray(column["row"]).astype(np.int64)
        else:
            row = np.arange(len(column))
        found, values = codes(column[tag])
        if 2 <= len(values) <= MANY:
            for place, value in enumerate(values):
                if value:
                    yield tag, str(value), row[found == place]
