"""Marginal maximum likelihood: an EM algorithm in which abilities are integrated out on a grid.

Three things make it quick and right for tests from thirty items to thousands. The population's mean and spread are set
free in each step and the scale is moved back afterwards (parameter expansion): without that, a long test converges
hundreds of times slower. The grid follows the respondents: it covers where they are, and its spacing is at most the
smallest posterior spread, for a coarser one makes abilities of long tests wrong and their errors far too small. And
difficulties share a normal prior whose mean and spread are estimated with them, so that items which everyone got right
stay where items of this test are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vantage.psychometrics.curves import Curves
from vantage.stats.metrics import Array, Ints

LOG_A_SPREAD = 0.35  # of the prior of log a: with few answers an item, a looser one does not converge
REACH = 6.0  # posterior spreads that the grid extends beyond everyone's ability
FEWEST, MOST = 41, 1001  # nodes
EDGE_B, EDGE_A = 8.0, 3.0  # b is kept within ±EDGE_B, log a within ±EDGE_A: without a prior, some have no estimate
STEP = 1.0  # the longest move of a parameter in one iteration
TOLERANCE = 1e-4
ITERATIONS = 1000
PATIENT = 25  # iterations of whole steps; items below their floor may jump to and fro, which half steps end
SETTLE = 4  # iterations before the grid first follows the respondents
SMALL = 5  # a group of fewer has too few to estimate its spread


@dataclass(frozen=True)
class Prior:
    """Normal priors that items share; a spread of infinity is no prior."""

    log_a: float = 0.0
    log_a_spread: float = np.inf
    b: float = 0.0
    b_spread: float = np.inf


@dataclass(frozen=True)
class Groups:
    """The populations that respondents come from; the first has mean 0 and spread 1, which sets the scale."""

    of: Ints
    mean: Array
    spread: Array

    @classmethod
    def begun(cls, of: Ints) -> Groups:
        """Return groups as they are before anything is known."""
        number = int(of.max(initial=0)) + 1
        return cls(of, np.zeros(number), np.ones(number))


@dataclass(frozen=True)
class Answers:
    """The matrix of answers, nan replaced by 0, and which of them were given; None where all were."""

    right: Array
    given: Array | None

    @classmethod
    def of(cls, responses: Array) -> Answers:
        """Return the answers in a matrix with nan."""
        missing = np.isnan(responses)
        return cls(np.where(missing, 0.0, responses), (~missing).astype(float) if missing.any() else None)


@dataclass(frozen=True)
class Fit:
    """Where the algorithm stands: items, populations, and each respondent's posterior on the grid."""

    curves: Curves
    groups: Groups
    prior: Prior
    grid: Array
    posterior: Array  # (respondents, nodes)
    loglikelihood: float
    iterations: int
    converged: bool

    @property
    def theta(self) -> Array:
        """The mean of each posterior."""
        found: Array = self.posterior @ self.grid
        return found

    @property
    def spread(self) -> Array:
        """The spread of each posterior, with the items taken as known."""
        found: Array = np.sqrt(np.maximum(self.posterior @ self.grid**2 - self.theta**2, 0))
        return found


def fit(
    answers: Answers, curves: Curves, groups: Groups, prior: Prior, tied: bool, iterations: int = ITERATIONS
) -> Fit:
    """Return the fit of items and populations; where `tied`, all items share one discrimination."""
    state = expected(answers, curves, groups, prior, np.linspace(-REACH, REACH, FEWEST))
    settled = False  # whether the grid has followed since the items last moved much
    for number in range(1, iterations + 1):
        moved, prior = _maximised(answers, state, tied, 1.0 if number <= PATIENT else 0.5)
        groups, mean, spread = _populations(state)
        moved = moved.moved(mean, spread)
        prior = replace(prior, log_a=prior.log_a + np.log(spread), b=(prior.b - mean) / spread,
                        b_spread=prior.b_spread / spread)  # fmt: skip
        grid = state.grid
        done = _change(moved, state.curves) < TOLERANCE
        if number == SETTLE or (done and not settled):
            grid = _grid(answers, moved, groups, (state.theta - mean) / spread, state.spread / spread)
            settled = done
        state = expected(answers, moved, groups, prior, grid)
        if done and settled:
            return replace(state, iterations=number, converged=True)
    return replace(state, iterations=iterations)


def expected(answers: Answers, curves: Curves, groups: Groups, prior: Prior, grid: Array) -> Fit:
    """Return each respondent's posterior over the grid."""
    right = curves.shapes(grid).right
    wrong = np.log1p(-right)
    told = answers.right @ (np.log(right) - wrong)
    told += wrong.sum(axis=0) if answers.given is None else answers.given @ wrong
    told += _log_density(grid, groups)[groups.of]
    top = told.max(axis=1, keepdims=True)
    posterior = np.exp(told - top)
    whole = posterior.sum(axis=1, keepdims=True)
    posterior /= whole
    return Fit(curves, groups, prior, grid, posterior, float((top + np.log(whole)).sum()), 0, False)


def _log_density(grid: Array, groups: Groups) -> Array:
    """Return the logarithm of the weight of each node in each population: (groups, nodes)."""
    z = (grid - groups.mean[:, None]) / groups.spread[:, None]
    step = grid[1] - grid[0]
    density: Array = -0.5 * z**2 - np.log(groups.spread[:, None]) + np.log(step / np.sqrt(2 * np.pi))
    return density


@dataclass(frozen=True)
class Slopes:
    """What the expected answers say of each item: the gradient of its parameters and their information.

    The information is what is expected of such abilities; where `observed`, that of the answers as they are.
    """

    log_a: Array
    b: Array
    aa: Array
    ab: Array
    bb: Array


def slopes(answers: Answers, state: Fit, observed: bool = False) -> Slopes:
    """Return gradient and information of the expected complete-data likelihood, without priors."""
    shapes, a = state.curves.shapes(state.grid), state.curves.a
    n = state.posterior.sum(axis=0) if answers.given is None else answers.given.T @ state.posterior
    residual = answers.right.T @ state.posterior - n * shapes.right
    pulled, weight = residual * shapes.pull, n * shapes.weight - observed * residual * shapes.bend
    log_a, b = (pulled * shapes.z).sum(axis=1), -a * pulled.sum(axis=1)
    return Slopes(
        log_a,
        b,
        (weight * shapes.z**2).sum(axis=1) - observed * log_a,
        -a * (weight * shapes.z).sum(axis=1) - observed * b,
        a**2 * weight.sum(axis=1),
    )


def _change(one: Curves, other: Curves) -> float:
    """Return by how much an item's parameters differ at most."""
    return float(max(np.abs(one.log_a - other.log_a).max(initial=0), np.abs(one.b - other.b).max(initial=0)))


def _maximised(answers: Answers, state: Fit, tied: bool, pace: float) -> tuple[Curves, Prior]:
    """Return the items after one scoring step, and their prior as it then is."""
    found, curves, prior = slopes(answers, state), state.curves, state.prior
    step_a, step_b, var_b = _tied(found, prior, curves) if tied else _free(found, prior, curves)
    step_a, step_b = (np.clip(pace * step, -STEP, STEP) for step in (step_a, step_b))
    log_a = np.clip(curves.log_a + step_a, -EDGE_A, EDGE_A)
    b = np.clip(curves.b + step_b, -EDGE_B, EDGE_B)
    if np.isfinite(prior.b_spread):
        # The uncertainty of each b belongs in the spread: estimates alone lie too close together.
        mean = float(b.mean())
        prior = replace(prior, b=mean, b_spread=max(0.1, float(np.sqrt(((b - mean) ** 2 + var_b).mean()))))
    if np.isfinite(prior.log_a_spread):
        prior = replace(prior, log_a=float(log_a.mean()))
    return Curves(log_a, b, curves.c), prior


def _free(found: Slopes, prior: Prior, curves: Curves) -> tuple[Array, Array, Array]:
    """Return the step of each item's parameters, and the variance of its difficulty."""
    grad_a = found.log_a - _volume(found, prior) - (curves.log_a - prior.log_a) / prior.log_a_spread**2
    grad_b = found.b - (curves.b - prior.b) / prior.b_spread**2
    aa = found.aa + prior.log_a_spread**-2 + 1e-9
    bb = found.bb + prior.b_spread**-2 + 1e-9
    whole = np.maximum(aa * bb - found.ab**2, 1e-12)
    return (bb * grad_a - found.ab * grad_b) / whole, (aa * grad_b - found.ab * grad_a) / whole, aa / whole


def _tied(found: Slopes, prior: Prior, curves: Curves) -> tuple[Array, Array, Array]:
    """Return the steps where log a is one number: that of b given a, and of a given what b then does."""
    grad_b = found.b - (curves.b - prior.b) / prior.b_spread**2
    bb = found.bb + prior.b_spread**-2 + 1e-9
    whole = (found.aa - found.ab**2 / bb).sum()
    step = float((found.log_a - _volume(found, prior) - found.ab * grad_b / bb).sum() / max(whole, 1e-9))
    return np.full(len(bb), step), (grad_b - found.ab * step) / bb, 1 / bb


def _volume(found: Slopes, prior: Prior) -> Array:
    """Return by how much the volume of what b may be shrinks as log a grows.

    Difficulties are integrated over, by Laplace, while discriminations are estimated. Taken at their best values
    instead, hundreds of them would draw the unit of the scale after themselves.
    """
    if not np.isfinite(prior.b_spread):
        return np.zeros(len(found.b))
    share: Array = found.bb / (found.bb + prior.b_spread**-2)
    return share


def _populations(state: Fit) -> tuple[Groups, float, float]:
    """Return the populations on the scale on which the first is standard, and that one's mean and spread before."""
    theta, spread, groups = state.theta, state.spread, state.groups
    size = np.bincount(groups.of, minlength=len(groups.mean))
    mean = np.bincount(groups.of, theta, len(size)) / size
    square = np.bincount(groups.of, spread**2 + (theta - mean[groups.of]) ** 2, len(size)) / size
    wide = np.sqrt(np.maximum(square, 0.01))
    wide[1:] = np.where(size[1:] < SMALL, wide[0], wide[1:])
    first, unit = float(mean[0]), float(wide[0])
    return Groups(groups.of, (mean - first) / unit, wide / unit), first, unit


def _grid(answers: Answers, curves: Curves, groups: Groups, theta: Array, spread: Array) -> Array:
    """Return nodes that cover all respondents, no further apart than the most precise posterior is wide."""
    told = curves.information(theta)
    precision = (told if answers.given is None else told * answers.given).sum(axis=1)
    exact = 1 / np.sqrt(precision + groups.spread[groups.of] ** -2)
    wide = np.maximum(exact, spread)
    low, high = float((theta - REACH * wide).min()), float((theta + REACH * wide).max())
    nodes = int(np.clip(np.ceil((high - low) / exact.min()) + 1, FEWEST, MOST))
    return np.linspace(low, high, nodes)
