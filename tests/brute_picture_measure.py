"""Answer a `picture_measure` item with complex numbers: shares no code with the package."""

from __future__ import annotations

from typing import Any

from tests.walk_truth import apart, named, to_box


def agrees(truth: dict[str, Any]) -> float:
    """Return the height, the distance or the difference of two distances, in tenths of a millimetre."""
    things = [named(truth, name) for name in truth["asked"]]
    if truth["measure"] == "height":
        return float(things[0]["size"][2])
    if truth["measure"] == "distance":
        return round(apart(*things), 4)
    away = [_away(one, truth["cameras"][0]) for one in things]
    return round(away[0] - away[1], 4)


def _away(one: dict[str, Any], camera: dict[str, Any]) -> float:
    level = to_box(complex(camera["x"], camera["y"]), one)
    below = max(0.0, camera["height"] - one["size"][2])
    return abs(complex(level, below))
