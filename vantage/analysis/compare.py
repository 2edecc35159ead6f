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
from vantage.analysis.naming import told_apart
from vantage.analysis.summaries import codes, explode
from vantage.analysis.table import table
from vantage.running.run_folder import Run
from vantage.stats import inference, metrics
from vantage.stats.inference import Interval

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet

TAGS = ("task", "subtype", "tier", "quadrant", "capabilities", "abilities", "frame", "setting")
WAYS = ["protocol", "images", "layout", "max_side", "depth", "form"]  # of asking, whatever the rotation
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
    difference: Interval
    only_first: tuple[str, ...]  # items that the first alone got right
    only_second: tuple[str, ...]
    exact_p: float  # McNemar's test, as if the items were independent
    mid_p: float
    permutation_p: float  # flips the models in whole clusters: the one to trust
    corrected_p: float  # the same, by Holm's method over all pairs
    smallest: float  # the smallest true difference that this many items would detect in 80% of cases
    parts: tuple[Part, ...]

    def worse_by(self, points: float) -> bool:
        """Return whether the second is worse by more than `points`: whether the whole interval lies beyond that."""
        return bool(self.difference.high < -points / 100)


def of_runs(dataset: DataSet, runs: Sequence[Run], everyone: bool = False) -> list[Pair]:
    """Return each run beside the first, or everyone beside everyone, named by what tells them apart."""
    if len(runs) < 2:
        raise ValueError("a comparison needs at least two runs")
    if len({(run.model, str(run.path)) for run in runs}) < len(runs):
        raise ValueError("the same run is given twice; a comparison needs two different ones")
    named = told_apart(runs)
    return pairs(table(dataset, named), [run.name for run in named], everyone)


def pairs(answers: pa.Table, models: Sequence[str] = (), everyone: bool = False) -> list[Pair]:
    """Return each model of a table beside the first, or everyone beside everyone."""
    models = models or [str(name) for name in dict.fromkeys(answers["model"].to_pylist())]
    wanted = combinations(models, 2) if everyone else ((models[0], other) for other in models[1:])
    found = [pair(answers, first, second) for first, second in wanted]
    corrected = metrics.holm([one.permutation_p for one in found])
    return [dataclasses.replace(one, corrected_p=float(p)) for one, p in zip(found, corrected)]


def pair(answers: pa.Table, first: str, second: str) -> Pair:
    """Return how two models of a table compare on what both answered under the same conditions."""
    rows, left_out = _paired(answers, first, second)
    a, b = (_right(one) for one in rows)
    shared, cluster = rows[0], codes(rows[0]["cluster"])[0]
    rng = seeds.generator("compare", first, second)
    found = inference.compare(b, a, cluster, rng, item=codes(shared["item"])[0])
    items = np.array(shared["item"].to_pylist(), dtype=object)
    size = inference.effective_n(b.astype(float) - a, cluster)
    return Pair(
        *(first, second, metrics.accuracy(a), metrics.accuracy(b), left_out, found.difference),
        *(_names(items[a & ~b]), _names(items[b & ~a]), found.exact_p, found.mid_p, found.permutation_p),
        corrected_p=found.permutation_p,
        smallest=inference.smallest_difference(size, float((a != b).mean())) if len(a) else inference.NAN,
        parts=_parts(shared, a, b, cluster),
    )


def _names(items: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items.tolist()))


def _right(rows: pa.Table) -> NDArray[np.bool_]:
    return np.array([outcome == "right" for outcome in rows["outcome"].to_pylist()], dtype=bool)


def _paired(answers: pa.Table, first: str, second: str) -> tuple[tuple[pa.Table, pa.Table], int]:
    """Return the rows of both models that belong together, in the same order, and how many rows have no partner."""
    import pyarrow as pa
    import pyarrow.compute as pc

    both = [answers.filter(pc.equal(answers["model"], pa.scalar(name))) for name in (first, second)]
    for name, rows in zip((first, second), both):
        if not len(rows):
            raise ValueError(f"the table has no answers of {name!r}")
    names = ("item", *_shared(first, second, both), "repeat")
    answered = [rows.filter(pc.not_equal(rows["outcome"], pa.scalar("failed"))) for rows in both]
    keys = [
        np.array(["\0".join(map(str, key)) for key in zip(*(r[n].to_pylist() for n in names))], str) for r in answered
    ]
    _, a, b = np.intersect1d(keys[0], keys[1], return_indices=True)
    order = np.argsort(a, kind="stable")
    left_out = sum(len(rows) - len(a) for rows in both)
    return (answered[0].take(a[order]), answered[1].take(b[order])), left_out


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
