"""Read the answer out of what a model said. Never a guess: what a careful reader could not tell is no answer.

Two steps, and which one found the answer is recorded. "tag": the model put it inside <answer></answer>, and then
nothing else counts. "pattern": it said so in words; explicit statements go before implied ones, later before earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from vantage.extract.letters import Choices
from vantage.extract.numerals import only_number
from vantage.extract.spoken import Unclear, plain, said, tagged, unmarked

T = TypeVar("T", str, float)


@dataclass(frozen=True)
class Found(Generic[T]):
    """An answer, or None, and the step that found it: "tag", "pattern", or empty."""

    answer: T | None = None
    step: str = ""


def choice(text: str, options: Sequence[str]) -> Found[str]:
    """Return the letter of the option that `text` chooses; options are texts, empty for those that are pictures."""
    return _find(text, Choices(options).read)


def number(text: str) -> Found[float]:
    """Return the one number that `text` gives as its answer."""
    return _find(text, only_number)


def _find(text: str, read: Callable[[str], T | None]) -> Found[T]:
    text = said(plain(text))
    inside = tagged(text)
    try:
        answer = read(unmarked(text if inside is None else inside))
    except Unclear:
        return Found()
    step = "pattern" if inside is None else "tag"
    return Found() if answer is None else Found(answer, step)
