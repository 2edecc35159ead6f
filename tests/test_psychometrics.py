"""One scale for items and those who answer them: known truth is found again, as sure as said, as others find it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.psychometrics import booklet_mask, error, inside, simulated
from vantage import seeds
from vantage.psychometrics import fit_1pl, fit_2pl
from vantage.psychometrics.classical import abilities, alpha, classical
from vantage.stats.two_way import two_way_proportion


def rng(*path: str | int) -> np.random.Generator:
    return seeds.generator("test psychometrics", *path)


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_the_2pl_agrees_with_the_package_mirt(missing: float) -> None:
    mirt = pytest.importorskip("mirt", reason="needs mirt 1.2, which is in the extra `dev`")
    answers = simulated(500, 60, rng("parity"))[0]
    answers[rng("missing").random(answers.shape) < missing] = np.nan
    theirs = mirt.fit_mirt(answers, "2PL", n_quadpts=61, tol=1e-5, max_iter=2000)
    ours = fit_2pl(answers, prior=False)
    assert ours.converged
    assert np.abs(theirs.model.parameters["discrimination"] - ours.a).max() < 0.01
    assert np.abs(theirs.model.parameters["difficulty"] - ours.b).max() < 0.01
    assert ours.loglikelihood == pytest.approx(theirs.log_likelihood, abs=0.01)
    assert ours.a_error / theirs.standard_errors["discrimination"] == pytest.approx(1, abs=0.02)
    assert ours.b_error / theirs.standard_errors["difficulty"] == pytest.approx(1, abs=0.02)


def test_a_fixed_floor_agrees_with_the_package_mirt() -> None:
    mirt = pytest.importorskip("mirt", reason="needs mirt 1.2, which is in the extra `dev`")
    answers = simulated(500, 25, rng("floor"), -0.3, 0.25)[0]
    start = {"guessing": np.full(25, 0.25)}
    theirs = mirt.fit_mirt(answers, "3PL", n_quadpts=61, tol=1e-5, start_values=start, fixed={"guessing": True})
    ours = fit_2pl(answers, 0.25, prior=False)
    assert np.abs(theirs.model.parameters["discrimination"] - ours.a).max() < 0.01
    assert np.abs(theirs.model.parameters["difficulty"] - ours.b).max() < 0.01


def test_long_tests_are_found_again_with_errors_that_hold() -> None:
    answers, theta, a, b = simulated(300, 600, rng("long"))
    scale = fit_2pl(answers)
    assert scale.converged
    assert scale.grid[1] - scale.grid[0] <= scale.theta_error.min(), "the grid is no coarser than abilities are known"
    assert np.corrcoef(b, scale.b)[0, 1] > 0.98
    assert np.corrcoef(theta, scale.theta)[0, 1] > 0.99
    for found, se, truth in ((scale.a, scale.a_error, a), (scale.b, scale.b_error, b)):
        assert 0.92 < inside(found, se, truth) < 0.98


@pytest.mark.parametrize(("people", "items", "floor"), [(40, 800, 0.0), (400, 40, 0.25), (60, 30, 0.25)])
def test_errors_hold_whatever_the_shape(people: int, items: int, floor: float) -> None:
    held = []
    for seed in range(8):
        answers, theta, a, b = simulated(people, items, rng("shape", people, seed), -0.5, floor)
        scale = fit_2pl(answers, floor)
        assert scale.converged
        pairs = ((scale.theta, scale.theta_error, theta), (scale.a, scale.a_error, a), (scale.b, scale.b_error, b))
        held.append([inside(*one) for one in pairs])
    theta_held, *items_held = np.mean(held, axis=0)
    assert items_held == pytest.approx([0.95, 0.95], abs=0.06)
    # Forty people share one error: where the population lies that they are a sample of.
    assert theta_held == pytest.approx(0.95, abs=0.05 if people > 50 else 0.12)


def test_booklets_with_few_answers_an_item_still_beat_classical_scores() -> None:
    asked, errors = booklet_mask(), []
    assert asked.sum() == 2130
    for seed in range(10):
        answers, theta, _, _ = simulated(*asked.shape, rng("booklets", seed), -1.0)
        answers[~asked] = np.nan
        for fit in (fit_2pl, fit_1pl) if seed < 2 else (fit_2pl,):
            scale = fit(answers)
            assert scale.converged
            assert np.abs(scale.b).max() < 5, "nothing runs away where everyone was right"
            here = (theta - theta.mean()) / theta.std()
            errors.append((error(scale.theta, here), error(abilities(answers), here)))
    ours, theirs = np.mean(errors, axis=0)
    assert ours < 0.45
    assert ours < theirs


def test_people_and_models_have_populations_of_their_own() -> None:
    draw = rng("groups")
    theta = np.concatenate([draw.normal(0, 1, 150), draw.normal(-1.5, 0.5, 60)])
    group = np.repeat([0, 1], [150, 60])
    b = draw.normal(-1, 1, 120)
    answers = (draw.random((210, 120)) < 1 / (1 + np.exp(b - theta[:, None]))).astype(float)
    answers[:150][draw.random((150, 120)) < 0.7] = np.nan
    scale = fit_2pl(answers, groups=group)
    assert scale.means == pytest.approx([0, -1.5], abs=0.3)
    assert scale.spreads == pytest.approx([1, 0.5], abs=0.15)
    assert error(scale.theta, theta) < 0.4
    pooled = fit_2pl(answers)
    assert abs(scale.theta[group == 1].mean() + 1.5) < 0.3
    assert pooled.means == pytest.approx([0])


def test_answers_may_be_shares_and_unfinished_fits_say_so() -> None:
    answers = simulated(60, 30, rng("shares"))[0]
    soft = np.where(answers > 0, 0.9, 0.1)
    assert np.corrcoef(fit_2pl(soft).b, fit_2pl(answers).b)[0, 1] > 0.99
    assert not fit_2pl(answers, iterations=2).converged


@pytest.mark.parametrize(
    ("answers", "more", "said"),
    [
        ([[1.0, 0.0]], {}, "at least 2 respondents"),
        ([[1.0, 2.0], [0.0, 1.0]], {}, "from 0"),
        ([[1.0, np.nan], [0.0, np.nan]], {}, "item 1, counted from 0, has no answer"),
        ([[np.nan, np.nan], [0.0, 1.0]], {}, "respondent 0"),
        ([[1.0, 0.0], [0.0, 1.0]], {"floor": 1.0}, "guessing floor"),
        ([[1.0, 0.0], [0.0, 1.0]], {"groups": [0, 2]}, "without gaps"),
    ],
)
def test_what_cannot_be_fitted_is_refused_in_one_sentence(answers: object, more: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        fit_2pl(answers, **more)  # type: ignore[arg-type]


def test_classical_numbers_are_the_textbooks_on_whole_data() -> None:
    answers = simulated(120, 20, rng("classical"))[0]
    found = classical(answers)
    k, variances, total = 20, answers.var(axis=0, ddof=1), answers.sum(axis=1)
    assert found.alpha == pytest.approx(k / (k - 1) * (1 - variances.sum() / total.var(ddof=1)))
    p = answers.mean(axis=0)
    assert found.alpha == pytest.approx(k / (k - 1) * (1 - (p * (1 - p)).sum() / total.var())), "it is KR-20"
    assert found.difficulty == pytest.approx(p)
    rests = [np.corrcoef(answers[:, item], total - answers[:, item])[0, 1] for item in range(k)]
    assert found.discrimination == pytest.approx(rests)
    assert found.split_half == pytest.approx(found.alpha, abs=0.05)


def test_reliability_of_booklets_is_that_of_a_booklet() -> None:
    answers = simulated(400, 60, rng("gaps"))[0]
    part = answers.copy()
    part[rng("gaps", 1).permuted(np.tile(np.arange(60), (400, 1)), axis=1) >= 30] = np.nan
    whole = alpha(answers)
    assert alpha(part) == pytest.approx(whole / (2 - whole), abs=0.03), "Spearman and Brown's for half the length"


@pytest.mark.parametrize("easy", [0.0, -2.0])
def test_two_way_intervals_cover_people_and_items_in_general(easy: float) -> None:
    draw, asked = rng("coverage", str(easy)), booklet_mask()
    z = draw.normal(size=(200_000, 2))
    truth = float((1 / (1 + np.exp(-(z[:, 0] - z[:, 1] - easy)))).mean())
    person, item = np.nonzero(asked)
    held = []
    for _ in range(300):
        logit = draw.normal(size=54)[person] - draw.normal(size=559)[item] - easy
        found = two_way_proportion(draw.random(len(logit)) < 1 / (1 + np.exp(-logit)), person, item)
        held.append(found.low <= truth <= found.high)
    assert 0.92 < np.mean(held) < 0.98


def test_two_way_intervals_of_few_or_equal_answers() -> None:
    same = two_way_proportion(np.ones(40), np.repeat(np.arange(4), 10), np.tile(np.arange(10), 4))
    assert same.high == 1
    assert same.low < 0.6, "four people who are always right are four people"
    assert np.isnan(two_way_proportion([], [], []).value)
    alone = two_way_proportion([1, 0, 1, 1], [0, 0, 0, 0], [0, 1, 2, 3])
    assert alone.high - alone.low > 0.6, "one person says little about people"
