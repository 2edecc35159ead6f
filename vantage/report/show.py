"""Items for people to look at: a contact sheet (PNG), a page to browse and flag (HTML), and lines of JSON.

Keys are left out unless asked for: a sheet or a page without them can be handed to someone who is to be tested.
"""

from __future__ import annotations

import base64
import io
import itertools
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from vantage.item import IMAGE_MARK, Choice, Item, Option, answer_text, compact, item_json
from vantage.task import TIERS

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

GAP = 8  # pixels between two pictures
EDGE = 28  # pixels around the sheet
PAGE_PICTURE = 256  # pixels: the longer side of a picture in a page

_GROUND, _CARD, _INK, _FAINT, _LINE, _RIGHT = "#f3f4f6", "#ffffff", "#22262e", "#6f7785", "#d5d9e0", "#009e73"


def lines(items: Iterable[Item]) -> Iterator[str]:
    """Yield each item as a line of JSON without its pictures, keys sorted.

    id, suite, task, subtype, version, split, situation, attempt: as in the data set.
    question: text with <image> marks. images, depth: how many pictures there are.
    options: list of {letter, text, image (whether it is a picture), label, rule}; empty where a number is asked for.
    answer: {letter} or {value, unit, rule}. tags, truth: objects. groups: name -> [group, variant]. text_form: text.
    """
    for item in items:
        yield compact(item_json(item))


def in_order(items: Iterable[Item]) -> list[Item]:
    """Return the items task by task, tier by tier, then by question, else as they came."""
    tiers = {tier: place for place, tier in enumerate(TIERS)}

    def rank(item: Item) -> tuple[str, int, str, str]:
        tier = str(item.tags.get("tier", ""))
        return item.task, tiers.get(tier, len(tiers)), tier, item.question

    return sorted(items, key=rank)


def sheet(
    items: Iterable[Item], columns: int = 2, tile: int = 120, keys: bool = False, questions: bool = True
) -> Image:
    """Return a contact sheet: per task its questions, and below each its items with pictures and lettered options.

    `tile` is the side of a picture in pixels; the sheet is as wide as `columns` of its widest items, so narrower ones
    stand in more columns. `keys` marks the right options; without `questions` their text is left out.
    """
    from PIL import Image, ImageDraw

    chosen = in_order(items)
    if not chosen:
        raise ValueError("there are no items to show")
    widest = max(_cell_width(item, tile) for item in chosen)
    brush = _Brush(tile, min(columns, len(chosen)) * (widest + 2 * GAP) - 2 * GAP, keys, questions)
    blocks = list(_blocks(chosen, brush))
    image = Image.new("RGB", (brush.width + 2 * EDGE, sum(block.height for block in blocks) + 2 * EDGE), _GROUND)
    draw = ImageDraw.Draw(image)
    y = EDGE
    for block in blocks:
        block.paint(image, draw, y, brush)
        y += block.height
    return image


@dataclass(frozen=True)
class _Brush:
    """The measures of a sheet."""

    tile: int
    width: int  # between the edges
    keys: bool
    questions: bool

    @property
    def cell_height(self) -> int:
        return self.tile + 5 * GAP + 22


@dataclass(frozen=True)
class _Heading:
    """A line or paragraph of text across the sheet."""

    lines: tuple[str, ...]
    size: int
    colour: str
    above: int = 0

    @property
    def height(self) -> int:
        return self.above + round(len(self.lines) * self.size * 1.35) + 6

    def paint(self, _: Image, draw: ImageDraw, y: int, brush: _Brush) -> None:
        for number, line in enumerate(self.lines):
            place = (EDGE, y + self.above + round(number * self.size * 1.35))
            draw.text(place, line, fill=self.colour, font=_font(self.size))


@dataclass(frozen=True)
class _Row:
    """Items side by side, in cells of equal width."""

    items: tuple[Item, ...]
    columns: int
    height: int

    def paint(self, image: Image, draw: ImageDraw, y: int, brush: _Brush) -> None:
        step = (brush.width + 2 * GAP) // self.columns
        for column, item in enumerate(self.items):
            _paint_item(image, draw, (EDGE + column * step, y), item, step - 2 * GAP, brush)


def _blocks(items: Sequence[Item], brush: _Brush) -> Iterator[_Heading | _Row]:
    """Yield what the sheet shows from top to bottom; a question is written once for all items that ask it in a row."""
    for number, (task, group) in enumerate(groupby(items, lambda item: item.task)):
        of_task = list(group)
        columns = (brush.width + 2 * GAP) // (max(_cell_width(item, brush.tile) for item in of_task) + 2 * GAP)
        yield _Heading((task,), 26, _INK, above=18 if number else 0)
        for question, same in groupby(of_task, lambda item: item.question if brush.questions else ""):
            if question:
                yield _Heading(_wrapped(question, brush.width), 16, _INK)
            together = list(same)
            for start in range(0, len(together), columns):
                yield _Row(tuple(together[start : start + columns]), columns, brush.cell_height + 2 * GAP)


def _wrapped(question: str, width: int) -> tuple[str, ...]:
    """Return the lines of a question, at most as long as the eye can follow."""
    return tuple(textwrap.wrap(numbered(question), min(140, width // 8))) or ("",)


def numbered(question: str) -> str:
    """Return a question as one paragraph, its pictures by number where there are several: "Fold 1: [1] …"."""
    number = itertools.count(1)
    single = question.count(IMAGE_MARK) == 1
    text = re.sub(re.escape(IMAGE_MARK), lambda _: "" if single else f" [{next(number)}] ", question)
    return " ".join(text.split())


def _cell_width(item: Item, tile: int) -> int:
    pictures = len(item.images) + len(item.options)
    return max(3, pictures) * (tile + GAP) + 5 * GAP


def _paint_item(image: Image, draw: ImageDraw, corner: tuple[int, int], item: Item, width: int, brush: _Brush) -> None:
    x, y = corner
    draw.rounded_rectangle((x, y, x + width, y + brush.cell_height), 8, fill=_CARD, outline=_LINE)
    facts = [item.id, str(item.tags.get("tier", "")), answer_text(item) if brush.keys else ""]
    if isinstance(item.answer, Choice):
        facts.pop()  # the option itself is marked
    draw.text((x + 2 * GAP, y + GAP), "  ·  ".join(filter(None, facts)), fill=_FAINT, font=_font(12))
    x, y = x + 2 * GAP, y + 22 + GAP
    for picture in item.images:
        _paint_picture(image, picture, (x, y), brush.tile)
        x += brush.tile + GAP
    if item.images and item.options:
        draw.line((x, y, x, y + brush.tile + 2 * GAP), fill=_LINE, width=2)
        x += 2 * GAP
    for place, (letter, option) in enumerate(zip(item.letters, item.options)):
        right = brush.keys and place == item.key
        _paint_option(image, draw, (x, y), option, letter, right, brush.tile)
        x += brush.tile + GAP


def _paint_option(
    image: Image, draw: ImageDraw, corner: tuple[int, int], option: Option, letter: str, right: bool, tile: int
) -> None:
    x, y = corner
    if option.image is not None:
        _paint_picture(image, option.image, corner, tile)
    else:
        text = "\n".join(textwrap.wrap(option.text, max(4, tile // 8))[: tile // 20])
        draw.multiline_text((x + 4, y + 4), text, fill=_INK, font=_font(14))
    colour = _RIGHT if right else _FAINT
    if right:
        draw.rounded_rectangle((x - 2, y - 2, x + tile + 1, y + tile + 1), 4, outline=_RIGHT, width=3)
    draw.text((x + tile // 2, y + tile + 12), letter, fill=colour, font=_font(16), anchor="mm")


def _paint_picture(image: Image, data: bytes, corner: tuple[int, int], tile: int) -> None:
    from PIL import ImageOps

    from vantage.render import flat

    small = ImageOps.contain(flat.decode(data), (tile, tile))
    image.paste(small, (corner[0] + (tile - small.width) // 2, corner[1] + (tile - small.height) // 2))


def _font(size: int) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def page(items: Iterable[Item], keys: bool = False) -> str:
    """Return one HTML page, with everything in it, to browse items and flag those that are unfair or unclear.

    With `keys` the page also holds keys, rules, labels and truth, shown on demand; without, it does not hold them.
    """
    from vantage.report import page as pages

    cards = [_card(item, keys) for item in in_order(items)]
    if not cards:
        raise ValueError("there are no items to show")
    return pages.filled("show.html", cards=cards, keys=keys, tasks=_tally(cards))


def _card(item: Item, keys: bool) -> dict[str, Any]:
    """Return what the page shows of an item."""
    letters = item.letters if item.options else ""
    card = {
        "id": item.id,
        "attempt": item.attempt,
        "task": item.task,
        "tier": str(item.tags.get("tier", "")),
        "question": numbered(item.question),
        "images": [_data_uri(data) for data in item.images],
        "options": [
            {"letter": letter, "text": option.text, "image": _data_uri(option.image) if option.image else ""}
            for letter, option in zip(letters, item.options)
        ],
    }
    if keys:
        card["answer"] = answer_text(item)
        card["rules"] = [
            {"letter": letter, "label": option.label, "rule": option.rule}
            for letter, option in zip(letters, item.options)
        ]
        card["truth"] = compact(item.truth)
    return card


def _tally(cards: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """Return the tiers of each task on the page, in order."""
    tasks: dict[str, list[str]] = {}
    for card in cards:
        tiers = tasks.setdefault(card["task"], [])
        if card["tier"] not in tiers:
            tiers.append(card["tier"])
    return tasks


def _data_uri(data: bytes) -> str:
    """Return a picture as a small WebP data URI. Encoded anew: nothing else of the file reaches the page."""
    from vantage.render import flat

    buffer = io.BytesIO()
    flat.fitted(flat.decode(data), PAGE_PICTURE).save(buffer, "WEBP", quality=82)
    return "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode()
