"""Which option a text chooses: by letter, or by the option's own words.

Every place that names an option is a mention. Those that are denied ("not A"), asked ("is it A?"), supposed ("if it
were A") or that only list the options are dropped; of the rest, stated ones decide, then those that open or close the
text, then all, which must agree.
"""

from __future__ import annotations

import bisect
import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vantage.scoring.extract import cues
from vantage.scoring.extract.numerals import numerals, only_number
from vantage.scoring.extract.spoken import WINDOW, Unclear, enclosed, plain, stated_at

_LETTER = r"[\"'(\[{]{0,3}(?<![\w'.-])([A-Za-z])(?![\w']|\+\+|-\w)[\"')\]}]{0,3}"
_JOIN = (
    r"(?:\s*,?\s*(?:\bor\b|\band\b|[&/+]|或者?|和|、)\s*"
    r"|\s*,\s*(?=\W?[A-Z]\W?\s*(?:,|or\b|and\b|\.?\s*\Z))|[ ](?=[A-H]\b(?!')))"
)
# A second thought right after a letter: "or maybe C", "(possibly C)", "and also C".
_OR_MAYBE = re.compile(
    r"\A[.,;]?\s*\(?"
    r"(?:(?:(?:or|and)\s+)?(?:maybe|perhaps|possibly)|(?:or|and)\s+(?:probably|likely|even|also|else)|as well as)\s+"
    r"(?:option |choice )?\W?((?-i:[A-HJ-Z]))(?![\w'])",
    re.I,
)
_GROUP = re.compile(rf"{_LETTER}(?:{_JOIN}(?:option |choice )?{_LETTER})*")
_LIST_LINE = re.compile(
    r"^[^\w\n]{0,9}(?:option |choice )?[(\[]?[A-Z][)\].:]+[^\S\n]+\S.*$|^[^\w\n]{0,9}option [A-Z]\b.*$", re.M | re.I
)
# What may stand between "the answer is" and a letter, or an option's text.
_TO_LETTER = re.compile(r"(?:the )?(?:option |choice |letter |answer )?[\s\"'(\[]*", re.I)
_TO_NAME = re.compile(r"(?:(?:on|to|in|at|it is|the|its|an?)\s+)*[\s\"'(\[]*", re.I)
_IN_ONE_BREATH = r"\s*(?:,?\s?(?:or|and|then|to)|[,/])\s*(?:(?:maybe|perhaps|possibly) )?(?:the )?"
_LABEL = re.compile(r"\s?[(\[]([A-Z])[)\]]")
_ADJECTIVE = re.compile(r"[^\S\n]+(?:answer|option|choice)\b", re.I)  # "the right answer" does not name "right"
# Option texts that sentences hold for other reasons: they count only where they are stated or open or close the text.
_COMMON = frozenset({"yes", "no", "none", "all", "one", "both", "neither", "other", "same", "a", "i"})

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_NTH = rf"\b(?:the\s+)?({'|'.join(_ORDINALS)}|last)\s+"
_NTH_OPTION = re.compile(
    rf"{_NTH}(?:option|choice|alternative)\b"
    rf"|(?<=choose |select ){_NTH}(?:one|picture|image|figure)\b"
    rf"|{_NTH}(?:one|picture|image|figure)\b(?=\s+(?:matches|fits|is\s+(?:the\s+)?(?:correct|right|answer)))",
    re.I,
)


@dataclass(frozen=True)
class Mention:
    """A place that names options: several letters when they are named in one breath."""

    letters: tuple[str, ...]
    start: int
    stated: bool  # "the answer is B", "B is correct"
    edge: bool  # opens or closes the text as an answer does
    weak: bool = False  # may belong to another word: can raise a doubt, but settles nothing
    labels: bool = False  # "(A) left": several of these only repeat the options


class Choices:
    """Reads the letters and option texts of one question."""

    def __init__(self, options: Sequence[str]) -> None:
        self.letters = string.ascii_uppercase[: len(options)]
        own = [re.compile(rf"\s*[(\[]?{letter}[)\].:]\s*", re.I) for letter in self.letters]
        if options and all(pattern.match(option) for pattern, option in zip(own, options)):
            options = [pattern.sub("", option, count=1) for pattern, option in zip(own, options)]
        self.options = [_same_words(plain(option)).strip(" .\n\t") for option in options]
        self.patterns = [_option_pattern(option) for option in self.options]

    def read(self, text: str) -> str | None:
        """Return the letter chosen, None when none is; raise `Unclear` when the text does not settle on one."""
        inner = enclosed(text)
        if inner is not None:
            return self.read(inner)
        text = self._lettered(_same_words(text))
        if whole := self._whole(text):
            return whole
        ends = stated_at(text)
        letters, names = list(self._letter_mentions(text, ends)), list(self._name_mentions(text, ends))
        if len({mention.letters for mention in letters if mention.labels}) > 1:
            letters = [mention for mention in letters if not mention.labels]
        stated = sorted((mention for mention in letters + names if mention.stated), key=lambda mention: mention.start)
        for mentions in (stated[-1:], [m for m in letters if m.edge], [m for m in names if m.edge]):
            if mentions:
                return self._agreed(mentions)
        if cues.unsure(text):
            return None
        return self._agreed(letters) or self._agreed(names) or self._by_number(text)

    def _agreed(self, mentions: Sequence[Mention]) -> str | None:
        """Return the letter that all these mentions agree on, None when there are none or all are weak."""
        if all(mention.weak for mention in mentions):
            return None
        letters = {letter for mention in mentions for letter in mention.letters}
        if len(letters) > 1 or not letters <= set(self.letters):
            raise Unclear
        return next(iter(letters), None)

    def _lettered(self, text: str) -> str:
        """Return the text with "the second option" as "option B", unless options are called so themselves."""
        if any(re.search(_NTH, option, re.I) for option in self.options):
            return text

        def letter(found: re.Match[str]) -> str:
            word = next(group for group in found.groups() if group).lower()
            place = len(self.letters) - 1 if word == "last" else _ORDINALS.index(word)
            return f"option {string.ascii_uppercase[place]}"

        return _NTH_OPTION.sub(letter, text)

    def _whole(self, text: str) -> str | None:
        """Return the letter when the text is nothing but a letter or an option's text."""
        bare = text.strip(" \t\n\r\"'()[]{}<>«».,:;!?。")
        if len(bare) == 1 and bare.upper() in self.letters:
            return bare.upper()
        same = [letter for letter, pattern in zip(self.letters, self.patterns) if pattern and pattern.fullmatch(bare)]
        return same[0] if len(same) == 1 else None

    def _by_number(self, text: str) -> str | None:
        """Return the letter of the option whose number is the one that the text gives: "about five" for "5 m"."""
        values = [[numeral.value for numeral in numerals(option)] for option in self.options]
        if not values or any(len(value) != 1 for value in values):
            return None
        given = only_number(text)
        same = [letter for letter, value in zip(self.letters, values) if value == [given]]
        return same[0] if len(same) == 1 else None

    def _letter_mentions(self, text: str, ends: Sequence[int]) -> Iterator[Mention]:
        lines = [found.span() for found in _LIST_LINE.finditer(text)]
        for found in _GROUP.finditer(text):
            letters = tuple(letter.upper() for letter in re.findall(_LETTER, found[0]))
            before, after = _around(text, found)
            tail = self._past_own_text(letters[-1], after)
            letters += tuple(_OR_MAYBE.findall(after[: cues.NEAR]))
            stated = _is_stated(text, ends, found.start(), _TO_LETTER)
            if not _is_letter(found, before, after, stated) or cues.denied(before, tail) or cues.asked(before, tail):
                continue
            weak = not (stated or found[0][0] in "([{") and (not cues.leads(before) or cues.described(tail))
            supposed = not stated and cues.supposed(before)
            stated = stated or (not weak and cues.confirmed(tail))
            offered = bool(set(letters) & set(self.letters)) and not _is_within(lines, found.start())
            if supposed or not (stated or offered) or (len(letters) > 1 and cues.among(before)):
                continue
            opens = not before.strip(" \n\"'([{") and (found[0][-1] in ")]}" or cues.pauses(after))
            closes = not tail.strip(" \n\t.!\"')]}。") and cues.concludes(before)
            labels = tail is not after and not stated
            yield Mention(letters, found.start(), stated, (opens or closes) and not weak, weak, labels)

    def _past_own_text(self, letter: str, after: str) -> str:
        """Return what follows a letter, without the option's own text: "B. right is wrong" rejects B."""
        index = self.letters.find(letter)
        pattern = self.patterns[index] if index >= 0 else None
        own = re.match(rf"[\s.:,)\]-]*(?:{pattern.pattern})[)\]\"']*", after, re.I) if pattern else None
        return after[own.end() :] if own else after

    def _name_mentions(self, text: str, ends: Sequence[int]) -> Iterator[Mention]:
        # The longest first, so that "front left" does not name "left".
        patterns = sorted({p for p in self.patterns if p}, key=lambda p: (-len(p.pattern), p.pattern))
        if not patterns:
            return
        for found in re.finditer("|".join(f"({pattern.pattern})" for pattern in patterns), text, re.I):
            before, after = _around(text, found)
            if cues.denied(before, after) or cues.asked(before, after) or _ADJECTIVE.match(after):
                continue
            pattern = patterns[(found.lastindex or 1) - 1]
            letters = tuple(letter for letter, other in zip(self.letters, self.patterns) if other == pattern)
            stated = _is_stated(text, ends, found.start(), _TO_NAME)
            opens = re.fullmatch(r"[\s\"'(]*(?:(?:the|an?)\s+)?", before, re.I) and cues.pauses(after)
            edge = bool(opens) or cues.concluded(before, after)
            common = self.options[self.patterns.index(pattern)].lower() in _COMMON
            weak = common and not (stated or edge)
            yield Mention((*letters, *self._named_next(after)), found.start(), stated, edge, weak)

    def _named_next(self, after: str) -> Iterator[str]:
        """Yield the letters of what is named in one breath with the option before: "left or right", "left (B)"."""
        if label := _LABEL.match(after):
            yield label[1]
        for letter, pattern in zip(self.letters, self.patterns):
            if pattern and re.match(rf"{_IN_ONE_BREATH}(?:{pattern.pattern})", after, re.I):
                yield letter


def _around(text: str, found: re.Match[str]) -> tuple[str, str]:
    """Return what stands before and after, as far as it may bear on a mention."""
    return text[max(0, found.start() - WINDOW) : found.start()], text[found.end() : found.end() + WINDOW]


def _is_stated(text: str, ends: Sequence[int], start: int, between: re.Pattern[str]) -> bool:
    """Return whether what begins at `start` follows a statement such as "the answer is"."""
    place = bisect.bisect_right(ends, start) - 1
    return place >= 0 and start - ends[place] < cues.NEAR and bool(between.fullmatch(text, ends[place], start))


def _is_within(lines: Sequence[tuple[int, int]], start: int) -> bool:
    """Return whether a place lies in one of several lines that go through the options."""
    place = bisect.bisect_right(lines, start, key=lambda line: line[0]) - 1
    return len(lines) > 1 and place >= 0 and start < lines[place][1]


def _is_letter(found: re.Match[str], before: str, after: str, stated: bool) -> bool:
    """Return whether a letter is meant as one: not an article or a pronoun, not a stray small letter."""
    first, bracketed = found[1], found[0][0] in "([{" or found[0][-1] in ")]}"
    if bracketed:
        return True
    if first.islower():
        announced = stated or not before.strip() or before.rstrip().lower().endswith(("option", "choice"))
        return announced and cues.pauses(after)
    return first not in "AI" or not cues.is_article(after)


def _same_words(text: str) -> str:
    """Return the text with one word for what has several: anticlockwise, 2nd."""
    text = re.sub(r"\banti-?\s?clockwise\b", "counter-clockwise", text, flags=re.I)
    return re.sub(r"\b([1-6])(?:st|nd|rd|th)\b", lambda found: _ORDINALS[int(found[1]) - 1], text)


def _option_pattern(option: str) -> re.Pattern[str] | None:
    """Return what finds an option's text as whole words, however they are spaced; None for a picture."""
    words = re.findall(r"[^\W_]+|[^\w\s-]", re.sub(r"\A(?:the|an?)\s+(?=\S)", "", option, flags=re.I))
    if not words:
        return None
    forms = [r"[\s_-]*".join(map(re.escape, words))]
    if re.fullmatch(r"\w+-\w+", option):  # "behind-left" may be said as "to the left and behind"
        forms += [rf"{re.escape(a)}\s+and\s+(?:to\s+the\s+)?{re.escape(b)}" for a, b in (words, words[::-1])]
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(forms)})(?!\w|[.-]\w)", re.I)
