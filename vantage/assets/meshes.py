"""Triangle meshes: what assets build and the rasteriser draws.

A thing's own frame has its origin on the ground in the middle of its footprint, z up, in metres. The thing faces -y, so
an unturned thing looks at the observer at azimuth 0, and its own right-hand side is -x.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Colour = tuple[float, float, float]  # sRGB, each 0..1


@dataclass(frozen=True)
class Picture:
    """A picture that covers a surface: 256 by 256 texels, red, green and blue in sRGB, a byte each, row by row."""

    texels: bytes = field(repr=False)


@dataclass(frozen=True)
class Material:
    """How a surface looks: a colour, or a texture (named, or a picture) tinted by it; `gloss` 0 is matt, 1 polished."""

    colour: Colour
    texture: str | Picture = ""
    gloss: float = 0.0


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles. Seen from outside, the corners of a face go counter-clockwise."""

    points: Floats  # (n, 3)
    faces: NDArray[np.int32]  # (m, 3): indices of points
    normals: Floats  # (m, 3, 3): one per corner, unit length; equal at the three corners where a face is flat
    uv: Floats  # (m, 3, 2): where each corner lies on its texture, in repeats of it
    material: NDArray[np.int16]  # (m,): index into `materials`
    materials: tuple[Material, ...]
    closed: bool = False  # whether it is made of closed solids, so that the back of a face is never seen

    @property
    def bounds(self) -> Floats:
        """The lowest and the highest corner of the bounding box, (2, 3)."""
        return np.stack([self.points.min(axis=0), self.points.max(axis=0)])
