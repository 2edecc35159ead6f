"""A supersampled 2D canvas on Pillow: polygons, lines and discs with smooth edges, in a handsome safe palette.

Coordinates are pixels of the finished picture, as floats, from the top left corner; y grows downward.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageOps

from vantage.render.looks import PLAIN, Look
from vantage.render.looks import Colour as Colour
from vantage.render.looks import shade as shade

Point = tuple[float, float]

PAPER: Colour = (255, 255, 255)
INK: Colour = (34, 38, 46)
FAINT: Colour = (168, 174, 184)

# Okabe and Ito's palette, told apart by people with any common colour blindness.
ORANGE: Colour = (230, 159, 0)
SKY: Colour = (86, 180, 233)
GREEN: Colour = (0, 158, 115)
YELLOW: Colour = (240, 228, 66)
BLUE: Colour = (0, 114, 178)
RED: Colour = (213, 94, 0)
PINK: Colour = (204, 121, 167)


class Canvas:
    """A square picture under construction, drawn `over` times too large and shrunk at the end, in a look."""

    def __init__(self, size: int, look: Look = PLAIN, over: int = 3) -> None:
        self.size = size
        self.over = over
        self.look, self._moved = look, look.moved(size)
        self.paper, self.ink, self.faint = look.pen("paper", PAPER), look.pen("ink", INK), look.pen("faint", FAINT)
        self._image = Image.new("RGB", (size * over, size * over), self.paper)
        self._draw = ImageDraw.Draw(self._image)

    def _scaled(self, points: Iterable[Point]) -> list[Point]:
        # Pillow puts a vertex at a pixel's centre; half a pixel back keeps shapes true to scale at every size.
        if self._moved:
            c, s, right, down = self._moved
            points = [(c * x - s * y + right, s * x + c * y + down) for x, y in points]
        return [(x * self.over - 0.5, y * self.over - 0.5) for x, y in points]

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """Fill a polygon."""
        path = self._scaled(points)
        self._draw.polygon(path, fill=fill)
        if self._moved:  # slanted by a look, neighbours would leave a seam between them
            self._draw.line([*path, path[0]], fill=fill, width=3)

    def line(self, points: Sequence[Point], fill: Colour, width: float, closed: bool = False) -> None:
        """Draw a line through `points` with round joints and ends."""
        path = self._scaled([*points, points[0]] if closed else points)
        thick = max(1, round(width * self.look.weight * self.over))
        self._draw.line(path, fill=fill, width=thick)
        # Pillow's own joints leave notches at sharp angles, so each corner gets a disc.
        for x, y in path if thick > 2 else ():
            r = (thick - 1) / 2  # Pillow counts both ends of the box
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def dashes(self, a: Point, b: Point, fill: Colour, width: float, on: float, off: float) -> None:
        """Draw a dashed line from `a` to `b` that begins and ends with a whole dash."""
        length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
        count = max(1, round((length + off) / (on + off)))
        stretch = length / (count * (on + off) - off)
        for i in range(count):
            start, stop = (stretch * (i * (on + off) + part) / length for part in (0, on))
            self.line(
                [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (start, min(stop, 1.0))], fill, width
            )

    def disc(self, centre: Point, radius: float, fill: Colour, outline: Colour | None = None, width: float = 0) -> None:
        """Draw a filled circle."""
        (x, y), r = self._scaled([centre])[0], radius * self.look.zoom * self.over
        self._draw.ellipse(
            (x - r, y - r, x + r, y + r), fill=fill, outline=outline, width=max(1, round(width * self.over))
        )

    def finish(self) -> Image.Image:
        """Return the picture at its true size."""
        image = self._image.reduce(self.over)
        return ImageChops.multiply(image, _light(self.look.fall, self.size)) if self.look.fall else image


@lru_cache(maxsize=4)  # the pictures of an item share it
def _light(fall: float, size: int) -> Image.Image:
    """Return light that falls off evenly toward the lower border, or the upper one, to be multiplied with a picture."""
    column = 1 - abs(fall) * np.linspace(0, 1, size)[:: 1 if fall > 0 else -1]
    grey = Image.fromarray(np.round(255 * column).astype(np.uint8)[:, None]).resize(
        (size, size), Image.Resampling.NEAREST
    )
    return Image.merge("RGB", (grey, grey, grey))


def picture(rgb: NDArray[np.uint8]) -> Image.Image:
    """Return colours (h, w, 3) as a picture."""
    return Image.fromarray(rgb)


def encode(image: Image.Image, shaded: bool = False) -> bytes:
    """Return the picture as PNG bytes. Level 1: our flat pictures gain little from more, at several times the cost.

    In a `shaded` picture hardly anything repeats; where only runs are sought, it takes less time and space.
    """
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1, compress_type=zlib.Z_RLE if shaded else zlib.Z_DEFAULT_STRATEGY)
    return buffer.getvalue()


def opened(data: bytes, about: int = 0) -> Image.Image:
    """Return encoded picture bytes as a picture, turned upright where its EXIF says how the camera was held.

    Whatever looks at pixels opens them here: a photograph that one sees upright and another on its side has two left
    sides. Pictures that are sent as they are keep their EXIF. With `about`, a JPEG is opened at a fraction of its size,
    of at least so many pixels.
    """
    with Image.open(io.BytesIO(data)) as image:
        if about:
            image.draft("RGB", (about, about))
        image.load()
        try:
            return ImageOps.exif_transpose(image)
        except (SyntaxError, TypeError, ValueError, struct.error):  # EXIF that cannot be read says nothing
            return image.copy()


def decode(data: bytes, about: int = 0) -> Image.Image:
    """Return encoded picture bytes as an upright RGB picture; what is transparent in it is white."""
    image = opened(data, about)
    if image.mode == "RGB":
        return image
    image = image.convert("RGBA")
    ground = Image.new("RGBA", image.size, (*PAPER, 255))
    return Image.alpha_composite(ground, image).convert("RGB")


def fitted(image: Image.Image, side: int) -> Image.Image:
    """Return the picture with its longer side at most `side` pixels."""
    scale = side / max(image.size)
    if scale >= 1:
        return image
    width, height = (max(1, round(edge * scale)) for edge in image.size)
    return image.resize((width, height), Image.Resampling.BOX)
