"""Laws of frames and directions, one line each where possible."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vantage import geometry as g

coordinate = st.floats(-10, 10, allow_nan=False)
point = st.tuples(coordinate, coordinate)
point3 = st.tuples(coordinate, coordinate, coordinate)
angle = st.floats(-720, 720, allow_nan=False)
direction = st.sampled_from(g.DIRECTIONS)


def test_the_four_main_observers_stand_where_the_convention_says() -> None:
    places = [g.Observer(theta, radius=2).position.tolist() for theta in (0, 90, 180, 270)]
    assert places == [[0, -2], [2, 0], [0, 2], [-2, 0]]
    assert g.Observer(0).forward.tolist() == [0, 1]
    assert g.Observer(90).right.tolist() == [0, 1]


@given(angle)
def test_right_is_forward_turned_clockwise(theta: float) -> None:
    observer = g.Observer(theta)
    assert np.allclose(g.turn(observer.forward, -90), observer.right)
    assert np.allclose(observer.position, -observer.forward)


@given(angle)
def test_cosine_and_sine_agree_with_numpy(degrees: float) -> None:
    assert np.allclose(g.cosine_sine(degrees), (np.cos(np.radians(degrees)), np.sin(np.radians(degrees))))


@given(point, point, angle)
def test_right_and_front_are_antisymmetric(a: tuple, b: tuple, theta: float) -> None:
    one, other = g.egocentric(a, b, g.Observer(theta)), g.egocentric(b, a, g.Observer(theta))
    assert (one.x, one.y) == (-other.x, -other.y)


@given(point, point, angle)
def test_front_is_nearer_to_the_observer(a: tuple, b: tuple, theta: float) -> None:
    observer = g.Observer(theta, radius=1000)
    gap = np.linalg.norm(observer.position - b) - np.linalg.norm(observer.position - a)
    assume(abs(gap) > 1)
    assert np.sign(g.egocentric(a, b, observer).y) == np.sign(gap)


@given(point, point, angle)
def test_turning_scene_and_observer_together_changes_no_relation(a: tuple, b: tuple, theta: float) -> None:
    still = g.egocentric(a, b, g.Observer(0))
    turned = g.egocentric(g.turn(a, theta), g.turn(b, theta), g.Observer(theta))
    assert np.allclose((still.x, still.y), (turned.x, turned.y))


def test_the_cycle_is_the_published_one_and_has_period_eight() -> None:
    around = g.cycle("front")
    assert around == (
        "front", "front-left", "left", "behind-left", "behind", "behind-right", "right", "front-right"
    )  # fmt: skip
    for k, start in enumerate(around):
        assert g.cycle(start) == around[k:] + around[:k]


@given(direction, st.integers(0, 7))
def test_half_way_round_the_label_is_opposite(start: str, k: int) -> None:
    labels = g.cycle(start)
    there, back = (g.DIRECTIONS.index(labels[(k + half) % 8]) for half in (0, 4))
    assert (there - back) % 8 == 4


@given(point, point, angle, angle)
def test_allocentric_does_not_depend_on_the_observer(a: tuple, b: tuple, facing: float, theta: float) -> None:
    own = g.allocentric(a, b, g.turn((0, 1), facing))
    # The same scene described in the frame of an observer at theta: all of it turned by -theta.
    seen = g.allocentric(g.turn(a, -theta), g.turn(b, -theta), g.turn((0, 1), facing - theta))
    assert np.allclose((own.x, own.y), (seen.x, seen.y))


@given(point, point, angle)
def test_seen_by_one_who_faces_the_same_way_left_and_right_agree_and_near_and_far_swap(
    a: tuple, b: tuple, theta: float
) -> None:
    observer = g.Observer(theta)
    ego, allo = g.egocentric(a, b, observer), g.allocentric(a, b, observer.forward)
    assert np.allclose((allo.x, allo.y), (ego.x, -ego.y))


def test_a_person_facing_the_first_camera_has_its_right_side_at_270() -> None:
    facing = -g.Observer(0).forward
    on_the_right = g.Observer(270).position
    assert g.allocentric(on_the_right, (0, 0), facing).direction == "right"
    assert g.allocentric(g.Observer(90).position, (0, 0), facing).direction == "left"
    assert g.azimuth_of(g.turn(facing, -90)) == 270


@given(angle)
def test_azimuth_of_returns_where_an_observer_stands(theta: float) -> None:
    observer = g.Observer(theta, radius=3, centre=(1, 2))
    assert abs(g.wrap(g.azimuth_of(observer.position, observer.centre) - theta)) < 1e-6


@given(direction, st.floats(-22, 22))
def test_margin_falls_from_the_middle_of_a_class_and_is_negative_outside(name: str, off: float) -> None:
    c, s = g.cosine_sine(g.DIRECTIONS.index(name) * g.STEP + off)
    relation = g.Relation(s, c)
    assert relation.direction == name
    assert relation.margin() == pytest.approx(22.5 - abs(off))
    neighbours = [g.DIRECTIONS[(g.DIRECTIONS.index(name) + step) % 8] for step in (-1, 1)]
    assert max(relation.margin(n) for n in neighbours) == pytest.approx(abs(off) - 22.5)


def test_groups_never_mix() -> None:
    assert g.group("left") == ("front", "right", "behind", "left")
    assert g.group("behind-left") == ("front-right", "behind-right", "behind-left", "front-left")


def test_counter_clockwise_seen_from_above_goes_from_front_to_the_first_viewers_right() -> None:
    front, right = g.Observer(0).position, g.Observer(90).position
    assert g.turn(front, 90 * g.SENSES["counter-clockwise"]).tolist() == right.tolist()
    assert g.turn(right, 90 * g.SENSES["clockwise"]).tolist() == front.tolist()


@given(point3, point3, point3, angle, angle)
def test_transforms_compose_by_naming_their_frames(p: tuple, q: tuple, corner: tuple, a: float, b: float) -> None:
    world_from_table, table_from_cup = g.standing(p, a), g.standing(q, b)
    world_from_cup = world_from_table @ table_from_cup
    step_by_step = g.transform(world_from_table, g.transform(table_from_cup, [corner]))
    assert np.allclose(g.transform(world_from_cup, [corner]), step_by_step)
    assert np.allclose(g.inverse(world_from_cup) @ world_from_cup, np.eye(4))


@given(point3, st.lists(point3, min_size=1, max_size=5), st.floats(10, 120))
def test_projecting_then_unprojecting_returns(eye: tuple, points: list, fov: float) -> None:
    assume(np.hypot(eye[0], eye[1]) > 0.1)
    camera = g.look_at(eye, (0, 0, 0), 640, 480, fov)
    assume((g.depths(points, camera) > 0.1).all())
    pixels = g.project(points, camera)
    assert np.allclose(g.unproject(pixels, g.depths(points, camera), camera), points, atol=1e-6)


def test_a_camera_sees_its_target_in_the_middle_right_to_the_right_and_up_above() -> None:
    observer = g.Observer(90, radius=5)
    camera = g.look_at((*observer.position, 2), (0, 0, 0), 400, 300)
    middle, right, up = g.project([(0, 0, 0), (*observer.right, 0), (0, 0, 1)], camera)
    assert np.allclose(middle, (200, 150))
    assert right[0] > 200
    assert right[1] == pytest.approx(150)
    assert up[1] < 150
    assert np.allclose(camera.position, (5, 0, 2))


def test_points_behind_the_camera_are_refused() -> None:
    camera = g.look_at((0, -5, 0), (0, 0, 0), 100, 100)
    with pytest.raises(ValueError, match="1 of 2 points lie behind"):
        g.project([(0, 0, 0), (0, -6, 0)], camera)


@pytest.mark.parametrize("target", [(0, 0, 0), (1, 1, 1)])
def test_a_camera_needs_an_upright_picture(target: tuple) -> None:
    with pytest.raises(ValueError, match="no upright picture"):
        g.look_at((1, 1, 1) if target == (1, 1, 1) else (0, 0, 4), target, 100, 100)


def test_an_azimuth_just_short_of_a_whole_turn_is_none():
    assert g.azimuth_of((-1e-18, -1.0)) == 0.0
    assert g.Relation(-1e-18, 1.0).bearing == 0.0
