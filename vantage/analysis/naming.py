"""What runs are called: by their model and, where several are of one model, by what differs among them.

A name says no more than is needed: "m (direct)" and "m (cot)", even if these runs differ in their longest answer too.
Differences are tried in order of how much they tell a reader; the folder comes last.
"""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from vantage.item import Condition
from vantage.running.records import Header
from vantage.running.run_folder import Run
from vantage.running.sample import ALL

WAYS = ("protocol", "images", "layout", "form", "max_side", "depth")  # of asking
SETTINGS = ("effort", "temperature", "max_tokens", "top_p", "seed", "system", "body", "base_url")
SHOWN = 40  # characters of a value

UNKNOWN = "not recorded"
SAME = {"": "none", None: "the provider's default", "{}": "none"}  # how values that say nothing are told

Words = tuple[str, ...]  # describe a run in one respect: usually one word, none where there is nothing to say


def told_apart(runs: Sequence[Run]) -> list[Run]:
    """Return the runs, each with a name of its own."""
    return _labelled(runs, [[place] for place in range(len(runs))])


def pooled(runs: Sequence[Run]) -> list[Run]:
    """Return the runs, each with a name of its own; runs that one command could have made together share a name.

    Such runs are of one model under the same settings, and no two of them asked the same thing. People are one pool.
    """
    pools: list[list[int]] = []
    asked: list[set[tuple[str, Condition, str]]] = []
    for place, run in enumerate(runs):
        own = {(record.item, run.conditions[record.condition], run.renderer) for record in run.responses}
        fits = (
            k
            for k, pool in enumerate(pools)
            if (run.is_person and runs[pool[0]].is_person)
            or (_alike(runs[pool[0]].header, run.header) and not asked[k] & own)
        )
        k = next(fits, len(pools))
        if k == len(pools):
            pools.append([])
            asked.append(set())
        pools[k].append(place)
        asked[k] |= own
    return _labelled(runs, pools)


def with_way(run: Run, way: str) -> str:
    """Return a run's name together with the way in which it was asked, unless the name says that already."""
    said = run.name.removeprefix(run.model).strip(" ()").replace(",", " ").split()
    return run.name if set(way.split()) <= set(said) else f"{run.name} ({way})"


@dataclass(frozen=True)
class Unlike:
    """One respect in which two runs were asked differently, in words."""

    what: str
    first: str
    second: str


def unlike(first: Run, second: Run) -> tuple[Unlike, ...]:
    """Return in what respects two runs were asked differently: ways of asking, settings, versions of protocols."""
    rows = [_asked(run) for run in (first, second)]
    names = dict.fromkeys(name for row in rows for name in row)
    found = (Unlike(name, *(row.get(name, UNKNOWN) for row in rows)) for name in names)
    return tuple(one for one in found if one.first != one.second)


def _asked(run: Run) -> dict[str, str]:
    """Return how a run was asked, by respect, as far as it is recorded."""
    ways = (*WAYS, "rotation", "repeat")
    values = {name: dict.fromkeys(getattr(condition, name) for condition in run.conditions) for name in ways}
    asked = {name: ", ".join(_told(value) for value in held) for name, held in values.items()}
    # Where a server listens tells two models apart, which is no difference in how they are asked.
    known = {name: value for name, value in run.header.settings.items() if name not in ("base_url", "timeout")}
    versions = {f"protocol {name}": f"version {number}" for name, number in run.header.protocols.items()}
    return asked | {name: _told(value) for name, value in known.items()} | versions


def _told(value: Any) -> str:
    text = SAME.get(value, f"{value:g}" if isinstance(value, float) else str(value))
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _alike(one: Header, other: Header) -> bool:
    """Return whether a model was asked under the same settings, as far as both headers know them."""
    pairs = [(one.settings, other.settings), (one.protocols, other.protocols)]
    return one.model == other.model and all(a[name] == b[name] for a, b in pairs for name in a if name in b)


def _labelled(runs: Sequence[Run], pools: Sequence[Sequence[int]]) -> list[Run]:
    """Return the runs with their names; those of one pool get the same."""
    models = [
        f"{len(pool)} people" if len(pool) > 1 and runs[pool[0]].is_person else runs[pool[0]].model for pool in pools
    ]
    names = list(models)
    for model in (name for name, n in Counter(models).items() if n > 1):
        own = [k for k, name in enumerate(models) if name == model]
        for k, words in zip(own, _differences([[runs[place] for place in pools[k]] for k in own])):
            names[k] = f"{model} ({', '.join(words)})" if words else model
    found = list(runs)
    for pool, name in zip(pools, _numbered(names)):
        for place in pool:
            found[place] = dataclasses.replace(runs[place], label=name)
    return found


def _numbered(names: Sequence[str]) -> Iterator[str]:
    """Yield the names; a name that was used before gets a number."""
    seen: set[str] = set()
    for name in names:
        number, own = 1, name
        while own in seen:
            number += 1
            own = f"{name} #{number}"
        seen.add(own)
        yield own


def _differences(pools: Sequence[Sequence[Run]]) -> list[list[str]]:
    """Return the few words that tell each pool of runs from the others."""
    folders = _folders([pool[0] for pool in pools])
    rows = [[*_respects(pool), (folder,)] for pool, folder in zip(pools, folders)]
    # Respects in which some pool has several values come after those with single values, and before the folder.
    last = len(rows[0]) - 1
    order = sorted(range(last), key=lambda k: any(len(row[k]) > 1 for row in rows))
    chosen: list[int] = []
    for k in (*order, last):
        if len({tuple(row[one] for one in (*chosen, k)) for row in rows}) > len(
            {tuple(row[one] for one in chosen) for row in rows}
        ):
            chosen.append(k)
    return [[word for k in sorted(chosen) if (word := "+".join(row[k]))] for row in rows]


def _respects(pool: Sequence[Run]) -> Iterator[Words]:
    """Yield the words that describe a pool of runs in each respect in which pools may differ."""
    conditions = [condition for run in pool for condition in run.conditions]
    header = pool[0].header
    for name in WAYS:
        values = list(dict.fromkeys(getattr(condition, name) for condition in conditions))
        plain = values == [getattr(Condition(), name)]
        yield tuple(map(str, values)) if name == "protocol" else () if plain else tuple(f"{name}={v}" for v in values)
    drawn = dict.fromkeys(run.renderer for run in pool)
    yield tuple(f"renderer={renderer}" for renderer in drawn if renderer) if len(drawn) == 1 else ()
    rotations = {condition.rotation for condition in conditions}
    yield ("circular",) if len(rotations) > 1 else tuple(f"rotation={turn}" for turn in rotations if turn)
    repeats = len({condition.repeat for condition in conditions})
    yield (f"{repeats} repeats",) if repeats > 1 else ()
    yield ("imported",) if header.imported else ()
    for name in SETTINGS:
        yield _setting(name, header)
    yield tuple(f"{name}={n}" for name, n in (header.selection or ALL).json().items())
    yield (" ".join(f"{name} v{version}" for name, version in sorted(header.protocols.items())),)


def _setting(name: str, header: Header) -> Words:
    value = header.settings.get(name)
    if name == "temperature" and name in header.settings and value is None:
        return ("temperature=default",)
    return () if value in (None, "", "{}") else (f"{name}={_told(value)}",)


def _folders(runs: Sequence[Run]) -> list[str]:
    """Return the part of each run's folder that the folders do not share: "old" of runs/old/m beside runs/new/m."""
    paths = [Path(os.path.abspath(run.path)).parts for run in runs]
    head = _shared(paths)
    rest = [path[head:] for path in paths]
    tail = _shared([path[::-1] for path in rest])
    return ["/".join(path[: len(path) - tail]) for path in rest]


def _shared(paths: Sequence[Words]) -> int:
    """Return how many parts all paths begin with."""
    return sum(1 for _ in takewhile(lambda parts: len(set(parts)) == 1, zip(*paths)))
