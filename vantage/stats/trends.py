"""How two columns of numbers are related: correlations with intervals, and how a score grows with a model's size.

They describe models or tasks, of which there are few, so each comes with its interval and its number of points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from vantage.stats.inference import benjamini_hochberg
from vantage.stats.metrics import LEVEL, Array

Kind = Literal["pearson", "spearman", "kendall"]
DRAWS = 5000
NAN = float("nan")


@dataclass(frozen=True)
class Correlation:
    """A correlation of `n` pairs with its interval (by Fisher's z) and the p-value that there is none."""

    kind: Kind
    value: float
    low: float
    high: float
    p: float
    n: int


def correlation(x: ArrayLike, y: ArrayLike, kind: Kind = "pearson", level: float = LEVEL) -> Correlation:
    """Return the correlation of `x` and `y`; pairs with a nan are left out.

    The interval is Fisher's z with the variance for each kind: 1/(n-3) for Pearson, (1 + r²/2)/(n-3) for
    Spearman (Bonett and Wright 2000), 0.437/(n-4) for Kendall (Fieller and others 1957).
    """
    from scipy import stats
    from scipy.special import ndtri

    pairs = np.stack([np.asarray(x, dtype=float), np.asarray(y, dtype=float)], axis=1)
    pairs = pairs[np.isfinite(pairs).all(axis=1)]
    n = len(pairs)
    if n < 3 or (np.ptp(pairs, axis=0) == 0).any():
        return Correlation(kind, NAN, NAN, NAN, NAN, n)
    tests: dict[str, Any] = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    found = tests[kind](*pairs.T)
    r, p = float(found.statistic), float(found.pvalue)
    free = n - 4 if kind == "kendall" else n - 3
    if free <= 0 or abs(r) > 1 - 1e-12:
        return Correlation(kind, r, NAN, NAN, p, n)
    spread = {"pearson": 1.0, "spearman": 1 + r**2 / 2, "kendall": 0.437}[kind] / free
    half = float(ndtri(0.5 + level / 2)) * np.sqrt(spread)
    low, high = np.tanh([np.arctanh(r) - half, np.arctanh(r) + half])
    return Correlation(kind, r, float(low), float(high), p, n)


def matched(first: Mapping[str, float], second: Mapping[str, float], kind: Kind = "pearson") -> Correlation:
    """Return the correlation of two numbers over the names that have both, such as tasks' seconds and accuracies."""
    names = [name for name in first if name in second]
    return correlation([first[name] for name in names], [second[name] for name in names], kind)


@dataclass(frozen=True)
class Crossing:
    """How models' scores in one task correlate with their scores in another; `p` is corrected over all crossings."""

    first: str
    second: str
    correlation: Correlation
    p: float


def crossed(
    first: Mapping[str, Mapping[str, float]], second: Mapping[str, Mapping[str, float]], kind: Kind = "pearson"
) -> list[Crossing]:
    """Correlate each task of one benchmark with each of another, over common models; maps are task -> model -> score.

    Among many correlations some are large by chance, so p-values are corrected by Benjamini and Hochberg's method.
    """
    found = [(a, b, matched(first[a], second[b], kind)) for a in first for b in second]
    tested = [number for number, (_, _, one) in enumerate(found) if np.isfinite(one.p)]
    corrected = dict(zip(tested, benjamini_hochberg([found[number][2].p for number in tested]).tolist()))
    return [Crossing(*one, corrected.get(number, NAN)) for number, one in enumerate(found)]


def pearson_of_sums(sums: Array) -> Array:
    """Return Pearson's correlation from sums (..., 6) of 1, x, y, xy, x² and y²: a statistic for the bootstrap."""
    n, x, y, both, xx, yy = np.moveaxis(sums, -1, 0)
    spread = np.sqrt(np.maximum(n * xx - x**2, 0) * np.maximum(n * yy - y**2, 0))
    seen = spread > 1e-9 * np.maximum(n, 1) ** 2
    found: Array = np.divide(n * both - x * y, spread, out=np.full(spread.shape, NAN), where=seen)
    return found


@dataclass(frozen=True)
class Scaling:
    """A score as a straight line over the logarithm of size: `slope` is the gain per tenfold increase in parameters."""

    slope: float
    low: float
    high: float
    p: float
    intercept: float  # the score at size 1, in the unit in which sizes were given
    n: int

    def at(self, size: ArrayLike) -> Array:
        """Return the line's score at the sizes given."""
        line: Array = self.intercept + self.slope * np.log10(np.asarray(size, dtype=float))
        return line


def scaling(size: ArrayLike, score: ArrayLike, level: float = LEVEL) -> Scaling:
    """Return the least-squares line of `score` over log10 of `size`, its slope with Student's interval."""
    from scipy.special import stdtr, stdtrit

    x, y = _log_sizes(size), np.asarray(score, dtype=float)
    n = len(x)
    if n < 3 or np.ptp(x) == 0:
        return Scaling(NAN, NAN, NAN, NAN, NAN, n)
    centred = x - x.mean()
    slope = float(centred @ y / (centred @ centred))
    intercept = float(y.mean() - slope * x.mean())
    rest = y - intercept - slope * x
    error = float(np.sqrt(rest @ rest / (n - 2) / (centred @ centred)))
    half = float(stdtrit(n - 2, 0.5 + level / 2)) * error
    p = float(2 * stdtr(n - 2, -abs(slope) / error)) if error > 0 else 0.0
    return Scaling(slope, slope - half, slope + half, p, intercept, n)


@dataclass(frozen=True)
class Bend:
    """Where the growth of a score changes: the size there, both slopes, and the p-value of no bend."""

    size: float
    before: float
    after: float
    p: float
    n: int


def bend(size: ArrayLike, score: ArrayLike, rng: np.random.Generator, draws: int = DRAWS) -> Bend:
    """Return the best place for a bend in the line of `score` over log10 of `size`, and whether there is one.

    Every size except the smallest and the largest is tried. The gain of the best bend over the straight line is
    compared with the gain that pure noise around a straight line gives. That gain depends neither on the line nor on
    the noise level, so the p-value is exact for normal noise, even with few models. An emerging ability bends upward
    after a flat start.
    """
    x, y = _log_sizes(size), np.asarray(score, dtype=float)
    knots = np.unique(x)[1:-1]
    if len(x) < 5 or not knots.size:
        return Bend(NAN, NAN, NAN, NAN, len(x))
    line = np.linalg.qr(np.stack([np.ones_like(x), x], axis=1))[0]
    hinges = np.maximum(0, x - knots[:, None])
    hinges = hinges - hinges @ line @ line.T
    hinges /= np.linalg.norm(hinges, axis=1, keepdims=True)
    noise = np.vstack([y, rng.standard_normal((draws, len(x)))])
    rest = noise - noise @ line @ line.T
    gains = (rest @ hinges.T) ** 2
    ratio = gains.max(axis=1) / np.maximum((rest**2).sum(axis=1), 1e-300)
    knot = float(knots[gains[0].argmax()])
    fit = np.linalg.lstsq(np.stack([np.ones_like(x), x, np.maximum(0, x - knot)], axis=1), y, rcond=None)[0]
    p = float((1 + (ratio[1:] >= ratio[0] - 1e-12).sum()) / (1 + draws))
    return Bend(10**knot, float(fit[1]), float(fit[1] + fit[2]), p, len(x))


def _log_sizes(size: ArrayLike) -> Array:
    sizes = np.asarray(size, dtype=float)
    if (sizes <= 0).any():
        raise ValueError("a model's size must be above 0")
    logs: Array = np.log10(sizes)
    return logs
