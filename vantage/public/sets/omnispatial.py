"""OmniSpatial: four kinds of spatial thinking in ten tasks, one picture each."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric

CATEGORIES: dict[str, tuple[str, ...] | None] = {
    "Manipulation": (),
    "Motion_Analysis": ("MM", "CR"),
    "Traffic_Analysis": ("CR",),
    "Localization": (),
    "Geospatial_Strategy": None,
    "Pattern_Recognition": ("CR",),
    "Geometric_Reasoning": ("CR",),
    "Egocentric": (),
    "Allocentric": ("PT",),
    "Hypothetical": ("PT",),
}


def question(row: Row) -> Question:
    """Return a question; pictures are numbered anew in each folder, so only folder and id together name it."""
    group = reading.words(row, "task_type")
    options = reading.plain(row.get("options"))
    return Question(
        id=f"{group}/{reading.words(row, 'id')}",
        category=reading.words(row, "sub_task_type").replace(" ", "_"),
        text=reading.words(row, "question"),
        answer=reading.place(row.get("answer"), options),
        options=options,
        subtype=group,
    )


def media(row: Row) -> list[Media]:
    """Return the picture, which the first part of the id names."""
    return [Picture(name=f"{row['task_type']}/{str(row['id']).split('_')[0]}.png")]


omnispatial = Benchmark(
    name="omnispatial",
    title="OmniSpatial",
    home="qizekun/OmniSpatial",
    licence="cc-by-nc-4.0",
    tables=("data.json",),
    needs=("id", "question", "options", "answer", "task_type", "sub_task_type"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=Metric(
        "accuracy", "accuracy over all questions (the authors average 5 repeats)",
        metrics.micro(metrics.category, metrics.subtype),
    ),
    count=1_533,
    chance=0.2503,
    protocol="manual-cot",
    rules=("easi", "lmms-eval:omnispatial", "lmms-eval:omni_spatial"),
    rehosted={"OmniSpatial*.tsv": "sub_task_type"},
    published="OmniSpatial",
    printed={name: name.replace("_", " ").lower().replace("localization", "localisation") for name in CATEGORIES},
    board="omnispatial_(manual_cot)",
    files=("OmniSpatial-test.zip",),
    ours=False,
    quirks=(
        "The gold is a place in the list, counted from 0.",
        "Ids repeat between the four folders.",
        "The authors' reader takes A where it finds no answer.",
    ),
)  # fmt: skip
BENCHMARKS = (omnispatial,)
