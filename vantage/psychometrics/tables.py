"""The tables of `vantage scale`: items, those who answered, tasks, times, and one line of everything."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vantage.plots.tables import Table, Value, taken
from vantage.psychometrics.people_and_models import Account, gap, share
from vantage.psychometrics.times import Times
from vantage.stats.metrics import Bools


def tables(account: Account) -> dict[str, Table]:
    """Return each table by the name of its file."""
    makers = {"items": items, "respondents": respondents, "tasks": tasks, "summary": summary, "times": times}
    return {name: make(account) for name, make in makers.items() if name != "times" or account.item_times}


def items(account: Account) -> Table:
    """Return a line for each item: classical numbers, its place on the scale, how it fits, and how it differs."""
    scale, fit, found, named = account.scale, account.item_fit, account.responses, _classical(account)
    nothing = np.full(len(found.items), np.nan)
    many = account.item_dif
    differing = (many.shift, many.error, many.p) if many else (nothing, nothing, nothing)
    columns = (
        *named, scale.b, scale.b_error, scale.a, scale.a_error, scale.c,
        fit.infit, fit.outfit, fit.infit_z, fit.outfit_z, *differing,
    )  # fmt: skip
    return Table.of(
        "item, task, answers, right, item-rest correlation, difficulty b, b error, discrimination a, a error, floor c, "
        "infit, outfit, infit z, outfit z, harder for models, its error, its p",
        ((item, task, *map(_number, row)) for item, task, *row in zip(found.items, found.tasks, *columns)),
    )


def _classical(account: Account) -> list[list[float]]:
    """Return answers, share right and item-rest correlation of each item, among people where there are any."""
    found, test = account.responses, account.classical
    group = found.people if found.people.any() else ~found.people
    told = ~np.isnan(found.credit[group]).all(axis=0)
    rows = np.full((3, len(found.items)), np.nan)
    if test is not None:
        rows[:, told] = (test.answers, test.difficulty, test.discrimination)
    return [list(row) for row in rows]


def respondents(account: Account) -> Table:
    """Return a line for each person and model."""
    found, scale, fit = account.responses, account.scale, account.respondent_fit
    told = ~np.isnan(found.credit)
    rows = zip(
        found.names, found.people.tolist(), told.sum(axis=1).tolist(), np.nanmean(found.credit, axis=1).tolist(),
        scale.theta.tolist(), scale.theta_error.tolist(), fit.infit.tolist(), fit.outfit.tolist(),
        fit.infit_z.tolist(), fit.outfit_z.tolist(),
    )  # fmt: skip
    return Table.of(
        "who, kind, answers, right, ability, its error, infit, outfit, infit z, outfit z",
        ((name, "person" if person else "model", *rest) for name, person, *rest in rows),
    )


def tasks(account: Account) -> Table:
    """Return a line for each task and group: accuracy with two-way intervals, the gap to people, what differs."""
    return Table.of(
        "task, who, right, low, high, answers, less people, low, high, functioning, low, high",
        _tasks(account),
    )


def _tasks(account: Account) -> Iterator[tuple[Value, ...]]:
    found = account.responses
    for task in ("", *dict.fromkeys(found.tasks)):
        dif = account.task_dif.get(task)
        for name, group, model in _groups(account):
            one = share(found, group, task)
            less = gap(found, model, task) if model >= 0 and found.people.any() else None
            differs = dif if dif and model < 0 and not found.people[group].any() else None
            yield (
                task or "all", name, *_ends(one), one.n, *(_ends(less) if less else (None,) * 3),
                *(_ends(differs) if differs else (None,) * 3),
            )  # fmt: skip


def _groups(account: Account) -> Iterator[tuple[str, Bools, int]]:
    """Yield people, models, and each model by itself with its place."""
    found = account.responses
    for name, group in (("people", found.people), ("models", np.logical_not(found.people))):
        if group.any():
            yield name, np.asarray(group, dtype=bool), -1
    for place in np.flatnonzero(~found.people):
        yield found.names[place], np.arange(len(found.names)) == place, int(place)


def times(account: Account) -> Table:
    """Return a line for each task and item: seconds at a usual pace, people right, models wrong."""
    return Table.of("unit, name, seconds, people right, models wrong", _times(account))


def _times(account: Account) -> Iterator[tuple[Value, ...]]:
    for unit, of in (("task", account.task_times), ("item", account.item_times)):
        if of:
            for name, *row in zip(of.names, of.seconds, of.accuracy, of.error):
                yield (unit, name, *map(_number, row))


def summary(account: Account) -> Table:
    """Return everything that is one number, with its interval where it has one."""
    return Table.of("what, value, low, high", _summary(account))


def _summary(account: Account) -> Iterator[tuple[Value, ...]]:
    found, scale, test = account.responses, account.scale, account.classical
    yield ("people", int(found.people.sum()), None, None)
    yield ("models", int((~found.people).sum()), None, None)
    yield ("items", len(found.items), None, None)
    yield ("answers", int((~np.isnan(found.credit)).sum()), None, None)
    yield ("scale", scale.kind, None, None)
    yield ("converged", str(scale.converged), None, None)
    yield ("iterations", scale.iterations, None, None)
    yield ("log-likelihood", scale.loglikelihood, None, None)
    yield ("reliability of abilities", scale.reliability, None, None)
    for number, name in enumerate(("people", "models") if len(scale.means) > 1 else ("everyone",)):
        yield (f"mean ability of {name}", float(scale.means[number]), None, None)
        yield (f"spread of {name}", float(scale.spreads[number]), None, None)
    if test:
        yield ("Cronbach's alpha (KR-20)", test.alpha, None, None)
        yield ("split-half reliability", test.split_half, None, None)
        yield ("items that these are for", test.length, None, None)
    for unit, of in (("tasks", account.task_times), ("items", account.item_times)):
        if of:
            yield (f"seconds with people's accuracy over {unit}", *_ends(of.with_accuracy))
            yield (f"seconds with models' errors over {unit}", *_ends(of.with_error))
    if account.task_times:
        yield ("answers after the limit of seconds", account.task_times.slow, None, None)


def _ends(one: object) -> tuple[Value, ...]:
    return tuple(_number(value) for value in taken(one, "value low high"))


def _number(value: object) -> Value:
    """Return a number as a table holds it; nan is empty."""
    number = float(value)  # type: ignore[arg-type]
    return None if number != number else number


def slow_words(of: Times | None) -> str:
    """Return how many answers the limit leaves out, as the end of a sentence."""
    return f"; {of.slow:,} answers after the limit left out of times" if of and of.slow else ""
