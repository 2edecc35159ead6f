"""SpatialEval: maps, mazes, grids and photographs, each as text, as picture, and as both."""

from __future__ import annotations

from dataclasses import replace

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row

CATEGORIES: dict[str, tuple[str, ...] | None] = {
    "spatialmap": ("SR",),
    "mazenav": ("CR",),
    "spatialgrid": (),
    "spatialreal": ("SR",),
}


def question(row: Row) -> Question:
    """Return a question; the first part of its id is its task, the last the kind of question."""
    name = reading.words(row, "id")
    text, options = reading.embedded(reading.words(row, "text"))
    answer = reading.letter(row.get("oracle_option"), options)
    parts = name.split(".")
    return Question(name, parts[0], text, answer, options, subtype=f"{parts[0]} {parts[-1]}")


def media(row: Row) -> list[Media]:
    """Return the picture, which the form in text alone does not have."""
    held = row.get("image")
    return [Picture((held["bytes"] if isinstance(held, dict) else held) or b"")] if held is not None else []


vqa = Benchmark(
    name="spatialeval",
    title="SpatialEval (pictures)",
    home="MilaWang/SpatialEval",
    licence="unknown",
    tables=("vqa/*.parquet", "vqa*.parquet"),
    needs=("id", "text", "oracle_option"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=metrics.ACCURACY,
    count=4_635,
    protocol="cot",
    rules=("vlmevalkit",),
    pictures=("image",),
    files=("vqa/*.parquet",),
    quirks=(
        "Options stand inside the text.",
        "The authors match texts and not letters: a gold of 1 is found in “12”. Here letters count.",
    ),
)
text_only = replace(
    vqa, name="spatialeval-text", title="SpatialEval (text)", tables=("tqa/*.parquet", "tqa*.parquet"),
    pictures=(), files=("tqa/*.parquet",),
)  # fmt: skip
both = replace(
    vqa, name="spatialeval-both", title="SpatialEval (pictures and text)", tables=("vtqa/*.parquet", "vtqa*.parquet"),
    files=("vtqa/*.parquet",),
)  # fmt: skip
BENCHMARKS = (vqa, text_only, both)
