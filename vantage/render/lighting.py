"""What lights a scene: a key light with a soft edge, an even sky, what the ground throws back, and a backdrop.

The key light and the sky are each a handful of far lamps. A shadow map apiece, made once per scene, says what lies
between a point and the lamp; since the maps do not depend on where one looks from, all views share them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vantage import geometry
from vantage.assets.meshes import Colour
from vantage.geometry import Array
from vantage.render.surfaces import Surfaces
from vantage.render.textures import linear

Floats = NDArray[np.float32]
WHITE, KNEE = 1.3, 0.7  # the light that comes out as white; up to the knee light comes out as it is
GOLDEN = math.pi * (3 - math.sqrt(5))  # the turn that spreads points evenly over a disc


@dataclass(frozen=True)
class Light:
    """A key light from `azimuth` (0 is the front, 90 is +x) and `elevation`, in degrees, under an even sky."""

    azimuth: float = 315.0
    elevation: float = 52.0
    strength: float = 0.88
    sky: float = 0.42
    softness: float = 4.0  # the angle from the key light's middle to its rim: a wide light has soft shadows
    colour: Colour = (1.0, 0.97, 0.93)
    sky_colour: Colour = (0.94, 0.97, 1.0)

    @property
    def toward(self) -> Array:
        """The direction from the scene to the light, (3,; world)."""
        c, s = geometry.cosine_sine(self.elevation)
        a, b = geometry.cosine_sine(self.azimuth)
        return np.array([c * b, -c * a, s])


@dataclass(frozen=True, eq=False)
class Lamps:
    """Far lamps with a shadow map each: larger in a map is nearer the lamp."""

    directions: Floats  # (n, 3), toward the lamp
    maps: Floats  # (n, side, side)
    roofs: Floats  # (n, side, side): the nearest of each texel and those right, below and beyond
    map_from_world: Floats  # (n, 3, 4)
    texel: float  # the longest side of a texel, in metres


@dataclass(frozen=True, eq=False)
class Glow:
    """The colours of light, (3,), linear; of each key light also where it comes from."""

    toward: Floats  # (lights, 3)
    key: Floats  # (lights, 3)
    sky: Floats
    bounce: Floats
    horizon: Floats
    zenith: Floats


def bent(light: Array) -> Array:
    """Return light as a picture shows it, 0..1: a parabola leads from the knee, without a kink, level into white."""
    rest = np.maximum(0, WHITE - light)
    return np.where(light < KNEE, light, 1 - rest * rest / (4 * (1 - KNEE)))


def unbent(shown: Array) -> Array:
    """Return the light that a picture shows as `shown`."""
    return np.where(shown < KNEE, shown, WHITE - np.sqrt(4 * (1 - KNEE) * (1 - np.minimum(shown, 1))))


def glow_of(lights: Sequence[Light], background: Colour | tuple[Colour, Colour]) -> Glow:
    """Return the colours of lights and of what lies behind everything: one colour, or horizon and zenith.

    The sky is that of the first light.
    """
    horizon, zenith = unbent(linear(np.broadcast_to(np.asarray(background, dtype=float), (2, 3))))
    toward = np.array([light.toward for light in lights])
    key = np.array([light.strength * linear(light.colour) for light in lights])
    sky = lights[0].sky * linear(lights[0].sky_colour)
    # The ground throws back a third of what falls on it, a little warmer.
    fallen = (key * np.maximum(0.0, toward[:, 2:])).sum(axis=0)
    bounce = 0.33 * (fallen + sky) * np.array([1.0, 0.96, 0.9])
    return Glow(*(c.astype(np.float32) for c in (toward, key, sky, bounce, horizon, zenith)))


def shared_directions(lights: Sequence[Light], n: int) -> list[Array]:
    """Return directions toward each light, `n` in all: the first has as many as all others together."""
    others = len(lights) - 1
    each = n // (2 * others) if others else 0
    counts = [n - others * each, *[each] * others]
    return [key_directions(light, count) for light, count in zip(lights, counts)]


def axes_toward(directions: Array) -> Array:
    """Return axes (…, 3, 3) at right angles, the last row along each of `directions` (…, 3)."""
    z = directions / np.sqrt((directions**2).sum(axis=-1, keepdims=True))
    x = np.cross(np.where(np.abs(z[..., :1]) < 0.9, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), z)
    x /= np.sqrt((x**2).sum(axis=-1, keepdims=True))
    return np.stack([x, np.cross(z, x), z], axis=-2)


def key_directions(light: Light, n: int) -> Array:
    """Return directions (n, 3) spread evenly over the disc of the key light."""
    x, y, z = axes_toward(light.toward)
    rim = math.tan(math.radians(light.softness))
    spread = [(rim * math.sqrt((k + 0.5) / n), k * GOLDEN) for k in range(n)]
    return np.array([r * (math.cos(a) * x + math.sin(a) * y) + z for r, a in spread]).reshape(-1, 3)


def sky_directions(n: int) -> Array:
    """Return directions (n, 3) spread evenly over the sky but for a rim at the horizon."""
    heights = [1 - 0.9 * (k + 0.5) / n for k in range(n)]
    flat = [(math.sqrt(1 - z * z), k * GOLDEN) for k, z in enumerate(heights)]
    return np.array([(r * math.cos(a), r * math.sin(a), z) for (r, a), z in zip(flat, heights)]).reshape(-1, 3)


def lamps(surfaces: Surfaces, directions: Array, side: int) -> Lamps:
    """Return shadow maps `side` texels wide toward `directions` (n, 3), each fitted to what casts shadows."""
    from vantage.render import kernels

    points, faces, closed = casters(surfaces)
    n = len(directions) if len(faces) else 0
    maps, roofs = np.empty((n, side, side), np.float32), np.empty((n, side, side), np.float32)
    axes, matrices = axes_toward(directions[:n]), np.zeros((n, 3, 4))
    for k in range(n):
        matrices[k] = kernels.shadow(points, faces, closed, axes[k], maps[k], roofs[k])
    texel = 1 / np.sqrt((matrices[:, :2, :3] ** 2).sum(axis=2)).min(initial=np.inf)
    return Lamps(axes[:, 2].astype(np.float32), maps, roofs, matrices.astype(np.float32), float(texel))


def casters(surfaces: Surfaces) -> tuple[Array, NDArray[np.int32], NDArray[np.bool_]]:
    """Return the points (n, 3) and faces (m, 3) of what casts shadows, and which faces (m,) are of closed solids."""
    faces = surfaces.faces[surfaces.casts]
    used = np.zeros(len(surfaces.points), bool)
    used[faces] = True
    number = np.cumsum(used, dtype=np.int32) - np.int32(1)
    return surfaces.points[used], number[faces], surfaces.closed[surfaces.casts]
