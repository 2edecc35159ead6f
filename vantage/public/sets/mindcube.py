"""MindCube: a scene from a few sides, and what another side would show; and its tiny part."""

from __future__ import annotations

from dataclasses import replace

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Answers, Metric, Scores

SETTINGS = {"around": "around", "rotation": "rotation", "translation": "translation", "linear": "translation",
            "among": "among"}  # fmt: skip


def question(row: Row) -> Question:
    """Return a question; its setting is told by its id, and its options stand in its text."""
    name = reading.words(row, "id")
    text, options = reading.embedded(reading.words(row, "question"))
    setting = next((setting for word, setting in SETTINGS.items() if word in name), "other")
    answer = reading.letter(row.get("gt_answer"), options)
    return Question(name, setting, text, answer, options, subtype=str(reading.given(row.get("type")) or ""))


def media(row: Row) -> list[Media]:
    """Return the views."""
    return [Picture(name=str(name)) for name in reading.literal(row.get("images")) or ()]


def score(answers: Answers) -> Scores:
    """Return accuracy over all settings but translation, which the authors leave out of the whole."""
    parts = {name: metrics.mean(part) for name, part in metrics.by(answers, metrics.category).items()}
    return Scores(metrics.mean(one for one in answers if one.item.task in ("among", "around", "rotation")), parts)


mindcube = Benchmark(
    name="mindcube",
    title="MindCube",
    home="MLL-Lab/MindCube",
    licence="mit",
    tables=("MindCube.jsonl",),
    needs=("id", "question", "images", "gt_answer"),
    question=question,
    media=media,
    categories={"among": ("PT",), "around": ("PT",), "rotation": ("PT",), "translation": None, "other": None},
    metric=Metric("accuracy", "accuracy over among, around and rotation", score),
    count=21_154,
    protocol="tags",
    rules=("easi", "lmms-eval:mindcube"),
    rehosted={"MindCubeBench_raw_qa.tsv": "category"},
    files=("data.zip",),
    ours=False,
    quirks=(
        "Options stand inside the question; the setting is a word inside the id.",
        "Faults in the data were mended in March 2026: fetch once, and keep the revision.",
        "A copy named tiny with 120 questions is about: count them.",
    ),
)
tiny = replace(
    mindcube,
    name="mindcube-tiny",
    title="MindCube-Tiny",
    tables=("MindCube_tinybench.jsonl",),
    count=1_050,
    chance=0.3305,
    rehosted={"MindCubeBench_tiny_raw_qa.tsv": "category"},
    published="MindCube",
    printed={name: name for name in ("among", "around", "rotation")},
    board="mindcube_tiny",
)
BENCHMARKS = (mindcube, tiny)
