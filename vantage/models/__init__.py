"""Models by name. A model gets messages and returns a Response; a failure is part of the Response, not an exception.

What a server sends is not trusted, but a faulty detail must not cost the answer: a Response replaces half characters,
which no file can hold, and turns impossible values, such as a negative number of tokens, into None.

Only an *insider* (a baseline or simulant that must know more than is shown) is given the item itself, so a real model
cannot reach the key or the truth even by mistake.

Another package can add models, called PREFIX/NAME: its entry point `vantage.models` = `PREFIX = "module:provider"`
names a Provider, which is called with NAME and the Settings. A model that holds connections or memory is also an
asynchronous context manager, entered before the first request and left after the last.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Protocol, runtime_checkable

from vantage import names
from vantage.item import Item
from vantage.models import body
from vantage.prompts.prompt import Message

FAMILIES = {  # providers, by how the names of their own models begin
    "openai": r"gpt-|chatgpt-|o[134](-|$)",
    "anthropic": r"claude-",
    "gemini": r"gemini-",
}
MOST_TOKENS = 10**9  # of one request; a larger number is not believed


@dataclass(frozen=True)
class Settings:
    """How a model is asked, the same for every item; recorded with the run, so API keys are not among them."""

    temperature: float | None = 0.0  # None: the provider's default, the only value that some models accept
    top_p: float | None = None
    max_tokens: int | None = None
    effort: str = ""  # reasoning effort: "minimal", "low", "medium", "high"
    seed: int | None = None
    system: str = ""  # the user's own system prompt, placed before the protocol's
    base_url: str = ""  # where an OpenAI-compatible server listens
    replicas: tuple[str, ...] = ()  # where others listen that serve the same model; no part of what a run is
    body: str = "{}"  # extra fields of the request's body, a JSON object
    timeout: float = 900.0  # seconds for one request

    def __post_init__(self) -> None:
        body.check(self.body)


@dataclass(frozen=True)
class Failure:
    """Why a request failed: a kind for counting ("timeout", "server", ...) and a sentence for people."""

    kind: str
    message: str
    retry: bool = False  # whether asking again may help
    after: float | None = None  # seconds that the server wants us to wait
    fatal: bool = False  # whether all further requests would fail the same way: a bad key, an unknown model

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
    """Return whether the value can be the number of tokens of one request."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS


def _whole(text: str) -> str:
    """Return the text with each lone surrogate (half a character, which JSON can contain) replaced by U+FFFD."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(frozen=True)
class Request:
    """One question put to a model."""

    messages: tuple[Message, ...]
    path: tuple[str | int, ...]  # names item, condition and repeat: the seed of everything random about the answer
    letters: str = ""  # the letters on offer, empty when the question asks for a number
    item: Item | None = None  # for insiders only, with its options in the order shown
    order: tuple[int, ...] = ()  # for each option shown, its index in the data set, as `truth` counts them


class Model(Protocol):
    """Anything that answers requests."""

    @property
    def name(self) -> str:
        """The name that selects the model and that runs record."""

    @property
    def insider(self) -> bool:
        """Whether its requests include the item itself."""

    async def respond(self, request: Request) -> Response:
        """Return the answer; an error is returned as a Failure inside it."""


Provider = Callable[[str, Settings], Model]  # makes a model from its name after the prefix


@runtime_checkable
class Preparing(Protocol):
    """A model that reads the whole data set, without pictures, before its first request."""

    def prepare(self, items: Iterable[Item]) -> None:
        """Read the items."""


@runtime_checkable
class Locked(Protocol):
    """A model that may need something before it can be asked, such as a key."""

    def check(self) -> None:
        """Raise a ValueError that says what is missing, if anything is."""


def get(name: str, settings: Settings | None = None) -> Model:
    """Return the model called `name`, a built-in one or PROVIDER/NAME; for an unknown name, the error lists them."""
    prefix, slash, rest = name.partition("/")
    loaders, makers = _providers(), _makers()
    if name not in makers and prefix not in loaders and (meant := _meant(name)):
        raise ValueError(f"no {'provider' if slash else 'model'} is called {prefix!r}; did you mean {meant}?")
    if slash:
        return loaders[names.nearest(prefix, loaders, "provider of models")]()(rest, settings or Settings())
    return makers[names.nearest(name, [*makers, *(f"{provider}/NAME" for provider in loaders)], "model")]()


def _meant(name: str) -> str:
    """Return the full name of a model whose provider was left out; empty where it cannot be told."""
    family = next((provider for provider, known in FAMILIES.items() if re.match(known, name, re.IGNORECASE)), "")
    if family:
        return f"{family}/{name}"
    organisation, _, rest = name.partition("/")
    # A misspelt provider is likelier than an organisation of nearly the same name.
    close = difflib.get_close_matches(organisation, _providers(), 1)
    return f"hf/{name} (a model of Hugging Face)" if rest and not close else ""


def available() -> dict[str, str]:
    """Return the built-in models: the name of each and one line about it."""
    return {name: _line(maker) for name, maker in _makers().items()}


def providers() -> dict[str, str]:
    """Return the providers of further models, called PROVIDER/NAME: the prefix of each and one line about it."""
    return {prefix: _line(load()) for prefix, load in _providers().items()}


def _makers() -> dict[str, Callable[[], Model]]:
    from vantage.models import baseline, follower, simulant, spin_simulant

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
        "raster-only": simulant.RasterOnly,
        "face-to-face": follower.FaceToFace,
        "viewer-frame": spin_simulant.ViewerFrame,
        "premise-blind": spin_simulant.PremiseBlind,
        "wording-fragile": spin_simulant.WordingFragile,
        "colour-matcher": spin_simulant.ColourMatcher,
    }


def _providers() -> dict[str, Callable[[], Provider]]:
    """Return a loader for each provider, so that other packages are imported only when they are needed."""
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
