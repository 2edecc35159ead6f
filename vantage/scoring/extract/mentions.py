"""Every place in a text that names an option, by its letter or its own words, and how it is meant."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from vantage.scoring.extract import cues
from vantage.scoring.extract.idioms import other_sense
from vantage.scoring.extract.offered import Options
from vantage.scoring.extract.spoken import WINDOW
from vantage.scoring.extract.statements import Statement

_LETTER = r"[\"'(\[{]{0,3}(?<![\w.-])(?<!\w')([A-Za-z])(?!\w|'\w|\+\+|-\w)[\"')\]}]{0,3}"
_JOIN = (
    r"(?:\s*,?\s*(?:\bor\b|\band\b|[&/+→>]|[-=]>|或者?|和|、)\s*"
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
_CUT_OFF = re.compile(r"[.!?] (?:option|choice) \Z", re.I)  # a sentence that only began, and no more
# What may stand between "the answer is" and a letter, or an option's text.
_TO_LETTER = re.compile(r"(?:the )?(?:option |choice |letter |answer )?[\s\"'(\[]*", re.I)
_TO_NAME = re.compile(r"(?:(?:on|to|in|at|it is|the|its|an?)\s+)*[\s\"'(\[]*", re.I)
_IN_ONE_BREATH = r"\s*(?:,?\s?(?:or|and|then|to)|[,/]|\.{2,})\s*(?:(?:maybe|perhaps|possibly) )?(?:the )?"
_ENDING = " \n\t.!\"')]}。"  # what may follow the last word
_LABEL = re.compile(r"\s?[(\[]([A-Z])[)\]]")
# Option texts that are common words: they count only where they are stated as the answer, or open or close the text.
_COMMON = frozenset({"yes", "no", "none", "all", "one", "both", "neither", "other", "same", "a", "i"})

# How a mention claims to be the answer: "the answer is A", "A is correct", "A matches", or no such words.
Claim = Literal["declared", "right", "fits", ""]


@dataclass(frozen=True)
class Mention:
    """A place that names an option, or several options in one breath."""

    letters: tuple[str, ...]
    start: int
    claim: Claim = ""
    edge: bool = False  # opens or closes the text as an answer does
    closes: bool = False  # ends the text in words that can only give the answer: "so it is A"
    weak: bool = False  # may belong to another word: enough to make the reply unclear, not enough to choose an option
    labels: bool = False  # "(A) left": several of these only repeat the options
    also: bool = False  # added to what was said before: "so is A"
    contrasted: bool = False  # set against what was said before: "but A"
    denied: bool = False
    ruled_out: bool = False  # denied in words that cannot be read in any other way


@dataclass(frozen=True)
class _Place:
    """Letters in a text, with what comes before them and what comes after them (without the option's own text)."""

    letters: tuple[str, ...]
    start: int
    opened: bool  # by a bracket: "(A"
    closed: bool
    before: str
    after: str
    tail: str  # what comes after "A. left", where left is the text of A

    @classmethod
    def of(cls, text: str, found: re.Match[str], options: Options) -> _Place:
        letters = tuple(letter.upper() for letter in re.findall(_LETTER, found[0]))
        before, after = _around(text, found)
        tail = _past_own_text(options, letters[-1], after)
        return cls(letters, found.start(), found[0][0] in "([{", found[0][-1] in ")]}", before, after, tail)


def letter_mentions(text: str, options: Options, stated: Sequence[Statement]) -> Iterator[Mention]:
    """Yield the mentions of options by letter."""
    lines = [found.span() for found in _LIST_LINE.finditer(text)]
    for found in _GROUP.finditer(text):
        place = _Place.of(text, found, options)
        before, tail = place.before, place.tail
        by = _statement(text, stated, place.start, _TO_LETTER)
        declared = by is not None and not (by.turn and cues.described(tail)) and not cues.asks_whether(before)
        if not _is_letter(found[0], place, declared) or cues.asked(before, tail):
            continue
        supposed = not declared and cues.supposed(before)
        if cues.denied(before, tail):
            out = not supposed and cues.ruled_out(before, tail)
            yield Mention(place.letters, place.start, denied=True, ruled_out=out)
            continue
        mention = _weighed(place, declared)
        offered = bool(set(place.letters) & set(options.letters)) and not _is_within(lines, place.start)
        listed = len(place.letters) > 1 and cues.among(before)
        if (mention.claim or offered) and not (supposed or listed):
            yield mention


def _weighed(place: _Place, declared: bool) -> Mention:
    """Return how letters that are neither denied nor asked about are meant."""
    before, after, tail = place.before, place.after, place.tail
    described = cues.described(tail) and not cues.only(before)
    weak = not declared and (
        cues.qualified(after)
        or (not place.opened and (described or not cues.leads(before)))
        or (not after and bool(_CUT_OFF.search(before)))
    )
    claim: Claim = "declared" if declared else "" if weak else _claim(tail)
    opens = not before.strip(" \n\"'([{") and (cues.pauses(after) or (place.closed and not described))
    ends = not tail.strip(_ENDING)
    return Mention(
        (*place.letters, *_OR_MAYBE.findall(after[: cues.NEAR])),
        place.start,
        claim,
        edge=(opens or (ends and cues.concludes(before))) and not weak,
        closes=ends and not weak and cues.settles(before),
        weak=weak,
        labels=tail is not after and not claim,
        also=cues.added(before) or (bool(claim) and cues.as_well(tail)),
        contrasted=cues.contrasted(before),
    )


def name_mentions(text: str, options: Options, stated: Sequence[Statement]) -> Iterator[Mention]:
    """Yield the mentions of options by their own words."""
    # The longest first, so that "front left" does not name "left".
    patterns = sorted({p for p in options.patterns if p}, key=lambda p: (-len(p.pattern), p.pattern))
    if not patterns:
        return
    diagonals = options.diagonals
    for found in re.finditer("|".join(f"({pattern.pattern})" for pattern in patterns), text, re.I):
        before, after = _around(text, found)
        pattern = patterns[(found.lastindex or 1) - 1]
        word = options.texts[options.patterns.index(pattern)].lower()
        by = _statement(text, stated, found.start(), _TO_NAME)
        if by and ((by.turn and not cues.pauses(after)) or cues.asks_whether(before)):
            by = None
        if cues.asked(before, after) or (by is None and other_sense(before, word, after, diagonals)):
            continue
        letters = tuple(letter for letter, other in zip(options.letters, options.patterns) if other == pattern)
        if cues.denied(before, after):
            yield Mention(letters, found.start(), denied=True, ruled_out=cues.ruled_out(before, after))
            continue
        opens = bool(re.fullmatch(r"[\s\"'(]*(?:(?:the|an?)\s+)?", before, re.I)) and cues.pauses(after)
        edge = opens or cues.concluded(before, after)
        up_to = re.sub(r"(?:\b(?:on|to|in|at|the)\s+)+\Z", "", before)
        yield Mention(
            (*letters, *_named_next(options, after), *_named_before(options, word, before)),
            found.start(),
            "declared" if by else "",
            edge=edge,
            closes=not after.strip(_ENDING) and cues.settles(up_to),
            weak=word in _COMMON and not (by or edge),
            also=cues.added(before),
        )


def _claim(tail: str) -> Claim:
    return "right" if cues.right(tail) else "fits" if cues.fits(tail) else ""


def _past_own_text(options: Options, letter: str, after: str) -> str:
    """Return what follows a letter, without the option's own text: "B. right is wrong" rejects B."""
    index = options.letters.find(letter)
    pattern = options.patterns[index] if index >= 0 else None
    own = re.match(rf"[\s.:,)\]-]*(?:{pattern.pattern})[)\]\"']*", after, re.I) if pattern else None
    return after[own.end() :] if own else after


def _named_next(options: Options, after: str) -> Iterator[str]:
    """Yield the letters of what is named in one breath with the option before: "left or right", "left (B)"."""
    if label := _LABEL.match(after):
        yield label[1]
    for letter, text, pattern in zip(options.letters, options.texts, options.patterns):
        found = re.match(rf"{_IN_ONE_BREATH}(?:{pattern.pattern})", after, re.I) if pattern else None
        # "Yes, no wall is in the way" names one of them.
        if found and (text.lower() not in _COMMON or cues.pauses(after[found.end() :])):
            yield letter


def _named_before(options: Options, word: str, before: str) -> Iterator[str]:
    """Yield the letters of what shares its last word with the option after: "the red and the blue chair"."""
    if not re.search(r"(?:,|\band|\bor)\s+(?:the\s+)?\Z", before, re.I):
        return
    for letter, text in zip(options.letters, options.texts):
        head, _, noun = re.sub(r"\Athe\s+", "", text, flags=re.I).rpartition(" ")
        shared = head and text.lower() != word and word.endswith(f" {noun.lower()}")
        if shared and re.search(rf"\b{re.escape(head)}\s*(?:,|\band|\bor)\s+(?:the\s+)?\Z", before, re.I):
            yield letter


def _around(text: str, found: re.Match[str]) -> tuple[str, str]:
    """Return the text before and after a mention, as far as it may affect its meaning."""
    return text[max(0, found.start() - WINDOW) : found.start()], text[found.end() : found.end() + WINDOW]


def _statement(text: str, stated: Sequence[Statement], start: int, between: re.Pattern[str]) -> Statement | None:
    """Return the statement, such as "the answer is", that comes right before `start`."""
    place = bisect.bisect_right(stated, start, key=lambda one: one.end) - 1
    if place < 0 or start - stated[place].end >= cues.NEAR:
        return None
    return stated[place] if between.fullmatch(text, stated[place].end, start) else None


def _is_within(lines: Sequence[tuple[int, int]], start: int) -> bool:
    """Return whether a place lies in one of several lines that go through the options."""
    place = bisect.bisect_right(lines, start, key=lambda line: line[0]) - 1
    return len(lines) > 1 and place >= 0 and start < lines[place][1]


def _is_letter(written: str, place: _Place, stated: bool) -> bool:
    """Return whether a letter is meant as one: not an article or a pronoun, not a stray small letter."""
    before, after = place.before, place.after
    if place.opened or place.closed:
        return True
    if written.strip("\"'")[0].islower():
        announced = stated or not before.strip() or before.rstrip().lower().endswith(("option", "choice"))
        return announced and cues.pauses(after)
    if place.letters[0] == "I":
        return cues.pauses(after)
    return place.letters[0] != "A" or len(place.letters) > 1 or not cues.is_article(after)
