"""A stream as an environment asks it: a question with its pictures, one reply, a reward. Needs no trainer's package.

`verifiers_taskset` and `openenv_server` give it to those tools; whatever they would have in common stands here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from vantage.item import IMAGE_MARK, Condition
from vantage.models.http import base64_text, media_type
from vantage.prompts import protocols
from vantage.prompts.prompt import Picture
from vantage.training.reward import Pay, Reward, reward
from vantage.training.rows import Case
from vantage.training.stream import Stream, stream


@dataclass(frozen=True)
class Course:
    """What an environment asks, and how it is asked and paid: settings of `stream`, of a condition and of `Pay`."""

    what: str = "dise"  # sources of the stream, parted by spaces
    split: str = "train"
    seed: int = 0
    tier: str = ""
    pixels: int = 0
    looks: bool = True
    protocol: str = "direct"
    strict: bool = False  # whether an answer counts only inside answer tags

    def __post_init__(self) -> None:
        protocols.get(self.protocol)
        if not self.what.split():
            raise ValueError("an environment needs a suite or a task to ask, such as dise or dise/rotation_3d")
        _ = self.stream

    @cached_property
    def stream(self) -> Stream:
        """The stream from its beginning."""
        return self._stream(0)

    def _stream(self, start: int) -> Stream:
        # Its items are made where they are asked for: an environment runs within a tool's own processes.
        return stream(
            self.what.split(), split=self.split, seed=self.seed, tier=self.tier, pixels=self.pixels, looks=self.looks,
            workers=1, start=start,
        )  # fmt: skip

    @property
    def pay(self) -> Pay:
        """How replies are paid."""
        return Pay(strict=self.strict)

    def case(self, index: int) -> Case:
        """Return the question at an index of the stream."""
        return Case(self.stream[index], Condition(protocol=self.protocol))

    def cases(self, start: int = 0) -> Iterator[Case]:
        """Yield the questions from an index on, without end."""
        return (Case(item, Condition(protocol=self.protocol)) for item in self._stream(start))


def parts(case: Case, role: str = "user") -> list[dict[str, str]]:
    """Return what is said in one role, in order: {"text": …}, or {"picture": …} with a picture as a data URL."""
    said = (part for message in case.shown.messages if message.role == role for part in message.parts)
    return [
        {"picture": f"data:{media_type(part.data)};base64,{base64_text(part.data)}"}
        if isinstance(part, Picture)
        else {"text": part}
        for part in said
    ]


def told(case: Case, role: str = "user") -> str:
    """Return what is said in one role as one text, with a mark for each picture."""
    return "".join(part.get("text", IMAGE_MARK) for part in parts(case, role))


class Counter:
    """Hands out the numbers from 0 on, each once, to any number of threads."""

    def __init__(self) -> None:
        self._numbers, self._lock = itertools.count(), Lock()

    def next(self) -> int:
        """Return the next number."""
        with self._lock:
            return next(self._numbers)


class Episode:
    """One question at a time and one reply to each. Episodes of one `counter` never get the same question."""

    def __init__(self, course: Course, counter: Counter) -> None:
        self.course, self.counter = course, counter
        self.index = -1
        self._case: Case | None = None

    def begin(self, index: int | None = None) -> Case:
        """Return the question at an index, or the next that nobody has had. A group of replies shares one index."""
        if index is not None and (type(index) is not int or index < 0):
            raise ValueError(f"an episode's seed is its place in the stream, a whole number from 0 up, not {index!r}")
        place = self.counter.next() if index is None else index
        self._case = self.course.case(place)
        self.index = place
        return self._case

    def answer(self, reply: Any) -> Reward:
        """Return what a reply to the question earns; it is answered then, once."""
        if self._case is None:
            raise ValueError("no question is open: each is answered once; reset for the next one")
        case, self._case = self._case, None
        return reward(reply, case.key, self.course.pay)
