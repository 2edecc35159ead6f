"""Exhibits on what an answer costs, and how scores grow with a model's size."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vantage import seeds
from vantage.plots import SERIES, Dot, Panel, scatter
from vantage.plots.tables import Table, Value, percent, signed, taken
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL
from vantage.report.exhibits.evidence import Evidence, Exhibit, Size
from vantage.stats import trends

if TYPE_CHECKING:
    import pyarrow as pa

BILLIONS = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?)\s?([bm])(?![A-Za-z0-9])", re.IGNORECASE)
MEASURES = {
    "dollars": "US dollars for 1,000 answers",
    "tokens": "tokens written for an answer",
    "seconds": "seconds for an answer",
}
SPENT = ("tokens", "seconds", "cost")
TOLD = {"tokens_in": "tokens in", "tokens": "tokens out", "seconds": "seconds"}
FITTED = 3  # models of a family from which a line is drawn


@dataclass(frozen=True)
class Effort:
    """The means of one model's responses, each over those that report it; None if none do. `dollars`: per 1,000."""

    tokens_in: float | None
    tokens: float | None
    seconds: float | None
    dollars: float | None
    right: tuple[float | None, ...]  # tokens, seconds and dollars per right answer, over the same responses


def efforts(evidence: Evidence) -> dict[str, Effort]:
    """Return what the responses of each model took, in its main way of asking."""
    found = {}
    for row in _totals(evidence.main).to_pylist():
        read, said, seconds, paid = (row[f"{name}_mean"] for name in ("tokens_in", *SPENT))
        sums = [(row[f"{name}_sum"], row[f"right {name}_sum"]) for name in SPENT]
        said_right, seconds_right, paid_right = (spent / right if spent is not None and right else None
                                                 for spent, right in sums)  # fmt: skip
        by_right = (said_right, seconds_right, _thousand(paid_right))
        found[row["model"]] = Effort(read, said, seconds, _thousand(paid), by_right)
    return found


def _totals(rows: pa.Table) -> pa.Table:
    """Return for each model what its responses took, and how many of those that report it are right."""
    import pyarrow as pa
    import pyarrow.compute as pc

    right = pc.equal(rows["outcome"], pa.scalar("right"))
    for name in SPENT:
        # A right answer of unknown cost is not counted: it would make the others look cheaper than they are.
        rows = rows.append_column(f"right {name}", pc.and_(right, pc.is_valid(rows[name])))
    names = ("tokens_in", *SPENT, *(f"right {name}" for name in SPENT))
    return rows.group_by("model").aggregate([(name, how) for name in names for how in ("mean", "sum")])


def _told(rows: pa.Table) -> str:
    """Return which responses the means are over: all of them, or those that report a number."""
    known = {word: len(rows) - rows[name].null_count for name, word in TOLD.items()}
    some = ", ".join(f"{word} of {n:,}" for word, n in known.items() if 0 < n < len(rows))
    return f"those of {len(rows):,} responses for which they are known ({some})" if some else "all responses"


def _thousand(dollars: float | None) -> float | None:
    """Return the price of a thousand answers; None if it is unknown or 0, which a logarithmic scale cannot show."""
    return 1000 * dollars if dollars else None


def cost(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield accuracy against what an answer costs: money where prices are known, else tokens, else seconds."""
    found = efforts(evidence)
    measured = {name: [m for m in evidence.models if (getattr(found[m], name) or 0) > 0] for name in MEASURES}
    measure = max(MEASURES, key=lambda name: len(measured[name]))
    if not measured[measure]:
        return
    values = {model: float(getattr(found[model], measure)) for model in measured[measure]}
    shares = {model: evidence.overall[model] for model in values}
    dots = [Dot(values[m], cell.accuracy, m, low=cell.low, high=cell.high) for m, cell in shares.items()]
    axis = log_axis(list(values.values()), MEASURES[measure])
    y_axis = Panel(0, 1, ACCURACY.ticks, "share right", words=percent)
    means = "tokens in, tokens out, seconds, dollars for 1000"
    header = f"model, accuracy, {means}, tokens for a right one, seconds for a right one, dollars for 1000 right"
    lines: list[tuple[Value, ...]] = []
    for model in evidence.models:
        one, share = found[model], evidence.overall[model].accuracy
        lines.append((model, share, *taken(one, "tokens_in tokens seconds dollars"), *one.right))
    yield Exhibit(
        "cost",
        "Cost and accuracy",
        f"Means over {_told(evidence.main)}, with {LEVEL}% intervals of accuracy; {MEASURES[measure]} on a "
        "logarithmic scale. Models for which it is not known, or nothing, are in the table alone.",
        (scatter("Cost and accuracy by model", dots, axis, y_axis),),
        Table.of(header, lines),
    )


def log_axis(values: list[float], title: str) -> Panel:
    """Return a logarithmic scale for the values, with ticks at powers of ten, and between those if they are few."""
    low, high = log10(min(values)), log10(max(values))
    steps = (1, 3) if high - low < 2.5 else (1,)
    ticks = [step * 10.0**k for k in range(floor(low) - 1, ceil(high) + 2) for step in steps]
    first = max([tick for tick in ticks if tick <= min(values) * 0.999] or ticks[:1])
    last = min([tick for tick in ticks if tick >= max(values) * 1.001] or ticks[-1:])
    inside = tuple(tick for tick in ticks if first <= tick <= last)
    return Panel(first, last, inside, title, words=lambda value: f"{value:,.3g}", log=True)


def size_of(model: str) -> Size | None:
    """Return the size and family that a model's name tells ("Qwen2.5-VL-7B": 7 billion, Qwen2.5-VL), if it does."""
    found = BILLIONS.search(model)
    if found is None:
        return None
    billions = float(found[1]) / (1 if found[2] in "bB" else 1000)
    return Size(billions, model[: found.start()].strip("-_ ./([") or model) if billions else None


def read_sizes(path: Path) -> dict[str, Size]:
    """Return the sizes in a CSV file with the columns model, parameters ("7B", or billions) and, if wanted, family."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise ValueError(f"cannot read the sizes in {path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error):
        raise ValueError(f"cannot read the sizes in {path}: it is not a CSV file in UTF-8") from None
    found: dict[str, Size] = {}
    for line, row in enumerate(rows, 2):
        model, parameters = (str(row.get(name) or "").strip() for name in ("model", "parameters"))
        size = next((size_of(text) for text in (parameters, f"{parameters}B") if BILLIONS.fullmatch(text)), None)
        if not model or size is None:
            raise ValueError(f"{path}, line {line}: a size is model, parameters (like 7B) and, if wanted, family")
        if model in found:
            raise ValueError(f"{path}, line {line}: {model} was given a size already; remove one of the lines")
        found[model] = Size(size.billions, str(row.get("family") or "").strip() or _family(model))
    return found


def _family(model: str) -> str:
    known = size_of(model)
    return known.family if known else model


def sizes_known(evidence: Evidence) -> dict[str, Size]:
    """Return the size of each model that has answered and whose size is given or told by its name."""
    sizes = {model: evidence.sizes.get(name) or size_of(name) for model, name in evidence.names.items()}
    return {model: size for model, size in sizes.items() if size and evidence.overall[model].n}


def scaling(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield κ against the number of parameters, with a line for each family of three models or more."""
    known = sizes_known(evidence)
    if len({size.billions for size in known.values()}) < 2:
        return
    families: dict[str, list[str]] = defaultdict(list)
    for model, size in known.items():
        families[size.family].append(model)
    series = {family: SERIES[place % len(SERIES)] for place, family in enumerate(families)}
    dots = []
    for model, size in known.items():
        cell = evidence.overall[model]
        ends = (cell.adjusted_low, cell.adjusted_high)
        dots.append(Dot(size.billions, cell.adjusted, model, *series[size.family], *ends))
    lines, rows = [], []
    for family, models in families.items():
        x = [known[model].billions for model in models]
        y = [evidence.overall[model].adjusted for model in models]
        fit = trends.scaling(x, y)
        bend = trends.bend(x, y, seeds.generator("report", "bend", family))
        rows.append((family, len(models), fit.slope, fit.low, fit.high, fit.p, bend.size, bend.p))
        if len(models) >= FITTED and fit.slope == fit.slope:
            ends = (min(x), max(x))
            lines.append((tuple((end, float(fit.at(end))) for end in ends), series[family][1]))
    legend = [(*series[family], family) for family, models in families.items() if len(models) > 1][:6]
    low = min(0.0, floor(10 * min(dot.y for dot in dots)) / 10)
    y_axis = Panel(low, 1, tuple(float(v) for v in np.linspace(0, 1, 5)), "chance-adjusted accuracy κ", words=signed)
    axis = log_axis([size.billions for size in known.values()], "billions of parameters")
    yield Exhibit(
        "scaling",
        "Size and score",
        f"κ with {LEVEL}% intervals against parameters, on a logarithmic scale. In the table: the gain for each "
        "tenfold of parameters with its interval, and where the line bends, if five models or more can tell.",
        (scatter("Score by size of model", dots, axis, y_axis, legend, lines),),
        Table.of("family, models, slope, low, high, p, bend at, p of bend", rows),
    )
