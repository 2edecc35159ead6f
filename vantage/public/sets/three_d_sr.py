"""3DSRBench: heights, places, orientations and pairs of things; each question also mirrored and with options turned."""

from __future__ import annotations

import re

from vantage.item import Item
from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Answers, Metric, Scores
from vantage.public.rehosted import decoded

NAME = re.compile(r"(.{8})(-flip)?(-\d+)?")  # a base, its mirror image, and a turn of the options
CATEGORIES: dict[str, tuple[str, ...] | None] = {
    "height_higher": ("SR",),
    "location_above": ("SR",),
    "location_closer_to_camera": ("SR",),
    "location_next_to": ("SR",),
    "orientation_in_front_of": ("PT",),
    "orientation_on_the_left": ("PT",),
    "orientation_viewpoint": ("PT",),
    **dict.fromkeys((f"multi_object_{what}" for what in ("closer_to", "facing", "parallel", "same_direction",
                                                        "viewpoint_towards_object")), ("SR",)),
}  # fmt: skip


def question(row: Row) -> Question:
    """Return a question; its name says which others are the same one, mirrored or turned."""
    options, held = reading.columns(row, absent="None")
    gold = reading.words(row, "answer").upper()
    if gold not in held:
        raise ValueError(f"the gold {gold[:40]!r} names none of the {len(options)} options")
    name = str(reading.given(row.get("qid")) or reading.words(row, "index"))
    answer, text = reading.letter(held[gold], options), reading.words(row, "question")
    return Question(
        name, reading.words(row, "category"), text, answer, options, cluster=_base(name), tags={"qid": name}
    )


def media(row: Row) -> list[Media]:
    """Return the picture: in the table, or by the last part of its address among the pictures of COCO."""
    if reading.given(row.get("image")) is not None:
        held = row["image"]
        return [Picture(data) for data in ([held["bytes"]] if isinstance(held, dict) else decoded(held))]
    return [Picture(name=str(row.get("image_url")).rpartition("/")[2])]


def _base(name: str) -> str:
    return name[:8]


def _circle(item: Item) -> str:
    found = NAME.fullmatch(str(item.tags.get("qid", "")))
    return f"{found[1]}{found[2] or ''}" if found else ""


def _pair(item: Item) -> str:
    return str(item.tags.get("qid", "")).replace("-flip", "")


def score(answers: Answers) -> Scores:
    """Return accuracy over all rows; parts ask that every turn, every mirror image, or both, are right."""
    whole = metrics.micro()(answers)
    groups = {name: metrics.mean(part) for name, part in metrics.by(answers, _group).items()}
    strict = {
        "flip": metrics.all_right(answers, _pair),
        "circular": metrics.all_right(answers, _circle),
        "flip and circular": metrics.all_right(answers, lambda item: _base(str(item.tags.get("qid", "")))),
    }
    return Scores(whole.overall, {**whole.parts, **groups, **strict})


def _group(item: Item) -> str:
    groups = ("height", "location", "orientation", "multi_object")
    return next((name for name in groups if item.task.startswith(name)), "")


three_d_sr = Benchmark(
    name="3dsrbench",
    title="3DSRBench",
    home="ccvl/3DSRBench",
    licence="cc-by-4.0",
    tables=("3dsrbench_v1_vlmevalkit*.tsv", "3dsrbench_v1-*.parquet"),
    needs=("index", "question", "A", "B", "answer", "category"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=Metric("accuracy", "accuracy over all rows; flip and circular (every member right) as parts", score),
    rules=("easi", "vlmevalkit", "lmms-eval:3dsrbench"),
    pictures=("image",),
    rehosted={"3DSRBench.tsv": "category"},
    board="3dsrbench",
    files=("3dsrbench_v1_vlmevalkit_circular.tsv",),
    quirks=(
        "Absent options are written None or nan.",
        "The Parquet file holds no pictures: they are looked for among those of COCO, and what is missing is dropped.",
        "The raw CSV has no options and is not read; the TSV files and the Parquet file are.",
    ),
)
BENCHMARKS = (three_d_sr,)
