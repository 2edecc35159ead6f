"""How long people take, and what goes with it: their own accuracy, and the errors of models.

People differ in pace, so times are compared within a person: each is taken relative to what is usual for whoever took
it, on a logarithmic scale. Answers after the limit are left out here and nowhere else. What is correlated are items, or
tasks, and those are drawn again for the interval, so n is their number and not that of answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vantage import seeds
from vantage.psychometrics.responses import Responses
from vantage.stats import inference, trends
from vantage.stats.inference import Interval
from vantage.stats.metrics import Array, Bools, Ints

LIMIT = 180.0  # seconds, as in the papers
FEWEST = 4  # items or tasks that a correlation needs


@dataclass(frozen=True)
class Times:
    """What people's times say of items or of tasks; arrays have an entry for each."""

    names: tuple[str, ...]
    seconds: Array  # geometric mean, at the pace of a usual person
    accuracy: Array  # of people
    error: Array  # of models; nan where none answered
    with_accuracy: Interval
    with_error: Interval
    slow: int  # answers left out because they took longer than the limit
    answers: int


def of_items(responses: Responses, limit: float = LIMIT) -> Times:
    """Return times and what goes with them by item."""
    return _by(responses, responses.items, limit)


def of_tasks(responses: Responses, limit: float = LIMIT) -> Times:
    """Return times and what goes with them by task."""
    return _by(responses, responses.tasks, limit)


def within(responses: Responses, limit: float = LIMIT) -> tuple[Array, int]:
    """Return people's seconds, nan where an answer took longer than the limit or no time, and how many took longer."""
    seconds = responses.seconds[responses.people]
    with np.errstate(invalid="ignore"):
        slow, timed = seconds > limit, (seconds > 0) & (seconds <= limit)
    return np.where(timed, seconds, np.nan), int(slow.sum())


def _by(responses: Responses, unit_of: Sequence[str], limit: float) -> Times:
    seconds, slow = within(responses, limit)
    timed = ~np.isnan(seconds)
    log = np.log(np.where(timed, seconds, 1.0))
    names = tuple(dict.fromkeys(unit_of))
    unit = np.array([{name: n for n, name in enumerate(names)}[one] for one in unit_of])
    pace, usual = _apart(log, timed, unit, len(names))
    accuracy = _mean(responses.credit[responses.people], unit, len(names), timed)
    error = 1 - _mean(responses.credit[~responses.people], unit, len(names))
    known = ~np.isnan(usual)
    kept = np.flatnonzero(known)
    right, wrong = (_correlation(usual[known], one[known]) for one in (accuracy, error))
    told, seconds_of = tuple(names[k] for k in kept), np.exp(usual[known] + pace)
    return Times(told, seconds_of, accuracy[known], error[known], right, wrong, slow, int(timed.sum()))


def _apart(log: Array, timed: Bools, unit: Ints, size: int) -> tuple[float, Array]:
    """Return the usual pace, and how far each unit is above it once people's own paces are taken out.

    People got different items, so both are fitted together, in turns.
    """
    person, place = np.nonzero(timed)
    values, of = log[person, place], unit[place]
    if not len(values):
        return 0.0, np.full(size, np.nan)
    mean, paces, effect = float(values.mean()), np.zeros(len(log)), np.zeros(size)
    count_p, count_u = np.bincount(person, minlength=len(log)), np.bincount(of, minlength=size)
    for _ in range(100):
        paces = np.bincount(person, values - mean - effect[of], len(log)) / np.maximum(count_p, 1)
        moved = np.bincount(of, values - mean - paces[person], size) / np.maximum(count_u, 1)
        done = np.abs(moved - effect).max() < 1e-8
        effect = moved
        if done:
            break
    return mean, np.where(count_u > 0, effect, np.nan)


def _mean(credit: Array, unit: Ints, size: int, kept: Bools | None = None) -> Array:
    """Return the mean credit of each unit; nan where there is none."""
    given = ~np.isnan(credit) if kept is None else ~np.isnan(credit) & kept
    who, place = np.nonzero(given)
    n = np.bincount(unit[place], minlength=size).astype(float)
    total = np.bincount(unit[place], credit[who, place], size)
    found: Array = np.divide(total, n, out=np.full(size, np.nan), where=n > 0)
    return found


def _correlation(x: Array, y: Array) -> Interval:
    """Return Spearman's correlation with its interval over units."""
    from scipy.stats import rankdata

    both = ~np.isnan(x) & ~np.isnan(y)
    n = int(both.sum())
    if n < FEWEST:
        return Interval(trends.NAN, trends.NAN, trends.NAN, n, n, "cluster bootstrap")
    x, y = rankdata(x[both]), rankdata(y[both])
    columns = np.stack([np.ones(n), x, y, x * y, x * x, y * y], axis=1)
    rng = seeds.generator("psychometrics", "times", n)
    return inference.cluster_bootstrap(columns, np.arange(n), rng, trends.pearson_of_sums)
