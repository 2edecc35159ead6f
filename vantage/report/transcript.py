"""The exact messages a model is sent, for people to look at: as text, as JSON, as a page, as a picture.

Items may come from strangers. On a terminal whatever cannot be printed is spelled out, so that no text can move the
cursor; in the page everything is escaped.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vantage.item import Condition
from vantage.prompts import protocols
from vantage.prompts.prompt import Message, Picture, Presented

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

WIDTH = 900  # pixels of the picture
EDGE = 24
LETTERS = 17  # pixels: the height of its letters
LONGEST = 121  # letters: no line of the picture has more
TALLEST = 320  # pixels: pictures taller than that are shown smaller

_GROUND, _CARD, _INK, _FAINT, _LINE = "#f3f4f6", "#ffffff", "#22262e", "#5f6775", "#d5d9e0"


@dataclass(frozen=True)
class Sight:
    """What there is to say of a picture in a message; `number` counts the pictures of all messages."""

    number: int
    option: str
    media: str  # "image/png"; empty when the bytes are not a picture
    width: int
    height: int
    data: bytes

    @property
    def caption(self) -> str:
        """The picture in words: which it is, its kind, its size, how many bytes, and the digest that names them."""
        whose = f", option {self.option}" if self.option else ""
        kind = (
            f"{self.media.removeprefix('image/').upper()} {self.width}x{self.height} px" if self.media else "no image"
        )
        digest = hashlib.sha256(self.data).hexdigest()[:12]
        return f"picture {self.number}{whose}: {kind}, {len(self.data):,} bytes, sha256 {digest}"

    @property
    def uri(self) -> str:
        """The very bytes as a data URI."""
        return f"data:{self.media};base64,{base64.b64encode(self.data).decode()}"


Seen = str | Sight


def look(messages: tuple[Message, ...]) -> Iterator[tuple[str, list[Seen]]]:
    """Yield each message's role and its parts, with what there is to say of each picture."""
    number = 0
    for message in messages:
        parts: list[Seen] = []
        for part in message.parts:
            number += isinstance(part, Picture)
            parts.append(part if isinstance(part, str) else _sight(part, number))
        yield message.role, parts


def heading(presented: Presented, condition: Condition) -> str:
    """Return one line: the item, the protocol with its version, and every setting that is not the default."""
    protocol = protocols.get(condition.protocol)
    plain = dataclasses.asdict(Condition(protocol=condition.protocol))
    changed = [f"{name} {value}" for name, value in dataclasses.asdict(condition).items() if value != plain[name]]
    return ", ".join([presented.item.id, f"protocol {protocol.name} (version {protocol.version})", *changed])


def text(presented: Presented, condition: Condition) -> str:
    """Return the messages as text for a terminal, pictures as captions in brackets."""
    lines = [visible(heading(presented, condition))]
    for role, parts in look(presented.messages):
        shown = (visible(part) if isinstance(part, str) else f"[{part.caption}]" for part in parts)
        lines += ["", f"── {role} ──", "".join(shown)]
    return "\n".join(lines)


def visible(text: str) -> str:
    """Return a text with whatever cannot be printed spelled out; lines and tabs stay."""
    return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in text)


def record(presented: Presented, condition: Condition) -> dict[str, Any]:
    """Return the messages as plain JSON, pictures and all, in a form that is independent of any provider.

    A part is {"text": …} or {"picture": base64, "media": …, "width": …, "height": …, "option": …, "sha256": …}.
    """
    return {
        "item": presented.item.id,
        "condition": dataclasses.asdict(condition),
        "protocol": {"name": condition.protocol, "version": protocols.get(condition.protocol).version},
        "order": list(presented.order),
        "messages": [
            {"role": role, "parts": [_part(part) for part in parts]} for role, parts in look(presented.messages)
        ],
    }


def write(presented: Presented, condition: Condition, path: Path) -> None:
    """Write the messages as a page or as a picture, as the path's ending says."""
    if path.suffix not in (".html", ".png"):
        raise ValueError(f"--out must end in .html or .png, not {str(path)!r}")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".html":
        path.write_text(page(presented, condition), "utf-8")
    else:
        sheet(presented, condition).save(path)


def page(presented: Presented, condition: Condition) -> str:
    """Return the messages as one HTML page with everything in it; pictures are the very bytes that are sent."""
    from vantage.report import page as pages

    messages = list(look(presented.messages))
    return pages.filled("prompt.html", heading=heading(presented, condition), messages=messages)


def sheet(presented: Presented, condition: Condition) -> Image:
    """Return the messages as a picture: what is said and shown, from top to bottom."""
    from PIL import Image, ImageDraw

    blocks = list(_blocks(presented, condition))
    image = Image.new("RGB", (WIDTH, sum(block.height for block in blocks) + 2 * EDGE), _GROUND)
    draw = ImageDraw.Draw(image)
    y = EDGE
    for block in blocks:
        block.paint(image, draw, y)
        y += block.height
    return image


@dataclass(frozen=True)
class _Lines:
    """A text, in lines that fit the width."""

    lines: list[str]
    colour: str

    @property
    def height(self) -> int:
        return round(len(self.lines) * LETTERS * 1.4) + 4

    def paint(self, _: Image, draw: ImageDraw, y: int) -> None:
        from PIL import ImageFont

        font = ImageFont.load_default(LETTERS)
        for number, line in enumerate(self.lines):
            draw.text((EDGE, y + round(number * LETTERS * 1.4)), line, self.colour, font)


@dataclass(frozen=True)
class _Shown:
    """A picture, made to fit."""

    picture: Image

    @property
    def height(self) -> int:
        return self.picture.height + 14

    def paint(self, image: Image, draw: ImageDraw, y: int) -> None:
        right, bottom = EDGE + self.picture.width, y + 4 + self.picture.height
        draw.rectangle((EDGE - 1, y + 3, right, bottom), outline=_LINE)
        image.paste(self.picture, (EDGE, y + 4))


def _blocks(presented: Presented, condition: Condition) -> Iterator[_Lines | _Shown]:
    from PIL import ImageOps

    from vantage.render import flat

    yield _Lines(_wrapped(heading(presented, condition)), _FAINT)
    for role, parts in look(presented.messages):
        yield _Lines(["", role], _FAINT)
        for part in parts:
            if isinstance(part, str):
                yield _Lines(_wrapped(part.strip("\n")), _INK)
                continue
            yield _Lines(_wrapped(part.caption), _FAINT)
            if part.media:
                room = (WIDTH - 2 * EDGE, TALLEST)
                picture = flat.decode(part.data)
                fits = picture.width <= room[0] and picture.height <= room[1]
                yield _Shown(picture if fits else ImageOps.contain(picture, room))


def _wrapped(text: str) -> list[str]:
    """Return the text in lines no wider than the sheet; its own line breaks stay."""
    return [part for line in visible(text).expandtabs(4).split("\n") for part in _fitted(line)]


def _fitted(line: str) -> list[str]:
    import textwrap

    from PIL import ImageFont

    font = ImageFont.load_default(LETTERS)
    longest = LONGEST
    # Letters differ in width, so how many fit is found out by trying.
    while longest > 1 and any(font.getlength(part) > WIDTH - 2 * EDGE for part in textwrap.wrap(line, longest)):
        longest -= 5
    return textwrap.wrap(line, longest) or [""]


def _sight(picture: Picture, number: int) -> Sight:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(picture.data)) as image:
            media = Image.MIME.get(image.format or "", "")
            return Sight(number, picture.option, media, *image.size, picture.data)
    except (UnidentifiedImageError, Image.DecompressionBombError):
        return Sight(number, picture.option, "", 0, 0, picture.data)


def _part(part: Seen) -> dict[str, Any]:
    if isinstance(part, str):
        return {"text": part}
    return {
        "picture": base64.b64encode(part.data).decode(),
        "media": part.media,
        "width": part.width,
        "height": part.height,
        "option": part.option,
        "sha256": hashlib.sha256(part.data).hexdigest(),
    }
