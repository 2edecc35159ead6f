"""Find out which way cameras look and which way is up, which pose files do not say, and report the evidence.

In OpenCV's axes a camera looks along +z with y down; in OpenGL's, along -z with y up. The two readings differ by a half
turn about x: cameras that look inward in one reading look outward and upside down in the other, so at most one reading
has them look inward. A reading is accepted if its cameras look inward and are upright. If the world's up is not known,
the reading must instead agree with the axes that the file format is documented to use.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vantage.curate import circles
from vantage.curate.poses import Capture
from vantage.geometry import Array
from vantage.names import nearest

SIGNS = {"opencv": 1.0, "opengl": -1.0}  # times a camera's third column is its forward direction
NAMES = {"opencv": "OpenCV", "opengl": "OpenGL"}
UPS = {f"{sign}{name}": tuple(row) for sign, f in (("", 1.0), ("-", -1.0)) for name, row in zip("xyz", f * np.eye(3))}

INWARD = 45.0  # degrees: the largest angle between a camera's direction and the centre
SHARE = 0.9  # of all cameras must look inward and be upright
KNOWN_UP = 30.0  # degrees: if the ground's normal is this near to the z axis, +z is up, unless stated otherwise


class Dropped(Exception):
    """A capture fails a filter: says at which stage, and why."""

    def __init__(self, stage: str, reason: str) -> None:
        super().__init__(reason)
        self.stage = stage
        self.reason = reason


@dataclass(frozen=True)
class Stated:
    """What the user states about a set of captures; what is not stated is found out and reported."""

    axes: str = ""  # "opencv" or "opengl"; empty: found out
    up: str = ""  # the world's axis that points up: "z", "-y", …; empty: found out
    scale: float = 0.0  # metres in one unit of the poses
    radius: float = 0.0  # instead of `scale`: the radius of every circle in metres, for poses without a true size
    front: str = ""  # the picture at azimuth 0; empty: the first
    lens: float = 0.0  # field of view across a picture's width in degrees, for pictures without intrinsics

    def __post_init__(self) -> None:
        if self.axes:
            nearest(self.axes, SIGNS, "convention of axes")
        if self.up:
            nearest(self.up, UPS, "up axis")
        for name in ("scale", "radius", "lens"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"the {name} is stated as {getattr(self, name)}; it must be a number above 0")
        if self.scale and self.radius:
            raise ValueError("a scale and a radius were both stated; one of them sets the unit")


@dataclass(frozen=True)
class Reading:
    """The cameras as one convention of axes reads them."""

    axes: str
    up: Array
    inward: Array  # (n,) of bool
    upright: bool

    @property
    def holds(self) -> bool:
        """Whether its cameras look inward and are upright."""
        return bool(self.inward.mean() >= SHARE) and self.upright


def read(capture: Capture, stated: Stated, normal: Array, toward: Array) -> tuple[Reading, str]:
    """Return the accepted reading of the axes, and the evidence for it.

    `normal` (3,) points up or down; `toward` (n, 3) points from each camera to the centre.
    """
    z = np.array(UPS["z"])
    known = stated.up or ("z" if circles.angle_between(normal, z) <= KNOWN_UP else "")
    readings = {name: _reading(capture.matrices, name, normal, toward, known) for name in SIGNS}
    counts = ", ".join(f"{NAMES[r.axes]} {int(r.inward.sum())} of {len(r.inward)}" for r in readings.values())
    look = f"cameras that look inward: {counts}"
    if stated.axes:
        if not readings[stated.axes].holds:
            raise Dropped("inward", f"its cameras do not look inward and upright, by the stated axes ({look})")
        return readings[stated.axes], f"{NAMES[stated.axes]}, as stated; {look}"
    reading = next((one for one in readings.values() if one.inward.mean() >= SHARE), None)
    if reading is None:
        raise Dropped("inward", f"its cameras do not look inward in either reading of the axes ({look})")
    return reading, _evidence(reading, known, capture.writes, look)


def _evidence(reading: Reading, known: str, writes: str, look: str) -> str:
    """Return further evidence for a reading whose cameras look inward; drop the capture if some is against it."""
    name = NAMES[reading.axes]
    if not reading.upright:
        hint = f"; if {known} does not point up, state --up" if known else ""
        raise Dropped(
            "inward", f"its cameras look outward: read as {name} they look inward, but upside down ({look}){hint}"
        )
    if known:
        return f"{name}: {look}, upright where {known} is up"
    if writes not in ("", reading.axes):
        hint = f"if it was written otherwise, state --axes {reading.axes}"
        raise Dropped("inward", f"its cameras look outward by the axes of its file format ({look}); {hint}")
    if writes:
        return f"{name}: {look}, as its file format has it"
    return f"{name}: {look}; by the inward test alone, as up is not known (state --axes or --up to be sure)"


def _reading(matrices: Array, axes: str, normal: Array, toward: Array, known: str) -> Reading:
    ahead, ups = SIGNS[axes] * matrices[:, :3, 2], -SIGNS[axes] * matrices[:, :3, 1]
    ahead = ahead - np.outer(ahead @ normal, normal)
    lengths = np.linalg.norm(ahead, axis=1) * np.linalg.norm(toward, axis=1)
    cosines = (ahead * toward).sum(axis=1) / np.maximum(lengths, 1e-12)
    up = normal * np.sign((ups @ normal).sum() or 1.0)
    right_way = not known or float(up @ UPS[known]) > 0
    upright = right_way and bool((ups @ up > 0).mean() >= SHARE)
    return Reading(axes, up, cosines >= np.cos(np.radians(INWARD)), upright)
