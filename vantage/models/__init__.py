"""Models by name. A model sees messages; what it answers comes back as a Response, never as an exception.

What a server says is not trusted, but nothing that it says may cost the answer: a Response puts right what no file can
hold (half a character) and takes for unknown what cannot be so (a negative number of tokens).

Only an *insider* (a baseline or simulant that must know more than is shown) is handed the item itself, so a real model
cannot reach the key or the truth even by mistake.

A model of another package is asked for as PREFIX/NAME: its entry point `vantage.models` = `PREFIX = "module:provider"`
names a Provider, which is handed NAME and the Settings. A model that holds connections or memory is an asynchronous
context manager too, entered before the first request and left after the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Protocol, runtime_checkable

from vantage import names
from vantage.item import Item
from vantage.prompts.prompt import Message

MOST_TOKENS = 10**9  # of one request; what claims more is no count


@dataclass(frozen=True)
class Settings:
    """How a model is asked, whatever the item; recorded with the run. Keys are no settings: they stay outside."""

    temperature: float | None = 0.0  # None: the provider's default (some models refuse any other)
    top_p: float | None = None
    max_tokens: int | None = None
    effort: str = ""  # of reasoning: "minimal", "low", "medium", "high"
    seed: int | None = None
    system: str = ""  # a system prompt of the user's own, before the protocol's
    base_url: str = ""  # where an OpenAI-compatible server listens
    body: str = "{}"  # further fields of the request, a JSON object
    timeout: float = 900.0  # seconds for one request


@dataclass(frozen=True)
class Failure:
    """Why no response came back: a kind to count ("timeout", "server", ...) and a sentence to read."""

    kind: str
    message: str
    retry: bool = False  # whether asking again may help
    after: float | None = None  # seconds that the server wants us to wait
    fatal: bool = False  # whether every other request would fail the same way: a bad key, an unknown model

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", _whole(self.message))


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
        for name in ("text", "finish"):
            if getattr(self, name):
                object.__setattr__(self, name, _whole(getattr(self, name)))
        for name in ("tokens_in", "tokens_out", "reasoning_tokens"):
            if not is_count(getattr(self, name)):
                object.__setattr__(self, name, None)


def is_count(value: object) -> bool:
    """Return whether this can be the number of tokens of one request."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS


def _whole(text: str) -> str:
    """Return the text with a mark (U+FFFD) in the place of each half of a character, which JSON can name."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


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


Provider = Callable[[str, Settings], Model]  # of a model, by its name after the prefix


@runtime_checkable
class Preparing(Protocol):
    """A model that looks through the data set, without pictures, before it is asked anything."""

    def prepare(self, items: Iterable[Item]) -> None:
        """Look through the items."""


@runtime_checkable
class Locked(Protocol):
    """A model that may need something before it can be asked, such as a key."""

    def check(self) -> None:
        """Raise a ValueError that says what is lacking, if anything is."""


def get(name: str, settings: Settings | None = None) -> Model:
    """Return the model called `name`, a built-in one or PROVIDER/NAME; an unknown name is an error that lists them."""
    prefix, slash, rest = name.partition("/")
    loaders, makers = _providers(), _makers()
    if slash:
        return loaders[names.nearest(prefix, loaders, "provider of models")]()(rest, settings or Settings())
    return makers[names.nearest(name, [*makers, *(f"{provider}/NAME" for provider in loaders)], "model")]()


def available() -> dict[str, str]:
    """Return the built-in models: name and one line on each."""
    return {name: _line(maker) for name, maker in _makers().items()}


def providers() -> dict[str, str]:
    """Return the providers of further models, asked for as PROVIDER/NAME: prefix and one line on each."""
    return {prefix: _line(load()) for prefix, load in _providers().items()}


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
        "egocentric": simulant.Egocentric,
        "no-update": simulant.NoUpdate,
        "clockwise": simulant.Clockwise,
        "left-right-only": simulant.LeftRightOnly,
    }


def _providers() -> dict[str, Callable[[], Provider]]:
    """Return what loads each provider, so that another package is not loaded before it is asked for."""
    from vantage.models import anthropic, local, openai

    others = {point.name: point.load for point in entry_points(group="vantage.models")}
    return {
        **others,
        "openai": lambda: openai.openai,
        "anthropic": lambda: anthropic.anthropic,
        "gemini": lambda: openai.gemini,
        "hf": lambda: local.Local,
    }


def _line(maker: object) -> str:
    return (maker.__doc__ or "").partition("\n")[0]
