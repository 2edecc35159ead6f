"""What a camera sees of a scene: colours, depth and ids, pixel for pixel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vantage.render.shots import Shot

METRES_PER_STEP, NOTHING = 0.001, 0  # of a depth picture: one step of its greys, and the grey where nothing is
DEEPEST = np.iinfo(np.uint16).max * METRES_PER_STEP  # what lies beyond is written as nothing


@dataclass(frozen=True, eq=False)
class Frame:
    """One view. Depth is in metres along the camera's axis, infinite where nothing is; id 0 is no thing."""

    rgb: NDArray[np.uint8]  # (h, w, 3)
    depth: NDArray[np.float32]  # (h, w)
    ids: NDArray[np.int32]  # (h, w)
    alone: Mapping[int, int] = field(default_factory=dict)  # id -> how many pixels the thing has if nothing hides it
    shot: Shot | None = None  # what it is a view of

    def visible(self, thing: int) -> float:
        """Return what share of its own pixels a thing shows; 0 if the picture does not reach it."""
        return int((self.ids == thing).sum()) / max(1, self.alone[thing])

    @cached_property
    def png(self) -> bytes:
        """The colours as PNG bytes."""
        from PIL import Image

        from vantage.render.flat import encode

        return encode(Image.fromarray(self.rgb), shaded=True)

    @cached_property
    def depth_png(self) -> bytes:
        """The depth in millimetres as a PNG of 16-bit greys."""
        from PIL import Image

        from vantage.render.flat import encode

        return encode(Image.fromarray(steps(self.depth)))

    @cached_property
    def ids_png(self) -> bytes:
        """The ids as a PNG of 16-bit greys."""
        from PIL import Image

        from vantage.render.flat import encode

        return encode(Image.fromarray(self.ids.astype(np.uint16)))


def steps(depth: NDArray[np.floating[Any]]) -> NDArray[np.uint16]:
    """Return depth in metres (h, w) as the greys of a depth picture."""
    near = np.where((depth > 0) & (depth <= DEEPEST), depth, NOTHING * METRES_PER_STEP)
    return np.rint(near / METRES_PER_STEP).astype(np.uint16)


def relative(greys: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return a depth picture as models see it: white is nearest, half as bright twice as far away, black is nothing."""
    known = greys != NOTHING
    nearest = greys.min(where=known, initial=np.iinfo(np.uint16).max)
    shown = 255.0 * nearest / np.where(known, greys, 1)
    return np.where(known, np.rint(shown), 0).astype(np.uint8)
