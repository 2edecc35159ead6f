"""Named things with a size, and often a front, built from parts by program.

A kind of thing is an `Asset`; every file of this folder that defines `ASSETS` adds its own. Variants of a kind differ
in colour, size and details; a variant always gives the same mesh. It is built at any size and then fitted: scaled to
the length drawn for its longest side, and moved so that the middle of its footprint is at the origin.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache

import numpy as np

from vantage import seeds
from vantage.assets.arrange import transformed
from vantage.assets.asset import COLOURS, PACK, PLACES, SOLID, Asset, Look
from vantage.assets.meshes import Mesh
from vantage.names import nearest

__all__ = ["COLOURS", "PACK", "PLACES", "SOLID", "Asset", "build", "colour", "get", "names"]


@cache
def _known() -> dict[str, Asset]:
    files = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    found: list[Asset] = [asset for file in files for asset in getattr(file, "ASSETS", ())]
    return {asset.name: asset for asset in sorted(found, key=lambda asset: asset.name)}


def names(category: str = "", place: str = "", oriented: bool | None = None) -> tuple[str, ...]:
    """Return the sorted names of all assets, or only those of a category, of a place, or with (without) a front."""
    return tuple(
        asset.name
        for asset in _known().values()
        if category in ("", asset.category)
        and (not place or place in asset.places)
        and oriented in (None, asset.oriented)
    )


def get(name: str) -> Asset:
    """Return the asset of this name."""
    known = _known()
    return known[name if name in known else nearest(name, known, "asset")]


def colour(name: str, variant: int) -> str:
    """Return the word for the colour of a variant; empty when no colour dominates."""
    words = get(name).colours
    if not words:
        return ""
    order = seeds.generator("asset colours", name).permutation(len(words))
    return words[int(order[variant % len(words)])]


@lru_cache(maxsize=512)  # some 60 MB
def build(name: str, variant: int) -> Mesh:
    """Return the mesh of a variant: on the ground, its footprint centred, facing -y if it has a front."""
    asset = get(name)
    rng = seeds.generator("asset", name, variant)
    length = float(rng.uniform(*asset.length))
    mesh = asset.shape(Look(colour(name, variant), rng, variant))
    low, high = mesh.bounds.astype(float)
    scale = length / float((high - low).max())
    ground = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    fitted = transformed(mesh, scale * np.eye(3), -scale * ground)
    for array in (fitted.points, fitted.faces, fitted.normals, fitted.uv, fitted.material):
        array.setflags(write=False)
    return fitted
