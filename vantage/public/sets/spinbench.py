"""SpinBench: things, faces, cars and tabletops that turn, asked with variants."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric

DOMAINS = {"face_": "face", "car_": "car", "object_": "object", "infinigen_": "scene"}
GROUPS: dict[str, tuple[str, ...] | None] = {
    "identity": ("MR",),
    "rotation_classification": ("DA",),
    "rotation_imagination": ("DA",),
    "spatial_relation_grounding": ("SR",),
    "spatial_relation_transformation": ("PT",),
    "canonical_view_selection": ("PT",),
    "view_selection": ("PT",),
    "other": None,
}


def question(row: Row) -> Question:
    """Return a question; its options stand in its text, Y and N for yes and no."""
    metadata = reading.literal(row.get("metadata"))
    kind = str(metadata.get("task_type", "")) if isinstance(metadata, dict) else ""
    text, options = reading.embedded(reading.words(row, "problem"))
    gold = reading.words(row, "answer").upper()
    if gold in ("Y", "N"):
        options = ("Yes", "No")
        gold = "A" if gold == "Y" else "B"
    group = next((name for name in GROUPS if name in kind), "other")
    tags = {"domain": next((name for start, name in DOMAINS.items() if kind.startswith(start)), "")}
    answer = reading.letter(gold, options or reading.marked())
    return Question(f"{row['place']:05d}", group, text, answer, options or reading.marked(), subtype=kind, tags=tags)


def media(row: Row) -> list[Media]:
    """Return the pictures."""
    return [Picture(name=str(name)) for name in reading.literal(row.get("images")) or ()]


spinbench = Benchmark(
    name="spinbench",
    title="SpinBench",
    home="YuyouZhang/SpinBench",
    licence="apache-2.0",
    tables=("test.jsonl",),
    needs=("problem", "images", "answer", "metadata"),
    question=question,
    media=media,
    categories=GROUPS,
    metric=Metric("accuracy", "accuracy over all questions", metrics.micro(metrics.category, metrics.subtype)),
    count=2_599,
    protocol="spin",
    files=("test.jsonl", "images.zip"),
    quirks=(
        "Options stand inside the question; the gold of a yes-or-no question is Y or N.",
        "What a question asks and how it varies is spelled in one name, the task_type.",
    ),
)
BENCHMARKS = (spinbench,)
