"""What is known of the items of a data set, as matrices that serve all its models: slices, strategies, clusters.

A slice is the set of items where a fact has a value, or a number is at most or above a threshold. Within a task each
set of items counts once, under the name that comes first: what always goes together cannot be told apart.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vantage.analysis.summaries import codes
from vantage.describing.facts import Value
from vantage.stats.metrics import Array

if TYPE_CHECKING:
    import pyarrow as pa

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

LEAST = 4  # items in a slice of a task
MOST = 40  # values of a fact that are looked at, the most frequent ones
SEVERAL = range(3, 7)  # values of a fact within a task of which all but one may be meant
BUT_ONE = 1.5  # how much less is expected, as a logarithm, of all values but one than of one
FORM = 3.0  # how much less is expected, likewise, of how long a question is than of what it is about
CUTS = 16  # thresholds of a number
COARSE = ("words",)  # numbers of which no one value matters
# Facts that come first where several say the same.
FIRST = (
    *(
        "tier",
        "rooms",
        "domain",
        "option kind",
        "angle",
        "folds",
        "punches",
        "blocks",
        "hidden",
        "azimuth",
        "occlusion",
    ),
    *("whose", "premise", "order", "sentence", "wording", "setting", "faces", "turned", "reference faces", "group"),
    *("right answer", "expected", "expected depth", "right depth", "expected side", "expected way", "asked", "subtype"),
    *("kind of target", "kind of reference", "kind of thing", "target", "reference", "thing"),
)
# Facts that name single things, which may be known or not as a whole: what other facts say must hold beyond them.
INDIVIDUALS = ("target", "reference", "person", "thing", "first thing", "kind")


COUNTED = ("option", "parts", "first", "last")  # how strategies end that look at words and sizes alone


@dataclass(frozen=True)
class Slice:
    """A set of items: where a fact `is` a value or another (`not`), is at most a number (`<=`), or above it (`>`)."""

    fact: str
    test: str
    value: Value


ALL = Slice("", "is", "")


@dataclass
class Block:
    """The items of one task."""

    task: str
    places: Ints  # of its items in the design
    slices: Ints  # which slices of the design it has; the first is that of all items
    held: NDArray[np.float32]  # (items, slices): whether an item is in a slice
    said: list[str]  # the strategies that say something about it
    wrong: Ints  # (items, strategies): the wrong options that a strategy would take, as bits
    numbers: Array  # (items, strategies): the number that a strategy would give; nan where none
    columns: dict[int, int] = field(default_factory=dict)  # every slice that it has items in: its column in `held`
    cost: Array = field(default_factory=lambda: np.zeros(0))  # for each slice of the design, as that of the design


@dataclass
class Design:
    """The items of a data set."""

    items: list[str]
    task: Ints
    options: Ints  # how many an item has
    cluster: Ints
    slices: list[Slice]
    blocks: list[Block]
    cost: Array  # for each slice: log of how many were looked at in its stead
    key: Array  # the right number; nan for a choice
    groupings: list[tuple[str, Ints]]  # of items known or not as a whole, by the fact that names them

    @classmethod
    def of(cls, rows: pa.Table) -> Design:
        """Return the design of all items in a table of outcomes."""
        number, names = codes(rows["item"])
        first = np.full(len(names), -1, dtype=np.int64)
        first[number[::-1]] = np.arange(len(number))[::-1]
        columns = rows.select(["task", "chance", "cluster", "facts", "key"]).take(first)
        known = [json.loads(text) if text else {} for text in columns["facts"].to_pylist()]
        task, tasks = codes(columns["task"])
        chance = np.asarray(columns["chance"], dtype=float)
        options = np.rint(np.divide(1, chance, out=np.zeros_like(chance), where=chance > 0)).astype(np.int64)
        facts = [one.get("facts", {}) for one in known]
        said = [one.get("said", {}) for one in known]
        cluster = codes(columns["cluster"])[0]
        slices, tests = _slices(facts, task)
        key = np.array([_number(text) if n == 0 else np.nan for text, n in zip(columns["key"].to_pylist(), options)])
        blocks = [
            _block(str(name), np.flatnonzero(task == place), slices, tests, facts, said, options)
            for place, name in enumerate(tasks)
        ]
        groups = _groupings(facts, cluster)
        made = cls(list(map(str, names)), task, options, cluster, slices, blocks, np.zeros(len(slices)), key, groups)
        for block in blocks:
            block.cost = _costs(made, {*block.slices.tolist()} - {0})
        made.cost = _costs(made, {place for block in blocks for place in block.slices.tolist()} - {0})
        return made


def _number(text: Any) -> float:
    try:
        return float(text)
    except (TypeError, ValueError):
        return float("nan")


def _slices(facts: Sequence[dict[str, Value]], task: Ints) -> tuple[list[Slice], dict[str, list[int]]]:
    """Return every slice of a data set, and which of them belong to a fact."""
    values: dict[str, Counter[Value]] = defaultdict(Counter)
    within: dict[str, dict[int, set[Value]]] = defaultdict(lambda: defaultdict(set))
    for one, place in zip(facts, task.tolist()):
        for name, value in one.items():
            values[name][value] += 1
            within[name][place].add(value)
    found, of = [ALL], defaultdict(list)
    order = sorted(values, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))
    for name in order:
        several = any(len(own) in SEVERAL for own in within[name].values())
        for test in _tests(name, values[name], several):
            of[name].append(len(found))
            found.append(test)
    return found, dict(of)


def _tests(name: str, values: Counter[Value], several: bool) -> Iterable[Slice]:
    """Yield the slices of a fact: its values, if there are `several` in a task also all but one; thresholds."""
    if len(values) < 2 and values != Counter({True: values[True]}):
        return
    numbers = sorted(value for value in values if isinstance(value, int | float) and not isinstance(value, bool))
    if (len(values) <= MOST or not numbers) and name not in COARSE:
        common = [value for value, count in values.most_common(MOST) if count >= LEAST]
        whole = all(isinstance(value, int) or float(value).is_integer() for value in numbers)
        yield from (Slice(name, "is", value) for value in sorted(common, key=str) if whole or value not in numbers)
        if several and not numbers:
            yield from (Slice(name, "not", value) for value in sorted(common, key=str))
    if len(numbers) > 2:
        many = np.repeat(numbers, [values[value] for value in numbers])
        ends = numbers[:-1]
        if len(ends) > CUTS:
            cuts = np.quantile(many, np.arange(1, CUTS + 1) / (CUTS + 1), method="lower")
            ends = sorted({value for value in cuts.tolist() if value < numbers[-1]})
        for end in ends:
            value = int(end) if float(end).is_integer() else float(end)
            yield Slice(name, "<=", value)
            yield Slice(name, ">", value)


def _holding(tests: Sequence[Slice], values: Sequence[Value | None]) -> Iterable[Bools]:
    """Yield for each slice of a fact which items are in it, given their values of the fact."""
    known = np.array([value is not None for value in values])
    numbers = np.array([value if isinstance(value, int | float) else np.nan for value in values], dtype=float)
    for one in tests:
        if one.test == "<=":
            yield numbers <= float(one.value)
        elif one.test == ">":
            yield numbers > float(one.value)
        else:
            yield known & (np.array([value == one.value for value in values]) == (one.test == "is"))


def _block(
    name: str,
    places: Ints,
    slices: list[Slice],
    tests: dict[str, list[int]],
    facts: list[dict[str, Value]],
    said: list[dict[str, Any]],
    options: Ints,
) -> Block:
    own = [facts[k] for k in places]
    present = [fact for fact in tests if any(fact in one for one in own)]
    ids, columns, of = [0], [np.ones(len(places), dtype=bool)], {}
    seen: dict[bytes, int] = {columns[0].tobytes(): 0}
    for fact in present:
        values = [one.get(fact) for one in own]
        for place, column in zip(tests[fact], _holding([slices[place] for place in tests[fact]], values)):
            mark = column.tobytes()
            if column.sum() >= LEAST and mark not in seen:
                seen[mark] = len(ids)
                ids.append(place)
                columns.append(column)
            if mark in seen:
                of[place] = seen[mark]
    names, wrong, numbers = _said([said[k] for k in places], bool((options[places] == 2).all()))
    held = np.stack(columns, axis=1).astype(np.float32)
    return Block(name, places, np.array(ids), held, names, wrong, numbers, of)


def _groupings(facts: list[dict[str, Value]], cluster: Ints) -> list[tuple[str, Ints]]:
    """Return the ways in which items belong together: by cluster, and by each single thing; -1 is in no group."""
    found: list[tuple[str, Ints]] = [("", cluster)]
    for fact in INDIVIDUALS:
        values = [str(one[fact]) if fact in one else "" for one in facts]
        names, code = np.unique(values, return_inverse=True)
        if len(names) > 2:
            found.append((fact, np.where(np.array(values) == "", -1, code.ravel())))
    return found


def _said(said: list[dict[str, Any]], pairs: bool) -> tuple[list[str], Ints, Array]:
    """Return the strategies that say something about enough items of a task, each different one once."""
    counts = Counter(name for one in said for name in one)
    names, wrong, numbers, seen = [], [], [], set()
    for name in sorted((name for name, count in counts.items() if count >= LEAST), key=_order):
        told = [one.get(name) for one in said]
        bits = [value if isinstance(value, int) else 0 for value in told]
        given = [np.nan if value is None else float(value) for value in told]
        mark = tuple(told)
        # What one says of several tasks keeps its name in each, even where another says the same.
        # Of two options, to err everywhere is no strategy.
        if (mark not in seen or _order(name)[0] == 0) and not (pairs and all(bits)):
            seen.add(mark)
            names.append(name)
            wrong.append(bits)
            numbers.append(given)
    shape = (len(said), 0)
    if not names:
        return [], np.zeros(shape, dtype=np.int64), np.zeros(shape)
    return names, np.array(wrong, dtype=np.int64).T, np.array(numbers).T


def _order(name: str) -> tuple[int, int, str]:
    """Sort the strategies that say most about a model before those that say the same in other words."""
    return rank(name), len(name), name


def rank(name: str) -> int:
    """Return the kind of a strategy, those that say most about a model first."""
    kind = name.split(":")[0] if ":" in name else "counted" if name.endswith(COUNTED) else "own"
    ranks = {"own": 0, "place": 0, "miss": 1, "word": 2, "part": 3, "door": 4, "turned": 5, "counted": 6}
    return ranks.get(kind, 1)


def _costs(design: Design, present: set[int]) -> Array:
    """Return for each slice log(facts x slices of its fact), over those that are present."""
    of = Counter(design.slices[place].fact for place in present)
    cost = np.zeros(len(design.slices))
    for place in present:
        cost[place] = np.log(max(1, len(of)) * of[design.slices[place].fact])
        cost[place] += BUT_ONE * (design.slices[place].test == "not")
        cost[place] += FORM * (design.slices[place].fact in COARSE)
    return cost
