"""What could matter about an item on a walk through a home: the home, and how the pictures show what is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vantage.item import Json

ROLES = {1: ("thing",), 2: ("first thing", "second thing"), 3: ("stand", "face", "target")}


def facts(truth: Json) -> Iterator[tuple[str, Any]]:
    """Yield how large the home is, and where, when and how often what is asked about shows."""
    yield "size of the home", round(sum(_area(room["corners"]) for room in truth["rooms"]), 1)
    names = _asked(truth)
    if len(names) == len(ROLES.get(len(names), ())):
        yield from zip(ROLES[len(names)], names)
    things = [one for one in truth["things"] if one["name"] in names]
    if not things:
        return
    yield "stands in", "one room" if len({one["room"] for one in things}) == 1 else "several rooms"
    shown = [[share > 0 for share in one["visible"]] for one in things]
    if len(truth["cameras"]) > 1:
        yield "shown at once", "some picture" if any(map(all, zip(*shown))) else "no picture"
        yield "first shown", max(_first(one) for one in shown)
        yield "times shown", min(map(sum, shown))
    yield "longest side", round(max(max(one["size"]) for one in things), 2)


def _area(corners: list[list[float]]) -> float:
    (a, b), _, (c, d), _ = corners
    return abs((c - a) * (d - b))


def _asked(truth: Json) -> list[str]:
    """Return the names of what is asked about; of orders, those that are put in order."""
    asked = truth.get("asked", (truth.get("options") or [""])[0])
    return [asked] if isinstance(asked, str) else [*asked]


def _first(shown: list[bool]) -> int:
    """Return how many pictures one has seen before a thing shows."""
    return shown.index(True) if True in shown else len(shown)
