"""Present an item under a condition: the exact messages a model is sent, in a form that knows no provider.

A message is a role and its parts, each a text or a picture, in reading order. How an answer is to be given is a
protocol: named and versioned, because its wording moves scores.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vantage.composite import compose
from vantage.item import IMAGE_MARK, Choice, Condition, Item
from vantage.names import nearest


@dataclass(frozen=True)
class Picture:
    """An encoded picture in a message; `option` is the letter of the option it shows, empty in the question."""

    data: bytes
    option: str = ""


Part = str | Picture


@dataclass(frozen=True)
class Message:
    """What one speaker says: texts and pictures in reading order."""

    role: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Protocol:
    """How an answer is asked for: the closing line for choices ({letters}) and for numbers ({unit})."""

    name: str
    version: int
    choice: str
    number: str


PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        Protocol(
            name="direct",
            version=1,
            choice="Answer with only the letter of the right option out of ({letters}).",
            number="Answer with only a number{unit}.",
        ),
        Protocol(
            name="cot",
            version=1,
            choice="Reason step by step. Then give the letter of the right option out of ({letters}) inside "
            "<answer></answer>, for example <answer>{letter}</answer>.",
            number="Reason step by step. Then give your answer as a number{unit} inside <answer></answer>, "
            "for example <answer>12.5</answer>.",
        ),
    )
}


@dataclass(frozen=True)
class Presented:
    """An item as it is shown: options in the order shown, and for each place the option's index in the data set."""

    item: Item
    order: tuple[int, ...]
    messages: tuple[Message, ...]


def protocol(name: str) -> Protocol:
    """Return the protocol called `name`; an unknown name is an error that suggests the nearest."""
    return PROTOCOLS[nearest(name, PROTOCOLS, "protocol")]


def order_of(item: Item, rotation: int) -> tuple[int, ...]:
    """Return, for each place in the order presented under `rotation`, the index of the option in the data set."""
    count = len(item.options)
    return tuple((place + rotation) % count for place in range(count))


def letters_of(item: Item) -> str:
    """Return the letters an answer may be, empty when the item asks for a number."""
    return item.letters if isinstance(item.answer, Choice) else ""


def present(item: Item, condition: Condition) -> Presented:
    """Return the item as `condition` presents it."""
    if condition.depth:
        raise ValueError("depth pictures are not supported yet; use a condition without depth")
    asked = protocol(condition.protocol)
    shown = item.rotated(condition.rotation)
    parts = [*_question(shown, condition), *_options(shown, condition), "\n\n" + _closing(shown, asked)]
    composed = condition.layout == "composite" and condition.images != "none"
    placed = _compose(parts, condition) if composed else _place(parts, condition)
    return Presented(shown, order_of(item, condition.rotation), (Message("user", _joined(placed)),))


def message_digest(messages: Sequence[Message], *path: str | int) -> str:
    """Return 64 hex digits that name these messages, bytes and all, and `path`."""
    digest = hashlib.sha256(repr(path).encode())
    for message in messages:
        for part in (message.role, *message.parts):
            data = part.encode() if isinstance(part, str) else part.data
            # The kind and the length stand before the bytes, so that no part can imitate a border between two.
            digest.update(f"{type(part).__name__}{len(data)}:".encode() + data)
    return digest.hexdigest()


def _question(item: Item, condition: Condition) -> Iterator[Part]:
    if condition.form != "picture" and not item.text_form:
        raise ValueError(f"{item.id} has no text form; ask it with form 'picture'")
    if condition.form == "text":
        if any(option.image and not option.text for option in item.options):
            raise ValueError(f"{item.id} has pictures for options, so text alone cannot ask it; use form 'both'")
        yield item.text_form
        return
    pictures = iter(item.images)
    for place, text in enumerate(item.question.split(IMAGE_MARK)):
        if place:
            yield Picture(next(pictures))
        yield text
    if condition.form == "both":
        yield "\n\nThe same as text:\n" + item.text_form


def _options(item: Item, condition: Condition) -> Iterator[Part]:
    if item.options:
        yield "\n\nOptions:"
    for letter, option in zip(item.letters, item.options):
        yield f"\n{letter}. {option.text}"
        if option.image is not None and condition.form != "text":
            yield Picture(option.image, letter)


def _closing(item: Item, asked: Protocol) -> str:
    if isinstance(item.answer, Choice):
        # The letter in the example goes round with the item, so that no letter is named more often than another.
        example = item.letters[int(hashlib.sha256(item.id.encode()).hexdigest(), 16) % len(item.letters)]
        return asked.choice.format(letters=", ".join(item.letters), letter=example)
    unit = item.answer.unit
    return asked.number.format(unit=f" in {unit}" if unit else "")


def _place(parts: Sequence[Part], condition: Condition) -> list[Part]:
    """Return the parts with the pictures where the condition wants them."""
    if condition.images == "none":
        return ["(picture not shown)" if isinstance(part, Picture) else part for part in parts]
    shrunk = [_shrunk(part, condition.max_side) if isinstance(part, Picture) else part for part in parts]
    if condition.images == "as_written":
        return shrunk
    pictures: list[Part] = []
    texts: list[Part] = []
    for part in shrunk:
        if isinstance(part, Picture):
            pictures.append(part)
        # Pictures moved away from their marks are called by their number in the order shown.
        texts.append(f"(picture {len(pictures)})" if isinstance(part, Picture) else part)
    return [*pictures, *texts] if condition.images == "first" else [*texts, *pictures]


def _compose(parts: Sequence[Part], condition: Condition) -> list[Part]:
    """Return the texts with one picture of all pictures before them (after them, if those are to come last)."""
    pictures = [part for part in parts if isinstance(part, Picture)]
    asked = [picture.data for picture in pictures if not picture.option]
    offered = [(picture.option, picture.data) for picture in pictures if picture.option]
    if not pictures:
        return list(parts)
    whole: Part = _shrunk(Picture(compose(asked, offered)), condition.max_side)
    row = " in the top row" if offered else ""
    numbers = iter(range(1, len(asked) + 1))

    def words(part: Part) -> Part:
        if isinstance(part, str):
            return part
        if part.option:
            return f"(picture {part.option})"
        return f"(picture {next(numbers)}{row})" if len(asked) > 1 else f"(the picture{row})"

    texts = [words(part) for part in parts]
    return [*texts, whole] if condition.images == "last" else [whole, *texts]


def _shrunk(picture: Picture, max_side: int) -> Picture:
    """Return the picture with its longer side at most `max_side` pixels; 0 leaves it as it is, byte for byte."""
    if not max_side:
        return picture
    from PIL import Image

    with Image.open(io.BytesIO(picture.data)) as image:
        if max(image.size) <= max_side:
            return picture
        small = image.convert("RGBA" if image.has_transparency_data else "RGB")
    small.thumbnail((max_side, max_side), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "PNG", compress_level=1)
    return replace(picture, data=out.getvalue())


def _joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts with neighbouring texts run together and empty ones left out."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)
