"""ERQA: what a robot must understand, from trajectories to states."""

from __future__ import annotations

from typing import Any

from vantage.item import IMAGE_MARK, Item
from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric

CATEGORIES: dict[str, tuple[str, ...] | None] = {
    "Action Reasoning": ("CR",),
    "Multi-view Reasoning": ("PT",),
    "Spatial Reasoning": ("SR",),
    "Task Reasoning": (),
    "Trajectory Reasoning": ("CR",),
    "Pointing": (),
    "State Estimation": (),
    "Other": (),
}


def _text(value: Any) -> str:
    held = value[0] if isinstance(value, list) and value else value
    return held.decode("utf-8", "replace") if isinstance(held, bytes) else str(held or "")


def question(row: Row) -> Question:
    """Return a question; where its pictures go is told by places in its text, counted in characters."""
    places = [int(place) for place in row.get("visual_indices") or ()]
    whole = _text(row.get("question"))
    if any(places):
        # Pictures are shown in the order of their places; `media` sorts them alike.
        for place in sorted(places, reverse=True):
            whole = f"{whole[:place]}{IMAGE_MARK}{whole[place:]}"
    text, options = reading.embedded(whole)
    if text.count(IMAGE_MARK) + sum(one.count(IMAGE_MARK) for one in options) != (len(places) if any(places) else 0):
        raise ValueError("a picture stands where it would be lost")
    answer = reading.letter(_text(row.get("answer")).strip().rstrip("."), options)
    kind = _text(row.get("question_type")) or "Other"
    name = _text(row.get("question_id")) or f"{row['place']:05d}"
    return Question(name, kind, text, answer, options)


def shown(item: Item) -> str:
    """Return whether an item has one picture or several, which the authors count apart."""
    return "one picture" if len(item.images) == 1 else "several pictures"


def media(row: Row) -> list[Media]:
    """Return the pictures in the order of their places in the text."""
    held = row.get("image/encoded") or row.get("images") or ()
    pictures = [one["bytes"] if isinstance(one, dict) else one for one in held]
    places = row.get("visual_indices") or ()
    if len(places) == len(pictures):
        pictures = [picture for _, picture in sorted(zip(places, pictures), key=lambda pair: pair[0])]
    return [Picture(picture or b"") for picture in pictures]


erqa = Benchmark(
    name="erqa",
    title="ERQA",
    home="FlagEval/ERQA",
    licence="cc-by-4.0",
    tables=("erqa.tfrecord", "test-*.parquet"),
    needs=("question", "answer", "question_type"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=Metric("accuracy", "accuracy over all questions", metrics.micro(metrics.category, shown)),
    count=400,
    rules=("vlmevalkit",),
    pictures=("images", "image/encoded"),
    open=True,
    files=("data/test-*.parquet",),
    quirks=(
        "In the authors' TFRecord pictures go where visual_indices say, in characters; all 0 means before the text.",
        "The copy on the hub has no such places: there all pictures come first.",
    ),
)
BENCHMARKS = (erqa,)
