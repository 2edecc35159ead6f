"""Spatial-MM: where one thing is, or two are to each other, in photographs."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Answers, Metric, Scores


def question(row: Row) -> Question:
    """Return a question; its options stand in its text, its gold has the letter and the words."""
    text, options = reading.embedded(reading.words(row, "question"))
    answer = reading.letter(row.get("answer"), options)
    stem = str(row["table"]).rpartition("/")[2].removesuffix(".json")
    return Question(
        id=f"{stem}-{row['place']:05d}",
        category=stem.removeprefix("spatial_mm_"),
        text=text,
        answer=answer,
        options=options,
        subtype="yes or no" if {metrics.label(one) for one in options} == {"yes", "no"} else "other",
    )


def media(row: Row) -> list[Media]:
    """Return the picture; some have another ending than the table says."""
    return [Picture(name=str(row.get("image_name") or ""))]


def score(answers: Answers) -> Scores:
    """Return accuracy, with what always giving the commonest answer to yes-or-no questions would reach."""
    whole = metrics.micro(metrics.category, metrics.subtype)(answers)
    golds = [one.item.answer for one in answers if one.item.subtype == "yes or no"]
    most = max(map(golds.count, golds)) / len(golds) if golds else float("nan")
    return Scores(whole.overall, {**whole.parts, "commonest answer, yes or no": most})


spatial_mm = Benchmark(
    name="spatial-mm",
    title="Spatial-MM (Spatial-Obj)",
    home="https://github.com/FatemehShiri/Spatial-MM",
    licence="unknown",
    tables=("spatial_mm_*_obj.json",),
    needs=("image_name", "question", "answer"),
    question=question,
    media=media,
    categories={"one_obj": ("SR",), "two_obj": ("SR",)},
    metric=Metric("accuracy", "accuracy over all questions, beside the commonest answer", score),
    count=1_576,
    quirks=(
        "About half of the questions are yes or no, and most of those are no.",
        "The questions of the third file (multihop) have free answers and are not read.",
    ),
)
BENCHMARKS = (spatial_mm,)
