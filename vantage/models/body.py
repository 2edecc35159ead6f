"""The further fields of a request that a user may give: a JSON object, and no place for a key.

They are written into run.json and shown in reports. So what looks like a key is refused, and no error repeats what was
given.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

LEFT_OUT = "[not shown, for it may hold a key]"
SECRET = 16  # characters: a shorter key is a placeholder ("none", "EMPTY") that may also occur in an answer

_NAME = re.compile(
    r"(?:api|access|auth|private|secret|client|subscription)[-_ ]?(?:key|token|secret)"
    r"|\A(?:key|token|secret|pass(?:word|wd|phrase)|pwd|(?:proxy-)?authorization|credentials?|bearer|cookie)\Z",
    re.I,
)
_VALUE = re.compile(
    r"\b(?:sk|pk|rk|gsk|hf|ghp|xai|nvapi|pplx|r8)[-_][\w-]{16,}|\bAIza[\w-]{30,}|\beyJ[\w-]{16,}\.[\w-]+"
    r"|\b(?i:bearer|basic)\s+\S{8,}"
)
_VARIABLE = re.compile(r"KEY|TOKEN|SECRET|PASSWORD")


def check(body: str) -> None:
    """Raise a ValueError unless a text is a JSON object without NaN and without a key."""
    try:
        found = json.loads(body)
        json.dumps(found, allow_nan=False)
        key = _holds_key(found)
    except json.JSONDecodeError as error:
        raise _no_object(f"this one cannot be read: {error.msg} at character {error.pos + 1}") from None
    except (ValueError, RecursionError):
        raise _no_object("this one holds what no request can") from None
    if not isinstance(found, dict):
        raise _no_object("this one is none")
    if key:
        raise ValueError(
            "the further fields of a request seem to hold a key; they are recorded, so no key may stand in them: "
            "set it as an environment variable, such as OPENAI_API_KEY"
        )


def recorded(body: str) -> str:
    """Return the fields as an older run holds them, or, if they may hold a key, words in their place."""
    try:
        return LEFT_OUT if _holds_key(json.loads(body)) else body
    except (ValueError, RecursionError):
        return LEFT_OUT


def _holds_key(found: Any) -> bool:
    """Return whether anything in a JSON value looks like a key, is called one, or is one that the environment holds."""
    known = [value for name, value in os.environ.items() if _VARIABLE.search(name.upper()) and len(value) >= SECRET]
    return any(
        _VALUE.search(text) or (name and _NAME.search(name)) or any(key in text for key in known)
        for name, text in _texts(found)
    )


def _texts(found: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield each text inside a JSON value that is not empty, with the name of its field; names are texts too."""
    if isinstance(found, str) and found:
        yield name, found
    elif isinstance(found, dict):
        for inner, value in found.items():
            yield "", inner
            yield from _texts(value, inner)
    elif isinstance(found, list):
        for value in found:
            yield from _texts(value, name)


def _no_object(why: str) -> ValueError:
    return ValueError(f'further fields of a request must be a JSON object like {{"top_k": 1}}; {why}')
