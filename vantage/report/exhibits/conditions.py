"""Exhibits on ways of asking: other conditions beside the main one, and options in every rotation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

import numpy as np

from vantage.analysis import circular
from vantage.analysis.summaries import codes, manner
from vantage.analysis.table import cluster_of
from vantage.plots import SERIES, Panel, Point, Row, ranges
from vantage.plots.tables import Table, counted, signed, taken
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL
from vantage.report.exhibits.evidence import Evidence, Exhibit, column
from vantage.stats import inference
from vantage.stats.metrics import Array, Ints

NAN = float("nan")


def conditions(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield what each other way of asking changes, on the same items."""
    place = {evidence.called[model]: place for place, model in enumerate(evidence.models)}
    found = sorted(_differences(evidence), key=lambda one: place[one[0]])
    if not found:
        return
    ways = list(dict.fromkeys(way for _, way, _, _ in found))
    series = {way: SERIES[place % len(SERIES)] for place, way in enumerate(ways)}
    rows = []
    for model in dict.fromkeys(model for model, _, _, _ in found):
        points = tuple(
            Point(one.value, one.low, one.high, *series[way], f"{model}, {way}: {signed(100 * one.value, 1)} points")
            for name, way, _, one in found
            if name == model
        )
        rows.append(Row(model, (points,)))
    reach = max(0.1, *(abs(end) for _, _, _, one in found for end in (one.low, one.high)))
    top = np.ceil(reach * 10) / 10
    scale = Panel(-top, top, (-top, -top / 2, 0, top / 2, top), marked=0.0, words=lambda value: signed(100 * value, 0))
    yield Exhibit(
        "conditions",
        "Ways of asking",
        f"Change of accuracy, in points, against “{evidence.manner}” on the same items, with paired {LEVEL}% "
        f"intervals. All else in this report is about “{evidence.manner}”.",
        (ranges("Change of accuracy by way of asking", rows, [scale], [(*series[way], way) for way in ways]),),
        Table.of(
            "model, condition, items, accuracy, accuracy in the main way, difference, low, high",
            ((model, way, one.n, *both, one.value, one.low, one.high) for model, way, both, one in found),
        ),
    )


def _differences(evidence: Evidence) -> Iterator[tuple[str, str, tuple[float, float], inference.Interval]]:
    """Yield each model's other ways: both accuracies on the items answered in both, and their difference."""
    for name, words, _, there, here, cluster in asked_twice(evidence):
        both = (float(there.mean()), float(here.mean()))
        yield name, words, both, inference.paired_difference(there, here, cluster)


Twice = tuple[str, str, Sequence[str], Array, Array, Ints]


def asked_twice(evidence: Evidence) -> Iterator[Twice]:
    """Yield each model's other ways, the items that it answered in both, its shares right there and in the main way,
    and the items' clusters.
    """
    columns = (evidence.answers[name] for name in ("model", "condition", "item", "outcome"))
    (model, models), (condition, conditions), (item, items), (outcome, outcomes) = map(codes, columns)
    ways = list(dict.fromkeys(map(manner, conditions)))
    if len(ways) < 2:
        return
    way = np.array([ways.index(manner(words)) for words in conditions])[condition]
    answered, right = (np.array([test(word) for word in outcomes])[outcome] for test in (_answered, _right))
    names = np.array(items, dtype=object)
    cluster = np.unique(np.array([cluster_of(evidence.items[name]) for name in items]), return_inverse=True)[1]
    main = ways.index(evidence.manner)
    for m, name in enumerate(models):
        own = answered & (model == m)
        # One model at a time: all of them at once would take hundreds of megabytes.
        place = way[own] * len(items) + item[own]
        shape, size = (len(ways), len(items)), len(ways) * len(items)
        count, hits = (np.bincount(place, weights, size).reshape(shape) for weights in (None, right[own]))
        share = np.divide(hits, count, out=np.full(shape, np.nan), where=count > 0)
        for w, words in enumerate(ways):
            common = np.isfinite(share[w]) & np.isfinite(share[main])
            if w != main and common.any():
                yield name, words, names[common].tolist(), share[w][common], share[main][common], cluster[common]


def _answered(outcome: str) -> bool:
    return outcome != "failed"


def _right(outcome: str) -> bool:
    return outcome == "right"


def rotations(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield circular scores, where items were asked in several rotations of their options."""
    import pyarrow as pa

    turned = ["rotation=" in str(condition) for condition in column(evidence.main, "condition")]
    asked_so = {model for model, turn in zip(column(evidence.main, "model"), turned) if turn}
    models = [model for model in evidence.models if model in asked_so]
    if not models:
        return
    found = {one.group["model"]: one for one in circular.scores(evidence.main)}
    plain = evidence.main.filter(pa.array([not turn for turn in turned]))
    asked = {one.group["model"]: one.soft for one in circular.scores(plain)}
    rows = [Row(model, (_circle(found[model], asked.get(model, NAN)),)) for model in models]
    columns = "soft soft_low soft_high hard hard_low hard_high circles left_out"
    lines = [(model, asked.get(model), *taken(found[model], columns)) for model in models]
    n = counted((found[model].circles for model in models), "items in every rotation")
    legend = [
        ("circle", "above", "soft: share right over all rotations"),
        ("diamond", "below", "hard: right in every rotation"),
        ("tick", "ink", "not rotated"),
    ]
    yield Exhibit(
        "circular",
        "Options in every rotation",
        "A model that knows gets both; one with a favourite letter loses the hard score. Items with more options weigh "
        f"more in the soft score. {n.capitalize()}, with {LEVEL}% intervals.",
        (ranges("Circular scores", rows, [ACCURACY], legend, width=860),),
        Table.of("model, not rotated, soft, soft low, soft high, hard, hard low, hard high, items, left out", lines),
    )


def _circle(one: circular.Circular, plain: float) -> tuple[Point, ...]:
    soft, hard = (f"{one.group['model']}: {name}" for name in ("soft", "hard"))
    points = [
        Point(plain, shape="tick", tone="ink"),
        Point(one.soft, one.soft_low, one.soft_high, "circle", "above", soft),
        Point(one.hard, one.hard_low, one.hard_high, "diamond", "below", hard),
    ]
    return tuple(point for point in points if isfinite(point.value))
