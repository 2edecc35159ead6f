"""Answer an `object_count` item by going through the pictures one by one: shares no code with the package."""

from __future__ import annotations

from typing import Any


def agrees(truth: dict[str, Any]) -> float:
    """Return how many different things of that name some picture shows."""
    met: set[int] = set()
    for k in range(len(truth["cameras"])):
        met |= {one["id"] for one in truth["things"] if one["name"] == truth["asked"] and one["visible"][k] > 0}
    return float(len(met))
