"""Classical test theory: shares right, item–rest correlations, and how far a score would repeat itself.

People who got different items are compared by how far they are above what others got on the same items, so that a hard
booklet costs nobody anything. On a matrix without gaps every number is the textbook's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vantage import seeds
from vantage.psychometrics.scale import checked
from vantage.stats.metrics import Array, Bools

SPLITS = 200
NAN = float("nan")


@dataclass(frozen=True)
class Classical:
    """What classical test theory says of items and of the test; arrays have an entry for each item."""

    answers: Array
    difficulty: Array  # the share of right answers
    error: Array  # of that share, for people drawn at random
    discrimination: Array  # correlation of an item with the rest of what the same people answered
    alpha: float  # Cronbach's; where answers are right or wrong it is KR-20
    split_half: float  # mean over random halves, by Spearman and Brown's formula for the whole length
    length: float  # items that a person answered on average, for which the reliabilities hold


def classical(responses: ArrayLike) -> Classical:
    """Return the classical analysis of answers from 0 to 1, (people, items), nan where there is none."""
    found = checked(responses)
    given = ~np.isnan(found)
    answers = given.sum(axis=0)
    difficulty = np.nansum(found, axis=0) / answers
    away = np.where(given, found - difficulty, 0.0)
    spread = np.divide((away**2).sum(axis=0), answers - 1.0, out=np.full(len(answers), NAN), where=answers > 1)
    return Classical(
        answers.astype(float), difficulty, np.sqrt(spread / answers), _discrimination(away, given), alpha(found),
        split_half(found), float(given.sum(axis=1).mean()),
    )  # fmt: skip


def _discrimination(away: Array, given: Bools) -> Array:
    """Return the correlation of each item with the mean of the others that the same person answered."""
    told = given.sum(axis=1, keepdims=True) - 1
    rest = np.divide(away.sum(axis=1, keepdims=True) - away, told, out=np.zeros_like(away), where=given & (told > 0))
    size = given.sum(axis=0)
    centred = np.where(given, rest - rest.sum(axis=0) / size, 0.0)
    norm = np.sqrt((away**2).sum(axis=0) * (centred**2).sum(axis=0))
    found: Array = np.divide((away * centred).sum(axis=0), norm, out=np.full(len(size), NAN), where=norm > 1e-12)
    return found


def alpha(responses: ArrayLike) -> float:
    """Return Cronbach's α for a test as long as what a person answered on average.

    It is k c / (v + (k − 1) c) from the mean variance v of items and the mean covariance c of pairs of items that some
    people both answered, each pair weighted by how many did. nan where no pair has two such people.
    """
    found = checked(responses)
    given = (~np.isnan(found)).astype(float)
    answers = given.sum(axis=0)
    away = np.where(given > 0, found - np.nansum(found, axis=0) / answers, 0.0)
    length = float(given.sum(axis=1).mean())
    # Sums over pairs of items are sums over people: no matrix of pairs is made.
    squares, several = float((away**2).sum()), answers > 1
    pairs = float((given.sum(axis=1) ** 2 - given.sum(axis=1)).sum())
    if not pairs or squares == 0 or not several.any():
        return NAN
    variance = squares / float((answers - 1)[several].sum())
    # Centring on its own mean takes one person from each item, hence from each pair.
    shared = 1 - answers[several].size / float(answers[several].sum())
    covariance = float((away.sum(axis=1) ** 2).sum() - squares) / (pairs * shared)
    whole = variance + (length - 1) * covariance
    return float(length * covariance / whole) if whole else NAN


def split_half(responses: ArrayLike, splits: int = SPLITS) -> float:
    """Return the correlation of people's scores on two halves of their items, corrected to the whole length.

    The mean over random halves; `abilities` above what others got, so that booklets can be compared.
    """
    found = checked(responses)
    given = ~np.isnan(found)
    away = np.where(given, found - np.nansum(found, axis=0) / given.sum(axis=0), 0.0)
    rng, values = seeds.generator("psychometrics", "split half", *found.shape), []
    for _ in range(splits):
        half = rng.permutation(found.shape[1]) < found.shape[1] // 2
        told = [given[:, one].sum(axis=1) for one in (half, ~half)]
        both = (told[0] > 0) & (told[1] > 0)
        if both.sum() > 2:
            x, y = (away[both][:, one].sum(axis=1) / n[both] for one, n in ((half, told[0]), (~half, told[1])))
            if x.std() > 0 and y.std() > 0:
                values.append(float(np.corrcoef(x, y)[0, 1]))
    mean = float(np.mean(values)) if values else NAN
    return 2 * mean / (1 + mean) if mean == mean and mean > -1 else NAN


def abilities(responses: ArrayLike) -> Array:
    """Return classical scores as abilities: the logit of each person's share of right answers, standardised."""
    found = checked(responses)
    n = (~np.isnan(found)).sum(axis=1)
    share = (np.nansum(found, axis=1) + 0.5) / (n + 1)
    logit = np.log(share / (1 - share))
    spread = float(logit.std())
    standard: Array = (logit - logit.mean()) / (spread if spread > 0 else 1.0)
    return standard
