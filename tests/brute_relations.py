"""Answer a `relations` item from coordinates and footprints cut into small squares: shares no code with the package."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, radians, sin
from typing import Any

CORNERS = {
    "in front and to the left of": (-1, -1),
    "in front and to the right of": (1, -1),
    "behind and to the left of": (-1, 1),
    "behind and to the right of": (1, 1),
}
AXES = {"left of": (-1, 0), "right of": (1, 0), "in front of": (0, -1), "behind": (0, 1)}
ENDS = ("at the left end", "second from the left", "third from the left", "at the right end")
FINE = 9  # points across a footprint


def _squares(thing: dict[str, Any]) -> list[tuple[float, float]]:
    """Return points all over a thing's footprint."""
    c, s = cos(radians(thing["facing"])), sin(radians(thing["facing"]))
    steps = [k / (FINE - 1) - 0.5 for k in range(FINE)]
    points = [(a * thing["size"][0], b * thing["size"][1]) for a in steps for b in steps]
    return [(thing["x"] + c * x - s * y, thing["y"] + s * x + c * y) for x, y in points]


def _covers(thing: dict[str, Any], point: tuple[float, float]) -> bool:
    x, y = point[0] - thing["x"], point[1] - thing["y"]
    c, s = cos(radians(thing["facing"])), sin(radians(thing["facing"]))
    return abs(c * x + s * y) <= thing["size"][0] / 2 and abs(c * y - s * x) <= thing["size"][1] / 2


def _shared(a: dict[str, Any], b: dict[str, Any]) -> float:
    """Return the share of the footprint of `a` that lies over that of `b`."""
    points = _squares(a)
    return sum(_covers(b, point) for point in points) / len(points)


def _odd(point: tuple[float, float], corners: list[list[float]]) -> bool:
    """Return whether a ray from the point to the right crosses the polygon an odd number of times."""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]]):
        if (ay > y) != (by > y):
            crossed += x < ax + (y - ay) / (by - ay) * (bx - ax)
    return crossed % 2 == 1


def _upon(outline: list[list[float]], other: list[list[float]]) -> float:
    """Return the share of an outline's area, cut into small squares, that lies over another."""
    (low, high), (near, far) = ((min(v), max(v)) for v in zip(*outline))
    steps = [(k + 0.5) / (3 * FINE) for k in range(3 * FINE)]
    grid = [(low + a * (high - low), near + b * (far - near)) for a in steps for b in steps]
    points = [point for point in grid if _odd(point, outline)]
    return sum(_odd(point, other) for point in points) / len(points)


def _held(name: str, a: dict[str, Any], facts: dict[str, Any]) -> bool:
    place, base, tall = facts["cavity" if name == "in" else "surface"], a["z"], a["size"][2]
    if _upon(facts["outline"], place["outline"]) < 0.97:
        return False
    if name == "on":
        return abs(base - place["height"]) < 0.1 * tall
    if name == "under":
        return base == 0 and tall < facts["clearance"]
    return base < place["floor"] + (place["rim"] - place["floor"]) / 2 and place["rim"] - base > 0.2 * tall


def _toward(a: dict[str, Any], b: dict[str, Any]) -> int:
    """Return on which side `a` has `b`, in quarter turns counter-clockwise from its front."""
    bearing = degrees(atan2(b["y"] - a["y"], b["x"] - a["x"])) - (a["facing"] - 90)
    return round(bearing / 90) % 4


def _beside(dx: float, dy: float, name: str) -> bool:
    if name in CORNERS:
        x, y = CORNERS[name]
        return x * dx > 0 and y * dy > 0 and 0.5 < abs(dx / dy) < 2
    x, y = AXES[name]
    return x * dx + y * dy > 2 * (abs(dx) if x == 0 else abs(dy))


def _middle(things: list[dict[str, Any]]) -> int | None:
    """Return which of three things lies on the way between the others, if one does: the detour by it is short."""
    spots = [(thing["x"], thing["y"]) for thing in things[:3]]
    for k, spot in enumerate(spots):
        a, b = (other for j, other in enumerate(spots) if j != k)
        if dist(a, spot) + dist(spot, b) < 1.1 * dist(a, b):
            return k
    return None


def _pose(a: dict[str, Any], b: dict[str, Any]) -> str:
    match _toward(a, b), _toward(b, a):
        case 0, 0:
            return "face each other"
        case 2, 2:
            return "back to back"
        case 0, 2:
            return "first behind second"
        case 2, 0:
            return "second behind first"
        case (1, 1) | (3, 3):
            return "side by side, opposite directions"
        case (1, 3) | (3, 1):
            return "side by side, same direction"
    return ""


def _holds(name: str, truth: dict[str, Any]) -> bool:
    things, facts = truth["things"], truth["facts"]
    a, b = things[:2]
    dx, dy = a["x"] - b["x"], a["y"] - b["y"]
    if name in CORNERS or name in AXES:
        return _shared(a, b) < 0.2 and a["z"] == 0 and _beside(dx, dy, name)
    if name in ("on", "under", "in"):
        return _held(name, a, facts)
    if name in ("touching", "close to", "far from"):
        gap = facts["gap"] / ((max(a["size"]) + max(b["size"])) / 2)
        touching, close = truth["borders"]["touching"][0], truth["borders"]["close"][0]
        word = "touching" if gap < touching else "close to" if gap < close else "far from"
        return name == word and a["z"] < facts["surface"]["height"] / 2
    if name in ("facing", "on its left", "facing away from", "on its right"):
        return ("facing", "on its left", "facing away from", "on its right")[_toward(a, b)] == name
    if name in ENDS:
        return ENDS[sum(other["x"] < a["x"] for other in things[1:])] == name
    if name.endswith("in the middle") or name == "in a triangle":
        found = {0: "first in the middle", 1: "second in the middle", 2: "third in the middle", None: "in a triangle"}
        return found[_middle(things)] == name
    if name == "surrounded by" or name.endswith("the ring"):
        x, y = (sum(bead[axis] for bead in things[1:]) / len(things[1:]) for axis in "xy")
        within = dist((a["x"], a["y"]), (x, y)) < min(dist((bead["x"], bead["y"]), (x, y)) for bead in things[1:])
        if within or name == "surrounded by":
            return within and name == "surrounded by"
        return _beside(a["x"] - x, a["y"] - y, name.removesuffix(" the ring"))
    return _pose(a, b) == name


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only statement that holds, or nothing if none or several do."""
    right = [letter for letter, name in zip("ABCD", truth["options"]) if _holds(name, truth)]
    return right[0] if len(right) == 1 else ""
