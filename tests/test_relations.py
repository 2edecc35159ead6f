from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.drafts import assert_agreement, drafts_of, key_of, truth_of
from vantage import assets, render, seeds
from vantage.render.frames import Frame
from vantage.scene import Thing
from vantage.scenes import arrangements, fits, layouts, relations, shells
from vantage.task import Refused
from vantage.tasks.relations import GROUPS, OFFERED, OPPOSITES, task

N = 2 * len(task.targets)
drafts = partial(drafts_of, task, N)


def at(x: float, y: float, facing: float = 0, z: float = 0, size: tuple[float, ...] = (1, 1, 1)) -> dict[str, Any]:
    return {"x": x, "y": y, "z": z, "facing": facing, "size": list(size)}


def test_three_ways_lead_to_the_key():
    assert_agreement(task, drafts())


def test_there_are_more_than_twenty_relations_each_with_a_predicate():
    known = {name for names in GROUPS.values() for name in names}
    assert len(known) > 20
    assert known == set(relations.PREDICATES)
    assert set(GROUPS) == set(layouts.LAID)
    assert {name for pair in OPPOSITES for name in pair} <= known


def test_every_relation_of_every_group_comes_equally_often():
    assert Counter(where.target for where, _ in drafts()) == dict.fromkeys(task.targets, 2)
    for where, draft in drafts():
        group, key = where.target.split(": ")
        assert draft.options[key_of(draft)].label == key
        assert {offer.label for offer in draft.options} <= set(GROUPS[group])
        assert len({offer.text for offer in draft.options}) == OFFERED


def test_what_takes_part_is_drawn_before_the_relation():
    for group in GROUPS:
        names = set()
        for relation in list(GROUPS[group])[:3]:
            scene = arrangements.draw(group, relation, 0, "train", seeds.generator("same", group)).scene
            names.add(tuple(thing.asset for thing in scene.things))
        assert len(names) == 1


def test_named_things_are_seen_and_bystanders_are_not_named():
    for where, draft in drafts()[::5]:
        scene, named = draft.drawings[0].scene, len(draft.truth["things"])
        assert len(scene.things) - named == {"easy": 0, "medium": 1, "hard": 2}[where.tier]
        words = draft.question + " ".join(offer.text for offer in draft.options)
        assert not any(f"the {thing.asset} " in words for thing in scene.things[named:])
        assert (arrangements.visible(scene)[:named] >= 0.35).all()


@pytest.mark.parametrize(
    ("relation", "first", "second"),
    [
        ("left of", at(-2, 0), at(0, 0)),
        ("right of", at(2, 0), at(0, 0)),
        ("in front of", at(0, -2), at(0, 0)),
        ("behind", at(0, 2), at(0, 0)),
        ("behind and to the right of", at(2, 2), at(0, 0)),
        ("facing", at(0, 0, facing=0), at(0, -2)),
        ("facing away from", at(0, 0, facing=180), at(0, -2)),
        ("on its left", at(0, 0, facing=0), at(2, 0)),
        ("on its right", at(0, 0, facing=180), at(2, 0)),
        ("face each other", at(0, 0, facing=90), at(2, 0, facing=270)),
        ("back to back", at(0, 0, facing=270), at(2, 0, facing=90)),
        ("first behind second", at(0, 0, facing=90), at(2, 0, facing=90)),
        ("side by side, same direction", at(0, 0, facing=0), at(2, 0, facing=0)),
        ("side by side, opposite directions", at(0, 0, facing=0), at(2, 0, facing=180)),
    ],
)
def test_a_relation_holds_where_a_person_would_say_so(relation, first, second):
    assert relations.margin(relation, [first, second], {}) >= 1
    for pair in OPPOSITES:
        if relation in pair:
            (other,) = {*pair} - {relation}
            assert relations.margin(other, [first, second], {}) <= -1


def test_on_under_and_in_go_by_heights():
    table = at(0, 0, size=(1.5, 1.5, 0.7))
    facts = {"top": 0.7, "clearance": 0.65, "rim": 0.7}
    on, under, beside = (at(x, 0, z=z, size=(0.3, 0.3, 0.3)) for x, z in ((0, 0.7), (0, 0), (1.5, 0)))
    assert [relations.margin("on", [one, table], facts) >= 1 for one in (on, under, beside)] == [True, False, False]
    assert [relations.margin("under", [one, table], facts) >= 1 for one in (on, under, beside)] == [False, True, False]
    assert relations.margin("in", [at(0, 0, z=0.2, size=(0.3, 0.3, 0.3)), table], facts) >= 1
    assert relations.margin("in", [on, table], facts) <= -1
    tall = at(0, 0, size=(0.3, 0.3, 0.9))
    assert relations.margin("under", [tall, table], facts) <= -1


def test_gaps_tell_touching_from_close_and_far():
    things = [at(0, 0), at(2, 0)]
    for gap, due in ((0.01, "touching"), (0.3, "close to"), (2.5, "far from")):
        margins = {name: relations.margin(name, things, {"gap": gap, "top": 1.0}) for name in GROUPS["contact"]}
        assert [name for name, margin in margins.items() if margin > 0] == [due]
        assert min(map(abs, margins.values())) >= 1


def test_what_is_nearly_a_border_case_is_refused():
    truth = {"things": [at(-2, 1), at(0, 0)], "facts": {}, "options": list(GROUPS["sides"])}
    with pytest.raises(Refused, match="neither clearly"):
        task.solve(truth)


def test_a_ball_rests_on_a_table_and_fits_under_it():
    ball, table = ("ball", 1), ("table", 1)
    fit = fits.support(ball, table, np.random.default_rng(1))
    height = float(assets.build(*table).bounds[1, 2])
    assert fit.heights["top"] == pytest.approx(height, abs=0.01)
    assert fit.pairs["on"][0].z == fit.heights["top"]
    assert 0.5 * height < fit.heights["clearance"] < height
    assert fits.support(("bed", 1), table, np.random.default_rng(1)) is None


def test_two_balls_meet_at_their_diameter():
    one, other = Thing("a", "ball", 1, 3.0, 0.0), Thing("b", "ball", 1, 0.0, 0.0)
    across = float(np.ptp(assets.build("ball", 1).bounds[:, 0]))
    way = shells.apart(shells.cloud(one), shells.cloud(other), 0, shells.column(one, other))
    assert 3.0 - way == pytest.approx(across, rel=0.04)
    assert shells.gap(shells.cloud(one), shells.cloud(other)) == pytest.approx(3.0 - across, rel=0.01)


def test_pixels_are_asked_as_well():
    checked = 0
    for where, draft in drafts():
        if where.target not in ("sides: left of", "support: on", "support: under", "container: in"):
            continue
        truth, frame = truth_of(draft), render.frame(draft.drawings[0], 128)
        task.verify(truth, (frame,))
        swapped = np.select([frame.ids == 1, frame.ids == 2], [2, 1], frame.ids)
        with pytest.raises(Refused, match="the pixels do not say"):
            task.verify(truth, (Frame(frame.rgb, frame.depth, swapped),))
        with pytest.raises(Refused, match="does not show"):
            task.verify(truth, (Frame(frame.rgb, frame.depth, np.zeros_like(frame.ids)),))
        checked += 1
    assert checked == 8
