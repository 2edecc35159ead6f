"""Every asset and several of its variants: sound meshes of the stated size, distinguishable, with a visible front.

What an asset looks like is measured on coarse pictures drawn here: points strewn over the faces that look at a far
observer, the nearest in each cell kept. They show shape and colour, without any lighting.
"""

import hashlib
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from vantage import assets
from vantage.assets import COLOURS, arrange, asset, parts
from vantage.assets.meshes import Material
from vantage.geometry import Observer

VARIANTS = (0, 1)
VIEWS = tuple(range(0, 360, 45))
CELLS = 28  # along each side of a picture
PLAIN = Material((0.5, 0.5, 0.5))
BUSY = 5000  # triangles


def edges(mesh):
    corners = mesh.points.astype(float)[mesh.faces]
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


@cache
def strewn(name, variant, count=8000):
    """Points spread evenly over the surface, with their colours and normals."""
    mesh = assets.build(name, variant)
    across = edges(mesh)
    area = np.linalg.norm(across, axis=1)
    rng = np.random.default_rng(0)
    face = np.searchsorted(np.cumsum(area), (np.arange(count) + 0.5) / count * area.sum())
    face = np.minimum(face, len(area) - 1)
    a, b = np.sort(rng.random((2, count)), axis=0)
    share = np.stack([a, b - a, 1 - b], axis=1)
    points = np.einsum("ij,ijk->ik", share, mesh.points.astype(float)[mesh.faces[face]])
    colours = np.array([material.colour for material in mesh.materials])[mesh.material[face]]
    return points, colours, across[face] / area[face, None]


def picture(name, variant, theta, elevation=20.0):
    """What an observer far away sees: (CELLS, CELLS, 4), colour and whether anything is there."""
    points, colours, normals = strewn(name, variant)
    observer = Observer(theta)
    c, s = np.cos(np.radians(elevation)), np.sin(np.radians(elevation))
    ahead = np.array([*(c * observer.forward), -s])
    right = np.array([*observer.right, 0.0])
    down = np.cross(ahead, right)
    seen = normals @ ahead < 0
    points, colours = points[seen], colours[seen]
    low, high = assets.build(name, variant).bounds
    middle, reach = (low + high) / 2, 0.51 * np.linalg.norm(high - low)
    column, row = (((points - middle) @ axis / reach + 1) / 2 * CELLS for axis in (right, down))
    order = np.argsort(-((points - middle) @ ahead))
    drawn = np.zeros((CELLS, CELLS, 4))
    # The last of several values for a cell stays: the nearest.
    drawn[row[order].astype(int), column[order].astype(int)] = np.column_stack([colours, np.ones(len(points))])[order]
    return drawn


def difference(one, other):
    """The share of the cells filled in either picture that differ plainly."""
    filled = (one[..., 3] + other[..., 3]) > 0
    plain = np.abs(one - other).max(axis=2) > 0.2
    return plain[filled].mean()


@cache
def all_views(name):
    return [picture(name, 0, theta) for theta in VIEWS]


every = pytest.mark.parametrize("name", assets.names())


def test_there_are_enough_of_each():
    assert len(assets.names()) >= 45
    assert len(assets.names(oriented=True)) >= 18
    for place in assets.PLACES:
        assert len(assets.names(place=place)) >= 15
        assert len(assets.names(place=place, oriented=True)) >= 6


def test_names_are_plain_words():
    for name in assets.names():
        assert name == name.lower().strip()
        assert all(word.isalpha() for word in name.split())


@every
def test_what_an_asset_says_of_itself(name):
    kind = assets.get(name)
    assert kind.name == name
    assert name in assets.names(kind.category)
    assert kind.places
    assert set(kind.places) <= set(assets.PLACES)
    assert set(kind.colours) <= set(COLOURS)
    assert not (kind.oriented and kind.alike)
    low, high = kind.length
    assert 0.05 < low < high < 15
    assert high / low < 1.35


@every
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_mesh_is_sound(name, variant):
    mesh = assets.build(name, variant)
    assert len(mesh.faces) <= BUSY
    assert all(np.isfinite(array).all() for array in (mesh.points, mesh.normals, mesh.uv))
    assert mesh.faces.min() >= 0
    assert mesh.faces.max() < len(mesh.points)
    assert mesh.material.min() >= 0
    assert mesh.material.max() < len(mesh.materials)
    assert mesh.normals.shape == (len(mesh.faces), 3, 3)
    assert mesh.uv.shape == (len(mesh.faces), 3, 2)
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=2), 1, atol=1e-5)
    across = edges(mesh)
    area = np.linalg.norm(across, axis=1)
    assert area.min() > 1e-9 * np.ptp(mesh.points, axis=0).max() ** 2
    assert (np.einsum("ij,ikj->ik", across / area[:, None], mesh.normals) > 0).all()


@every
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_mesh_is_right_side_out(name, variant):
    mesh = assets.build(name, variant)
    corners = mesh.points.astype(float)[mesh.faces]
    assert np.einsum("ij,ij->", corners[:, 0], edges(mesh)) > 0  # six times the volume


@every
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_stands_on_the_ground_centred_and_of_the_stated_size(name, variant):
    low, high = assets.build(name, variant).bounds
    size = high - low
    assert abs(low[2]) < 1e-3
    assert (np.abs(low + high)[:2] / 2 <= 0.05 * size[:2]).all()
    shortest, longest = assets.get(name).length
    assert shortest * (1 - 1e-5) <= size.max() <= longest * (1 + 1e-5)


@every
def test_a_variant_is_the_same_for_ever_and_cannot_be_changed(name):
    one, other = assets.build(name, 1), assets.build.__wrapped__(name, 1)
    for field in ("points", "faces", "normals", "uv", "material"):
        assert getattr(one, field).tobytes() == getattr(other, field).tobytes()
        assert not getattr(one, field).flags.writeable
    assert one.materials == other.materials


def test_a_variant_is_the_same_in_another_process():
    code = "import hashlib; from vantage import assets; mesh = assets.build('dog', 7);"
    code += "print(hashlib.sha256(mesh.points.tobytes() + mesh.normals.tobytes() + mesh.uv.tobytes()).hexdigest())"
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    mesh = assets.build("dog", 7)
    here = hashlib.sha256(mesh.points.tobytes() + mesh.normals.tobytes() + mesh.uv.tobytes()).hexdigest()
    assert there.strip() == here


@every
def test_variants_differ(name):
    meshes = [assets.build(name, variant) for variant in range(5)]
    assert len({mesh.points.tobytes() for mesh in meshes}) == 5
    assert len({mesh.materials for mesh in meshes}) > 1
    words = assets.get(name).colours
    assert {assets.colour(name, variant) for variant in range(len(words))} == set(words)


@pytest.mark.parametrize("name", [name for name in assets.names() if assets.get(name).colours])
def test_a_colour_that_is_named_is_seen(name):
    for variant in range(len(assets.get(name).colours)):
        pictures = [picture(name, variant, theta) for theta in (45, 225)]
        cells = np.concatenate([drawn[drawn[..., 3] > 0, :3] for drawn in pictures])
        assert shares(cells)[assets.colour(name, variant)] > 0.2


SHADES = {word: [asset.shade(rgb, light) for light in (0.6, 0.75, 0.9, 1, 1.12, 1.25)] for word, rgb in COLOURS.items()}


def shares(cells):
    """The share of the cells that is nearest to a shade of each colour."""
    away = [np.linalg.norm(cells[:, None] - np.array(shades), axis=2).min(axis=1) for shades in SHADES.values()]
    return dict(zip(COLOURS, np.bincount(np.argmin(away, axis=0), minlength=len(COLOURS)) / len(cells)))


@pytest.mark.parametrize("name", assets.names(oriented=True))
def test_a_front_shows_from_all_eight_sides(name):
    views = all_views(name)
    for i in range(8):
        for j in range(i):
            assert difference(views[i], views[j]) > 0.15, (VIEWS[i], VIEWS[j])


@pytest.mark.parametrize("name", assets.names(oriented=True))
def test_what_has_a_front_is_the_same_on_its_left_and_right_but_for_small_things(name):
    views = all_views(name)
    for i in (1, 2, 3):
        assert difference(views[i], views[-i][:, ::-1]) < 0.4


def strewn_densely(mesh, apart):
    """Points on every face no further apart than this, and the face of each: its pieces' middles when it is cut up.

    A triangle is cut across its longest side until no side is too long.
    """
    left, face = mesh.points[mesh.faces].astype(float), np.arange(len(mesh.faces))
    middles, faces = [], []
    while len(left):
        sides = np.linalg.norm(left - np.roll(left, -1, axis=1), axis=2)
        long = sides.max(axis=1) > apart
        middles.append(left[~long].mean(axis=1))
        faces.append(face[~long])
        order = (sides.argmax(axis=1)[long, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(left[long], order[..., None], axis=1).transpose(1, 0, 2)
        left = np.concatenate([np.stack([a, (a + b) / 2, c], axis=1), np.stack([(a + b) / 2, b, c], axis=1)])
        face = np.tile(face[long], 2)
    return np.concatenate(middles), np.concatenate(faces)


def groups(pairs, count):
    """For each of `count` numbers, the group that the pairs put it in."""
    graph = coo_matrix((np.ones(len(pairs)), pairs.T), shape=(count, count))
    return connected_components(graph, directed=False)[1]


def floating(mesh):
    """Middles of the parts that touch neither the ground nor, near or far, a part that does.

    Parts touch when they come within 1.5 % of the longest side of the whole.
    """
    reach = 0.015 * float(np.ptp(mesh.points, axis=0).max())
    _, place = np.unique(mesh.points, axis=0, return_inverse=True)
    corners = place.reshape(-1)[mesh.faces]
    part = groups(corners[:, [0, 1, 1, 2]].reshape(-1, 2), corners.max() + 1)[corners[:, 0]]
    points, face = strewn_densely(mesh, reach)
    owner = part[face]
    cell = np.floor((points - points.min(axis=0)) * 2 / reach).astype(int)
    _, first = np.unique(np.column_stack([owner, cell]) @ (1 << np.array([30, 20, 10, 0])), return_index=True)
    points, owner = points[first], owner[first]
    near = owner[cKDTree(points).query_pairs(reach, output_type="ndarray")]
    low = np.unique(owner[points[:, 2] < reach])
    ground = part.max() + 1
    tied = np.concatenate([near[near[:, 0] != near[:, 1]], np.column_stack([low, np.full(len(low), ground)])])
    group = groups(tied, ground + 1)
    lost = [k for k in np.unique(part) if group[k] != group[ground]]
    return [points[owner == k].mean(axis=0).round(3).tolist() for k in lost]


@every
def test_no_part_floats(name):
    assert floating(assets.build(name, 0)) == []


def test_a_part_that_floats_is_found():
    table, ball = parts.box((0, 0, 0.5), (1, 1, 1), PLAIN), parts.ball((0, 0, 1.2), 0.1, PLAIN)
    np.testing.assert_allclose(floating(arrange.joined(table, ball)), [(0, 0, 1.2)], atol=1e-3)
    assert floating(arrange.joined(table, arrange.moved(ball, z=-0.1))) == []
    assert floating(arrange.joined(table, arrange.moved(ball, x=3, z=-1.1))) == []


@pytest.mark.parametrize("name", assets.names("people"))
def test_twelve_people_in_a_row_are_dressed_unlike_each_other(name):
    pictures = [picture(name, variant, 20) for variant in range(12)]
    for i in range(12):
        for j in range(i):
            assert difference(pictures[i], pictures[j]) > 0.25, (i, j)


@pytest.mark.parametrize("name", [name for name in assets.names() if assets.get(name).alike])
def test_what_is_alike_looks_the_same_from_all_sides(name):
    views = all_views(name)
    assert max(difference(views[0], other) for other in views[1:]) < 0.25


def test_a_wrong_name_is_answered_with_the_nearest():
    with pytest.raises(ValueError, match="no asset is called 'sofaa'; did you mean 'sofa'"):
        assets.get("sofaa")
    with pytest.raises(ValueError, match="no asset"):
        assets.build("unicorn", 0)


def volume(mesh):
    corners = mesh.points.astype(float)[mesh.faces]
    return np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6


@pytest.mark.parametrize(
    ("mesh", "expected"),
    [
        (parts.box((1, 2, 3), (1, 2, 3), PLAIN), 6),
        (parts.rod((0, 0, 0), (0, 3, 0), 1, PLAIN, sides=256), 3 * np.pi),
        (parts.rod((0, 0, 0), (3, 0, 0), 1, PLAIN, 0, sides=256), np.pi),
        (parts.ellipsoid((5, 0, 0), (1, 2, 3), PLAIN, 128), 8 * np.pi),
        (parts.hoop((0, 0, 4), 2, 0.5, PLAIN, "x", 128, 64), 2 * np.pi**2 * 2 * 0.25),
        (parts.lathe([(0, 0), (1, 0), (1, 2), (0, 2)], PLAIN, sides=256), 2 * np.pi),
        (parts.prism([(0, 0), (2, 0), (2, 2), (1, 1), (0, 2)], 2, PLAIN), 6),
        (parts.prism([(0, 2), (1, 1), (2, 2), (2, 0), (0, 0)], 2, PLAIN, axis="y"), 6),
    ],
    ids=["box", "cylinder", "cone", "ellipsoid", "torus", "lathe", "concave prism", "prism drawn clockwise"],
)
def test_parts_have_the_volume_of_what_they_are(mesh, expected):
    assert volume(mesh) == pytest.approx(expected, rel=5e-3)


def test_parts_are_closed():
    for mesh in (
        parts.box((0, 0, 0), (1, 1, 1), PLAIN, 0.1),
        parts.capsule((0, 0, 0), (0, 0, 2), 0.5, PLAIN),
        parts.limb([(0, 0, 0, 1), (0, 3, 1, 0.5), (0, 5, 4, 0.2)], PLAIN),
        parts.prism([(0, 0), (2, 0), (2, 2), (1, 1), (0, 2)], 2, PLAIN, 0.1),
    ):
        _, place = np.unique(np.round(mesh.points, 5), axis=0, return_inverse=True)
        sides = place.reshape(-1)[mesh.faces][:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        assert sorted(map(tuple, sides.tolist())) == sorted(map(tuple, sides[:, ::-1].tolist()))


def test_a_bevel_takes_a_little_off_and_looks_smooth():
    sharp, round_ = parts.box((0, 0, 0), (1, 1, 1), PLAIN), parts.box((0, 0, 0), (1, 1, 1), PLAIN, 0.1)
    assert 0.9 < volume(round_) < volume(sharp)
    np.testing.assert_allclose(sharp.normals[:, 0], sharp.normals[:, 1])
    assert np.abs(round_.normals[:, 0] - round_.normals[:, 1]).max() > 0.1


def test_a_mirror_image_stays_right_side_out():
    one = parts.box((2, 0, 0), (1, 1, 1), PLAIN)
    pair = arrange.both(one)
    assert volume(pair) == pytest.approx(2)
    np.testing.assert_allclose(pair.bounds[:, 0], [-2.5, 2.5])
    facing = edges(pair) / np.linalg.norm(edges(pair), axis=1, keepdims=True)
    np.testing.assert_allclose(facing, pair.normals[:, 0], atol=1e-6)


def test_turns_are_counter_clockwise_for_one_whom_the_axis_points_at():
    dot = parts.box((1, 0, 0), (0.2, 0.2, 0.2), PLAIN)
    for axis, expected in (("x", (1, 0, 0)), ("y", (0, 0, -1)), ("z", (0, 1, 0))):
        np.testing.assert_allclose(arrange.turned(dot, axis, 90).points.mean(axis=0), expected, atol=1e-6)
    np.testing.assert_allclose(arrange.turned(dot, "z", 180, (1, 0, 0)).points.mean(axis=0), (1, 0, 0), atol=1e-6)


def test_joined_meshes_share_equal_materials():
    red = Material((1, 0, 0))
    mesh = arrange.joined(*(parts.box((i, 0, 0), (1, 1, 1), m) for i, m in enumerate((PLAIN, red, PLAIN))))
    assert mesh.materials == (PLAIN, red)
    assert np.bincount(mesh.material).tolist() == [24, 12]


def test_every_other_slice_is_painted():
    red = Material((1, 0, 0))
    mesh = arrange.painted(parts.ball((0, 0, 0), 1, PLAIN, 12), red, arrange.slices(4, 15))
    assert np.bincount(mesh.material)[0] == np.bincount(mesh.material)[1]


def test_a_curve_goes_through_its_points():
    line = parts.curve([(0.0, 0.0), (1.0, 2.0), (3.0, 1.0)], 4)
    assert len(line) == 9
    np.testing.assert_allclose(line[::4], [(0, 0), (1, 2), (3, 1)], atol=1e-12)
    assert len(parts.curve([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], 4, closed=True)) == 12
