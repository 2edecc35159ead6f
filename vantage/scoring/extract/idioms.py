"""Words of options that a sentence uses in another sense: "left unclear", "you're right"."""

from __future__ import annotations

import re

from vantage.scoring.extract.cues import NEAR

_SAYS = (
    r"(?:shown|stated|described|mentioned|seen|said|given|listed|see|explained|noted|as|the|(?:image|picture|figure)s?)"
)
_DIRECTION = r"\s+(?:of|side|and|or)\b"  # "the blocks left of the lamp"

# The word itself is written @.
_OTHER_SENSE = {
    "left": re.compile(
        r"\b(?:i|we|he|she|they|who|you|has|have|had|having|nothing|anything|something|much|little"
        r"|(?:option|choice|piece|block|cube|candidate|answer|one|way|question)s?|possibilit(?:y|ies))"
        rf"\s+@(?!{_DIRECTION})"
        r"|\b(?!(?:the|my|your|his|her|its|their|to|far|on)\s)\w+\s+@\s+(?:is|are)\b"
        r"|(?<!\bthe )(?<!\bto )(?<!\bon )@\s+(?:un\w+|open|out|over|alone|blank|ambiguous|aside|with(?! respect)"
        r"|to\s+(?:the\s+(?:reader|viewer|imagination)|see|do|decide|choose|guess|chance|be|check|consider|try|rule))\b",
        re.I,
    ),
    "right": re.compile(
        r"\b(?:all|you(?:'re| are)|i(?:'m| am)|am i|that(?:'s| is)|quite"
        r"|(?:understand|understood|get|got|read|see|have)"
        rf"(?: (?:it|this|that|you|the \w+))?|remember|recall)\s+@(?!{_DIRECTION})"
        r"|@\s+(?:away|now|here|there|angles?|triangles?|enough|kind|sort|way (?:up|round|around)"
        r"|to\s+(?:ask|say|think|point|assume|doubt|note|question|wonder)"
        r"|(?:neighbou?r|shape|order|number|size|count|orientation|colou?r|conclusion|answer|option|choice|idea|track"
        r"|reasoning|arrangement|position|place|match|pattern|figure|solid)s?)\b"
        r"|\A\W*@[.,!]+[^\S\n]*(?:so|let me|let's|let us|okay|ok|now|well|first|here|i(?:'ll| will| need| see)|then)\b",
        re.I,
    ),
    "up": re.compile(
        r"\b(?:end|set|sum|add|make|line|show|bring|close|wrap|mix|give|keep|look|follow|back|pick|zoom)"
        r"(?:s|ed|ing)?\s+@|\b(?:made|setting|right side)\s+@"
        r"|@\s+(?:until|close|front|against|to\s+(?:\d|now))\b",
        re.I,
    ),
    "down": re.compile(
        r"\b(?:upside|(?:break|narrow|boil|writ)\w*(?: (?:it|this|that|things))?|top)[\s-]+@"
        r"|\b(?:look|gaz|walk|fac)\w*\s+@\s+(?:the|an?)\s",
        re.I,
    ),
    "front": re.compile(r"@[\s-]+(?:doors?|rows?|pages?|wheels?|yards?|desks?)\b", re.I),
    "behind": re.compile(r"\b(?:idea|reason|reasoning|logic|thinking|principle)\s+@", re.I),
    "back": re.compile(
        r"\b(?:go|going|look|looking|come|coming|refer|referring|think|thinking)\s+@\s+(?:to|at)\b", re.I
    ),
    "above": re.compile(rf"\b{_SAYS}\s+@", re.I),
    "below": re.compile(rf"\b{_SAYS}\s+@", re.I),
    "far": re.compile(r"\b(?:so|as|by|how|too)\s+@", re.I),
}
_DIRECTLY = re.compile(
    r"(?<!\bthe )(?<!\bto )@\s+(?:in front|behind|next to|beside|above|below|under|on top|between)\b", re.I
)


def other_sense(before: str, word: str, after: str, diagonals: bool) -> bool:
    """Return whether an option's word is used in another sense; with `diagonals`, "right behind" may be a direction."""
    sense = _OTHER_SENSE.get(word)
    around = "@".join(side.replace("@", " ") for side in (before[-NEAR:], after[:NEAR]))
    if word == "right" and not diagonals and _DIRECTLY.search(around):
        return True
    return bool(sense and sense.search(around))
