"""Where the named things of a scene are in its pictures: boxes, points and masks, read from the maps of ids.

Pixels are counted from the upper left; a box ends where its last pixel ends, so that it is as wide as the thing. A
point is the middle of the pixel of a thing that lies deepest within it, so it is on the thing whatever its shape. Masks
are run-length encoded as COCO has them, in columns, beginning with the pixels outside.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage.item import Item, Json

FEWEST = 48  # pixels of a thing: what shows less is not told
WHOLE = 1000  # the width and height of a picture in relative coordinates


@dataclass(frozen=True)
class Located:
    """A thing in a picture, in pixels."""

    name: str
    picture: int  # which of the item's pictures, from 0
    size: tuple[int, int]  # of the picture: width, height
    box: tuple[int, int, int, int]  # left, top, right, bottom
    point: tuple[float, float]
    mask: dict[str, Any]  # {"size": [height, width], "counts": [...]}

    @property
    def pixels(self) -> int:
        """How many pixels show the thing."""
        counts: list[int] = self.mask["counts"]
        return sum(counts[1::2])

    def relative(self, *places: float) -> list[int]:
        """Return coordinates, across and down in turn, as if the picture were 1,000 wide and high."""
        return [round(WHOLE * value / self.size[number % 2]) for number, value in enumerate(places)]


def located(item: Item, sizes: tuple[tuple[int, int], ...] = ()) -> list[Located]:
    """Return the named things in each picture of an item, the largest first; with `sizes`, as if shrunk to these.

    Left out are names that several things of the scene share, for who is asked for one could point at either.
    """
    if not item.ids:
        raise ValueError(
            f"{item.id} has no maps of ids, which say where things are; make its set with --ids, for example: "
            "vantage make scope --n 100 --split train --ids"
        )
    names = _names(item.truth)
    found = []
    for number, data in enumerate(item.ids):
        ids = _map(data, sizes[number] if sizes else None)
        seen = [_seen(ids == one, name, number) for one, name in names.items()]
        found += sorted((one for one in seen if one), key=lambda one: (-one.pixels, one.name))
    return found


def _names(truth: Json) -> dict[int, str]:
    """Return the things that the truth names, by their ids in the maps."""
    things = {thing["id"]: thing["name"] for thing in _things(truth)}
    shared = Counter(things.values())
    return {number: name for number, name in things.items() if shared[name] == 1}


def _things(part: Any) -> Iterator[Json]:
    if isinstance(part, dict):
        if isinstance(part.get("id"), int) and isinstance(part.get("name"), str):
            yield part
        part = [*part.values()]
    if isinstance(part, list | tuple):
        for one in part:
            yield from _things(one)


def _map(data: bytes, size: tuple[int, int] | None) -> NDArray[np.int64]:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as picture:
        shrunk = picture if size in (None, picture.size) else picture.resize(size, Image.Resampling.NEAREST)
        return np.asarray(shrunk, dtype=np.int64)


def _seen(mask: NDArray[np.bool_], name: str, picture: int) -> Located | None:
    """Return where a thing is, from which pixels show it; None if too few do."""
    if mask.sum() < FEWEST:
        return None
    from scipy.ndimage import distance_transform_edt

    down, across = np.nonzero(mask)
    box = (int(across.min()), int(down.min()), int(across.max()) + 1, int(down.max()) + 1)
    left, top, right, bottom = box
    # What is beyond the picture's edge is not known to be the thing, so it counts as outside.
    inside = np.pad(mask[top:bottom, left:right], 1)
    y, x = np.unravel_index(int(distance_transform_edt(inside).argmax()), inside.shape)
    point = (left + int(x) - 0.5, top + int(y) - 0.5)
    height, width = mask.shape
    return Located(name, picture, (width, height), box, point, {"size": [height, width], "counts": _runs(mask)})


def _runs(mask: NDArray[np.bool_]) -> list[int]:
    """Return how many pixels in a row are outside, inside, outside, …, column by column."""
    flat = mask.T.ravel()
    ends = np.flatnonzero(np.diff(flat)) + 1
    counts = np.diff([0, *ends.tolist(), flat.size]).tolist()
    return [0, *counts] if flat[0] else counts
