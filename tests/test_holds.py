"""Surfaces, cavities and clearances against rays cast into the meshes; pictures asked without the truth."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests import held
from vantage import assets
from vantage.scenes import arrangements, fits, holds
from vantage.scenes.shells import cloud

VARIANTS = (0, 5)
UP, DOWN = np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, -1.0])
PAIRS = [(group, large, small) for group, rows in arrangements.PAIRS.items() for _, large, few in rows for small in few]


def larger(*groups):
    return sorted({large for group, large, _ in PAIRS if group in groups})


@cache
def corners(asset, variant):
    mesh = assets.build(asset, variant)
    return mesh.points[mesh.faces].astype(float)


def first_hit(start, way, asset, variant):
    """How far a ray goes until it meets a triangle (Möller and Trumbore); inf if it meets none."""
    a, b, c = corners(asset, variant).transpose(1, 0, 2)
    e, f, from_a = b - a, c - a, np.asarray(start, float) - a
    p, q = np.cross(way, f), np.cross(from_a, b - a)
    with np.errstate(divide="ignore", invalid="ignore"):
        k = 1 / (p * e).sum(axis=1)
        u, v, t = (from_a * p).sum(axis=1) * k, (q @ way) * k, (q * f).sum(axis=1) * k
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
    return float(np.where(hit, t, np.inf).min())


def seen_from_above(x, y, asset, variant):
    return 100 - first_hit((x, y, 100.0), DOWN, asset, variant)


def inside(outline, share, count, seed=1):
    """Points within a convex outline shrunk to a share of itself."""
    weights = np.random.default_rng(seed).dirichlet(np.full(len(outline), 0.3), count)
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    return middle + share * (weights @ outline - middle)


@pytest.mark.parametrize("name", larger("container"))
@pytest.mark.parametrize("variant", VARIANTS)
def test_rays_into_a_cavity_pass_its_opening_and_meet_its_rim_all_around(name, variant):
    room, cell = holds.cavity(name, variant), holds.relief(name, variant).cell
    heights = [seen_from_above(*point, name, variant) for point in inside(room.outline, 0.9, 60)]
    assert max(heights) < room.rim
    reached = np.array(heights) > room.floor - 0.2 * (room.rim - room.floor)
    assert reached.mean() > (0.05 if name == "shopping cart" else 0.9)  # the others pass between wires or slats
    assert room.rim - room.floor > 0.03
    middle = (room.outline.min(axis=0) + room.outline.max(axis=0)) / 2
    for corner in inside(room.outline, 1.0, 10, seed=2):
        way = (corner - middle) / np.linalg.norm(corner - middle)
        edge = next(k for k in np.arange(0, 2, cell / 4) if holds.inset((middle + k * way)[None], room.outline) < 0)
        beyond = middle + way * np.arange(edge - 2 * cell, edge + 6 * cell, cell / 2)[:, None]
        assert max(seen_from_above(*point, name, variant) for point in beyond) > room.rim - 0.1 * cell


@pytest.mark.parametrize("name", larger("support", "contact"))
@pytest.mark.parametrize("variant", VARIANTS)
def test_rays_from_above_meet_a_surface_at_its_height(name, variant):
    surface = holds.surface(name, variant)
    heights = np.array([seen_from_above(*point, name, variant) for point in inside(surface.outline, 0.95, 80)])
    level = np.abs(heights - surface.height) < holds.LEVEL * max(np.ptp(assets.build(name, variant).bounds, axis=0))
    assert level.mean() > 0.7  # between slats they fall through, and backs and sticks stand in their way
    assert np.median(heights) == pytest.approx(surface.height, abs=0.002)


@pytest.mark.parametrize(("name", "share"), [("chair", 0.5), ("bench", 0.5), ("table", 1.0)])
def test_the_surface_of_a_seat_is_not_the_top_of_its_back(name, share):
    assert holds.surface(name, 1).height == pytest.approx(share * assets.build(name, 1).bounds[1, 2], rel=0.04)


@pytest.mark.parametrize("name", ["table", "chair", "bench"])
def test_rays_from_the_ground_meet_what_the_relief_says(name):
    relief = holds.relief(name, 1)
    points = inside(holds.surface(name, 1).outline, 0.9, 40)
    told = relief.under[relief.cells(points)]
    # A cell knows the lowest of its points, and slats end within cells: so rays go up all over a cell.
    across = (np.indices((4, 4)).reshape(2, -1).T + 0.5) / 4
    corners = relief.start + np.transpose(relief.cells(points)) * relief.cell
    met = np.array([[first_hit((*p, -1.0), UP, name, 1) - 1 for p in c + across * relief.cell] for c in corners])
    assert np.isclose(told, met.min(axis=1), atol=0.003).mean() > 0.95
    assert (told[:, None] <= met + 0.003).all()


@pytest.mark.parametrize("name", larger("support", "contact"))
@pytest.mark.parametrize("variant", [*VARIANTS, 8])  # book 8 lies askew
def test_there_is_matter_below_every_corner_of_a_surface(name, variant):
    """A surface ends where the thing does, however askew or round it is."""
    surface, relief = holds.surface(name, variant), holds.relief(name, variant)
    for x, y in surface.outline:
        near = [(x + dx * relief.cell, y + dy * relief.cell) for dx in (-0.4, 0, 0.4) for dy in (-0.4, 0, 0.4)]
        assert max(seen_from_above(*point, name, variant) for point in near) > 0


def test_a_bowl_holds_what_its_profile_says():
    room = holds.cavity("bowl", 0)
    scale = float(np.ptp(assets.build("bowl", 0).bounds[:, 0])) / 0.216
    assert room.rim == pytest.approx(0.086 * scale, rel=0.03)
    assert 0.022 * scale < room.floor < 0.04 * scale
    assert np.linalg.norm(room.outline, axis=1) == pytest.approx(0.1 * scale, rel=0.06)


def test_a_handle_over_a_bucket_is_not_its_rim_and_leaves_its_opening_whole():
    room, tall = holds.cavity("bucket", 0), float(assets.build("bucket", 0).bounds[1, 2])
    assert room.rim < 0.7 * tall
    assert np.ptp(room.outline, axis=0) == pytest.approx(np.ptp(room.outline[:, 0]), rel=0.1)


@pytest.mark.parametrize("name", ["table", "ball", "pumpkin", "wooden chest"])
def test_what_is_not_hollow_has_no_cavity(name):
    assert holds.cavity(name, 0) is None


@pytest.mark.parametrize(("group", "large", "small"), PAIRS)
def test_things_rest_without_cutting_into_each_other(group, large, small):
    found = [fits.FITS[group]((small, k), (large, k + 3), np.random.default_rng(k)) for k in range(6)]
    assert any(found)
    for fit in found:
        for one, other in [fit.pairs[name] for name in ("on", "in") if name in fit.pairs] if fit else ():
            points = cloud(one)
            low = points[points[:, 2] < one.z + 0.3 * np.ptp(points[:, 2])]
            tops = [seen_from_above(*point[:2], large, other.variant) for point in low[:: len(low) // 40 + 1]]
            assert max(tops - low[:: len(low) // 40 + 1, 2]) < 0.004


@pytest.mark.parametrize("name", held.TARGETS)
def test_pictures_alone_say_the_same(name):
    found, wrong, least = held.measure(name, 6, size=192)
    assert wrong == []
    assert found == {name: 6}
    assert least[0] >= 0.8
    assert least[1] >= 0.5
