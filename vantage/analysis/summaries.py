"""What is read off the table of outcomes: how groups of rows came out, and which wrong options were taken.

Answers about one scene, set or situation, and several answers to one item, are not independent evidence, so an
interval counts the independent answers that its clusters are worth. All groups are summed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vantage.scoring.score import Outcome
from vantage.stats import inference, metrics
from vantage.stats.metrics import Array, Bools
from vantage.stats.two_way import two_way_sizes

if TYPE_CHECKING:
    import pyarrow as pa

OUTCOMES = tuple(outcome.value for outcome in Outcome)

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Summary:
    """How one group of rows came out. `n` counts answers (failed requests left out), `items` what they are about."""

    group: Mapping[str, str]
    n: int
    items: int
    clusters: int
    effective: float  # how many independent answers these are worth
    right: int
    wrong: int
    unanswered: int
    failed: int
    chance: float
    accuracy: float
    low: float
    high: float
    worst: float  # the accuracy if every failed request were wrong
    credit: float  # the accuracy if a number counts by how near it came: mean relative accuracy, where that is asked
    adjusted: float  # chance-adjusted accuracy
    adjusted_low: float
    adjusted_high: float

    @property
    def best(self) -> float:
        """The accuracy if every failed request had been right."""
        asked = self.n + self.failed
        return (self.right + self.failed) / asked if asked else float("nan")

    @property
    def lost(self) -> float:
        """The share of requests that failed."""
        asked = self.n + self.failed
        return self.failed / asked if asked else 0.0


def summarise(table: pa.Table, by: Sequence[str] = (), level: float = metrics.LEVEL) -> list[Summary]:
    """Return a summary for each group of rows that share the columns `by`, in order of first appearance.

    A row counts once for each member of a list column (an item that needs two capabilities counts for both).
    """
    needed = dict.fromkeys(("model", "person", "item", "cluster", "outcome", "credit", "chance", *by))
    table = long(table.select(_known(table, needed)), by)
    names, group = groups(table, by)
    size = len(names)
    outcome, _ = codes(table["outcome"], OUTCOMES)
    counts = {name: np.bincount(group[outcome == k], minlength=size) for k, name in enumerate(OUTCOMES)}
    answered = outcome != OUTCOMES.index("failed")
    rows, right = group[answered], (outcome == 0)[answered]
    cluster = codes(table["cluster"])[0][answered]
    n = np.bincount(rows, minlength=size)
    chance = _ratio(np.bincount(rows, np.asarray(table["chance"], dtype=float)[answered], size), n)
    worst, accuracy = metrics.with_failures(counts["right"], n, counts["failed"])
    items, clusters = (_distinct(rows, values, size) for values in (units(table)[answered], cluster))
    effective = inference.effective_sizes(rows, cluster, right, items)
    effective = _of_people(table, answered, (rows, cluster, right), effective)
    low, high = metrics.wilson(np.where(n > 0, accuracy, 0) * effective, effective, level)
    adjusted = metrics.above_chance(np.stack([accuracy, low, high]), chance)
    columns = {
        "n": n,
        "items": items,
        "clusters": clusters,
        "effective": effective,
        **counts,
        "chance": chance,
        "accuracy": accuracy,
        "low": low,
        "high": high,
        "worst": worst,
        "credit": _ratio(np.bincount(rows, np.asarray(table["credit"], dtype=float)[answered], size), n),
        **dict(zip(("adjusted", "adjusted_low", "adjusted_high"), adjusted)),
    }
    cells = zip(*(values.tolist() for values in columns.values()))
    return [Summary(name, **dict(zip(columns, row))) for name, row in zip(names, cells)]


def _of_people(table: pa.Table, kept: Bools, given: tuple[Ints, Ints, Bools], effective: Array) -> Array:
    """Return how many independent answers each group is worth; where people answered, they too were drawn at random."""
    person, names = codes(table["person"])
    people = np.array([bool(name) for name in names], dtype=bool)[person[kept]] if len(names) else np.zeros(0, bool)
    if not people.any():
        return effective
    rows, cluster, right = (values[people] for values in given)
    worth = np.zeros(len(effective))
    found = two_way_sizes(rows, person[kept][people], cluster, right)
    worth[: len(found)] = found
    # A group that people and models share is worth what its people are worth, at the least.
    alone = np.bincount(rows, minlength=len(effective)) == np.bincount(given[0], minlength=len(effective))
    return np.where(alone & (worth > 0), np.minimum(worth, effective), effective)


@dataclass(frozen=True)
class RuleUse:
    """How often one kind of wrong option was on offer, and how often it was taken."""

    group: Mapping[str, str]
    items: int
    offered: int
    effective: float  # how many independent offers these are worth
    chosen: int
    rate: float
    low: float
    high: float
    guess: float  # how often a uniform guesser would choose it
    errors: int  # wrong answers where it was on offer
    error_share: float  # of those, how many chose it
    even_share: float  # the same for errors spread evenly over the wrong options


def rules(table: pa.Table, by: Sequence[str] = ("model", "task"), level: float = metrics.LEVEL) -> list[RuleUse]:
    """Return, for each group and each rule of a wrong option, how often it was offered and chosen."""
    import pyarrow.compute as pc

    needed = dict.fromkeys(("model", "item", "cluster", "outcome", "chance", "chosen_rule", *by))
    flat = table.select(_known(table, needed)).append_column("rule", table["rules"])
    flat = long(explode(flat, "rule", number="row"), by)
    names, group = groups(flat, [*by, "rule"])
    outcome, size = codes(flat["outcome"], OUTCOMES)[0], len(names)
    chance = np.asarray(flat["chance"], dtype=float)
    answered, wrong = outcome != OUTCOMES.index("failed"), outcome == OUTCOMES.index("wrong")
    taken = np.asarray(pc.equal(flat["chosen_rule"], flat["rule"]).fill_null(False)) & wrong
    # Options may share a rule; an answer is still one offer and at most one choice.
    once = np.zeros(len(flat), dtype=bool)
    once[np.unique(group * max(1, len(table)) + np.asarray(flat["row"]), return_index=True)[1]] = True
    offer = once & answered
    offered, chosen, errors = (np.bincount(group[rows & offer], minlength=size) for rows in (answered, taken, wrong))
    rate = _ratio(chosen, offered)
    items = _distinct(group[offer], units(flat)[offer], size)
    effective = inference.effective_sizes(group[offer], codes(flat["cluster"])[0][offer], taken[offer], items)
    low, high = metrics.wilson(np.where(offered > 0, rate, 0) * effective, effective, level)
    even = np.divide(chance, 1 - chance, out=np.full(len(chance), np.nan), where=chance < 1)
    columns = {
        "items": items,
        "offered": offered,
        "effective": effective,
        "chosen": chosen,
        "rate": rate,
        "low": low,
        "high": high,
        "guess": _ratio(np.bincount(group[answered], chance[answered], size), offered),
        "errors": errors,
        "error_share": _ratio(chosen, errors),
        "even_share": _ratio(np.bincount(group[wrong], even[wrong], size), errors),
    }
    cells = zip(*(values.tolist() for values in columns.values()))
    return [RuleUse(name, **dict(zip(columns, row))) for name, row in zip(names, cells)]


@dataclass(frozen=True)
class YesNo:
    """How well one group of rows tells yes from no; `f1` is that of yes, and an answer that chose neither says no."""

    group: Mapping[str, str]
    n: int
    f1: float


def yes_no(table: pa.Table, by: Sequence[str] = ("model", "task")) -> list[YesNo]:
    """Return the F1 score of each group of answers to yes-or-no items; groups without such items are absent."""
    import pyarrow as pa
    import pyarrow.compute as pc

    # Items from elsewhere say "Yes" or "No." in their options.
    table = table.select(_known(table, dict.fromkeys(("model", "outcome", "key_label", "chosen_label", *by))))
    for name in ("key_label", "chosen_label"):
        plain = pc.utf8_trim(pc.utf8_lower(table[name]), characters=" .!\n\t")
        table = table.set_column(table.schema.get_field_index(name), name, plain)
    asked = pc.is_in(table["key_label"], value_set=pa.array(["yes", "no"]))
    rows = long(table.filter(pc.and_(asked, pc.not_equal(table["outcome"], pa.scalar("failed")))), by)
    names, group = groups(rows, by)
    due, said = (
        np.asarray(pc.equal(rows[name], pa.scalar("yes")).fill_null(False)) for name in ("key_label", "chosen_label")
    )
    places = (group == number for number in range(len(names)))
    return [YesNo(name, int(at.sum()), metrics.f1(due[at], said[at])) for name, at in zip(names, places)]


def explode(table: pa.Table, column: str, number: str = "") -> pa.Table:
    """Return the table with one row for each member of a list column; rows with an empty list are dropped.

    A column called `number` then says which row of the table a row came from.
    """
    import pyarrow.compute as pc

    lists = table[column].combine_chunks()
    parents = pc.list_parent_indices(lists)
    long = table.take(parents)
    long = long.set_column(long.schema.get_field_index(column), column, pc.list_flatten(lists))
    return long.append_column(number, parents) if number else long


def manner(condition: str) -> str:
    """Return a condition's words without its rotation: the way of asking, whatever the order of the options."""
    return " ".join(word for word in condition.split(" ") if not word.startswith("rotation="))


def units(table: pa.Table) -> Ints:
    """Return a number for each row that is shared by the answers of one model to one item."""
    (model, _), (item, names) = codes(table["model"]), codes(table["item"])
    return model * max(1, len(names)) + item


def codes(column: pa.ChunkedArray[Any], values: Sequence[str] = ()) -> tuple[Ints, list[Any]]:
    """Return a column as numbers, and what each stands for: as they appear (None counts too), or places in `values`."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if values:
        found = pc.index_in(column, value_set=pa.array(values, pa.string())).fill_null(-1)
        return np.asarray(found).astype(np.int64), list(values)
    encoded: Any = column.combine_chunks().dictionary_encode(null_encoding="encode")
    return np.asarray(encoded.indices).astype(np.int64), encoded.dictionary.to_pylist()


def long(table: pa.Table, by: Sequence[str]) -> pa.Table:
    """Return the table with a row for each member of those columns that are lists."""
    import pyarrow as pa

    for name in by:
        if pa.types.is_list(table.schema.field(name).type):
            table = explode(table, name)
    return table


def _known(table: pa.Table, names: Iterable[str]) -> list[str]:
    """Return names of columns; one that the table does not have is a ValueError."""
    for name in names:
        if name not in table.column_names:
            raise ValueError(f"the table has no column {name!r}; there are {', '.join(table.column_names)}")
    return list(names)


def groups(table: pa.Table, by: Sequence[str]) -> tuple[list[dict[str, str]], Ints]:
    """Return what each group is called, in order of first appearance, and the group of each row."""
    joint = np.zeros(len(table), dtype=np.int64)
    for name in by:
        found, values = codes(table[name])
        joint = joint * max(1, len(values)) + found
    _, first, place = np.unique(joint, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    cells = table.select(list(dict.fromkeys(by))).take(first[order]).to_pylist() if by else [{} for _ in order]
    names = [{name: "" if row[name] is None else str(row[name]) for name in by} for row in cells]
    return names, rank[place].astype(np.int64)


def _distinct(group: Ints, values: Ints, size: int) -> Ints:
    """Return how many different values there are in each group."""
    spans = int(values.max(initial=0)) + 1
    return np.bincount(np.unique(group * spans + values) // spans, minlength=size)


def _ratio(part: Array | Ints, whole: Array | Ints) -> Array:
    part, whole = np.asarray(part, dtype=float), np.asarray(whole, dtype=float)
    share: Array = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return share
