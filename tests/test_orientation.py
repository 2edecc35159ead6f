from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from math import atan2, degrees

import numpy as np
import pytest

from tests.drafts import assert_agreement, assert_shut, drafts_of, key_of, truth_of
from vantage import assets, render, seeds
from vantage.geometry import DIRECTIONS
from vantage.render.frames import Frame
from vantage.task import Refused, slot
from vantage.tasks.orientation import TIERS, UNCLEAR, WORDS, in_depth, sideways, straightness, task

N = 96  # each answer and way six times
drafts = partial(drafts_of, task, N)


def test_three_ways_lead_to_the_key():
    assert_agreement(task, drafts())


def test_answers_and_ways_are_balanced_together():
    found = Counter(slot(task, ("test",), "test", index).target for index in range(N))
    assert found == {f"{answer} {asked}": N // 16 for answer in ("yes", "no") for asked in DIRECTIONS}


def test_the_key_is_what_the_slot_says():
    for where, draft in drafts():
        answer, asked = where.target.split()
        assert draft.options[key_of(draft)].text.lower() == answer
        assert WORDS[asked] in draft.question
        assert (draft.tags["expected"] == asked) == (answer == "yes")


def test_a_no_agrees_in_part():
    """Side, depth and straightness, as the words of the two ways say them."""
    found = defaultdict(Counter)
    for where, draft in drafts_of(task, 384):
        if draft.subtype == "yes":
            assert draft.tags["expected"] == draft.tags["asked"]
            continue
        asked, faced = (set(draft.tags[name].split("-")) for name in ("asked", "expected"))
        same = [asked & pair == faced & pair for pair in ({"left", "right"}, {"front", "behind"})]
        assert sum(same) == 1
        found[where.tier]["side" if same[0] else "depth"] += 1
        found[where.tier]["straight" if len(asked) == len(faced) else "other"] += 1
    for tier, counts in found.items():
        assert abs(counts["side"] / 64 - 0.5) < 0.19  # three standard deviations of 64 draws
        assert abs(counts["other"] / 64 - TIERS[tier].neighbours) < 0.19
    assert found["easy"]["other"] == 0


def test_side_doors_stay_shut():
    assert_shut(task, drafts())


def test_lazy_rules_do_what_their_names_say():
    truth = {"thing": {"facing": 50}, "azimuths": [0], "options": ["yes", "no"]}  # to the front and right
    agreed = {
        rule: {way for way in DIRECTIONS if rule({**truth, "asked": way}) == [1, 0]}
        for rule in (sideways, in_depth, straightness)
    }
    assert agreed[sideways] == {"front-right", "right", "behind-right"}
    assert agreed[in_depth] == {"front-right", "front", "front-left"}
    assert agreed[straightness] == {"front-right", "behind-right", "behind-left", "front-left"}


def test_things_keep_clear_of_the_border_between_two_ways():
    for _, draft in drafts():
        off = draft.truth["thing"]["facing"] / 45
        assert abs(off - round(off)) * 45 <= 12.5


def test_only_things_with_a_clear_front_are_asked_about():
    names = {draft.drawings[0].scene.things[0].asset for _, draft in drafts()}
    assert len(names) > 20
    assert all(assets.get(name).oriented and name not in UNCLEAR for name in names)


def test_what_is_drawn_does_not_depend_on_the_answer():
    for index in range(6):
        where = slot(task, ("test",), "train", index)
        yes, no = (
            task.make(task.params(), replace(where, target=f"{answer} left"), seeds.generator("same", index))
            for answer in ("yes", "no")
        )
        assert yes.question == no.question


def test_a_thing_that_faces_the_camera_shows_its_front_side():
    """A person who faces the camera has the own right hand on the picture's left."""
    truth = {"thing": {"facing": 0}, "azimuths": [0], "options": ["yes", "no"]}
    ways = {0: "front", 90: "right", 180: "behind", 270: "left", 45: "front-right", 315: "front-left"}
    for facing, way in ways.items():
        assert task.solve({**truth, "thing": {"facing": facing}, "asked": way}).letter == "A"
        assert task.solve({**truth, "thing": {"facing": facing + 90}, "asked": way}).letter == "B"


def test_the_picture_shows_the_thing_in_the_middle_and_whole():
    _, draft = drafts()[0]
    frame = render.frame(draft.drawings[0], 128)
    task.verify(truth_of(draft), (frame,))
    for shift in (40, -40):
        moved = Frame(frame.rgb, frame.depth, np.roll(frame.ids, shift, axis=1))
        with pytest.raises(Refused):
            task.verify(truth_of(draft), (moved,))
    with pytest.raises(Refused, match="middle"):
        task.verify(truth_of(draft), (Frame(frame.rgb, frame.depth, np.zeros_like(frame.ids)),))


def test_the_way_keeps_its_margin_along_the_line_of_sight_too():
    for _, draft in drafts():
        thing, radius = draft.truth["thing"], draft.truth["camera"]["radius"]
        sideways = degrees(atan2(thing["x"], radius + thing["y"]))  # from the camera's axis to the thing
        for way in (thing["facing"], thing["facing"] + sideways):
            assert abs((way + 22.5) % 45 - 22.5) <= 12.5
