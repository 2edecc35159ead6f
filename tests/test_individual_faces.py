"""Faces: one person is the same from every side, two of a palette differ by the face alone, and shoulders stay."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from vantage import individuals
from vantage.assets.meshes import Mesh, Picture
from vantage.individuals import Individual, Portrait
from vantage.individuals.faces import KINDS, apart, mesh
from vantage.individuals.faces.bust import AXIS
from vantage.individuals.faces.palette import looks_of
from vantage.individuals.faces.posing import parts_of
from vantage.individuals.faces.traits import GROUPS, Traits, dials, person_of
from vantage.render import turntable

TURNS = (0.0, 45.0, 90.0, 135.0, 180.0, -135.0, -90.0, -45.0, 17.0)


def someone(kind: str = "woman", palette: int = 1, seed: int = 2) -> Individual:
    return Individual("face", kind, palette, seed)


def test_kinds_are_women_and_men() -> None:
    assert individuals.kinds("face") == KINDS
    assert set(KINDS) == {"woman", "man"}
    with pytest.raises(ValueError, match="horse"):
        mesh(someone("horse"), 0.0)


@pytest.mark.parametrize("kind", KINDS)
def test_same_individual_same_mesh(kind: str) -> None:
    one = mesh(someone(kind), 30.0)
    parts_of.cache_clear()
    other = mesh(someone(kind), 30.0)
    for name in ("points", "faces", "normals", "uv", "material"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
    assert one.materials == other.materials


def test_same_mesh_in_another_process() -> None:
    code = (
        "import hashlib; from vantage.individuals import Individual; from vantage.individuals.faces import mesh;"
        "m = mesh(Individual('face', 'man', 5, 6), 45.0);"
        "print(hashlib.sha256(m.points.tobytes() + m.normals.tobytes() + m.materials[0].texture.texels).hexdigest())"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout != ""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turn", TURNS)
def test_mesh_is_sound(kind: str, turn: float) -> None:
    found = mesh(someone(kind, 3, 4), turn)
    low, high = found.bounds
    for values in (found.points, found.normals, found.uv):
        assert np.isfinite(values).all()
    assert low[2] == pytest.approx(0.0, abs=1e-4)  # on the ground
    assert 0.40 < high[2] < 0.48  # 30 cm of bust and neck under the eyes, 11 of head above, and hair
    assert np.abs(found.points[:, :2]).max() < 0.26
    assert found.faces.max() < len(found.points)
    assert found.material.max() < len(found.materials)
    assert np.abs(np.linalg.norm(found.normals, axis=2) - 1).max() < 1e-3
    assert len(found.faces) < 100_000


@pytest.mark.parametrize("palette", range(8))
def test_faces_look_where_their_normals_do(palette: int) -> None:
    """The rasteriser takes heads for closed: shadows come from the faces that look at the lamp."""
    found = mesh(someone("man" if palette % 2 else "woman", palette, palette), 0.0)
    a, b, c = (found.points[found.faces[:, k]].astype(float) for k in range(3))
    across = np.cross(b - a, c - a)
    size = np.linalg.norm(across, axis=1)
    agree = (across * found.normals.sum(axis=1)).sum(axis=1) > 0
    assert agree[size > 1e-8].mean() > 0.97


def bust_points(individual: Individual, found: Mesh) -> np.ndarray:
    """Return the points of the parts that do not turn."""
    parts = parts_of(individual)
    first = np.cumsum([0, *(len(part.points) for part in parts)])
    still = [k for k, part in enumerate(parts) if isinstance(part.twist, float) and part.twist == 0.0]
    assert still
    return np.concatenate([found.points[first[k] : first[k + 1]] for k in still])


@pytest.mark.parametrize("turn", TURNS)
def test_shoulders_stay(turn: float) -> None:
    who = someone()
    assert np.array_equal(bust_points(who, mesh(who, 0.0)), bust_points(who, mesh(who, turn)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turn", TURNS)
def test_nose_points_where_the_head_is_turned(kind: str, turn: float) -> None:
    who = someone(kind, 2, 9)
    t = person_of(who).traits
    skin = len(parts_of(who)[0].points)
    ahead = mesh(who, 0.0).points[:skin].astype(float)
    near = np.abs(ahead[:, 2] - (0.30 + t.tip_z / 100)) < 0.004
    tip = int(np.flatnonzero(near)[ahead[near, 1].argmin()])
    x, y = mesh(who, turn).points[tip, :2].astype(float) - (0.0, -AXIS / 100)
    azimuth = np.degrees(np.arctan2(x, -y))  # counter-clockwise from -y, seen from above
    assert abs((azimuth - turn + 180) % 360 - 180) < 2.0


@pytest.mark.parametrize(("kind", "palette"), [("woman", 4), ("man", 11), ("woman", 9), ("man", 7)])
def test_one_palette_has_the_same_colours(kind: str, palette: int) -> None:
    means = []
    for seed in (1, 2, 3):
        colours = []
        for material in mesh(someone(kind, palette, seed), 0.0).materials:
            own = np.array(material.colour)
            if isinstance(material.texture, Picture):
                own = own * np.frombuffer(material.texture.texels, np.uint8).reshape(-1, 3).mean(axis=0) / 255
            colours.append(own)
        means.append(np.array(colours))
    for other in means[1:]:
        assert other.shape == means[0].shape
        assert np.abs(other - means[0]).max() < 0.03


def test_palettes_differ_and_have_all_styles() -> None:
    looks = [looks_of("woman", k) for k in range(60)] + [looks_of("man", k) for k in range(60)]
    assert len({look.style.name for look in looks}) >= 15
    assert {look.beard for look in looks} == {"none", "stubble", "full", "moustache", "goatee"}
    assert len({look.skin for look in looks}) == 6
    assert all(look.beard == "none" for look in looks[:60])


def test_apart_is_symmetric_and_nothing_to_oneself() -> None:
    for kind in KINDS:
        for seed in range(40):
            a, b = someone(kind, seed, seed), someone(kind, seed, seed + 1)
            assert apart(a, b) == apart(b, a) >= 0
            assert apart(a, a) == 0
            assert individuals.apart(a, b) == apart(a, b)


def test_apart_asks_for_several_features() -> None:
    far = [(a, b) for a in range(30) for b in range(a) if apart(someone(seed=a), someone(seed=b)) >= 1]
    assert 0.1 < len(far) / (30 * 29 / 2) < 1
    for a, b in far:
        mine, other = dials("woman", a), dials("woman", b)
        clear = [g for g, m in GROUPS.items() if max(w * abs(mine[n] - other[n]) for n, w in m.items()) >= 1]
        assert len(clear) >= 4


def test_apart_does_not_count_what_hair_and_beard_hide() -> None:
    hidden = next(k for k in range(100) if looks_of("woman", k).style.covers)
    shown = next(k for k in range(100) if not looks_of("woman", k).style.covers)
    pairs = [(seed, seed + 1) for seed in range(60)]
    less = [apart(someone(palette=hidden, seed=a), someone(palette=hidden, seed=b)) for a, b in pairs]
    more = [apart(someone(palette=shown, seed=a), someone(palette=shown, seed=b)) for a, b in pairs]
    assert all(x <= y for x, y in zip(less, more))
    assert less != more


def test_groups_name_measures() -> None:
    names = {name for measures in GROUPS.values() for name in measures}
    assert names <= set(Traits.__dataclass_fields__)


def test_faces_keep_their_order_from_brow_to_chin() -> None:
    """Whatever the draw, brows, eyes, nose, mouth and chin lie below one another with room between."""
    for kind in KINDS:
        for seed in range(300):
            t = person_of(someone(kind, 0, seed)).traits
            assert t.brow_high - 1.4 * abs(t.brow_arch) > 0.6
            assert t.tip_z > t.base_z > t.mouth_z + t.lip_upper + 0.8
            assert t.mouth_z - 1.3 * t.lip_lower > t.chin_z + 1.5
            assert t.eye_apart - t.eye_wide > 1.2


def test_portrait_shows_the_head_and_turns_it() -> None:
    who = someone("man", 5, 1)
    views = {turn: turntable.frame(Portrait(who, turn), 64) for turn in (0.0, 90.0, 180.0)}
    for view in views.values():
        share = (view.ids == 1).mean()
        assert 0.35 < share < 0.85
        assert not (view.ids[0] == 1).any()  # the head does not touch the upper rim
    assert (views[0.0].rgb != views[90.0].rgb).mean() > 0.2
    assert (views[0.0].rgb != views[180.0].rgb).mean() > 0.2


def test_memory_stays_flat() -> None:
    def many(first: int) -> int:
        for seed in range(first, first + 12):
            mesh(someone("man" if seed % 2 else "woman", seed, seed), 45.0)
        return tracemalloc.get_traced_memory()[0]

    many(0)
    tracemalloc.start()
    try:
        before, after = many(100), many(200)
    finally:
        tracemalloc.stop()
    assert after - before < 4e6  # people differ in hair; kept ones would be 3 MB each
