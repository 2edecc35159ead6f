"""Kappa is compared with worked examples, and its interval is tested by simulation."""

import json
import math

import numpy as np
import pytest

from tests import fabricated
from vantage import seeds
from vantage.item import Condition
from vantage.judging import agreement
from vantage.judging.agreement import Review, kappa, read_reviews
from vantage.judging.judge import Case, Judgement
from vantage.judging.verdict import SUBTYPES, Verdict

ITEMS = fabricated.items(per_task=4, size=16)


def verdict(label, severity="low"):
    kind, subtype = ("reasoning", label) if label in SUBTYPES else (label, "")
    return Verdict(kind, subtype, "its cause", severity, "in short")


def judgement(place, label, **more):
    item = ITEMS[place % len(ITEMS)]
    case = Case("model", "digest", item, Condition(), 0, f"response {place}", "A")
    return Judgement(case, "openai/judge", verdict(label) if label else None, **more)


def reviewed(judged, labels, blind=False):
    return {one.case.id: Review(one.case.id, label, blind) for one, label in zip(judged, labels)}


def test_kappa_of_a_worked_example():
    """50 applications read twice, yes or no: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no; chance 0.5, kappa 0.4."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = kappa(first, second)
    assert found.value == pytest.approx(0.4)
    assert (found.agreed, found.n) == (35, 50)
    assert found.low == pytest.approx(2 * 0.5624 - 1, abs=1e-3)
    assert found.high == pytest.approx(2 * 0.8090 - 1, abs=1e-3)


def test_kappa_at_its_ends():
    same = kappa(["a", "b"] * 10, ["a", "b"] * 10)
    assert same.value == 1
    assert same.high == 1
    assert 0.6 < same.low < 0.8
    assert kappa(["a", "b"], ["b", "a"]).value == -1
    assert math.isnan(kappa(["a", "a"], ["a", "a"]).value)
    assert math.isnan(kappa([], []).value)
    with pytest.raises(ValueError, match="shorter"):
        kappa(["a"], [])


@pytest.mark.parametrize("n", [20, 50, 200])
@pytest.mark.parametrize("true", [0.0, 0.5, 0.8])
def test_the_interval_of_kappa_covers(n, true):
    """The marginals are those that Spatial-DISE published for its five kinds of error."""
    shares = np.array([35, 20, 65, 58, 22]) / 200
    joint = (1 - true) * np.outer(shares, shares) + true * np.diag(shares)
    rng = seeds.generator("kappa", n, round(100 * true))
    drawn = rng.choice(joint.size, size=(1000, n), p=joint.ravel())
    found = [kappa(list(row // 5), list(row % 5)) for row in drawn]
    covered = np.mean([one.low <= true <= one.high for one in found])
    assert 0.93 <= covered <= 0.985


def test_agreement_label_by_label():
    judged = [judgement(place, label) for place, label in enumerate(["perceptual"] * 4 + ["rule application"] * 4)]
    person = ["perceptual"] * 3 + ["unclear"] + ["rule application"] * 2 + ["mental simulation"] * 2
    found = agreement.agreement(judged, reviewed(judged, person))
    assert (found.labels.agreed, found.labels.n) == (5, 8)
    assert (found.types.agreed, found.types.n) == (7, 8)
    rows = {one.label: (one.judge, one.person, one.both) for one in found.categories}
    assert rows["perceptual"] == (4, 3, 3)
    assert rows["rule application"] == (4, 2, 2)
    assert rows["mental simulation"] == (0, 2, 0)
    assert [one.confirmed for one in found.categories][:1] == [0.75]
    assert math.isnan(found.categories[-1].confirmed)
    assert found.confusion["perceptual"]["unclear"] == 1
    assert sum(n for row in found.confusion.values() for n in row.values()) == 8


def test_agreement_counts_only_what_both_labelled():
    judged = [judgement(0, "perceptual"), judgement(1, None), judgement(2, "unclear")]
    reviews = reviewed(judged[:2], ["perceptual", "perceptual"], blind=True) | {"x": Review("x", "unclear")}
    found = agreement.agreement(judged, reviews)
    assert (found.labels.n, found.blind, found.unmatched) == (1, 1, 2)
    with pytest.raises(ValueError, match="none of the labels"):
        agreement.agreement(judged, {"x": Review("x", "unclear")})


def test_labels_are_read_the_latest_last(tmp_path):
    file = tmp_path / "labels.jsonl"
    rows = [{"case": "a", "label": "unclear"}, {"case": "b", "label": "perceptual", "blind": True, "note": "\u2028x"},
            {"case": "a", "label": "comprehension"}]  # fmt: skip
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    found = read_reviews(file)
    assert found == {"a": Review("a", "comprehension"), "b": Review("b", "perceptual", True, "\u2028x")}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no labels"),
        ("{", "line 1, is not a label"),
        ('{"case": "a", "label": "unclear"}\n[]\n', "line 2, is not a label"),
        ('{"case": "a"}', "line 1, is not a label"),
        ('{"case": "a", "label": "perception"}', "line 1: no label is called 'perception'; did you mean 'perceptual'"),
    ],
)
def test_labels_that_are_none(tmp_path, text, words):
    file = tmp_path / "labels.jsonl"
    file.write_text(text)
    with pytest.raises(ValueError, match=words):
        read_reviews(file)
