"""`check` finds each fault that it claims to find, on sets broken on purpose."""

import dataclasses
from collections import Counter

import pytest

from vantage import tasks
from vantage.data import dataset
from vantage.item import Choice
from vantage.making import check, make, suite

TINY = "pixels = 64\n[tasks.fold_and_punch]\n[sizes.tiny.test]\nfold_and_punch = 24\n"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("check")
    (folder / "tiny.toml").write_text(TINY)
    return make.make(suite.get(str(folder / "tiny.toml")), folder / "set", workers=1)


def verdicts(data, items, folder):
    """Return the checks that fail on `items` written as a set with the manifest of `data`."""
    header = {k: v for k, v in data.manifest.items() if k not in ("format", "complete", "shards")}
    broken = dataset.write(folder / "broken", header, items)
    return {v.check for v in check.check(broken, workers=1) if v.failed and v.fatal}


def changed(items, number, **fields):
    items = list(items)
    items[number] = dataclasses.replace(items[number], **fields)
    return items


def test_a_sound_set_is_clean(data):
    assert not [v for v in check.check(data, workers=1) if v.failed and v.fatal]


def test_a_wrong_key_is_found(data, tmp_path):
    items = list(data.items())
    right = items[5].answer.letter
    wrong = Choice("A" if right != "A" else "B")
    assert "second solver agrees" in verdicts(data, changed(items, 5, answer=wrong), tmp_path)


def test_two_right_options_are_found(data, tmp_path):
    items = list(data.items())
    truth = {**items[5].truth, "options": [items[5].truth["options"][items[5].key]] * 4}
    assert "second solver agrees" in verdicts(data, changed(items, 5, truth=truth), tmp_path)


def test_options_that_look_alike_are_found(data, tmp_path):
    items = list(data.items())
    options = (items[5].options[0], dataclasses.replace(items[5].options[1], image=items[5].options[0].image))
    found = verdicts(data, changed(items, 5, options=(*options, *items[5].options[2:])), tmp_path)
    assert "options differ to the eye" in found


def test_options_that_mean_the_same_are_found(data, tmp_path):
    items = list(data.items())
    options = (items[5].options[0], dataclasses.replace(items[5].options[1], label=items[5].options[0].label))
    assert "options named apart" in verdicts(
        data, changed(items, 5, options=(*options, *items[5].options[2:])), tmp_path
    )


def test_an_undocumented_truth_is_found(data, tmp_path):
    items = list(data.items())
    found = verdicts(data, changed(items, 5, truth={**items[5].truth, "extra": 1}), tmp_path)
    assert "truth documented" in found


def test_a_task_that_states_no_frame_is_told_what_to_state(data, monkeypatch):
    silent = dataclasses.replace(tasks.get("fold_and_punch"), stated="")
    monkeypatch.setattr(tasks, "get", lambda name: silent)
    (verdict,) = [v for v in check.check(data, workers=1) if v.failed and v.fatal]
    assert verdict.check == "frame stated"
    assert "`stated` is empty; it holds the words" in verdict.examples[0]


def test_a_question_without_its_frame_is_found(data, tmp_path):
    items = list(data.items())
    marks = "<image>" * len(items[5].images)
    assert "frame stated" in verdicts(data, changed(items, 5, question=marks + "Which?"), tmp_path)


def test_an_item_that_its_id_does_not_make_is_found(data, tmp_path):
    items = list(data.items())
    assert "made again the same" in verdicts(data, changed(items, 0, tags={**items[0].tags, "tier": "odd"}), tmp_path)


def test_repeats_are_found(data, tmp_path):
    items = list(data.items())
    again = dataclasses.replace(items[7], id=items[7].id[:-6] + "000099")
    assert {"no question twice", "no picture set twice"} <= verdicts(data, [*items, again], tmp_path)
    assert "no id twice" in verdicts(data, [*items, items[7]], tmp_path / "id")


def test_a_situation_in_the_wrong_split_is_found(data, tmp_path):
    items = list(data.items())
    found = verdicts(data, [dataclasses.replace(items[5], split="train"), *items[:5], *items[6:]], tmp_path)
    assert "situations keep to their split" in found


def test_letters_and_tiers_out_of_balance_are_found(data, tmp_path):
    items = [item for item in data.items() if item.answer.letter != "A"]
    assert "letters balanced" in verdicts(data, items, tmp_path)
    items = [item for item in data.items() if item.tags["tier"] != "easy"]
    assert "tiers balanced" in verdicts(data, items, tmp_path / "tiers")


def test_letters_of_training_items_may_be_as_uneven_as_chance_makes_them_and_no_more(tmp_path):
    (tmp_path / "tiny.toml").write_text(TINY)
    made = make.make(suite.get(str(tmp_path / "tiny.toml")), tmp_path / "set", n=60, split="train", workers=1)
    (balance,) = (v for v in check.check(made, workers=1) if v.check == "letters balanced")
    counts = Counter(item.answer.letter for item in made.head())
    assert (balance.tested, balance.failed, max(counts.values()) > 16) == (4, 0, True)
    items = [item for item in made.items() if item.answer.letter == "A"]
    assert "letters balanced" in verdicts(made, items, tmp_path)


def test_near_twins_are_noted_and_fail_nothing(data, tmp_path):
    items = list(data.items())
    again = dataclasses.replace(items[7], id=items[7].id[:-6] + "000099", situation="another")
    header = {k: v for k, v in data.manifest.items() if k not in ("format", "complete", "shards")}
    broken = dataset.write(tmp_path / "twins", header, [*items, again])
    noted = next(v for v in check.check(broken, workers=1) if v.check == "items look apart")
    assert noted.failed
    assert noted.word == "noted"
    assert any(again.id in example for example in noted.examples)


def test_variants_of_a_question_are_no_twins(data, tmp_path):
    items = list(data.items())
    groups = {"wording": ("g", "base")}
    again = dataclasses.replace(items[7], id=items[7].id[:-6] + "000099", groups={"wording": ("g", "syntactic")})
    header = {k: v for k, v in data.manifest.items() if k not in ("format", "complete", "shards")}
    for of_one, noted in ((groups, 0), ({"wording": ("h", "base")}, 1)):
        some = [*changed(items, 7, groups=of_one), again]
        made = dataset.write(tmp_path / str(noted), header, some)
        found = next(v for v in check.check(made, workers=1) if v.check == "items look apart")
        before = next(v for v in check.check(data, workers=1) if v.check == "items look apart")
        assert (found.tested, found.failed) == (25, before.failed + noted)


def test_an_imported_set_is_checked_for_what_it_can_owe(data, tmp_path):
    header = {"suite": "own", "title": "", "size": "n", "seed": 0, "licence": "unknown", "credits": []}
    own = dataset.write(tmp_path / "own", header, data.items())
    names = {v.check for v in check.check(own, workers=1)}
    assert names == {
        "options differ to the eye",
        "options named apart",
        "no id twice",
        "no question twice",
        "no picture set twice",
        "items look apart",
    }
