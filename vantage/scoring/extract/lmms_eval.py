"""The rules by which lmms-eval reads answers, in our words: every way to write a letter has a rank, the best one wins.

They are kept as they are, faults included, so that a score can be compared with lmms-eval's own.
"""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Iterator, Sequence

from vantage.scoring.extract.numerals import in_digits

START, END, PHRASE, ANYWHERE = 10, 9, 7, 0
_FORMS = {"({})": 6, "{}.": 5, "{}:": 4, "{})": 3, "{} ": 2}
_SUBJECTS = ["answer", "correct answer", "best answer", "correct option", "best option", "choice", "correct choice"]
_PHRASES = [
    *(f"{the}{subject} is" for subject in _SUBJECTS for the in ("", "the ")),
    *("my answer is", "my choice is", "i choose", "i select", "i pick"),
    *("옵션", "정답은", "답은", "답:", "答案是", "答案为", "选", "答えは"),
]
_NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+)")


def choice(text: str, options: Sequence[str]) -> str | None:
    """Return the letter that lmms-eval would read; the options' texts play no part."""
    text = functools.reduce(str.strip, ",.!?;:'\"", text.strip())
    letters = string.ascii_uppercase[: len(options)]
    # Fault: where no form fits, any capital will do, so "via API" is A.
    ranked = list(_ranked(f" {text} ", letters)) or [(ANYWHERE, text.rfind(x), x) for x in letters if x in text]
    return max(ranked)[2] if ranked else None


def number(text: str) -> float | None:
    """Return the number that lmms-eval would read: the first one, be it thought or an item's label."""
    found = _NUMBER.search(in_digits(text))
    return float(found[0]) if found else None


def _ranked(text: str, letters: str) -> Iterator[tuple[int, int, str]]:
    """Yield each letter that is written in a form of its own: the form's rank, the place, the letter."""
    for form, rank in _FORMS.items():
        for letter in letters:
            # Fault: the letter may end a word, so "API." is I and "the USA (left)" is A.
            if (place := text.rfind(form.format(letter))) >= 0:
                yield rank, place, letter
    lowered, bare = text.lower(), text.strip()
    for phrase in _PHRASES:
        if (begin := lowered.find(phrase)) >= 0:
            # Fault: any later capital follows the phrase, so "The answer is up. Dogs bark" is D.
            places = ((text.find(letter, begin + len(phrase)), letter) for letter in letters)
            yield from ((PHRASE, place, letter) for place, letter in places if place >= 0)
    for letter in letters:
        # Fault: the first word outranks every statement, so "A and C are wrong, so D" is A.
        if bare.startswith(letter) and not bare[1:2].isalpha():
            yield START, 0, letter
        if bare.endswith(letter) and not bare[-2:-1].isalpha():
            yield END, len(text), letter
