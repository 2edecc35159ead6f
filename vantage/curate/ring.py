"""From poses to eight views on a circle: the filters that a capture must pass, in order, each with its reason.

The ground plane is found from the cameras' right-hand directions, the axes convention by `axes`. The limits on the
residual and on heights are in metres. Pose files do not state their unit, so the user must.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vantage.curate import axes, circles
from vantage.curate.axes import SIGNS, UPS, Dropped, Reading, Stated
from vantage.curate.poses import Capture, Shot
from vantage.geometry import Array, Camera, azimuth_of, inverse, wrap
from vantage.scene import AZIMUTHS

STAGES = ("read", "level", "circle", "inward", "views", "height")
TILT = 10.0  # degrees: the largest angle between the cameras' plane and the ground
RESIDUAL = 0.1  # metres: the cameras' mean distance from the circle must be less
REACH = 11.25  # degrees: the largest distance of a view from its nominal azimuth
HEIGHT, DEVIATIONS = 0.5, 1.5  # metres, standard deviations: the larger is how far a height may be from the first one's
FLAT = 0.05  # directions determine a plane if their second extent over the first is at least this


@dataclass(frozen=True, eq=False)
class Station:
    """A camera in the pivot's frame: metres, z up, the centre of the circle at the origin, azimuth 0 at -y."""

    shot: Shot
    pose: Array = field(repr=False)  # (4, 4): pivot_from_camera, by OpenCV's axes
    angle: float = 0.0  # stated field of view across the width, used if there are no intrinsics

    @property
    def place(self) -> tuple[float, float]:
        """Where it stands on the ground."""
        x, y, _ = self.pose[:3, 3].tolist()
        return x, y

    @property
    def height(self) -> float:
        """Its height above the point that the cameras look at."""
        return float(self.pose[2, 3])

    @property
    def azimuth(self) -> float:
        """The azimuth of its place, rounded to a thousandth of a degree, below 360."""
        return round(azimuth_of(self.place), 3) % 360

    @property
    def looking(self) -> float:
        """The azimuth of an observer on the circle who looks in the camera's direction."""
        return azimuth_of(-self.pose[:2, 2])

    def camera(self, width: int, height: int) -> Camera:
        """Return its camera for a picture of this size; pixels are assumed to be square."""
        lens, pose = self.shot.lens, inverse(self.pose)
        if lens:
            scale = width / lens.size[0]
            return Camera(pose, scale * lens.focal[0], (scale * lens.centre[0], scale * lens.centre[1]))
        if not self.angle:
            raise ValueError(f"{self.shot.name} comes without intrinsics; state its field of view with --lens")
        return Camera(pose, width / 2 / math.tan(math.radians(self.angle / 2)), (width / 2, height / 2))


@dataclass(frozen=True, eq=False)
class Ring:
    """A capture as a circle of cameras around a pivot, with the eight cameras chosen as views."""

    capture: Capture
    axes: str
    evidence: str
    up: tuple[float, float, float]  # in the capture's own world
    tilt: float  # degrees
    scale: float  # metres in one unit
    radius: float  # metres
    residual: float  # metres
    stations: tuple[Station, ...]
    views: dict[int, Station]


def fitted(capture: Capture, stated: Stated, images: dict[str, int]) -> Ring:
    """Return the circle of a capture with its eight views; raise Dropped at the first filter that it fails.

    `images` records how many pictures each stage leaves, also for a capture that is dropped later.
    """
    images["read"] = len(capture.shots)
    if len(capture.shots) < len(AZIMUTHS):
        raise Dropped("read", f"it has {len(capture.shots)} pictures; eight views need at least eight")
    matrices = capture.matrices
    normal, tilt = _level(matrices, stated.up)
    images["level"] = len(matrices)
    basis = circles.plane_axes(normal)
    points = matrices[:, :3, 3] @ basis.T
    centre, radius = circles.circle(points)
    off = circles.residual(points, centre, radius)
    scale = _scale(stated, radius, off)
    images["circle"] = len(matrices)
    reading, evidence = axes.read(capture, stated, normal, (centre - points) @ basis)
    pivot = centre @ basis + float((matrices[:, :3, 3] @ normal).mean()) * normal
    inward = [k for k in range(len(matrices)) if reading.inward[k]]
    images["inward"] = len(inward)
    stations = _stations(capture, stated, reading, pivot, scale, inward)
    _views(stations, "views", "")
    images["views"] = len(stations)
    even = _even(stations)
    images["height"] = len(even)
    views = _views(even, "height", " at about the first picture's height")
    up = tuple(np.round(reading.up, 4).tolist())
    return Ring(capture, reading.axes, evidence, up, tilt, scale, scale * radius, scale * off, even, views)


def _level(matrices: Array, up: str) -> tuple[Array, float]:
    """Return the ground's normal, pointing up or down, and the angle between the ground and the cameras' plane."""
    sides, flat = circles.thinnest(matrices[:, :3, 0])
    if not up and flat < FLAT:
        raise Dropped("level", "all its cameras look the same way, so the ground plane is not known; state --up")
    normal = np.array(UPS[up]) if up else sides
    across, flat = circles.plane(matrices[:, :3, 3])
    if flat < FLAT:
        raise Dropped("level", "its cameras stand on a line or on one spot, not around anything")
    tilt = circles.angle_between(normal, across)
    if tilt > TILT:
        raise Dropped("level", f"its cameras' plane is tilted by {tilt:.0f}° against the level, more than {TILT:.0f}°")
    return normal, tilt


def _scale(stated: Stated, radius: float, off: float) -> float:
    """Return the metres in a unit; drop a capture if its unit is unknown or its cameras do not form a circle."""
    scale = stated.scale or stated.radius / radius
    if not scale:
        raise Dropped(
            "circle",
            f"the unit of its poses is not stated (the mean residual is {off / radius:.1%} of the radius); state "
            "--metric, --scale or --radius",
        )
    if scale * off >= RESIDUAL:
        raise Dropped(
            "circle",
            f"its cameras are {scale * off:.2f} m off the nearest circle on average (radius {scale * radius:.2f} m); "
            f"less than {RESIDUAL} m is needed",
        )
    return scale


def _stations(
    capture: Capture, stated: Stated, reading: Reading, pivot: Array, scale: float, kept: Sequence[int]
) -> list[Station]:
    """Return the cameras in the pivot's frame, whose origin is at the height that the cameras look at."""
    shots = [capture.shots[k] for k in kept]
    front = _front(shots, stated.front)
    outward = front.matrix[:3, 3] - pivot
    outward = outward - (outward @ reading.up) * reading.up
    back = -outward / np.linalg.norm(outward)
    pivot_from_world = np.array([np.cross(back, reading.up), back, reading.up])
    camera_from_written = np.diag([1.0, SIGNS[reading.axes], SIGNS[reading.axes]])
    poses = []
    for shot in shots:
        pose = np.eye(4)
        pose[:3, :3] = pivot_from_world @ shot.matrix[:3, :3] @ camera_from_written
        pose[:3, 3] = scale * (pivot_from_world @ (shot.matrix[:3, 3] - pivot))
        poses.append(pose)
    aimed = float(np.median([_aimed(pose) for pose in poses]))
    for pose in poses:
        pose[2, 3] -= aimed
    return [Station(shot, pose, stated.lens) for shot, pose in zip(shots, poses)]


def _front(shots: Sequence[Shot], name: str) -> Shot:
    if not name:
        return shots[0]
    found = [shot for shot in shots if name in (shot.name, shot.picture.name, shot.picture.stem)]
    if not found:
        raise Dropped("views", f"it has no picture {name!r} to stand at azimuth 0")
    return found[0]


def _aimed(pose: Array) -> float:
    """Return the height at which a camera's axis passes above the pivot."""
    away = float(np.linalg.norm(pose[:2, 3]))
    return float(pose[2, 3] + away * pose[2, 2] / np.linalg.norm(pose[:2, 2]))


def _views(stations: Sequence[Station], stage: str, which: str) -> dict[int, Station]:
    """Return the camera nearest to each of eight azimuths; drop the capture if one has no camera near enough."""
    found: dict[int, Station] = {}
    for target in AZIMUTHS:
        best = min(stations, key=lambda station: abs(wrap(station.azimuth - target)))
        if abs(wrap(best.azimuth - target)) <= REACH:
            found[target] = best
    lost = [f"{target}°" for target in AZIMUTHS if target not in found]
    if lost:
        raise Dropped(stage, f"it has no view{which} within {REACH}° of azimuth {', '.join(lost)}")
    return found


def _even(stations: Sequence[Station]) -> tuple[Station, ...]:
    """Return the cameras at about the height of the first."""
    heights = np.array([station.height for station in stations])
    limit = max(HEIGHT, DEVIATIONS * float(heights.std()))
    return tuple(station for station in stations if abs(station.height - heights[0]) <= limit)
