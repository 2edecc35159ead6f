"""What every exhibit is made from: the table, the part of it that models are ranked by, and the items it speaks of.

Models may be asked in several ways. They are ranked by the one that most of them share, so that like is set beside
like; the others are compared with it. Rotations of the options are one way: their answers are pooled.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vantage import diagnose
from vantage.item import Item
from vantage.plots import Figure
from vantage.table import Summary, summarise, table
from vantage.tables import Table

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.dataset import DataSet
    from vantage.running.runs import Run


@dataclass(frozen=True)
class Size:
    """How large a model is, in billions of parameters, and the family it belongs to."""

    billions: float
    family: str


@dataclass(frozen=True)
class Evidence:
    """All that a report knows. `main` has the rows that models are ranked by, `models` is their order."""

    runs: Sequence[Run]
    items: Mapping[str, Item]
    answers: pa.Table
    main: pa.Table
    manner: str  # the main way of asking
    models: tuple[str, ...]
    overall: Mapping[str, Summary]
    findings: Sequence[diagnose.Finding]
    sizes: Mapping[str, Size] = field(default_factory=dict)


@dataclass(frozen=True)
class Exhibit:
    """One section of a report: figures and a table that say the same, and a note on how to read them."""

    name: str  # of its files
    title: str
    note: str
    figures: tuple[Figure, ...]
    table: Table
    printed: Table | None = None  # the same for a printed page, where the table has a line for every number


def gather(data: DataSet, runs: Sequence[Run], sizes: Mapping[str, Size] | None = None) -> Evidence:
    """Return the evidence that runs on one data set give."""
    import pyarrow as pa

    answers = table(data, runs)
    model, condition = codes(answers, "model"), codes(answers, "condition")
    pairs = Counter(zip(model.numbers.tolist(), condition.numbers.tolist()))
    asked_in = Counter({(model.values[m], manner(condition.values[c])): 0 for m, c in pairs})
    for (m, c), n in pairs.items():
        asked_in[model.values[m], manner(condition.values[c])] += n
    chosen = main_manners(asked_in)
    first = Counter(chosen.values()).most_common(1)[0][0]
    kept = np.array([[chosen[name] == manner(words) for words in condition.values] for name in model.values])
    main = renamed(answers.filter(pa.array(kept[model.numbers, condition.numbers])), chosen, first)
    overall = {cell.group["model"]: cell for cell in summarise(main, ["model"])}
    order = sorted(overall, key=lambda name: -overall[name].adjusted if overall[name].n else math.inf)
    asked = set(answers["item"].unique().to_pylist())
    items = {item.id: item for item in data.head() if item.id in asked}
    found = diagnose.findings(answers, main=chosen)
    return Evidence(runs, items, answers, main, first, tuple(order), overall, found, sizes or {})


def manner(condition: str) -> str:
    """Return a condition's words but for its rotation."""
    return " ".join(word for word in condition.split(" ") if not word.startswith("rotation="))


def main_manners(rows: Mapping[tuple[str, str], int]) -> dict[str, str]:
    """Return for each model the way of asking it is ranked by: the one that most models share, else its own.

    `rows` counts the rows of each model and way.
    """
    shared = Counter(way for _, way in rows)
    best = max(shared, key=lambda way: (shared[way], sum(n for (_, w), n in rows.items() if w == way)))
    chosen = {}
    for model in dict.fromkeys(name for name, _ in rows):
        own = {way: n for (name, way), n in rows.items() if name == model}
        chosen[model] = best if best in own else max(own, key=lambda way: own[way])
    return chosen


def renamed(rows: pa.Table, chosen: Mapping[str, str], first: str) -> pa.Table:
    """Return rows with each model that was never asked in the shared way named together with its own."""
    import pyarrow as pa

    encoded = rows["model"].combine_chunks().dictionary_encode()
    names = [str(name) for name in encoded.dictionary.to_pylist()]
    names = [name if chosen[name] == first else f"{name} ({chosen[name]})" for name in names]
    column = pa.DictionaryArray.from_arrays(encoded.indices, pa.array(names, pa.string())).cast(pa.string())
    return rows.set_column(rows.schema.get_field_index("model"), "model", column)


@dataclass(frozen=True)
class Codes:
    """A column as numbers, and the values that they stand for."""

    numbers: NDArray[np.int64]
    values: tuple[str, ...]


def codes(table: pa.Table, name: str) -> Codes:
    """Return a column of texts as numbers."""
    import pyarrow as pa

    column = table[name].cast(pa.string()).combine_chunks().dictionary_encode()
    return Codes(np.asarray(column.indices).astype(np.int64), tuple(map(str, column.dictionary.to_pylist())))


def matrix(answers: pa.Table, column: str) -> dict[str, dict[str, Summary]]:
    """Return a summary for each value of a column and each model, in order of appearance; untagged rows left out."""
    found: dict[str, dict[str, Summary]] = {}
    for cell in summarise(answers, [column, "model"]):
        if cell.group[column]:
            found.setdefault(cell.group[column], {})[cell.group["model"]] = cell
    return found


def column(table: pa.Table, name: str) -> list[Any]:
    """Return a column as a list."""
    return list(table[name].to_pylist())
