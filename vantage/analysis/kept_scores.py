"""Scores kept beside a run (scores.jsonl) and reused while they still hold.

Reading an answer out of a long reply costs about a millisecond, so a report over many runs reuses the scores it finds.
A line carries a mark of the reply and of the code that read it; if either changed, the run is scored anew.
"""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from vantage.data.dataset import write_text
from vantage.running.records import Record
from vantage.running.run_folder import Run
from vantage.scoring.score import Outcome, Score

PACKAGE = Path(__file__).parents[1]
SCORES = "scores.jsonl"


class Line(Struct, frozen=True, kw_only=True):
    """The score of one response, and the mark that shows whether it still holds."""

    item: str
    condition: int
    repeat: int
    mark: str
    outcome: Outcome
    answer: str | float | None
    option: int | None
    step: str
    truncated: bool
    credit: float


_FIELDS = [field.name for field in dataclasses.fields(Score)]
_LINES = msgspec.json.Decoder(list[Line])


def mark(record: Record) -> str:
    """Return a few digits that change with what was said, how it ended, and the code that reads it."""
    said = f"{readers()}\0{record.finish}\0{record.error}\0{record.text}"
    return f"{zlib.crc32(said.encode('utf-8', 'surrogatepass')):08x}"


@cache
def readers() -> str:
    """Return a digest of the code that reads and judges answers."""
    files = [PACKAGE / "prompts/protocols.py", PACKAGE / "stats/metrics.py", *(PACKAGE / "scoring").rglob("*.py")]
    return f"{zlib.crc32(b''.join(path.read_bytes() for path in sorted(files))):08x}"


def kept(run: Run) -> list[Score] | None:
    """Return the scores that lie beside a run's responses, in their order; None unless all are there and hold."""
    try:
        lines = _LINES.decode(b"[%b]" % b",".join((run.path / SCORES).read_bytes().splitlines()))
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if len(lines) != len(run.responses) or not all(map(_holds, lines, run.responses)):
        return None
    return [Score(*(getattr(line, name) for name in _FIELDS)) for line in lines]


def keep(run: Run, found: Sequence[Score], name: str = SCORES) -> Path:
    """Write scores beside a run's responses and return the file."""
    lines = [
        Line(
            item=record.item,
            condition=record.condition,
            repeat=record.repeat,
            mark=mark(record),
            **{field: getattr(score, field) for field in _FIELDS},
        )
        for record, score in zip(run.responses, found, strict=True)
    ]
    path = run.path / name
    write_text(path, "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines))
    return path


def _holds(line: Line, record: Record) -> bool:
    return (line.item, line.condition, line.mark) == (record.item, record.condition, mark(record))
