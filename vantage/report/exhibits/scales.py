"""Exhibits on people and models together: the gap between them, one scale for both, and the time people took."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

import numpy as np

from vantage.analysis import people as errors
from vantage.plots import Dot, Panel, Point, Row, ranges, scatter
from vantage.plots.tables import Table, Value, percent, signed, taken, words
from vantage.plots.wright import Placed, wright
from vantage.psychometrics import people_and_models
from vantage.psychometrics.people_and_models import Account
from vantage.psychometrics.responses import Responses, of_table
from vantage.psychometrics.times import LIMIT, Times
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL, SHAPES
from vantage.report.exhibits.correlations import CORRELATION
from vantage.report.exhibits.evidence import Evidence, Exhibit
from vantage.stats.inference import Interval

PEOPLE = 3  # that a comparison with people needs
DRAWN = 200  # items of a task that a map shows, at most
CROWD = 20  # models that a scale of models alone needs


def beside_people(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield everything about people and models together."""
    responses = of_table(evidence.main, list(evidence.items.values())).answered()
    people = int(responses.people.sum())
    if people >= PEOPLE and not responses.people.all():
        yield _gap(evidence, responses)
        yield from _same_errors(evidence)
    enough = min(responses.credit.shape) >= people_and_models.FEWEST
    if enough and (people >= people_and_models.FEWEST or len(responses.names) >= CROWD):
        found = people_and_models.account(responses)
        yield _map(found)
        if found.task_dif:
            yield _differing(found)
        if found.task_times is not None:
            yield from _times(found)


def _scale(rows: list[Interval]) -> Panel:
    reach = max(0.1, *(abs(end) for one in rows for end in (one.low, one.high) if end == end))
    top = ceil(10 * reach) / 10
    return Panel(-top, top, (-top, 0.0, top), "points above people", 0.0, lambda value: signed(100 * value, 0))


def _point(one: Interval, title: str) -> Point:
    tone = "above" if one.low > 0 else "below" if one.high < 0 else "faint"
    return Point(one.value, one.low, one.high, SHAPES[tone], tone, title)


def _gap(evidence: Evidence, responses: Responses) -> Exhibit:
    place = {name: number for number, name in enumerate(responses.names)}
    models = [model for model in evidence.models if model in place]
    tasks = ["", *dict.fromkeys(responses.tasks)]
    found = {(model, task): people_and_models.gap(responses, place[model], task) for model in models for task in tasks}
    found = {key: one for key, one in found.items() if one.n}
    rows = [
        Row(model, ((_point(found[model, ""], model),),), f"{signed(100 * found[model, ''].value, 1)} points")
        for model in models
        if (model, "") in found
    ]
    lines = [
        (model, task or "all", *taken(one, "value low high n"), one.clusters) for (model, task), one in found.items()
    ]
    return Exhibit(
        "gap",
        "Gap to people here",
        "Accuracy of each model less that of the people who answered the same items here, in points, with "
        f"{LEVEL}% intervals that count both people and items as drawn at random. The table has it by task.",
        (ranges("Models less people on the same items", rows, [_scale([found[key] for key in found if not key[1]])]),),
        Table.of("model, task, difference, low, high, answers of people, people", lines),
    )


def _same_errors(evidence: Evidence) -> Iterator[Exhibit]:
    import pyarrow as pa
    import pyarrow.compute as pc

    crowd = set(
        map(str, evidence.main.filter(pc.not_equal(evidence.main["person"], pa.scalar("")))["model"].to_pylist())
    )
    pairs = [(model, errors.errors_by_item(evidence.main, sorted(crowd), [model]))
             for model in evidence.models if model not in crowd]  # fmt: skip
    pairs = [(model, one) for model, one in pairs if one.value == one.value]
    if not pairs:
        return
    rows = [Row(model, ((Point(one.value, one.low, one.high),),), f"{one.n} items") for model, one in pairs]
    yield Exhibit(
        "same-errors",
        "Do models fail at the items that people fail at?",
        f"Correlation over items of people's error rate with a model's errors, with {LEVEL}% bootstrap intervals over "
        "clusters. Few people an item make people's rates rough, which draws correlations toward 0.",
        (ranges("Correlation of errors with people's", rows, [CORRELATION]),),
        Table.of("model, correlation, low, high, items", [(m, *taken(r, "value low high"), r.n) for m, r in pairs]),
    )


def _map(found: Account) -> Exhibit:
    scale, responses = found.scale, found.responses
    ends = np.concatenate([scale.theta, np.percentile(scale.b, [1, 99])])
    low, high = floor(float(ends.min())), ceil(float(ends.max()))
    people = responses.people.any()
    unit = "ability and difficulty (0: the average person; 1: one standard deviation of people)"
    axis = Panel(low, high, tuple(range(low, high + 1)), unit if people else "ability and difficulty", words=_logits)
    above = [
        Placed(float(theta), name, "circle" if person else "diamond", "above" if person else "below", not person)
        for name, theta, person in zip(responses.names, scale.theta, responses.people)
    ]
    tasks = list(dict.fromkeys(responses.tasks))
    placed = [Placed(float(b), item, "tick", "soft") for b, item in zip(scale.b, responses.items)]
    below = [
        _drawn([one for one, task in zip(placed, responses.tasks) if task == name and low <= one.value <= high])
        for name in tasks
    ]
    legend = [("circle", "above", "a person"), ("diamond", "below", "a model"), ("tick", "soft", "an item")]
    lines = zip(
        responses.names, ("person" if one else "model" for one in responses.people), scale.theta.tolist(),
        scale.theta_error.tolist(), found.respondent_fit.infit.tolist(), found.respondent_fit.outfit.tolist(),
        (~np.isnan(responses.credit)).sum(axis=1).tolist(),
    )  # fmt: skip
    return Exhibit(
        "wright",
        "People and models on one scale" if people else "Models and items on one scale",
        _on_scale(found),
        (wright("Wright map", above, below, [words(task) for task in tasks], axis, legend[0 if people else 1 :]),),
        Table.of("who, kind, ability, standard error, infit, outfit, answers", lines),
    )


def _drawn(row: list[Placed]) -> list[Placed]:
    """Return the items of a task that are drawn: where there are many, some, spread evenly over their order."""
    ordered = sorted(row, key=lambda one: one.value)
    return ordered[:: 1 + len(ordered) // DRAWN]


def _logits(value: float) -> str:
    return "0" if value == 0 else signed(value, 0 if value == round(value) else 2)


def _on_scale(found: Account) -> str:
    scale, test = found.scale, found.classical
    kinds = {
        "1PL": "all items discriminate alike, since few answered each",
        "2PL": "items discriminate each in its way",
    }
    fitted = (
        f"Abilities (above) and items by task (below) in one fit: the {scale.kind} ({kinds[scale.kind]}), with the "
        "guessing floor of each item's options. An item at one's own place is right half the time beyond guessing. "
    )
    ended = "" if scale.converged else f"The fit did not converge in {scale.iterations} iterations: read it with care. "
    reliable = (
        f"Reliability {scale.reliability:.2f}; Cronbach's α {test.alpha:.2f} and split halves {test.split_half:.2f} "
        f"for {test.length:.0f} items. " if test else ""
    )  # fmt: skip
    return (
        f"{fitted}{ended}{reliable}Single items have wide errors: `vantage scale` writes all; drawn "
        f"are at most {DRAWN} of a task."
    )


def _differing(found: Account) -> Exhibit:
    rows = [Row(words(task), ((_point(one, task),),), f"{signed(100 * one.value, 1)} points")
            for task, one in found.task_dif.items()]  # fmt: skip
    lines = [(task, *taken(one, "value low high n")) for task, one in found.task_dif.items()]
    many = found.item_dif
    sure = int((many.p < 0.05).sum()) if many else 0
    told = int((~np.isnan(many.p)).sum()) if many else 0
    return Exhibit(
        "functioning",
        "Which tasks are harder for models than for people of the same ability?",
        "Differential functioning: accuracy of models less that of people, beyond what their abilities on the common "
        f"scale explain, with {LEVEL}% intervals over all who answered and all items. Of {told:,} items that both "
        f"answered, {sure:,} differ at p < 0.05 by Benjamini and Hochberg's correction.",
        (ranges("Differential functioning of tasks", rows, [_scale(list(found.task_dif.values()))]),),
        Table.of("task, difference, low, high, answers", lines),
    )


def _times(found: Account) -> Iterator[Exhibit]:
    tasks, items = found.task_times, found.item_times
    if tasks is None or items is None or len(items.names) < 3:
        return
    dots = [Dot(s, a, words(n), "circle", "above") for n, s, a in zip(tasks.names, tasks.seconds, tasks.accuracy)]
    more = [Dot(s, 1 - e, words(n), "square", "below") for n, s, e in zip(tasks.names, tasks.seconds, tasks.error)]
    axes = (_seconds(tasks), Panel(ACCURACY.low, ACCURACY.high, ACCURACY.ticks, "right", words=percent))
    legend = [("circle", "above", "people"), ("square", "below", "models")]
    figure = scatter("Time that people take, and who is right", [*dots, *more], *axes, legend)
    rows = [
        Row(f"{what}, over {unit}", ((Point(one.value, one.low, one.high),),), f"{one.n} {unit}")
        for unit, of in (("tasks", tasks), ("items", items))
        for what, one in (("people's accuracy", of.with_accuracy), ("models' errors", of.with_error))
        if one.value == one.value
    ]
    left = f" {items.slow:,} answers after {LIMIT:g} s are left out here." if items.slow else ""
    yield Exhibit(
        "times",
        "The time people take",
        "Seconds at a usual person's pace (each person's own pace taken out, geometric means). Correlations are "
        f"Spearman's of seconds with people's accuracy and with models' errors, with {LEVEL}% bootstrap intervals over "
        f"tasks or items, not over answers.{left}",
        (figure, ranges("What goes with people's time", rows, [CORRELATION])) if rows else (figure,),
        Table.of("unit, name, seconds, people right, models wrong", [*_lines("task", tasks), *_lines("item", items)]),
    )


def _lines(unit: str, of: Times) -> Iterator[tuple[Value, ...]]:
    for name, *numbers in zip(of.names, of.seconds.tolist(), of.accuracy.tolist(), of.error.tolist()):
        yield (unit, name, *(one if one == one else None for one in numbers))


def _seconds(of: Times) -> Panel:
    low, high = float(of.seconds.min()) / 1.3, float(of.seconds.max()) * 1.3
    ticks = tuple(one for one in (0.5, 1, 2, 5, 10, 20, 50, 100, 180) if low <= one <= high)
    return Panel(low, high, ticks or (low, high), "seconds that people take", words=lambda s: f"{s:.3g}", log=True)
