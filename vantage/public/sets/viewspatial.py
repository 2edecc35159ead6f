"""ViewSpatial-Bench: directions and orientations from the camera's and from a person's side."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.rehosted import folded

# What tells the five types apart, as files spell them differently.
WORDS = {
    "Person perspective - Scene Simulation Relative Direction": ("person", "scene"),
    "Person perspective - Object View Orientation": ("person", "orientation"),
    "Person perspective - Relative Direction": ("person", "direction"),
    "Camera perspective - Object View Orientation": ("camera", "orientation"),
    "Camera perspective - Relative Direction": ("camera", "direction"),
}


def question(row: Row) -> Question:
    """Return a question; its options are one text, its gold a letter with the text behind it."""
    options = reading.lettered(row.get("choices"))
    written = reading.words(row, "question_type")
    found = (name for name, words in WORDS.items() if all(word in folded(written) for word in words))
    answer = reading.letter(row.get("answer"), options)
    return Question(f"{row['place']:05d}", next(found, written), reading.words(row, "question"), answer, options)


def media(row: Row) -> list[Media]:
    """Return the pictures, up to 32."""
    return [Picture(name=str(name)) for name in reading.literal(row.get("image_path")) or ()]


viewspatial = Benchmark(
    name="viewspatial",
    title="ViewSpatial-Bench",
    home="lidingm/ViewSpatial-Bench",
    licence="unknown",
    tables=("ViewSpatial-Bench.json",),
    needs=("question_type", "image_path", "question", "answer", "choices"),
    question=question,
    media=media,
    categories={name: ("PT",) if name.startswith("Person") else ("SR",) for name in WORDS},
    metric=metrics.ACCURACY,
    count=5_712,
    chance=0.2576,
    rules=("easi", "lmms-eval:viewspatial"),
    rehosted={"ViewSpatial*.tsv": "question_type"},
    board="viewspatial",
    files=("*.json", "*.zip"),
    quirks=(
        "Options are one text with a line for each; the gold is “A. right”.",
        "173 questions have two options, so chance is 25.8%, not 25%.",
        "Items have no ids; the place in the file is the id.",
    ),
)
BENCHMARKS = (viewspatial,)
