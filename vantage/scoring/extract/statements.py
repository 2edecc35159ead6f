"""Where in a text an answer is stated, and where the speaker has second thoughts."""

from __future__ import annotations

import re
from dataclasses import dataclass


class Unclear(Exception):
    """The text announces an answer, but names several, or one that is not among the options."""


NOUN = (
    r"(?:answer|ans|choice|option|solution|response|guess|antwort|respuesta|opci[oó]n|r[ée]ponse|resposta|op[çc][ãa]o"
    r"|risposta|opzione|ответ|答案|答え|正解|정답|답)"
)
IS = r"(?:\b(?:is|are|was|be|becomes|ist|lautet|es|est|è|é)\b|'s\b|是|为|為|は|은|는|[:=]|-+>?(?!\d)|→|⇒)"
_SURELY = (
    r"(?:as follows|clearly|simply|definitely|most likely|likely|probably|indeed|therefore|thus|just|also|now"
    r"|option|choice|letter|la|le|el)"
)
# What may stand between "answer" and "is": no other sentence, and no letter, for "Option A: left" states nothing.
_FILLER = r"(?:(?!\s[(\[]?(?-i:[A-Z])(?![\w']))[^.\n:;,=?])"
_SHOULD_BE = r"(?:should|must) (?:be|have been)"
# "actually, A is the mirror image" talks of an option; "actually, A is right" chooses it.
_TALKS_OF = (
    r"[\s,.:;-]*(?:(?:option|choice) )?\W?(?-i:[A-Z])\W?\s(?:is|was|has|shows|mirrors|looks)\b"
    r"(?!\s(?:\w+ )?(?:right|correct|better|best|the (?:right|correct|answer|one|match|best)))"
)
_LOOK = r"(?:look|glance|inspection|thoughts?|reflection|check|consideration|count|read(?:ing)?|examination|view)"
# Words that announce a change of mind: "wait", "Edit:", "on a second look".
_TURN = (
    r"(?:wait|actually|correction|oops|whoops|scratch that|hmm+|sorry|my (?:mistake|bad|apologies)"
    r"|(?:edit(?:ed)?(?: \d)?|updated?|corrected|revised|amended)(?=\s?:)"
    rf"|(?:on|upon|after|at|with) (?:an?\s)?(?:second|closer|further|another|more careful|careful|re-?)[\s-]?{_LOOK}"
    rf"|on reflection|second {_LOOK}(?=\s?[:,])|i made an? (?:mistake|error)|i was wrong)"
)
_GO_ON = (
    rf"(?:no(?=\W+\w)|sorry|wait|now|it is|it's|that is|that's|i mean|make that|(?:(?:it|that|this) )?{_SHOULD_BE})"
)
_LAST_WORD = r"(?:(?:option )?\W?(?-i:[A-Z])\W?\s*(?:[.,;!\n]|\Z)|(?:\d[\d.,]* )?[\w-]+\W*(?:\Z|\n))"
# "answer:", "the answer to this question would be", "Final Answer" above a line of its own, "I choose", "wait, no:"
_STATED = re.compile(
    rf"(?:\b|(?<=[^\x00-\x7f])){NOUN}(?![A-Za-z])[\".]?(?:{_FILLER}{{0,60}}?{IS}|[^\S\n]*\n)"
    rf"(?:\s*{IS}|\s+{_SURELY}\b)*(?:\s*not \W?[A-Z]\W?,? but(?: rather)?)?\s*"
    r"|\b(?:answer|ans)\.?[^\S\n]+(?=[(\[]?(?:(?-i:[A-Z])\b|\d))"
    r"|\b(?:i|we|let me)(?:'ll|'d| will| would| must| should| now)? (?:choose|chose|pick|select|say|answer"
    r"|opt for|meant|(?:change|switch) (?:(?:it|that|my (?:answer|choice)) )?(?:from \W?[A-Z]\W? )?to)\b[\s,:]*"
    rf"|\bmy {NOUN} (?:changes|switches) (?:from \W?[A-Z]\W? )?to\s+"
    r"|\b(?:go(?:ing)? (?:with|for)|vote for|settle on|match(?:es)? with|lean(?:ing)? (?:towards?|to))\b\s*"
    r"|\b(?:choose|select|pick|ich w[äa]hle|je choisis|elijo|scelgo|escolho)\s+|选择?\s*|選\s*"
    rf"|\b(?P<turn>{_TURN}|rather)\b(?!{_TALKS_OF})[\s,.:;-]*(?:{_GO_ON}\b[\s,.:;-]*)*"
    # Where a sentence begins, and the answer follows: not "what lies above it should be B", "it should be noted that"
    rf"|(?:(?<![\w,] )|\b(?:but|so|no,|sorry,) )\b(?:it|that|this) {_SHOULD_BE}\s+"
    r"(?=(?:(?:on|to|in|at|the|option|choice|about) )*[\"'(]?(?:(?-i:[A-Z])\b(?! if)|\d|[\w-]+(?:[.!;\n]|\Z)))"
    rf"|(?P<no>[.,;!?>-]\s*no[\s,.:;!-]+(?:{_GO_ON}\b[\s,.:;-]*)*(?={_LAST_WORD})|\bi mean,?\s+(?={_LAST_WORD}))",
    re.I,
)
_TURNS = re.compile(
    rf"\b(?:{_TURN}|let me (?:re-?|double|check|verify|look|count)|i now"
    r"|(?:at first|initially|originally|first (?:thought|said|counted)|going to say)\b[^.!?\n]{0,80}?\b(?:but|yet)\b)",
    re.I,
)
CONCLUDES = re.compile(
    r"\b(?:so|thus|hence|therefore|consequently|in conclusion|in total|in all|altogether|total(?:s|ling| is| of)?"
    r"|sum is|which (?:gives|makes|means|leaves)|giving|finally)\b|因此|所以|=>|⇒|∴",
    re.I,
)
_BOXED = re.compile(r"(?:\bnot\s)?\\?\bboxed\s?\{([^{}]*)\}")
_FIELD = re.compile(
    r"[\"'](?:final[_ ]?)?(?:answer|choice|option)[\"']\s*:\s*(?:\{\s*[\"']\w{1,40}[\"']\s*:\s*)?[\"']?([^\"'\n}]*)",
    re.I,
)


@dataclass(frozen=True)
class Statement:
    """Where words that state an answer, such as "the answer is", end; `turn` if they announce a change of mind."""

    end: int
    turn: bool


def statements(text: str) -> list[Statement]:
    """Return the statements of an answer in a text, in order."""
    return [Statement(found.end(), bool(found["turn"] or found["no"])) for found in _STATED.finditer(text)]


def turns(text: str) -> list[int]:
    """Return the places where the speaker has second thoughts, in order."""
    return [found.end() for found in _TURNS.finditer(text)]


def enclosed(text: str) -> str | None:
    """Return what the last \\boxed{} holds, else the last "answer" field of a JSON object; None without either."""
    for pattern in (_BOXED, _FIELD):
        found = [one[1] for one in pattern.finditer(text) if one[1].strip() and not one[0].startswith("not")]
        if found:
            return str(found[-1])
    return None


def sentence(text: str) -> str:
    """Return the text up to the end of its first sentence or line."""
    return re.split(r"(?<=\w)[.!?](?=\s|\Z)|\n", text.lstrip(), maxsplit=1)[0]
