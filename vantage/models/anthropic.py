"""Anthropic's messages API.

A reasoning effort turns on adaptive thinking, as models from 4.6 on require, and leaves out the temperature, which the
API does not allow together with thinking. Older models need a thinking budget, which `Settings.body` can add.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vantage.models import Model, Settings
from vantage.models.http import Body, Reply, Wire, base64_text, count, finish, media_type
from vantage.models.replicas import connected
from vantage.prompts.prompt import Message, Part

VERSION = "2023-06-01"
MAX_TOKENS = 4096  # the API requires a limit; this one is used when the settings have none


def anthropic(name: str, settings: Settings) -> Model:
    """A model of Anthropic, asked through its own API."""
    if settings.seed is not None:
        raise ValueError("Anthropic's models take no seed; leave it out")
    return connected(name, settings, WIRE)


def body(name: str, settings: Settings, messages: Sequence[Message]) -> Body:
    """Return the body of a request; fields that are None are left out later."""
    system = "\n\n".join(str(part) for message in messages if message.role == "system" for part in message.parts)
    spoken = [
        {"role": message.role, "content": [_part(part) for part in message.parts]}
        for message in messages
        if message.role != "system"
    ]
    return {
        "model": name,
        "max_tokens": settings.max_tokens or MAX_TOKENS,
        "system": system or None,
        "messages": spoken,
        "temperature": None if settings.effort else settings.temperature,
        "top_p": settings.top_p,
        "thinking": {"type": "adaptive"} if settings.effort else None,
        "output_config": {"effort": settings.effort} if settings.effort else None,
    }


def read(data: Any) -> Reply:
    """Return the content of a reply, without the model's thinking."""
    usage = data.get("usage")
    # Tokens that the provider's own cache wrote or read are counted separately, and only if there were any.
    cached = (count(usage, f"{name}_input_tokens") or 0 for name in ("cache_creation", "cache_read"))
    plain = count(usage, "input_tokens")
    return Reply(
        text="".join(block["text"] for block in data["content"] if block["type"] == "text"),
        finish=finish(data["stop_reason"]),
        tokens_in=None if plain is None else plain + sum(cached),
        tokens_out=count(usage, "output_tokens"),
    )


def _part(part: Part) -> Body:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    source = {"type": "base64", "media_type": media_type(part.data), "data": base64_text(part.data)}
    return {"type": "image", "source": source}


def _headers(key: str) -> dict[str, str]:
    return {"anthropic-version": VERSION, **({"x-api-key": key} if key else {})}


WIRE = Wire(
    prefix="anthropic",
    home="https://api.anthropic.com/v1",
    path="/messages",
    key_variable="ANTHROPIC_API_KEY",
    headers=_headers,
    body=body,
    read=read,
    efforts=("low", "medium", "high", "xhigh", "max"),
)
