"""Numbers as people write them (digits, thousands, fractions, words), and the one that a text gives as its answer."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from vantage.scoring.extract.spoken import WINDOW
from vantage.scoring.extract.statements import CONCLUDES, Unclear, enclosed, sentence, statements, turns

_UNITS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SMALL = {word: value for value, word in enumerate(_UNITS)} | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_LARGE = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_PARTS = {"half": 1 / 2, "halves": 1 / 2, "thirds": 1 / 3, "quarter": 1 / 4, "quarters": 1 / 4}

_WHOLE = rf"(?:{'|'.join([*SMALL, *_LARGE])})\b"
_WORD = rf"(?:{'|'.join([*SMALL, *_LARGE, *_PARTS])}|(?<=one[ -])third|(?<=\ba )third)\b"
# 1,200 and 1 200 are thousands, 3,5 is a decimal unless it may be a list: [3,5].
_DIGITS = (
    r"(?:\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d{1,3}(?:[ ]\d{3})+(?![ ]?\d)"
    r"|(?<![\[(])\d+,\d{1,2}(?![\d,])|\d+(?:\.\d+)?|\.\d+)"
)
_NUMERAL = re.compile(
    rf"""
    (?<![\w.^:])                                                # not inside a word, a version number, a time, a power
    (?P<sign>(?<!\d)(?<!\d\s)[-+]|(?:minus|negative)\s+)?\s?
    (?: (?P<whole>\d+)[ -](?P<over>\d+)/(?P<under>\d+)          # 3 1/2
      | (?P<top>{_DIGITS})\s?/\s?(?P<bottom>\d+)(?!/)           # 1/2
      | (?P<digits>{_DIGITS}) (?: e(?P<power>[+-]?\d{{1,3}}) | \s?[x×*]\s?10\^\{{?(?P<ten>-?\d{{1,3}})\}}? )?
        (?: \s+(?P<times>{"|".join(_LARGE)})\b )?               # 1.5 million
      | (?P<words>(?:an?\s+(?=half|quarter|third|dozen|hundred|thousand))?{_WORD}
        (?:(?:\s+and\s+|[\s-]+)(?:an?\s+)?{_WORD})*) )
    (?![\d_^]|[.:,]\d|-[a-z]{{3}}|d\b|[x×*]\d)                 # nor "4-legged", "3D", "3x4"
    """,
    re.I | re.X,
)
_DENIED = re.compile(r"(?:\b(?:not|rather than|instead of)|n't)\s+\Z", re.I)
_REJECTED = re.compile(
    r"\s+(?:is|was|would be)\s+(?:wrong|incorrect|not|too (?:many|few|much|little|high|low))\b", re.I
)


@dataclass(frozen=True)
class Numeral:
    """A number found in a text, and where it begins."""

    value: float
    start: int


def numerals(text: str) -> list[Numeral]:
    """Return the numbers that a text names and does not deny, in order."""
    named = (found for found in _NUMERAL.finditer(text) if not _is_denied(text, found))
    return [Numeral(value, found.start()) for found in named if math.isfinite(value := _value(found))]


def without_numbers(text: str) -> str:
    """Return the text without its numbers; for a number with a unit, that leaves the unit."""
    return _NUMERAL.sub("", text).strip()


def _is_denied(text: str, found: re.Match[str]) -> bool:
    """Return whether a number is denied: "not 4", "4 is wrong"."""
    before = text[max(0, found.start() - 20) : found.start()]
    return bool(_DENIED.search(before) or _REJECTED.match(text, found.end()))


def _value(found: re.Match[str]) -> float:
    sign = -1 if (found["sign"] or "").strip().lower() in ("-", "minus", "negative") else 1
    if found["words"]:
        return sign * _spelled(found["words"])
    if found["under"]:
        return sign * (float(found["whole"]) + _ratio(found["over"], found["under"]))
    if found["bottom"]:
        return sign * _ratio(_decimal(found["top"]), found["bottom"])
    value = float(f"{_decimal(found['digits'])}e{found['power'] or found['ten'] or 0}")
    return sign * value * _LARGE.get((found["times"] or "").lower(), 1)


def _decimal(digits: str) -> str:
    """Return digits as Python writes them: no marks between thousands, a point before decimals."""
    return re.sub(r",(?=\d{1,2}\Z)", ".", digits).replace(",", "").replace(" ", "")


def _ratio(top: str, bottom: str) -> float:
    return float(top) / float(bottom) if float(bottom) else math.inf


def _spelled(words: str) -> float:
    """Return the value of a number in words: "two hundred and five", "one and a half"; nan for a row: "one two"."""
    total = part = 0.0
    added = False  # "one and a half" adds, "half a dozen" and "two thirds" multiply
    before = ""
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in SMALL:
            if before in SMALL and not (SMALL[before] >= 20 and 0 < SMALL[word] < 10):
                return math.nan
            part += SMALL[word]
        elif word in _PARTS or word == "third":
            share = _PARTS.get(word, 1 / 3)
            part = part + share if added else (part or 1) * share
        elif word in ("hundred", "dozen"):
            part = (part or 1) * _LARGE[word]
        elif word in _LARGE:
            total, part = total + (part or 1) * _LARGE[word], 0.0
        added = word == "and" or (added and word in ("a", "an"))
        before = before if added else word
    return total + part


# -- the number that is the answer

_BOUND = re.compile(
    r"(?:\b(?:more|less|fewer|greater|larger|smaller|higher|lower) than|\bat (?:least|most)"
    r"|\b(?:up to|over|under|above|below)|[<>≤≥]=?"
    r"|\b(?:room|image|picture|view|frame|figure|step|camera|page|layer))\s*\Z",
    re.I,
)
_BOUND_AFTER = re.compile(r"[\d.]+\s*(?:\+(?!\s?\d)|or (?:more|less|fewer)\b|and (?:up|above)\b)", re.I)
_PRONOUN = re.compile(
    r"\bone\b(?=\s+(?:can|could|might|would|may|must|should|of|is|that|which|on|in|at|to)\b)"
    r"|\b(?:first|second|third|fourth|fifth|last|this|that|the(?: \w+)?|each|every|other|another|same|which)\s+one\b",
    re.I,
)
_MARGIN = re.compile(r"(?:±|\+/-|\+-)\s*[\d.]+")
_ABOUT = r"(?:about|around|approximately|approx\.|roughly|nearly|almost|exactly|only|just|likely|probably|to be)"
_LENGTH = r"(?:ft|feet|foot|in|inch|inches|yd|yards?|[cmk]?m|\w*met(?:er|re)s?)\b"
# "(or 8 ft)" gives the same length once more; "(or 7)" gives another number.
_ASIDE = re.compile(
    rf"\((?!or (?:{_ABOUT} )?[\w.]++(?! ?{_LENGTH}))[^()]*\)"
    r"|,?\s*\b(?:i\.e\.|that is,|or about|equivalent to)[^.\n]*(?:\.\d[^.\n]*)*",
    re.I,
)
_NUMBER_LINE = re.compile(rf"\W*(?:{_ABOUT}\s+)?-?[\d.,/ ]+\s*[a-z°%]*\d?\W*", re.I)
_AGAIN = re.compile(
    rf"\b(?:it's|it is|there (?:are|is)|that (?:makes|gives)|i (?:now )?(?:count|get|see))\s+(?:{_ABOUT}\s+)*", re.I
)
# A number with one word more: "7 cubes", and not "2 of them", "3 m long".
_NOTHING_ELSE = re.compile(
    rf"(?:{_ABOUT}\s+)*(?:[-+]?[\d.,/]+|{_WORD}(?:-{_WORD})?)(?:\s?(?!more\b|left\b)[a-z°%²]+)?", re.I
)
_COPULA = re.compile(rf"(?<!there )\b(?:is|was|equals|measures|makes|gives)\s+(?:{_ABOUT}\s+)*", re.I)


def only_number(text: str, whole: bool = True) -> float | None:
    """Return the one number given as the answer; None, or `Unclear`, when the text does not settle on one.

    If the text is not the whole reply, only a stated answer counts.
    """
    inner = enclosed(text)
    if inner is not None:
        return only_number(inner)
    text = _MARGIN.sub("", _PRONOUN.sub("it", text))
    for place in sorted(_stated_at(text), reverse=True):  # a change of mind counts
        if (value := _single(sentence(text[place : place + WINDOW]))) is not None:
            _check_stands(text, place, value)
            return value
    if not whole:
        return None
    bare = [line for line in text.split("\n") if len(line) < WINDOW and _NUMBER_LINE.fullmatch(line)]
    for part in (text, bare[0] if len(bare) == 1 else "", _result(text), _ASIDE.sub("", text), _said_to_be(text)):
        if len({numeral.value for numeral in numerals(part)}) == 1:
            return _single(part)
    return None


def _stated_at(text: str) -> Iterator[int]:
    """Yield where an answer is stated; after second thoughts, only where a number follows that must be the answer."""
    stated = statements(text)
    yield from (one.end for one in stated if not one.turn)
    first = next(iter(turns(text)), len(text))
    again = [found.end() for found in _AGAIN.finditer(text, first)]
    for place in {*again, *(one.end for one in stated if one.turn)}:
        if _NOTHING_ELSE.fullmatch(sentence(text[place : place + WINDOW])):
            yield place


def _check_stands(text: str, place: int, value: float) -> None:
    """Raise `Unclear` if the number is taken back for another that is hard to read: "wait, there are 2 more"."""
    taken_back = [one.end for one in statements(text) if one.turn and one.end > place]
    if taken_back and {numeral.value for numeral in numerals(text[taken_back[0] :])} - {value}:
        raise Unclear


def _result(text: str) -> str:
    """Return what an equation or a conclusion comes to: "12" of "3 x 4 = 12", the clause after the last "so"."""
    left, equals, right = text.rpartition("=")
    if equals:
        return sentence(right) if len(numerals(sentence(right))) == 1 else re.split(r"[.\n=]\s", left)[-1]
    marks = list(CONCLUDES.finditer(text))
    if not marks:
        return ""
    # "..., so 3 in total": the clause that ends with the last mark of a conclusion.
    clause = re.split(r"[,;.]\s|\n|\bso\b", text[: marks[-1].end()])[-1]
    after = sentence(text[marks[-1].end() :])
    trailing = marks[-1][0].lower() in ("in total", "in all", "altogether") and numerals(clause)
    return clause if trailing or not numerals(after) else after


def _said_to_be(text: str) -> str:
    """Return what follows "is" at once, where it is one number: of "the two chairs' distance is 2 m", "2 m"."""
    rests = (sentence(text[found.end() : found.end() + WINDOW]) for found in _COPULA.finditer(text))
    return "; ".join(rest for rest in rests if [numeral.start for numeral in numerals(rest)] == [0])


def _single(text: str) -> float | None:
    """Return the one number of a text, None when it has none; raise `Unclear` for several numbers or a bound."""
    found = numerals(text)
    for shorter in (_ASIDE.sub("", text), _result(text) if "=" in text else ""):
        if len({numeral.value for numeral in found}) > 1 and numerals(shorter):
            text, found = shorter, numerals(shorter)
    values = {numeral.value for numeral in found}
    if len(values) > 1 or any(_is_bound_or_label(text, numeral.start) for numeral in found):
        raise Unclear
    return values.pop() if values else None


def _is_bound_or_label(text: str, start: int) -> bool:
    """Return whether a number only bounds the answer ("at least 5", "10 or more") or is a label ("room 3")."""
    return bool(_BOUND.search(text[max(0, start - 20) : start]) or _BOUND_AFTER.match(text, start))
