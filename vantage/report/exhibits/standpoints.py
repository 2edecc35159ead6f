"""The exhibit on standpoints: whose perspective answers take, and what a premise in the question changes."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from vantage.diagnosis.findings.gaps import Gap, gaps
from vantage.plots import SERIES, Panel, Point, Row, ranges
from vantage.plots.tables import Table, signed, taken
from vantage.report.exhibits.accuracy import LEVEL
from vantage.report.exhibits.evidence import Evidence, Exhibit

SAID = {
    ("frame", "viewer"): "the camera's perspective, where another's is asked for",
    ("premise", "without"): "the question without its premise",
    ("premise", "against"): "a premise that the picture contradicts",
}
NAMES = "model kind first second first_adjusted second_adjusted"


def standpoints(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield the gaps of frame and premise, where the items have any."""
    found = evidence.ranked(gap for gap in gaps(evidence.main) if (gap.kind, gap.second) in SAID)
    if not found:
        return
    kinds = [kind for kind in SAID if any((gap.kind, gap.second) == kind for gap in found)]
    series = dict(zip(kinds, SERIES))
    rows = [
        Row(model, (tuple(_point(gap, *series[gap.kind, gap.second]) for gap in found if gap.model == model),))
        for model in dict.fromkeys(gap.model for gap in found)
    ]
    reach = max(0.1, *(abs(end) for gap in found for end in (gap.difference.low, gap.difference.high)))
    top = ceil(reach * 10) / 10
    scale = Panel(-top, top, (-top, -top / 2, 0, top / 2, top), marked=0.0, words=lambda value: signed(100 * value, 0))
    yield Exhibit(
        "standpoints",
        "Standpoints",
        "How much more often answers fit the standpoint named below than the one that was asked for, in points, on the "
        f"same items, with paired {LEVEL}% intervals: right of 0 a model keeps to its own.",
        (ranges("Change by standpoint", rows, [scale], [(*series[kind], SAID[kind]) for kind in kinds]),),
        Table.of(
            "model, gap, first, second, κ first, κ second, answers, difference, low, high",
            ((*taken(gap, NAMES), *taken(gap.difference, "n value low high")) for gap in found),
        ),
    )


def _point(gap: Gap, shape: str, tone: str) -> Point:
    one = gap.difference
    said = f"{gap.model}, {SAID[gap.kind, gap.second]}: {signed(100 * one.value, 1)} points"
    return Point(one.value, one.low, one.high, shape, tone, said)
