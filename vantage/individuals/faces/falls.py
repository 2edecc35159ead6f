"""How hair falls: over the skull from the crown to its border, and beyond it where it is long."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.individuals.faces.hairline import hairline
from vantage.individuals.faces.sampling import blurred
from vantage.individuals.faces.skull import Skull
from vantage.individuals.faces.styles import Style
from vantage.individuals.faces.surface import Array, line, ramp

COLUMNS, ROWS = 169, 68
INNER = 8  # rows of long hair that turn inward at the ends, so that it has a thickness
WIDEST = 2.2  # the height from which long hair falls straight down


@dataclass(frozen=True, eq=False)
class Fall:
    """How hair runs from the crown: for each column its border, for each point of the grid how far down it is."""

    angle: Array  # (1, columns) from the front
    way: Array  # (rows, columns) on the skull from the crown
    over: Array  # (rows, columns) that it hangs below where it leaves the skull
    left: Array  # (rows, columns) to the border
    inner: Array  # (rows, 1): 0 outside, up to 1 where the ends turn inward
    hangs: Array  # (1, columns), 0..1


def fall_of(skull: Skull) -> Fall:
    """Return how a person's hair falls."""
    style, side = skull.person.looks.style, skull.person.looks.side
    angle = np.linspace(-np.pi, np.pi, COLUMNS)
    rough = 0.2 * np.sin(31 * angle + 2 * np.sin(5 * angle)) + 0.16 * np.sin(57 * angle + 1)
    rough = rough + 0.22 * np.sin(11 * angle + 4)
    hangs, long = _hanging(style, side, angle, rough)
    border = _border(style, side, angle, rough, hangs)
    heights = skull.base(angle[None, :], skull.way[:, None])[..., 2]
    tip = np.array([np.interp(-border[k], -heights[:, k], skull.way) for k in range(COLUMNS)])
    inner = INNER if style.hang < 0 else 0
    s = np.concatenate([np.linspace(0, 1, ROWS - inner), np.ones(inner)])[:, None]
    turned_in = np.concatenate([np.zeros(ROWS - inner), np.linspace(0.3, 1, inner)])[:, None]
    # Columns end raggedly, but only near their ends: rows that jumped up and down would break the strands.
    ragged = tip + long
    even = blurred(ragged, 4.0, wrap=True)
    total = even * s + (ragged - even) * s**6
    way = np.minimum(total, tip)
    over = np.maximum(total - way - 5.0 * turned_in * hangs, 0.0)
    return Fall(angle[None, :], way, over, tip - way, turned_in, hangs[None, :])


def _hanging(style: Style, side: float, angle: Array, rough: Array) -> tuple[Array, Array]:
    """Return for each column whether its hair hangs, 0..1, and how far."""
    if style.hang == 0:
        return np.zeros(COLUMNS), np.zeros(COLUMNS)
    away = np.abs(np.degrees(angle))
    opened = style.opened + 5 * side * np.sign(angle) * (style.comb == "part")
    hangs = ramp(opened, opened + 10, away)
    low = style.hang + 0.9 * rough + 0.5 * np.sin(9 * angle + 1) + 0.05 * style.hang * ramp(90, 180, away)
    return hangs, np.asarray(hangs * (WIDEST - low - 1.8 * ramp(88, 60, away)))


def _border(style: Style, side: float, angle: Array, rough: Array, hangs: Array) -> Array:
    """Return the height at which each column's hair leaves the skull."""
    turn = np.degrees(angle)
    away = np.abs(turn)
    border = hairline(style, np.abs(angle) + 0.09 * rough)  # ragged where it is steep, too
    border = border + (WIDEST - border) * hangs
    if style.comb in ("part", "middle"):
        border = border + 0.8 * line(turn - side * (22 if style.comb == "part" else 6), 9)
    if style.fringe:
        border = np.where(away < 64, np.minimum(border, 2.3 + 0.02 * away), border)
    return np.asarray(border + 0.7 * rough * (away < 75) * (0.45 if style.hang < 0 or style.knot else 1.0))
