from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.brute_block_count import agrees
from tests.drafts import assert_agreement, assert_shut, draft_of, drafts_of, truth_of
from vantage.item import Number
from vantage.render import stacks
from vantage.shapes import piles, solids
from vantage.task import Refused, slot
from vantage.tasks.block_count import HIGHEST, LEAST_PIXELS, TARGETS, TIERS, Params, task

drafts = partial(drafts_of, task, 108)


def test_both_solvers_and_brute_force_agree_on_the_slot_s_count() -> None:
    assert_agreement(task, drafts())
    for where, made in drafts():
        assert where.letter == ""
        assert made.answer == Number(float(where.target), "blocks", "exact")


def test_every_tier_asks_for_every_count() -> None:
    slots = [slot(task, ("test",), "train", index) for index in range(54 * 9)]
    counts = Counter((where.tier, where.target) for where in slots)
    assert len(counts) == 3 * len(TARGETS)


def test_the_pile_belongs_to_the_split() -> None:
    for where, made in drafts():
        assert where.allows(made.situation)
        turned = np.rot90(np.array(made.truth["heights"])).tolist()
        assert made.situation == piles.situation(tuple(map(tuple, turned)))


def test_every_stack_shows_its_top_and_the_pile_hangs_together() -> None:
    for _, made in drafts()[:45]:
        (drawing,) = made.drawings
        assert min(stacks.top_pixels(drawing)) >= LEAST_PIXELS
        assert solids.connected((x, y, 0) for x, y, _ in piles.columns(drawing.heights))
        assert max(map(max, drawing.heights)) <= HIGHEST


def visible_share(top: tuple[int, int, int], truth: dict[str, Any], rays: int = 40) -> float:
    """Return how much of a stack's top (x, y, height) has a free way to the camera, walking it in small steps."""
    a, e = np.radians([truth["azimuth"], truth["elevation"]])
    towards = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
    heights = np.pad(np.array(truth["heights"]), 8)
    u, v = np.meshgrid(*[(np.arange(rays) + 0.5) / rays] * 2)
    start = np.stack([top[0] + u, top[1] + v, np.full_like(u, top[2])], axis=2).reshape(-1, 3)
    way = start + np.arange(0.001, 8, 0.02)[:, None, None] * towards
    x, y = (np.floor(way[..., axis]).astype(int).clip(-8, 11) + 8 for axis in (0, 1))
    return float(
        (heights[y.clip(0, len(heights) - 1), x.clip(0, heights.shape[1] - 1)] <= way[..., 2]).all(axis=0).mean()
    )


def test_of_every_top_at_least_30_percent_is_visible() -> None:
    for _, made in drafts()[:9]:
        (drawing,) = made.drawings
        shares = piles.top_shares(drawing.heights, drawing.azimuth, drawing.elevation)
        assert min(shares) >= 0.3
        least = int(np.argmin(shares))
        assert abs(visible_share(piles.columns(drawing.heights)[least], made.truth) - shares[least]) < 0.03


def test_side_doors_stay_shut() -> None:
    assert_shut(task, drafts())


def test_tiers_differ_in_how_much_is_hidden() -> None:
    for where, made in drafts():
        share = made.tags["hidden"] / made.answer.value  # type: ignore[union-attr]
        assert any(least <= share < most for least, most in TIERS[where.tier].hidden)
    assert {made.tags["hidden"] for where, made in drafts() if where.tier == "easy"} <= {0, 1}
    assert min(made.tags["hidden"] for where, made in drafts() if where.tier == "hard") >= 3


def test_all_places_that_a_pile_can_take_are_drawn_apart() -> None:
    assert max(max(size) for tier in TIERS.values() for size in tier.footprints) <= solids.FAR + 1
    assert HIGHEST <= solids.FAR + 1


def test_solve_does_not_look_at_the_heights() -> None:
    for where, made in drafts()[:20]:
        truth = truth_of(made)
        truth["heights"] = [[0] * len(row) for row in truth["heights"]]
        assert task.solve(truth) == Number(float(where.target), "blocks", "exact")
        assert agrees(truth) == -1


def test_a_top_that_lies_nowhere_is_refused() -> None:
    truth = truth_of(drafts()[0][1])
    truth["tops"][0][0] += 0.3 * truth["scale"]
    with pytest.raises(Refused, match="0 heights"):
        task.solve(truth)


def test_brute_force_notices_a_hidden_stack() -> None:
    truth = truth_of(drafts()[0][1])
    assert agrees(truth) > 0
    truth["heights"][0][-1] += 9  # a tower in the front right corner hides what is behind
    assert agrees(truth) == -1


def test_the_question_says_what_may_be_assumed_and_truth_is_documented() -> None:
    for _, made in drafts()[:10]:
        assert task.stated in made.question
        assert "no stack stands wholly hidden" in made.question
        assert set(made.truth) == set(task.truth)
        assert made.options == ()


def test_the_same_generator_makes_the_same_draft() -> None:
    assert draft_of(task, 7, "test") == draft_of(task, 7, "test")


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="share must be above 0"):
        Params(share=0)
