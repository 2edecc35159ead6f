"""How much small pictures differ in what takes no understanding: how much there is, where, and in which colours.

Whoever picks among pictures by such numbers must not find the right one, so that tasks choose by them what to show.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
DIFFERS = 24  # out of 255: a pixel belongs to the thing when a channel differs from the backdrop by more than this
COARSE = 6  # of the grid on which pixels are compared
ASPECTS = (
    *("tints", "colours", "ink", "box", "pixels", "across", "down", "brightness", "sharpness", "saturation"),
    "flipped",  # how far it is from being the same upside down
)


def contrasts(pictures: Sequence[NDArray[np.uint8]]) -> Array:
    """Return how much any two of the pictures (side, side, 3) differ in each of `ASPECTS`: (aspects, n, n)."""
    columns = zip(*map(_aspects, pictures))
    found = []
    for column in columns:
        values = np.array(column, dtype=float).reshape(len(pictures), -1)
        found.append(np.abs(values[:, None] - values[None]).sum(axis=2))
    # Rounded, so that the order in which a machine sums changes no ranks.
    return np.round(np.array(found), 6)


def ranks(contrast: Array, sets: NDArray[np.intp]) -> Array:
    """Return for each picture of each set how many others in it differ more from all in it: (aspects, sets, pictures).

    `contrast` is that of all pictures (aspects, n, n), `sets` the numbers of those that would be shown together (sets,
    pictures). One that differs as much counts half.
    """
    away = contrast[:, sets[:, :, None], sets[:, None, :]].sum(axis=3).round(6)
    more, as_much = (compare(away[:, :, None], away[..., None]).sum(axis=3) for compare in (np.greater, np.equal))
    return np.asarray(more + 0.5 * (as_much - 1))


def _aspects(picture: NDArray[np.uint8]) -> list[Array | float]:
    """Return what is compared of a picture, in the order of `ASPECTS`."""
    rgb = picture.astype(np.int64)
    rim = np.concatenate([rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]])
    ink = (np.abs(rgb - np.median(rim, axis=0)) > DIFFERS).any(axis=2)
    rows, columns = np.nonzero(ink)
    if not len(rows):
        rows, columns = np.zeros(1, np.intp), np.zeros(1, np.intp)
    levels = rgb[ink]
    tints = 8 * levels[:, :2] // (levels.sum(axis=1, keepdims=True) + 1)
    grey = rgb.sum(axis=2)
    blocks = grey.reshape(COARSE, len(grey) // COARSE, COARSE, -1).mean(axis=(1, 3))
    steps = np.abs(np.diff(grey, axis=0)).sum() + np.abs(np.diff(grey, axis=1)).sum()
    return [
        _shares(tints @ (8, 1), 64),
        _shares(levels // 64 @ (16, 4, 1), 64),
        float(len(levels)),
        float(np.ptp(rows) + 1) * float(np.ptp(columns) + 1),
        blocks,
        float(columns.mean()),
        float(rows.mean()),
        float(grey.sum()),
        float(steps),
        float(np.ptp(rgb, axis=2).sum()),
        float(np.abs(grey - grey[::-1]).sum()),
    ]


def _shares(codes: NDArray[np.int64], many: int) -> Array:
    return np.asarray(np.bincount(codes, minlength=many) / max(1, len(codes)))
