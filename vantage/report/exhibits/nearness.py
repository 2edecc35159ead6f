"""Exhibit on numbers that count by nearness: mean relative accuracy, and how much better than a guess that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vantage.analysis.summaries import Summary
from vantage.making.attacks import priors
from vantage.plots import Panel, Point, Row, ranges
from vantage.plots.tables import Table, counted, signed
from vantage.report.exhibits.evidence import Evidence, Exhibit, matrix
from vantage.stats.metrics import skill

SCALE = (-0.5, 1.0)


def numbers(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield the skill of each model on each task that asks for numbers scored by nearness."""
    prior = priors.prior(evidence.items.values())
    cells = {task: found for task, found in matrix(evidence.main, "task").items() if task in prior}
    if not cells:
        return
    lines, rows = [], []
    for model in evidence.models:
        points: list[tuple[Point, ...]] = []
        for task, found in cells.items():
            cell = found.get(model)
            if cell is None or not cell.n:
                points.append(())
                continue
            gained = skill(cell.credit, prior[task])
            lines.append((model, task, cell.n, cell.credit, prior[task], gained))
            told = f"{model}, {task}: mean relative accuracy {cell.credit:.3f}, prior {prior[task]:.3f}"
            points.append((Point(gained, tone="above" if gained > 0 else "faint", title=told),))
        rows.append(Row(model, tuple(points)))
    panels = [
        Panel(*SCALE, (0, 1), f"{task}: {_answers(found.values())}", 0.0, lambda value: signed(value, 1))
        for task, found in cells.items()
    ]
    note = (
        "Mean relative accuracy (MRA) is the share of ten tolerances, from 50% down to 5%, within which a number lies. "
        "The prior is what a guess reaches that sees no picture, but knows the question and how other items came out. "
        "Skill is (MRA − prior) / (1 − prior): 0 is no better than that guess (the dashed line), 1 is perfect."
    )
    header = "model, task, n, MRA, prior, skill"
    yield Exhibit("numbers", "Numbers", note, (ranges("Skill at numbers", rows, panels),), Table.of(header, lines))


def _answers(cells: Iterable[Summary]) -> str:
    return counted((cell.n for cell in cells if cell.n), "answers")
