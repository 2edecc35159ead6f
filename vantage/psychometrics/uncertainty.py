"""Standard errors of items and abilities from the observed information of the marginal likelihood.

By Louis (1982) that is the information of the completed data, D, less what is lost because abilities are not seen: the
posterior covariance of each respondent's scores. Over a posterior, scores are smooth functions of ability, so a few
orthogonal polynomials hold nearly all of that covariance, U Uᵀ. Only a matrix as wide as there are respondents times
polynomials is inverted (Woodbury), which is why two thousand items cost no more than fifty.
"""

from __future__ import annotations

import numpy as np

from vantage.psychometrics.em import Answers, Fit, Slopes, slopes
from vantage.stats.metrics import Array

POLYNOMIALS = 4  # for tests of any length
LONG = 200  # answers of a respondent, from which on the posterior is so narrow that two do
RIDGE = 1e-6


def errors(answers: Answers, state: Fit, tied: bool) -> tuple[Array, Array, Array]:
    """Return the standard errors of discriminations, difficulties and abilities."""
    told = answers.right.shape[1] if answers.given is None else answers.given.sum(axis=1).min()
    degree = 2 if told >= LONG else POLYNOMIALS
    lost_a, lost_b = _lost(answers, state, degree)
    free_a, free_b = _free(answers, state, tied)
    u = np.concatenate([np.concatenate(pair, axis=1) for pair in ((lost_a, free_a), (lost_b, free_b))])
    items, people = len(state.curves.b), len(state.theta)
    u = np.concatenate([u[:items].sum(axis=0, keepdims=True), u[items:]]) if tied else u
    blocks = _Tied(answers, state) if tied else _Apart(answers, state)
    # In no direction is less known than where the population lies.
    least = float(np.clip((state.spread / state.groups.spread[state.groups.of]) ** 2, RIDGE, 1).mean())
    variance, widening = (_by_items if u.shape[0] < u.shape[1] else _by_respondents)(blocks, u, least, people)
    log_a, b = np.sqrt(variance[:-items]), np.sqrt(variance[-items:])
    # A change of an item moves an ability by the first polynomial's part of its score: the delta method.
    return np.broadcast_to(log_a, (items,)) * state.curves.a, b, state.spread * np.sqrt(widening)


def _by_respondents(blocks: _Apart | _Tied, u: Array, least: float, people: int) -> tuple[Array, Array]:
    """Return the diagonal of (D − U Uᵀ)⁻¹, and that of (1 − Uᵀ D⁻¹ U)⁻¹ for the respondents' first polynomial."""
    du = blocks.solve(u)
    left, axes = np.linalg.eigh(np.eye(u.shape[1]) - u.T @ du)
    turned = axes / np.sqrt(np.maximum(left, least))
    return blocks.diagonal() + ((du @ turned) ** 2).sum(axis=1), (turned[:people] ** 2).sum(axis=1)


def _by_items(blocks: _Apart | _Tied, u: Array, least: float, people: int) -> tuple[Array, Array]:
    """Return the same, for tests that are short beside the number of respondents."""
    root = np.linalg.cholesky(blocks.solve(np.eye(len(u))))
    left, axes = np.linalg.eigh(np.eye(len(u)) - (inner := root.T @ u) @ inner.T)
    turned = root @ (axes / np.sqrt(np.maximum(left, least)))
    return (turned**2).sum(axis=1), 1 + ((u[:, :people].T @ turned) ** 2).sum(axis=1)


def _lost(answers: Answers, state: Fit, degree: int) -> tuple[Array, Array]:
    """Return each polynomial's part of the scores of log a and of b: (items, degree × respondents) each."""
    shapes, a = state.curves.shapes(state.grid), state.curves.a
    parts_a: list[Array] = []
    parts_b: list[Array] = []
    for weights in _polynomials(state, degree):
        for parts, factor in ((parts_a, shapes.pull * shapes.z), (parts_b, -a[:, None] * shapes.pull)):
            given = answers.right.T * (factor @ weights.T)
            due = (factor * shapes.right) @ weights.T
            parts.append(given - (due if answers.given is None else answers.given.T * due))
    return np.concatenate(parts_a, axis=1), np.concatenate(parts_b, axis=1)


def _free(answers: Answers, state: Fit, tied: bool) -> tuple[Array, Array]:
    """Return, as further columns of U, what the priors only seem to tell.

    Their means, and how widely b spreads, are estimated too. And the prior of b, which draws difficulties together,
    says nothing about the unit of the scale: that comes from the population alone.
    """
    prior, items, b = state.prior, len(state.curves.b), state.curves.b
    nothing, level = np.zeros(items), np.full(items, items**-0.5)
    away = b - prior.b
    wide = away / max(float(np.linalg.norm(away)), RIDGE)
    pull = np.sqrt(max(float(slopes(answers, state).b @ b), 0.0)) / items**0.5
    mean = nothing if tied else level / prior.log_a_spread
    log_a = np.stack([mean, pull * level, nothing, nothing], axis=1)
    return log_a, np.stack([nothing, nothing, level / prior.b_spread, wide / prior.b_spread], axis=1)


def _polynomials(state: Fit, degree: int) -> list[Array]:
    """Return the posterior times each orthonormal polynomial of it, (respondents, nodes), from the first degree on."""
    posterior = state.posterior
    spread = np.maximum(state.spread, 1e-9)[:, None]
    z = (state.grid - state.theta[:, None]) / spread
    basis = [np.ones_like(z)]
    for _ in range(degree):
        one = basis[-1] * z
        for _ in range(2):  # once more, for what rounding left
            for other in basis:
                one = one - (posterior * one * other).sum(axis=1, keepdims=True) * other
        size = np.sqrt((posterior * one**2).sum(axis=1, keepdims=True))
        basis.append(np.divide(one, size, out=np.zeros_like(one), where=size > 1e-8))
    return [posterior * one for one in basis[1:]]


class _Apart:
    """D where each item has two parameters: a block for each item."""

    def __init__(self, answers: Answers, state: Fit) -> None:
        aa, ab, bb = self._blocks(slopes(answers, state, observed=True), state)
        # Where the answers at hand bend the wrong way, what is expected of such answers stands in.
        usual = self._blocks(slopes(answers, state), state)
        odd = (aa <= 0) | (bb <= 0) | (aa * bb - ab**2 <= 0.1 * aa * bb)
        aa, ab, bb = (np.where(odd, other, one) for one, other in zip((aa, ab, bb), usual))
        whole = np.maximum(aa * bb - ab**2, RIDGE**2)
        self._aa, self._ab, self._bb = bb / whole, -ab / whole, aa / whole

    @staticmethod
    def _blocks(found: Slopes, state: Fit) -> tuple[Array, Array, Array]:
        prior = state.prior
        return found.aa + prior.log_a_spread**-2 + RIDGE, found.ab, found.bb + prior.b_spread**-2 + RIDGE

    def diagonal(self) -> Array:
        """Return the diagonal of the inverse."""
        return np.concatenate([self._aa, self._bb])

    def solve(self, u: Array) -> Array:
        """Return the inverse times `u`."""
        a, b = u[: len(self._aa)], u[len(self._aa) :]
        aa, ab, bb = self._aa[:, None], self._ab[:, None], self._bb[:, None]
        return np.concatenate([aa * a + ab * b, ab * a + bb * b])


class _Tied:
    """D where log a is one parameter, the first, that goes together with every difficulty."""

    def __init__(self, answers: Answers, state: Fit) -> None:
        found = slopes(answers, state, observed=True)
        self._bb = found.bb + state.prior.b_spread**-2 + RIDGE
        self._ab = found.ab
        self._a = 1 / max(float((found.aa - found.ab**2 / self._bb).sum()), RIDGE)

    def diagonal(self) -> Array:
        """Return the diagonal of the inverse."""
        return np.concatenate([[self._a], 1 / self._bb + self._a * (self._ab / self._bb) ** 2])

    def solve(self, u: Array) -> Array:
        """Return the inverse times `u`."""
        ratio = (self._ab / self._bb)[:, None]
        first = self._a * (u[:1] - (ratio * u[1:]).sum(axis=0, keepdims=True))
        return np.concatenate([first, u[1:] / self._bb[:, None] - ratio * first])
