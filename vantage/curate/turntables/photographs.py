"""Photographs as drawings, and things that sit for them: what tasks need to make items of real pictures.

Pictures come from strangers: how large they may be is bounded, they are turned upright, and what does not decode is an
error. All pictures of an item get one size and shape, so that neither tells which thing is which; nothing else of a
file, such as time and place, goes with them.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from vantage.curate.turntables.likeness import Glance, Look
from vantage.curate.turntables.listing import Listed, Shot, away
from vantage.exchange.own_items import inside, picture
from vantage.individuals.turns import wrapped

if TYPE_CHECKING:
    from PIL.Image import Image

GLANCE = 64  # pixels: the side at which pictures are compared
SHAPE = 0.02  # tolerance for width over height
QUALITY = 95  # JPEG quality
PAPER = (255, 255, 255)


@dataclass(frozen=True)
class Photograph:
    """A picture in a file, as a drawing."""

    painter: ClassVar[str] = "vantage.curate.turntables.photographs:squared"

    folder: Path
    file: str


@dataclass(frozen=True, eq=False)
class Photographed:
    """A thing, car or person of which there are photographs at some turns."""

    listed: Listed
    folder: Path
    views: Mapping[float, Shot]
    look: Look

    @property
    def kind(self) -> str:
        """What a question calls it."""
        return self.listed.kind

    @property
    def situation(self) -> str:
        """A digest of who it is."""
        return self.listed.situation

    def shows(self, *turns: float) -> bool:
        """Return whether there are pictures of it at all these turns."""
        return all(wrapped(turn) in self.views for turn in turns)

    def portrait(self, turn: float, studio: int) -> Photograph:
        """Return its picture at a turn; the set-up is the photographer's."""
        return Photograph(self.folder, self.views[wrapped(turn)].file)

    def recorded(self) -> dict[str, str | int]:
        """Return it as the truth records it."""
        return {"kind": self.kind, "palette": 0, "individual": self.listed.name}

    def off(self, files: Sequence[str]) -> float:
        """Return the most by which these pictures miss the turns that they stand for, in degrees."""
        return max((away(shot.turn, turn) for turn, shot in self.views.items() if shot.file in files), default=0.0)


def glance(folder: Path, file: str) -> tuple[Glance, float]:
    """Return a picture at a glance, (height, width, 3), and its width over height; ValueError if it does not decode."""
    from vantage.render import flat

    image = flat.decode(picture(file, folder, 2 * GLANCE), 2 * GLANCE)
    return np.asarray(image.resize((GLANCE, GLANCE)), dtype=np.int16), image.width / image.height


def there(folder: Path, file: str) -> bool:
    """Return whether a picture is a file inside the folder."""
    try:
        inside(file, folder)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=8)  # a picture may be 150 MB
def opened(photograph: Photograph) -> Image:
    """Return a photograph, upright."""
    from vantage.render import flat

    return flat.decode(picture(photograph.file, photograph.folder))


def squared(photograph: Photograph, size: int) -> Image:
    """Return a photograph as a square picture, on white where it is not square."""
    from PIL import Image

    found = opened(photograph).copy()
    found.thumbnail((size, size), Image.Resampling.LANCZOS)
    ground = Image.new("RGB", (size, size), PAPER)
    ground.paste(found, ((size - found.width) // 2, (size - found.height) // 2))
    return ground


def alike_in_size(photographs: Sequence[Photograph], side: int) -> list[Image]:
    """Return the pictures of an item in one size: that of the smallest, or `side` pixels (0: no limit)."""
    pictures = [opened(photograph) for photograph in photographs]
    longest = min(max(one.size) for one in pictures)
    longest = min(longest, side or longest)
    shapes = [one.width / one.height for one in pictures]
    if max(shapes) / min(shapes) - 1 > SHAPE:
        return [squared(photograph, longest) for photograph in photographs]
    width, height = pictures[0].size
    size = (max(1, round(longest * width / max(width, height))), max(1, round(longest * height / max(width, height))))
    return [one if one.size == size else one.resize(size) for one in pictures]


def encoded(image: Image) -> bytes:
    """Return a picture as JPEG, with nothing but its pixels."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()
