"""The options of a question, and what finds the text of each in a reply."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vantage.scoring.extract.spoken import SCRIPT


@dataclass(frozen=True)
class Options:
    """The options of a question: their letters, their texts, and what finds each text (nothing finds a picture)."""

    letters: str
    texts: Sequence[str]
    patterns: Sequence[re.Pattern[str] | None]

    @classmethod
    def of(cls, letters: str, texts: Sequence[str]) -> Options:
        """Return the options with these texts."""
        return cls(letters, texts, [_option_pattern(text) for text in texts])

    @property
    def diagonals(self) -> bool:
        """Whether some options are directions between others, such as behind-right."""
        return any(re.fullmatch(r"\w+-(?:left|right)", text, re.I) for text in self.texts)


def _option_pattern(option: str) -> re.Pattern[str] | None:
    """Return what finds an option's text as whole words, however they are spaced; None for a picture."""
    words = re.findall(r"[^\W_]+|[^\w\s-]", re.sub(r"\A(?:the|an?)\s+(?=\S)", "", option, flags=re.I))
    if not words:
        return None
    forms = [r"[\s_-]*".join(map(re.escape, words))]
    if re.fullmatch(r"\w+-\w+", option):  # "behind-left" may be said as "to the left and behind", or "left-behind"
        forms += [rf"{re.escape(a)}\s+and\s+(?:to\s+the\s+)?{re.escape(b)}" for a, b in (words, words[::-1])]
        forms += [rf"{re.escape(words[1])}-{re.escape(words[0])}"]
    # Scripts without spaces have no whole words to find.
    start, end = (
        "" if re.match(SCRIPT, edge) else bound
        for edge, bound in ((words[0], r"(?<![\w.-])"), (words[-1][-1], r"(?!\w|[.-](?!hand\b)\w)"))
    )
    return re.compile(rf"{start}(?:{'|'.join(forms)}){end}", re.I)
