"""Models by name. A model sees messages; what it answers comes back as a Response, never as an exception.

Only an *insider* (a baseline or simulant that must know more than is shown) is handed the item itself, so a real model
cannot reach the key or the truth even by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vantage import names
from vantage.item import Item
from vantage.prompt import Message


@dataclass(frozen=True)
class Failure:
    """Why no response came back: a kind to count ("timeout", "server", ...) and a sentence to read."""

    kind: str
    message: str


@dataclass(frozen=True)
class Response:
    """What a model said and what it cost; `text` is None exactly when there is an error."""

    text: str | None
    finish: str = "stop"  # "stop", "length" when cut off, or the provider's own word
    tokens_in: int | None = None
    tokens_out: int | None = None
    reasoning_tokens: int | None = None
    seconds: float = 0.0
    error: Failure | None = None

    def __post_init__(self) -> None:
        if (self.text is None) != (self.error is not None):
            raise ValueError("a response has either a text or an error")


@dataclass(frozen=True)
class Request:
    """One question put to a model."""

    messages: tuple[Message, ...]
    path: tuple[str | int, ...]  # names item, condition and repeat: seeds whatever is random about the answer
    letters: str = ""  # the letters on offer, empty when a number is asked for
    item: Item | None = None  # for insiders alone, with its options in the order shown
    order: tuple[int, ...] = ()  # for each place shown, the option's index in the data set, as in truth


class Model(Protocol):
    """Whatever answers requests."""

    @property
    def name(self) -> str:
        """The name it is asked for by, and recorded under."""

    @property
    def insider(self) -> bool:
        """Whether it must be handed the item itself."""

    async def respond(self, request: Request) -> Response:
        """Return the answer; what goes wrong on the way is a Failure inside it."""


@runtime_checkable
class Preparing(Protocol):
    """A model that looks through the data set, without pictures, before it is asked anything."""

    def prepare(self, items: Iterable[Item]) -> None:
        """Look through the items."""


def get(name: str) -> Model:
    """Return the model called `name`; an unknown name is an error that suggests the nearest and lists them all."""
    makers = _makers()
    return makers[names.nearest(name, makers, "model")]()


def available() -> dict[str, str]:
    """Return the built-in models: name and one line on each."""
    return {name: (maker.__doc__ or "").splitlines()[0] for name, maker in _makers().items()}


def _makers() -> dict[str, Callable[[], Model]]:
    from vantage.models import baseline, simulant

    return {
        "random": baseline.Random,
        "first": baseline.First,
        "majority": baseline.Majority,
        "pixel": baseline.Pixel,
        "oracle": simulant.Oracle,
        "mirror-blind": simulant.MirrorBlind,
        "flat-folder": simulant.FlatFolder,
    }
