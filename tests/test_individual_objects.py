"""Objects: the same mesh for the same individual, a front that shapes alone tell, colours that tell nothing."""

import dataclasses
import hashlib
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

from vantage.assets.meshes import Material
from vantage.individuals import Individual, Portrait, apart, build, kinds, objects
from vantage.individuals.objects import KINDS, dress, sight
from vantage.individuals.objects.kit import place_of
from vantage.render import turntable

GREYS = ((0.6, 0.6, 0.6), (0.8, 0.1, 0.1), (0.1, 0.2, 0.8))  # for the main surface and for details: no pattern
SIDES = 0.1  # of the cells of two sides of one thing that differ at least, in any individual
USUAL = 0.15  # in the median
MARGIN = 0.3  # in sRGB


def thing(kind, seed=0, palette=0):
    return Individual("object", kind, palette, seed)


def digest(mesh):
    parts = (mesh.points, mesh.faces, mesh.normals, mesh.uv, mesh.material)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts) + repr(mesh.materials).encode()).hexdigest()


def differing(one, other):
    """The share of the cells, of those where either picture shows something, whose contents differ."""
    either = (one[:, 3] > 0) | (other[:, 3] > 0)
    further = np.linalg.norm(one[:, :3] - other[:, :3], axis=1) > MARGIN
    return ((further | (one[:, 3] != other[:, 3])) & either).sum() / either.sum()


def sides(individual):
    """Coarse pictures of front, right, back and left in plain colours, so that patterns help nobody."""
    mesh = objects.shape(individual)
    plain = tuple(m if place_of(m) < 0 else Material(GREYS[place_of(m)]) for m in mesh.materials)
    return sight.pictures(dataclasses.replace(mesh, materials=plain))[::2]


def shares(individual):
    """How much of the pictures from eight sides each colour of the palette takes, of all that has one."""
    mesh, paints = objects.mesh(individual), dress.palette(individual.palette)
    found = sight.strewn(mesh)
    colour = np.array([paints.index(m.colour) if m.colour in paints else 3 for m in mesh.materials])
    amounts = np.bincount(colour[mesh.material[found.face]], sight.weights(found).sum(axis=0), 4)[:3]
    return amounts / amounts.sum()


def histogram(individual, size=64):
    """The colours of a thing's pixels, over portraits from eight sides, in 4 by 4 by 4 bins."""
    total = np.zeros(64)
    for turn in range(0, 360, 45):
        frame = turntable.frame(Portrait(individual, float(turn)), size)
        bins = frame.rgb[frame.ids == 1].astype(int) // 64
        total += np.bincount(bins @ (16, 4, 1), minlength=64)
    return total / total.sum()


def test_there_are_many_kinds_and_each_says_its_front():
    assert len(KINDS) >= 30
    assert kinds("object") == KINDS
    assert set(objects.FRONTS) == set(KINDS)
    assert all(words.startswith("the ") for words in objects.FRONTS.values())


@pytest.mark.parametrize("kind", KINDS)
def test_meshes_are_sound_and_stand_centred_on_the_ground(kind):
    for seed in range(5):
        mesh = objects.mesh(thing(kind, seed, seed))
        for array in (mesh.points, mesh.normals, mesh.uv):
            assert np.isfinite(array).all()
        assert np.allclose(np.linalg.norm(mesh.normals, axis=2), 1, atol=1e-3)
        assert mesh.faces.max() < len(mesh.points)
        assert mesh.material.max() < len(mesh.materials)
        assert all(min(m.colour) >= 0 for m in mesh.materials)
        low, high = mesh.bounds
        assert abs(low[2]) < 1e-5
        assert np.abs(low[:2] + high[:2]).max() < 1e-4


def test_same_individual_same_mesh_whatever_its_turn():
    for kind in KINDS[::5]:
        one, two = objects.mesh(thing(kind, 3), 0.0), objects.mesh(thing(kind, 3), 90.0)
        assert digest(one) == digest(two)
        assert digest(one) != digest(objects.mesh(thing(kind, 4)))


def test_same_bytes_in_another_process():
    code = (
        "from tests.test_individual_objects import digest, thing; from vantage.individuals import objects; "
        "print(digest(objects.mesh(thing('radio', 5, 2))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest(objects.mesh(thing("radio", 5, 2)))


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_is_nearly_symmetric(kind):
    found = np.array([[differing(a, b) for a, b in combinations(sides(thing(kind, seed)), 2)] for seed in range(6)])
    assert found.min() >= SIDES
    assert np.median(found, axis=0).min() >= USUAL


@pytest.mark.parametrize(("kind", "place"), [("toy truck", 1), ("shoe", 1), ("camera", 2)])
def test_things_face_minus_y(kind, place):
    """The lens, the toe cap and the cab are in front: their materials lie at lower y than the thing's middle."""
    mesh = objects.shape(thing(kind))
    kept = np.array([place_of(m) == place for m in mesh.materials])[mesh.material]
    at = mesh.points[mesh.faces[kept]].reshape(-1, 3)
    assert at[:, 1].min() < 0.7 * mesh.bounds[0, 1]


def test_a_palette_is_three_clearly_different_colours():
    for number in range(200):
        paints = dress.palette(number)
        assert len(paints) == 3
        assert min(np.linalg.norm(np.subtract(a, b)) for a, b in combinations(paints, 2)) > dress.DISTANCE


@pytest.mark.parametrize("kind", KINDS)
def test_each_colour_of_the_palette_takes_about_a_third(kind):
    found = np.array([shares(thing(kind, seed, seed)) for seed in range(4)])
    assert np.abs(found - 1 / 3).max() < 0.15
    assert np.abs(found - 1 / 3).mean() < 0.05


def test_histograms_are_nearly_equal_within_a_palette():
    same, other = [], []
    for k, kind in enumerate(KINDS[::6]):
        one = histogram(thing(kind, 1, k))
        same.append(np.abs(one - histogram(thing(kind, 2, k))).sum() / 2)
        other.append(np.abs(one - histogram(thing(kind, 1, k + 1))).sum() / 2)
    assert np.mean(same) < 0.2
    assert np.mean(same) < 0.4 * np.mean(other)


def test_apart_is_symmetric_and_nothing_for_itself():
    for kind in KINDS[::4]:
        a, b = thing(kind, 1), thing(kind, 2)
        assert apart(a, b) == apart(b, a) > 0
        assert apart(a, a) == 0


def test_most_pairs_of_a_palette_are_far_enough_apart():
    found = [apart(thing(kind, 1, k), thing(kind, 2, k)) for k, kind in enumerate(KINDS)]
    assert np.mean(np.array(found) >= 1) > 0.7


def test_a_portrait_shows_the_whole_thing():
    for kind in KINDS[::6]:
        for turn in (0.0, 45.0, 90.0):
            ids = turntable.frame(Portrait(thing(kind), turn), 64).ids
            assert (ids == 1).sum() > 100
            assert not (ids[[0, -1]] == 1).any()
            assert not (ids[:, [0, -1]] == 1).any()


def test_memory_stays_flat():
    assert objects._pictures.cache_info().maxsize is not None
    assert build.cache_info().maxsize is not None
