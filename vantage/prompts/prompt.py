"""Present an item under a condition: the exact messages that a model is sent, in a form independent of the provider.

A message is a role and its parts, each a text or a picture, in reading order. It holds nothing else about the item.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vantage.item import IMAGE_MARK, Choice, Condition, Item
from vantage.prompts import protocols
from vantage.prompts.composite import beside, compose

# The tag "order" of an item, and the value of a condition's `images` that it stands for.
ORDERS = {"images first": "first", "text first": "last", "interleaved": "as_written"}


@dataclass(frozen=True)
class Picture:
    """An encoded picture in a message; `option` is the letter of the option it shows, empty for the question's."""

    data: bytes
    option: str = ""


Part = str | Picture


@dataclass(frozen=True)
class Message:
    """What one speaker says: texts and pictures in reading order."""

    role: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Presented:
    """An item as shown: its options in the order shown, and for each of them its index in the data set (`order`)."""

    item: Item
    order: tuple[int, ...]
    messages: tuple[Message, ...]


def order_of(item: Item, rotation: int) -> tuple[int, ...]:
    """Return the indices in the data set of the options, in the order shown under `rotation`."""
    count = len(item.options)
    return tuple((place + rotation) % count for place in range(count))


def letters_of(item: Item) -> str:
    """Return the letters that an answer may be; empty when the item asks for a number."""
    return item.letters if isinstance(item.answer, Choice) else ""


def rotations(item: Item) -> int:
    """Return how many rotations an item's options have; one if the item has no options."""
    return len(item.options) if isinstance(item.answer, Choice) else 1


def refusal(item: Item, condition: Condition) -> str:
    """Return why the item cannot be presented under the condition, as a sentence; empty if it can be.

    Pictures are not read, so that a whole data set can be checked before anything is sent.
    """
    if condition.rotation >= rotations(item):
        what = f"has {len(item.options)} options" if letters_of(item) else "has no options to rotate"
        return f"{item.id} {what}, so its rotation is at most {rotations(item) - 1}, not {condition.rotation}"
    if condition.depth and (not item.depth or len(item.depth) != len(item.images)):
        return f"{item.id} has {len(item.depth)} depth pictures for {len(item.images)} pictures; ask it without depth"
    if condition.form != "picture" and not item.text_form:
        return f"{item.id} has no text form; ask it with form 'picture'"
    if condition.form == "text" and any(option.image is not None and not option.text for option in item.options):
        return f"{item.id} has pictures for options, so text alone cannot ask it; use form 'both'"
    return ""


def present(item: Item, condition: Condition) -> Presented:
    """Return the item as `condition` presents it; a ValueError if that is not possible."""
    why = refusal(item, condition)
    if why:
        raise ValueError(why)
    shown = item.rotated(condition.rotation)
    system, closing = protocols.wording(protocols.get(condition.protocol), shown)
    parts = [*_question(shown, condition), *_options(shown, condition), f"\n\n{closing}" if closing else ""]
    composed = condition.layout == "composite" and condition.images != "none"
    placed = _compose(parts, condition) if composed else _place(parts, condition, _order(item))
    messages = [Message("system", (system,))] if system else []
    messages.append(Message("user", joined(placed)))
    return Presented(shown, order_of(item, condition.rotation), tuple(messages))


def message_digest(messages: Sequence[Message], *path: str | int) -> str:
    """Return 64 hex digits that identify these messages, pictures included, together with `path`."""
    digest = hashlib.sha256(repr(path).encode())
    for message in messages:
        for part in (message.role, *message.parts):
            data = part.encode() if isinstance(part, str) else part.data
            # Kind and length come before the bytes, so that different lists of parts never give the same bytes.
            digest.update(f"{type(part).__name__}{len(data)}:".encode() + data)
    return digest.hexdigest()


def _question(item: Item, condition: Condition) -> Iterator[Part]:
    if condition.form == "text":
        yield item.text_form
        return
    pictures = map(beside, item.images, item.depth) if condition.depth else iter(item.images)
    for place, text in enumerate(item.question.split(IMAGE_MARK)):
        if place:
            yield Picture(next(pictures))
        yield text
    if condition.depth:
        yield "\n\nTo the right of each picture in this question, joined to it, is its depth map: brighter is nearer."
    if condition.form == "both":
        yield f"\n\nThe same as text:\n{item.text_form}"


def _options(item: Item, condition: Condition) -> Iterator[Part]:
    if item.options:
        yield "\n\nOptions:"
    for letter, option in zip(item.letters, item.options):
        yield f"\n{letter}. {option.text}"
        if option.image is not None and condition.form != "text":
            yield Picture(option.image, letter)


def _place(parts: Sequence[Part], condition: Condition, own: str) -> list[Part]:
    """Return the parts with the pictures where the condition puts them, or else the item's own order."""
    order = own if condition.images == "as_written" else condition.images
    if condition.images == "none":
        return ["(picture not shown)" if isinstance(part, Picture) else part for part in parts]
    shrunk = [_shrunk(part, condition.max_side) if isinstance(part, Picture) else part for part in parts]
    if order == "as_written":
        return shrunk
    pictures: list[Part] = []
    texts: list[Part] = []
    for part in shrunk:
        if isinstance(part, Picture):
            pictures.append(part)
        # Where a picture is moved away from its mark, the text names it by its number in the order shown.
        texts.append(f"(picture {len(pictures)})" if isinstance(part, Picture) else part)
    return [*pictures, *texts] if order == "first" else [*texts, *pictures]


def _order(item: Item) -> str:
    """Return where an item wants its pictures: in some studies, that is what its variants differ in."""
    return ORDERS.get(item.tags.get("order", ""), "as_written")


def _compose(parts: Sequence[Part], condition: Condition) -> list[Part]:
    """Return the texts with all pictures joined into one, which comes before them, or after if `images` is "last"."""
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
    """Return the picture, made upright and shrunk if its longer side exceeds `max_side` pixels; 0 sets no limit."""
    if not max_side:
        return picture
    from PIL import Image

    from vantage.render import flat

    with Image.open(io.BytesIO(picture.data)) as image:
        if max(image.size) <= max_side:
            return picture
    upright = flat.opened(picture.data)
    small = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    small.thumbnail((max_side, max_side), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "PNG", compress_level=1)
    return replace(picture, data=out.getvalue())


def joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts with neighbouring texts joined and empty texts left out."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part:
            found.append(part)
    return tuple(found)
