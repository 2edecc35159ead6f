"""Answer a `room_size` item by counting tiles of one square centimetre: shares no code with the package."""

from __future__ import annotations

from typing import Any


def agrees(truth: dict[str, Any]) -> float:
    """Return the area of all rooms, in square metres."""
    return round(sum(_tiles(room["corners"]) for room in truth["rooms"]) / 10_000, 4)


def _tiles(corners: list[list[float]]) -> int:
    (a, b), (c, d) = ((min(p[k] for p in corners), max(p[k] for p in corners)) for k in (0, 1))
    return len(range(round(100 * a), round(100 * b))) * len(range(round(100 * c), round(100 * d)))
