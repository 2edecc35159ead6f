"""The rules by which lmms-eval's spatial tasks read letters, in our words: each task has its own.

They are kept as they are, faults included, so that a score can be compared with lmms-eval's own. None means that a task
finds no letter. A letter that was not offered, such as the T of "The", is still what a task reads.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from vantage.item import LETTERS
from vantage.scoring.extract import lmms_eval
from vantage.scoring.extract.lmms_eval import said


def vsibench(text: str, options: Sequence[str]) -> str | None:
    """Return the first word if it is a letter; anything else, even "(B)" and "Answer: B", counts as no answer."""
    word = said(text).split(" ")[0].rstrip(".").strip().lower()
    return word.upper() if len(word) == 1 and word in string.ascii_lowercase else None


def sitebench(text: str, options: Sequence[str]) -> str | None:
    """Return the letter in the first of four forms that occurs; of several letters, the last one between spaces."""
    text = f" {said(text)} "
    for forms in (("({})",), (" {} ",), ("{}.",), ("{}:", ":{}", ": {}")):
        named = [x for x in _letters(options) if any(form.format(x) in text for form in forms)]
        if named:
            # Fault: if none is between spaces, the first in the alphabet is taken.
            return max(named, key=lambda letter: text.rfind(f" {letter} "))
    return None


def mmsi_bench(text: str, options: Sequence[str]) -> str | None:
    """Return the first letter not followed by a word; only text in backticks or braces is searched, if there is any."""
    text = said(text)
    for quoted in ("``([^`]*)``", "`([^`]*)`"):
        if found := re.search(quoted, text):
            text = found[1]
    inside, brace, _ = text.partition("{")[2].partition("}")
    text = inside if brace else text
    found = re.search(r"\b[A-F]\b(?!\s[a-z])", text, re.I)
    return found[0].upper() if found else None


def mindcube(text: str, options: Sequence[str]) -> str | None:
    """Return the last letter before a full stop, even if it ends a word; else the last in the first form found."""
    text = said(text)
    if labelled := re.findall(r"([A-E])\.", text):
        return str(labelled[-1])
    section = text.partition("<Answer>")[2].partition("<")[0]
    in_section = (r"[Mm]y answer is ([A-E])", r"[Tt]he answer is ([A-E])", r"\b([A-E])\b")
    in_text = (
        r"(?:^|\n)(?:Answer: )?([A-E])(?:\s|$)",
        r"[*\"]([A-E])[*\"]",
        r"\bAnswer:?\s*([A-E])\b",
        r"[Mm]y answer is ([A-E])",
        r"answer is ([A-E])",
    )
    for part, patterns in ((section, in_section), (text, in_text)):
        for pattern in patterns:
            if found := re.findall(pattern, part):
                return str(found[-1])
    lines = (re.search(r"\b([A-E])\b", line) for line in reversed(text.split("\n")))
    return next((found[1] for found in lines if found), None)


def viewspatial(text: str, options: Sequence[str]) -> str | None:
    """Return the first letter of the last line, the article included."""
    return _first([r"\b([A-D])\b"], said(text).split("\n")[-1], re.I)


def blink(text: str, options: Sequence[str]) -> str | None:
    """Return the letter that makes up a short first line, else the last one stated, else the first of the reply."""
    text, letters = said(text), _letters(options)
    line = text.split("\n")[0].strip()
    if len(line) <= 4 and (found := re.fullmatch(rf"\(?([{letters}])\)?[.\s:,)]*", line, re.I)):
        return found[1].upper()
    stated = re.findall(rf"answers?(?:\s+is)?\s*(?:[:-]\s*)?\(?([{letters}])(?![a-z])", text, re.I)
    if found_all := stated or re.findall(rf"\(([{letters}])\)", text):
        return str(found_all[-1]).upper()
    found = re.match(rf"[(\s]*([{letters}])", text, re.I)
    return found[1].upper() if found else None


def embspatial(text: str, options: Sequence[str]) -> str | None:
    """Return the letter that begins the reply, even if it begins a word: "The answer is B" is T."""
    return _first([r"^[(\s]*([A-Z])"], said(text), re.I)


def dsrbench(text: str, options: Sequence[str]) -> str | None:
    """Return the first letter in the first form that occurs."""
    forms = [
        *(r"^([A-D])[.\s)]", r"^([A-D])$", r"[Aa]nswer[:\s]+([A-D])"),
        *(rf"{whose} answer is[:\s]+([A-D])" for whose in ("[Tt]he", "[Mm]y")),
        *(r"\(([A-D])\)", r"([A-D])\.", r"\b([A-D])\b"),
    ]
    return _first(forms, said(text))


def omnispatial(text: str, options: Sequence[str]) -> str | None:
    """Return the last letter after "Answer:"; where there is none, A. A small letter is no answer."""
    found = re.findall(r"Answer\s*:\s*([A-D])\b", said(text), re.I)
    return str(found[-1]) if found else "A"


def omni_spatial(text: str, options: Sequence[str]) -> str | None:
    """Return the first character of the answer tag, or else of the reply."""
    text = said(text)
    for end in ("</think>", "</thought>"):
        _, found, rest = text.partition(end)
        text = rest if found else text
    if (begin := re.search("<answer>", text, re.I)) and (end_tag := re.search("</answer>", text[begin.end() :], re.I)):
        text = text[begin.end() :][: end_tag.start()]
    return text.strip().upper()[:1] or None


_SPECIAL = [r"\[ \boxed{", r"} \]", "<|end_of_sentence|>", "</s>", "<CONCLUSION>", "</CONCLUSION>", "Falcon: "]
_WORD = r"(yes|no|\w)"
_TEMPLATES = [
    *(rf"^{_WORD}[,.; \n*]", rf"[\n*{{]{_WORD}[,.; \n*}}]", rf"{_WORD} is the correct answer"),
    *(rf"{cue}[:;*\n ]*{_WORD}" for cue in ("answer is", "answer", "choice is", "choice", "option is", "Assistant")),
]


def corecognition(text: str, options: Sequence[str]) -> str | None:
    """Return the letter, A to F, of the first template that finds one; only the first match of a template counts."""
    text = said(text)
    for mark in (">\n\n", "**\n\n"):
        text = text.rpartition(mark)[2]
    for special in _SPECIAL:
        text = text.replace(special, "")
    text = text.strip()
    if len(text.split()) < 2:
        word = re.split("[,. :;\n]", text)[0].upper()
        return word if word in list("ABCDEF") else text.upper()
    words = (found[1].upper() for found in (re.search(one, text, re.I) for one in _TEMPLATES) if found)
    return next((word for word in words if word in list("ABCDEF")), None)


_CUES = [
    *("<answer>", "Answer:", "Final answer", "final answer", "Final Answer", "the answer is", "The answer is"),
    *("correct answer", "Correct answer", "Correct Answer", "答案", "correct path"),
]


def spatialviz(text: str, options: Sequence[str]) -> str | None:
    """Find the first cue in the list that occurs; return the only letter from its last place to the next full stop."""
    text = said(text)
    cue = next((cue for cue in _CUES if cue in text), None)
    if cue is None and len(text) != 1:
        return None
    # Fault: capitals inside words count, so "the answer is B, Behind" is B but "the answer is B, Chair" is nothing.
    part = text.split(cue)[-1].split(".")[0] if cue else text
    letters = set(re.findall("[A-D]", part))
    return letters.pop() if len(letters) == 1 else None


def spatial_dise(text: str, options: Sequence[str]) -> str | None:
    """Return what lmms-eval's common rules read, or else a small letter."""
    letters = _letters(options)
    small = [rf"answer\s*(?:[:：]\s*)?\(?([{letters}])", rf"^\(?([{letters}])(?:[.):\s]|$)", rf"\b([{letters}])\b"]
    return lmms_eval.choice(text, options) or _first(small, said(text), re.I)


def _letters(options: Sequence[str]) -> str:
    return LETTERS[: len(options)]


def _first(patterns: Iterable[str], text: str, flags: int = 0) -> str | None:
    """Return the letter at the first match of the first pattern that matches."""
    found = (re.search(pattern, text, flags) for pattern in patterns)
    return next((match[1].upper() for match in found if match), None)


@dataclass(frozen=True)
class Reader:
    """How a task reads letters, a note for users, and the right letters for which its scores mean something."""

    choice: Callable[[str, Sequence[str]], str | None]
    note: str
    keys: str = LETTERS


TASKS: Mapping[str, Reader] = {
    "3dsrbench": Reader(dsrbench, "reads A to D; an early letter wins over a later one"),
    "blink": Reader(blink, "reads a word's first letter where nothing else fits"),
    "corecognition": Reader(corecognition, "reads A to F, small letters too"),
    "embspatial": Reader(embspatial, "reads the letter that begins the reply, be it a word's", "ABCD"),
    "mindcube": Reader(mindcube, "reads A to E; the last one before a full stop wins"),
    "mmsi_bench": Reader(mmsi_bench, "reads A to F, small letters too"),
    "omni_spatial": Reader(omni_spatial, "reads the first character of the reply"),
    "omnispatial": Reader(omnispatial, "takes A where it finds nothing"),
    "sitebench": Reader(sitebench, "guesses by chance where it finds nothing; here that is no answer"),
    "spatial_dise": Reader(spatial_dise, "reads a capital inside a word as a letter"),
    "spatialviz": Reader(spatialviz, "reads A to D, capitals inside words too"),
    "viewspatial": Reader(viewspatial, "reads A to D in the last line only, the article too", "ABCD"),
    "vsibench": Reader(vsibench, "reads the first word only"),
}
