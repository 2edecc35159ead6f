"""The six tasks about scenes seen from eight sides."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from tests import scenes
from tests.brute_force import right, solver
from tests.drafts import key_of, truth_of
from vantage import assets, render, tasks
from vantage.geometry import DIRECTIONS, cycle
from vantage.making import make
from vantage.making.attacks.side_doors import hit
from vantage.render import staged
from vantage.render.frames import Frame
from vantage.scene import AZIMUTHS, Scene, Thing
from vantage.scenes import lazy, phrases, sightings, viewpoints
from vantage.task import Refused, slot

NAMES = sorted(scenes.KINDS)
ONE_PICTURE = [name for name in NAMES if not name.startswith("integration")]


@pytest.mark.parametrize("name", NAMES)
def test_three_ways_lead_to_the_key(name):
    task = tasks.get(name)
    for number in range(24):
        for where, draft in scenes.family(name, number):
            truth = truth_of(draft)
            assert right(draft.answer) == where.letter == right(task.solve(truth)) == solver(name)(truth)
            assert set(truth) == set(task.truth)
            assert any(words in draft.question for words in task.stated)
            assert not any(word in truth for word in ("answer", "key", "letter"))
            assert [bool(o.rule) for o in draft.options] == [i != key_of(draft) for i in range(4)]


@pytest.mark.parametrize("name", NAMES)
def test_no_two_items_of_a_scene_are_the_same(name):
    for number in range(8):
        made = [scenes.item(name, *one) for one in scenes.family(name, number)]
        assert len({one.logical for one in made}) == len(made)
        shown = {tuple(drawing.azimuth for drawing in draft.drawings) for _, draft in scenes.family(name, number)}
        assert len(shown) == 8


@pytest.mark.parametrize("name", ["consistency_ego", "updating_ego"])
def test_egocentric_answers_follow_the_cycle(name):
    for number in range(8):
        labels = [draft.options[key_of(draft)].label for _, draft in scenes.family(name, number)]
        assert tuple(labels) == cycle(labels[0])


@pytest.mark.parametrize("name", ["consistency_allo", "updating_allo"])
def test_allocentric_answers_stay_and_are_balanced_over_scenes(name):
    labels = []
    for number in range(8):
        (label,) = {draft.options[key_of(draft)].label for _, draft in scenes.family(name, number)}
        labels.append(label)
    assert Counter(labels) == Counter(DIRECTIONS)


@pytest.mark.parametrize("name", ONE_PICTURE)
def test_options_are_the_four_of_one_group(name):
    for _, draft in scenes.family(name, 3):
        assert {o.label for o in draft.options} in ({*DIRECTIONS[0::2]}, {*DIRECTIONS[1::2]})


def test_what_a_dog_has_on_its_left_is_on_the_right_of_a_camera_that_it_faces():
    pair = viewpoints.Pair(Scene("park", 0, (), 5, 2), Thing("ball", "ball", 0, 1, 0), Thing("dog", "dog", 0, 0, 0, 0))
    assert (pair.seen(0), pair.own) == ("right", "left")
    assert (pair.seen(180), pair.own) == ("left", "left")
    assert pair.seen(90) == "front"


def test_a_walk_counter_clockwise_starts_to_the_right():
    # Seen from +x, where a walk of 90 degrees to one's right leads, what was on the right is near.
    pair = viewpoints.Pair(Scene("park", 0, (), 5, 2), Thing("ball", "ball", 0, 1, 0), Thing("dog", "dog", 0, 0, 0))
    assert pair.scene.observer(90).position[0] > 0
    assert viewpoints.turned(pair.seen(0), 90) == pair.seen(90) == "front"


def test_updating_rules_name_the_ways_to_go_wrong():
    for number in range(6):
        for _, draft in scenes.family("updating_ego", number):
            angle, rules = draft.truth["angle"], {o.label: o.rule for o in draft.options}
            before = draft.tags["before"]
            assert rules[before] == "no_rotation"
            other_way = viewpoints.turned(before, 360 - angle)
            assert rules[other_way] == ("" if angle == 180 else "wrong_direction")
            assert Counter(rules.values())["wrong_angle"] == (2 if angle == 180 else 1)


def test_angles_come_in_turn_and_stay_within_a_scene():
    angles = [{draft.truth["angle"] for _, draft in scenes.family("updating_allo", number)} for number in range(6)]
    assert angles == [{90}, {180}, {270}] * 2


def test_an_allocentric_option_that_the_camera_would_choose_says_so():
    seen = Counter()
    for number in range(16):
        for _, draft in scenes.family("consistency_allo", number):
            camera, key = draft.tags["camera"], draft.tags["expected"]
            marked = [o.label for o in draft.options if o.rule == "as_the_camera_sees_it"]
            offered = camera in [o.label for o in draft.options] and camera != key
            assert marked == ([camera] if offered else [])
            seen[offered] += 1
    assert seen[True] > 30


def test_statements_are_true_in_one_picture_and_every_order_occurs():
    orders = Counter()
    for number in range(40):
        for _, draft in scenes.family("integration_ego", number):
            pair = viewpoints.pair(slot_of(number))
            true = [azimuth for azimuth in draft.truth["azimuths"] if pair.seen(azimuth) == draft.truth["statement"]]
            assert [str(azimuth) for azimuth in true] == [draft.options[key_of(draft)].label]
            orders[tuple(np.argsort(draft.truth["azimuths"]))] += 1
    assert len(orders) == 24
    assert max(orders.values()) < 2 * orders.total() / 24


def slot_of(number):
    return replace(slot(tasks.get("integration_ego"), ("t",), "test", 8 * number), scene=scenes.scene("pair", number))


def test_letters_are_balanced_over_halves_and_over_even_and_odd_members():
    letters = [where.letter for number in range(4) for where, _ in scenes.family("integration_ego", number)]
    for start in range(0, len(letters), 8):
        some = letters[start : start + 8]
        for four in (some[:4], some[4:], some[0::2], some[1::2]):
            assert set(four) == set("ABCD")


def test_the_four_wordings_ask_the_same_and_the_swapped_ones_the_opposite():
    made = scenes.family("consistency_ego", 9, spin=True)
    assert len({draft.drawings for _, draft in made}) == 2
    for some in (made[:4], made[4:]):
        base, symmetric, syntactic, both = (draft.options[key_of(draft)].label for _, draft in some)
        assert base == syntactic
        assert symmetric == both == viewpoints.turned(base, 180)
        assert len({draft.question for _, draft in some}) == 4
        assert [draft.groups["wording"][1] for _, draft in some] == ["base", "symmetric", "syntactic", "both"]
        assert len({draft.groups["wording"][0] for _, draft in some}) == 1


def test_with_wordings_directions_are_balanced_over_eight_scenes():
    labels = [draft.tags["expected"] for n in range(8) for _, draft in scenes.family("consistency_ego", n, spin=True)]
    assert set(Counter(labels).values()) == {8}


def test_the_person_in_the_ring_is_asked_about_each_side_twice():
    made = scenes.family("integration_allo", 2)
    assert Counter(draft.truth["direction"] for _, draft in made) == dict.fromkeys(
        ("front", "right", "behind", "left"), 2
    )
    for _, draft in made:
        anchors = [thing["name"] for thing in draft.truth["things"][:4]]
        assert not set(anchors) & set(draft.truth["options"])


@pytest.mark.parametrize(
    "asset", ["dog", "bench", "bus", "bicycle", "shopping cart", "toy train", "mailbox", "toy robot"]
)
def test_a_perspective_names_the_thing_and_the_way_it_faces(asset):
    said = phrases.perspective(Thing(asset, asset, 0, 0, 0))
    assert f"the {asset}" in said
    assert "facing" in said


def test_every_thing_with_a_front_has_words_of_its_own():
    plain = [
        name
        for name in assets.names(oriented=True)
        if phrases.perspective(Thing(name, name, 0, 0, 0)).endswith("the way its front faces.")
    ]
    assert plain == []


@pytest.mark.parametrize("name", NAMES)
def test_pixels_confirm_the_key_and_contradict_a_false_one(name):
    task = tasks.get(name)
    for _, draft in scenes.family(name, 1)[:3]:
        frames = tuple(render.frame(drawing, 96) for drawing in draft.drawings)
        truth = truth_of(draft)
        task.verify(truth, frames)
        with pytest.raises(Refused):
            task.verify(truth, tuple(blank(frame) for frame in frames))
        if name in ONE_PICTURE:
            truth["target"]["id"], truth["reference"]["id"] = truth["reference"]["id"], truth["target"]["id"]
            with pytest.raises(Refused, match="the pixels do not say"):
                task.verify(truth, frames)


def blank(frame):
    return Frame(frame.rgb, frame.depth, np.zeros_like(frame.ids))


def test_places_are_read_off_pixels_to_within_the_size_of_a_thing():
    _, draft = scenes.family("integration_ego", 2)[0]
    frames = [render.frame(drawing, 128) for drawing in draft.drawings]
    things = (draft.truth["target"], draft.truth["reference"])
    found = sightings.places(draft.truth, frames, things)
    for thing in things:
        assert abs(found[thing["name"]] - viewpoints.place_of(thing)) < 0.6


def test_a_slot_without_a_scene_is_refused_with_a_word():
    task = tasks.get("consistency_ego")
    with pytest.raises(ValueError, match="its slot has none"):
        task.make(task.params(), slot(task, ("t",), "test", 0), np.random.default_rng(0))


@pytest.mark.parametrize("name", NAMES)
def test_lazy_rules_stay_within_their_limits(name):
    doors = tasks.get(name).side_doors
    assert len(doors) >= 2
    items = scenes.items(name, 96)
    for door in doors:
        assert sum(hit(door, item) for item in items) / len(items) <= door.limits[""], door.name


def test_lazy_rules_do_what_their_names_say():
    truth = {"target": {"x": -1, "y": 0.1}, "reference": {"x": 0, "y": 0}, "azimuths": [0], "angle": 90}
    truth["options"] = ["front", "right", "behind", "left"]
    assert lazy.left_or_right(truth) == [0, -1, 0, 1]
    assert lazy.near_or_far(truth) == [-1, 0, 1, 0]
    assert lazy.as_seen(truth) == [0, 0, 0, 1]
    assert lazy.as_mirrored(truth) == [0, 1, 0, 0]
    assert lazy.as_seen_after(truth) == [0, 0, 1, 0]
    assert lazy.the_other_way(truth) == [1, 0, 0, 0]
    assert lazy.half_a_turn(truth) == [0, 1, 0, 0]
    assert lazy.not_as_seen(truth) == [1, 1, 1, 0]
    facing_right = {**truth, "reference": {"x": 0, "y": 0, "facing": 90}}
    assert lazy.own(facing_right) == lazy.own({**facing_right, "angle": 270}) == [0, 0, 1, 0]


def test_observers_go_in_steps_of_45_degrees():
    assert [viewpoints.turned("front", azimuth) for azimuth in AZIMUTHS] == list(cycle())
    with pytest.raises(ValueError, match="steps of 45"):
        viewpoints.turned("front", 30)


SCENE_TASKS = [name for name in tasks.built_in() if "bystanders" in tasks.get(name).truth]


@pytest.mark.parametrize("name", SCENE_TASKS)
def test_the_truth_lists_all_that_stands_in_the_scene_and_how_much_of_it_shows(name):
    order = make.Order("check", "n", 0, name, (), 128, "test", 4, keeps=("ids",))
    item = make.one(order)
    _, draft = make.attempted(order, item.attempt)
    scene, truth = draft.drawings[0].scene, item.truth
    named = [truth[role] for role in ("target", "reference", "thing", "person") if role in truth]
    named += truth.get("things", [])
    listed = [*named, *truth["bystanders"]]
    assert sorted(one["id"] for one in listed) == [*range(1, len(scene.things) + 1)]
    for one in listed:
        thing = scene.things[one["id"] - 1]
        assert (one["name"], one["x"], one["y"], one["facing"]) == (thing.name, thing.x, thing.y, thing.facing)
    assert set(truth["visible"]) == {one["name"] for one in named}
    for place, (data, drawing) in enumerate(zip(item.ids, draft.drawings, strict=True)):
        ids, camera = np.asarray(Image.open(io.BytesIO(data))), scene.camera(drawing.azimuth, 128)
        for one in named:
            alone = replace(scene, things=(scene.things[one["id"] - 1],))
            whole = (staged.unlit(alone).ids(camera) == 1).sum()
            assert truth["visible"][one["name"]][place] == round(int((ids == one["id"]).sum()) / int(whole), 3)
