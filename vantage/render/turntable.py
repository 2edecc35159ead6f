"""Portraits: an individual on a plain ground. It turns; camera, backdrop and light stay."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vantage import individuals, seeds
from vantage.assets.meshes import Colour, Material
from vantage.assets.parts import box
from vantage.geometry import Camera, look_at, standing
from vantage.individuals import Portrait
from vantage.render.frames import Frame
from vantage.render.lighting import Light
from vantage.render.raster import Placed, Quality, Stage

FIELD = 22.0  # degrees: a long lens, as for portraits


@dataclass(frozen=True)
class SetUp:
    """How individuals of a domain are taken.

    `filled` is how much of the picture the largest extent would fill if it were as near as its nearest point can come;
    a car is widest when its ends are farthest from that, so that more than all still fits.
    """

    quality: Quality  # of shadows: one small thing needs fewer maps than a scene
    filled: float
    height: float  # degrees that the camera looks down
    samples: int = 2  # by so many a pixel


SET_UPS = {
    "object": SetUp(Quality(key_maps=10, key_side=256, sky_maps=24, sky_side=96), 0.86, 20.0),
    # Cars throw wide shadows, which show single maps, and have many parts that are thin beside them.
    "car": SetUp(Quality(key_maps=8, key_side=320, sky_maps=24, sky_side=96), 1.08, 14.0, 3),
    "face": SetUp(Quality(key_maps=8, key_side=256, sky_maps=14, sky_side=128), 1.0, 0.0),
}
GLANCE, QUICK = 48, Quality(key_maps=2, key_side=64, sky_maps=4, sky_side=32)
HEAD_AWAY, HEAD_MIDDLE, HEAD_FIELD = 1.8, 0.291, 11.1  # metres, degrees
BACKDROPS: tuple[Colour, ...] = ((0.86, 0.87, 0.88), (0.80, 0.83, 0.86), (0.87, 0.84, 0.80), (0.82, 0.85, 0.81))


@lru_cache(maxsize=8)
def frame(portrait: Portrait, size: int) -> Frame:
    """Return the picture of a portrait, `size` pixels square; the individual has id 1."""
    set_up = SET_UPS[portrait.individual.domain]
    return _stage(portrait, set_up.quality).view(_camera(portrait, size), samples=set_up.samples)


def glance(portrait: Portrait) -> NDArray[np.uint8]:
    """Return the picture small and with coarse shadows (GLANCE, GLANCE, 3): a tenth of the work, nearly its colours."""
    return _stage(portrait, QUICK).view(_camera(portrait, GLANCE), samples=1).rgb


def _stage(portrait: Portrait, quality: Quality) -> Stage:
    who, head = portrait.individual, portrait.individual.domain == "face"
    mesh = individuals.build(who, portrait.turn if head else 0.0)
    placed = [Placed(mesh, standing((0.0, 0.0, 0.0), 0.0 if head else portrait.turn), 1)]
    rng = seeds.generator("studio", portrait.studio)
    backdrop = BACKDROPS[int(rng.integers(len(BACKDROPS)))]
    light = _head_light(rng) if head else _light(rng)
    if not head:
        ground = box((0, 0, -0.5), (400, 400, 1.0), Material(backdrop))
        placed.append(Placed(ground, np.eye(4), 0, casts=False))
    return Stage(placed, light, backdrop, quality)


def _light(rng: np.random.Generator) -> Light:
    return Light(azimuth=float(rng.choice((-1, 1)) * rng.uniform(25, 50)), elevation=40.0, softness=10.0, sky=0.5)


def _head_light(rng: np.random.Generator) -> Light:
    """Return a wide lamp near the camera and much light all around: faces lose their features in hard shadows."""
    azimuth = float(rng.choice((-1, 1)) * rng.uniform(22, 38))
    return Light(azimuth=azimuth, elevation=38.0, strength=0.66, sky=0.64, softness=18.0)


def _camera(portrait: Portrait, size: int) -> Camera:
    """Return the camera: as far away as shows the individual whole, whatever its turn.

    Heads are all seen from the same place, as their size is part of who they are, and their shoulders go out of the
    picture.
    """
    if portrait.individual.domain == "face":
        return look_at((0.0, -HEAD_AWAY, HEAD_MIDDLE), (0.0, 0.0, HEAD_MIDDLE), size, size, HEAD_FIELD)
    low, high = _bounds(portrait)
    middle = (low[2] + high[2]) / 2
    reach = max(float(np.hypot(*np.maximum(-low[:2], high[:2]))), (high[2] - low[2]) / 2)
    set_up = SET_UPS[portrait.individual.domain]
    away = reach / set_up.filled / np.tan(np.radians(FIELD / 2)) + reach
    down = np.radians(set_up.height)
    eye = (0.0, -away * float(np.cos(down)), middle + away * float(np.sin(down)))
    return look_at(eye, (0.0, 0.0, middle), size, size, FIELD)


def _bounds(portrait: Portrait) -> np.ndarray:
    return individuals.build(portrait.individual, 0.0).bounds.astype(float)
