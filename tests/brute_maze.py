"""Answer a `maze` item by filling in dead ends until only the path is left: shares no code with the package."""

from __future__ import annotations

import itertools
from cmath import phase
from math import pi
from typing import Any

ANGLES = {
    "right": 0,
    "above-right": 45,
    "above": 90,
    "above-left": 135,
    "left": 180,
    "below-left": 225,
    "below": 270,
    "below-right": 315,
}


def _spot(place: list[int]) -> complex:
    """Return a block as a complex number: right is 1, up is i."""
    row, column = place
    return complex(column, -row)


def _way(rows: list[str], start: complex, leave: complex) -> list[complex]:
    """Return the blocks that are left when dead ends are filled, from start to exit; empty unless in one line."""
    free = {complex(column, -row) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "."}

    def near(spot: complex) -> list[complex]:
        return [spot + step for step in (1, -1, 1j, -1j) if spot + step in free]

    while dead := {spot for spot in free - {start, leave} if len(near(spot)) < 2}:
        free -= dead
    way = [start]
    while way[-1] != leave:
        onward = [spot for spot in near(way[-1]) if spot not in way]
        if len(onward) != 1:
            return []
        way += onward
    return way if len(way) == len(free) else []


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the right option, or nothing if the way drawn is not the only one."""
    start, leave = _spot(truth["start"]), _spot(truth["exit"])
    way = _way(truth["rows"], start, leave)
    if way != [_spot(place) for place in truth["way"]]:
        return ""
    if truth["kind"] == "exit":
        bearing = phase(leave - start) * 180 / pi
        off = [abs((bearing - ANGLES[name] + 180) % 360 - 180) for name in truth["options"]]
        return "ABCD"[off.index(min(off))] if min(off) < 22.5 else ""
    steps = [b - a for a, b in itertools.pairwise(way)]
    changes = [after / before for before, after in itertools.pairwise(steps)]
    wanted = {"turns": {1j, -1j}, "right_turns": {-1j}, "left_turns": {1j}}[truth["kind"]]
    count = sum(change in wanted for change in changes)
    right = [letter for letter, name in zip("ABCD", truth["options"]) if name == str(count)]
    return right[0] if len(right) == 1 else ""
