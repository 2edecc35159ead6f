"""How much room things take: on the ground, and in the pictures of the eight observers.

A thing counts here as the box around it. That is enough to keep things apart, to choose the observers' distance and to
drop most layouts in which one thing would hide another, before anything is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vantage.assets import extent
from vantage.geometry import Array, cosine_sine
from vantage.scene import AZIMUTHS, Scene, Thing

FILLED = 0.92  # how far into a picture things may reach, from its middle (0) to its edge (1)
FIELD = 40.0  # degrees across a picture
AIMS = np.linspace(0.0, 0.7, 8)  # heights to aim at, tried as shares of the tallest thing
LOOKS = 1 << 16  # of a setting
SMALLEST = 1 / 16  # of the picture's side: across and up, of a named thing
SIDEWAYS = 0.08  # of the picture's width: between the middles of things said to be left and right of each other
FARTHER = 0.10  # of the distance: between things said to be in front of and behind each other
VISIBLE = 0.8  # share of a named thing that must show
MEASURED = 128  # pixels at which visibility is measured


def centred(things: Sequence[Thing]) -> tuple[Thing, ...]:
    """Return the things moved together so that they spread evenly about the centre, to be seen from near."""
    if not things:
        return ()
    spread = [(thing.x, thing.y, extent.radius(thing)) for thing in things]
    x, y = ((min(t[k] - t[2] for t in spread) + max(t[k] + t[2] for t in spread)) / 2 for k in (0, 1))
    return tuple(replace(thing, x=round(thing.x - x, 3), y=round(thing.y - y, 3)) for thing in things)


def overlap(a: Thing, b: Thing, gap: float) -> bool:
    """Return whether less than `gap` metres of ground lie between two things, along the sides of one of them."""
    east, north = b.x - a.x, b.y - a.y
    if math.hypot(east, north) >= extent.radius(a) + extent.radius(b) + gap:
        return False
    turned = math.radians(a.facing - b.facing)
    c, s = abs(math.cos(turned)), abs(math.sin(turned))
    for one, other in ((a, b), (b, a)):
        (across, deep, _), (wide, long, _) = extent.sides(one), extent.sides(other)
        cosine, sine = math.cos(math.radians(one.facing)), math.sin(math.radians(one.facing))
        x, y = abs(cosine * east + sine * north), abs(cosine * north - sine * east)
        # Two rectangles are apart if and only if the direction of one of their sides parts them.
        if x >= (across + c * wide + s * long) / 2 + gap or y >= (deep + s * wide + c * long) / 2 + gap:
            return False
    return True


def framed(setting: str, look: int, things: tuple[Thing, ...], elevation: float) -> Scene:
    """Return the scene seen from as near as shows everything to all eight, the observers `elevation` degrees up."""
    points = np.vstack([extent.corners(thing) for thing in things])
    level, up = cosine_sine(elevation)
    edge = FILLED * math.tan(math.radians(FIELD / 2))
    choices = []
    for aim in (AIMS * points[:, 2].max()).tolist():
        x, y, z = seen_from(points, aim, elevation)
        # A point is in the picture at distance d if |x| and |y| are at most edge (d + z).
        choices.append((float((np.maximum(np.abs(x), np.abs(y)) / edge - z).max()), aim))
    far, aim = min(choices)
    return Scene(setting, look, things, round(far * level, 3), round(aim + far * up, 3), FIELD, round(aim, 3))


def seen_from(points: Array, aim: float, elevation: float) -> Array:
    """Return `points` (n, 3; world) as the eight observers see them, (3, 8, n): right of, below and behind the aim."""
    c, s = np.array([cosine_sine(azimuth) for azimuth in AZIMUTHS]).T[:, :, None]
    level, up = cosine_sine(elevation)
    ahead, rise = c * points[:, 1] - s * points[:, 0], points[:, 2] - aim
    return np.array([c * points[:, 0] + s * points[:, 1], -up * ahead - level * rise, level * ahead - up * rise])


def boxes(scene: Scene) -> Array:
    """Return the boxes around all things in all eight pictures, (8, n, 4): left, top, right, bottom, from 0 to 1."""
    points = np.vstack([extent.corners(thing) for thing in scene.things])
    rise = scene.height - scene.aim
    x, y, z = seen_from(points, scene.aim, math.degrees(math.atan2(rise, scene.radius)))
    across = 2 * math.tan(math.radians(scene.field_of_view / 2)) * (math.hypot(rise, scene.radius) + z)
    flat = (np.stack([x, y], axis=-1) / across[..., None] + 0.5).reshape(len(AZIMUTHS), -1, 8, 2)
    return np.concatenate([flat.min(axis=2), flat.max(axis=2)], axis=2)


def distances(scene: Scene) -> Array:
    """Return how far from each observer's eye each thing stands, (8, n), in metres."""
    eyes = np.array([[*scene.observer(a).position, scene.height] for a in AZIMUTHS])
    feet = np.array([(thing.x, thing.y, thing.z) for thing in scene.things])
    return np.asarray(np.linalg.norm(eyes[:, None] - feet[None], axis=2))


def hidden(boxes: Array, distances: Array, thing: int) -> Array:
    """Return for each picture (8,) how much of the box of `thing` lies behind the box of one nearer thing, at most."""
    left, top, right, bottom = np.moveaxis(boxes, 2, 0)
    own = (right[:, thing] - left[:, thing]) * (bottom[:, thing] - top[:, thing])
    wide = np.minimum(right, right[:, [thing]]) - np.maximum(left, left[:, [thing]])
    tall = np.minimum(bottom, bottom[:, [thing]]) - np.maximum(top, top[:, [thing]])
    nearer = distances < distances[:, [thing]]
    return np.asarray((nearer * np.maximum(wide, 0) * np.maximum(tall, 0)).max(axis=1) / own)


def alike(direction: str, across: Sequence[float] | Array, away: Sequence[float] | Array) -> str:
    """Return in what two things are too alike in a picture for the one's direction from the other, or nothing.

    `across` are the places of their middles as shares of the picture's width, `away` their distances from the camera.
    """
    if direction not in ("front", "behind") and abs(across[0] - across[1]) < SIDEWAYS:
        return "left and right are too near each other"
    if direction not in ("left", "right") and min(away) > (1 - FARTHER) * max(away):
        return "near and far are too alike"
    return ""
