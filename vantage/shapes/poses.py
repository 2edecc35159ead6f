"""Poses: a solid turned by any angles about the axes of the room, in front of a fixed camera.

A distant camera sees a turned solid just as another camera, rolled about its line of sight, sees the unturned solid. So
every pose is a `solids.View`, and what is computed for views (exact visibility) holds for poses.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np

from vantage.shapes import solids
from vantage.shapes.solids import Floats, View

Angles = tuple[int, int, int]  # degrees about x, then about y, then about z, counter-clockwise seen from the axis's end
Camera = tuple[int, int]  # azimuth, elevation

REST: Angles = (0, 0, 0)
ANY_AXES: tuple[Angles, ...] = tuple((a, b, c) for a, b, c in product((0, 60, 90, 120), repeat=3) if (a, b, c) != REST)
ONE_AXIS: tuple[Angles, ...] = tuple(
    (angle * (axis == 0), angle * (axis == 1), angle * (axis == 2)) for axis in range(3) for angle in (-90, 90, 180)
)
CAMERAS: tuple[Camera, ...] = ((30, 30), (32, 34), (56, 32), (58, 32))  # those for solids that allow the most poses
LEAST_FACE = 0.25  # how far each visible face must be turned to the camera: 1 is straight on, 0 is edge on


def matrix(angles: Angles) -> Floats:
    """Return the rotation about x, then y, then z as a matrix (3, 3), quarter turns exact."""
    turned = np.eye(3)
    for axis, angle in enumerate(angles):
        cosine, sine = (round(float(value), 15) for value in (np.cos(np.radians(angle)), np.sin(np.radians(angle))))
        first, second = (axis + 1) % 3, (axis + 2) % 3
        about = np.eye(3)
        about[[first, first, second, second], [first, second, first, second]] = cosine, -sine, sine, cosine
        turned = about @ turned
    return turned


def angle(angles: Angles) -> int:
    """Return the angle, in degrees, of the single rotation that the three turns amount to."""
    cosine = (np.trace(matrix(angles)) - 1) / 2
    return round(float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))))


@lru_cache(maxsize=1024)
def view(angles: Angles, camera: Camera) -> View:
    """Return the view that shows an unturned solid just as `camera` sees it after the turns: the one least rolled.

    Raises a ValueError if a face would be edge on to the camera, because there is no such view.
    """
    axes = solids.camera_axes(*camera) @ matrix(angles)
    found = []
    for turn, rotation in enumerate(solids.ROTATIONS):
        right, _, (x, y, z) = axes @ rotation.T
        if x > 0 > y and z > 0:
            azimuth, elevation = np.degrees([np.arctan2(x, -y), np.arcsin(z)]).round(9).tolist()
            level = solids.camera_axes(azimuth, elevation)
            roll = round(float(np.degrees(np.arctan2(right @ level[1], right @ level[0]))), 9) + 0.0  # not -0
            found.append(View(turn, azimuth, elevation, roll))
    return min(found, key=lambda one: (abs(one.roll), one.turn))


@lru_cache(maxsize=64)
def readable(choice: tuple[Angles, ...], camera: Camera) -> tuple[Angles, ...]:
    """Return the poses in which no visible face is too foreshortened and no two places nearly coincide."""
    return tuple(angles for angles in choice if _is_readable(angles, camera))


def _is_readable(angles: Angles, camera: Camera) -> bool:
    towards = solids.camera_axes(*camera)[2] @ matrix(angles)
    if np.abs(towards).min() < LEAST_FACE:
        return False
    seen = view(angles, camera)
    return solids.clear(solids.UNIT, seen.azimuth, seen.elevation)
