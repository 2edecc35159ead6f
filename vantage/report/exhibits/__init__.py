"""Exhibits: each section of a report as data, a few figures and one table that say the same.

The page, the figure files and the tables are all written from these, so none can say what another does not. An exhibit
that the runs have no data for is left out.
"""

from collections.abc import Callable, Iterator

from vantage.report.exhibits import (
    accuracy,
    agreeing,
    beside,
    cases,
    choices,
    conditions,
    correlations,
    directions,
    effort,
    groups,
    heatmaps,
    imagined,
    judged,
    nearness,
    scales,
    standpoints,
)
from vantage.report.exhibits.evidence import Evidence, Exhibit, Size, gather

BUILDERS: tuple[Callable[[Evidence], Iterator[Exhibit]], ...] = (
    accuracy.ranking,
    heatmaps.heatmaps,
    accuracy.profiles,
    accuracy.difficulty,
    groups.static,
    nearness.numbers,
    choices.distractors,
    agreeing.wordings,
    agreeing.views,
    directions.agreement,
    directions.histograms,
    standpoints.standpoints,
    standpoints.premises,
    conditions.conditions,
    groups.gains,
    standpoints.changes,
    conditions.rotations,
    choices.letters,
    choices.outcomes,
    correlations.yes_and_no,
    correlations.alike,
    judged.errors,
    cases.studies,
    effort.cost,
    effort.scaling,
    groups.scaling,
    scales.beside_people,
    beside.beside,
    beside.people_gap,
    imagined.imagined,
    correlations.elsewhere,
    correlations.slow_for_people,
)


def exhibits(evidence: Evidence) -> list[Exhibit]:
    """Return everything that the evidence can show, in reading order."""
    return [exhibit for build in BUILDERS for exhibit in build(evidence)]


__all__ = ["BUILDERS", "Evidence", "Exhibit", "Size", "exhibits", "gather"]
