"""What a camera was pointed at: enough to draw the same view again by other means than the rasteriser's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage.assets.meshes import Colour
from vantage.geometry import Camera
from vantage.render.lighting import Light
from vantage.render.surfaces import Placed, Surfaces

Background = Colour | tuple[Colour, Colour]  # one colour, or those of the horizon and the zenith


@dataclass(frozen=True, eq=False)
class Shot:
    """A lit scene and the camera that sees it; the picture's size is width and height."""

    surfaces: Surfaces
    placed: Sequence[Placed]
    lights: tuple[Light, ...]
    background: Background
    camera: Camera
    size: tuple[int, int]

    @property
    def kept(self) -> NDArray[np.int32]:
        """The faces that the picture is of: without the scenery that would stand before the things."""
        edge, eye = self.surfaces.edge, self.camera.position
        return np.flatnonzero(edge[:, 0] * eye[0] + edge[:, 1] * eye[1] <= edge[:, 2]).astype(np.int32)
