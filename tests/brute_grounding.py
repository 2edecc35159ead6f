"""Project both things through a pinhole, compare places and distances: shares no code with the package."""

from __future__ import annotations

from math import atan2, cos, dist, sin
from typing import Any

ORDERS = {"left_right": ("left", "right"), "front_behind": ("in front", "behind"), "far_near": ("nearer", "farther")}


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the right answer, or nothing where the two are level."""
    camera, (one, other) = truth["camera"], truth["things"][:2]
    value = _column if truth["relation"] == "left_right" else _distance
    a, b = value(camera, one), value(camera, other)
    if abs(a - b) < 1e-9:
        return ""
    first, second = (one, other) if a < b else (other, one)
    words = ORDERS[truth["relation"]]
    if " from " in truth["asked"]:
        answer = words[0] if truth["asked"] == f"{first['name']} from {second['name']}" else words[1]
    else:
        answer = (first if truth["asked"] == words[0] else second)["name"]
    return "AB"[truth["options"].index(answer)]


def _column(camera: dict[str, float], thing: dict[str, Any]) -> float:
    """Return how far right of the middle a thing's foot appears, in units of the focal length."""
    pitch = atan2(camera["height"] - camera["aim"], camera["radius"])
    ahead = (thing["y"] + camera["radius"]) * cos(pitch) + camera["height"] * sin(pitch)
    return float(thing["x"] / ahead)


def _distance(camera: dict[str, float], thing: dict[str, Any]) -> float:
    return dist((0.0, -camera["radius"], camera["height"]), (thing["x"], thing["y"], 0.0))
