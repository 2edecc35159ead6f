"""Frames, directions, observers and cameras: every spatial convention of the project, in code.

The world is right-handed with z up, in metres; the front of a scene is its -y side. Angles are in degrees and grow
counter-clockwise seen from above. A transform names both of its frames, so that equal names meet in a composition:
`camera_from_world @ world_from_object` takes points from the object's frame to the camera's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

# As an observer sees them around a reference; in the order that is clockwise seen from above.
DIRECTIONS = ("front", "front-right", "right", "behind-right", "behind", "behind-left", "left", "front-left")
ORTHOGONAL = DIRECTIONS[0::2]
DIAGONAL = DIRECTIONS[1::2]
STEP = 360 / len(DIRECTIONS)
SENSES = {"clockwise": -1, "counter-clockwise": 1}  # the sign of a turn seen from above


@lru_cache(maxsize=1024)
def cosine_sine(degrees: float) -> tuple[float, float]:
    """Return cosine and sine of an angle, exact at multiples of 90 degrees."""
    quarters, rest = divmod(degrees % 360, 90)
    c, s = float(np.cos(np.radians(rest))), float(np.sin(np.radians(rest)))
    return ((c, s), (-s, c), (-c, -s), (s, -c))[int(quarters) % 4]


def turn(vector: ArrayLike, degrees: float) -> Array:
    """Return a ground vector (2,) turned counter-clockwise seen from above; a negative angle turns it clockwise."""
    c, s = cosine_sine(degrees)
    x, y = np.asarray(vector, dtype=float)
    return np.array([c * x - s * y, s * x + c * y])


def whole_turn(degrees: float) -> float:
    """Return the same angle in [0, 360)."""
    return degrees % 360 % 360  # twice, because a tiny negative angle is first rounded up to 360


def wrap(degrees: float) -> float:
    """Return the same angle in [-180, 180)."""
    return (degrees + 180) % 360 - 180


@dataclass(frozen=True)
class Observer:
    """Someone at azimuth `theta` on a circle around `centre`, looking at it. 0 is the front, 90 is at +x."""

    theta: float
    radius: float = 1.0
    centre: tuple[float, float] = (0.0, 0.0)

    @property
    def forward(self) -> Array:
        """The direction of looking on the ground, (2,)."""
        c, s = cosine_sine(self.theta)
        return np.array([-s, c])

    @property
    def right(self) -> Array:
        """The observer's right-hand side on the ground, (2,)."""
        c, s = cosine_sine(self.theta)
        return np.array([c, s])

    @property
    def position(self) -> Array:
        """Where the observer stands on the ground, (2,)."""
        return np.asarray(self.centre) - self.radius * self.forward


@dataclass(frozen=True)
class Relation:
    """Where a target lies from a reference: `x` to the right, `y` to the front, in metres."""

    x: float
    y: float

    @property
    def bearing(self) -> float:
        """The angle from front toward right, in [0, 360)."""
        return whole_turn(float(np.degrees(np.arctan2(self.x, self.y))))

    @property
    def direction(self) -> str:
        """The one of eight classes, each 45 degrees wide, that holds the bearing."""
        return DIRECTIONS[round(self.bearing / STEP) % len(DIRECTIONS)]

    def margin(self, direction: str = "") -> float:
        """Return the angle from the bearing to the border of `direction` (its own class by default).

        Positive inside the class, at most 22.5; negative outside.
        """
        centre = DIRECTIONS.index(direction or self.direction) * STEP
        return STEP / 2 - abs(wrap(self.bearing - centre))


def egocentric(target: ArrayLike, reference: ArrayLike, observer: Observer) -> Relation:
    """Return where `target` lies from `reference` (2,; world) as `observer` sees them; the nearer side is its front."""
    d = np.asarray(target, dtype=float) - np.asarray(reference, dtype=float)
    return Relation(float(d @ observer.right), float(-d @ observer.forward))


def allocentric(target: ArrayLike, reference: ArrayLike, facing: ArrayLike) -> Relation:
    """Return where `target` lies from `reference` (2,; world) in the frame of the reference, which faces `facing`."""
    d = np.asarray(target, dtype=float) - np.asarray(reference, dtype=float)
    front = np.asarray(facing, dtype=float) / np.linalg.norm(facing)
    return Relation(float(d @ turn(front, -90)), float(d @ front))


def azimuth_of(point: ArrayLike, centre: ArrayLike = (0.0, 0.0)) -> float:
    """Return the azimuth in [0, 360) of the observer who stands at `point` (2,; world) and looks at `centre`."""
    x, y = np.asarray(point, dtype=float) - np.asarray(centre, dtype=float)
    return whole_turn(float(np.degrees(np.arctan2(x, -y))))


def group(direction: str) -> tuple[str, ...]:
    """Return the four directions that can be options together with `direction`: all orthogonal or all diagonal."""
    return ORTHOGONAL if direction in ORTHOGONAL else DIAGONAL


def cycle(start: str = "front") -> tuple[str, ...]:
    """Return the labels of one fixed target as the observer circles once, counter-clockwise in steps of 45 degrees.

    `start` is its label at azimuth 0. The labels are computed for each observer, not taken from a table.
    """
    bearing = DIRECTIONS.index(start) * STEP
    first = Observer(0)
    c, s = cosine_sine(bearing)
    target = s * first.right - c * first.forward
    return tuple(egocentric(target, (0, 0), Observer(k * STEP)).direction for k in range(len(DIRECTIONS)))


def rigid(rotation: ArrayLike, origin: ArrayLike) -> Array:
    """Return the transform `a_from_b` (4, 4): columns of `rotation` are b's axes in a, `origin` is b's origin in a."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    matrix[:3, 3] = origin
    return matrix


def standing(position: ArrayLike, degrees: float) -> Array:
    """Return `world_from_object` (4, 4) of a thing put at `position` (3,; world) and turned about the vertical."""
    c, s = cosine_sine(degrees)
    return rigid(np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), position)


def inverse(a_from_b: Array) -> Array:
    """Return `b_from_a` of a rigid transform; needs only one product, so it is more exact than a general inverse."""
    rotation = a_from_b[:3, :3].T
    return rigid(rotation, -rotation @ a_from_b[:3, 3])


def transform(a_from_b: Array, points: ArrayLike) -> Array:
    """Return `points` (n, 3; frame b) in frame a: (n, 3)."""
    return np.asarray(np.asarray(points, dtype=float) @ a_from_b[:3, :3].T + a_from_b[:3, 3], dtype=float)


# Compared by identity, because comparing arrays gives no single truth value.
@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera. Its own frame has x to the right, y down and z forward; `focal` and `centre` are in pixels."""

    camera_from_world: Array = field(repr=False)
    focal: float
    centre: tuple[float, float]
    near: float = 0.01

    @property
    def position(self) -> Array:
        """Where the camera is, (3,; world)."""
        return inverse(self.camera_from_world)[:3, 3]


def look_at(
    eye: ArrayLike, target: ArrayLike, width: int, height: int, field_of_view: float = 40.0, near: float = 0.01
) -> Camera:
    """Return the upright camera at `eye` (3,; world) with `target` in the middle of its picture.

    `field_of_view` is the angle across the picture's height, in degrees; width and height are in pixels.
    """
    eye = np.asarray(eye, dtype=float)
    forward = np.asarray(target, dtype=float) - eye
    side = np.cross(forward, (0.0, 0.0, 1.0))
    if np.linalg.norm(side) <= 1e-9 * max(1.0, float(np.linalg.norm(forward))):
        raise ValueError("a camera that looks straight up or down, or at its own place, has no upright picture")
    z, x = forward / np.linalg.norm(forward), side / np.linalg.norm(side)
    world_from_camera = rigid(np.column_stack([x, np.cross(z, x), z]), eye)
    focal = height / 2 / float(np.tan(np.radians(field_of_view / 2)))
    return Camera(inverse(world_from_camera), focal, (width / 2, height / 2), near)


def project(points: ArrayLike, camera: Camera) -> Array:
    """Return where `points` (n, 3; world) fall in the picture: (n, 2), in pixels from the top left."""
    local = transform(camera.camera_from_world, points)
    behind = int((local[:, 2] <= camera.near).sum())
    # Points behind the camera would project to mirrored places, so they are refused, not clipped.
    if behind:
        raise ValueError(f"{behind} of {len(local)} points lie behind the near plane")
    return np.asarray(camera.focal * local[:, :2] / local[:, 2:] + camera.centre, dtype=float)


def depths(points: ArrayLike, camera: Camera) -> Array:
    """Return how far `points` (n, 3; world) lie in front of the camera, along its axis: (n,), in metres."""
    return transform(camera.camera_from_world, points)[:, 2]


def unproject(pixels: ArrayLike, depth: ArrayLike, camera: Camera) -> Array:
    """Return the points (n, 3; world) seen at `pixels` (n, 2) at `depth` (n,) along the camera's axis, in metres."""
    depth = np.asarray(depth, dtype=float)[:, None]
    flat = (np.asarray(pixels, dtype=float) - camera.centre) * depth / camera.focal
    return transform(inverse(camera.camera_from_world), np.hstack([flat, depth]))
