"""What explains a loss of a model, and where the search for it stands."""

from __future__ import annotations

from dataclasses import dataclass

from vantage.diagnosis.scan.answers import Answers, Taken
from vantage.diagnosis.scan.design import Bools, Design, Ints

MOSTLY = 0.6  # of the errors in a slice: from here they are of one kind
WORTH = 3  # excess errors, at least, that make an explanation


@dataclass(frozen=True)
class Explanation:
    """What explains a loss: a slice, or two together, in some tasks; perhaps with what the model does there."""

    tasks: tuple[str, ...]
    slices: tuple[int, ...]  # of the design; none: all items of the tasks
    strategy: str  # empty: it errs, in no one way
    log_p: float
    evidence: float  # minus log p, less what was looked at in its stead
    held: Bools  # the items of the design that it is about
    beside: Bools  # those of the same tasks and levels that it is not about
    hit: Bools  # those that show the strategy
    lost: float  # errors beyond the model's own level
    hits: float = 0.0
    due: float = 0.0
    errors: float = 0.0  # those among which the hits are
    across: bool = False  # whether whole tasks are compared, not the items of each


@dataclass(frozen=True)
class State:
    """A search of one model's answers: what was explained already has a level of its own."""

    design: Design
    answers: Answers
    followed: list[Taken]  # for each task, how often the model did as each strategy
    level: Ints  # of each item
    loose: Bools  # items whose choices no strategy explains yet
    alpha: float
