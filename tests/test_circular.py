"""Soft and hard circular scores: as formulas, and over the table of whole runs."""

import dataclasses
import math

import numpy as np
import pytest
from msgspec import structs

from tests import fabricated
from vantage.analysis import circular
from vantage.analysis.table import table
from vantage.item import LETTERS, Choice, Item, Number, Option
from vantage.stats import metrics


def three(name, options=3, key="A"):
    """An item with some options in words."""
    texts = tuple(Option(f"thing {place}", label=f"thing {place}") for place in range(options))
    return Item(
        name, "made", "few", 1, "test", name, "Which?", (), texts, Choice(key), {}, tags={"capabilities": ["SR"]}
    )


def rows(*items):
    """Lay out items, each a list of what came of its rotations (1, 0, or None for failed), as the metrics want them."""
    flat = [(unit, len(one), right, right is not None) for unit, one in enumerate(items) for right in one]
    unit, options, right, answered = zip(*flat)
    return np.array(unit), np.array(options), np.array([bool(r) for r in right]), np.array(answered)


def test_soft_pools_all_rotations_so_that_more_options_weigh_more():
    _, _, right, answered = rows([1, 1], [1, 0, 0, 0])
    assert metrics.circular_soft(right, answered) == 3 / 6


def test_hard_wants_every_rotation_right():
    assert metrics.circular_hard(*rows([1, 1, 1], [1, 1, 0], [0, 0, 0], [1, 1])) == (0.5, 4, 0)


def test_an_item_with_a_failed_rotation_is_left_out_of_hard_and_counted():
    found = rows([1, 1, 1], [1, None, 1], [0, None, 0])
    assert metrics.circular_hard(*found) == (1.0, 1, 2)
    assert metrics.circular_soft(*found[2:]) == 5 / 7, "a failed request is no answer"


def test_so_is_an_item_that_was_not_asked_in_every_rotation():
    unit, options, right, answered = rows([1, 1, 1], [1, 1, 1])
    assert metrics.circular_hard(unit[:5], options[:5], right[:5], answered[:5]) == (1.0, 1, 1)


def test_rows_may_come_in_any_order_and_units_have_any_numbers():
    found = rows([1, 1, 1], [1, 1, 0], [1, 1])
    order = np.random.default_rng(3).permutation(8)
    unit, options, right, answered = (values[order] for values in found)
    assert metrics.circular_hard(unit * 1000 - 5, options, right, answered) == (2 / 3, 3, 0)


def test_nothing_answered_is_no_score():
    rate, items, left_out = metrics.circular_hard(*rows([None, None]))
    assert math.isnan(rate)
    assert (items, left_out) == (0, 1)
    assert math.isnan(metrics.circular_soft([False, False], [False, False]))
    assert metrics.circular_hard([], [], [], [])[1:] == (0, 0)


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    few = [three(f"made/few/tiny-s0/{place:06d}", 3, LETTERS[place % 3]) for place in range(6)]
    made = [dataclasses.replace(item, situation=item.id) for item in fabricated.items(8)]
    return fabricated.data_set(tmp_path_factory.mktemp("circular") / "set", [*made, *few])


def circle(ds, model, say, **settings):
    """Runs that ask a model every item in every rotation it has; `say` gets the item as shown."""
    for rotation in range(4):
        run = fabricated.run(model, ds, lambda item, r=rotation: say(item.rotated(r)), rotation=rotation, **settings)
        asked = {item.id for item in ds.head() if rotation < len(item.options)}
        yield fabricated.with_responses(run, (record for record in run.responses if record.item in asked))


def knows(item):
    return item.answer.letter


def test_who_knows_the_content_gets_both_and_who_says_a_gets_chance_and_nothing(ds):
    runs = [*circle(ds, "knows", knows), *circle(ds, "says A", lambda item: "A")]
    known, habit = circular.scores(table(ds, runs))
    assert (known.group, known.soft, known.hard, known.circles, known.left_out) == ({"model": "knows"}, 1, 1, 30, 0)
    assert habit.soft == 30 / (24 * 4 + 6 * 3), "right once in each circle"
    assert (habit.hard, habit.circles, habit.left_out) == (0, 30, 0)
    by_task = circular.scores(table(ds, runs), ["model", "task"])
    assert {(s.group["task"], s.soft) for s in by_task if s.group["model"] == "says A"} == {
        ("turning", 0.25), ("folding", 0.25), ("seeing", 0.25), ("few", 1 / 3),
    }  # fmt: skip


def test_failed_rotations_are_counted_in_the_table_too(ds):
    name = next(ds.head()).id
    runs = list(circle(ds, "m", knows))
    lost = (fabricated.response(name, None) if record.item == name else record for record in runs[2].responses)
    runs[2] = fabricated.with_responses(runs[2], lost)
    (found,) = circular.scores(table(ds, runs))
    assert (found.soft, found.hard, found.circles, found.left_out) == (1, 1, 29, 1)


def test_conditions_and_repeats_are_circles_of_their_own(ds):
    right, wrong = circle(ds, "m", knows), circle(ds, "m", lambda item: "A", max_side=64)
    both = table(ds, [*right, *wrong])
    (found,) = circular.scores(both)
    assert (found.circles, found.hard) == (60, 0.5)
    assert found.hard_low == metrics.wilson(15, 30)[0], "twice thirty answers speak of thirty items"
    again = [*circle(ds, "m", knows), *circle(ds, "m", lambda item: "A", repeat=1)]
    second = [
        fabricated.with_responses(run, (structs.replace(record, repeat=1) for record in run.responses))
        for run in again[4:]
    ]
    (found,) = circular.scores(table(ds, [*again[:4], *second]))
    assert (found.circles, found.hard) == (60, 0.5)


def test_intervals_count_items_not_rotations(ds):
    (found,) = circular.scores(table(ds, circle(ds, "m", knows)))
    low, high = metrics.wilson(30, 30)
    assert (found.soft_low, found.soft_high) == (found.hard_low, found.hard_high) == (low, high)


def test_items_of_one_scene_are_not_independent_evidence(tmp_path):
    made = [dataclasses.replace(item, groups={"scene": (item.situation, "")}) for item in fabricated.items(8)]
    ds = fabricated.data_set(tmp_path / "set", made)
    (found,) = circular.scores(table(ds, circle(ds, "m", knows)))
    low, high = metrics.wilson(8, 8)
    assert (found.circles, found.hard) == (24, 1)
    assert (
        (found.soft_low, found.soft_high)
        == (found.hard_low, found.hard_high)
        == pytest.approx((float(low), float(high)))
    )


def test_an_item_that_needs_two_capabilities_speaks_of_both(ds):
    found = circular.scores(table(ds, circle(ds, "m", knows)), ["capabilities"])
    assert {s.group["capabilities"]: s.circles for s in found} == {"MR": 16, "DA": 8, "SR": 14}


def test_numbers_are_asked_in_one_way(tmp_path):
    item = three("made/few/tiny-s0/000000")
    number = Item(**{**vars(item), "options": (), "answer": Number(3.0)})
    ds = fabricated.data_set(tmp_path / "set", [number])
    (found,) = circular.scores(table(ds, [fabricated.run("m", ds, lambda item: "3")]), by=())
    assert (found.group, found.soft, found.hard, found.circles) == ({}, 1, 1, 1)
    assert circular.scores(table(ds, [])) == []
