"""Kinds of error by model and category add up, have intervals, and models are said to differ only where they do."""

import math
from pathlib import Path

import numpy as np
import pytest

from tests.test_agreement import judgement, reviewed
from vantage import seeds
from vantage.judging import patterns
from vantage.judging.patterns import ADVICE, KINDS, Error, compare, errors, pattern, summarise
from vantage.judging.verdict import LABELS

PUBLISHED = {"perceptual": 35, "comprehension": 20, "rule application": 65, "mental simulation": 58,
             "holistic-local": 22}  # fmt: skip


def made(counts, summary="in short", **more):
    """Errors with these labels, each to an item of its own."""
    labels = [label for label, n in counts.items() for _ in range(n)]
    names = (f"item {place}" for place in range(len(labels)))
    return [
        Error(
            **{
                "item": name,
                "cluster": name,
                "task": "t",
                "quadrant": "I-D",
                "label": label,
                "summary": summary,
                **more,
            }
        )
        for name, label in zip(names, labels)
    ]


def test_the_published_errors_have_their_published_shares():
    found = pattern(made(PUBLISHED))
    shares = {kind: round(100 * found.kinds[kind].share, 1) for kind in KINDS}
    assert shares == {"perceptual": 17.5, "comprehension": 10.0, "reasoning": 72.5, "rule application": 32.5,
                      "mental simulation": 29.0, "holistic-local": 11.0, "unclear": 0.0}  # fmt: skip
    reasoning = found.kinds["reasoning"]
    assert (reasoning.count, reasoning.of) == (145, 200)
    assert (reasoning.low, reasoning.high) == pytest.approx((0.659, 0.782), abs=1e-3)  # Wilson's
    assert found.most == ("rule application",)
    assert found.cause == (
        "A rule of geometry was ignored or misused, as when opposite faces are taken for neighbours. "
        "For example: in short"
    )


def test_several_errors_on_one_item_or_scene_are_no_further_evidence():
    alone = pattern(made({"perceptual": 10, "unclear": 10})).kinds["perceptual"]
    again = pattern(made({"perceptual": 10, "unclear": 10}) * 5).kinds["perceptual"]
    assert (again.low, again.high) == pytest.approx((alone.low, alone.high), abs=1e-3)
    assert again.share == alone.share
    scene = pattern(made({"perceptual": 10}, cluster="one")).kinds["perceptual"]
    assert scene.low < 0.3


@pytest.mark.parametrize(
    ("counts", "clear"),
    [({"perceptual": 20, "unclear": 5}, True), ({"perceptual": 8, "unclear": 5}, False), ({"perceptual": 3}, False),
     ({"perceptual": 8}, True), ({"perceptual": 4, "unclear": 4}, False)],
)  # fmt: skip
def test_a_lead_is_clear_only_where_chance_would_seldom_give_it(counts, clear):
    assert pattern(made(counts)).clear is clear
    assert pattern(made(counts, cluster="one scene")).clear is False


def test_kinds_that_tie_are_all_named_and_none_is_none():
    found = pattern(made({"perceptual": 2, "unclear": 2, "comprehension": 1}))
    assert (found.most, found.cause) == (("perceptual", "unclear"), "perceptual, unclear: equally often.")
    nothing = pattern([])
    assert (nothing.n, nothing.most, nothing.cause) == (0, (), "")
    assert math.isnan(nothing.kinds["perceptual"].share)


def test_a_judge_s_words_are_shown_as_one_line_that_cannot_move_the_cursor():
    found = pattern(made({"perceptual": 1}, summary="lost\n\x1b[2J the\tturn" + "x" * 5000))
    example = found.cause.split("For example: ")[1]
    assert example.startswith("lost \\x1b[2J the turn")
    assert example.isprintable()
    assert len(example) < 400


def test_a_summary_counts_by_kind_severity_quadrant_and_task():
    labels = ["perceptual", "perceptual", None, "holistic-local", None]
    judged = [judgement(3 * place, label, failed=place == 4) for place, label in enumerate(labels)]
    found = summarise("model", judged)
    assert (found.judged, found.overall.n, found.unreadable, found.failed, found.corrected) == (5, 3, 1, 1, 0)
    counts = {kind: found.overall.kinds[kind].count for kind in KINDS}
    assert counts == {**dict.fromkeys(KINDS, 0), "perceptual": 2, "reasoning": 1, "holistic-local": 1}
    assert found.severities == {"low": 3, "medium": 0, "high": 0}
    assert {task: one.n for task, one in found.tasks.items()} == {"seeing": 1, "turning": 2}
    assert {quadrant: one.n for quadrant, one in found.quadrants.items()} == {"E-S": 1, "I-D": 2}
    assert found.quadrants["I-D"].most == ("perceptual",)
    share = found.overall.kinds["perceptual"]
    assert share.low < share.share == 2 / 3 < share.high


def test_a_person_s_label_replaces_the_judge_s_and_its_words():
    judged = [judgement(place, "perceptual") for place in range(2)]
    reviews = reviewed(judged, ["perceptual", "unclear"])
    found = summarise("model", judged, reviews)
    assert found.corrected == 1
    assert (found.overall.kinds["perceptual"].count, found.overall.kinds["unclear"].count) == (1, 1)
    assert [error.summary for error in errors(judged, reviews)] == ["in short", ""]


def test_models_that_differ_are_said_to():
    first, second = made({"perceptual": 30, "mental simulation": 20}), made({"perceptual": 5, "mental simulation": 45})
    found = compare({"a": first, "b": second})
    assert [contrast.kind for contrast in found.contrasts] == ["perceptual", "reasoning", "mental simulation"]
    assert found.contrasts[0].text == "Perceptual errors are more frequent in a than in b: 60% against 10% (p < 0.001)."
    assert found.contrasts[1].text.startswith("Reasoning errors are less frequent in a than in b: 40% against 90%")
    assert (found.same.count, found.same.of) == (25, 50)
    three = compare({"a": first, "b": second, "c": second})
    assert three.contrasts[0].text.startswith("Perceptual errors are more frequent in a than in the others: 60%")


def test_models_alike_are_seldom_said_to_differ():
    rng = seeds.generator("patterns", "alike")
    shares = np.array(list(PUBLISHED.values())) / 200
    told = 0
    for _ in range(100):
        drawn = [dict(zip(PUBLISHED, rng.multinomial(50, shares).tolist())) for _ in range(4)]
        told += bool(compare({f"model {place}": made(counts) for place, counts in enumerate(drawn)}).contrasts)
    assert told <= 8


def test_few_errors_tell_nothing_and_one_model_is_not_compared():
    few = compare({"a": made({"perceptual": 3}), "b": made({"unclear": 3})})
    assert few.contrasts == ()
    assert compare({"a": made({"perceptual": 3})}) is None
    apart = compare({"a": [], "b": made({"unclear": 3})})
    assert (apart.contrasts, apart.same.of) == ((), 0)


def test_every_kind_has_one_short_line_of_advice():
    assert tuple(ADVICE) == tuple(patterns.MEANINGS) == LABELS
    assert all(text.endswith(".") and len(text) < 120 for text in ADVICE.values())


def test_the_page_on_diagnosis_gives_the_same_advice():
    text = (Path(__file__).parent.parent / "docs/diagnosis.md").read_text("utf-8").replace("`", "")
    assert [label for label in ADVICE if f"| {label} | {ADVICE[label]} |" in text] == list(LABELS)
