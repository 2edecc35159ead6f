"""A model server for tests: speaks OpenAI's and Anthropic's wire, and fails on demand.

In a thread with a loop of its own, so that a blocking test can talk to it:

    with MockServer(faults={"rate": 0.05, "server": 0.05, "hang": 0.02}, latency=0.01) as server:
        ...                             # base_url=server.url; "openai/NAME" and "anthropic/NAME" both work
        server.counts                   # Counter({"ok": 93, "rate": 4, ...}): what was done with the requests
        server.seen[0].body             # the exact JSON of a request; .text, .pictures, .headers, .kind, .attempt
        server.most                     # the most requests that were ever under way at once

In a process of its own, so that a benchmark measures the client alone (`python -m tests.mock_server --help`):

    with process("--latency", "0.2") as url:
        ...                             # GET {url}/counts returns {"counts": {...}, "most": n}

It answers the first letter offered ("1" if none is). `script(seen)` may return another text, or a Reply for a fault of
the given kind at the given moment: `script=lambda seen: Reply("rate", after=0.5) if seen.number == 0 else "B"`.
Seeded faults depend on what is asked and on how often it was asked before, never on the order of arrival, so that their
counts are the same whatever the client's concurrency. The kinds:

    ok; rate (429 with Retry-After); server (500); overloaded (529); hang (no reply until client or server goes);
    broken (no JSON); shape (JSON of another kind); empty (no text); length (cut off); early, late (the connection
    ends before, amid the reply); page (HTML); crowded (400: too many pictures); refused (400); key (401), model (404),
    images (400): the settings cause these too.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import functools
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.listening import Listening
from vantage import seeds

KINDS = ("rate", "server", "overloaded", "hang", "broken", "shape", "empty", "length", "early", "late", "refused")
ERRORS = {
    "rate": (429, "Rate limit reached for requests."),
    "server": (500, "The server had an error while processing your request."),
    "overloaded": (529, "Overloaded"),
    "refused": (400, "Invalid request: maximum context length exceeded."),
    "crowded": (400, "At most 5 image(s) may be provided in one request."),
    "key": (401, "Incorrect API key provided: {key}."),
    "model": (404, "The model `{model}` does not exist or you do not have access to it."),
    "images": (400, "{model} is not a multimodal model: image input is not supported."),
}


@dataclass(frozen=True)
class Reply:
    """What to do with one request; a text of None is the first letter offered."""

    kind: str = "ok"
    text: str | None = None
    after: float | None = None  # Retry-After of a "rate"; None is the server's
    latency: float | None = None  # seconds before anything is sent; None is the server's


@dataclass(frozen=True)
class Seen:
    """A request as it came; `kind` says what was done with it."""

    path: str
    headers: Mapping[str, str]
    raw: bytes
    number: int  # how many requests came before
    attempt: int  # how many of them asked exactly this
    kind: str = "ok"

    @functools.cached_property
    def body(self) -> Any:
        return json.loads(self.raw)

    @property
    def parts(self) -> list[dict[str, Any]]:
        """All parts of all messages, whichever wire they came over."""
        found: list[dict[str, Any]] = []
        for message in self.body["messages"]:
            content = message["content"]
            found += [{"type": "text", "text": content}] if isinstance(content, str) else content
        return found

    @property
    def text(self) -> str:
        return "\n".join(part["text"] for part in self.parts if part["type"] == "text")

    @property
    def pictures(self) -> list[bytes]:
        """All pictures, decoded."""
        openai = [part["image_url"]["url"].split(",")[1] for part in self.parts if part["type"] == "image_url"]
        anthropic = [part["source"]["data"] for part in self.parts if part["type"] == "image"]
        return [base64.b64decode(data) for data in openai + anthropic]


Script = Callable[[Seen], Reply | str | None]


class MockServer(Listening):
    """The server; as a context manager it runs in a thread, listening on `url`."""

    def __init__(
        self,
        *,
        faults: Mapping[str, float] | None = None,  # kind -> share of the requests
        seed: int = 0,
        script: Script | None = None,  # None of it leaves the request to the seeded faults
        latency: float = 0.0,
        retry_after: float = 0.05,
        key: str = "",  # the only key accepted; empty accepts any and none
        models: tuple[str, ...] = (),  # the only models there are; empty has every one
        images: bool = True,
        record: bool = True,  # whether `seen` keeps the requests
        port: int = 0,
    ) -> None:
        self.faults, self.seed, self.script = dict(faults or {}), seed, script
        self.latency, self.retry_after = latency, retry_after
        self.key, self.models, self.images, self.record, self.port = key, models, images, record, port
        if unknown := set(self.faults) - set(KINDS):
            raise ValueError(f"no such fault: {unknown}")
        self.seen: list[Seen] = []
        self.counts: Counter[str] = Counter()
        self.most = 0
        self._under_way = 0
        self._number = 0
        self._attempts: Counter[bytes] = Counter()

    def routed(self) -> web.Application:
        """Return the application with its routes."""
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/{prefix:.*}chat/completions", self._handle)
        app.router.add_post("/{prefix:.*}messages", self._handle)
        app.router.add_get("/v1/counts", self._report)
        return app

    async def _report(self, _: web.Request) -> web.Response:
        return web.json_response({"counts": self.counts, "most": self.most})

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        self._under_way += 1
        self.most = max(self.most, self._under_way)
        try:
            raw = await request.read()
            digest = hashlib.sha256(raw).digest()
            seen = Seen(request.path, dict(request.headers), raw, self._number, self._attempts[digest])
            self._number += 1
            self._attempts[digest] += 1
            reply = self._decide(seen, digest)
            self.counts[reply.kind] += 1
            if self.record:
                self.seen.append(replace(seen, kind=reply.kind))
            await asyncio.sleep(self.latency if reply.latency is None else reply.latency)
            return await self._send(request, seen, reply)
        finally:
            self._under_way -= 1

    def _decide(self, seen: Seen, digest: bytes) -> Reply:
        bearer = seen.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.key and self.key not in (bearer, seen.headers.get("x-api-key")):
            return Reply("key", text=bearer)
        if self.models and seen.body["model"] not in self.models:
            return Reply("model")
        if not self.images and seen.pictures:
            return Reply("images")
        scripted = self.script(seen) if self.script else None
        if scripted is not None:
            return Reply(text=scripted) if isinstance(scripted, str) else scripted
        return Reply(self._fault(digest, seen.attempt))

    def _fault(self, digest: bytes, attempt: int) -> str:
        if not self.faults:
            return "ok"
        point = seeds.generator("mock server", self.seed, digest.hex(), attempt).random()
        for kind, share in self.faults.items():
            point -= share
            if point < 0:
                return kind
        return "ok"

    async def _send(self, request: web.Request, seen: Seen, reply: Reply) -> web.StreamResponse:
        transport = request.transport
        if reply.kind in ERRORS:
            return self._error(seen, reply)
        if reply.kind == "hang":
            await self._stop.wait()
        if reply.kind in ("hang", "early"):
            if transport:
                transport.abort()
            return web.Response()
        if reply.kind == "page":
            return web.Response(text="<!DOCTYPE html><title>Welcome</title>", content_type="text/html")
        if reply.kind == "broken":
            return web.Response(text='{"choices": [{"message": {"content": "A', content_type="application/json")
        if reply.kind == "shape":
            return web.json_response({"choices": {"A": 1}, "content": "A"})
        data = json.dumps(_answer(seen, reply)).encode()
        if reply.kind == "late":
            partial = web.StreamResponse(headers={"Content-Length": str(len(data)), "Content-Type": "application/json"})
            await partial.prepare(request)
            await partial.write(data[: len(data) // 2])
            if transport:
                transport.close()
            return partial
        return web.Response(body=data, content_type="application/json")

    def _error(self, seen: Seen, reply: Reply) -> web.Response:
        status, words = ERRORS[reply.kind]
        message = words.format(key=reply.text, model=seen.body["model"])
        after = self.retry_after if reply.after is None else reply.after
        headers = {"Retry-After": f"{after:g}"} if reply.kind == "rate" else {}
        error = {"message": message, "type": reply.kind, "code": reply.kind}
        return web.json_response({"type": "error", "error": error}, status=status, headers=headers)


def _answer(seen: Seen, reply: Reply) -> dict[str, Any]:
    """Return the body of an answer, in the words of the wire that the question came over."""
    text = reply.text
    if text is None:
        offered = re.search(r"^([A-Z])\. ?", seen.text, re.MULTILINE)
        text = offered[1] if offered else "1"
    text = {"empty": "", "length": "Let me look at the"}.get(reply.kind, text)
    cut = reply.kind == "length"
    size = {"in": len(seen.raw) // 4, "out": len(text.split())}
    if seen.path.endswith("/messages"):
        return {
            "type": "message",
            "role": "assistant",
            "model": seen.body["model"],
            "content": [{"type": "text", "text": text}] if text else [],
            "stop_reason": "max_tokens" if cut else "end_turn",
            "usage": {"input_tokens": size["in"], "output_tokens": size["out"]},
        }
    message = {"role": "assistant", "content": text}
    return {
        "object": "chat.completion",
        "model": seen.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "length" if cut else "stop"}],
        "usage": {"prompt_tokens": size["in"], "completion_tokens": size["out"], "total_tokens": sum(size.values())},
    }


@contextlib.contextmanager
def process(*arguments: str) -> Iterator[str]:
    """Run a server with these command-line arguments in a process of its own, and give its URL."""
    command = [sys.executable, "-m", "tests.mock_server", *arguments]
    root = Path(__file__).parent.parent
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        try:
            yield child.stdout.readline().strip()
        finally:
            child.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve until terminated; the first line printed is the URL.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--faults", default="", help="for example rate=0.05,server=0.05")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--key", default="")
    parser.add_argument("--no-images", action="store_true")
    options = parser.parse_args()
    shares = (pair.split("=") for pair in options.faults.split(",") if pair)
    server = MockServer(
        faults={kind: float(share) for kind, share in shares},
        seed=options.seed,
        latency=options.latency,
        key=options.key,
        images=not options.no_images,
        record=False,
        port=options.port,
    )
    asyncio.run(server.serve(lambda: print(server.url, flush=True)))


if __name__ == "__main__":
    main()
