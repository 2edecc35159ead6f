"""Read a segmenter's output for the pictures of a capture: names, boxes, masks and scores, one record per picture.

    [{"image_path": "images/0001.png", "annotations": [
        {"class_name": "chair", "bbox": [x, y, x, y], "score": 0.93,
         "segmentation": {"size": [height, width], "counts": "…" or [runs]}}]}]

Masks are COCO's run lengths: column by column from the left, each from the top, starting with a run of background.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vantage.curate.poses import number, parsed
from vantage.exchange.own_items import PICTURE_PIXELS

NAMES = ("image_path", "image", "file_path")  # fields in which a record may name its picture

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Found:
    """One object that a segmenter found in one picture; its mask stays encoded, because decoded masks are large."""

    name: str
    score: float
    coded: Mapping[str, Any] = field(repr=False)
    where: str

    def mask(self) -> Mask:
        """Return its pixels, (height, width)."""
        return mask(self.coded, self.where)


def read(path: Path) -> dict[str, list[Found]]:
    """Return what was found in each picture, keyed by the picture's path as the file writes it."""
    records = parsed(path)
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise ValueError(f"{path.name} must hold a list with an object for each picture")
    pictures: dict[str, list[Found]] = {}
    for k, record in enumerate(records):
        where = f"{path.name}, record {k}"
        name = next((record[key] for key in NAMES if isinstance(record.get(key), str)), None)
        if name is None:
            raise ValueError(f'{where} has no "image_path"')
        if name in pictures:
            raise ValueError(f"{where} is about {name!r}, as an earlier one is")
        listed = record.get("annotations", [])
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise ValueError(f'{where}: "annotations" must be a list of objects')
        pictures[name] = [_found(one, f"{where}, annotation {i}") for i, one in enumerate(listed)]
    return pictures


def _found(data: Mapping[str, Any], where: str) -> Found:
    name, coded = data.get("class_name"), data.get("segmentation")
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise ValueError(f'{where} has no "class_name"')
    if not isinstance(coded, dict):
        raise ValueError(f"{where} has no run lengths as its segmentation")
    score = number(data.get("score", 1.0), f"{where}: its score")
    return Found(name.strip().lower(), score, coded, where)


def mask(coded: Mapping[str, Any], where: str = "the mask") -> Mask:
    """Return the mask (height, width) that run lengths encode, given as a list or as COCO's text."""
    size = coded.get("size")
    if not isinstance(size, list) or len(size) != 2 or not all(isinstance(n, int) and n > 0 for n in size):
        raise ValueError(f"{where}: its size must be [height, width]")
    height, width = size
    if height * width > PICTURE_PIXELS:
        raise ValueError(f"{where}: its size is {width} × {height}; at most {PICTURE_PIXELS:,} pixels are allowed")
    counts = coded.get("counts")
    runs = _runs(counts, where) if isinstance(counts, str) else counts
    if not isinstance(runs, list) or not all(isinstance(run, int) and run >= 0 for run in runs):
        raise ValueError(f"{where}: its counts must be a text or a list of whole numbers")
    if sum(runs) != height * width:
        raise ValueError(f"{where}: its runs cover {sum(runs)} of {height * width} pixels")
    values = np.arange(len(runs)) % 2 == 1
    return np.repeat(values, runs).reshape(width, height).T


def coded(mask: Mask) -> dict[str, Any]:
    """Return the run lengths of a mask (height, width), which `mask` decodes."""
    flat = np.concatenate([[False], mask.T.ravel(), [not mask[-1, -1]]])
    starts = np.flatnonzero(flat[1:] != flat[:-1])
    runs = np.diff(starts, prepend=0)
    return {"size": [*mask.shape], "counts": runs.tolist()}


def _runs(counts: str, where: str) -> list[int]:
    """Return the run lengths that COCO's text encodes.

    Each character holds five bits of a number, the lowest first, and a bit that says whether more follow. From the
    fourth number on, the text holds the difference to the number two places before.
    """
    runs: list[int] = []
    value = shift = 0
    for character in counts:
        bits = ord(character) - 48
        if not 0 <= bits < 64:
            raise ValueError(f"{where}: its counts hold {character!r}, which no run length is written with")
        value |= (bits & 31) << shift
        shift += 5
        if bits & 32:
            continue
        if bits & 16:
            value -= 1 << shift
        runs.append(value + (runs[-2] if len(runs) > 2 else 0))
        value = shift = 0
    return runs


def of_picture(pictures: Mapping[str, list[Found]], names: Iterable[str]) -> list[Found]:
    """Return what was found in the picture that the file lists under one of these names."""
    return next((pictures[name] for name in names if name in pictures), [])


def cut(mask: Mask) -> bool:
    """Return whether a mask touches the picture's edge, so that a part of the object may lie outside."""
    return bool(mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any())
