"""Exhibits: each section of a report as data, a few figures and one table that say the same.

The page, the figure files and the tables are all written from these, so none can say what another does not. An exhibit
that the runs cannot fill is not there.
"""

from collections.abc import Callable, Iterator

from vantage.exhibits import agreeing, choices, effort, manners, others, scores
from vantage.exhibits.evidence import Evidence, Exhibit, Size, gather

BUILDERS: tuple[Callable[[Evidence], Iterator[Exhibit]], ...] = (
    scores.ranking,
    scores.heatmaps,
    scores.profiles,
    scores.difficulty,
    choices.distractors,
    agreeing.wordings,
    agreeing.views,
    manners.conditions,
    manners.rotations,
    choices.letters,
    choices.outcomes,
    effort.cost,
    effort.scaling,
    others.beside,
)


def exhibits(evidence: Evidence) -> list[Exhibit]:
    """Return everything that the evidence can show, in reading order."""
    return [exhibit for build in BUILDERS for exhibit in build(evidence)]


__all__ = ["BUILDERS", "Evidence", "Exhibit", "Size", "exhibits", "gather"]
