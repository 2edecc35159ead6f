"""What a capture is: pictures, each with a 4×4 matrix from its camera's frame to the world's.

A matrix does not say which way the camera's axes point, so matrices are kept as written; `axes` finds that out. A
matrix may only rotate and translate: one that skews, scales or mirrors is an error.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from vantage.geometry import Array

POSE_BYTES = 100_000_000  # the largest file of poses that is read
FARTHEST = 1_000_000  # units of the poses: a camera that is farther from the origin is a mistake
SKEW = 1e-3  # how far a rotation may be from orthonormal
ANGLES = (1.0, 170.0)  # degrees: the fields of view that a lens can have, horizontally and vertically


@dataclass(frozen=True)
class Lens:
    """Intrinsics in pixels, for a picture of the recorded size."""

    focal: tuple[float, float]
    centre: tuple[float, float]
    size: tuple[float, float]  # width and height

    @property
    def angle(self) -> float:
        """The field of view across the picture's height, in degrees."""
        return _angle(self.size[1], self.focal[1])


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture and its camera. `matrix` (4, 4) is world_from_camera; its axes convention is not known yet."""

    name: str
    picture: Path
    matrix: Array = field(repr=False)
    lens: Lens | None = None
    depth: Path | None = None


@dataclass(frozen=True)
class Capture:
    """All pictures of one scene, in the order of their names."""

    name: str
    folder: Path
    shots: tuple[Shot, ...]
    writes: str = ""  # the axes that the file format is documented to use; empty if none are documented
    missing: tuple[str, ...] = ()  # pictures that have poses but do not exist

    @property
    def matrices(self) -> Array:
        """The matrices of all shots, (n, 4, 4)."""
        return np.array([shot.matrix for shot in self.shots])


def pose(value: Any, where: str) -> Array:
    """Return the matrix (4, 4) of a pose; a ValueError if it does more than rotate and translate."""
    matrix = numbers(value, f"{where}: its matrix")
    if matrix.shape == (3, 4):
        matrix = np.vstack([matrix, (0.0, 0.0, 0.0, 1.0)])
    if matrix.shape != (4, 4):
        raise ValueError(f"{where}: its matrix is {shape(matrix)}, not 4×4")
    if not np.allclose(matrix[3], (0, 0, 0, 1), atol=1e-6):
        raise ValueError(f"{where}: the last row of its matrix is not 0 0 0 1")
    rotation = matrix[:3, :3]
    if np.abs(rotation.T @ rotation - np.eye(3)).max() > SKEW:
        raise ValueError(f"{where}: its matrix is no rotation (its columns are not of length 1 and at right angles)")
    if np.linalg.det(rotation) < 0:
        raise ValueError(f"{where}: its matrix mirrors the world, so it is no camera's pose")
    check_near(matrix[:3, 3], where)
    return matrix


def check_near(place: Array, where: str) -> None:
    """Raise a ValueError if a camera stands absurdly far from the world's origin."""
    far = float(np.abs(place).max())
    if far > FARTHEST:
        raise ValueError(f"{where}: its camera stands {far:.3g} units from the origin, more than {FARTHEST:,}")


def numbers(value: Any, what: str) -> Array:
    """Return finite numbers as an array; anything else is a ValueError."""
    try:
        array = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{what} is missing or not made of numbers") from None
    if not np.isfinite(array).all():
        raise ValueError(f"{what} is missing" if value is None else f"{what} holds a value that is not finite")
    return array


def number(value: Any, what: str) -> float:
    """Return one finite number; anything else is a ValueError."""
    values = numbers(value, what).ravel()
    if values.size != 1:
        raise ValueError(f"{what} is {values.size} numbers, not one")
    return float(values[0])


def shape(matrix: Array) -> str:
    """Return the shape of a matrix in words."""
    return "×".join(map(str, matrix.shape)) or "a single number"


def lens(data: Mapping[str, Any], where: str) -> Lens | None:
    """Return the intrinsics of a frame of `transforms.json`, or None if it gives too few of them."""
    given = {name: data[name] for name in ("w", "h", "fl_x", "fl_y", "cx", "cy", "camera_angle_x") if name in data}
    known = {name: number(value, f"{where}: {name}") for name, value in given.items()}
    if not {"w", "h"} <= known.keys() or not {"fl_x", "camera_angle_x"} & known.keys():
        return None
    width, height = known["w"], known["h"]
    across = known["fl_x"] if "fl_x" in known else _focal(width, known["camera_angle_x"])
    up = known.get("fl_y", across)
    if min(across, up, width, height) <= 0:
        raise ValueError(f"{where}: focal lengths and sizes must be above 0")
    for angle in (_angle(width, across), _angle(height, up)):
        if not ANGLES[0] <= angle <= ANGLES[1]:
            raise ValueError(
                f"{where}: its lens sees {angle:.3g}°; between {ANGLES[0]:g}° and {ANGLES[1]:g}° are possible"
            )
    centre = known.get("cx", width / 2), known.get("cy", height / 2)
    if not (0 <= centre[0] <= width and 0 <= centre[1] <= height):
        raise ValueError(f"{where}: the centre of its lens, cx and cy, lies outside the picture")
    return Lens((across, up), centre, (width, height))


def _focal(width: float, angle: float) -> float:
    """Return the focal length for a field of view in radians; 0 if the angle is not possible."""
    return width / 2 / math.tan(angle / 2) if 0 < angle < math.pi else 0.0


def _angle(size: float, focal: float) -> float:
    """Return the field of view in degrees."""
    return math.degrees(2 * math.atan(size / 2 / focal))


def text(path: Path) -> str:
    """Return the text of a file; a ValueError if the file is too large."""
    if path.stat().st_size > POSE_BYTES:
        raise ValueError(f"{path.name} has {path.stat().st_size:,} bytes; at most {POSE_BYTES:,} are allowed")
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not UTF-8 text") from None


def parsed(path: Path) -> Any:
    """Return what a JSON file holds; NaN and infinity are not JSON."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{path.name} holds {constant}, which is not a number")

    try:
        return json.loads(text(path), parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path.name} is not JSON: {error.msg} in line {error.lineno}") from None
    except RecursionError:
        raise ValueError(f"{path.name} is nested too deeply") from None
