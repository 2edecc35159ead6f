"""Answer an `object_distance` item with complex numbers, corner by corner: shares no code with the package."""

from __future__ import annotations

from typing import Any

from tests.walk_truth import apart, named


def agrees(truth: dict[str, Any]) -> float:
    """Return the distance between the two boxes, in tenths of a millimetre."""
    a, b = (named(truth, name) for name in truth["asked"])
    return round(apart(a, b), 4)
