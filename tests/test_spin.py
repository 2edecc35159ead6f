"""The suite after SpinBench: published counts, whole sets of variants, and what the variants of a question share."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from vantage import assets, seeds, tasks
from vantage.geometry import egocentric
from vantage.individuals import turns
from vantage.item import Condition
from vantage.making import make, suite
from vantage.prompts import prompt
from vantage.scene import Scene, Thing
from vantage.scenes import tabletops
from vantage.task import Refused, Subtype, Task

GROUPS = {
    "identity": 405,
    "grounding": 636,
    "turning": 353,
    "translation": 156,
    "side_views": 358,
    "perspective_views": 323,
    "perspective_relations": 290,
    "view_rotation": 218,
}


def bench():
    return suite.get("spin").size("bench")["test"]


@cache
def jobs():
    found = suite.get("spin")
    return list(make.jobs(found, "bench", found.size("bench"), 0, {}))


def drafts(task, subtypes, question, attempts=60):
    """The drafts of one question in several subtypes, at the first attempt at which none is refused."""
    orders = [
        make.Order(
            "t", "s", 3, task, (), 96, "test", question * tasks.get(task).subtypes[name].run + member, subtype=name
        )
        for name in subtypes
        for member in range(tasks.get(task).subtypes[name].run)
    ]
    for attempt in range(attempts):
        try:
            return [make.attempted(order, attempt)[1] for order in orders]
        except Refused:
            continue
    raise AssertionError(f"{attempts} attempts were refused")


def test_the_bench_has_the_published_counts():
    assert {task: suite.total(wanted) for task, wanted in bench().items()} == GROUPS
    assert sum(GROUPS.values()) == 2739
    assert sum(map(len, bench().values())) == 53
    for task, wanted in bench().items():
        assert set(wanted) == set(tasks.get(task).subtypes)


def test_every_item_of_the_bench_is_ordered_once():
    ids = [order.id for job in jobs() for order in job]
    assert len(ids) == len(set(ids)) == 2739
    assert Counter(order.subtype for job in jobs() for order in job) == Counter(
        {name: n for wanted in bench().values() for name, n in wanted.items()}
    )


def test_variants_of_a_question_are_one_job():
    sizes = Counter((job[0].task, len(job)) for job in jobs())
    assert sizes["grounding", 4] == 286 // 4 + 198 // 4
    assert sizes["perspective_relations", 2] == 33 + 58 + 54  # each premise beside the same question without it
    assert sizes["turning", 2] >= 70  # own beside viewer
    assert sizes["identity", 3] == 33 + 22 + 5 + 4  # three orders of pictures and words


def test_whole_sets_of_variants_are_counted():
    sets = make.sets(jobs())
    assert sets["grounding"]["scene_relation_left_right"] == {"whole": 71, "part": 1}  # 286 items
    assert sets["grounding"]["scene_relation_front_behind"] == {"whole": 49, "part": 1}  # 198
    assert sets["grounding"]["scene_relation_far_near"] == {"whole": 76, "part": 0}
    assert sets["perspective_relations"]["scene_transform_left"] == {"whole": 58, "part": 0}
    assert sets["identity"]["object"] == {"whole": 33, "part": 4}  # 33, 35 and 37
    assert "car_identity" not in sets["identity"]
    assert "translation" not in sets


def test_a_made_set_says_how_many_sets_it_holds(tmp_path):
    found = replace(suite.get("spin"), tasks={"grounding": {}}, pixels=64)
    counts = {"few": {"test": {"grounding": {"scene_relation_far_near": 3}}}}
    data = make.make(replace(found, sizes=counts), tmp_path / "set", "few", workers=1)
    assert data.manifest["sets"] == {"grounding": {"scene_relation_far_near": {"whole": 1, "part": 1}}}
    assert "| scene_relation_far_near | 1 | 1 |" in (tmp_path / "set" / "README.md").read_text()


def test_a_count_alone_is_spread_over_subtypes_in_whole_questions():
    counts = make.spread_out(tasks.get("grounding"), 20)
    assert counts == {
        "scene_relation_far_near": 4,
        "scene_relation_left_right": 8,
        "scene_relation_front_behind": 8,
    }
    for n in (1, 2, 7, 53):
        assert sum(make.spread_out(tasks.get("turning"), n).values()) == n


def test_the_training_split_goes_on_where_the_test_split_ended():
    whole = replace(suite.get("spin"), tasks={"grounding": {}})
    counts = {
        "train": {"grounding": {"scene_relation_left_right": 6}},
        "test": {"grounding": {"scene_relation_left_right": 4}},
    }
    orders = [order for job in make.jobs(whole, "s", counts, 0, {}) for order in job]
    assert len({order.id for order in orders}) == 10
    questions = [{order.question for order in orders if order.split == split} for split in ("train", "test")]
    assert not questions[0] & questions[1]


def test_four_wordings_ask_about_one_scene():
    asked = drafts("grounding", ["scene_relation_left_right"], 5)
    assert len({draft.situation for draft in asked}) == 1
    assert [draft.groups["wording"][1] for draft in asked] == ["base", "symmetric", "syntactic", "both"]
    assert len({draft.groups["wording"][0] for draft in asked}) == 1
    base, symmetric, syntactic, both = (draft.tags["expected"] for draft in asked)
    first, second = (thing["name"] for thing in asked[0].truth["things"][:2])
    assert {base, symmetric} == {first, second}
    assert {syntactic, both} == {"left", "right"}
    assert (base == first) == (syntactic == "left")


def test_a_premise_is_the_only_difference():
    told, untold = drafts(
        "perspective_relations", ["scene_transform_premise_left", "scene_transform_no_premise_left"], 2
    )
    assert told.drawings == untold.drawings
    assert told.answer == untold.answer
    assert told.options == untold.options
    assert told.truth["premise"]
    assert told.question.replace(told.truth["premise"] + " ", "") == untold.question
    assert not untold.truth["premise"]


def test_own_and_viewer_are_asked_about_the_same_heads():
    own, viewer = drafts("turning", ["face_rotation_own", "face_rotation_viewer"], 4)
    assert own.drawings == viewer.drawings
    assert {own.tags["expected"], viewer.tags["expected"]} == {"left", "right"}
    assert own.groups["frame"][0] == viewer.groups["frame"][0]


def test_orders_of_pictures_and_words_differ_in_nothing_else():
    first, mixed, last = drafts("turning", [f"object_rotation_{order}" for order in turns.ORDERS], 1)
    assert first.drawings == mixed.drawings == last.drawings
    assert first.question == mixed.question == last.question
    assert {draft.groups["order"][1] for draft in (first, mixed, last)} == set(turns.ORDERS.values())


def test_an_item_is_shown_in_its_own_order(monkeypatch):
    from tests.drafts import item_of

    shown = {}
    for order in turns.ORDERS:
        draft = drafts("turning", [f"object_rotation_{order}"], 1)[0]
        found = tasks.get("turning")
        item = item_of(found, make.slot(found, ("any",), "test", 0, f"object_rotation_{order}"), draft)
        item = replace(item, images=(b"one", b"two"))
        parts = prompt.present(item, Condition()).messages[-1].parts
        shown[order] = [isinstance(part, prompt.Picture) for part in parts]
        asked_first = prompt.present(item, Condition(images="first")).messages[-1].parts
        assert isinstance(asked_first[0], prompt.Picture)  # what the condition says comes before the item's own order
    assert shown["imagefirst"][:2] == [True, True]
    assert shown["textfirst"][-2:] == [True, True]
    assert shown["interleaved"][0] is False
    assert shown["interleaved"][-1] is False


def test_levels_of_occlusion_are_measured():
    names = [f"scene_view_back_{level}" for level in ("none", "partial", "full")]
    shares = [draft.truth["visible"] for draft in drafts("perspective_views", names, 0)]
    assert min(map(min, shares[0])) >= 0.95  # none: in no picture
    assert 0.4 <= min(shares[1][0]) <= 0.8  # partial: in the front view, and in no other picture more
    assert min(map(min, shares[1])) >= 0.4
    assert min(shares[2][0]) <= 0.1


@pytest.mark.parametrize("level", ["none", "partial"])
def test_what_the_options_hide_does_not_depend_on_which_is_asked(level):
    """The same draw gives the same table, whichever side is asked for."""
    found = tasks.get("perspective_views")
    for attempt in range(60):
        try:
            asked = [
                found.make(
                    found.params(),
                    make.slot(found, ("any",), "test", 0, f"scene_view_{side}_{level}"),
                    seeds.generator("hidden", attempt),
                )
                for side in ("left", "right", "back")
            ]
        except Refused:
            continue
        assert len({draft.drawings for draft in asked}) == 1
        return
    raise AssertionError


def test_levels_of_occlusion_show_the_same_things():
    asked = drafts("perspective_views", [f"scene_view_left_{level}" for level in ("none", "partial", "full")], 0)
    assert len({tuple(thing["name"] for thing in draft.truth["things"]) for draft in asked}) == 1
    assert len({draft.groups["occlusion"][0] for draft in asked}) == 1


def table(*places):
    things = tuple(Thing(f"thing {k}", "mug", 0, x, y, 30.0) for k, (x, y) in enumerate(places))
    return Scene("kitchen table", 1, things, 2.0, 1.0)


@pytest.mark.parametrize("azimuth", [0, 90, 180, 270])
def test_turning_the_table_is_walking_around_it(azimuth):
    rng = np.random.default_rng(azimuth)
    scene = table(*rng.uniform(-0.4, 0.4, (3, 2)).tolist())
    turned = tabletops.seen_from(scene, azimuth)
    for a, b in ((0, 1), (1, 2), (0, 2)):
        walked = egocentric(scene.things[a].place, scene.things[b].place, scene.observer(azimuth))
        seen = egocentric(turned.things[a].place, turned.things[b].place, turned.observer(0))
        assert (seen.x, seen.y) == pytest.approx((walked.x, walked.y), abs=1e-5)
    assert [t.facing for t in turned.things] == [(30.0 - azimuth) % 360] * 3


@pytest.mark.parametrize("domain", ["object", "face"])
@pytest.mark.parametrize("count", [3, 4])
def test_views_of_an_individual_share_a_side(domain, count):
    rng = seeds.generator("views", domain, count)
    for _ in range(200):
        views = turns.near(domain, count, 20.0, 60.0, rng)
        gaps = [abs((a - b + 180) % 360 - 180) for k, a in enumerate(views) for b in views[:k]]
        assert len(views) == count
        assert min(gaps) >= 20
        assert max(gaps) <= 60
        assert domain != "face" or max(map(abs, views)) <= 90


def test_individuals_of_an_item_belong_to_its_split():
    found = tasks.get("identity")
    for index in range(6):
        draft = drafts("identity", ["object_identity_interleaved"], index)[0]
        assert seeds.split_of(draft.situation) == "test"
        kinds = {(view["kind"], view["palette"]) for view in draft.truth["views"]}
        assert len(kinds) == 1  # the odd one is of the same kind and palette
    assert found.subtypes["object_identity_interleaved"] == Subtype(3, "object")


def test_a_suite_that_counts_unknown_subtypes_is_told_what_there_is(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[tasks.turning]\n[sizes.s.test.turning]\ncar_rotatoin = 3\n")
    with pytest.raises(ValueError, match=r"'car_rotatoin'.*car_rotation"):
        suite.get(str(path))
    path.write_text("[tasks.maze]\n[sizes.s.test.maze]\neasy = 3\n")
    with pytest.raises(ValueError, match="maze"):
        suite.get(str(path))


def test_subtypes_of_a_series_have_the_same_options_and_targets():
    for found in map(tasks.get, tasks.built_in()):
        assert_alike(found)


def assert_alike(found: Task) -> None:
    series: dict[str, set[tuple[object, ...]]] = {}
    for name, kind in found.subtypes.items():
        series.setdefault(found.series(name), set()).add((kind.options, kind.run, kind.targets))
    assert all(len(kinds) == 1 for kinds in series.values()), found.name


@pytest.mark.parametrize("task", ["translation", "view_rotation", "perspective_views"])
def test_the_room_stays_while_things_move(task):
    from vantage.settings import plans

    subtype = next(name for name in tasks.get(task).subtypes if name.startswith("scene"))
    for question in range(4):
        draft = drafts(task, [subtype], question)[0]
        scenes = [
            one.scene for one in (*draft.drawings, *(offer.drawing for offer in draft.options)) if one is not None
        ]
        assert len(scenes) > 1
        assert len({plans.drawn(scene) for scene in scenes}) == 1


@pytest.mark.parametrize("task", [name for name in GROUPS if "things" in tasks.get(name).truth])
def test_the_truth_lists_all_that_stands_on_the_table(task):
    subtype = next(name for name in tasks.get(task).subtypes if name.startswith("scene"))
    draft = drafts(task, [subtype], 7)[0]
    scene = draft.drawings[0].scene
    listed = [(one["id"], one["name"], one["x"], one["y"], one["facing"]) for one in draft.truth["things"]]
    assert listed == [(k, t.name, t.x, t.y, t.facing) for k, t in enumerate(scene.things, 1)]
    assert draft.truth["camera"]["radius"] == scene.radius


def test_solids_stand_on_some_tables_and_no_question_names_them():
    solids, strewn = {*assets.names(assets.SOLID)}, 0
    for question in range(8):
        (draft, *_) = drafts("grounding", ["scene_relation_far_near"], question)
        names = [thing["name"] for thing in draft.truth["things"]]
        assert not solids & {*names[:2], *(offer.text for offer in draft.options)}
        strewn += bool(solids & {*names})
    assert 1 <= strewn < 8
