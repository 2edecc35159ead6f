"""A textured cube that stands still while a camera moves around it, above or below: what each picture shows.

The camera's azimuth grows counter-clockwise seen from above, so the camera moves to its own right. At 45 degrees it
sees side 1 of the cube on the left and side 2 on the right, equally wide; a quarter turn later, side 2 is on the left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from vantage.shapes.cubes import Cube, Face, Pose

AROUND = (1, 2, 4, 3)  # the upright sides in the order in which the camera passes them
TOP, BOTTOM = 0, 5
PLACES = {True: ("top", "left", "right"), False: ("bottom", "left", "right")}  # by whether the camera is above


@dataclass(frozen=True)
class Station:
    """Where the camera stands: azimuth from 0 to 360 degrees, elevation negative below the horizon."""

    azimuth: float
    elevation: float

    def __post_init__(self) -> None:
        if not 0 <= self.azimuth < 360 or not 20 <= abs(self.elevation) <= 45:
            raise ValueError(
                f"azimuth must be within 0..360 and elevation within 20..45 degrees either way, "
                f"not {self.azimuth} and {self.elevation}"
            )

    @property
    def above(self) -> bool:
        """Whether the camera looks down and sees the top."""
        return self.elevation > 0

    @property
    def sides(self) -> tuple[int, int, int]:
        """The visible sides of the cube: the top or bottom, the left one, the right one."""
        quarter = int(self.azimuth // 90)
        return (TOP if self.above else BOTTOM), AROUND[quarter], AROUND[(quarter + 1) % 4]

    @property
    def poses(self) -> tuple[Pose, Pose, Pose]:
        """The poses from which those three sides are seen, so that turns count as in a `CornerDrawing`."""
        _, left, right = self.sides
        first = Pose(TOP, 5 - left, right) if self.above else Pose(BOTTOM, left, right)
        return first, Pose(left, TOP, right), Pose(right, TOP, 5 - left)


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
        if not (abs(self.azimuth) <= 35 and 20 <= abs(self.elevation) <= 45):
            raise ValueError(
                f"azimuth must be within -35..35 and elevation within 20..45 degrees either way, "
                f"not {self.azimuth} and {self.elevation}"
            )


def seen(cube: Cube, station: Station, painted: int = -1) -> CornerDrawing:
    """Return what the camera sees of a cube whose side number `painted`, if any, is painted blue."""
    top, left, right = (
        None if pose.touching == painted else cube[pose.touching].seen(pose).look for pose in station.poses
    )
    return CornerDrawing((top, left, right), round(station.azimuth % 90 - 45, 1), station.elevation)
