"""SPACE: tests of spatial cognition from psychology, as pictures and as text."""

from __future__ import annotations

from vantage.item import IMAGE_MARK, Item
from vantage.public import metrics, reading
from vantage.public.benchmark import VIDEO_MARK, Benchmark, Media, Picture, Question, Row, Video
from vantage.public.metrics import Answers, Metric, Scores

MARKS = {"IMAGE:": IMAGE_MARK, "VIDEO:": VIDEO_MARK}
CAPABILITIES: dict[str, tuple[str, ...] | None] = {
    **dict.fromkeys(("CBTT", "SAtt", "SAdd"), ()),
    "JLO": ("SR",),
    "MPFB": ("DA",),
    "MRT": ("MR",),
    "PTT": ("PT",),
    "WLT": ("SR",),
    **dict.fromkeys(("DirectionEstimation", "DistanceEstimation", "MapSketching"), ("CR",)),
}
FORMS = ("_text", "_vision", "BEVImage", "BEVText", "Ego")


def _segments(row: Row) -> list[str]:
    found = row.get("question")
    return [str(part) for part in found] if isinstance(found, list) else [str(found or "")]


def question(row: Row) -> Question:
    """Return a question; its options are numbers in its text, and its place in the file is its only address."""
    parts = [next((mark for start, mark in MARKS.items() if part.startswith(start)), part) for part in _segments(row)]
    folder = (str(row["table"]).split("/")[-2:-1] or ["SPACE"])[0]
    options = ("1", "2", "3", "4")
    answer = reading.place(row.get("answer"), options, first=1)
    block = f"{folder}/{row['place'] // 4:04d}"
    name = next((folder.removesuffix(form) for form in FORMS if folder.endswith(form)), folder)
    text = "\n".join(parts)
    return Question(f"{folder}/{row['place']:05d}", name, text, answer, options, subtype=folder, cluster=block)


def media(row: Row) -> list[Media]:
    """Return pictures and videos in the order of the text."""
    named = [(part[:6], part[6:].strip()) for part in _segments(row) if part[:6] in MARKS]
    return [Picture(name=name) if kind == "IMAGE:" else Video(name) for kind, name in named]


def block(item: Item) -> str:
    """Return the block of four rows in which the right option stands at each place once."""
    return item.groups["scene"][0]


def score(answers: Answers) -> Scores:
    """Return accuracy over all rows, and as a part the share of blocks of four that are all right."""
    whole = metrics.micro(metrics.category, metrics.subtype)(answers)
    return Scores(whole.overall, {**whole.parts, "all four places": metrics.all_right(answers, block)})


space = Benchmark(
    name="space",
    title="SPACE",
    home="https://github.com/apple/ml-space-benchmark",
    licence="cc-by-nc-nd-4.0",
    tables=("*/qas.json", "qas.json"),
    needs=("question", "answer"),
    question=question,
    media=media,
    categories=CAPABILITIES,
    metric=Metric("accuracy", "accuracy over all rows; blocks of four all right as a part", score),
    chance=0.25,
    open=True,
    video=True,
    quirks=(
        "The gold is a place counted from 1, and options are numbers in the text: “A. 1” stands for option 1.",
        "Rows come in blocks of four with the right option at each place once.",
        "The licence allows no converted copy to be passed on. Interactive tasks are not read.",
    ),
)
BENCHMARKS = (space,)
