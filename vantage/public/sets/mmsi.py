"""MMSI-Bench: questions by researchers that need several pictures at once."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.rehosted import folded

LONG = {
    "positionalrelationship": "pos",
    "attribute": "attr",
    "measurement": "meas",
    "appearance": "appr",
    "multistepreasoning": "msr",
}
CATEGORIES: dict[str, tuple[str, ...] | None] = {
    **dict.fromkeys(
        ("Pos-Cam-Cam", "Pos-Obj-Obj", "Pos-Reg-Reg", "Pos-Cam-Obj", "Pos-Obj-Reg", "Pos-Cam-Reg"), ("PT",)
    ),
    "Attr-Meas": ("MM",),
    "Attr-Appr": ("MR",),
    "Motion-Cam": ("PT",),
    "Motion-Obj": ("PT",),
    "MSR": ("CR",),
}


def category(written: str) -> str:
    """Return the short name of a type; the long names come with dashes or hyphens, and with full stops or without."""
    short = folded(written)
    for long, word in LONG.items():
        short = short.replace(long, word)
    return {folded(name): name for name in CATEGORIES}.get(short, written)


def question(row: Row) -> Question:
    """Return a question; its options stand in its text."""
    text, options = reading.embedded(reading.words(row, "question"))
    answer = reading.letter(row.get("answer"), options)
    return Question(reading.words(row, "id"), category(reading.words(row, "question_type")), text, answer, options)


def media(row: Row) -> list[Media]:
    """Return the pictures, which lie in the table as bytes."""
    return [Picture(one["bytes"] if isinstance(one, dict) else one) for one in row.get("images") or ()]


mmsi = Benchmark(
    name="mmsi",
    title="MMSI-Bench",
    home="RunsenXu/MMSI-Bench",
    licence="cc-by-nc-4.0",
    tables=("MMSI_Bench.parquet",),
    needs=("id", "images", "question_type", "question", "answer"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=metrics.ACCURACY,
    count=1_000,
    chance=0.25,
    rules=("easi", "vlmevalkit", "lmms-eval:mmsi_bench"),
    pictures=("images",),
    rehosted={"MMSIBench_wo_circular.tsv": "category", "MMSI_bench.tsv": "category"},
    published="MMSI",
    printed={
        "Pos-Cam-Cam": "camera-camera",
        "Pos-Obj-Obj": "object-object",
        "Pos-Reg-Reg": "region-region",
        "Pos-Cam-Obj": "camera-object",
        "Pos-Obj-Reg": "object-region",
        "Pos-Cam-Reg": "camera-region",
        "Attr-Meas": "measurement",
        "Attr-Appr": "appearance",
        "Motion-Cam": "camera motion",
        "Motion-Obj": "object motion",
        "MSR": "multi-step",
    },
    board="mmsi_bench",
    files=("MMSI_Bench.parquet",),
    ours=False,
    quirks=(
        "Options stand inside the question, as “Options: A: …, B: …”.",
        "Names of types have en dashes in one revision and hyphens in another; both are read.",
    ),
)
BENCHMARKS = (mmsi,)
