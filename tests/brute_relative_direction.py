"""Answer a `relative_direction` item by the angle that one would have to turn: shares no code with the package."""

from __future__ import annotations

from typing import Any

from tests.walk_truth import clockwise, letter, middle, named

CLASSES = {
    2: {"right": (0, 180), "left": (-180, 0)},
    3: {"right": (0, 135), "left": (-135, 0), "back": (135, 225)},
    4: {"front-right": (0, 90), "back-right": (90, 180), "front-left": (-90, 0), "back-left": (-180, -90)},
}


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the class, at least ten degrees from its borders, that holds the angle."""
    at, ahead, to = (middle(named(truth, name)) for name in truth["asked"])
    angle, spans = clockwise(ahead - at, to - at), CLASSES[len(truth["options"])]
    right = []
    for word in truth["options"]:
        low, high = spans[word]
        right.append(any(low + 10 < turned < high - 10 for turned in (angle, angle + 360)))
    return letter(truth["options"], right)
