"""Read the answer out of what a model said. Nothing is guessed: a reply that a careful reader finds unclear has none.

There are three steps, and the one that found the answer is recorded. "tag": the answer is inside <answer></answer>;
then nothing else counts. "pattern": it is stated in words; explicit statements win over implied ones, later over
earlier. "judge": another model is asked what the words mean; this step is skipped unless the caller passes a judge.

Other evaluation tools have their own rules for reading answers and scoring numbers. `RULES` has them by name, to
show how far a score depends on them: a tool's common rules under its name, those of one of its tasks under "tool:task".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from vantage.item import LETTERS, Number
from vantage.names import nearest
from vantage.scoring import nearness
from vantage.scoring.extract import easi, lmms_eval, lmms_eval_tasks, vlmevalkit
from vantage.scoring.extract.letters import Choices
from vantage.scoring.extract.numerals import only_number
from vantage.scoring.extract.reader import Judge, judged_choice, judged_number
from vantage.scoring.extract.spoken import plain, said, shortened, tagged, unmarked
from vantage.scoring.extract.statements import Unclear

T = TypeVar("T", str, float)
OURS = "ours"


@dataclass(frozen=True)
class Found(Generic[T]):
    """An answer, or None, and what found it: "tag", "pattern", "judge", a peer's name, or empty."""

    answer: T | None = None
    step: str = ""


@dataclass(frozen=True)
class Rules:
    """A named way to read answers and to score numbers; `note` says what a reader of its scores should know."""

    choice: Callable[[str, Sequence[str]], Found[str]]
    number: Callable[[str], Found[float]]
    credit: Callable[[float, Number], float] = nearness.as_asked
    keys: str = LETTERS  # the right letters for which its scores mean something
    note: str = ""


def choice(text: str, options: Sequence[str], judge: Judge | None = None) -> Found[str]:
    """Return the letter of the option that `text` chooses; options are texts, empty for those that are pictures."""
    choices = Choices(options)
    found = _find(text, choices.read)
    if found.answer is None and judge:
        return _step(judged_choice(judge, _aloud(text), choices.options), "judge")
    return found


def number(text: str, judge: Judge | None = None) -> Found[float]:
    """Return the one number that `text` gives as its answer."""
    found = _find(text, only_number)
    if found.answer is None and judge:
        return _step(judged_number(judge, _aloud(text)), "judge")
    return found


def rules(name: str, judge: Judge | None = None) -> Rules:
    """Return the rule set of that name: "ours", which asks `judge` where it finds no answer, or a peer's."""
    found = RULES[nearest(name, RULES, "rule set")]
    if judge is None:
        return found
    if name != OURS:
        raise ValueError(f"the rules of {name} are kept as they are, so no judge is asked; use --rules {OURS}")
    return Rules(partial(choice, judge=judge), partial(number, judge=judge))


def _aloud(text: str) -> str:
    """Return the reply without its thoughts; in plain characters unless it is too long to be read as a whole."""
    return said(plain(text) if shortened(text) == text else text)


def _find(text: str, read: Callable[[str, bool], T | None]) -> Found[T]:
    aloud = _aloud(text)
    inside = tagged(aloud)
    kept = aloud if inside is None else inside
    short = shortened(kept)
    try:
        answer = read(unmarked(plain(short)), short == kept)
    except Unclear:
        return Found()
    return _step(answer, "pattern" if inside is None else "tag")


def _step(answer: T | None, step: str) -> Found[T]:
    return Found() if answer is None else Found(answer, step)


def _peer(
    name: str, choice: Callable[[str, Sequence[str]], str | None], number: Callable[[str], float | None], **others: Any
) -> Rules:
    def letter(text: str, options: Sequence[str]) -> Found[str]:
        read = choice(text, options)
        return _step(read if read in _LETTERS else None, name)

    return Rules(letter, lambda text: _step(number(text), name), **others)


def _easi(name: str) -> Rules:
    note = "reads letters that were not offered; they count as wrong"
    return _peer(name, easi.choice, easi.number, credit=nearness.by_easi, keys=easi.LETTERS, note=note)


def _lmms_eval(name: str, reader: lmms_eval_tasks.Reader) -> Rules:
    credit = nearness.by_lmms_eval
    return _peer(name, reader.choice, lmms_eval.number, credit=credit, keys=reader.keys, note=reader.note)


_LETTERS = frozenset(LETTERS)
RULES: Mapping[str, Rules] = {
    OURS: Rules(choice, number),
    "easi": _easi("easi"),
    "vlmevalkit": _peer(
        "vlmevalkit",
        vlmevalkit.choice,
        vlmevalkit.number,
        credit=nearness.by_easi,
        note="where it finds nothing, VLMEvalKit asks a judge or guesses by chance; here that is no answer",
    ),
    "vlmevalkit:spatial": _easi("vlmevalkit:spatial"),
    "lmms-eval": _lmms_eval(
        "lmms-eval", lmms_eval_tasks.Reader(lmms_eval.choice, "reads a capital inside a word as a letter")
    ),
    **{f"lmms-eval:{task}": _lmms_eval(f"lmms-eval:{task}", one) for task, one in lmms_eval_tasks.TASKS.items()},
}
TOOLS = tuple(name for name in RULES if ":" not in name)  # ours, and the common rules of each tool
