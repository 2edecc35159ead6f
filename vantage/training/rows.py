"""An item as trainers read it: messages with its pictures in their places, the answer due, and the key of its reward.

Some tools take a message in blocks of text and picture, others one text with a mark for each picture. A question that
holds such a mark in its own words cannot be told from one that shows a picture there, so it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vantage.describing.explained import explain, silence
from vantage.item import IMAGE_MARK, LETTERS, Condition, Item, answer_text
from vantage.prompts import prompt
from vantage.prompts.prompt import Message, Picture
from vantage.prompts.protocols import wording
from vantage.seeds import generator
from vantage.training.reward import Key

MARKS = re.compile(r"<(?:image|video|audio)>|<\|(?:image|video|vision)_\w{1,10}\|>", re.I)
HELD_OUT = "not for training: this item belongs to the {} split"


@dataclass(frozen=True)
class Case:
    """One item as a condition presents it, in the words of training."""

    item: Item
    condition: Condition

    @cached_property
    def shown(self) -> prompt.Presented:
        """The item as presented; a ValueError if a text of it holds a tool's mark for a picture."""
        shown = prompt.present(self.item, self.condition)
        for part in _parts(shown.messages):
            if isinstance(part, str):
                self.unmarked(part)
        return shown

    def unmarked(self, text: str) -> str:
        """Return a text; raise a ValueError if it holds a tool's mark for a picture."""
        if mark := MARKS.search(text):
            raise ValueError(f"{self.item.id}: its words hold {mark[0]}, which trainers take for a picture")
        return text

    @cached_property
    def key(self) -> Key:
        """What is right, as it was shown."""
        return Key.of(self.item, self.condition)

    @property
    def pictures(self) -> list[bytes]:
        """The pictures in the order of their places."""
        return [part.data for part in _parts(self.shown.messages) if isinstance(part, Picture)]

    @property
    def asked_pictures(self) -> list[bytes]:
        """The question's own pictures, without those of its options."""
        return [part.data for part in _parts(self.shown.messages) if isinstance(part, Picture) and not part.option]

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The messages in blocks: every block has the same two fields, as tables need it."""
        return [{"role": one.role, "content": [_block(part) for part in one.parts]} for one in self.shown.messages]

    @property
    def marked(self) -> list[dict[str, str]]:
        """The messages as texts, with a mark for each picture."""
        texts = [
            "".join(part if isinstance(part, str) else IMAGE_MARK for part in m.parts) for m in self.shown.messages
        ]
        return [{"role": one.role, "content": text} for one, text in zip(self.shown.messages, texts)]

    @property
    def tagged(self) -> bool:
        """Whether the prompt asks for answer tags."""
        return any("<answer>" in text for text in self._asked)

    @property
    def thoughtful(self) -> bool:
        """Whether the prompt asks for thoughts before the answer."""
        return any(re.search(r"<think>|step by step|[Tt]hink before|in writing", text) for text in self._asked)

    @cached_property
    def _asked(self) -> tuple[str, str]:
        from vantage.prompts import protocols

        return wording(protocols.get(self.condition.protocol), self.shown.item)

    @property
    def taught(self) -> bool:
        """Whether there is a whole reply to learn from: where thoughts are asked for, only if the item has some."""
        return not (self.thoughtful and silence(self.item))

    @cached_property
    def rationale(self) -> str:
        """The worked solution of the item as shown, where thoughts are asked for; a ValueError if it has none."""
        return self.unmarked(explain(self.shown.item)) if self.thoughtful else ""

    @property
    def solution(self) -> str:
        """The right answer in the form that the prompt asks for, after thoughts if it asks for some."""
        if not self.thoughtful:
            return self.reply()
        if any("<think>" in text for text in self._asked):
            return f"<think>\n{self.rationale}\n</think>\n{self.reply()}"
        return f"{self.rationale}\n{self.reply()}" if self.tagged else self.rationale

    def reply(self, answer: str = "") -> str:
        """Return an answer, by default the right one, in the form that the prompt asks for, without thoughts."""
        answer = answer or answer_text(self.shown.item)
        return f"<answer>{answer}</answer>" if self.tagged else answer

    @property
    def wrong(self) -> str:
        """A wrong option in that form, drawn evenly by the item's id; empty for an item that asks for a number."""
        letters = [LETTERS[place] for place, _ in enumerate(self.key.options)]
        others = [letter for letter in letters if letter != answer_text(self.shown.item)]
        return self.reply(others[int(generator("rejected", self.item.id).integers(len(others)))]) if others else ""

    @property
    def facts(self) -> dict[str, str]:
        """What every row says of its item; one that is not for training says so."""
        split = self.item.split
        facts = {
            "id": self.item.id,
            "task": self.item.task,
            "tier": str(self.item.tags.get("tier", "")),
            "split": split,
        }
        return {**facts, "held_out": "" if split == "train" else HELD_OUT.format(split)}


def asked(item: Item, condition: Condition | None = None) -> dict[str, Any]:
    """Return an item as a row for reinforcement learning: `prompt` in blocks, `images`, `key` and what it is."""
    from vantage.render import flat

    case = Case(item, condition or Condition())
    return {
        "prompt": case.blocks,
        "images": [flat.decode(data) for data in case.pictures],
        "key": case.key.text(),
        **case.facts,
    }


def _parts(messages: Sequence[Message]) -> list[str | Picture]:
    return [part for message in messages for part in message.parts]


def _block(part: str | Picture) -> dict[str, str | None]:
    return {"type": "text", "text": part} if isinstance(part, str) else {"type": "image", "text": None}
