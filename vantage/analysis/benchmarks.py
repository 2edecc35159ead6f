"""What runs on public benchmarks come to: each benchmark's own number, and what can be said over all of them.

A run is judged in the way of asking in which it has most answers; rotations of the options are pooled, as the
benchmarks that rotate them have it. Beside each published number stands what was different about the asking.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vantage import papers, public
from vantage.analysis.summaries import Summary, manner, summarise
from vantage.analysis.table import table
from vantage.item import Item
from vantage.public import metrics
from vantage.public.benchmark import Benchmark
from vantage.public.metrics import Answered, Scores
from vantage.running.run_folder import Run

if TYPE_CHECKING:
    import pyarrow as pa

    from vantage.data.dataset import DataSet

PAPER = "easi"  # whose tables of public benchmarks are shipped
CAPABILITIES = ("MM", "MR", "SR", "PT", "DA", "CR")


@dataclass(frozen=True)
class Result:
    """One model on one benchmark: the benchmark's own number and its parts, and chance-adjusted accuracy."""

    benchmark: Benchmark
    model: str
    manner: str  # how it was asked
    frames: str  # of videos: how many, and which; else empty
    scores: Scores
    caa: float  # of choices; numbers count by their credit, with a chance of 0
    chance: float  # mean of 1 / number of options
    answers: int
    items: int
    failed: int
    held: int  # items of the data set
    data: str = ""  # what the data set is called beside others; two may be of one benchmark


@dataclass(frozen=True)
class Beside:
    """A published number beside ours, and what was different about the asking."""

    part: str  # "overall", or a part's name
    source: str
    table: str
    model: str
    metric: str
    value: float
    human: bool
    warning: str


def of(data: DataSet) -> Benchmark | None:
    """Return the benchmark that a data set was imported from; None if it is something else."""
    held = isinstance(data.manifest.get("benchmark"), dict)
    return public.known(str(data.manifest["suite"])) if held else None


def results(data: DataSet, runs: Sequence[Run]) -> list[Result]:
    """Return how models did on a benchmark; none if the data set is not one."""
    benchmark = of(data)
    if benchmark is None:
        return []
    items = {item.id: item for item in data.head()}
    frames = str(data.manifest["benchmark"].get("frames", ""))
    return [_result(benchmark, run.name, frames, items, rows(data, run)) for run in runs]


def rows(data: DataSet, run: Run) -> pa.Table:
    """Return the rows of a run in its commonest way of asking."""
    import pyarrow as pa

    found = table(data, [run])
    ways = [manner(str(condition)) for condition in found["condition"].to_pylist()]
    common = Counter(ways).most_common(1)[0][0] if ways else ""
    return found.filter(pa.array([way == common for way in ways], pa.bool_()))


def _result(benchmark: Benchmark, model: str, frames: str, items: Mapping[str, Item], found: pa.Table) -> Result:
    answers = answered(items, found)
    asked = found["condition"].to_pylist()
    return Result(
        benchmark,
        model,
        manner(str(asked[0])) if asked else "",
        frames,
        benchmark.metric.score(answers) if answers else Scores(math.nan),
        metrics.caa(answers),
        sum(one.item.chance for one in answers) / len(answers) if answers else math.nan,
        len(answers),
        len({one.item.id for one in answers}),
        len(found) - len(answers),
        len(items),
        benchmark.name,
    )


def answered(items: Mapping[str, Item], found: pa.Table) -> list[Answered]:
    """Return the answers of a run as the benchmarks' metrics take them; failed requests are left out."""
    names = ("item", "outcome", "credit", "chosen_label", "answer")
    cells = zip(*(found[name].to_pylist() for name in names))
    return [
        Answered(items[item], outcome == "right", credit, metrics.label(label or ""), _number(items[item], answer))
        for item, outcome, credit, label, answer in cells
        if outcome != "failed"
    ]


def _number(item: Item, answer: str | None) -> float | None:
    return None if item.options or answer is None else float(answer)


def capabilities(found: Sequence[pa.Table]) -> dict[tuple[str, str], Summary]:
    """Return how each model does on each capability over everything it was asked; an item may need several."""
    import pyarrow as pa

    if not found:
        return {}
    together = pa.concat_tables(found)
    cells = summarise(together, ["model", "capabilities"])
    return {(cell.group["model"], cell.group["capabilities"]): cell for cell in cells}


def spatial(found: Sequence[tuple[DataSet, pa.Table]]) -> dict[tuple[str, bool], Summary]:
    """Return how each model does on what is about space and on what is not, over all benchmarks with both kinds.

    Categories that nobody has sorted are left out, and so are benchmarks all of whose categories are about space:
    the two sides are then of the same benchmarks.
    """
    import pyarrow as pa

    parts = []
    for data, asked in found:
        benchmark = of(data)
        kinds = dict(benchmark.categories) if benchmark else {}
        side = [_side(kinds.get(str(task))) for task in asked["task"].to_pylist()]
        if {"yes", "no"} <= set(side):
            marked = asked.append_column("spatial", pa.array(side))
            parts.append(marked.filter(pa.array([one != "" for one in side])))
    if not parts:
        return {}
    cells = summarise(pa.concat_tables(parts), ["model", "spatial"])
    return {(cell.group["model"], cell.group["spatial"] == "yes"): cell for cell in cells}


def _side(needed: tuple[str, ...] | None) -> str:
    return "" if needed is None else "yes" if needed else "no"


def published(result: Result) -> list[Beside]:
    """Return the published numbers of people and models for a benchmark and its parts, in its own metric."""
    name = result.benchmark.published
    if not name:
        return []
    parts = {f"{name}/{theirs}": ours for ours, theirs in result.benchmark.printed.items()}
    parts |= {name: "overall", f"{name}/overall": "overall"}
    found = [
        Beside(parts[row.task], row.source, row.table, row.model, row.metric, row.value, row.human, warned(result))
        for row in papers.rows(PAPER)
        if row.task in parts
        and row.kind in ("model", "human")
        and not row.condition
        and row.metric in _METRICS
        and row.table not in APART
    ]
    return list(dict.fromkeys(found))


APART = ("2", "4")  # chance-adjusted accuracy of the same runs, and a comparison of ways to ask
_METRICS = ("accuracy", "score", "caa", "mra", "f1", "circular_soft")


def warned(result: Result) -> str:
    """Return how our asking differs from that of the published numbers."""
    protocol = result.manner.split(" ")[0]
    found = [] if protocol == "easi" else [f"asked as “{protocol}”, theirs think step by step (protocol easi)"]
    if result.manner != protocol:
        found.append(f"asked with {result.manner.removeprefix(protocol).strip()}")
    found.append("answers read by our rules, theirs by tags, patterns and a judge")
    if result.frames:
        found.append(f"videos as {result.frames} frames, theirs not stated in print")
    if result.items < result.held:
        found.append(f"{result.items:,} of {result.held:,} items")
    if result.benchmark.count and result.held != result.benchmark.count:
        found.append(f"this data set holds {result.held:,} questions of {result.benchmark.count:,}")
    return "; ".join(found)


def people(beside: Sequence[Beside]) -> dict[str, float]:
    """Return what people scored on each part; of two printed numbers that which a benchmark's own table has."""
    return {one.part: one.value for one in sorted(beside, key=lambda one: int(one.table)) if one.human}
