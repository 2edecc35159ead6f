"""Spatial-DISE: ten tasks on solids, sheets and figures; options are pictures inside the picture."""

from __future__ import annotations

import re

from vantage.item import LETTERS
from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric


def question(row: Row) -> Question:
    """Return a question; its options are letters in its picture, which keep their names where they are turned."""
    letters = [part for part in re.split(r"[,，;\s]+", reading.words(row, "options")) if part]
    if letters != list(LETTERS[: len(letters)]):
        raise ValueError(f"the options {str(row.get('options'))[:40]!r} are not letters from A on")
    options = reading.marked(len(letters))
    name = str(row.get("image") or "").removeprefix("images/").rpartition(".")[0]
    return Question(
        id=name or f"{row['place']:05d}",
        category=reading.words(row, "category"),
        text=reading.words(row, "question"),
        answer=reading.letter(row.get("answer"), options),
        options=options,
        subtype=reading.words(row, "dise_category"),
        tags={"tier": reading.words(row, "difficulty")},
    )


def media(row: Row) -> list[Media]:
    """Return the merged picture; in the archives its name has no folder."""
    return [Picture(name=str(row.get("image") or "").removeprefix("images/"))]


spatial_dise = Benchmark(
    name="spatial-dise",
    title="Spatial-DISE",
    home="TACPS-liv/Spatial-DISE",
    licence="unknown",
    tables=("DISE-benchmark.csv",),
    needs=("image", "question", "options", "answer", "category", "difficulty", "dise_category"),
    question=question,
    media=media,
    categories={
        "3D Combination": ("DA",),
        "3D Rotation": ("MR",),
        "3D Folding": ("DA",),
        "3D Projection": ("MR",),
        "3D Shape Finding": ("SR",),
        "2D Combination": ("DA",),
        "2D Rotation": ("MR",),
        "2D Folding": ("DA",),
        "2D Shape Finding": ("SR",),
        "Fold and Punch": ("DA",),
    },
    metric=Metric(
        "accuracy", "accuracy over all questions",
        metrics.micro(metrics.category, metrics.subtype, metrics.tagged("tier")),
    ),
    count=559,
    protocol="dise",
    rules=("vlmevalkit", "lmms-eval:spatial_dise"),
    files=("DISE-bench/*", "image/*.tar"),
    quirks=(
        "Columns have spaces around their names; letters may be set apart by full-width commas.",
        "Pictures lie in tar archives, under names without the folder that the table gives.",
    ),
)  # fmt: skip
BENCHMARKS = (spatial_dise,)
