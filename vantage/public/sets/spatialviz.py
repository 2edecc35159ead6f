"""SpatialViz-Bench: twelve tasks of the mind's eye at two or three levels; and EASI's tenth of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vantage import seeds
from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row
from vantage.public.metrics import Metric

CATEGORIES: dict[str, tuple[str, ...] | None] = {
    "2DRotation": (),
    "3DRotation": ("MR",),
    "3ViewProjection": ("MR",),
    "PaperFolding": ("DA",),
    "CubeUnfolding": ("DA",),
    "CubeReconstruction": ("DA",),
    "CrossSection": ("DA",),
    "CubeCounting": (),
    "CubeAssembly": ("DA",),
    "ArrowMoving": (),
    "BlockMoving": ("SR",),
    "MechanicalSystem": ("CR",),
}


def question(row: Row) -> Question:
    """Return a question; its category, task, level and picture together name it."""
    options = reading.lettered(row.get("Choices"))
    answer = reading.letter(row.get("Answer"), options)
    group, task, level, image = (reading.words(row, name) for name in ("Category", "Task", "Level", "Image_id"))
    text, tags = reading.words(row, "Question"), {"tier": level}
    return Question(f"{group}/{task}/{level}/{image}", task, text, answer, options, subtype=group, tags=tags)


def media(row: Row) -> list[Media]:
    """Return the picture; in one copy all lie in a folder of their own inside the archive."""
    return [Picture(name=f"{row['Category']}/{row['Task']}/{row['Level']}/{row['Image_id']}.png")]


def tenth(questions: Sequence[Question]) -> Iterator[str]:
    """Yield a tenth of each level of each task, drawn by the ids: which ones EASI took is not published."""
    groups: dict[str, list[str]] = {}
    for one in questions:
        groups.setdefault(one.id.rpartition("/")[0], []).append(one.id)
    for name, ids in groups.items():
        ids.sort(key=lambda id: seeds.digest("public", "spatialviz-tiny", id))
        yield from ids[: max(1, round(len(ids) / 10))] if name else ()


spatialviz = Benchmark(
    name="spatialviz",
    title="SpatialViz-Bench",
    home="PLM-Team/Spatial-Visualization-Benchmark",
    licence="mit",
    tables=("test-*.parquet", "SpatialViz_Bench_test.json"),
    needs=("Category", "Task", "Level", "Image_id", "Question", "Choices", "Answer"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=Metric(
        "accuracy", "accuracy over all questions",
        metrics.micro(metrics.category, metrics.subtype, lambda item: f"{item.task} {item.tags.get('tier', '')}"),
    ),
    count=1_180,
    chance=0.25,
    protocol="tags",
    rules=("easi", "lmms-eval:spatialviz"),
    rehosted={"SpatialVizBench*.tsv": "task"},
    published="SpatialViz",
    printed={
        "2DRotation": "2D rotation",
        "3DRotation": "3D rotation",
        "3ViewProjection": "three-view projection",
        "PaperFolding": "paper folding",
        "CubeUnfolding": "cube unfolding",
        "CubeReconstruction": "cube reconstruction",
        "CrossSection": "cross-section",
        "CubeCounting": "cube counting",
        "CubeAssembly": "cube assembly",
        "ArrowMoving": "arrow moving",
        "BlockMoving": "block moving",
        "MechanicalSystem": "mechanical system",
        "MentalRotation": "mental rotation",
        "MentalFolding": "mental folding",
        "VisualPenetration": "visual penetration",
        "MentalAnimation": "mental animation",
    },
    files=("data/test-*.parquet", "images.zip"),
    ours=False,
    quirks=("Pictures lie at the top of the archive in one copy, in a folder of their own in another.",),
)  # fmt: skip
tiny = replace(
    spatialviz,
    name="spatialviz-tiny",
    title="SpatialViz-Tiny",
    count=118,
    choose=tenth,
    rehosted={},
    published="SpatialViz-Tiny",
    printed={},
    quirks=(*spatialviz.quirks, "Which tenth EASI took is not published; ours is drawn by the ids."),
)
BENCHMARKS = (spatialviz, tiny)
