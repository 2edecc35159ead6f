"""VSI-Bench: walks through rooms on video, numbers and choices about what is where; and its debiased part."""

from __future__ import annotations

from dataclasses import replace

from vantage.item import Item, Number
from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Question, Row, Video
from vantage.public.metrics import Answers, Metric, Scores

DIRECTION = "object_rel_direction"
NUMBERS = ("object_counting", "object_abs_distance", "object_size_estimation", "room_size_estimation")


def question(row: Row) -> Question:
    """Return a question; those with numbers have no options."""
    offered = reading.given(row.get("options"))
    options = reading.lettered(offered) if offered is not None else ()
    gold, kind = reading.words(row, "ground_truth"), reading.words(row, "question_type")
    if kind in NUMBERS and options:
        raise ValueError(f"a question of {kind} asks for a number, but has options")
    answer = reading.letter(gold, options) if options else Number(reading.number(gold), rule="mra<=")
    scene = f"{reading.words(row, 'dataset')}/{reading.words(row, 'scene_name')}"
    return Question(reading.words(row, "id"), kind, reading.words(row, "question"), answer, options, cluster=scene)


def media(row: Row) -> list[Media]:
    """Return the video of the scene."""
    return [Video(f"{row['dataset']}/{row['scene_name']}.mp4")]


def score(answers: Answers) -> Scores:
    """Return the plain mean over eight tasks; the three levels of relative direction are one of them."""
    parts = {name: metrics.mean(part) for name, part in metrics.by(answers, metrics.category).items()}
    levels = [value for name, value in parts.items() if name.startswith(DIRECTION)]
    tasks = {name: value for name, value in parts.items() if not name.startswith(DIRECTION)}
    if levels:
        tasks[DIRECTION] = metrics.macro(levels)
    numbers = metrics.by(answers, _number)
    strict = {name: metrics.strict_mra(part) for name, part in numbers.items()}
    shown = {"overall, MRA with <": metrics.macro({**tasks, **strict}.values())} if strict else {}
    return Scores(metrics.macro(tasks.values()), {**parts, **tasks, **shown})


def _number(item: Item) -> str:
    return item.task if isinstance(item.answer, Number) else ""


def pruned(row: Row) -> str:
    """Return why a row is not of the debiased part."""
    out = str(row.get("pruned")).lower() in ("true", "1")
    return "pruned by the authors, because it can be answered blind" if out else ""


vsi = Benchmark(
    name="vsi",
    title="VSI-Bench",
    home="nyu-visionx/VSI-Bench",
    licence="unknown",
    tables=("test.jsonl",),
    needs=("id", "dataset", "scene_name", "question_type", "question", "ground_truth", "options"),
    question=question,
    media=media,
    categories={
        "object_counting": ("CR",),
        "object_abs_distance": ("MM",),
        "object_size_estimation": ("MM",),
        "room_size_estimation": ("MM",),
        "object_rel_distance": ("SR", "MM"),
        f"{DIRECTION}_easy": ("PT",),
        f"{DIRECTION}_medium": ("PT",),
        f"{DIRECTION}_hard": ("PT",),
        "route_planning": ("CR",),
        "obj_appearance_order": ("CR",),
    },
    metric=Metric("MRA and accuracy", "plain mean of 8 tasks: MRA with <= for numbers, accuracy for choices", score),
    count=5_130,
    rules=("easi", "lmms-eval:vsibench"),
    rehosted={"VSI-Bench.tsv": "question_type"},
    published="VSI",
    printed={
        "object_counting": "object count",
        "object_abs_distance": "absolute distance",
        "object_size_estimation": "object size",
        "room_size_estimation": "room size",
        DIRECTION: "relative direction",
        "object_rel_distance": "relative distance",
        "route_planning": "route plan",
        "obj_appearance_order": "appearance order",
    },
    board="vsi_bench",
    files=("test.jsonl", "*.zip"),
    video=True,
    ours=False,
    quirks=(
        "Rows changed their order between revisions, so items go by `id`, never by place.",
        "An error equal to a tolerance counts as within it, as in the authors' code; their paper says it does not.",
    ),
)
debiased = replace(
    vsi,
    name="vsi-debiased",
    title="VSI-Bench, debiased",
    needs=(*vsi.needs, "pruned"),
    skip=pruned,
    count=2_362,
    rehosted={"VSI-Bench-Debiased.tsv": "question_type"},
    published="",
    printed={},
    board="vsi_debiased",
)
BENCHMARKS = (vsi, debiased)
