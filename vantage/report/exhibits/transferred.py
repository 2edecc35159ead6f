"""Exhibits of what training on parts did to the others: models by what they were trained on, times what is tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

from vantage.analysis.compare import ALPHA
from vantage.analysis.transfer import SEEN, Gain, Transfer
from vantage.plots import Cell, Grid, Row, grid, ranges
from vantage.plots.tables import Table, Value, counted, signed, words
from vantage.report.exhibits.accuracy import LEVEL
from vantage.report.exhibits.colouring import ENOUGH, small
from vantage.report.exhibits.evidence import Exhibit
from vantage.report.exhibits.paired import point, points, scale, side
from vantage.stats.inference import Interval
from vantage.task import QUADRANTS

TITLES = {
    "quadrant": "Trained on, by quadrant tested",
    "task": "Trained on, by task tested",
    "space": "Trained on, by space or plane tested",
    "data": "Trained on, by data set",
}
HEADER = "trained on, tested on, seen in training, accuracy of base, gain, low, high, p, answers, clusters"
ORDER = {part: place for place, part in enumerate((*QUADRANTS, "3D", "2D"))}
STRONG = 0.3  # the gain at which a cell's colour is full


def exhibits(found: Transfer) -> Iterator[Exhibit]:
    """Yield gains on what was trained on beside all else, then a heatmap for each way of parting the items."""
    if seen := found.by("seen"):
        yield _seen(found, seen)
    for by, title in TITLES.items():
        gains = found.by(by)
        if len({gain.part for gain in gains}) > (1 if by == "space" else 0):
            yield _heatmap(found, by, title, gains)


def _seen(found: Transfer, gains: Sequence[Gain]) -> Exhibit:
    rows = [
        Row(f"{name}: {gain.part}", (point(gain.gain, gain.p, f"{name}, {gain.part}"),), points(gain.gain))
        for name in found.trained
        for gain in sorted((one for one in gains if one.trained == name), key=lambda one: one.part != SEEN)
    ]
    legend = [("circle", "above", "better"), ("square", "below", "worse"), ("ring", "faint", "not to be told apart")]
    return Exhibit(
        "seen",
        "What was trained on, and all else",
        f"Gains over the base model in points, with paired {LEVEL}% intervals. What a model was trained on is read "
        "from its name; all else says whether what it learned carries over.",
        (ranges("Gains over the base model", rows, [scale([gain.gain for gain in gains])], legend),),
        _table(gains),
    )


def _heatmap(found: Transfer, by: str, title: str, gains: Sequence[Gain]) -> Exhibit:
    columns = sorted({gain.part for gain in gains}, key=lambda part: (ORDER.get(part, len(ORDER)), part))
    cells = {(gain.trained, gain.part): gain for gain in gains}
    rows = tuple(tuple(_cell(cells.get((name, part))) for part in columns) for name in found.trained)
    n = counted((gain.gain.n for gain in gains), "answers")
    return Exhibit(
        by,
        title,
        f"Gains over the base model in points, on the same items, {n} in each cell; below 0 is a loss. A mark in "
        f"the corner: the model was trained on this. Coloured: p < {ALPHA} after correction over the heatmap, and "
        f"{ENOUGH} answers or more. Paired {LEVEL}% intervals are in the table.",
        (grid(f"{title}: gains in points", Grid(found.trained, tuple(map(words, columns)), rows)),),
        _table(gains),
    )


def _cell(gain: Gain | None) -> Cell | None:
    if gain is None or not isfinite(gain.gain.value):
        return None
    value, n = gain.gain.value, gain.gain.n
    title = f"trained on {gain.trained}, tested on {words(gain.part)}: {points(gain.gain)}, {n} answers"
    sure = side(gain.gain, gain.p) != "faint"
    return Cell(signed(100 * value, 0), value / STRONG, title, sure, gain.seen, small(n, n))


def _table(gains: Sequence[Gain]) -> Table:
    lines: list[tuple[Value, ...]] = [
        (gain.trained, gain.part, "yes" if gain.seen else "no", gain.base, *_ends(gain.gain), gain.p, gain.gain.n,
         gain.gain.clusters)
        for gain in gains
    ]  # fmt: skip
    return Table.of(HEADER, lines)


def _ends(interval: Interval) -> tuple[float, float, float]:
    return interval.value, interval.low, interval.high
