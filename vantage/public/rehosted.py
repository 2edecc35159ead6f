"""EASI's tables: it gives most benchmarks again as one TSV each, all in much the same columns.

`index`; `image` (base64, or a list of it), `image_path`, `video` or `video_path` for what is shown; `question` or
`input_prompt`; `options` or `candidates` as a list, or columns A, B, C, …; `answer`. STARE's texts are escaped there.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from typing import Any

from vantage.item import Choice, Number
from vantage.public import reading
from vantage.public.benchmark import Benchmark, Media, Picture, Question, Row, Video

PICTURES = ("image",)
FRAMES = ("video", "video_path")
NEEDS = ("index", "answer")


def _column(benchmark: Benchmark, name: str) -> str:
    file = name.rpartition("/")[2]
    return next((column for pattern, column in benchmark.rehosted.items() if fnmatch(file, pattern)), "")


def needs(benchmark: Benchmark, name: str) -> tuple[str, ...]:
    """Return the columns that a table of that name must have, if it is one of EASI's; else none."""
    column = _column(benchmark, name)
    return (*NEEDS, column) if column else ()


def reader(benchmark: Benchmark, name: str) -> Callable[[Row], Question] | None:
    """Return what reads the rows of a table of that name, if it is one of EASI's."""
    column = _column(benchmark, name)
    return (lambda row: _question(benchmark, row, column)) if column else None


def _question(benchmark: Benchmark, row: Row, column: str) -> Question:
    category = _known(benchmark, reading.words(row, column))
    text = _unescaped(reading.words(row, "input_prompt" if reading.given(row.get("input_prompt")) else "question"))
    offered = reading.given(row.get("options")) or reading.given(row.get("candidates"))
    renamed: dict[str, str] = {}
    if offered is not None:
        options = reading.lettered(offered)
    elif reading.given(row.get("A")) is not None:
        options, held = reading.columns(row)
        renamed = dict(held)
    else:
        text, options = reading.embedded(text)
    gold = _unescaped(reading.words(row, "answer"))
    answer: Choice | Number
    if not options and gold.strip().lower() in ("yes", "no"):
        options = ("Yes", "No")
    if not options:
        answer = Number(reading.number(gold), rule="mra<=")
    elif gold.strip().lower() in ("yes", "no"):
        answer = reading.text(gold, options)
    elif renamed and gold not in renamed:
        raise ValueError(f"the gold {gold[:40]!r} names none of the {len(options)} options")
    else:
        answer = reading.letter(renamed.get(gold, gold), options)
    name = reading.words(row, "id" if reading.given(row.get("id")) else "index")
    cluster = next((str(row[one]) for one in FRAMES if reading.given(row.get(one))), "")
    tags = {key: str(row[key]) for key in ("data_source", "dataset", "qid") if reading.given(row.get(key))}
    return Question(name, category, text, answer, options, cluster=cluster, tags=tags)


def _known(benchmark: Benchmark, written: str) -> str:
    """Return the category as the benchmark's own files write it; case and the kind of dash do not matter."""
    alike = {folded(name): name for name in benchmark.categories}
    return alike.get(folded(written), written)


def folded(name: str) -> str:
    """Return a name of a category without what differs between files: case, dashes, spaces, dots."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _unescaped(text: str) -> str:
    return text.replace("\\\\", "\\").replace("\\n", "\n") if "\\n" in text else text


def media(row: Row) -> Sequence[Media]:
    """Return what a row shows."""
    if reading.given(row.get("image")) is not None:
        return [Picture(data) for data in decoded(row["image"])]
    for name in FRAMES:
        if reading.given(row.get(name)) is not None:
            return [Video(one) for one in _names(row[name])[:1]]
    if reading.given(row.get("image_path")) is not None:
        return [Picture(name=name) for name in _names(row["image_path"])]
    return []


def _names(value: Any) -> list[str]:
    found = reading.literal(value) if isinstance(value, str) and value.strip().startswith("[") else value
    return [str(one) for one in found] if isinstance(found, list) else [str(found)]


def decoded(value: Any) -> Iterator[bytes]:
    """Yield the pictures of a cell: base64, or a list of it as text."""
    text = str(value).strip()
    # Not parsed as a list of Python: these are long, and base64 holds no quotation marks.
    parts = re.findall(r"['\"]([^'\"]*)['\"]", text) if text.startswith("[") else [text]
    for part in parts:
        try:
            yield base64.b64decode(part.partition("base64,")[2] or part, validate=True)
        except (binascii.Error, ValueError):
            raise ValueError("a picture in the table is not base64") from None
