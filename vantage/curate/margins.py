"""Whether a question can ask about two objects in one view of a capture: the margins of `place`, for real cameras.

A real camera stands up to 11.25 degrees beside its nominal azimuth and does not look exactly at the pivot. So the
direction at the nominal azimuth must also hold, with its margin, at the camera's real azimuth.
"""

from __future__ import annotations

import math

import numpy as np

from vantage.curate.object_table import Placed
from vantage.curate.ring import Ring, Station
from vantage.geometry import Observer, allocentric, azimuth_of, depths, egocentric, project, turn
from vantage.scenes import framing, place

WIDTH = 1000  # pixels: an arbitrary picture width, because positions are compared as shares of the width


def fault(ring: Ring, target: Placed, reference: Placed, azimuth: int) -> str:
    """Return why the view at `azimuth` allows no question about two objects; empty if it does."""
    if azimuth not in target.views or azimuth not in reference.views:
        return "an object is not seen well"
    station = ring.views[azimuth]
    named = egocentric(target.place, reference.place, Observer(azimuth)).direction
    if _margin(target, reference, station.azimuth, named) < place.MARGIN:
        return "the direction is near the border of its class"
    # The direction must be the same along the camera's axis and along the line of sight to the reference.
    for looking in (station.looking, azimuth_of(station.place, reference.place)):
        if _margin(target, reference, looking, named) < 0:
            return "the direction depends on where exactly the camera looks"
    if min(depths([_point(target), _point(reference)], station.camera(WIDTH, WIDTH))) <= 0:
        return "an object lies behind the camera"
    across = [_across(station, one) for one in (target, reference)]
    if min(across) <= 0 or max(across) >= 1:
        return "an object lies outside the picture"
    return framing.alike(named, across, [_distance(station, one) for one in (target, reference)])


def own(target: Placed, reference: Placed) -> float:
    """Return the margin in degrees of the target's direction in the reference's own frame; negative without a front."""
    if reference.facing is None:
        return -math.inf
    return allocentric(target.place, reference.place, turn((0.0, -1.0), reference.facing)).margin()


def _margin(target: Placed, reference: Placed, azimuth: float, named: str) -> float:
    return egocentric(target.place, reference.place, Observer(azimuth)).margin(named)


def _point(one: Placed) -> tuple[float, float, float]:
    return one.x, one.y, one.z or 0.0


def _across(station: Station, one: Placed) -> float:
    """Return where an object's middle lies in the picture, from its left edge (0) to its right edge (1)."""
    return float(project([_point(one)], station.camera(WIDTH, WIDTH))[0, 0]) / WIDTH


def _distance(station: Station, one: Placed) -> float:
    return float(np.linalg.norm(station.pose[:3, 3] - _point(one)))
