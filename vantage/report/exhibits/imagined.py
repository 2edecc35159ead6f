"""The exhibit that sets imagined turns beside the mental rotation test, model by model, as SRBench does.

If a model fails at solids of white cubes but turns a rabbit in its mind, the pictures were the trouble; if it fails at
both, the turning is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from vantage.analysis.summaries import Summary
from vantage.plots import Dot, Panel, scatter
from vantage.plots.tables import Table, Value, signed
from vantage.report.exhibits.accuracy import LEVEL
from vantage.report.exhibits.evidence import Evidence, Exhibit, matrix

IMAGINED, SOLIDS = "imagined_turn", "mrt"
EQUAL = ((-0.5, -0.5), (1.0, 1.0))  # where both are reached equally
HEADER = (
    "model, imagined turns, imagined CAA, low, high, answers, solids, solids CAA, low, high, answers, difference, low, "
    "high"
)


@dataclass(frozen=True)
class Pair:
    """What one model reached on both; `turned` and `solids` name the data sets where there are several."""

    model: str
    turned: str
    solids: str
    ours: Summary
    theirs: Summary

    @property
    def difference(self) -> tuple[float, float, float]:
        """The difference of chance-adjusted accuracies and its interval.

        The items are not the same ones, so the two intervals are joined by Newcombe's rule (method 10, 1998).
        """
        a, b = self.ours, self.theirs
        value = a.adjusted - b.adjusted
        low = value - hypot(a.adjusted - a.adjusted_low, b.adjusted_high - b.adjusted)
        high = value + hypot(a.adjusted_high - a.adjusted, b.adjusted - b.adjusted_low)
        return value, low, high


def imagined(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield the comparison where one data set holds both tasks."""
    cells = matrix(evidence.main, "task")
    found = [
        Pair(model, IMAGINED, SOLIDS, cells[IMAGINED][model], cells[SOLIDS][model])
        for model in evidence.models
        if all(model in cells.get(task, {}) and cells[task][model].n for task in (IMAGINED, SOLIDS))
    ]
    yield from exhibit(found)


def exhibit(found: Sequence[Pair]) -> Iterator[Exhibit]:
    """Yield the comparison of these pairs, if there are any."""
    if not found:
        return
    several = len({(pair.turned, pair.solids) for pair in found}) > 1
    names = [f"{pair.model} ({pair.turned}, {pair.solids})" if several else pair.model for pair in found]
    dots = [
        Dot(pair.theirs.adjusted, pair.ours.adjusted, name, low=pair.ours.adjusted_low, high=pair.ours.adjusted_high)
        for name, pair in zip(names, found)
    ]
    across, up = (
        Panel(-0.5, 1, (-0.5, 0, 0.5, 1), title, words=lambda value: signed(value, 1))
        for title in ("solids of cubes (mrt), CAA", "imagined turns, CAA")
    )
    rows: list[tuple[Value, ...]] = [
        (name, *_numbers(pair.ours), *_numbers(pair.theirs), *pair.difference) for name, pair in zip(names, found)
    ]
    yield Exhibit(
        "imagined",
        "Imagined turns beside the mental rotation test",
        "Accuracy above chance (CAA) on turns of a pictured thing that are only imagined, and on solids of cubes: "
        "above the line a model does better with pictured things. The items are not the same ones, so the intervals "
        f"({LEVEL}%) of the difference in the table join the two by Newcombe's rule and are wide for few items.",
        (scatter("Imagined turns and solids, by model", dots, across, up, lines=[(EQUAL, "faint")]),),
        Table.of(HEADER, rows),
    )


def _numbers(cell: Summary) -> tuple[Value, ...]:
    return cell.accuracy, cell.adjusted, cell.adjusted_low, cell.adjusted_high, cell.n
