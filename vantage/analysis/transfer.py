"""What training on a part does to the others: gains of trained models over their base, on the same items.

A gain is the trained model's accuracy less the base model's, answers paired item by item; below 0 it is a loss, and
stands as one. A model is called by what it was trained on, as far as that has a name here: then it is known which parts
it had seen and which it is only tested on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vantage.analysis import compare
from vantage.analysis.naming import Unlike, unlike
from vantage.analysis.summaries import codes
from vantage.analysis.table import table
from vantage.running.run_folder import Run
from vantage.stats import inference, metrics
from vantage.stats.inference import Interval
from vantage.task import QUADRANTS

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet

FLAT = ("rotation_2d", "folding_2d", "fold_and_punch", "paper_folding", "combination_2d", "shape_finding_2d", "maze")
SOLID = ("rotation_3d", "mrt", "folding_3d", "combination_3d", "shape_finding_3d", "projection_3d", "block_count")
SPACES = {**dict.fromkeys(FLAT, "2D"), **dict.fromkeys(SOLID, "3D")}
SEEN, UNSEEN = "trained on", "all else"
TABLES = ("seen", "quadrant", "task", "space", "data")  # what gains are told by, in reading order

Ints = NDArray[np.int64]
Study = tuple["DataSet", Run, Mapping[str, Run]]  # a data set, its run of the base model, and those of trained ones


@dataclass(frozen=True)
class Gain:
    """How far a trained model is above its base on one part: a quadrant, a task, 2D or 3D, a data set."""

    trained: str
    by: str  # one of TABLES
    part: str
    base: float  # the base model's accuracy there
    gain: Interval
    p: float  # by the interval's own test, corrected by Holm's method over all gains of the same table
    seen: bool  # whether the model was trained on it, as its name says


@dataclass(frozen=True)
class Transfer:
    """All gains, and what must be known of them."""

    trained: tuple[str, ...]
    gains: tuple[Gain, ...]
    unlike: tuple[
        tuple[str, Unlike], ...
    ] = ()  # the data set and model, and how it was asked differently from the base
    left_out: int = 0  # answers without a partner

    def by(self, name: str) -> list[Gain]:
        """Return the gains of one table."""
        return [gain for gain in self.gains if gain.by == name]


def of_studies(studies: Sequence[Study]) -> Transfer:
    """Return what came of training, measured on one data set or several."""
    names = tuple(dict.fromkeys(name for _, _, trained in studies for name in trained))
    gains, apart, lost = [], [], 0
    for data, base, trained in studies:
        called = {"": base, **trained}
        answers = table(data, [replace(run, label=_label(name)) for name, run in called.items()])
        suite = str(data.manifest["suite"])
        for name, run in trained.items():
            found = compare.matched(answers, _label(""), _label(name))
            lost += len(base.responses) + len(run.responses) - 2 * len(found[0])
            gains += _gains(name, suite, *found)
            apart += [(f"{name} on {suite}", one) for one in unlike(base, run)]
    return Transfer(names, tuple(_corrected(gains)), tuple(apart), lost)


def _label(name: str) -> str:
    return f"trained {name}" if name else "base"


def trained_on(name: str) -> frozenset[str]:
    """Return the quadrants, tasks, spaces or data sets that a model's name lists: "I-S", "rotation_3d+folding_3d"."""
    return frozenset(part.strip() for part in name.split("+"))


def is_known(name: str, gains: Sequence[Gain]) -> bool:
    """Return whether a name says what the model was trained on: some part that it was tested on, or a quadrant."""
    known = {gain.part for gain in gains} | {*QUADRANTS, *SPACES, *SPACES.values()}
    return trained_on(name) <= known


def _gains(name: str, suite: str, shared: pa.Table, base: NDArray[np.bool_], own: NDArray[np.bool_]) -> list[Gain]:
    cluster, parts = codes(shared["cluster"])[0], trained_on(name)
    columns = {
        "quadrant": [str(one or "") for one in shared["quadrant"].to_pylist()],
        "task": [str(one) for one in shared["task"].to_pylist()],
    }
    columns["space"] = [SPACES.get(task, "") for task in columns["task"]]
    columns["data"] = [suite] * len(shared)
    met = [bool(parts & set(values)) for values in zip(*columns.values(), strict=True)]
    columns["seen"] = [SEEN if one else UNSEEN for one in met] if any(met) else [""] * len(met)
    found = []
    for by, values in columns.items():
        for part in sorted({*values} - {""}):
            rows: Ints = np.flatnonzero(np.array(values) == part)
            sure = (own[rows], base[rows], cluster[rows])
            seen = all(met[row] for row in rows)
            gain, p = inference.paired_difference(*sure), inference.paired_p(*sure)
            found.append(Gain(name, by, part, float(base[rows].mean()), gain, p, seen))
    return found


def _corrected(gains: Sequence[Gain]) -> list[Gain]:
    """Return the gains by table, their p-values corrected over each table."""
    found = []
    for _, group in groupby(sorted(gains, key=lambda gain: TABLES.index(gain.by)), key=lambda gain: gain.by):
        rows = list(group)
        corrected = metrics.holm([gain.p for gain in rows])
        found += [replace(gain, p=float(p)) for gain, p in zip(rows, corrected)]
    return found
