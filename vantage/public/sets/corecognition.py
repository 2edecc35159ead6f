"""CoreCognition: what children learn about the world, from permanence to perspective; pictures and videos."""

from __future__ import annotations

import re

from vantage.item import IMAGE_MARK
from vantage.public import metrics, reading
from vantage.public.benchmark import VIDEO_MARK, Benchmark, Media, Picture, Question, Row, Video
from vantage.public.metrics import Metric

PLACE = re.compile(r"<(image|video)-placeholder:\s*([^>]+?)\s*>")
CONCEPTS = ("Boundary", "Continuity", "Permanence", "Perceptual Constancy", "Intuitive Physics", "Hierarchy",
            "Conservation", "Tool Use", "Intentionality", "Mechanical Reasoning")  # fmt: skip


def question(row: Row) -> Question:
    """Return a question; true or false is a choice of two."""
    text = PLACE.sub(lambda found: IMAGE_MARK if found[1] == "image" else VIDEO_MARK, reading.words(row, "question"))
    gold = reading.words(row, "answer")
    if gold.lower() in ("yes", "no"):
        options: tuple[str, ...] = ("Yes", "No")
        answer = reading.text(gold, options)
    else:
        offered = reading.literal(row.get("choices"))
        if not isinstance(offered, dict):
            raise ValueError("choices is no mapping from letters to texts")
        options, held = reading.columns(offered)
        if gold.upper() not in held:
            raise ValueError(f"the gold {gold[:40]!r} names none of the {len(options)} options")
        answer = reading.letter(held[gold.upper()], options)
    stage = reading.words(row, "stage").removeprefix("Stage ")
    return Question(
        reading.words(row, "id"), reading.words(row, "concept"), text, answer, options, tags={"stage": stage}
    )


def media(row: Row) -> list[Media]:
    """Return pictures and videos in the order in which the question places them; else as they are listed."""
    placed = PLACE.findall(str(row.get("question")))
    pictures, videos = ([name.strip() for name in str(reading.given(row.get(kind)) or "").split(";") if name.strip()]
                        for kind in ("images", "videos"))  # fmt: skip
    listed = [("image", name) for name in pictures] + [("video", name) for name in videos]
    return [Picture(name=name) if kind == "image" else Video(name) for kind, name in placed or listed]


corecognition = Benchmark(
    name="corecognition",
    title="CoreCognition",
    home="williamium/CoreCognition",
    licence="apache-2.0",
    tables=("CoreCognition.csv",),
    needs=("id", "concept", "stage", "type", "question", "images", "videos", "answer", "choices"),
    question=question,
    media=media,
    categories={**dict.fromkeys(CONCEPTS, ()), "Spatiality": ("SR",), "Perspective": ("PT",)},
    metric=Metric(
        "accuracy", "accuracy over all questions; soft-circular where options were rotated",
        metrics.micro(metrics.category, metrics.tagged("stage")),
    ),
    count=1_423,
    rules=("vlmevalkit", "lmms-eval:corecognition"),
    rehosted={"CoreCognition.tsv": "l2-category"},
    open=True,
    published="CoreCognition",
    printed={
        **{name: name.lower() for name in CONCEPTS if name not in ("Tool Use", "Mechanical Reasoning")},
        "Hierarchy": "hierarchical relation",
        "Intentionality": "intentionality understanding",
        "Spatiality": "spatiality",
        "Perspective": "perspective taking",
    },
    files=("CoreCognition_20250622.zip",),
    video=True,
    ours=False,
    quirks=(
        "Options are a mapping with up to six letters, written with bare nan where there is none.",
        "EASI's paper rotates the options of this set; ask with --circular to compare.",
    ),
)  # fmt: skip
BENCHMARKS = (corecognition,)
