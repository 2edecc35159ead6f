"""What a model said, made fit to be shown: cut where it is too long; and, as it may try to talk to whoever judges it,
between marks and without control tokens.
"""

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


def clipped(text: str, longest: int, gap: str = "\n[… {left_out:,} of {all:,} characters left out …]\n") -> str:
    """Return a text, or the first third and the last two of `longest` characters of it, and how many there are."""
    if len(text) <= longest:
        return text
    head = longest // 3
    tail = longest - head
    return text[:head] + gap.format(left_out=len(text) - longest, all=len(text)) + text[len(text) - tail :]
