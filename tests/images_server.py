"""An image server for tests: speaks OpenAI's images API, draws descriptions by our renderer, and errs on demand.

In a thread with a loop of its own, as `mock_server` runs. It draws one of our individuals, facing as the prompt says:

    with ImagesServer(planted={"diagonal": 2, "another": 1}) as server:
        ...                       # base_url=server.url
        server.drawn              # for each picture, by the digest of its bytes: what it really shows

The first so many prompts are drawn wrong as `planted` says: "diagonal" faces between two ways, "turned" the opposite
way, "another" shows no thing at all. `script(number)` returns a fault of FAULTS for a request, or None.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from aiohttp import web
from PIL import Image

from tests.listening import Listening
from vantage import render, seeds
from vantage.curate.generated.descriptions import FACINGS
from vantage.individuals import Individual
from vantage.tasks.imagined_turn import FACINGS as TURNS

SIDE = 72
FAULTS = ("refused", "server", "key", "page", "url", "text", "huge", "small", "same", "junk")
WRONG = {"diagonal": 45.0, "turned": 180.0}


class ImagesServer(Listening):
    """The server; as a context manager it runs in a thread, listening on `url`."""

    def __init__(
        self,
        planted: Mapping[str, int] | None = None,
        script: Callable[[int], str | None] = lambda number: None,
        latency: float = 0.0,
        side: int = SIDE,
    ) -> None:
        self.left = [kind for kind, n in (planted or {}).items() for _ in range(n)]
        self.script, self.latency, self.side = script, latency, side
        self.seen: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.drawn: dict[str, str] = {}
        self.port = 0

    def routed(self) -> web.Application:
        app = web.Application()
        app.router.add_post("/v1/images/generations", self._handle)
        return app

    async def _handle(self, request: web.Request) -> web.Response:
        body = await request.json()
        number = len(self.seen)
        self.seen.append(body)
        self.keys.append(request.headers.get("Authorization", ""))
        await asyncio.sleep(self.latency)
        fault = self.script(number)
        if fault in ("refused", "server", "key"):
            status = {"refused": 400, "server": 500, "key": 401}[fault]
            return web.json_response({"error": {"message": f"Your request was refused: {fault}."}}, status=status)
        if fault == "page":
            return web.Response(text="<!DOCTYPE html><title>Welcome</title>", content_type="text/html")
        if fault == "url":
            return web.json_response({"data": [{"url": "http://169.254.169.254/latest"}]})
        if fault == "junk":
            return web.json_response({"data": {"picture": 1}})
        data = self._picture(body["prompt"], number, fault)
        return web.json_response({"created": 0, "data": [{"b64_json": base64.b64encode(data).decode()}]})

    def _picture(self, prompt: str, number: int, fault: str | None) -> bytes:
        if fault == "text":
            return b"no picture at all"
        if fault == "huge":
            return b"\x89PNG" + bytes(2**25)
        if fault == "small":
            return _png(Image.new("RGB", (8, 8)))
        wrong = self.left.pop(0) if self.left else ""
        facing = next(facing for facing, words in FACINGS.items() if words in prompt)
        turn = (TURNS[facing] + WRONG.get(wrong, 0.0)) % 360
        rng = seeds.generator("images server", 0 if fault == "same" else number)
        if wrong == "another":
            image = Image.fromarray(rng.integers(0, 255, (self.side, self.side, 3), dtype=np.uint8))
        else:
            kind = ("rocking horse", "piggy bank", "toy dinosaur")[int(rng.integers(3))]
            one = Individual("object", kind, int(rng.integers(1 << 31)), int(rng.integers(1 << 31)))
            image = render.draw(one.portrait(turn, int(rng.integers(1 << 16))), self.side)
        data = _png(image)
        shown = next((way for way, degrees in TURNS.items() if degrees == turn), "diagonal")
        self.drawn[hashlib.sha256(data).hexdigest()] = wrong if wrong == "another" else shown
        return data


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve until terminated; the first line printed is the URL.")
    parser.add_argument("--side", type=int, default=384)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--planted", default="{}", help='for example {"diagonal": 2}')
    options = parser.parse_args()
    server = ImagesServer(json.loads(options.planted), latency=options.latency, side=options.side)
    asyncio.run(server.serve(lambda: print(server.url, flush=True)))


if __name__ == "__main__":
    main()
