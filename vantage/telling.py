"""How a worked solution is told: the letters that options have as shown, and which of several wordings is taken.

A task's `explain` gets the truth, in which options stand in the data set's order, and a Teller; it returns the steps of
a solution. It says what can be seen and worked out, never how the truth is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from vantage.item import Json


@dataclass(frozen=True)
class Teller:
    """What is told besides the truth; options are numbered as in the truth."""

    letters: tuple[str, ...]  # of the options as shown
    key: int  # the number of the right option
    rng: np.random.Generator

    @property
    def right(self) -> str:
        """The letter of the right option."""
        return self.letters[self.key]

    @property
    def shown(self) -> list[int]:
        """The numbers of all options, in the order shown."""
        return sorted(range(len(self.letters)), key=lambda number: self.letters[number])

    @property
    def wrong(self) -> list[int]:
        """The numbers of the wrong options, in the order shown."""
        return [number for number in self.shown if number != self.key]

    def say(self, *wordings: str, **values: Any) -> str:
        """Return one of several wordings, its blanks filled."""
        return wordings[int(self.rng.integers(len(wordings)))].format(**values)


Explain = Callable[[Json, Teller], list[str]]  # the steps of a solution, each a line, without the answer itself


def listed(parts: list[str]) -> str:
    """Return words in a row: "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
