"""Answer a `room_size` item by counting tiles of one square centimetre: shares no code with the package."""

from __future__ import annotations

from typing import Any

from tests.walk_truth import named


def agrees(truth: dict[str, Any]) -> float:
    """Return the area of the room with the named thing, in square metres."""
    one = named(truth, truth["asked"])
    rooms = [room for room in truth["rooms"] if _holds(room["corners"], one["x"], one["y"])]
    return round(_tiles(rooms[0]["corners"]) / 10_000, 4) if len(rooms) == 1 else -1.0


def _spans(corners: list[list[float]]) -> list[tuple[float, float]]:
    return [(min(c[k] for c in corners), max(c[k] for c in corners)) for k in (0, 1)]


def _holds(corners: list[list[float]], x: float, y: float) -> bool:
    (a, b), (c, d) = _spans(corners)
    return a <= x <= b and c <= y <= d


def _tiles(corners: list[list[float]]) -> int:
    (a, b), (c, d) = _spans(corners)
    return len(range(round(100 * a), round(100 * b))) * len(range(round(100 * c), round(100 * d)))
