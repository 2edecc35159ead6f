"""What an attacker can measure on an item's options without seeing the question: a small `Sketch` of fixed size.

Pictures are decoded once, shrunk to 96 pixels, and reduced to a row of numbers (`FEATURES`) and a thumbnail per option.
So the sketches of a whole data set fit in memory, although its pictures do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage.item import VARIED, Choice, Item
from vantage.render import flat

SIDE = 96  # pixels: a punched hole keeps its shape, and a picture is measured in a millisecond
THUMB = 16
DIFFERS = 24  # out of 255: a pixel is ink when a channel differs from the background by more than this

Floats = NDArray[np.floating[Any]]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

FEATURES = (
    "ink",  # share of the picture that is not background
    "size",  # area of the ink's bounding box
    "aspect",  # width of that box over its height
    "off-centre",  # distance of the ink's centroid from the middle
    "across",  # the centroid's place, left to right
    "down",  # the centroid's place, top to bottom
    "brightness",
    "contrast",  # spread of the grey values
    "sharpness",  # mean step between neighbouring pixels
    "symmetry left-right",  # difference between the picture and its mirror image: 0 is symmetric
    "symmetry up-down",
    "symmetry half-turn",
    "count",  # connected pieces of ink
    "holes",  # pieces of background enclosed by ink
    "warmth",  # red minus blue
    "saturation",
    "colours",  # distinct coarse colours
    "bytes",  # size of the encoded picture
    "apart",  # pixel distance to all other options: the largest is the odd one out, the smallest most central
    "paired",  # pixel distance to the nearest other option
    "twin",  # the same, to the nearest turned or mirrored other option
    "colours apart",  # difference of colour histograms of ink to all other options
    "tints apart",  # the same without brightness, so that light and shade do not count
)
LIKENESS = ("pixels", "mirrored", "colours", "tints")  # how an option differs from the question's nearest picture


@dataclass(frozen=True)
class Sketch:
    """One multiple-choice item as an attacker sees it, together with its key."""

    task: str
    situation: str
    key: int
    question: str
    labels: tuple[str, ...]
    texts: tuple[str, ...]
    features: Floats | None  # (options, FEATURES); None where not every option is a picture
    thumbs: Bytes | None  # (options, THUMB * THUMB), grey
    shown: Bytes | None = None  # (pictures * THUMB * THUMB,): the question's thumbnails, where all options are words
    likeness: Floats | None = None  # (options, LIKENESS), where question and options show pictures
    sets: tuple[str, ...] = ()  # the sets of variants that it is in

    @property
    def options(self) -> int:
        """How many answers are on offer."""
        return len(self.labels)


def sketch(item: Item) -> Sketch | None:
    """Return what an attacker sees of an item; None for one that asks for a number."""
    if not isinstance(item.answer, Choice):
        return None
    pictures = [option.image for option in item.options if option.image is not None]
    features, thumbs, shown, likeness = None, None, None, None
    if len(pictures) == len(item.options):
        shrunk = [_shrink(data) for data in pictures]
        features, thumbs = _measure(pictures, shrunk)
        likeness = _likeness(shrunk, [_shrink(data) for data in item.images]) if item.images else None
    elif item.images and not pictures:
        shown = _thumbs(np.stack([_shrink(data).mean(axis=0) for data in item.images])).astype(np.uint8).ravel()
    return Sketch(
        task=item.task,
        situation=item.situation,
        key=item.key,
        question=item.question,
        labels=tuple(option.label or option.text for option in item.options),
        texts=tuple(option.text for option in item.options),
        features=features,
        thumbs=thumbs,
        shown=shown,
        likeness=likeness,
        sets=tuple(f"{name} {item.groups[name][0]}" for name in VARIED if name in item.groups),
    )


def _measure(pictures: list[bytes], shrunk: list[Floats]) -> tuple[Floats, Bytes]:
    greys = np.stack([rgb.mean(axis=0) for rgb in shrunk])
    masks = [_ink(rgb) for rgb in shrunk]
    rows = [
        [*_shape(mask), *_tone(grey), *_pieces(mask), *_colour(rgb), float(len(data))]
        for mask, grey, rgb, data in zip(masks, greys, shrunk, pictures)
    ]
    small = _thumbs(greys)
    palettes = [_palettes(rgb, mask) for rgb, mask in zip(shrunk, masks)]
    apart = [np.abs(one[:, None] - one[None]).sum(axis=(1, 2)) for one in map(np.stack, zip(*palettes))]
    features = np.column_stack([rows, *_distances(small), *apart]).astype(np.float64)
    # Rounded, so that options that differ only by floating-point summation order count as equal.
    return np.round(features, 4), small.reshape(len(small), -1).astype(np.uint8)


def _thumbs(greys: Floats) -> Floats:
    """Return pictures (n, SIDE, SIDE) shrunk to thumbnails (n, THUMB, THUMB)."""
    small: Floats = greys.reshape(len(greys), THUMB, SIDE // THUMB, THUMB, SIDE // THUMB).mean(axis=(2, 4))
    return small


def _distances(greys: Floats) -> list[Floats]:
    """Return the features from "apart" to "twin" of pictures (options, side, side)."""
    quarters = [np.rot90(greys, turns, axes=(1, 2)) for turns in range(4)]
    same, *turned = [np.abs(greys[:, None] - q[None]).mean(axis=(2, 3)) for q in quarters]
    mirrored = [np.abs(greys[:, None] - q[None, :, ::-1]).mean(axis=(2, 3)) for q in quarters]
    itself = np.diag(np.full(len(greys), np.inf))
    twin = np.min([*turned, *mirrored], axis=0) + itself
    return [same.sum(axis=1), (same + itself).min(axis=1), twin.min(axis=1)]


def _likeness(options: list[Floats], question: list[Floats]) -> Floats:
    """Return how far each option is from the picture of the question that is nearest to it: (options, LIKENESS)."""
    small = [_thumbs(rgb.mean(axis=0)[None])[0] for rgb in (*options, *question)]
    palettes = [_palettes(rgb, _ink(rgb)) for rgb in (*options, *question)]
    n, found = len(options), []
    for own, colours in zip(small[:n], palettes[:n]):
        away = [
            [np.abs(own - seen).mean(), np.abs(own - seen[:, ::-1]).mean(), *(np.abs(a - b).sum() for a, b in pairs)]
            for seen, pairs in zip(small[n:], ([*zip(colours, other)] for other in palettes[n:]))
        ]
        found.append(np.min(away, axis=0))
    return np.round(np.array(found), 4)


def _palettes(rgb: Floats, mask: Mask) -> list[Floats]:
    """Return the share of the ink that each coarse colour has, and each coarse tint: colours over their sum."""
    levels = rgb[:, mask]
    tints = 8 * levels[:2] / (levels.sum(axis=0) + 1)
    found = []
    for coarse, each in ((levels // 64, 4), (tints.astype(int), 8)):
        code = np.zeros(levels.shape[1], dtype=np.int64)
        for channel in coarse:
            code = code * each + channel.astype(np.int64)
        counts = np.bincount(code, minlength=64).astype(np.float64)
        found.append(counts / max(1.0, counts.sum()))
    return found


def _shrink(data: bytes) -> Floats:
    """Return the picture on white, scaled to SIDE by SIDE pixels: (3, SIDE, SIDE), 0 to 255, one plane per colour."""
    from PIL import Image

    small = flat.decode(data).resize((SIDE, SIDE), Image.Resampling.BOX)
    return np.ascontiguousarray(np.asarray(small).transpose(2, 0, 1), dtype=np.float32)


def _ink(rgb: Floats) -> Mask:
    """Return which pixels differ from the background, which is the median colour of the picture's border."""
    rim = np.concatenate([rgb[:, 0], rgb[:, -1], rgb[:, :, 0], rgb[:, :, -1]], axis=1)
    ground = np.median(rim, axis=1)[:, None, None]
    differs: Mask = (np.abs(rgb - ground) > DIFFERS).any(axis=0)
    return differs


def _shape(mask: Mask) -> list[float]:
    """Return the features from "ink" to "down", which describe where the ink is."""
    per_column, per_row = mask.sum(axis=0), mask.sum(axis=1)
    total = int(per_row.sum())
    if not total:
        return [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    width, height = (int(np.ptp(np.flatnonzero(line))) + 1 for line in (per_column, per_row))
    places = (np.arange(SIDE) - (SIDE - 1) / 2) / SIDE
    across, down = (float(line @ places) / total for line in (per_column, per_row))
    return [total / SIDE**2, width * height / SIDE**2, width / height, float(np.hypot(across, down)), across, down]


def _tone(grey: Floats) -> list[float]:
    """Return the features from "brightness" to "symmetry half-turn"."""
    steps = np.abs(np.diff(grey, axis=0)).mean() + np.abs(np.diff(grey, axis=1)).mean()
    turned = (grey[:, ::-1], grey[::-1], grey[::-1, ::-1])
    symmetries = (float(np.abs(grey - other).mean()) for other in turned)
    return [float(grey.mean()), float(grey.std()), float(steps), *symmetries]


def _colour(rgb: Floats) -> list[float]:
    """Return the features from "warmth" to "colours"."""
    red, green, blue = rgb
    saturation = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)
    coarse = (rgb.astype(np.uint8) >> 6).reshape(3, -1)
    # Fewer pixels than this are smoothed edges between two colours, not a colour of the picture.
    colours = (np.bincount(coarse[0] * 16 + coarse[1] * 4 + coarse[2]) > SIDE**2 // 500).sum()
    return [float(red.mean() - blue.mean()), float(saturation.mean()), float(colours)]


def _pieces(mask: Mask) -> tuple[float, float]:
    """Return how many pieces of ink there are, and how many pieces of background do not touch the border."""
    from scipy.ndimage import label

    pieces = int(label(mask)[1])
    ground, count = label(~mask)
    rim = np.concatenate([ground[0], ground[-1], ground[:, 0], ground[:, -1]])
    return float(pieces), float(count - len(np.unique(rim[rim > 0])))
