"""Numbers as people write them (digits, thousands, fractions, words), and the one that a text gives as its answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vantage.extract.spoken import CONCLUDES, Unclear, enclosed, sentence, statements

_UNITS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SMALL = {word: value for value, word in enumerate(_UNITS)} | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_LARGE = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}

_WORD = rf"(?:{'|'.join([*_SMALL, *_LARGE])}|half)\b"
_DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_NUMERAL = re.compile(
    rf"""
    (?<![\w.^:])                                                # not inside a word, a version number, a time, a power
    (?P<sign>(?<!\d)(?<!\d\s)[-+]|(?:minus|negative)\s+)?\s?
    (?: (?P<whole>\d+)[ -](?P<over>\d+)/(?P<under>\d+)          # 3 1/2
      | (?P<top>{_DIGITS})\s?/\s?(?P<bottom>\d+)(?!/)           # 1/2
      | (?P<digits>{_DIGITS}) (?: e(?P<power>[+-]?\d+) | \s?[x×*]\s?10\^\{{?(?P<ten>-?\d+)\}}? )?
        (?: \s+(?P<times>{"|".join(_LARGE)})\b )?               # 1.5 million
      | (?P<words>(?:an?\s+(?=half|dozen|hundred|thousand))?{_WORD}(?:(?:\s+and\s+|[\s-]+)(?:an?\s+)?{_WORD})*) )
    (?!\d|[.:,]\d|-[a-z]{{3}}|d\b)                              # nor "4-legged", "3D"
    """,
    re.I | re.X,
)


@dataclass(frozen=True)
class Numeral:
    """A number found in a text, and where it begins."""

    value: float
    start: int


def numerals(text: str) -> list[Numeral]:
    """Return the numbers that a text names, in order."""
    found = [match for match in _NUMERAL.finditer(text) if int(match["under"] or match["bottom"] or 1)]
    return [Numeral(_value(match), match.start()) for match in found]


def _value(found: re.Match[str]) -> float:
    sign = -1 if (found["sign"] or "").strip().lower() in ("-", "minus", "negative") else 1
    if found["words"]:
        return sign * _spelled(found["words"])
    if found["under"]:
        return sign * (int(found["whole"]) + int(found["over"]) / int(found["under"]))
    if found["bottom"]:
        return sign * float(found["top"].replace(",", "")) / int(found["bottom"])
    value = float(found["digits"].replace(",", "") + f"e{found['power'] or found['ten'] or 0}")
    return sign * value * _LARGE.get((found["times"] or "").lower(), 1)


def _spelled(words: str) -> float:
    """Return the value of a number in words: "two hundred and five", "half a dozen", "one and a half"."""
    total = part = 0.0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in _SMALL:
            part += _SMALL[word]
        elif word == "half":
            part += 0.5
        elif word in ("hundred", "dozen"):
            part = (part or 1) * _LARGE[word]
        elif word in _LARGE:
            total, part = total + (part or 1) * _LARGE[word], 0.0
    return total + part


# -- the number that is the answer

_BOUND = re.compile(
    r"(?:\b(?:more|less|fewer|greater|larger|smaller|higher|lower) than|\bat (?:least|most)|\bup to|[<>≤≥]=?)\s*\Z",
    re.I,
)
_PRONOUN = re.compile(r"\bone\b(?=\s+(?:can|could|might|would|may|must|should|of|is|that|which|on|in|at|to)\b)", re.I)
_MARGIN = re.compile(r"(?:±|\+/-|\+-)\s*[\d.]+")
_ASIDE = re.compile(r"\([^()]*\)")
_NUMBER_LINE = re.compile(r"\W*(?:(?:about|around|approximately|roughly)\s+)?-?[\d.,/ ]+\s*[a-z°%]*\d?\W*", re.I)


def only_number(text: str) -> float | None:
    """Return the one number given as the answer; None, or `Unclear`, when the text does not settle on one."""
    inner = enclosed(text)
    if inner is not None:
        return only_number(inner)
    text = _MARGIN.sub("", _PRONOUN.sub("it", text))
    for rest in statements(text):
        if (value := _single(sentence(rest))) is not None:
            return value
    first, _, later = text.partition("\n")
    opening = first if later and _NUMBER_LINE.fullmatch(first) else ""
    for part in (text, opening, _result(text), _ASIDE.sub("", text)):
        if len({numeral.value for numeral in numerals(part)}) == 1:
            return _single(part)
    return None


def _result(text: str) -> str:
    """Return what an equation or a conclusion comes to: "12" of "3 x 4 = 12", the clause after the last "so"."""
    left, equals, right = text.rpartition("=")
    if equals:
        return sentence(right) if len(numerals(sentence(right))) == 1 else re.split(r"[.\n=]\s", left)[-1]
    ends = [found.end() for found in CONCLUDES.finditer(text)]
    after = sentence(text[ends[-1] :]) if ends else ""
    if ends and not numerals(after):
        # "..., so 3 in total": the clause that ends with the last mark of a conclusion.
        return re.split(r"[,;.]\s|\n|\bso\b", text[: ends[-1]])[-1]
    return after


def _single(text: str) -> float | None:
    """Return the one number of a text, None when it has none; raise `Unclear` for several numbers or a bound."""
    found = numerals(text)
    if "=" in text and len({numeral.value for numeral in found}) > 1:
        text = _result(text)
        found = numerals(text)
    values = {numeral.value for numeral in found}
    if len(values) > 1 or any(_BOUND.search(text[: numeral.start]) for numeral in found):
        raise Unclear
    return values.pop() if values else None
