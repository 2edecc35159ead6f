"""Grounds, walls and light: they block no view, carry every thing at height 0, and favour no observer."""

import numpy as np
import pytest

from vantage import seeds
from vantage.render import surroundings, textures
from vantage.scene import AZIMUTHS, Scene, Thing

SIZES = {
    "table": ("mug", 0.3, 1.2),
    "room": ("armchair", 1.5, 5.0),
    "street": ("car", 5.0, 16.0),
    "park": ("dog", 1.0, 4.0),
}
LOOKS = range(6)
WEIGHTS = np.array([(i, j, 8 - i - j) for i in range(9) for j in range(9 - i)]) / 8


def built(setting, look=0):
    asset, away, radius = SIZES[setting]
    things = (Thing("a", asset, 0, away, 0.0), Thing("b", asset, 1, -away, 0.0))
    scene = Scene(setting, look, things, radius, radius * 0.6)
    return scene, surroundings.around(scene)


@pytest.mark.parametrize("setting", surroundings.BUILT)
def test_nothing_stands_between_observers_and_things(setting):
    for look in LOOKS:
        scene, around = built(setting, look)
        for mesh in (*around.ground, *around.casting):
            # Points all over each triangle: a straight wall comes nearest between its corners.
            points = (WEIGHTS @ mesh.points[mesh.faces]).reshape(-1, 3)
            high = points[points[:, 2] > 0.2]
            assert np.hypot(high[:, 0], high[:, 1]).min(initial=np.inf) > scene.radius


@pytest.mark.parametrize("setting", surroundings.BUILT)
def test_the_ground_lies_at_height_0_under_all_things(setting):
    for look in LOOKS:
        scene, around = built(setting, look)
        points = np.concatenate([mesh.points for mesh in (*around.ground, *around.casting)])
        within = points[np.hypot(points[:, 0], points[:, 1]) < surroundings.reach(scene)]
        assert within[:, 2].max(initial=0) <= 2 * surroundings.LIFT + 1e-6


def test_a_table_holds_everything():
    for look in LOOKS:
        scene, around = built("table", look)
        top = around.casting[0].points
        rim = top[top[:, 2] > -0.007]
        corners = np.hypot(rim[:, 0], rim[:, 1])
        assert corners[corners > 0.1].min() > surroundings.reach(scene)


def test_reach_counts_corners():
    scene = Scene("park", 0, (Thing("car", "car", 0, 3.0, 0.0, facing=90.0),), 10.0, 5.0)
    assert surroundings.reach(scene) > 3.0 + 1.9


@pytest.mark.parametrize("setting", surroundings.BUILT)
def test_looks_differ_and_repeat(setting):
    lights = [built(setting, look)[1].light for look in LOOKS]
    assert len({*lights}) == len(lights)
    assert built(setting, 2)[1].light == lights[2]
    first, again = (built(setting, 2)[1].ground[0] for _ in range(2))
    assert (first.points == again.points).all()
    assert first.materials == again.materials


@pytest.mark.parametrize("light", [surroundings.lamp, surroundings.sun])
def test_light_is_soft_and_favours_no_observer(light):
    lights = [light(seeds.generator("test", k)) for k in range(800)]
    assert all(drawn.softness >= 4 and drawn.elevation >= 40 for drawn in lights)
    counts = np.bincount([round(drawn.azimuth / 45) % 8 for drawn in lights], minlength=len(AZIMUTHS))
    assert ((counts - 100) ** 2 / 100).sum() < 24.3  # chi-squared with 7 degrees of freedom: p = 0.001


@pytest.mark.parametrize("setting", surroundings.BUILT)
def test_materials_name_known_textures(setting):
    for look in LOOKS:
        around = built(setting, look)[1]
        used = {m.texture for mesh in (*around.ground, *around.casting) for m in mesh.materials}
        assert used - {""} <= {*textures.known()}


def test_flat_ground_looks_upward():
    sheet = surroundings.sheet((0, 0), (2, 1), 0.5, surroundings.PAINT, repeat=0.5)
    a, b, c = (sheet.points[sheet.faces[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()
    assert sheet.uv.max(axis=(0, 1)).tolist() == [4.0, 2.0]
    assert surroundings.disc(1.0, 0.0, surroundings.PAINT).normals[..., 2].min() == 1
