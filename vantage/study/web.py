"""What the pages that we serve have in common: JSON in and out, bounded, and a policy by which nothing else runs."""

from __future__ import annotations

import contextlib
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vantage.study.writer import Refused

BODY = 16_384  # bytes of a request, at most
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

T = TypeVar("T")


async def body(request: Request, kind: type[T]) -> T:
    """Return the JSON of a request as a record; whatever else it is, is refused."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise Refused(415, "type", "That is not what this page sends.")
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > BODY:
            raise Refused(413, "size", "That is more than this page sends.")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(422, "form", "That is not what this page sends.") from None


def reply(found: Any, status: int = 200, **headers: str) -> Response:
    """Return what was found, as JSON."""
    return Response(msgspec.json.encode(found), status, {"cache-control": "no-store", **headers}, "application/json")


async def refused(request: Request, error: Any) -> Response:
    """Return what a refusal says to the page."""
    again = {"retry-after": str(error.wait)} if error.wait else {}
    return reply({"error": error.word, "message": str(error)}, error.status, **again)


@cache
def page_file(name: str) -> bytes:
    """Return a file of a page; its colours and letters are those of the report's pages."""
    data = resources.files("vantage.study").joinpath("page", name).read_bytes()
    if name.endswith(".css"):
        data = resources.files("vantage.report").joinpath("templates", "sheet.css").read_bytes() + b"\n" + data
    return data


class Policy:
    """Adds our headers to every reply, and takes off what would tell others about the server."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def policed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        # A browser that goes away in the middle of a request is no error.
        with contextlib.suppress(ClientDisconnect):
            await self.app(scope, receive, policed if scope["type"] == "http" else send)


_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
