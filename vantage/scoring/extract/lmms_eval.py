"""The rules by which lmms-eval reads answers, in our words: each way to write a letter has a rank, the best wins.

They are kept as they are, faults included, so that a score can be compared with lmms-eval's own. Thoughts are
removed first, as its command does by default. Tasks with their own way of reading are in `lmms_eval_tasks`.
"""

from __future__ import annotations

import functools
import itertools
import re
import string
from collections.abc import Iterator, Sequence

START, END, PHRASE, ANYWHERE = 10, 9, 7, 0
_FORMS = {"({})": 6, "{}.": 5, "{}:": 4, "{})": 3, "{} ": 2}
_SUBJECTS = ["answer", "correct answer", "best answer", "correct option", "best option", "choice", "correct choice"]
_PHRASES = [
    *(f"{the}{subject} is" for subject in _SUBJECTS for the in ("", "the ")),
    *("my answer is", "my choice is", "i choose", "i select", "i pick"),
    *("옵션", "정답은", "답은", "답:", "答案是", "答案为", "选", "答えは"),
]
_THOUGHTS = {"<think>": "</think>", "<analysis>": "</analysis>"}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_ONES = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = {word: value for value, word in enumerate(_ONES)} | {word: 10 * ten for ten, word in enumerate(_TENS, 2)}
_WORDS |= {"hundred": 100, "thousand": 1000}


def said(text: str) -> str:
    """Return the reply without its thoughts; if only ends of thoughts are marked, what follows the last of them."""
    for begin, end in _THOUGHTS.items():
        while (start := text.find(begin)) >= 0 and (stop := text.find(end, start)) >= 0:
            text = text[:start] + text[stop + len(end) :]
        if begin not in text:
            text = text.rpartition(end)[2]
    return text.strip()


def choice(text: str, options: Sequence[str]) -> str | None:
    """Return the letter that lmms-eval would read; it ignores the options' texts."""
    text = functools.reduce(str.strip, ",.!?;:'\"", said(text))
    letters = string.ascii_uppercase[: len(options)]
    # Fault: where no form fits, any capital will do, so "via API" is A.
    ranked = list(_ranked(f" {text} ", letters)) or [(ANYWHERE, text.rfind(x), x) for x in letters if x in text]
    return max(ranked)[2] if ranked else None


def number(text: str) -> float | None:
    """Return the number that lmms-eval would read: the first one, in digits or in words, even if it is only a label."""
    text = said(text).lower()
    digits, words = _NUMBER.search(text), list(re.finditer("[a-z]+", text))
    first = next((place for place, word in enumerate(words) if word[0] in _WORDS), None)
    if digits and (first is None or digits.start() < words[first].start()):
        return float(digits[0])  # Fault: "1,200" is 1 and ".5" is 5.
    return None if first is None else _added(word[0] for word in words[first:])


def _ranked(text: str, letters: str) -> Iterator[tuple[int, int, str]]:
    """Yield each letter written in one of the known forms: the rank of the form, the place, the letter."""
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


def _added(words: Iterator[str]) -> float:
    """Return the sum of a run of number words; "and" does not end it."""
    total = part = 0
    for word in itertools.takewhile(lambda word: word == "and" or word in _WORDS, words):
        if word == "hundred":
            part = max(part, 1) * 100
        elif word == "thousand":
            total, part = total + max(part, 1) * 1000, 0
        else:  # Fault: a row is added up, so "one two" is 3, and what lies between is ignored: "one, 2, three" is 4.
            part += _WORDS.get(word, 0)
    return float(total + part)
