"""An item's pictures drawn again by path tracing, and nothing else of it changed.

A picture that has been drawn is kept in a folder until the data set is complete, under a digest of all that it is made
from: so an interrupted command draws no frame twice, and items about one view share it.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage import render
from vantage.item import Item, Option
from vantage.photoreal import blender
from vantage.photoreal.described import Arrays, arrays
from vantage.render import flat, lighting, textures
from vantage.render.frames import Frame
from vantage.render.raster import developed
from vantage.task import Draft

RENDERER = "cycles"
EXPOSURES = (0.6, 1.8)  # by how much the light of a frame may be scaled to be as bright as the rasteriser's
SHARED = 64  # pictures that a process remembers: those of a walk, or of a scene seen from all sides

Floats = NDArray[np.float32]


def traced(item: Item, draft: Draft, pixels: int, samples: int, folder: Path | None = None) -> Item:
    """Return an item with its views of scenes and portraits path-traced; drawn puzzles stay as they are."""
    drawings: tuple[Any, ...] = (*draft.drawings, *(offer.drawing for offer in draft.options))
    drawn = [None if one is None else _picture(one, pixels, samples, folder) for one in drawings]
    if not any(drawn):
        return item
    views, offered = drawn[: len(item.images)], drawn[len(item.images) :]
    return replace(
        item,
        images=tuple(new or old for new, old in zip(views, item.images, strict=True)),
        options=tuple(_with(option, new) for option, new in zip(item.options, offered, strict=True)),
        tags={**item.tags, "renderer": RENDERER},
    )


def _with(option: Option, picture: bytes | None) -> Option:
    return replace(option, image=picture) if picture else option


def undrawn(item: Item) -> Item:
    """Return an item with a mark for each picture, and without the name of what drew them."""
    tags = {name: value for name, value in item.tags.items() if name != "renderer"}
    options = tuple(replace(one, image=one.image and b"-") for one in item.options)
    return replace(item, images=(b"-",) * len(item.images), options=options, tags=tags)


@lru_cache(maxsize=SHARED)
def _picture(drawing: Any, pixels: int, samples: int, folder: Path | None) -> bytes | None:
    """Return the path-traced picture of a drawing as PNG bytes; None of one that is no view of a scene."""
    seen = render.frame(drawing, pixels)
    if not isinstance(seen, Frame) or seen.shot is None:
        return None
    scene = arrays(seen.shot)
    path = folder / f"{digest(scene, samples)}.png" if folder else None
    if path and path.is_file():
        return path.read_bytes()
    found = flat.encode(flat.picture(shown(blender.running().draw(scene, samples), seen.rgb)), shaded=True)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(f".{os.getpid()}.part")
        aside.write_bytes(found)
        aside.replace(path)
    return found


def digest(scene: Arrays, samples: int) -> str:
    """Return a digest of all that a picture is made from: the scene, the samples, what draws it."""
    sum_ = hashlib.sha256(f"{blender.VERSION} {samples}".encode() + blender.WORKER.read_bytes())
    for name, values in sorted(scene.items()):
        sum_.update(f"{name} {values.dtype} {values.shape}".encode() + np.ascontiguousarray(values).tobytes())
    return sum_.hexdigest()[:40]


def shown(light: Floats, beside: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return linear light as a picture as bright as the rasteriser's, so that looks differ in more than exposure."""
    there = lighting.unbent(textures.linear(beside / 255))
    scale = np.clip(np.median(there) / max(float(np.median(light)), 1e-6), *EXPOSURES)
    return developed(np.maximum(light * np.float32(scale), 0))
