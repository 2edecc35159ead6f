"""Surroundings as meshes and light: they hide no thing, shade no thing, carry every thing, and favour no observer."""

import numpy as np
import pytest

from vantage import seeds, settings
from vantage.assets.parts import box
from vantage.geometry import look_at
from vantage.render import staged, surroundings, walls
from vantage.render.raster import Light, Placed, Quality, Stage
from vantage.render.surfaces import NO_EDGE
from vantage.scene import AZIMUTHS, Lens, Scene, SceneDrawing, Thing
from vantage.scenes import framing
from vantage.settings import plans

KINDS = {"table": ("mug", "banana", 0.2), "floor": ("boot", "ball", 0.7), "outdoors": ("dog", "bucket", 1.1)}
LOOKS = range(3)


def scene(name, look=0, elevation=25.0, lens=Lens()):  # noqa: B008
    first, second, away = KINDS[settings.get(name).place]
    things = (Thing("a", first, 0, away, 0.0, 40.0), Thing("b", second, 1, -away, 0.3 * away))
    return framing.framed(name, look, things, elevation, lens)


def unlit(seen):
    return Stage([*surroundings.around(seen).placed, *staged._placed(seen)], quality=Quality(0, 8, 0, 8))


@pytest.mark.parametrize("name", settings.sites())
def test_nothing_comes_between_an_observer_and_the_things(name):
    for look in LOOKS:
        seen = scene(name, look, (9.0, 25.0, 45.0)[look])
        full, alone = unlit(seen), staged.unlit(seen)
        for azimuth in (*AZIMUTHS, 10, 110, 200, 290):
            camera = seen.camera(azimuth, 64)
            assert (full.ids(camera) == alone.ids(camera)).all()


@pytest.mark.parametrize("name", [name for name, site in settings.sites().items() if site.place != "table"])
def test_surroundings_put_no_thing_in_the_shade(name):
    seen = scene(name, 1)
    around, camera = surroundings.around(seen), seen.camera(45, 96)
    full = staged.frame(SceneDrawing(seen, 45), 96)
    alone = Stage(staged._placed(seen), around.lights, around.background).view(camera)
    inside = np.stack([np.roll(full.ids, shift, axis) for axis in (0, 1) for shift in (-1, 0, 1)])
    whole = (inside == inside[1]).all(axis=0) & (full.ids > 0)  # no edge of a thing runs through the pixel
    assert whole.sum() > 30
    # Through a gap in a thing narrower than a pixel its surroundings may be seen.
    assert (full.rgb[whole] == alone.rgb[whole]).all(axis=1).mean() > 0.9


def test_only_the_table_casts_a_shadow():
    for name, site in settings.sites().items():
        casting = [placed for placed in surroundings.around(scene(name)).placed if placed.casts]
        assert len(casting) == (site.place == "table")


@pytest.mark.parametrize("name", settings.sites())
def test_the_ground_lies_at_height_0_under_all_things(name):
    for look in LOOKS:
        seen = scene(name, look)
        reach = plans.reach(seen)
        for placed in surroundings.around(seen).placed:
            points = placed.mesh.points @ placed.world_from_object[:3, :3].T + placed.world_from_object[:3, 3]
            within = points[np.hypot(points[:, 0], points[:, 1]) < reach]
            assert within[:, 2].max(initial=-1) <= (0.001 if placed.casts else 0.0)


def test_a_table_holds_everything():
    for look in LOOKS:
        seen = scene("office table", look)
        (top,) = (placed.mesh.points for placed in surroundings.around(seen).placed if placed.casts)
        rim = top[top[:, 2] > -0.007]
        corners = np.hypot(rim[:, 0], rim[:, 1])
        assert corners[corners > 0.1].min() > plans.reach(seen)


def test_reach_counts_corners():
    car = Scene("car park", 0, (Thing("car", "car", 0, 3.0, 0.0, facing=90.0),), 10.0, 5.0)
    assert plans.reach(car) > 3.0 + 1.9


def test_scenery_is_left_out_from_behind_and_takes_no_shadow():
    plain = walls.Material((0.7, 0.7, 0.7))
    wall = walls.built(plans.Wall((4.0, 3.0), (-4.0, 3.0), 3.0, 0, 0), 0.0, plain, inside=False)
    block = Placed(box((0, 0, 1), (1, 1, 2), plain), np.eye(4), 1)
    low = Light(azimuth=0.0, elevation=20.0)
    scenery, solid = (Placed(wall, np.eye(4), 0, edge=edge) for edge in ((0.0, 1.0, 3.0), NO_EDGE))
    front, back = (look_at((3.0, y, 2.0), (0, 0, 1), 64, 64) for y in (-9.0, 9.0))
    assert np.isfinite(Stage([block, scenery], low).view(front).depth).sum() > 1000
    seen = Stage([block, scenery], low)
    assert (seen.ids(back) == Stage([block]).ids(back)).all()
    assert (Stage([block, solid]).ids(back) != Stage([block]).ids(back)).any()
    frame, dark = seen.view(front), Stage([block, solid], low).view(front)
    there = np.isfinite(frame.depth) & (frame.ids == 0)
    bare = Stage([scenery], low).view(front)
    assert (frame.rgb[there] == bare.rgb[there]).all(axis=1).mean() > 0.9  # but at the block's edges
    assert (dark.rgb[there] == bare.rgb[there]).all(axis=1).mean() < 0.9


@pytest.mark.parametrize("light", [surroundings.lamps, surroundings.sun])
def test_light_is_soft_and_favours_no_observer(light):
    lights = [light(seeds.generator("test", k)) for k in range(800)]
    assert all(drawn.softness >= 4 and drawn.elevation >= 40 for lit in lights for drawn in lit)
    counts = np.bincount([round(lit[0].azimuth / 45) % 8 for lit in lights], minlength=len(AZIMUTHS))
    assert ((counts - 100) ** 2 / 100).sum() < 24.3  # chi-squared with 7 degrees of freedom: p = 0.001


def test_rooms_have_one_to_three_lamps_of_several_colours():
    lights = [surroundings.lamps(seeds.generator("test", k)) for k in range(200)]
    assert {len(lit) for lit in lights} == {1, 2, 3}
    assert len({drawn.colour for lit in lights for drawn in lit}) >= 3
    assert all(lit[0].strength > max((other.strength for other in lit[1:]), default=0) for lit in lights)


def test_the_same_look_gives_the_same_bytes_and_another_does_not():
    pictures = []
    for look in (2, 2, 3):
        staged.stage.cache_clear()
        staged.frame.cache_clear()
        pictures.append(staged.frame(SceneDrawing(scene("cafe", look), 90), 48).png)
    assert pictures[0] == pictures[1] != pictures[2]


def test_pictures_have_all_256_levels():
    frame = staged.frame(SceneDrawing(scene("park", 1), 0), 192)
    levels = np.unique(frame.rgb)
    assert (np.diff(levels)[5:-5] == 1).mean() > 0.95


@pytest.mark.parametrize("aspect", [0.5, 0.75, 4 / 3, 16 / 9])
def test_pictures_that_are_not_square_hold_everything(aspect):
    seen = scene("garden", 1, lens=Lens(60.0, aspect))
    for azimuth in AZIMUTHS:
        frame = staged.frame(SceneDrawing(seen, azimuth), 96)
        height, width = frame.ids.shape
        assert max(width, height) == 96
        assert abs(width / height - aspect) < 0.03
        rows, columns = np.nonzero(frame.ids)
        assert min(rows.min(), columns.min()) > 0
        assert (rows.max() + 1, columns.max() + 1) < (height, width)
    boxes = framing.boxes(seen)
    assert 0 < boxes.min() < boxes.max() < 1


def test_a_wall_has_a_hole_for_each_opening():
    wall = plans.Wall((4.0, 0.0), (0.0, 0.0), 2.6, 0, 0, (plans.Opening("window", 1.5, 1.2, 0.9, 1.2),))
    plain = walls.Material((0.5, 0.5, 0.5))
    mesh = walls.built(wall, 0.0, plain, inside=False)
    painted = mesh.points[mesh.faces[mesh.material == mesh.materials.index(plain)]]
    a, b, c = (painted[:, k] for k in range(3))
    across = np.cross(b - a, c - a)
    assert np.linalg.norm(across, axis=1).sum() / 2 == pytest.approx(4.0 * 2.6 - 1.2 * 1.2)
    assert (across[:, 1] < 0).all()  # the place is on the left of who goes from the start to the end


def test_flat_ground_looks_upward():
    sheet = walls.quilt([walls.level((0, 0), (2, 1), 0.5, surroundings.PAINT, repeat=0.5)])
    a, b, c = (sheet.points[sheet.faces[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()
    assert sheet.uv.max(axis=(0, 1)).tolist() == [4.0, 2.0]
