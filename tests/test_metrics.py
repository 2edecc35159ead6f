"""Metrics against values computed by hand and by scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from vantage.stats import metrics

counts = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_accuracy_by_hand() -> None:
    assert metrics.accuracy([1, 0, 1, 1]) == 0.75
    assert math.isnan(metrics.accuracy([]))


def test_caa_by_hand() -> None:
    # Three right of four; two items with four options, two with two: (3 - 1.5) / (4 - 1.5).
    assert metrics.caa([1, 1, 1, 0], [0.25, 0.25, 0.5, 0.5]) == pytest.approx(0.6)
    assert math.isnan(metrics.caa([], []))


def test_caa_is_kappa_against_a_uniform_guesser() -> None:
    right = np.array([1, 1, 0, 1, 0, 1, 1, 1])
    expected, observed = 0.25, right.mean()
    assert metrics.caa(right, 0.25) == pytest.approx((observed - expected) / (1 - expected))


def test_a_guesser_scores_zero_a_perfect_model_one_and_an_avoider_less_than_zero() -> None:
    assert metrics.caa([1, 0, 0, 0], 0.25) == 0
    assert metrics.caa([1, 1, 1], [0.2, 0.5, 0]) == 1
    assert metrics.caa([0, 0], 0.25) == pytest.approx(-1 / 3)


def test_no_room_above_chance_is_no_number() -> None:
    assert np.isnan(metrics.above_chance([1.0, 0.5], [1.0, 1.0])).all()


@given(counts, st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_wilson_agrees_with_scipy(count: tuple[int, int], level: float) -> None:
    right, n = count
    interval = stats.binomtest(right, n).proportion_ci(level, method="wilson")
    low, high = metrics.wilson(right, n, level)
    assert (float(low), float(high)) == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_wilson_by_hand() -> None:
    low, high = metrics.wilson([0, 8, 10], 10)
    assert low.tolist() == pytest.approx([0, 0.4901625, 0.7224672], abs=1e-7)
    assert high.tolist() == pytest.approx([0.2775328, 0.9433178, 1], abs=1e-7)


def test_wilson_of_nothing_is_no_number_and_bad_counts_are_refused() -> None:
    assert np.isnan(metrics.wilson(0, 0)).all()
    with pytest.raises(ValueError, match="between 0 and the number"):
        metrics.wilson(3, 2)
    with pytest.raises(ValueError, match="between 0 and 1"):
        metrics.wilson(1, 2, level=95)


def test_failures_widen_the_range_downward_only() -> None:
    low, high = metrics.with_failures([6, 0], [8, 0], [2, 5])
    assert low.tolist() == pytest.approx([0.6, 0])
    assert high[0] == 0.75
    assert math.isnan(high[1])


@given(counts, st.sampled_from([0.2, 0.25, 1 / 3, 0.5]))
def test_binomial_p_is_twice_the_smaller_tail(count: tuple[int, int], chance: float) -> None:
    right, n = count
    tails = [stats.binomtest(right, n, chance, alternative=side).pvalue for side in ("less", "greater")]
    assert metrics.binomial_p(right, n, chance) == pytest.approx(min(1, 2 * min(tails)), abs=1e-12)


def test_binomial_p_of_broken_counts_errs_toward_silence() -> None:
    assert metrics.binomial_p(39.6, 100, 0.25) == metrics.binomial_p(39, 100, 0.25)
    assert metrics.binomial_p(10.4, 100, 0.25) == metrics.binomial_p(11, 100, 0.25)
    assert metrics.binomial_p(0, 0, 0.25) == 1


def test_binomial_p_rejects_a_true_null_at_most_as_often_as_it_says() -> None:
    draws = np.random.default_rng(1).binomial(120, 0.25, 2000)
    rejected = np.mean([metrics.binomial_p(int(x), 120, 0.25) < 0.05 for x in draws])
    assert 0.02 < rejected <= 0.05


def test_difference_p_is_the_chi_square_test() -> None:
    expected = stats.chi2_contingency([[30, 10], [18, 22]], correction=False).pvalue
    assert metrics.difference_p((30, 40), (18, 40)) == pytest.approx(expected)
    assert metrics.difference_p((0, 0), (3, 4)) == 1
    assert metrics.difference_p((4, 4), (9, 9)) == 1


def test_holm_by_hand() -> None:
    assert metrics.holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert metrics.holm([0.5, 0.6]).tolist() == pytest.approx([1.0, 1.0])
    assert metrics.holm([]).size == 0


def test_mra_at_the_border_is_out_in_the_paper_and_in_in_the_code() -> None:
    value = [10, 10.5, 9, 5, 4.9, 25]
    assert metrics.mra(value, 10).tolist() == pytest.approx([1, 0.9, 0.8, 0, 0, 0])
    assert metrics.mra(value, 10, "code").tolist() == pytest.approx([1, 1, 0.9, 0.1, 0, 0])
    assert metrics.mra([-10.5, 10.5], -10).tolist() == pytest.approx([0.9, 0])
    assert metrics.mra([0, 0.1], 0).tolist() == [1, 0]
    with pytest.raises(ValueError, match="there are paper, code"):
        metrics.mra(1, 1, "both")


def test_f1_by_hand() -> None:
    assert metrics.f1([1, 1, 1, 0, 0], [1, 1, 0, 1, 0]) == pytest.approx(2 / 3)
    assert metrics.f1([1, 0], [0, 0]) == 0
    assert math.isnan(metrics.f1([0, 0], [0, 0]))


def test_consistency_tells_apart_what_was_done_to_the_question() -> None:
    # Right or wrong by the relation that is asked, however the question is put; then the other way round.
    relation, wording = [[1, 0, 1, 0]] * 3, [[1, 1, 0, 0]] * 3
    assert metrics.pairwise_consistency(relation) == {"symmetric": 0, "syntactic": 1, "cross": 0, "all": 1 / 3}
    assert metrics.pairwise_consistency(wording) == {"symmetric": 1, "syntactic": 0, "cross": 0, "all": 1 / 3}
    assert metrics.pairwise_consistency([[1, 1], [1, 0]]) == {"symmetric": 0.5, "all": 0.5}
    # Sets of two add symmetric pairs alone, however many they are: each kind of pair counts alike.
    both = metrics.pairwise_consistency(relation, [[1, 1], [0, 0]] * len(relation))
    assert both == {"symmetric": 0.5, "syntactic": 1, "cross": 0, "all": 0.5}
    assert metrics.pairwise_consistency(relation, np.zeros((0, 2))) == metrics.pairwise_consistency(relation)


def test_perfect_sets_and_patterns() -> None:
    right = [[1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 0], [1, 0, 1, 1]]
    assert metrics.perfect_rate(right) == 0.5
    found = metrics.patterns(right)
    assert len(found) == 16
    assert {pattern for pattern, count in found.items() if count} == {"CCCC", "WWWW", "CCCW", "CWCC"}
    assert sum(found.values()) == 4
