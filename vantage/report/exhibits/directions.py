"""Exhibits on directions: how often each is due and chosen, in items of any origin, and accuracy beside consistency."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from vantage.analysis import consistency
from vantage.analysis.summaries import codes, summarise
from vantage.geometry import DIRECTIONS
from vantage.plots import SERIES, Dot, Paint, Panel, Part, scatter, shares
from vantage.plots.tables import Table, percent, words
from vantage.report.exhibits.accuracy import ACCURACY, LEVEL
from vantage.report.exhibits.agreeing import viewed
from vantage.report.exhibits.evidence import Evidence, Exhibit

TONES = ("above", "below", "third", "fourth")
# A direction between two has the colour of the one before it on the way round, paler and hatched.
PARTS = tuple(
    Part(name, Paint(TONES[place // 2], 0.45 if place % 2 else 1), hatched=place % 2 == 1)
    for place, name in enumerate(DIRECTIONS)
)
DUE = "what is right"
SYNONYMS = {"back": "behind", "rear": "behind", "ahead": "front"}
FILLING = {"to", "the", "in", "on", "of", "at", "side", "its", "and"}
MOST = 8  # models drawn


def direction(label: str | None) -> str:
    """Return the direction of eight that the words of an option name and say nothing else; empty if they do not."""
    found = [SYNONYMS.get(word, word) for word in re.findall(r"[a-z]+", (label or "").casefold())]
    name = "-".join(sorted((word for word in found if word not in FILLING), key=_first))
    return name if name in DIRECTIONS else ""


def _first(word: str) -> bool:
    return word not in ("front", "behind")


def histograms(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield how often each direction is right and how often each model chooses it, where answers are directions."""
    (model, models), (due, dues), (chosen, labels) = (
        codes(evidence.main[name]) for name in ("model", "key_label", "chosen_label")
    )
    right, said = [direction(label) for label in dues], [direction(label) for label in labels]
    counts: dict[str, Counter[str]] = {name: Counter() for name in (DUE, *evidence.models)}
    for (m, d, c), n in Counter(zip(model.tolist(), due.tolist(), chosen.tolist())).items():
        if right[d]:
            counts[DUE][right[d]] += n
            counts[models[m]][said[c] or "none"] += n
    if len(counts[DUE]) < 2:
        return
    drawn = [DUE, *evidence.models[:MOST]]
    parts = [part for part in PARTS if any(counts[name][part.name] for name in drawn)]
    rows = [(name, [counts[name][part.name] for part in parts]) for name in drawn if counts[name].total()]
    lines = [
        (name, each, counts[name][each], counts[name][each] / counts[name].total())
        for name in counts
        for each in (*DIRECTIONS, "none")
        if counts[name].total() and (counts[name][each] or counts[DUE][each])
    ]
    more = "" if len(evidence.models) <= MOST else f" Drawn for the first {MOST} models; the table has all."
    yield Exhibit(
        "directions",
        "Directions right and chosen",
        "In percent of the answers that name a direction: how often each is right (first row), over all models' items, "
        f"and how often each model chooses it. A long bar that is short above is a favourite.{more}",
        (shares("Directions right and chosen", rows, parts),),
        Table.of("who, direction, answers, share", lines),
    )


def agreement(evidence: Evidence) -> Iterator[Exhibit]:
    """Yield accuracy beside consistency over viewpoints, a point for each model and task."""
    given = consistency.given(evidence.main, viewed(evidence.items))
    found = [one for one in consistency.consistency(given) if one.scenes] if given else []
    if not found:
        return
    most = "all" if any(one.views == "all" for one in found) else found[0].views
    found = evidence.ranked(one for one in found if one.views == most)
    cells = {(cell.group["model"], cell.group["task"]): cell for cell in summarise(evidence.main, ["model", "task"])}
    tasks = list(dict.fromkeys(one.task for one in found))
    series = {task: SERIES[place % len(SERIES)] for place, task in enumerate(tasks)}
    right = {(one.model, one.task): cells[one.model, one.task].accuracy for one in found}
    dots = [
        Dot(right[one.model, one.task], one.agrees, one.model, *series[one.task], one.agrees_low, one.agrees_high)
        for one in found
    ]
    across = Panel(0, 1, ACCURACY.ticks, "share right", words=percent)
    up = Panel(0, 1, ACCURACY.ticks, "scenes whose views agree", words=percent)
    legend = [(*mark, words(task)) for task, mark in series.items()]
    yield Exhibit(
        "views_accuracy",
        "Accuracy and consistency over viewpoints",
        "Share of right answers, and share of scenes of which all answers say the same from every side, with its "
        f"{LEVEL}% interval. High and to the left: a firm but wrong idea of the scene; low: none.",
        (scatter("Accuracy and consistency over viewpoints", dots, across, up, legend),),
        Table.of(
            "model, task, views, accuracy, scenes, agrees, low, high",
            ((one.model, one.task, one.views, right[one.model, one.task], one.scenes, one.agrees, one.agrees_low,
              one.agrees_high) for one in found),
        ),
    )  # fmt: skip
