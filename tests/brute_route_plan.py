"""Answer a `route_plan` item by walking each plan to see where it leads: shares no code with the package."""

from __future__ import annotations

from cmath import exp
from math import radians
from typing import Any

from tests.walk_truth import clockwise, letter, middle, named

TURNS = {"left": -90, "right": 90, "back": 180}
OFF = 36  # degrees that a quarter or half turn may miss the next thing by


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the plan after each of whose turns one roughly faces the next thing."""
    start, faced, *ends = (middle(named(truth, name)) for name in truth["asked"])
    right = []
    for plan in truth["options"]:
        at, heading, led = start, faced - start, len(plan) == len(ends)
        for turn, end in zip(plan, ends):
            heading *= exp(-1j * radians(TURNS[turn]))
            led = led and abs(clockwise(heading, end - at)) < OFF
            at, heading = end, end - at
        right.append(led)
    return letter(truth["options"], right)
