"""Project both places through a pinhole and see how the thing went: shares no code with the package."""

from __future__ import annotations

from math import atan2, cos, dist, sin
from typing import Any


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the way in which the thing was moved."""
    camera, (before, after) = truth["camera"], truth["places"]
    if "left" in truth["options"]:
        answer = "left" if _column(camera, after) < _column(camera, before) else "right"
    else:
        eye = (0.0, -camera["radius"], camera["height"])
        nearer = dist(eye, (*after, 0.0)) < dist(eye, (*before, 0.0))
        answer = "toward the camera" if nearer else "away from the camera"
    return "AB"[truth["options"].index(answer)]


def _column(camera: dict[str, float], place: list[float]) -> float:
    pitch = atan2(camera["height"] - camera["aim"], camera["radius"])
    return place[0] / ((place[1] + camera["radius"]) * cos(pitch) + camera["height"] * sin(pitch))
