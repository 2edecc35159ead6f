"""A scene: named things on a ground, seen by observers on a circle around it. It is only data, without a renderer.

Directions follow `geometry`: azimuth 0 is the front, at -y; a thing with facing 0 looks at that observer, and facing
grows counter-clockwise seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from vantage import seeds
from vantage.geometry import Array, Camera, Observer, cosine_sine, look_at, turn

AZIMUTHS = (0, 45, 90, 135, 180, 225, 270, 315)


@dataclass(frozen=True)
class Thing:
    """One thing of a scene. Questions call it `name`, which no other thing of the scene has."""

    name: str
    asset: str
    variant: int  # which variant of the asset's appearance
    x: float
    y: float
    facing: float = 0.0  # degrees; has no meaning for a thing without a front
    z: float = 0.0  # height of its base above the ground; not 0 where it stands on another thing

    @property
    def place(self) -> tuple[float, float]:
        """Where it stands on the ground."""
        return self.x, self.y

    @property
    def front(self) -> Array:
        """The direction it faces on the ground, (2,)."""
        return turn((0.0, -1.0), self.facing)


@dataclass(frozen=True)
class Lens:
    """What a camera takes in: the angle across the picture's height, in degrees, and its width over its height."""

    field_of_view: float = 26.0  # narrow, so that lines of sight to different things hardly differ in direction
    aspect: float = 1.0

    def size(self, pixels: int) -> tuple[int, int]:
        """Return width and height of a picture whose longer side is `pixels`."""
        return round(pixels * min(1.0, self.aspect)), round(pixels / max(1.0, self.aspect))


SQUARE = Lens()


@dataclass(frozen=True)
class Scene:
    """Things in a setting, and the circle from which they are seen. Its centre is the world's origin."""

    setting: str  # a name that `settings.get` knows: ground, surroundings and light
    look: int  # which variant of the setting's appearance
    things: tuple[Thing, ...]
    radius: float  # of the circle, in metres
    height: float  # of the observers' eyes
    lens: Lens = SQUARE
    aim: float = 0.0  # the height above the centre that observers look at
    room: float = 0.0  # the radius that the surroundings leave free, though things move; 0: as far as things reach

    def __post_init__(self) -> None:
        names = [thing.name for thing in self.things]
        if len({*names}) < len(names):
            raise ValueError(f"two things of a scene share a name: {', '.join(names)}")

    def thing(self, name: str) -> Thing:
        """Return the thing called `name`."""
        return next(thing for thing in self.things if thing.name == name)

    def observer(self, azimuth: float) -> Observer:
        """Return the observer at `azimuth` degrees."""
        return Observer(azimuth, radius=self.radius)

    def camera(self, azimuth: float, pixels: int) -> Camera:
        """Return the camera of the observer at `azimuth`, for a picture whose longer side is `pixels`."""
        c, s = cosine_sine(azimuth)
        eye = (self.radius * s, -self.radius * c, self.height)
        return look_at(eye, (0.0, 0.0, self.aim), *self.lens.size(pixels), self.lens.field_of_view)

    @property
    def situation(self) -> str:
        """A digest of which things stand where, regardless of how they look; it decides the scene's split."""
        path: list[str | int] = ["scene"]
        for thing in sorted(self.things, key=lambda thing: thing.name):
            path += [thing.asset, *_rounded(thing)]
        return seeds.digest(*path)


@dataclass(frozen=True)
class SceneDrawing:
    """A scene as one observer sees it."""

    painter: ClassVar[str] = "vantage.render.staged:frame"

    scene: Scene
    azimuth: float


def _rounded(thing: Thing) -> tuple[int, ...]:
    # Whole centimetres and degrees: a digest takes whole numbers, and smaller differences do not count as a new layout.
    return tuple(round(value) for value in (100 * thing.x, 100 * thing.y, 100 * thing.z, thing.facing % 360))
