"""Who and what does not fit the scale: items that behave unlike the others, and people or models that do.

Mean squares of standardised residuals, expected to be 1. The outfit is open to single surprises, such as a lapse at an
easy item; the infit weighs answers by what they tell. Well below 1 means more regular than the model expects, as where
items repeat one another; above 1, less.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.psychometrics.scale import Scale
from vantage.stats.metrics import Array


@dataclass(frozen=True)
class Misfit:
    """Mean squares and their z-scores (Wilson and Hilferty's transformation), for items or for respondents."""

    infit: Array
    outfit: Array
    infit_z: Array
    outfit_z: Array


def items(scale: Scale, responses: Array) -> Misfit:
    """Return how the items fit."""
    return _along(scale, responses, axis=0)


def respondents(scale: Scale, responses: Array) -> Misfit:
    """Return how those who answered fit."""
    return _along(scale, responses, axis=1)


def _along(scale: Scale, responses: Array, axis: int) -> Misfit:
    given = ~np.isnan(responses)
    right = np.clip(scale.curves.right(scale.theta), 1e-6, 1 - 1e-6)
    variance = np.where(given, right * (1 - right), 0.0)
    square = np.where(given, (np.nan_to_num(responses) - right) ** 2, 0.0)
    # The fourth central moment of an answer tells how much its square varies.
    fourth = variance * (1 - 3 * right * (1 - right))
    n, whole = np.maximum(given.sum(axis=axis), 1), np.maximum(variance.sum(axis=axis), 1e-12)
    outfit = np.divide(square, variance, out=np.zeros_like(square), where=given).sum(axis=axis) / n
    ratio = np.divide(fourth, variance**2, out=np.zeros_like(square), where=given)
    infit = square.sum(axis=axis) / whole
    spread_out = np.sqrt(np.maximum(ratio.sum(axis=axis) / n**2 - 1 / n, 1e-9))
    spread_in = np.sqrt(np.maximum((fourth - variance**2).sum(axis=axis), 1e-12)) / whole
    return Misfit(infit, outfit, _z(infit, spread_in), _z(outfit, spread_out))


def _z(square: Array, spread: Array) -> Array:
    spread = np.minimum(spread, 3.0)
    found: Array = (np.cbrt(square) - 1) * 3 / spread + spread / 3
    return found
