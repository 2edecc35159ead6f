"""Models beside people, on made-up answers: errors on the same items, and whether people's slow tasks are hard."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from tests import told
from vantage.analysis import people
from vantage.stats import trends


def two_groups(count: int = 12) -> tuple[pa.Table, np.ndarray, np.ndarray]:
    """Return the table of people and models who find the same items hard, and both groups' error rates by item."""
    puzzles, rng = told.puzzles(count), np.random.default_rng(4)
    hard = rng.random(len(puzzles.items))
    parts, wrong = [], {"person": [], "model": []}
    for group, size in (("person", 5), ("model", 3)):
        for number in range(size):
            missed = rng.random(len(hard)) < hard
            wrong[group].append(missed)
            chosen = np.where(missed, (puzzles.key + 1) % 4, puzzles.key)
            slow = 10 + 20 * told.where(puzzles, "task", "folding") + 400 * (np.arange(len(hard)) == 0)
            parts.append(told.rows(puzzles, f"{group} {number}", chosen, seconds=slow.astype(float)))
    return pa.concat_tables(parts), np.mean(wrong["person"], axis=0), np.mean(wrong["model"], axis=0)


PEOPLE, MODELS = [f"person {k}" for k in range(5)], [f"model {k}" for k in range(3)]


def test_errors_go_together_where_the_same_items_are_hard() -> None:
    made, theirs, ours = two_groups()
    found = people.errors_by_item(made, PEOPLE, MODELS)
    assert (found.value, found.n) == (pytest.approx(stats.pearsonr(theirs, ours).statistic), len(theirs))
    assert 0 < found.low < found.value < found.high < 1
    ranked = people.errors_by_item(made, PEOPLE, MODELS, ranks=True)
    assert ranked.value == pytest.approx(stats.spearmanr(theirs, ours).statistic)


def test_items_that_a_group_failed_to_answer_are_left_out() -> None:
    made, _, _ = two_groups()
    lost = [("failed" if k % 36 < 6 and m.startswith("person") else o) for k, (m, o) in enumerate(_cells(made))]
    made = made.set_column(made.schema.get_field_index("outcome"), "outcome", pa.array(lost))
    assert people.errors_by_item(made, PEOPLE, MODELS).n == 30
    nobody = made.filter(pa.array([m.startswith("person") or k % 36 == 0 for k, (m, _) in enumerate(_cells(made))]))
    assert math.isnan(people.errors_by_item(nobody, PEOPLE, MODELS).value)
    with pytest.raises(ValueError, match="no answers of 'nobody'; there are model 0, model 1"):
        people.errors_by_item(made, ["nobody"], MODELS)


def _cells(made: pa.Table) -> list[tuple[str, str]]:
    return list(zip(made["model"].to_pylist(), made["outcome"].to_pylist()))


def test_what_papers_printed_of_peoples_time_stands_in() -> None:
    found = people.printed_seconds(["rotation_3d", "folding_3d", "block_count"])
    assert set(found) == {"rotation_3d", "folding_3d"}
    assert min(found.values()) > 1


def test_benchmarks_are_crossed_by_subtask_over_the_models_that_both_have() -> None:
    mmsi, mindcube = (people.printed_scores("easi", number) for number in ("9", "11"))
    found = trends.crossed(mmsi, mindcube)
    assert len(found) == len(mmsi) * len(mindcube)
    one = next(x for x in found if (x.first, x.second) == ("MMSI/overall", "MindCube/overall"))
    names = [name for name in mmsi["MMSI/overall"] if name in mindcube["MindCube/overall"]]
    a, b = ([scores[name] for name in names] for scores in (mmsi["MMSI/overall"], mindcube["MindCube/overall"]))
    assert (one.correlation.value, one.correlation.n) == pytest.approx((stats.pearsonr(a, b).statistic, len(names)))
    tested = [x for x in found if x.p == x.p]
    due = stats.false_discovery_control([x.correlation.p for x in tested])
    assert [x.p for x in tested] == pytest.approx(due.tolist())


def test_our_scores_can_be_crossed_too() -> None:
    made, _, _ = two_groups()
    found = people.scores(made)
    assert set(found) == {"turning", "folding", "seeing"}
    assert set(found["folding"]) == {*PEOPLE, *MODELS}
    assert {x.correlation.n for x in trends.crossed(found, found)} == {8}
