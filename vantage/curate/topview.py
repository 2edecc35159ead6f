"""Draw a capture from above, for a person to review: the circle, the cameras and where they look, and the objects.

The camera at azimuth 0 is at the bottom, with its right on the right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from vantage.curate.object_table import Placed
from vantage.curate.ring import Ring, Station
from vantage.geometry import turn

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 900
ROOM = 1.35  # the picture's half-width, relative to the distance of the farthest thing in it
ARROW = 0.16  # length of an arrow, as a share of the radius
CORNERS = 180


def draw(ring: Ring, objects: Sequence[Placed]) -> Image:
    """Return the picture of a capture from above."""
    from PIL import ImageDraw, ImageFont

    from vantage.render import flat

    reach = [math.hypot(*station.place) for station in ring.stations] + [math.hypot(*one.place) for one in objects]
    sized = SIDE / 2 / (ROOM * max([ring.radius, *reach]))
    canvas = flat.Canvas(SIDE)
    canvas.line([_at(point, sized) for point in _round(ring.radius)], flat.FAINT, 1.5, closed=True)
    for station in ring.stations:
        chosen = station in ring.views.values()
        canvas.line(_arrow(station, ring.radius, sized), flat.BLUE if chosen else flat.FAINT, 3 if chosen else 1.5)
        canvas.disc(_at(station.place, sized), 6 if chosen else 3, flat.BLUE if chosen else flat.FAINT)
    canvas.disc(_at((0, 0), sized), 3, flat.INK)
    for one in objects:
        canvas.disc(_at(one.place, sized), 8, flat.RED)
        if one.facing is not None:
            end = np.array(one.place) + turn((0.0, -1.5 * ARROW * ring.radius), one.facing)
            canvas.line([_at(one.place, sized), _at(end.tolist(), sized)], flat.RED, 3)
    image = canvas.finish()
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(18)
    for target, station in ring.views.items():
        x, y = _at([1.12 * value for value in station.place], sized)
        draw.text((x, y), f"{target}°", flat.BLUE, font, anchor="mm")
    for one in objects:
        x, y = _at(one.place, sized)
        draw.text((x + 12, y), one.name, flat.INK, font, anchor="lm")
    draw.text((16, 14), ring.capture.name, flat.INK, font)
    said = f"radius {ring.radius:.2f} m, residual {ring.residual:.3f} m, tilt {ring.tilt:.1f}°, {ring.axes}"
    draw.text((16, SIDE - 34), said, flat.INK, font)
    return image


def _at(place: Sequence[float], sized: float) -> tuple[float, float]:
    x, y = place
    return SIDE / 2 + sized * x, SIDE / 2 - sized * y


def _round(radius: float) -> list[tuple[float, float]]:
    angles = (2 * math.pi * k / CORNERS for k in range(CORNERS))
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _arrow(station: Station, radius: float, sized: float) -> list[tuple[float, float]]:
    ahead = station.pose[:2, 2] / np.linalg.norm(station.pose[:2, 2])
    end = np.array(station.place) + ARROW * radius * ahead
    return [_at(station.place, sized), _at(end.tolist(), sized)]
