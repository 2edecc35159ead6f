"""What a camera sees of a scene: colours, depth and ids, pixel for pixel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Frame:
    """One view. Depth is in metres along the camera's axis, infinite where nothing is; id 0 is no thing."""

    rgb: NDArray[np.uint8]  # (h, w, 3)
    depth: NDArray[np.float32]  # (h, w)
    ids: NDArray[np.int32]  # (h, w)

    @cached_property
    def png(self) -> bytes:
        """The colours as PNG bytes."""
        from PIL import Image

        from vantage.render.flat import encode

        return encode(Image.fromarray(self.rgb), shaded=True)

    @cached_property
    def depth_png(self) -> bytes:
        """The depth as a grey PNG: white is nearest, half as bright twice as far away, black is nothing."""
        from PIL import Image

        from vantage.render.flat import encode

        return encode(Image.fromarray(np.rint(255 * self.depth.min() / self.depth).astype(np.uint8)))
