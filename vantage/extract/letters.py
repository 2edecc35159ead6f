"""Which option a text chooses: by letter, or by the option's own words.

Every place that names an option is a mention. Those that are denied ("not A"), that label something else ("view A") or
are articles ("A chair") are dropped; of the rest, stated ones decide, then those that open or close the text, then all,
which must agree.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vantage.extract.numerals import numerals
from vantage.extract.spoken import CONCLUDES, STATED, WINDOW, Unclear, enclosed, plain, statements

_LETTER = r"[\"'(\[{]{0,3}(?<![\w'.-])([A-Za-z])(?![\w']|-\w)[\"')\]}]{0,3}"
_JOIN = r"(?:\s*,?\s*(?:\bor\b|\band\b|&|/|或者?|和|、)\s*|\s*,\s*(?=\W?[A-Z]\W?\s*(?:,|or\b|and\b|\.?\s*\Z)))"
_GROUP = re.compile(rf"{_LETTER}(?:{_JOIN}(?:option |choice )?{_LETTER})*")
_LISTED = re.compile(
    r"^[^\w\n]{0,9}(?:option |choice )?[(\[]?[A-Z][)\].:]+[^\S\n]+\S.*$|^[^\w\n]{0,9}option [A-Z]\b.*$", re.M | re.I
)
_ARTICLE = re.compile(r"\s+(?!(?:is|and|or|because|since|as|but|was|seems|matches|fits|works|shows)\b)[a-z]")
_PAUSE = re.compile(r"\s*(?:\.(?!\w)|[:,;\n(]|-\s(?!\W?[A-Z]\b)|\Z)")
_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|cannot|rather than|instead of|except|without|opposite of|unlike|no longer"
    r"|rul(?:e|es|ed|ing) out|eliminat\w+|exclud\w+)|n't|不是|不选)"
    r"(?:\s+(?:be|to|on|in|at|the|an?|option|choice|answer|it|its|from|either|towards?|of))*\s*\Z",
    re.I,
)
_REJECTED = re.compile(
    r"\s*(?:(?:is|are|was|were|seems?|looks?|can|could|does|do|would|must|both|be|clearly|also|obviously)\s*)*"
    r"(?:\b(?:not|cannot|wrong|incorrect|false|impossible|invalid|eliminated|excluded|ruled out)\b|n't\b)",
    re.I,
)
_CONFIRMED = re.compile(
    r"\s*(?:is|seems|looks|appears|must be|should be)\s+"
    r"(?:(?:to be|clearly|indeed|most likely|probably|definitely|the|only|one)\s+)*"
    r"(?:correct|right|best|true|answer|match|valid)\b|\s*选项?\s*是?\s*(?:正确|对)",
    re.I,
)
_SUPPOSED = re.compile(r"\b(?:if|whether|suppose|assume|assuming)\s+(?:that\s+)?(?:option\s+|choice\s+)?\Z", re.I)
_AMONG = re.compile(r"\b(?:among|between|compar\w+|out of|of)\s+(?:the\s+)?(?:options?\s+|choices?\s+)?\Z", re.I)
_LABELLED = re.compile(
    r"\b(?:view|image|picture|figure|fig\.?|point|object|camera|person|box|block|cube|face|side|position|location|room"
    r"|panel|shape|frame|scene|step|case|table|player|group|part|section|marker|line)s?\s*\Z",
    re.I,
)
_CLOSER = re.compile(
    r"(?:\b(?:is|be|so|thus|hence|therefore|it's|that's|option|choice|letter)|[:=→⇒>]|因此|所以)[\s,:]*\Z", re.I
)
_STATED_LETTER = re.compile(rf"(?:{STATED})(?:the )?(?:option |choice |letter |answer )?[\s\"'(\[]*\Z", re.I)
_STATED_NAME = re.compile(rf"(?:{STATED})(?:(?:on|to|in|at|it is|the|its|an?)\s+)*[\s\"'(\[]*\Z", re.I)
_UNSURE = re.compile(
    r"\b(?:cannot|can't|can not|could not|couldn't|unable|impossible|not possible|not sure|don't know|do not know"
    r"|not enough|insufficient|no way to)\b",
    re.I,
)
# Option texts that sentences hold for other reasons: they count only where they are stated or open or close the text.
_COMMON = frozenset({"yes", "no", "none", "all", "one", "both", "neither", "other", "same", "a", "i"})


@dataclass(frozen=True)
class Mention:
    """A place that names options: several letters when they are named in one breath."""

    letters: tuple[str, ...]
    start: int
    stated: bool
    edge: bool  # opens or closes the text as an answer does
    common: bool = False


class Choices:
    """Reads the letters and option texts of one question."""

    def __init__(self, options: Sequence[str]) -> None:
        self.letters = string.ascii_uppercase[: len(options)]
        own = [re.compile(rf"\s*[(\[]?{letter}[)\].:]\s*", re.I) for letter in self.letters]
        if options and all(pattern.match(option) for pattern, option in zip(own, options)):
            options = [pattern.sub("", option, count=1) for pattern, option in zip(own, options)]
        self.options = [plain(option).strip(" .\n\t") for option in options]
        self.patterns = [_option_pattern(option) for option in self.options]

    def read(self, text: str) -> str | None:
        """Return the letter chosen, None when none is; raise `Unclear` when the text does not settle on one."""
        inner = enclosed(text)
        if inner is not None:
            return self.read(inner)
        lines = [text, *(rest.split("\n")[0] for rest in statements(text))]
        if whole := next((letter for line in lines if (letter := self._whole(line))), None):
            return whole
        letters, names = list(self._letter_mentions(text)), list(self._name_mentions(text))
        stated = sorted((mention for mention in letters + names if mention.stated), key=lambda mention: mention.start)
        for mentions in (stated[-1:], [m for m in letters if m.edge], [m for m in names if m.edge]):
            if mentions:
                return self._agreed(mentions)
        if _UNSURE.search(text):
            return None
        return self._agreed(letters) or self._agreed([mention for mention in names if not mention.common])

    def _agreed(self, mentions: Sequence[Mention]) -> str | None:
        """Return the letter that all these mentions agree on, None when there are none."""
        letters = {letter for mention in mentions for letter in mention.letters}
        if len(letters) > 1 or not letters <= set(self.letters):
            raise Unclear
        return next(iter(letters), None)

    def _whole(self, text: str) -> str | None:
        """Return the letter when the text is nothing but a letter, an option's text, or its number."""
        bare = text.strip(" \t\n\r\"'()[]{}<>«».,:;!?。")
        if len(bare) == 1 and bare.upper() in self.letters:
            return bare.upper()
        same = [letter for letter, pattern in zip(self.letters, self.patterns) if pattern and pattern.fullmatch(bare)]
        if not same and re.fullmatch(r"-?[\d.,]+\s*[a-zA-Z%°]*", bare):
            values = [_values(option) or None for option in self.options]
            same = [letter for letter, value in zip(self.letters, values) if value == _values(bare)]
        return same[0] if len(same) == 1 else None

    def _letter_mentions(self, text: str) -> Iterator[Mention]:
        listed = [found.span() for found in _LISTED.finditer(text)]
        for found in _GROUP.finditer(text):
            letters = tuple(letter.upper() for letter in re.findall(_LETTER, found[0]))
            before, after = text[max(0, found.start() - WINDOW) : found.start()], text[found.end() :]
            tail = self._past_own_text(letters[-1], after)
            stated = bool(_STATED_LETTER.search(before))
            if not _is_letter(found, before, after, stated) or _DENIED.search(before) or _REJECTED.match(tail):
                continue
            stated = stated or bool(_CONFIRMED.match(tail) and not _SUPPOSED.search(before))
            in_list = len(listed) > 1 and any(start <= found.start() < end for start, end in listed)
            if not stated and (in_list or _LABELLED.search(before) or not set(letters) & set(self.letters)):
                continue
            if len(letters) > 1 and _AMONG.search(before):
                continue
            opens = not before.strip(" \n\"'([{") and (found[0][-1] in ")]}" or _PAUSE.match(after))
            closes = not tail.strip(" \n\t.!\"')]}。") and (_CLOSER.search(before) or before.endswith("\n"))
            yield Mention(letters, found.start(), stated, bool(opens or closes))

    def _past_own_text(self, letter: str, after: str) -> str:
        """Return what follows a letter, without the option's own text: "B. right is wrong" rejects B."""
        index = self.letters.find(letter)
        pattern = self.patterns[index] if index >= 0 else None
        own = re.match(rf"[\s.:,)\]-]*(?:{pattern.pattern})[)\]\"']*", after, re.I) if pattern else None
        return after[own.end() :] if own else after

    def _name_mentions(self, text: str) -> Iterator[Mention]:
        taken: list[tuple[int, int]] = []
        for pattern in sorted({p for p in self.patterns if p}, key=lambda p: (-len(p.pattern), p.pattern)):
            letters = tuple(letter for letter, other in zip(self.letters, self.patterns) if other == pattern)
            common = self.options[self.patterns.index(pattern)].lower() in _COMMON
            for found in pattern.finditer(text):
                # "left" inside "front left" does not name "left".
                if any(start < found.end() and found.start() < end for start, end in taken):
                    continue
                taken.append(found.span())
                before, after = text[max(0, found.start() - WINDOW) : found.start()], text[found.end() :]
                if not (_DENIED.search(before) or _REJECTED.match(after) or _ADJECTIVE.match(after)):
                    stated = bool(_STATED_NAME.search(before)) and not self._goes_on(after)
                    yield Mention(letters, found.start(), stated, _is_name_edge(before, after), common)

    def _goes_on(self, after: str) -> bool:
        """Return whether another option is named in the same breath: "left or right"."""
        return any(re.match(rf"\s*(?:,|or|and|/)\s*(?:the )?(?:{p.pattern})", after, re.I) for p in self.patterns if p)


_ADJECTIVE = re.compile(r"[^\S\n]+(?:answer|option|choice)\b", re.I)


def _is_letter(found: re.Match[str], before: str, after: str, stated: bool) -> bool:
    """Return whether a letter is meant as one: not an article or a pronoun, not a stray small letter."""
    first, bracketed = found[1], found[0][0] in "([{" or found[0][-1] in ")]}"
    if bracketed:
        return True
    if first.islower():
        announced = stated or not before.strip() or before.rstrip().lower().endswith(("option", "choice"))
        return announced and bool(_PAUSE.match(after))
    return first not in "AI" or not _ARTICLE.match(after)


def _is_name_edge(before: str, after: str) -> bool:
    opens = not before.strip(" \n\"'(") and bool(_PAUSE.match(after))
    clause = re.split(r"(?<=[.!?])\s|\n", before)[-1]
    closes = bool(CONCLUDES.search(clause)) and not re.search(r"[.!?]\s+\S|\n", after)
    return opens or closes


def _option_pattern(option: str) -> re.Pattern[str] | None:
    """Return what finds an option's text as whole words, however they are spaced; None for a picture."""
    words = re.findall(r"[^\W_]+|[^\w\s-]", option)
    if not words:
        return None
    return re.compile(r"(?<![\w.-])" + r"[\s_-]*".join(map(re.escape, words)) + r"(?!\w|[.-]\w)", re.I)


def _values(text: str) -> list[float]:
    return [numeral.value for numeral in numerals(text)]
