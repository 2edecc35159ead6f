"""Gaps on the same items: premises, frames of reference and ways of asking, with paired intervals."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from tests import told
from tests.told import noisy, rows, where
from vantage.diagnosis.findings.gaps import gaps
from vantage.item import Condition
from vantage.stats import inference

WAYS = {
    "protocol": Condition("think"),
    "depth": Condition(depth=True),
    "resolution": Condition(max_side=128),
    "composite": Condition(layout="composite"),
    "order": Condition(images="first"),
    "blind": Condition(images="none"),
    "form": Condition(form="text"),
}


def test_every_way_of_asking_has_its_gap_on_the_same_items() -> None:
    puzzles, rng = told.puzzles(24), np.random.default_rng(1)
    plain = noisy(puzzles, rng, 0.8)
    others = {kind: noisy(puzzles, rng, 0.1 * place) for place, kind in enumerate(WAYS)}
    made = [rows(puzzles, "m", plain), *(rows(puzzles, "m", others[kind], WAYS[kind]) for kind in WAYS)]
    found = {gap.kind: gap for gap in gaps(pa.concat_tables(made))}
    assert list(found) == list(WAYS)
    for kind, gap in found.items():
        right = [option == puzzles.key for option in (plain, others[kind])]
        assert gap.difference == inference.paired_difference(right[1], right[0], np.arange(len(plain)))
        assert gap.second_adjusted == pytest.approx((right[1].mean() - 0.25) / 0.75)
    assert (found["resolution"].first, found["resolution"].second) == ("0", "128")


def test_answers_that_failed_in_one_way_are_in_no_gap() -> None:
    puzzles = told.puzzles(24)
    lost = ["failed"] * 10 + ["right"] * (len(puzzles.items) - 10)
    made = [rows(puzzles, "m", puzzles.key), rows(puzzles, "m", puzzles.key, Condition("think"), outcome=lost)]
    (gap,) = gaps(pa.concat_tables(made))
    assert (gap.difference.n, gap.difference.value) == (len(puzzles.items) - 10, 0)
    silent = [made[0], rows(puzzles, "m", puzzles.key, Condition("think"), outcome=["failed"] * len(puzzles.items))]
    assert gaps(pa.concat_tables(silent)) == []


def test_a_premise_helps_or_is_given_up() -> None:
    premises = told.premises(20)
    wrong = where(premises, "premise", "against") | (where(premises, "premise", "without") & (np.arange(60) < 30))
    found = gaps(rows(premises, "m", np.where(wrong, 1 - premises.key, premises.key)))
    assert [(gap.kind, gap.second, gap.difference.n) for gap in found] == [
        ("premise", "without", 20), ("premise", "against", 20),
    ]  # fmt: skip
    assert [(gap.first_adjusted, gap.second_adjusted, gap.difference.value) for gap in found] == [
        (1, 0, -0.5), (1, -1, -1),
    ]  # fmt: skip
    assert all(gap.difference.high < 0 for gap in found)


def test_one_who_answers_from_the_camera_fits_the_viewers_frame() -> None:
    scope = told.scope(12)
    (gap,) = gaps(rows(scope, "egocentric", told.spoken(scope, "egocentric")))
    assert (gap.kind, gap.first, gap.second) == ("frame", "own", "viewer")
    assert (gap.first_adjusted, gap.second_adjusted, gap.difference.value) == (pytest.approx(-1 / 3), 1, 1)
    assert gap.difference.clusters < gap.difference.n
    (gap,) = gaps(rows(scope, "oracle", scope.key))
    assert gap.difference.value == -1
