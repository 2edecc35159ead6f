"""OpenAI's chat completions API, which most servers offer: vLLM, SGLang, LMDeploy, Ollama, llama.cpp, Gemini, others.

With a base URL (in the settings, or in OPENAI_BASE_URL), `openai/NAME` is a model of any such server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vantage.models import Model, Settings
from vantage.models.http import Body, Reply, Wire, base64_text, count, finish, media_type
from vantage.models.replicas import connected
from vantage.prompts.prompt import Message, Part

HOME = "https://api.openai.com/v1"


def openai(name: str, settings: Settings) -> Model:
    """A model of OpenAI, or of any server that offers the same API (--base-url)."""
    return connected(name, settings, WIRE)


def gemini(name: str, settings: Settings) -> Model:
    """A model of Google, asked through its OpenAI-compatible API."""
    return connected(name, settings, GEMINI)


def body(name: str, settings: Settings, messages: Sequence[Message]) -> Body:
    """Return the body of a request; fields that are None are left out later."""
    # OpenAI's reasoning models refuse `max_tokens`; not all other servers know its successor.
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
    """Return the content of a reply. A refusal to answer counts as the answer; separate reasoning text is ignored."""
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
    """Return the messages in the API's form, system messages merged into one: many chat templates allow only one."""
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


EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
WIRE = Wire("openai", HOME, "/chat/completions", "OPENAI_API_KEY", _bearer, body, read, "OPENAI_BASE_URL", EFFORTS)
GEMINI = Wire(
    prefix="gemini",
    home="https://generativelanguage.googleapis.com/v1beta/openai",
    path="/chat/completions",
    key_variable="GEMINI_API_KEY",
    headers=_bearer,
    body=body,
    read=read,
    efforts=("none", "minimal", "low", "medium", "high"),
)
