"""The words around the name of an option that tell whether it is chosen, denied, asked about, or not meant at all.

Each function looks at the text before or after a mention, without knowing the options.
"""

from __future__ import annotations

import re

from vantage.scoring.extract.statements import CONCLUDES, IS, NOUN

NEAR = 60  # characters before a mention that may deny or announce it
NEXT = 30  # characters right before a mention: the last few words

# A tick or a cross that ends what is said of an option: "A has two holes ✗".
_TO_MARK = r"(?:(?![\s(\[](?-i:[A-Z])[)\].:\s])[^;\n✗✘✕❌✓✔✅☑]){0,80}"
_DENIED = re.compile(
    r"(?:\b(?:not|nicht|pas|never|neither|nor|cannot|rather than|instead of|except|without|opposite of|unlike"
    r"|no longer|rul(?:e|es|ed|ing) out|eliminat\w+|exclud\w+|(?:incorrect|wrong|rejected|ruled out|eliminated) ?:)"
    r"|n't|不是|不选)"
    r"(?:\s+(?:be|to|on|in|at|the|an?|option|choice|answer|it|its|from|either|towards?|of))*\s*\Z",
    re.I,
)
_REJECTED = re.compile(
    r"\s*(?:(?:is|are|was|were|seems?|looks?|can|could|does|do|would|must|both|all|be|clearly|also|obviously)\s*)*"
    r"(?:\b(?:not|cannot|can't|wrong|incorrect|false|impossible|invalid|eliminated|excluded|ruled out)\b|n't\b)"
    rf"|[\s:|-]*(?:no|false|wrong|incorrect)\b|{_TO_MARK}[✗✘✕❌]|\?\s*no\b",
    re.I,
)
# Words that rule an option out as the answer. "A is not the mirror image" only describes it and does not rule it out.
_RULED_OUT = re.compile(
    r"\s*(?:(?:is|are|was|were|can|must|be|seems?|looks?|both|all|clearly|also|obviously|therefore|thus|definitely)\s+)*"
    r"(?:(?:wrong|incorrect|impossible|invalid|eliminated|excluded|ruled out)\b"
    r"|(?:not|isn't|aren't|is not|are not) (?:the |an? )?"
    r"(?:correct|right|answers?|match|matches|matching|possible|solution|one|it|valid)\b"
    r"|(?:do(?:es)? not|do(?:es)?n't|cannot|can not|can't|could not|couldn't) (?:match|fit|work)\b"
    r"|(?:cannot|can not|can't|could not|couldn't) be (?:the )?(?:right|correct|answer|it|true|one|match)\b)"
    rf"|[\s:|-]*(?:no|wrong|incorrect)\b|{_TO_MARK}[✗✘✕❌]|\?\s*no\b",
    re.I,
)
_NOT_IT = re.compile(
    r"(?<!why )(?<!if )(?:\b(?:not(?! only| just)|neither|nor|cannot be|rul(?:e|es|ed|ing) out|eliminat(?:e|es|ed|ing)"
    r"|exclud(?:e|es|ed|ing))|(?:n't)(?: be)?)(?:\s+(?:option|choice|be|on|to|in|at|the))*[\s(\"']*\Z",
    re.I,
)
_ENDS_THERE = re.compile(r"\s*(?:[,.;:!)\n]|\Z|-\s|(?:and|or|nor|but|since|because|as|either)\b)", re.I)
_DOUBTED = re.compile(
    r"\b(?:(?<!no )(?<!without )doubt|unlikely|hardly|not (?:sure|certain|convinced|clear)"
    r"|(?:do not|don't|can't|cannot) (?:think|believe|say))\b"
    r"[^.!?\n,;]{0,30}\Z",
    re.I,
)
_RIGHT = re.compile(
    r"\s*(?:is|seems|looks|appears|must be|should be)\s+"
    r"(?:(?:to be|clearly|indeed|most likely|probably|definitely|also|most|very|much|the|only|one)\s+)*"
    r"(?:correct|right|best|better|true|answer|match|valid|one|same|identical|it|what"
    r"|(?:my|our) (?:final |best )?(?:answer|choice|pick|guess|selection))\b|\s+it is\b|\s*选项?\s*是?\s*(?:正确|对)"
    r"|\s+(?:ist|es|est)\s+(?:la\s+)?(?:richtig|korrekt|correct[ae]?|bonne)\b"
    rf"|[\s:|-]*(?:yes|true|correct)\b|{_TO_MARK}[✓✔✅☑]|\?\s*(?:yes|correct)\b",
    re.I,
)
_FITS = re.compile(r"\s+(?:(?:also|\w+ly)\s+)?(?:matches|fits)\b", re.I)
_ADDED = re.compile(
    r"\b(?:also|likewise|equally|as is|as does|so is|so does|so are"
    r"|or\s+(?:(?:else|it|that|this|the|answer|could|might|may|is|be|maybe|perhaps|possibly|even|\w+ly)\s+)*)"
    r"[\s,:]*(?:option |choice )?[\"'(]*\Z",
    re.I,
)
_AS_WELL = re.compile(r"[^.!?;\n]{0,60}?\b(?:too|also|as well|equally)\b", re.I)
_CONTRAST = re.compile(r"\b(?:but|however|yet|actually|instead|rather|though|whereas)\b[^.!?\n]{0,60}\Z", re.I)
_SETTLES = re.compile(
    r"(?:\A|[.!?,;:\n…-]|\b(?:and|but))\s*(?:(?:so|thus|hence|therefore|then|it is|it's|that is|that's|i (?:now )?think"
    r"|i believe|(?:it )?(?:must|should) be|now|option|choice|the)[\s,:]+)+[\"'(]*\Z|[.!?:\n]\s*\Z",
    re.I,
)
_ONLY = re.compile(r"(?<!not )\bonly (?:(?:option|choice|picture|image) )?[\"'(]*\Z", re.I)
_NOT_THE_ONE = re.compile(
    r"\b(?:(?:second|next|another|wrong|incorrect|alternative|other|tempting) (?:answer|choice|option|guess|pick)"
    r"|first (?:guess|thought|impression))(?: (?:is|was|would|could|might|be))*[\s:,]*[\"'(]*\Z",
    re.I,
)
_CONDITIONAL = re.compile(r"\s+(?:if(?! (?:i|we|you ask)\b)|unless|provided)\b", re.I)
_ASKS_WHETHER = re.compile(
    r"\b(?:which|whichever|what|whether|if|suppose|assum\w+) (?:(?:the|my|your|an?) )?(?:\w+ )?"
    r"(?:answer|option|choice|one) (?:is|was|were|be)[\s\"'(]*\Z",
    re.I,
)
_LIKELIHOOD = re.compile(r"\s*[(:]?\s*\d+\s?%")
_SUPPOSED = re.compile(
    r"\b(?:if(?! (?:(?:i|we) (?:had|have|must)|you (?:insist|ask)|pressed|forced)\b)"
    r"|whether|suppose|assum(?:e|ing)|were)\b[^.!?\n]*\Z",
    re.I,
)
_ASKED_ON = re.compile(r"[^.!?\n]*\w[^.!?\n]*\?|\?(?!\s*\Z)")
_QUESTION = re.compile(
    r"(?:\A|[.!?\n]\s*)(?:is|are|was|could|can|would|should|might|does|which|what)\b[^.!?\n]*\Z", re.I
)
_AMONG = re.compile(r"\b(?:among|between|compar\w+|out of|of)\s+(?:the\s+)?(?:options?\s+|choices?\s+)?\Z", re.I)
_LEADS = re.compile(
    rf"(?:\A|[^\w\s]|\n|[^\x00-\x7f]|{IS}|\b(?:so|thus|hence|then|and|or|but|than|to|towards?"
    rf"|not|nor|also|likewise|la|el|{NOUN}|options|choices|letter|both|either|neither|between|among|because|since|that"
    r"|only|just|maybe|perhaps|out|think|guess|believe|lean|pick|choose|select|leaves|leaving|remains|therefore|\w+ly"
    r"|(?:is|be|matches|matching|fits|to|is shown in|choose|pick|select) (?:the )?(?:picture|image|figure|panel)))"
    r"[\s\"'(\[]*\Z",
    re.I,
)
_CLOSER = re.compile(
    rf"(?:\b(?:so|thus|hence|therefore|option|choice|letter|leaves|leaving|remains)|{IS}|>|因此|所以)[\s,:]*\Z", re.I
)
_ARTICLE = re.compile(
    r"\s+(?!(?:is|are|was|were|has|had|seems|looks|appears|matches|fits|works|shows|remains|does|can|could|would"
    r"|should|must|may|and|or|nor|but|because|since|as|if|when|with|to|in|on|from|than|for|not|too|also|instead|rather|over|here|by"
    r"|it|maybe|perhaps|please|\w+ly|\w+n't)\b)[a-z]"
)
_DESCRIBED = re.compile(
    r"\s*(?:has|have|had|shows(?! the same)|contains|consists|differs|is|are|was|were|looks?|seems?|appears?)\b"
    r"(?! (?:(?:to be|the|most|very|quite) )*(?:likely|plausible|probable)\b)",
    re.I,
)
_PAUSE = re.compile(r"\s*(?:\.(?!\w)|[:,;\n(]|-\s(?!\W?[A-Z]\b)|\Z)")
_UNSURE = re.compile(
    r"\b(?:(?:cannot|can't|can not|could not|couldn't)(?! (?:match|fit|work)\b)"
    r"(?! be (?!(?:determin|told|tell|seen|answer|decid|identif|inferr?ed|sure|certain|known|judg)))"
    r"|unable|impossible to|not possible|not sure|don't know|do not know|not enough|insufficient|no way to"
    r"|(?:be|am|just|only) guessing)\b",
    re.I,
)


def denied(before: str, after: str) -> bool:
    """Return whether a mention is denied: "not A", "A is wrong", "A: no", "A? No"."""
    return bool(_DENIED.search(before[-NEAR:]) or _REJECTED.match(after) or doubted(before) or not_the_one(before))


def ruled_out(before: str, after: str) -> bool:
    """Return whether the words rule a mention out as the answer and cannot be read in any other way."""
    return bool(_RULED_OUT.match(after) or (_NOT_IT.search(before[-NEAR:]) and _ENDS_THERE.match(after)))


def doubted(before: str) -> bool:
    """Return whether what follows is doubted: "I doubt that A", "unlikely to be A"."""
    return bool(_DOUBTED.search(before[-NEAR:]))


def right(after: str) -> bool:
    """Return whether what follows says that it is right: "A is correct", "A: yes"."""
    return bool(_RIGHT.match(after))


def fits(after: str) -> bool:
    """Return whether what follows says that it fits: "A matches the solid"."""
    return bool(_FITS.match(after))


def added(before: str) -> bool:
    """Return whether a mention is added to another: "so is A", "or it might be A"."""
    return bool(_ADDED.search(before[-NEAR:]))


def as_well(after: str) -> bool:
    """Return whether what follows says that another option is right too: "A is correct as well"."""
    return bool(_AS_WELL.match(after))


def contrasted(before: str) -> bool:
    """Return whether a mention is set against what was said before: "but A"."""
    return bool(_CONTRAST.search(before))


def settles(before: str) -> bool:
    """Return whether a sentence begins that can only give the answer: "so it is A", or A on a line of its own."""
    return bool(_SETTLES.search(before[-NEAR:]))


def only(before: str) -> bool:
    """Return whether a mention is set apart from all others: "only A"."""
    return bool(_ONLY.search(before[-NEXT:]))


def qualified(after: str) -> bool:
    """Return whether a mention holds under a condition or with some likelihood: "A if it is turned", "A (60%)"."""
    return bool(_CONDITIONAL.match(after) or _LIKELIHOOD.match(after))


def asks_whether(before: str) -> bool:
    """Return whether a seeming statement asks or supposes something: "which option is", "whether the answer is"."""
    return bool(_ASKS_WHETHER.search(before[-NEAR:]))


def not_the_one(before: str) -> bool:
    """Return whether what follows is not the answer that the model gives: "my second guess is", "a wrong answer is"."""
    return bool(_NOT_THE_ONE.search(before[-NEAR:]))


def asked(before: str, after: str) -> bool:
    """Return whether a mention is only asked about: "is it A?", "A or B? Let me see"."""
    if after.startswith("?") and right(after):  # "A? Yes"
        return False
    return bool(_ASKED_ON.match(after) or (after.startswith("?") and _QUESTION.search(before)))


def supposed(before: str) -> bool:
    """Return whether a mention is only supposed: "if it were A"."""
    return bool(_SUPPOSED.search(before))


def among(before: str) -> bool:
    """Return whether several options are named only as the ones to choose from: "between A and B"."""
    return bool(_AMONG.search(before[-NEXT:]))


def leads(before: str) -> bool:
    """Return whether a letter here stands alone; after other words it belongs to them: "view A", "vitamin C"."""
    return bool(_LEADS.search(before[-NEXT:]))


def is_article(after: str) -> bool:
    """Return whether an A is the article: followed by no verb and no small word."""
    return bool(_ARTICLE.match(after))


def described(after: str) -> bool:
    """Return whether an option is only described ("A is mirrored"), or a letter begins a name ("D minor")."""
    return not right(after) and bool(_DESCRIBED.match(after) or _ARTICLE.match(after))


def pauses(after: str) -> bool:
    """Return whether a sentence pauses or ends here."""
    return bool(_PAUSE.match(after))


def concludes(before: str) -> bool:
    """Return whether a letter that ends the text is its conclusion: "so it is B", or B on a line of its own."""
    return before.endswith("\n") or bool(_CLOSER.search(before[-NEXT:]))


def concluded(before: str, after: str) -> bool:
    """Return whether words stand in the text's last sentence, and that sentence draws a conclusion."""
    clause = re.split(r"(?<=[.!?])\s|\n", before)[-1]
    return bool(CONCLUDES.search(clause)) and not re.search(r"[.!?]\s+\S|\n", after)


def unsure(text: str) -> bool:
    """Return whether a text says that it cannot tell."""
    return bool(_UNSURE.search(text))
