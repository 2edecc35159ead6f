"""EmbSpatial-Bench: which thing lies where, in rooms as a robot sees them."""

from __future__ import annotations

import base64
import binascii

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric


def question(row: Row) -> Question:
    """Return a question; its gold is a place in the list."""
    options = reading.plain(row.get("answer_options"))
    return Question(
        id=reading.words(row, "question_id"),
        category=reading.words(row, "relation"),
        text=reading.words(row, "question"),
        answer=reading.place(row.get("answer"), options),
        options=options,
        tags={"data_source": reading.words(row, "data_source")},
    )


def media(row: Row) -> list[Media]:
    """Return the picture: bytes in the Parquet file, base64 in the authors' JSON."""
    held = row.get("image")
    if isinstance(held, dict):
        held = held.get("bytes")
    try:
        return [Picture(base64.b64decode(held, validate=True) if isinstance(held, str) else held or b"")]
    except (binascii.Error, ValueError):
        raise ValueError("the picture in the table is not base64") from None


embspatial = Benchmark(
    name="embspatial",
    title="EmbSpatial-Bench",
    home="FlagEval/EmbSpatial-Bench",
    licence="unknown",
    tables=("test-*.parquet", "embspatial_bench.json", "EmbSpatial*.json", "*.parquet"),
    needs=("data_source", "question_id", "question", "relation", "image", "answer_options", "answer"),
    question=question,
    media=media,
    categories={**dict.fromkeys(("left", "right", "above", "under"), ("SR",)), "close": ("SR",), "far": ("SR",)},
    metric=Metric(
        "accuracy", "accuracy over all questions", metrics.micro(metrics.category, metrics.tagged("data_source"))
    ),
    count=3_640,
    rules=("easi", "lmms-eval:embspatial"),
    pictures=("image",),
    rehosted={"EmbSpatial*.tsv": "category"},
    open=True,
    board="embspatial",
    files=("data/test-*.parquet",),
    quirks=("The gold is a place in the list, counted from 0.", "The authors' JSON has pictures as base64."),
)
BENCHMARKS = (embspatial,)
