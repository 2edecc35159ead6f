"""Views of a thing that turns: which turns can be shown, and in which order pictures and words come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from vantage.task import Refused

STEP = 5.0  # degrees between neighbouring views
FRONTAL = 90.0  # degrees: heads are shown with at least half of the face in view
TRIES = 1000  # draws of turns before a sitter's pictures are found too few
ORDERS = {"imagefirst": "images first", "interleaved": "interleaved", "textfirst": "text first"}


T = TypeVar("T")


def kept(draw: Callable[[], T], shown: Callable[[T], bool]) -> T:
    """Return the first draw of turns that can be shown; raise Refused if there seems to be none."""
    for _ in range(TRIES):
        found = draw()
        if shown(found):
            return found
    raise Refused("there are no pictures at the turns that are needed")


def reach(domain: str) -> float:
    """Return how far from facing the camera an individual may be turned."""
    return FRONTAL if domain == "face" else 180.0


def near(domain: str, count: int, least: float, most: float, rng: np.random.Generator) -> list[float]:
    """Return turns in random order, any two at least `least` and at most `most` degrees apart."""
    room = int((most - (count - 1) * least) // STEP)
    cuts = np.sort(rng.integers(0, room + 1, count))
    offsets = [STEP * int(cut) + least * k for k, cut in enumerate(cuts)]
    limit = reach(domain)
    first = -limit + STEP * int(rng.integers(0, int((2 * limit - offsets[-1]) // STEP) + 1))
    if limit == 180.0:
        first = STEP * int(rng.integers(0, 72))
    return [wrapped(first + offsets[int(k)]) for k in rng.permutation(count)]


def spaced(domain: str, count: int, least: float, most: float, many: int, rng: np.random.Generator) -> list[float]:
    """Return many turns in order, neighbours at least `least` apart, any `count` neighbours at most `most`."""
    limit = reach(domain)
    loose = min((most - (count - 1) * least) / (count - 1), (2 * limit - (many - 1) * least) / (many - 1))
    offsets = np.concatenate([[0], np.cumsum(least + STEP * rng.integers(0, int(loose // STEP) + 1, many - 1))])
    room = 360.0 - STEP if limit == 180.0 else 2 * limit - float(offsets[-1])
    first = -limit + STEP * int(rng.integers(0, int(room // STEP) + 1))
    return [wrapped(first + float(offset)) for offset in offsets]


def between(one: float, other: float) -> float:
    """Return how far apart two turns are, 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def wrapped(degrees: float) -> float:
    """Return the same turn in (-180, 180]."""
    return 180.0 - (180.0 - degrees) % 360.0


def order_of(subtype: str) -> str:
    """Return in which order a subtype shows pictures and words; empty if that is not what it varies."""
    return ORDERS.get(subtype.rpartition("_")[2], "")


def order_tag(subtype: str) -> dict[str, str]:
    """Return the tag that says in which order pictures and words come."""
    order = order_of(subtype)
    return {"order": order} if order else {}


def order_group(subtype: str, group: str) -> dict[str, tuple[str, str]]:
    """Return the group of the items that differ in that order alone."""
    order = order_of(subtype)
    return {"order": (group, order)} if order else {}
