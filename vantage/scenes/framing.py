"""How much room things take up: on the ground, and in the pictures of the eight observers.

Here a thing is represented by its bounding box. That is enough to keep things apart, to choose the observers' distance,
and to discard most layouts in which one thing would hide another, before anything is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from vantage.assets import extent
from vantage.geometry import Array, Observer, azimuth_of, cosine_sine, egocentric
from vantage.scene import AZIMUTHS, SQUARE, Lens, Scene, Thing

FILLED = 0.92  # how far from the picture's middle (0) toward its edge (1) things may reach
AIMS = np.linspace(0.0, 0.7, 8)  # heights to aim at that are tried, as shares of the tallest thing's height
LOOKS = 1 << 16  # how many variants a setting's appearance has
MARGIN = 10.0  # degrees: least distance of a direction from the border of its class
SMALLEST = 1 / 16  # least width and height of a named thing in the picture, as a share of the picture's side
SIDEWAYS = 0.08  # least distance between the middles of a left and a right thing, as a share of the picture's width
FARTHER = 0.10  # least difference in distance between a near and a far thing, as a share of the distance
VISIBLE = 0.8  # share of a named thing that must be visible
MEASURED = 128  # side in pixels of the picture on which visibility is measured


def centred(things: Sequence[Thing]) -> tuple[Thing, ...]:
    """Return the things, shifted together so that they are centred, which lets the cameras come nearer."""
    if not things:
        return ()
    spread = [(thing.x, thing.y, extent.radius(thing)) for thing in things]
    x, y = ((min(t[k] - t[2] for t in spread) + max(t[k] + t[2] for t in spread)) / 2 for k in (0, 1))
    return tuple(replace(thing, x=round(thing.x - x, 3), y=round(thing.y - y, 3)) for thing in things)


def overlap(a: Thing, b: Thing, gap: float) -> bool:
    """Return whether two things are less than `gap` metres apart on the ground, measured along the sides of either."""
    east, north = b.x - a.x, b.y - a.y
    if math.hypot(east, north) >= extent.radius(a) + extent.radius(b) + gap:
        return False
    turned = math.radians(a.facing - b.facing)
    c, s = abs(math.cos(turned)), abs(math.sin(turned))
    for one, other in ((a, b), (b, a)):
        (across, deep, _), (wide, long, _) = extent.sides(one), extent.sides(other)
        cosine, sine = math.cos(math.radians(one.facing)), math.sin(math.radians(one.facing))
        x, y = abs(cosine * east + sine * north), abs(cosine * north - sine * east)
        # Two rectangles are disjoint if and only if they are separated along the direction of one of their sides.
        if x >= (across + c * wide + s * long) / 2 + gap or y >= (deep + s * wide + c * long) / 2 + gap:
            return False
    return True


def framed(setting: str, look: int, things: tuple[Thing, ...], elevation: float, lens: Lens = SQUARE) -> Scene:
    """Return the scene with its observers `elevation` degrees up, as near as keeps all things in all pictures."""
    points = np.vstack([extent.corners(thing) for thing in things])
    level, up = cosine_sine(elevation)
    edge = FILLED * math.tan(math.radians(lens.field_of_view / 2))
    choices = []
    for aim in (AIMS * points[:, 2].max()).tolist():
        x, y, z = seen_from(points, aim, elevation)
        # A point is in the picture at distance d if |x| / aspect and |y| are at most edge (d + z).
        choices.append((float((np.maximum(np.abs(x) / lens.aspect, np.abs(y)) / edge - z).max()), aim))
    far, aim = min(choices)
    return Scene(setting, look, things, round(far * level, 3), round(aim + far * up, 3), lens, round(aim, 3))


def seen_from(points: Array, aim: float, elevation: float) -> Array:
    """Return `points` (n, 3; world) in the eight observers' frames, (3, 8, n): right of, below and behind the aim."""
    c, s = np.array([cosine_sine(azimuth) for azimuth in AZIMUTHS]).T[:, :, None]
    level, up = cosine_sine(elevation)
    ahead, rise = c * points[:, 1] - s * points[:, 0], points[:, 2] - aim
    return np.array([c * points[:, 0] + s * points[:, 1], -up * ahead - level * rise, level * ahead - up * rise])


def boxes(scene: Scene) -> Array:
    """Return the bounding boxes of all things in all eight pictures, (8, n, 4): left, top, right, bottom, 0 to 1."""
    points = np.vstack([extent.corners(thing) for thing in scene.things])
    rise = scene.height - scene.aim
    x, y, z = seen_from(points, scene.aim, math.degrees(math.atan2(rise, scene.radius)))
    down = 2 * math.tan(math.radians(scene.lens.field_of_view / 2)) * (math.hypot(rise, scene.radius) + z)
    flat = (np.stack([x / scene.lens.aspect, y], axis=-1) / down[..., None] + 0.5).reshape(len(AZIMUTHS), -1, 8, 2)
    return np.concatenate([flat.min(axis=2), flat.max(axis=2)], axis=2)


def distances(scene: Scene) -> Array:
    """Return the distance from each observer's eye to each thing, (8, n), in metres."""
    eyes = np.array([[*scene.observer(a).position, scene.height] for a in AZIMUTHS])
    feet = np.array([(thing.x, thing.y, thing.z) for thing in scene.things])
    return np.asarray(np.linalg.norm(eyes[:, None] - feet[None], axis=2))


def hidden(boxes: Array, distances: Array, thing: int) -> Array:
    """Return, per picture (8,), the largest share of the box of `thing` that the box of one nearer thing covers."""
    left, top, right, bottom = np.moveaxis(boxes, 2, 0)
    own = (right[:, thing] - left[:, thing]) * (bottom[:, thing] - top[:, thing])
    wide = np.minimum(right, right[:, [thing]]) - np.maximum(left, left[:, [thing]])
    tall = np.minimum(bottom, bottom[:, [thing]]) - np.maximum(top, top[:, [thing]])
    nearer = distances < distances[:, [thing]]
    return np.asarray((nearer * np.maximum(wide, 0) * np.maximum(tall, 0)).max(axis=1) / own)


def steadiness(target: ArrayLike, reference: ArrayLike, eye: ArrayLike, azimuth: float) -> float:
    """Return the least margin, in degrees, of the direction that the observer at `azimuth` names, for every reader.

    Directions may be taken from the observer's axis, from the line of sight from `eye` (2,; world) to the reference, or
    from that to the middle of the two things. Negative if one of these gives another direction.
    """
    middle = (np.asarray(target) + np.asarray(reference)) / 2
    named = egocentric(target, reference, Observer(azimuth))
    looking = [Observer(azimuth_of(eye, point)) for point in (middle, reference)]
    return min(named.margin(), *(egocentric(target, reference, one).margin(named.direction) for one in looking))


def alike(direction: str, across: Sequence[float] | Array, away: Sequence[float] | Array) -> str:
    """Return why two things are too close in a picture to show the direction; empty if they are not.

    `across` are the positions of their middles as shares of the picture's width, `away` their distances.
    """
    if direction not in ("front", "behind") and abs(across[0] - across[1]) < SIDEWAYS:
        return "left and right are too near each other"
    if direction not in ("left", "right") and min(away) > (1 - FARTHER) * max(away):
        return "near and far are too alike"
    return ""
