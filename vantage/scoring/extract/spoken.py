"""What was said, without what was thought and how it was typeset; and where in it an answer is stated.

Replies can be long and broken in any way, so everything here takes time in proportion to their length.
"""

from __future__ import annotations

import re
import unicodedata

WINDOW = 160  # characters around a mention that may bear on whether it is stated


class Unclear(Exception):
    """The text speaks of its answer, but names several, or one that is not on offer."""


_THOUGHT_END = re.compile(r"</\s?(?:think|thinking|thought|reasoning)\s?>", re.I)
_THOUGHT_START = re.compile(r"<\s?(?:think|thinking|thought|reasoning)\s?>", re.I)
_TAG = re.compile(r"<\s?(/?)\s?answer\b[^<>]{0,80}>", re.I)
_FRACTION = re.compile(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])")
_POWER = re.compile(r"(?<=\d)(?=[\u00b2\u00b3\u00b9\u2070-\u207b])")
_THIN_THOUSANDS = re.compile(r"(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))")
_SCRIPT = r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"  # kana, Chinese characters, Hangul: written without spaces
_BESIDE_SCRIPT = re.compile(rf"(?<={_SCRIPT})(?=[A-Za-z\d])|(?<=[A-Za-z\d])(?={_SCRIPT})")
_DASHES_AND_QUOTES = str.maketrans("−‐‑‒–—⁄’‘“”", "------/''\"\"")


def plain(text: str) -> str:
    """Return the text in plain characters: full-width letters narrow, invisible ones gone, one kind of dash."""
    # "3½" would become "31/2", "10²" "102", and a space that groups thousands would look like one between two numbers.
    text = _THIN_THOUSANDS.sub("", _POWER.sub("^", _FRACTION.sub(" ", text)))
    text = unicodedata.normalize("NFKC", text)
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return _BESIDE_SCRIPT.sub(" ", text.translate(_DASHES_AND_QUOTES))


def said(text: str) -> str:
    """Return what was said aloud after the last thought, or before it where nothing follows.

    A thought whose beginning is missing reaches back to the start; one that was cut off says nothing, unless the model
    forgot to close it and went on to a tagged answer.
    """
    *thoughts, aloud = _THOUGHT_END.split(text)
    if thoughts and not aloud.strip():
        begun = [_THOUGHT_START.split(part, maxsplit=1) for part in thoughts]
        aloud = " ".join(part[0] for place, part in enumerate(begun) if place or len(part) > 1)
    start = _THOUGHT_START.search(aloud)
    if not start:
        return aloud
    tag = _TAG.search(aloud, start.end())
    return aloud[: start.start()] + (aloud[tag.start() :] if tag else "")


def tagged(text: str) -> str | None:
    """Return what the last answer tag that is not empty holds, closed ones before open ones; None without a tag."""
    pieces = _TAG.split(text)  # text, slash or nothing, text, slash or nothing, ...
    slashes, texts = [*pieces[1::2], ""], pieces[2::2]
    opened = [(bool(after), inside) for before, after, inside in zip(slashes, slashes[1:], texts) if not before]
    held = [found for found in opened if found[1].strip()]
    closed = [inside for ended, inside in held if ended]
    return closed[-1] if closed else held[-1][1] if held else None


_MARKUP = re.compile(
    r"<\|[^|>]{0,80}\|>|</?[a-z]\w*\s?/?>|```\w*|[*`$]+|(?<!\w)_{1,9}|_{1,9}(?!\w)|^#+[^\S\n]*|\\[()\[\]]", re.I | re.M
)
_TYPESET = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mathit|mathsf|bf|rm)\s?\{([^{}]*)\}")
_BLANKS, _BLANK_LINES = re.compile(r"[^\S\n]+"), re.compile(r" ?\n[ \n]*")
_FRAC = re.compile(r"\\[dt]?frac\s?\{(\d{1,20})\}\s?\{(\d{1,20})\}")


def unmarked(text: str) -> str:
    """Return the text without marks of emphasis, code and typesetting; boxes stay."""
    text = text.replace("<|begin_of_box|>", "\\boxed{").replace("<|end_of_box|>", "}")
    text = _MARKUP.sub(" ", text)
    for _ in range(2):  # \textbf{\text{B}}
        text = _TYPESET.sub(r"\1", text)
    # Long runs of blanks say nothing, and patterns that meet them slow down.
    return _BLANK_LINES.sub("\n", _BLANKS.sub(" ", _FRAC.sub(r" \1/\2", text))).strip()


# -- where an answer is stated

_NOUN = (
    r"(?:answer|ans|choice|option|solution|response|guess|antwort|respuesta|r[ée]ponse|resposta|risposta|ответ"
    r"|答案|答え|正解|정답|답)"
)
IS = r"(?:\b(?:is|are|was|be|becomes|ist|es|est|è|é)\b|'s\b|是|为|為|は|은|는|[:=]|-+>?(?!\d)|→|⇒)"
_SURELY = (
    r"(?:as follows|clearly|simply|definitely|most likely|likely|probably|indeed|therefore|thus|just"
    r"|option|choice|letter|la|le|el)"
)
# What may stand between "answer" and "is": no other sentence, and no letter, for "Option A: left" states nothing.
_FILLER = r"(?:(?!\s[(\[]?(?-i:[A-Z])(?![\w']))[^.\n:;,=?])"
_SHOULD_BE = r"(?:should|must) (?:be|have been)"
# "actually, A is the mirror image" talks of an option; "actually, A is right" chooses it.
_TALKS_OF = (
    r"[\s,.:;-]*\W?(?-i:[A-Z])\W?\s(?:is|was|has|shows|mirrors|looks)\b"
    r"(?!\s(?:\w+ )?(?:right|correct|the (?:right|correct|answer|one|match|best)))"
)
# "answer:", "the answer to this question would be", "Final Answer" above a line of its own, "I choose", "wait, no:"
_STATED = re.compile(
    rf"(?:\b|(?<=[^\x00-\x7f])){_NOUN}(?![A-Za-z])[\".]?(?:{_FILLER}{{0,60}}?{IS}|[^\S\n]*\n)"
    rf"(?:\s*{IS}|\s+{_SURELY}\b)*(?:\s*not \W?[A-Z]\W?,? but(?: rather)?)?\s*"
    r"|\b(?:answer|ans)\.?[^\S\n]+(?=[(\[]?(?:(?-i:[A-Z])\b|\d))"
    r"|\b(?:i|we|let me)(?:'ll|'d| will| would| must| should)? (?:choose|chose|pick|select|say|answer|opt for|meant"
    r"|change (?:it|that|my answer) to)\b[\s,:]*"
    r"|\b(?:go(?:ing)? (?:with|for)|vote for|settle on|match(?:es)? with)\b\s*"
    r"|\b(?:choose|select|pick)\s+|选择?\s*|選\s*"
    r"|\b(?:wait|actually|correction|rather|oops|on (?:second thoughts?|reflection)|scratch that)\b"
    rf"(?!{_TALKS_OF})[\s,.:;-]*"
    rf"(?:(?:no|it is|it's|that is|that's|i mean|make that|(?:(?:it|that|this) )?{_SHOULD_BE})\b[\s,.:;-]*)*"
    # Where a sentence begins, and the answer follows: not "what lies above it should be B", "it should be noted that"
    rf"|(?:(?<![\w,] )|\b(?:but|so|no,|sorry,) )\b(?:it|that|this) {_SHOULD_BE}\s+"
    r"(?=(?:(?:on|to|in|at|the|option|choice|about) )*[\"'(]?(?:(?-i:[A-Z])\b(?! if)|\d|[\w-]+(?:[.!;\n]|\Z)))"
    r"|(?:[.,]\s+no|\bi mean),?\s+(?=\W?(?-i:[A-Z])\W*\Z)",  # a letter that is the last word
    re.I,
)
CONCLUDES = re.compile(
    r"\b(?:so|thus|hence|therefore|consequently|in conclusion|in total|altogether|total(?:s|ling| is| of)?|sum is"
    r"|which (?:gives|makes|means|leaves)|finally)\b|因此|所以|=>|⇒|∴",
    re.I,
)
_BOXED = re.compile(r"\\?\bboxed\s?\{([^{}]*)\}")
_FIELD = re.compile(r"[\"'](?:final[_ ]?)?(?:answer|choice|option)[\"']\s*:\s*[\"']?([^\"'\n}]*)", re.I)


def enclosed(text: str) -> str | None:
    """Return what the last \\boxed{} holds, else the last "answer" field of a JSON object; None without either."""
    for pattern in (_BOXED, _FIELD):
        if found := [inner for inner in pattern.findall(text) if inner.strip()]:
            return str(found[-1])
    return None


def stated_at(text: str) -> list[int]:
    """Return the places right after each statement of an answer, such as "the answer is", in order."""
    return [found.end() for found in _STATED.finditer(text)]


def sentence(text: str) -> str:
    """Return the text up to the end of its first sentence or line."""
    return re.split(r"(?<=\w)[.!?](?=\s|\Z)|\n", text.lstrip(), maxsplit=1)[0]
