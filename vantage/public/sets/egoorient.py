"""EgoOrientBench: which way a thing faces, in eight directions, asked in several ways."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Answers, Metric, Scores

EIGHT = ("front", "back", "left", "right", "front left", "front right", "back left", "back right")


def question(row: Row) -> Question:
    """Return a question; its gold is the words of an option."""
    text, options = reading.embedded(reading.words(row, "question"))
    gold = reading.words(row, "label").lower().replace("-", " ").rstrip(".")
    if not options:
        options = ("yes", "no") if gold in ("yes", "no") else _two(text)
    options = tuple(option.lower().replace("-", " ").rstrip(".") for option in options)
    return Question(
        id=f"{row['place']:05d}",
        category=reading.words(row, "type"),
        text=text,
        answer=reading.text(gold, options),
        options=options,
        subtype=reading.words(row, "base_dataset"),
        tags={"domain": reading.words(row, "domain")},
    )


def _two(text: str) -> tuple[str, ...]:
    """Return the two directions between which a question has "or"."""
    before, _, after = text.lower().replace("-", " ").rpartition(" or ")
    longest = sorted(EIGHT, key=len, reverse=True)
    last = {word: before.rfind(word) + len(word) for word in longest if word in before}
    first = next((word for word in longest if word in after), "")
    if not last or not first:
        raise ValueError("the question offers no options")
    return max(last, key=lambda word: (last[word], len(word))), first


def media(row: Row) -> list[Media]:
    """Return the picture; only the last part of its path is the same everywhere."""
    return [Picture(name=str(row.get("image") or "").replace("\\", "/").rpartition("/")[2])]


def free(row: Row) -> str:
    """Return why a question is left out that is answered by a sentence."""
    return "the answer is a sentence, which no rule can score" if row.get("type") == "freeform" else ""


def score(answers: Answers) -> Scores:
    """Return accuracy over all questions, with accuracy and macro-F1 for each type."""
    types = metrics.by(answers, metrics.category)
    parts = {name: metrics.mean(part) for name, part in types.items()}
    return Scores(
        metrics.mean(answers), parts | {f"{name}, macro-F1": metrics.macro_f1(p) for name, p in types.items()}
    )


egoorient = Benchmark(
    name="egoorient",
    title="EgoOrientBench",
    home="jhCOR/EgoOrientBench",
    licence="unknown",
    tables=("benchmark.json",),
    needs=("type", "domain", "base_dataset", "image", "question", "label"),
    question=question,
    media=media,
    categories={"general_complex": ("SR",), "general_two_option": ("SR",), "general_binary": ("SR",)},
    metric=Metric("accuracy and macro-F1", "accuracy over all questions; macro-F1 of each type as parts", score),
    skip=free,
    files=("*.json", "*.zip"),
    quirks=(
        "Questions have up to eight options; a reader that knows A to F only breaks here.",
        "The gold is words; questions answered by a sentence (freeform) are left out.",
    ),
)
BENCHMARKS = (egoorient,)
