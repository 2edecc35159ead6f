"""CV-Bench: relations and counts in the plane, depth and distance in space."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Answers, Metric, Scores


def question(row: Row) -> Question:
    """Return a question."""
    options = reading.plain(row.get("choices"))
    answer = reading.letter(row.get("answer"), options)
    name = f"{reading.words(row, 'type')}-{reading.words(row, 'idx')}"
    tags = {"data_source": reading.words(row, "source")}
    text = reading.words(row, "question")
    return Question(name, reading.words(row, "task"), text, answer, options, subtype=str(row["type"]), tags=tags)


def media(row: Row) -> list[Media]:
    """Return the picture."""
    held = row.get("image")
    return [Picture((held["bytes"] if isinstance(held, dict) else held) or b"")]


def score(answers: Answers) -> Scores:
    """Return the mean of 2D, itself the mean of two sources, and 3D: sources weigh alike, whatever their size."""
    sources = {name: metrics.mean(part) for name, part in metrics.by(answers, metrics.tagged("data_source")).items()}
    flat = metrics.macro(value for name, value in sources.items() if name != "Omni3D")
    deep = sources.get("Omni3D", float("nan"))
    tasks = {name: metrics.mean(part) for name, part in metrics.by(answers, metrics.category).items()}
    plain = {"all answers alike": metrics.mean(answers)}
    return Scores(metrics.macro([flat, deep]), {**tasks, **sources, "2D": flat, "3D": deep, **plain})


cv_bench = Benchmark(
    name="cv-bench",
    title="CV-Bench",
    home="nyu-visionx/CV-Bench",
    licence="apache-2.0",
    tables=("test_*.parquet", "test-*.parquet", "test.parquet"),
    needs=("idx", "type", "task", "image", "question", "choices", "answer", "source"),
    question=question,
    media=media,
    categories={"Count": (), "Relation": ("SR",), "Depth": ("MM",), "Distance": ("MM",)},
    metric=Metric("source-weighted accuracy", "½ (½ (ADE20K + COCO) + Omni3D)", score),
    count=2_638,
    rules=("vlmevalkit", "lmms-eval"),
    pictures=("image",),
    files=("test_2d.parquet", "test_3d.parquet"),
    quirks=(
        "The gold is “(C)”; before April 2025 both parts were one file.",
        "Other tools report plain accuracy; it is given as a part.",
    ),
)
BENCHMARKS = (cv_bench,)
