"""The wordings of questions about scenes: all ask the same, say whose left and right they mean, and read back."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests import scenes
from tests.drafts import truth_of
from vantage import assets, seeds, tasks
from vantage.assets.asset import FACE
from vantage.making import check, suite
from vantage.making.make import again, jobs, make
from vantage.scene import Thing
from vantage.scenes import phrases
from vantage.task import Refused, slot

OWN_SCENES = ("orientation", "relations")
NAMES = (*sorted(scenes.KINDS), *OWN_SCENES)


def draft_in(task, number, wording):
    """The draft of a question in one of its wordings, drawn as a data set would draw it."""
    where = replace(slot(task, ("test",), "train", number), wording=wording)
    if task.family > 1:
        where = replace(where, scene=scenes.scene(scenes.KINDS[task.name], number // 8), member=number % 8)
    for attempt in range(20):
        try:
            return task.make(task.params(), where, seeds.generator("words", task.name, number, attempt))
        except Refused:
            continue
    raise AssertionError(f"{task.name} {number} was refused 20 times")


@cache
def groups(name):
    """Questions of a task, each in all its wordings."""
    task, count = tasks.get(name), 4 if name in OWN_SCENES else 24
    return [[draft_in(task, 5 * number, w) for w in range(task.wordings)] for number in range(count)]


def complaint(task, draft, question=""):
    return task.misread(question or draft.question, [offer.text for offer in draft.options], truth_of(draft))


@pytest.mark.parametrize("name", NAMES)
def test_wordings_differ_in_their_words_alone(name):
    assert tasks.get(name).wordings >= 5
    for group in groups(name):
        assert len({draft.question for draft in group}) == len(group)
        assert len({replace(draft, question="").__repr__() for draft in group}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_wording_reads_back_as_the_truth_and_states_its_frame(name):
    task = tasks.get(name)
    for group in groups(name):
        for draft in group:
            assert complaint(task, draft) == ""
            assert any(words in draft.question for words in task.stated), draft.question


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("consistency", "updating"))])
def test_a_question_about_swapped_things_is_noticed_in_every_wording(name):
    task = tasks.get(name)
    for draft in (draft for group in groups(name) for draft in group):
        one, other = (draft.truth[role]["name"] for role in ("target", "reference"))
        swapped = draft.question.replace(one, "@").replace(other, one).replace("@", other)
        assert "target" in complaint(task, draft, swapped)


@pytest.mark.parametrize(
    ("name", "old", "new", "fact"),
    [
        ("updating_ego", "counter-clockwise", "clockwise", "sense"),
        ("updating_ego", "°", "5°", "angle"),
        ("updating_allo", "°", "5°", "angle"),
        ("consistency_ego", "the camera", "the cat", "frame"),
        ("consistency_allo", "camera", "cat", "frame"),
        ("integration_ego", " left", " right", "statement"),
        ("integration_allo", "behind", "in front of", "direction"),
        ("integration_allo", "woman", "man", "person"),
        ("orientation", "toward the camera", "away from the camera", "asked"),
    ],
)
def test_another_fact_is_noticed_in_every_wording(name, old, new, fact):
    task, changed = tasks.get(name), 0
    for draft in (draft for group in groups(name) for draft in group):
        head, mark, question = draft.question.rpartition("<image>")
        if old not in question or (old == " left" and "-left" not in draft.truth["statement"]):
            continue
        if name == "orientation" and "front" not in draft.truth["asked"]:
            continue
        if name == "integration_allo" and old == "behind" and draft.truth["direction"] != "behind":
            continue
        assert fact in complaint(task, draft, head + mark + question.replace(old, new)), question
        changed += 1
    assert changed >= task.wordings


def test_another_statement_is_noticed():
    task = tasks.get("relations")
    for group in groups("relations"):
        texts, truth = [offer.text for offer in group[0].options], truth_of(group[0])
        assert "options" in task.misread(group[0].question, texts[1:] + texts[:1], truth)


def test_every_thing_whose_front_is_no_face_declares_it_in_words():
    for name in assets.names(oriented=True):
        declared, thing = assets.get(name).front, Thing(name, name, 0, 0, 0)
        said = phrases.front(thing)
        assert said == ("" if declared == FACE else f"The front of the {name} is {declared}.")
        assert declared.startswith(("the side ", "the end "))
        ready = name in (*phrases.SEATS, *phrases.RIDDEN) or assets.get(name).category in ("vehicles",)
        assert declared == FACE or ready or said in phrases.perspective(thing)


def test_relations_say_the_front_of_each_thing_whose_facing_is_asked():
    said = 0
    task = tasks.get("relations")
    asked = [n for n in range(88) if slot(task, ("test",), "train", n).target.startswith(("heading", "poses"))]
    for draft in (draft_in(task, number, 0) for number in asked):
        things = draft.drawings[0].scene.things[: {"heading": 1, "poses": 2}[draft.subtype]]
        for thing in things:
            assert phrases.front(thing) in draft.question
            said += bool(phrases.front(thing))
        assert draft.question.count("The front of") == sum(bool(phrases.front(thing)) for thing in things)
    assert said >= 5


def test_a_suite_makes_whole_groups(tmp_path):
    file = tmp_path / "words.toml"
    file.write_text("wordings = 5\npixels = 64\n[tasks.orientation]\n[sizes.a.test]\norientation = 10\n")
    data = make(suite.read(file), tmp_path / "data", workers=1)
    items = list(data)
    for five in (items[:5], items[5:]):
        assert len({item.groups["wording"][0] for item in five}) == 1
        assert [item.groups["wording"][1] for item in five] == [f"wording {k}" for k in range(1, 6)]
        same = {(item.images, item.options, item.answer, str(item.truth), item.situation) for item in five}
        assert len(same) == 1
    assert items[0].groups["wording"][0] != items[5].groups["wording"][0]
    assert items[0].tags["wording"] == "wording 1"
    assert again(items[7], data.manifest) == items[7]
    assert [verdict for verdict in check.check(data, workers=1) if verdict.failed] == []


def test_the_wordings_of_a_scene_are_made_in_one_job():
    whole = suite.get("scope_paraphrases")
    made = list(jobs(whole, "quick", whole.size("quick"), 0, {}))
    assert {len(job) for job in made if job[0].scene is None} == {6}
    for job in made:
        assert len({(order.scene, order.question if order.scene is None else 0) for order in job}) == 1
        assert len(job) % 6 == 0


def test_each_wording_has_view_sets_of_its_own():
    (item, other, *_) = scenes.items("consistency_ego", 1)
    reworded = item.worded("<image>\nWhere?", "q", "wording 2")
    assert reworded.groups["scene"] == item.groups["scene"] == other.groups["scene"]
    assert reworded.groups["view"] == (f"{item.groups['view'][0]}/wording 2", "0")
    assert reworded.groups["wording"] == ("q", "wording 2")


@pytest.mark.parametrize(
    ("head", "count", "words"),
    [("wordings = 5", 12, "multiple of 5"), ("wordings = 40", 40, "has 6"), ('wordings = "all"', 6, "whole number")],
)
def test_a_suite_with_other_wordings_than_there_are_is_refused(tmp_path, head, count, words):
    file = tmp_path / "words.toml"
    file.write_text(f"{head}\n[tasks.orientation]\n[sizes.a.test]\norientation = {count}\n")
    with pytest.raises(ValueError, match=words):
        suite.read(file)


def test_check_complains_about_a_question_that_asks_something_else(tmp_path):
    file = tmp_path / "one.toml"
    file.write_text("pixels = 64\n[tasks.orientation]\n[sizes.a.test]\norientation = 2\n")
    item = next(iter(make(suite.read(file), tmp_path / "data", workers=1)))
    assert check._misread(item) == ""
    name = item.truth["thing"]["name"]
    assert "thing" in check._misread(replace(item, question=item.question.replace(name, "zebra")))
