"""Prepare a model's reply for a page or a judge: cut it if it is too long and, as it may try to instruct the judge,
put it between marks and break up control tokens.
"""

from __future__ import annotations

import re

from vantage import seeds


def mark(*texts: str) -> str:
    """Return a mark that occurs in none of the texts: it depends on all of them, so no text can predict it."""
    attempt = 0
    while any((found := seeds.digest("mark", attempt, *texts)[:16]) in text for text in texts):
        attempt += 1
    return found


def defused(text: str) -> str:
    """Return the text with a space inside everything that a local judge's tokenizer might read as a control token."""
    return re.sub(r"([<\[])(?=[|/\w｜])", r"\1 ", writable(text))


def writable(text: str) -> str:
    """Return a text without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-8", "replace").decode()


def clipped(text: str, longest: int, gap: str = "\n[… {left_out:,} of {all:,} characters left out …]\n") -> str:
    """Return the text, cut to `longest` characters: a third from its start, the rest from its end, a note between."""
    if len(text) <= longest:
        return text
    head = longest // 3
    tail = longest - head
    return text[:head] + gap.format(left_out=len(text) - longest, all=len(text)) + text[len(text) - tail :]
