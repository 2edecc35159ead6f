"""What a server's refusal means: its status and message become a Failure that is retried, recorded or fatal.

The kind of failure decides what a run does next. So a refusal that every further request would meet (unknown model, no
picture input, unknown setting) is distinguished from one that concerns only this request. Servers do not agree on the
status, so the message counts too.
"""

from __future__ import annotations

import email.utils
import json
import math
import re
import time
from collections.abc import Mapping
from typing import Any

from vantage.models import Failure

NO_PICTURES = re.compile(
    r"not a multimodal model|text-only"
    r"|(does not|doesn't|do not|cannot) (support|accept|take|process|handle) (any )?(image|vision|picture|multimodal)"
    r"|(image|vision|multimodal)( data| inputs?| contents?)?s? (is|are) (not|only) supported"
    r"|found that support image"
    r"|image_url.{0,20}only supported by"
    r"|(unsupported|unknown|invalid)[^.]{0,40}image_url",
    re.IGNORECASE,
)
NO_MODEL = re.compile(
    r"model_not_found|(unknown|invalid|no such) model|not a valid model"
    r"|\bmodel\b.{0,120}(not found|does not exist|not exist|not available)",
    re.IGNORECASE,
)
NO_CREDIT = re.compile(r"insufficient_quota|insufficient (balance|credit)|credit balance|spend_limit", re.IGNORECASE)
BAD_SETTING = re.compile(
    r"unsupported_parameter|unsupported_value|unknown_parameter"
    r"|(temperature|top_p|reasoning_effort|effort|thinking|output_config)\b.{0,60}"
    r"(support|deprecated|unknown|unrecognized|not permitted|cannot|must be|may only)",
    re.IGNORECASE,
)


def failure(status: int, headers: Mapping[str, str], raw: bytes, *, pictures: bool) -> Failure:
    """Return the Failure for a reply with this status, headers and body; `pictures`: whether the request had any."""
    words = message(raw)
    said = f" ({status}): {words}" if words else f" ({status})"
    text = raw.decode(errors="replace")
    if status in (401, 403):
        return Failure("key", f"the server refuses the key{said}", fatal=True)
    if status == 402 or NO_CREDIT.search(text):
        return Failure("key", f"the account has no credit left{said}", fatal=True)
    if status == 429:
        return Failure("rate", f"too many requests{said}", retry=True, after=wait(headers))
    if pictures and NO_PICTURES.search(text):
        return Failure("images", f"the model takes no pictures{said}", fatal=True)
    if status >= 500:
        return Failure("server", f"the server failed{said}", retry=True, after=wait(headers))
    return _client_fault(status, text, said, wait(headers))


def _client_fault(status: int, text: str, said: str, after: float | None) -> Failure:
    if status == 404 or NO_MODEL.search(text):
        return Failure("model", f"the server knows no such model or address{said}", fatal=True)
    if status == 408:
        return Failure("timeout", f"the server gave up waiting{said}", retry=True, after=after)
    if status in (409, 425):
        return Failure("server", f"the server was not ready{said}", retry=True, after=after)
    if 300 <= status < 400:
        return Failure("refused", f"the server sends us elsewhere{said}; give its final address", fatal=True)
    if BAD_SETTING.search(text):
        cure = "; give --temperature default" if "temperature" in text else ""
        return Failure("refused", f"the model does not take these settings{said}{cure}", fatal=True)
    return Failure("refused", f"the server refuses the request{said}")


def is_page(raw: bytes) -> bool:
    """Return whether the body of a reply is a web page."""
    return bool(re.match(rb"\s*(<!doctype html|<html)", raw[:200], re.IGNORECASE))


def web_page(status: int, base_url: str, raw: bytes) -> Failure:
    """Return what it means that a web page came back: the address is that of a site, not of a server of models."""
    title = re.search(rb"<title[^>]*>(.*?)</title>", raw, re.IGNORECASE | re.DOTALL)
    shown = f", titled {message(title[1])[:80]!r}," if title and title[1].strip() else ""
    host = "/".join(base_url.split("/")[:3])
    hint = "" if base_url == f"{host}/v1" else f"; perhaps it is {host}/v1"
    return Failure(
        "address",
        f"{base_url} answers with a web page{shown} and not with JSON ({status}); see that --base-url is right{hint}",
        fatal=True,
    )


def message(raw: bytes) -> str:
    """Return the message in the body of a refusal, on one line: its `error`, or else the whole body."""
    text = raw.decode(errors="replace")
    try:
        found = _words(json.loads(text))
    except (ValueError, RecursionError):
        found = ""
    return " ".join((found or re.sub(r"<[^>]*>", " ", text)).split())


def wait(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds the server asks us to wait; the headers give seconds, milliseconds or a date."""
    given = headers.get("retry-after-ms") or headers.get("Retry-After") or ""
    try:
        seconds = float(given) / (1000 if headers.get("retry-after-ms") else 1)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(given).timestamp() - time.time()
        except (ValueError, OverflowError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _words(data: Any) -> str:
    """Return the message inside an error, however deeply it is nested."""
    if isinstance(data, str):
        return data
    if isinstance(data, list):
        return "; ".join(filter(None, map(_words, data)))
    if isinstance(data, dict):
        return next(filter(None, (_words(data.get(name)) for name in ("error", "message", "detail", "msg"))), "")
    return ""
