"""SRBench (Mind the Gap): mental rotation, folding, navigation, and relations in photographs."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row

WORDS = (("yes", "no"), ("left", "right"), ("front", "back"), ("left", "right", "front", "back"),
         ("left", "right", "center"))  # fmt: skip


def question(row: Row) -> Question:
    """Return a question; options stand in its text, or its gold is one of the words that it names."""
    text, options = reading.embedded(reading.words(row, "question"))
    gold = reading.words(row, "answer").rstrip(".")
    one_letter = len(gold.strip("(){}")) == 1
    if not options:
        options = reading.marked() if one_letter else _offered(text, gold)
    lettered = one_letter or gold[1:2] in (".", ")")
    answer = reading.letter(gold.strip("{}"), options) if lettered else reading.text(gold, options)
    return Question(f"{row['place']:05d}", str(reading.given(row.get("split")) or "all"), text, answer, options)


def _offered(text: str, gold: str) -> tuple[str, ...]:
    """Return the words of which the gold is one; those that the question names win."""
    asked = text.lower()
    named = [words for words in WORDS if gold.lower() in words and all(word in asked for word in words)]
    known = named or [words for words in WORDS if gold.lower() in words]
    if not known:
        raise ValueError(f"the gold {gold[:40]!r} is a word, and the question offers no options")
    return max(named, key=len) if named else known[0]


def media(row: Row) -> list[Media]:
    """Return the picture."""
    held = row.get("image")
    return [Picture((held["bytes"] if isinstance(held, dict) else held) or b"")]


srbench = Benchmark(
    name="srbench-public",
    title="SRBench (Mind the Gap)",
    home="stogian/srbench",
    licence="unknown",
    tables=("test-*.parquet", "srbench*.parquet", "*.parquet"),
    needs=("image", "question", "answer"),
    question=question,
    media=media,
    categories={"mrt_easy": ("MR",), "mrt_hard": ("MR",)},
    metric=metrics.ACCURACY,
    protocol="cot",
    pictures=("image",),
    open=True,
    files=("*.parquet", "*/*.parquet"),
    quirks=(
        "The gold is a letter or a word; a word's options are those of its kind that the question names.",
        "Three revisions are about under three names; the column `split`, where there is one, is the category.",
    ),
)
BENCHMARKS = (srbench,)
