"""SpaCE-10: eight kinds of questions on rooms, from a picture or several."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric

FOLDERS: dict[str, tuple[str, ...] | None] = {
    "ep": (),  # whether a thing is there
    "eq": (),  # how many
    "sq": (),  # how many, in the scene
    "fr": (),  # what for
    "oo": ("SR",),
    "os": ("SR",),
    "sa": ("MM",),
    "sp": ("CR",),
}


def question(row: Row) -> Question:
    """Return a question; its folder is its category."""
    options, held = reading.columns(row)
    gold = reading.words(row, "answer").upper()
    if gold not in held:
        raise ValueError(f"the gold {gold[:40]!r} names none of the {len(options)} options")
    folder = next((part for part in reversed(str(row["table"]).split("/")) if part in FOLDERS), "other")
    answer, text = reading.letter(held[gold], options), reading.words(row, "question")
    return Question(f"{folder}/{reading.words(row, 'index')}", folder, text, answer, options)


def media(row: Row) -> list[Media]:
    """Return the pictures: one, or a list."""
    held = row.get("image")
    found = held if isinstance(held, list) else [held]
    return [Picture((one["bytes"] if isinstance(one, dict) else one) or b"") for one in found]


def double(row: Row) -> str:
    """Return why a question is left out that wants two letters."""
    return "two letters are asked for, which an item cannot hold" if "," in str(row.get("answer") or "") else ""


space_10 = Benchmark(
    name="space-10",
    title="SpaCE-10",
    home="Cusyoung/SpaCE-10",
    licence="mit",
    tables=("single-choice/*/*.parquet", "*/*.parquet", "*.parquet"),
    needs=("index", "image", "question", "A", "B", "answer"),
    question=question,
    media=media,
    categories=FOLDERS,
    metric=Metric("accuracy", "plain mean over folders (the authors give no number for all)", metrics.macro_over()),
    rules=("vlmevalkit",),
    pictures=("image",),
    skip=double,
    open=True,
    files=("single-choice/*/*.parquet",),
    quirks=(
        "A picture is bytes, or a list of bytes.",
        "The folders of double choice are left out.",
        "Questions were edited in July 2025: fetch once, and keep the revision.",
    ),
)
BENCHMARKS = (space_10,)
