"""The words around the mention of an option that say whether it is chosen, denied, asked about, or no mention at all.

Each function looks at what stands before a mention or after it. They know nothing of the options.
"""

from __future__ import annotations

import re

from vantage.scoring.extract.spoken import CONCLUDES, IS

NEAR = 60  # characters before a mention that may deny or announce it

_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|cannot|rather than|instead of|except|without|opposite of|unlike|no longer"
    r"|rul(?:e|es|ed|ing) out|eliminat\w+|exclud\w+)|n't|不是|不选)"
    r"(?:\s+(?:be|to|on|in|at|the|an?|option|choice|answer|it|its|from|either|towards?|of))*\s*\Z",
    re.I,
)
_REJECTED = re.compile(
    r"\s*(?:(?:is|are|was|were|seems?|looks?|can|could|does|do|would|must|both|be|clearly|also|obviously)\s*)*"
    r"(?:\b(?:not|cannot|wrong|incorrect|false|impossible|invalid|eliminated|excluded|ruled out)\b|n't\b)"
    r"|[\s:|]*(?:(?:no|false|wrong|incorrect)\b|[✗✘✕❌])",
    re.I,
)
_CONFIRMED = re.compile(
    r"\s*(?:is|seems|looks|appears|must be|should be)\s+"
    r"(?:(?:to be|clearly|indeed|most likely|probably|definitely|the|only|one)\s+)*"
    r"(?:correct|right|best|true|answer|match|valid)\b|\s+(?:matches|fits)\b(?!\s+\w+er\b)|\s*选项?\s*是?\s*(?:正确|对)"
    r"|[\s:|]*(?:(?:yes|true|correct)\b|[✓✔✅☑])",
    re.I,
)
_SUPPOSED = re.compile(
    r"\b(?:if(?! (?:i|we) (?:had|have|must)\b)|whether|suppose|assum(?:e|ing)|were)\b[^.!?\n]*\Z", re.I
)
_ASKED_ON = re.compile(r"[^.!?\n]*\w[^.!?\n]*\?|\?(?!\s*\Z)")
_QUESTION = re.compile(
    r"(?:\A|[.!?\n]\s*)(?:is|are|was|could|can|would|should|might|does|which|what)\b[^.!?\n]*\Z", re.I
)
_AMONG = re.compile(r"\b(?:among|between|compar\w+|out of|of)\s+(?:the\s+)?(?:options?\s+|choices?\s+)?\Z", re.I)
_LEADS = re.compile(
    rf"(?:\A|[^\w\s]|\n|[^\x00-\x7f]|{IS}|\b(?:so|thus|hence|then|and|or|but|than|to|towards?"
    r"|not|nor|options?|choices?|letter|answer|both|either|neither|between|among|because|since|that|only|just|maybe"
    r"|perhaps|out|think|guess|believe|lean|pick|choose|select|leaves|leaving|remains|therefore|\w+ly"
    r"|(?:is|be|matches|matching|fits|to|is shown in|choose|pick|select) (?:the )?(?:picture|image|figure|panel)))"
    r"[\s\"'(\[]*\Z",
    re.I,
)
_CLOSER = re.compile(
    rf"(?:\b(?:so|thus|hence|therefore|option|choice|letter|leaves|leaving|remains)|{IS}|>|因此|所以)[\s,:]*\Z", re.I
)
_ARTICLE = re.compile(
    r"\s+(?!(?:is|was|has|had|seems|looks|appears|matches|fits|works|shows|remains|does|can|could|would|should|must|may"
    r"|and|or|but|because|since|as|if|when|with|to|in|on|from|than|for|not|too|also|instead|rather|over|here|by"
    r"|it|maybe|perhaps|please|\w+ly)\b)[a-z]"
)
_DESCRIBED = re.compile(r"\s*(?:has|have|had|shows(?! the same)|contains|consists|differs)\b", re.I)
_PAUSE = re.compile(r"\s*(?:\.(?!\w)|[:,;\n(]|-\s(?!\W?[A-Z]\b)|\Z)")
_UNSURE = re.compile(
    r"\b(?:cannot|can't|can not|could not|couldn't|unable|impossible|not possible|not sure|don't know|do not know"
    r"|not enough|insufficient|no way to)\b",
    re.I,
)


def denied(before: str, after: str) -> bool:
    """Return whether a mention is denied: "not A", "A is wrong", "A: no"."""
    return bool(_DENIED.search(before[-NEAR:]) or _REJECTED.match(after))


def confirmed(after: str) -> bool:
    """Return whether what follows says that it is right: "A is correct", "A: yes"."""
    return bool(_CONFIRMED.match(after))


def asked(before: str, after: str) -> bool:
    """Return whether a mention is only asked about: "is it A?", "A or B? Let me see"."""
    return bool(_ASKED_ON.match(after) or (after.startswith("?") and _QUESTION.search(before)))


def supposed(before: str) -> bool:
    """Return whether a mention is only supposed: "if it were A"."""
    return bool(_SUPPOSED.search(before))


def among(before: str) -> bool:
    """Return whether several are named as what there is to choose from: "between A and B"."""
    return bool(_AMONG.search(before[-NEAR:]))


def leads(before: str) -> bool:
    """Return whether a letter may follow on its own; after any other word it is that word's: "view A", "vitamin C"."""
    return bool(_LEADS.search(before[-NEAR:]))


def is_article(after: str) -> bool:
    """Return whether an A is the article, an I the pronoun: followed by no verb and no small word."""
    return bool(_ARTICLE.match(after))


def described(after: str) -> bool:
    """Return whether an option is only described ("A has four blocks"), or a letter begins a name ("D minor")."""
    return bool(_DESCRIBED.match(after) or _ARTICLE.match(after))


def pauses(after: str) -> bool:
    """Return whether a sentence pauses or ends here."""
    return bool(_PAUSE.match(after))


def concludes(before: str) -> bool:
    """Return whether a letter that ends the text is its conclusion: "so it is B", or B on a line of its own."""
    return before.endswith("\n") or bool(_CLOSER.search(before[-NEAR:]))


def concluded(before: str, after: str) -> bool:
    """Return whether words stand in the text's last sentence, and that sentence draws a conclusion."""
    clause = re.split(r"(?<=[.!?])\s|\n", before)[-1]
    return bool(CONCLUDES.search(clause)) and not re.search(r"[.!?]\s+\S|\n", after)


def unsure(text: str) -> bool:
    """Return whether a text says that it cannot tell."""
    return bool(_UNSURE.search(text))
