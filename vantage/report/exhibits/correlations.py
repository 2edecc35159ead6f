"""Exhibits on what goes together: models' errors with each other's, and their accuracy with people's time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from vantage.analysis import people
from vantage.analysis.summaries import yes_no
from vantage.plots import Panel, Point, Row, ranges
from vantage.plots.tables import Table, signed, words
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL
from vantage.report.exhibits.evidence import Evidence, Exhibit
from vantage.stats import trends

MOST = 5  # models whose errors are compared in pairs
FEWEST = 4  # tasks that a correlation over tasks needs
CORRELATION = Panel(-1, 1, (-1, -0.5, 0, 0.5, 1), marked=0, words=signed)


def yes_and_no(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield the F1 scores of models in the tasks that ask yes or no."""
    found = {(one.group["model"], one.group["task"]): one for one in yes_no(evidence.main)}
    if not found:
        return
    tasks = list(dict.fromkeys(task for _, task in found))
    rows = [
        Row(model, tuple((Point(found[model, task].f1),) if (model, task) in found else () for task in tasks))
        for model in evidence.models
    ]
    panels = [Panel(ACCURACY.low, ACCURACY.high, ACCURACY.ticks, title=words(task)) for task in tasks]
    lines = [(model, task, one.f1, one.n) for (model, task), one in found.items()]
    yield Exhibit(
        "yes-no",
        "Yes-or-no questions",
        "F1 of the answer yes: how well a model tells yes from no, whatever it says more often. "
        "A model that always says yes scores 0.67 where half of the answers are yes.",
        (ranges("F1 of yes", rows, panels),),
        Table.of("model, task, f1, answers", lines),
    )


def alike(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how far the best models fail at the same items."""
    models = [model for model in evidence.models if evidence.overall[model].n][:MOST]
    pairs = [(a, b, people.errors_by_item(evidence.main, [a], [b])) for a, b in combinations(models, 2)]
    pairs = [(a, b, one) for a, b, one in pairs if one.value == one.value]
    if not pairs:
        return
    rows = [Row(f"{a} – {b}", ((Point(one.value, one.low, one.high),),), f"{one.n} items") for a, b, one in pairs]
    lines = [(a, b, one.value, one.low, one.high, one.n) for a, b, one in pairs]
    yield Exhibit(
        "alike",
        "Do models fail at the same items?",
        f"Correlation of errors over the items that both answered, with {LEVEL}% bootstrap intervals over clusters: "
        f"1 means that they fail at the same items, 0 that their errors are unrelated. Of more than {MOST} models, "
        f"the best {MOST}.",
        (ranges("Correlation of errors", rows, [CORRELATION]),),
        Table.of("model, other, correlation, low, high, items", lines),
    )


def slow_for_people(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield whether models are worse at the tasks that people took long for."""
    scores = people.scores(evidence.main)
    seconds = people.printed_seconds(list(scores))
    by_model = {
        model: {task: cells[model] for task, cells in scores.items() if model in cells} for model in evidence.models
    }
    found = {model: trends.matched(seconds, own) for model, own in by_model.items()}
    found = {model: one for model, one in found.items() if one.n >= FEWEST and one.value == one.value}
    if not found:
        return
    rows = [Row(model, ((Point(one.value, one.low, one.high),),), f"{one.n} tasks") for model, one in found.items()]
    lines = [(model, one.value, one.low, one.high, one.p, one.n) for model, one in found.items()]
    yield Exhibit(
        "seconds",
        "Are models worse where people take longer?",
        "Correlation over tasks of a model's κ with the seconds that people took, as papers printed them for tasks of "
        f"the same recipe, with {LEVEL}% intervals. Below 0: worse at the tasks that take people longer. "
        "These are few tasks, and not the same items.",
        (ranges("Correlation of κ with people's seconds", rows, [CORRELATION]),),
        Table.of("model, correlation, low, high, p, tasks", lines),
    )
