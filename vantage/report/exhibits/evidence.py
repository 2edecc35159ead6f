"""What every exhibit is made from: the table, the part of it that models are ranked by, and the items it speaks of.

Models may be asked in several ways. They are ranked by the one that most of them share, so that like is set beside
like; the others are compared with it. Rotations of the options are one way: their answers are pooled.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from vantage.analysis.naming import with_way
from vantage.analysis.summaries import Summary, codes, manner, summarise
from vantage.analysis.table import table
from vantage.diagnosis import diagnose
from vantage.item import Item
from vantage.parallel import give_back
from vantage.plots import Figure
from vantage.plots.tables import Table
from vantage.running.losses import MUCH

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet
    from vantage.running.run_folder import Run


class OfModel(Protocol):
    """Anything that is about one model."""

    @property
    def model(self) -> str:
        """The model, as it is called in `Evidence.models`."""


Modelled = TypeVar("Modelled", bound=OfModel)


@dataclass(frozen=True)
class Size:
    """How large a model is, in billions of parameters, and the family it belongs to."""

    billions: float
    family: str


@dataclass(frozen=True)
class Evidence:
    """All that a report knows. `main` has the rows that models are ranked by, `models` is their order.

    A model that was not asked in the main way is named with its own way in `main` and `models`, not in `answers`.
    """

    runs: Sequence[Run]
    items: Mapping[str, Item]
    answers: pa.Table
    main: pa.Table
    manner: str  # the main way of asking
    models: tuple[str, ...]
    overall: Mapping[str, Summary]
    findings: Sequence[diagnose.Finding]
    called: Mapping[str, str]  # what each of `models` is called in `answers`, in findings and for its runs
    names: Mapping[str, str]  # the name under which each of `models` was asked, by which its size is known
    sizes: Mapping[str, Size] = field(default_factory=dict)

    def ranked(self, found: Iterable[Modelled]) -> list[Modelled]:
        """Return what was found of models in the order of the ranking."""
        place = {model: place for place, model in enumerate(self.models)}
        return sorted(found, key=lambda one: place[one.model])


@dataclass(frozen=True)
class Exhibit:
    """One section of a report: figures and a table that say the same, and a note on how to read them."""

    name: str  # of its files
    title: str
    note: str
    figures: tuple[Figure, ...]
    table: Table
    printed: Table | None = None  # the same for a printed page, where the table has a line for every number
    cases: tuple[Any, ...] = ()  # case studies, which a page shows with their pictures


def gather(data: DataSet, runs: Sequence[Run], sizes: Mapping[str, Size] | None = None) -> Evidence:
    """Return the evidence that runs on one data set give."""
    import pyarrow as pa
    import pyarrow.compute

    answers = table(data, runs)
    give_back()
    (model, models), (condition, conditions) = codes(answers["model"]), codes(answers["condition"])
    asked_in: Counter[tuple[str, str]] = Counter()
    for (m, c), n in Counter(zip(model.tolist(), condition.tolist())).items():
        asked_in[models[m], manner(conditions[c])] += n
    chosen = main_manners(asked_in)
    first = Counter(chosen.values()).most_common(1)[0][0]
    kept = np.array([[chosen[name] == manner(words) for words in conditions] for name in models])
    of = {run.name: run for run in runs}
    shown = {name: name if chosen[name] == first else with_way(of[name], chosen[name]) for name in models}
    main = renamed(answers.filter(pa.array(kept[model, condition])), shown)
    overall = {cell.group["model"]: cell for cell in summarise(main, ["model"])}
    order = sorted(overall, key=lambda name: _place(overall[name]))
    asked = set(answers["item"].unique().to_pylist())
    items = {item.id: item for item in data.head() if item.id in asked}
    # Findings count items as drawn at random, not people, so they are of models alone.
    alone = pa.compute.equal(answers["person"], pa.scalar(""))
    of_models = answers if pa.compute.all(alone).as_py() else answers.filter(alone)
    found = diagnose.findings(of_models, main=chosen) if len(of_models) else []
    own = {label: name for name, label in shown.items()}
    names = {label: of[own[label]].model for label in order}
    return Evidence(runs, items, answers, main, first, tuple(order), overall, found, own, names, sizes or {})


def _place(cell: Summary) -> tuple[bool, float]:
    """Return what models are ordered by: those that lost many requests come after all that can be ranked."""
    return cell.lost > MUCH, -cell.adjusted if cell.n else math.inf


def asked_items(evidence: Evidence) -> dict[str, set[str]]:
    """Return the items that each model was asked; models that lost too much to be ranked are left out."""
    found: dict[str, set[str]] = {}
    for name, item in zip(column(evidence.main, "model"), column(evidence.main, "item")):
        if evidence.overall[name].lost <= MUCH:
            found.setdefault(name, set()).add(item)
    return found


def on_common_items(evidence: Evidence) -> dict[str, Summary]:
    """Return how the ranked models do on the items that all of them were asked; empty where all were asked the same."""
    import pyarrow as pa
    import pyarrow.compute as pc

    asked = asked_items(evidence)
    shared = set.intersection(*asked.values()) if asked else set()
    if all(items == shared for items in asked.values()):
        return {}
    rows = evidence.main.filter(pc.is_in(evidence.main["model"], value_set=pa.array(list(asked), pa.string())))
    rows = rows.filter(pc.is_in(rows["item"], value_set=pa.array(sorted(shared), pa.string())))
    return {cell.group["model"]: cell for cell in summarise(rows, ["model"])}


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


def renamed(rows: pa.Table, shown: Mapping[str, str]) -> pa.Table:
    """Return rows with each model named as it is shown."""
    import pyarrow as pa

    encoded = rows["model"].combine_chunks().dictionary_encode()
    names = [shown[str(name)] for name in encoded.dictionary.to_pylist()]
    column = pa.DictionaryArray.from_arrays(encoded.indices, pa.array(names, pa.string())).cast(pa.string())
    return rows.set_column(rows.schema.get_field_index("model"), "model", column)


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
