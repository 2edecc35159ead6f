"""Which option a text chooses: by letter, or by the option's own words.

Every place that names an option is a mention. Mentions that are denied ("not A"), asked ("is it A?"), supposed ("if it
were A") or that only list the options are dropped. Of the rest, those that state an answer decide; if there are none,
those that open or close the text; if there are none, all of them, which must agree. If no mention is left, the answer
is the one option that has not been ruled out.
"""

from __future__ import annotations

import bisect
import re
import string
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from vantage.scoring.extract import cues
from vantage.scoring.extract.mentions import Mention, letter_mentions, name_mentions
from vantage.scoring.extract.numerals import numerals, only_number, without_numbers
from vantage.scoring.extract.offered import Options
from vantage.scoring.extract.spoken import plain
from vantage.scoring.extract.statements import Unclear, enclosed, statements, turns
from vantage.scoring.extract.wordings import Wording

MOST_TURNS = 10  # changes of the answer; a reply with more goes round in circles, and none of its answers counts

_INTERJECTION = re.compile(r"[\s\"']*right[.,!]", re.I)
_REVERSED = re.compile(r"\b(?:but|however|though|although|whereas|while|revers\w+|mirror\w*|opposite|becomes)\b", re.I)


class Choices:
    """Reads the letters and option texts of one question."""

    def __init__(self, options: Sequence[str]) -> None:
        letters = string.ascii_uppercase[: len(options)]
        own = [re.compile(rf"\s*[(\[]?{letter}[)\].:]\s*", re.I) for letter in letters]
        if options and all(pattern.match(option) for pattern, option in zip(own, options)):
            options = [pattern.sub("", option, count=1) for pattern, option in zip(own, options)]
        self._wording = Wording([plain(option).strip(" .\n\t") for option in options], letters)
        self.options = self._wording.options
        self._offered = Options.of(letters, self.options)
        self._values = _values(self.options)

    def read(self, text: str, whole: bool = True) -> str | None:
        """Return the letter chosen, or None if there is none; raise `Unclear` when the text does not settle on one.

        If the text is not the whole reply, only mentions that state an answer, or open or close the text, count.
        """
        inner = enclosed(text)
        if inner is not None:
            return self.read(inner)
        text = self._wording(text)
        if alone := self._alone(text):
            return alone
        stated = statements(text)
        letters = list(letter_mentions(text, self._offered, stated))
        names = list(name_mentions(text, self._offered, stated))
        denied = [mention for mention in letters + names if mention.denied]
        letters, names = _unlisted(letters), self._heard(text, names)
        claims = _claims([*letters, *names], turns(text), [one.end for one in stated if one.turn])
        ranks = [claims, [one for one in letters if one.edge], [one for one in names if one.edge]]
        sure = whole and not cues.unsure(text)
        if sure:
            ranks += [letters, [] if self._values else names]
        decisive = next((rank for rank in ranks if not all(mention.weak for mention in rank)), [])
        if decisive:
            return self._agreed(decisive, denied)
        return (self._by_number(text) or self._left_over(denied)) if sure else None

    def _agreed(self, mentions: Sequence[Mention], denied: Sequence[Mention]) -> str:
        """Return the letter that all these mentions agree on, and that is not taken back."""
        letters = {letter for mention in mentions for letter in mention.letters}
        if len(letters) > 1 or not letters <= set(self._offered.letters):
            raise Unclear
        (letter,) = letters
        if any(one.ruled_out and letter in one.letters and one.start > mentions[-1].start for one in denied):
            raise Unclear
        return letter

    def _left_over(self, denied: Sequence[Mention]) -> str | None:
        """Return the one option that is left when all others, two at least, are ruled out."""
        out = {letter for mention in denied if mention.ruled_out for letter in mention.letters}
        left = [letter for letter in self._offered.letters if letter not in out]
        doubted = {letter for mention in denied for letter in mention.letters}
        return left[0] if len(left) == 1 and len(out) > 1 and left[0] not in doubted else None

    def _alone(self, text: str) -> str | None:
        """Return the letter when the text is nothing but a letter or an option's text."""
        bare = text.strip(" \t\n\r\"'()[]{}<>«».,:;!?。")
        offered = self._offered
        if len(bare) == 1 and bare.upper() in offered.letters:
            return bare.upper()
        same = [one for one, pattern in zip(offered.letters, offered.patterns) if pattern and pattern.fullmatch(bare)]
        return same[0] if len(same) == 1 else None

    def _by_number(self, text: str) -> str | None:
        """Return the letter of the option with the number that the text gives: "about five" for "5 m"."""
        given = only_number(text) if self._values else None
        same = [letter for letter, value in zip(self._offered.letters, self._values) if value == given]
        return same[0] if len(same) == 1 else None

    def _heard(self, text: str, names: list[Mention]) -> list[Mention]:
        """Return the mentions by name without a "Right." that opens the text, unless it is the answer.

        It is not the answer if just one sentence follows and names another option; if more follows, it is unclear.
        """
        names = [mention for mention in names if not mention.denied]
        opening, line = _INTERJECTION.match(text), text.partition("\n")[0]
        if not (opening and names and names[0].start < opening.end() and line[opening.end() :].strip()):
            return names
        first, *others = names
        if all(mention.letters == first.letters for mention in others):
            return names
        rest = text[opening.end() :].strip(" .!\n")
        plainly = not re.search(r"[.!?]\s|\n", rest) and not _REVERSED.search(rest)
        return others if plainly else [replace(first, edge=False), *others]


def _values(options: Sequence[str]) -> list[float]:
    """Return the options' numbers if the options differ in nothing else; otherwise an empty list."""
    found = [numerals(option) for option in options]
    alike = len({without_numbers(option) for option in options}) == 1
    return [one.value for (one,) in found] if alike and all(len(one) == 1 for one in found) else []


def _unlisted(letters: Sequence[Mention]) -> list[Mention]:
    """Return the mentions that are not denied; several labels with their texts only repeat the options."""
    live = [mention for mention in letters if not mention.denied]
    listed = len({mention.letters for mention in live if mention.labels}) > 1
    return [mention for mention in live if not (listed and mention.labels)]


def _claims(mentions: Sequence[Mention], turned: Sequence[int], taken_back: Sequence[int]) -> list[Mention]:
    """Return the mentions that state the answer as it stands in the end.

    A later declaration, or a change of mind, replaces what was said before. "B is correct" after "A is correct" does
    not: both stand. `turned` are the places where the model may be changing its mind, `taken_back` those where it does.
    """
    found: list[Mention] = []
    declared: list[tuple[str, ...]] = []
    before: list[Mention] = []  # the last mention, to which the next one may be added
    for mention in sorted(mentions, key=lambda mention: mention.start):
        last = (found or before)[-1].start if found or before else -1
        turn = _between(turned, last, mention.start)
        if mention.also and not mention.weak and (found or before):
            found = [*(found or before), mention]
        elif mention.claim == "declared" or (turn and (mention.claim or mention.closes)):
            declared.append(mention.letters)
            found = [mention]
        elif mention.claim == "right":
            found = [mention] if mention.contrasted else [*found, mention]
        elif mention.claim == "fits" and not any(one.claim == "declared" for one in found):
            found.append(mention)
        elif (found or (before and before[0].edge)) and not mention.weak and _between(taken_back, last, mention.start):
            found = [*(found or before), mention]  # "wait, maybe B": the answer no longer stands
        if not mention.weak:
            before = [mention]
    if sum(a != b for a, b in pairwise(declared)) > MOST_TURNS:
        raise Unclear
    return found


def _between(places: Sequence[int], start: int, end: int) -> bool:
    """Return whether any of several places, in order, lies between two others."""
    return bisect.bisect_right(places, start) < bisect.bisect_right(places, end)
