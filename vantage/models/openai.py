"""OpenAI's chat completions, which most servers speak: vLLM, SGLang, LMDeploy, Ollama, llama.cpp, hosted ones, Gemini.

A base URL (in the settings, or OPENAI_BASE_URL) asks any of them as `openai/NAME`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vantage.models import Settings
from vantage.models.http import Body, HttpModel, Reply, Wire, base64_text, count, finish, media_type
from vantage.prompts.prompt import Message, Part

HOME = "https://api.openai.com/v1"


def openai(name: str, settings: Settings) -> HttpModel:
    """A model of OpenAI, or of any server that speaks its language (--base-url)."""
    return HttpModel(name, settings, WIRE)


def gemini(name: str, settings: Settings) -> HttpModel:
    """A model of Google, asked in the language of OpenAI."""
    return HttpModel(name, settings, GEMINI)


def body(name: str, settings: Settings, messages: Sequence[Message]) -> Body:
    """Return the body of a request; what is None is left to the server."""
    # OpenAI's reasoning models refuse `max_tokens`; other servers do not all know its successor.
    limit = "max_completion_tokens" if settings.base_url in ("", HOME) else "max_tokens"
    return {
        "model": name,
        "messages": _merged(messages),
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        limit: settings.max_tokens,
        "reasoning_effort": settings.effort or None,
        "seed": settings.seed,
    }


def read(data: Any) -> Reply:
    """Return what a reply says. A refusal to answer is an answer; reasoning shown beside the answer is not."""
    choice = data["choices"][0]
    message, usage = choice["message"], data.get("usage")
    details = usage.get("completion_tokens_details") if isinstance(usage, dict) else None
    if choice.get("error"):
        raise ValueError("the answer broke off")
    return Reply(
        text=_text(message.get("content")) or _text(message.get("refusal")),
        finish=finish(choice.get("finish_reason")),
        tokens_in=count(usage, "prompt_tokens"),
        tokens_out=count(usage, "completion_tokens"),
        reasoning_tokens=count(details, "reasoning_tokens"),
    )


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part["type"] == "text")
    if content is None or isinstance(content, str):
        return content or ""
    raise TypeError("an answer is a text or a list of parts")


def _merged(messages: Sequence[Message]) -> list[Body]:
    """Return the messages as the wire has them, with all that the system says in one: chat templates take no second."""
    system = "\n\n".join(str(part) for message in messages if message.role == "system" for part in message.parts)
    rest = [{"role": m.role, "content": _content(m.parts)} for m in messages if m.role != "system"]
    return [{"role": "system", "content": system}, *rest] if system else rest


def _content(parts: Sequence[Part]) -> str | list[Body]:
    if all(isinstance(part, str) for part in parts):
        return "".join(str(part) for part in parts)
    return [_part(part) for part in parts]


def _part(part: Part) -> Body:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    url = f"data:{media_type(part.data)};base64,{base64_text(part.data)}"
    return {"type": "image_url", "image_url": {"url": url}}


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


WIRE = Wire("openai", HOME, "/chat/completions", "OPENAI_API_KEY", _bearer, body, read, "OPENAI_BASE_URL")
GEMINI = Wire(
    prefix="gemini",
    home="https://generativelanguage.googleapis.com/v1beta/openai",
    path="/chat/completions",
    key_variable="GEMINI_API_KEY",
    headers=_bearer,
    body=body,
    read=read,
)
