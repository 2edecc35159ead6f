"""Whether a model may pass for no worse than another: for continuous integration, where nobody reads the numbers.

A loss can hide: in requests that failed, in items that were never asked, in runs too small to show it. So a pass needs
an interval that is not wholly below the loss allowed, also with failed requests counted as wrong, over nearly all that
the first model was asked; and where such a loss could still be there, that is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from vantage.analysis.compare import Pair
from vantage.stats.inference import POWER, Interval
from vantage.stats.metrics import LEVEL

COVERED = 0.95  # share of what the first was asked that both must have answered


@dataclass(frozen=True)
class Verdict:
    """Why a pair does not pass, in sentences, none if it does; and what a pass leaves open."""

    faults: tuple[str, ...]
    notes: tuple[str, ...]


def judge(pair: Pair, points: float, covered: float = COVERED) -> Verdict:
    """Return whether the second model of a pair may pass as worse by no more than so many points."""
    if not pair.difference.n:
        raise ValueError(f"{pair.first} and {pair.second} answered no item in common, so nothing can be said")
    faults: list[str] = []
    for interval, how in ((pair.difference, ""), (pair.as_wrong, ", failed requests counted as wrong")):
        if interval.high < -points / 100 and not faults:
            ends = f"{_points(interval.value)}, at best {_points(interval.high)}"
            faults.append(f"{pair.second} is worse than {pair.first} by more than {points:g} points{how}: {ends}")
    if pair.coverage < covered:
        asked = f"{pair.difference.n:,} of the {pair.asked:,} questions that {pair.first} was asked"
        faults.append(
            f"{pair.second} and {pair.first} both answered only {asked} ({100 * pair.coverage:.1f}%; "
            f"{100 * covered:g}% are needed): {_hidden(pair)}"
        )
    return Verdict(tuple(faults), () if faults else _open(pair, points))


def _hidden(pair: Pair) -> str:
    ends = f"{_points(pair.worst)} to {_points(pair.best)} points"
    return f"whatever the others would have been, {pair.second} lies from {ends}"


def _open(pair: Pair, points: float) -> tuple[str, ...]:
    """Return what a pass leaves open: a loss that the interval holds, or that lost answers could hide."""
    notes = []
    low, allowed = min(pair.difference.low, pair.as_wrong.low), -points / 100
    if low < allowed:
        notes.append(
            f"{pair.second} passes, but a loss of more than {points:g} points is not ruled out: {pair.first} may be "
            f"better by {_points(-low, sign=False)}; this guard sees a loss in {100 * POWER:g}% of cases only from "
            f"{_points(seen(pair.difference, points), sign=False)} points on, so compare more items"
        )
    elif pair.worst < allowed:
        notes.append(f"{pair.second} passes on what both answered; {_hidden(pair)}")
    return tuple(notes)


def seen(difference: Interval, points: float) -> float:
    """Return the true loss from which on the guard fails a model in 80% of cases: beyond the loss that is allowed."""
    from scipy.special import ndtri

    error = (difference.high - difference.low) / 2 / float(ndtri(0.5 + LEVEL / 2))
    return points / 100 + error * float(ndtri(0.5 + LEVEL / 2) + ndtri(POWER))


def _points(value: float, sign: bool = True) -> str:
    return f"{100 * value:+.1f}" if sign else f"{100 * value:.1f}"
