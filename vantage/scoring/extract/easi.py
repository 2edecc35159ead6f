"""The rules by which EASI reads answers, in our words: the last lines of a reply decide, whatever comes before.

They are kept as they are, faults included, so that a score can be compared with EASI's own. VLMEvalKit has taken them
over for its spatial benchmarks.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Sequence

LETTERS = "ABCDEF"  # for any options: a letter that was not offered is still read as an answer
TAIL_LINES = 6
TAIL = 800  # characters at the end of a reply that count as its tail

_OPEN, _CLOSE = r"(?:[(\[{（【]\s*)?", r"\s*(?:[)\]}）】]\s*)?"
_INVISIBLE = re.compile("[\u200b\u200c\u200d\ufeff]")
_THOUGHT_END, _THOUGHT_START = re.compile(r"</\s*think\s*>", re.I), re.compile(r"<\s*think\s*>", re.I)
_TAG, _TAG_END = re.compile(r"<\s*answer\b", re.I), re.compile(r"<\s*/\s*answer\s*>", re.I)
# Fault: any word in the tag that begins with a to j is a letter, so "behind" is B and "front" is F.
_TAGGED = re.compile(r"\s*([A-J])", re.I)
_BEFORE_TAG_END = [
    re.compile(rf"(?<![A-Za-z])([{LETTERS}]){_CLOSE}</\s*{tag}\s*>", re.I) for tag in ("answer", "think")
]
_OPTION_LINE = re.compile(r"[*_>\-\s]*(?:option|选项)\s+[A-J]\s*[:：]", re.I)
_LINE = re.compile(rf"[*_`>（）\[\]【】()]*\s*([{LETTERS}])\s*[*_`（）\[\]【】()]*", re.I)
_LABEL = re.compile(rf"([{LETTERS}])\s*[.．:：)\]】、-]\s+", re.I)
_TOKEN = re.compile(rf"(?<![A-Za-z])([{LETTERS}])\s*[*_`）\]}})]*(?=\Z|[\s.,:;!?)\]】》」』，。；、：）])")
_PHRASE = re.compile(
    rf"(?:answer(?:\s*is)?|答案|结论|所以|因此|选择?)\s*(?:[:：>＝=]\s*)?{_OPEN}([{LETTERS}]){_CLOSE}(?:\b|[.)、。])",
    re.I,
)
_ALONE = re.compile(rf"(?<![A-Za-z])([{LETTERS}])(?![A-Za-z])")

_NUMBER = r"[-+]?(?:\d*\.\d+|\d+)(?:[eE][-+]?\d+)?"
_TAGGED_NUMBER = re.compile(rf"\s*({_NUMBER})(?:[^\d<][^<]*)?{_TAG_END.pattern}", re.I)
_WORDS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
]
_DIGITS = {word: str(value) for value, word in enumerate(_WORDS)}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.I)


def choice(text: str, options: Sequence[str]) -> str | None:
    """Return the letter that EASI would read; it ignores the options' texts."""
    text = _INVISIBLE.sub("", text.strip())
    for found in (_tagged(text), *(pattern.search(text[-TAIL:]) for pattern in _BEFORE_TAG_END)):
        if found:
            return found[1].upper()
    for part in (_after_thought(text), text[-TAIL:]):
        if letter := _last_line_with_one(part.splitlines()[-TAIL_LINES:]):
            return letter
    if found := _PHRASE.search(text):
        return found[1].upper()
    kept = "\n".join(line for line in text.splitlines() if not _OPTION_LINE.match(line))
    alone = set(_ALONE.findall(kept))
    return alone.pop() if len(alone) == 1 else None


def number(text: str) -> float | None:
    """Return the number that EASI would read: the last one, after the words up to twenty are replaced by digits."""
    first = _first_of_list(text)
    if first is None:
        return None
    # Fault: "twenty-one" becomes "20-1", whose last number is -1; thousands are cut at the comma.
    text = _WORD.sub(lambda found: _DIGITS.get(found[0].lower(), found[0]), _INVISIBLE.sub("", first.strip()))
    for place in _tag_starts(text):
        if tagged := _TAGGED_NUMBER.match(text, place):
            return float(tagged[1])
    found = re.findall(_NUMBER, _after_thought(text)) or re.findall(_NUMBER, text)
    return float(found[-1]) if found else None


def _tagged(text: str) -> re.Match[str] | None:
    """Return the letter that begins the first answer tag that begins with one; a closing tag must come later."""
    ends = [found.start() for found in _TAG_END.finditer(text)]
    letters = (_TAGGED.match(text, place, ends[-1]) for place in _tag_starts(text)) if ends else ()
    return next(filter(None, letters), None)


def _tag_starts(text: str) -> Iterator[int]:
    """Yield where the contents of each answer tag begin; a tag ends at the next ">", whatever comes before it."""
    start = 0
    for mark in re.finditer(">", text):
        if _TAG.search(text, start, mark.start()):
            yield mark.end()
        start = mark.end()


def _after_thought(text: str) -> str:
    """Return what follows the last end of a thought; if no thought ends, what follows the last start of one."""
    for mark in (_THOUGHT_END, _THOUGHT_START):
        parts = mark.split(text)
        if len(parts) > 1:
            return parts[-1].strip()
    return text


def _last_line_with_one(lines: Sequence[str]) -> str | None:
    """Return the letter of the last line that has exactly one; in a line that begins with a label, the label counts."""
    for line in reversed([stripped for line in lines if (stripped := line.strip())]):
        if _OPTION_LINE.match(line):
            continue
        if found := _LINE.fullmatch(line) or _LABEL.match(line):
            return found[1].upper()
        # Fault: the article in a last line such as "A chair is seen" is an answer.
        letters = {str(letter) for letter in _TOKEN.findall(line)}
        if len(letters) == 1:
            return letters.pop()
    return None


def _first_of_list(text: str) -> str | None:
    """Return the first entry if the reply is a list, the reply itself if it is not, None if the list is broken."""
    if not (text.strip().startswith("[") and text.strip().endswith("]")):
        return text
    try:
        with warnings.catch_warnings(action="ignore"):
            listed = ast.literal_eval(text)
        return str(listed[0]) if isinstance(listed, list) and listed else text
    except (TypeError, ValueError, SyntaxError, RecursionError, MemoryError):
        return None
