"""The one tidy table from which every number and figure comes: a row per item x condition x model x repeat.

What a row says about its item, its condition and the option chosen is taken by place from columns made once, so that
hundreds of thousands of rows cost little more than reading their answers.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vantage.analysis.kept_scores import kept
from vantage.describing.facts import facts_of
from vantage.describing.strategies import said_of
from vantage.item import LETTERS, Choice, Condition, Item, Number, compact, number_text
from vantage.running.opening import RASTER, renderer_of
from vantage.running.prices import Price, price_of
from vantage.running.records import Record
from vantage.running.run_folder import Run
from vantage.scoring.score import Score, score_response

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet

SHORT = 64  # characters: replies up to this length recur, so each is read once

_FIELDS = ("suite", "task", "subtype", "split", "situation")
_TAGS = ("tier", "quadrant", "frame", "setting", "group", "camera", "before", "domain")
_NUMBERS = ("azimuth", "angle")
# The groups of items that ask one question in several ways, and the column that says in which way.
_SETS = {name: name for name in ("wording", "premise", "order", "occlusion", "view")} | {"frame": "whose"}
_LISTS = ("capabilities", "abilities", "factors", "rules", "labels")
_SETTINGS = {"protocol": "s", "images": "s", "layout": "s", "rotation": "i", "max_side": "i", "depth": "b", "form": "s"}
_TAKEN = {"answer": "s", "chosen_label": "s", "chosen_rule": "s", "outcome": "s", "credit": "f"}
_READ = {"truncated": "b", "step": "s", "spoke": "b"}
_COSTS = {"finish": "s", "failure": "s", "seconds": "f", "tokens_in": "i", "tokens": "i", "reasoning_tokens": "i"}

Ints = NDArray[np.int64]


def schema() -> pa.Schema:
    """Return the columns of the table.

    `renderer` is what drew the scenes. `person` is who of the people answered, empty for models.
    `rules` names how each wrong option on offer misses the key, `labels` what each option means; `view_set` is the set
    that an item belongs to as its `view`, likewise for wordings, premises, orders, occlusion and frames, where the
    variant is `whose` left and right is meant; `cluster` groups what is alike: the scene, else the set, else the
    situation, else the item. `credit` is 1 for right and 0 for wrong, between them
    for a number by how near it came (mean relative accuracy). `spoke` says whether a reply holds any words; `facts` is
    what could matter about the item, and what each strategy would answer to it, as JSON. `tokens` are those that came
    back. A `cost` is null where the price or the tokens are not known.
    """
    import pyarrow as pa

    kinds: dict[str, pa.DataType] = {"s": pa.string(), "i": pa.int64(), "f": pa.float64(), "b": pa.bool_()}
    kinds["l"] = pa.list_(pa.string())
    sets = {name: "s" for group, variant in _SETS.items() for name in (f"{group}_set", variant)}
    kinds["d"] = pa.dictionary(pa.int32(), pa.string())
    columns = {
        **dict.fromkeys(("model", "item", "person", *_FIELDS, *_TAGS), "s"),
        **dict.fromkeys(_NUMBERS, "i"),
        **sets,
        **dict.fromkeys(("scene", "cluster"), "s"),
        **dict.fromkeys(_LISTS, "l"),
        "key_label": "s",
        "facts": "d",
        "chance": "f",
        "condition": "s",
        **_SETTINGS,
        "renderer": "s",
        "repeat": "i",
        "key": "s",
        **_TAKEN,
        **_READ,
        **_COSTS,
        "cost": "f",
    }
    return pa.schema([(name, kinds[kind]) for name, kind in columns.items()])


def table(dataset: DataSet, runs: Iterable[Run | str | Path]) -> pa.Table:
    """Return the table of runs (or their folders) on one data set, each response scored, or its kept score taken."""
    import pyarrow as pa

    catalogue = Catalogue.of(dataset.head())
    opened = (Run.read(run) if isinstance(run, str | Path) else run for run in runs)
    read, met = _Reader(), Counter[str]()
    drawn = renderer_of(dataset)
    parts = [_of_run(catalogue, run, read, _person(run, met), drawn) for run in opened]
    return pa.concat_tables([schema().empty_table(), *parts]).combine_chunks()


def _person(run: Run, met: Counter[str]) -> str:
    """Return a name of one's own for each person, though people of two studies have the same numbers."""
    if not run.is_person:
        return ""
    met[run.model] += 1
    return run.model if met[run.model] == 1 else f"{run.model} #{met[run.model]}"


def describe(item: Item) -> dict[str, Any]:
    """Return the cells that depend on the item alone; tags without a column are left out."""
    groups = {name: item.groups.get(name, ("", "")) for name in (*_SETS, "scene")}
    return {
        "item": item.id,
        **{name: getattr(item, name) for name in (*_FIELDS, "chance")},
        **{name: _text(item.tags.get(name)) for name in _TAGS},
        **{name: _whole(item.tags.get(name)) for name in _NUMBERS},
        **{name: _texts(item.tags.get(name)) for name in ("capabilities", "abilities", "factors")},
        "rules": [option.rule for option in item.options if option.rule],
        "labels": [option.label or option.text for option in item.options],
        **{f"{name}_set": groups[name][0] for name in _SETS},
        **{variant: groups[name][1] for name, variant in _SETS.items()},
        "scene": groups["scene"][0],
        "cluster": cluster_of(item),
        "key_label": _meaning(item, item.key) if isinstance(item.answer, Choice) else "",
        "facts": compact({"facts": facts_of(item), "said": said_of(item)}),
    }


def cluster_of(item: Item) -> str:
    """Return the cluster of an item's answers: its scene, else its set, else its situation, else the item itself."""
    sets = (item.groups.get(name, ("", ""))[0] for name in ("scene", *_SETS))
    return next(filter(None, (*sets, item.situation)), item.id)


def _meaning(item: Item, place: int) -> str:
    return item.options[place].label or item.options[place].text


def _whole(value: Any) -> int | None:
    """Return a tag as a whole number, where it is one."""
    return int(value) if isinstance(value, int | float) and float(value).is_integer() else None


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _texts(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else [text] if (text := _text(value)) else []


def short(condition: Condition) -> str:
    """Return a condition as a few words: its protocol, then each setting that is not the default, except its repeat."""
    plain = Condition(protocol=condition.protocol, repeat=condition.repeat)
    names = [field.name for field in dataclasses.fields(condition)]
    changed = {name: getattr(condition, name) for name in names if getattr(condition, name) != getattr(plain, name)}
    return " ".join([condition.protocol, *(f"{name}={value}" for name, value in changed.items())])


@dataclass(frozen=True)
class Catalogue:
    """The items of a data set, without pictures, as columns from which rows are taken by place."""

    items: tuple[Item, ...]
    place: Mapping[str, int]
    cells: pa.Table
    key: Ints  # the right option, -1 where a number is asked for
    count: Ints  # of options
    start: Ints  # of an item's options among all options
    options: pa.Table  # of all items one after another: label and rule

    @classmethod
    def of(cls, items: Iterable[Item]) -> Catalogue:
        """Return the catalogue of items."""
        import pyarrow as pa

        held = tuple(items)
        cells = [describe(item) for item in held]
        columns = pa.schema([field for field in schema() if not cells or field.name in cells[0]])
        count = np.array([len(item.options) for item in held], dtype=np.int64)
        offered = [(_meaning(item, k), o.rule or None) for item in held for k, o in enumerate(item.options)]
        labels, missed = zip(*offered) if offered else ((), ())
        return cls(
            held,
            {item.id: place for place, item in enumerate(held)},
            pa.Table.from_pylist(cells, schema=columns),
            np.array([item.key if isinstance(item.answer, Choice) else -1 for item in held], dtype=np.int64),
            count,
            np.cumsum(count) - count,
            pa.table({"chosen_label": pa.array(labels, pa.string()), "chosen_rule": pa.array(missed, pa.string())}),
        )

    def rows(
        self, model: str, conditions: Sequence[Condition], place: Ints, condition: Ints, option: Ints, **given: Any
    ) -> pa.Table:
        """Return the rows of a model: which item, which condition, and which option (in the data set's order) it chose.

        An option of -1 chose nothing. Whatever else is known comes as columns in `given`; the rest is empty, or
        follows from the option.
        """
        import pyarrow as pa

        place, condition, option = (np.asarray(value, dtype=np.int64) for value in (place, condition, option))
        columns: dict[str, Any] = {name: self.cells[name].take(place) for name in self.cells.column_names}
        for name in ("condition", *_SETTINGS):
            values = [short(one) if name == "condition" else getattr(one, name) for one in conditions]
            columns[name] = pa.array(values).take(pa.array(condition))
        chose = pa.array(self.start[place] + option, mask=option < 0)
        columns |= {name: self.options[name].take(chose) for name in self.options.column_names}
        columns |= self._letters(conditions, place, condition, option)
        columns["renderer"] = pa.repeat(RASTER, len(place))
        columns["model"] = pa.repeat(model, len(place))
        columns["repeat"] = np.array([one.repeat for one in conditions], dtype=np.int64)[condition]
        columns |= given
        empty = {name: pa.nulls(len(place)) for name in schema().names if name not in columns}
        return pa.table({name: {**columns, **empty}[name] for name in schema().names}).cast(schema())

    def _letters(self, conditions: Sequence[Condition], place: Ints, condition: Ints, option: Ints) -> dict[str, Any]:
        """Return the key and the answer as presented, and whether it was right, as far as options tell."""
        import pyarrow as pa

        letters, count = np.array(list(LETTERS)), np.maximum(self.count[place], 1)
        turn = np.array([one.rotation for one in conditions], dtype=np.int64)[condition]
        key, answer = (letters[(chosen - turn) % count] for chosen in (self.key[place], option))
        numbers = {k: number_text(a.value) for k, i in enumerate(self.items) if isinstance(a := i.answer, Number)}
        keys = key.astype(object)
        for row in np.flatnonzero(self.key[place] < 0):
            keys[row] = numbers[int(place[row])]
        outcome = np.where(option < 0, "unanswered", np.where(option == self.key[place], "right", "wrong"))
        made: dict[str, Any] = {"key": keys, "answer": pa.array(answer, mask=option < 0), "outcome": outcome}
        return {**made, "credit": (outcome == "right").astype(float), "truncated": np.zeros(len(place), dtype=bool)}


def _of_run(catalogue: Catalogue, run: Run, read: _Reader, person: str, drawn: str) -> pa.Table:
    """Return the rows of one run, in the order of its responses; `drawn` is what drew the data set's scenes."""
    rows = run.responses
    for row in rows:
        if row.item not in catalogue.place:
            raise ValueError(f"run of {run.model}: item {row.item!r} is not in this data set")
    place = np.array([catalogue.place[row.item] for row in rows], dtype=np.int64)
    items, conditions = catalogue.items, run.conditions
    found = kept(run) or [read(items[k], conditions[row.condition], row) for k, row in zip(place, rows)]
    names = ("seconds", "tokens_in", "reasoning_tokens", "finish")
    price = price_of(run.model, str(run.header.settings.get("base_url") or ""))
    given: dict[str, Any] = {
        "person": [person] * len(rows),
        "renderer": [run.renderer or drawn] * len(rows),
        "repeat": [row.repeat for row in rows],
        "answer": [f"{one.answer:.12g}" if isinstance(one.answer, float) else one.answer for one in found],
        "outcome": [one.outcome.value for one in found],
        "credit": [one.credit for one in found],
        "truncated": [one.truncated for one in found],
        "step": [one.step for one in found],
        "spoke": [bool((row.text or "").strip()) for row in rows],
        "tokens": [row.tokens_out for row in rows],
        **{name: [getattr(row, name) for row in rows] for name in names},
        "failure": [row.error.kind if row.error else None for row in rows],
        "cost": [_cost(price, row.tokens_in, row.tokens_out) for row in rows],
    }
    option = np.array([-1 if one.option is None else one.option for one in found], dtype=np.int64)
    which = np.array([row.condition for row in rows], dtype=np.int64)
    made = catalogue.rows(run.name, conditions, place, which, option, **given)
    return _seen_by(made, run.renderer) if run.renderer else made


def _seen_by(made: pa.Table, renderer: str) -> pa.Table:
    """Return rows with the renderer as a part of their condition: it is another way of being asked."""
    import pyarrow as pa

    words = [f"{condition} renderer={renderer}" for condition in made["condition"].to_pylist()]
    return made.set_column(made.schema.get_field_index("condition"), "condition", pa.array(words, pa.string()))


def _cost(price: Price | None, tokens_in: int | None, tokens_out: int | None) -> float | None:
    """Return what a response cost; None where its price or either number of tokens is not known."""
    return None if price is None or tokens_in is None or tokens_out is None else price.cost(tokens_in, tokens_out)


class _Reader:
    """Scores responses; remembers how it read a short reply, for items whose options have the same words."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Score] = {}

    def __call__(self, item: Item, condition: Condition, response: Record) -> Score:
        text = response.text
        if text is None or len(text) > SHORT or response.error:
            return score_response(item, condition, response)
        words = tuple(option.text for option in item.options)
        key = (text, response.finish, condition.protocol, condition.rotation, item.answer, words)
        if key not in self._known:
            self._known[key] = score_response(item, condition, response)
        return self._known[key]
