"""Models beside people: do they fail at the items that people fail at, and where people take long?

People who answered a study stand in the table as models do, so both are named here. Where nobody did, the
times that papers printed for people stand in: for tasks of the same recipe, not the same items. `trends.matched` and
`trends.crossed` correlate what these functions return.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from vantage import papers, seeds
from vantage.analysis.summaries import summarise
from vantage.stats import inference, trends
from vantage.stats.inference import Interval

if TYPE_CHECKING:
    import pyarrow as pa

Scores = dict[str, dict[str, float]]


def errors_by_item(table: pa.Table, first: Sequence[str], second: Sequence[str], ranks: bool = False) -> Interval:
    """Return how the error rates of two groups go together over the items that both answered, clusters drawn whole.

    Pearson's correlation, or Spearman's if `ranks`. A group is one name or many: people, and models.
    """
    from scipy.stats import rankdata

    rates = [_rates(of(table, names)) for names in (first, second)]
    items = [item for item in rates[0] if item in rates[1]]
    pairs = np.array([[rate[item] for item in items] for rate in rates]).reshape(2, -1)
    x, y = rankdata(pairs, axis=1) if ranks and len(items) else pairs
    if len(items) < 3:
        return Interval(trends.NAN, trends.NAN, trends.NAN, len(items), len(items), "cluster bootstrap")
    cluster = dict(zip(*(map(str, table[name].to_pylist()) for name in ("item", "cluster"))))
    columns = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=1)
    rng = seeds.generator("people", "errors", len(items))
    held = [cluster[item] for item in items]
    return inference.cluster_bootstrap(columns, held, rng, trends.pearson_of_sums)


def printed_seconds(tasks: Sequence[str]) -> dict[str, float]:
    """Return how long people took in the published counterparts of these tasks; a task that nobody timed is absent."""
    found = {task: [row.value for row in papers.people(task) if row.metric == "seconds"] for task in tasks}
    return {task: sum(times) / len(times) for task, times in found.items() if times}


def scores(table: pa.Table, by: str = "task") -> Scores:
    """Return the chance-adjusted accuracy of each model in each task, as `trends.crossed` takes it."""
    found: Scores = {}
    for cell in summarise(table, [by, "model"]):
        if cell.n and cell.group[by]:
            found.setdefault(cell.group[by], {})[cell.group["model"]] = cell.adjusted
    return found


def printed_scores(source: str, table: str, metric: str = "accuracy") -> Scores:
    """Return what a paper's models scored in each of its tasks, when asked under no special condition."""
    found: Scores = {}
    for row in papers.rows(source, table):
        if row.kind == "model" and row.metric == metric and not row.condition:
            found.setdefault(row.task, {})[row.model] = row.value
    return found


def of(table: pa.Table, names: Sequence[str]) -> pa.Table:
    """Return the rows of the models, or people, that are named; a name without rows is a ValueError."""
    import pyarrow as pa
    import pyarrow.compute as pc

    known = set(map(str, table["model"].unique().to_pylist()))
    for name in names:
        if name not in known:
            raise ValueError(f"the table has no answers of {name!r}; there are {', '.join(sorted(known))}")
    return table.filter(pc.is_in(table["model"], value_set=pa.array(names, pa.string())))


def _rates(rows: pa.Table) -> dict[str, float]:
    return {cell.group["item"]: 1 - cell.accuracy for cell in summarise(rows, ["item"]) if cell.n}
