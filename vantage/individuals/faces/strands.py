"""The pictures of hair, which all people share; a material's colour tints them."""

from __future__ import annotations

from functools import cache

import numpy as np

from vantage import seeds
from vantage.assets.meshes import Picture
from vantage.individuals.faces.sampling import blurred

SIDE = 256


@cache
def strands() -> Picture:
    """Return fine streaks down the picture."""
    return _streaked("strands", ((26.0, 0.8, 0.08), (40.0, 2.2, 0.09), (50.0, 6.0, 0.07)))


@cache
def curls() -> Picture:
    """Return small tufts in all directions."""
    return _streaked("curls", ((1.6, 1.6, 0.10), (4.0, 4.0, 0.08)))


def _streaked(name: str, layers: tuple[tuple[float, float, float], ...]) -> Picture:
    """Return grey noise in layers: each its size down and across, in texels, and its strength."""
    rng = seeds.generator("hair picture", name)
    value = np.full((SIDE, SIDE), 0.84)
    for down, across, strength in layers:
        noise = blurred(rng.standard_normal((SIDE, SIDE)), (down, across), wrap=True)
        value += strength * noise / noise.std()
    grey = np.round(np.clip(value, 0.35, 1) * 255).astype(np.uint8)
    return Picture(np.repeat(grey[..., None], 3, axis=2).tobytes())
