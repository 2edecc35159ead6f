"""Answer a `projection_3d` item with rays cast at boxes: shares no code with the package, so it can find errors."""

from __future__ import annotations

from typing import Any

import numpy as np

FAR = 50.0


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option whose every square is as deep as its ray finds, else ""."""
    low = np.array(truth["cells"], dtype=float)
    look, up = np.array(truth["look"], dtype=float), np.array(truth["up"], dtype=float)
    right = np.cross(look, up)
    middle = low + 0.5
    left, bottom, near = ((middle @ axis).min() for axis in (right, up, look))
    right_end, top = ((middle @ axis).max() for axis in (right, up))
    wide, high = round(right_end - left) + 1, round(top - bottom) + 1

    def distance(column: int, row: int) -> int:
        start = (left + column) * right + (top - row) * up + (near - FAR) * look
        hits = [met for box in low if (met := _meets(start, look, box)) is not None]
        # A ray starts FAR before the middles of the nearest blocks, so half a block less before their faces.
        return round(min(hits) - (FAR - 0.5)) if hits else -1

    seen = [[distance(column, row) for column in range(wide)] for row in range(high)]
    right_ones = [letter for letter, option in zip("ABCDEFGH", truth["options"]) if option == seen]
    return right_ones[0] if len(right_ones) == 1 else ""


def _meets(start: np.ndarray, look: np.ndarray, low: np.ndarray) -> float | None:
    """Return how far along its way a ray enters the unit box at `low`; None if it misses."""
    enter, leave = -np.inf, np.inf
    for axis in range(3):
        if look[axis] == 0:
            if not low[axis] < start[axis] < low[axis] + 1:
                return None
            continue
        ends = sorted(((low[axis] - start[axis]) / look[axis], (low[axis] + 1 - start[axis]) / look[axis]))
        enter, leave = max(enter, ends[0]), min(leave, ends[1])
    return float(enter) if enter < leave else None
