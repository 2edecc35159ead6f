"""Score a response: right, wrong, unanswered (spoke, but chose nothing) or failed (no response at all).

A failed request does not count as a wrong answer, and no answer is guessed from an unreadable reply: each has its own
outcome. Failures count as wrong only under a protocol that says so.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol

from vantage.item import LETTERS, Condition, Item, Number
from vantage.prompts import protocols
from vantage.scoring import extract
from vantage.scoring.extract.reader import Judge
from vantage.scoring.nearness import Unscorable


class Outcome(enum.Enum):
    """How one request turned out."""

    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    FAILED = "failed"


@dataclass(frozen=True)
class Score:
    """One response, read and judged."""

    outcome: Outcome
    answer: str | float | None = None  # the letter as presented, or the number
    option: int | None = None  # index of the chosen option in the data set's own order
    step: str = ""  # how the answer was found: "tag", "pattern", "judge", a peer's name; empty when none was
    truncated: bool = False  # cut off by a length limit
    credit: float = 0.0  # 1 for right, 0 for wrong; in between for a number scored by how near it is


class Kinded(Protocol):
    """The reason why a response has no text."""

    @property
    def kind(self) -> str:
        """A word by which failures are counted: "timeout", "server", …"""


class Reply(Protocol):
    """The parts of a response that scoring needs."""

    @property
    def text(self) -> str | None:
        """What was said."""

    @property
    def finish(self) -> str | None:
        """How it ended: "stop", or "length" when it was cut off."""

    @property
    def error(self) -> Kinded | None:
        """Why nothing was said."""


def score(
    item: Item,
    text: str | None,
    *,
    rotation: int = 0,
    finish: str = "stop",
    rules: str = extract.OURS,
    failed_is_wrong: bool = False,
    judge: Judge | None = None,
) -> Score:
    """Return the score of what a model said to `item`, shown under `rotation`; no text is a failed request.

    `rules` names the rule set that reads the answer and scores numbers; ours may ask a judge where it finds no answer.
    With `failed_is_wrong`, no text and a text that was cut off count as wrong.
    """
    truncated = finish == "length"
    if text is None or (truncated and failed_is_wrong):
        return Score(Outcome.WRONG if failed_is_wrong else Outcome.FAILED, truncated=truncated)
    read = extract.rules(rules, judge)
    if isinstance(item.answer, Number):
        return _score_number(item.id, item.answer, read, text, truncated)
    shown = item.rotated(rotation)
    if LETTERS[shown.key] not in read.keys:
        raise Unscorable(
            f"{rules} knows the keys {read.keys} only, so its score would mean nothing where the key is "
            f"{LETTERS[shown.key]}, as in {item.id}"
        )
    return _score_choice(shown, rotation, read, text, truncated)


def score_response(
    item: Item, condition: Condition, response: Reply, rules: str = extract.OURS, judge: Judge | None = None
) -> Score:
    """Return the score of a response, fresh from a model or read from a run, under the protocol of its condition."""
    error = response.error
    text = None if error else response.text
    protocol = protocols.PROTOCOLS.get(condition.protocol)
    # EASI counts a timeout as wrong; a server that was down says nothing about the model.
    late = text is not None or (error is not None and error.kind == "timeout")
    return score(
        item,
        text,
        rotation=condition.rotation,
        finish=response.finish or "",
        rules=rules,
        failed_is_wrong=late and protocol is not None and protocol.failed_is_wrong,
        judge=judge,
    )


def _score_choice(shown: Item, rotation: int, read: extract.Rules, text: str, truncated: bool) -> Score:
    found = read.choice(text, [option.text for option in shown.options])
    if found.answer is None:
        return Score(Outcome.UNANSWERED, truncated=truncated)
    place = LETTERS.index(found.answer)
    if place >= len(shown.options):  # a peer's rules may read a letter that was not offered
        return Score(Outcome.WRONG, found.answer, None, found.step, truncated)
    right = place == shown.key
    outcome = Outcome.RIGHT if right else Outcome.WRONG
    option = (place + rotation) % len(shown.options)
    return Score(outcome, found.answer, option, found.step, truncated, float(right))


def _score_number(item: str, key: Number, read: extract.Rules, text: str, truncated: bool) -> Score:
    found = read.number(text)
    if found.answer is None:
        return Score(Outcome.UNANSWERED, truncated=truncated)
    try:
        credit = read.credit(found.answer, key)
    except Unscorable as error:
        raise Unscorable(f"{error}, as in {item}") from None
    # Under mean relative accuracy an answer is right if it meets every tolerance; others get credit for nearness.
    outcome = Outcome.RIGHT if credit == 1 else Outcome.WRONG
    return Score(outcome, found.answer, None, found.step, truncated, credit)
