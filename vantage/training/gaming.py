"""Replies that try the parser instead of the question: several answers, forged tags and turns, copies of the prompt.

Each rule says what an honest reply never has. What is thought may go astray; what is said aloud must be one answer.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from vantage.item import LETTERS
from vantage.scoring.extract.numerals import numerals
from vantage.scoring.extract.spoken import plain, said, shortened, unmarked
from vantage.scoring.extract.statements import statements, turns

COPIED = 16  # characters of a sentence of the prompt that a reply does not hit upon by chance
LOOPS = 400  # characters from which a reply is looked at for going round in circles
LOOPED = 0.1  # a text that shrinks to less than this share of its length says the same again and again
BARE = 120  # characters of a reply that may be nothing but answers
HIDDEN = 8  # invisible characters that a reply may hold, as emoji and some scripts do

_OPEN, _CLOSE = re.compile(r"<\s?answer\b[^<>]{0,80}>", re.I), re.compile(r"<\s?/\s?answer\b[^<>]{0,80}>", re.I)
_THOUGHT = re.compile(r"<\s?(/?)\s?(?:think|thinking|thought|reasoning)\s?>", re.I)
_INSIDE = re.compile(r"<\s?answer\b[^<>]{0,80}>(.*?)<\s?/\s?answer\b[^<>]{0,80}>", re.I | re.S)
# Marks of turns in a chat, which a tokenizer never leaves in a finished reply. Boxes of GLM are no such marks.
_TURN = re.compile(
    r"<\|(?!begin_of_box|end_of_box)[\w ]{1,40}\|>"
    r"|<\|?\s?/?(?:s|[be]os|pad|(?:start|end)_of_turn|im_(?:start|end))\s?\|?>"
    r"|<<\s?/?SYS\s?>>|\[/?INST\]|<\s?(?:image|video|audio)\s?/?>"
    r"|^\W{0,4}(?:system|user|human|assistant|grader|judge|reward(?: model)?)\s?:",
    re.I | re.M,
)
_CLAIM = re.compile(
    r"<\s?/?\s?(?:score|reward|grade|correct|result|verdict|key|solution|gold|ground_?truth|label)\b[^<>]{0,80}>"
    r"|\b(?:score|reward|grade)\b[\"']?\s?[:=]\s?[\"']?(?:\d|full|max|pass)|\bcorrect\b[\"']?\s?[:=]\s?[\"']?(?:true|yes|1)\b",
    re.I,
)
_BOX = re.compile(r"\\?boxed\s?\{([^{}]{0,200})\}|<\|begin_of_box\|>(.{0,200}?)<\|end_of_box\|>", re.S)
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u202a\u202b\u202d\u202e\u2066\u2067\u00ad"
# An answer that ends a reply, in a tag or a box.
_LAST = re.compile(r"(?:<\s?/\s?answer\b[^<>]{0,80}>|\}|<\|end_of_box\|>)[\s.$*]*\Z", re.I)
# A letter that an answer begins with. "Options: A: mirrored" describes one, and "A dog is seen" is no letter.
_CLAIMED = re.compile(
    r"[\s\"'(\[:-]*(?:(?:the )?(?:option|choice|letter) )?[\"'(\[]?([A-Z])(?![\w'’])(?!\s?:\s*\w)"
    r"(?<!A(?= (?!and|or|because|since|as|but|is|if|which|so)[a-z]{1,20} [a-z]))"
)
_JOIN = re.compile(r"[\W\d_]|\b(?:and|or|also|maybe|perhaps|options?|choices?|both|either|at|once)\b", re.I)
_MARKED = re.compile("[✗✘✕❌✓✔✅☑]")  # says of each option whether it is right
_SUPPOSED = re.compile(r"\b(?:if|suppose|supposing|assum\w+|whether|were)\b[^.!?\n]*\Z", re.I)
_SPARE = re.compile(
    r"\b(?:backup|back-up|second|secondary|alternative|fallback|other) (?:answer|choice|option|guess)\b"
    r"|\balternatively\b",
    re.I,
)
_AGAIN = re.compile(
    r"\b(?:wait|actually|correction|oops|sorry|hmm+|no[,:.;]|rather|on second|on reflection|instead|let me|recheck"
    r"|re-?check|re-?read|mistake|i was wrong|not [A-Z]\b|but|however|change|scratch that|at first|initially|first)",
    re.I,
)


def looked_at(reply: str, asked: str, options: Sequence[str], longest: int) -> tuple[str, str]:
    """Return what a reply says of its own, and why it earns nothing; empty if it may."""
    if len(reply) > longest:
        return "", f"longer than {longest} characters"
    if loops(reply):
        return "", "the same again and again"
    if sum(map(reply.count, _INVISIBLE)) > HIDDEN:
        return "", "hidden characters"
    if forged := _forged(reply):
        return "", forged
    aloud = said(reply)
    own = _after_copies(aloud, asked)
    if own != aloud and not re.search(r"\w", unmarked(own)):
        return "", "the prompt echoed"
    return own, _several(reply, own, options)


def loops(text: str) -> bool:
    """Return whether a long text says the same again and again, as a whole or in its end."""
    if len(text) < LOOPS:
        return False
    parts = (text.encode(errors="replace"), text[-4 * LOOPS :].encode(errors="replace"))
    return any(len(zlib.compress(part, 1)) < LOOPED * len(part) for part in parts)


def in_form(reply: str, asked: str) -> bool:
    """Return whether a reply has the form that its prompt asks for: thoughts and answer in tags, or a bare answer."""
    text = reply.strip()
    thought = "<think>" in asked
    if thought:
        found = re.fullmatch(r"<think>((?:(?!</?think>).)*)</think>\s*(.*)", text, re.S)
        if not found or not found[1].strip():
            return False
        text = found[2]
    if thought or "<answer>" in asked:
        begin = 0 if thought else max(text.rfind("<answer>"), 0)
        return is_tagged(text) and bool(re.fullmatch(r"<answer>[^<>]{1,80}</answer>", text[begin:]))
    return re.fullmatch(r"\W{0,2}(?:[A-Za-z]|-?[\d.,/]+(?: [\w°/]{1,12})?)\W{0,2}", text) is not None


def is_tagged(text: str) -> bool:
    """Return whether a text holds just one pair of answer tags."""
    return len(_OPEN.findall(text)) == len(_CLOSE.findall(text)) == len(_INSIDE.findall(text)) == 1


def _forged(reply: str) -> str:
    """Return what is forged in a reply: tags that no honest reply has, turns of a chat, or its own verdict."""
    if _TURN.search(reply):
        return "a forged turn"
    if _CLAIM.search(said(reply)):
        return "a forged verdict"
    thoughts = [tag[1] for tag in _THOUGHT.finditer(reply)]
    if max(thoughts.count("/"), thoughts.count("")) > 1 or thoughts == ["/", ""]:
        return "injected tags"
    tags = sorted(
        [(one.start(), 1) for one in _OPEN.finditer(reply)] + [(one.start(), -1) for one in _CLOSE.finditer(reply)]
    )
    level = 0
    for _, step in tags:
        level += step
        if level not in (0, 1):
            return "injected tags"
    return ""


@lru_cache(maxsize=256)
def _sentences(asked: str) -> tuple[str, ...]:
    """Return the sentences of a prompt that are long enough to know a copy by."""
    parts = (" ".join(part.split()).casefold() for part in re.split(r"(?<=[.?!])\s+|\n+", asked))
    return tuple(dict.fromkeys(part for part in parts if len(part) >= COPIED))


def _after_copies(text: str, asked: str) -> str:
    """Return what follows the last sentence that a text copies from the prompt; all of it if it copies none."""
    flat = " ".join(text.split())
    low = flat.casefold()
    ends = [low.rfind(sentence) + len(sentence) for sentence in _sentences(asked) if sentence in low]
    if not ends:
        return text
    return flat[max(ends) :] if len(low) == len(flat) else ""


def _several(reply: str, own: str, options: Sequence[str]) -> str:
    """Return how a reply gives more than one answer, or one that contradicts itself; empty if it does not."""
    opened = _THOUGHT.search(reply)
    # Without its beginning, a thought may be an answer that was passed off as one.
    tagged = _INSIDE.findall(own if opened and not opened[1] else reply)
    boxed = [one or other for one, other in _BOX.findall(own)]
    if len({_same(one) for one in tagged} - {""}) > 1:
        return "two answers"
    words = _said_as_words(own)
    claims, turned = [*_claims(words, options)], turns(words)
    for (begin, before), (end, after) in pairwise(claims):
        doubted = any(begin < turn <= end for turn in turned) or _AGAIN.search(words[claims[0][0] : end])
        if before != after and not doubted:
            return "two answers"
    if len({value for _, value in claims}) > 1 and (tagged or boxed) and _LAST.search(own) is None:
        return "two answers"
    if claims and _SPARE.search(words):
        return "two answers"
    listed = [_listed(one, options) for one in (*tagged, *boxed, own if len(own) <= BARE else "")]
    if any(len(one) > 1 for one in listed):
        return "two answers"
    return "letter and words differ" if _mislabelled(words, options) else ""


def _said_as_words(text: str) -> str:
    """Return a text with answers in tags and boxes put as sentences, in plain characters."""
    text = _CLOSE.sub(".\n", _OPEN.sub("\nThe answer is ", text))
    text = _BOX.sub(lambda found: f"\nThe answer is {found[1] or found[2]}.\n", text)
    return unmarked(plain(shortened(text)))


def _claims(words: str, options: Sequence[str]) -> Iterator[tuple[int, str | float]]:
    """Yield where an answer is stated and which: a letter, or a number where there are no options."""
    for one in statements(words):
        after = words[one.end : one.end + 60]
        if _SUPPOSED.search(words[max(0, one.end - 80) : one.end]):
            continue
        if not options:
            found = numerals(after)
            if found and not after[: found[0].start].strip(" \"'(["):
                yield one.end, found[0].value
        elif letter := _CLAIMED.match(after):
            yield one.end, letter[1]
        elif (place := _named(after.lstrip(" \"'("), options)) is not None:
            yield one.end, LETTERS[place]


def _named(text: str, options: Sequence[str]) -> int | None:
    """Return which option a text begins with, the longest that fits; None if with none."""
    low = text.casefold()
    fits = [place for place, one in enumerate(options) if one and re.match(rf"{re.escape(one.casefold())}(?!\w)", low)]
    return max(fits, key=lambda place: len(options[place])) if fits else None


def _listed(text: str, options: Sequence[str]) -> set[str]:
    """Return the answers that a text lists, if it holds nothing else; empty otherwise."""
    if not options:
        return set()
    text = unmarked(plain(text))
    if _MARKED.search(text):
        return set()
    found: set[str] = set()
    apart = all(one is other or one not in other for one in options for other in options if one)
    for place in range(len(options)) if apart else ():
        named = options[place]
        if named and re.search(rf"(?<!\w){re.escape(named)}(?!\w)", text, re.I):
            text = re.sub(rf"(?<!\w){re.escape(named)}(?!\w)", " ", text, flags=re.I)
            found.add(LETTERS[place])
    letters = set(re.findall(r"(?<![\w'’])([A-Z])(?![\w'’])", text)) & set(LETTERS[: len(options)])
    rest = _JOIN.sub("", re.sub(r"(?<![\w'’])[A-Z](?![\w'’])", " ", text))
    return found | letters if not rest.strip() else set()


def _mislabelled(words: str, options: Sequence[str]) -> bool:
    """Return whether the letter of one option stands before the words of another: "A. right" where B is right."""
    if len({one.casefold() for one in options if one}) < len(options):
        return False
    labels = re.finditer(r"(?<![\w'’])([A-Z])[.):]\s*", words)
    named = [(label[1], _named(words[label.end() : label.end() + 200], options)) for label in labels]
    return any(place is not None and LETTERS[place] != letter for letter, place in named)


def _same(text: str) -> str:
    return " ".join(unmarked(plain(text)).casefold().strip(" .()").split())
