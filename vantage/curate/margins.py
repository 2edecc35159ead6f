"""Whether two objects of a capture can be asked about in one of its views: the margins of `place`, at real cameras.

A real camera stands up to 11.25 degrees beside its target and does not look exactly at the pivot. So the direction that
a question takes from the target azimuth must hold, with its margin, at the camera's own azimuth as well.
"""

from __future__ import annotations

import math

import numpy as np

from vantage.curate.ring import Ring, Station
from vantage.curate.table import Placed
from vantage.geometry import Observer, allocentric, azimuth_of, depths, egocentric, project, turn
from vantage.scenes import framing, place

WIDTH = 1000  # pixels of a picture in which places are compared as shares of the width


def fault(ring: Ring, target: Placed, reference: Placed, azimuth: int) -> str:
    """Return what forbids a question about two objects in the view at `azimuth`, or nothing."""
    if azimuth not in target.views or azimuth not in reference.views:
        return "an object is not seen well"
    station = ring.views[azimuth]
    named = egocentric(target.place, reference.place, Observer(azimuth)).direction
    if _margin(target, reference, station.azimuth, named) < place.MARGIN:
        return "the direction is near the border of its class"
    # Who goes by the camera's axis, or looks straight at the reference, must say the same.
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
    """Return the margin of the target's direction as the reference sees it, in degrees; negative if it has no front."""
    if reference.facing is None:
        return -math.inf
    return allocentric(target.place, reference.place, turn((0.0, -1.0), reference.facing)).margin()


def _margin(target: Placed, reference: Placed, azimuth: float, named: str) -> float:
    return egocentric(target.place, reference.place, Observer(azimuth)).margin(named)


def _point(one: Placed) -> tuple[float, float, float]:
    return one.x, one.y, one.z or 0.0


def _across(station: Station, one: Placed) -> float:
    """Return where an object's middle falls, from the left edge of the picture (0) to the right (1)."""
    return float(project([_point(one)], station.camera(WIDTH, WIDTH))[0, 0]) / WIDTH


def _distance(station: Station, one: Placed) -> float:
    return float(np.linalg.norm(station.pose[:3, 3] - _point(one)))
