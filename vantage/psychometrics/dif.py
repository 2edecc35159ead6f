"""Does an item, or a task, mean the same for people and for models?

Of equal ability, people and models should be right equally often. Where they are not, the item functions differently:
models may know the answer from elsewhere, or lack what people bring. The difference of an item is a shift of its
difficulty in logits; that of a task is in points, with an interval over all who answered and all items.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vantage.psychometrics.responses import Responses
from vantage.psychometrics.scale import Scale
from vantage.stats import inference
from vantage.stats.inference import Interval
from vantage.stats.metrics import Array, Bools, Ints
from vantage.stats.two_way import two_way_mean

LARGE = 0.64  # logits: from which on the Educational Testing Service calls a difference large (1.5 of its deltas)


@dataclass(frozen=True)
class ItemDif:
    """By how much each item is harder for models than for people of the same ability, in logits."""

    shift: Array
    error: Array
    p: Array  # corrected by Benjamini and Hochberg over all items; nan where an item cannot tell


def of_items(scale: Scale, responses: Responses) -> ItemDif:
    """Return the differential functioning of each item; nan where people or models did not answer it."""
    gradient, told = _scores(scale, responses.credit)
    shifts, noise = [], []
    for group in (responses.people, ~responses.people):
        weight = told[group].sum(axis=0)
        shifts.append(
            np.divide(gradient[group].sum(axis=0), weight, out=np.full(len(weight), np.nan), where=weight > 0)
        )
        noise.append(np.divide(1, weight, out=np.full(len(weight), np.nan), where=weight > 0))
    shift, error = shifts[0] - shifts[1], np.sqrt(noise[0] + noise[1])
    return ItemDif(shift, error, _corrected(np.abs(shift / error)))


def _scores(scale: Scale, credit: Array) -> tuple[Array, Array]:
    """Return, for each answer, the slope of its likelihood as the item gets easier by a logit, and its information."""
    shapes, given = scale.curves.shapes(scale.theta), ~np.isnan(credit)
    residual = np.where(given, np.nan_to_num(credit) - shapes.right.T, 0.0)
    return residual * shapes.pull.T, np.where(given, shapes.weight.T, 0.0)


def _corrected(z: Array) -> Array:
    from scipy.special import ndtr

    known = ~np.isnan(z)
    p = np.full(len(z), np.nan)
    p[known] = inference.benjamini_hochberg(2 * ndtr(-z[known])) if known.any() else []
    return p


def of_tasks(scale: Scale, responses: Responses) -> dict[str, Interval]:
    """Return for each task how many points models are above people, beyond what their abilities explain."""
    residual = responses.credit - scale.curves.right(scale.theta)
    given = ~np.isnan(responses.credit)
    found = {}
    for task in dict.fromkeys(responses.tasks):
        inside = given & np.array([one == task for one in responses.tasks])
        who, what = np.nonzero(inside)
        model: Bools = np.logical_not(responses.people[who])
        if model.any() and not model.all():
            found[task] = _contrast(residual[who, what], model, who, responses.clusters[what])
    return found


def _contrast(values: Array, model: Bools, who: Ints, what: Ints) -> Interval:
    """Return the mean of models less that of people, as the mean of values weighted for it."""
    n, models = len(values), int(model.sum())
    means = values[model].mean(), values[~model].mean()
    # With these weights the mean of all is the difference, and each group's spread stays its own.
    away = np.where(model, n / models * (values - means[0]), -n / (n - models) * (values - means[1]))
    return two_way_mean(away + means[0] - means[1], who, what)
