"""When a cell or a mark is coloured: one rule for every exhibit that sets answers beside a guesser's.

Readers take a colour as a claim. Among many cells some lie far from chance by luck, and a single answer always does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vantage.stats import metrics

ENOUGH = 10  # independent answers; with fewer nothing is coloured, and their number is printed
SURE = 0.001  # the largest probability that a row of a guesser's answers has any coloured cell
Tested = tuple[float, float]  # the p-value of a cell, and how many independent answers it has


def rule(over: str = "row") -> str:
    """Return the rule in words; `over`: what the p-values are corrected over."""
    told = f"{ENOUGH} or more independent answers differ from chance at p < {SURE}"
    return f"Coloured where {told}, corrected over the {over}"


def coloured(row: Sequence[Tested | None]) -> list[bool]:
    """Return which cells of one row are coloured; their p-values are corrected over all of them by Holm's method."""
    p = np.array([np.nan if cell is None else cell[0] for cell in row])
    tested = np.isfinite(p)
    p[tested] = metrics.holm(p[tested])
    return [cell is not None and bool(one < SURE) and cell[1] >= ENOUGH for cell, one in zip(row, p)]


def small(n: int, independent: float) -> str:
    """Return how many answers a cell has, to be printed in it if they are few; else nothing."""
    return f"n {n:,}" if independent < ENOUGH else ""
