"""The only way from a drawing to a picture: `draw(drawing, size, look)`.

A drawing names its painter, a function of this folder or of another package; it is imported when it is first needed.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from vantage.render.frames import Frame
from vantage.render.looks import PLAIN, Look

if TYPE_CHECKING:
    from PIL.Image import Image

    from vantage.task import Drawing

Painter = Callable[..., "Frame | Image"]  # of a drawing and a size; many take a look, too


def draw(drawing: Drawing, size: int, look: Look = PLAIN) -> Image:
    """Return the RGB picture of a drawing, `size` pixels square. The same drawing gives the same bytes everywhere."""
    from vantage.render import flat

    seen = frame(drawing, size, look)
    return flat.picture(seen.rgb) if isinstance(seen, Frame) else seen


def frame(drawing: Drawing, size: int, look: Look = PLAIN) -> Frame | Image:
    """Return what the drawing's painter makes of it: a frame, with depth and ids, or a picture.

    The look is for painters that take one: those of scenes do not.
    """
    painter = _painter(drawing.painter)
    seen = painter(drawing, size, look) if look != PLAIN and takes_look(drawing) else painter(drawing, size)
    if not isinstance(seen, Frame) and (seen.mode, *seen.size) != ("RGB", size, size):
        found = f"a picture of {seen.width} by {seen.height} pixels in mode {seen.mode}"
        raise ValueError(f"{drawing.painter} returns {found}, not of {size} by {size} pixels in mode RGB")
    return seen


def takes_look(drawing: Drawing) -> bool:
    """Return whether the drawing's painter can draw it in a look."""
    return _takes_look(drawing.painter)


@cache
def _takes_look(painter: str) -> bool:
    return "look" in inspect.signature(_painter(painter)).parameters


@cache
def _painter(name: str) -> Painter:
    try:
        found: Painter = pkgutil.resolve_name(name)
    except (AttributeError, ImportError, ValueError) as error:
        raise ValueError(f"a drawing's painter is {name!r}, which is no function to be found: {error}") from None
    return found
