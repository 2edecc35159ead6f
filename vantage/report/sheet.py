"""A contact sheet: one picture that shows many items, each with its question, its pictures and its options.

The layout is data first: words, pictures and boxes with their places. It is painted last, so tests can check that
nothing overlaps. A question is written once above all neighbouring items that ask it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from vantage.item import Choice, Item, Option, answer_text
from vantage.plots import fonts
from vantage.plots.fonts import Face
from vantage.report.show import in_order, numbered

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

GAP = 8  # pixels between two pictures
EDGE = 28  # pixels around the sheet
ACROSS = 8  # pictures of an item side by side, at most; the frames of a walk go on below
LEAST = 3  # tiles: the narrowest item, and the room for options in words
TITLE, TEXT, SMALL = 26, 16, 12  # sizes of type, in pixels
LINE = 1.35  # distance between lines, relative to the size of type
WIDEST = 960  # pixels: longer lines are hard to follow
LONGEST = 3000  # characters of one text; imported items may have any number

GROUND, CARD, INK, FAINT, RULE, RIGHT = "#f3f4f6", "#ffffff", "#22262e", "#6f7785", "#d5d9e0", "#009e73"


@dataclass(frozen=True)
class Words:
    """One line of text; x and y are its top left corner."""

    x: int
    y: int
    text: str
    size: int = TEXT
    colour: str = INK

    @property
    def width(self) -> int:
        """The width of the line in pixels."""
        return length(self.text, self.size)

    @property
    def height(self) -> int:
        """The height of the line in pixels."""
        return round(LINE * self.size)


@dataclass(frozen=True)
class Picture:
    """A picture, fitted into a square and centred in it."""

    x: int
    y: int
    width: int
    height: int
    data: bytes


@dataclass(frozen=True)
class Box:
    """A rectangle with rounded corners; without fill, a frame."""

    x: int
    y: int
    width: int
    height: int
    fill: str = ""
    line: str = RULE
    thick: int = 1


Mark = Words | Picture | Box


@dataclass(frozen=True)
class Block:
    """Marks that belong together; their places are relative to the block's top left corner."""

    height: int
    marks: tuple[Mark, ...]

    def at(self, x: int, y: int) -> Iterator[Mark]:
        """Yield the marks of a block whose corner is at (x, y)."""
        return (replace(mark, x=mark.x + x, y=mark.y + y) for mark in self.marks)


def sheet(items: Iterable[Item], columns: int = 2, tile: int = 120, keys: bool = False) -> Image:
    """Return a contact sheet: for each task its questions, and below each question its items.

    `tile` is the side of a picture in pixels. The sheet is as wide as `columns` of its widest items, so narrower items
    stand in more columns. `keys` marks the right options.
    """
    from PIL import Image, ImageDraw

    width, height, marks = laid_out(items, columns, tile, keys)
    image = Image.new("RGB", (width, height), GROUND)
    draw = ImageDraw.Draw(image)
    for mark in marks:
        _paint(image, draw, mark)
    return image


def laid_out(items: Iterable[Item], columns: int, tile: int, keys: bool) -> tuple[int, int, list[Mark]]:
    """Return the width and height of a contact sheet, and everything on it."""
    chosen = in_order(items)
    if not chosen:
        raise ValueError("there are no items to show")
    widest = max(_width(item, tile) for item in chosen)
    width = min(columns, len(chosen)) * (widest + 2 * GAP) - 2 * GAP
    marks, y = list[Mark](), EDGE
    for block in _blocks(chosen, width, tile, keys):
        marks += block.at(EDGE, y)
        y += block.height
    return width + 2 * EDGE, y + EDGE, marks


def _blocks(items: Sequence[Item], width: int, tile: int, keys: bool) -> Iterator[Block]:
    """Yield what the sheet shows, from top to bottom."""
    for number, (task, group) in enumerate(groupby(items, lambda item: item.task)):
        of_task = list(group)
        columns = (width + 2 * GAP) // (max(_width(item, tile) for item in of_task) + 2 * GAP)
        yield _paragraph(task, width, TITLE, above=2 * GAP if number else 0)
        for question, same in groupby(of_task, lambda item: item.question):
            yield _paragraph(numbered(question), min(width, WIDEST), TEXT)
            step = (width + 2 * GAP) // columns
            cards = [_card(item, step - 2 * GAP, tile, keys) for item in same]
            yield from (_row(cards[start : start + columns], step) for start in range(0, len(cards), columns))


def _paragraph(text: str, width: int, size: int, above: int = 0) -> Block:
    marks = _lines(text, 0, above, width, size)
    return Block(_bottom(marks, above) + GAP, tuple(marks))


def _row(cards: Sequence[Block], step: int) -> Block:
    """Return cards side by side, all as high as the highest."""
    height = max(card.height for card in cards)
    marks = list[Mark]()
    for column, card in enumerate(cards):
        marks.append(Box(column * step, 0, step - 2 * GAP, height, CARD))
        marks += card.at(column * step, 0)
    return Block(height + 2 * GAP, tuple(marks))


def _width(item: Item, tile: int) -> int:
    offered = len(item.options) if _pictured(item) else LEAST if item.options else 0
    return max(LEAST, min(ACROSS, len(item.images)) + offered) * (tile + GAP) + 5 * GAP


def _pictured(item: Item) -> bool:
    return any(option.image is not None for option in item.options)


def _card(item: Item, width: int, tile: int, keys: bool) -> Block:
    """Return an item: its name, its pictures, and right of them its options."""
    number = "" if isinstance(item.answer, Choice) or not keys else answer_text(item)
    facts = "  ·  ".join(filter(None, (item.id, str(item.tags.get("tier", "")), number)))
    marks: list[Mark] = _lines(facts, 2 * GAP, GAP, width - 4 * GAP, SMALL, FAINT)
    top, step = _bottom(marks) + GAP, tile + GAP + round(LINE * TEXT)
    for k, picture in enumerate(item.images):
        row, place = divmod(k, ACROSS)
        x, y = 2 * GAP + place * (tile + GAP), top + row * step
        marks.append(Picture(x, y, tile, tile, picture))
        if len(item.images) > 1:
            marks.append(_centred(f"[{k + 1}]", x, y + tile + 2, tile))
    x = 2 * GAP + min(ACROSS, len(item.images)) * (tile + GAP)
    if item.options:
        x += 2 * GAP if item.images else 0
        room = width - 2 * GAP - x
        offered = _tiles(item, x, top, tile, keys) if _pictured(item) else _list(item, x, top, room, keys)
        if item.images:
            marks.append(Box(x - 2 * GAP + 2, top, 2, max(_bottom(offered) - top, tile), RULE))
        marks += offered
    return Block(_bottom(marks, top) + GAP, tuple(marks))


def _tiles(item: Item, x: int, y: int, tile: int, keys: bool) -> list[Mark]:
    """Return options side by side: each its picture, its letter, and its words where it has some."""
    marks = list[Mark]()
    for letter, option, right in _offered(item, keys):
        if option.image is not None:
            marks.append(Picture(x, y, tile, tile, option.image))
        if right:
            marks.append(Box(x - 3, y - 3, tile + 6, tile + 6, line=RIGHT, thick=3))
        marks.append(_centred(letter, x, y + tile + 2, tile, RIGHT if right else FAINT))
        marks += _lines(option.text, x, y + tile + 2 + round(LINE * TEXT), tile, TEXT) if option.text else []
        x += tile + GAP
    return marks


def _list(item: Item, x: int, y: int, width: int, keys: bool) -> list[Mark]:
    """Return options in words one below another, each after its letter."""
    marks = list[Mark]()
    for letter, option, right in _offered(item, keys):
        words = _lines(option.text, x + 3 * GAP, y, width - 3 * GAP, TEXT)
        if right:
            marks.append(Box(x - 5, y - 3, width + 5, _bottom(words) - y + 4, line=RIGHT, thick=3))
        marks += [Words(x, y, letter, TEXT, RIGHT if right else FAINT), *words]
        y = _bottom(words) + GAP
    return marks


def _offered(item: Item, keys: bool) -> Iterator[tuple[str, Option, bool]]:
    for place, (letter, option) in enumerate(zip(item.letters, item.options)):
        yield letter, option, keys and place == item.key


def _centred(text: str, x: int, y: int, width: int, colour: str = FAINT) -> Words:
    return Words(x + (width - length(text, TEXT)) // 2, y, text, TEXT, colour)


def _bottom(marks: Sequence[Mark], least: int = 0) -> int:
    return max((mark.y + mark.height for mark in marks), default=least)


def _lines(text: str, x: int, y: int, width: int, size: int, colour: str = INK) -> list[Mark]:
    """Return a text as lines of at most `width` pixels, one below another."""
    step = round(LINE * size)
    found = wrapped(text if len(text) <= LONGEST else f"{text[:LONGEST]} …", width, size)
    return [Words(x, y + place * step, line, size, colour) for place, line in enumerate(found)]


def wrapped(text: str, width: int, size: int) -> list[str]:
    """Return the lines of a text, broken between words; a word wider than a line is broken anywhere."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if length(longer, size) <= width:
            lines[-1] = longer
            continue
        lines += [""] if lines[-1] else []
        for character in word:
            if lines[-1] and length(lines[-1] + character, size) > width:
                lines.append("")
            lines[-1] += character
    return lines


def length(text: str, size: int) -> int:
    """Return the width of a line of text in pixels."""
    return round(sum(_advance(character, size) for character in text))


@cache
def _advance(character: str, size: int) -> float:
    return sum(_font(face, size).getlength(part) for face, part in fonts.runs(character))


@cache
def _font(face: Face, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    # The basic layout is part of every Pillow, so the sheet looks the same on every machine.
    return ImageFont.truetype(io.BytesIO(face.data), size, layout_engine=ImageFont.Layout.BASIC)


def _paint(image: Image, draw: ImageDraw, mark: Mark) -> None:
    if isinstance(mark, Picture):
        _paint_picture(image, mark)
    elif isinstance(mark, Box):
        corners = (mark.x, mark.y, mark.x + mark.width - 1, mark.y + mark.height - 1)
        draw.rounded_rectangle(corners, min(GAP, mark.width // 2), mark.fill or None, mark.line, mark.thick)
    else:
        x, baseline = float(mark.x), mark.y + mark.size
        for face, part in fonts.runs(mark.text):
            draw.text((x, baseline), part, fill=mark.colour, font=_font(face, mark.size), anchor="ls")
            x += _font(face, mark.size).getlength(part)


def _paint_picture(image: Image, mark: Picture) -> None:
    from PIL import ImageOps

    from vantage.render import flat

    small = ImageOps.contain(flat.decode(mark.data), (mark.width, mark.height))
    image.paste(small, (mark.x + (mark.width - small.width) // 2, mark.y + (mark.height - small.height) // 2))
