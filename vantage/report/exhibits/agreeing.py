"""Exhibits on answers that belong together: one question in several wordings, one scene from several sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.analysis import consistency
from vantage.analysis.table import cluster_of
from vantage.geometry import DIRECTIONS
from vantage.item import Item
from vantage.plots import Cell, Dot, Grid, Paint, Panel, Part, Point, Row, ranges, scatter, shares, small_grids
from vantage.plots.tables import Table, Value, counted, percent, taken, words
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL
from vantage.report.exhibits.colouring import coloured, rule, small
from vantage.report.exhibits.evidence import Evidence, Exhibit, column
from vantage.scene import AZIMUTHS
from vantage.stats import inference, metrics
from vantage.stats.metrics import Bools

MATRICES = 12  # models whose confusions are drawn; the table has them all
SAID = {"orthogonal": "straight", "diagonal": "oblique"}  # groups of sides and of directions
# From all right (dark) to all wrong, a colour for each number of right answers.
PATTERN_PAINTS = {
    4: Paint("above"),
    3: Paint("above", 0.6),
    2: Paint("neutral"),
    1: Paint("below", 0.4),
    0: Paint("below", 0.8),
}
PATTERN_PARTS = tuple(
    Part(pattern, PATTERN_PAINTS[pattern.count("C")], hatched=pattern.count("C") == 2)
    for pattern in sorted(metrics.PATTERNS, key=lambda pattern: (-pattern.count("C"), pattern))
)
ERROR_PARTS = tuple(
    Part(name, paint, hatched)
    for name, paint, hatched in zip(
        metrics.UPDATING_ERRORS,
        (Paint("above"), Paint("below", 0.85), Paint("below", 0.45), Paint("third", 0.5), Paint("neutral", 1)),
        (False, False, True, False, False),
    )
)


@dataclass(frozen=True)
class Worded:
    """One model's answers to sets of wordings, a row for each time that a set was asked."""

    right: Bools  # (rows, 4) in the order of metrics.VARIANTS, or (rows, 2): as it is, and symmetric
    sets: tuple[str, ...]  # which set a row is about
    clusters: tuple[str, ...]  # the cluster of each row


FOUR, TWO = range(4), range(2)  # the wordings of a whole set: all of them, or those without another sentence


def variant_sets(evidence: Evidence, variants: range = FOUR) -> dict[str, Worded]:
    """Return for each model its answers to the sets that are asked in just these wordings.

    A set in which a request failed, or which the data set holds in other wordings, is left out.
    """
    places = {name: (item.groups["wording"][0], metrics.VARIANTS.index(item.groups["wording"][1]))
              for name, item in evidence.items.items()
              if item.groups.get("wording", ("", ""))[1] in metrics.VARIANTS}  # fmt: skip
    held: dict[str, set[int]] = {}
    for group, variant in places.values():
        held.setdefault(group, set()).add(variant)
    sets: dict[str, dict[Any, list[bool | None]]] = {}
    names = ("model", "item", "condition", "repeat", "outcome")
    for model, item, condition, repeat, outcome in zip(*(column(evidence.main, name) for name in names)):
        if item in places and outcome != "failed" and held[places[item][0]] == {*variants}:
            group, variant = places[item]
            known = sets.setdefault(model, {}).setdefault((group, condition, repeat), [None] * len(variants))
            known[variant] = outcome == "right"
    clusters = {group: cluster_of(evidence.items[item]) for item, (group, _) in places.items()}
    made = {}
    for model in evidence.models:
        whole = {key: row for key, row in sets.get(model, {}).items() if None not in row}
        asked = tuple(group for group, _, _ in whole)
        if asked:
            right = np.array([*whole.values()], dtype=bool)
            made[model] = Worded(right, asked, tuple(clusters[group] for group in asked))
    return made


def wordings(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield accuracy beside consistency over wordings, and the patterns of right and wrong."""
    four, two = variant_sets(evidence), variant_sets(evidence, TWO)
    held = {m: [sets[m] for sets in (four, two) if m in sets] for m in evidence.models if m in four or m in two}
    if not held:
        return
    found = {model: metrics.pairwise_consistency(*(one.right for one in parts)) for model, parts in held.items()}
    ends = {model: _interval(parts) for model, parts in held.items()}
    share = {m: metrics.accuracy(np.concatenate([one.right.ravel() for one in parts])) for m, parts in held.items()}
    dots = [Dot(share[m], found[m]["all"], m, "circle", "above", *ends[m]) for m in held]
    titles = ("share right", "same outcome in two wordings")
    across, up = (Panel(0, 1, ACCURACY.ticks, title, words=percent) for title in titles)
    lines: list[tuple[Value, ...]] = []
    for model in held:
        counts = (len(set(sets[model].sets)) if model in sets else 0 for sets in (four, two))
        kinds = (found[model].get(kind) for kind in ("symmetric", "syntactic", "cross", "all"))
        perfect = metrics.perfect_rate(four[model].right) if model in four else None
        lines.append((model, *counts, share[model], *kinds, *ends[model], perfect))
    yield Exhibit(
        "consistency",
        "Accuracy and consistency over wordings",
        "One question in four wordings, or in two: consistency is the share of pairs of wordings with the same "
        f"outcome, right or wrong, averaged over how the two differ, with its {LEVEL}% interval over sets, those about "
        "one scene together. The perfect rate is the share of sets of four that are all right or all wrong.",
        (scatter("Accuracy and consistency by model", dots, across, up),),
        Table.of(
            "model, sets, pairs, accuracy, symmetric, syntactic, cross, consistency, low, high, perfect rate", lines
        ),
    )
    if four:
        yield _patterns({model: one.right for model, one in four.items()})


def _interval(parts: list[Worded]) -> tuple[float, float]:
    """Return the ends of the interval of the mean of agreeing pairs; asking a set again adds no evidence.

    Each pair weighs so that each way in which two wordings differ counts alike, as in the mean.
    """
    kinds = [(kind, one, same) for one in parts for kind, same in metrics.same_outcome(one.right).items()]
    counts = {name: sum(same.size for kind, _, same in kinds if kind == name) for name in metrics.PAIRS}
    total, known = sum(counts.values()), sum(count > 0 for count in counts.values())
    same: list[Bools] = []
    weights: list[metrics.Array] = []
    clusters: list[str] = []
    asked: list[str] = []
    for kind, one, alike in kinds:
        pairs = alike.shape[1]
        same.append(alike.ravel())
        clusters += [name for name in one.clusters for _ in range(pairs)]
        asked += [f"{name} {kind} {k}" for name in one.sets for k in range(pairs)]
        weights.append(np.full(alike.size, total / (known * counts[kind])))
    hits, weight = np.concatenate(same), np.concatenate(weights)
    cluster, item = (np.unique(names, return_inverse=True)[1] for names in (clusters, asked))
    worth = inference.effective_n(hits.astype(float), cluster, item)
    low, high = metrics.wilson(min(1.0, float(np.average(hits, weights=weight))) * worth, worth)
    return float(low), float(high)


def _patterns(rights: Mapping[str, Bools]) -> Exhibit:
    counts = {model: metrics.patterns(right) for model, right in rights.items()}
    rows = [(model, [found[part.name] for part in PATTERN_PARTS]) for model, found in counts.items()]
    return Exhibit(
        "patterns",
        "Patterns over four wordings",
        "In percent of sets: right (C) or wrong (W) in the wordings as it is, with the two things exchanged, as "
        "another sentence, and both. A model that reasons about the scene is at the ends.",
        (shares("Patterns of right and wrong over four wordings", rows, PATTERN_PARTS),),
        Table(("model", *(part.name for part in PATTERN_PARTS)), tuple((model, *values) for model, values in rows)),
    )


def viewed(items: Mapping[str, Item]) -> list[Item]:
    """Return the items about directions that are asked from one of eight sides and have the tags needed here."""
    return [
        item
        for item in items.values()
        if item.tags.get("azimuth") in AZIMUTHS
        and item.tags.get("group") in ("orthogonal", "diagonal")
        and item.options
        and all(option.label in DIRECTIONS for option in item.options)
        and (item.task != "updating_ego" or {"angle", "before"} <= set(item.tags))
    ]


def views(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield consistency over views, confusions of directions, and errors about imagined walks."""
    given = consistency.given(evidence.main, viewed(evidence.items))
    if not given:
        return
    found = evidence.ranked(one for one in consistency.consistency(given) if one.scenes)
    if found:
        yield _sides(evidence, found)
    confused = evidence.ranked(consistency.confusions(given))
    if confused:
        yield _confusions(evidence, confused)
    walks = evidence.ranked(consistency.updating(given))
    if walks:
        yield _walks(evidence, walks)


def _sides(evidence: Evidence, found: list[consistency.Consistency]) -> Exhibit:
    tasks = list(dict.fromkeys(one.task for one in found))
    by = {(one.model, one.task, one.views): one for one in found}
    sets = [name for name in consistency.VIEWS if any(one.views == name for one in found)]
    most = "all" if "all" in sets else sets[0]
    rows = [Row(model, tuple(_both(by.get((model, task, most))) for task in tasks)) for model in evidence.models]
    panels = [Panel(0, 1, (0, 0.5, 1), f"{words(task)}: {_scenes(found, task, most)}", words=percent) for task in tasks]
    legend = [("circle", "above", "agrees with itself"), ("diamond", "third", "agrees and is right")]
    columns = "model task views scenes left_out agrees agrees_low agrees_high right right_low right_high"
    header = "model, task, views, scenes, left out, agrees, low, high, right, right low, right high"
    many = "all eight" if most == "all" else f"the four {SAID[most]}"
    return Exhibit(
        "views",
        "Consistency over viewpoints",
        f"Share of scenes in which the answers from {many} sides, mapped to one frame, say the same, with {LEVEL}% "
        "intervals. The table has the straight and the oblique sides apart.",
        (ranges("Consistency over viewpoints", rows, panels, legend),),
        Table.of(header, (taken(one, columns) for one in found)),
    )


def _scenes(found: list[consistency.Consistency], task: str, sides: str) -> str:
    return counted((one.scenes for one in found if (one.task, one.views) == (task, sides)), "scenes")


def _both(one: consistency.Consistency | None) -> tuple[Point, ...]:
    if one is None:
        return ()
    right, agrees = (f"{one.model}: {what} in {percent(share)} of {one.scenes} scenes"
                     for what, share in (("agrees and is right", one.right), ("agrees", one.agrees)))  # fmt: skip
    return (
        Point(one.agrees, one.agrees_low, one.agrees_high, "circle", "above", agrees),
        Point(one.right, one.right_low, one.right_high, "diamond", "third", right),
    )


def _confusions(evidence: Evidence, found: list[consistency.Confusion]) -> Exhibit:
    shown = set(evidence.models[:MATRICES])
    tasks = list(dict.fromkeys(one.task for one in found))
    figures = []
    for task in tasks:
        grids = [_matrix(one) for one in found if one.task == task and one.model in shown]
        figures.append(small_grids(f"Confusions of directions in {words(task)}", grids))
    lines = [
        (one.model, one.task, one.group, due, chosen, int(one.counts[a, b]), float(one.shares[a, b]))
        for one in found
        for a, due in enumerate(one.labels)
        for b, chosen in enumerate(one.labels)
    ]
    lines.sort(key=lambda line: (line[3] == line[4], -line[5]))
    few = len(evidence.models) <= MATRICES
    more = "" if few else f" Drawn for the first {MATRICES} models; `--figures` writes the rows of all."
    return Exhibit(
        "confusions",
        "Which directions are taken for which",
        "Rows: what is right; columns: what was chosen, in percent of the row. A model that knows has a dark diagonal. "
        f"{rule('matrix')}; directions with fewer say n. "
        f"The table begins with the wrong directions that were chosen most often.{more}",
        tuple(figures),
        Table.of("model, task, group, right, chosen, count, share", lines),
    )


def _matrix(one: consistency.Confusion) -> Grid:
    """Return a matrix as a small grid, coloured where a direction is chosen more often than by a guesser."""
    totals, guess = one.counts.sum(axis=1), 1 / len(one.labels)
    places = [(a, b) for a in range(len(one.labels)) for b in range(len(one.labels))]
    tested = [(metrics.binomial_p(one.counts[a, b], totals[a], guess), float(totals[a])) for a, b in places]
    sure = {place: is_sure and one.shares[place] > guess for place, is_sure in zip(places, coloured(tested))}
    rows = tuple(tuple(_direction(one, a, b, sure[a, b]) for b in range(len(one.labels))) for a in range(len(totals)))
    names = (" ".join(filter(None, (name, small(int(n), n)))) for name, n in zip(one.labels, totals))
    note = f"{SAID[one.group]} directions, {int(one.counts.sum())} answers"
    return Grid(tuple(names), one.labels, rows, caption=one.model, note=note)


def _direction(one: consistency.Confusion, right: int, chosen: int, sure: bool) -> Cell | None:
    share, n = float(one.shares[right, chosen]), int(one.counts[right].sum())
    if not n:
        return None
    title = f"{one.labels[right]} is right, {one.labels[chosen]} chosen: {int(one.counts[right, chosen])} of {n}"
    return Cell(f"{100 * share:.0f}", share if right == chosen else -share, title, sure)


def _walks(evidence: Evidence, found: list[consistency.Updating]) -> Exhibit:
    angles = sorted({one.angle for one in found})
    figures = []
    for angle in angles:
        rows = []
        for model in evidence.models:
            alike = [one for one in found if (one.model, one.angle) == (model, angle)]
            rows.append((model, [sum(one.counts[part.name] for one in alike) for part in ERROR_PARTS]))
        n = counted((sum(counts) for _, counts in rows), "answers of each model")
        figures.append(shares(f"After a walk by {angle}°: {n}", rows, ERROR_PARTS, legend=angle == angles[0]))
    header = ("model", "angle", "group", *metrics.UPDATING_ERRORS, *(f"chose {name}" for name in DIRECTIONS))
    lines: list[tuple[Value, ...]] = [
        (one.model, one.angle, one.group, *one.counts.values(), *(one.predicted.get(name, 0) for name in DIRECTIONS))
        for one in found
    ]
    return Exhibit(
        "updating",
        "Errors after an imagined walk",
        f"In percent of answers, for walks by {', '.join(f'{angle}°' for angle in angles)} counter-clockwise. No "
        "rotation: what the picture shows; wrong direction: the right angle clockwise, which is right at 180°.",
        tuple(figures),
        Table(header, tuple(lines)),
    )
