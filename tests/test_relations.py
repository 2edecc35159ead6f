from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.drafts import assert_agreement, drafts_of, key_of, truth_of
from vantage import assets, render, seeds
from vantage.assets import extent
from vantage.render.frames import Frame
from vantage.scene import SceneDrawing, Thing
from vantage.scenes import arrangements, fits, layouts, relations, shells
from vantage.task import Refused, slot
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
    asked = [slot(task, ("test",), "test", index).target for index in range(N)]
    assert Counter(asked) == dict.fromkeys(task.targets, 2)
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
        # Beside small things there may be room for none that is not taken for one of them.
        assert len(scene.things) - named <= {"easy": 0, "medium": 1, "hard": 2}[where.tier]
        words = draft.question + " ".join(offer.text for offer in draft.options)
        assert not any(f"the {thing.asset} " in words for thing in scene.things[named:])
        shares = arrangements.visible(scene, surrounded=True)[:named]
        assert shares[0] >= 0.8
        assert (shares >= 0.5).all()


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


def square(side: float, x: float = 0.0) -> list[list[float]]:
    h = side / 2
    return [[x - h, -h], [x + h, -h], [x + h, h], [x - h, h]]


def said(names: tuple[str, ...], x: float, z: float, tall: float, facts: dict[str, Any]) -> dict[str, float]:
    """The margins of relations of a thing 0.3 wide to one 1.5 wide at the origin."""
    things = [at(x, 0, z=z, size=(0.3, 0.3, tall)), at(0, 0, size=(1.5, 1.5, 0.7))]
    return {name: relations.margin(name, things, {"outline": square(0.3, x), **facts}) for name in names}


@pytest.mark.parametrize(
    ("x", "z", "tall", "due"),
    [
        (0, 0.5, 0.3, "on"),
        (0, 0, 0.3, "under"),
        (1.5, 0, 0.3, ""),
        (1.5, 0.5, 0.3, ""),
        (0, 0.7, 0.3, ""),
        (0, 0, 0.6, ""),
    ],
)
def test_on_and_under_go_by_the_surface_and_not_by_the_box(x, z, tall, due):
    # The surface is as high as a seat: what is level with the top of the box, 0.7, floats over it.
    margins = said(("on", "under"), x, z, tall, {"surface": {"outline": square(1.2), "height": 0.5}, "clearance": 0.45})
    assert [name for name, margin in margins.items() if margin > 0] == ([due] if due else [])
    assert min(map(abs, margins.values())) >= 1


@pytest.mark.parametrize(
    ("x", "z", "tall", "due"),
    [(0, 0.1, 0.3, True), (0, 0.5, 0.3, False), (1.2, 0.1, 0.3, False), (1.5, 0, 0.3, False), (0, 0.1, 30.0, False)],
)
def test_in_needs_a_base_near_the_floor_and_an_outline_within_the_opening(x, z, tall, due):
    margins = said(("in",), x, z, tall, {"cavity": {"outline": square(1.2), "floor": 0.1, "rim": 0.5}})
    assert margins["in"] >= 1 if due else margins["in"] <= -1


def test_gaps_tell_touching_from_close_and_far():
    things, surface = [at(0, 0), at(2, 0)], {"outline": square(1, 2), "height": 1.0}
    for gap, due in ((0.01, "touching"), (0.3, "close to"), (2.5, "far from")):
        facts = {"gap": gap, "surface": surface, "outline": square(1)}
        margins = {name: relations.margin(name, things, facts) for name in GROUPS["contact"]}
        assert [name for name, margin in margins.items() if margin > 0] == [due]
        assert min(map(abs, margins.values())) >= 1


def test_what_is_nearly_a_border_case_is_refused():
    truth = {"things": [at(-2, 1), at(0, 0)], "facts": {}, "options": list(GROUPS["sides"]), "camera": {"radius": 9}}
    with pytest.raises(Refused, match="neither clearly"):
        task.solve(truth)


def test_a_ball_rests_on_a_table_and_fits_under_it():
    ball, table = ("ball", 1), ("table", 1)
    fit = fits.support(ball, table, np.random.default_rng(1))
    height = float(assets.build(*table).bounds[1, 2])
    assert fit.pairs["on"][0].z == pytest.approx(height, abs=0.001)
    assert 0.5 * height < fit.clearance < height
    assert fits.support(("bed", 1), table, np.random.default_rng(1)) is None


def test_a_candle_that_would_stand_on_a_pans_rim_or_rise_far_above_it_is_not_in_it():
    for variant in range(6):
        for other in range(6):
            rng = np.random.default_rng(variant)
            assert fits.container(("candle", variant), ("frying pan", other), rng) is None


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
    assert checked > 4


def test_columns_and_gaps_agree_with_a_search_of_all_points():
    rng = seeds.generator("clouds")
    for shift in ((2.0, 0.3, 0.0), (0.4, 0.0, 0.9), (0.0, 0.0, 0.0)):
        a, b = rng.normal(size=(300, 3)), rng.normal(size=(500, 3)) * (1.0, 0.5, 0.2) + shift
        assert shells.gap(a, b) == pytest.approx(min(np.linalg.norm(b - point, axis=1).min() for point in a), rel=1e-12)
        for axis in range(3):
            low = np.delete(np.minimum(a.min(axis=0), b.min(axis=0)), axis)
            for cloud, (bottom, top) in zip((a, b), shells.ends((a, b), axis, 0.3)):
                cells = np.floor((np.delete(cloud, axis, axis=1) - low) / 0.3).astype(int)
                assert np.isfinite(bottom).sum() == np.isfinite(top).sum() == len({*map(tuple, cells.tolist())})
                for i, j in {*map(tuple, cells.tolist())}:
                    inside = cloud[(cells == (i, j)).all(axis=1), axis]
                    assert (bottom[i, j], top[i, j]) == (inside.min(), inside.max())


def test_bystanders_are_the_same_kinds_in_every_layout():
    rng = seeds.generator("strangers", 1)
    kinds = [("chair", 0)]
    others = arrangements.strangers(kinds, "living room", 2, rng)
    laid = [layouts.thing(kinds[0], np.zeros(2), 0.0)]
    shown = [arrangements.with_bystanders(laid, others, rng) for _ in range(20)]
    assert {tuple((thing.asset, thing.variant) for thing in things[1:]) for things in shown if things} == {
        tuple(others)
    }


@pytest.mark.parametrize("group", ["sides", "corners", "support", "container", "ring"])
def test_directions_keep_their_margin_along_each_line_of_sight(group):
    due = {"left": 180, "right": 0, "front": 270, "behind": 90}
    due |= {"front-left": 225, "front-right": 315, "behind-left": 135, "behind-right": 45}
    checked = 0
    for where, draft in drafts():
        of, relation = where.target.split(": ")
        side = layouts.SIDES.get(relation.removesuffix(" the ring"))
        if of != group or side is None:
            continue
        first, *others = (complex(thing["x"], thing["y"]) for thing in draft.truth["things"])
        about, eye = sum(others) / len(others), complex(0, -draft.truth["camera"]["radius"])
        for line in (1j, about - eye, (first + about) / 2 - eye):
            seen = np.degrees(np.angle((first - about) / line * 1j))
            assert abs((seen - due[side] + 180) % 360 - 180) <= 12.5
        checked += 1
    assert checked >= 6


def test_a_direction_that_depends_on_the_line_of_sight_is_refused():
    things = [at(-3, 0), at(3, 0.9)]
    options = list(GROUPS["sides"])
    assert relations.margin("left of", things, {}) >= 1
    with pytest.raises(Refused, match="neither clearly"):
        task.solve({"things": things, "facts": {}, "options": options, "camera": {"radius": 8}})
    far = {"things": things, "facts": {}, "options": options, "camera": {"radius": 80}}
    assert task.solve(far).letter == "A"


@pytest.mark.parametrize("target", ["container: in", "support: on", "support: under"])
def test_a_picture_of_a_thing_that_is_not_held_as_stated_is_refused(target):
    draft = next(draft for where, draft in drafts() if where.target == target)
    scene = draft.drawings[0].scene
    one, other = scene.things[:2]
    away = extent.radius(one) + extent.radius(other)
    facts = draft.truth["facts"]
    lifted = {"in": lambda: facts["cavity"]["rim"], "on": lambda: one.z / 2, "under": lambda: facts["clearance"]}
    for moved in (replace(one, x=one.x - away, z=0.0), replace(one, z=lifted[target.split(": ")[1]]())):
        shown = replace(scene, things=(moved, *scene.things[1:]))
        with pytest.raises(Refused, match="the pixels do not say"):
            task.verify(truth_of(draft), (render.frame(SceneDrawing(shown, 0), 128),))


def test_two_things_of_which_one_holds_the_other_differ_in_colour():
    for where, draft in drafts():
        if where.target.split(": ")[0] in arrangements.PAIRS:
            one, other = (assets.colour(thing.asset, thing.variant) for thing in draft.drawings[0].scene.things[:2])
            assert one != other or not one
