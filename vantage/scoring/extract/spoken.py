"""A reply without its thoughts and its typesetting.

Replies can be long and malformed in any way, so everything here takes time in proportion to their length, and memory
for only a few copies of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque

WINDOW = 160  # characters around a mention that may bear on whether it is stated

# Of a very long reply the rules read the beginning, where an answer may stand before its reasons, and the end, where it
# is concluded or corrected. The two are 32,000 characters, about 8,000 tokens: more than models say aloud unless they
# go round in circles. An opening answer takes a line, a conclusion with its corrections rarely more than a page.
HEAD, TAIL = 8_000, 24_000

_THOUGHT_END = re.compile(r"</\s?(?:think|thinking|thought|reasoning)\s?>", re.I)
_THOUGHT_START = re.compile(r"<\s?(?:think|thinking|thought|reasoning)\s?>", re.I)
_TAG = re.compile(r"<\s?(/?)\s?answer\b[^<>]{0,80}>", re.I)
_FRACTION = re.compile(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])")
_POWER = re.compile(r"(?<=\d)(?=[\u00b2\u00b3\u00b9\u2070-\u207b])")
_THIN_THOUSANDS = re.compile(r"(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))")
SCRIPT = r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"  # kana, Chinese characters, Hangul: written without spaces
_BESIDE_SCRIPT = re.compile(rf"(?<={SCRIPT})(?=[A-Za-z\d])|(?<=[A-Za-z\d])(?={SCRIPT})")
_DASHES_AND_QUOTES = str.maketrans("−‐‑‒–—⁄’‘“”", "------/''\"\"")
_RINGS = str.maketrans("º˚", "°°")  # signs that people type for the degree sign


def plain(text: str) -> str:
    """Return the text in plain characters: full-width letters narrow, invisible ones gone, one kind of dash."""
    if text.isascii():
        return _THIN_THOUSANDS.sub("", text)
    # "3½" would become "31/2", "10²" "102", and a space that groups thousands would look like one between two numbers.
    text = _THIN_THOUSANDS.sub("", _POWER.sub("^", _FRACTION.sub(" ", text.translate(_RINGS))))
    text = unicodedata.normalize("NFKC", text)
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return _BESIDE_SCRIPT.sub(" ", text.translate(_DASHES_AND_QUOTES))


def shortened(text: str) -> str:
    """Return a text, or the beginning and the end of a very long one."""
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n…\n{text[-TAIL:]}"


def said(text: str) -> str:
    """Return what was said aloud after the last thought, or before it where nothing follows.

    A thought without a beginning is taken to begin with the text. A thought without an end is dropped, unless the model
    forgot to close it and went on to a tagged answer.
    """
    last = deque(_THOUGHT_END.finditer(text), maxlen=1)
    aloud = text[last[0].end() :] if last else text
    if last and not aloud.strip():
        thoughts = _THOUGHT_END.split(shortened(text[: last[0].start()]))
        begun = [_THOUGHT_START.split(part, maxsplit=1) for part in thoughts]
        aloud = " ".join(part[0] for place, part in enumerate(begun) if place or len(part) > 1)
    start = _THOUGHT_START.search(aloud)
    if not start:
        return aloud
    tag = _TAG.search(aloud, start.end())
    return aloud[: start.start()] + (aloud[tag.start() :] if tag else "")


def tagged(text: str) -> str | None:
    """Return the contents of the last answer tag that is not empty, closed tags before open ones; None without one."""
    closed = left_open = opened = None
    for tag in _TAG.finditer(text):
        if opened is not None and (inside := text[opened : tag.start()]).strip():
            closed, left_open = (inside, left_open) if tag[1] else (closed, inside)
        opened = None if tag[1] else tag.end()
    if opened is not None and text[opened:].strip():
        left_open = text[opened:]
    return left_open if closed is None else closed


_MARKUP = re.compile(
    r"<\|[^|>]{0,80}\|>|</?[a-z]\w*\s?/?>|```\w*|[*`$]+|(?<!\w)_{1,9}|_{1,9}(?!\w)|^#+[^\S\n]*|\\[()\[\]]", re.I | re.M
)
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~|<(del|strike)>[^<>\n]{1,200}</\1>", re.I)
_TYPESET = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mathit|mathsf|bf|rm)\s?\{([^{}]*)\}")
_BLANKS, _BLANK_LINES = re.compile(r"[^\S\n]+"), re.compile(r" ?\n[ \n]*")
_FRAC = re.compile(r"\\[dt]?frac\s?\{(\d{1,20})\}\s?\{(\d{1,20})\}")
_DEGREES = re.compile(r"\s?\^\s?\{?\s?\\circ\s?\}?")


def unmarked(text: str) -> str:
    """Return the text without marks of emphasis, code and typesetting, and without what is struck out; boxes stay."""
    text = text.replace("<|begin_of_box|>", "\\boxed{").replace("<|end_of_box|>", "}")
    text = _DEGREES.sub("°", _MARKUP.sub(" ", _STRUCK.sub(" ", text)))
    for _ in range(2):  # \textbf{\text{B}}
        text = _TYPESET.sub(r"\1", text)
    # Long runs of blanks say nothing, and patterns that meet them slow down.
    return _BLANK_LINES.sub("\n", _BLANKS.sub(" ", _FRAC.sub(r" \1/\2", text))).strip()
