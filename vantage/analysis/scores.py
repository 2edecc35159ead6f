"""Scores kept beside a run (scores.jsonl), taken again only where they would come out the same.

Reading an answer in a long reply costs about a millisecond, so a report over many runs takes scores that are there. A
line carries a mark of what was read and of the code that read it: another reply, or other rules, and it is made anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.item import parsed
from vantage.scoring.score import Outcome, Score

if TYPE_CHECKING:
    from vantage.running.runs import Run

PACKAGE = Path(__file__).parents[1]
SCORES = "scores.jsonl"
OUTCOMES = [outcome.value for outcome in Outcome]
FIELDS = {
    "answer": (str, float, int, type(None)),
    "option": (int, type(None)),
    "step": (str,),
    "truncated": (bool,),
    "credit": (float, int),
}


def mark(response: Mapping[str, Any]) -> str:
    """Return a few digits that change with what was said, how it ended, and the code that reads it."""
    said = f"{readers()}\0{response.get('finish')}\0{response.get('error')}\0{response.get('text')}"
    return f"{zlib.crc32(said.encode('utf-8', 'surrogatepass')):08x}"


@cache
def readers() -> str:
    """Return a digest of the code that reads and judges answers."""
    files = [PACKAGE / "prompts/protocols.py", PACKAGE / "stats/metrics.py", *(PACKAGE / "scoring").rglob("*.py")]
    return f"{zlib.crc32(b''.join(path.read_bytes() for path in sorted(files))):08x}"


def kept(run: Run) -> list[Score] | None:
    """Return the scores that lie beside a run's responses, in their order; None unless all are there and fit."""
    path = getattr(run, "path", None)
    try:
        lines = parsed((path / SCORES).read_bytes().splitlines()) if path else None
    except OSError:
        return None
    if not lines or len(lines) != len(run.responses):
        return None
    if not all(_fits(line, row) for line, row in zip(lines, run.responses)):
        return None
    return [Score(Outcome(line["outcome"]), *(line[name] for name in FIELDS)) for line in lines]


def _fits(line: Any, row: Mapping[str, Any]) -> bool:
    """Return whether a line is the whole score of a response; anything else is no more than a reason to score again."""
    return (
        isinstance(line, dict)
        and line.get("mark") == mark(row)
        and all(line.get(name) == row[name] for name in ("item", "condition"))
        and line.get("outcome") in OUTCOMES
        and all(name in line and type(line[name]) in kinds for name, kinds in FIELDS.items())
    )
