"""The rules by which VLMEvalKit reads multiple-choice answers, in our words: one letter among the last words decides.

They are kept as they are, faults included, so that a score can be compared with VLMEvalKit's own. Numbers, and letters
in its spatial benchmarks, are read as by EASI. Where VLMEvalKit finds nothing, it asks a judge or guesses; here that
counts as no answer.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from vantage.scoring.extract.easi import number

__all__ = ["choice", "number"]

LAST_WORDS = 4
REFUSED = "Z"  # also the letter that a reply gives if it refuses in the requested form
_FAILED = "Failed to obtain answer via API"
_REFUSALS = (
    "Sorry, I can't help with images of people yet.",
    "I can't process this file.",
    "I'm sorry, but without the image provided",
    "Cannot determine the answer",
)
_TO_SPACES = str.maketrans(dict.fromkeys(".()[],:;!*#{}", " "))
# Fault: the letter need not end there, so "the answer is behind" is B.
_STATED = re.compile(r"answer\s+is\s+\**([ABCD])", re.I)


def choice(text: str, options: Sequence[str]) -> str | None:
    """Return the letter that VLMEvalKit would read, by letters first and by option texts second."""
    letter = _by_letter(text, string.ascii_uppercase[: len(options)]) or _by_text(text, options)
    return None if letter == REFUSED else letter


def _by_letter(text: str, letters: str) -> str | None:
    if _FAILED in text:
        return None
    if any(refusal in text for refusal in _REFUSALS):
        return REFUSED
    words = text.translate(_TO_SPACES).split()
    present = [letter for letter in letters if letter in words]
    # Fault: where a letter is named twice, its first place counts.
    if len(present) == 1 and words.index(present[0]) >= len(words) - LAST_WORDS:
        return present[0]
    if not present and REFUSED in words:
        return REFUSED
    stated = _STATED.search(text)
    return stated[1].upper() if stated and stated[1].upper() in letters else None


def _by_text(text: str, options: Sequence[str]) -> str | None:
    """Return the one option whose text occurs in a short reply, even inside a longer word."""
    text = text.lower()
    if len(text) > 2 * sum(map(len, options)):
        return None
    named = [letter for letter, option in zip(string.ascii_uppercase, options) if option.lower() in text]
    return named[0] if len(named) == 1 else None
