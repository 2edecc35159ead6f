"""Cars as individuals: the same every time, told apart by shape and livery, not by how much there is of a colour."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from vantage.assets.parts import box
from vantage.individuals import Individual, Portrait, apart, build, cars, kinds
from vantage.individuals.cars import body, cabin, design, forms, livery, palettes, patterns
from vantage.individuals.cars.surface import Surface
from vantage.render.turntable import frame

SIZE = 128
TURNS = tuple(range(0, 360, 45))


def car(kind: str = "saloon", palette: int = 0, seed: int = 0) -> Individual:
    return Individual("car", kind, palette, seed)


@cache
def picture(who: Individual, turn: float) -> NDArray[np.float64]:
    return frame(Portrait(who, turn), SIZE).rgb.astype(float)


@cache
def silhouette(who: Individual, turn: float) -> NDArray[np.bool_]:
    return np.asarray(frame(Portrait(who, turn), SIZE).ids == 1)


def differing(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return the share of the picture that differs clearly, as the margins of options have it."""
    return float((np.abs(a - b).max(axis=2) > 24).mean())


def digest(who: Individual) -> str:
    made = cars.mesh(who, 0.0)
    texels = [m.texture.texels for m in made.materials if not isinstance(m.texture, str)]
    parts = (made.points, made.faces, made.normals, made.uv, made.material)
    return hashlib.sha256(b"".join([*(part.tobytes() for part in parts), *texels])).hexdigest()


def test_kinds_are_found_by_their_domain():
    assert kinds("car") == cars.KINDS
    assert len(set(cars.KINDS)) >= 8
    assert set(forms.RANGES) == set(forms.PILLARS) == set(design.REAR_OF)


@pytest.mark.parametrize("kind", cars.KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_a_car_is_whole_on_the_ground_and_centred(kind: str, seed: int):
    made = build(car(kind, seed, seed))
    low, high = made.bounds
    assert made.closed
    assert np.isfinite(made.points).all()
    assert np.isfinite(made.normals).all()
    assert np.isfinite(made.uv).all()
    assert abs(low[2]) < 1e-4
    assert abs(low[1] + high[1]) < 1e-3
    assert abs(low[0] + high[0]) < 0.02
    assert 3.4 < high[1] - low[1] < 6.2
    assert 1.5 < high[0] - low[0] < 2.6
    assert len(made.faces) < 20_000


@pytest.mark.parametrize("kind", cars.KINDS)
def test_its_shell_has_no_gaps(kind: str):
    form = design.drawn(car(kind, 0, 3)).form
    for mesh in (body.body(form, palettes.TRIM), cabin.cabin(form, *[palettes.TRIM] * 3)):
        at, number = np.unique(np.round(mesh.points, 5), axis=0, return_inverse=True)
        faces = number.reshape(-1)[mesh.faces]
        edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
        edges = edges[edges[:, 0] != edges[:, 1]]
        ahead = edges[:, 0] * len(at) + edges[:, 1]
        back = edges[:, 1] * len(at) + edges[:, 0]
        assert sorted(ahead.tolist()) == sorted(back.tolist())


def test_a_point_beside_the_surface_takes_the_nearest_inner_one():
    skin = Surface(box((0, 0, 1), (2, 4, 2), palettes.TRIM))
    assert np.allclose(skin.at("front", np.array([[0.0, 1.0], [5.0, 1.0], [0.9, 7.0]])), -2)
    assert np.allclose(skin.at("left", np.array([[0.0, 1.0], [9.0, 3.0]])), 1)


def test_it_faces_the_camera_at_turn_0():
    # White lamps are on the side of -y, red ones on that of +y.
    for kind in cars.KINDS:
        made = build(car(kind, 2, 1))
        middles = made.points[made.faces].mean(axis=1)
        of = {m: middles[made.material == k] for k, m in enumerate(made.materials)}
        assert of[palettes.LAMP][:, 1].max() < -1
        assert of[palettes.TAIL][:, 1].min() > 0.5


def test_the_same_individual_is_the_same_mesh_in_every_process():
    who = car("estate car", 3, 7)
    code = "from tests.test_individual_cars import car, digest; print(digest(car('estate car', 3, 7)))"
    elsewhere = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert elsewhere.stdout.split()[-1] == digest(who) == digest(car("estate car", 3, 7))
    assert digest(who) != digest(car("estate car", 3, 8))


def test_the_palette_changes_colours_and_nothing_else():
    a, b = build(car("SUV", 0, 4)), build(car("SUV", 5, 4))
    assert np.array_equal(a.points, b.points)
    assert np.array_equal(a.faces, b.faces)
    assert a.materials != b.materials


@pytest.mark.parametrize("kind", cars.KINDS)
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_left_and_right_differ(kind: str, seed: int):
    who = car(kind, seed, seed)
    assert differing(picture(who, 90)[:, ::-1], picture(who, 270)) > 0.015


@pytest.mark.parametrize("kind", cars.KINDS)
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_front_and_rear_differ(kind: str, seed: int):
    who = car(kind, seed, seed)
    assert differing(picture(who, 0), picture(who, 180)) > 0.03
    assert differing(picture(who, 90), picture(who, 270)) > 0.03


def histogram(who: Individual) -> NDArray[np.float64]:
    """Return how much there is of each of 64 colours on a car, over eight views."""
    seen = np.concatenate([picture(who, t)[silhouette(who, t)] for t in TURNS])
    counts = np.histogramdd(seen, bins=(4, 4, 4), range=[(0, 256)] * 3)[0].reshape(-1)
    return np.asarray(counts / counts.sum())


@pytest.mark.parametrize("kind", ["hatchback", "van", "old-timer"])
def test_one_palette_has_nearly_the_same_amounts_of_colour(kind: str):
    same = [histogram(car(kind, 0, seed)) for seed in range(4)]
    other = [histogram(car(kind, palette, 0)) for palette in (1, 2, 4)]
    within = [np.abs(a - b).sum() / 2 for k, a in enumerate(same) for b in same[:k]]
    between = [np.abs(same[0] - b).sum() / 2 for b in other]
    assert np.mean(within) < 0.2
    assert np.mean(within) < 0.5 * np.mean(between)


def test_two_cars_that_are_apart_differ_from_every_side():
    found = 0
    for seed in range(0, 12, 2):
        a, b = car("saloon", 0, seed), car("saloon", 0, seed + 1)
        if apart(a, b) >= 1:
            found += 1
            assert min(differing(picture(a, t), picture(b, t)) for t in TURNS) > 0.03
    assert found >= 4


def test_apart_is_symmetric_and_nothing_for_itself():
    for kind in cars.KINDS:
        a, b = car(kind, 0, 1), car(kind, 0, 2)
        assert apart(a, b) == apart(b, a) > 0
        assert apart(a, a) == apart(a, car(kind, 9, 1)) == 0


def test_most_pairs_are_far_enough_apart():
    for kind in cars.KINDS:
        found = [apart(car(kind, 0, 2 * k), car(kind, 0, 2 * k + 1)) >= 1 for k in range(60)]
        assert np.mean(found) > 0.8


def test_kinds_differ_in_outline():
    outlines = {kind: [silhouette(car(kind, 0, seed), 90) for seed in range(3)] for kind in cars.KINDS}
    for kind, mine in outlines.items():
        for other, theirs in outlines.items():
            if kind < other:
                overlap = [(a & b).sum() / (a | b).sum() for a in mine for b in theirs]
                assert np.mean(overlap) < 0.95, (kind, other)


@pytest.mark.parametrize("names", [patterns.FLANK, patterns.END, patterns.PLAN])
def test_all_patterns_cover_equally_much(names: tuple[str, ...]):
    p, q = np.meshgrid(np.linspace(-1, 1, 300), np.linspace(0, 1, 200))
    on = np.hypot(p, q - 0.5) < 0.9
    for name in names:
        for a, b in ((0.5, 0.4), (-0.8, 0.9), (0.31, -0.6)):
            covered = patterns.painted(patterns.Pattern(name, a, b), p, q, on, 0.3)
            assert abs(covered[on].mean() - 0.3) < 0.02, name


def test_marks_cover_equally_much():
    u, v = np.meshgrid(np.linspace(-0.34, 0.34, 100), np.linspace(-0.34, 0.34, 100))
    on = np.hypot(u, v) < 0.34
    for name in patterns.MARKS:
        assert abs(int(patterns.marked(name, u, v, on, 1500)[on].sum()) - 1500) < 150, name


def test_the_mark_stands_elsewhere_on_the_other_side():
    form = design.drawn(car()).form
    assert abs(livery.mark_place(form, "left") - livery.mark_place(form, "right")) > 0.4
