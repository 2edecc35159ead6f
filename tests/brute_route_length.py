"""Answer a `route_length` item with complex numbers: shares no code with the package."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.walk_truth import middle, named


def agrees(truth: dict[str, Any]) -> float:
    """Return the length of the way through the middles, in tenths of a millimetre."""
    stops = [middle(named(truth, name)) for name in truth["asked"]]
    return round(sum(abs(b - a) for a, b in pairwise(stops)), 4)
