from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vantage import seeds
from vantage.render import blocks
from vantage.shapes import poses, solids
from vantage.shapes.solids import SolidDrawing

angles = st.tuples(*[st.integers(-180, 180)] * 3)
readable = [(turn, camera) for camera in poses.CAMERAS for turn in poses.readable(poses.ANY_AXES, camera)]


@settings(deadline=None)
@given(angles)
def test_a_pose_is_a_rotation(turn: poses.Angles) -> None:
    matrix = poses.matrix(turn)
    assert np.allclose(matrix @ matrix.T, np.eye(3))
    assert np.linalg.det(matrix) == pytest.approx(1)


def test_turns_go_counter_clockwise_seen_from_the_axis_and_x_comes_first() -> None:
    x, y, z = np.eye(3)
    assert (poses.matrix((90, 0, 0)) @ y == z).all()
    assert (poses.matrix((0, 90, 0)) @ z == x).all()
    assert (poses.matrix((0, 0, 90)) @ x == y).all()
    assert (poses.matrix((90, 0, 90)) @ y == z).all()


def test_the_angle_of_a_pose() -> None:
    assert [poses.angle(turn) for turn in ((0, 0, 0), (60, 0, 0), (0, -90, 0), (90, 90, 0), (0, 0, 180))] == [
        0,
        60,
        90,
        120,
        180,
    ]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(readable), st.integers(0, 50))
def test_a_view_draws_each_block_where_the_turned_block_would_be(
    pose: tuple[poses.Angles, poses.Camera], number: int
) -> None:
    turn, camera = pose
    shape = solids.solid(solids.grow(8, seeds.generator("poses", number)))
    corners = (shape.array[:, None] + blocks.CORNERS).reshape(-1, 3) @ poses.matrix(turn).T
    right, up, _ = solids.camera_axes(*camera) * 25.6
    wanted = np.stack([corners @ right, -corners @ up], axis=1)
    drawn = np.concatenate(blocks.Stage(SolidDrawing(shape, poses.view(turn, camera), 0.1), 256).corners)
    wanted += (drawn.min(axis=0) + drawn.max(axis=0) - wanted.min(axis=0) - wanted.max(axis=0)) / 2
    assert np.allclose(sorted(wanted.round(4).tolist()), sorted(drawn.round(4).tolist()), atol=2e-4)


def test_quarter_turns_are_seen_from_the_camera_itself() -> None:
    for turn in poses.ONE_AXIS:
        view = poses.view(turn, (30, 30))
        assert (view.azimuth, view.elevation, view.roll) == pytest.approx((30, 30, 0))
        assert (solids.ROTATIONS[view.turn] == poses.matrix(turn)).all()


def test_readable_poses_are_many_and_open() -> None:
    for camera in poses.CAMERAS:
        assert camera in solids.cameras(solids.UNIT)
        assert poses.readable(poses.ONE_AXIS, camera) == poses.ONE_AXIS
        turns = poses.readable(poses.ANY_AXES, camera)
        assert len(turns) >= 20
        assert poses.REST not in turns
        assert {60, 90, 120} <= {angle for turn in turns for angle in turn}
        for turn in turns:
            towards = solids.camera_axes(*camera)[2] @ poses.matrix(turn)
            assert np.abs(towards).min() >= poses.LEAST_FACE
            assert abs(poses.view(turn, camera).roll) <= 60


def test_a_face_edge_on_has_no_view() -> None:
    with pytest.raises(ValueError, match="between 0 and 90"):
        poses.view((0, 0, 120), (30, 30))
