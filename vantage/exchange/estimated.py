"""Give the pictures of a data set depth that a model estimates from them, in place of true depth or of none.

What comes out is a data set of its own: the same items with other depth maps. So the estimator runs once, a run needs
no torch, and whoever has the data set sees what the models were shown. Metric estimates are kept in millimetres, as
true depth is; relative ones as 8-bit greys, brighter where nearer, spread over all greys.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vantage.data import dataset
from vantage.data.dataset import DataSet
from vantage.item import Item

PASSING = ("format", "complete", "shards", "depth", "metres_per_step", "depth_model")
SHARED = 64  # pictures whose estimates are remembered: neighbouring items often show the same picture

Progress = Callable[[int, int], None]


class Estimator(Protocol):
    """What estimates depth: in metres if `metric`, else nearness without a unit."""

    name: str
    metric: bool

    def depth(self, picture: Any) -> NDArray[np.floating[Any]]:
        """Return the depth or nearness of each pixel, (h, w)."""
        ...


def estimate(data: DataSet, estimator: Estimator, out: Path, progress: Progress = lambda done, total: None) -> DataSet:
    """Write the items of a data set with estimated depth as a new data set; an interrupted one is finished."""
    from vantage.render.frames import METRES_PER_STEP

    kept = {name: value for name, value in data.manifest.items() if name not in PASSING}
    unit = {"metres_per_step": METRES_PER_STEP} if estimator.metric else {}
    header = {**kept, **unit, "depth_model": estimator.name}
    if out.resolve() == data.folder.resolve():
        raise ValueError(f"{out} is the data set itself; name a new folder")
    return dataset.write(out, header, _items(data, estimator, progress))


def _items(data: DataSet, estimator: Estimator, progress: Progress) -> Iterator[Item]:
    known = functools.lru_cache(maxsize=SHARED)(functools.partial(_encoded, estimator))
    for done, item in enumerate(data.items()):
        progress(done, len(data))
        yield replace(item, depth=tuple(map(known, item.images)))
    progress(len(data), len(data))


def _encoded(estimator: Estimator, data: bytes) -> bytes:
    """Return the depth map of an encoded picture."""
    from PIL import Image

    from vantage.render import flat, frames

    depth = estimator.depth(flat.decode(data))
    return flat.encode(Image.fromarray(frames.steps(depth) if estimator.metric else _spread(depth)))


def _spread(nearness: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    low, high = float(nearness.min()), float(nearness.max())
    greys: NDArray[np.uint8] = np.rint(255 * (nearness - low) / (high - low or 1.0)).astype(np.uint8)
    return greys
