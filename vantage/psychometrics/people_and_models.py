"""What a report and `vantage scale` say of people and models on one scale: one fit, and what follows from it.

Where items have few answers, discriminations cannot be told apart, and all items share one (the 1PL).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.psychometrics import dif, misfit, times
from vantage.psychometrics.classical import Classical, classical
from vantage.psychometrics.dif import ItemDif
from vantage.psychometrics.misfit import Misfit
from vantage.psychometrics.responses import Responses
from vantage.psychometrics.scale import Scale, fit_1pl, fit_2pl
from vantage.psychometrics.times import Times
from vantage.stats.inference import Interval
from vantage.stats.metrics import Array, Bools, Ints
from vantage.stats.two_way import two_way_mean, two_way_proportion

FEWEST = 5  # respondents, and items, that a scale needs
ENOUGH = 30  # answers to an item from which on its discrimination can be told


@dataclass(frozen=True)
class Account:
    """People and models on one scale. What needs both, or people, is None or empty without them."""

    responses: Responses
    scale: Scale
    classical: Classical | None  # of people, or of models where there are no people
    item_fit: Misfit
    respondent_fit: Misfit
    item_dif: ItemDif | None
    task_dif: dict[str, Interval]
    item_times: Times | None
    task_times: Times | None


def account(responses: Responses, kind: str = "") -> Account:
    """Return the account of everyone who answered; `kind` is 1PL or 2PL, chosen by the number of answers without it."""
    found = responses.answered()
    if min(found.credit.shape) < FEWEST:
        respondents, items = found.credit.shape
        raise ValueError(f"a scale needs at least {FEWEST} who answered and {FEWEST} items; "
                         f"there are {respondents} and {items}")  # fmt: skip
    each = float((~np.isnan(found.credit)).sum() / found.credit.shape[1])
    fit = fit_2pl if (kind or ("2PL" if each >= ENOUGH else "1PL")) == "2PL" else fit_1pl
    scale = fit(found.credit, found.floor, found.groups)
    both = bool(found.people.any() and not found.people.all())
    timed = found.people.any() and not np.isnan(found.seconds[found.people]).all()
    return Account(
        found,
        scale,
        _classical(found),
        misfit.items(scale, found.credit),
        misfit.respondents(scale, found.credit),
        dif.of_items(scale, found) if both else None,
        dif.of_tasks(scale, found) if both else {},
        times.of_items(found) if timed else None,
        times.of_tasks(found) if timed else None,
    )


def _classical(responses: Responses) -> Classical | None:
    group = responses.people if responses.people.any() else ~responses.people
    part = responses.kept(group, np.ones(len(responses.items), dtype=bool)).answered()
    return classical(part.credit) if min(part.credit.shape) > 1 else None


def share(responses: Responses, group: Bools, task: str = "") -> Interval:
    """Return the mean credit of a group on a task, or on all, with its interval over respondents and items."""
    part, clusters = _of_task(responses.credit[group], responses, task)
    who, what = np.nonzero(~np.isnan(part))
    values = part[who, what]
    whole = np.isin(values, (0.0, 1.0)).all()
    return (two_way_proportion if whole else two_way_mean)(values, who, clusters[what])


def gap(responses: Responses, model: int, task: str = "") -> Interval:
    """Return how far a model is above people on the items that both answered, over people and items in general."""
    people = responses.credit[responses.people]
    away, clusters = _of_task(responses.credit[model] - people, responses, task)
    who, what = np.nonzero(~np.isnan(away))
    return two_way_mean(away[who, what], who, clusters[what])


def _of_task(values: Array, responses: Responses, task: str) -> tuple[Array, Ints]:
    """Return the columns of one task, all without a name, and the clusters of their items."""
    inside = np.array([task in ("", one) for one in responses.tasks], dtype=bool)
    return values[:, inside], responses.clusters[inside]
