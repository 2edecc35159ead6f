"""What is measured of a walk: boxes and distances by two routes, lengths from pixels, and questions that are fair."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests import brute_force, walk_frames
from vantage import seeds, tasks
from vantage.making import make, suite
from vantage.making.make import Order
from vantage.render import indoors
from vantage.render.frames import Frame
from vantage.scenes import walked, walks
from vantage.scenes.phrases import plural
from vantage.scenes.walked import Params
from vantage.task import Draft, Refused, Slot
from vantage.tasks import appearance_order, nearest_object, relative_direction, route_plan
from vantage.walk import SHELL

NAMES = tuple(suite.get("rooms").tasks)
NO_COLOUR = np.zeros((1, 1, 3), np.uint8)


def thing(rng: np.random.Generator, name: str = "box") -> dict[str, Any]:
    size = [round(float(v), 3) for v in rng.uniform(0.2, 1.5, 3)]
    one = {"id": 1, "name": name, "x": float(rng.uniform(-3, 3)), "y": float(rng.uniform(-3, 3)), "size": size}
    one["facing"] = float(rng.uniform(0, 360))
    turn = np.exp(1j * math.radians(one["facing"]))
    w, d = size[0] / 2, size[1] / 2
    at = [complex(one["x"], one["y"]) + turn * complex(u, v) for u, v in ((-w, -d), (w, -d), (w, d), (-w, d))]
    return {**one, "corners": [[p.real, p.imag] for p in at]}


@cache
def first() -> walked.Tour:
    """A walk on which all tasks agree that there is something to ask."""
    return walked.tour(drafts()[0][0].walk, 16)


@cache
def drafts() -> tuple[tuple[Slot, Draft], ...]:
    for attempt in range(60):
        try:
            return tuple(make.attempted(Order("walked", "n", 0, name, (), 384, "test", 3), attempt) for name in NAMES)
        except Refused:
            continue
    raise AssertionError("no walk was found")


def test_two_routes_to_a_distance_agree_and_none_beats_dense_points():
    rng = seeds.generator("boxes")
    for _ in range(90):
        a, b = thing(rng), thing(rng)
        if math.dist((a["x"], a["y"]), (b["x"], b["y"])) < 2.2:  # they might overlap, as in a home they never do
            continue
        found = walked.distance(a, b)
        assert walked.gap(a, b) == pytest.approx(found, abs=1e-9)
        rims = []
        for one in (a, b):
            corners = np.array(one["corners"])
            steps = np.linspace(0, 1, 60)[:, None]
            rims.append(np.concatenate([p + steps * (q - p) for p, q in zip(corners, np.roll(corners, 1, axis=0))]))
        dense = float(np.linalg.norm(rims[0][:, None] - rims[1][None], axis=2).min())
        assert found <= dense + 1e-9
        assert dense - found < 0.03


def test_a_box_is_measured_from_points_of_its_surface():
    rng = seeds.generator("clouds")
    one = thing(rng)
    own = rng.uniform(-0.5, 0.5, (4000, 3)) * one["size"] + (0, 0, one["size"][2] / 2)
    turn = math.radians(one["facing"])
    c, s = math.cos(turn), math.sin(turn)
    cloud = np.column_stack(
        [c * own[:, 0] - s * own[:, 1] + one["x"], s * own[:, 0] + c * own[:, 1] + one["y"], own[:, 2]]
    )
    middle, sides = walked.box_from(one, cloud)
    assert middle == pytest.approx([one["x"], one["y"]], abs=0.02)
    assert sides == pytest.approx(one["size"], abs=0.02)
    assert walked.box_seen(one, cloud)
    assert not walked.box_seen(one, cloud[own[:, 0] < 0.1 * one["size"][0]])
    assert not walked.box_seen(one, cloud[:20])


def test_clouds_are_as_far_apart_as_their_nearest_points():
    rng = seeds.generator("apart")
    for _ in range(20):
        a, b = rng.normal(0, 1, (200, 3)), rng.normal(0, 1, (150, 3)) + rng.uniform(-6, 6, 3)
        every = np.linalg.norm(a[:, None, :2] - b[None, :, :2], axis=2).min()
        assert walked.apart(a, b) == pytest.approx(float(every), abs=1e-12)


def test_a_length_may_be_off_by_a_twentieth_or_by_five_centimetres():
    assert walked.close(1.049, 1.0)
    assert not walked.close(1.06, 1.0)
    assert walked.close(0.24, 0.2)
    assert walked.close(10.4, 10.0)
    assert not walked.close(10.6, 10.0)


def test_depth_and_ids_are_those_of_the_pictures():
    tour = first()
    frame = indoors.frame(tour.walk.drawings(16)[5], walked.PIXELS)
    assert (frame.ids == tour.sights.each[5].ids).all()
    assert (frame.depth == tour.sights.each[5].depth).all()
    assert frame.rgb.shape == (288, 384, 3)


def test_each_picture_shows_things_and_each_room_its_own_shell():
    tour = first()
    shown = {int(v) for sight in tour.sights.each for v in np.unique(sight.ids)}
    assert {SHELL + k for k in range(len(tour.walk.home.rooms))} <= shown
    numbers = {one["id"] for one in tour.things}
    assert all(np.isin(sight.ids, [*numbers]).sum() >= walked.LANDMARKS for sight in tour.sights.each)
    assert all(0 <= share <= 1 for one in tour.things for share in one["visible"])


def test_points_of_a_thing_lie_in_its_box_and_those_of_a_room_on_its_walls():
    tour = first()
    for one in tour.things:
        cloud = tour.clouds[one["id"]]
        if len(cloud):
            c, s = math.cos(math.radians(one["facing"])), math.sin(math.radians(one["facing"]))
            own = (cloud[:, :2] - (one["x"], one["y"])) @ np.array([[c, -s], [s, c]])
            assert (np.abs(own) <= np.array(one["size"][:2]) / 2 + 0.01).all()
            assert (cloud[:, 2] <= one["size"][2] + 0.01).all()
    for number, room in enumerate(tour.walk.home.rooms):
        found = walked.room_sides(tour.sights.points(walked.shell(number)))
        assert all(a <= b + 0.2 for a, b in zip(found, room.sides))  # a window lies behind its wall


@pytest.mark.parametrize("name", NAMES)
def test_a_draft_is_confirmed_by_depth_and_ids_alone_and_by_brute_force(name):
    slot, draft = drafts()[NAMES.index(name)]
    task = tasks.get(name)
    assert slot.walk is not None
    assert task.solve(draft.truth) == draft.answer
    assert brute_force.solver(name)(draft.truth) == brute_force.right(draft.answer)
    sights = [one for one in first().sights.each if len(draft.drawings) > 1 or one.station == draft.drawings[0].station]
    frames = tuple(Frame(NO_COLOUR, one.depth, one.ids) for one in sights)
    task.verify(draft.truth, frames)
    blind = tuple(Frame(NO_COLOUR, one.depth, np.zeros_like(one.ids)) for one in sights)
    with pytest.raises(Refused):
        task.verify(draft.truth, blind)


@pytest.mark.parametrize("name", NAMES)
def test_depth_and_ids_answer_without_places_and_sizes(name):
    _, draft = drafts()[NAMES.index(name)]
    known = {"id", "name", "facing"}
    things = [{key: one[key] for key in known} for one in draft.truth["things"]]
    truth = {**draft.truth, "things": things, "rooms": [], "doorways": []}
    shown = {one.station: (one.depth, one.ids) for one in first().sights.each}
    answer = walk_frames.found(name, truth, [shown[drawing.station] for drawing in draft.drawings])
    assert walk_frames.right(name, answer, brute_force.right(draft.answer))


def test_all_tasks_ask_about_one_walk():
    assert len({slot.walk for slot, _ in drafts()}) == 1
    assert {draft.situation for _, draft in drafts()} == {first().walk.home.situation}


def test_thirty_two_pictures_may_be_asked_for():
    assert Params(32).frames == 32
    with pytest.raises(ValueError, match="frames must be 16 or 32, not 20"):
        Params(20)
    slot = Slot(0, "test", "", walk=first().walk)
    draft = tasks.get("object_count").make(Params(32), slot, seeds.generator("long"))
    assert len(draft.drawings) == 32
    assert draft.question.count("<image>") == 32
    assert len(draft.truth["cameras"]) == 32


def places(**at: tuple[float, float]) -> dict[str, Any]:
    return {"things": [{"name": name, "x": x, "y": y} for name, (x, y) in at.items()]}


@pytest.mark.parametrize(
    ("place", "easy", "medium", "hard"),
    [
        ((1.0, 2.0), "right", "right", "front-right"),
        ((-1.0, 2.0), "left", "left", "front-left"),
        ((1.0, -2.0), "right", "back", "back-right"),
        ((-2.0, -1.0), "left", "left", "back-left"),
    ],
)
def test_directions_are_as_a_person_there_has_them(place, easy, medium, hard):
    truth = places(a=(0.0, 0.0), b=(0.0, 5.0), c=place)
    for tier, due in (("easy", easy), ("medium", medium), ("hard", hard)):
        words = [*relative_direction.SPANS[tier]]
        found = relative_direction.solve({**truth, "asked": ["a", "b", "c"], "options": words})
        assert words["ABCD".index(found.letter)] == due
        assert relative_direction._answer(truth, ("a", "b", "c"), tier) == due


def test_what_lies_near_a_border_has_no_direction():
    assert relative_direction._answer(places(a=(0, 0), b=(0, 5), c=(0.2, 3)), "abc", "easy") == ""
    assert relative_direction._answer(places(a=(0, 0), b=(0, 5), c=(2, 0.1)), "abc", "hard") == ""


def test_turns_are_those_of_one_who_walks():
    truth = places(a=(0, 0), b=(0, 4), c=(3, 0), d=(3, 3), e=(3, 1))
    plans = [["right", "left", "back"], ["left", "left", "back"], ["right", "right", "back"], ["back", "left", "left"]]
    assert route_plan.solve({**truth, "asked": [*"abcde"], "options": plans}).letter == "A"


def test_the_four_orders_look_alike_from_each_of_them():
    """Whoever sees only the options cannot tell which one the others were made from."""
    _, draft = drafts()[NAMES.index("appearance_order")]
    orders = [tuple(one) for one in draft.truth["options"]]
    assert len({*orders}) == 4

    def steps(order: tuple[str, ...]) -> list[tuple[int, ...]]:
        return sorted(tuple(order.index(name) for name in other) for other in orders)

    assert len({tuple(steps(order)) for order in orders}) == 1
    assert appearance_order.solve(draft.truth) == draft.answer


def test_each_thing_on_offer_could_have_been_the_nearest():
    _, draft = drafts()[NAMES.index("nearest_object")]
    things = first().shown
    away = np.array([[walked.distance(a, b) if a is not b else np.inf for b in things] for a in things])
    names = [one["name"] for one in things]
    offered = tuple(names.index(option.label) for option in draft.options)
    assert {*nearest_object._nearest(away, offered).values()} == {*offered}


def test_lengths_are_asked_for_evenly_on_a_logarithmic_scale():
    rng, found = seeds.generator("even"), {k: 1.02**k for k in range(240)}
    asked = np.log([found[walked.by_nearness(found, 1.0, 100.0, rng)[0]] for _ in range(600)])
    assert np.histogram(asked, bins=4, range=(0, math.log(100)))[0].min() > 110
    ends = np.log([found[walked.by_nearness(found, 1.0, 100.0, rng, ends=True)[0]] for _ in range(600)])
    at = np.histogram(ends, bins=4, range=(0, math.log(100)))[0]
    assert at[[0, 3]].min() > 1.5 * at[[1, 2]].max()
    short = np.log([found[walked.by_nearness(found, 1.0, 100.0, rng, ends=True, short=1.5)[0]] for _ in range(600)])
    assert (short < math.log(10)).mean() > (ends < math.log(10)).mean() + 0.08, "short ones come more often"
    with pytest.raises(Refused):
        walked.by_nearness(found, 500.0, 900.0, rng)


def test_a_walk_without_things_in_some_picture_is_refused(monkeypatch):
    monkeypatch.setattr(walked, "LANDMARKS", 100_000)
    walked.tour.cache_clear()
    with pytest.raises(Refused, match="too few things"):
        walked.tour(walks.numbered(("homes", 0), "test", 0, ()), 16)


@pytest.mark.parametrize(
    ("one", "several"),
    [("chair", "chairs"), ("bookshelf", "bookshelves"), ("cardboard box", "cardboard boxes"), ("bench", "benches"),
     ("toy", "toys"), ("city", "cities"), ("cactus", "cactuses")],
)  # fmt: skip
def test_plurals(one, several):
    assert plural(one) == several
