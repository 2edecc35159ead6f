"""The contract that every task must keep, checked on every task; `vantage check TASK` runs the same on any other."""

import dataclasses
from collections import Counter
from itertools import islice

import pytest

from tests.golden import current, recorded
from tests.owes import enough
from vantage import models, task, tasks
from vantage.analysis.outcomes import score_run
from vantage.data import dataset
from vantage.item import Condition, Number
from vantage.making import check, make, suite
from vantage.making.attacks import side_doors
from vantage.running import run
from vantage.scoring.score import Outcome

PIXELS = 192  # as small as a careful reader would have it; the contract holds at any size


@pytest.fixture(scope="module", params=tasks.built_in())
def data(request, tmp_path_factory):
    found = tasks.get(request.param)
    folder = tmp_path_factory.mktemp(request.param) / "set"
    return check.task_set(request.param, folder, enough(found), workers=1, pixels=PIXELS)


def test_a_small_set_is_clean(data):
    verdicts = check.check(data, workers=1)
    assert not [f"{v.check}: {v.examples}" for v in verdicts if v.failed and v.fatal]
    assert {v.check for v in verdicts} >= {
        "second solver agrees",
        "options differ to the eye",
        "options named apart",
        "truth documented",
        "frame stated",
        "made again the same",
        "no question twice",
        "no picture set twice",
        "situations keep to their split",
        "letters balanced",
        "tiers balanced",
    }


def test_an_item_alone_is_the_item_in_a_batch(data):
    items = list(data.items())
    for one in (items[7], items[-3]):
        assert make.again(one, data.manifest) == one


def test_the_task_says_what_it_is(data):
    found = tasks.get(next(data.head()).task)
    assert found.title.endswith("?")
    assert found.capabilities
    assert found.abilities
    assert set(found.capabilities) <= {"MM", "MR", "SR", "PT", "DA", "CR"}
    assert all(text.strip().endswith(".") for text in found.truth.values())


def test_every_option_but_the_key_says_how_it_misses(data):
    for one in data.head():
        if isinstance(one.answer, Number):
            continue
        assert [bool(o.rule) for o in one.options] == [i != one.key for i in range(len(one.options))]


def test_lazy_rules_keep_to_their_limits(data):
    found = side_doors.attack(data.head())
    assert found
    assert not [one.row() for one in found if one.outcome == "fail"]


def test_the_key_is_not_told_by_the_truth(data):
    for one in data.head():
        assert not {"answer", "key", "letter"} & set(one.truth)


def test_all_tiers_letters_and_targets_come_in_turn(data):
    found = tasks.get(next(data.head()).task)
    streams = []
    for subtype, kind in found.subtypes.items():
        some = [task.slot(found, ("any",), "test", i, subtype) for i in range(120)]
        streams += [([s.letter for s in some], "ABCDEFGH"[: kind.options])]
        streams += [([s.target for s in some[:: kind.run]], kind.targets)]
    slots = [task.slot(found, ("any",), "test", i) for i in range(120)]
    streams += [([s.tier for s in slots], found.tiers)]
    if not found.subtypes:
        streams += [([s.target for s in slots], found.targets)]
    kinds = [found.tiers] if isinstance(found.options, int) else [(tier,) for tier in found.tiers]
    for tiers in [] if found.subtypes else kinds:
        letters = "ABCDEFGH"[: found.offered(tiers[0])]
        streams.append(([s.letter for s in slots if s.tier in tiers], letters))
    for stream, values in streams:
        size = len(values)
        if not size:
            assert set(stream) == {""}
            continue
        runs = [tuple(stream[i : i + size]) for i in range(0, len(stream) - size + 1, size)]
        assert all(Counter(run) == Counter(values) for run in runs)
        assert len(set(runs)) > 1 or size == 1, "one order throughout would give the key away"


@pytest.mark.parametrize("column", ["letter", "target"])
@pytest.mark.parametrize("name", ["maze", "mrt", "relations", "block_count", "consistency_ego"])
def test_who_is_told_the_answers_in_training_cannot_count_what_is_left(name, column):
    """A reader with feedback guesses the value that came least often so far: in balanced runs that gets half right."""
    found = tasks.get(name)
    slots = [task.slot(found, ("any",), "train", i) for i in range(1200)]
    for tiers in [found.tiers] if isinstance(found.options, int) else [(tier,) for tier in found.tiers]:
        stream = [getattr(s, column) for s in slots if s.tier in tiers]
        values, seen, hits = sorted(set(stream)), Counter(), 0
        for value in stream:
            hits += value == min(values, key=lambda one: seen[one])
            seen[value] += 1
        chance = 1 / len(values)
        assert len(values) == 1 or abs(hits / len(stream) - chance) < 4 * (chance * (1 - chance) / len(stream)) ** 0.5


def test_every_model_answers_and_the_oracle_is_right(data, tmp_path):
    header = {k: v for k, v in data.manifest.items() if k not in ("format", "complete", "shards")}
    few = dataset.write(tmp_path / "few", header, islice(data.items(), 6))
    for name in models.available():
        run.run(few, models.get(name), [Condition()], tmp_path / name)
        outcomes = score_run(tmp_path / name, few)
        assert set(outcomes) <= {Outcome.RIGHT, Outcome.WRONG}, f"{name} gave no answer"
        assert name != "oracle" or outcomes[Outcome.RIGHT] == 6


@pytest.mark.parametrize("name", tasks.built_in())
def test_items_change_only_with_the_version(name):
    assert recorded().get(name) == current(name), (
        f"items have changed: raise the task's version, say so in the changelog, and run `make task NAME={name}`"
    )


def test_every_task_is_in_the_quick_suite():
    assert set(tasks.built_in()) == set(suite.get("quick").tasks)


def test_unknown_settings_are_named():
    with pytest.raises(ValueError, match="no setting 'folbs'; it has"):
        tasks.get("fold_and_punch").settings({"folbs": 3})


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("quadrant", "Z", "one of I-S, I-D"),
        ("capabilities", ("XX",), "one of MM, MR"),
        ("frame", "camera", "one of object"),
    ],
)
def test_a_task_of_an_unknown_kind_is_told_what_there_is(field, value, words):
    with pytest.raises(ValueError, match=rf"task maze: .* must be {words}.*, not '"):
        dataclasses.replace(tasks.get("maze"), **{field: value})
