"""An Item is one question with its pictures, options, key and truth; a Condition is how it is presented.

An item does not contain its presentation (protocol, option order, picture size), so one data set serves all conditions.
"""

from __future__ import annotations

import base64
import dataclasses
import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from vantage import seeds

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
IMAGE_MARK = "<image>"
VARIED = ("wording", "premise", "order", "occlusion", "frame")  # groups whose members ask one question in several ways
LARGEST = 1_000_000  # the largest number that a condition may contain

Json = Mapping[str, Any]
Groups = Mapping[str, tuple[str, str]]  # name -> (group id, variant)


@dataclass(frozen=True)
class Choice:
    """The right answer is the option with this letter."""

    letter: str


@dataclass(frozen=True)
class Number:
    """The right answer is a number; `rule` says how it is scored: "exact" or "mra" (mean relative accuracy)."""

    value: float
    unit: str = ""
    rule: str = "exact"


Answer = Choice | Number


@dataclass(frozen=True)
class Option:
    """One answer on offer: a text or a picture (encoded bytes).

    `label` says what it means ("behind-left", "mirror"). `rule` says how a wrong option differs from the key; it is
    empty for the key itself.
    """

    text: str = ""
    image: bytes | None = None
    label: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Item:
    """One complete question: what is shown, what is right, and the facts from which anyone can derive the answer."""

    id: str  # "dise/rotation_3d/bench-s7/000123": suite / task / size-seed / index
    suite: str
    task: str
    version: int
    split: str
    situation: str  # digest of what must not be shared between splits
    question: str  # with one <image> mark per picture
    images: tuple[bytes, ...]
    options: tuple[Option, ...]
    answer: Answer
    truth: Json
    subtype: str = ""
    tags: Json = field(default_factory=dict)  # quadrant, tier, frame: str; capabilities, abilities, factors: lists
    groups: Groups = field(default_factory=dict)
    depth: tuple[bytes, ...] = ()  # depth maps, one per image or none: 16-bit millimetres, or 8 bits, brighter nearer
    ids: tuple[bytes, ...] = ()  # id maps, one per image or none: 16-bit ids of things, as the truth gives them
    text_form: str = ""
    attempt: int = 0

    def __post_init__(self) -> None:
        marks = self.question.count(IMAGE_MARK)
        if marks != len(self.images):
            raise ValueError(f"{self.id}: the question marks {marks} pictures, the item holds {len(self.images)}")
        if isinstance(self.answer, Choice):
            if len(self.options) < 2:
                raise ValueError(f"{self.id}: a choice needs at least two options, not {len(self.options)}")
            if self.answer.letter not in self.letters:
                raise ValueError(f"{self.id}: the key {self.answer.letter!r} is not among {', '.join(self.letters)}")

    def worded(self, question: str, group: str, wording: str, id: str = "") -> Item:
        """Return the item with another wording of its question, as a member of a group of wordings."""
        groups = worded_groups(self.groups, group, wording)
        tags = {**self.tags, "wording": wording}
        return dataclasses.replace(self, id=id or self.id, question=question, groups=groups, tags=tags)

    @property
    def letters(self) -> str:
        """The letters of the options, in order: "ABCD"."""
        return LETTERS[: len(self.options)]

    @property
    def key(self) -> int:
        """The index of the right option."""
        if not isinstance(self.answer, Choice):
            raise ValueError(f"{self.id} asks for a number, so it has no right option")
        return LETTERS.index(self.answer.letter)

    @property
    def chance(self) -> float:
        """The probability that a uniform random guess is right."""
        return 1 / len(self.options) if self.options else 0.0

    @property
    def logical(self) -> str:
        """A digest shared by items that ask the same question about the same situation; ignores letters and camera."""
        labels = sorted(option.label or option.text for option in self.options)
        variants = sorted(f"{name}={variant}" for name, (_, variant) in self.groups.items())
        return seeds.digest(self.task, self.subtype, self.situation, self.question, *labels, *variants)

    def _repr_html_(self) -> str:
        """The item in a notebook: question, pictures, options; the key is left for `answer` to tell."""
        images = iter(self.images)
        parts = html.escape(self.question).split(html.escape(IMAGE_MARK))
        asked = parts[0] + "".join(_picture_html(next(images)) + part for part in parts[1:])
        options = "".join(
            f"<td style='text-align:left;vertical-align:top'>{letter}. {html.escape(option.text)}"
            f"{_picture_html(option.image) if option.image else ''}</td>"
            for letter, option in zip(self.letters, self.options)
        )
        name = html.escape(self.id)
        return f"<div><p><b>{name}</b></p><p>{asked}</p><table><tr>{options}</tr></table></div>"

    def rotated(self, steps: int) -> Item:
        """Return the item with its options moved up by `steps`: option B becomes A, A becomes the last."""
        if not isinstance(self.answer, Choice) or steps % len(self.options) == 0:
            return self
        steps %= len(self.options)
        letter = LETTERS[(self.key - steps) % len(self.options)]
        options = self.options[steps:] + self.options[:steps]
        return dataclasses.replace(self, options=options, answer=Choice(letter))


@dataclass(frozen=True)
class Condition:
    """How an item is presented to a model or a person."""

    protocol: str = "direct"
    images: Literal["first", "last", "as_written", "none"] = "as_written"
    layout: Literal["separate", "composite"] = "separate"  # composite: all pictures joined into one
    rotation: int = 0  # how many places the options move up; less than the number of options
    max_side: int = 0  # pictures are shrunk to this side, in pixels; 0 leaves them unchanged
    depth: bool = False  # whether each picture of the question has its depth map on its right
    form: Literal["picture", "text", "both"] = "picture"
    repeat: int = 0  # distinguishes repeats of the same messages

    def __post_init__(self) -> None:
        for one in dataclasses.fields(self):
            value, kind = getattr(self, one.name), type(one.default)
            if type(value) is not kind:
                raise ValueError(f"condition {one.name} must be of type {kind.__name__}, not {str(value)[:40]!r}")
        allowed = {
            "images": ("first", "last", "as_written", "none"),
            "layout": ("separate", "composite"),
            "form": ("picture", "text", "both"),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise ValueError(f"condition {name} must be one of {', '.join(values)}, not {getattr(self, name)!r}")
        for name in ("rotation", "max_side", "repeat"):
            if not 0 <= getattr(self, name) <= LARGEST:
                raise ValueError(f"condition {name} must be from 0 to {LARGEST:,}, not {getattr(self, name)}")
        if self.depth and (self.images == "none" or self.form == "text"):
            blind = "images 'none'" if self.images == "none" else "form 'text'"
            raise ValueError(f"a condition with {blind} shows no pictures, so it can have no depth; drop one of them")


def worded_groups(groups: Groups, group: str, wording: str) -> Groups:
    """Return an item's groups as one of the wordings of its question: each wording has view sets of its own."""
    apart = {name: (id if name == "scene" else f"{id}/{wording}", variant) for name, (id, variant) in groups.items()}
    return {**apart, "wording": (group, wording)}


def _picture_html(data: bytes) -> str:
    if not data:  # an item that was read without its pictures
        return "[picture]"
    kind = "jpeg" if data[:2] == b"\xff\xd8" else "webp" if data[8:12] == b"WEBP" else "png"
    style = "max-width:160px;max-height:160px;margin:4px;vertical-align:middle"
    return f"<img style='{style}' alt='' src='data:image/{kind};base64,{base64.b64encode(data).decode()}'>"


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain JSON: {"letter": …} or {"value": …, "unit": …, "rule": …}."""
    return dataclasses.asdict(answer)


def answer_from(data: Json) -> Answer:
    """Return the answer that `answer_json` wrote."""
    if data.get("letter"):
        return Choice(str(data["letter"]))
    return Number(float(data["value"]), str(data.get("unit") or ""), str(data.get("rule") or "exact"))


def answer_text(item: Item) -> str:
    """Return the right answer in words: "B" or "2.5 m"."""
    if isinstance(item.answer, Choice):
        return item.answer.letter
    return f"{number_text(item.answer.value)} {item.answer.unit}".strip()


def number_text(value: float) -> str:
    """Return a number with up to twelve significant digits: "1234567", and "0.3" for 0.1 + 0.2."""
    return f"{value:.12g}"


def item_json(item: Item) -> dict[str, Any]:
    """Return the item as plain JSON without its pictures; `images`, `depth` and `ids` say how many there are."""
    data = {field.name: getattr(item, field.name) for field in dataclasses.fields(item)}
    data |= {name: len(getattr(item, name)) for name in ("images", "depth", "ids")}
    data["options"] = [
        {"letter": letter, "text": o.text, "image": o.image is not None, "label": o.label, "rule": o.rule}
        for letter, o in zip(item.letters, item.options)
    ]
    data["answer"] = answer_json(item.answer)
    data["groups"] = {name: list(pair) for name, pair in item.groups.items()}
    return data


def compact(data: Any) -> str:
    """Return JSON text that is the same for equal data: sorted keys, no extra spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
