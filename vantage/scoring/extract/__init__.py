"""Read the answer out of what a model said. Never a guess: what a careful reader could not tell is no answer.

Three steps, and which one found the answer is recorded. "tag": the model put it inside <answer></answer>, and then
nothing else counts. "pattern": it said so in words; explicit statements go before implied ones, later before earlier.
"judge": a model that is handed in was asked what the words mean; off unless one is handed in.

Other evaluation tools read answers by rules of their own. `RULES` has them by name, to see what a score owes to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from vantage.names import nearest
from vantage.scoring.extract import easi, lmms_eval, vlmevalkit
from vantage.scoring.extract.judge import Judge, judged_choice, judged_number
from vantage.scoring.extract.letters import Choices
from vantage.scoring.extract.numerals import only_number
from vantage.scoring.extract.spoken import Unclear, plain, said, tagged, unmarked

T = TypeVar("T", str, float)
OURS = "ours"


@dataclass(frozen=True)
class Found(Generic[T]):
    """An answer, or None, and what found it: "tag", "pattern", "judge", a peer's name, or empty."""

    answer: T | None = None
    step: str = ""


@dataclass(frozen=True)
class Rules:
    """A named way to read answers; `note` says what a reader of its scores should know."""

    choice: Callable[[str, Sequence[str]], Found[str]]
    number: Callable[[str], Found[float]]
    note: str = ""


def choice(text: str, options: Sequence[str], judge: Judge | None = None) -> Found[str]:
    """Return the letter of the option that `text` chooses; options are texts, empty for those that are pictures."""
    choices = Choices(options)
    found = _find(text, choices.read)
    if found.answer is None and judge:
        return _step(judged_choice(judge, said(plain(text)), choices.options), "judge")
    return found


def number(text: str, judge: Judge | None = None) -> Found[float]:
    """Return the one number that `text` gives as its answer."""
    found = _find(text, only_number)
    if found.answer is None and judge:
        return _step(judged_number(judge, said(plain(text))), "judge")
    return found


def rules(name: str, judge: Judge | None = None) -> Rules:
    """Return the rule set of that name: "ours", which asks `judge` where it finds no answer, or a peer's."""
    found = RULES[nearest(name, RULES, "rule set")]
    if judge is None:
        return found
    if name != OURS:
        raise ValueError(f"the rules of {name} are kept as they are, so no judge is asked; use --rules {OURS}")
    return Rules(partial(choice, judge=judge), partial(number, judge=judge))


def _find(text: str, read: Callable[[str], T | None]) -> Found[T]:
    text = said(plain(text))
    inside = tagged(text)
    try:
        answer = read(unmarked(text if inside is None else inside))
    except Unclear:
        return Found()
    return _step(answer, "pattern" if inside is None else "tag")


def _step(answer: T | None, step: str) -> Found[T]:
    return Found() if answer is None else Found(answer, step)


def _peer(
    name: str, choice: Callable[[str, Sequence[str]], str | None], number: Callable[[str], float | None], note: str
) -> Rules:
    return Rules(lambda text, options: _step(choice(text, options), name), lambda text: _step(number(text), name), note)


RULES: Mapping[str, Rules] = {
    OURS: Rules(choice, number),
    "easi": _peer("easi", easi.choice, easi.number, "reads letters that were not offered; they count as wrong"),
    "vlmevalkit": _peer(
        "vlmevalkit",
        vlmevalkit.choice,
        vlmevalkit.number,
        "where it finds nothing, VLMEvalKit asks a judge or guesses by chance; here that is no answer",
    ),
    "lmms-eval": _peer("lmms-eval", lmms_eval.choice, lmms_eval.number, "reads a capital inside a word as a letter"),
}
