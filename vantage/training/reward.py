"""What a reply is worth in training. A learner finds every hole in its reward, so what games the parser earns nothing.

The answer is read by our own extraction. Before that, the reply is looked at as a whole: copies of the prompt are cut
out, and a reply that gives several answers, forges tags or turns of a chat, goes round in circles or is too long is
worth nothing, whatever can be read out of it. A key holds all that is needed and fits any
trainer's row as text.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from vantage.item import LETTERS, Answer, Choice, Condition, Item, Number, answer_from, answer_json, compact
from vantage.prompts import prompt
from vantage.scoring import extract, nearness
from vantage.training import gaming

NEAR = 0.999  # at least this much credit counts as right


@dataclass(frozen=True)
class Key:
    """What is right, as an item was shown: the answer, the options' texts and misses, and the prompt's text."""

    item: str
    answer: Answer
    options: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()  # the rule of each option, empty for the right one
    asked: str = ""  # the text of the prompt, by which a copy of it is known
    groups: Mapping[str, str] = field(default_factory=dict)  # name -> the group of items that the item belongs to

    @classmethod
    def of(cls, item: Item, condition: Condition | None = None) -> Key:
        """Return the key of an item as a condition presents it."""
        shown = prompt.present(item, condition or Condition())
        asked = "\n".join(part for one in shown.messages for part in one.parts if isinstance(part, str))
        options = shown.item.options
        for letter, option in zip(LETTERS, options):  # an answer may repeat an option
            asked = asked.replace(f"\n{letter}. {option.text}", "\n")
        return cls(
            item.id,
            shown.item.answer,
            tuple(option.text for option in options),
            tuple(option.rule for option in options),
            asked,
            {name: group for name, (group, _) in item.groups.items()},
        )

    def text(self) -> str:
        """Return the key as one line of JSON, which `read` reads."""
        return compact({**asdict(self), "answer": answer_json(self.answer)})

    @classmethod
    def read(cls, text: str) -> Key:
        """Return the key that `text` wrote."""
        try:
            found = json.loads(text)
            options, misses = (tuple(map(str, found[name])) for name in ("options", "misses"))
            answer = answer_from(found["answer"])
            if isinstance(answer, Choice) and answer.letter not in LETTERS[: len(options)]:
                raise ValueError(f"{answer.letter!r} is none of {len(options)} options")
            return cls(str(found["item"]), answer, options, misses, str(found["asked"]), dict(found["groups"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is not a key as Vantage writes it ({error}): {text!r:.60}") from None


@dataclass(frozen=True)
class Pay:
    """How a reply is paid. `right` and `format` are what each is worth; a reply earns 0 to `right + format`."""

    right: float = 1.0
    format: float = 0.0  # for the form that the prompt asks for; only a reply that is paid for its answer earns it
    strict: bool = False  # whether an answer counts only inside one pair of answer tags
    near_numbers: bool = False  # whether numbers earn by how near they are (mean relative accuracy)
    near_misses: Mapping[str, float] = field(default_factory=dict)  # rule of a wrong option -> share that it earns
    longest: int = 16_000  # characters; a longer reply earns nothing

    def __post_init__(self) -> None:
        shares = {"right": self.right, "format": self.format, **self.near_misses}
        for name, share in shares.items():
            if not 0 <= share <= 1:
                raise ValueError(f"what {name} earns is from 0 to 1, not {share!r}")
        if self.longest < 1:
            raise ValueError(f"the longest reply has 1 character or more, not {self.longest}")


@dataclass(frozen=True)
class Reward:
    """What a reply earned in all and for what; `gamed` says why a reply earned nothing that might have been right."""

    total: float
    right: bool = False
    format: bool = False
    credit: float = 0.0  # of the answer: 1 for right, less for near
    answer: str | float | None = None
    gamed: str = ""


def reward(reply: Any, key: Key | str | Item, pay: Pay | None = None) -> Reward:
    """Return what a reply earns. `key` is an item, its `Key` or that as text; anything but a text earns nothing."""
    pay = pay or Pay()
    key = Key.of(key) if isinstance(key, Item) else Key.read(key) if isinstance(key, str) else key
    if not isinstance(reply, str) or not reply.strip():
        return Reward(0.0)
    text, gamed = gaming.looked_at(reply, key.asked, key.options, pay.longest)
    if gamed:
        return Reward(0.0, gamed=gamed)
    formed = gaming.in_form(reply, key.asked)
    if pay.strict and not gaming.is_tagged(text):
        return Reward(0.0, format=formed)
    answer, credit = _credit(text, key, pay)
    total = credit * pay.right + (pay.format if formed and credit else 0.0)
    return Reward(total, credit >= NEAR, formed, credit, answer)


def _credit(text: str, key: Key, pay: Pay) -> tuple[str | float | None, float]:
    """Return the answer that a reply gives and what it is worth, from 0 to 1."""
    if isinstance(key.answer, Number):
        value = extract.number(text).answer
        if value is None:
            return None, 0.0
        rule = Number(key.answer.value, key.answer.unit, "mra") if pay.near_numbers else key.answer
        credit = nearness.as_asked(value, rule)
        return value, credit if pay.near_numbers else float(credit == 1)
    letter = extract.choice(text, key.options).answer
    if letter is None:
        return None, 0.0
    if letter == key.answer.letter:
        return letter, 1.0
    place = LETTERS.index(letter)
    return letter, pay.near_misses.get(key.misses[place], 0.0) if place < len(key.misses) else 0.0


def consistent(
    keys: Sequence[Key | str], rewards: Sequence[Reward], of: str = "", whole: Mapping[str, int] | None = None
) -> list[float]:
    """Return for each reply 1 if all replies to its group are right, else 0: all views of a scene, all wordings.

    `of` names the groups ("view", "wording", …; empty: any). The first replies to all items of a group belong together,
    so do the second ones, and so on. A reply whose group has no other item here earns 0, as one that `whole` says is
    larger than what is here.
    """
    sets: dict[tuple[str, int], list[int]] = defaultdict(list)
    places: list[list[tuple[str, int]]] = []
    turns: dict[str, int] = defaultdict(int)
    found = [Key.read(key) if isinstance(key, str) else key for key in keys]
    for place, key in enumerate(found):
        turn = turns[key.item]
        turns[key.item] += 1
        mine = [(group, turn) for name, group in key.groups.items() if of in ("", name)]
        places.append(mine)
        for one in mine:
            sets[one].append(place)
    least = whole or {}

    def passed(one: tuple[str, int]) -> bool:
        some = sets[one]
        return len(some) >= max(2, least.get(one[0], 2)) and all(rewards[place].right for place in some)

    return [float(bool(mine) and all(map(passed, mine))) for mine in places]
