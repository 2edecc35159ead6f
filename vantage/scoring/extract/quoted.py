"""Words that may try to talk to whoever judges them, made safe to quote: between marks, and without control tokens."""

from __future__ import annotations

import re

from vantage import seeds


def mark(*texts: str) -> str:
    """Return a mark that none of the texts holds: it depends on all of them, so none can have known it."""
    attempt = 0
    while any((found := seeds.digest("mark", attempt, *texts)[:16]) in text for text in texts):
        attempt += 1
    return found


def defused(text: str) -> str:
    """Return a text in which a space breaks up whatever a local judge's tokenizer might take for a control token."""
    return re.sub(r"([<\[])(?=[|/\w｜])", r"\1 ", writable(text))


def writable(text: str) -> str:
    """Return a text without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-8", "replace").decode()
