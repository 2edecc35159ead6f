"""Join many pictures into one: the question's pictures in the top row, the options' below, each above its caption.

Pictures keep their sizes: a small picture stays small beside a large one. The condition's `max_side` may
shrink the result; it then applies to the joined picture as a whole.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

GAP = 0.08  # between pictures and around them, as a share of the longest side of any picture
CAPTION = 0.1  # height of a caption's letters, as a share of the same side
LEAST = 10  # pixels: the height of the smallest legible letters


@dataclass(frozen=True)
class Tile:
    """A picture in a row, with the caption below it."""

    picture: Image
    caption: str


Row = list[Tile]


def compose(asked: Sequence[bytes], offered: Sequence[tuple[str, bytes]]) -> bytes:
    """Return one encoded picture: `asked` side by side, numbered if several, above `offered`, each with its letter.

    A single picture is returned unchanged, byte for byte.
    """
    from vantage.render import flat

    if len(asked) == 1 and not offered:
        return asked[0]
    numbers = [str(place) if len(asked) > 1 else "" for place in range(1, len(asked) + 1)]
    top = [Tile(flat.decode(data), number) for number, data in zip(numbers, asked)]
    below = [Tile(flat.decode(data), letter) for letter, data in offered]
    return flat.encode(_stacked([row for row in (top, below) if row]))


def beside(picture: bytes, depth: bytes) -> bytes:
    """Return one encoded picture: `picture` on the left, its depth map at the same size on the right."""
    from PIL import Image

    from vantage.render import flat

    left, right = flat.decode(picture), _grey(depth)
    if right.size != left.size:
        right = right.resize(left.size, Image.Resampling.BILINEAR)
    whole = Image.new("RGB", (2 * left.width, left.height))
    whole.paste(left, (0, 0))
    whole.paste(right, (left.width, 0))
    return flat.encode(whole)


def _grey(depth: bytes) -> Image:
    """Return a depth map as it is shown, brighter where nearer; one of sixteen bits holds metric depth."""
    import numpy as np
    from PIL import Image

    from vantage.render import flat, frames

    with Image.open(io.BytesIO(depth)) as opened:
        if not opened.mode.startswith("I"):
            return flat.decode(depth)
        return Image.fromarray(frames.relative(np.asarray(opened).astype(np.uint16))).convert("RGB")


def _stacked(rows: list[Row]) -> Image:
    """Return the rows one below the other, centred, with a thin line between them."""
    from PIL import Image, ImageDraw

    from vantage.render import flat

    side = max(max(tile.picture.size) for row in rows for tile in row)
    gap, letters = round(side * GAP), max(LEAST, round(side * CAPTION))
    width = max(_width(row, gap) for row in rows) + 2 * gap
    heights = [_height(row, letters) for row in rows]
    image = Image.new("RGB", (width, sum(heights) + gap * 2 * len(rows)), flat.PAPER)
    draw = ImageDraw.Draw(image)
    y = 0
    for row, height in zip(rows, heights):
        if y:
            draw.line((gap, y, width - gap, y), fill=flat.FAINT, width=max(1, side // 200))
        _paint(image, draw, row, ((width - _width(row, gap)) // 2, y + gap), gap, letters)
        y += height + 2 * gap
    return image


def _width(row: Row, gap: int) -> int:
    return sum(tile.picture.width for tile in row) + gap * (len(row) - 1)


def _height(row: Row, letters: int) -> int:
    """Return the height of a row: that of its tallest picture, plus that of the captions if there are any."""
    tallest = max(tile.picture.height for tile in row)
    return tallest + 2 * letters if any(tile.caption for tile in row) else tallest


def _paint(image: Image, draw: ImageDraw, row: Row, corner: tuple[int, int], gap: int, letters: int) -> None:
    """Paint a row from its top left corner, with the bottom edges of its pictures on one line."""
    from PIL import ImageFont

    from vantage.render import flat

    x, ground = corner[0], corner[1] + max(tile.picture.height for tile in row)
    font = ImageFont.load_default(letters)
    for tile in row:
        image.paste(tile.picture, (x, ground - tile.picture.height))
        draw.text((x + tile.picture.width // 2, ground + letters), tile.caption, flat.INK, font, anchor="mm")
        x += tile.picture.width + gap
