"""Find named things in the pictures of a capture: a detector finds boxes, a segmenter outlines what is in them.

What comes out is what a file of masks would say (see `masks`), so a capture goes on the same way from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from vantage.curate.captures import Masked
from vantage.curate.masks import Found, Mask, coded
from vantage.curate.ring import Ring
from vantage.exchange.own_items import picture

if TYPE_CHECKING:
    from PIL.Image import Image

    from vantage.models.vision import Box

Names = Callable[[Sequence[Ring]], Sequence[Sequence[str]]]  # of the things in each capture

SIDE = 1024  # pixels: larger pictures are shrunk to this side


class Detector(Protocol):
    """What finds named things in a picture."""

    def boxes(self, picture: Any, names: Sequence[str]) -> list[Box]:
        """Return where the named things are."""
        ...


class Segmenter(Protocol):
    """What outlines things in a picture."""

    def masks(self, picture: Any, boxes: Sequence[Box]) -> list[tuple[Mask, float]]:
        """Return a mask (h, w) and its score for each box."""
        ...


def finder(names: Names, detector: Detector, segmenter: Segmenter) -> Callable[[Sequence[Ring]], list[Masked]]:
    """Return what gives captures their masks: first all are named, then each is looked at when its turn comes."""

    def found(rings: Sequence[Ring]) -> list[Masked]:
        return [partial(seek, names=given, detector=detector, segmenter=segmenter) for given in names(rings)]

    return found


def seek(ring: Ring, names: Sequence[str], detector: Detector, segmenter: Segmenter) -> dict[str, list[Found]]:
    """Return what is found of the named things in each picture of a capture, by the picture's name."""
    found: dict[str, list[Found]] = {}
    for station in ring.stations if names else ():
        shot = station.shot
        image = _opened(picture(shot.picture.relative_to(ring.capture.folder).as_posix(), ring.capture.folder))
        boxes = detector.boxes(image, names)
        masks = segmenter.masks(image, boxes)
        found[shot.name] = [
            Found(box.name, score, coded(mask), f"{shot.name}: {box.name}")
            for box, (mask, score) in zip(boxes, masks, strict=True)
        ]
    return found


def _opened(data: bytes) -> Image:
    from vantage.render import flat

    return flat.fitted(flat.decode(data), SIDE)
