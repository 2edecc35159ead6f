"""Answer a `block_count` item by looking: shares no code with the package, so it can find errors in it.

Boxes are built from the height map and rays are cast at them from the picture. A count is returned only if the top of
every stack is hit by some ray, and lies in the picture where the truth says it does.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import numpy as np

RAYS = 12  # along each side of a top face


def agrees(truth: dict[str, Any]) -> float:
    """Return how many blocks there are, or -1 if the picture does not tell."""
    boxes = [(x, y, z) for y, row in enumerate(truth["heights"]) for x, height in enumerate(row) for z in range(height)]
    tops = [box for box in boxes if (box[0], box[1], box[2] + 1) not in boxes]
    a, e = radians(truth["azimuth"]), radians(truth["elevation"])
    to_camera = np.array([sin(a) * cos(e), -cos(a) * cos(e), sin(e)])
    recorded = [tuple(place) for place in truth["tops"]]
    for top in tops:
        place = _drawn((top[0] + 0.5, top[1] + 0.5, top[2] + 1.0), a, e, truth)
        if not any(abs(place[0] - u) < 1e-4 and abs(place[1] - v) < 1e-4 for u, v in recorded):
            return -1.0
        if not _shows(top, boxes, to_camera):
            return -1.0
    return float(len(boxes)) if len(recorded) == len(tops) else -1.0


def _drawn(point: tuple[float, float, float], a: float, e: float, truth: dict[str, Any]) -> tuple[float, float]:
    x, y, z = point
    across = x * cos(a) + y * sin(a)
    down = x * sin(e) * sin(a) - y * sin(e) * cos(a) - z * cos(e)
    return truth["origin"][0] + across * truth["scale"], truth["origin"][1] + down * truth["scale"]


def _shows(top: tuple[int, int, int], boxes: list[tuple[int, int, int]], to_camera: np.ndarray) -> bool:
    """Return whether some point of the box's top face has a free way to the camera."""
    steps = (np.arange(RAYS) + 0.5) / RAYS
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    points = np.stack([top[0] + u, top[1] + v, np.full_like(u, top[2] + 1.0)], axis=1)
    low = np.array([box for box in boxes if box != top], dtype=float).reshape(-1, 3)
    first, second = ((low[:, None] + far - points) / to_camera for far in (0, 1))
    enter, leave = np.minimum(first, second).max(axis=2), np.maximum(first, second).min(axis=2)
    blocked = (leave > np.maximum(enter, 0) + 1e-9).any(axis=0)
    return bool((~blocked).any())
