"""The legend of a page: each mark that its figures use, drawn as they draw it, and what it means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from vantage.plots import Figure
from vantage.plots.charts import symbol
from vantage.plots.figure import FAINT, INK, SOFT, Line, Mark, Paint, Shape, Text, box
from vantage.report.exhibits.accuracy import LEVEL, SHAPES
from vantage.report.exhibits.colouring import ENOUGH

HEIGHT = 16.0
CHANCE = {"above": "surely above chance", "below": "surely below", "faint": "cannot be told from it"}
PAIR = {"above": "surely better", "below": "surely worse", "faint": "cannot be told apart"}
DASHED = {"profile", "difficulty", "conditions", "standpoints"}  # exhibits with a dashed line


def report(exhibits: Collection[str]) -> list[Figure]:
    """Return the legend of a report that has these exhibits."""
    return [*_shapes(CHANCE), *_chance(exhibits), *_cells(exhibits), *_outcomes()]


def comparison() -> list[Figure]:
    """Return the legend of a page that sets runs beside one another."""
    return [*_shapes(PAIR), _dashed("no difference"), _few(), *_outcomes()]


def _drawn(words: str, width: float, marks: Iterable[Mark]) -> Figure:
    return Figure(words, width, HEIGHT, tuple(marks))


def _shapes(words: dict[str, str]) -> Iterator[Figure]:
    for tone, meaning in words.items():
        yield _drawn(meaning, 14, [symbol(7, 8, SHAPES[tone], tone)])
    yield _drawn(f"{LEVEL}% interval", 24, [Line(((2, 8), (22, 8)), Paint("above", 0.5), 4)])


def _chance(exhibits: Collection[str]) -> Iterator[Figure]:
    yield _drawn("guessing", 8, [symbol(4, 8, "tick", "faint")])
    if DASHED.intersection(exhibits):
        yield _dashed("chance, or no difference")


def _dashed(words: str) -> Figure:
    return _drawn(words, 8, [Line(((4, 1), (4, 15)), FAINT, 1.5, dashed=True)])


def _cells(exhibits: Collection[str]) -> Iterator[Figure]:
    shades = (("above", 1.0), ("above", 0.5), ("above", 0.0), ("below", 0.5), ("below", 1.0))
    boxes = (box(1 + 12 * place, 2, 11, 12, Paint(*shade)) for place, shade in enumerate(shades))
    yield _drawn("cell from surely high over not to be told to surely low", 62, boxes)
    yield _few()
    if "distractors" in exhibits:
        corner = Shape(((10, 2), (17, 2), (17, 9)), INK)
        yield _drawn("a finding speaks of it", 18, [box(1, 1, 16, 14, Paint("below", 0.5)), corner])


def _few() -> Figure:
    ground = box(1, 1, 22, 14, Paint("neutral"))
    return _drawn(f"fewer than {ENOUGH} independent answers: never coloured", 24, [ground, Text(3, 11, "n 3", 9, SOFT)])


def _outcomes() -> Iterator[Figure]:
    for sign, words, tone in (("✓", "right", "above"), ("✗", "wrong", "below"), ("–", "unanswered", "soft"),
                              ("!", "failed request", "soft")):  # fmt: skip
        yield _drawn(words, 12, [Text(6, 13, sign, 13, Paint(tone), "middle")])
