"""Boxes around things: on the ground as exact areas say, in pictures as the cameras say."""

import numpy as np
import pytest

from vantage import assets, geometry
from vantage.assets import extent
from vantage.scene import AZIMUTHS, Thing
from vantage.scenes import framing

THINGS = (
    Thing("car", "car", 0, -3.0, 1.0, facing=30.0),
    Thing("man", "man", 2, 2.0, -1.5, facing=200.0),
    Thing("dog", "dog", 1, 1.0, 2.5, facing=75.0, z=0.2),
)
SCENE = framing.framed("street", 0, THINGS, 32.0)


def inside(points, thing):
    """Which of the points (n, 2) lie on the footprint of a thing, by turning them into its own frame."""
    c, s = geometry.cosine_sine(thing.facing)
    away = (points - thing.place) @ np.array([[c, -s], [s, c]])
    return (np.abs(away) <= np.array(extent.sides(thing)[:2]) / 2).all(axis=1)


def test_corners_hold_the_mesh_and_touch_it():
    thing = THINGS[2]
    mesh = assets.build(thing.asset, thing.variant).points
    points = geometry.transform(geometry.standing((thing.x, thing.y, thing.z), thing.facing), mesh)
    corners = extent.corners(thing)
    assert points[:, 2].min() == pytest.approx(corners[:, 2].min(), abs=1e-4)
    assert points[:, 2].max() == pytest.approx(corners[:, 2].max(), abs=1e-4)
    for direction in (0.0, 75.0, 165.0):
        c, s = geometry.cosine_sine(direction)
        reach = corners[:, :2] @ (c, s)
        assert (points[:, :2] @ (c, s)).max() <= reach.max() + 1e-4
    assert extent.radius(thing) == pytest.approx(np.hypot(*(corners[:, :2] - thing.place).T).max())


def test_overlap_agrees_with_points_on_the_ground():
    rng = np.random.default_rng(5)
    found = set()
    for _ in range(150):
        x, y, a, b = rng.uniform((-3.5, -3.5, 0, 0), (3.5, 3.5, 360, 360))
        first, second = Thing("a", "car", 0, 0.0, 0.0, a), Thing("b", "horse", 0, x, y, b)
        grid = np.stack(np.meshgrid(*[np.linspace(-2.6, 2.6, 90)] * 2), axis=-1).reshape(-1, 2)
        shared = bool((inside(grid, first) & inside(grid, second)).any())
        if shared:
            assert framing.overlap(first, second, 0.0)
        elif framing.overlap(first, second, 0.0):
            # The grid may miss a mere corner: then a little smaller things are apart.
            assert not framing.overlap(first, second, -0.15)
        found.add(shared)
    assert found == {True, False}


def test_a_gap_keeps_things_farther_apart():
    first, second = Thing("a", "ball", 0, 0.0, 0.0), Thing("b", "ball", 0, 0.3, 0.0)
    assert not framing.overlap(first, second, 0.0)
    assert framing.overlap(first, second, 0.2)


def test_boxes_are_those_of_the_cameras():
    boxes = framing.boxes(SCENE)
    for azimuth, seen in zip(AZIMUTHS, boxes):
        for thing, box in zip(THINGS, seen):
            points = geometry.project(extent.corners(thing), SCENE.camera(azimuth, 1))
            assert np.hstack([points.min(axis=0), points.max(axis=0)]) == pytest.approx(box, abs=2e-3)


def test_everything_is_in_the_picture_and_nothing_is_nearer_than_needed():
    boxes = framing.boxes(SCENE)
    edge = (1 - framing.FILLED) / 2
    assert min(boxes[..., :2].min(), 1 - boxes[..., 2:].max()) == pytest.approx(edge, abs=2e-3)


def test_the_observers_are_at_their_elevation():
    assert np.degrees(np.arctan2(SCENE.height - SCENE.aim, SCENE.radius)) == pytest.approx(32.0, abs=0.05)


def test_distances_are_those_of_the_cameras():
    distances = framing.distances(SCENE)
    for azimuth, seen in zip(AZIMUTHS, distances):
        eye = SCENE.camera(azimuth, 100).position
        assert seen == pytest.approx([np.linalg.norm(eye - (t.x, t.y, t.z)) for t in THINGS])


def test_hidden_is_the_share_behind_a_nearer_box():
    boxes = np.array([[[0.0, 0.0, 0.4, 0.4], [0.2, 0.0, 0.6, 0.2]]])
    assert framing.hidden(boxes, np.array([[2.0, 1.0]]), 0) == pytest.approx([0.25])
    assert framing.hidden(boxes, np.array([[2.0, 1.0]]), 1) == pytest.approx([0.0])
    assert framing.hidden(boxes, np.array([[1.0, 2.0]]), 1) == pytest.approx([0.5])
