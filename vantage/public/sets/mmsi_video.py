"""MMSI-Video-Bench: questions on one video or several, whose frames come as pictures."""

from __future__ import annotations

from vantage.item import IMAGE_MARK
from vantage.public import metrics, reading
from vantage.public.benchmark import VIDEO_MARK, Benchmark, Media, Picture, Question, Row, Stills

SPELLED = {"Memoery": "Memory"}  # as the files spell it
AREAS: dict[str, tuple[str, ...] | None] = {
    "Spatial Construction": ("MR",),
    "Motion Understanding": ("PT",),
    "Cross-Video": ("CR",),
    "Planning": ("CR",),
    "Prediction": ("CR",),
}


def question(row: Row) -> Question:
    """Return a question; its options stand in its prompt."""
    text, options = reading.embedded(reading.words(row, "user_prompt"))
    kind = reading.words(row, "type")
    for wrong, right in SPELLED.items():
        kind = kind.replace(wrong, right)
    area = next((name for name in AREAS if name.lower() in kind.lower()), kind)
    answer = reading.letter(row.get("ground_truth"), options)
    first = (_parts(row) or [("",)])[0]
    return Question(reading.words(row, "id"), area, text, answer, options, subtype=kind, cluster=str(first[0]))


def _parts(row: Row) -> list[tuple[str, ...]]:
    held = reading.literal(row.get("frames_list")) or []
    groups = held if held and isinstance(held[0], list) else [held]
    return [tuple(str(name) for name in group) for group in groups if group]


def media(row: Row) -> list[Media]:
    """Return frames and reference pictures in the order of the prompt."""
    parts = _parts(row)
    total, before = sum(map(len, parts)), 0
    stills: list[Media] = []
    for names in parts:
        stills.append(Stills(names, before, total))
        before += len(names)
    pictures: list[Media] = [Picture(name=str(name)) for name in reading.literal(row.get("ref_images")) or ()]
    found: list[Media] = []
    text = str(row.get("user_prompt") or "")
    if VIDEO_MARK not in text and IMAGE_MARK not in text:
        return [*stills, *pictures]
    while stills or pictures:
        film, picture = text.find(VIDEO_MARK), text.find(IMAGE_MARK)
        takes_film = bool(stills) and (not pictures or picture < 0 or 0 <= film < picture)
        found.append(stills.pop(0) if takes_film else pictures.pop(0))
        text = text.partition(VIDEO_MARK if takes_film else IMAGE_MARK)[2]
    return found


mmsi_video = Benchmark(
    name="mmsi-video",
    title="MMSI-Video-Bench",
    home="rbler/MMSI-Video-Bench",
    licence="cc-by-nc-4.0",
    tables=("mmsivideo.json",),
    needs=("id", "type", "frames_list", "ref_images", "user_prompt", "ground_truth"),
    question=question,
    media=media,
    categories=AREAS,
    metric=metrics.ACCURACY,
    count=1_106,
    rules=("easi",),
    open=True,
    board="mmsi_video_bench",
    files=("mmsivideo.json", "frames.zip", "ref_images.zip"),
    video=True,
    quirks=(
        "Frames come as pictures; --frames says how many of all segments together, at least one of each.",
        "One type is spelled “Memoery Update” in the files; both spellings are read.",
    ),
)
BENCHMARKS = (mmsi_video,)
