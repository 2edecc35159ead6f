"""Models behind HTTP. Each request is sent once, and every error comes back as a Failure with a kind.

A Wire holds what differs between providers: the address, the environment variable with the key, and how to write a
request and read a reply. The key is sent in the HTTP headers only, and is removed from every text this module returns.
"""

from __future__ import annotations

import base64
import io
import json
import os
import re
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from vantage.models import Failure, Request, Response, Settings, refusals
from vantage.models.body import SECRET
from vantage.prompts.prompt import Message, Picture

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

LARGEST = 2**25  # bytes of a reply; a longer one is not read
CONNECT = 30.0  # seconds within which a connection must be made
IN_PIECES = 2**20  # bytes: aiohttp wants a larger body as a stream
LOCAL = ("localhost", "127.0.0.1", "::1")
WORDS = 400  # characters of an error message that are kept
PAGES = (200, 404, 405)  # statuses with which a site answers a request that no server of models would get
FINISH = {
    **dict.fromkeys(("end_turn", "stop_sequence", "eos", "eos_token"), "stop"),
    **dict.fromkeys(("max_tokens", "model_context_window_exceeded"), "length"),
}

Body = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """A provider's reply in our own terms: `finish` is "stop", "length" or the provider's own word."""

    text: str
    finish: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    reasoning_tokens: int | None = None


@dataclass(frozen=True)
class Wire:
    """How to talk to a provider."""

    prefix: str
    home: str  # the provider's own address, where every request needs a key
    path: str  # of the requests, appended to the address
    key_variable: str
    headers: Callable[[str], dict[str, str]]  # for a key, which may be empty
    body: Callable[[str, Settings, Sequence[Message]], Body]  # of a request, without the user's own fields
    read: Callable[[Any], Reply]  # may raise any common exception on a reply of unexpected shape
    base_variable: str = ""  # the environment variable that sets another address
    efforts: tuple[str, ...] = ()  # of reasoning, that the provider itself knows; other servers may know others


class HttpModel:
    """A model behind HTTP; its `settings` are those given to it, with `base_url` set to the address that it uses."""

    insider = False

    def __init__(self, name: str, settings: Settings, wire: Wire) -> None:
        if not name:
            raise ValueError(f"{wire.prefix}/ names no model; it should be {wire.prefix}/NAME")
        moved = os.environ.get(wire.base_variable, "") if wire.base_variable else ""
        self.name = f"{wire.prefix}/{name}"
        self.settings = replace(settings, base_url=address(settings.base_url or moved or wire.home, wire.path))
        self._name, self._wire = name, wire
        self._check_effort()
        self._key = _key(wire)
        self._url = self.settings.base_url + wire.path
        self._host = urlsplit(self._url).netloc
        self._proxy = _proxy(self._url)
        self._session: ClientSession | None = None

    def _check_effort(self) -> None:
        """Raise a ValueError for an effort that the provider does not know; other servers may know it."""
        effort, known = self.settings.effort, self._wire.efforts
        if effort and effort not in known and self.settings.base_url == self._wire.home:
            raise ValueError(
                f"{self._wire.prefix}/ knows no reasoning effort {effort!r}; give one of {', '.join(known)} (one that "
                "is newer than Vantage goes into --body)"
            )

    def check(self) -> None:
        """Raise a ValueError if there is no key and the provider requires one."""
        if not self._key and self.settings.base_url == self._wire.home:
            raise ValueError(
                f"{self._wire.prefix}/ needs a key: set the environment variable {self._wire.key_variable}, "
                "or give with --base-url the address of a server that needs none"
            )

    async def __aenter__(self) -> HttpModel:
        import aiohttp

        # The pool of connections sets no limit, because the caller already limits how many requests run at once.
        self._session = aiohttp.ClientSession(
            headers={"Content-Type": "application/json", **self._wire.headers(self._key)},
            connector=aiohttp.TCPConnector(limit=0),
            timeout=aiohttp.ClientTimeout(total=self.settings.timeout, sock_connect=CONNECT),
            cookie_jar=aiohttp.DummyCookieJar(),
            proxy=self._proxy,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._session:
            await self._session.close()
        self._session = None

    async def respond(self, request: Request) -> Response:
        """Return the answer to one attempt."""
        import aiohttp

        started = time.monotonic()
        try:
            found = await self._ask(request)
        except aiohttp.ConnectionTimeoutError:
            found = Failure("network", f"no connection to {self._host} within {CONNECT:g} s", retry=True)
        except TimeoutError:
            found = Failure("timeout", f"no answer within {self.settings.timeout:g} s", retry=True)
        except (aiohttp.ClientError, OSError) as error:
            found = Failure("network", f"no answer from {self._host}: {str(error) or type(error).__name__}", retry=True)
        seconds = time.monotonic() - started
        if isinstance(found, Failure):
            return Response(None, finish="", seconds=seconds, error=self._explained(found))
        text = self._scrubbed(found.text) if len(self._key) >= SECRET else found.text
        return Response(text, found.finish, found.tokens_in, found.tokens_out, found.reasoning_tokens, seconds)

    async def _ask(self, request: Request) -> Reply | Failure:
        if self._session is None:
            raise RuntimeError(f"{self.name} must be entered with `async with` before it is asked")
        pictures = any(isinstance(part, Picture) for message in request.messages for part in message.parts)
        try:
            data = json.dumps(written(self._wire, self._name, self.settings, request.messages)).encode()
        except ValueError as error:
            return Failure("refused", str(error))
        body = io.BytesIO(data) if len(data) >= IN_PIECES else data
        # Redirects are not followed: that would send the key to another address.
        async with self._session.post(self._url, data=body, allow_redirects=False) as response:
            raw = await _read(response)
            if raw is None:
                return Failure("broken", f"a reply of more than {LARGEST:,} bytes", retry=True)
            if response.status in PAGES and refusals.is_page(raw):
                return refusals.web_page(response.status, self.settings.base_url, raw)
            if response.status != 200:
                return refusals.failure(response.status, response.headers, raw, pictures=pictures)
        return self._understood(raw, pictures)

    def _understood(self, raw: bytes, pictures: bool) -> Reply | Failure:
        try:
            data = json.loads(raw)
            # Some routers answer with status 200 and put the error, with its real status, inside.
            if data.get("error"):
                code = count(data["error"], "code") or 0
                return refusals.failure(code if 400 <= code < 600 else 500, {}, raw, pictures=pictures)
            return self._wire.read(data)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return Failure("broken", f"a reply of {len(raw):,} bytes that is not the JSON expected", retry=True)

    def _explained(self, failure: Failure) -> Failure:
        # aiohttp's message may contain a proxy's address, and that may contain a password.
        words = re.sub(r"//[^/@\s]+@", "//", self._scrubbed(failure.message))
        words = words if len(words) <= WORDS else words[: WORDS - 1] + "…"
        if failure.kind == "key":
            words += f" [{self._wire.key_variable} is {'set' if self._key else 'not set'}]"
        return replace(failure, message=words)

    def _scrubbed(self, text: str) -> str:
        return text.replace(self._key, "[key]") if self._key else text


def written(wire: Wire, name: str, settings: Settings, messages: Sequence[Message]) -> Body:
    """Return the body of a request for these messages. The user's own fields override ours; null removes a field."""
    system = [Message("system", (settings.system,))] if settings.system else []
    body = {**wire.body(name, settings, [*system, *messages]), **json.loads(settings.body)}
    return {field: value for field, value in body.items() if value is not None}


def media_type(data: bytes) -> str:
    """Return the media type of an encoded picture, recognised by its first bytes."""
    for magic, kind in ((b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif")):
        if data.startswith(magic):
            return f"image/{kind}"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    raise ValueError(f"a picture that begins with {data[:4]!r} is not PNG, JPEG, WebP or GIF")


def finish(word: Any) -> str:
    """Return why an answer ended: "stop", "length", or what the provider calls it."""
    return FINISH.get(word, word) if isinstance(word, str) else "stop"


def count(usage: Any, name: str) -> int | None:
    """Return the whole number at `name` in `usage`; None if `usage` is not an object or has no such number."""
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) else None


def base64_text(data: bytes) -> str:
    """Return bytes as base64 text."""
    return base64.b64encode(data).decode("ascii")


def address(base_url: str, path: str = "") -> str:
    """Return a server's address without `path` or a final slash; "/v1" is added where the address has no path."""
    try:
        parts = urlsplit(base_url.strip())
        _ = parts.port
    except ValueError as error:
        raise ValueError(f"a base URL is like http://localhost:8000/v1; this one cannot be read: {error}") from None
    # These parts may hold a secret. Addresses are recorded, so they are refused, and the error does not repeat them.
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("a base URL holds no user, password or query; keys are taken from the environment")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"a base URL is like http://localhost:8000/v1, not {base_url!r}")
    below = parts.path.rstrip("/").removesuffix(path) or "/v1"
    return f"{parts.scheme}://{parts.netloc}{below}"


def _key(wire: Wire) -> str:
    key = os.environ.get(wire.key_variable, "").strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError(f"{wire.key_variable} holds characters that no key has")
    return key


def _proxy(url: str) -> str | None:
    """Return the proxy that the environment sets for this address; None for an address on this machine."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    found = urllib.request.getproxies().get(parts.scheme)
    if not found or host in LOCAL or urllib.request.proxy_bypass(host):
        return None
    return found if "://" in found else f"http://{found}"


async def _read(response: ClientResponse) -> bytes | None:
    """Return the whole reply, or None if it is too long."""
    pieces, size = [], 0
    async for piece in response.content.iter_any():
        size += len(piece)
        if size > LARGEST:
            return None
        pieces.append(piece)
    return b"".join(pieces)
