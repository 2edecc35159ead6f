"""STARE: transformations in the plane and in space, cube nets, tangrams, perspective, and pictures in time."""

from __future__ import annotations

from vantage.item import Item
from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Answers, Metric, Scores

YES_NO = ("folding_nets", "tangram_puzzle")
TASKS = {
    "2d_text_instruct": "2d_trans",
    "2d_va": "2d_trans",
    "3d_text_instruct": "3d_trans",
    "3d_va": "3d_trans",
    "folding_nets": "folding_nets",
    "tangram_puzzle": "tangram_puzzle",
    "temporal": "temporal",
    "perspective": "perspective",
}
CAPABILITIES: dict[str, tuple[str, ...] | None] = {
    "folding_nets": ("DA",),
    "tangram_puzzle": (),
    "perspective": ("PT",),
    "temporal": ("CR",),
}


def question(row: Row) -> Question:
    """Return a question; where its text has no options, they are letters in its pictures."""
    text, options = reading.embedded(reading.words(row, "question"))
    category = reading.words(row, "category").lower()
    answer = reading.words(row, "answer")
    options = options or (("Yes", "No") if answer.lower() in ("yes", "no") else reading.marked())
    said = reading.text(answer, options) if answer.lower() in ("yes", "no") else reading.letter(answer, options)
    return Question(reading.words(row, "qid"), category, text, said, options, after=True)


def media(row: Row) -> list[Media]:
    """Return the pictures, which lie in the table as bytes."""
    return [Picture(one["bytes"] if isinstance(one, dict) else one) for one in row.get("images") or ()]


def task(item: Item) -> str:
    """Return the task of an item, which has a form with visual simulation and one without."""
    plain, simulated, _ = item.task.partition("_vsim")
    return TASKS.get(plain, plain) + simulated


def score(answers: Answers) -> Scores:
    """Return the plain mean of six: the two forms of a task are averaged first; yes or no counts by F1."""
    found = metrics.by(answers, task)
    parts = {name: metrics.f1(part) if name.startswith(YES_NO) else metrics.mean(part) for name, part in found.items()}
    six = [metrics.macro(value for name, value in parts.items() if name in (one, f"{one}_vsim"))
           for one in dict.fromkeys(TASKS.values())]  # fmt: skip
    return Scores(metrics.macro(six), {**parts, "all answers alike": metrics.mean(answers)})


stare = Benchmark(
    name="stare",
    title="STARE",
    home="kuvvi/STARE",
    licence="unknown",
    tables=("*/*.parquet", "*.parquet"),
    needs=("qid", "question", "answer", "images", "category"),
    question=question,
    media=media,
    categories={f"{name}{form}": CAPABILITIES.get(of) for name, of in TASKS.items() for form in ("", "_vsim")},
    metric=Metric("macro of accuracy and F1", "plain mean of 6 tasks: F1 of yes for cube nets and tangrams", score),
    rules=("easi",),
    pictures=("images",),
    rehosted={"StareBench*.tsv": "category"},
    published="STARE",
    printed={
        f"{ours}{form}": f"{theirs} {words} simulation"
        for ours, theirs in {"2d_trans": "2D", "3d_trans": "3D", "folding_nets": "cube net",
                             "tangram_puzzle": "tangram"}.items()
        for form, words in {"": "without", "_vsim": "with"}.items()
    } | {"temporal": "temporal", "perspective": "perspective"},
    files=("*.parquet", "*/*.parquet"),
    ours=False,
    quirks=(
        "Names of categories differ in case between files.",
        "Where no <image> marks them, pictures come after the question.",
        "Replies that say neither yes nor no are left out of F1, as the leaderboard has it.",
    ),
)  # fmt: skip
BENCHMARKS = (stare,)
