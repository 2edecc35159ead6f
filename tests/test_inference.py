"""Statistics against values computed elsewhere, and by simulation: do intervals cover, do tests keep their level?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from benchmarks import intervals
from vantage import seeds
from vantage.stats import inference, metrics, trends

SHARES = np.linspace(0.05, 0.95, 19)


def rng(*path: str | int) -> np.random.Generator:
    return seeds.generator("test_statistics", *path)


def scenes(share: float, alike: float, count: int, runs: int, draw: np.random.Generator) -> NDArray[np.int64]:
    """Right answers (runs, scenes) of four variants each; `alike` is how strongly a scene's variants agree, 0 to 1."""
    if alike in (0, 1):
        own = np.full((runs, count), share) if alike == 0 else (draw.random((runs, count)) < share).astype(float)
    else:
        own = draw.beta(share * (1 - alike) / alike, (1 - share) * (1 - alike) / alike, (runs, count))
    return draw.binomial(4, own)


def worth(totals: NDArray[np.int64]) -> NDArray[np.float64]:
    """How many independent answers each row of scenes with four answers is worth."""
    runs, count = totals.shape
    right = (np.arange(4) < totals[:, :, None]).reshape(runs, -1)
    group, cluster = np.repeat(np.arange(runs), 4 * count), np.tile(np.repeat(np.arange(count), 4), runs)
    return inference.effective_sizes(group, cluster, right.ravel(), [4 * count] * runs)


def test_many_groups_at_once_are_worth_what_each_is_alone() -> None:
    totals = scenes(0.4, 0.3, 20, 5, rng("design"))
    assert worth(totals).tolist() == pytest.approx([inference.effective_n(*answers(one)) for one in totals])


def test_clusters_that_agree_are_worth_one_answer_each() -> None:
    assert inference.effective_n(*answers(np.array([0, 4] * 10))) == pytest.approx(20, rel=0.06)
    assert inference.effective_n(*answers(np.full(20, 4))) == 20, "all the same: nothing can be seen"
    assert inference.effective_n([], []) == 0
    assert inference.effective_n([0, 1, 0, 1], range(4), [7, 7, 8, 8]) == 2, "two items"


def answers(right: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The single answers and their scenes, for counts of right answers out of four."""
    return (np.arange(4) < right[:, None]).astype(np.int64).ravel(), np.repeat(np.arange(len(right)), 4)


@pytest.mark.parametrize("n", [30, 100, 500, 3000])
def test_wilson_covers_independent_answers(n: int) -> None:
    right = rng("wilson", n).binomial(n, SHARES[:, None], (len(SHARES), 4000))
    low, high = metrics.wilson(right, n)
    assert 0.93 < np.mean((low <= SHARES[:, None]) & (SHARES[:, None] <= high)) < 0.97


@pytest.mark.parametrize("count", [8, 12, 20, 49, 150, 500])
@pytest.mark.parametrize("alike", [0.0, 0.1, 0.3, 0.6, 1.0])
def test_effective_wilson_covers_answers_in_scenes(count: int, alike: float) -> None:
    draw = rng("clusters", count, str(alike))
    covered = []
    for share in SHARES:
        totals = scenes(float(share), alike, count, 400, draw)
        right = totals.sum(axis=1)
        effective = worth(totals)
        low, high = metrics.wilson(right / (4 * count) * effective, effective)
        covered.append((low <= share) & (share <= high))
    assert 0.93 < np.mean(covered) < 0.98


CELLS = [
    intervals.Cell(10, 32, True, 0.5, 0.9),
    intervals.Cell(20, 32, True, 0.5, 0.97),
    intervals.Cell(20, 32, False, 0.8, 0.9),
    intervals.Cell(50, 32, False, 0.8, 0.97),
    intervals.Cell(10, 8, False, 0.5, 0.5),
    intervals.Cell(50, 4, True, 0.2, 0.75),
]


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_intervals_cover_where_clusters_are_few_large_and_unequal(cell: intervals.Cell) -> None:
    held, width = intervals.covered(cell, 1000, rng("cell", str(cell)))
    assert held > 0.925, "0.93 is promised, and 1,000 runs are known to 0.016"
    plain = metrics.wilson(cell.p * cell.clusters, cell.clusters)
    assert width < 1.6 * (plain[1] - plain[0]), "not by being wider than clusters of one answer each need"


@pytest.mark.parametrize("cell", CELLS[1::2], ids=str)
def test_paired_intervals_cover_where_clusters_are_few_large_and_unequal(cell: intervals.Cell) -> None:
    assert intervals.paired(cell, 300, rng("paired cell", str(cell)))[0] > 0.92


def test_a_variance_seen_in_few_clusters_is_worth_less() -> None:
    right, cluster = np.tile([1, 1, 1, 0, 0, 0, 0, 1], 3), np.repeat(np.arange(6), 4)
    few = inference.effective_n(right, cluster)
    many = inference.effective_n(np.tile(right, 40), np.arange(40 * 24) // 4)
    assert few < 0.9 * many / 40
    assert inference.effective_n(np.tile([1, 0], 30), np.arange(60)) == 60, "alone, answers are worth what they are"


@pytest.mark.parametrize("count", [50, 150, 500])
def test_the_cluster_bootstrap_covers_answers_in_scenes(count: int) -> None:
    draw = rng("bootstrap", count)
    covered = []
    for share in SHARES:
        totals = scenes(float(share), 0.3, count, 100, draw)
        drawn = inference.cluster_weights(count, draw, 500) @ totals.T / (4 * count)
        low, high = inference.percentile_ends(drawn, count)
        covered.append((low <= share) & (share <= high))
    assert 0.93 < np.mean(covered) < 0.97


@pytest.mark.parametrize(("n", "discordant"), [(200, 0.3), (1000, 0.15), (1000, 0.5)])
def test_mcnemar_keeps_its_level(n: int, discordant: float) -> None:
    draw = rng("mcnemar", n, str(discordant))
    disagree = draw.binomial(n, discordant, 40_000)
    first = draw.binomial(disagree, 0.5)
    exact, mid = inference.mcnemar(first, disagree - first)
    assert 0.04 < np.mean(mid < 0.05) < 0.06
    assert np.mean(exact < 0.05) <= 0.05


def test_mcnemar_agrees_with_the_binomial_test() -> None:
    assert [float(p) for p in inference.mcnemar(0, 0)] == [1, 1]
    for first, second in [(3, 3), (1, 9), (12, 4), (0, 7)]:
        exact, mid = (float(p) for p in inference.mcnemar(first, second))
        n = first + second
        assert exact == pytest.approx(stats.binomtest(first, n).pvalue)
        here = stats.binom.pmf(min(first, second), n, 0.5)
        assert mid == pytest.approx(1 - here / 2 if first == second else exact - here)


def test_effective_n_lies_between_the_scenes_and_the_answers() -> None:
    cluster = np.repeat(np.arange(10), 4)
    agree = np.repeat([1, 0] * 5, 4)
    assert inference.effective_n(agree, cluster) == 10
    assert inference.effective_n(np.tile([1, 1, 0, 0], 10), cluster) == 40
    assert inference.effective_n(np.ones(40), cluster) == 10, "where all agree, nothing speaks for independence"
    assert inference.effective_n(agree, np.arange(40)) == 40
    assert inference.effective_n([1, 0, 1], [7, 7, 7]) == 1
    assert inference.effective_n([], []) == 0


def test_the_same_answers_given_again_are_no_evidence() -> None:
    draw = rng("again")
    right, cluster, item = draw.integers(0, 2, 24), np.repeat(np.arange(6), 4), np.arange(24)
    once = inference.effective_n(right, cluster, item)
    assert once == inference.effective_n(right, cluster)
    again = [inference.effective_n(np.tile(right, 3), np.tile(cluster, 3), np.tile(item, 3)) for _ in range(2)]
    assert max(again) <= once + 1e-9
    # Few clusters whose answers happen to cancel out would pass for seventy-two answers.
    even = np.tile([1, 1, 0, 0], 18)
    assert inference.effective_n(even, np.tile(cluster, 3)) == 72
    assert inference.effective_n(even, np.tile(cluster, 3), np.tile(item, 3)) == 24


def test_a_proportion_says_what_it_rests_on() -> None:
    right = np.repeat([1, 1, 1, 0], 4)
    found = inference.proportion(right, np.repeat(["a", "b", "c", "d"], 4))
    low, high = metrics.wilson(3, 4)
    assert (found.value, found.n, found.clusters) == (0.75, 16, 4)
    assert (found.low, found.high) == pytest.approx((float(low), float(high)))
    alone = inference.proportion(right)
    assert (alone.method, alone.clusters) == ("Wilson", 16)
    assert alone.high - alone.low < found.high - found.low
    assert alone.above_chance(0.25).value == pytest.approx(2 / 3)
    assert math.isnan(inference.proportion([]).low)


def test_the_bootstrap_is_seeded_and_takes_any_function_of_sums() -> None:
    draw = rng("values")
    right, cluster = draw.integers(0, 2, (400, 2)), np.repeat(np.arange(100), 4)
    columns = np.column_stack([right, np.ones(400)])

    def gap(sums: metrics.Array) -> metrics.Array:
        return (sums[..., 0] - sums[..., 1]) / sums[..., 2]

    found = inference.cluster_bootstrap(columns, cluster, rng("same"), gap)
    assert found == inference.cluster_bootstrap(columns, cluster, rng("same"), gap)
    assert found.value == pytest.approx(right[:, 0].mean() - right[:, 1].mean())
    spread = np.std(np.bincount(cluster, right[:, 0] - right[:, 1]) / 4, ddof=1) / 10
    assert (found.high - found.low) / 2 == pytest.approx(1.98 * spread, rel=0.06)
    assert (found.n, found.clusters, found.method) == (400, 100, "cluster bootstrap")


def test_the_bootstrap_of_nothing_or_of_one_cluster_has_no_ends() -> None:
    assert math.isnan(inference.cluster_bootstrap(np.empty((0, 2)), [], rng("none")).value)
    found = inference.cluster_bootstrap([[1, 1], [0, 1]], ["a", "a"], rng("one"))
    assert found.value == 0.5
    assert math.isnan(found.low)
    with pytest.raises(ValueError, match="2 answers need as many clusters, not 1"):
        inference.cluster_bootstrap([[1, 1], [0, 1]], ["a"], rng("short"))


def test_replicates_without_a_number_are_left_out() -> None:
    drawn = np.array([[1.0, np.nan], [np.nan, np.nan], [3.0, np.nan]])
    low, high = inference.percentile_ends(drawn, 100)
    assert 1 <= low[0] < high[0] <= 3
    assert np.isnan([low[1], high[1]]).all()


@pytest.mark.parametrize("count", [10, 40, 300])
def test_paired_differences_cover(count: int) -> None:
    draw = rng("paired", count)
    covered = []
    for share, other in [(0.5, 0.5), (0.3, 0.45), (0.8, 0.7), (0.9, 0.9)]:
        firsts, seconds = (scenes(p, 0.3, count, 150, draw) for p in (share, other))
        for a, b in zip(firsts, seconds):
            first, cluster = answers(a)
            second = draw.permuted(answers(b)[0].reshape(-1, 4), axis=1).ravel()
            found = inference.paired_difference(first, second, cluster)
            covered.append(found.low <= share - other <= found.high)
    assert 0.93 < np.mean(covered) < 0.975


@pytest.mark.parametrize("alike", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("count", [20, 60, 300])
def test_the_paired_test_keeps_its_level_where_items_come_in_clusters(count: int, alike: float) -> None:
    draw = rng("paired level", count, str(alike))
    rejected = []
    for share in (0.3, 0.5, 0.9):
        firsts, seconds = (scenes(share, alike, count, 100, draw) for _ in range(2))
        for a, b in zip(firsts, seconds):
            second = draw.permuted(answers(b)[0].reshape(-1, 4), axis=1).ravel()
            rejected.append(inference.paired_p(answers(a)[0], second, answers(a)[1]) < 0.05)
    assert np.mean(rejected) < 0.08


def test_the_paired_test_says_what_the_interval_says() -> None:
    draw = rng("paired test")
    for known in np.linspace(0.3, 0.7, 30):
        first, second, cluster = draw.random(60) < known, draw.random(60) < 0.5, np.repeat(np.arange(20), 3)
        found = inference.paired_difference(first, second, cluster)
        assert (inference.paired_p(first, second, cluster) < 0.05) == (not found.low <= 0 <= found.high)
    assert inference.paired_p([], [], []) == 1


def test_a_paired_difference_takes_shares_of_right_answers() -> None:
    # Asked four times each: the first is right once more in half of the items, so by an eighth.
    first, second = np.tile([0.75, 0.5], 100), np.tile([0.5, 0.5], 100)
    found = inference.paired_difference(first, second, np.arange(200))
    assert found.value == 0.125
    assert 0.08 < found.low < 0.125 < found.high < 0.17, "a quarter of an item is not a whole one"


def test_a_comparison_of_two_models() -> None:
    draw = rng("compare")
    first, second = draw.random(400) < 0.7, draw.random(400) < 0.5
    found = inference.compare(first, second, np.arange(400), draw)
    assert found.difference.value == pytest.approx(first.mean() - second.mean())
    assert found.only_first - found.only_second == (first.sum() - second.sum())
    assert found.difference.low > 0
    assert max(found.exact_p, found.mid_p, found.permutation_p) < 0.001
    same = inference.compare(first, first, np.arange(400), draw)
    assert same.exact_p == same.permutation_p == 1
    assert same.difference.low < 0 < same.difference.high
    with pytest.raises(ValueError, match="the same items for both models, not 2 and 3"):
        inference.compare([1, 0], [1, 0, 1], [0, 1], draw)


def test_an_item_that_was_asked_again_is_one_item_to_mcnemar() -> None:
    first, second, item = np.array([1, 1, 1, 1, 0, 0]), np.array([0, 0, 0, 0, 0, 0]), np.arange(6)
    once = inference.compare(first, second, item, np.random.default_rng(1))
    again = inference.compare(
        np.tile(first, 8), np.tile(second, 8), np.tile(item, 8), np.random.default_rng(1), item=np.tile(item, 8)
    )
    assert (once.only_first, once.exact_p) == (again.only_first, again.exact_p) == (4, 0.125)
    assert once.mid_p == again.mid_p


def test_sign_flips_are_exact_where_few_clusters_differ() -> None:
    # Three clusters differ, all the same way: 2 of the 8 sign patterns are as extreme.
    assert inference.sign_flip_p([1, 1, 1, 0, 0], [0, 1, 2, 3, 3], rng("flip")) == 0.25
    assert inference.sign_flip_p([0, 0], [0, 1], rng("flip")) == 1


def test_random_sign_flips_agree_with_the_binomial_and_with_all_of_them() -> None:
    # Where every cluster is one item, flipping signs is the exact test of McNemar.
    d = np.repeat([1, -1, 0], [30, 17, 50])
    exact, _ = inference.mcnemar(30, 17)
    assert inference.sign_flip_p(d, np.arange(97), rng("flips"), 100_000) == pytest.approx(float(exact), abs=0.005)
    sums = np.array([3, -1, 2, 2, -1, 4, 1, 1, -2, 3, 1, -1, 2])
    signs = 1 - 2 * ((np.arange(2**13)[:, None] >> np.arange(13)) & 1)
    due = np.mean(np.abs(signs @ sums) >= abs(sums.sum()))
    assert inference.sign_flip_p(sums, np.arange(13), rng("flips"), 100_000) == pytest.approx(due, abs=0.005)


def test_sign_flips_keep_their_level_where_mcnemar_does_not() -> None:
    draw = rng("level")
    flips, naive = [], []
    for _ in range(300):
        # Both models are equally good, but all four variants of a scene go to the same one.
        d = np.repeat(draw.choice([-1, 0, 1], 60, p=[0.2, 0.6, 0.2]), 4)
        flips.append(inference.sign_flip_p(d, np.repeat(np.arange(60), 4), draw, 400) < 0.05)
        naive.append(inference.mcnemar((d > 0).sum(), (d < 0).sum())[1] < 0.05)
    assert np.mean(flips) < 0.08
    assert np.mean(naive) > 0.2


def test_the_smallest_difference_is_found_as_often_as_promised() -> None:
    n, discordant = 500, 0.3
    least = inference.smallest_difference(n, discordant)
    draw = rng("power")
    shares = [(discordant + least) / 2, (discordant - least) / 2, 1 - discordant]
    counts = draw.multinomial(n, shares, 20_000)
    _, mid = inference.mcnemar(counts[:, 0], counts[:, 1])
    assert np.mean(mid < 0.05) == pytest.approx(0.8, abs=0.02)
    assert inference.smallest_difference(4 * n, discordant) == pytest.approx(least / 2, rel=0.01)
    assert math.isnan(inference.smallest_difference(20, 0.05)), "more than the models disagree cannot differ"
    assert math.isnan(inference.smallest_difference(0, 0.5))


def test_benjamini_hochberg_agrees_with_scipy() -> None:
    p = rng("bh").random(50) ** 3
    assert inference.benjamini_hochberg(p).tolist() == pytest.approx(stats.false_discovery_control(p).tolist())
    assert inference.benjamini_hochberg([]).size == 0


def test_correlations_agree_with_scipy() -> None:
    draw = rng("correlation")
    x = draw.normal(size=40)
    y = x + draw.normal(size=40)
    pearson = trends.correlation([*x, np.nan], [*y, 1.0])
    expected = stats.pearsonr(x, y)
    ends = expected.confidence_interval()
    assert (pearson.value, pearson.p, pearson.n) == pytest.approx((expected.statistic, expected.pvalue, 40))
    assert (pearson.low, pearson.high) == pytest.approx((ends.low, ends.high))
    assert trends.correlation(x, y, "spearman").value == pytest.approx(stats.spearmanr(x, y).statistic)
    assert trends.correlation(x, y, "kendall").value == pytest.approx(stats.kendalltau(x, y).statistic)


@pytest.mark.parametrize(("kind", "true"), [("pearson", 0.6), ("spearman", 0.582), ("kendall", 0.410)])
def test_correlation_intervals_cover(kind: trends.Kind, true: float) -> None:
    # For normal pairs at r = 0.6, Spearman's is 6/pi asin(r/2), Kendall's 2/pi asin(r).
    draw = rng("coverage", kind)
    pairs = draw.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], (400, 25))
    found = [trends.correlation(*pair.T, kind) for pair in pairs]
    assert 0.92 < np.mean([one.low <= true <= one.high for one in found]) < 0.98


def test_too_few_or_constant_pairs_have_no_correlation() -> None:
    assert math.isnan(trends.correlation([1, 2], [2, 3]).value)
    assert math.isnan(trends.correlation([1, 1, 1, 1], [2, 3, 4, 5]).value)
    straight = trends.correlation([1, 2, 3, 4], [2, 4, 6, 8])
    assert straight.value == pytest.approx(1)
    assert math.isnan(straight.low)


def test_scaling_agrees_with_scipy() -> None:
    size = np.array([1, 2, 4, 8, 14, 38, 78.0])
    score = 0.1 + 0.3 * np.log10(size) + rng("scaling").normal(0, 0.05, 7)
    found, expected = trends.scaling(size, score), stats.linregress(np.log10(size), score)
    assert (found.slope, found.intercept, found.p) == pytest.approx(
        (expected.slope, expected.intercept, expected.pvalue)
    )
    half = stats.t.ppf(0.975, 5) * expected.stderr
    assert (found.low, found.high) == pytest.approx((expected.slope - half, expected.slope + half))
    assert found.at(10) == pytest.approx(expected.intercept + expected.slope)
    assert math.isnan(trends.scaling([1, 2], [0, 1]).slope)
    with pytest.raises(ValueError, match="above 0"):
        trends.scaling([0, 1, 2], [0, 1, 2])


def test_a_bend_is_found_where_an_ability_emerges() -> None:
    draw = rng("bend")
    size = np.array([1, 2, 3, 4, 7, 8, 14, 27, 38, 72.0])
    score = np.maximum(0, np.log10(size / 7)) + draw.normal(0, 0.03, 10)
    found = trends.bend(size, score, draw)
    assert found.p < 0.01
    assert 4 <= found.size <= 14
    assert abs(found.before) < 0.2 < found.after
    assert math.isnan(trends.bend([1, 2, 3], [0, 0, 1], draw).p)


def test_a_straight_line_seldom_seems_to_bend() -> None:
    draw = rng("straight")
    size = np.array([1, 2, 4, 8, 14, 38, 78.0])
    found = [trends.bend(size, 0.3 * np.log10(size) + draw.normal(0, 0.1, 7), draw, 300).p for _ in range(400)]
    assert 0.025 < np.mean(np.array(found) < 0.05) < 0.08
