"""Bring options and replies to one wording before they are compared.

"NE" is north-east where directions of the compass are on offer, "CCW" is counter-clockwise where turns are, "180
degrees" is 180°, and "the third one" is option C.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vantage.scoring.extract import cues
from vantage.scoring.extract.numerals import SMALL
from vantage.scoring.extract.statements import IS, statements

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_ORDINAL = rf"(?:{'|'.join(_ORDINALS)}|last)"
_POINTS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_POINT = re.compile(r"(?:north|south|east|west|[NS]?[EW]|[NS])|(?:north|south)[\s-]?(?:east|west)", re.I)
_SINGLE = re.compile(r"(?<![\w'./(\[-])(?<!option )([NESW])(?![\w'/)\]-]|\.\w)")
_BETWEEN = re.compile(r"\b(north|south)[\s-]?(east|west)\b", re.I)

_ANNOUNCED = re.compile(
    rf"(?:{IS}|\b(?:so|thus|hence|therefore|only|choose|pick|select|with|for|(?:shown|seen|given) in|not|neither|nor"
    r"|both|either|but|than|and|or|no))[\s,]*\Z",
    re.I,
)
_TAKEN = re.compile(r"\s+(?:matches|fits|is\s+(?:the\s+)?(?:correct|right|answer|one|match|best))\b", re.I)
_ALONE = re.compile(r"[\s.!]*\Z|,?\s+(?:because|since|as)\b", re.I)  # what may follow an answer that is the whole reply
_NUMBERED = re.compile(
    r"\b(option|choice)\s+#?([1-9]|one|two|three|four|five|six)\b(?![.,]?\d|\s*(?:[,&/-]|and\b|or\b|to\b)\s*\d)", re.I
)


class Wording:
    """How replies to a question are reworded; this depends on what its options are about."""

    def __init__(self, options: Sequence[str], letters: str) -> None:
        self._compass = sum(bool(_POINT.fullmatch(option.strip())) for option in options) > 1
        self._turns = any("clockwise" in option.lower() or "CW" in option for option in options)
        # A single letter is a compass point only if it is not the letter of an option: E may be the fifth.
        self._points = "".join(point for point in _POINTS if point not in letters)
        self._letters = letters
        self.options = [self._alike(option, "NESW") for option in options]
        self._pictures = not any(options)
        self._counted = any(re.search(rf"\d|\b{_ORDINAL}\b", option, re.I) for option in self.options)

    def __call__(self, text: str) -> str:
        """Return a reply in the wording of the options."""
        text = self._alike(text, self._points)
        return text if self._counted else self._numbered(self._ordinal(text))

    def _alike(self, text: str, points: str) -> str:
        text = re.sub(r"\b(?:anti|counter)-?\s?clockwise\b", "counter-clockwise", text, flags=re.I)
        text = re.sub(r"\b([1-6])(?:st|nd|rd|th)\b", lambda found: _ORDINALS[int(found[1]) - 1], text)
        text = re.sub(r"(?<=\d)[\s-]?(?:degrees?|deg)\b", "°", text, flags=re.I)
        if self._turns:
            text = re.sub(r"\b(?:[CA]CW|ccw)\b", "counter-clockwise", re.sub(r"\b(?:CW|cw)\b", "clockwise", text))
        if self._compass:
            text = re.sub(r"\b([NS])[.-]?([EW])\b", lambda found: f"{_POINTS[found[1]]}-{_POINTS[found[2]]}", text)
            text = _BETWEEN.sub(r"\1-\2", text)
            text = _SINGLE.sub(lambda found: _POINTS[found[1]] if found[1] in points else found[1], text)
        return text

    def _ordinal(self, text: str) -> str:
        """Return the text with "the third one" as "option C", where it stands for an option."""
        nouns = "one|picture|image|figure|panel|drawing|photo" if self._pictures else "one"
        phrase = re.compile(
            rf"(?:\bthe\s+)?\b({_ORDINAL}(?:\s*(?:,|\band\b|\bor\b)\s+(?:the\s+)?{_ORDINAL})*)\b"
            rf"(?:\s+(option|choice|alternative|candidate|{nouns})s?\b)?",
            re.I,
        )
        ends: set[int] = set()

        def stated(start: int) -> bool:
            ends.update(() if ends else (one.end for one in statements(text)))
            return start in ends

        def lettered(found: re.Match[str]) -> str:
            before, after = text[max(0, found.start() - cues.NEAR) : found.start()], text[found.end() :][: cues.NEAR]
            noun = (found[2] or "").lower()
            sure = noun in ("option", "choice", "alternative", "candidate")
            alone = not before.strip() and _ALONE.match(after)
            named = noun and (_TAKEN.match(after) or (_ANNOUNCED.search(before) and cues.pauses(after)))
            if not (sure or alone or named or (cues.pauses(after) and stated(found.start()))):
                return found[0]
            return re.sub(rf"(?:the\s+)?({_ORDINAL})", self._letter, found[1], flags=re.I)

        return phrase.sub(lettered, text)

    def _letter(self, found: re.Match[str]) -> str:
        word = found[1].lower()
        place = len(self._letters) - 1 if word == "last" else _ORDINALS.index(word)
        return f"option {chr(ord('A') + place)}"

    def _numbered(self, text: str) -> str:
        """Return the text with "option 3" as "option C"."""

        def lettered(found: re.Match[str]) -> str:
            place = int(SMALL.get(found[2].lower(), found[2])) - 1
            return f"{found[1]} {self._letters[place]}" if place < len(self._letters) else found[0]

        return _NUMBERED.sub(lettered, text)
