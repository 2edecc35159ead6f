"""The one tidy table from which every number and figure comes, and the summaries that are read off it.

One row per item x condition x model x repeat. Several answers of one model to one item are not independent evidence,
so intervals count distinct items, not rows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vantage import metrics, score
from vantage.item import Answer, Condition, Item, Number
from vantage.runs import Run

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.dataset import DataSet

OUTCOMES = ("right", "wrong", "unanswered", "failed")
_TAGS = ("tier", "quadrant", "frame")
_LISTS = ("capabilities", "factors", "rules")


def schema() -> pa.Schema:
    """Return the columns of the table; `rules` names how each wrong option on offer misses the key."""
    import pyarrow as pa

    texts = pa.string()
    columns: list[tuple[str, pa.DataType]] = [
        *((name, texts) for name in ("model", "item", "suite", "task", "subtype", "split", *_TAGS, "situation")),
        *((name, pa.list_(texts)) for name in _LISTS),
        ("condition", texts),
        ("repeat", pa.int32()),
        *((name, texts) for name in ("key", "answer", "chosen_label", "chosen_rule")),
        ("chance", pa.float64()),
        ("outcome", texts),
        ("truncated", pa.bool_()),
        ("step", texts),
        ("seconds", pa.float64()),
        ("tokens", pa.int64()),
    ]
    return pa.schema(columns)


def table(dataset: DataSet, runs: Iterable[Run | str | Path]) -> pa.Table:
    """Return the table of runs (or their folders) on one data set, each response scored afresh."""
    import pyarrow as pa

    items = {item.id: item for item in dataset.head()}
    opened = (Run.read(run) if isinstance(run, str | Path) else run for run in runs)
    rows = [row for run in opened for row in _rows(items, run)]
    return pa.Table.from_pylist(rows, schema=schema())


def _rows(items: Mapping[str, Item], run: Run) -> Iterable[dict[str, Any]]:
    conditions = run.conditions
    fixed: dict[str, dict[str, Any]] = {}
    for response in run.responses:
        name = response["item"]
        if name not in items:
            raise ValueError(f"run of {run.meta['model']}: item {name!r} is not in this data set")
        if name not in fixed:
            fixed[name] = describe(items[name])
        condition = conditions[response["condition"]]
        judged = _judge(items[name], condition, response)
        yield {
            "model": run.meta["model"],
            **fixed[name],
            "condition": short(condition),
            "repeat": response["repeat"],
            **judged,
        }


def describe(item: Item) -> dict[str, Any]:
    """Return the cells that depend on the item alone."""
    return {
        "item": item.id,
        **{name: getattr(item, name) for name in ("suite", "task", "subtype", "split", "situation", "chance")},
        **{name: str(item.tags.get(name, "")) for name in _TAGS},
        **{name: list(item.tags.get(name, ())) for name in ("capabilities", "factors")},
        "rules": [option.rule for option in item.options if option.rule],
    }


def short(condition: Condition) -> str:
    """Return a condition as a few words: its protocol, then each setting that is not the default, but its repeat."""
    plain = Condition(protocol=condition.protocol, repeat=condition.repeat)
    names = [field.name for field in dataclasses.fields(condition)]
    changed = {name: getattr(condition, name) for name in names if getattr(condition, name) != getattr(plain, name)}
    return " ".join([condition.protocol, *(f"{name}={value}" for name, value in changed.items())])


def _judge(item: Item, condition: Condition, response: Mapping[str, Any]) -> dict[str, Any]:
    scored = score.score_response(item, condition, response)
    chosen = None if scored.option is None else item.options[scored.option]
    return {
        "key": _key(item.rotated(condition.rotation).answer),
        "answer": _text(scored.answer),
        "chosen_label": (chosen.label or chosen.text) if chosen else None,
        "chosen_rule": (chosen.rule or None) if chosen else None,
        "outcome": scored.outcome.value,
        "truncated": scored.truncated,
        "step": scored.step,
        "seconds": response.get("seconds"),
        "tokens": response.get("tokens_out"),
    }


def _key(answer: Answer) -> str:
    return f"{answer.value:.12g}" if isinstance(answer, Number) else answer.letter


def _text(answer: str | float | None) -> str | None:
    return f"{answer:.12g}" if isinstance(answer, float) else answer


@dataclass(frozen=True)
class Summary:
    """How one group of rows came out. `n` counts answers (failed requests left out), `items` what they are about."""

    group: Mapping[str, str]
    n: int
    items: int
    right: int
    wrong: int
    unanswered: int
    failed: int
    chance: float
    accuracy: float
    low: float
    high: float
    worst: float  # the accuracy if every failed request were wrong
    adjusted: float  # chance-adjusted accuracy
    adjusted_low: float
    adjusted_high: float


def summarise(table: pa.Table, by: Sequence[str] = (), level: float = metrics.LEVEL) -> list[Summary]:
    """Return a summary for each group of rows that share the columns `by`, in order of first appearance.

    A row counts once for each member of a list column (an item that needs two capabilities speaks of both).
    """
    columns: dict[str, Any] = {outcome: _equals(table, outcome).astype(np.int64) for outcome in OUTCOMES}
    answered = columns["failed"] == 0
    columns["chance"] = np.asarray(table["chance"]) * answered
    columns["unit"] = np.where(answered, units(table), -1)
    sums = _grouped(table, by, columns)
    return [_summary(group, cells, level) for group, cells in sums]


def _summary(group: dict[str, str], cells: Mapping[str, Any], level: float) -> Summary:
    counts = {outcome: int(cells[outcome]) for outcome in OUTCOMES}
    n = counts["right"] + counts["wrong"] + counts["unanswered"]
    chance = float(cells["chance"]) / n if n else float("nan")
    worst, accuracy = metrics.with_failures(counts["right"], n, counts["failed"])
    low, high = metrics.wilson(accuracy * cells["unit"] if n else 0, cells["unit"], level)
    adjusted = metrics.above_chance([accuracy, low, high], chance)
    return Summary(
        group,
        n,
        int(cells["unit"]),
        **counts,
        chance=chance,
        accuracy=float(accuracy),
        low=float(low),
        high=float(high),
        worst=float(worst),
        adjusted=float(adjusted[0]),
        adjusted_low=float(adjusted[1]),
        adjusted_high=float(adjusted[2]),
    )


@dataclass(frozen=True)
class RuleUse:
    """How often one kind of wrong option was on offer, and how often it was taken."""

    group: Mapping[str, str]
    items: int
    offered: int
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
    import pyarrow as pa

    wrong, answered = _equals(table, "wrong"), ~_equals(table, "failed")
    chance = np.asarray(table["chance"])
    row = np.arange(len(table))
    flat = table.append_column("row", pa.chunked_array([pa.array(row)])).append_column("rule", table["rules"])
    flat = explode(flat, "rule")
    row = np.asarray(flat["row"])
    taken = np.asarray(flat["chosen_rule"].to_pylist(), dtype=object) == np.asarray(flat["rule"].to_pylist(), object)
    even = chance / np.where(chance < 1, 1 - chance, np.nan)
    columns = {
        # Options may share a rule; an answer is still one offer and at most one choice.
        "unit": np.where(answered[row], row, -1),
        "unit_chosen": np.where(taken & wrong[row], row, -1),
        "unit_error": np.where(wrong[row], row, -1),
        "unit_item": np.where(answered[row], units(flat), -1),
        "guess": chance[row] * answered[row],
        "even": even[row] * wrong[row],
    }
    return [_rule_use(group, cells, level) for group, cells in _grouped(flat, [*by, "rule"], columns)]


def _rule_use(group: dict[str, str], cells: Mapping[str, Any], level: float) -> RuleUse:
    offered, chosen, errors = (int(cells[name]) for name in ("unit", "unit_chosen", "unit_error"))
    items, nothing = int(cells["unit_item"]), float("nan")
    rate = chosen / offered if offered else nothing
    low, high = metrics.wilson(rate * items if offered else 0, items, level)
    return RuleUse(
        group,
        items,
        offered,
        chosen,
        rate,
        float(low),
        float(high),
        float(cells["guess"]) / offered if offered else nothing,
        errors,
        chosen / errors if errors else nothing,
        float(cells["even"]) / errors if errors else nothing,
    )


def explode(table: pa.Table, column: str) -> pa.Table:
    """Return the table with one row for each member of a list column; rows with an empty list go."""
    import pyarrow.compute as pc

    lists = table[column].combine_chunks()
    long = table.take(pc.list_parent_indices(lists))
    return long.set_column(long.schema.get_field_index(column), column, pc.list_flatten(lists))


def units(table: pa.Table) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return a number for each row that is shared by the answers of one model to one item."""
    model, item = (table[name].combine_chunks().dictionary_encode() for name in ("model", "item"))
    numbers = np.asarray(model.indices).astype(np.int64) * max(1, len(item.dictionary)) + np.asarray(item.indices)
    return np.asarray(numbers, dtype=np.int64)


def _equals(table: pa.Table, outcome: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    same: np.ndarray[Any, np.dtype[np.bool_]] = np.asarray(table["outcome"].to_pylist(), dtype=object) == outcome
    return same


def _grouped(
    table: pa.Table, by: Sequence[str], columns: Mapping[str, Any]
) -> Iterable[tuple[dict[str, str], dict[str, Any]]]:
    """Yield each group's name and its columns: summed, but for `unit…`, where distinct values from 0 up are counted."""
    import pyarrow as pa

    frame = table.select(list(dict.fromkeys(by))) if by else table.select(["model"])
    for name, values in columns.items():
        counted = name.startswith("unit")
        values = pa.array(values, mask=np.asarray(values) < 0) if counted else pa.array(values)
        frame = frame.append_column(f"_{name}", values)
    if not by:
        frame = frame.set_column(0, "_all", pa.array([""] * len(table)))
    for name in by:
        if pa.types.is_list(frame.schema.field(name).type):
            frame = explode(frame, name)
    wanted: list[Any] = [(f"_{name}", "count_distinct" if name.startswith("unit") else "sum") for name in columns]
    grouped = frame.group_by(list(by) or ["_all"], use_threads=False).aggregate(wanted)
    for cells in grouped.to_pylist():
        group = {name: "" if cells[name] is None else str(cells[name]) for name in by}
        yield group, {name: cells[f"_{name}_{how}"] for name, (_, how) in zip(columns, wanted)}
