import hashlib
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from tests import render_truth
from tests.render_truth import CHEAP, ball, box, ground, mesh, torus
from vantage import geometry, seeds
from vantage.assets.meshes import Material
from vantage.render import raster
from vantage.render.raster import GROUND, Light, Placed, Quality, Stage


def at(x, y, z):
    return geometry.standing((x, y, z), 0)


def floor(**looks):
    return Placed(ground(**looks), np.eye(4), GROUND)


def brightness(frame):
    return frame.rgb.mean(axis=2)


CAMERA = geometry.look_at((0, -5, 3), (0, 0, 0.5), 128, 128)


def test_what_is_seen_agrees_with_rays():
    gaps = render_truth.Gaps()
    for index in range(6):
        render_truth.measure(seeds.generator("render test", index), gaps)
    assert gaps.full >= 5
    assert gaps.centroid < 0.5
    assert gaps.ray_centroid < 0.5
    assert gaps.fraction < 0.02
    assert gaps.surface < 1e-4
    assert gaps.ids < 0.001


@pytest.mark.parametrize("samples", [1, 2, 3])
def test_ids_lie_where_project_says(samples):
    # A small thing in each of many places: its pixels' centroid is where its middle falls.
    for x, y in seeds.generator("places").uniform(-1.5, 1.5, (6, 2)):
        place = geometry.standing((x, y, 0.5), 20)
        frame = Stage([floor(), Placed(ball(0.15), place, 1)], quality=CHEAP).view(CAMERA, samples=samples)
        rows, columns = np.nonzero(frame.ids == 1)
        where = geometry.project([(x, y, 0.5)], CAMERA)[0]
        assert np.abs([columns.mean() + 0.5, rows.mean() + 0.5] - where).max() < 0.3


def test_triangles_that_share_edges_leave_no_gap_and_no_overlap():
    from vantage.render import kernels

    rng, n, side = seeds.generator("gaps"), 12, 64
    y, x = np.mgrid[: n + 1, : n + 1] * (side / n)
    inner = (slice(1, -1), slice(1, -1))
    # Some corners fall exactly on pixel centres.
    x[inner] = np.round(2 * (x[inner] + rng.uniform(-2, 2, x[inner].shape))) / 2
    y[inner] = np.round(2 * (y[inner] + rng.uniform(-2, 2, y[inner].shape))) / 2
    points = np.stack([x, y, np.ones_like(x)], -1).reshape(-1, 3)
    times = np.zeros((side, side), int)
    for i in range(n):
        for j in range(n):
            a, b, c, d = i * (n + 1) + j, i * (n + 1) + j + 1, (i + 1) * (n + 1) + j, (i + 1) * (n + 1) + j + 1
            for corners in ((a, b, d), (c, d, a)):
                key, owner = np.zeros((side, side), np.float32), np.full((side, side), -1, np.int32)
                kernels.fill(points[[corners]], np.zeros(1, np.int32), key, owner, True)
                times += owner >= 0
    assert (times == 1).all()


def test_of_two_at_one_depth_the_first_wins():
    stage = Stage([Placed(box(), at(0, 0, 0.5), 1), Placed(box(), at(0, 0, 0.5), 2)], quality=CHEAP)
    assert set(np.unique(stage.ids(CAMERA))) == {0, 1}


def test_the_ground_goes_on_under_and_behind_the_camera():
    camera = geometry.look_at((0, 0, 1.0), (0, 1, 0.6), 96, 96, 80)
    frame = Stage([floor()], quality=CHEAP).view(camera)
    rows, columns = np.nonzero(np.isfinite(frame.depth))
    assert np.isfinite(frame.depth[-1]).all()
    world = geometry.unproject(np.column_stack([columns, rows]) + 0.5, frame.depth[rows, columns], camera)
    assert np.abs(world[:, 2]).max() < 1e-4


def test_a_thing_cut_by_the_near_plane_shows_its_inside():
    camera = geometry.look_at((0, -0.6, 0), (0, 1, 0), 64, 64, 40, near=0.3)
    frame = Stage([Placed(box(), np.eye(4), 1)], quality=CHEAP).view(camera)
    assert (frame.ids == 1).all()
    assert frame.depth.min() > 1.0


def test_only_and_visible():
    stage = Stage([floor(), Placed(box(), at(0, 0, 0.5), 1), Placed(ball(0.3), at(0, 3, 0.4), 2)], quality=CHEAP)
    low = geometry.look_at((0, -5, 0.5), (0, 0, 0.5), 128, 128)
    assert (stage.ids(low) == 2).sum() == 0
    assert (stage.ids(low, only=2) == 2).sum() > 20
    assert stage.visible(low) == {1: 1.0, 2: 0.0}


def test_a_bare_backdrop_has_its_very_colour():
    plain = Stage([Placed(box(0.1, 0.1, 0.1), np.eye(4), 1)], background=(1.0, 1.0, 1.0), quality=CHEAP)
    assert (plain.view(CAMERA).rgb[0] == 255).all()
    grey = Stage([Placed(box(0.1, 0.1, 0.1), np.eye(4), 1)], background=(0.5, 0.3, 0.9), quality=CHEAP)
    assert np.abs(grey.view(CAMERA).rgb[0] - np.array([127.5, 76.5, 229.5])).max() <= 1
    sky = Stage([floor()], background=((1.0, 1.0, 1.0), (0.2, 0.4, 0.8)), quality=CHEAP)
    red = sky.view(geometry.look_at((0, -5, 1), (0, 0, 2.5), 64, 64)).rgb[:, 32, 0]
    assert red[0] < red[20] < 255


def test_a_thing_throws_a_shadow_that_touches_it_and_is_soft():
    light = Light(azimuth=270, elevation=45)
    camera = geometry.look_at((0, -6, 4), (0.5, 0, 0), 256, 256)
    with_box = Stage([floor(), Placed(box(), at(0, 0, 0.5), 1)], light).view(camera)
    bare = Stage([floor()], light).view(camera)
    share = brightness(with_box) / brightness(bare)
    # The front edge of its foot is (±0.5, -0.5, 0); light comes from the left, so that the shadow lies to the right.
    touching, outside = geometry.project([(0.53, -0.3, 0), (-0.7, 0, 0)], camera).astype(int)
    assert share[touching[1], touching[0]] < 0.7
    assert share[outside[1], outside[0]] > 0.85
    row = [geometry.project([(x, 0, 0)], camera)[0].astype(int) for x in np.linspace(1.2, 1.8, 40)]
    edge = np.array([share[y, x] for x, y in row])
    assert edge[0] < 0.7
    assert edge[-1] > 0.95
    assert ((edge > 0.75) & (edge < 0.92)).sum() >= 3


def test_the_shadow_of_a_low_thing_starts_at_its_foot():
    light = Light(azimuth=270, elevation=45, softness=1)
    camera = geometry.look_at((1, -2, 1.5), (0.4, 0, 0), 256, 256)
    slab = Stage([floor(), Placed(box(1, 1, 0.1), at(0, 0, 0.05), 1)], light).view(camera)
    x, y = geometry.project([(0.57, 0, 0)], camera)[0].astype(int)
    open_x, open_y = geometry.project([(0.75, 0, 0)], camera)[0].astype(int)
    assert brightness(slab)[y, x] < 0.75 * brightness(slab)[open_y, open_x]


@pytest.mark.parametrize("elevation", [15, 40, 80])
def test_no_surface_shades_itself(elevation):
    # Convex things alone: with shadow maps they look as without, but where the light only grazes them.
    light = Light(azimuth=320, elevation=elevation)
    things = [
        Placed(ball(0.8, 32, 48, smooth=True), at(-0.9, 0, 0.8), 1),
        Placed(box(1.2, 1.2, 1.2), at(0.9, 0, 0.7), 2),
    ]
    for thing in things:
        lit = Stage([thing], light, quality=Quality(8, 256, 0, 8)).view(CAMERA)
        plain = Stage([thing], light, quality=Quality(0, 8, 0, 8)).view(CAMERA)
        off = np.abs(brightness(lit) - brightness(plain))[lit.ids > 0]
        assert np.quantile(off, 0.97) <= 4
        assert off.mean() < 1


def test_corners_are_darker_than_open_ground():
    wall = Placed(box(4, 0.2, 2), at(0, 1, 1), 1)
    dim = Light(strength=0.0, sky=1.0)
    frame = Stage([floor(), wall], dim).view(CAMERA)
    near, far = geometry.project([(0, 0.85, 0), (0, -1.5, 0)], CAMERA).astype(int)
    assert brightness(frame)[near[1], near[0]] < 0.85 * brightness(frame)[far[1], far[0]]


def test_far_checks_blur_into_their_mean():
    checks = floor(side=400.0, colour=(0.0, 0.0, 0.0), texture="checker")
    stage = Stage([checks], Light(strength=1.0, sky=0.0), quality=Quality(0, 8, 0, 8))
    frame = stage.view(geometry.look_at((0, -5, 1.5), (0, 0, 1), 128, 128))
    horizon = int(np.isfinite(frame.depth[:, 64]).argmax())
    assert brightness(frame)[horizon + 4].std() < 4
    assert brightness(frame)[-1].std() > 40


def test_supersampling_softens_edges_without_touching_ids():
    stage = Stage([Placed(box(), geometry.standing((0, 0, 0.5), 30), 1)], background=(0.0, 0.0, 0.0), quality=CHEAP)
    one, many = stage.view(CAMERA, samples=1), stage.view(CAMERA, samples=4)
    assert (one.ids == many.ids).all()
    assert (one.depth == many.depth).all()
    assert len(np.unique(many.rgb[..., 0])) > 2 * len(np.unique(one.rgb[..., 0]))


def test_smooth_and_flat_shading_differ():
    counts = [
        len(np.unique(Stage([Placed(ball(1.0, smooth=smooth), np.eye(4), 1)], quality=CHEAP).view(CAMERA).rgb[..., 0]))
        for smooth in (False, True)
    ]
    assert counts[1] > counts[0]


def test_outlines_darken_edges_alone():
    stage = Stage([Placed(box(), geometry.standing((0, 0, 0.5), 30), 1)], quality=CHEAP)
    plain, lined = stage.view(CAMERA), stage.view(CAMERA, outlines=True)
    changed = brightness(lined) < brightness(plain) - 5
    assert 0.01 < changed.mean() < 0.08
    assert (brightness(lined) <= brightness(plain)).all()


def test_gloss_adds_a_highlight():
    matt = ball(1.0, 24, 36, smooth=True)
    shiny = replace(matt, materials=(replace(matt.materials[0], gloss=1.0),))
    dark = (0.0, 0.0, 0.0)
    a, b = (Stage([Placed(m, np.eye(4), 1)], background=dark, quality=CHEAP).view(CAMERA) for m in (matt, shiny))
    assert (brightness(b) >= brightness(a)).all()
    assert brightness(b).max() > brightness(a).max() + 20


def test_normals_of_a_stretched_thing_stand_upright_on_it():
    from vantage.render import surfaces

    stretched = geometry.rigid(np.diag([3.0, 1.0, 0.5]), (0, 0, 0))
    found = surfaces.gathered([Placed(torus(), stretched, 1)])
    assert np.allclose(found.normals[:, 0], found.facing, atol=1e-4)


def digest():
    placed = [
        floor(texture="grass"),
        Placed(box(texture="wood"), geometry.standing((0.3, 0, 0.5), 25), 1),
        Placed(torus(smooth=True), at(-1, 0.4, 0.3), 2),
    ]
    frame = Stage(placed).view(CAMERA)
    return hashlib.sha256(frame.rgb.tobytes() + frame.depth.tobytes() + frame.ids.tobytes()).hexdigest()


def test_the_same_bytes_in_every_process():
    code = "from tests.test_raster import digest; print(digest())"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert other == digest()


def test_code_is_compiled_even_where_it_cannot_be_kept():
    from vantage.compiling import compiled

    # A function without a file has no place for a cache beside it, as in a folder that cannot be written to.
    names = {}
    exec("def twice(x): return 2 * x", names)
    assert compiled(names["twice"])(21) == 42


def test_warm_says_so():
    said = []
    raster.warm(said.append)
    assert "renderer" in said[0]


def test_a_closed_solid_casts_the_shadow_of_all_its_faces_and_a_sheet_of_both_its_sides():
    from vantage.assets.parts import ball as solid_ball

    key, sky = Light(elevation=60), Quality(2, 64, 2, 64)
    solid = solid_ball((0, 0, 0.6), 0.4, Material((0.8, 0.3, 0.3)))
    assert solid.closed
    stages = [Stage([Placed(m, np.eye(4), 1)], key, quality=sky) for m in (solid, replace(solid, closed=False))]
    assert (stages[0].keys[0].maps > 0).any()
    for ours, all_faces in zip(*([*stage.keys, stage.sky] for stage in stages)):
        assert (ours.maps == all_faces.maps).all()
    # A level sheet that looks down, away from the light.
    sheet = mesh([(-1, -1, 1), (1, -1, 1), (0, 1, 1)], [(0, 2, 1)])
    assert (Stage([Placed(sheet, np.eye(4), 1)], key, quality=sky).keys[0].maps > 0).any()


def test_ids_alone_need_no_light():
    stage = Stage([floor(), Placed(box(), at(0, 0, 0.5), 1)])
    assert (stage.ids(CAMERA) == 1).any()
    assert not {"keys", "sky", "looks"} & {*vars(stage)}
    stage.view(CAMERA)
    assert {"keys", "sky", "looks"} <= {*vars(stage)}


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="at least one mesh"):
        Stage([])
    with pytest.raises(ValueError, match="samples"):
        Stage([floor()], quality=CHEAP).view(CAMERA, samples=0)
    with pytest.raises(ValueError, match="no texture is called 'gras'"):
        Stage([floor(texture="gras")]).view(CAMERA)


def test_a_face_without_area_is_harmless():
    flat = mesh([(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)], [(0, 1, 2), (0, 1, 3)])
    frame = Stage([Placed(flat, np.eye(4), 1)]).view(CAMERA)
    assert (frame.ids == 1).any()


def test_a_point_outside_a_sliver_is_held_at_its_nearest_edge():
    from vantage.render.fragments import inside

    rng = np.random.default_rng(5)
    for _ in range(200):
        e, f, g = rng.normal(size=(3, 2)) * (1.0, rng.choice([1.0, 0.01]))
        weights = np.array(inside(e @ e, e @ f, f @ f, g @ e, g @ f))
        held = weights[1] * e + weights[2] * f
        grid = rng.dirichlet((0.5, 0.5, 0.5), 4000)  # points of the triangle, many near its edges
        least = np.linalg.norm(grid[:, 1:] @ [e, f] - g, axis=1).min()
        assert weights.min() >= -1e-12
        assert weights.sum() == pytest.approx(1)
        assert np.linalg.norm(held - g) <= least + 1e-9
