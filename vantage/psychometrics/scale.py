"""A scale of ability and difficulty, fitted to a matrix of answers: the Rasch family's 1PL, and the 2PL.

With three answers an item, as in studies with booklets, discriminations are hardly more than their prior: read them
with their errors, or fit the 1PL.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vantage.psychometrics import em, uncertainty
from vantage.psychometrics.curves import Curves
from vantage.stats.metrics import Array, Ints

HALVES = 0.5  # right and wrong answers added to each item where the algorithm begins


@dataclass(frozen=True)
class Scale:
    """Items and those who answered them on one scale; in the first group, abilities have mean 0 and spread 1.

    Errors are standard errors. Those of `theta` count that the items are known only from the same answers.
    """

    kind: str
    a: Array
    b: Array
    c: Array
    a_error: Array
    b_error: Array
    theta: Array
    theta_error: Array
    group: Ints
    means: Array  # of each group's population
    spreads: Array
    posterior: Array  # (respondents, nodes)
    grid: Array
    prior: em.Prior
    loglikelihood: float
    iterations: int
    converged: bool

    @property
    def curves(self) -> Curves:
        """The items."""
        return Curves(np.log(self.a), self.b, self.c)

    @property
    def reliability(self) -> float:
        """The share of the variance of abilities in the first group that is not error (empirical reliability)."""
        own = self.group == 0
        spread, error = float(self.theta[own].var()), float((self.theta_error[own] ** 2).mean())
        return spread / (spread + error) if spread + error else float("nan")


def fit_2pl(
    responses: ArrayLike,
    floor: ArrayLike = 0.0,
    groups: ArrayLike | None = None,
    *,
    prior: bool = True,
    errors: bool = True,
    iterations: int = em.ITERATIONS,
) -> Scale:
    """Return the 2PL of answers from 0 to 1, (respondents, items), nan where there is none.

    `floor` is the share that a guesser gets right, of all items or of each. `groups` numbers the population that each
    respondent comes from, such as people (0) and models (1); each has a mean and a spread of its own. Without `prior`
    nothing holds items that everyone got right: they go to the edge of the scale.
    """
    return _fit("2PL", responses, floor, groups, prior, errors, iterations)


def fit_1pl(
    responses: ArrayLike,
    floor: ArrayLike = 0.0,
    groups: ArrayLike | None = None,
    *,
    prior: bool = True,
    errors: bool = True,
    iterations: int = em.ITERATIONS,
) -> Scale:
    """Return the 1PL, in which all items share one discrimination; otherwise as `fit_2pl`."""
    return _fit("1PL", responses, floor, groups, prior, errors, iterations)


def checked(responses: ArrayLike) -> Array:
    """Return a matrix of answers as numbers; anything else is a ValueError."""
    found = np.asarray(responses, dtype=float)
    if found.ndim != 2 or min(found.shape) < 2:
        raise ValueError(f"a scale needs at least 2 respondents and 2 items, not an array of shape {found.shape}")
    given = ~np.isnan(found)
    if not ((found[given] >= 0) & (found[given] <= 1)).all():
        raise ValueError("answers must be from 0 (wrong) to 1 (right), or nan where there is none")
    for axis, what in ((1, "respondent"), (0, "item")):
        if not given.any(axis=axis).all():
            place = int(np.argmin(given.any(axis=axis)))
            raise ValueError(f"{what} {place}, counted from 0, has no answer; leave it out")
    return found


def _fit(
    kind: str, responses: ArrayLike, floor: ArrayLike, groups: ArrayLike | None, prior: bool, errors: bool, most: int
) -> Scale:
    found = checked(responses)
    people, items = found.shape
    c = np.broadcast_to(np.asarray(floor, dtype=float), (items,)).copy()
    if not ((c >= 0) & (c < 1)).all():
        raise ValueError("a guessing floor must be from 0 to below 1")
    of = np.zeros(people, dtype=np.int64) if groups is None else np.asarray(groups, dtype=np.int64)
    if of.shape != (people,) or not np.array_equal(np.unique(of), np.arange(of.max(initial=0) + 1)):
        raise ValueError("groups must number each respondent's population from 0, without gaps")
    answers = em.Answers.of(found)
    begun = em.Prior(0.0, em.LOG_A_SPREAD, 0.0, 1.5) if prior else em.Prior()
    state = em.fit(answers, _start(found, c), em.Groups.begun(of), begun, kind == "1PL", most)
    a_error, b_error, theta_error = uncertainty.errors(answers, state, kind == "1PL") if errors else _unknown(state)
    return Scale(
        kind, state.curves.a, state.curves.b, c, a_error, b_error, state.theta, theta_error, of, state.groups.mean,
        state.groups.spread, state.posterior, state.grid, state.prior, state.loglikelihood, state.iterations,
        state.converged,
    )  # fmt: skip


def _start(found: Array, c: Array) -> Curves:
    """Return items of one discrimination whose difficulties are the logits of their shares."""
    given = (~np.isnan(found)).sum(axis=0)
    share = (np.nansum(found, axis=0) + HALVES) / (given + 2 * HALVES)
    above = np.clip((share - c) / (1 - c), 0.02, 0.98)
    return Curves(np.zeros(len(c)), -np.log(above / (1 - above)), c)


def _unknown(state: em.Fit) -> tuple[Array, Array, Array]:
    nothing = np.full(len(state.curves.b), np.nan)
    return nothing, nothing, state.spread
