"""Answer a `fold_and_punch` item cell by cell: shares no code with the package, so it can find errors in it.

The sheet is cut into small cells. A fold turns the cells on the moving side by half a turn about the fold line, in
space; a punch takes every cell that lies under it, whatever the layer. Then, for each cell, it is
checked whether an option has a hole there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

CELLS = 128  # along a side
SLIP = 4  # cells that may differ by rounding at the rims of holes; one hole has about 150


def _half_turn(cells: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return cells (n, 3) turned by 180 degrees about the line through two points (2, 3) in space."""
    axis = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    arm = cells - ends[0]
    along = (arm @ axis)[:, None] * axis
    return ends[0] + 2 * along - arm


def _near(cells: np.ndarray, centres: list[list[int]], radius: float) -> np.ndarray:
    found = np.zeros(len(cells), dtype=bool)
    x, y = cells[:, 0].copy(), cells[:, 1].copy()
    for u, v in centres:
        found |= (x - u) ** 2 + (y - v) ** 2 < radius**2
    return found


def holes_of(truth: dict[str, Any]) -> np.ndarray:
    """Return which cells of the sheet are punched out: (CELLS, CELLS), rows from the top."""
    flat = _flat(truth)
    cells = flat.copy()
    for fold in truth["folds"]:
        a, b, c = fold["line"]
        ends = np.array([[*end, 0.0] for end in fold["ends"]])
        assert np.allclose(ends[:, :2] @ (a, b), c), "the ends of a fold line lie on it"
        moving = (cells[:, :2] @ (a, b) - c) * fold["moves"] > 0
        assert moving.any()
        assert not moving.all()
        cells[moving] = _half_turn(cells[moving], ends)
    return _near(cells, truth["punches"], truth["hole"] / 2).reshape(CELLS, CELLS)


def _flat(truth: dict[str, Any]) -> np.ndarray:
    middles = (np.arange(CELLS) + 0.5) * truth["side"] / CELLS
    y, x = np.meshgrid(middles, middles, indexing="ij")
    return np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)


def agrees(truth: dict[str, Any]) -> str:
    """Return the letter of the only option with holes exactly where the sheet is punched out, else ""."""
    punched, flat = holes_of(truth).ravel(), _flat(truth)
    right = [
        letter
        for letter, holes in zip("ABCDEFGH", truth["options"])
        if (_near(flat, holes, truth["hole"] / 2) != punched).sum() <= SLIP
    ]
    return right[0] if len(right) == 1 else ""
