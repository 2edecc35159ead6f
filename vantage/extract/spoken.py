"""What was said, without what was thought and how it was typeset; and where in it an answer is stated."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

WINDOW = 160  # characters around a mention that may bear on whether it is stated


class Unclear(Exception):
    """The text speaks of its answer, but names several, or one that is not on offer."""


_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.I | re.S)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)
_THOUGHT_START = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.I)
_TAG = re.compile(r"<answer>(.*?)</answer>", re.I | re.S)
_OPEN_TAG = re.compile(r"<answer>", re.I)
_FRACTION = re.compile(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])")
_THIN_THOUSANDS = re.compile(r"(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))")
_BESIDE_HAN = re.compile(r"(?<=[\u3040-\u30ff\u4e00-\u9fff])(?=[A-Za-z])|(?<=[A-Za-z])(?=[\u3040-\u30ff\u4e00-\u9fff])")
_DASHES_AND_QUOTES = str.maketrans("−‐‑‒–—⁄’‘“”", "------/''\"\"")


def plain(text: str) -> str:
    """Return the text in plain characters: full-width letters narrow, invisible ones gone, one kind of dash."""
    # "3½" would become "31/2", and a space that groups thousands would look like one between two numbers.
    text = _THIN_THOUSANDS.sub("", _FRACTION.sub(" ", text))
    text = unicodedata.normalize("NFKC", text)
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return _BESIDE_HAN.sub(" ", text.translate(_DASHES_AND_QUOTES))


def said(text: str) -> str:
    """Return what was said aloud: thoughts are left out, also those whose beginning or end is missing."""
    text = _THOUGHT_END.split(_THOUGHT.sub("", text))[-1]
    start = _THOUGHT_START.search(text)
    if not start:
        return text
    # A thought that was cut off says nothing, unless the model forgot to close it and went on to a tagged answer.
    tag = _OPEN_TAG.search(text, start.end())
    return text[: start.start()] + (text[tag.start() :] if tag else "")


def tagged(text: str) -> str | None:
    """Return what the last answer tag that is not empty holds, closed ones before open ones; None without a tag."""
    inside = [content for content in _TAG.findall(text) if content.strip()]
    if not inside and _OPEN_TAG.search(text):
        inside = [rest for rest in _OPEN_TAG.split(text)[-1:] if rest.strip() and not rest.startswith("</")]
    return inside[-1] if inside else None


_BOX = re.compile(r"<\|begin_of_box\|>(.*?)<\|end_of_box\|>", re.S)
_MARKUP = re.compile(r"<\|[^|>]*\|>|</?[a-z]\w*\s*/?>|```\w*|[*`$]+|(?<!\w)_+|_+(?!\w)|^#+\s*|\\[()\[\]]", re.I | re.M)
_TYPESET = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mathit|bf|rm)\s*\{([^{}]*)\}")


def unmarked(text: str) -> str:
    """Return the text without marks of emphasis, code and typesetting; boxes stay."""
    text = _BOX.sub(r"\\boxed{\1}", text)
    return _TYPESET.sub(r"\1", _MARKUP.sub(" ", text)).strip()


# -- where an answer is stated

_NOUN = r"(?:answer|ans|choice|option|solution|response|guess|antwort|respuesta|r[ée]ponse|resposta|risposta|答案|答え)"
_IS = r"(?:\b(?:is|are|was|be|becomes|ist|es|est|è|é)\b|是|为|為|は|[:=]|-+>?|→|⇒)"
_SURELY = (
    r"(?:as follows|clearly|simply|definitely|most likely|likely|probably|indeed|therefore|thus|just"
    r"|option|choice|letter)"
)
# What may stand between "answer" and "is": no other sentence, and no letter, for "Option A: left" states nothing.
_FILLER = r"(?:(?!\s[(\[]?(?-i:[A-Z])(?![\w']))[^.\n:;,=?])"
# "answer:", "the answer to this question would be", "Final Answer" above a line of its own, "I choose", "选".
STATED = (
    rf"(?:\b|(?<=[^\x00-\x7f])){_NOUN}(?![A-Za-z])[\".]?(?:{_FILLER}{{0,60}}?{_IS}|[^\S\n]*\n)"
    rf"(?:\s*{_IS}|\s+{_SURELY}\b)*(?:\s*not \W?[A-Z]\W?,? but(?: rather)?)?\s*"
    r"|\b(?:answer|ans)\.?[^\S\n]+(?=[(\[]?(?-i:[A-Z])\b)"
    r"|\b(?:i|we)(?:'ll|'d| will| would| must| should)? (?:choose|chose|pick|select|say|answer|opt for|go with)\b\s*"
    r"|\bgo(?:ing)? with\s*|\b(?:choose|select|pick)\s+|选择?\s*|選\s*"
)
CONCLUDES = re.compile(
    r"\b(?:so|thus|hence|therefore|consequently|in conclusion|in total|altogether|total(?:s|ling| is| of)?|sum is"
    r"|which (?:gives|makes|means|leaves)|finally)\b|因此|所以|=>|⇒|∴",
    re.I,
)
_STATED = re.compile(STATED, re.I)
_BOXED = re.compile(r"\\?\bboxed\s*\{([^{}]*)\}")
_FIELD = re.compile(r"[\"'](?:final[_ ]?)?(?:answer|choice|option)[\"']\s*:\s*[\"']?([^\"'\n}]*)", re.I)


def enclosed(text: str) -> str | None:
    """Return what the last \\boxed{} holds, else the last "answer" field of a JSON object; None without either."""
    for pattern in (_BOXED, _FIELD):
        if found := [inner for inner in pattern.findall(text) if inner.strip()]:
            return str(found[-1])
    return None


def statements(text: str) -> Iterator[str]:
    """Yield what follows each statement of an answer, the last one first: a change of mind counts."""
    for end in sorted({found.end() for found in _STATED.finditer(text)}, reverse=True):
        yield text[end : end + WINDOW]


def sentence(text: str) -> str:
    """Return the text up to the end of its first sentence or line."""
    return re.split(r"(?<=\w)[.!?](?=\s|\Z)|\n", text.lstrip(), maxsplit=1)[0]
