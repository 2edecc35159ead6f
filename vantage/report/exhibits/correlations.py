"""Exhibits on what goes together: models' errors with each other's, and their accuracy with people's time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from vantage import papers
from vantage.analysis import people
from vantage.analysis.summaries import yes_no
from vantage.plots import Panel, Point, Row, ranges
from vantage.plots.tables import Table, signed, taken, words
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL
from vantage.report.exhibits.evidence import Evidence, Exhibit
from vantage.stats import trends

MOST = 5  # models whose errors are compared in pairs
FEWEST = 4  # tasks that a correlation over tasks needs
SHOWN = 16  # correlations drawn
RATES = ("accuracy", "caa", "kappa", "circular_soft")
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


def elsewhere(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how scores here go with what the same models scored in published benchmarks, task by task."""
    ours = {task: _as_printed(evidence, cells) for task, cells in people.scores(evidence.main).items()}
    found: list[tuple[str, trends.Crossing]] = []
    for source in papers.names():
        tables = {row.table: row.metric for row in papers.rows(source) if row.kind == "model" and row.metric in RATES}
        for table, metric in tables.items():
            printed = people.printed_scores(source, table, metric)
            theirs = {task: {_plain(model): score for model, score in one.items()} for task, one in printed.items()}
            crossed = trends.crossed(ours, theirs)
            found += [(source, one) for one in crossed if one.correlation.n >= FEWEST and one.p == one.p]
    if not found:
        return
    found.sort(key=lambda one: (one[1].p, -abs(one[1].correlation.value)))
    rows = [
        Row(f"{words(one.first)} – {one.second} ({source})", ((Point(r.value, r.low, r.high),),), f"{r.n} models")
        for source, one, r in ((source, one, one.correlation) for source, one in found[:SHOWN])
    ]  # fmt: skip
    lines = [(source, one.first, one.second, *taken(one.correlation, "value low high"), one.p, one.correlation.n)
             for source, one in found]  # fmt: skip
    yield Exhibit(
        "elsewhere",
        "Scores here and in published benchmarks",
        "Correlation over models of κ in a task here with the score that a paper printed for a model of the same name, "
        f"with {LEVEL}% intervals; p is corrected by Benjamini and Hochberg's method over each of the paper's tables. "
        f"Few models make these intervals wide. Drawn are the {min(SHOWN, len(found))} surest; the table has all.",
        (ranges("Correlations with published scores", rows, [CORRELATION]),),
        Table.of("paper, task here, task there, correlation, low, high, p, models", lines),
    )


def _as_printed(evidence: Evidence, cells: dict[str, float]) -> dict[str, float]:
    """Return scores by the models' plain names, the best way of asking where a model was asked in several."""
    found: dict[str, float] = {}
    for model, score in cells.items():
        name = _plain(evidence.names.get(model, model))
        found[name] = max(score, found.get(name, score))
    return found


def _plain(model: str) -> str:
    """Return a model's name without its provider, case and punctuation, as papers spell one name in several ways."""
    return re.sub(r"[^a-z0-9]|instruct\b", "", model.rsplit("/", 1)[-1].casefold())


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
