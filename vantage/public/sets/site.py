"""SITE-Bench: questions of thirty data sets on pictures and videos, under one chance-adjusted score."""

from __future__ import annotations

from vantage.public import metrics, reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row, Video
from vantage.public.rehosted import folded

FILMS = (".mp4", ".avi", ".mov", ".mkv", ".webm")
OLD = {
    "depth & 3d understanding": "3d information understanding",
    "movement navigation & intent prediction": "movement prediction & navigation",
}
CATEGORIES: dict[str, tuple[str, ...] | None] = {
    "counting & existence": (),
    "object localization & positioning": (),
    "3d information understanding": ("MM", "SR"),
    "multi-view & cross-image reasoning": ("PT",),
    "spatial relationship reasoning": ("SR",),
    "movement prediction & navigation": ("CR",),
}


def question(row: Row) -> Question:
    """Return a question; its table names no ids, so the place in the table is the id."""
    written = reading.words(row, "category").lower()
    known = {folded(name): name for name in CATEGORIES} | {folded(old): new for old, new in OLD.items()}
    options = reading.plain(row.get("options"))
    stem = str(row["table"]).replace("/", "-").rpartition(".")[0]
    return Question(
        id=f"{stem}-{row['place']:05d}",
        category=known.get(folded(written), written),
        text=reading.words(row, "question"),
        answer=reading.letter(row.get("answer"), options),
        options=options,
        subtype=reading.words(row, "dataset"),
        cluster=str(_names(row)[0]) if _is_film(row) else "",
    )


def media(row: Row) -> list[Media]:
    """Return the pictures, or the first file where it is a video."""
    return [Video(_names(row)[0])] if _is_film(row) else [Picture(name=name) for name in _names(row)]


def _names(row: Row) -> list[str]:
    found = reading.literal(row.get("visual"))
    return [str(name) for name in (found if isinstance(found, list) else [found])] or [""]


def _is_film(row: Row) -> bool:
    return _names(row)[0].lower().endswith(FILMS)


site = Benchmark(
    name="site",
    title="SITE-Bench",
    home="franky-veteran/SITE-Bench",
    licence="cc-by-4.0",
    tables=("*_test*.jsonl", "*_test*.json", "*_test*.parquet", "*_test*/*.parquet"),
    needs=("question", "options", "answer", "category", "dataset", "visual"),
    question=question,
    media=media,
    categories=CATEGORIES,
    metric=metrics.CAA,
    count=8_068,
    chance=0.0,
    rules=("easi", "lmms-eval:sitebench"),
    rehosted={"SiteBenchImage*.tsv": "category", "SiteBenchVideo*.tsv": "category"},
    published="SITE",
    printed={
        "counting & existence": "count",
        "object localization & positioning": "localisation",
        "3d information understanding": "3D information",
        "multi-view & cross-image reasoning": "multi-view",
        "spatial relationship reasoning": "relation",
        "movement prediction & navigation": "movement",
    },
    board="site",
    files=("*_test*", "*/*_test*", "*_test*/*", "data_chunked_*.zip"),
    video=True,
    ours=False,
    quirks=(
        "Pictures may stand inside a question or an option; where no <image> marks them, all come first.",
        "Questions have 2 to 6 options, so chance differs from one to the next.",
        "Two categories had other names in an earlier revision; both are read.",
    ),
)
BENCHMARKS = (site,)
