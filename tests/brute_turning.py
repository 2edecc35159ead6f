"""Turn a thing in steps of one degree, either way, and see which way is shorter: shares no code with the package."""

from __future__ import annotations

from typing import Any


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the way of the shorter turn."""
    start, end = (round(turn) % 360 for turn in truth["turns"])
    up = next(k for k in range(360) if (start + k) % 360 == end)
    down = next(k for k in range(360) if (start - k) % 360 == end)
    if up == down:
        return ""
    # Counter-clockwise seen from above, who faces the viewer turns to the own left, which is the viewer's right.
    rising = {"object": "counter-clockwise", "own": "left", "viewer": "right"}
    falling = {"object": "clockwise", "own": "right", "viewer": "left"}
    answer = (rising if up < down else falling)[truth["frame"]]
    return "AB"[truth["options"].index(answer)]
