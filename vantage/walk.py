"""A walk through a home: rooms side by side, what stands in them, and where a camera goes. Only data, as `scene`.

The world is that of `geometry`: metres, z up, floors at 0. Rooms are rectangles along x and y, a wall's thickness
apart. Several things may be of one kind, and each has a scale of its own, so that a name does not tell a size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from vantage import seeds
from vantage.geometry import Camera, look_at

Place = tuple[float, float]
WALL = 0.14  # thickness of the walls between rooms, in metres
FIELD_OF_VIEW, ASPECT = 64.0, 4 / 3  # of the camera: degrees across the picture's height, width over height
STATIONS = 32  # of a walk: each is a picture, or every other one
SHELL = 1000  # the id of the first room's floor, walls and ceiling in maps of ids; the next room's is one more


@dataclass(frozen=True)
class Room:
    """A room: a setting's name says how it looks and what stands along its walls."""

    setting: str
    low: Place  # corner with the least x and y, on the inner faces of the walls
    high: Place

    @property
    def sides(self) -> Place:
        """How far it goes along x and along y."""
        return self.high[0] - self.low[0], self.high[1] - self.low[1]

    @property
    def middle(self) -> Place:
        """The middle of its floor."""
        return (self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2

    def holds(self, x: float, y: float, rim: float = 0.0) -> bool:
        """Return whether a place is in the room, and at least `rim` from its walls."""
        (a, b), (c, d) = self.low, self.high
        return a + rim <= x <= c - rim and b + rim <= y <= d - rim


@dataclass(frozen=True)
class Doorway:
    """An open passage between two rooms, through walls that run along y (axis 0) or along x (axis 1)."""

    rooms: tuple[int, int]
    axis: int  # 0: the rooms lie side by side along x
    x: float  # its middle, between the two faces of the wall
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Furnishing:
    """One thing on a floor, of a kind that questions name. Others may be of the same kind."""

    kind: str  # an asset
    variant: int
    scale: float  # relative to the size of the asset's variant
    room: int
    x: float
    y: float
    facing: float  # degrees


@dataclass(frozen=True)
class Home:
    """Rooms, the doorways between them, and what stands there. Thing k has id k + 1 in maps of ids."""

    look: int  # which variant of its rooms' appearance
    ceiling: float  # its height
    rooms: tuple[Room, ...]
    doorways: tuple[Doorway, ...]
    things: tuple[Furnishing, ...]
    unlike: tuple[str, ...] = ()  # the kinds that nothing else in the rooms resembles: those of the things at least

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its things, each once."""
        return tuple(dict.fromkeys(thing.kind for thing in self.things))

    @property
    def situation(self) -> str:
        """A digest of its floor plan, regardless of how it looks; it decides the split."""
        path: list[str | int] = ["home"]
        for room in self.rooms:
            path += [room.setting, *(round(100 * value) for value in (*room.low, *room.high))]
        return seeds.digest(*path)


@dataclass(frozen=True)
class Station:
    """Where the camera is when a picture is taken, and where it looks."""

    x: float
    y: float
    height: float  # of the eye
    heading: float  # degrees, counter-clockwise seen from above; 0 looks along +y
    pitch: float  # degrees above the horizon

    def camera(self, pixels: int) -> Camera:
        """Return the camera, for a picture whose longer side is `pixels`."""
        turn, rise = math.radians(self.heading), math.radians(self.pitch)
        along = (-math.sin(turn) * math.cos(rise), math.cos(turn) * math.cos(rise), math.sin(rise))
        eye = (self.x, self.y, self.height)
        target = (eye[0] + along[0], eye[1] + along[1], eye[2] + along[2])
        return look_at(eye, target, pixels, round(pixels / ASPECT), FIELD_OF_VIEW)


@dataclass(frozen=True)
class Walk:
    """A camera's way through a home."""

    home: Home
    stations: tuple[Station, ...]

    def taken(self, frames: int) -> tuple[Station, ...]:
        """Return where `frames` pictures are taken, evenly along the walk."""
        return self.stations[:: STATIONS // frames]

    def drawings(self, frames: int) -> tuple[WalkDrawing, ...]:
        """Return the pictures of the walk, in their order."""
        return tuple(WalkDrawing(self.home, station) for station in self.taken(frames))


@dataclass(frozen=True)
class WalkDrawing:
    """A home as the camera sees it from a station."""

    painter: ClassVar[str] = "vantage.render.indoors:frame"

    home: Home
    station: Station
