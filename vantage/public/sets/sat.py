"""SAT (real): motion of camera and things, and what an action would lead to; two options each."""

from __future__ import annotations

import re

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric

STRAY = re.compile(r"\s*in the first frame\s*", re.I)  # words that belong to no answer; the authors strip them


def question(row: Row) -> Question:
    """Return a question; its gold is the text of an option."""
    options = tuple(STRAY.sub(" ", one).strip() for one in reading.plain(row.get("answers")))
    gold = STRAY.sub(" ", reading.words(row, "correct_answer")).strip()
    kind = reading.words(row, "question_type")
    text = reading.words(row, "question")
    return Question(f"{row['place']:05d}", kind, text, reading.text(gold, options), options)


def media(row: Row) -> list[Media]:
    """Return the pictures, one or two."""
    held = row.get("image_bytes")
    return [Picture(one["bytes"] if isinstance(one, dict) else one) for one in held or ()]


sat = Benchmark(
    name="sat",
    title="SAT (real)",
    home="array/SAT",
    licence="mit",
    tables=("SAT_test.parquet", "test-*.parquet"),
    needs=("image_bytes", "question", "answers", "question_type", "correct_answer"),
    question=question,
    media=media,
    categories={
        "obj_movement": ("SR",),
        "ego_movement": ("PT",),
        "action_consequence": ("PT",),
        "action_sequence": ("CR",),
        "goal_aim": ("SR",),
        "perspective": ("PT",),
    },
    metric=Metric("accuracy over both orders", "accuracy averaged over both orders of the options", metrics.micro()),
    count=150,
    chance=0.5,
    rules=("lmms-eval",),
    pictures=("image_bytes",),
    open=True,
    files=("SAT_test.parquet",),
    quirks=(
        "The gold is the text of an option; stray words “in the first frame” are taken off both.",
        "Each question is to be asked in both orders: vantage run --circular. They are averaged, not both required.",
    ),
)
BENCHMARKS = (sat,)
