"""Consistency, confusions and kinds of error, on answers made up for the purpose."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests import fabricated, scenes
from vantage.analysis import consistency
from vantage.analysis.table import table
from vantage.scenes.viewpoints import CYCLE, turned
from vantage.stats import metrics


def test_views_agree_when_all_claims_are_the_same():
    scene, claim = [0, 0, 1, 1, 2, 2], [3, 3, 3, 4, 5, 5]
    assert metrics.view_consistency(scene, claim, [1, 1, 1, 0, 0, 0], 2) == (2 / 3, 1 / 3, 3, 0)


def test_a_scene_without_all_its_views_is_left_out_and_silence_agrees_with_nothing():
    agrees, right, n, left_out = metrics.view_consistency([0, 0, 1, 2, 2], [1, 1, 1, -1, -1], [0] * 5, 2)
    assert (agrees, right, n, left_out) == (0.5, 0, 2, 1)
    assert math.isnan(metrics.view_consistency([0], [1], [1], 2)[0])


def test_a_confusion_matrix_counts_right_by_chosen():
    counts = metrics.confusion([0, 0, 1, 2], [0, 1, 1, 1], 4)
    assert counts.tolist() == [[1, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    shares = metrics.row_shares(counts)
    assert shares[0].tolist() == [0.5, 0.5, 0, 0]
    assert np.isnan(shares[3]).all()
    assert metrics.never_chosen(counts) == [2]


@pytest.mark.parametrize(
    ("steps", "gone", "kind"),
    [
        (2, 2, "right"),
        (2, 6, "wrong direction"),
        (2, 0, "no rotation"),
        (2, 4, "wrong angle"),
        (6, 2, "wrong direction"),
        (6, 4, "wrong angle"),
        (4, 4, "right"),
        (4, 2, "wrong angle"),
        (4, 6, "wrong angle"),
        (4, 0, "no rotation"),
        (2, 3, "other"),
    ],
)
def test_kinds_of_updating_error(steps, gone, kind):
    for before in range(8):
        (found,) = metrics.updating_errors([before], [(before + gone) % 8], [steps])
        assert metrics.UPDATING_ERRORS[found] == kind


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    made = [item for name in ("consistency_ego", "consistency_allo") for item in scenes.items(name, 8)]
    return fabricated.data_set(tmp_path_factory.mktemp("scope") / "made", made)


def heard(ds, say):
    return consistency.given(table(ds, [fabricated.run("m", ds, say)]), ds.head())


def saying(label):
    """Return a speaker who chooses by label: `label` gets the item and its right label."""

    def say(item):
        wanted = label(item, item.options[item.key].label)
        return next((letter for letter, o in zip(item.letters, item.options) if o.label == wanted), "I cannot say.")

    return say


def test_consistently_wrong_is_consistent_but_not_right(ds):
    found = consistency.consistency(heard(ds, saying(lambda item, key: turned(key, 180))))
    assert [(one.views, one.scenes, one.agrees, one.right) for one in found] == [
        (views, 8, 1, 0) for views in ("orthogonal", "diagonal", "all")
    ] * 2
    assert all(one.right_low == 0 and one.agrees_high == 1 for one in found)


def test_one_view_that_disagrees_spoils_the_sets_that_hold_it(ds):
    answers = heard(ds, saying(lambda item, key: turned(key, 90) if item.tags["azimuth"] == 45 else key))
    found = {(one.task, one.views): one.agrees for one in consistency.consistency(answers)}
    assert found["consistency_ego", "orthogonal"] == 1
    assert found["consistency_ego", "diagonal"] == found["consistency_ego", "all"] == 0
    pairs = consistency.consistency(answers, {"front and back": (0, 180), "front and side": (0, 45)})
    assert [one.agrees for one in pairs] == [1, 0, 1, 0]


def test_the_same_word_from_every_side_is_consistent_only_for_another_perspective(ds):
    answers = heard(ds, saying(lambda item, key: "left" if item.tags["group"] == "orthogonal" else "front-left"))
    found = {(one.task, one.views): one.agrees for one in consistency.consistency(answers)}
    assert found["consistency_ego", "all"] == 0
    assert found["consistency_allo", "all"] == 1


def test_a_collapse_names_the_labels_never_chosen(ds):
    answers = heard(ds, saying(lambda item, key: "left" if item.tags["group"] == "orthogonal" else "front-left"))
    found = [one for one in consistency.confusions(answers) if one.task == "consistency_ego"]
    assert [one.never for one in found] == [
        ("front-right", "behind-right", "behind-left") if one.group == "diagonal" else ("front", "right", "behind")
        for one in found
    ]


def test_silence_and_failure(ds):
    assert heard(ds, lambda item: None) == []
    silent = heard(ds, lambda item: "I would rather not say.")
    assert consistency.confusions(silent) == []
    assert {one.agrees for one in consistency.consistency(silent)} == {0}


def test_a_failed_view_leaves_its_scene_out(ds):
    right = saying(lambda item, key: key)
    answers = heard(ds, lambda item: None if item.id.endswith("000000") else right(item))
    found = {(one.task, one.views): (one.scenes, one.left_out, one.agrees) for one in consistency.consistency(answers)}
    assert found["consistency_ego", "orthogonal"] == found["consistency_ego", "all"] == (7, 1, 1)
    assert found["consistency_ego", "diagonal"] == (8, 0, 1)


def test_claims_undo_the_turn_of_the_observer(ds):
    answers = heard(ds, saying(lambda item, key: key))
    for one in answers:
        if one.item.task == "consistency_ego":
            assert turned(CYCLE[one.claim], one.azimuth) == one.chosen
        else:
            assert CYCLE[one.claim] == one.chosen


def test_items_without_views_are_passed_over(tmp_path):
    made = fabricated.data_set(tmp_path / "made", fabricated.items(4, size=8))
    assert heard(made, fabricated.chooser("")) == []
