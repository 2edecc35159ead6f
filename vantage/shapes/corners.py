"""A textured cube seen from one of its corners, from above or from below, however it stands: what a picture shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from vantage.shapes import cubes
from vantage.shapes.cubes import Cube, Face, Pose

PLACES = {True: ("top", "left", "right"), False: ("bottom", "left", "right")}  # by whether the camera is above


@dataclass(frozen=True)
class Stand:
    """How a cube stands before a camera: its sides at the top, at the left and at the right, and the camera's height.

    The camera looks at the edge between the left and the right side.
    """

    up: int
    left: int
    right: int
    above: bool  # whether the camera looks down and sees the top, instead of the bottom

    @property
    def sides(self) -> tuple[int, int, int]:
        """The visible sides of the cube: the top or bottom one, the left one, the right one."""
        return (self.up if self.above else 5 - self.up), self.left, self.right

    @property
    def poses(self) -> tuple[Pose, Pose, Pose]:
        """The poses from which those three sides are seen, so that turns count as in a `CornerDrawing`."""
        first = Pose(self.up, 5 - self.left, self.right) if self.above else Pose(5 - self.up, self.left, self.right)
        return first, Pose(self.left, self.up, self.right), Pose(self.right, self.up, 5 - self.left)


# All 24 orientations of the cube, each from above and from below.
STANDS = tuple(
    Stand(pose.touching, 5 - pose.upper, pose.right, above) for pose in cubes.poses() for above in (True, False)
)


@dataclass(frozen=True)
class CornerDrawing:
    """A cube seen from a corner, from above or from below; a face that is None is painted plain blue.

    `faces`: the top or bottom, the left, the right face. Turn 0 on the left and right face: the texture's upper edge is
    the face's upper edge in the picture. Turn 0 on the top: the texture's lower edge is the edge shared with the left
    face; on the bottom: its upper edge is. So left and top, and left and bottom, continue as one strip. Turns go
    clockwise as seen from outside. At azimuth 0 both side faces look equally wide; positive azimuths show more of the
    right one. Elevation is negative when the camera is below. Both are in degrees.
    """

    painter: ClassVar[str] = "vantage.render.faces:draw_corner"

    faces: tuple[Face | None, Face | None, Face | None]
    azimuth: float
    elevation: float

    def __post_init__(self) -> None:
        if not (abs(self.azimuth) <= 20 and 20 <= abs(self.elevation) <= 45):
            raise ValueError(
                f"azimuth must be within -20..20 and elevation within 20..45 degrees either way, "
                f"not {self.azimuth} and {self.elevation}"
            )


def seen(cube: Cube, stand: Stand, azimuth: float, elevation: float, painted: int = -1) -> CornerDrawing:
    """Return what the camera sees of a cube whose side number `painted`, if any, is painted blue.

    `elevation` is above or below the horizon, as `stand` says.
    """
    first, left, right = (
        None if pose.touching == painted else cube[pose.touching].seen(pose).look for pose in stand.poses
    )
    return CornerDrawing((first, left, right), azimuth, elevation if stand.above else -elevation)
