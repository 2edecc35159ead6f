"""BLINK: fourteen tasks that people solve in a blink."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric, Scores

CATEGORIES: dict[str, tuple[str, ...] | None] = {
    **dict.fromkeys(("Art_Style", "Counting", "Forensic_Detection", "Functional_Correspondence", "IQ_Test",
                     "Jigsaw", "Object_Localization", "Relative_Reflectance", "Semantic_Correspondence",
                     "Visual_Correspondence", "Visual_Similarity"), ()),
    "Multi-view_Reasoning": ("PT",),
    "Relative_Depth": ("MM",),
    "Spatial_Relation": ("SR",),
}  # fmt: skip
HIDDEN = ("hidden", "")


def question(row: Row) -> Question:
    """Return a question; the fuller text is that of the prompt, which has the options in it."""
    options = reading.plain(row.get("choices"))
    full, listed = reading.embedded(reading.words(row, "prompt"))
    text = full if len(listed) == len(options) else reading.words(row, "question")
    answer = reading.letter(row.get("answer"), options)
    return Question(reading.words(row, "idx"), reading.words(row, "sub_task").replace(" ", "_"), text, answer, options)


def media(row: Row) -> list[Media]:
    """Return the pictures, up to four, each in a column of its own."""
    found = (row.get(f"image_{number}") for number in range(1, 5))
    return [Picture(one["bytes"] if isinstance(one, dict) else one) for one in found if one is not None]


def hidden(row: Row) -> str:
    """Return why a row of the test part is left out."""
    return "the answer is kept back" if str(row.get("answer") or "").strip().lower() in HIDDEN else ""


def score(answers: metrics.Answers) -> Scores:
    """Return accuracy over all questions, and the plain mean of the tasks as a part."""
    whole = metrics.micro()(answers)
    return Scores(whole.overall, {**whole.parts, "plain mean of tasks": metrics.macro(whole.parts.values())})


blink = Benchmark(
    name="blink",
    title="BLINK",
    home="BLINK-Benchmark/BLINK",
    licence="unknown",
    tables=("*/val-*.parquet", "val-*.parquet"),
    needs=("idx", "sub_task", "question", "prompt", "choices", "answer", "image_1"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=Metric("accuracy", "accuracy over all questions", score),
    count=1_901,
    rules=("easi", "vlmevalkit", "lmms-eval:blink"),
    pictures=("image_1", "image_2", "image_3", "image_4"),
    skip=hidden,
    rehosted={"BLINK.tsv": "category"},
    board="blink",
    files=("*/val-*.parquet",),
    quirks=("The gold is “(A)”.", "The answers of the test part are kept back; the validation part is read."),
)
BENCHMARKS = (blink,)
