"""One question with two pictures, sent to a server over a real connection, for tests of providers."""

from __future__ import annotations

import asyncio
import io
from typing import Any

from PIL import Image

from vantage import models
from vantage.models import Request, Response, Settings
from vantage.prompts.prompt import Message, Picture


def picture(kind: str = "PNG", colour: str = "red", side: int = 8) -> bytes:
    """Return a picture of one colour, encoded as a file of this kind."""
    out = io.BytesIO()
    Image.new("RGB", (side, side), colour).save(out, kind)
    return out.getvalue()


RED, BLUE = picture(), picture("JPEG", "blue")
MESSAGES = (Message("user", ("Which?", Picture(RED), "\n\nOptions:\nB. this", Picture(BLUE, "B"))),)


def ask(
    server: str, name: str = "openai/m", messages: tuple[Message, ...] = MESSAGES, times: int = 1, **settings: Any
) -> Response:
    """Ask a server once or a few times, one after the other; return the last response."""

    async def go() -> Response:
        async with models.get(name, Settings(**{"base_url": server, "timeout": 5.0, **settings})) as model:
            return [await model.respond(Request(messages, ("item",))) for _ in range(times)][-1]

    return asyncio.run(go())
